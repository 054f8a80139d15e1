"""The clients for apps, and what writes them."""

"""Sportlore side by side with nginx and with what people would otherwise use, in one run: `make bench`."""

"""The peers' applications. They run in build/bench-venv, where their frameworks are installed."""

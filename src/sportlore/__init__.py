"""Sportlore: an open catalogue of sports knowledge, built from authored registries into an API, pages and bulk data."""

__version__ = "1.0.0"

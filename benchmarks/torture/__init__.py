"""Hostile runs over the whole service, bounded and seeded: `make torture`. What they found stands in docs/reliability.md."""

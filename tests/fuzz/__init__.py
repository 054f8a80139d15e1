"""Fuzzing: targets, the inputs that coverage-guided runs found worth keeping, and the runner (docs/reliability.md)."""

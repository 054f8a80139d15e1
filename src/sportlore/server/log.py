"""The log of a server: one line an event, on standard error."""

from __future__ import annotations

import logging
import sys

LOG = logging.getLogger("sportlore")


class _StandardError(logging.Handler):
    """Writes to what is standard error at that moment."""

    def emit(self, record: logging.LogRecord) -> None:
        print(self.format(record), file=sys.stderr, flush=True)


def log_to_standard_error() -> None:
    """Have the log written; further calls change nothing."""
    if not LOG.handlers:
        LOG.addHandler(_StandardError())
        LOG.setLevel(logging.INFO)

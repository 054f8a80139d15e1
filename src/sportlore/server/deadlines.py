"""Deadlines of connections: until when each may stay as it is, and the watcher that has them ended.

A connection only notes its deadline, which costs an assignment for each request. One watcher looks at all connections
twice a second; a timer for each request would cost more than answering it. A connection may therefore live half a second
longer than its limit says.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from sportlore.server.limits import Limits

_INTERVAL = 0.5
"""Seconds between two looks at all connections."""


class Expiring(Protocol):
    """What has a deadline."""

    def check_deadline(self, now: float) -> None:
        """End it if it is past its deadline; `now` is the time of the event loop."""


class DeadlineWatcher:
    """Looks at the connections of a process twice a second. `now` is the loop's time at the last look."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.now = 0.0
        self._connections: set[Expiring] | None = None

    def start(self, connections: set[Expiring], loop: asyncio.AbstractEventLoop) -> None:
        """Begin to watch this set, also what is added to it later; further calls change nothing."""
        if self._connections is None:
            self._connections = connections
            self._check_deadlines(loop)

    def _check_deadlines(self, loop: asyncio.AbstractEventLoop) -> None:
        self.now = loop.time()
        loop.call_later(_INTERVAL, self._check_deadlines, loop)  # first: an exception below does not end the watching
        for connection in tuple(self._connections or ()):
            connection.check_deadline(self.now)

"""Deadlines of connections: until when each may stay as it is, and the watcher that ends those that are past theirs.

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
    """What has a deadline, in the time of the event loop, and can be ended once that is past."""

    deadline: float

    def expire(self) -> None:
        """End it, or set a new deadline."""


class DeadlineWatcher:
    """Expires the connections of a process that are past their deadline. `now` is the loop's time at the last look."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.now = 0.0
        self._connections: set[Expiring] | None = None

    def start(self, connections: set[Expiring], loop: asyncio.AbstractEventLoop) -> None:
        """Begin to watch this set, also what is added to it later; further calls change nothing."""
        if self._connections is None:
            self._connections = connections
            self._expire_overdue(loop)

    def _expire_overdue(self, loop: asyncio.AbstractEventLoop) -> None:
        self.now = loop.time()
        for connection in [c for c in self._connections or () if c.deadline < self.now]:
            connection.expire()
        loop.call_later(_INTERVAL, self._expire_overdue, loop)

"""The hosts that the address of a database names, connections to them, and the one line in which a failure is said."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from sportlore.replication.targets import DATABASE

_LONGEST_MESSAGE = 200
_SESSION = {"plan_cache_mode": "force_generic_plan"}
"""Planning each lookup for its own values would take as long as the lookup."""


class DatabaseError(Exception):
    """A database that cannot be reached, or refuses: what happened, in one line."""


class NothingPublished(DatabaseError):
    """A database to which nothing was published."""


def client() -> Any:
    """The client library, which is optional; raises DatabaseError without it."""
    try:
        import asyncpg  # noqa: PLC0415  # no server without a database loads it
    except ImportError:
        raise DatabaseError("a database needs a client for PostgreSQL: pip install 'sportlore[postgres]'") from None
    return asyncpg


def failures() -> tuple[type[Exception], ...]:
    """What the client raises when a host fails or refuses; a time that is over is an OSError."""
    library = client()
    return (library.PostgresError, library.InterfaceError, library.InternalClientError, OSError, ValueError)


def line(error: BaseException) -> str:
    """An error in one line."""
    lines = str(error).splitlines() or ["no answer in time" if isinstance(error, TimeoutError) else repr(error)]
    return lines[0][:_LONGEST_MESSAGE].rstrip(" :")


class Host:
    """One host, and the connections to it that nobody uses at the moment. To be used on one event loop."""

    def __init__(self, url: str, name: str) -> None:
        self.url = url
        self.name = name
        self.problem = ""
        """Why it is not asked first, or nothing."""
        self._idle: list[Any] = []

    async def fetch(self, query: str, *arguments: object, timeout: float) -> Sequence[Any]:
        """The rows of a query, within `timeout` seconds; raises DatabaseError.

        A connection that was open before may have ended unnoticed with its host: then the others are closed as well, and
        another is opened.
        """
        try:
            async with asyncio.timeout(timeout):
                while self._idle:
                    connection = self._idle.pop()
                    try:
                        return await self._fetch(connection, query, arguments)
                    except failures():
                        self.close()
                return await self._fetch(await client().connect(self.url, server_settings=_SESSION), query, arguments)
        except client().UndefinedTableError:
            raise NothingPublished(f"{self.name}: nothing was published here") from None
        except failures() as error:
            raise DatabaseError(f"{self.name}: {line(error)}") from None

    async def _fetch(self, connection: Any, query: str, arguments: Sequence[object]) -> Sequence[Any]:
        """Use a connection, and keep it if all is well."""
        done = False
        try:
            rows: Sequence[Any] = await connection.fetch(query, *arguments)
            done = True
        finally:
            if done:
                self._idle.append(connection)
            else:
                connection.terminate()
        return rows

    def close(self) -> None:
        """Close the connections that nobody uses."""
        for connection in self._idle:
            connection.terminate()
        self._idle.clear()


def hosts(url: str) -> list[Host]:
    """The hosts of an address, each with an address of its own; raises DatabaseError.

    hosts("postgresql://user@a,b:5433/data") -> those of postgresql://user@a/data and postgresql://user@b:5433/data
    """
    parts = DATABASE.fullmatch(url)
    if parts is None:
        raise DatabaseError(f"{url} is no address of a database; name postgresql://USER@HOST,HOST/DATABASE")
    client()
    return [
        Host(f"{parts['scheme']}{parts['user'] or ''}{name}{parts['rest']}", name or "the local socket")
        for name in parts["hosts"].split(",")
    ]

"""The hosts that the address of a database names, connections to them, and the one line in which a failure is said."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any

_ADDRESS = re.compile(r"(?P<scheme>postgres(?:ql)?://)(?P<user>[^/@?]*@)?(?P<hosts>[^/?]*)(?P<rest>.*)", re.DOTALL)
_LONGEST_MESSAGE = 200
_SESSION = {"plan_cache_mode": "force_generic_plan"}
"""Planning each look-up for its own values would take as long as the look-up."""


class DatabaseError(Exception):
    """A database that cannot be reached, or refuses: what happened, in one line."""


class NothingPublished(DatabaseError):
    """A database to which nothing was published."""


def is_database(target: str) -> bool:
    """Whether this is the address of a database."""
    return _ADDRESS.fullmatch(target) is not None


def without_password(target: str) -> str:
    """The address of a database as it may be shown: "postgresql://user:secret@a/b" -> "postgresql://user@a/b"."""
    found = _ADDRESS.fullmatch(target)
    if found is None:
        return target
    user = f"{found['user'].rstrip('@').partition(':')[0]}@" if found["user"] else ""
    return f"{found['scheme']}{user}{found['hosts']}{found['rest'].partition('?')[0]}"


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
        """The rows of a query, within so many seconds; raises DatabaseError.

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
    found = _ADDRESS.fullmatch(url)
    if found is None:
        raise DatabaseError(f"{url} is no address of a database; name postgresql://USER@HOST,HOST/DATABASE")
    client()
    return [
        Host(f"{found['scheme']}{found['user'] or ''}{name}{found['rest']}", name or "the local socket")
        for name in found["hosts"].split(",")
    ]

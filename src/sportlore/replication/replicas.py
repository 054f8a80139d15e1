"""Asking replicas which generation they serve and which they have staged."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from sportlore.replication.store import StoreError

_TIMEOUT = 5.0
_LARGEST = 64_000
"""Bytes of an answer that are read."""


class ReplicaHealth(Struct, frozen=True):
    """What a replica says of itself."""

    snapshot: str
    staged: str | None = None


class ReplicaAddress(Struct, frozen=True):
    """Where a replica answers."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def addresses(urls: Sequence[str]) -> list[ReplicaAddress]:
    """The replicas behind http://HOST:PORT; a host name with several addresses stands for as many. Raises StoreError."""
    listed: dict[ReplicaAddress, None] = {}
    for url in urls:
        parts = urlsplit(url)
        if parts.scheme != "http" or not parts.hostname:
            raise StoreError(f"{url} is no address of a replica; name http://HOST:PORT, without the balancer between")
        try:
            resolved = socket.getaddrinfo(parts.hostname, parts.port or 80, type=socket.SOCK_STREAM)
        except (OSError, ValueError) as error:
            raise StoreError(f"{url}: {error}") from None
        listed.update({ReplicaAddress(str(address[0]), int(address[1])): None for *_, address in resolved})
    return list(listed)


def lacking(urls: Sequence[str], is_ready: Callable[[ReplicaHealth], bool]) -> Iterator[str]:
    """The replicas that are not ready, and what they say."""
    for address in addresses(urls):
        try:
            health = _health(address)
        except (OSError, http.client.HTTPException, msgspec.DecodeError) as error:
            yield f"{address} does not say ({error})"
            continue
        if not is_ready(health):
            staged = f" and has staged {health.staged}" if health.staged else ""
            yield f"{address} serves {health.snapshot}{staged}"


def _health(address: ReplicaAddress) -> ReplicaHealth:
    connection = http.client.HTTPConnection(address.host, address.port, timeout=_TIMEOUT)
    try:
        connection.request("GET", "/healthz")
        return msgspec.json.decode(connection.getresponse().read(_LARGEST), type=ReplicaHealth)
    finally:
        connection.close()

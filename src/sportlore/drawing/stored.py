"""The figure of the body in the store of a snapshot: a server draws any choice of muscles from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec
from msgspec import Struct

from sportlore.contract.record import Buffer
from sportlore.model import Body, Entity

_KEY = b"\0body"


class StoredBody(Struct, frozen=True):
    """The figure, and the names of its muscle groups by id."""

    body: Body
    names: Mapping[str, str]


_DECODER = msgspec.msgpack.Decoder(StoredBody)


def entries(body: Body | None, entities: Mapping[str, Entity]) -> Iterator[tuple[bytes, bytes]]:
    """The key and the value of the store, if the catalogue has a figure."""
    if body is not None:
        names = {region.muscle: entities[region.muscle].name for region in body.regions.values()}
        yield _KEY, msgspec.msgpack.encode(StoredBody(body, names))


def stored(value: Callable[[bytes], Buffer | None]) -> StoredBody | None:
    """The figure that a store holds, if any; `value` reads the store."""
    entry = value(_KEY)
    return _DECODER.decode(entry) if entry is not None else None

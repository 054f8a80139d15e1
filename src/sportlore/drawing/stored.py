"""The figure of the body in the store of a snapshot: a server draws any choice of muscles from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec
from msgspec import Struct

from sportlore.contract.record import Buffer
from sportlore.graph import Graph
from sportlore.model import Body

_KEY = b"\0body"


class StoredBody(Struct, frozen=True):
    """The figure, and the names of its muscle groups by id."""

    body: Body
    names: Mapping[str, str]


_DECODER = msgspec.msgpack.Decoder(StoredBody)


def entries(graph: Graph) -> Iterator[tuple[bytes, bytes]]:
    """The key and the value of the store, if the catalogue has a figure."""
    body = graph.vocabulary.body
    if body is not None:
        yield _KEY, msgspec.msgpack.encode(StoredBody(body, muscles(graph, body)))


def muscles(graph: Graph, body: Body) -> dict[str, str]:
    """The names of the muscle groups of a figure by id, in the order in which it states them."""
    return {region.muscle: graph.entities[region.muscle].name for region in body.regions.values()}


def stored(value: Callable[[bytes], Buffer | None]) -> StoredBody | None:
    """The figure that a store holds, if any; `value` reads the store."""
    entry = value(_KEY)
    return _DECODER.decode(entry) if entry is not None else None

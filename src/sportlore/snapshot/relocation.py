"""A snapshot at another address: the same knowledge, with the addresses of another site in it, and nothing compressed.

A wheel carries a snapshot in this form: it is small in an archive, and wherever it is served, its addresses are replaced in
seconds instead of all being built again. The bodies are those that a build for that site makes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import msgspec
from msgspec import Struct

from sportlore.contract.operations import ROOT
from sportlore.contract.record import IDENTITY, Resource
from sportlore.snapshot.format import ENTRY_DIGEST, INFO, LOCATIONS, NAMES, RANKED, Index, Info, Manifest
from sportlore.snapshot.reader import Snapshot
from sportlore.snapshot.writer import write

_OWN = (INFO, NAMES, LOCATIONS, RANKED)
"""How the keys of the store begin that writing makes anew."""


class _Item(Struct, frozen=True):
    """What an item says of its entity."""

    id: str


_ITEM = msgspec.json.Decoder(_Item)


def relocated(snapshot: Snapshot, out: Path, site_url: str) -> Manifest:
    """Write what a snapshot holds into `out`, for another site, uncompressed. The base path must be the one of a site."""
    before, after = snapshot.info.site_url.encode(), site_url.encode()
    if snapshot.info.base_url != f"{snapshot.info.site_url}{ROOT}":
        raise ValueError(f"{snapshot.folder} has a base path of its own: build it for {site_url}")
    lists = {type: snapshot.list_items(type, range(index.total)).each() for type, index in snapshot.info.lists.items()}
    items = {_ITEM.decode(item).id: item.replace(before, after) for each in lists.values() for item in each}
    info = msgspec.json.decode(msgspec.json.encode(snapshot.info).replace(before, after), type=Info)
    slugs = {type: [id.partition("/")[2] for id in items if id.startswith(f"{type}/")] for type in snapshot.info.lists}
    ids = [_ITEM.decode(item).id for item in snapshot.items(range(snapshot.entities)).each()]
    index = Index(lambda: dict(_index(snapshot, before, after)), ids, slugs)
    return write(out, _resources(snapshot, before, after), info, index, items.__getitem__, compress=False)


def _index(snapshot: Snapshot, before: bytes, after: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The search index: all of the store but what says where records and items are."""
    for key, value in snapshot.pairs_from(b"\0"):
        if not key.startswith(_OWN):
            yield key, bytes(value).replace(before, after)


def _resources(snapshot: Snapshot, before: bytes, after: bytes) -> Iterator[Resource]:
    """What stands at each path, as clients without content codings get it, with the other address."""
    keys = [key for key, _ in snapshot.pairs_from(b"/")]
    for key in sorted(
        keys, key=lambda key: snapshot.span(key, (IDENTITY,)) or ()
    ):  # in the order in which they were made
        path = key.decode()
        head, _, body = (snapshot.get(path, IDENTITY) or b"").partition(b"\r\n\r\n")
        fields = dict(line.split(": ", 1) for line in head.replace(before, after).decode("latin-1").split("\r\n"))
        yield Resource(
            path,
            fields["content-type"],
            partial(body.replace, before, after),
            snapshot.entry(key)[:ENTRY_DIGEST],
            (fields["link"],) if "link" in fields else (),
            fields["cache-control"],
            fields.get("last-modified", ""),
        )

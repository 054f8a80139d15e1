"""The real catalogue as the benchmark sees it: the paths of each kind, and the bodies that must be answered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import product
from pathlib import Path

import msgspec

from sportlore.contract.queries import BadRequest
from sportlore.contract.record import GZIP, IDENTITY
from sportlore.server.answer import Responder
from sportlore.snapshot import Snapshot

ODD_SIZE = 37
"""A page size that no page is stored at."""
LARGEST_SIZE = 100
_FILTER = "of-sport"
"""The relation by which lists are filtered: with many types and values of it, a cache of answers helps little."""


class Catalogue:
    """A built snapshot, read directly and not through a server."""

    def __init__(self, folder: Path) -> None:
        self.snapshot = Snapshot(folder)
        self._service = Responder(self.snapshot)
        self.lists = self.snapshot.info.lists

    @cached_property
    def entities(self) -> list[str]:
        return [f"/v1/entities/{type}/{slug}" for type in self.lists for slug in self._slugs(type)]

    def _slugs(self, type: str) -> list[str]:
        return self.snapshot.names(f"/v1/entities/{type}")

    @cached_property
    def list_pages(self) -> list[str]:
        """The first page of each type that has entities, at the default size."""
        return [f"/v1/entities/{type}" for type, index in self.lists.items() if index.total]

    @cached_property
    def odd_pages(self) -> list[str]:
        """The second page, at an odd size, of each type that has one."""
        enough = (type for type, index in self.lists.items() if index.total > ODD_SIZE)
        return [f"/v1/entities/{type}?page=2&pageSize={ODD_SIZE}" for type in enough]

    @cached_property
    def largest_pages(self) -> list[str]:
        """The first page, as large as may be, of each type that fills half of one."""
        enough = (type for type, index in self.lists.items() if index.total > LARGEST_SIZE // 2)
        return [f"/v1/entities/{type}?pageSize={LARGEST_SIZE}" for type in enough]

    @cached_property
    def filtered(self) -> list[str]:
        """The entities of a type that belong to a sport, for every type and sport with at least three of them."""
        found = []
        for type, sport in product(self.lists, self._slugs("sport")):
            path = f"/v1/entities/{type}?{_FILTER}={sport}"
            try:
                total = msgspec.json.decode(self._composed(path, IDENTITY))["pagination"]["total"]
            except BadRequest:  # a type without the relation
                continue
            found += [path] if total >= 3 else []
        return found

    @cached_property
    def tools(self) -> list[str]:
        """Each calculator and each course."""
        parents = ("/v1/calculators", "/v1/learning/courses")
        found = (f"{parent}/{name}" for parent in parents for name in self.snapshot.names(parent))
        return [path for path in found if self.snapshot.body(path) is not None]

    @cached_property
    def names(self) -> list[str]:
        return [msgspec.json.decode(self.body(path))["name"] for path in self.entities]

    def body(self, path: str) -> bytes:
        """The body that must be answered at a path, composed here where the snapshot has no record of it."""
        body = self.snapshot.body(self._stored(path))
        return body if body is not None else self._composed(path, IDENTITY)

    def compressed(self, path: str) -> bytes | None:
        """The gzip variant, if there is one."""
        record = self.snapshot.get(self._stored(path), b"g")
        if record is None and "?" in path:
            return self._composed(path, GZIP)
        return record[record.index(b"\r\n\r\n") + 4 :] if record is not None else None

    def _composed(self, path: str, variant: bytes) -> bytes:
        place, _, query = path.partition("?")
        record = self._service.find(place, query.encode(), (variant,))
        if record is None:
            raise KeyError(path)
        return b"".join(record).partition(b"\r\n\r\n")[2]

    def _stored(self, path: str) -> str:
        return f"{path}?page=1" if path in self.list_pages else path

    def exported(self, paths: Sequence[str]) -> dict[str, tuple[bytes, bytes | None]]:
        """What nginx serves at the file of each path."""
        return {file_path(path): (self.body(path), self.compressed(path)) for path in paths}

    def close(self) -> None:
        self.snapshot.close()


def file_path(path: str) -> str:
    """The path of the same body at nginx, where no file may be a folder too.

    file_path("/v1/entities/sport/tennis") -> "/v1/entities/sport/tennis"
    file_path("/v1/entities/sport?page=2&pageSize=37") -> "/pages/v1-entities-sport-page-2-pageSize-37"
    """
    if re.fullmatch(r"/v1/entities/[a-z-]+/[a-z0-9-]+", path):
        return path
    return "/pages/" + re.sub(r"[^A-Za-z0-9]+", "-", path).strip("-")

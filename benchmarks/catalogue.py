"""The real catalogue as the benchmark sees it: the paths of each kind, and the bodies that must be answered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import msgspec

from sportlore.contract.paging import frame
from sportlore.snapshot import Snapshot

ODD_SIZE = 37
"""A page size that no page is stored at."""


class Catalogue:
    """A built snapshot, read directly and not through a server."""

    def __init__(self, folder: Path) -> None:
        self.snapshot = Snapshot(folder)
        self.lists = self.snapshot.info.lists

    @cached_property
    def entities(self) -> list[str]:
        return [f"/v1/entities/{type}/{slug}" for type, index in self.lists.items() for slug in index.slugs]

    @cached_property
    def list_pages(self) -> list[str]:
        """The first page of each type that has entities, at the default size."""
        return [f"/v1/entities/{type}" for type, index in self.lists.items() if index.slugs]

    @cached_property
    def odd_pages(self) -> list[str]:
        """The second page, at an odd size, of each type that has one."""
        enough = (type for type, index in self.lists.items() if len(index.slugs) > ODD_SIZE)
        return [f"/v1/entities/{type}?page=2&pageSize={ODD_SIZE}" for type in enough]

    @cached_property
    def tools(self) -> list[str]:
        """Each calculator and each course."""
        parents = ("/v1/calculators", "/v1/learning/courses")
        found = (f"{parent}/{name}" for parent in parents for name in self.snapshot.info.names[parent])
        return [path for path in found if self.snapshot.body(path) is not None]

    @cached_property
    def names(self) -> list[str]:
        return [msgspec.json.decode(self.body(path))["name"] for path in self.entities]

    def body(self, path: str) -> bytes:
        """The body that must be answered at a path, composed here where the snapshot has no record of it."""
        if found := re.fullmatch(rf"/v1/entities/([a-z-]+)\?page=2&pageSize={ODD_SIZE}", path):
            index = self.lists[found[1]]
            before, after = frame(len(index.slugs), 2, ODD_SIZE, meta=index.meta)
            return b"".join((before, *self.snapshot.stretch(found[1], ODD_SIZE, ODD_SIZE).plain, after))
        body = self.snapshot.body(self._stored(path))
        if body is None:
            raise KeyError(path)
        return body

    def compressed(self, path: str) -> bytes | None:
        """The gzip variant, if there is one."""
        record = self.snapshot.get(self._stored(path), b"g")
        return record[record.index(b"\r\n\r\n") + 4 :] if record is not None else None

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

"""Any two entities at one scale, composed at request from the stored plans and shapes."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import quote

from msgspec import UNSET, Struct, UnsetType

from sportlore.contract import schemas
from sportlore.contract.addresses import PAIR, PORTRAIT, drawing_path
from sportlore.contract.parameters import inputs_request
from sportlore.contract.queries import BadRequest, shown
from sportlore.contract.record import SIDE
from sportlore.diagnostics import did_you_mean
from sportlore.snapshot import Generation

if TYPE_CHECKING:
    from sportlore.drawing.beside import StoredSides
    from sportlore.drawing.model import Drawing

_SIDES = ("a", "b")
_PATHS = (drawing_path(PAIR), drawing_path(f"{PAIR}{PORTRAIT}"))


class Picture(Struct, frozen=True):
    """A picture at its address; sizes are in units of the page."""

    path: str
    width: int
    height: int


class Pair(Struct, frozen=True):
    """Two entities at one scale: the words, and the picture for desks and that for phones."""

    title: str
    description: str
    wide: Picture
    narrow: Picture


class Pairs:
    """The pairs of a snapshot. What draws is loaded when the first one is asked for: most servers never draw."""

    def __init__(self, snapshot: Generation) -> None:
        self._snapshot = snapshot

    @cached_property
    def _stored(self) -> StoredSides:
        from sportlore.drawing.beside import StoredSides  # noqa: PLC0415

        return StoredSides(self._snapshot.value)

    def _drawn(self, a: str, b: str) -> Drawing | None:
        known = all(self._snapshot.value(SIDE + id.encode()) is not None for id in (a, b))
        return self._stored.pair(a, b) if known else None

    def of(self, a: str, b: str) -> Pair | None:
        """Two entities by their ids; None where they are not drawn, or would show nothing at one scale."""
        item = self._drawn(a, b)
        if item is None:
            return None
        from sportlore.drawing.layout import arranged  # noqa: PLC0415

        query = f"a={quote(a)}&b={quote(b)}"
        pages = (arranged(item), arranged(item, "portrait"))
        wide, narrow = (
            Picture(f"{path}?{query}", round(page.width), round(page.height))
            for path, page in zip(_PATHS, pages, strict=True)
        )
        return Pair(item.title, item.description, wide, narrow)

    def described(self, a: str, b: str) -> list[schemas.Drawing] | UnsetType:
        """What the answer for two entities says of their picture."""
        item = self.of(a, b)
        if item is None:
            return UNSET
        address = f"{self._snapshot.info.site_url}{item.wide.path}"
        return [
            schemas.Drawing(
                kind="pair",
                title=item.title,
                description=item.description,
                url=address,
                width=item.wide.width,
                height=item.wide.height,
                formats={"svg": address},
            )
        ]

    def file(self, path: str, query: bytes) -> bytes | None:
        """The picture at one of the two paths; None elsewhere; raises BadRequest."""
        if path not in _PATHS:
            return None
        texts = inputs_request(query)
        for name in texts:
            if name not in _SIDES:
                raise BadRequest(f"no parameter `{name}`; {did_you_mean(name, _SIDES, 'the parameters are a and b')}")
        if missing := [name for name in _SIDES if not texts.get(name)]:
            raise BadRequest(f"`{missing[0]}` is missing; give two ids, as in a=sport/tennis&b=sport/badminton")
        item = self._drawn(texts["a"], texts["b"])
        if item is None:
            both = f"{shown(texts['a'])} and {shown(texts['b'])}"
            raise BadRequest(f"{both} are not drawn at one scale; name two that have drawings")
        from sportlore.drawing.layout import arranged  # noqa: PLC0415
        from sportlore.drawing.vector import file  # noqa: PLC0415

        return file(arranged(item, "portrait" if path == _PATHS[1] else "landscape"))

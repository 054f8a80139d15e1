"""A drawing whose marks have letters and no names, so that one can be asked where a mark is; and each letter in words.

The words say what a mark looks like and where it lies, so that the question is the same for who cannot see the drawing.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec
import svg
from msgspec import Struct

from sportlore.drawing.composition import metres
from sportlore.drawing.frame import framed, short
from sportlore.drawing.geometry import bounds, points
from sportlore.drawing.layout import Layout, arranged, is_long
from sportlore.drawing.measures import measures
from sportlore.drawing.model import Circle, Citation, Drawing, Feature, Path, Point, Shape, Spot
from sportlore.drawing.vector import marking

_ALPHABET = "ABCDEFGH"
"""The letters of a drawing, at most."""
_RADIUS = 11.5
"""Of the disc under a letter, in units of the page: with its edge 24 pixels across where a phone shows one a pixel."""
_NEAREST = 2 * _RADIUS + 2
_CLEAR = 5.0
"""How far from every other mark a letter is at least."""
_ALONG = 24
"""Points of a shape at which a letter may stand."""
_SAME = 0.001
"""Metres within which two distances are one."""
_REMEMBERED = 64
"""Drawings of which it is remembered where letters stand."""
_COUNTS: Mapping[int, str] = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}


class Letter(Struct, frozen=True):
    """A mark by its letter: what it is called, where it lies in words, its measures and where these are stated."""

    letter: str
    name: str
    words: str
    measures: str
    citation: Citation


def letters(item: Drawing) -> tuple[Letter, ...]:
    """The marks that can be asked for, in their order: no two are called the same, lie alike in words, or on one another."""
    rows = {row.name: row for row in measures(item)}
    return tuple(
        Letter(letter, mark.name, mark.words, rows[mark.feature.name].text, mark.feature.citation)
        for letter, (mark, _) in zip(_ALPHABET, _placed(item), strict=False)
    )


def _called(name: str) -> str:
    """What a mark is called in a sentence: "Short service lines" -> "short service lines", "Walls, with mesh" -> "walls"."""
    called = name.partition(", ")[0]
    return called if called[1:2].isupper() else called[:1].lower() + called[1:]


def in_words(item: Drawing, feature: Feature) -> str:
    """What a mark looks like, and where it lies: "two lines across, 6.10 m long, each 1.98 m from the middle"."""
    if feature is item.features[0]:
        return "the outline of the whole"
    upright = item.kind in ("elevation", "section")
    looks = [_looks(shape, upright=upright) for shape in feature.shapes]
    nouns = " and ".join(_counted(noun, count) for noun, count in Counter(noun for noun, _ in looks).items())
    size = looks[0][1] if len({*looks}) == 1 else ""
    where = dict.fromkeys(_where(shape, looks[0][0], upright=upright) for shape in feature.shapes)
    several = len(feature.shapes) > 1 and len({noun for noun, _ in looks}) == 1 and [*where] != ["in the middle"]
    at = f"{'each ' if several else ''}{next(iter(where))}" if len(where) == 1 else "at several distances"
    return ", ".join(filter(None, (nouns, size, at)))


def _counted(noun: str, count: int) -> str:
    """ "a line across", "two lines across"."""
    if count == 1:
        return f"a {noun}"
    first, gap, rest = noun.partition(" ")
    return f"{_COUNTS.get(count, str(count))} {first}s{gap}{rest}"


def _where(shape: Shape, noun: str, *, upright: bool) -> str:
    size = bounds([shape])
    if upright:
        return f"up to {_about(size.top)} high" if size.top > 0 else "at the foot"
    across, along = abs(size.left + size.right) / 2, abs(size.bottom + size.top) / 2
    beside = along >= _SAME and not (noun == "line across" and size.height < _SAME)
    parts = [f"{_about(across)} from the middle"] if across >= _SAME else []
    parts += [f"{_about(along)} to the side"] if beside else []
    return " and ".join(parts) or "in the middle"


def _about(value: float) -> str:
    """A distance that tells marks apart: to the centimetre, since it is not one that is stated."""
    return metres(round(value, 2))


def _looks(shape: Shape, *, upright: bool) -> tuple[str, str]:
    """What a shape is called, and its size: ("line across", "6.10 m long"), ("rectangle", "5.80 m by 4.90 m")."""
    size = bounds([shape])
    match shape:
        case Circle(radius=radius):
            return "circle", f"radius {_about(radius)}"
        case Spot():
            return "spot", ""
        case Path(closed=False) if len(shape.vertices) == 2 and not shape.vertices[1].radius:
            if size.width > _SAME and size.height > _SAME:
                return "line aslant", ""
            level, standing = ("level", "upright") if upright else ("along", "across")
            return (
                (f"line {standing}", f"{_about(size.height)} long")
                if size.width <= _SAME
                else (
                    f"line {level}",
                    f"{_about(size.width)} long",
                )
            )
        case _:
            is_curved = any(vertex.radius for vertex in shape.vertices)
            by = f"{_about(size.width)} by {_about(size.height)}"
            if is_curved:
                return "curve", by
            return ("rectangle" if shape.closed and len(shape.vertices) == 4 else "shape of straight lines"), by


def lettered(item: Drawing, id: str, marks: Sequence[Letter], targets: Mapping[str, str]) -> str:
    """The drawing as part of a page, each letter a link to its target.

    It is hidden from screen readers and from the keyboard: the list of letters beside it says and leads to the same.
    """
    page = _page(item)
    elements: list[svg.Element] = [
        marking(page, feature, outline=not i) for i, feature in enumerate(page.drawing.features)
    ]
    elements += (_badge(mark.letter, at, targets[mark.letter]) for mark, at in zip(marks, centres(item), strict=True))
    size = (page.width, page.height)
    return str(
        framed(id, item.title, "", size, elements, alone=False, classes=["plan", "asked"], style="", labels="hidden")
    )


def _page(item: Drawing) -> Layout:
    """The page of a drawing without words."""
    bare = (msgspec.structs.replace(feature, dimensions=(), listed=False) for feature in item.features)
    mute = msgspec.structs.replace(item, features=tuple(bare), legend=(), narrow=None, background=())
    return arranged(mute, "portrait" if is_long(item) else "landscape")


def _badge(letter: str, at: Point, target: str) -> svg.Element:
    x, y = short(at[0]), short(at[1])
    return svg.A(
        href=target,
        extra={"tabindex": "-1"},
        elements=[svg.Circle(cx=x, cy=y, r=_RADIUS), svg.Text(x=x, y=y, text=letter)],
    )


def centres(item: Drawing) -> tuple[Point, ...]:
    """Where the letters stand on the page, each on its mark."""
    return tuple(at for _, at in _placed(item))


class _Mark(Struct, frozen=True):
    feature: Feature
    name: str
    words: str
    chains: tuple[tuple[Point, ...], ...]


@lru_cache(_REMEMBERED)
def _placed(item: Drawing) -> tuple[tuple[_Mark, Point], ...]:
    """The marks that have letters, and where these stand: furthest from other marks and from the letters before.

    What lies on another mark for all of its length has none, such as a goal on its line.
    """
    page, marks = _page(item), list[_Mark]()
    for feature in item.features:
        name, words = _called(feature.name), in_words(item, feature)
        known = feature.listed and all(name != mark.name and words != mark.words for mark in marks)
        mark = _Mark(feature, name, words, tuple(_chains(page, feature)))
        if known and len(marks) < len(_ALPHABET) and _best(mark, marks, [], page)[0] >= _CLEAR:
            marks.append(mark)
    placed = list[tuple[_Mark, Point]]()
    for mark in marks:
        room, at = _best(mark, [other for other in marks if other is not mark], [at for _, at in placed], page)
        if room >= _CLEAR:
            placed.append((mark, at))
    return tuple(placed)


def _best(mark: _Mark, others: Sequence[_Mark], taken: Sequence[Point], page: Layout) -> tuple[float, Point]:
    """The most room for a letter on a mark, and where that is."""
    chains = [chain for other in others for chain in other.chains]
    return max(((_room(at, chains, taken, page), at) for at in _stations(mark.chains)), key=lambda entry: entry[0])


def _chains(page: Layout, feature: Feature) -> Iterator[tuple[Point, ...]]:
    yield from (tuple(map(page.to_page, points(shape, 0.2))) for shape in feature.shapes)


def _stations(chains: Sequence[tuple[Point, ...]]) -> Iterator[Point]:
    """Points along the shapes, their middles first."""
    for chain in chains:
        if len(chain) == 1:
            yield chain[0]
            continue
        lengths = [math.dist(a, b) for a, b in pairwise(chain)]
        for i in sorted(range(1, _ALONG), key=lambda i: abs(i - _ALONG / 2)):
            rest = sum(lengths) * i / _ALONG
            for (a, b), length in zip(pairwise(chain), lengths, strict=True):
                if rest <= length:
                    share = rest / length if length else 0.0
                    yield a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
                    break
                rest -= length


def _room(at: Point, others: Sequence[tuple[Point, ...]], taken: Sequence[Point], page: Layout) -> float:
    """How far a point is from what a letter there could be taken for; no further counts than is needed."""
    edge = min(at[0], at[1], page.width - at[0], page.height - at[1])
    if edge < _RADIUS + 1 or any(math.dist(at, other) < _NEAREST for other in taken):
        return -1.0
    nearest = min((_to_chain(at, chain) for chain in others), default=math.inf)
    return round(min(nearest, 2 * _NEAREST), 3)


def _to_chain(at: Point, chain: Sequence[Point]) -> float:
    if len(chain) == 1:
        return math.dist(at, chain[0])
    return min(_to_piece(at, a, b) for a, b in pairwise(chain))


def _to_piece(at: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    share = max(0.0, min(1.0, ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / square)) if square else 0.0
    return math.dist(at, (a[0] + dx * share, a[1] + dy * share))

"""Key poses side by side, or one below the other where they lie: the same figure as a page and as a file of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

import svg
from msgspec import Struct

from sportlore.drawing.frame import short
from sportlore.drawing.model import Bounds
from sportlore.drawing.motion.parts import LAYERS, Part, layers, outline_name, part, points
from sportlore.drawing.motion.poses import Mover, Shown, frames
from sportlore.drawing.motion.skeleton import Frame
from sportlore.drawing.motion.things import before, behind, thing_box, things
from sportlore.drawing.once import once
from sportlore.drawing.splines import Spline
from sportlore.model import Motion

WIDTH = 350
"""Units of the page: pixels on a phone."""
_EDGE = 8.0
_TALLEST = 190.0
"""How high a standing figure is drawn at most."""
_LINE = 15.0
_LETTER = 6.9
"""The width of a letter, about."""

STYLE = (
    "svg{--ground:#f4f5f0;--skin:#dfe4dc;--far:#f4f5f0;--line:#1b211e;--quiet:#57605b;--accent:#0b5a3c}"
    "@media(prefers-color-scheme:dark){svg{--ground:#1c221f;--skin:#3b4740;--far:#1c221f;--line:#e4e8e3;--quiet:#a4aea8;"
    "--accent:#84d3ac}}"
    ".ground{fill:var(--ground)}.edge{fill:none;stroke:var(--line);stroke-width:26;stroke-linejoin:round}"
    ".edge.far{stroke-width:22;stroke-dasharray:50 26}.flesh{fill:var(--skin)}.flesh.far{fill:var(--far)}"
    ".floor{stroke:var(--line);stroke-width:1.5}.thing{fill:var(--ground);stroke:var(--quiet);stroke-width:14;"
    "stroke-linejoin:round}.wire{fill:none;stroke:var(--quiet);stroke-width:12}"
    ".load{fill:var(--accent);stroke:var(--ground);stroke-width:10}.rim{fill:none;stroke:var(--accent);stroke-width:22}"
    ".plumb{stroke:var(--accent);stroke-width:1.2;stroke-dasharray:4 4}"
    "text{font:12px system-ui,sans-serif;fill:var(--line);text-anchor:middle}.number{font-weight:700}"
)
"""The style of a file. The site's style sheet has the same rules for strips in pages."""


class Strip(Struct, frozen=True):
    """An exercise's key poses in words; `id` ends its address: "exercise/back-squat-motion"."""

    id: str
    title: str
    description: str
    frame: Frame
    motion: Motion


class Page:
    """Where each pose stands on the page."""

    def __init__(self, strip: Strip) -> None:
        self.strip, self.frame, self.motion = strip, strip.frame, strip.motion
        self.mover = Mover(strip.frame, strip.motion)
        self.poses = [self.mover.key(i) for i in range(len(strip.motion.poses))]
        self.layers = layers(self.motion, self.poses)
        self.boxes = [self._box(shown) for shown in self.poses]
        wide, high = max(b.right - b.left for b in self.boxes), max(b.top for b in self.boxes)
        self.in_rows = wide > 1.15 * high and len(self.poses) > 1
        if self.in_rows:
            # One above the other, so that what is in contact stands on one line.
            self.boxes = [Bounds(min(b.left for b in self.boxes), 0.0, max(b.right for b in self.boxes), high)] * len(
                self.poses
            )
            wide = self.boxes[0].width
        self.columns = 1 if self.in_rows else len(self.poses)
        room = (WIDTH - 2 * _EDGE) / self.columns - _EDGE
        self.scale = min(room / wide, (_TALLEST * 0.62 if self.in_rows else _TALLEST) / high)
        self.high = high * self.scale
        self.lines = 0 if self.in_rows or self.columns == 1 else max(len(words) for words in self.labels)

    @cached_property
    def moving(self) -> list[Shown]:
        """The figures of the motion."""
        return list(frames(self.mover))

    def _box(self, shown: Shown) -> Bounds:
        """What a pose takes up, with the things that stand there, in millimetres."""
        drawn = [*points(self.frame, self.motion, shown), *thing_box(self.frame, self.motion, shown)]
        xs, ys = zip(*drawn, strict=True)
        return Bounds(min(xs), min(0.0, *ys), max(xs), max(ys))

    @cached_property
    def labels(self) -> list[list[str]]:
        """The words below each pose, in lines that fit its column."""
        most = int(((WIDTH - 2 * _EDGE) / max(1, self.columns) - 4) / _LETTER)
        return [_wrapped(pose.name, most) for pose in self.motion.poses]

    @property
    def height(self) -> int:
        """Units of the page."""
        above = (len(self.poses) - 1) * self.row if self.in_rows else 0.0
        return round(above + self.high + _LINE * (self.lines + 1) + 2 * _EDGE)

    @property
    def row(self) -> float:
        """From one floor to the next, where poses stand one below the other."""
        return self.high + 3 * _LINE

    def origin(self, index: int) -> tuple[float, float]:
        """Where the contact of a pose stands on the floor, in units of the page."""
        box = self.boxes[index]
        middle = (box.left + box.right) / 2 * self.scale
        if self.in_rows:
            return WIDTH / 2 - middle, _EDGE + self.high + index * self.row
        column = (WIDTH - 2 * _EDGE) / self.columns
        return _EDGE + column * (index + 0.5) - middle, _EDGE + self.high


@once
def page_of(strip: Strip) -> Page:
    """Where the poses of a strip stand: its forms share what is placed."""
    return Page(strip)


def _wrapped(text: str, most: int) -> list[str]:
    """The words in lines of at most a number of letters."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > most:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def size(strip: Strip) -> tuple[int, int]:
    """Width and height in units of the page."""
    return WIDTH, page_of(strip).height


def inline(strip: Strip, id: str) -> str:
    """The strip as part of a page; `id` is unique in it."""
    return str(_document(page_of(strip), id, alone=False))


def file(strip: Strip) -> bytes:
    """The strip as a file of its own."""
    return str(_document(page_of(strip), "m", alone=True)).encode()


def miniature(strip: Strip) -> bytes:
    """The pose in the middle of the motion as a file, without words: for lists."""
    page = Page(strip)
    index = len(page.poses) // 2
    x, y = page.origin(index)
    box, edge = page.boxes[index], _EDGE / 2
    width, height = box.width * page.scale + 2 * edge, box.top * page.scale + 2 * edge
    return str(
        svg.SVG(
            xmlns="http://www.w3.org/2000/svg",
            viewBox=svg.ViewBoxSpec(
                short(x + box.left * page.scale - edge), short(y - height + edge), short(width), short(height)
            ),
            extra={"aria-hidden": "true"},
            elements=[
                svg.Style(text=STYLE),
                svg.Defs(elements=list(_outlines(page, "m"))),
                _placed(page, "m", index),
            ],
        )
    ).encode()


def _document(page: Page, id: str, *, alone: bool) -> svg.SVG:
    strip = page.strip
    return svg.SVG(
        xmlns="http://www.w3.org/2000/svg" if alone else None,
        class_=None if alone else ["motion"],
        viewBox=svg.ViewBoxSpec(0, 0, WIDTH, page.height),
        extra={"role": "img", "aria-labelledby": f"{id}-title {id}-desc"},
        elements=[
            svg.Title(id=f"{id}-title", text=svg.escape(strip.title)),
            svg.Desc(id=f"{id}-desc", text=svg.escape(strip.description)),
            *([svg.Style(text=STYLE)] if alone else []),
            svg.Rect(class_=["ground"], width=WIDTH, height=page.height),
            svg.Defs(elements=list(_outlines(page, id))),
            *(svg.G(extra={"data-pose": str(i)}, elements=list(_pose(page, id, i))) for i in range(len(page.poses))),
        ],
    )


def _outlines(page: Page, id: str) -> Iterator[svg.Element]:
    """The outline of each segment, once."""
    names = {outline_name(page.motion, name) for name in part_names(page)}
    outlines = page.frame.skeleton.outlines[page.motion.view]
    for name, curve in outlines.items():
        if name in names:
            # Splines are written in twice their units.
            yield svg.Path(id=f"{id}-{name}", transform=[svg.Scale(0.5)], d=[Spline(curve, closed=True)])


def part_names(page: Page) -> tuple[str, ...]:
    """The segments that are drawn, from behind."""
    return tuple(name for layer in LAYERS for name in page.layers.get(layer, ()))


def _pose(page: Page, id: str, index: int) -> Iterator[svg.Element]:
    """A pose with its floor, its things, its figure and its words."""
    x, y = page.origin(index)
    half = (WIDTH - 2 * _EDGE) / page.columns / 2 - 3
    middle = WIDTH / 2 if page.in_rows else _EDGE + (WIDTH - 2 * _EDGE) / page.columns * (index + 0.5)
    pose = page.motion.poses[index]
    yield svg.Path(class_=["floor"], d=[svg.MoveTo(short(middle - half), short(y)), svg.H(short(middle + half))])
    if page.motion.path == "vertical" and next(iter(page.motion.contact), "").startswith("feet"):
        d: list[svg.PathData] = [svg.MoveTo(short(x), short(y)), svg.V(short(y - page.high))]
        yield svg.Path(class_=["plumb"], d=d)
    yield _placed(page, id, index)
    words = [(f"Step {pose.step}", ["number"]), *((line, None) for line in page.labels[index])]
    if page.in_rows or page.columns == 1:
        number = svg.TSpan(class_=["number"], text=f"Step {pose.step}")
        name = svg.TSpan(dx=5, text=svg.escape(pose.name))
        yield svg.Text(x=short(middle), y=short(y + 14), elements=[number, name])
        return
    for i, (text, classes) in enumerate(words):
        yield svg.Text(x=short(middle), y=short(y + 14 + i * _LINE), text=svg.escape(text), class_=classes)


def _placed(page: Page, id: str, index: int) -> svg.Element:
    """The things and the figure of a pose, where it stands on the page."""
    x, y = page.origin(index)
    scale, shown = round(page.scale, 4), page.poses[index]
    return svg.G(
        transform=[svg.Translate(short(x), short(y)), svg.Scale(scale, -scale)],
        elements=[
            *things(page.motion, bars=False),
            svg.G(
                extra={"data-figure": ""} if not index else {},
                elements=[
                    *_moved(behind(page.frame, page.motion, shown)),
                    *_figure(page, f"{id}{index}", id, shown),
                    *_moved(before(page.frame, page.motion, shown)),
                ],
            ),
            *things(page.motion, bars=True),
        ],
    )


def _figure(page: Page, key: str, id: str, shown: Shown) -> Iterator[svg.Element]:
    """The layers of a figure: the edges of all parts of one first, then their flesh, so that only its contour is seen."""
    for i, layer in enumerate(layer for layer in LAYERS if layer in page.layers):
        far = ["far"] if layer.startswith("far") else []
        drawn: list[svg.Element] = [
            svg.Use(
                href=f"#{id}-{outline_name(page.motion, name)}",
                transform=_transform(part(page.motion.view, shown, name)),
            )
            for name in page.layers[layer]
        ]
        yield svg.G(class_=["edge", *far], elements=[svg.G(id=f"{key}{i}", elements=drawn)])
        yield svg.Use(class_=["flesh", *far], href=f"#{key}{i}")


def _moved(items: Iterable[tuple[svg.Element, Part]]) -> Iterator[svg.Element]:
    for element, placement in items:
        yield svg.G(transform=_transform(placement), elements=[element])


def _transform(placement: Part) -> list[svg.Transform]:
    """The transform of a part, as the script writes it."""
    across, along = -1 if placement.mirrored else 1, short(placement.long, 2)
    moved: list[svg.Transform] = [
        svg.Translate(round(placement.x), round(placement.y)),
        svg.Rotate(short(placement.turn)),
    ]
    return [*moved, *([] if across == along == 1 else [svg.Scale(across, along)])]

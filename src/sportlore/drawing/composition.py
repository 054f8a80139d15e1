"""From the plan of an entity to a drawing: its expressions computed, its marks repeated and mirrored.

A pure function of the entity. What has no value or does not fit is a fault at its place in the plan, and left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from sportlore import formula
from sportlore.diagnostics import did_you_mean
from sportlore.drawing.geometry import (
    bounds,
    centre,
    covers,
    length,
    micrometres,
    mirrored,
    points,
    segments,
)
from sportlore.drawing.model import Circle, Citation, Dimension, Drawing, Feature, Path, Point, Shape, Spot, Vertex
from sportlore.drawing.once import once
from sportlore.model import (
    ByScope,
    Entity,
    FactValue,
    Mark,
    Plan,
    PlanScope,
    Position,
    Quantity,
    Span,
    Step,
    hull,
)

INDEX = "i"
"""The name that counts the repetitions of a mark, from 0."""


class Fault(Struct, frozen=True):
    """What is wrong in a plan: where below `[plan]`, of which rule, what, and what to do."""

    path: tuple[str | int, ...]
    rule: str
    message: str
    help: str


class Composed(Struct, frozen=True):
    """A drawing, faultless if there are no faults; None where not even its outline has a value."""

    drawing: Drawing | None
    faults: tuple[Fault, ...]
    names: frozenset[str]
    """The facts and constants that its expressions use."""


def in_words(scope: PlanScope, labels: Mapping[str, str]) -> str:
    """What rules are called: "NBA", "until 2010"."""
    years = [f"until {scope.until}"] if scope.until else []
    return ", ".join([*([labels.get(scope.scope, scope.scope)] if scope.scope else []), *years])


def values(entity: Entity, plan: Plan, scope: PlanScope | None = None) -> dict[str, float]:
    """The names that expressions may use: facts, what `size` chooses, and constants.

    A fact that is a range, or has values by scope, is its greatest value (`width`), and has its least by another name
    (`least_width`).
    """
    facts = dict(entity.facts)
    if scope is not None:
        split = ((key, value) for key, value in entity.facts.items() if isinstance(value, ByScope))
        facts |= {key: scoped for key, value in split for name, scoped in value.values if name == scope.scope}
        scopes = (scope.scope,) if scope.scope else ()
        facts |= {v.fact: v.value for v in entity.variants if v.scope == scopes and v.until == scope.until}
    known = _spans(facts)
    greatest = {name: span.high for name, span in known.items()}
    least = {f"least_{name}": span.low for name, span in known.items() if span.low != span.high}
    chosen = plan.size if scope is None else {**plan.size, **_of_scope(facts, entity), **scope.size}
    constants = plan.constants if scope is None else {**plan.constants, **scope.constants}
    return {**greatest, **least, **chosen, **constants}


def _of_scope(facts: Mapping[str, FactValue], entity: Entity) -> dict[str, float]:
    """The values of a scope's own facts, which stand above what the plan chooses for all."""
    differing = {key: value for key, value in facts.items() if entity.facts.get(key) != value}
    return {name: span.high for name, span in _spans(differing).items()}


def _spans(facts: Mapping[str, FactValue]) -> dict[str, Span]:
    """The facts that are numbers, by the names that expressions use."""
    return {key.replace("-", "_"): span for key, value in facts.items() if (span := hull(value)) is not None}


@once
def compose(entity: Entity, plan: Plan, scope: PlanScope | None = None) -> Composed:
    """The drawing of a plan, and all that is wrong with it."""
    return _Composer(entity, plan, scope).composed()


class _Composer:
    """Composes one drawing, and gathers the faults on the way."""

    def __init__(self, entity: Entity, plan: Plan, scope: PlanScope | None) -> None:
        self.entity, self.plan, self.scope = entity, plan, scope
        self.values = values(entity, plan, scope)
        self.used: set[str] = set()
        self.faults: list[Fault] = []

    def composed(self) -> Composed:
        area = self._outline()
        drawing = None
        if area is not None:
            marks = [self._feature(i, mark, area) for i, mark in enumerate(self.plan.marks) if self._applies(mark)]
            features = (self._boundary(area), *(feature for feature in marks if feature is not None))
            drawing = Drawing(
                id=self.entity.id if self.scope is None else f"{self.entity.id}-{self.scope.key}",
                title=self.entity.name,
                description=_description(self.entity.name, features),
                kind=self.plan.view,
                scope=self.scope.key if self.scope else None,
                features=features,
            )
        return Composed(drawing, tuple(self.faults), frozenset(self.used))

    def _applies(self, mark: Mark) -> bool:
        if self.scope is None:
            return not mark.scope
        return mark.name not in self.scope.without and (not mark.scope or self.scope.key in mark.scope)

    def _outline(self) -> Path | None:
        if self.plan.outline:
            return self._path(self.plan.outline, ("outline",), closed=True)
        corner = self._position(("length / 2", "width / 2"), (), {})
        return _rectangle((-corner[0], -corner[1]), corner) if corner is not None else None

    def _boundary(self, area: Path) -> Feature:
        box = bounds([area])
        left, bottom, right, top = map(micrometres, (box.left, box.bottom, box.right, box.top))
        plan = self.plan
        up = "high" if plan.view == "elevation" else "wide"
        across, along = plan.over_all in ("both", "length"), plan.over_all in ("both", "width")
        over_all = (
            *([Dimension("wide" if up == "high" else "long", (left, bottom), (right, bottom))] if across else []),
            *([Dimension(up, (left, bottom), (left, top))] if along else []),
        )
        return Feature(plan.name, "area", (area,), "", over_all, self._citation())

    def _citation(self, mark: Mark | None = None) -> Citation:
        """The citation of a mark or of the outline; under a scope that of the scope, but for marks that only stand there."""
        if self.scope is not None and not (mark and mark.scope and mark.source):
            return Citation(self.scope.source, self.scope.clause)
        stated = mark or self.plan
        return Citation(stated.source or self.plan.source, stated.clause or self.plan.clause)

    def _feature(self, i: int, mark: Mark, area: Path) -> Feature | None:
        path = ("marks", i)
        first: list[Shape] = []
        shapes: list[Shape] = []
        for index in range(max(1, mark.repeat)):
            names = {INDEX: float(index)} if mark.repeat > 1 else {}
            drawn = list(self._shapes(mark, path, names))
            first = first or drawn
            shapes += drawn
        if not shapes:
            if not any(fault.path[:2] == path for fault in self.faults):
                help = "add `line`, `polygon`, `rectangle`, `circle` or `spot`"
                self._fault(path, "bad-plan", f"the mark `{mark.name}` has no shape", help)
            return None
        everywhere = _distinct(image for shape in shapes for image in _images(shape, mark.mirror))
        if not mark.outside and (point := _beyond(area, everywhere)) is not None:
            help = "correct the expression, or add `outside = true` to what lies around the area"
            message = f"`{mark.name}` leaves the area at ({point[0]:g}, {point[1]:g})"
            self._fault(path, "mark-outside", message, help)
        return Feature(
            mark.name,
            mark.layer,
            everywhere,
            _size(first, mark),
            tuple(self._dimensions(mark, path)),
            self._citation(mark),
            mark.dashed,
        )

    def _dimensions(self, mark: Mark, path: tuple[str | int, ...]) -> Iterator[Dimension]:
        names = {INDEX: 0.0} if mark.repeat > 1 else {}
        for j, (text, start, end) in enumerate(mark.measures):
            a = self._position(start, (*path, "measures", j, 1), names)
            b = self._position(end, (*path, "measures", j, 2), names)
            if a is not None and b is not None:
                yield Dimension(text, a, b)

    def _shapes(self, mark: Mark, path: tuple[str | int, ...], names: Mapping[str, float]) -> Iterator[Shape]:
        for field, closed in (("line", False), ("polygon", True)):
            steps = getattr(mark, field)
            if steps and (joined := self._path(steps, (*path, field), names, closed=closed)):
                yield joined
        if mark.rectangle is not None:
            a, b = (self._position(corner, (*path, "rectangle", i), names) for i, corner in enumerate(mark.rectangle))
            if a is not None and b is not None:
                yield _rectangle(a, b)
        if mark.circle is not None:
            x, y, radius = (self._number(term, (*path, "circle", i), names) for i, term in enumerate(mark.circle))
            if x is not None and y is not None and radius is not None:
                yield Circle(x, y, radius)
        if mark.spot is not None and (at := self._position(mark.spot, (*path, "spot"), names)) is not None:
            yield Spot(*at)

    def _path(
        self,
        steps: Iterable[Step],
        path: tuple[str | int, ...],
        names: Mapping[str, float] | None = None,
        *,
        closed: bool,
    ) -> Path | None:
        corners = [
            [self._number(term, (*path, i, j), names or {}) for j, term in enumerate(step)]
            for i, step in enumerate(steps)
        ]
        numbers = [[n for n in corner if n is not None] for corner in corners]
        if any(len(a) != len(b) for a, b in zip(numbers, corners, strict=True)):
            return None
        if len(numbers) < 2 + closed:
            at_least = "three corners" if closed else "two points"
            self._fault(path, "bad-plan", f"a path has at least {at_least}", "add what is missing")
            return None
        joined = Path(tuple(Vertex(*corner) for corner in numbers), closed)
        for start, end in segments(joined):
            if end.radius and centre(start, end) is None:
                apart = math.hypot(end.x - start.x, end.y - start.y)
                message = f"no arc of radius {abs(end.radius):g} joins points {apart:.3f} m apart"
                i = joined.vertices.index(end)
                self._fault((*path, i), "bad-plan", message, "correct the points or the radius")
                return None
        return joined

    def _position(
        self, position: Position, path: tuple[str | int, ...], names: Mapping[str, float]
    ) -> tuple[float, float] | None:
        x, y = (self._number(term, (*path, i) if path else (), names) for i, term in enumerate(position))
        return (x, y) if x is not None and y is not None else None

    def _number(self, term: Quantity, path: tuple[str | int, ...], names: Mapping[str, float]) -> float | None:
        if not isinstance(term, str):
            return micrometres(term)
        try:
            expression = formula.parse(term)
            needed = formula.names(expression)
            self.used |= set(needed)
            if unknown := [name for name in needed if name not in self.values and name not in names]:
                otherwise = f"the names are {', '.join(self.values)}"
                message = f"no fact or constant `{unknown[0]}`"
                self._fault(path, "bad-plan", message, did_you_mean(unknown[0], self.values, otherwise))
                return None
            return micrometres(formula.evaluate(expression, {**self.values, **names}))
        except formula.FormulaError as error:
            self._fault(path, "bad-plan", str(error), "see docs/formulas.md for the grammar")
            return None

    def _fault(self, path: tuple[str | int, ...], rule: str, message: str, help: str) -> None:
        fault = Fault(path, rule, message, help)
        if not any((other.path, other.rule) == (path, rule) for other in self.faults):
            self.faults.append(fault)


def _rectangle(a: Point, b: Point) -> Path:
    return Path((Vertex(a[0], a[1]), Vertex(b[0], a[1]), Vertex(b[0], b[1]), Vertex(a[0], b[1])), closed=True)


def _images(shape: Shape, mirror: str | None) -> Iterator[Shape]:
    """The shape, and its mirror images."""
    for x in (1, -1) if mirror in ("length", "both") else (1,):
        for y in (1, -1) if mirror in ("width", "both") else (1,):
            yield mirrored(shape, x, y)


def _distinct(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Each shape once: the mirror image of what lies on the axis is the same again."""
    return tuple({_identity(shape): shape for shape in reversed(list(shapes))}.values())[::-1]


def _identity(shape: Shape) -> tuple[object, ...]:
    """What is the same for shapes that cover the same points, whichever way they are drawn."""
    if not isinstance(shape, Path):
        return (type(shape).__name__, shape)
    pieces = []
    for a, b in segments(shape):
        there, back = (a.x, a.y, b.x, b.y, b.radius), (b.x, b.y, a.x, a.y, -b.radius + 0.0)
        pieces.append(min(there, back))
    return tuple(sorted(pieces))


def _beyond(area: Path, shapes: Iterable[Shape]) -> Point | None:
    """A point of the shapes that the area does not contain; arcs are sampled so that their chords deviate by 5 cm at most."""
    ring = points(area)
    return next((point for shape in shapes for point in points(shape, 0.05) if not covers(ring, point)), None)


def metres(value: float) -> str:
    """A distance in words: 2000 -> "2,000 m", 13.4 -> "13.40 m", 5.485 -> "5.485 m", 0.1525 -> "0.1525 m".

    Two decimals at least, unless it is a whole number; a tenth of a millimetre only where it is exact.
    """
    exact = abs(value - round(value, 4)) < 1e-6
    digits = f"{value:,.{4 if exact else 3}f}".rstrip("0")
    whole, _, decimals = digits.partition(".")
    return f"{whole}.{decimals.ljust(2, '0')} m" if decimals else f"{whole} m"


def distance(dimension: Dimension) -> str:
    """A stated distance in words."""
    return dimension.stated or metres(math.dist(dimension.start, dimension.end))


def _size(shapes: list[Shape], mark: Mark) -> str:
    """The measures of a mark's first shape in words, where it is simple: "radius 1.80 m", "5.80 m by 4.90 m"."""
    shape = shapes[0]
    match shape:
        case Circle(radius=radius):
            return f"radius {metres(radius)}"
        case Path() if mark.rectangle is not None and shape.closed:
            box = bounds([shape])
            return f"{metres(box.width)} by {metres(box.height)}"
        case Path() if not shape.closed and len(shape.vertices) == 2:
            radius = shape.vertices[1].radius
            return f"radius {metres(abs(radius))}" if radius else f"length {metres(length(shape))}"
        case _:
            return ""


def _description(name: str, features: tuple[Feature, ...]) -> str:
    """What is drawn, in a sentence or two."""
    sizes = [f"{distance(d)} {d.text}" for d in features[0].dimensions]
    marks = ", ".join(feature.name for feature in features[1:])
    said = ", ".join([f"{name} to scale", *sizes])
    return f"{said}. Shown: {marks}." if marks else f"{said}."

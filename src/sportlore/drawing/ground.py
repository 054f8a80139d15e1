"""The field that people stand on: the plan of a facility, or a plain area of a stated size."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from sportlore import formula
from sportlore.diagnostics import did_you_mean
from sportlore.drawing.composition import Fault, compose, metres, values
from sportlore.drawing.geometry import bounds, covers, micrometres, mirrored, points
from sportlore.drawing.model import Bounds, Citation, Feature, Path, Point, Vertex
from sportlore.model import Entity, Position, Quantity, Space


class Unresolved(Exception):
    """A field, an expression or a position without a value: what is wrong, and what to do."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.message, self.help = message, help


class Ground(Struct, frozen=True):
    """Marks in metres, the first being the outline; `names` are what expressions of positions may use."""

    title: str
    features: tuple[Feature, ...]
    names: Mapping[str, float]

    @property
    def box(self) -> Bounds:
        """The rectangle around the outline."""
        return bounds(self.features[0].shapes)

    def covers(self, point: Point) -> bool:
        """Whether a point lies inside the outline or on it."""
        return any(covers(points(shape), point) for shape in self.features[0].shapes)

    @property
    def turned(self) -> Ground:
        """The same from the other side."""
        return Ground(
            self.title,
            tuple(
                Feature(f.name, f.layer, tuple(mirrored(s, -1, -1) for s in f.shapes), "", (), f.citation, f.dashed)
                for f in self.features
            ),
            self.names,
        )


def ground(field: str | None, space: Space | None, entities: Mapping[str, Entity]) -> Ground:
    """The ground of a board or a position; raises Unresolved where there is none."""
    if (field is None) == (space is None):
        raise Unresolved("it stands on a `field` or in a `space`", "state one of the two")
    if space is not None:
        x, y = space[0] / 2, space[1] / 2
        outline = Path((Vertex(-x, -y), Vertex(x, -y), Vertex(x, y), Vertex(-x, y)), closed=True)
        area = Feature("Area", "area", (outline,), "", (), Citation("", ""))
        title = f"An area of {metres(space[0])} by {metres(space[1])}"
        return Ground(title, (area,), {"length": space[0], "width": space[1]})
    assert field is not None
    entity = entities.get(field)
    if entity is None:
        raise Unresolved(f"no entity `{field}`", did_you_mean(field, entities, "name a facility or sport with a plan"))
    plan = entity.plan
    drawing = compose(entity, plan).drawing if plan is not None and not plan.unfixed else None
    if plan is None or drawing is None:
        raise Unresolved(f"`{field}` has no plan", "name what has one, or state `space = [length, width]`")
    box = bounds(drawing.features[0].shapes)
    names = {"length": box.width, "width": box.height} | values(entity, plan)
    return Ground(entity.name, tuple(f for f in drawing.features if f.layer != "clearance"), names)


def number(term: Quantity, names: Mapping[str, float]) -> float:
    """The value of a number or an expression; raises Unresolved."""
    if not isinstance(term, str):
        return micrometres(term)
    try:
        expression = formula.parse(term)
        if unknown := [name for name in formula.names(expression) if name not in names]:
            help = did_you_mean(unknown[0], names, f"the names are {', '.join(names)}")
            raise Unresolved(f"no fact or constant `{unknown[0]}`", help)
        return micrometres(formula.evaluate(expression, names))
    except formula.FormulaError as error:
        raise Unresolved(str(error), "see docs/formulas.md for the grammar") from error


def position(at: Position, names: Mapping[str, float]) -> Point:
    """The value of a position; raises Unresolved."""
    return number(at[0], names), number(at[1], names)


def fault(path: tuple[str | int, ...], rule: str, error: Unresolved) -> Fault:
    """What is wrong, as a fault at its place."""
    return Fault(path, rule, error.message, error.help)

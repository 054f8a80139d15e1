"""What a facility states of its markings: the authored plan from which drawings are composed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

Quantity = str | int | float
"""A number, or an expression in the grammar of docs/formulas.md over facts and constants: "-width / 2"."""

Position = tuple[Quantity, Quantity]
"""x along the length and y across it, in metres from the centre."""

Step = Annotated[tuple[Quantity, ...], Meta(min_length=2, max_length=3)]
"""A corner of a path: x, y, and where the path comes to it along an arc, the radius: positive anticlockwise."""

Measure = tuple[str, Position, Position]
"""What a distance is, and its ends: ["from the net", [0, 0], ["service", 0]]."""

Layer = Literal["line", "area", "object", "clearance"]
"""A painted line, a surface of its own, a thing that stands there (net, goal, post), or room that has to be free."""


class Mark(Struct, frozen=True, forbid_unknown_fields=True):
    """One marking, with the clause of the rule book that it comes from. It has one or more of the five shapes.

    `repeat` draws it for i = 0, 1, …; `mirror` at the other end (`length`), on the other side (`width`) or in all four
    quarters (`both`) as well. A mark with a `scope` stands only in the drawings of these scopes.
    """

    name: str
    layer: Layer = "line"
    line: tuple[Step, ...] = ()
    polygon: tuple[Step, ...] = ()
    rectangle: tuple[Position, Position] | None = None
    circle: tuple[Quantity, Quantity, Quantity] | None = None
    spot: Position | None = None
    repeat: int = 1
    mirror: Literal["length", "width", "both"] | None = None
    dashed: bool = False
    outside: bool = False
    scope: tuple[str, ...] = ()
    measures: tuple[Measure, ...] = ()
    source: str | None = None
    clause: str | None = None
    """Those of the plan, if left out."""


class PlanScope(Struct, frozen=True, forbid_unknown_fields=True):
    """The plan under other rules, or under those of earlier times: the values that differ, and where they stand."""

    source: str
    clause: str
    scope: str = ""
    until: int | None = None
    """The last year of rules that no longer hold."""
    constants: Mapping[str, int | float] = {}
    size: Mapping[str, int | float] = {}
    without: tuple[str, ...] = ()
    """Names of marks that do not stand there, or of which these rules are not known."""
    partial: bool = False
    """Whether no more is known of these rules than what overlays show, so that the whole is not drawn under them."""

    @property
    def key(self) -> str:
        """What ends the address of its drawing, and what marks call it: "nba", "until-2010"."""
        return "-".join(filter(None, (self.scope, f"until-{self.until}" if self.until else "")))


class Overlay(Struct, frozen=True, forbid_unknown_fields=True):
    """Some marks of the plan under several rules, one over the other.

    At the `end`, one end is drawn, with end lines that coincide; at the `centre`, all of it, with outlines; of `marks` alone
    that lie on one line at the right, nothing else.
    """

    key: str
    title: str
    own: str
    """What the rules of the plan itself are called: "FIBA"."""
    marks: tuple[str, ...]
    align: Literal["end", "centre", "marks"] = "end"
    without: tuple[str, ...] = ()
    """Keys of scopes that are not drawn."""


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """The markings of a facility. `outline` is a rectangle of `length` and `width` where it is left out.

    `size` chooses the values that are drawn where facts leave a range; `unfixed` says why there is no plan at all.
    """

    name: str = ""
    source: str = ""
    clause: str = ""
    view: Literal["plan", "section", "elevation"] = "plan"
    shows: str | None = None
    """What is drawn, where that is not the whole: "the pitch at the middle of the ground"."""
    outline: tuple[Step, ...] = ()
    over_all: Literal["both", "length", "width", "none"] = "both"
    """Which measures of the outline are stated: what only ends the picture is not."""
    size: Mapping[str, int | float] = {}
    constants: Mapping[str, int | float] = {}
    marks: tuple[Mark, ...] = ()
    scopes: tuple[PlanScope, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    unfixed: str | None = None


class Detail(Struct, frozen=True, forbid_unknown_fields=True):
    """A part that is drawn apart: what stands up, seen from the front, or a part of the plan, seen from above.

    `key` ends its address. In an elevation x runs across, and y is the height above the ground.
    """

    key: str
    title: str
    name: str
    source: str
    clause: str
    outline: tuple[Step, ...]
    view: Literal["plan", "elevation"] = "elevation"
    over_all: Literal["both", "length", "width", "none"] = "both"
    constants: Mapping[str, int | float] = {}
    marks: tuple[Mark, ...] = ()

    @property
    def plan(self) -> Plan:
        """The same as a plan, so that both are composed alike."""
        return Plan(
            name=self.name,
            source=self.source,
            clause=self.clause,
            view=self.view,
            outline=self.outline,
            over_all=self.over_all,
            constants=self.constants,
            marks=self.marks,
        )

"""Where positions stand on a field, by phase of play: one picture of a team, in which each of its positions is shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct

from sportlore.drawing.composition import Fault
from sportlore.drawing.ground import Ground, Unresolved, fault, ground, position
from sportlore.drawing.model import Bounds, Point
from sportlore.drawing.scene import Scene, Zone
from sportlore.graph import Graph
from sportlore.model import OF_SPORT, PLAYED_AT, Entity, Phase, Stand, slug_of

PHASES: Mapping[Phase, str] = {"attack": "attack", "defence": "defence", "restart": "restart"}
LONGEST_LABEL = 3


class Standing(Struct, frozen=True):
    """A zone with values: whose it is, in words and by id, and what states it."""

    holder: str
    name: str
    stand: Stand
    places: tuple[Point, ...]


class Team(Struct, frozen=True):
    """The positions of a side that are shown together: on one field, in one phase and situation."""

    key: str
    phase: Phase
    situation: str
    field: str | None
    ground: Ground
    standing: tuple[Standing, ...]


def compose(stand: Stand, entities: Mapping[str, Entity]) -> tuple[Ground | None, tuple[Point, ...], tuple[Fault, ...]]:
    """The ground of a zone, where it lies, and what is wrong with it."""
    try:
        field = ground(stand.field, stand.space, entities)
    except Unresolved as error:
        return None, (), (fault(("field",), "bad-stand", error),)
    faults: list[Fault] = []
    if not 1 <= len(stand.label) <= LONGEST_LABEL:
        faults.append(
            Fault(("label",), "bad-stand", f"the label `{stand.label}` is too long", "write one to three letters")
        )
    if min(stand.zone) <= 0:
        faults.append(
            Fault(("zone",), "bad-stand", "a zone has an extent in both directions", "write half its sizes in metres")
        )
    try:
        x, y = position(stand.at, field.names)
    except Unresolved as error:
        return field, (), (*faults, fault(("at",), "bad-stand", error))
    if not stand.outside and not field.covers((x, y)):
        faults.append(
            Fault(
                ("at",),
                "outside-field",
                f"({x:g}, {y:g}) is outside the field",
                "correct the position, or add `outside = true`",
            )
        )
    return field, ((x, y), (x, -y)) if stand.mirror and y else ((x, y),), tuple(faults)


def teams(holders: Iterable[Entity], entities: Mapping[str, Entity]) -> tuple[Team, ...]:
    """The pictures of some positions that play together, in the order of phases."""
    groups: dict[tuple[str, str, str], list[Standing]] = {}
    grounds: dict[tuple[str, str, str], Ground] = {}
    for holder in holders:
        for stand in holder.stands:
            field, centres, _ = compose(stand, entities)
            if field is not None and centres:
                group = (stand.phase, stand.situation, stand.field or str(stand.space))
                grounds[group] = field
                groups.setdefault(group, []).append(Standing(holder.id, stand.name or holder.name, stand, centres))
    order = sorted(groups, key=lambda group: ([*PHASES].index(group[0]), *group[1:]))  # type: ignore[arg-type]
    several = {group[2] for group in order}
    return tuple(
        Team(_key(group, several), stand.phase, group[1], stand.field, grounds[group], tuple(groups[group]))
        for group in order
        for stand in (groups[group][0].stand,)
    )


def teams_of(graph: Graph, id: str) -> tuple[Team, ...]:
    """The teams of a sport, or those in which a position stands."""
    entity = graph.entities[id]
    if not entity.stands:
        holders = _holders(graph, entity)
    else:
        sports = (entity, *graph.objects(id, OF_SPORT))
        holders = tuple({other.id: other for sport in sports for other in _holders(graph, sport)}.values())
    if not holders:
        return ()
    playing = teams(holders, graph.entities)
    fields = {None, id, *entity.links.get(PLAYED_AT, ())}
    is_sport = entity.id in {sport for holder in holders for sport in holder.links.get(OF_SPORT, ())}
    if is_sport:
        return tuple(team for team in playing if team.field in fields)
    return tuple(team for team in playing if any(standing.holder == id for standing in team.standing))


def _holders(graph: Graph, sport: Entity) -> tuple[Entity, ...]:
    """The positions of a sport that say where they stand, and the sport itself where it says so of others."""
    positions = graph.subjects(sport.id, OF_SPORT)
    return tuple(entity for entity in (sport, *positions) if entity.stands)


def _key(group: tuple[str, str, str], fields: set[str]) -> str:
    """What ends the address of a team's picture: "positions-attack", "positions-restart-scrum"."""
    words = ["positions", group[0], group[1], *([slug_of(group[2])] if len(fields) > 1 else [])]
    return re.sub(r"[^a-z0-9]+", "-", " ".join(words).lower()).strip("-")


def picture(team: Team, id: str, of: str, marked: str | None = None) -> Scene:
    """The picture of a team for the page of an entity, in which the zones of `marked` stand out."""
    zones = tuple(
        Zone(standing.stand.label, at, standing.stand.zone, standing.holder == marked)
        for standing in sorted(team.standing, key=lambda standing: standing.holder == marked)
        for at in standing.places
    )
    area, upright = _area(team), _upright(team)
    words = f"{team.situation}, {team.phase}" if team.situation else team.phase
    return Scene(
        id=f"{id}-{team.key}",
        title=f"{of}: {words}",
        description=f"{team.ground.title}, attacking {'up' if upright else 'to the right'}. {key_of(team)}.",
        ground=team.ground,
        area=area,
        upright=upright,
        zones_of=zones,
    )


def key_of(team: Team) -> str:
    """The letters in words: "GK goalkeeper, CB centre-back"."""
    named = {standing.stand.label: standing.name for standing in team.standing}
    return ", ".join(f"{label} {name[0].lower() + name[1:]}" for label, name in named.items())


def _upright(team: Team) -> bool:
    """Whether the picture attacks up the page: where it is long, or the field begins at home base."""
    area = _area(team)
    return area.width > 1.6 * area.height or team.ground.box.left >= 0


_MOST = 0.55
"""A share of the field, in length and width, beyond which all of it is drawn."""


def _area(team: Team) -> Bounds:
    """What is drawn: the field, or the part of it where the zones lie."""
    box = team.ground.box
    rectangles = [
        (x - s.stand.zone[0], y - s.stand.zone[1], x + s.stand.zone[0], y + s.stand.zone[1])
        for s in team.standing
        for x, y in s.places
    ]
    left, bottom, right, top = (
        min(r[0] for r in rectangles),
        min(r[1] for r in rectangles),
        max(r[2] for r in rectangles),
        max(r[3] for r in rectangles),
    )
    margin = 0.12 * max(right - left, top - bottom)
    close = Bounds(
        max(box.left, left - margin),
        max(box.bottom, bottom - margin),
        min(box.right, right + margin),
        min(box.top, top + margin),
    )
    wide = close.width > _MOST * box.width, close.height > _MOST * box.height
    return Bounds(
        box.left if wide[0] else close.left,
        box.bottom if wide[1] else close.bottom,
        box.right if wide[0] else close.right,
        box.top if wide[1] else close.top,
    )

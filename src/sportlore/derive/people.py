"""Which positions are shown together: those of one sport on its field."""

from __future__ import annotations

from sportlore.drawing import Team, teams
from sportlore.graph import Graph
from sportlore.model import OF_SPORT, PLAYED_AT, Entity


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
    made = teams(holders, graph.entities)
    fields = {None, id, *entity.links.get(PLAYED_AT, ())}
    is_sport = entity.id in {sport for holder in holders for sport in holder.links.get(OF_SPORT, ())}
    if is_sport:
        return tuple(team for team in made if team.field in fields)
    return tuple(team for team in made if any(standing.holder == id for standing in team.standing))


def _holders(graph: Graph, sport: Entity) -> tuple[Entity, ...]:
    """The positions of a sport that say where they stand, and the sport itself where it says so of others."""
    positions = graph.subjects(sport.id, OF_SPORT)
    return tuple(entity for entity in (sport, *positions) if entity.stands)

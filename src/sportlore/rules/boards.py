"""Rules about people on a field: positions that say where they stand, and boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sportlore import drawing
from sportlore.diagnostics import Finding, Location
from sportlore.drawing import Fault
from sportlore.model import OF_SPORT, Board, Entity, Stand, hull
from sportlore.registry import Document
from sportlore.rules.context import Context, rule
from sportlore.rules.fields import bad_keys, misplaced

_PLAYERS = "players-per-side"


@rule()
def bad_stand(context: Context) -> Iterator[Finding]:
    """Where a position stands is a point with a value on a field that has a plan, with a short label and a zone around it."""
    for entity, document in _entities(context):
        for i, stand in enumerate(entity.stands):
            _, _, faults = drawing.compose_stand(stand, context.graph.entities)
            yield from _reported(document, ("stands", i), faults, "bad-stand")
            is_sport = OF_SPORT not in entity.links
            if is_sport != bool(stand.name):
                help = (
                    "add `name`: what has no entity of its own" if is_sport else "take `name` out: the entity has one"
                )
                message = "who stands there is not named" if is_sport else "the position has a name already"
                yield Finding("bad-stand", message, document.location("stands", i), help)


@rule()
def bad_board(context: Context) -> Iterator[Finding]:
    """A board can be drawn: its field has a plan, its expressions values, its players labels, and its key is its own."""
    for entity, document in _entities(context):
        yield from bad_keys(document, "boards", (board.key for board in entity.boards), "bad-board", set())
        for i, board in enumerate(entity.boards):
            _, faults = drawing.compose_board(board.key, board, context.graph.entities)
            yield from _reported(document, ("boards", i), faults, "bad-board")
            if not board.steps:
                help = "add [[boards.steps]] with a `text`"
                yield Finding("bad-board", "the board has no step", document.location("boards", i), help)


@rule()
def inconsistent_moves(context: Context) -> Iterator[Finding]:
    """Who plays the ball has it, everybody moves once in a step, and begins where the last step ended."""
    for entity, document in _entities(context):
        for i, board in enumerate(entity.boards):
            _, faults = drawing.compose_board(board.key, board, context.graph.entities)
            yield from _reported(document, ("boards", i), faults, "inconsistent-moves")


@rule()
def outside_field(context: Context) -> Iterator[Finding]:
    """Positions, players and ball are on the field, or the board says that somebody leaves it."""
    for entity, document in _entities(context):
        for i, stand in enumerate(entity.stands):
            _, _, faults = drawing.compose_stand(stand, context.graph.entities)
            yield from _reported(document, ("stands", i), faults, "outside-field")
        for i, board in enumerate(entity.boards):
            _, faults = drawing.compose_board(board.key, board, context.graph.entities)
            yield from _reported(document, ("boards", i), faults, "outside-field")


@rule()
def too_many_players(context: Context) -> Iterator[Finding]:
    """A side of a board has no more players than its sport allows."""
    for entity, document in _entities(context):
        most = _most(context, entity)
        for i, board in enumerate(entity.boards):
            for side in ("ours", "theirs"):
                count = len(getattr(board, side))
                if most is not None and count > most:
                    message = f"{count} players of a side, where the sport has {most:g}"
                    help = "take out who has no part in it"
                    yield Finding("too-many-players", message, document.location("boards", i, side), help)


def _most(context: Context, entity: Entity) -> float | None:
    """The players of a side, of the sports of an entity the most."""
    sports = [
        entity,
        *(context.graph.entities[id] for id in entity.links.get(OF_SPORT, ()) if id in context.graph.entities),
    ]
    spans = (hull(sport.facts.get(_PLAYERS)) for sport in sports)
    return max((span.high for span in spans if span is not None), default=None)


@rule()
def uncited_board(context: Context) -> Iterator[Finding]:
    """A board or a position cites a work that its entity names, or says that it is usual practice."""
    for entity, document in _entities(context):
        named = {*entity.sources, *(source for section in entity.sections for source in section.sources)}
        is_elsewhere = "sources" in misplaced(context, document, "")
        stated: Iterable[tuple[Location, Stand | Board]] = (
            *((document.location("stands", i), stand) for i, stand in enumerate(entity.stands)),
            *((document.location("boards", i), board) for i, board in enumerate(entity.boards)),
        )
        for location, item in stated:
            if item.usual == bool(item.source):
                help = "name its `source` and `clause`, or write `usual = true` where no work states it"
                yield Finding("uncited-board", "it rests either on a source or on usual practice", location, help)
            elif (
                item.source
                and item.source in context.vocabulary.sources
                and item.source not in named
                and not is_elsewhere
            ):
                help = f'add "{item.source}" to its `sources`'
                yield Finding("uncited-board", f"the entity does not name `{item.source}`", location, help)


def _entities(context: Context) -> Iterator[tuple[Entity, Document]]:
    for document in context.documents:
        entity = context.registry.entities[document.id]
        if entity.stands or entity.boards:
            yield entity, document


def _reported(document: Document, path: tuple[str | int, ...], faults: Iterable[Fault], code: str) -> Iterator[Finding]:
    for fault in faults:
        if fault.rule == code:
            yield Finding(code, fault.message, document.location(*path, *fault.path), fault.help)

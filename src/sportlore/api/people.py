"""Boards and positions at their addresses, and what the answer for an entity says of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import zip_longest

from msgspec import UNSET

from sportlore import drawing
from sportlore.contract import schemas
from sportlore.contract.addresses import drawing_path
from sportlore.contract.headers import alternate
from sportlore.contract.record import Resource, resource
from sportlore.drawing import ComposedBoard, Moment, Scene
from sportlore.model import Entity
from sportlore.publication import Publication


def described(publication: Publication, entity: Entity) -> list[schemas.Drawing]:
    """The pictures of positions and boards of an entity, as its answer names them."""
    pictures = [("positions", scene) for _, scene in publication.teams(entity)]
    pictures += [("board", drawing.whole(board)) for board in publication.boards(entity)]
    return [_described(publication, shown, scene) for shown, scene in pictures]


def _described(publication: Publication, shown: str, scene: Scene) -> schemas.Drawing:
    url = _url(publication, scene.id)
    width, height = drawing.scene_size(scene)
    return schemas.Drawing(
        kind=shown,
        title=scene.title,
        description=scene.description,
        url=url,
        width=width,
        height=height,
        formats={"svg": url},
    )


def _url(publication: Publication, id: str) -> str:
    return f"{publication.addresses.site_url}{drawing_path(id)}"


def stands(publication: Publication, entity: Entity) -> list[schemas.Stand]:
    """Where a position stands, with values."""
    return [
        schemas.Stand(
            label=stand.label,
            name=stand.name or UNSET,
            phase=stand.phase,
            situation=stand.situation or UNSET,
            field=stand.field or UNSET,
            space=list(stand.space) if stand.space else UNSET,
            places=[list(point) for point in standing.places],
            zone=list(stand.zone),
            source=stand.source or UNSET,
            clause=stand.clause or UNSET,
        )
        for team, _ in publication.teams(entity)
        for standing in team.standing
        if standing.holder == entity.id
        for stand in (standing.stand,)
    ]


def boards(publication: Publication, entity: Entity) -> list[schemas.Board]:
    """The boards of an entity, with values."""
    return [_board(publication, composed) for composed in publication.boards(entity)]


def _board(publication: Publication, composed: ComposedBoard) -> schemas.Board:
    board, first, area = composed.board, composed.moments[0], composed.area
    sides = drawing.sides(board)
    pictures = [_url(publication, scene.id) for scene in drawing.steps(composed)]
    return schemas.Board(
        key=board.key,
        title=board.title,
        url=_url(publication, composed.id),
        allowed=UNSET if board.allowed is None else board.allowed,
        field=board.field or UNSET,
        space=list(board.space) if board.space else UNSET,
        area=[[area.left, area.bottom], [area.right, area.top]],
        players=[
            schemas.BoardPlayer(
                label=player.label,
                side=sides[player.label],
                role=player.role or UNSET,
                at=list(first.places[player.label]),
            )
            for player in (*board.ours, *board.theirs)
        ],
        ball=list(first.ball) if first.ball else UNSET,
        holder=first.holder or UNSET,
        lines=[schemas.BoardLine(name=g.name, start=list(g.start), end=list(g.end)) for g in drawing.lines(composed)]
        or UNSET,
        zones=[schemas.BoardLine(name=g.name, start=list(g.start), end=list(g.end)) for g in drawing.zones(composed)]
        or UNSET,
        steps=[_step(shot, url) for shot, url in zip_longest(composed.moments, pictures)],
        source=board.source or UNSET,
        clause=board.clause or UNSET,
    )


def _step(shot: Moment, url: str | None) -> schemas.BoardStep:
    return schemas.BoardStep(
        text=shot.text,
        moves=[
            schemas.BoardMove(
                kind=move.kind,
                player=move.player,
                start=list(move.start),
                end=[round(number, 2) for number in move.end],
                via=list(move.via) if move.via else UNSET,
                receiver=move.receiver or UNSET,
            )
            for move in shot.moves
        ],
        url=url or UNSET,
    )


def resources(publication: Publication) -> Iterator[Resource]:
    """Every picture of boards and positions, with a link to the page of its entity."""

    def files(entity: Entity) -> tuple[tuple[str, bytes], ...]:
        boards = publication.boards(entity)
        pictures = [scene for board in boards for scene in (drawing.whole(board), *drawing.steps(board))]
        pictures += [scene for _, scene in publication.teams(entity)]
        return tuple((drawing_path(scene.id), drawing.scene_file(scene)) for scene in pictures)

    for id in dict.fromkeys((*publication.knowledge.boards, *publication.knowledge.teams)):
        entity = publication.graph.entities[id]
        link = alternate(publication.page(entity))
        for path, body in publication.memo.result(("people", id), partial(files, entity)):
            yield resource(path, "image/svg+xml", body, (link,))

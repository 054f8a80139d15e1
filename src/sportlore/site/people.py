"""Boards and positions in pages: pictures, each step in words, and what the letters and arrows mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from markupsafe import Markup
from msgspec import Struct

from sportlore import drawing
from sportlore.contract.addresses import drawing_path, page_path
from sportlore.drawing import ComposedBoard, Scene, Team
from sportlore.model import Drill, Entity, MoveKind
from sportlore.publication import Publication
from sportlore.site.drawings import Picture, image
from sportlore.site.html import island

_INLINE = 2
"""Pictures of a page that are part of it; the others are files, and so are all of a sport or a course, which have many."""


class StepView(Struct, frozen=True):
    """A step in words, and its picture where it has one of its own."""

    text: str
    picture: Picture | None


class PeopleView(Struct, frozen=True):
    """A board, or the positions of a team: `inline`, or a picture beside the page; `citation` is a number of its bibliography."""

    title: str
    path: str
    inline: Markup | None
    picture: Picture
    caption: str
    steps: tuple[StepView, ...]
    rows: tuple[tuple[str, str, str | None], ...]
    """The drawing in words: a heading, what it says, and the page that the heading leads to."""
    citation: int | None
    clause: str
    json_ld: Markup
    allowed: bool | None = None


def board_views(publication: Publication, entity: Entity, works: tuple[str, ...]) -> tuple[PeopleView, ...]:
    """The boards of an entity; `works` is the bibliography of its page."""
    most = _most(publication, entity)
    return tuple(
        _board(publication, composed, works, is_inline=i < most)
        for i, composed in enumerate(publication.boards(entity))
    )


def drill_boards(
    publication: Publication, course: Entity, drills: Sequence[Drill], works: tuple[str, ...]
) -> dict[str, PeopleView]:
    """The boards of some drills of a course, by the slugs of these."""
    slugs = {drill.slug for drill in drills if drill.board}
    boards = publication.boards(course) if slugs else ()
    return {c.board.key: _board(publication, c, works, is_inline=False) for c in boards if c.board.key in slugs}


def _most(publication: Publication, entity: Entity) -> int:
    return 0 if publication.vocabulary.role_of(entity.type) in ("sport", "course") else _INLINE


def _board(publication: Publication, composed: ComposedBoard, works: tuple[str, ...], *, is_inline: bool) -> PeopleView:
    board, whole = composed.board, drawing.whole(composed)
    pictures = [scene_picture(scene) for scene in drawing.steps(composed)]
    texts = [shot.text for shot in composed.moments]
    return PeopleView(
        title=board.title,
        path=drawing_path(whole.id),
        inline=_inline(whole, board.key) if is_inline else None,
        picture=scene_picture(whole),
        caption=" ".join(_caption(composed)),
        steps=tuple(StepView(text, picture) for text, picture in zip_longest(texts, pictures)),
        rows=tuple((heading, text, None) for heading, text in drawing.in_words(composed)),
        citation=works.index(board.source) + 1 if board.source else None,
        clause=board.clause or "",
        json_ld=island(image(publication, whole.title, whole.description, drawing_path(whole.id))),
        allowed=board.allowed,
    )


_ARROWS: tuple[tuple[str, tuple[MoveKind, ...]], ...] = (
    ("solid arrow: the ball", ("pass", "throw", "hit")),
    ("double arrow: shot", ("shot",)),
    ("dashed: run", ("run",)),
    ("wavy: run with the ball", ("dribble",)),
    ("dotted: press", ("press",)),
    ("line with a bar: screen", ("screen",)),
)


def _caption(composed: ComposedBoard) -> Iterator[str]:
    """What discs, squares, numbers and arrows mean, of those that the picture has."""
    board = composed.board
    kinds = {move.kind for shot in composed.moments for move in shot.moves}
    side = "attacks up the page" if board.upright else "attacks to the right"
    said = [f"discs: our side, which {side}"] if board.ours else []
    said += ["squares: the other side"] if board.theirs else []
    said += [words for words, of in _ARROWS if kinds & {*of}]
    said += ["numbers on arrows: steps"] if len(composed.moments) > 1 and kinds else []
    yield f"{', '.join(said).capitalize()}."
    roles = [f"{p.label} {p.role}" for p in (*board.ours, *board.theirs) if p.role]
    if roles:
        yield f"{', '.join(roles)}."
    yield "Where they stand is an example." if board.source else "Usual practice; where they stand is an example."


def team_views(publication: Publication, entity: Entity, works: tuple[str, ...]) -> tuple[PeopleView, ...]:
    """Where the positions of a sport stand, or a position among its team-mates."""
    most = _most(publication, entity)
    return tuple(
        _team(publication, team, scene, works, entity, is_inline=i < most)
        for i, (team, scene) in enumerate(publication.teams(entity))
    )


def _team(
    publication: Publication, team: Team, scene: Scene, works: tuple[str, ...], entity: Entity, *, is_inline: bool
) -> PeopleView:
    sources = [s.stand for s in team.standing if s.stand.source in works]
    is_of_entity = any(standing.holder == entity.id and not standing.stand.name for standing in team.standing)
    side = "attacks up the page" if scene.upright else "attacks to the right"
    basis = "" if sources else " Usual practice: players move far beyond their zones."
    marked = " The one with the bold edge is that of this page." if is_of_entity else ""
    return PeopleView(
        title=scene.title,
        path=drawing_path(scene.id),
        inline=_inline(scene, team.key) if is_inline else None,
        picture=scene_picture(scene),
        caption=f"The side {side}.{marked}{basis}",
        steps=(),
        rows=tuple(dict.fromkeys(_rows(publication, team))),
        citation=works.index(sources[0].source or "") + 1 if sources else None,
        clause=sources[0].clause or "" if sources else "",
        json_ld=island(image(publication, scene.title, scene.description, drawing_path(scene.id))),
    )


def _rows(publication: Publication, team: Team) -> Iterator[tuple[str, str, str | None]]:
    for standing in team.standing:
        holder = publication.graph.entities[standing.holder]
        page = None if standing.stand.name else page_path(holder, publication.vocabulary)
        centres = " and ".join(f"({x:.4g}, {y:.4g})".replace("-", "−") for x, y in standing.places)
        yield standing.stand.label, f"{standing.name}, around {centres}", page


def _inline(scene: Scene, key: str) -> Markup:
    return Markup(drawing.scene_inline(scene, f"people-{key}"))


def scene_picture(scene: Scene) -> Picture:
    """The file of a board or a team."""
    width, height = drawing.scene_size(scene)
    return Picture(drawing_path(scene.id), scene.title, scene.description, width, height)

"""From a board to pictures: where everybody stands before each step, and what moves in it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from sportlore.drawing.arrows import Arrow
from sportlore.drawing.composition import Fault, metres
from sportlore.drawing.ground import Ground, Unresolved, fault, ground, number, position
from sportlore.drawing.model import Bounds, Point
from sportlore.drawing.scene import Guide, PlayerToken, Scene, stopping
from sportlore.model import BALL, BALL_MOVES, Board, BoardStep, Entity, Move, MoveKind, Named, Position

LONGEST_LABEL = 2
"""Letters that find room on a player."""


class Moved(Struct, frozen=True):
    """A move with its ends in metres; `receiver` is who has the ball after it."""

    kind: MoveKind
    player: str
    start: Point
    end: Point
    via: Point | None = None
    receiver: str | None = None


class Moment(Struct, frozen=True):
    """Where everybody and the ball is at the beginning of a step, and what moves in it."""

    text: str
    places: Mapping[str, Point]
    ball: Point | None
    holder: str | None
    moves: tuple[Moved, ...]


class ComposedBoard(Struct, frozen=True):
    """A board with values: its ground, what is drawn of it, and its moments."""

    id: str
    board: Board
    ground: Ground
    area: Bounds
    moments: tuple[Moment, ...]


def compose(id: str, board: Board, entities: Mapping[str, Entity]) -> tuple[ComposedBoard | None, tuple[Fault, ...]]:
    """The board of an entity with values, None where its field has none; and all that is wrong with it."""
    try:
        field = ground(board.field, board.space, entities)
    except Unresolved as error:
        return None, (fault(("field",), "bad-board", error),)
    composer = _Composer(board, field)
    moments = tuple(composer.step(i, step) for i, step in enumerate(board.steps))
    return ComposedBoard(id, board, field, composer.area, moments), tuple(composer.faults)


def boards_of(entity: Entity, entities: Mapping[str, Entity]) -> tuple[ComposedBoard, ...]:
    """The boards of a checked entity."""
    composed = (compose(f"{entity.id}-{board.key}", board, entities)[0] for board in entity.boards)
    return tuple(board for board in composed if board is not None)


class _Composer:
    """Follows players and ball from step to step, and gathers the faults on the way."""

    def __init__(self, board: Board, field: Ground) -> None:
        self.board, self.ground = board, field
        self.faults: list[Fault] = []
        self.places: dict[str, Point] = {}
        self.holder: str | None = None
        self.ball: Point | None = None
        self.area = self._drawn(field)
        self._line_up()
        for name in ("lines", "zones"):
            for i, (_, *ends) in enumerate(getattr(board, name)):
                for j, end in enumerate(ends, 1):
                    self._position(end, (name, i, j))

    def _drawn(self, field: Ground) -> Bounds:
        if self.board.area is None:
            return field.box
        corners = [self._position(corner, ("area", i)) for i, corner in enumerate(self.board.area)]
        points = [corner for corner in corners if corner is not None]
        if len(points) < 2:
            return field.box
        (ax, ay), (bx, by) = points
        if ax == bx or ay == by:
            self._fault(("area",), "the corners of the area enclose nothing", "name two opposite corners")
            return field.box
        return Bounds(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))

    def _position(self, at: Position, path: tuple[str | int, ...]) -> Point | None:
        try:
            return position(at, self.ground.names)
        except Unresolved as error:
            self.faults.append(fault(path, "bad-board", error))
            return None

    def _line_up(self) -> None:
        for side in ("ours", "theirs"):
            for i, player in enumerate(getattr(self.board, side)):
                if player.label in self.places:
                    self._fault((side, i), f"two players are labelled `{player.label}`", "give each a label of its own")
                if not 1 <= len(player.label) <= LONGEST_LABEL:
                    message = f"the label `{player.label}` does not fit on a player"
                    self._fault((side, i), message, "write one or two letters or figures")
                try:
                    at = number(player.x, self.ground.names), number(player.y, self.ground.names)
                except Unresolved as error:
                    self.faults.append(fault((side, i), "bad-board", error))
                    continue
                self.places[player.label] = at
                self._inside(at, (side, i), player.label)
        ball = self.board.ball
        if isinstance(ball, str):
            self.holder = self._known(ball, ("ball",))
            self.ball = self.places.get(ball)
        elif ball is not None and (lies := self._position(ball, ("ball",))) is not None:
            self.ball = lies
            self._inside(lies, ("ball",), "the ball")

    def _known(self, label: str, path: tuple[str | int, ...]) -> str | None:
        if label in self.places:
            return label
        help = f"the players are {', '.join(self.places)}" if self.places else "add it to `ours` or `theirs`"
        self._fault(path, f"no player `{label}`", help)
        return None

    def _inside(self, at: Point, path: tuple[str | int, ...], what: str) -> None:
        """Everything lies within the area that is drawn, and within the field unless the board says otherwise."""
        area = self.area
        where = f"({at[0]:g}, {at[1]:g})"
        if not (area.left <= at[0] <= area.right and area.bottom <= at[1] <= area.top):
            help = "correct the position, or enlarge `area`"
            self._fault(path, f"{what} is at {where}, outside the area that is drawn", help, "outside-field")
        elif not self.board.outside and not self.ground.covers(at):
            help = "correct the position, or add `outside = true` where somebody leaves the field"
            self._fault(path, f"{what} is at {where}, outside the field", help, "outside-field")

    def _fault(self, path: tuple[str | int, ...], message: str, help: str, rule: str = "bad-board") -> None:
        self.faults.append(Fault(path, rule, message, help))

    def step(self, i: int, step: BoardStep) -> Moment:
        """Everybody moves from where the last step left them."""
        starts, ball, holder = dict(self.places), self.ball, self.holder
        path = ("steps", i, "moves")
        runs = [(j, move) for j, move in enumerate(step.moves) if move.kind not in BALL_MOVES]
        played = [(j, move) for j, move in enumerate(step.moves) if move.kind in BALL_MOVES]
        moved = {j: self._run((*path, j), move, starts) for j, move in runs}
        movers = [move.player for _, move in runs] + [m.player for _, m in played if m.kind == "dribble"]
        for label in {label for label in movers if movers.count(label) > 1}:
            self._inconsistent(path, f"`{label}` moves twice in a step", "make two steps of it")
        if len(played) > 1:
            self._inconsistent(path, "the ball is played twice in a step", "make two steps of it")
        if played:
            j, move = played[0]
            moved[j] = self._play((*path, j), move, starts, holder)
        elif self.holder is not None:
            self.ball = self.places[self.holder]
        moves = (moved[j] for j in sorted(moved))
        return Moment(step.text, starts, ball, holder, tuple(move for move in moves if move is not None))

    def _inconsistent(self, path: tuple[str | int, ...], message: str, help: str) -> None:
        self._fault(path, message, help, "inconsistent-moves")

    def _run(self, path: tuple[str | int, ...], move: Move, starts: Mapping[str, Point]) -> Moved | None:
        """Where somebody goes without the ball; a run to the ball fetches it."""
        if (label := self._known(move.player, (*path, 1))) is None:
            return None
        via = self._via(move, path)
        if move.to == BALL:
            if self.holder is not None or self.ball is None:
                self._inconsistent(path, "nobody can fetch the ball, which does not lie free", "name a point")
                return None
            end, self.holder = self.ball, label
        else:
            target = self._target(move, path, via or starts[label], starts)
            if target is None:
                return None
            end = target
        self.places[label] = end
        self._inside(end, (*path, 2), f"`{label}`")
        return Moved(move.kind, label, starts[label], end, via)

    def _via(self, move: Move, path: tuple[str | int, ...]) -> Point | None:
        return None if move.via is None else self._position(move.via, (*path, 3))

    def _target(
        self, move: Move, path: tuple[str | int, ...], start: Point, starts: Mapping[str, Point]
    ) -> Point | None:
        """The point where a move ends: that before another player for a move to one."""
        if not isinstance(move.to, str):
            return self._position(move.to, (*path, 2))
        label = self._known(move.to, (*path, 2))
        return None if label is None else stopping(start, starts[label], self.area)

    def _play(
        self, path: tuple[str | int, ...], move: Move, starts: Mapping[str, Point], holder: str | None
    ) -> Moved | None:
        """Where the ball goes, from where its player stood at the beginning of the step."""
        if (label := self._known(move.player, (*path, 1))) is None:
            return None
        if label != holder:
            has = f"`{holder}` has it" if holder else "nobody has it"
            self._inconsistent(path, f"`{label}` plays the ball, and {has}", "let who has the ball play it")
            return None
        via = self._via(move, path)
        if move.kind == "dribble":
            end = self._target(move, path, via or starts[label], starts)
            if end is None:
                return None
            self.places[label] = self.ball = end
            self._inside(end, (*path, 2), f"`{label}`")
            return Moved(move.kind, label, starts[label], end, via, label)
        if not isinstance(move.to, str):
            at = self._position(move.to, (*path, 2))
            if at is None:
                return None
            self.holder, self.ball = None, at
            self._inside(at, (*path, 2), "the ball")
            return Moved(move.kind, label, starts[label], at, via)
        receiver = self._known(move.to, (*path, 2))
        if receiver is None:
            return None
        ours = {player.label for player in self.board.ours}
        if receiver == label or (move.kind == "pass" and (receiver in ours) != (label in ours)):
            who = "itself" if receiver == label else "the other side"
            self._inconsistent((*path, 2), f"`{label}` passes to {who}", "name a team-mate, or a point")
        self.holder, self.ball = receiver, self.places[receiver]
        return Moved(move.kind, label, starts[label], self.ball, via, receiver)


Side = Literal["ours", "theirs"]


def sides(board: Board) -> dict[str, Side]:
    """The side of each label."""
    ours: dict[str, Side] = {player.label: "ours" for player in board.ours}
    theirs: dict[str, Side] = {player.label: "theirs" for player in board.theirs}
    return ours | theirs


def whole(composed: ComposedBoard) -> Scene:
    """One picture with all moves."""
    return _scene(composed, composed.moments[0], composed.moments, composed.id, composed.board.title)


def steps(composed: ComposedBoard) -> tuple[Scene, ...]:
    """A picture of each step, unless the whole shows just one."""
    if sum(bool(shot.moves) for shot in composed.moments) < 2:
        return ()
    return tuple(
        _scene(composed, shot, (shot,), f"{composed.id}-step-{i}", f"{composed.board.title}: step {i}", i)
        for i, shot in enumerate(composed.moments, 1)
    )


def _scene(
    composed: ComposedBoard, first: Moment, shots: tuple[Moment, ...], id: str, title: str, number: int = 1
) -> Scene:
    board, field, area = composed.board, composed.ground, composed.area
    texts = " ".join(f"{i}. {shot.text}" for i, shot in enumerate(shots, number))
    side = sides(board)
    return Scene(
        id=id,
        title=title,
        description=f"{field.title}. {texts}",
        ground=field,
        area=area,
        upright=board.upright,
        tokens=tuple(PlayerToken(label, at, side[label]) for label, at in first.places.items()),
        ball=_beside(first, area),
        arrows=tuple(
            Arrow(i, move.kind, move.start, move.end, move.via)
            for i, shot in enumerate(shots, number)
            for move in shot.moves
        ),
        lines=lines(composed),
        zones=zones(composed),
    )


def lines(composed: ComposedBoard) -> tuple[Guide, ...]:
    """The named lines with values."""
    return tuple(_guides(composed.board.lines, composed.ground.names))


def zones(composed: ComposedBoard) -> tuple[Guide, ...]:
    """The named rectangles with values."""
    return tuple(_guides(composed.board.zones, composed.ground.names))


def _guides(named: tuple[Named, ...], names: Mapping[str, float]) -> Iterator[Guide]:
    for name, start, end in named:
        yield Guide(name, position(start, names), position(end, names))


def _beside(shot: Moment, area: Bounds) -> tuple[Point, bool] | None:
    """The ball, and whether somebody has it."""
    return None if shot.ball is None else (shot.ball, shot.holder is not None)


_VERBS: Mapping[MoveKind, str] = {
    "run": "runs",
    "pass": "passes",
    "dribble": "moves with the ball",
    "throw": "throws",
    "hit": "hits the ball",
    "shot": "shoots",
    "screen": "sets a screen",
    "press": "presses",
}


def in_words(composed: ComposedBoard) -> tuple[tuple[str, str], ...]:
    """The drawing in words: who stands where, and the moves of each step: ("Step 1", "A passes to B, 8.20 m")."""
    board, first = composed.board, composed.moments[0]
    rows = []
    for name, players in (("Our side", board.ours), ("Other side", board.theirs)):
        if players:
            said = (f"{p.label}{f' ({p.role})' if p.role else ''} at {_at(first.places[p.label])}" for p in players)
            rows.append((name, "; ".join(said)))
    if first.ball is not None:
        rows.append(("Ball", f"with {first.holder}" if first.holder else f"at {_at(first.ball)}"))
    for name, guides in (("Line", lines(composed)), ("Hatched", zones(composed))):
        rows += [(name, f"{g.name}, from {_at(g.start)} to {_at(g.end)}") for g in guides]
    for i, shot in enumerate(composed.moments, 1):
        if shot.moves:
            rows.append((f"Step {i}", "; ".join(map(_said, shot.moves))))
    return tuple(rows)


def _at(point: Point) -> str:
    return f"({point[0]:.4g}, {point[1]:.4g})".replace("-", "−")


def _said(move: Moved) -> str:
    to = f" to {move.receiver}" if move.receiver and move.receiver != move.player else f" to {_at(move.end)}"
    length = metres(round(math.dist(move.start, move.end), 1))
    return f"{move.player} {_VERBS[move.kind]}{to}, {length}"

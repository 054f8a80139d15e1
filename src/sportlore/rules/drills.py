"""Rules about the drills of courses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sportlore import drawing
from sportlore.diagnostics import Finding, Location, counted
from sportlore.model import OF_SPORT, PARTS, PRACTICE, Board, Drill
from sportlore.rules.context import Context, drills, rule
from sportlore.rules.fields import slug_cure

_ROOM = 2
"""Square metres that each player needs at least: room to stretch both arms."""

_PRACTICE_MINUTES = (20, 90)
"""What the drills of a module take together: less is no practice, more is no lesson."""

_LONGEST = 30
"""Minutes after which a drill is two."""

Defect = tuple[tuple[str | int, ...], str, str]
"""(path below the drill, message, help)."""


@rule()
def bad_drill(context: Context) -> Iterator[Finding]:
    """A drill has a slug of its own, a space, players, 3 to 30 minutes, two steps or more, and says what to watch and ask."""
    for location, drill in drills(context.registry):
        for path, message, help in _defects(drill):
            yield Finding("bad-drill", message, Location(location.file, (*location.path, *path)), help)
    for sport, course in context.registry.courses.items():
        counts = Counter(drill.slug for drill in course.drills)
        for location, drill in drills(context.registry):
            if location.file == f"courses/{sport}.toml" and counts[drill.slug] > 1:
                at = Location(location.file, (*location.path, "slug"))
                help = "give each drill of a course a slug of its own"
                yield Finding("bad-drill", f"the slug `{drill.slug}` is used twice", at, help)


def _defects(drill: Drill) -> Iterator[Defect]:
    least, most = drill.players
    if cure := slug_cure(drill.slug):
        yield ("slug",), f"`{drill.slug}` is not a slug", f"write `{cure}`"
    if min(drill.space) <= 0:
        yield ("space",), "the space has no area", "write length and width in metres"
    if not 1 <= least <= most:
        yield ("players",), f"{least} to {most} players", "write the fewest and the most, from 1"
    if not 3 <= drill.minutes <= _LONGEST:
        yield ("minutes",), f"a drill does not take {drill.minutes} minutes", f"write 3 to {_LONGEST}"
    for field, fewest in (("steps", 2), ("watch", 1), ("mistakes", 1), ("ask", 1), ("trains", 1)):
        if len(getattr(drill, field)) < fewest:
            yield (), f"`{field}` has fewer than {fewest}", f"say more in `{field}`"


@rule()
def incomplete_practice(context: Context) -> Iterator[Finding]:
    """The drills of a module are a practice: warm-up, skill and game in this order, 20 to 90 minutes together."""
    for sport, course in context.registry.courses.items():
        for m, module in enumerate(course.modules):
            if not module.drills:
                continue
            location = Location(f"courses/{sport}.toml", ("modules", m, "drills", 0))
            order = [PARTS.index(drill.part) for drill in module.drills]
            if order != sorted(order) or set(order) != set(range(len(PARTS))):
                message = f"its parts are {', '.join(drill.part for drill in module.drills)}"
                help = f"write at least one drill for each of {', '.join(PARTS)}, in this order"
                yield Finding("incomplete-practice", message, location, help)
            total, (least, most) = sum(drill.minutes for drill in module.drills), _PRACTICE_MINUTES
            if not least <= total <= most:
                help = f"let them take {least} to {most} minutes"
                yield Finding("incomplete-practice", f"the drills take {total} minutes together", location, help)


@rule()
def crowded_drill(context: Context) -> Iterator[Finding]:
    """Players fit the space of a drill: two square metres for each of the most."""
    for location, drill in drills(context.registry):
        (length, width), most = drill.space, max(drill.players)
        if 0 < length * width < _ROOM * most:
            at = Location(location.file, (*location.path, "space"))
            message = f"{counted(most, 'player')} in {length * width:g} square metres"
            yield Finding("crowded-drill", message, at, "give more space, or take fewer players")


@rule()
def short_equipment(context: Context) -> Iterator[Finding]:
    """Equipment of a drill is counted from one, and what is worn is enough for the most players."""
    entities = context.graph.entities
    for location, drill in drills(context.registry):
        most = drill.players[1]
        for i, item in enumerate(drill.equipment):
            entity = entities.get(item.item)
            is_worn = entity is not None and entity.facts.get("sharing") == "worn"
            needed = most if is_worn else 1
            if item.number(most) < needed:
                at = Location(location.file, (*location.path, "equipment", i))
                message = f"{item.number(most)} of `{item.item}` for {counted(needed, 'player')}"
                help = 'count it per "player", or let fewer take part'
                yield Finding("short-equipment", message, at, help)


@rule()
def unsuited_drill(context: Context) -> Iterator[Finding]:
    """A drill trains what belongs to its sport, or to no sport alone."""
    sports = context.vocabulary.with_role("sport") or ("sport",)
    for location, drill in drills(context.registry):
        sport = f"{sports[0]}/{location.file.removeprefix('courses/').removesuffix('.toml')}"
        for i, id in enumerate(drill.trains):
            entity = context.graph.entities.get(id)
            itself = (id,) if entity and entity.type in sports else ()
            of = entity.links.get(OF_SPORT, itself) if entity else ()
            if of and sport not in of:
                at = Location(location.file, (*location.path, "trains", i))
                help = f"name what `{sport}` has"
                yield Finding("unsuited-drill", f"`{id}` is of {', '.join(of)}", at, help)


@rule()
def uncited_drill(context: Context) -> Iterator[Finding]:
    """A drill names the works that it was taken from, or says that it is practice."""
    for location, drill in drills(context.registry):
        if bool(drill.sources) == bool(drill.basis):
            help = f'add `sources = ["…"]`, or `basis = "{PRACTICE}"` where no work was seen to say it'
            yield Finding("uncited-drill", "it rests either on sources or on practice", location, help)


@rule()
def bad_drill_board(context: Context) -> Iterator[Finding]:
    """The board of a drill can be drawn: as many players as the drill takes, in its space, with consistent moves."""
    for location, drill in drills(context.registry):
        if (board := drill.drawn) is not None:
            for path, message, help in _board_defects(context, drill, board):
                yield Finding("bad-drill-board", message, Location(location.file, (*location.path, *path)), help)


def _board_defects(context: Context, drill: Drill, board: Board) -> Iterator[Defect]:
    _, faults = drawing.compose_board(board.key, board, context.graph.entities)
    yield from ((("board", *fault.path), fault.message, fault.help) for fault in faults)
    count, (least, most) = len(board.ours) + len(board.theirs), drill.players
    if count > most:
        yield ("board",), f"{count} players on the board, {least} to {most} in the drill", "let the two agree"
    if not board.steps:
        yield ("board",), "the board has no step", "add steps with a `text`"

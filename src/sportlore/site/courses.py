"""The page of a course: what it leads to, its lessons with their time, what is needed, and how far one is."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from sportlore.contract.addresses import lesson_path, page_path
from sportlore.derive import Step, asked_field, marks_asked, steps
from sportlore.derive.lessons import AskedMark
from sportlore.drawing import Drawing
from sportlore.model import OF_SPORT, PLAYED_AT, Course, Drill, Entity, Module
from sportlore.publication import Publication
from sportlore.site.drills import ItemView, drill_anchor, item_view, players_text, space_text
from sportlore.site.page import Ref, capital, ref, refs
from sportlore.text import listed

SCRIPT = "lessons.js"
"""The script of courses and lessons, which keeps on the device how far one is."""


class LessonRow(Struct, frozen=True):
    """A lesson in the list: `anchor` is where it stood when a course was one page, `questions` are the keys of what it asks."""

    anchor: str
    slug: str
    title: str
    path: str
    minutes: int
    questions: tuple[str, ...]


class ModuleView(Struct, frozen=True):
    """A module: its lessons and its drills, these as (anchor, name, path)."""

    anchor: str
    title: str
    summary: str
    minutes: int
    lessons: tuple[LessonRow, ...]
    drills: tuple[tuple[str, str, str], ...]
    practice_minutes: int


class CourseView(Struct, frozen=True):
    """A course in learning order; `trained` is what its drills train, by the plural of the type, and `needed` is for these."""

    sport: Ref
    slug: str
    lessons: int
    questions: int
    time: str
    practice: str
    modules: tuple[ModuleView, ...]
    trained: tuple[tuple[str, tuple[Ref, ...]], ...]
    needed: tuple[ItemView, ...]
    room: str


def course_view(publication: Publication, entity: Entity, course: Course) -> CourseView:
    """The overview of a course."""
    marks = asked_marks(publication, entity, course)[1]
    path = page_path(entity, publication.vocabulary)
    planned = steps(course)
    rows = {step.lesson.slug: _row(path, step, len(marks.get(step.lesson.slug, ()))) for step in planned}
    drills = course.drills
    return CourseView(
        sport=ref(publication, publication.graph.objects(entity.id, OF_SPORT)[0]),
        slug=course.sport,
        lessons=len(planned),
        questions=sum(len(row.questions) for row in rows.values()),
        time=hours(minutes(course)),
        practice=hours(sum(drill.minutes for drill in drills)),
        modules=tuple(_module(path, module, rows) for module in course.modules),
        trained=tuple(_trained(publication, entity, drills)),
        needed=tuple(_needed(publication, drills)),
        room=_room(drills),
    )


def minutes(course: Course) -> int:
    """How long a course takes, without its practices."""
    return sum(module.minutes for module in course.modules)


def hours(minutes: int) -> str:
    """ "45 min", "2 h", "3 h 45 min"."""
    whole, rest = divmod(minutes, 60)
    return " ".join([*([f"{whole} h"] if whole else []), *([f"{rest} min"] if rest or not whole else [])])


def asked_marks(
    publication: Publication, entity: Entity, course: Course
) -> tuple[tuple[Entity, Drawing] | None, dict[str, tuple[AskedMark, ...]]]:
    """The field of a course's sport with its drawing, and which of its marks are asked for under which lesson."""
    graph = publication.graph
    sport = graph.objects(entity.id, OF_SPORT)[0]
    for venue in (sport, *graph.objects(sport.id, PLAYED_AT)):
        field = asked_field(publication.drawings(venue))
        if field is not None:
            return (venue, field), dict(marks_asked(course, field, venue.id))
    return None, {}


def question_keys(step: Step, marks: int) -> tuple[str, ...]:
    """What tells the questions under a lesson apart: those of the quiz, then those on the drawing."""
    return (*(asked.key for asked in step.questions), *(f"{step.lesson.slug}.drawing.{n + 1}" for n in range(marks)))


def module_anchor(module: Module) -> str:
    """Where a module stands on the page of its course."""
    return f"module-{module.slug}"


def _row(path: str, step: Step, marks: int) -> LessonRow:
    lesson = step.lesson
    anchor = f"{module_anchor(step.module)}.{lesson.slug}"
    keys = question_keys(step, marks)
    return LessonRow(anchor, lesson.slug, lesson.title, lesson_path(path, lesson.slug), step.minutes, keys)


def _module(path: str, module: Module, rows: dict[str, LessonRow]) -> ModuleView:
    anchor = module_anchor(module)
    last = lesson_path(path, module.lessons[-1].slug)
    return ModuleView(
        anchor=anchor,
        title=module.title,
        summary=module.summary,
        minutes=module.minutes,
        lessons=tuple(rows[lesson.slug] for lesson in module.lessons),
        drills=tuple(
            (f"{anchor}.practice.{drill.slug}", drill.name, f"{last}#{drill_anchor(drill)}") for drill in module.drills
        ),
        practice_minutes=sum(drill.minutes for drill in module.drills),
    )


def _trained(
    publication: Publication, entity: Entity, drills: tuple[Drill, ...]
) -> Iterator[tuple[str, tuple[Ref, ...]]]:
    """What the drills train, by type, the sport itself aside."""
    graph = publication.graph
    sports = {sport.id for sport in graph.objects(entity.id, OF_SPORT)}
    trained = dict.fromkeys(id for drill in drills for id in drill.trains if id not in sports)
    for type, described in publication.vocabulary.types.items():
        if among := [graph.entities[id] for id in trained if graph.entities[id].type == type]:
            yield capital(described.plural), refs(publication, among)


def _needed(publication: Publication, drills: tuple[Drill, ...]) -> Iterator[ItemView]:
    """Each piece of equipment once, with the most that a drill asks for."""
    most: dict[str, ItemView] = {}
    for item in sorted((item for drill in drills for item in drill.equipment), key=lambda item: -item.count):
        most.setdefault(item.item, item_view(publication, item))
    order = dict.fromkeys(item.item for drill in drills for item in drill.equipment)
    yield from (most[name] for name in order)


def _room(drills: tuple[Drill, ...]) -> str:
    """The largest space and the numbers of players: "Up to 20 × 15 m; 1 to 12 players in a group."."""
    if not drills:
        return ""
    largest = max(drills, key=lambda drill: drill.space[0] * drill.space[1])
    players = players_text(min(d.players[0] for d in drills), max(d.players[1] for d in drills))
    parts = [
        f"up to {space_text(*largest.space)}",
        f"groups of {players.removesuffix('s') if ' ' not in players else players}",
    ]
    return f"{capital(listed(parts))}."

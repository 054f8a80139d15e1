"""Rules about courses: their modules, lessons and quizzes."""

from __future__ import annotations

from collections.abc import Iterator

from sportlore.diagnostics import Finding, Location, counted
from sportlore.model import Course, Module
from sportlore.rules.context import Context, rule
from sportlore.rules.fields import slug_cure


@rule()
def bad_course(context: Context) -> Iterator[Finding]:
    """A course has four to eight modules, each with lessons and a quiz of three questions or more that can be answered."""
    for sport, course in context.registry.courses.items():
        file = f"courses/{sport}.toml"
        if not 4 <= len(course.modules) <= 8:
            message = f"{counted(len(course.modules), 'module')}, not four to eight"
            yield Finding("bad-course", message, Location(file, ("modules",)), "split or merge modules")
        yield from _bad_slugs(file, course)
        for m, module in enumerate(course.modules):
            yield from _bad_module(Location(file, ("modules", m)), module)
            yield from _bad_quiz(Location(file, ("modules", m, "quiz")), module)


def _bad_slugs(file: str, course: Course) -> Iterator[Finding]:
    """Slugs of modules and lessons are addresses on the page of the course, so that each stands once in it."""
    seen: dict[str, Location] = {}
    for slug, location in _slugs(file, course):
        first = seen.setdefault(slug, location)
        if cure := slug_cure(slug):
            yield Finding("bad-course", f"`{slug}` is not a slug", location, f"write `{cure}`")
        elif first is not location:
            related = ((first, "the first one"),)
            yield Finding("bad-course", f"the slug `{slug}` is used twice", location, "rename one of them", related)


def _slugs(file: str, course: Course) -> Iterator[tuple[str, Location]]:
    for m, module in enumerate(course.modules):
        yield module.slug, Location(file, ("modules", m, "slug"))
        for n, lesson in enumerate(module.lessons):
            yield lesson.slug, Location(file, ("modules", m, "lessons", n, "slug"))


def _bad_module(location: Location, module: Module) -> Iterator[Finding]:
    if module.minutes < 1:
        at = Location(location.file, (*location.path, "minutes"))
        help = "write the minutes that reading and trying take"
        yield Finding("bad-course", f"a module cannot take {module.minutes} minutes", at, help)
    if not module.lessons:
        help = "add [[modules.lessons]]"
        yield Finding("bad-course", f"the module `{module.slug}` has no lesson", location, help)
    for i, lesson in enumerate(module.lessons):
        if not lesson.entities:
            at = Location(location.file, (*location.path, "lessons", i, "slug"))
            help = "name the entities it rests on"
            yield Finding("bad-course", f"the lesson `{lesson.slug}` draws on no entity", at, help)


def _bad_quiz(location: Location, module: Module) -> Iterator[Finding]:
    if len(module.quiz) < 3:
        message = f"the quiz of `{module.slug}` has {counted(len(module.quiz), 'question')}, not three or more"
        at = location if module.quiz else Location(location.file, location.path[:-1])
        yield Finding("bad-course", message, at, "add [[modules.quiz]]")
    for i, question in enumerate(module.quiz):
        answer = Location(location.file, (*location.path, i, "answer"))
        options = Location(location.file, (*location.path, i, "options"))
        if len(question.options) < 2:
            yield Finding(
                "bad-course", f"{counted(len(question.options), 'option')} to choose from", options, "add some"
            )
        elif len(set(question.options)) != len(question.options):
            yield Finding("bad-course", "two options are the same", options, "let all be different")
        elif not 0 <= question.answer < len(question.options):
            help = f"options count from 0: write 0 to {len(question.options) - 1}"
            yield Finding("bad-course", f"there is no option {question.answer}", answer, help)

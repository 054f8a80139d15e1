"""Rules about courses: their modules, lessons and quizzes."""

from __future__ import annotations

from collections.abc import Iterator

from sportlore.derive import answering, shared_words
from sportlore.diagnostics import Finding, Location, counted, did_you_mean
from sportlore.model import PRACTICE, Course, Module, Question, cited
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


_FEWEST_SHARED = 2
"""Words that a question, its right option and explanation have at least in common with the sentence that answers it."""


@rule()
def unanswered_question(context: Context) -> Iterator[Finding]:
    """A sentence of the course answers each question: words of it are in `answered_by`, and it shares words with the answer."""
    for location, course, m, question in questions(context):
        if not course.modules[m].lessons:
            continue  # as `bad-course` says
        answers = list(answering(course, m, question))
        at = Location(location.file, (*location.path, "answered_by"))
        if not question.answered_by:
            help = 'add `answered_by = "…"` with words of a sentence of a lesson, or write the sentence'
            yield Finding("unanswered-question", "no sentence of the course answers the question", location, help)
        elif len(answers) != 1:
            message = (
                f"`{question.answered_by}` stands in {counted(len(answers), 'sentence')} of the lessons up to here"
            )
            yield Finding("unanswered-question", message, at, "copy words that stand in one sentence only")
        elif len(shared_words(question, answers[0].sentence)) < _FEWEST_SHARED:
            message = f"the sentence with `{question.answered_by}` has no words of the answer"
            yield Finding("unanswered-question", message, at, "name the sentence that answers the question")


@rule()
def uncited_answer(context: Context) -> Iterator[Finding]:
    """An answer names works that the entity which it cites names as well, or that it is practice."""
    for location, _, _, question in questions(context):
        if bool(question.sources) == bool(question.basis):
            help = f'add `sources = ["…"]`, or `basis = "{PRACTICE}"` where no work was seen to say it'
            message = "the answer has sources and a basis" if question.basis else "no work says the answer"
            yield Finding("uncited-answer", message, location, help)
        entity = context.registry.entities.get(question.cites)
        named = cited(entity) if entity else question.sources
        for i, source in enumerate(question.sources):
            if source not in named:
                at = Location(location.file, (*location.path, "sources", i))
                help = did_you_mean(source, named, f"its works: {', '.join(named)}")
                yield Finding("uncited-answer", f"`{question.cites}` does not name `{source}`", at, help)


def questions(context: Context) -> Iterator[tuple[Location, Course, int, Question]]:
    """Each question with its location, its course and the index of its module."""
    for sport, course in context.registry.courses.items():
        for m, module in enumerate(course.modules):
            for n, question in enumerate(module.quiz):
                yield Location(f"courses/{sport}.toml", ("modules", m, "quiz", n)), course, m, question


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

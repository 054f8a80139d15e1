"""Courses lesson by lesson: what is asked under each, how long it takes, and the questions on the drawing of the field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from sportlore.derive.quizzes import Answering, answering
from sportlore.drawing import Drawing, Letter, letters
from sportlore.model import Course, Drill, Lesson, Module, Question
from sportlore.search import words
from sportlore.text import sentences

_WORDS_A_MINUTE = 200
"""Adults read English prose that is not fiction at about 238 words a minute (Brysbaert 2019); who learns is slower."""
_FEWEST = 2
"""Letters that a drawing has at least to be asked about."""
_MOST_ASKED = 4
"""Questions on the drawing under one lesson."""
_SMALL = frozenset({"the", "of", "and", "for", "at", "in", "on", "its", "as", "with", "to"})


class AskedQuestion(Struct, frozen=True):
    """A question of a quiz, with the sentence that answers it; `module` is the index of the module that asks."""

    key: str
    module: int
    question: Question
    answer: Answering


class AskedMark(Struct, frozen=True):
    """Where a mark of the field is asked for; `sentence` is that of the lesson which names it."""

    mark: Letter
    sentence: str | None


class Step(Struct, frozen=True):
    """A lesson on its way through a course, numbered from 1; the drills of a module are practised after its last lesson."""

    number: int
    module: Module
    lesson: Lesson
    minutes: int
    questions: tuple[AskedQuestion, ...]
    drills: tuple[Drill, ...]


def steps(course: Course) -> tuple[Step, ...]:
    """The lessons of a course in order.

    A question stands under the lesson that answers it; one on an earlier module, under the last lesson of the module that asks.
    The minutes of a module are those of its lessons: reading and a minute for each question, the rest for the last, its task.
    """
    lessons: list[Step] = []
    for m, module in enumerate(course.modules):
        asked = _by_lesson(course, m)
        for lesson in module.lessons:
            is_last = lesson is module.lessons[-1]
            taken = sum(step.minutes for step in lessons if step.module is module)
            reading = -(-len(lesson.text.split()) // _WORDS_A_MINUTE) + len(asked[lesson.slug])
            minutes = max(module.minutes - taken, 1) if is_last else reading
            drills = module.drills if is_last else ()
            lessons.append(Step(len(lessons) + 1, module, lesson, minutes, tuple(asked[lesson.slug]), drills))
    return tuple(lessons)


def _by_lesson(course: Course, index: int) -> dict[str, list[AskedQuestion]]:
    """The questions of a module by the slug of the lesson under which they stand."""
    module = course.modules[index]
    asked: dict[str, list[AskedQuestion]] = {lesson.slug: [] for lesson in module.lessons}
    for n, question in enumerate(module.quiz, 1):
        answer = next(answering(course, index, question))
        slug = answer.lesson.slug if answer.lesson.slug in asked else module.lessons[-1].slug
        asked[slug].append(AskedQuestion(f"{module.slug}.{n}", index, question, answer))
    return asked


def asked_field(drawings: Sequence[Drawing]) -> Drawing | None:
    """The drawing that is asked about: the first with three letters or more, else with two; none of things or of many rules."""
    fields = [item for item in drawings if item.kind in ("plan", "section", "elevation") and item.scope is None]
    known = [item for item in fields if len(letters(item)) >= _FEWEST]
    return next((item for item in known if len(letters(item)) > _FEWEST), known[0] if known else None)


def marks_asked(course: Course, field: Drawing, venue: str) -> Mapping[str, tuple[AskedMark, ...]]:
    """The marks that are asked for, by the slug of the lesson.

    Home is the lesson that names most of them, where one that draws on the `venue` (an id) counts as naming two more; of equals
    the first. There a mark is asked for that it names, or no lesson; another one where a lesson first names it. The outline,
    which nobody mistakes, is asked for only where there is little else.
    """
    known = letters(field)
    marks = known[1:] if len(known) > _FEWEST else known
    lessons = [lesson for module in course.modules for lesson in module.lessons]
    naming = {mark.letter: dict(_naming(lessons, mark.name)) for mark in marks}
    by_slug = {lesson.slug: lesson for lesson in lessons}

    def named(slug: str) -> int:
        return sum(slug in sentences for sentences in naming.values()) + 2 * (venue in by_slug[slug].entities)

    home = max(by_slug, key=named)
    asked: dict[str, list[AskedMark]] = {}
    for mark in marks:
        named_in = naming[mark.letter]
        slugs = [home] if home in named_in or not named_in else [*named_in]
        free = [slug for slug in slugs if len(asked.get(slug, ())) < _MOST_ASKED]
        for slug in free[:1]:
            asked.setdefault(slug, []).append(AskedMark(mark, named_in.get(slug)))
    return {slug: tuple(among) for slug, among in asked.items()}


def _naming(lessons: Sequence[Lesson], name: str) -> Iterator[tuple[str, str]]:
    """The lessons with a sentence that has all words of a name, by slug, and the first such sentence of each."""
    sought = _forms(name)
    for lesson in lessons:
        naming = (sentence for sentence in sentences(lesson.text) if sought <= _forms(sentence))
        if sentence := next(naming, None):
            yield lesson.slug, sentence


def _forms(text: str) -> set[str]:
    """The words of a text that count, in the singular."""
    return {word for word in words(text) if word not in _SMALL}

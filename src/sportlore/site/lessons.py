"""The page of a lesson: its text, the questions under it, the drills after it, and the way on.

An answer is chosen by opening it: each says whether it is right, why, and where that stands. So nothing is sent, the page is the
same for all, and it works without scripts and without a connection.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import partial

from markupsafe import Markup
from msgspec import Struct

from sportlore import drawing
from sportlore.contract import schemas
from sportlore.contract.addresses import lesson_path, page_path
from sportlore.contract.operations import COURSE
from sportlore.derive import AskedMark, AskedQuestion, Step, steps
from sportlore.drawing import Drawing, Letter
from sportlore.model import OF_SPORT, Course, Entity, Lesson, Source
from sportlore.publication import Publication
from sportlore.site.courses import SCRIPT, asked_marks, module_anchor, question_keys
from sportlore.site.drawings import Picture, picture
from sportlore.site.drills import DrillView, drill_views
from sportlore.site.html import island, licence
from sportlore.site.page import Page, Planned, Ref, capital, first_sentence, ref, refs, type_ref
from sportlore.site.people import scene_picture

_LETTERS = "ABCDEFGH"


class Option(Struct, frozen=True):
    """An answer to choose: its letter, and where it opens."""

    letter: str
    text: str
    anchor: str


class QuestionView(Struct, frozen=True):
    """A question; `answer` is the index of the right option, `key` tells it apart on the device.

    `cites` is the page that has the answer, `lesson` that of the lesson with the `sentence` (None for this one), and `citations`
    are the numbers of the works behind it, with the clause.
    """

    key: str
    anchor: str
    question: str
    options: tuple[Option, ...]
    answer: int
    explanation: str
    cites: Ref
    lesson: Ref | None
    sentence: str | None
    citations: tuple[int, ...]
    clause: str


class DrawnView(Struct, frozen=True):
    """The questions on the drawing of the field, whose letters lead to the list of what they stand on, in words."""

    field: Ref
    picture: Markup
    letters: tuple[Option, ...]
    questions: tuple[QuestionView, ...]


class LessonView(Struct, frozen=True):
    """A lesson on its way through a course."""

    course: Ref
    course_slug: str
    slug: str
    title: str
    module: Ref
    number: int
    count: int
    minutes: int
    text: str
    picture: tuple[Ref, Picture] | None
    """What shows something that the lesson draws on, and the page that it is from."""
    entities: tuple[Ref, ...]
    beside: tuple[Ref, ...]
    """The lessons of the module."""
    questions: tuple[QuestionView, ...]
    drawn: DrawnView | None
    drills: tuple[DrillView, ...]
    practice_minutes: int
    before: Ref | None
    after: Ref | None
    sources: tuple[Source, ...]
    json_ld: tuple[Markup, ...]


def lesson_pages(publication: Publication) -> Iterator[Planned]:
    """The lessons of all courses in their order."""
    for id, course in publication.knowledge.courses.items():
        planned = steps(course)
        path = page_path(publication.graph.entities[id], publication.vocabulary)
        for i, step in enumerate(planned):
            yield Planned(lesson_path(path, step.lesson.slug), partial(_page, publication, id, planned, i))


def _page(publication: Publication, id: str, planned: Sequence[Step], index: int) -> Page:
    entity, course, step = publication.graph.entities[id], publication.knowledge.courses[id], planned[index]
    view = lesson_view(publication, entity, course, planned, index)
    return Page(
        path=lesson_path(view.course.path, step.lesson.slug),
        template="lesson.html",
        title=f"{step.lesson.title} · {course.title}",
        description=first_sentence(step.lesson.text),
        view=view,
        trail=(type_ref(publication, entity.type), view.course),
        api=(COURSE.at(sport=course.sport),),
        scripts=(SCRIPT,),
        images=tuple(card.board.path for card in view.drills if card.board),
    )


def lesson_view(
    publication: Publication, entity: Entity, course: Course, planned: Sequence[Step], index: int
) -> LessonView:
    """What the page of a lesson shows."""
    step = planned[index]
    lesson, here = step.lesson, ref(publication, entity)
    field, by_lesson = asked_marks(publication, entity, course)
    marks = by_lesson.get(lesson.slug, ())
    works = tuple(dict.fromkeys(_works(step, marks)))
    keys = question_keys(step, len(marks))
    written = tuple(
        _question(publication, key, step, asked, here.path, works)
        for key, asked in zip(keys, step.questions, strict=False)
    )
    sports = entity.links[OF_SPORT]  # of which a picture says nothing on a single lesson
    drawn = _drawn(publication, *field, keys[len(written) :], marks, works) if field and marks else None
    return LessonView(
        course=here,
        course_slug=course.sport,
        slug=lesson.slug,
        title=lesson.title,
        module=Ref(step.module.title, f"{here.path}#{module_anchor(step.module)}"),
        number=step.number,
        count=len(planned),
        minutes=step.minutes,
        text=lesson.text,
        picture=next(_pictures(publication, lesson, {field[0].id if drawn and field else "", *sports}), None),
        entities=refs(publication, (publication.graph.entities[id] for id in lesson.entities)),
        beside=tuple(_lesson_ref(here.path, other) for other in step.module.lessons),
        questions=written,
        drawn=drawn,
        drills=drill_views(publication, entity, step.drills, works),
        practice_minutes=sum(drill.minutes for drill in step.drills),
        before=_lesson_ref(here.path, planned[index - 1].lesson) if index else None,
        after=_lesson_ref(here.path, planned[index + 1].lesson) if index + 1 < len(planned) else None,
        sources=tuple(publication.vocabulary.sources[id] for id in works),
        json_ld=tuple(map(island, _json_ld(publication, here, step, (*written, *(drawn.questions if drawn else ()))))),
    )


def _pictures(publication: Publication, lesson: Lesson, without: Set[str]) -> Iterator[tuple[Ref, Picture]]:
    """The drawings and boards of what a lesson draws on, without those of some entities."""
    for id in lesson.entities:
        entity = publication.graph.entities[id]
        if id not in without:
            yield from ((ref(publication, entity), picture(item)) for item in publication.drawings(entity)[:1])
            boards = publication.boards(entity)[:1]
            yield from ((ref(publication, entity), scene_picture(drawing.whole(board))) for board in boards)


def _works(step: Step, marks: Sequence[AskedMark]) -> Iterator[str]:
    """The works behind the answers and the drills of a lesson."""
    yield from (id for asked in step.questions for id in asked.question.sources)
    yield from (asked.mark.citation.source for asked in marks)
    yield from (id for drill in step.drills for id in drill.sources)


def _lesson_ref(path: str, lesson: Lesson) -> Ref:
    return Ref(lesson.title, lesson_path(path, lesson.slug))


def _options(anchor: str, texts: Sequence[str]) -> tuple[Option, ...]:
    return tuple(
        Option(letter, text, f"{anchor}-{letter.lower()}") for letter, text in zip(_LETTERS, texts, strict=False)
    )


def _question(
    publication: Publication, key: str, step: Step, asked: AskedQuestion, path: str, works: Sequence[str]
) -> QuestionView:
    question, home = asked.question, asked.answer.lesson
    anchor = f"question-{step.questions.index(asked) + 1}"
    return QuestionView(
        key=key,
        anchor=anchor,
        question=question.question,
        options=_options(anchor, question.options),
        answer=question.answer,
        explanation=question.explanation,
        cites=ref(publication, publication.graph.entities[question.cites]),
        lesson=None if home is step.lesson else _lesson_ref(path, home),
        sentence=asked.answer.sentence,
        citations=tuple(works.index(id) + 1 for id in question.sources),
        clause="",
    )


def _drawn(
    publication: Publication,
    venue: Entity,
    item: Drawing,
    keys: Sequence[str],
    marks: Sequence[AskedMark],
    works: Sequence[str],
) -> DrawnView:
    """The questions on the drawing of a field."""
    letters, field = drawing.letters(item), ref(publication, venue)
    listed = _options("letter", [capital(mark.words) for mark in letters])
    targets = {option.letter: f"#{option.anchor}" for option in listed}

    def question(number: int, key: str, asked: AskedMark) -> QuestionView:
        anchor = f"drawing-{number}"
        return QuestionView(
            key=key,
            anchor=anchor,
            question=f"Which letter marks the {asked.mark.name}?",
            options=_options(anchor, [option.text for option in listed]),
            answer=letters.index(asked.mark),
            explanation=_measured(asked.mark),
            cites=field,
            lesson=None,
            sentence=asked.sentence,
            citations=(works.index(asked.mark.citation.source) + 1,),
            clause=asked.mark.citation.clause,
        )

    questions = (question(n, key, asked) for n, (key, asked) in enumerate(zip(keys, marks, strict=True), 1))
    return DrawnView(field, Markup(drawing.lettered(item, "asked", letters, targets)), listed, tuple(questions))


def _measured(mark: Letter) -> str:
    """ "Short service lines: length 6.10 m; 1.98 m from the net."."""
    return f"{capital(mark.name)}: {mark.measures or mark.words}."


def _json_ld(
    publication: Publication, course: Ref, step: Step, questions: Sequence[QuestionView]
) -> Iterator[schemas.JsonLd | dict[str, object]]:
    """The page as every page of an entity is declared; then the lesson as Schema.org has learning resources and quizzes."""
    site, lesson = publication.addresses.site_url, step.lesson
    url = f"{site}{lesson_path(course.path, lesson.slug)}"
    described = first_sentence(lesson.text)
    about = schemas.About(name=course.name)
    yield schemas.JsonLd(id=f"{url}#webpage", name=lesson.title, description=described, url=url, about=about)
    quiz = {"@type": "Quiz", "name": f"Questions: {lesson.title}", "hasPart": [*map(_asked_ld, questions)]}
    yield {
        "@context": "https://schema.org",
        "@type": "LearningResource",
        "@id": f"{url}#lesson",
        "name": lesson.title,
        "description": described,
        "url": url,
        "learningResourceType": "lesson",
        "inLanguage": "en",
        "isAccessibleForFree": True,
        "position": step.number,
        "timeRequired": f"PT{step.minutes}M",
        "teaches": [publication.graph.entities[id].name for id in lesson.entities],
        "license": licence(publication.about.licence)[1],
        "isPartOf": {"@type": "Course", "name": course.name, "url": f"{site}{course.path}"},
        **({"hasPart": quiz} if questions else {}),
    }


def _asked_ld(question: QuestionView) -> dict[str, object]:
    answers = [{"@type": "Answer", "position": i, "text": option.text} for i, option in enumerate(question.options, 1)]
    return {
        "@type": "Question",
        "eduQuestionType": "Multiple choice",
        "text": question.question,
        "acceptedAnswer": answers[question.answer],
        "suggestedAnswer": [answer for i, answer in enumerate(answers) if i != question.answer],
    }

"""`quiz`: questions of a course, each with its answer, the reason and the source."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from sportlore.agents.results import LISTED, Cited, Output, Result, cited, fitted, meant, read, source_lines
from sportlore.contract import schemas
from sportlore.contract.operations import COURSE, COURSE_LIST
from sportlore.diagnostics import counted
from sportlore.server.answer import Responder

_LETTERS = "ABCDEFGH"


class QuizInput(Struct, frozen=True, forbid_unknown_fields=True):
    """A course, and which of its questions."""

    sport: (
        Annotated[str, Meta(description="Slug or name of a sport with a course; without it, the courses.")] | None
    ) = None
    first: Annotated[int, Meta(ge=1, le=1_000, description="Number of the first question.")] = 1
    limit: Annotated[int, Meta(ge=1, le=10, description="How many questions.")] = 3


class QuizQuestion(Output, frozen=True):
    """A question; `answer` is the index of the right option."""

    question: str
    options: list[str]
    answer: int
    explanation: str
    sources: list[Cited] = []


class QuizOutput(Output, frozen=True):
    """Questions of a course in its order, or the slugs of the courses."""

    url: str
    total: int
    questions: list[QuizQuestion] = []
    courses: list[str] = []


def quiz(responder: Responder, asked: QuizInput) -> Result:
    """Some questions of the course of a sport, or the courses."""
    site_url = responder.info.site_url
    if asked.sport is None:
        courses = [
            str(course.sport_slug) for course in read(responder, COURSE_LIST.path, schemas.CourseList).data or []
        ]
        data = QuizOutput(total=len(courses), courses=courses, url=f"{site_url}{COURSE_LIST.path}")
        return Result(f"{counted(len(courses), 'course')} with quizzes: {', '.join(courses)}", data)
    slug = meant(responder, asked.sport, "sport").rpartition("/")[2]
    course = read(responder, COURSE.at(sport=slug), schemas.Course)
    every = [question for module in course.modules or [] for question in module.quiz]
    wanted = every[asked.first - 1 : asked.first - 1 + asked.limit]
    questions = [
        QuizQuestion(
            question=item.question,
            options=item.options,
            answer=item.answer,
            explanation=item.explanation,
            sources=cited((item.sources or [])[:1], course.sources),
        )
        for item in wanted
    ]
    kept, left = fitted([_text(number, item) for number, item in enumerate(questions, asked.first)], LISTED)
    heading = f"{course.sport_name}: {len(kept)} of {len(every)} questions"
    url = f"{site_url}{COURSE.at(sport=slug)}"
    data = QuizOutput(total=len(every), questions=questions[: len(questions) - left], url=url)
    return Result("\n".join([heading, *kept, url]), data)


def _text(number: int, item: QuizQuestion) -> str:
    options = " ".join(f"{letter}) {option}" for letter, option in zip(_LETTERS, item.options, strict=False))
    lines = [f"{number}. {item.question} {options}", f"Answer: {_LETTERS[item.answer]}. {item.explanation}"]
    return "\n".join([*lines, *source_lines(item.sources)])

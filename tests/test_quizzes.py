"""What answers the questions of a course."""

from __future__ import annotations

from sportlore.derive import answering, shared_words, works_of_course
from sportlore.model import Course, Lesson, Module, Question


def question(answered_by: str, sources: tuple[str, ...] = ()) -> Question:
    return Question(
        "How wide is it?", ("1 m", "8.23 metres"), 1, "The court is 8.23 m wide.", "a/b", answered_by, sources
    )


def module(slug: str, text: str, *quiz: Question) -> Module:
    return Module(slug, slug, "", 5, (Lesson(f"{slug}-lesson", "", text, ()),), quiz)


COURSE = Course(
    "",
    "",
    (),
    (
        module(
            "first", "A court has lines. It is 8.23 metres wide, and longer.", question("metres wide", ("itf", "bwf"))
        ),
        module("second", "“Out!” A ball is out. Lines are metres wide by no rule.", question("by no rule", ("itf",))),
    ),
)


def test_a_sentence_answers_that_has_the_words_up_to_the_module() -> None:
    (answer,) = answering(COURSE, 0, question("metres wide"))
    assert (answer.lesson.slug, answer.sentence) == ("first-lesson", "It is 8.23 metres wide, and longer.")
    assert [found.lesson.slug for found in answering(COURSE, 1, question("metres wide"))] == [
        "first-lesson",
        "second-lesson",
    ]
    assert not list(answering(COURSE, 0, question("by no rule")))
    assert not list(answering(COURSE, 1, question("")))
    assert [found.sentence for found in answering(COURSE, 1, question("Out!"))] == ["“Out!”"]


def test_words_are_shared_by_family_and_number() -> None:
    assert shared_words(question(""), "It is 8 metres wide.") >= {"wide"}
    assert not shared_words(question(""), "A ball is out.")


def test_the_works_of_all_answers_stand_once() -> None:
    assert works_of_course(COURSE) == ("itf", "bwf")

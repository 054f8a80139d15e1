"""Lessons: what is asked where, how long they take, and their pages."""

from __future__ import annotations

import json
import re

import msgspec
import pytest
from conftest import SITE, WORLD

from sportlore.contract.addresses import addresses, page_path
from sportlore.derive import asked_field, derive, marks_asked, steps
from sportlore.model import Course
from sportlore.publication import Publication
from sportlore.registry import read
from sportlore.site.courses import CourseView, course_view, hours
from sportlore.site.lessons import LessonView, lesson_pages
from sportlore.site.page import Page


def test_lessons_have_all_questions_and_drills_and_the_minutes_of_their_modules(catalogue: Publication) -> None:
    for course in catalogue.knowledge.courses.values():
        made = steps(course)
        assert [step.lesson for step in made] == [lesson for module in course.modules for lesson in module.lessons]
        assert [step.number for step in made] == [*range(1, len(made) + 1)]
        for module in course.modules:
            of_module = [step for step in made if step.module is module]
            asked = [asked for step in of_module for asked in step.questions]
            assert sorted(asked.question.question for asked in asked) == sorted(q.question for q in module.quiz)
            assert tuple(drill for step in of_module for drill in step.drills) == module.drills
            assert sum(step.minutes for step in of_module) == module.minutes
            assert min(step.minutes for step in of_module) >= 1


def test_a_question_stands_under_the_lesson_that_answers_it(catalogue: Publication) -> None:
    """One on an earlier module is asked at the end of its own, and leads back."""
    elsewhere = 0
    for course in catalogue.knowledge.courses.values():
        for step in steps(course):
            for asked in step.questions:
                assert asked.answer.sentence in asked.answer.lesson.text
                if asked.answer.lesson is not step.lesson:
                    elsewhere += 1
                    assert step.lesson is step.module.lessons[-1]
                    assert asked.answer.lesson not in step.module.lessons
    assert elsewhere > 0


def test_marks_are_asked_where_a_lesson_names_them(catalogue: Publication) -> None:
    course = catalogue.knowledge.courses["curriculum/badminton"]
    field = asked_field(catalogue.knowledge.drawings["facility/badminton-court"])
    assert field is not None
    asked = marks_asked(course, field, "facility/badminton-court")
    assert [item.mark.name for item in asked["the-court"]] == [
        "net",
        "short service lines",
        "long service lines for doubles",
        "side lines for singles",
    ]
    assert asked["the-court"][1].sentence == "The short service line lies 1.98 metres from the net."
    assert asked["the-court"][3].sentence is None
    assert [item.mark.name for item in asked["try-serve"]] == ["centre lines"]


def test_courses_are_asked_about_the_field_of_their_sport(catalogue: Publication) -> None:
    asking = set()
    for planned in lesson_pages(catalogue):
        view = viewed(planned.make())
        if view.drawn:
            asking.add(view.course_slug)
            assert 1 <= len(view.drawn.questions) <= 4
            for question in view.drawn.questions:
                assert [option.letter for option in question.options] == [o.letter for o in view.drawn.letters]
                right = question.options[question.answer]
                assert right.text.removeprefix("The ") not in question.question
                assert question.citations
    assert len(asking) == 21
    assert asking.isdisjoint({"alpine-skiing", "rowing"})  # without a field, and with one too narrow for letters


def viewed(page: Page) -> LessonView:
    assert isinstance(page.view, LessonView)
    return page.view


def on_badminton() -> Publication:
    """The miniature world with its course on the sport that has a field."""
    authored = read(WORLD)
    (course,) = authored.courses.values()
    moved = {"badminton": msgspec.structs.replace(course, sport="badminton")}
    return Publication(derive(msgspec.structs.replace(authored, courses=moved)), addresses(SITE))


def test_a_lesson_leads_on_and_back_and_says_what_it_is() -> None:
    world = on_badminton()
    pages = [planned.make() for planned in lesson_pages(world)]
    views = [viewed(page) for page in pages]
    assert [page.path for page in pages][:2] == [
        "/courses/badminton/the-game-basics",
        "/courses/badminton/the-racket-basics",
    ]
    assert [(view.before and view.before.path, view.after and view.after.path) for view in views[:2]] == [
        (None, pages[1].path),
        (pages[0].path, pages[2].path),
    ]
    assert views[-1].after is None
    declared, lesson = (json.loads(text) for text in views[0].json_ld)
    assert declared["@type"] == "WebPage"
    assert lesson["@type"] == "LearningResource"
    assert lesson["timeRequired"] == "PT10M"
    quiz = lesson["hasPart"]
    assert quiz["@type"] == "Quiz"
    assert len(quiz["hasPart"]) == 5  # three of the quiz, two on the drawing
    asked = quiz["hasPart"][3]
    assert asked["text"] == "Which letter marks the net?"
    assert asked["acceptedAnswer"]["text"] == "A line across, 6.10 m long, in the middle"
    assert len(asked["suggestedAnswer"]) == 2


@pytest.mark.parametrize(("minutes", "text"), [(0, "0 min"), (45, "45 min"), (120, "2 h"), (265, "4 h 25 min")])
def test_hours(minutes: int, text: str) -> None:
    assert hours(minutes) == text


def overview(publication: Publication, id: str) -> tuple[Course, CourseView]:
    course = publication.knowledge.courses[id]
    return course, course_view(publication, publication.graph.entities[id], course)


def test_an_overview_says_what_is_needed_and_keeps_its_anchors(catalogue: Publication) -> None:
    course, view = overview(catalogue, "curriculum/tennis")
    lessons = [lesson for module in view.modules for lesson in module.lessons]
    assert [lesson.anchor for lesson in lessons] == [
        f"module-{module.slug}.{lesson.slug}" for module in course.modules for lesson in module.lessons
    ]
    drills = {anchor for module in view.modules for anchor, _, _ in module.drills}
    assert drills == {f"module-{m.slug}.practice.{drill.slug}" for m in course.modules for drill in m.drills}
    most = max(
        item.count for drill in course.drills for item in drill.equipment if item.item == "equipment/tennis-ball"
    )
    assert [item.count for item in view.needed if item.name == "Tennis ball"] == [most]
    assert re.fullmatch(r"Up to [\d.]+ × [\d.]+ m and groups of \d+ to \d+\.", view.room)
    assert view.questions == sum(len(lesson.questions) for lesson in lessons) > len(course.modules) * 4
    path = page_path(catalogue.graph.entities["curriculum/tennis"], catalogue.vocabulary)
    assert all(lesson.path == f"{path}/{lesson.slug}" for lesson in lessons)

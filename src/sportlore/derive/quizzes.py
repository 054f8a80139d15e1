"""What answers the questions of a course: the sentence of a lesson in which the words of `answered_by` stand."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from sportlore.model import Course, Lesson, Question
from sportlore.search import family, words

_SENTENCE = re.compile(r'(?<=[.!?”"])\s+(?=[A-Z0-9“"(])')


class Answering(Struct, frozen=True):
    """A sentence that answers a question, and the lesson that has it."""

    lesson: Lesson
    sentence: str


def answering(course: Course, module: int, question: Question) -> Iterator[Answering]:
    """The sentences with the words of `answered_by`, in the lessons up to the module that asks."""
    for earlier in course.modules[: module + 1]:
        for lesson in earlier.lessons:
            for sentence in _SENTENCE.split(lesson.text):
                if question.answered_by and question.answered_by in sentence:
                    yield Answering(lesson, sentence)


def works_of_course(course: Course) -> tuple[str, ...]:
    """The works behind the answers to all questions of a course, then behind its drills, each once."""
    answers = (id for module in course.modules for question in module.quiz for id in question.sources)
    drills = (id for drill in course.drills for id in drill.sources)
    return tuple(dict.fromkeys((*answers, *drills)))


def shared_words(question: Question, sentence: str) -> set[str]:
    """The families of words that a sentence shares with a question, its right option or its explanation."""
    right = question.options[question.answer] if question.answer in range(len(question.options)) else ""
    return _families(f"{question.question} {right} {question.explanation}") & _families(sentence)


def _families(text: str) -> set[str]:
    return {family(word) for word in words(text) if len(word) > 2 or word.isdigit()}

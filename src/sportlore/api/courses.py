"""The bodies of courses: modules, lessons, drills and quizzes."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from sportlore.api import bodies, people
from sportlore.contract import schemas
from sportlore.derive import answering, works_of_course
from sportlore.model import Course, Drill, DrillItem, Lesson, Question
from sportlore.publication import Publication


def course(publication: Publication, course: Course) -> schemas.Course:
    """A course with its modules in learning order."""
    sport = f"{publication.vocabulary.with_role('sport')[0]}/{course.sport}"
    return schemas.Course(
        sport_slug=course.sport,
        sport_name=publication.graph.entities[sport].name,
        modules=[_module(publication, course, order) for order in range(1, len(course.modules) + 1)],
        sources=[bodies.source(publication, id) for id in works_of_course(course)],
    )


def _module(publication: Publication, course: Course, order: int) -> schemas.CourseModule:
    module = course.modules[order - 1]
    lessons = [_lesson(publication, lesson) for lesson in module.lessons]
    quiz = [_question(course, order - 1, question) for question in module.quiz]
    drills = [_drill(publication, course, drill) for drill in module.drills] or UNSET
    return bodies.body(schemas.CourseModule, module, order=order, lessons=lessons, quiz=quiz, drills=drills)


def _question(course: Course, module: int, question: Question) -> schemas.Question:
    answer = next(answering(course, module, question))
    return bodies.body(schemas.Question, question, lesson=answer.lesson.slug, sentence=answer.sentence)


def _lesson(publication: Publication, lesson: Lesson) -> schemas.Lesson:
    entities = (publication.graph.entities[id] for id in lesson.entities)
    return bodies.body(schemas.Lesson, lesson, entities=bodies.relationships(publication, entities))


def course_list(publication: Publication) -> schemas.CourseList:
    return schemas.CourseList(data=[course(publication, item) for item in publication.knowledge.courses.values()])


def _drill(publication: Publication, course: Course, drill: Drill) -> schemas.Drill:
    entities = publication.graph.entities
    return bodies.body(
        schemas.Drill,
        drill,
        equipment=[_item(publication, item) for item in drill.equipment],
        trains=bodies.relationships(publication, (entities[id] for id in drill.trains)),
        board=_board(publication, course, drill),
    )


def _item(publication: Publication, item: DrillItem) -> schemas.DrillItem:
    if not item.is_entity:
        return schemas.DrillItem(name=item.item, count=item.count, per=item.per)
    (entity,) = bodies.relationships(publication, (publication.graph.entities[item.item],))
    return schemas.DrillItem(name=entity.name, count=item.count, per=item.per, entity=entity)


def _board(publication: Publication, course: Course, drill: Drill) -> schemas.Board | UnsetType:
    """The board of a drill, which is one of the boards of its course."""
    (type,) = publication.vocabulary.with_role("course")
    boards = people.boards(publication, publication.graph.entities[f"{type}/{course.sport}"])
    return next((board for board in boards if board.key == drill.slug), UNSET)

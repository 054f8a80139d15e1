"""The quizzes of courses for learning platforms: QTI 3.0 packages and Moodle XML.

A question has one right answer; its explanation is shown after it, with the page that answers it.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from msgspec import Struct

from sportlore.export.archive import zipped
from sportlore.export.bulk import Bulk, File
from sportlore.model import Course, Module, Question

_ITEM = "http://www.imsglobal.org/xsd/imsqtiasi_v3p0"
_ITEM_SCHEMA = "https://purl.imsglobal.org/spec/qti/v3p0/schema/xsd/imsqti_asiv3p0p1_v1p0.xsd"
_PACKAGE = "http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1"
_XSI = "http://www.w3.org/2001/XMLSchema-instance"
_MATCH = "https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct"
_MEDIA_TYPE = "application/zip"


class QuizItem(Struct, frozen=True):
    """A question with its identifier, and the address of the page that answers it."""

    id: str
    module: Module
    question: Question
    page: str


def items(bulk: Bulk, course: Course) -> Iterator[QuizItem]:
    """All questions of a course, in learning order: `the-game-1`, `the-game-2`, …"""
    graph, publication = bulk.publication.graph, bulk.publication
    for module in course.modules:
        for number, question in enumerate(module.quiz, 1):
            page = publication.page(graph.entities[question.cites])
            yield QuizItem(f"{module.slug}-{number}", module, question, page)


def qti(bulk: Bulk) -> Iterator[File]:
    """A content package for each course: its manifest, an assessment test with a section for each module, and its items."""
    for course in bulk.publication.knowledge.courses.values():
        known = list(items(bulk, course))
        files = [
            ("imsmanifest.xml", _document(_manifest(course, known))),
            ("test.xml", _document(_test(course, known))),
        ]
        files += [(f"items/{item.id}.xml", _document(_assessment_item(item))) for item in known]
        yield File(f"courses/qti/{course.sport}.zip", _MEDIA_TYPE, zipped(files))


def _manifest(course: Course, known: list[QuizItem]) -> Element:
    root = Element("manifest", {"xmlns": _PACKAGE, "identifier": f"course-{course.sport}"})
    metadata = SubElement(root, "metadata")
    SubElement(metadata, "schema").text = "QTI Package"
    SubElement(metadata, "schemaversion").text = "3.0.0"
    SubElement(root, "organizations")
    resources = SubElement(root, "resources")
    test = SubElement(resources, "resource", {"identifier": "test", "type": "imsqti_test_xmlv3p0", "href": "test.xml"})
    SubElement(test, "file", {"href": "test.xml"})
    for item in known:
        SubElement(test, "dependency", {"identifierref": item.id})
        href = f"items/{item.id}.xml"
        attributes = {"identifier": item.id, "type": "imsqti_item_xmlv3p0", "href": href}
        SubElement(SubElement(resources, "resource", attributes), "file", {"href": href})
    return root


def _test(course: Course, known: list[QuizItem]) -> Element:
    root = _root("qti-assessment-test", f"course-{course.sport}", course.title)
    part = SubElement(
        root,
        "qti-test-part",
        {"identifier": "course", "navigation-mode": "nonlinear", "submission-mode": "individual"},
    )
    for module in course.modules:
        attributes = {"identifier": module.slug, "title": module.title, "visible": "true"}
        section = SubElement(part, "qti-assessment-section", attributes)
        for item in known:
            if item.module is module:
                reference = {"identifier": item.id, "href": f"items/{item.id}.xml"}
                SubElement(section, "qti-assessment-item-ref", reference)
    return root


def _assessment_item(item: QuizItem) -> Element:
    root = _root("qti-assessment-item", item.id, item.module.title)
    root.attrib |= {"adaptive": "false", "time-dependent": "false", "xml:lang": "en"}
    right = _choice(item.question.answer)
    declared = {"identifier": "RESPONSE", "cardinality": "single", "base-type": "identifier"}
    correct = SubElement(SubElement(root, "qti-response-declaration", declared), "qti-correct-response")
    SubElement(correct, "qti-value").text = right
    outcome = {"identifier": "SCORE", "cardinality": "single", "base-type": "float"}
    default = SubElement(SubElement(root, "qti-outcome-declaration", outcome), "qti-default-value")
    SubElement(default, "qti-value").text = "0"
    declared = {"identifier": "FEEDBACK", "cardinality": "single", "base-type": "identifier"}
    shown = SubElement(SubElement(root, "qti-outcome-declaration", declared), "qti-default-value")
    SubElement(shown, "qti-value").text = "explanation"
    body = SubElement(root, "qti-item-body")
    attributes = {"response-identifier": "RESPONSE", "shuffle": "true", "max-choices": "1"}
    interaction = SubElement(body, "qti-choice-interaction", attributes)
    SubElement(interaction, "qti-prompt").text = item.question.question
    for number, option in enumerate(item.question.options):
        SubElement(interaction, "qti-simple-choice", {"identifier": _choice(number)}).text = option
    SubElement(root, "qti-response-processing", {"template": _MATCH})
    feedback = {"outcome-identifier": "FEEDBACK", "identifier": "explanation", "show-hide": "show"}
    content = SubElement(SubElement(root, "qti-modal-feedback", feedback), "qti-content-body")
    SubElement(content, "p").text = item.question.explanation
    SubElement(SubElement(content, "p"), "a", {"href": item.page}).text = item.page
    return root


def _root(name: str, identifier: str, title: str) -> Element:
    attributes = {"xmlns": _ITEM, "xmlns:xsi": _XSI, "xsi:schemaLocation": f"{_ITEM} {_ITEM_SCHEMA}"}
    return Element(name, {**attributes, "identifier": identifier, "title": title})


def _choice(number: int) -> str:
    return f"choice-{number + 1}"


def moodle(bulk: Bulk) -> Iterator[File]:
    """A question bank for each course, with a category for each module (Moodle XML)."""
    for course in bulk.publication.knowledge.courses.values():
        root, known = Element("quiz"), list(items(bulk, course))
        for module in course.modules:
            category = SubElement(root, "question", {"type": "category"})
            _text(SubElement(category, "category"), f"$course$/top/{_level(course.title)}/{_level(module.title)}")
            for item in known:
                if item.module is module:
                    _moodle_question(root, item)
        yield File(f"courses/moodle/{course.sport}.xml", "application/xml", _document(root))


def _moodle_question(root: Element, item: QuizItem) -> None:
    asked = item.question
    question = SubElement(root, "question", {"type": "multichoice"})
    _text(SubElement(question, "name"), item.id)
    _text(SubElement(question, "questiontext", {"format": "plain_text"}), asked.question)
    _text(SubElement(question, "generalfeedback", {"format": "plain_text"}), f"{asked.explanation} {item.page}")
    settings = {"defaultgrade": "1", "penalty": "0.3333333", "hidden": "0", "idnumber": item.id}
    settings |= {"single": "true", "shuffleanswers": "true", "answernumbering": "abc"}
    for name, value in settings.items():
        SubElement(question, name).text = value
    for number, option in enumerate(asked.options):
        fraction = "100" if number == asked.answer else "0"
        _text(SubElement(question, "answer", {"fraction": fraction, "format": "plain_text"}), option)


def _text(parent: Element, said: str) -> None:
    SubElement(parent, "text").text = said


def _level(title: str) -> str:
    """A title as one level of a path of categories, in which two slashes are one: "Net / wall" -> "Net // wall"."""
    return title.replace("/", "//")


def _document(root: Element) -> bytes:
    indent(root)
    written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"

"""Every text of the catalogue with its location, but no keywords and no titles of works."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sportlore.registry import Document, Registry
from sportlore.rules.context import Text, drills, elements, strings, table


def texts(registry: Registry, documents: Sequence[Document]) -> Iterator[Text]:
    """The texts of entities, dimensions of the atlas, calculators and courses."""
    for document in documents:
        for field in ("name", "description", "verdict"):
            if isinstance(text := document.data.get(field), str):
                yield document.file, (field,), text
        for key, value in table(document, "facts").items():
            if isinstance(value, str):
                yield document.file, ("facts", key), value
        yield from _sections(document)
        yield from _evidence(document)
        for i, condition in elements(document, "choose_if"):
            if isinstance(text := condition.get("text"), str):
                yield document.file, ("choose_if", i, "text"), text
    for slug, dimension in registry.vocabulary.dimensions.items():
        yield "vocabulary/atlas.toml", (slug, "description"), dimension.description
    for slug, calculator in registry.calculators.items():
        for field in ("title", "description", "validity"):
            yield f"calculators/{slug}.toml", (field,), str(getattr(calculator, field))
    yield from _courses(registry)


def _sections(document: Document) -> Iterator[Text]:
    for i, section in elements(document, "sections"):
        for field in ("title", "text"):
            if isinstance(text := section.get(field), str):
                yield document.file, ("sections", i, field), text
        for field in ("steps", "items"):
            for j, text in strings(section.get(field)):
                yield document.file, ("sections", i, field, j), text


def _evidence(document: Document) -> Iterator[Text]:
    for i, evidence in elements(document, "evidence"):
        for field in ("outcome", "effect", "population"):
            if isinstance(text := evidence.get(field), str):
                yield document.file, ("evidence", i, field), text
        effect = evidence.get("effect")
        if isinstance(effect, dict) and isinstance(note := effect.get("note"), str):
            yield document.file, ("evidence", i, "effect", "note"), note


def _courses(registry: Registry) -> Iterator[Text]:
    for sport, course in registry.courses.items():
        file = f"courses/{sport}.toml"
        yield file, ("description",), course.description
        for m, module in enumerate(course.modules):
            yield file, ("modules", m, "title"), module.title
            yield file, ("modules", m, "summary"), module.summary
            for n, lesson in enumerate(module.lessons):
                yield file, ("modules", m, "lessons", n, "text"), lesson.text
    for location, drill in drills(registry):
        for field in ("name", "organisation", "easier", "harder", "safety"):
            yield location.file, (*location.path, field), getattr(drill, field)
        for field in ("steps", "watch", "mistakes", "ask"):
            for i, text in enumerate(getattr(drill, field)):
                yield location.file, (*location.path, field, i), text

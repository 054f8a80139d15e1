"""The answers of the interface as Markdown: what a page says, for readers without a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import msgspec
from msgspec import UNSET, UnsetType

from sportlore.contract import schemas

Lines = Iterator[str]


def markdown(body: bytes, schema: type[schemas.Body]) -> str:
    """A body of the interface as Markdown; empty where there is no form for its schema."""
    form = _FORMS.get(schema)
    return "\n".join(form(msgspec.json.decode(body, type=schema))) + "\n" if form else ""


def _link(to: schemas.Relationship) -> str:
    return f"[{to.name}]({to.url})"


def _linked(links: Iterable[schemas.Relationship]) -> str:
    return ", ".join(_link(to) for to in links)


def _table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> Lines:
    """A table; nothing where there are no rows. What would end a cell is escaped."""
    cells = [[cell.replace("|", "\\|").replace("\n", " ") for cell in row] for row in rows]
    if cells:
        yield ""
        for row in (heading, ["---"] * len(heading), *cells):
            yield f"| {' | '.join(row)} |"


def _items(title: str, lines: Iterable[str]) -> Lines:
    """A heading and a list below it; nothing where the list is empty."""
    listed = [f"- {line}" for line in lines]
    if listed:
        yield from ("", f"## {title}", "", *listed)


def _resource(entity: schemas.Resource) -> Lines:
    yield from (f"# {entity.name}", "", entity.description or "")
    facts = entity.facts or []
    yield from _table(
        ("fact", "value", "source"),
        (
            (fact.label, _value(fact), ", ".join([*(fact.sources or []), *([fact.clause] if fact.clause else [])]))
            for fact in facts
        ),
    )
    for section in entity.sections or []:
        yield from _section(section)
    yield from _schedule(entity.schedule or [])
    yield from _items("Evidence", map(_evidence, entity.evidence or []))
    by_relation = sorted(entity.relationships, key=lambda link: link.relation or "")
    grouped = groupby(by_relation, key=lambda link: link.relation or "")
    yield from _items("Related", (f"{relation}: {_linked(links)}" for relation, links in grouped))
    yield from _items("Drawings", (f"[{item.title}]({item.url}): {item.description}" for item in entity.drawings or []))
    yield from _sources(entity.sources)


def _value(fact: schemas.Fact) -> str:
    variants = (
        f"{variant.text} ({', '.join(variant.scope or [])})" for variant in fact.variants or [] if variant.scope
    )
    return "; ".join([fact.text, *variants])


def _section(section: schemas.Section) -> Lines:
    yield from ("", f"## {section.title}", "")
    if section.text:
        yield section.text
    yield from (f"{number}. {step}" for number, step in enumerate(section.steps or [], 1))
    yield from (f"- {item}" for item in section.items or [])


def _schedule(blocks: Sequence[schemas.ScheduleBlock]) -> Lines:
    for block in blocks:
        first, last = block.weeks
        sessions = (f"{s.day}. {s.name}: {'; '.join(part.text for part in s.parts)}" for s in block.sessions)
        yield from _items(f"Weeks {first} to {last}: {block.focus}", sessions)


def _evidence(item: schemas.Evidence) -> str:
    whom = f" ({item.population})" if item.population else ""
    return f"{item.outcome}{whom}: {item.grade}. {item.effect} ({item.source})"


def _sources(works: Sequence[schemas.Source] | UnsetType) -> Lines:
    yield from _items("Sources", map(_source, works or []))


def _source(work: schemas.Source) -> str:
    title = f"[{work.title}]({work.url})" if work.url else work.title
    year = f", {work.year}" if work.year else ""
    how_far = f"; read: {work.read}" if work.read else ""
    return f"{work.id}: {title}{year}{how_far}"


def _comparison(comparison: schemas.Comparison) -> Lines:
    yield f"# {comparison.title}"
    if comparison.verdict:
        yield from ("", comparison.verdict)
    yield from _items("Differences", comparison.differences or [])
    yield from _items("Similarities", comparison.similarities or [])
    a, b = comparison.a, comparison.b
    if a is not UNSET and b is not UNSET:
        texts = [{fact.key: (fact.label, fact.text) for fact in side.facts} for side in (a, b)]
        keys = [key for key in texts[0] if key in texts[1]]
        yield from _table(
            ("fact", a.name, b.name), ((texts[0][key][0], texts[0][key][1], texts[1][key][1]) for key in keys)
        )
    yield from _sources(comparison.sources)


def _calculator(calculator: schemas.Calculator) -> Lines:
    yield from (f"# {calculator.title}", "", calculator.description or "")
    formula = calculator.formula
    if formula is not UNSET:
        yield from ("", f"`{formula.expression}`", "", f"Source: {formula.source}")
    inputs = calculator.inputs or []
    yield from _table(("input", "what", "unit"), ((item.name, item.label, item.unit or "") for item in inputs))
    examples = (f"{dict(example.inputs)} → {example.result}" for example in calculator.examples or [])
    yield from _items("Examples", examples)


def _course(course: schemas.Course) -> Lines:
    yield f"# {course.sport_name}: course"
    for module in course.modules or []:
        yield from ("", f"## {module.title}", "", module.summary)
        for lesson in module.lessons:
            yield from ("", f"### {lesson.title}", "", lesson.text)
        for question in module.quiz:
            yield from ("", f"**{question.question}** {' / '.join(question.options)}")
            yield f"Answer: {question.options[question.answer]}. {question.explanation}"
    yield from _sources(course.sources)


def _recommendations(recommended: schemas.RecommendationList) -> Lines:
    yield f"# Recommended for {str(recommended.goal).replace('-', ' ')}"
    for item in recommended.data or []:
        yield from ("", f"## {_link(item.entity)}", "", *(f"- {reason.text}" for reason in item.reasons))
        if item.not_for:
            yield f"- Not for: {_linked(item.not_for)}"
    for safety in recommended.safety or []:
        for section in safety.sections:
            yield from _section(section)


def _atlas(atlas: schemas.AtlasList) -> Lines:
    yield "# Atlas"
    for dimension in atlas.data or []:
        yield from _items(
            dimension.title, (f"{value.label} ({value.count}): {_linked(value.entities)}" for value in dimension.values)
        )


def _list(listed: schemas.ResourceList) -> Lines:
    yield from (f"- [{item.name}]({item.url}): {item.description or ''}" for item in listed.data)


def _types(types: schemas.TypeList) -> Lines:
    yield from _items("Types", (f"{item.type}: {item.count}, at {item.route_base}" for item in types.data or []))


def _calculators(calculators: schemas.CalculatorList) -> Lines:
    yield from (f"- [{item.title}]({item.url}): {item.description}" for item in calculators.data or [])


def _courses(courses: schemas.CourseList) -> Lines:
    for course in courses.data or []:
        yield f"- {course.sport_name}: {', '.join(module.title for module in course.modules or [])}"


_FORMS: Mapping[type[schemas.Body], Callable[..., Lines]] = {
    schemas.Resource: _resource,
    schemas.Comparison: _comparison,
    schemas.Calculator: _calculator,
    schemas.Course: _course,
    schemas.RecommendationList: _recommendations,
    schemas.AtlasList: _atlas,
    schemas.ResourceList: _list,
    schemas.TypeList: _types,
    schemas.CalculatorList: _calculators,
    schemas.CourseList: _courses,
}

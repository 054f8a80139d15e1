"""Rules about the form of one entity: its fields, facts and sections."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from sportlore.diagnostics import Finding, did_you_mean
from sportlore.model import BySex, FactKey, FactValue, Role, Span
from sportlore.registry import Document, fact_value
from sportlore.rules.context import DERIVED, NAMED_BY_DERIVATION, Context

_FIELDS: Mapping[str, type] = {
    "name": str,
    "description": str,
    "keywords": list,
    "sources": list,
    "proper": bool,
    "verdict": str,
    "without": list,
    "checked": str,
    "facts": dict,
    "links": dict,
    "sections": list,
    "schedule": list,
    "serves": list,
    "evidence": list,
    "variants": list,
}
_SECTION = ("title", "text", "steps", "items", "sources")
_LONGEST_SLUG = 100

_OWNERS: Mapping[str, Role] = {"verdict": "comparison", "without": "recommendation"}
"""Fields that only the types of a role have."""

_WORDS = {
    str: "a string",
    list: "an array",
    dict: "a table",
    bool: "true or false",
    int: "an integer",
    float: "a number",
}


def bad_slug(context: Context) -> Iterator[Finding]:
    """A slug is lower-case ASCII words and numbers, joined by single hyphens, and at most 100 letters long."""
    for document in context.typed():
        if cure := slug_cure(document.slug):
            help = f"rename the file to `{cure}.toml`"
            yield Finding("bad-slug", f"`{document.slug}` is not a slug", document.place(), help)


def slug_cure(slug: str) -> str | None:
    """What to write instead of a bad slug, or None if it is a good one: "Back_Squat" -> "back-squat"."""
    if re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug) and len(slug) <= _LONGEST_SLUG:
        return None
    return re.sub(r"[^a-z0-9]+", "-", slug.lower()).strip("-")[:_LONGEST_SLUG].strip("-") or "a-name"


def derived_entity(context: Context) -> Iterator[Finding]:
    """Entities of the types curriculum and atlas are derived, and not authored as files."""
    for document in context.typed():
        if context.registry.vocabulary.role_of(document.type) in DERIVED:
            help = "write courses/<sport>.toml for a course, or a table of vocabulary/atlas.toml for an atlas dimension"
            yield Finding("derived-entity", f"entities of type `{document.type}` are derived", document.place(), help)


def unknown_field(context: Context) -> Iterator[Finding]:
    """An entity has no fields but those of docs/guidelines.md."""
    for document in context.typed():
        role = context.registry.vocabulary.role_of(document.type)
        allowed = [f for f in _FIELDS if _OWNERS.get(f, role) == role]
        if role in NAMED_BY_DERIVATION:
            allowed.remove("name")
        for field in document.data:
            if field not in allowed:
                help = did_you_mean(field, allowed, f"the fields are {', '.join(allowed)}")
                message = f"no field `{field}` on a {_singular(context, document)}"
                yield Finding("unknown-field", message, document.place(field, on_key=True), help)
        for i, section in enumerate(_sections(document)):
            for field in section:
                if field not in _SECTION:
                    help = did_you_mean(field, _SECTION, "a section has title, and text, steps or items")
                    place = document.place("sections", i, field, on_key=True)
                    yield Finding("unknown-field", f"no field `{field}` on a section", place, help)


def missing_field(context: Context) -> Iterator[Finding]:
    """Every entity has a name, a description and keywords."""
    for document in context.typed():
        needed = ["description", "keywords"]
        if context.registry.vocabulary.role_of(document.type) not in NAMED_BY_DERIVATION:
            needed.insert(0, "name")
        for field in needed:
            if field not in document.data:
                message = f"the {_singular(context, document)} has no {field}"
                yield Finding(
                    "missing-field", message, document.place(), f"add `{field} = …`; docs/guidelines.md says how"
                )


def wrong_type(context: Context) -> Iterator[Finding]:
    """Each field and fact has the type of value that its kind asks for."""
    for document in context.typed():
        yield from _wrong_fields(document)
        yield from _wrong_sections(document)
        facts = document.data.get("facts")
        for key, raw in facts.items() if isinstance(facts, dict) else ():
            fact = context.registry.vocabulary.facts.get(key)
            if fact is not None and fact_value(raw, fact) is None:
                message = f"`{key}` takes {_expected(fact)}"
                yield Finding("wrong-type", message, document.place("facts", key), f"write it as {_pattern(key, fact)}")


def _wrong_fields(document: Document) -> Iterator[Finding]:
    for field, expected in _FIELDS.items():
        value = document.data.get(field)
        if field in document.data and not isinstance(value, expected):
            message = f"`{field}` takes {_WORDS[expected]}, not {_WORDS.get(type(value), type(value).__name__)}"
            yield Finding("wrong-type", message, document.place(field), f"write `{field}` as {_WORDS[expected]}")
        elif isinstance(value, list) and field in ("keywords", "sources", "without"):
            yield from _wrong_items(document, (field,), value)
    for relation, targets in _table(document, "links").items():
        if isinstance(targets, list):
            yield from _wrong_items(document, ("links", relation), targets)
        else:
            place = document.place("links", relation)
            help = f'write `{relation} = ["type/slug"]`'
            yield Finding("wrong-type", f"`{relation}` takes an array of ids", place, help)


def _wrong_items(document: Document, path: tuple[str, ...], values: Iterable[object]) -> Iterator[Finding]:
    for i, value in enumerate(values):
        if not isinstance(value, str) or not value.strip():
            place = document.place(*path, i)
            yield Finding(
                "wrong-type", f"`{path[-1]}` takes strings that are not empty", place, "write it in quotation marks"
            )


def _wrong_sections(document: Document) -> Iterator[Finding]:
    sections = document.data.get("sections")
    if not isinstance(sections, list):
        return
    for i, section in enumerate(sections):
        place = document.place("sections", i)
        if not isinstance(section, dict):
            yield Finding("wrong-type", "a section is a table", place, "write it as `[[sections]]`")
            continue
        bodies = [field for field in ("text", "steps", "items") if field in section]
        if not isinstance(section.get("title"), str) or not section["title"].strip():
            yield Finding("wrong-type", "a section has a title", place, 'add `title = "…"`')
        if len(bodies) != 1:
            yield Finding(
                "wrong-type", "a section has exactly one of text, steps and items", place, "split it, or fill it"
            )
        for body in bodies:
            inner = document.place("sections", i, body)
            if body == "text" and (not isinstance(section[body], str) or not section[body].strip()):
                yield Finding(
                    "wrong-type", "`text` takes a string that is not empty", inner, "write it in quotation marks"
                )
            if body != "text":
                if isinstance(section[body], list) and section[body]:
                    for j, item in enumerate(section[body]):
                        if not isinstance(item, str) or not item.strip():
                            at = document.place("sections", i, body, j)
                            yield Finding(
                                "wrong-type",
                                f"`{body}` takes strings that are not empty",
                                at,
                                "write it in quotation marks",
                            )
                else:
                    yield Finding(
                        "wrong-type", f"`{body}` takes an array of strings", inner, f'write `{body} = ["…", "…"]`'
                    )


def unknown_fact(context: Context) -> Iterator[Finding]:
    """A fact is one that vocabulary/types.toml gives to the type."""
    vocabulary = context.registry.vocabulary
    for document in context.typed():
        allowed = vocabulary.types[document.type].facts
        for key in _table(document, "facts"):
            if key not in allowed:
                what = "is no fact of" if key in vocabulary.facts else "is no fact, and none of"
                help = did_you_mean(
                    key, allowed, f"its facts are {', '.join(allowed)}" if allowed else "it takes no facts"
                )
                message = f"`{key}` {what} a {_singular(context, document)}"
                yield Finding("unknown-fact", message, document.place("facts", key, on_key=True), help)


def missing_fact(context: Context) -> Iterator[Finding]:
    """An entity states every fact that its type requires."""
    vocabulary = context.registry.vocabulary
    for document in context.typed():
        for key in vocabulary.types[document.type].required_facts:
            if key not in _table(document, "facts"):
                message = (
                    f"the {_singular(context, document)} does not state `{key}` ({vocabulary.facts[key].label.lower()})"
                )
                place = document.place("facts", on_key=True)
                yield Finding(
                    "missing-fact", message, place, f"add {_pattern(key, vocabulary.facts[key])} below [facts]"
                )


def missing_section(context: Context) -> Iterator[Finding]:
    """An entity has every section that its type requires."""
    for document in context.typed():
        titles = [section.get("title") for section in _sections(document)]
        for title in context.registry.vocabulary.types[document.type].required_sections:
            if title not in titles:
                message = f"the {_singular(context, document)} has no section `{title}`"
                yield Finding(
                    "missing-section", message, document.place(), f'add a [[sections]] with title = "{title}"'
                )


def unknown_term(context: Context) -> Iterator[Finding]:
    """The value of a term is a word of its closed list."""
    vocabulary = context.registry.vocabulary
    for document, key, fact, value in _valued(context):
        if fact.terms is None:
            continue
        known = vocabulary.terms[fact.terms]
        words = value if isinstance(value, tuple) else (str(value),)
        for i, word in enumerate(words):
            if word not in known:
                place = document.place("facts", key, i) if isinstance(value, tuple) else document.place("facts", key)
                help = did_you_mean(word, known, f"the terms of `{fact.terms}` are {', '.join(known)}")
                yield Finding("unknown-term", f"no {key} `{word}`", place, help)


def value_out_of_range(context: Context) -> Iterator[Finding]:
    """A number lies within the limits that vocabulary/facts.toml sets for its fact."""
    for document, key, fact, value in _valued(context):
        for number in _numbers(value):
            low = fact.minimum if fact.minimum is not None else float("-inf")
            high = fact.maximum if fact.maximum is not None else float("inf")
            if not low <= number <= high:
                unit = fact.unit_text or ""
                message = f"{number:g} {unit}".strip() + f" is outside {low:g} to {high:g} for `{key}`"
                help = f"check the value and its unit ({fact.unit})" if fact.unit else "check the value"
                yield Finding("value-out-of-range", message, document.place("facts", key), help)
                break


def _numbers(value: FactValue) -> tuple[float, ...]:
    match value:
        case Span(low, high):
            return low, high
        case BySex(men, women):
            return *_numbers(men), *_numbers(women)
        case int():
            return (float(value),)
        case _:
            return ()


def _valued(context: Context) -> Iterator[tuple[Document, str, FactKey, FactValue]]:
    """(document, fact key, fact, typed value) of every well-formed fact."""
    vocabulary = context.registry.vocabulary
    for document in context.typed():
        for key, raw in _table(document, "facts").items():
            fact = vocabulary.facts.get(key)
            value = fact_value(raw, fact) if fact else None
            if fact is not None and value is not None:
                yield document, key, fact, value


def _table(document: Document, name: str) -> Mapping[str, object]:
    table = document.data.get(name)
    return table if isinstance(table, dict) else {}


def _sections(document: Document) -> list[Mapping[str, object]]:
    sections = document.data.get("sections")
    return [s for s in sections if isinstance(s, dict)] if isinstance(sections, list) else []


def _singular(context: Context, document: Document) -> str:
    return context.registry.vocabulary.types[document.type].singular


def _expected(fact: FactKey) -> str:
    kinds = {
        "integer": "an integer, or [low, high]",
        "number": "a number, or [low, high]",
        "year": "a year",
        "term": "a term in quotation marks",
        "terms": "an array of terms",
        "text": "a string",
    }
    return kinds[fact.kind] + (", or { men = …, women = … }" if fact.by_sex else "")


def _pattern(key: str, fact: FactKey) -> str:
    values = {"integer": "3", "number": "2.5", "year": "1950", "term": '"…"', "terms": '["…"]', "text": '"…"'}
    unit = f" in {fact.unit}" if fact.unit and fact.unit != "1" else ""
    return f"`{key} = {values[fact.kind]}`{unit}"

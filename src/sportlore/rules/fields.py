"""Rules about the form of one entity: its file, its fields and the tables below them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set

from msgspec import Struct

from sportlore.diagnostics import Finding, Location, did_you_mean
from sportlore.model import (
    PRACTICE,
    Board,
    Condition,
    Contrast,
    Detail,
    Doubt,
    Effect,
    Motion,
    Plan,
    Role,
    ScheduleBlock,
    Service,
    Signal,
    Similarity,
    Solid,
    Stand,
    Token,
)
from sportlore.registry import Document, searches_file
from sportlore.registry.record import record
from sportlore.rules import evidence, facts
from sportlore.rules.context import DERIVED, FIELDS, NAMED_BY_DERIVATION, Context, elements, meant, rule, table
from sportlore.text import listed

_ELEMENTS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "sections": ("a section", ("title", "text", "steps", "items", "sources", "basis")),
    "evidence": ("evidence", tuple(evidence.EVIDENCE)),
    "variants": ("a variant", tuple(evidence.VARIANT)),
}
"""The arrays of tables: what one element is called, and its fields."""

_OWNERS: Mapping[str, Role] = {
    "verdict": "comparison",
    "choose_if": "comparison",
    "contrasts": "comparison",
    "similarities": "comparison",
}
"""Fields that only the types of a role have."""

_LONGEST_SLUG = 100

_WORDS = {
    str: "a string",
    list: "an array",
    dict: "a table",
    bool: "true or false",
    int: "an integer",
    float: "a number",
}

_AS_WRITTEN = {
    str: '`{field} = "…"`',
    list: '`{field} = ["…", "…"]`',
    dict: "a table: `[{field}]`",
    bool: "`{field} = true`",
}


@rule(loses=True)
def bad_slug(context: Context) -> Iterator[Finding]:
    """A slug is lower-case ASCII words and numbers, joined by single hyphens, and at most 100 letters long."""
    for document in context.documents:
        if cure := slug_cure(document.slug):
            help = f"rename the file to `{cure}.toml`"
            yield Finding("bad-slug", f"`{document.slug}` is not a slug", document.location(), help)


def slug_cure(slug: str) -> str | None:
    """What to write instead of a bad slug, or None if it is a good one: "Back_Squat" -> "back-squat"."""
    if re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug) and len(slug) <= _LONGEST_SLUG:
        return None
    return re.sub(r"[^a-z0-9]+", "-", slug.lower()).strip("-")[:_LONGEST_SLUG].strip("-") or "a-name"


def bad_keys(document: Document, table: str, keys: Iterable[str], code: str, taken: Set[str]) -> Iterator[Finding]:
    """Keys of the items of a table that are no slugs, or that stand twice; `taken` are those of other tables."""
    seen = set(taken)
    for i, key in enumerate(keys):
        location = document.location(table, i, "key")
        if cure := slug_cure(key):
            yield Finding(code, f"`{key}` is no key", location, f"write `{cure}`")
        elif key in seen:
            help = f"give each {table.removesuffix('s')} a key of its own"
            yield Finding(code, f"the key `{key}` is used twice", location, help)
        seen.add(key)


@rule(loses=True)
def derived_entity(context: Context) -> Iterator[Finding]:
    """Entities of the types curriculum and atlas are derived, and not authored as files."""
    for document in context.documents:
        if context.vocabulary.role_of(document.type) in DERIVED:
            help = "write courses/<sport>.toml for a course, or a table of vocabulary/atlas.toml for an atlas dimension"
            yield Finding(
                "derived-entity", f"entities of type `{document.type}` are derived", document.location(), help
            )


@rule(loses=True)
def misplaced_key(context: Context) -> Iterator[Finding]:
    """Facts stand below [facts], links below [links], and the other fields above both."""
    for document in context.documents:
        for stands, belongs, keys in _misplaced(context, document):
            belonging = {"facts": "a fact", "links": "a relation", "": "a field of the entity"}[belongs]
            move = f"move it below [{belongs}]" if belongs else f"move it above [{stands}]"
            others = listed([f"`{key}`" for key in keys[1:]])
            help = f"{move}, and so {others}" if others else move
            path = (stands, keys[0]) if stands else (keys[0],)
            message = f"`{keys[0]}` is {belonging}" + (f", and stands below [{stands}]" if stands else "")
            yield Finding("misplaced-key", message, document.location(*path, on_key=True), help)


def _misplaced(context: Context, document: Document) -> Iterator[tuple[str, str, list[str]]]:
    """(where they stand, where they belong, keys); the top of the file is ""."""
    homes: Mapping[str, Mapping[str, object]] = {
        "": FIELDS,
        "facts": context.vocabulary.facts,
        "links": context.vocabulary.relations,
    }
    for stands in (*homes, "cite"):
        keys = table(document, stands) if stands else document.data
        at_home = homes.get(stands, context.vocabulary.sources)
        strangers = [key for key in keys if key not in at_home]
        for belongs, known in homes.items():
            if strays := [key for key in strangers if key in known]:
                yield stands, belongs, strays


def misplaced(context: Context, document: Document, belongs: str) -> frozenset[str]:
    """The keys that belong to a table ("facts", "links", "" for the top) and stand elsewhere in the file."""
    return frozenset(key for _, home, keys in _misplaced(context, document) if home == belongs for key in keys)


@rule(loses=True)
def unknown_field(context: Context) -> Iterator[Finding]:
    """An entity has no fields but those of docs/guidelines.md."""
    elsewhere = {*context.vocabulary.facts, *context.vocabulary.relations}
    for document in context.documents:
        allowed = _allowed(context, document)
        for field in document.data:
            if field not in allowed and field not in elsewhere:
                help = did_you_mean(field, allowed, f"its fields: {', '.join(allowed)}")
                if field == "searches":
                    help = f"move it to {searches_file(document.id)}"
                message = f"no field `{field}` on {context.a(document.type)}"
                yield Finding("unknown-field", message, document.location(field, on_key=True), help)
        for name, (element_name, known) in _ELEMENTS.items():
            for i, element in elements(document, name):
                for field in element:
                    if field not in known:
                        help = did_you_mean(field, known, f"its fields: {', '.join(known)}")
                        location = document.location(name, i, field, on_key=True)
                        yield Finding("unknown-field", f"no field `{field}` on {element_name}", location, help)


def _allowed(context: Context, document: Document) -> list[str]:
    role = context.vocabulary.role_of(document.type)
    allowed = [field for field in FIELDS if _OWNERS.get(field, role) == role]
    return [field for field in allowed if field != "name" or role not in NAMED_BY_DERIVATION]


@rule()
def missing_field(context: Context) -> Iterator[Finding]:
    """Every entity has a name, a description and keywords, and every table below it what its kind needs."""
    for document in context.documents:
        needed = [f for f in ("name", "description", "keywords") if f in _allowed(context, document)]
        missing = [field for field in needed if field not in document.data]
        if isinstance(name := document.data.get("name"), str) and not name.strip():
            missing.append("name")
        elsewhere = meant(document.data, needed) | misplaced(context, document, "") if missing else frozenset[str]()
        for field in missing:
            if field not in elsewhere:
                message = f"the {context.vocabulary.types[document.type].singular} has no {field}"
                help = f"add {_AS_WRITTEN[FIELDS[field]].format(field=field)}; docs/guidelines.md says how"
                yield Finding("missing-field", message, document.location(field), help)
        yield from evidence.missing_fields(document)
    for slug, calculator in context.registry.calculators.items():
        if not calculator.informs:
            help = 'add `informs = ["goal/…", "physical-quality/…"]`'
            yield Finding(
                "missing-field", "the calculator informs no entity", Location(f"calculators/{slug}.toml"), help
            )


@rule()
def missing_section(context: Context) -> Iterator[Finding]:
    """An entity has every section that its type requires."""
    for document in context.documents:
        if not isinstance(document.data.get("sections", []), list):
            continue
        titles = [str(section.get("title")) for _, section in elements(document, "sections")]
        needed = context.vocabulary.types[document.type].required_sections
        for title in needed:
            if title not in titles and title not in meant(titles, needed):
                message = f"the {context.vocabulary.types[document.type].singular} has no section `{title}`"
                help = f'add a [[sections]] with title = "{title}"'
                yield Finding("missing-section", message, document.location(), help)
        for i, section in elements(document, "sections"):
            for title in meant([str(section.get("title"))], needed) - set(titles):
                location = document.location("sections", i, "title")
                message = f"no section `{section['title']}` is asked for"
                yield Finding("missing-section", message, location, f"did you mean `{title}`?")


@rule(loses=True)
def wrong_type(context: Context) -> Iterator[Finding]:
    """Each field, fact and section has the type of value that its kind asks for."""
    for document in context.documents:
        yield from _wrong_fields(document)
        yield from _wrong_links(document)
        for i, section in enumerate(_array(document, "sections")):
            yield from _wrong_section(document, i, section)
        yield from facts.wrong_facts(context, document)
        yield from evidence.wrong_tables(document)


def _wrong_fields(document: Document) -> Iterator[Finding]:
    for field, value in document.data.items():
        expected = FIELDS.get(field)
        if expected is None:
            continue
        if not isinstance(value, expected):
            message = f"`{field}` takes {_WORDS[expected]}, not {_WORDS[type(value)]}"
            element_name, _ = _ELEMENTS.get(field, ("", ()))
            help = f"write {element_name} as `[[{field}]]`" if element_name else f"write {_as_written(field, value)}"
            yield Finding("wrong-type", message, document.location(field), help)
        elif field in ("keywords", "sources"):
            yield from wrong_items(document, (field,), value)
        elif field == "names":
            yield from _wrong_names(document)
        elif field == "cite":
            yield from _wrong_citations(document)


def _wrong_names(document: Document) -> Iterator[Finding]:
    """Names in other languages: arrays of strings by language tag."""
    for language, names in table(document, "names").items():
        if not re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*", language) or language == "en":
            location = document.location("names", language, on_key=True)
            help = "write `de`, `fr` or `pt-BR`; English names are keywords"
            yield Finding("wrong-type", f"`{language}` is no tag of another language", location, help)
        elif not isinstance(names, list) or not names:
            written = f'["{names}"]' if isinstance(names, str) and names else '["…"]'
            location = document.location("names", language)
            yield Finding(
                "wrong-type", f"`{language}` takes an array of names", location, f"write `{language} = {written}`"
            )
        else:
            yield from wrong_items(document, ("names", language), names)


def _wrong_citations(document: Document) -> Iterator[Finding]:
    """Rows of [cite] that are not an array of facts, each with or without its clause in parentheses."""
    for work, row in table(document, "cite").items():
        if isinstance(row, list) and row:
            yield from wrong_items(document, ("cite", work), row)
        else:
            fact = row if isinstance(row, str) and row else "…"
            help = f'write `{work} = ["{fact}"]`, with the clause as `"{fact} (rule 1)"`'
            yield Finding("wrong-type", "a work takes an array of facts", document.location("cite", work), help)


def _as_written(field: str, value: object) -> str:
    """How a field is to be written: with the words of a string that should be an array."""
    if FIELDS[field] is list and isinstance(value, str) and value.strip():
        words = ", ".join(f'"{word.strip()}"' for word in value.split(","))
        return f"`{field} = [{words}]`"
    return _AS_WRITTEN[FIELDS[field]].format(field=field)


def _wrong_links(document: Document) -> Iterator[Finding]:
    for relation, targets in table(document, "links").items():
        if isinstance(targets, list):
            yield from wrong_items(document, ("links", relation), targets)
        elif relation not in FIELDS:
            location = document.location("links", relation)
            written = f'["{targets}"]' if isinstance(targets, str) and "/" in targets else '["type/slug"]'
            help = f"write `{relation} = {written}`"
            yield Finding("wrong-type", f"`{relation}` takes an array of ids", location, help)


def wrong_items(document: Document, path: tuple[str | int, ...], values: object) -> Iterator[Finding]:
    """The elements of an array of strings that are none, or empty."""
    for i, value in enumerate(values if isinstance(values, list) else ()):
        if not isinstance(value, str) or not value.strip():
            empty = isinstance(value, str)
            message = f"`{path[-1]}` takes strings" + (" that are not empty" if empty else "")
            help = "fill it in, or take it out" if empty else "write it in quotation marks"
            yield Finding("wrong-type", message, document.location(*path, i), help)


def _wrong_section(document: Document, i: int, section: object) -> Iterator[Finding]:
    location = document.location("sections", i)
    if not isinstance(section, dict):
        yield Finding("wrong-type", "a section is a table", location, "write it as `[[sections]]`")
        return
    if not isinstance(section.get("title"), str) or not section["title"].strip():
        yield Finding("wrong-type", "a section has a title", location, 'add `title = "…"`')
    bodies = [field for field in ("text", "steps", "items") if field in section]
    misspelt = meant(section, _ELEMENTS["sections"][1]) & {"text", "steps", "items"}
    if len(bodies) != 1 and not misspelt:
        help = "make a section of each" if bodies else "add one of them"
        yield Finding("wrong-type", "a section has exactly one of text, steps and items", location, help)
    if "sources" in section:
        yield from _wrong_strings(document, i, "sources", section["sources"])
    if section.get("basis", PRACTICE) != PRACTICE:
        help = f'write `basis = "{PRACTICE}"`, or name the works in `sources`'
        yield Finding(
            "wrong-type", f"the basis can only be {PRACTICE}", document.location("sections", i, "basis"), help
        )
    for body in bodies:
        value = section[body]
        inner = document.location("sections", i, body)
        if body != "text":
            yield from _wrong_strings(document, i, body, value)
        elif not isinstance(value, str):
            help = "write it in quotation marks" + (", or name it `items`" if isinstance(value, list) else "")
            yield Finding("wrong-type", "`text` takes a string", inner, help)
        elif not value.strip():
            yield Finding("wrong-type", "`text` is empty", inner, "fill it in, or take the section out")


def _wrong_strings(document: Document, i: int, field: str, value: object) -> Iterator[Finding]:
    if isinstance(value, list) and value:
        yield from wrong_items(document, ("sections", i, field), value)
        return
    location = document.location("sections", i, field)
    lines = [line.strip() for line in value.split("\n") if line.strip()] if isinstance(value, str) else []
    written = ", ".join(f'"{line}"' for line in lines[:2] or ["…"]) + (", …" if len(lines) > 2 else "")
    help = f"write `{field} = [{written}]`, one string for each"
    yield Finding("wrong-type", f"`{field}` takes an array of strings", location, help)


def _array(document: Document, field: str) -> list[object]:
    value = document.data.get(field)
    return value if isinstance(value, list) else []


_STRUCTS: Mapping[str, type[Struct]] = {
    "serves": Service,
    "schedule": ScheduleBlock,
    "choose_if": Condition,
    "contrasts": Contrast,
    "similarities": Similarity,
    "details": Detail,
    "stands": Stand,
    "boards": Board,
    "signals": Signal,
    "tokens": Token,
    "doubts": Doubt,
}
"""The arrays of tables whose elements have the fields of a struct."""


@rule(loses=True)
def bad_record(context: Context) -> Iterator[Finding]:
    """Vocabulary, calculators, courses, redirects, exceptions, and the tables of an entity, have the fields of their kind."""
    findings: list[Finding] = []
    for document in context.documents:
        for name, form in _STRUCTS.items():
            for i, element in elements(document, name):
                record(element, form, document.file, (name, i), findings)
        for i, element in elements(document, "evidence"):
            if isinstance(effect := element.get("effect"), dict):
                record(effect, Effect, document.file, ("evidence", i, "effect"), findings)
        if isinstance(plan := document.data.get("plan"), dict):
            record(plan, Plan, document.file, ("plan",), findings)
        if isinstance(shape := document.data.get("shape"), dict):
            record(shape, Solid, document.file, ("shape",), findings)
        if isinstance(motion := document.data.get("motion"), dict):
            record(motion, Motion, document.file, ("motion",), findings)
    yield from findings


@rule(reads="catalogue")
def bad_month(context: Context) -> Iterator[Finding]:
    """The month in which an entity was checked, or a source read, is written as year and month."""
    for document in context.documents:
        if isinstance(checked := document.data.get("checked"), str):
            yield from _bad_month("checked", checked, document.location("checked"))
    for id, source in context.vocabulary.sources.items():
        if source.read_in is not None:
            yield from _bad_month("read_in", source.read_in, Location(f"sources/{id}.toml", ("read_in",)))


def _bad_month(field: str, value: str, location: Location) -> Iterator[Finding]:
    if not re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])", value):
        help = f'write year and month: `{field} = "2026-11"`'
        yield Finding("bad-month", f"`{value}` is not a month", location, help)

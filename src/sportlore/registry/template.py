"""The file that a new entity starts from: what its type requires, and a comment on each thing that it may state."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import get_args

from sportlore.kinds import KINDS
from sportlore.model import COMPARES, SERVES, EntityType, FactKey, Section, Strength, Vocabulary
from sportlore.registry.read import Registry
from sportlore.registry.write import canonical, entity_order

_COMMON = 5
"""A section that one in five entities of the type has is worth a comment."""


def template(registry: Registry, type: str, slug: str, named: bool, pair: tuple[str, str] | None = None) -> str:
    """The canonical file that `sportlore new` writes. `named` is false where the name is derived; `pair` is what is compared.

    The form of a section (text, steps or items) is the one that the entities of the type give it.
    """
    about = registry.vocabulary.types[type]
    lines = [f"# {about.singular}: {about.definition}"]
    if named:
        lines.append(f'name = "{slug.replace("-", " ").capitalize()}"')
    lines += ['description = ""', "keywords = []"]
    if about.sources_required:
        lines.append("sources = []")
    if pair:
        lines.append('verdict = "" # which one for whom')
    lines += _fact_lines(about, registry.vocabulary)
    lines += _link_lines(about, registry.vocabulary, pair)
    neighbours = [entity.sections for entity in registry.entities.values() if entity.type == type]
    for title in about.required_sections:
        form = _form(title, neighbours)
        lines += ["", "[[sections]]", f"title = {_quoted(title)}", f"{form} = {_EMPTY[form]}", _WORKS]
    lines += _service_lines(about) if SERVES in about.required_links else ()
    lines += ("", "[motion]", 'none = "" # why no motion is drawn; or the poses of the motion') if about.moves else ()
    lines += _optional_sections(about, neighbours)
    lines += (f"# {line}".rstrip() for line in _service_lines(about) if line and SERVES not in about.required_links)
    return canonical("\n".join(lines) + "\n", entity_order(registry.vocabulary))


_WORKS = 'sources = [] # the works that say it; or basis = "practice"'
_EMPTY = {"text": '""', "steps": "[]", "items": "[]"}


def _fact_lines(about: EntityType, vocabulary: Vocabulary) -> Iterator[str]:
    keys = [key for key in vocabulary.facts if key in about.facts]
    if keys:
        yield from ("", "[facts]")
    for key in keys:
        mark = "" if key in about.required_facts else "# "
        yield f"{mark}{_fact_line(key, vocabulary.facts[key], vocabulary)}"
    yield ""


def _fact_line(key: str, fact: FactKey, vocabulary: Vocabulary) -> str:
    """A fact without its value, and what it takes. Units in braces are notes of UCUM, which the label says in words."""
    unit = f" in {fact.unit}" if fact.unit and fact.unit != "1" and not fact.unit.startswith("{") else ""
    terms = f": {', '.join(vocabulary.terms[fact.terms])}" if fact.terms else ""
    return f"{key} = {KINDS[fact.kind].empty} # {fact.label}, {fact.kind}{unit}{terms}"


def _link_lines(about: EntityType, vocabulary: Vocabulary, pair: tuple[str, str] | None) -> Iterator[str]:
    relations = [relation for relation in vocabulary.relations if relation in about.links and relation != SERVES]
    if relations:
        yield from ("", "[links]")
    for relation in relations:
        if relation == COMPARES and pair:
            yield f'{relation} = ["{pair[0]}", "{pair[1]}"]'
            continue
        mark = "" if relation in about.required_links else "# "
        targets = ", ".join(vocabulary.relations[relation].to)
        yield f"{mark}{relation} = [] # {vocabulary.relations[relation].verb}: {targets}"


def _service_lines(about: EntityType) -> Iterator[str]:
    """A goal that the entity serves, for types that may: a link with words of its own."""
    if SERVES in about.links:
        yield from ("", "[[serves]]", 'goal = ""', f'strength = "" # {", ".join(get_args(Strength))}')
        yield 'text = "" # what to do and what to expect, with the dose'


def _form(title: str, neighbours: Iterable[tuple[Section, ...]]) -> str:
    """The form that most neighbours give a section; text where none has it."""
    forms = Counter(
        "steps" if section.steps else "items" if section.items else "text"
        for sections in neighbours
        for section in sections
        if section.title == title
    )
    return min(forms, key=lambda form: (-forms[form], form), default="text")


def _optional_sections(about: EntityType, neighbours: list[tuple[Section, ...]]) -> Iterator[str]:
    """A comment for each section that many neighbours have, in the order in which they have them."""
    indexes: dict[str, list[int]] = {}
    for sections in neighbours:
        for index, title in enumerate(dict.fromkeys(section.title for section in sections)):
            indexes.setdefault(title, []).append(index)
    common = [
        title
        for title, stated in indexes.items()
        if title not in about.required_sections and len(stated) > 1 and len(stated) * _COMMON >= len(neighbours)
    ]
    if common:
        yield from ("", "# Other sections that many have:")
    for title in sorted(common, key=lambda title: (sum(indexes[title]) / len(indexes[title]), title)):
        form = _form(title, neighbours)
        yield from ("# [[sections]]", f"# title = {_quoted(title)}", f"# {form} = {_EMPTY[form]}")


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)

"""Types are data: a catalogue without any one of them is checked, derived, rendered and served."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from conftest import SITE, WORLD, real_catalogue, real_types
from msgspec import to_builtins
from msgspec.structs import replace

from sportlore import rules
from sportlore.build import all_resources, publish
from sportlore.contract.addresses import addresses
from sportlore.derive import derive
from sportlore.model import COMPARES, Body, EntityType, Vocabulary
from sportlore.publication import Publication
from sportlore.registry import Document, Registry, read
from sportlore.registry.entity import entity_of
from sportlore.server.answer import Request, Responder
from sportlore.snapshot import Snapshot

pytestmark = pytest.mark.slow  # builds a catalogue for each type

MINIATURE = read(WORLD)

CONNECTEDNESS = set(
    "missing-link too-few-links too-few-neighbours too-many-players orphan overused-related unused-source".split()
)
"""What a catalogue loses with the neighbours of its entities; everything else must stay as it is."""


def reduced(vocabulary: Vocabulary, type: str) -> Vocabulary:
    """The vocabulary without a type, and without the relations and dimensions that led only to it."""
    relations = {
        key: replace(relation, to=tuple(t for t in relation.to if t != type))
        for key, relation in vocabulary.relations.items()
        if relation.to != (type,)
    }

    has_figure = vocabulary.body is not None and _drawn(vocabulary.body) != {type}

    def known(names: Iterable[str]) -> tuple[str, ...]:
        return tuple(name for name in names if name in relations)

    def described(entity_type: EntityType) -> EntityType:
        filters = (name for name in entity_type.filters if name in relations or name in vocabulary.facts)
        links, required = known(entity_type.links), known(entity_type.required_links)
        return replace(entity_type, links=links, required_links=required, filters=tuple(filters))

    return replace(
        vocabulary,
        types={key: described(entity_type) for key, entity_type in vocabulary.types.items() if key != type},
        relations=relations,
        facts={
            key: replace(fact, ranges={of: span for of, span in fact.ranges.items() if of.partition("/")[0] != type})
            for key, fact in vocabulary.facts.items()
        },
        dimensions={
            slug: replace(dimension, types=tuple(t for t in dimension.types if t != type))
            for slug, dimension in vocabulary.dimensions.items()
            if dimension.types != (type,) and (dimension.relation is None or dimension.relation in relations)
        },
        themes={
            key: replace(theme, types=tuple(t for t in theme.types if t != type))
            for key, theme in vocabulary.themes.items()
        },
        paths={
            key: path
            for key, path in vocabulary.paths.items()
            if all(step.removeprefix("-") in relations for step in path.steps)
        },
        body=vocabulary.body if has_figure else None,
        skeleton=vocabulary.skeleton if has_figure else None,
    )


def _drawn(body: Body) -> set[str]:
    """The types of what the figure of the body shows."""
    return {region.muscle.partition("/")[0] for region in body.regions.values()}


def without(registry: Registry, type: str) -> Registry:
    """The catalogue as its authors would have written it without a type: nothing of the type, and nothing that names it."""
    vocabulary = reduced(registry.vocabulary, type)
    goals = vocabulary.with_role("goal")
    lists = vocabulary.with_role("recommendation")
    gone = {document.id for document in registry.documents if document.type == type}
    for document in registry.documents:
        pair = registry.entities[document.id].links.get(COMPARES, ())
        listed = document.type in lists and not any(f"{goal}/{document.slug}" in registry.entities for goal in goals)
        if listed or not gone.isdisjoint(pair):
            gone.add(document.id)
    passages = tuple(passage for passage in vocabulary.passages if passage.entity not in gone)
    vocabulary = replace(vocabulary, passages=passages)
    documents = tuple(
        replace(document, data=_data(document, gone, vocabulary))
        for document in registry.documents
        if document.id not in gone
    )
    calculators = {
        slug: replace(calculator, informs=tuple(id for id in calculator.informs if id not in gone))
        for slug, calculator in registry.calculators.items()
    }
    taught = vocabulary.with_role("course") and vocabulary.with_role("sport")
    return replace(
        registry,
        vocabulary=vocabulary,
        documents=documents,
        identifiers={id: listed for id, listed in registry.identifiers.items() if id not in gone},
        entities={document.id: entity_of(document, vocabulary) for document in documents},
        calculators={slug: calculator for slug, calculator in calculators.items() if calculator.informs},
        courses={
            sport: course
            for sport, course in registry.courses.items()
            if taught and not _names(to_builtins(course), gone)
        },
        redirects=tuple(redirect for redirect in registry.redirects if gone.isdisjoint(redirect.to)),
    )


def _data(document: Document, gone: set[str], vocabulary: Vocabulary) -> Mapping[str, Any]:
    data = dict(document.data)
    links = data.get("links")
    if isinstance(links, dict):
        data["links"] = {
            key: [target for target in targets if target not in gone]
            for key, targets in links.items()
            if key in vocabulary.relations
        }
    if isinstance(services := data.get("serves"), list):
        data["serves"] = [service for service in services if service["goal"] not in gone]
    if isinstance(evidence := data.get("evidence"), list):
        data["evidence"] = [
            {**item, "bears_on": [id for id in item.get("bears_on", ()) if id not in gone]} for item in evidence
        ]
    for people in ("boards", "stands"):
        if isinstance(items := data.get(people), list):
            data[people] = [item for item in items if item.get("field") not in gone]
    if vocabulary.skeleton is None:
        data.pop("motion", None)
    elif _names(data.get("motion"), gone):
        data["motion"] = {"none": "What it holds is gone."}
    if "schedule" in data:
        data["schedule"] = _unnamed(data["schedule"], gone)
    return data


def _unnamed(value: Any, gone: set[str]) -> Any:
    """A schedule without the keys that name what is gone: a session without its type, a part without its exercise."""
    if isinstance(value, list):
        return [_unnamed(item, gone) for item in value]
    if isinstance(value, dict):
        return {
            key: _unnamed(item, gone) for key, item in value.items() if not (isinstance(item, str) and item in gone)
        }
    return value


def batched(items: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    """The items in this order, some at a time."""
    return (items[i : i + size] for i in range(0, len(items), size))


def _names(value: Any, gone: set[str]) -> bool:
    """Whether plain data names anything that is gone, at any depth."""
    if isinstance(value, dict):
        value = list(value.values())
    return any(_names(item, gone) for item in value) if isinstance(value, (list, tuple)) else value in gone


TYPES = real_types()
WITH_ROLE = [type for type, stated in TYPES.items() if "role" in stated]
WITHOUT_ROLE = [type for type in TYPES if type not in WITH_ROLE]


# Each takes five seconds; nothing distinguishes types that have no role, so that several of these are left out at a time.
@pytest.mark.parametrize("types", [*((type,) for type in WITH_ROLE), *batched(WITHOUT_ROLE, 19)], ids="+".join)
def test_the_catalogue_without_some_types_is_checked_derived_and_rendered(types: Sequence[str]) -> None:
    registry = reduce(without, types, real_catalogue())
    assert {finding.code for finding in rules.check(registry).findings} <= CONNECTEDNESS
    publication = Publication(derive(registry), addresses(SITE))
    assert not {entity.type for entity in publication.graph.entities.values()}.intersection(types)
    for resource in all_resources(publication):
        # A drawing as a file knows of no types, and takes half of the time; the same drawings stand in pages.
        if resource.media_type not in ("image/svg+xml", "image/png"):
            assert resource.render(), resource.path


@pytest.mark.parametrize("type", list(MINIATURE.vocabulary.types))
def test_the_miniature_catalogue_without_a_type_is_served(type: str, tmp_path: Path) -> None:
    registry = without(MINIATURE, type)
    assert {finding.code for finding in rules.check(registry).findings} <= CONNECTEDNESS
    publication = Publication(derive(registry), addresses(SITE))
    publish(publication, tmp_path, "")
    service = Responder(Snapshot(tmp_path))

    def status(path: str, query: bytes = b"") -> int:
        return service.answer(Request("GET", path, query, {}, path)).status

    assert status(f"/v1/entities/{type}") == 404
    for path in ("/", "/v1/entities", "/v1/calculators", "/v1/learning/courses", "/v1/atlas", "/api/openapi.json"):
        assert status(path) == 200, path
    assert status("/v1/search", b"q=tennis") == 200
    for path in ("compare/a-vs-b", "calculators/x", "learning/courses/x", "recommendations/x", "entities/sport/x"):
        assert status(f"/v1/{path}") == 404, path
    service.close()

"""The table of every URL of the interface that is rendered at build: its body, its links, how long it may be kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Set
from functools import cache, partial
from itertools import chain
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from sportlore.api import bodies, changes, courses, drawings, openapi, people, terms
from sportlore.contract.addresses import CALCULATORS, api_path
from sportlore.contract.headers import alternate
from sportlore.contract.operations import (
    ATLAS,
    CALCULATOR,
    CALCULATOR_LIST,
    COMPARISON,
    COURSE,
    COURSE_LIST,
    ENTITY,
    ENTITY_LIST,
    OPERATIONS,
    RECOMMENDATIONS,
    SEARCH,
    TYPE_LIST,
    Operation,
)
from sportlore.contract.paging import PAGE_SIZE, compose, page_links
from sportlore.contract.record import CACHE, Resource, digest, resource
from sportlore.contract.routes import route
from sportlore.contract.schemas import encode
from sportlore.derive.documents import Documents, typed_words
from sportlore.model import Calculator, Role, fold
from sportlore.publication import Publication
from sportlore.recommendation import StoredGoal
from sportlore.search import family
from sportlore.snapshot import Info, ListIndex

JSON, _SCHEMA_TYPE = "application/json", "application/schema+json"
SCHEMA = "/api/schema"
"""The schema registry; below it stand its parts, by entity type."""


class Target(NamedTuple):
    """A URL that is rendered: its path (with the query of a list's page), what makes its body, the values of its Link header."""

    path: str
    body: Callable[[], bytes]
    links: tuple[str, ...]


class Row(Struct, frozen=True):
    """An operation, its targets, and how long their answers may be kept.

    Search has no targets: it is composed at request, from entities.
    """

    operation: Operation
    targets: Callable[[Publication], Iterator[Target]]
    cache: str = CACHE


def _types(publication: Publication) -> Iterator[Target]:
    page = f"{publication.addresses.site_url}/"
    yield Target(TYPE_LIST.path, lambda: encode(bodies.type_list(publication)), (alternate(page),))


def _entities(publication: Publication) -> Iterator[Target]:
    def body(id: str) -> bytes:
        return encode(bodies.resource(publication, publication.graph.entities[id]))

    for id, entity in publication.graph.entities.items():
        yield Target(api_path(entity), partial(body, id), (alternate(publication.page(entity)),))


def _list_pages(publication: Publication) -> Iterator[Target]:
    """The pages of every list at the default size."""
    for entity_type, index in lists(publication).items():
        path, total = ENTITY_LIST.at(type=entity_type), index.total
        for number in range(1, max(1, -(-total // PAGE_SIZE)) + 1):
            links = page_links(path, "", total, number, PAGE_SIZE)
            body = partial(_list_page, publication, entity_type, index.meta, number)
            yield Target(f"{path}?page={number}", body, (*links, alternate(index.page)))


def _list_page(publication: Publication, type: str, meta: str, number: int) -> bytes:
    """The body of a page of a list."""
    entities = publication.graph.of_type(type)
    shown = entities[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]
    items = [list_item(publication, entity.id) for entity in shown]
    return compose(items, len(entities), number, PAGE_SIZE, meta=meta)


def list_item(publication: Publication, id: str) -> bytes:
    """An entity as lists and searches state it."""

    def item() -> bytes:
        return encode(bodies.list_item(publication, publication.graph.entities[id]))

    return publication.memo.result(("item", id), item)


def _nothing(_: Publication) -> Iterator[Target]:
    yield from ()


def _comparisons(publication: Publication) -> Iterator[Target]:
    def body(id: str) -> bytes:
        compared = publication.knowledge.comparisons[id]
        return encode(bodies.comparison(publication, publication.graph.entities[id], compared))

    for id in publication.knowledge.comparisons:
        entity = publication.graph.entities[id]
        yield Target(COMPARISON.at(slug=entity.slug), partial(body, id), (alternate(publication.page(entity)),))


def _calculator_list(publication: Publication) -> Iterator[Target]:
    page = f"{publication.addresses.site_url}{CALCULATORS}"
    yield Target(CALCULATOR_LIST.path, lambda: encode(bodies.calculator_list(publication)), (alternate(page),))


def _calculators(publication: Publication) -> Iterator[Target]:
    def body(calculator: Calculator) -> bytes:
        return encode(bodies.calculator(publication, calculator))

    for calculator in publication.knowledge.calculators:
        page = publication.calculator_page(calculator)
        yield Target(CALCULATOR.at(slug=calculator.slug), partial(body, calculator), (alternate(page),))


def _course_list(publication: Publication) -> Iterator[Target]:
    page = _page_of(publication, "course")
    yield Target(COURSE_LIST.path, lambda: encode(courses.course_list(publication)), (alternate(page),))


def _courses(publication: Publication) -> Iterator[Target]:
    def body(id: str) -> bytes:
        return encode(courses.course(publication, publication.knowledge.courses[id]))

    for id, course in publication.knowledge.courses.items():
        page = publication.page(publication.graph.entities[id])
        yield Target(COURSE.at(sport=course.sport), partial(body, id), (alternate(page),))


def _atlas(publication: Publication) -> Iterator[Target]:
    page = _page_of(publication, "dimension")
    yield Target(ATLAS.path, lambda: encode(bodies.atlas_list(publication)), (alternate(page),))


def _recommendations(publication: Publication) -> Iterator[Target]:
    def body(id: str) -> bytes:
        return encode(bodies.recommendation_list(publication, publication.knowledge.recommendations[id]))

    for id, recommended in publication.knowledge.recommendations.items():
        page = publication.page(publication.graph.entities[id])
        yield Target(RECOMMENDATIONS.at(goal=recommended.goal.slug), partial(body, id), (alternate(page),))


def stored_goals(publication: Publication) -> Iterator[tuple[str, StoredGoal]]:
    """What recommendations for somebody are chosen from, by the slug of the goal."""

    def stored(id: str) -> StoredGoal:
        return bodies.stored_goal(publication, publication.knowledge.recommendations[id])

    for id in publication.knowledge.recommendations:
        _, _, slug = id.partition("/")
        yield slug, publication.memo.result(("stored goal", id), partial(stored, id))


def _page_of(publication: Publication, role: Role) -> str:
    """The page that lists the entities of a role; the home page where no type has it."""
    routes = [
        publication.vocabulary.types[entity_type].route_base for entity_type in publication.vocabulary.with_role(role)
    ]
    return f"{publication.addresses.site_url}{routes[0] if routes else '/'}"


ROWS: tuple[Row, ...] = (
    Row(TYPE_LIST, _types),
    Row(ENTITY, _entities),
    Row(ENTITY_LIST, _list_pages),
    Row(SEARCH, _nothing),
    Row(COMPARISON, _comparisons),
    Row(CALCULATOR_LIST, _calculator_list),
    Row(CALCULATOR, _calculators),
    Row(COURSE_LIST, _course_list),
    Row(COURSE, _courses),
    Row(ATLAS, _atlas),
    Row(RECOMMENDATIONS, _recommendations),
)
"""Every operation once."""


class Rendered:
    """The length of every body, and the shortest answer of each operation: from these the examples are chosen."""

    def __init__(self) -> None:
        self.lengths: dict[str, int] = {}
        self.shortest: dict[str, Resource] = {}
        """By operation; of answers of equal length the one whose path comes first."""

    def add(self, operation: Operation, answer: Resource, length: int) -> None:
        """Take note of an answer."""
        self.lengths[answer.path] = length
        known = self.shortest.get(operation.id)
        if known is None or (length, answer.path) < (self.lengths[known.path], known.path):
            self.shortest[operation.id] = answer


def resources(publication: Publication, rendered: Rendered | None = None) -> Iterator[Resource]:
    """Every resource of the interface: the rows, the drawings, and the two artifacts, whose examples come from the rows.

    `rendered` is filled in on the way.
    """
    rendered = rendered or Rendered()
    for row in ROWS:
        for target in row.targets(publication):
            answer, length = _resource(publication, row, target)
            rendered.add(row.operation, answer, length)
            yield answer
    yield from drawings.resources(publication)
    yield from people.resources(publication)
    yield from changes.resources(publication)
    yield from terms.resources(publication)
    yield from _artifacts(publication, rendered)


def _resource(publication: Publication, row: Row, target: Target) -> tuple[Resource, int]:
    """The resource of a target, and the length of its body, which is made once, and only if something that it states changed."""
    body = cache(target.body)

    def described() -> tuple[bytes, int]:
        return digest(body()), len(body())

    of_body, length = publication.memo.result(target.path, described)
    inputs = digest(target.path, of_body, target.links, row.cache)
    return Resource(target.path, JSON, body, inputs, target.links, row.cache), length


def lists(publication: Publication) -> dict[str, ListIndex]:
    """The index of each type's list, from which its pages are composed."""
    return {
        entity_type: ListIndex(
            total=len(publication.graph.of_type(entity_type)),
            meta=encode(bodies.list_meta(publication, entity_type)).decode(),
            page=f"{publication.addresses.site_url}{described.route_base}",
        )
        for entity_type, described in publication.vocabulary.types.items()
    }


def info(publication: Publication) -> Info:
    """What a server needs to know that is in no record."""
    return Info(
        version=publication.about.version,
        site_url=publication.addresses.site_url,
        base_url=publication.addresses.base_url,
        lists=lists(publication),
        redirects={redirect.retired: redirect.to for redirect in publication.knowledge.redirects},
    )


def _artifacts(publication: Publication, rendered: Rendered) -> Iterator[Resource]:
    """The description and the schema registry. They depend on the vocabulary and on the examples, which few edits change."""
    examples = _examples(publication, rendered)

    def description() -> bytes:
        return msgspec.json.encode(openapi.description(publication, examples))

    def registry() -> bytes:
        return msgspec.json.encode(openapi.registry(publication))

    described = publication.memo.result(("description", msgspec.json.encode(examples)), description)
    yield resource("/api/openapi.json", JSON, described)
    registered = publication.memo.result("schema registry", registry)
    yield resource(SCHEMA, _SCHEMA_TYPE, registered)
    parts = openapi.registry_parts(msgspec.json.decode(registered), list(publication.vocabulary.types))
    for entity_type, part in parts:
        yield resource(f"{SCHEMA}/{entity_type}", _SCHEMA_TYPE, msgspec.json.encode(part))


def _examples(publication: Publication, rendered: Rendered) -> dict[str, Any]:
    """A true answer for each operation, with the parameters that it answers; none where the catalogue has nothing to show."""
    chosen = {operation.id: _example(publication, operation, rendered) for operation in OPERATIONS}
    return {
        id: {"body": msgspec.json.decode(example.body), "parameters": example.parameters}
        for id, example in chosen.items()
        if example is not None
    }


class OperationExample(NamedTuple):
    """An answer of an operation, and the parameters that it answers."""

    body: bytes
    parameters: dict[str, str]


def _example(publication: Publication, operation: Operation, rendered: Rendered) -> OperationExample | None:
    """The shortest answer of an operation, so that the description stays readable."""
    if operation is SEARCH:
        return _search_example(publication, rendered)
    if operation is ENTITY_LIST:
        return _list_example(publication, rendered)
    shortest = rendered.shortest.get(operation.id)
    if shortest is None:
        return None
    matched = route(shortest.path)
    return OperationExample(shortest.render(), dict(matched.values) if matched else {})


def _list_example(publication: Publication, rendered: Rendered) -> OperationExample | None:
    """The first page of the list whose first page is the shortest of those that are not empty."""
    filled = {name: index for name, index in lists(publication).items() if index.total}
    if not filled:
        return None
    shortest = min(filled, key=lambda name: rendered.lengths[f"{ENTITY_LIST.at(type=name)}?page=1"])
    return OperationExample(
        _list_page(publication, shortest, filled[shortest].meta, 1), {"type": shortest, "page": "1"}
    )


def _search_example(publication: Publication, rendered: Rendered) -> OperationExample | None:
    """The search for the name of a sport that finds it alone: a word that no other sport has, nor a similar word."""
    documents = Documents(publication.knowledge, publication.memo)
    reserved = typed_words(publication.vocabulary)
    for sport_type in publication.vocabulary.with_role("sport"):
        words = {d.id: {*chain(*documents.terms(d).words)} for d in documents if d.type == sport_type and not d.page}
        frequency = Counter(chain(*words.values()))
        for entity in sorted(publication.graph.of_type(sport_type), key=lambda e: rendered.lengths[api_path(e)]):
            name = fold(entity.name)
            if len(name) >= 6 and name.isalpha() and name not in reserved and _alone(name, words[entity.id], frequency):
                body = compose([list_item(publication, entity.id)], 1, 1, PAGE_SIZE, query=name)
                return OperationExample(body, {"q": name, "type": sport_type})
    return None


def _alone(name: str, words: Set[str], frequency: Mapping[str, int]) -> bool:
    """Whether of all entities only the one with these words has a word that a search for the name matches."""
    stem = family(name)  # no two words of a family begin with different letters
    similar = (w for w in frequency if w[0] == name[0] and (w.startswith(name) or family(w) == stem))
    return all(frequency[word] == (word in words) for word in similar)

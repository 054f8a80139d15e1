"""The one table of every URL that is rendered at build: what stands there, how it is made, how long it may be kept."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from sportlore.api import bodies, drawings, openapi
from sportlore.contract.addresses import api_path
from sportlore.contract.headers import alternate
from sportlore.contract.operations import OPERATION, OPERATIONS, Operation
from sportlore.contract.paging import PAGE_SIZE, compose, page_links
from sportlore.contract.record import CACHE, Resource, digest, resource
from sportlore.contract.schemas import encode
from sportlore.derive.documents import Documents, typed_words
from sportlore.model import Calculator, Role, fold
from sportlore.publication import Publication
from sportlore.search import family
from sportlore.snapshot import Info, ListIndex

JSON = "application/json"


class Answer(NamedTuple):
    """The answer at one URL: its path (with the query of a list's page), what makes its body, the values of its Link header."""

    path: str
    body: Callable[[], bytes]
    links: tuple[str, ...]


class Row(Struct, frozen=True):
    """One operation, what answers each of its URLs, and how long the answers may be kept.

    `answers` yields every URL that is rendered at build. Search has none: it is composed at request, from entities.
    """

    operation: Operation
    answers: Callable[[Publication], Iterator[Answer]]
    cache: str = CACHE


def _types(publication: Publication) -> Iterator[Answer]:
    page = f"{publication.addresses.site_url}/"
    yield Answer("/v1/entities", lambda: encode(bodies.type_list(publication)), (alternate(page),))


def _entities(publication: Publication) -> Iterator[Answer]:
    def body(id: str) -> bytes:
        return encode(bodies.resource(publication, publication.graph.entities[id]))

    for id, entity in publication.graph.entities.items():
        yield Answer(api_path(entity), partial(body, id), (alternate(publication.page(entity)),))


def _list_pages(publication: Publication) -> Iterator[Answer]:
    """The pages of every list at the default size."""
    for type, index in lists(publication).items():
        path, total = f"/v1/entities/{type}", index.total
        for number in range(1, max(1, -(-total // PAGE_SIZE)) + 1):
            links = page_links(path, "", total, number, PAGE_SIZE)
            body = partial(_list_page, publication, type, index.meta, number)
            yield Answer(f"{path}?page={number}", body, (*links, alternate(index.page)))


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


def _nothing(_: Publication) -> Iterator[Answer]:
    yield from ()


def _comparisons(publication: Publication) -> Iterator[Answer]:
    def body(id: str) -> bytes:
        compared = publication.knowledge.comparisons[id]
        return encode(bodies.comparison(publication, publication.graph.entities[id], compared))

    for id in publication.knowledge.comparisons:
        entity = publication.graph.entities[id]
        yield Answer(f"/v1/compare/{entity.slug}", partial(body, id), (alternate(publication.page(entity)),))


def _calculator_list(publication: Publication) -> Iterator[Answer]:
    page = f"{publication.addresses.site_url}/calculators"
    yield Answer("/v1/calculators", lambda: encode(bodies.calculator_list(publication)), (alternate(page),))


def _calculators(publication: Publication) -> Iterator[Answer]:
    def body(calculator: Calculator) -> bytes:
        return encode(bodies.calculator(publication, calculator))

    for calculator in publication.knowledge.calculators:
        page = f"{publication.addresses.site_url}/calculators/{calculator.slug}"
        yield Answer(f"/v1/calculators/{calculator.slug}", partial(body, calculator), (alternate(page),))


def _course_list(publication: Publication) -> Iterator[Answer]:
    page = _page_of(publication, "course")
    yield Answer("/v1/learning/courses", lambda: encode(bodies.course_list(publication)), (alternate(page),))


def _courses(publication: Publication) -> Iterator[Answer]:
    def body(id: str) -> bytes:
        return encode(bodies.course(publication, publication.knowledge.courses[id]))

    for id, course in publication.knowledge.courses.items():
        page = publication.page(publication.graph.entities[id])
        yield Answer(f"/v1/learning/courses/{course.sport}", partial(body, id), (alternate(page),))


def _atlas(publication: Publication) -> Iterator[Answer]:
    page = _page_of(publication, "dimension")
    yield Answer("/v1/atlas", lambda: encode(bodies.atlas_list(publication)), (alternate(page),))


def _recommendations(publication: Publication) -> Iterator[Answer]:
    def body(id: str) -> bytes:
        return encode(bodies.recommendation_list(publication, publication.knowledge.recommendations[id]))

    for id, found in publication.knowledge.recommendations.items():
        page = publication.page(publication.graph.entities[id])
        yield Answer(f"/v1/recommendations/{found.goal.slug}", partial(body, id), (alternate(page),))


def _page_of(publication: Publication, role: Role) -> str:
    """The page that lists the entities of a role; the home page where no type has it."""
    routes = [publication.vocabulary.types[type].route_base for type in publication.vocabulary.with_role(role)]
    return f"{publication.addresses.site_url}{routes[0] if routes else '/'}"


ROWS: tuple[Row, ...] = (
    Row(OPERATION["listEntityTypes"], _types),
    Row(OPERATION["getEntity"], _entities),
    Row(OPERATION["listEntities"], _list_pages),
    Row(OPERATION["searchEntities"], _nothing),
    Row(OPERATION["getComparison"], _comparisons),
    Row(OPERATION["listCalculators"], _calculator_list),
    Row(OPERATION["getCalculator"], _calculators),
    Row(OPERATION["listCourses"], _course_list),
    Row(OPERATION["getCourse"], _courses),
    Row(OPERATION["listAtlasDimensions"], _atlas),
    Row(OPERATION["getRecommendations"], _recommendations),
)
"""Every operation once."""


class Rendered:
    """What the examples of the description are chosen from: the length of every body, and the shortest answers."""

    def __init__(self) -> None:
        self.lengths: dict[str, int] = {}
        self.shortest: dict[str, Resource] = {}
        """The shortest answer of each operation; of equals, that of the first path."""

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
        for answer in row.answers(publication):
            made, length = _resource(publication, row, answer)
            rendered.add(row.operation, made, length)
            yield made
    yield from drawings.resources(publication)
    yield from _artifacts(publication, rendered)


def _resource(publication: Publication, row: Row, answer: Answer) -> tuple[Resource, int]:
    """The resource of an answer, and the length of its body, which is made only if something that it states has changed."""
    made: list[bytes] = []

    def described() -> tuple[bytes, int]:
        made.append(answer.body())
        return digest(made[0]), len(made[0])

    of_body, length = publication.memo.result(answer.path, described)
    inputs = digest(answer.path, of_body, answer.links, row.cache)
    return Resource(
        answer.path, JSON, lambda: made[0] if made else answer.body(), inputs, answer.links, row.cache
    ), length


def lists(publication: Publication) -> dict[str, ListIndex]:
    """What the pages of each type's list are put together from."""
    return {
        type: ListIndex(
            total=len(publication.graph.of_type(type)),
            meta=encode(bodies.list_meta(publication, type)).decode(),
            page=f"{publication.addresses.site_url}{described.route_base}",
        )
        for type, described in publication.vocabulary.types.items()
    }


def info(publication: Publication) -> Info:
    """What a server must know beside the records."""
    return Info(
        version=publication.about.version,
        site_url=publication.addresses.site_url,
        base_url=publication.addresses.base_url,
        lists=lists(publication),
        redirects={redirect.retired: redirect.to for redirect in publication.knowledge.redirects},
    )


def _artifacts(publication: Publication, rendered: Rendered) -> Iterator[Resource]:
    """The description and the schema registry; hardly an edit changes them: beside their examples they rest on the vocabulary."""
    examples = _examples(publication, rendered)

    def description() -> bytes:
        return msgspec.json.encode(openapi.description(publication, examples))

    def registry() -> bytes:
        return msgspec.json.encode(openapi.registry(publication))

    described = publication.memo.result(("description", msgspec.json.encode(examples)), description)
    yield resource("/api/openapi.json", JSON, described)
    yield resource("/api/schema", "application/schema+json", publication.memo.result("schema registry", registry))


def _examples(publication: Publication, rendered: Rendered) -> dict[str, Any]:
    """A true answer for each operation, with the parameters that it answers; none where the catalogue has nothing to show."""
    found: dict[str, Any] = {}
    for operation in OPERATIONS:
        if operation.id == "searchEntities":
            example = _search_example(publication, rendered)
        elif operation.id == "listEntities":
            filled = {type: index for type, index in lists(publication).items() if index.total}
            type = min(filled, key=lambda type: rendered.lengths[f"/v1/entities/{type}?page=1"])
            body = _list_page(publication, type, filled[type].meta, 1)
            example = {"body": body, "parameters": {"type": type, "page": "1"}}
        else:
            example = _fixed_example(operation, rendered)
        if example is not None:
            found[operation.id] = example | {"body": msgspec.json.decode(example["body"])}
    return found


def _fixed_example(operation: Operation, rendered: Rendered) -> dict[str, Any] | None:
    """The shortest answer of an operation, so that the description stays readable."""
    if operation.id not in rendered.shortest:
        return None
    shortest = rendered.shortest[operation.id]
    names = re.findall(r"{(\w+)}", operation.path)
    match = re.fullmatch(re.sub(r"{\w+}", "([^/?]+)", operation.path), shortest.path)
    return {"body": shortest.render(), "parameters": dict(zip(names, match.groups() if match else (), strict=True))}


def _search_example(publication: Publication, rendered: Rendered) -> dict[str, Any] | None:
    """The search for the name of an entity, one word that no other of its type has or has one like: it finds that one alone."""
    documents = Documents(publication.knowledge, publication.memo)
    known = typed_words(publication.vocabulary)
    for type in publication.vocabulary.with_role("sport"):
        found = {d.id: {*chain(*documents.terms(d).words)} for d in documents if d.type == type and not d.page}
        having = Counter(chain(*found.values()))
        for entity in sorted(publication.graph.of_type(type), key=lambda e: rendered.lengths[api_path(e)]):
            name = fold(entity.name)
            if len(name) < 6 or not name.isalpha() or name in known:
                continue
            stem = family(name)  # no two words of a family begin with different letters
            like = [w for w in having if w[0] == name[0] and (w.startswith(name) or family(w) == stem)]
            if all(having[word] == (word in found[entity.id]) for word in like):
                body = compose([list_item(publication, entity.id)], 1, 1, PAGE_SIZE, query=name)
                return {"body": body, "parameters": {"q": name, "type": type}}
    return None

"""The one table of every URL that is rendered at build: what stands there, how it is made, how long it may be kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from sportlore.api import bodies, openapi
from sportlore.contract.addresses import api_path
from sportlore.contract.headers import alternate
from sportlore.contract.operations import OPERATION, OPERATIONS, Operation
from sportlore.contract.paging import PAGE_SIZE, compose, page_links
from sportlore.contract.record import CACHE, Resource, resource
from sportlore.contract.schemas import encode
from sportlore.model import Entity, Role, fold
from sportlore.publication import Publication
from sportlore.snapshot import Info, ListIndex

JSON = "application/json"

Bodies = Mapping[str, bytes]
"""The bodies of the rows before, by path."""


class Answer(NamedTuple):
    """The answer at one URL: its path (with the query of a list's page), its body, the values of its Link header."""

    path: str
    body: bytes
    links: tuple[str, ...]


class Row(Struct, frozen=True):
    """One operation, what answers each of its URLs, and how long the answers may be kept.

    `answers` yields every URL that is rendered at build. Search has none: it is composed at request, from entities.
    """

    operation: Operation
    answers: Callable[[Publication, Bodies], Iterator[Answer]]
    cache: str = CACHE


def _types(publication: Publication, _: Bodies) -> Iterator[Answer]:
    page = f"{publication.addresses.site_url}/"
    yield Answer("/v1/entities", encode(bodies.type_list(publication)), (alternate(page),))


def _entities(publication: Publication, _: Bodies) -> Iterator[Answer]:
    for entity in publication.graph.entities.values():
        body = encode(bodies.resource(publication, entity))
        yield Answer(api_path(entity), body, (alternate(publication.page(entity)),))


def _list_pages(publication: Publication, _: Bodies) -> Iterator[Answer]:
    """The pages of every list at the default size."""
    for type, index in lists(publication).items():
        items = [list_item(publication, entity) for entity in publication.graph.of_type(type)]
        path = f"/v1/entities/{type}"
        for number in range(1, max(1, -(-len(items) // PAGE_SIZE)) + 1):
            start = (number - 1) * PAGE_SIZE
            body = compose(items[start : start + PAGE_SIZE], len(items), number, PAGE_SIZE, meta=index.meta)
            links = page_links(path, "", len(items), number, PAGE_SIZE)
            yield Answer(f"{path}?page={number}", body, (*links, alternate(index.page)))


def list_item(publication: Publication, entity: Entity) -> bytes:
    """An entity as lists and searches state it."""
    return encode(bodies.list_item(publication, entity))


def _nothing(_: Publication, __: Bodies) -> Iterator[Answer]:
    yield from ()


def _comparisons(publication: Publication, _: Bodies) -> Iterator[Answer]:
    for id, compared in publication.knowledge.comparisons.items():
        entity = publication.graph.entities[id]
        body = encode(bodies.comparison(publication, entity, compared))
        yield Answer(f"/v1/compare/{entity.slug}", body, (alternate(publication.page(entity)),))


def _calculator_list(publication: Publication, _: Bodies) -> Iterator[Answer]:
    page = f"{publication.addresses.site_url}/calculators"
    yield Answer("/v1/calculators", encode(bodies.calculator_list(publication)), (alternate(page),))


def _calculators(publication: Publication, _: Bodies) -> Iterator[Answer]:
    for calculator in publication.knowledge.calculators:
        page = f"{publication.addresses.site_url}/calculators/{calculator.slug}"
        body = encode(bodies.calculator(publication, calculator))
        yield Answer(f"/v1/calculators/{calculator.slug}", body, (alternate(page),))


def _course_list(publication: Publication, _: Bodies) -> Iterator[Answer]:
    page = _list_page(publication, "course")
    yield Answer("/v1/learning/courses", encode(bodies.course_list(publication)), (alternate(page),))


def _courses(publication: Publication, _: Bodies) -> Iterator[Answer]:
    for id, course in publication.knowledge.courses.items():
        page = publication.page(publication.graph.entities[id])
        body = encode(bodies.course(publication, course))
        yield Answer(f"/v1/learning/courses/{course.sport}", body, (alternate(page),))


def _atlas(publication: Publication, _: Bodies) -> Iterator[Answer]:
    page = _list_page(publication, "dimension")
    yield Answer("/v1/atlas", encode(bodies.atlas_list(publication)), (alternate(page),))


def _recommendations(publication: Publication, _: Bodies) -> Iterator[Answer]:
    for id, found in publication.knowledge.recommendations.items():
        page = publication.page(publication.graph.entities[id])
        body = encode(bodies.recommendation_list(publication, found))
        yield Answer(f"/v1/recommendations/{found.goal.slug}", body, (alternate(page),))


def _list_page(publication: Publication, role: Role) -> str:
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
"""Every operation once; a row may use the bodies of the rows before it."""


def resources(publication: Publication) -> Iterator[Resource]:
    """Every resource of the interface: the rows, and the two artifacts, whose examples come from the rows."""
    rendered: dict[str, bytes] = {}
    for row in ROWS:
        for path, body, links in row.answers(publication, rendered):
            rendered[path] = body
            yield resource(path, JSON, body, links, row.cache)
    yield from _artifacts(publication, rendered)


def lists(publication: Publication) -> dict[str, ListIndex]:
    """What the pages of each type's list are put together from."""
    return {
        type: ListIndex(
            slugs=tuple(entity.slug for entity in publication.graph.of_type(type)),
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


def _artifacts(publication: Publication, rendered: dict[str, bytes]) -> Iterator[Resource]:
    described = openapi.description(publication, _examples(publication, rendered))
    for path, document in (("/api/openapi.json", described), ("/api/schema", openapi.registry(publication))):
        media_type = "application/schema+json" if path == "/api/schema" else JSON
        yield resource(path, media_type, msgspec.json.encode(document))


def _examples(publication: Publication, rendered: dict[str, bytes]) -> dict[str, Any]:
    """A true answer for each operation, with the parameters that it answers; none where the catalogue has nothing to show."""
    found: dict[str, Any] = {}
    for operation in OPERATIONS:
        if operation.id == "searchEntities":
            example = _search_example(publication, rendered)
        elif operation.id == "listEntities":
            type = min(
                (t for t, index in lists(publication).items() if index.slugs),
                key=lambda t: len(rendered[f"/v1/entities/{t}?page=1"]),
            )
            example = {"body": rendered[f"/v1/entities/{type}?page=1"], "parameters": {"type": type, "page": "1"}}
        else:
            example = _fixed_example(operation, rendered)
        if example is not None:
            found[operation.id] = example | {"body": msgspec.json.decode(example["body"])}
    return found


def _fixed_example(operation: Operation, rendered: dict[str, bytes]) -> dict[str, Any] | None:
    """The shortest answer of an operation, so that the description stays readable."""
    names = re.findall(r"{(\w+)}", operation.path)
    pattern = re.compile(re.sub(r"{\w+}", "([^/?]+)", operation.path))
    paths = [path for path in rendered if pattern.fullmatch(path)]
    if not paths:
        return None
    path = min(paths, key=lambda path: (len(rendered[path]), path))
    match = pattern.fullmatch(path)
    return {"body": rendered[path], "parameters": dict(zip(names, match.groups() if match else (), strict=True))}


def _search_example(publication: Publication, rendered: dict[str, bytes]) -> dict[str, Any] | None:
    """The search for the exact name of an entity of which no word begins like one of its type: it finds that one alone."""
    for type in publication.vocabulary.with_role("sport"):
        entities = publication.graph.of_type(type)
        texts = {e.id: fold(" ".join((e.name, e.description, *e.keywords))) for e in entities}
        for entity in sorted(entities, key=lambda e: len(rendered[api_path(e)])):
            name = fold(entity.name)
            if (
                len(name) >= 6
                and name.isalpha()
                and not any(name[:4] in texts[e.id] for e in entities if e is not entity)
            ):
                body = compose([list_item(publication, entity)], 1, 1, PAGE_SIZE, query=name)
                return {"body": body, "parameters": {"q": name, "type": type}}
    return None

"""The one table of every URL that is rendered at build: what stands there, how it is made, how long it may be kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from sportlore.api import bodies as render
from sportlore.api import openapi
from sportlore.contract.addresses import api_path
from sportlore.contract.headers import alternate
from sportlore.contract.operations import OPERATION, OPERATIONS, Operation
from sportlore.contract.paging import PAGE_SIZE, compose, page_links
from sportlore.contract.record import CACHE, Representation
from sportlore.contract.schemas import encode
from sportlore.model import COMPARISON_TYPES, fold
from sportlore.publication import Publication
from sportlore.snapshot import Info, ListIndex

JSON = "application/json"


class Made(NamedTuple):
    """What stands at one URL: its path (with the query of a list's page), its body, the values of its Link header."""

    path: str
    body: bytes
    links: tuple[str, ...]


Bodies = Mapping[str, bytes]
"""The bodies of the rows before, by path."""


class Row(Struct, frozen=True):
    """One operation: its path and description (`operation`), what makes its URLs, how long answers may be kept.

    `urls` yields every URL that is rendered at build. Search has none: it is put together at request, from entities.
    """

    operation: Operation
    urls: Callable[[Publication, Bodies], Iterator[Made]]
    cache: str = CACHE


def _types(publication: Publication, _: Bodies) -> Iterator[Made]:
    yield Made(
        "/v1/entities", encode(render.type_list(publication)), (alternate(f"{publication.addresses.site_url}/"),)
    )


def _entities(publication: Publication, _: Bodies) -> Iterator[Made]:
    for entity in publication.graph.entities.values():
        yield Made(
            api_path(entity), encode(render.resource(publication, entity)), (alternate(publication.page(entity)),)
        )


def _list_pages(publication: Publication, made: Bodies) -> Iterator[Made]:
    """The pages of every list at the default size, from the bodies of the entities."""
    for type, index in lists(publication).items():
        items = [made[f"/v1/entities/{type}/{slug}"] for slug in index.slugs]
        path = f"/v1/entities/{type}"
        for number in range(1, max(1, -(-len(items) // PAGE_SIZE)) + 1):
            start = (number - 1) * PAGE_SIZE
            body = compose(items[start : start + PAGE_SIZE], len(items), number, PAGE_SIZE, meta=index.meta)
            links = page_links(path, "", len(items), number, PAGE_SIZE)
            yield Made(f"{path}?page={number}", body, (*links, alternate(index.page)))


def _nothing(_: Publication, __: Bodies) -> Iterator[Made]:
    yield from ()


def _comparisons(publication: Publication, _: Bodies) -> Iterator[Made]:
    for entity in publication.graph.entities.values():
        if entity.type in COMPARISON_TYPES:
            body = encode(render.comparison(publication, entity))
            yield Made(f"/v1/compare/{entity.slug}", body, (alternate(publication.page(entity)),))


def _calculator_list(publication: Publication, _: Bodies) -> Iterator[Made]:
    page = f"{publication.addresses.site_url}/calculators"
    yield Made("/v1/calculators", encode(render.calculator_list(publication)), (alternate(page),))


def _calculators(publication: Publication, _: Bodies) -> Iterator[Made]:
    for tool in publication.calculators:
        page = f"{publication.addresses.site_url}/calculators/{tool.slug}"
        yield Made(f"/v1/calculators/{tool.slug}", encode(render.calculator(publication, tool)), (alternate(page),))


def _course_list(publication: Publication, _: Bodies) -> Iterator[Made]:
    page = f"{publication.addresses.site_url}/courses"
    yield Made("/v1/learning/courses", encode(render.course_list(publication)), (alternate(page),))


def _courses(publication: Publication, _: Bodies) -> Iterator[Made]:
    for taught in publication.courses:
        page = publication.page(publication.graph.entities[f"curriculum/{taught.sport}"])
        yield Made(
            f"/v1/learning/courses/{taught.sport}", encode(render.course(publication, taught)), (alternate(page),)
        )


def _atlas(publication: Publication, _: Bodies) -> Iterator[Made]:
    yield Made(
        "/v1/atlas", encode(render.atlas_list(publication)), (alternate(f"{publication.addresses.site_url}/atlas"),)
    )


def _recommendations(publication: Publication, _: Bodies) -> Iterator[Made]:
    for goal in publication.graph.of_type("goal"):
        page = publication.page(publication.graph.entities[f"recommendation/{goal.slug}"])
        body = encode(render.recommendation_list(publication, goal))
        yield Made(f"/v1/recommendations/{goal.slug}", body, (alternate(page),))


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


def representations(publication: Publication) -> Iterator[Representation]:
    """Every representation of the interface: the rows, and the two artifacts, whose examples come from the rows."""
    made: dict[str, bytes] = {}
    for row in ROWS:
        for path, body, links in row.urls(publication, made):
            made[path] = body
            yield Representation(path, JSON, body, links, row.cache)
    yield from _artifacts(publication, made)


def lists(publication: Publication) -> dict[str, ListIndex]:
    """What the pages of each type's list are put together from."""
    return {
        type: ListIndex(
            slugs=tuple(entity.slug for entity in publication.graph.of_type(type)),
            meta=encode(render.list_meta(publication, type)).decode(),
            page=f"{publication.addresses.site_url}{kind.route_base}",
        )
        for type, kind in publication.vocabulary.types.items()
    }


def info(publication: Publication) -> Info:
    """What a server must know beside the records."""
    return Info(
        version=publication.about.version,
        site_url=publication.addresses.site_url,
        base_url=publication.addresses.base_url,
        lists=lists(publication),
        redirects={redirect.retired: redirect.to for redirect in publication.redirects},
    )


def _artifacts(publication: Publication, made: dict[str, bytes]) -> Iterator[Representation]:
    described = openapi.description(publication, _examples(publication, made))
    for path, document in (("/api/openapi.json", described), ("/api/schema", openapi.registry(publication))):
        kind = "application/schema+json" if path == "/api/schema" else JSON
        yield Representation(path, kind, msgspec.json.encode(document))


def _examples(publication: Publication, made: dict[str, bytes]) -> dict[str, Any]:
    """A true answer for each operation, with the parameters that it answers; none where the catalogue has nothing to show."""
    found: dict[str, Any] = {}
    for operation in OPERATIONS:
        if operation.id == "searchEntities":
            example = _search_example(publication, made)
        elif operation.id == "listEntities":
            type = min(
                (t for t, index in lists(publication).items() if index.slugs),
                key=lambda t: len(made[f"/v1/entities/{t}?page=1"]),
            )
            example = {"body": made[f"/v1/entities/{type}?page=1"], "parameters": {"type": type, "page": "1"}}
        else:
            example = _fixed_example(operation, made)
        if example is not None:
            found[operation.id] = example | {"body": msgspec.json.decode(example["body"])}
    return found


def _fixed_example(operation: Operation, made: dict[str, bytes]) -> dict[str, Any] | None:
    """The shortest answer of an operation, so that the description stays readable."""
    names = re.findall(r"{(\w+)}", operation.path)
    pattern = re.compile(re.sub(r"{\w+}", "([^/?]+)", operation.path))
    paths = [path for path in made if pattern.fullmatch(path)]
    if not paths:
        return None
    path = min(paths, key=lambda path: (len(made[path]), path))
    match = pattern.fullmatch(path)
    return {"body": made[path], "parameters": dict(zip(names, match.groups() if match else (), strict=True))}


def _search_example(publication: Publication, made: dict[str, bytes]) -> dict[str, Any] | None:
    """The search for the exact name of a sport of which no word occurs in another sport: it finds that one alone."""
    sports = publication.graph.of_type("sport")
    texts = {e.id: fold(" ".join((e.name, e.description, *e.keywords))) for e in sports}
    for entity in sorted(sports, key=lambda e: len(made[api_path(e)])):
        name = fold(entity.name)
        if len(name) >= 6 and name.isalpha() and not any(name[:4] in texts[e.id] for e in sports if e is not entity):
            body = compose([made[api_path(entity)]], 1, 1, PAGE_SIZE, query=name)
            return {"body": body, "parameters": {"q": name, "type": "sport"}}
    return None

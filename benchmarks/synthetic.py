"""A synthetic catalogue of any size, written as a snapshot without authored files.

`python -m benchmarks.synthetic 15000 FOLDER` builds one and prints what it took.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path

import msgspec
from msgspec import Struct

from sportlore import search
from sportlore.contract import schemas
from sportlore.contract.headers import alternate
from sportlore.contract.paging import PAGE_SIZE, compose, page_links
from sportlore.contract.record import Resource, resource
from sportlore.contract.schemas import encode
from sportlore.snapshot import Index, Info, ListIndex
from sportlore.snapshot.writer import write

SITE = "http://localhost:8000"
VERSION = "1.0.0"
TYPES = tuple(f"type-{letter}{number}" for letter in "abcde" for number in range(1, 10))
_NEIGHBOURS = 8
_SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "el", "or")]
_WORDS = 150
"""The vocabulary has so many words times the root of the number of entities, as that of a language grows: 58,000 at 150,000."""


class Synthetic(Struct, frozen=True):
    """One entity: enough to render a body of the usual size."""

    type: str
    slug: str
    name: str
    description: str
    keywords: tuple[str, ...]

    @property
    def id(self) -> str:
        return f"{self.type}/{self.slug}"

    @property
    def url(self) -> str:
        return f"{SITE}/{self.id}"


class Cost(Struct, frozen=True):
    """What it took to build: seconds in all and of the index, records, bytes of the store."""

    entities: int
    seconds: float
    index_seconds: float
    records: int


def world(count: int) -> list[Synthetic]:
    """So many entities over 45 types, in words that are as unevenly common as those of a language."""
    chance = random.Random(count)
    words = round(_WORDS * count**0.5)
    vocabulary = list(dict.fromkeys("".join(chance.choices(_SYLLABLES, k=chance.randint(2, 4))) for _ in range(words)))
    weights = list(accumulate(1 / rank for rank in range(1, len(vocabulary) + 1)))

    def text(length: int) -> str:
        return " ".join(chance.choices(vocabulary, cum_weights=weights, k=length))

    def entity(number: int) -> Synthetic:
        name = " ".join(chance.choices(vocabulary, k=chance.randint(1, 4)))
        keywords = tuple(text(2) for _ in range(4))
        slug = f"{name.replace(' ', '-')}-{number}"
        return Synthetic(TYPES[number % len(TYPES)], slug, name.capitalize(), text(32), keywords)

    return [entity(number) for number in range(count)]


def body(entity: Synthetic, neighbours: Sequence[Synthetic]) -> bytes:
    """The body of an entity, as the real build encodes it."""
    links = [schemas.Relationship(type=n.type, id=n.id, name=n.name, url=n.url) for n in neighbours]
    about = schemas.About(name=entity.name)
    resource = schemas.Resource(
        id=entity.id,
        type=entity.type,
        slug=entity.slug,
        name=entity.name,
        description=entity.description,
        url=entity.url,
        api_url=f"/v1/entities/{entity.id}",
        keywords=list(entity.keywords),
        relationships=links,
        json_ld=schemas.JsonLd(
            id=f"{entity.url}#webpage",
            name=entity.name,
            description=entity.description,
            url=entity.url,
            about=about,
        ),
        meta=schemas.ResourceMeta(version=VERSION, generated_from=f"{entity.id}.toml"),
    )
    return encode(resource)


class Bodies:
    """The body of each entity by id, made when it is asked for."""

    def __init__(self, entities: Sequence[Synthetic]) -> None:
        self._entities = entities
        self._numbers = {entity.id: number for number, entity in enumerate(entities)}

    def __call__(self, id: str) -> bytes:
        number = self._numbers[id]
        linked = neighbours(len(self._entities), number)
        return body(self._entities[number], [self._entities[neighbour] for neighbour in linked])


def neighbours(count: int, number: int) -> list[int]:
    """The numbers of what one of so many entities is linked with."""
    return [(number * 31 + step * 977) % count for step in range(1, _NEIGHBOURS + 1)]


def resources(
    entities: Sequence[Synthetic], item: Callable[[str], bytes], slugs: Mapping[str, Sequence[str]]
) -> Iterator[Resource]:
    """Every entity, and every page of a list at the default size."""
    for entity in entities:
        yield resource(f"/v1/entities/{entity.id}", "application/json", item(entity.id), (alternate(entity.url),))
    for type, index in lists_of(slugs).items():
        path = f"/v1/entities/{type}"
        for page in range(1, max(1, -(-index.total // PAGE_SIZE)) + 1):
            shown = [item(f"{type}/{slug}") for slug in slugs[type][(page - 1) * PAGE_SIZE : page * PAGE_SIZE]]
            text = compose(shown, index.total, page, PAGE_SIZE, meta=index.meta)
            links = (*page_links(path, "", index.total, page, PAGE_SIZE), alternate(index.page))
            yield resource(f"{path}?page={page}", "application/json", text, links)


def slugs_of(entities: Sequence[Synthetic]) -> dict[str, list[str]]:
    """The slugs of each type in the order of its list."""
    found: dict[str, list[Synthetic]] = {type: [] for type in TYPES}
    for entity in entities:
        found[entity.type].append(entity)
    return {type: [e.slug for e in sorted(some, key=lambda e: (e.name, e.slug))] for type, some in found.items()}


def lists_of(slugs: Mapping[str, Sequence[str]]) -> dict[str, ListIndex]:
    """What the pages of each list are put together from."""
    return {
        type: ListIndex(
            total=len(listed),
            meta=encode(schemas.ListMeta(version=VERSION, generated_from=f"{type}/", lang="en")).decode(),
            page=f"{SITE}/{type}",
        )
        for type, listed in slugs.items()
    }


def documents(entities: Sequence[Synthetic]) -> Iterator[search.Document]:
    """What the index holds."""
    ids = [entity.id for entity in entities]
    for number, e in enumerate(entities):
        linked = tuple(ids[neighbour] for neighbour in neighbours(len(ids), number))
        yield search.Document(ids[number], e.type, e.name, e.keywords, description=e.description, linked=linked)


def build(count: int, folder: Path) -> Cost:
    """Write the snapshot of a synthetic catalogue."""
    began = time.perf_counter()
    entities = world(count)
    slugs = slugs_of(entities)
    before = time.perf_counter()
    ranked = search.ranked(documents(entities))
    entries = search.entries(ranked)
    index = Index(lambda: entries, [document.id for document in ranked], slugs)
    indexed = time.perf_counter() - before
    item = Bodies(entities)
    info = Info(VERSION, SITE, f"{SITE}/v1", lists_of(slugs), {})
    manifest = write(folder, resources(entities, item, slugs), info, index, item)
    return Cost(count, time.perf_counter() - began, indexed, manifest.records)


if __name__ == "__main__":
    print(msgspec.json.encode(build(int(sys.argv[1]), Path(sys.argv[2]))).decode())

"""The whole pipeline as one page: read, check, derive, render, index, write."""

from __future__ import annotations

import hashlib
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from sportlore import registry, rules, search, site, snapshot
from sportlore.api import resources as api
from sportlore.contract.addresses import Addresses, api_path
from sportlore.contract.record import Resource
from sportlore.derive import derive, documents, typed_words
from sportlore.diagnostics import Finding
from sportlore.filters import index as filters
from sportlore.publication import Publication
from sportlore.snapshot import Manifest
from sportlore.snapshot.writer import write

Item = TypeVar("Item")

_PACKAGE = Path(__file__).parent


class CatalogueErrors(Exception):
    """The catalogue has findings, so that nothing was built."""

    def __init__(self, authored: registry.Registry, findings: list[Finding]) -> None:
        super().__init__(f"{len(findings)} errors in the catalogue")
        self.authored = authored
        self.findings = findings


class Built(Struct, frozen=True):
    """What a build made: the snapshot's manifest and the number of entities in it."""

    manifest: Manifest
    entities: int


def build(catalogue: Path, out: Path, addresses: Addresses, status: str = "specification-only") -> Built:
    """Build the snapshot of a catalogue into `out`; raises CatalogueErrors, and then leaves `out` as it was."""
    authored = registry.read(catalogue)
    if findings := rules.check(authored):
        raise CatalogueErrors(authored, findings)
    return publish(Publication(derive(authored), addresses, status), out)


def publish(publication: Publication, out: Path) -> Built:
    """Write everything that is published into a snapshot."""
    known = msgspec.structs.replace(
        api.info(publication),
        error_page=site.error_page(publication),
        search_page=site.search_page(publication),
        singular={type: described.singular for type, described in publication.vocabulary.types.items()},
    )
    ranked = search.ranked(documents(publication.knowledge))
    synonyms = typed_words(publication.vocabulary)
    index = snapshot.Index(
        {**dict(search.entries(ranked, synonyms)), **dict(filters.entries(publication.graph))},
        [document.id for document in ranked if not document.page],
    )
    items = {id: api.list_item(publication, entity) for id, entity in publication.graph.entities.items()}
    manifest = write(out, progress(all_resources(publication), "rendering"), known, index, items, recipe())
    return Built(manifest, len(publication.graph.entities))


def all_resources(publication: Publication) -> Iterator[Resource]:
    """Everything that stands at a URL: the answers of the interface, then the pages."""
    answers = list(api.resources(publication))
    yield from answers
    yield from site.pages(publication, _sample(publication, answers))


def _sample(publication: Publication, answers: Sequence[Resource]) -> site.Sample:
    """The shortest answer of an entity."""
    paths = {api_path(entity) for entity in publication.graph.entities.values()}
    samples = [site.Sample(answer.path, answer.render()) for answer in answers if answer.path in paths]
    return min(samples, key=lambda sample: (len(sample.body), sample.path))


def recipe() -> str:
    """A digest of all but the catalogue that the bytes of a snapshot depend on: this package, and what renders and encodes.

    What an earlier snapshot of the same recipe made from the same inputs is what would be made now.
    """
    found = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*")):
        if path.suffix != ".pyc" and path.is_file() and "bundled" not in path.parts:
            found.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    libraries = (version(name) for name in ("brotli", "jinja2", "markupsafe", "msgspec", "pystemmer", "zstandard"))
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    found.update(" ".join((*libraries, zlib.ZLIB_RUNTIME_VERSION, python)).encode())
    return found.hexdigest()[:16]


def progress(items: Iterable[Item], words: str) -> Iterable[Item]:
    """The items, with a bar on a terminal's standard error for builds that take more than a second."""
    if not sys.stderr.isatty():
        return items
    from tqdm import tqdm

    bar: Iterable[Item] = tqdm(items, desc=words, unit="", delay=1, leave=False)
    return bar

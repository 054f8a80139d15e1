"""The whole pipeline as one page: read, check, derive, render, index, write."""

from __future__ import annotations

import datetime
import hashlib
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from sportlore import answers, calculation, comparison, drawing, recommendation, registry, rules, search, site, snapshot
from sportlore.api import resources as api
from sportlore.contract.addresses import Addresses
from sportlore.contract.headers import http_date
from sportlore.contract.record import Resource, digest
from sportlore.derive import Documents, Knowledge, foreign_words, named, typed_words, wordings
from sportlore.diagnostics import Finding
from sportlore.filters import index as filters
from sportlore.memo import Memo
from sportlore.processes import beside
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
    """What a build made: the snapshot's manifest, the number of entities in it, and what a release would have instead."""

    manifest: Manifest
    entities: int
    unlike_release: str = ""


def build(
    catalogue: Path, out: Path, addresses: Addresses, status: str = "specification-only", *, release: bool = False
) -> Built:
    """Build the snapshot of a catalogue into `out`; raises CatalogueErrors, and then leaves `out` as it was.

    A `release` must have the sizes that catalogue.toml declares.
    """
    authored, known = _published(catalogue, addresses, status, release)
    return _described(publish(known, out, recipe()), authored)


def publication(
    catalogue: Path, addresses: Addresses, status: str = "specification-only", *, release: bool = False
) -> Publication:
    """What a catalogue publishes, checked and derived; raises CatalogueErrors."""
    return _published(catalogue, addresses, status, release)[1]


def _published(
    catalogue: Path, addresses: Addresses, status: str, release: bool
) -> tuple[registry.Registry, Publication]:
    authored = registry.read(catalogue)
    knowledge = _knowledge(authored, rules.check(authored, release=release))
    return authored, Publication(knowledge, addresses, status)


def _described(built: Built, authored: registry.Registry) -> Built:
    return msgspec.structs.replace(built, unlike_release=rules.unlike_release(authored))


def _knowledge(authored: registry.Registry, checked: rules.Checked) -> Knowledge:
    """What a check gave; raises CatalogueErrors."""
    if checked.knowledge is None:
        raise CatalogueErrors(authored, checked.findings)
    return checked.knowledge


class Builder:
    """Builds one catalogue again and again, and does again only what an edit touches. The bytes are those of `build`.

    It remembers parsed files, and what the checks found, what was derived and what was rendered, each by what it read. What
    was rendered is remembered as a digest: its bytes are in the snapshot of the build before.
    """

    def __init__(self, catalogue: Path, out: Path, addresses: Addresses, status: str = "specification-only") -> None:
        self._reader = registry.Reader(catalogue)
        self._out = out
        self._addresses = addresses
        self._status = status
        self._authored: registry.Registry | None = None
        self._recipe = recipe()  # of the code that runs, whatever becomes of its files
        self._checked, self._derived, self._rendered = Memo(), Memo(), Memo()
        self._indexer = search.Indexer(again=True)
        self._written: Manifest | None = None

    def read_again(self) -> bool:
        """Read the catalogue again; whether it differs from what was read last."""
        before, self._authored = self._authored, self._reader.read()
        return before is None or (before.versions, before.findings) != (
            self._authored.versions,
            self._authored.findings,
        )

    def build(self) -> Built:
        """Build the catalogue as it was read last; raises CatalogueErrors, and then leaves the snapshot as it was."""
        authored = self._authored or self._reader.read()
        knowledge = _knowledge(authored, rules.check(authored, self._checked, self._derived))
        self._rendered.begin(authored.frame)
        noted = knowledge.noted(self._rendered)
        publication = Publication(noted, self._addresses, self._status, self._rendered)
        built = publish(publication, self._out, self._recipe, self._indexer, self._written)
        self._rendered.end()
        self._written = built.manifest
        return _described(built, authored)


def publish(
    publication: Publication,
    out: Path,
    recipe: str,
    indexer: search.Indexer | None = None,
    sound: Manifest | None = None,
) -> Built:
    """Write everything that is published into a snapshot; `recipe` is that of the code that runs.

    `indexer` may be that of the build before, and `sound` the manifest that it wrote. Without an indexer, another process makes
    the index.
    """
    known = msgspec.structs.replace(
        api.info(publication),
        error_page=site.error_page(publication),
        search_page=site.search_page(publication),
        compare_page=site.compare_page(publication),
        recommended_page=site.recommended_page(publication),
        singular={type: described.singular for type, described in publication.vocabulary.types.items()},
        plural={type: described.plural for type, described in publication.vocabulary.types.items()},
    )
    documents = Documents(publication.knowledge, publication.memo)
    ranked = search.ranked(documents)

    def entries() -> dict[bytes, bytes]:
        vocabulary = publication.vocabulary
        maker = indexer or search.Indexer()
        index = maker.entries(ranked, typed_words(vocabulary), documents.terms, foreign_words(vocabulary))
        called = {type: (described.singular, described.route_base) for type, described in vocabulary.types.items()}
        index.update(maker.completions(ranked, called))
        index.update(filters.entries(publication.graph, publication.memo))
        index.update(answers.entries(wordings(publication.knowledge, ids), named(publication.knowledge, ids)))
        index.update(calculation.entries(publication.knowledge.calculators))
        index.update(comparison.entries(publication.graph, publication.memo))
        index.update(recommendation.entries(api.stored_goals(publication)))
        index.update(drawing.entries(publication.vocabulary.body, publication.graph.entities))
        index.update(drawing.side_entries(publication.knowledge.sides))
        return index

    ids = [document.id for document in ranked if not document.page]
    slugs = {type: [entity.slug for entity in publication.graph.of_type(type)] for type in publication.vocabulary.types}
    item = partial(api.list_item, publication)
    resources = progress(dated(all_resources(publication), publication.about.released), "rendering")
    with nullcontext(entries) if indexer else beside(entries) as index_entries:
        manifest = write(out, resources, known, snapshot.Index(index_entries, ids, slugs), item, recipe, sound)
    return Built(manifest, len(publication.graph.entities))


def all_resources(publication: Publication) -> Iterator[Resource]:
    """Everything that stands at a URL: the answers of the interface, then the pages."""
    rendered = api.Rendered()
    yield from api.resources(publication, rendered)
    shortest = rendered.shortest["getEntity"]
    yield from site.pages(publication, site.Sample(shortest.path, shortest.render()))


def dated(resources: Iterable[Resource], day: datetime.date | None) -> Iterable[Resource]:
    """The resources with the day of the release as their Last-Modified, if there is one."""
    if day is None:
        return resources
    modified = http_date(day)
    replaced = msgspec.structs.replace
    return (replaced(item, modified=modified, inputs=digest(item.inputs, modified)) for item in resources)


def recipe() -> str:
    """A digest of all but the catalogue that the bytes of a snapshot depend on: this package, and what renders and encodes.

    The same recipe makes the same bytes from the same inputs, so that records of an earlier snapshot can be reused.
    """
    digest = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*")):
        if path.suffix != ".pyc" and path.is_file() and "bundled" not in path.parts:
            digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    libraries = (
        version(name)
        for name in ("brotli", "jinja2", "markupsafe", "msgspec", "pystemmer", "resvg-py", "svg.py", "zstandard")
    )
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    digest.update(" ".join((*libraries, zlib.ZLIB_RUNTIME_VERSION, python)).encode())
    return digest.hexdigest()[:16]


def progress(items: Iterable[Item], words: str) -> Iterable[Item]:
    """The items, with a bar on a terminal's standard error for builds that take more than a second."""
    if not sys.stderr.isatty():
        return items
    from tqdm import tqdm

    bar: Iterable[Item] = tqdm(items, desc=words, unit="", delay=1, leave=False)
    return bar

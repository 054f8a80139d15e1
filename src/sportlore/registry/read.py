"""Reading the authored files into records; what cannot be read becomes findings, never an exception."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from sportlore.diagnostics import Finding, Location, did_you_mean
from sportlore.kinds import KINDS
from sportlore.model import (
    About,
    Body,
    Calculator,
    ChangeNote,
    Course,
    Dimension,
    Entity,
    EntityType,
    FactKey,
    Passage,
    PathForm,
    Redirect,
    Relation,
    Release,
    SectionQuestions,
    Skeleton,
    Source,
    Synonym,
    Term,
    Theme,
    Vocabulary,
)
from sportlore.registry.entity import Document, entity_of
from sportlore.registry.files import Files
from sportlore.registry.folders import VOCABULARY, strays, toml_files, type_folders, type_named
from sportlore.registry.record import record, table
from sportlore.registry.searches import orphans, read_searches

Record = TypeVar("Record")

_SINGLE = ("entities/", "searches/", "sources/", "courses/")
"""Folders of files that stand for themselves."""


class RuleException(Struct, frozen=True, forbid_unknown_fields=True):
    """One allowed finding: the rule, the file, and why. It expires when the rule no longer fires there."""

    rule: str
    file: str
    reason: str


class Registry(Struct, frozen=True):
    """Everything that was authored. `entities` holds the well-formed part of each document; rules check the rest."""

    root: Path
    about: About | None
    vocabulary: Vocabulary
    documents: tuple[Document, ...]
    entities: Mapping[str, Entity]
    calculators: Mapping[str, Calculator]
    courses: Mapping[str, Course]
    redirects: tuple[Redirect, ...]
    releases: tuple[Release, ...]
    """What earlier releases held, and perhaps this one."""
    notes: tuple[ChangeNote, ...]
    exceptions: tuple[RuleException, ...]
    findings: tuple[Finding, ...]
    unreadable: frozenset[str]
    """Ids whose files exist and could not be read, so that a link to them is not called unknown."""
    usable: bool
    """False when the vocabulary itself has errors, so that nothing else can be checked."""
    versions: Mapping[str, bytes]
    """A digest of each file that was read."""

    @property
    def frame(self) -> tuple[tuple[str, bytes], ...]:
        """The versions of the files on which all else depends: all but entities, searches, sources and courses."""
        return tuple(item for item in self.versions.items() if not item[0].startswith(_SINGLE))


def read(root: Path) -> Registry:
    """The catalogue below `root`, whatever state it is in: `findings` tells what could not be read."""
    return Reader(root).read()


class Reader:
    """Reads one catalogue again and again: what is as it was is the same object as before."""

    def __init__(self, root: Path) -> None:
        self._files = Files(root)
        self._vocabulary: tuple[bytes, ...] = ()
        self._entities: dict[str, tuple[Document, tuple[str, ...], Entity]] = {}

    def read(self) -> Registry:
        """The catalogue as it is now."""
        files, findings = self._files, list[Finding]()
        vocabulary = _vocabulary(files, findings)
        usable = not findings
        vocabulary = msgspec.structs.replace(vocabulary, sources=_sources(files, findings))
        unreadable: set[str] = set()
        documents = tuple(_documents(files, vocabulary, findings, unreadable)) if usable else ()
        searches = read_searches(files, vocabulary.types, findings) if usable else {}
        about = record(table(files, "catalogue.toml", findings), About, "catalogue.toml", (), findings)
        calculators = _folder(files, "calculators", Calculator, "slug", findings)
        courses = _folder(files, "courses", Course, "sport", findings)
        redirects = _list(files, "redirects.toml", "redirect", Redirect, findings)
        releases = _folder(files, "releases", Release, "version", findings)
        notes = _list(files, "changes.toml", "note", ChangeNote, findings)
        exceptions = _list(files, "exceptions.toml", "exception", RuleException, findings)
        findings += strays(files.root, vocabulary.types)
        if documents:
            findings += orphans(searches, {document.id for document in documents} | unreadable, redirects)
        return Registry(
            root=files.root,
            about=about,
            vocabulary=vocabulary,
            documents=documents,
            entities=self._entities_of(documents, searches, vocabulary),
            calculators=calculators,
            courses=courses,
            redirects=redirects,
            releases=tuple(releases.values()),
            notes=notes,
            exceptions=exceptions,
            findings=tuple(findings),
            unreadable=frozenset(unreadable),
            usable=usable,
            versions=files.versions(),
        )

    def _entities_of(
        self, documents: Iterable[Document], searches: Mapping[str, tuple[str, ...] | None], vocabulary: Vocabulary
    ) -> dict[str, Entity]:
        """The entities by id; those of unchanged files are kept, as long as the vocabulary is unchanged too."""
        version = tuple(self._files.version(f"vocabulary/{name}.toml") for name in VOCABULARY)
        known = self._entities if version == self._vocabulary else {}
        self._vocabulary, self._entities = version, {}
        for document in documents:
            entry = known.get(document.id)
            typed = searches.get(document.id) or ()
            if entry is None or entry[0].data is not document.data or entry[1] != typed:
                entry = document, typed, entity_of(document, vocabulary, typed)
            self._entities[document.id] = entry
        return {id: entity for id, (_, _, entity) in self._entities.items()}


def _vocabulary(files: Files, findings: list[Finding]) -> Vocabulary:
    """The vocabulary without its sources, which are records of their own: an error in one spoils no rule."""

    def keyed(name: str, form: type[Record]) -> dict[str, Record]:
        file = f"vocabulary/{name}.toml"
        raw = table(files, file, findings) or {}
        pairs = ((key, record(value, form, file, (key,), findings)) for key, value in raw.items())
        return {key: value for key, value in pairs if value is not None}

    vocabulary = Vocabulary(
        types=keyed("types", EntityType),
        facts=keyed("facts", FactKey),
        relations=keyed("relations", Relation),
        terms=keyed("terms", dict[str, Term]),
        dimensions=keyed("atlas", Dimension),
        themes=keyed("themes", Theme),
        paths=keyed("paths", PathForm),
        sources={},
        synonyms=_list(files, "vocabulary/synonyms.toml", "synonym", Synonym, findings),
        sections=_list(files, "vocabulary/sections.toml", "section", SectionQuestions, findings),
        passages=_list(files, "vocabulary/passages.toml", "passage", Passage, findings),
        body=_single(files, "body", Body, findings),
        skeleton=_single(files, "skeleton", Skeleton, findings),
    )
    findings.extend(_undefined_names(vocabulary))
    return vocabulary


def _single(files: Files, name: str, form: type[Record], findings: list[Finding]) -> Record | None:
    """A file that is one record and need not exist."""
    file = f"vocabulary/{name}.toml"
    if not os.path.lexists(files.root / file):
        return None
    return record(table(files, file, findings), form, file, (), findings)


def _undefined_names(vocabulary: Vocabulary) -> Iterable[Finding]:
    """Names inside the vocabulary that nothing defines."""

    def missing(file: str, key: str, field: str, names: Iterable[str], known: Iterable[str]) -> Iterable[Finding]:
        for name in sorted(set(names) - set(known)):
            location = Location(f"vocabulary/{file}.toml", (key, field))
            help = did_you_mean(name, known, f"define `{name}`, or take it out")
            yield Finding("bad-record", f"`{key}` names `{name}`, which is not defined", location, help)

    types, facts, relations = vocabulary.types, vocabulary.facts, vocabulary.relations
    for key, entity_type in types.items():
        yield from missing("types", key, "facts", entity_type.facts, facts)
        yield from missing("types", key, "required_facts", entity_type.required_facts, entity_type.facts)
        yield from missing("types", key, "key_facts", entity_type.key_facts, (*entity_type.facts, *entity_type.links))
        inverses = [relation.inverse for relation in relations.values()]
        by = {name: KINDS[facts[name].kind].filtered_by for name in entity_type.facts if name in facts}
        terms, numbers = ([name for name in by if by[name] == sort] for sort in ("term", "number"))
        yield from missing("types", key, "filters", entity_type.filters, (*terms, *entity_type.links, *inverses))
        yield from missing("types", key, "orders", entity_type.orders, numbers)
        yield from missing("types", key, "links", entity_type.links, relations)
        yield from missing("types", key, "required_links", entity_type.required_links, entity_type.links)
    for key, relation in relations.items():
        yield from missing("relations", key, "to", relation.to, [*types, "any"])
    for key, fact in facts.items():
        if KINDS[fact.kind].filtered_by == "term":
            yield from missing("facts", key, "terms", [fact.terms or ""], vocabulary.terms)
    for key, theme in vocabulary.themes.items():
        yield from missing("themes", key, "types", theme.types, types)
    for key, path in vocabulary.paths.items():
        yield from missing("paths", key, "steps", [step.removeprefix("-") for step in path.steps], relations)
    for key, dimension in vocabulary.dimensions.items():
        yield from missing("atlas", key, "types", dimension.types, types)
        if dimension.fact:
            yield from missing("atlas", key, "fact", [dimension.fact], facts)
        if dimension.relation:
            yield from missing("atlas", key, "relation", [dimension.relation], relations)


def _sources(files: Files, findings: list[Finding]) -> dict[str, Source]:
    """The works by id. One whose file has an error stands for itself, so that citing it is not an error as well."""
    read = dict(_records(files, "sources", Source, None, findings))
    return {id: source or Source(title=id, publisher="", year=0) for id, source in read.items()}


def _documents(
    files: Files, vocabulary: Vocabulary, findings: list[Finding], unreadable: set[str]
) -> Iterator[Document]:
    """The entities in order of type and slug; `unreadable` gets the ids of those that cannot be read."""
    for type in type_folders(files.root, "entities", vocabulary.types, findings):
        for file in toml_files(files.root, f"entities/{type}", findings):
            slug = file.rpartition("/")[2].removesuffix(".toml")
            data = table(files, file, findings)
            if data is not None:
                yield Document(file, type, slug, data)
            else:
                unreadable.add(f"{type}/{slug}")
    for finding in findings:
        if finding.code == "unknown-type":
            folder = finding.location.file
            type = type_named(folder.rstrip("/").rpartition("/")[2], vocabulary.types) or ""
            inside = toml_files(files.root, folder.rstrip("/"), [])
            unreadable |= {f"{type}/{file.rpartition('/')[2].removesuffix('.toml')}" for file in inside if type}


def read_calculators(root: Path) -> dict[str, Calculator]:
    """The well-formed calculators of a catalogue by slug, and nothing else of it."""
    return _folder(Files(root), "calculators", Calculator, "slug", [])


def _folder(
    files: Files, folder: str, form: type[Record], stem: str | None, findings: list[Finding]
) -> dict[str, Record]:
    """The well-formed records of a folder by file stem."""
    return {slug: value for slug, value in _records(files, folder, form, stem, findings) if value is not None}


def _records(
    files: Files, folder: str, form: type[Record], stem: str | None, findings: list[Finding]
) -> Iterator[tuple[str, Record | None]]:
    """The records of a folder that need not exist, with file stems; the stem becomes the field named `stem`, if given."""
    for file in toml_files(files.root, folder, findings) if os.path.lexists(files.root / folder) else ():
        slug = file.rpartition("/")[2].removesuffix(".toml")
        raw = table(files, file, findings)
        if raw is not None and stem in raw:
            message = f"the {stem} is the name of the file"
            findings.append(Finding("bad-record", message, Location(file, (stem,), on_key=True), "take it out"))
        fields = {**raw, stem: slug} if raw is not None and stem else raw
        yield slug, record(fields, form, file, (), findings)


def _list(files: Files, file: str, key: str, form: type[Record], findings: list[Finding]) -> tuple[Record, ...]:
    """The records of the array of tables in a file that need not exist; it holds nothing else."""
    if not os.path.lexists(files.root / file):
        return ()
    data = table(files, file, findings) or {}
    items = data.get(key, [])
    faults = [(other, f"no table `{other}`") for other in sorted(data.keys() - {key})]
    if not isinstance(items, list):
        faults.append((key, f"`{key}` is one table, not an array of tables"))
    for name, message in faults:
        findings.append(Finding("bad-record", message, Location(file, (name,), on_key=True), f"write `[[{key}]]`"))
    if not isinstance(items, list):
        return ()
    values = (record(item, form, file, (key, i), findings) for i, item in enumerate(items))
    return tuple(value for value in values if value is not None)

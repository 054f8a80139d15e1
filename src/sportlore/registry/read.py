"""Reading the authored files into records; what cannot be read becomes findings, never an exception."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec
import tomli
from msgspec import Struct

from sportlore.diagnostics import Finding, Place
from sportlore.model import (
    About,
    BySex,
    Calculator,
    Course,
    Dimension,
    Entity,
    EntityType,
    Evidence,
    FactKey,
    FactValue,
    Redirect,
    Relation,
    Section,
    Source,
    Span,
    Term,
    Variant,
    Vocabulary,
)

Record = TypeVar("Record")


class Document(Struct, frozen=True):
    """One authored entity as it was written, before its form is judged. `line` is set for an entity of a .jsonl file."""

    file: str
    type: str
    slug: str
    data: Mapping[str, object]
    line: int = 0

    @property
    def id(self) -> str:
        return f"{self.type}/{self.slug}"

    def place(self, *path: str | int, on_key: bool = False) -> Place:
        return Place(self.file, path, on_key, self.line)


class Exemption(Struct, frozen=True, forbid_unknown_fields=True):
    """One allowed finding: the rule, the file, and why. It expires when the rule no longer fires there."""

    rule: str
    file: str
    reason: str


class Registry(Struct, frozen=True):
    """Everything that was authored. `entities` holds the well-formed part of each document; rules judge the rest."""

    root: Path
    about: About | None
    vocabulary: Vocabulary
    documents: tuple[Document, ...]
    entities: Mapping[str, Entity]
    calculators: Mapping[str, Calculator]
    courses: Mapping[str, Course]
    redirects: tuple[Redirect, ...]
    exemptions: tuple[Exemption, ...]
    findings: tuple[Finding, ...]
    unreadable: frozenset[str]
    """Ids whose files exist and could not be read, so that a link to them is not called unknown."""
    usable: bool
    """False when the vocabulary itself has errors, so that nothing else can be judged."""


def read(root: Path) -> Registry:
    """The catalogue below `root`, whatever state it is in: `findings` tells what could not be read."""
    findings: list[Finding] = []
    vocabulary = _vocabulary(root, findings)
    usable = not findings
    documents = tuple(sorted(_documents(root, vocabulary, findings), key=lambda d: (d.type, d.slug, d.file)))
    about = _convert(_toml(root, "catalogue.toml", findings), About, "catalogue.toml", (), findings)
    return Registry(
        root=root,
        about=about,
        vocabulary=vocabulary,
        documents=documents,
        entities={d.id: entity_of(d, vocabulary) for d in reversed(documents)},
        calculators=_folder(root, "calculators", Calculator, "slug", findings),
        courses=_folder(root, "courses", Course, "sport", findings),
        redirects=_list(root, "redirects.toml", "redirect", Redirect, findings),
        exemptions=_list(root, "exceptions.toml", "exception", Exemption, findings),
        findings=tuple(findings),
        unreadable=frozenset(
            f.place.file.removeprefix("entities/").removesuffix(".toml") for f in findings if f.code == "syntax"
        ),
        usable=usable,
    )


def _id(file: str) -> str:
    """The id of an entity's file: "entities/sport/tennis.toml" -> "sport/tennis"."""
    return file.removeprefix("entities/").removesuffix(".toml")


def _vocabulary(root: Path, findings: list[Finding]) -> Vocabulary:
    def table(name: str, record: type[Record]) -> dict[str, Record]:
        file = f"vocabulary/{name}.toml"
        raw = _toml(root, file, findings) or {}
        pairs = ((key, _convert(value, record, file, (key,), findings)) for key, value in raw.items())
        return {key: value for key, value in pairs if value is not None}

    vocabulary = Vocabulary(
        types=table("types", EntityType),
        facts=table("facts", FactKey),
        relations=table("relations", Relation),
        terms=table("terms", dict[str, Term]),
        dimensions=table("atlas", Dimension),
        sources=_folder(root, "sources", Source, None, findings),
    )
    findings.extend(_loose_ends(vocabulary))
    return vocabulary


def _loose_ends(vocabulary: Vocabulary) -> Iterable[Finding]:
    """Names inside the vocabulary that nothing defines."""

    def missing(file: str, key: str, field: str, names: Iterable[str], known: Iterable[str]) -> Iterable[Finding]:
        for name in sorted(set(names) - set(known)):
            place = Place(f"vocabulary/{file}.toml", (key, field))
            yield Finding(
                "bad-record", f"`{key}` names `{name}`, which is not defined", place, f"define `{name}`, or take it out"
            )

    types, facts, relations = vocabulary.types, vocabulary.facts, vocabulary.relations
    for key, kind in types.items():
        yield from missing("types", key, "facts", kind.facts, facts)
        yield from missing("types", key, "required_facts", kind.required_facts, kind.facts)
        yield from missing("types", key, "links", kind.links, relations)
        yield from missing("types", key, "required_links", kind.required_links, kind.links)
    for key, relation in relations.items():
        yield from missing("relations", key, "to", relation.to, [*types, "any"])
    for key, fact in facts.items():
        if fact.kind in ("term", "terms"):
            yield from missing("facts", key, "terms", [fact.terms or ""], vocabulary.terms)
    for key, dimension in vocabulary.dimensions.items():
        yield from missing("atlas", key, "types", dimension.types, types)
        if dimension.fact:
            yield from missing("atlas", key, "fact", [dimension.fact], facts)
        if dimension.relation:
            yield from missing("atlas", key, "relation", [dimension.relation], relations)


def _documents(root: Path, vocabulary: Vocabulary, findings: list[Finding]) -> Iterable[Document]:
    entities = root / "entities"
    for folder in sorted(path for path in entities.iterdir() if path.is_dir()) if entities.is_dir() else ():
        if folder.name not in vocabulary.types:
            place = Place(f"entities/{folder.name}/")
            findings.append(
                Finding(
                    "unknown-type",
                    f"no type `{folder.name}`",
                    place,
                    "name the folder after a type of vocabulary/types.toml",
                )
            )
            continue
        for path in sorted(folder.iterdir()):
            file = f"entities/{folder.name}/{path.name}"
            if path.suffix != ".toml":
                help = "an entity is a .toml file; move other files out of the catalogue"
                findings.append(Finding("stray-file", f"`{file}` is not an entity", Place(file), help))
            elif (data := _toml(root, file, findings)) is not None:
                yield Document(file, folder.name, path.stem, data)


def entity_of(document: Document, vocabulary: Vocabulary) -> Entity:
    """The well-formed part of a document; whatever is malformed is left out (a rule has reported it)."""
    data = document.data

    def text(field: str) -> str:
        value = data.get(field)
        return value if isinstance(value, str) else ""

    facts = data.get("facts")
    links = data.get("links")
    sections = data.get("sections")
    return Entity(
        type=document.type,
        slug=document.slug,
        name=text("name"),
        description=text("description"),
        origin=document.file,
        keywords=_strings(data.get("keywords")),
        sources=_strings(data.get("sources")),
        proper=data.get("proper") is True,
        facts=_facts(facts, vocabulary) if isinstance(facts, dict) else {},
        links={
            key: _strings(links[key])
            for key in vocabulary.relations
            if isinstance(links, dict) and isinstance(links.get(key), list)
        },
        sections=tuple(_section(item) for item in sections if isinstance(item, dict))
        if isinstance(sections, list)
        else (),
        evidence=tuple(_well_formed(data.get("evidence"), Evidence)),
        variants=tuple(_variants(data.get("variants"), vocabulary)),
        checked=text("checked") or None,
        verdict=text("verdict") or None,
        without=_strings(data.get("without")),
    )


def _strings(value: object) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _facts(raw: Mapping[str, object], vocabulary: Vocabulary) -> dict[str, FactValue]:
    values = ((key, fact_value(raw[key], fact)) for key, fact in vocabulary.facts.items() if key in raw)
    return {key: value for key, value in values if value is not None}


def fact_value(raw: object, fact: FactKey) -> FactValue | None:
    """The typed value of a fact as written, or None if it has not the form that its kind asks for."""
    if fact.by_sex and isinstance(raw, dict):
        if set(raw) != {"men", "women"}:
            return None
        men, women = (fact_value(raw[sex], fact) for sex in ("men", "women"))
        if isinstance(men, Span | int) and isinstance(women, Span | int):
            return BySex(men, women)
        return None
    match fact.kind:
        case "integer" | "number":
            return _span(raw, int if fact.kind == "integer" else (int, float))
        case "year":
            return raw if isinstance(raw, int) and not isinstance(raw, bool) else None
        case "terms":
            return tuple(raw) if isinstance(raw, list) and raw and all(isinstance(t, str) for t in raw) else None
        case _:
            return raw if isinstance(raw, str) else None


def _well_formed(raw: object, record: type[Record]) -> Iterator[Record]:
    """The elements of an array of tables that are records of a kind."""
    for item in raw if isinstance(raw, list) else ():
        try:
            yield msgspec.convert(item, record, strict=True)
        except msgspec.ValidationError:
            continue


class WrittenVariant(Struct, frozen=True, forbid_unknown_fields=True):
    """A variant as written: its value has not been read as the kind of its fact asks for."""

    fact: str
    value: object
    source: str
    scope: tuple[str, ...] = ()
    since: int | None = None
    until: int | None = None


def _variants(raw: object, vocabulary: Vocabulary) -> Iterator[Variant]:
    for written in _well_formed(raw, WrittenVariant):
        fact = vocabulary.facts.get(written.fact)
        value = fact_value(written.value, fact) if fact is not None else None
        if value is not None:
            yield Variant(written.fact, value, written.source, written.scope, written.since, written.until)


def _span(raw: object, accepted: type | tuple[type, ...]) -> Span | None:
    def is_number(value: object) -> bool:
        return isinstance(value, accepted) and not isinstance(value, bool)

    if is_number(raw):
        return Span(float(raw), float(raw))  # type: ignore[arg-type]
    if isinstance(raw, list) and len(raw) == 2 and all(is_number(v) for v in raw) and raw[0] < raw[1]:
        return Span(float(raw[0]), float(raw[1]))
    return None


def _section(raw: Mapping[str, object]) -> Section:
    title, text = raw.get("title"), raw.get("text")
    return Section(
        title=title if isinstance(title, str) else "",
        text=text if isinstance(text, str) else None,
        steps=_strings(raw.get("steps")),
        items=_strings(raw.get("items")),
        sources=_strings(raw.get("sources")),
    )


def read_calculators(root: Path) -> dict[str, Calculator]:
    """The well-formed calculators of a catalogue by slug, and nothing else of it."""
    return _folder(root, "calculators", Calculator, "slug", [])


def _folder(
    root: Path, folder: str, record: type[Record], stem: str | None, findings: list[Finding]
) -> dict[str, Record]:
    """The records of a folder by file stem; the stem becomes the field named `stem`, if there is one."""
    found: dict[str, Record] = {}
    for path in sorted((root / folder).glob("*.toml")):
        file = f"{folder}/{path.name}"
        raw = _toml(root, file, findings)
        fields = {**raw, stem: path.stem} if raw is not None and stem else raw
        value = _convert(fields, record, file, (), findings)
        if value is not None:
            found[path.stem] = value
    return found


def _list(root: Path, file: str, key: str, record: type[Record], findings: list[Finding]) -> tuple[Record, ...]:
    """The records of an array of tables in a file that need not exist."""
    if not (root / file).exists():
        return ()
    raw = (_toml(root, file, findings) or {}).get(key, [])
    values = (
        _convert(item, record, file, (key, i), findings) for i, item in enumerate(raw if isinstance(raw, list) else [])
    )
    return tuple(value for value in values if value is not None)


def _toml(root: Path, file: str, findings: list[Finding]) -> dict[str, object] | None:
    try:
        text = (root / file).read_bytes().decode("utf-8")
        return tomli.loads(text)
    except FileNotFoundError:
        findings.append(
            Finding("missing-file", f"no file `{file}`", Place(file), "every catalogue has this file: write it")
        )
    except UnicodeDecodeError as error:
        findings.append(Finding("syntax", f"not UTF-8 at byte {error.start}", Place(file), "save the file as UTF-8"))
    except tomli.TOMLDecodeError as error:
        findings.append(_syntax(file, str(error), text))
    return None


def _syntax(file: str, message: str, text: str) -> Finding:
    """tomli's message ends in "(at line 3, column 7)" or "(at end of document)"."""
    match = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", message, re.DOTALL)
    what, line, column = match.groups() if match else (message, None, None)
    last = text.count("\n") + 1
    place = Place(file, (), False, int(line or last), int(column or 1))
    return Finding(
        "syntax", f"not valid TOML: {what[0].lower()}{what[1:]}", place, "see https://toml.io for the form of TOML"
    )


def _convert(
    raw: object, record: type[Record], file: str, path: tuple[str | int, ...], findings: list[Finding]
) -> Record | None:
    """A record from its raw form; msgspec's "… - at `$.inputs[0].name`" becomes a place."""
    if raw is None:
        return None
    try:
        return msgspec.convert(raw, record, strict=True)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        steps = re.findall(r"\.([\w-]+)|\[(\d+)\]", where)
        inner = tuple(name or int(index) for name, index in steps)
        message = what.replace("Object", "the table").replace("object", "the table")
        message = message[0].lower() + message[1:]
        findings.append(Finding("bad-record", message, Place(file, path + inner), "write it as its neighbours do"))
        return None

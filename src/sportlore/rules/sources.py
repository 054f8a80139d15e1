"""Rules about sources: that they are named, exist, are used, and stand once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from sportlore.diagnostics import Finding, Location, did_you_mean
from sportlore.model import PRACTICE, Source, Vocabulary, fold
from sportlore.registry import Document, Registry, cited_fact
from sportlore.rules.context import Context, cited_rows, drills, elements, rule, strings, table, tables
from sportlore.rules.fields import misplaced
from sportlore.rules.phrases import STRONG_HOSTS, WEAK_HOSTS


@rule()
def missing_source(context: Context) -> Iterator[Finding]:
    """An entity names the works that its statements rest on, where its type needs them."""
    for document in context.documents:
        entity_type = context.vocabulary.types[document.type]
        stated = document.data.get("sources") or {*cited_rows(document, context.vocabulary)} - {PRACTICE}
        if entity_type.sources_required and not stated and "sources" not in misplaced(context, document, ""):
            help = 'add `sources = ["…"]` with the names of files in sources/'
            yield Finding(
                "missing-source", f"the {entity_type.singular} names no source", document.location("sources"), help
            )


@rule()
def unknown_source(context: Context) -> Iterator[Finding]:
    """A source has a file in sources/."""
    known = context.vocabulary.sources
    for location, source in _cited(context):
        if source not in known:
            otherwise = f"write sources/{source}.toml as `sportlore explain unknown-source` shows it"
            yield Finding("unknown-source", f"no source `{source}`", location, did_you_mean(source, known, otherwise))


@rule(reads="complete catalogue")
def unused_source(context: Context) -> Iterator[Finding]:
    """Every source is cited by something."""
    for source in context.vocabulary.sources:
        if source not in context.citations:
            help = "cite it where it belongs, or take it out"
            yield Finding("unused-source", f"nothing cites `{source}`", Location(f"sources/{source}.toml"), help)


@rule(reads="catalogue")
def duplicate_source(context: Context) -> Iterator[Finding]:
    """A work has one file: no two have the same title and year, the same address or the same DOI."""
    holders: dict[tuple[str, str], list[str]] = {}
    for id, source in context.vocabulary.sources.items():
        for identity in _identities(source):
            holders.setdefault(identity, []).append(id)
    repeated = {identity: ids for identity, ids in holders.items() if len(ids) > 1}
    pairs: dict[tuple[str, str], str] = {}
    for (what, _), ids in repeated.items():
        kept, *others = sorted(ids, key=lambda id: (-context.citations.get(id, 0), id))
        for other in others:
            pairs.setdefault((kept, other), what)
    for (kept, other), what in sorted(pairs.items()):
        location = Location(f"sources/{other}.toml", (_FIELDS[what],))
        related = ((Location(f"sources/{kept}.toml", (_FIELDS[what],)), "the other one"),)
        help = f"cite `{kept}` instead and take this file out, or tell the two works apart"
        yield Finding("duplicate-source", f"`{kept}` has the same {what}", location, help, related)


_FIELDS = {"title and year": "title", "DOI": "url", "address": "url"}


def _identities(source: Source) -> Iterator[tuple[str, str]]:
    """By what a work can be known: ("DOI", "10.1542/peds.2012-2082")."""
    yield "title and year", f"{fold(source.title)} {source.year or fold(source.publisher)}"
    if source.url:
        if doi := re.search(r"\b10\.\d{4,9}/[^\s?#]+", source.url):
            yield "DOI", doi.group().lower()
        else:
            yield "address", re.sub(r"^https?://(www\.)?", "", source.url.strip()).rstrip("/").lower()


@rule()
def weak_work(context: Context) -> Iterator[Finding]:
    """A weak work that a fact or variant names alone says in its `note` why it stands."""
    known = context.vocabulary.sources
    for document in context.documents:
        for location, works in _resting(document, context.vocabulary):
            if works and all(work in known and _is_unexplained(known[work]) for work in works):
                work = min(works)
                help = f'cite a better work, or say in sources/{work}.toml why none stands in its place: `note = "…"`'
                yield Finding("weak-work", f"`{work}` stands alone, and is weak", location, help)


def _is_unexplained(source: Source) -> bool:
    """Whether a work was read on a host where anybody writes or uploads, and no note says why it stands."""
    if source.note:
        return False
    host = re.sub(r"^https?://", "", source.url or "").split("/")[0].lower()
    return any(part in host for part in WEAK_HOSTS) and not any(part in host for part in STRONG_HOSTS)


def _resting(document: Document, vocabulary: Vocabulary) -> Iterator[tuple[Location, set[str]]]:
    """(location, the works) of each cited fact and of each variant."""
    works: dict[str, set[str]] = {}
    for work, row in cited_rows(document, vocabulary).items():
        for _, written in strings(row):
            works.setdefault(cited_fact(written)[0], set()).add(work)
    for fact, named in works.items():
        yield document.location("facts", fact, on_key=True), named
    for i, variant in elements(document, "variants"):
        if isinstance(source := variant.get("source"), str):
            yield document.location("variants", i, "source"), {source}


def citations(registry: Registry, documents: Iterable[Document]) -> Counter[str]:
    """How often each source is cited."""
    counts = Counter[str]()
    for document in documents:
        counts.update(id for _, id in strings(document.data.get("sources")))
        counts.update(id for _, id in _cited_within(document, registry.vocabulary))
    for calculator in registry.calculators.values():
        counts.update(calculator.sources)
    for course in registry.courses.values():
        counts.update(id for module in course.modules for question in module.quiz for id in question.sources)
        counts.update(id for drill in course.drills for id in drill.sources)
    if registry.vocabulary.body is not None:
        counts.update(registry.vocabulary.body.sources)
    if (skeleton := registry.vocabulary.skeleton) is not None:
        counts.update((*skeleton.sources, *(limits.source for limits in skeleton.ranges.values())))
    return counts


def _cited(context: Context) -> Iterator[tuple[Location, str]]:
    for document in context.documents:
        for i, id in strings(document.data.get("sources")):
            yield document.location("sources", i), id
        yield from ((document.location(*path), id) for path, id in _cited_within(document, context.vocabulary))
    for slug, calculator in context.registry.calculators.items():
        for i, id in enumerate(calculator.sources):
            yield Location(f"calculators/{slug}.toml", ("sources", i)), id
    for location, drill in drills(context.registry):
        for i, id in enumerate(drill.sources):
            yield Location(location.file, (*location.path, "sources", i)), id
    if context.vocabulary.body is not None:
        for i, id in enumerate(context.vocabulary.body.sources):
            yield Location("vocabulary/body.toml", ("sources", i)), id


_SOURCED = (
    *("evidence", "variants", "doubts", "contrasts", "similarities", "details"),
    *("stands", "boards", "signals", "tokens"),
)
"""The arrays of tables of which each element names its source."""


def _cited_within(document: Document, vocabulary: Vocabulary) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """(path, source) of what an entity states one by one: facts, sections, evidence, variants, contrasts, drawings …"""
    for i, section in elements(document, "sections"):
        for j, id in strings(section.get("sources")):
            yield ("sections", i, "sources", j), id
    for work in cited_rows(document, vocabulary):
        if work != PRACTICE:
            yield ("cite", work), work
    for name in _SOURCED:
        for i, element in elements(document, name):
            if isinstance(source := element.get("source"), str):
                yield (name, i, "source"), source
    yield from _cited_in_drawings(document)


def _cited_in_drawings(document: Document) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """(path, source) of the plan, the details and their marks, the shape, and the motion."""
    for i, id in strings(table(document, "motion").get("sources")):
        yield ("motion", "sources", i), id
    if isinstance(source := table(document, "shape").get("source"), str):
        yield ("shape", "source"), source
    for i, detail in elements(document, "details"):
        for j, mark in tables(detail.get("marks")):
            if isinstance(source := mark.get("source"), str):
                yield ("details", i, "marks", j, "source"), source
    plan = table(document, "plan")
    if isinstance(source := plan.get("source"), str):
        yield ("plan", "source"), source
    for name in ("marks", "scopes"):
        for i, element in tables(plan.get(name)):
            if isinstance(source := element.get("source"), str):
                yield ("plan", name, i, "source"), source

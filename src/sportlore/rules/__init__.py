"""The checks of the catalogue: a flat table of small generators, each with fault documents in `faults/<code>/`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from functools import partial
from types import ModuleType

from msgspec import Struct, structs

from sportlore.derive import Knowledge, authored_graph, derive
from sportlore.diagnostics import Finding, Location, did_you_mean
from sportlore.memo import Memo
from sportlore.model import Entity
from sportlore.registry import Document, Registry
from sportlore.rules import (
    agreement,
    boards,
    body,
    calculators,
    catalogue,
    citations,
    courses,
    drills,
    evidence,
    facts,
    fields,
    figures,
    identifiers,
    keywords,
    links,
    motion,
    pairs,
    plans,
    prose,
    schedules,
    shapes,
    signs,
    sources,
    vocabulary,
)
from sportlore.rules.catalogue import counts_line, unlike_release
from sportlore.rules.context import Context, DerivedRule, Reads, Rule
from sportlore.rules.explanation import FaultDocument, examples
from sportlore.rules.texts import texts

__all__ = ["RULES", "Checked", "FaultDocument", "check", "counts_line", "examples", "explanations", "unlike_release"]

_MODULES: tuple[ModuleType, ...] = (
    vocabulary,
    fields,
    facts,
    evidence,
    links,
    prose,
    keywords,
    identifiers,
    sources,
    citations,
    pairs,
    plans,
    schedules,
    body,
    boards,
    motion,
    figures,
    shapes,
    signs,
    catalogue,
    calculators,
    courses,
    drills,
    agreement,
)

RULES = tuple(rule for module in _MODULES for rule in vars(module).values() if isinstance(rule, Rule))
"""Every rule about what is authored. Each says in its decorator what it reads (`context.Reads`)."""

DERIVED = tuple(rule for module in _MODULES for rule in vars(module).values() if isinstance(rule, DerivedRule))
"""Every rule about what is derived."""


def _reading(*reads: Reads) -> tuple[Rule, ...]:
    return tuple(rule for rule in RULES if rule.reads in reads)


_VOCABULARY = _reading("vocabulary")
_ENTITY = _reading("entity")
_TYPE = _reading("type")
_CATALOGUE = _reading("catalogue")
_COMPLETE = _reading("complete catalogue")
_RELEASE = _reading("complete catalogue", "release")

_LOSSES = frozenset(rule.code for rule in RULES if rule.loses)

READING: dict[str, str] = {
    "syntax": "Every file can be read: valid TOML in UTF-8, with values that can be published.",
    "unknown-type": "Every folder of entities/ is a type of vocabulary/types.toml.",
    "stray-file": "The catalogue holds nothing that is not read.",
    "missing-file": "The catalogue has catalogue.toml, entities/ and the files of vocabulary/.",
    "unneeded-exception": "An exception is taken out as soon as its rule no longer fires there.",
}
"""What the reader and the exceptions report, beside the rules."""

_UNEXCEPTED = _LOSSES | READING.keys()
"""What no exception allows: part of the catalogue would be lost without a word."""


class Checked(Struct, frozen=True):
    """What a check gave: every defect of the catalogue, or, when there is none, what it knows."""

    findings: list[Finding]
    knowledge: Knowledge | None = None


def check(
    registry: Registry, memo: Memo | None = None, derivation: Memo | None = None, *, release: bool = False
) -> Checked:
    """Every defect of the catalogue, by file, causes before what follows from them; without defects, its knowledge.

    With a memo, rules that read one entity are applied to those of which something changed since the last check;
    `derivation` is the memo of what is derived. A `release` has the sizes that catalogue.toml declares as well.
    """
    if not registry.usable:
        unread = [finding for finding in registry.findings if finding.code in ("syntax", "missing-file")]
        return Checked(sorted(unread or registry.findings, key=_order))
    if registry.findings and not registry.documents:
        return Checked(sorted(registry.findings, key=_order))
    context = _linked(registry)
    if memo:
        context = structs.replace(context, graph=context.graph.settled(memo))
    if findings := _applied(_VOCABULARY, context):
        return Checked(sorted(findings, key=_order))
    findings = [*registry.findings, *(_Remembered(context, memo).findings() if memo else _unremembered(context))]
    applied: set[str] = {rule.code for rule in (*_VOCABULARY, *_ENTITY, *_TYPE, *_CATALOGUE)}
    knowledge = None
    if not any(finding.code in _UNEXCEPTED for finding in findings):
        counting = _RELEASE if release else _COMPLETE
        findings += _applied(counting, context)
        applied.update(rule.code for rule in counting)
        if not any(_not_allowed(registry, findings)):
            knowledge = derive(registry, derivation, context.graph)
            findings += (finding for rule in DERIVED for finding in rule.find(context, knowledge))
            applied.update(rule.code for rule in DERIVED)
    findings = [*_not_allowed(registry, findings), *_bad_exceptions(registry, findings, applied)]
    return Checked(sorted(findings, key=_order), None if findings else knowledge)


def _applied(rules: Iterable[Rule], context: Context) -> list[Finding]:
    return [finding for rule in rules for finding in rule(context)]


def _unremembered(context: Context) -> list[Finding]:
    """The findings of the rules that do not wait."""
    complete = structs.replace(context, texts=tuple(texts(context.registry, context.documents)))
    return _applied((*_ENTITY, *_TYPE, *_CATALOGUE), complete)


class _Remembered:
    """The rules, applied only to what has changed, and to what names it."""

    def __init__(self, context: Context, memo: Memo) -> None:
        registry = context.registry
        memo.begin(registry.frame)
        sourced = structs.replace(registry.vocabulary, sources=memo.mapping("sources", registry.vocabulary.sources))
        self._everything = structs.replace(
            registry,
            vocabulary=sourced,
            entities=memo.mapping("entities", registry.entities),
            courses=memo.mapping("courses", registry.courses),
        )
        self._only_entities = structs.replace(
            self._everything, vocabulary=structs.replace(sourced, dimensions={}, body=None), calculators={}, courses={}
        )
        versions = {document.id: registry.versions[document.file] for document in context.documents}
        self._by_id = memo.mapping("documents", context.by_id, versions)
        self._graph = context.graph.noted(memo)
        self._context = context
        self._memo = memo

    def findings(self) -> Iterator[Finding]:
        """The findings of the rules that do not wait."""
        by_type: dict[str, list[str]] = {}
        for document in self._context.documents:
            by_type.setdefault(document.type, []).append(document.id)
        for id in self._context.by_id:
            yield from self._memo.result(("entity", id), partial(self._part, _ENTITY, self._only_entities, (id,)))
        for rule in _ENTITY:
            yield from self._memo.result(("others", rule.code), partial(self._part, (rule,), self._everything, ()))
        for ids in by_type.values():
            yield from self._memo.result(("type", *ids), partial(self._part, _TYPE, self._only_entities, ids))
        yield from _applied(_CATALOGUE, self._context)
        self._memo.end()

    def _part(self, rules: Iterable[Rule], part: Registry, ids: Iterable[str]) -> list[Finding]:
        """The findings of rules that see this part of the registry, and only these of its entities."""
        read = self._memo.result((texts, *ids), lambda: tuple(texts(part, self._documents(ids))))
        return _applied(rules, Context(part, self._graph, self._documents(ids), self._by_id, read))

    def _documents(self, ids: Iterable[str]) -> tuple[Document, ...]:
        return tuple(self._by_id[id] for id in ids)


def _linked(registry: Registry) -> Context:
    """The context of the rules, without texts. Its graph has files that cannot be read, so that links to them are no errors."""
    documents = tuple(d for d in registry.documents if d.type in registry.vocabulary.types)
    misnamed = {f"{d.type}/{cure}" for d in documents if (cure := fields.slug_cure(d.slug))}
    ids = (id.partition("/") for id in (registry.unreadable | misnamed) - set(registry.entities))
    unread = (Entity(type, slug, slug, "", f"entities/{type}/{slug}.toml") for type, _, slug in ids)
    by_id = {document.id: document for document in documents}
    cited = sources.citations(registry, documents)
    return Context(registry, authored_graph(registry, unread), documents, by_id, (), cited)


def explanations() -> dict[str, str]:
    """Every code with the sentence that it stands for."""
    rules: tuple[Rule | DerivedRule, ...] = (*RULES, *DERIVED)
    return {rule.code: rule.sentence for rule in rules} | READING


def _order(finding: Finding) -> tuple[str, bool, int, list[str], str, str]:
    location = finding.location
    steps = [f"{step:06}" if isinstance(step, int) else step for step in location.path]
    consequence = finding.code not in _LOSSES and finding.code not in READING
    return location.file, consequence, location.line, steps, finding.code, finding.message


def _not_allowed(registry: Registry, findings: list[Finding]) -> Iterator[Finding]:
    allowed = {
        (exception.rule, exception.file) for exception in registry.exceptions if exception.rule not in _UNEXCEPTED
    }
    return (finding for finding in findings if (finding.code, finding.location.file) not in allowed)


def _bad_exceptions(registry: Registry, findings: list[Finding], applied: Set[str]) -> Iterator[Finding]:
    """Exceptions to what allows none, and those whose rule was applied and did not fire in their file."""
    fired = {(finding.code, finding.location.file) for finding in findings}
    known = explanations()
    for i, exception in enumerate(registry.exceptions):
        location = Location("exceptions.toml", ("exception", i, "rule"))
        if exception.rule not in known:
            help = did_you_mean(exception.rule, known, "`sportlore explain` lists the rules")
            yield Finding("unneeded-exception", f"no rule `{exception.rule}`", location, help)
        elif exception.rule in _UNEXCEPTED:
            message = f"`{exception.rule}` allows no exception: part of the catalogue would be lost"
            yield Finding("unneeded-exception", message, location, "take the exception out, and correct the file")
        elif exception.rule in applied and (exception.rule, exception.file) not in fired:
            message = f"`{exception.rule}` no longer fires in {exception.file}"
            yield Finding("unneeded-exception", message, location, "take the exception out")

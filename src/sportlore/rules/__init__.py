"""The checks of the catalogue: a flat table of small generators, each with fault documents in `faults/<code>/`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from functools import partial

from msgspec import Struct, structs

from sportlore.derive import Knowledge, authored_graph, derive
from sportlore.diagnostics import Finding, Place, did_you_mean
from sportlore.memo import Memo
from sportlore.model import Entity
from sportlore.registry import Document, Registry
from sportlore.rules import (
    agreement,
    calculators,
    catalogue,
    courses,
    evidence,
    facts,
    fields,
    keywords,
    links,
    pairs,
    plans,
    prose,
    sources,
    vocabulary,
)
from sportlore.rules.context import Context, DerivedRule, Rule, code_of
from sportlore.rules.explanation import Example, examples
from sportlore.rules.texts import texts

__all__ = ["RULES", "Checked", "Example", "check", "examples", "explanations"]

RULES: tuple[Rule, ...] = (
    vocabulary.bad_vocabulary,
    fields.bad_slug,
    fields.derived_entity,
    fields.misplaced_key,
    fields.unknown_field,
    fields.missing_field,
    fields.missing_section,
    fields.wrong_type,
    fields.bad_record,
    fields.bad_month,
    facts.unknown_fact,
    facts.missing_fact,
    facts.unknown_term,
    facts.value_out_of_range,
    evidence.variant_period,
    links.unknown_relation,
    links.unknown_reference,
    links.link_type,
    links.self_link,
    links.duplicate_link,
    links.missing_link,
    links.too_few_links,
    links.too_few_neighbours,
    links.orphan,
    links.overused_related,
    prose.duplicate_name,
    prose.description_length,
    prose.description_stop,
    prose.filler_phrase,
    prose.praise,
    prose.american_spelling,
    prose.near_duplicate,
    keywords.keyword_count,
    keywords.keyword_is_name,
    keywords.duplicate_keyword,
    keywords.claimed_keyword,
    keywords.bad_search,
    sources.missing_source,
    sources.unknown_source,
    sources.unused_source,
    sources.duplicate_source,
    pairs.comparison_pair,
    pairs.unmatched_recommendation,
    catalogue.bad_redirect,
    catalogue.size_differs,
    calculators.bad_formula,
    calculators.bad_input,
    calculators.bad_requirement,
    calculators.bad_output,
    calculators.wrong_example,
    calculators.one_sided_alternative,
    courses.bad_course,
    agreement.bare_service,
    agreement.ungraded_claim,
    agreement.unsuited_level,
    agreement.assisting_antagonist,
    agreement.facility_too_small,
    plans.bad_plan,
    plans.mark_outside,
    plans.unused_constant,
    plans.uncited_mark,
)

COUNTING = (
    links.too_few_neighbours,
    links.orphan,
    links.overused_related,
    sources.unused_source,
    pairs.unmatched_recommendation,
    catalogue.size_differs,
)
"""Rules that count over the whole catalogue, and wait until nothing of it is lost."""

DERIVED: tuple[DerivedRule, ...] = (pairs.thin_comparison,)
"""Rules that look at what is derived, and wait until nothing else is wrong: derivation takes no defects."""

BY_TYPE = (
    prose.duplicate_name,
    prose.near_duplicate,
    keywords.keyword_is_name,
    keywords.claimed_keyword,
)
"""Rules that compare the entities of one type with one another."""

TOGETHER = (
    fields.bad_month,
    sources.duplicate_source,
    pairs.comparison_pair,
    catalogue.bad_redirect,
)
"""Rules that look at the whole catalogue. All others look at one entity, and at what it names."""

_LOSSES = frozenset(
    code_of(rule)
    for rule in (
        fields.bad_slug,
        fields.derived_entity,
        fields.misplaced_key,
        fields.unknown_field,
        fields.wrong_type,
        fields.bad_record,
        facts.unknown_fact,
        links.unknown_relation,
        links.unknown_reference,
        links.link_type,
        pairs.comparison_pair,
    )
)
"""Rules whose findings mean that part of a file does not count: the cause of other findings, and shown before them."""

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


def check(registry: Registry, memo: Memo | None = None, derivation: Memo | None = None) -> Checked:
    """Every defect of the catalogue, by file, causes before what follows from them; without defects, its knowledge.

    With a memo, rules that look at one entity are applied to those of which something changed since the last check;
    `derivation` is the memo of what is derived.
    """
    if not registry.usable:
        unread = [finding for finding in registry.findings if finding.code in ("syntax", "missing-file")]
        return Checked(sorted(unread or registry.findings, key=_order))
    if registry.findings and not registry.documents:
        return Checked(sorted(registry.findings, key=_order))
    context = _linked(registry)
    if memo:
        context = structs.replace(context, graph=context.graph.settled(memo))
    if found := list(vocabulary.bad_vocabulary(context)):
        return Checked(sorted(found, key=_order))
    counting, derived = {code_of(rule) for rule in COUNTING}, {code_of(rule) for rule in DERIVED}
    waiting, knowledge = counting | derived, None
    found = [*registry.findings, *(_Remembered(context, memo).findings() if memo else _applied(context))]
    if not any(finding.code in _UNEXCEPTED for finding in found):
        found += (finding for rule in COUNTING for finding in rule(context))
        waiting -= counting
        if not any(_not_allowed(registry, found)):
            knowledge = derive(registry, derivation, context.graph)
            found += (finding for rule in DERIVED for finding in rule(context, knowledge))
            waiting -= derived
    findings = [*_not_allowed(registry, found), *_bad_exceptions(registry, found, waiting)]
    return Checked(sorted(findings, key=_order), None if findings else knowledge)


def _applied(context: Context) -> Iterator[Finding]:
    """What the rules find that do not wait."""
    whole = structs.replace(context, texts=tuple(texts(context.registry, context.documents)))
    return (finding for rule in RULES if rule not in COUNTING for finding in rule(whole))


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
            self._everything, vocabulary=structs.replace(sourced, dimensions={}), calculators={}, courses={}
        )
        versions = {document.id: registry.versions[document.file] for document in context.documents}
        self._by_id = memo.mapping("documents", context.by_id, versions)
        self._graph = context.graph.noted(memo)
        self._context = context
        self._memo = memo

    def findings(self) -> Iterator[Finding]:
        """What the rules find that do not wait."""
        by_type: dict[str, list[str]] = {}
        for document in self._context.documents:
            by_type.setdefault(document.type, []).append(document.id)
        for id in self._context.by_id:
            yield from self._memo.result((_ALONE, id), partial(self._applied, _ALONE, self._only_entities, (id,)))
        for rule in _ALONE:
            yield from self._memo.result(code_of(rule), partial(self._applied, (rule,), self._everything, ()))
        for type, ids in by_type.items():
            yield from self._memo.result((type, *ids), partial(self._applied, BY_TYPE, self._only_entities, ids))
        for rule in TOGETHER:
            yield from rule(self._context)
        self._memo.end()

    def _applied(self, rules: Iterable[Rule], part: Registry, ids: Iterable[str]) -> list[Finding]:
        found = self._memo.result((texts, *ids), lambda: tuple(texts(part, self._documents(ids))))
        one = Context(part, self._graph, self._documents(ids), self._by_id, found)
        return [finding for rule in rules for finding in rule(one)]

    def _documents(self, ids: Iterable[str]) -> tuple[Document, ...]:
        return tuple(self._by_id[id] for id in ids)


_ALONE = tuple(rule for rule in RULES if rule not in (*COUNTING, *BY_TYPE, *TOGETHER))
"""Rules that look at one entity, and at what it names."""


def _linked(registry: Registry) -> Context:
    """What the rules look at, but for the texts. What cannot be read is linked as well: its neighbours are not to blame."""
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
    return {code_of(rule): (rule.__doc__ or "").strip() for rule in rules} | READING


def _order(finding: Finding) -> tuple[str, bool, int, list[str], str, str]:
    place = finding.place
    steps = [f"{step:06}" if isinstance(step, int) else step for step in place.path]
    consequence = finding.code not in _LOSSES and finding.code not in READING
    return place.file, consequence, place.line, steps, finding.code, finding.message


def _not_allowed(registry: Registry, found: list[Finding]) -> Iterator[Finding]:
    allowed = {
        (exception.rule, exception.file) for exception in registry.exceptions if exception.rule not in _UNEXCEPTED
    }
    return (finding for finding in found if (finding.code, finding.place.file) not in allowed)


def _bad_exceptions(registry: Registry, found: list[Finding], waiting: Set[str]) -> Iterator[Finding]:
    """Exceptions to what allows none, and those whose rule did not fire in their file.

    Rules that are `waiting` were not applied.
    """
    fired = {(finding.code, finding.place.file) for finding in found}
    known = explanations()
    for i, exception in enumerate(registry.exceptions):
        place = Place("exceptions.toml", ("exception", i, "rule"))
        if exception.rule not in known:
            help = did_you_mean(exception.rule, known, "`sportlore explain` lists the rules")
            yield Finding("unneeded-exception", f"no rule `{exception.rule}`", place, help)
        elif exception.rule in _UNEXCEPTED:
            message = f"`{exception.rule}` allows no exception: part of the catalogue would be lost"
            yield Finding("unneeded-exception", message, place, "take the exception out, and correct the file")
        elif exception.rule not in waiting and (exception.rule, exception.file) not in fired:
            message = f"`{exception.rule}` no longer fires in {exception.file}"
            yield Finding("unneeded-exception", message, place, "take the exception out")

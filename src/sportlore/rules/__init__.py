"""The checks of the catalogue: a flat table of small generators, each with fault documents in `faults/<code>/`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from functools import partial

from msgspec import structs

from sportlore import graph
from sportlore.diagnostics import Finding, Place, did_you_mean
from sportlore.memo import Memo
from sportlore.model import Entity
from sportlore.registry import Registry
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
    prose,
    sources,
    vocabulary,
)
from sportlore.rules.context import Context, Rule, code_of
from sportlore.rules.explanation import Example, examples
from sportlore.rules.texts import texts

__all__ = ["COUNTING", "RULES", "Example", "check", "context_of", "examples", "explanations"]

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
    sources.missing_source,
    sources.unknown_source,
    sources.unused_source,
    sources.duplicate_source,
    pairs.comparison_pair,
    pairs.thin_comparison,
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

DERIVING = (pairs.thin_comparison,)
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


def check(registry: Registry, memo: Memo | None = None) -> list[Finding]:
    """Every defect of the catalogue, by file, causes before what follows from them; an empty list: it can be built.

    With a memo, rules that look at one entity are applied to those of which something changed since the last check.
    """
    if not registry.usable:
        unread = [finding for finding in registry.findings if finding.code in ("syntax", "missing-file")]
        return sorted(unread or registry.findings, key=_order)
    if registry.findings and not registry.documents:
        return sorted(registry.findings, key=_order)
    context = _linked(registry)
    if found := list(vocabulary.bad_vocabulary(context)):
        return sorted(found, key=_order)
    waiting = {*COUNTING, *DERIVING}
    remembered = _Remembered(context, memo) if memo is not None else None
    found = [*registry.findings, *(remembered.findings() if remembered else _applied(context))]
    if not registry.findings and not any(finding.code in _LOSSES for finding in found):
        found += (finding for rule in COUNTING for finding in rule(context))
        waiting.difference_update(COUNTING)
        if not any(_not_allowed(registry, found)):
            found += remembered.alone(DERIVING) if remembered else (f for rule in DERIVING for f in rule(context))
            waiting.difference_update(DERIVING)
    if memo is not None:
        memo.end()
    unneeded = _unneeded(registry, found, {code_of(rule) for rule in waiting})
    return sorted([*_not_allowed(registry, found), *unneeded], key=_order)


def _applied(context: Context) -> Iterator[Finding]:
    """What the rules find that do not count."""
    whole = structs.replace(context, texts=tuple(texts(context.registry, context.documents)))
    return (finding for rule in RULES if rule not in (*COUNTING, *DERIVING) for finding in rule(whole))


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
        yield from self.alone(_ALONE)
        yield from self._memo.result("others", partial(self._applied, _ALONE, self._everything, ()))
        for type, ids in by_type.items():
            yield from self._memo.result((type, *ids), partial(self._applied, BY_TYPE, self._only_entities, ids))
        for rule in TOGETHER:
            yield from rule(self._context)

    def alone(self, rules: tuple[Rule, ...]) -> Iterator[Finding]:
        """What rules find that look at one entity, and at what it names."""
        for id in self._context.by_id:
            yield from self._memo.result((rules, id), partial(self._applied, rules, self._only_entities, (id,)))

    def _applied(self, rules: Iterable[Rule], part: Registry, ids: Iterable[str]) -> list[Finding]:
        documents = tuple(self._by_id[id] for id in ids)
        one = Context(part, self._graph, documents, self._by_id, tuple(texts(part, documents)))
        return [finding for rule in rules for finding in rule(one)]


_ALONE = tuple(rule for rule in RULES if rule not in (*COUNTING, *DERIVING, *BY_TYPE, *TOGETHER))


def context_of(registry: Registry) -> Context:
    """What the rules look at."""
    context = _linked(registry)
    return structs.replace(context, texts=tuple(texts(registry, context.documents)))


def _linked(registry: Registry) -> Context:
    """The same without the texts."""
    documents = tuple(d for d in registry.documents if d.type in registry.vocabulary.types)
    misnamed = {f"{d.type}/{cure}" for d in documents if (cure := fields.slug_cure(d.slug))}
    ids = (id.partition("/") for id in (registry.unreadable | misnamed) - set(registry.entities))
    unread = (Entity(type, slug, slug, "", f"entities/{type}/{slug}.toml") for type, _, slug in ids)
    linked = graph.build(registry.vocabulary, [*registry.entities.values(), *unread])
    return Context(registry, linked, documents, {document.id: document for document in documents}, ())


def explanations() -> dict[str, str]:
    """Every code with the sentence that it stands for."""
    return {code_of(rule): (rule.__doc__ or "").strip() for rule in RULES} | READING


def _order(finding: Finding) -> tuple[str, bool, int, list[str], str, str]:
    place = finding.place
    steps = [f"{step:06}" if isinstance(step, int) else step for step in place.path]
    consequence = finding.code not in _LOSSES and finding.code not in READING
    return place.file, consequence, place.line, steps, finding.code, finding.message


def _not_allowed(registry: Registry, found: list[Finding]) -> Iterator[Finding]:
    allowed = {(exception.rule, exception.file) for exception in registry.exceptions}
    return (finding for finding in found if (finding.code, finding.place.file) not in allowed)


def _unneeded(registry: Registry, found: list[Finding], waiting: Set[str]) -> Iterator[Finding]:
    """Exceptions whose rule did not fire in their file; the rules that are `waiting` were not applied."""
    fired = {(finding.code, finding.place.file) for finding in found}
    known = explanations()
    for i, exception in enumerate(registry.exceptions):
        place = Place("exceptions.toml", ("exception", i, "rule"))
        if exception.rule not in known:
            help = did_you_mean(exception.rule, known, "`sportlore explain` lists the rules")
            yield Finding("unneeded-exception", f"no rule `{exception.rule}`", place, help)
        elif exception.rule not in waiting and (exception.rule, exception.file) not in fired:
            message = f"`{exception.rule}` no longer fires in {exception.file}"
            yield Finding("unneeded-exception", message, place, "take the exception out")

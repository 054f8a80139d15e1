"""The checks of the catalogue: a flat table of small generators, each with a fault document in `faults/`."""

from __future__ import annotations

from collections.abc import Iterator

from sportlore import graph
from sportlore.diagnostics import Finding, Place
from sportlore.model import Entity
from sportlore.registry import Registry
from sportlore.rules import calculators, catalogue, fields, links, prose
from sportlore.rules.context import Context, Rule, code_of

RULES: tuple[Rule, ...] = (
    fields.bad_slug,
    fields.derived_entity,
    fields.unknown_field,
    fields.missing_field,
    fields.wrong_type,
    fields.unknown_fact,
    fields.missing_fact,
    fields.missing_section,
    fields.unknown_term,
    fields.value_out_of_range,
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
    prose.near_duplicate,
    prose.keyword_count,
    prose.keyword_is_name,
    prose.duplicate_keyword,
    prose.claimed_keyword,
    catalogue.missing_source,
    catalogue.unknown_source,
    catalogue.unused_source,
    catalogue.comparison_pair,
    catalogue.unmatched_recommendation,
    catalogue.bad_redirect,
    catalogue.size_differs,
    calculators.bad_formula,
    calculators.bad_input,
    calculators.wrong_example,
    calculators.tool_reference,
    calculators.bad_course,
)

COUNTING = (
    links.too_few_neighbours,
    links.orphan,
    links.overused_related,
    catalogue.unused_source,
    catalogue.unmatched_recommendation,
    catalogue.size_differs,
)
"""Rules that count over the whole catalogue, and wait until every file can be read."""

READING: dict[str, str] = {
    "syntax": "Every file can be read: valid TOML in UTF-8, with values that can be published.",
    "bad-record": "Vocabulary, calculators, courses, redirects and exceptions have the fields of their kind.",
    "unknown-type": "Every folder of entities/ is a type of vocabulary/types.toml.",
    "stray-file": "The catalogue holds nothing that is not read.",
    "missing-file": "The catalogue has catalogue.toml, entities/ and the files of vocabulary/.",
    "unneeded-exception": "An exception is taken out as soon as its rule no longer fires there.",
}
"""What the reader and the exceptions report, beside the rules."""


def check(registry: Registry) -> list[Finding]:
    """Every defect of the catalogue, sorted by place; an empty list means that it can be built."""
    if not registry.usable:
        return sorted(registry.findings, key=_order)
    context = context_of(registry)
    applied = [rule for rule in RULES if not registry.findings or rule not in COUNTING]
    found = [*registry.findings, *(finding for rule in applied for finding in rule(context))]
    return sorted([*_not_allowed(registry, found), *_unneeded(registry, found)], key=_order)


def context_of(registry: Registry) -> Context:
    """What the rules look at."""
    ids = (id.partition("/") for id in registry.unreadable - set(registry.entities))
    unread = (Entity(type, slug, slug, "", f"entities/{type}/{slug}.toml") for type, _, slug in ids)
    return Context(registry, graph.build(registry.vocabulary, [*registry.entities.values(), *unread]))


def explanations() -> dict[str, str]:
    """Every code with the sentence that it stands for."""
    return {code_of(rule): (rule.__doc__ or "").strip() for rule in RULES} | READING


def _order(finding: Finding) -> tuple[str, int, list[str], str, str]:
    steps = [f"{step:06}" if isinstance(step, int) else step for step in finding.place.path]
    return finding.place.file, finding.place.line, steps, finding.code, finding.message


def _not_allowed(registry: Registry, found: list[Finding]) -> Iterator[Finding]:
    allowed = {(exception.rule, exception.file) for exception in registry.exceptions}
    return (finding for finding in found if (finding.code, finding.place.file) not in allowed)


def _unneeded(registry: Registry, found: list[Finding]) -> Iterator[Finding]:
    fired = {(finding.code, finding.place.file) for finding in found}
    for i, exception in enumerate(registry.exceptions):
        if (exception.rule, exception.file) not in fired:
            place = Place("exceptions.toml", ("exception", i, "rule"))
            message = f"`{exception.rule}` no longer fires in {exception.file}"
            yield Finding("unneeded-exception", message, place, "take the exception out")

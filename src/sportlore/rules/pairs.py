"""Rules about authored entities that are completed by derivation: comparisons of a pair, and recommendations of a goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sportlore.derive import Knowledge
from sportlore.diagnostics import Finding, counted, did_you_mean
from sportlore.model import COMPARES, slug_of
from sportlore.registry import Document
from sportlore.rules.context import Context, derived_rule, rule


@rule(reads="catalogue", loses=True)
def comparison_pair(context: Context) -> Iterator[Finding]:
    """A comparison links two entities of one type, and its slug is `<a>-vs-<b>` of their slugs."""
    by_pair: dict[frozenset[str], Document] = {}
    by_slug: dict[str, Document] = {}
    for document in context.documents:
        pair = context.registry.entities[document.id].links.get(COMPARES, ())
        if context.vocabulary.role_of(document.type) == "comparison" and pair:
            same_pair = by_pair.setdefault(frozenset(pair), document)
            same_slug = by_slug.setdefault(document.slug, document)
            finding = _bad_pair(context, document, pair, same_pair) or _bad_slug(document, pair, same_slug)
            if finding is not None:
                yield finding


def _bad_pair(context: Context, document: Document, pair: Sequence[str], first: Document) -> Finding | None:
    """What is wrong with what is compared; `first` is the first document that compares it."""
    location, types = document.location("links", COMPARES), [id.partition("/")[0] for id in pair]
    if len(pair) != 2:
        help = 'write `compares = ["sport/a", "sport/b"]`'
        return Finding("comparison-pair", f"it compares {len(pair)}, not two", location, help)
    if len(set(types)) != 1:
        known = [context.a(type) for id, type in zip(pair, types, strict=True) if id in context.graph.entities]
        message = f"{' and '.join(known)} cannot be compared" if known else "the two are not of one type"
        return Finding("comparison-pair", message, location, "compare two entities of one type")
    if first is not document:
        related = ((first.location("links", COMPARES), "the other one"),)
        message = f"`{first.id}` compares this pair too"
        return Finding("comparison-pair", message, location, "keep one of them", related)
    return None


def _bad_slug(document: Document, pair: Sequence[str], first: Document) -> Finding | None:
    """What is wrong with the slug of a comparison; `first` is the first document that has it."""
    location = document.location("links", COMPARES)
    slug, turned = ("-vs-".join(map(slug_of, ids)) for ids in (pair, reversed(pair)))
    if document.slug == turned:
        help = f'write `compares = ["{pair[1]}", "{pair[0]}"]`, or rename the file to `{slug}.toml`'
        return Finding("comparison-pair", "the pair stands the other way round in the slug", location, help)
    if document.slug != slug:
        message, help = f"the slug of this pair is `{slug}`", f"rename the file to `{slug}.toml`"
        return Finding("comparison-pair", message, location, help)
    if first is not document:
        related = ((first.location("links", COMPARES), "the other one"),)
        return Finding("comparison-pair", f"`{first.id}` has this slug too", location, "rename one", related)
    return None


@rule()
def one_sided_choice(context: Context) -> Iterator[Finding]:
    """What says when to choose a side of a comparison says it of both sides, and no condition stands twice."""
    for document in context.documents:
        conditions = context.registry.entities[document.id].choose_if
        sides = {condition.side for condition in conditions}
        if len(sides) == 1:
            help = "add [[choose_if]] with the other `side`"
            yield Finding(
                "one-sided-choice", f"only `{sides.pop()}` has a condition", document.location("choose_if", 0), help
            )
        texts = [condition.text for condition in conditions]
        for i, text in enumerate(texts):
            if text in texts[:i]:
                location = document.location("choose_if", i, "text")
                yield Finding("one-sided-choice", "the condition stands twice", location, "take one out")


@derived_rule
def thin_comparison(context: Context, knowledge: Knowledge) -> Iterator[Finding]:
    """A comparison says at least as many differences and similarities as catalogue.toml asks for."""
    least = knowledge.about.minimum
    for id, compared in knowledge.comparisons.items():
        location = context.by_id[id].location()
        differences, similarities = len(compared.differences), len(compared.similarities)
        if differences < least.differences:
            message = f"{counted(differences, 'difference')}, not {least.differences} or more"
            help = "write [[contrasts]]"
            yield Finding("thin-comparison", message, location, help)
        if similarities < least.similarities:
            message = f"{counted(similarities, 'similarity', 'similarities')}, not {least.similarities} or more"
            help = "write [[similarities]]"
            yield Finding("thin-comparison", message, location, help)


@rule()
def unmatched_recommendation(context: Context) -> Iterator[Finding]:
    """Every goal has one recommendation of its slug, and every recommendation a goal."""
    ids, vocabulary = context.graph.entities, context.vocabulary
    goals, recommendations = vocabulary.with_role("goal"), vocabulary.with_role("recommendation")
    for document in context.documents:
        if document.type in recommendations and not any(f"{goal}/{document.slug}" in ids for goal in goals):
            goal = goals[0] if goals else "goal"
            slugs = [entity.slug for entity in ids.values() if entity.type in goals]
            help = did_you_mean(
                document.slug, slugs, f"write entities/{goal}/{document.slug}.toml, or rename this file"
            )
            yield Finding("unmatched-recommendation", f"no {goal} `{document.slug}`", document.location(), help)
        for recommendation in recommendations if document.type in goals else ():
            if f"{recommendation}/{document.slug}" not in ids:
                singular = vocabulary.types[document.type].singular
                message = f"the {singular} `{document.slug}` has no {recommendation} entity"
                help = f"write entities/{recommendation}/{document.slug}.toml with a description and keywords"
                yield Finding("unmatched-recommendation", message, document.location(), help)

"""Rules about [cite] and [[doubts]]: which work says a value, and why one is in doubt."""

from __future__ import annotations

from collections.abc import Iterator

from sportlore.diagnostics import Finding, did_you_mean
from sportlore.model import PRACTICE, Vocabulary
from sportlore.registry import Document, cited_fact
from sportlore.rules.context import Context, cited_rows, elements, meant, rule, strings, table


def cited_facts(document: Document, vocabulary: Vocabulary) -> Iterator[tuple[str, int, str]]:
    """(work, index in its row, fact) of each citation: {"a" = ["met (code 12020)"]} -> ("a", 0, "met")."""
    for work, row in cited_rows(document, vocabulary).items():
        for i, written in strings(row):
            yield work, i, cited_fact(written)[0]


@rule()
def unknown_citation(context: Context) -> Iterator[Finding]:
    """What is cited or doubted is a fact that the entity states."""
    for document in context.documents:
        stated = table(document, "facts")
        allowed = context.vocabulary.types[document.type].facts
        elsewhere = {*document.data, *table(document, "links"), *meant(stated, allowed), ""}
        for work, index, fact in cited_facts(document, context.vocabulary):
            if fact not in stated and fact not in elsewhere:
                help = did_you_mean(fact, stated, "state it in [facts], or take it out")
                message = f"`{fact}` is cited and not stated"
                yield Finding("unknown-citation", message, document.location("cite", work, index), help)
        for i, doubt in elements(document, "doubts"):
            doubted = doubt.get("fact")
            if isinstance(doubted, str) and doubted not in stated and doubted not in elsewhere:
                help = did_you_mean(doubted, stated, "state it in [facts], or take the doubt out")
                message = f"`{doubted}` is in doubt and not stated"
                yield Finding("unknown-citation", message, document.location("doubts", i, "fact"), help)


@rule()
def uncited_fact(context: Context) -> Iterator[Finding]:
    """A work says each fact, or it is named as the authors' own choice; classifications are such by their vocabulary."""
    for document in context.documents:
        entity_type = context.vocabulary.types[document.type]
        if not entity_type.sources_required or not all(
            isinstance(row, list) for row in cited_rows(document, context.vocabulary).values()
        ):
            continue
        cited = {fact for _, _, fact in cited_facts(document, context.vocabulary)}
        for key in table(document, "facts"):
            if key in entity_type.facts and not context.vocabulary.facts[key].practice and key not in cited:
                help = f'add it to a work in [cite], `"…" = ["{key} (rule 1)"]`, or to `{PRACTICE} = […]`'
                yield Finding(
                    "uncited-fact", f"no work says `{key}`", document.location("facts", key, on_key=True), help
                )


@rule()
def cited_practice(context: Context) -> Iterator[Finding]:
    """What a work says is not the authors' own choice."""
    for document in context.documents:
        works = {fact: work for work, _, fact in cited_facts(document, context.vocabulary) if work != PRACTICE}
        for work, index, fact in cited_facts(document, context.vocabulary):
            if work == PRACTICE and fact in works:
                message = f"`{fact}` is named as the authors' own choice, and cited to `{works[fact]}`"
                yield Finding("cited-practice", message, document.location("cite", work, index), "take one of them out")

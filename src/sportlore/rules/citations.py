"""Rules about [cite], sections and [[doubts]]: which work says a value or a text, and why one is in doubt."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sportlore.diagnostics import Finding, Location, did_you_mean
from sportlore.model import PRACTICE, SCHEDULE, Vocabulary
from sportlore.registry import Document, cited_fact
from sportlore.rules.context import Context, Text, cited_rows, elements, meant, rule, strings, table
from sportlore.rules.courses import questions


def cited_facts(document: Document, vocabulary: Vocabulary) -> Iterator[tuple[str, int, str]]:
    """(work, index in its row, fact) of each citation: {"a" = ["met (code 12020)"]} -> ("a", 0, "met")."""
    for work, row in cited_rows(document, vocabulary).items():
        for i, written in strings(row):
            yield work, i, cited_fact(written)[0]


@rule()
def unknown_citation(context: Context) -> Iterator[Finding]:
    """What is cited or doubted is a fact, or a section, that the entity states."""
    for document in context.documents:
        stated = table(document, "facts")
        allowed = context.vocabulary.types[document.type].facts
        misplaced = {key for key in document.data if key in context.vocabulary.facts}
        elsewhere = {*misplaced, *table(document, "links"), *meant(stated, allowed), ""}
        citable = {*stated, *elsewhere, *({SCHEDULE} & document.data.keys())}
        for work, index, fact in cited_facts(document, context.vocabulary):
            if fact not in citable:
                help = did_you_mean(fact, stated, "state it in [facts], or take it out")
                message = f"`{fact}` is cited and not stated"
                yield Finding("unknown-citation", message, document.location("cite", work, index), help)
        titles = [str(section.get("title")) for _, section in elements(document, "sections")]
        for i, doubt in elements(document, "doubts"):
            if len({"fact", "section"} & doubt.keys()) != 1:
                help = "write `fact` with its key, or `section` with its title"
                message = "a doubt is about a fact or about a section"
                yield Finding("unknown-citation", message, document.location("doubts", i), help)
                continue
            for field, known in (("fact", {*stated, *elsewhere}), ("section", titles)):
                doubted = doubt.get(field)
                if isinstance(doubted, str) and doubted not in known:
                    help = did_you_mean(doubted, known, "state it, or take the doubt out")
                    message = f"`{doubted}` is in doubt and not stated"
                    yield Finding("unknown-citation", message, document.location("doubts", i, field), help)


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
def uncited_section(context: Context) -> Iterator[Finding]:
    """A section names the works that it follows, or that it is practice; so does the schedule of a plan in [cite]."""
    for document in context.documents:
        for i, section in elements(document, "sections"):
            stated = {"text", "steps", "items"} & section.keys()
            if stated and not {"sources", "basis"} & section.keys():
                help = f'add `sources = ["…"]`, or `basis = "{PRACTICE}"` where no work was seen to say it'
                message = f"no work says what is in `{section.get('title')}`"
                yield Finding("uncited-section", message, document.location("sections", i, "title"), help)
        if document.data.get(SCHEDULE) and SCHEDULE not in {f for _, _, f in cited_facts(document, context.vocabulary)}:
            help = f'add `"…" = ["{SCHEDULE}"]` or `{PRACTICE} = ["{SCHEDULE}"]` below [cite]'
            yield Finding(
                "uncited-section", "no work says the schedule", document.location(SCHEDULE, on_key=True), help
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
        for i, section in elements(document, "sections"):
            if section.get("sources") and section.get("basis") == PRACTICE:
                message = f"`{section.get('title')}` is named as practice, and has sources"
                location = document.location("sections", i, "basis")
                yield Finding("cited-practice", message, location, "take one of them out")


_CLAIM = re.compile(
    r"\b(?:1[89]\d\d|20\d\d|2100)\b"
    r"|\b(?:Rule|Law|Article)s? \d[\d.]*"
    r"|\b(?:study|studies|trials?|reviews?|meta-analys[ei]s) (?:found|show|showed|report|reported|suggest|suggested)\b"
)
"""A year, the number of a rule, the result of a study."""


@rule()
def practice_claim(context: Context) -> Iterator[Finding]:
    """What is commonly taught states no year, no numbered rule and no result of a study: a work says these."""
    for file, path, text in _practice(context):
        if claim := _CLAIM.search(text):
            message = f"`{claim.group()}` is what a work says, and not practice"
            help = 'move it to a section or answer with `sources = ["…"]`, or take it out'
            yield Finding("practice-claim", message, Location(file, path, words=claim.group()), help)


def _practice(context: Context) -> Iterator[Text]:
    """The texts of the sections and answers that are practice."""
    for document in context.documents:
        for i, section in elements(document, "sections"):
            if section.get("basis") == PRACTICE:
                for field in ("text", "steps", "items"):
                    stated = section.get(field)
                    if isinstance(stated, str):
                        yield document.file, ("sections", i, field), stated
                    yield from ((document.file, ("sections", i, field, j), step) for j, step in strings(stated))
    for location, _, _, question in questions(context):
        if question.basis == PRACTICE:
            for field in ("question", "explanation", "answered_by"):
                yield location.file, (*location.path, field), getattr(question, field)

"""Rules about keywords, other names of an entity and of no other, and about what people type who know none of them."""

from __future__ import annotations

from collections.abc import Iterator

from sportlore.diagnostics import Finding, Location, counted
from sportlore.model import fold
from sportlore.registry import Document, searches_file
from sportlore.rules.context import Context, rule, strings

_MOST_SEARCHES, _LONGEST_SEARCH = 60, 60
"""Phrases of an entity, and characters of one."""


@rule()
def keyword_count(context: Context) -> Iterator[Finding]:
    """An entity has 2 to 8 keywords."""
    for document in context.documents:
        n = len(context.registry.entities[document.id].keywords)
        if isinstance(document.data.get("keywords"), list) and not 2 <= n <= 8:
            help = "add synonyms, other-English names, abbreviations" if n < 2 else "keep what people would type"
            yield Finding("keyword-count", f"{counted(n, 'keyword')}, not 2 to 8", document.location("keywords"), help)


@rule(reads="type")
def keyword_is_name(context: Context) -> Iterator[Finding]:
    """No keyword is the name of the entity, or of another one of its type."""
    named: dict[tuple[str, str], Document] = {}
    for document in context.documents:
        named.setdefault((document.type, fold(context.registry.entities[document.id].name)), document)
    for document, i, keyword in _keywords(context):
        other = named.get((document.type, fold(keyword)))
        if other is document:
            help = "take it out: names are searched too"
            location = document.location("keywords", i)
            yield Finding("keyword-is-name", f"`{keyword}` is the name already", location, help)
        elif other is not None:
            message = f"`{keyword}` is the name of `{other.id}`"
            help = "take it out: a keyword is another name of the same thing; link to the other one instead"
            related = ((other.location("name"), "named here"),)
            yield Finding("keyword-is-name", message, document.location("keywords", i), help, related)


@rule()
def duplicate_keyword(context: Context) -> Iterator[Finding]:
    """No entity lists a keyword twice."""
    for document in context.documents:
        seen: dict[str, int] = {}
        for i, keyword in strings(document.data.get("keywords")):
            first = seen.setdefault(fold(keyword), i)
            if first != i:
                related = ((document.location("keywords", first), "the first one"),)
                location = document.location("keywords", i)
                yield Finding("duplicate-keyword", f"`{keyword}` is listed twice", location, "take one out", related)


@rule(reads="type")
def claimed_keyword(context: Context) -> Iterator[Finding]:
    """No keyword is claimed by two entities of one type."""
    claims: dict[tuple[str, str], dict[str, tuple[Document, int]]] = {}
    for document, i, keyword in _keywords(context):
        claims.setdefault((document.type, fold(keyword)), {}).setdefault(document.id, (document, i))
    for (_, keyword), claimants in claims.items():
        if len(claimants) > 1:
            kept = context.best_known(claimants)
            locations = {id: document.location("keywords", i) for id, (document, i) in claimants.items()}
            for id, location in locations.items():
                if id != kept:
                    message = f"`{kept}` claims the keyword `{keyword}` too"
                    help = "leave it to the one that it names, or make both more precise"
                    yield Finding("claimed-keyword", message, location, help, ((locations[kept], "the other one"),))


@rule()
def bad_search(context: Context) -> Iterator[Finding]:
    """An entity has at most 60 searches of at most 60 characters, each once, and none of them is a name or keyword of it."""
    for document in context.documents:
        entity, file = context.registry.entities[document.id], searches_file(document.id)
        if len(entity.searches) > _MOST_SEARCHES:
            message = f"{counted(len(entity.searches), 'search', 'searches')}, not {_MOST_SEARCHES} at most"
            help = "keep those with words that it has nowhere else"
            yield Finding("bad-search", message, Location(file, ("searches",)), help)
        called = {fold(name): "stands in its name or keywords already" for name in (entity.name, *entity.keywords)}
        for i, search in enumerate(entity.searches):
            location = Location(file, ("searches", i))
            if len(search) > _LONGEST_SEARCH:
                message = f"{counted(len(search), 'character')}, not {_LONGEST_SEARCH} at most"
                yield Finding("bad-search", message, location, "keep the words that people would type")
            if why := called.get(fold(search)):
                yield Finding("bad-search", f"`{search}` {why}", location, "take it out")
            called[fold(search)] = "is listed twice"


def _keywords(context: Context) -> Iterator[tuple[Document, int, str]]:
    for document in context.documents:
        for i, keyword in strings(document.data.get("keywords")):
            yield document, i, keyword

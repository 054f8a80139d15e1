"""Rules about words: names, descriptions and keywords."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from sportlore.diagnostics import Finding, Place, counted
from sportlore.model import fold
from sportlore.rules.context import Context

FILLER = (
    "plays a crucial role",
    "plays a key role",
    "plays an important role",
    "plays a vital role",
    "is essential for",
    "is essential to",
    "is crucial for",
    "is a key part of",
    "it is important to",
    "one of the most",
    "publication-class",
    "a wide range of",
    "take your game to",
    "whether you are",
    "look no further",
    "in today's publication",
    "when it comes to",
    "the importance of",
    "a great way to",
    "needless to say",
    "last but not least",
    "state-of-the-art",
    "game-changer",
    "unlock",
)
"""Phrases that say nothing, or praise."""
_SHARED = 0.2
_GRAM = 5


def duplicate_name(context: Context) -> Iterator[Finding]:
    """Two entities of one type do not bear the same name."""
    seen: dict[tuple[str, str], str] = {}
    for document in context.typed():
        name = context.registry.entities[document.id].name
        first = seen.setdefault((document.type, fold(name)), document.id) if name else document.id
        if first != document.id:
            help = "tell them apart in the name, or merge them"
            yield Finding("duplicate-name", f"`{first}` is called `{name}` too", document.place("name"), help)


def description_length(context: Context) -> Iterator[Finding]:
    """A description has 25 to 60 words."""
    for place, text in _descriptions(context):
        words = len(text.split())
        if not 25 <= words <= 60:
            help = (
                "say what sets it apart and what one would want to know"
                if words < 25
                else "keep what a reader asks first"
            )
            yield Finding(
                "description-length", f"the description has {counted(words, 'word')}, not 25 to 60", place, help
            )


def description_stop(context: Context) -> Iterator[Finding]:
    """A description ends in a full stop."""
    for place, text in _descriptions(context):
        if not text.rstrip().endswith("."):
            yield Finding(
                "description-stop", "the description does not end in a full stop", place, "write whole sentences"
            )


def filler_phrase(context: Context) -> Iterator[Finding]:
    """A description has no phrase that says nothing."""
    for place, text in _descriptions(context):
        lowered = text.lower()
        for phrase in FILLER:
            if phrase in lowered and re.search(rf"\b{re.escape(phrase)}\b", lowered):
                yield Finding("filler-phrase", f"`{phrase}` says nothing", place, "say what it does, or leave it out")


def near_duplicate(context: Context) -> Iterator[Finding]:
    """Two descriptions of one type share less than a fifth of their runs of five words."""
    holders: dict[tuple[str, str], list[str]] = {}
    grams: dict[str, frozenset[str]] = {}
    for document in context.typed():
        grams[document.id] = _grams(context.registry.entities[document.id].description)
        for gram in grams[document.id]:
            holders.setdefault((document.type, gram), []).append(document.id)
    pairs = {pair for ids in holders.values() if len(ids) > 1 for pair in combinations(sorted(ids), 2)}
    places = {document.id: document.place("description") for document in context.typed()}
    for first, second in sorted(pairs):
        shared = len(grams[first] & grams[second])
        if shared > _SHARED * min(len(grams[first]), len(grams[second])):
            message = f"{counted(shared, 'run')} of five words also stand in the description of `{first}`"
            yield Finding("near-duplicate", message, places[second], "say what sets this one apart, in its own words")


def _grams(text: str) -> frozenset[str]:
    words = re.findall(r"[a-z0-9]+", fold(text))
    return frozenset(" ".join(words[i : i + _GRAM]) for i in range(len(words) - _GRAM + 1))


def keyword_count(context: Context) -> Iterator[Finding]:
    """An entity has 2 to 8 keywords."""
    for document in context.typed():
        n = len(context.registry.entities[document.id].keywords)
        if "keywords" in document.data and not 2 <= n <= 8:
            help = "add synonyms, other-English names, abbreviations" if n < 2 else "keep what people would type"
            yield Finding("keyword-count", f"{counted(n, 'keyword')}, not 2 to 8", document.place("keywords"), help)


def keyword_is_name(context: Context) -> Iterator[Finding]:
    """No keyword repeats the name."""
    for document in context.typed():
        entity = context.registry.entities[document.id]
        for i, keyword in enumerate(entity.keywords):
            if fold(keyword) == fold(entity.name):
                place = document.place("keywords", i)
                yield Finding(
                    "keyword-is-name", f"`{keyword}` is the name already", place, "take it out: names are searched too"
                )


def duplicate_keyword(context: Context) -> Iterator[Finding]:
    """No entity lists a keyword twice."""
    for document in context.typed():
        seen: set[str] = set()
        for i, keyword in enumerate(context.registry.entities[document.id].keywords):
            if fold(keyword) in seen:
                yield Finding(
                    "duplicate-keyword", f"`{keyword}` stands here twice", document.place("keywords", i), "take one out"
                )
            seen.add(fold(keyword))


def claimed_keyword(context: Context) -> Iterator[Finding]:
    """No keyword is claimed by two entities of one type."""
    claims: dict[tuple[str, str], str] = {}
    for document in context.typed():
        for i, keyword in enumerate(context.registry.entities[document.id].keywords):
            first = claims.setdefault((document.type, fold(keyword)), document.id)
            if first != document.id:
                message = f"`{first}` claims the keyword `{keyword}` too"
                help = "leave it to the one that it names, or make both more precise"
                yield Finding("claimed-keyword", message, document.place("keywords", i), help)


def _descriptions(context: Context) -> Iterator[tuple[Place, str]]:
    """Every description that becomes an entity's: of documents, courses and dimensions of the atlas."""
    for document in context.typed():
        if isinstance(document.data.get("description"), str):
            yield document.place("description"), context.registry.entities[document.id].description
    for sport, course in context.registry.courses.items():
        yield Place(f"courses/{sport}.toml", ("description",)), course.description
    for slug, dimension in context.registry.vocabulary.dimensions.items():
        yield Place("vocabulary/atlas.toml", (slug, "description")), dimension.description

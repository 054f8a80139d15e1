"""Rules about words: names, descriptions and the other texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec import structs

from sportlore.diagnostics import Finding, Location, counted
from sportlore.model import fold
from sportlore.registry import Document
from sportlore.rules.context import Context, rule
from sportlore.rules.phrases import AMERICAN, FILLER, PRAISE
from sportlore.text import listed

_SHARED = 0.2
_GRAM = 5
_LETTERS = bytes(byte + 32 if 65 <= byte <= 90 else byte if 97 <= byte <= 122 else 32 for byte in range(256))
"""Small letters for ASCII letters, and a space for every other byte."""


@rule(reads="type")
def duplicate_name(context: Context) -> Iterator[Finding]:
    """Two entities of one type do not bear the same name."""
    bearers: dict[tuple[str, str], list[Document]] = {}
    for document in context.documents:
        if name := context.registry.entities[document.id].name:
            bearers.setdefault((document.type, fold(name)), []).append(document)
    for same in bearers.values():
        if len(same) > 1:
            kept = context.best_known(document.id for document in same)
            other = next(document for document in same if document.id == kept)
            for document in same:
                if document is not other:
                    message = f"`{kept}` is called `{context.registry.entities[document.id].name}` too"
                    help = "tell them apart in the name, or merge them"
                    related = ((other.location("name"), "the other one"),)
                    yield Finding("duplicate-name", message, document.location("name"), help, related)


@rule()
def description_length(context: Context) -> Iterator[Finding]:
    """A description has 25 to 60 words."""
    for location, text in _descriptions(context):
        words = len(text.split())
        if words == 0:
            help = "say in 25 to 60 words what it is and what sets it apart"
            yield Finding("description-length", "the description is empty", location, help)
        elif not 25 <= words <= 60:
            short = "say what sets it apart and what one would want to know"
            help = short if words < 25 else "keep what a reader asks first"
            message = f"the description has {counted(words, 'word')}, not 25 to 60"
            yield Finding("description-length", message, location, help)


@rule()
def description_stop(context: Context) -> Iterator[Finding]:
    """A description ends in a full stop."""
    for location, text in _descriptions(context):
        if text.strip() and not text.rstrip().endswith("."):
            message = "the description does not end in a full stop"
            yield Finding("description-stop", message, location, "write whole sentences")


@rule()
def filler_phrase(context: Context) -> Iterator[Finding]:
    """A description has no phrase that says nothing."""
    for location, text in _descriptions(context):
        if fillers := _phrases(text, FILLER):
            message = f"{_quoted(fillers)} {'says' if len(fillers) == 1 else 'say'} nothing"
            yield Finding("filler-phrase", message, _at(location, fillers[0]), "say what it does, or leave it out")


@rule()
def praise(context: Context) -> Iterator[Finding]:
    """Texts describe, and do not praise."""
    joined = "\n".join(text for _, _, text in context.texts).lower()
    phrases = [phrase for phrase in PRAISE if phrase in joined]
    for file, path, text in context.texts if phrases else ():
        if praises := _phrases(text, phrases):
            message = f"{_quoted(praises)} {'is' if len(praises) == 1 else 'are'} praise"
            help = "say what it is and does, with a figure and its source where there is one"
            yield Finding("praise", message, Location(file, path, words=praises[0]), help)


def _phrases(text: str, phrases: Sequence[str]) -> list[str]:
    """The phrases that stand in a text, in its order; of two that overlap, the first."""
    lowered = text.lower()
    present = [phrase for phrase in phrases if phrase in lowered]
    if not present:
        return []
    alternatives = "|".join(re.escape(phrase) for phrase in present)
    return list(dict.fromkeys(re.findall(rf"(?<![\w-])(?:{alternatives})(?![\w-])", lowered)))


def _at(location: Location, words: str) -> Location:
    return structs.replace(location, words=words)


def _quoted(words: Sequence[str]) -> str:
    return listed([f"`{word}`" for word in words])


@rule()
def american_spelling(context: Context) -> Iterator[Finding]:
    """Texts are in British spelling; American words stand among the keywords, and in proper names."""
    used = _words("\n".join(text for _, _, text in context.texts))
    american = [word for word in AMERICAN if word in used]
    for file, path, text in context.texts if american else ():
        lowered = text.lower()
        if spellings := [word for word in american if word in lowered and _is_common(word, text)]:
            spellings.sort(key=lowered.index)
            message = f"{_quoted(spellings)} {'is' if len(spellings) == 1 else 'are'} American spelling"
            help = f"write {_quoted([AMERICAN[word] for word in spellings])}; what Americans type goes into keywords"
            yield Finding("american-spelling", message, Location(file, path, words=spellings[0]), help)


def _words(text: str) -> frozenset[str]:
    """The words of a text in small letters, by bytes: a hundred thousand of them take some milliseconds."""
    return frozenset(text.encode().translate(_LETTERS).decode("ascii").split())


def _is_common(word: str, text: str) -> bool:
    """Whether a word occurs as more than part of a proper name: in lower case, or with a capital that begins a sentence."""
    for match in re.finditer(rf"\b{word}\b", text, re.IGNORECASE):
        before = text[: match.start()].rstrip(" \"'“‘(")
        if match.group().islower() or (match.group().istitle() and (not before or before[-1] in ".!?:")):
            following = re.match(r"\s+[A-Z]", text[match.end() :])
            if match.group().islower() or not following:
                return True
    return False


@rule(reads="type")
def near_duplicate(context: Context) -> Iterator[Finding]:
    """Two descriptions of one type share less than a fifth of their runs of five words."""
    by_type: dict[str, list[tuple[Document, frozenset[str]]]] = {}
    for document in context.documents:
        grams = _grams(context.registry.entities[document.id].description)
        by_type.setdefault(document.type, []).append((document, grams))
    for described in by_type.values():
        counts = Counter(gram for _, grams in described for gram in grams)
        repeated = {gram for gram, n in counts.items() if n > 1}
        sharing = [(document, grams) for document, grams in described if not repeated.isdisjoint(grams)]
        for (first, a), (second, b) in combinations(sharing, 2):
            shared = len(a & b)
            if shared > _SHARED * min(len(a), len(b)):
                yield _near_duplicate(context, first, second, shared)


def _near_duplicate(context: Context, first: Document, second: Document, shared: int) -> Finding:
    if context.best_known((first.id, second.id)) == second.id:
        first, second = second, first
    message = f"{counted(shared, 'run')} of five words also stand in the description of `{first.id}`"
    help = "say what sets this one apart, in its own words"
    related = ((first.location("description"), "the other one"),)
    return Finding("near-duplicate", message, second.location("description"), help, related)


def _grams(text: str) -> frozenset[str]:
    words = re.findall(r"[a-z0-9]+", fold(text))
    return frozenset(" ".join(words[i : i + _GRAM]) for i in range(len(words) - _GRAM + 1))


def _descriptions(context: Context) -> Iterator[tuple[Location, str]]:
    """Every description that becomes an entity's: of documents, courses and dimensions of the atlas."""
    for document in context.documents:
        if isinstance(document.data.get("description"), str):
            yield document.location("description"), context.registry.entities[document.id].description
    for sport, course in context.registry.courses.items():
        yield Location(f"courses/{sport}.toml", ("description",)), course.description
    for slug, dimension in context.vocabulary.dimensions.items():
        yield Location("vocabulary/atlas.toml", (slug, "description")), dimension.description

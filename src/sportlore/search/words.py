"""The words of a text, as the index holds them and as a query asks for them.

A word has two forms. The exact one is folded: case, accents, plural, British or American spelling, numbers written out. The
family is looser: what is left after Snowball's English stemmer, and after the endings of those who do a thing, so that
boxers, boxing and box are one family.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import Stemmer

from sportlore.model import fold

FILLER = frozenset(
    "a about also an and any are as at be been being better between but by can could define definition did differ "
    "different do doing done else exactly explain explained for from get go good got had happen happened have he "
    "her his how i if in into invented is it long make may me mean meaning much must my needed of on or our people "
    "s should so some such tell than that the their them then there these they thing this those to too us use used "
    "using versus vs we were what where which while who whose why will with work would you your".split()
)
"""Words of a question that do not count, unless nothing else is left. Parts of names are not among them: out, up, way."""

_LETTERS = str.maketrans(
    {"ø": "o", "Ø": "o", "đ": "d", "Đ": "d", "ð": "d", "ł": "l", "Ł": "l", "ı": "i", "æ": "ae", "Æ": "ae", "œ": "oe"}
    | {"Œ": "oe", "þ": "th", "Þ": "th", "’": "'"}
)
"""Letters that have no decomposition into a plain one and an accent."""

_CONTRACTED = re.compile(r"(?<=n)'(?=t\b)|'(s|d|m|ll|re|ve)\b")
"""What is left out of "can't", "player's", "I'm", "you've": cant, player, i, you."""
_TOKEN = re.compile(r"(?<![\w-])[0-9](?:-[0-9])+(?![\w-])|[a-z0-9]+|[^\W\d_a-z]+")
"""A formation or score (4-3-3), a run of Latin letters and digits, or of letters of another script."""

_DIGIT = re.compile("[0-9]")
NUMBERS = dict(
    zip(
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
        "nineteen twenty".split(),
        map(str, range(1, 21)),
        strict=True,
    )
)
_ORDINALS = dict(
    zip(
        "1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th 11th 12th".split(),
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(),
        strict=True,
    )
)
"""Numbers in words, and ordinal numbers in figures, as the index has them: "three" -> "3", but "3rd" -> "third"."""
_UNITS = {
    "cm": "centimeter",
    "ft": "foot",
    "g": "gram",
    "h": "hour",
    "k": "kilometer",
    "kg": "kilogram",
    "km": "kilometer",
    "lb": "pound",
    "m": "meter",
    "mi": "mile",
    "min": "minute",
    "mm": "millimeter",
    "s": "second",
    "sec": "second",
    "yd": "yard",
}
"""Units after a number, in the spelling of the index: "10k" -> 10 kilometer."""

_AMERICAN = {
    "ageing": "aging",
    "aluminium": "aluminum",
    "anaemia": "anemia",
    "analogue": "analog",
    "catalogue": "catalog",
    "defence": "defense",
    "enrol": "enroll",
    "fulfil": "fulfill",
    "grey": "gray",
    "haemoglobin": "hemoglobin",
    "judgement": "judgment",
    "kerb": "curb",
    "licence": "license",
    "manoeuvre": "maneuver",
    "mould": "mold",
    "oestrogen": "estrogen",
    "offence": "offense",
    "orthopaedic": "orthopedic",
    "paediatric": "pediatric",
    "practise": "practice",
    "practised": "practiced",
    "practising": "practicing",
    "programme": "program",
    "racquet": "racket",
    "skilful": "skillful",
    "tyre": "tire",
}
"""Spellings that no pattern gives."""
_PATTERNS = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"(?<=[a-z][bdlmnpv])our(?=$|ed$|ing$|er$|ite$|able$|ful$|less$|al$)", "or"),  # colour, favourite; not four
        (r"(?<=[a-z]{3})is(?=(e|ed|er|ing|ation|ational)$)", "iz"),  # organise, periodisation
        (r"(?<=[a-z]{2})ys(?=(e|ed|er|ing)$)", "yz"),  # analyse
        (r"(?<=[btp])re$|(?<=[a-z]et)re$", "er"),  # centre, metre, fibre
        (r"([aeiou][b-df-hj-np-tv-z]*[aeiou])ll(?=(ed|er|ing)$)", r"\1l"),  # travelling; not drilling, of one syllable
    )
)
"""From British to American spelling. A word that a pattern changes by mistake is changed alike in the index and in a query."""
_MAY_BE_BRITISH = re.compile("our|is[aei]|ys[ei]|re$|ll[ei]")
"""What a word must have for any of the patterns."""
_OTHER_FORMS = NUMBERS | _ORDINALS | _AMERICAN
_SHORTEST_PATTERN = 5

_IRREGULAR = {
    "beaten": "beat",
    "bent": "bend",
    "broke": "break",
    "broken": "break",
    "caught": "catch",
    "children": "child",
    "fallen": "fall",
    "feet": "foot",
    "fell": "fall",
    "fought": "fight",
    "held": "hold",
    "leapt": "leap",
    "lost": "lose",
    "men": "man",
    "ran": "run",
    "ridden": "ride",
    "rode": "ride",
    "slid": "slide",
    "spun": "spin",
    "stricken": "strike",
    "struck": "strike",
    "swam": "swim",
    "swum": "swim",
    "swung": "swing",
    "taught": "teach",
    "teeth": "tooth",
    "threw": "throw",
    "thrown": "throw",
    "women": "woman",
    "won": "win",
    "wore": "wear",
    "worn": "wear",
}
"""Forms that no stemmer finds, and the words that they are forms of."""

_VERBS = {"does": "do", "goes": "go", "has": "have", "was": "be"}
"""Words that end like plurals, and what they are forms of."""

_STEM = Stemmer.Stemmer("english", 0).stemWord  # a cache of its own would not be safe among threads
_ENDING = re.compile(r"(?<=[a-z]{3})(er|ist|(?<=[a-z]{4})(ian|ia|ic)|(?<=a)n)$")
"""What a stem may end in that Snowball leaves: box-er, cycl-ist, athlet-ic, austral-ia and austral-ian, korea-n."""
_MOST_REMEMBERED = 16_384


def words(text: str) -> list[str]:
    """The words of a text in their exact form: "Players’ Press-Ups, 10k" -> ["player", "press", "up", "10", "kilometer"]."""
    plain = _folded(text)
    tokens = _TOKEN.findall(plain)
    if not _DIGIT.search(plain):  # most texts; only a number changes how the word after it is read
        return list(map(exact, tokens))
    exact_words: list[str] = []
    after_number = False
    for token in tokens:
        if "0" <= token[0] <= "9":
            number = token.rstrip("abcdefghijklmnopqrstuvwxyz")
            unit = token[len(number) :]
            exact_words += (number, _UNITS[unit]) if number.isdigit() and unit in _UNITS else (exact(token),)
            after_number = not unit
            continue
        exact_words.append(_UNITS[token] if after_number and token in _UNITS else exact(token))
        after_number = False
    return exact_words


def last_token(text: str) -> str:
    """The last word of a text as it was typed, but folded: "Back Squ" -> "squ"; "ten" stays, since it may become tennis."""
    return str((_TOKEN.findall(_folded(text)) or [""])[-1])


def _folded(text: str) -> str:
    plain = text.lower() if text.isascii() else fold(text.translate(_LETTERS))
    return _CONTRACTED.sub("", plain) if "'" in plain else plain


def words_and_compounds(text: str) -> list[str]:
    """The words to index: hyphenated ones also as one word, so that "pressups" finds "press-up"; "6-2" also as 6 and 2."""
    indexed = words(text)
    if "-" in text:
        indexed += [part for word in indexed if "-" in word for part in word.split("-")]
        indexed += [exact(word.replace("-", "")) for word in _hyphenated(text)]
    return indexed


def _hyphenated(text: str) -> Iterator[str]:
    return (match for match in re.findall(r"\w+(?:-\w+)+", fold(text.translate(_LETTERS))) if match.isascii())


@lru_cache(_MOST_REMEMBERED)
def exact(word: str) -> str:
    """The exact form of spelled folded word: "colours" -> "color", "three" -> "3"."""
    spelled = singular(word)
    other = _OTHER_FORMS.get(spelled)
    if other is not None:
        return other
    if len(spelled) >= _SHORTEST_PATTERN and _MAY_BE_BRITISH.search(spelled):
        for pattern, replacement in _PATTERNS:
            spelled = pattern.sub(replacement, spelled)
    return spelled


@lru_cache(_MOST_REMEMBERED)
def family(word: str) -> str:
    """What words of one family share: "wrestling", "wrestler" -> "wrestl"; "korean", "korea" -> "korea"; "swam" -> "swim"."""
    stem = _STEM(_IRREGULAR.get(word, word))
    if stem.endswith("i") and len(stem) > 4:
        stem = stem[:-1]  # archeri (archery) beside archer
    short = _ENDING.sub("", stem)
    if short != stem and len(short) > 3 and short[-1] == short[-2] and short[-1] not in "ls":
        return short[:-1]  # swimm(er) beside swim
    return short


@lru_cache(_MOST_REMEMBERED)
def singular(word: str) -> str:
    """The word without a plural ending: "bodies" -> "body", "passes" -> "pass", "crosses" -> "cross", "tennis" stays."""
    if len(word) <= 2 or word.endswith(("ss", "us", "is")):
        return word
    if word in _VERBS:
        return _VERBS[word]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word

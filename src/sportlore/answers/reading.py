"""Questions as tokens: the words that matter, those that mean the same as one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from sportlore.search import family, words
from sportlore.search.words import exact

_BUILDING = frozenset(
    "a an the is are was were be been being am do does did done has have had having in of on for to at by from with it its they "
    "them their he him his she her you your i my me we us our there that this these those what which s re can could should would "
    "will shall may must please tell know exactly official officially standard regulation normal usual usually typical current "
    "currently now actually really about so and or as used use using each per every one get need needed then if "
    "describe give show any some ever go recommended recommend just like normally generally commonly approximately roughly hey "
    "hi ok wondering wonder curious anyone someone nowadays actual correct proper adult senior".split()
)
"""Words that only build a question. Those that ask for a type of value (who, when, where, how, why, many, much) are none."""
_ASKING = frozenset("how who when where why".split())
_DEGREE = frozenset(
    "high long wide heavy deep size many much far old fast hard thick often young risky intense common".split()
)
"""Words before which "how" says no more than they do."""
_SAME = {
    "high": "height tall",
    "wide": "width broad breadth",
    "long": "length duration",
    "far": "distance",
    "heavy": "weigh weight mass weighed",
    "deep": "depth",
    "thick": "thickness",
    "size": "large big dimension measurement measure",
    "many": "count",
    "body": "bodies",
    "championship": "championships",
    "match": "competition contest game fixture bout fight",
    "court": "field ground arena",
    "side": "team",
    "player": "people person competitor athlete member participant guy folk",
    "substitution": "sub substitute replacement reserve substituted",
    "differ": "difference different",
    "exercise": "exercising",
    "men": "man male",
    "professional": "pros pro",
    "repetition": "rep",
    "when": "year date",
    "olympic": "olympics olympian",
    "paralympic": "paralympics",
    "nerve": "innervate innervation innervated",
    "begin": "beginning start started starting originate originated originating invent invented inventing "
    "invention create created creation founded founding established establish formed develop "
    "developed began begun born conceived launched",
    "join": "debut added add introduced introduce included include become became joined enter entered appear "
    "appeared feature featured adopted",
    "govern": "governs governing governed oversee oversees overseen administer administers organize organizes "
    "organized regulate regulates regulated",
    "federation": "organization association authority organisation union",
    "country": "nation",
    "outdoor": "outdoors",
    "indoor": "indoors",
    "vs": "versus",
    "mean": "definition define meaning",
    "mistake": "error fault",
    "week": "weekly",
    "half": "halve",
    "maximum": "max maximal limit allowed permitted legal most",
    "minimum": "min least",
    "hoop": "rim basket",
    "goal": "goalpost",
    "equipment": "gear",
    "sec": "second",
    "expensive": "pricey",
}
_MEANING = {word: token for token, words in _SAME.items() for word in words.split()}
"""Words by their exact form, and the word whose token they share."""
_TOKENS = {token: token.upper() for token in _MEANING.values()} | {w: token.upper() for w, token in _MEANING.items()}
"""Tokens of these words, in capital letters; others are read as their family."""

_LONG_UNITS = (
    "feet|inches|metres|meters|centimetres|centimeters|millimetres|millimeters|yards|miles|kilometres|kilometers|kilograms"
    "|kilos|kg|grams|pounds|lbs|ounces|cm|mm|km"
)
_TIMES = "minutes|hours|seconds"
_UNITS = f"{_LONG_UNITS}|foot|ft|inch|m|yds|lb|g|oz"
_UNIT = re.compile(
    rf"\bin\s+({_LONG_UNITS}|{_TIMES})\b(?:\s*(?:and|or|&|/)\s*({_UNITS})\b)?"
    rf"|(?:\bin\s+(?=\w)|(?<=\s)(?=\w{{2}}))({_UNITS})(?:\s*(?:and|or|&|/|\s)\s*({_UNITS}))?\s*\??\s*$",
    re.IGNORECASE,
)
"""A unit that is asked for, or two: "in" and its name anywhere, or its name at the end."""
_MANY_UNITS = re.compile(
    r"\bhow many\s+(feet|inches|metres|meters|centimetres|centimeters|cm|mm|yards|miles|kilometres|kilometers|km|kilograms|kilos"
    r"|kg|grams|pounds|lbs|ounces)\b(?:\s+(high|tall|wide|long|deep|heavy|far))?",
    re.IGNORECASE,
)
_MEASURED = frozenset(re.findall("[a-z]+", f"{_UNITS} {_TIMES} {_MANY_UNITS.pattern}"))
"""All units of these, and some words more."""
AND = " and "
"""What joins the names of two units."""
_OF_TIME = frozenset(_TIMES.split("|"))
_FAR, _HEAVY = ("mile", "kilomet", "km"), ("kilo", "kg", "gram", "pound", "lb", "ounce")

_CHUNK = re.compile(r"\d[\d:.,]*(?<=\d)|km/h|m/s|%|['\"]|[^\W\d_]+")
"""A number, or what stands between numbers: "5ft11in" is 5, ft, 11, in."""


_SIGNS = str.maketrans("′’″”", "''\"\"")


class Question(NamedTuple):
    """A query as a question: its words, the token of each (None for one that only builds the sentence), the unit asked for.

    Of two units that are asked for the names are joined: "feet and inches".
    """

    words: tuple[str, ...]
    tokens: tuple[str | None, ...]
    unit: str

    def rest(self, taken: Collection[int]) -> frozenset[str]:
        """The tokens outside of some words, by their indices."""
        return frozenset([token for index, token in enumerate(self.tokens) if token and index not in taken])


def question(text: str, corrections: Iterable[tuple[str, str]] = ()) -> Question:
    """A text as a question; words that were corrected stand as they are meant.

    question("How tall is a volleyball net in feet?").rest([range(4, 5)]) -> {"HIGH", "net"}
    """
    unit = many = None
    if not _MEASURED.isdisjoint(text.lower().rstrip(" ?").replace("/", " ").split()):
        unit = many = _MANY_UNITS.search(text)
        if many:
            text = f"{text[: many.start()]}how {many[2] or _degree(many[1])}{text[many.end() :]}"
        elif unit := _UNIT.search(text):
            text = f"{text[: unit.start()]} {text[unit.end() :]}"
    known = dict(corrections)
    known = {word: read_as for word, read_as in known.items() if read_as not in _ASKING}
    asked = tuple(known.get(word, word) for word in words(text))
    names = [name.lower() for name in ((unit[1],) if unit is many else unit.groups()) if name] if unit else []
    read_as = tuple(_tokens(asked))
    if names and MEASURING.isdisjoint(read_as):
        asked, read_as = (*asked, _measured(names[0])), (*read_as, _TOKENS[_measured(names[0])])
    return Question(asked, read_as, AND.join(names))


def _measured(unit: str) -> str:
    """What a unit asks for where nothing else does: a barbell in kg is its weight, and a court in feet its size."""
    degree = _degree(unit)
    return "size" if degree == "long" and unit not in _OF_TIME else degree


def _degree(unit: str) -> str:
    """What "how many" of a unit asks for: how many miles is how far, and how many kilos how heavy."""
    named = unit.lower()
    if named.startswith(_HEAVY) and not named.startswith(_FAR):
        return "heavy"
    return "far" if named.startswith(_FAR) else "long"


@lru_cache(4096)
def tokens(text: str) -> frozenset[str]:
    """The tokens of a whole text: of "How high is the net" those of high and net."""
    return question(text).rest(())


def _tokens(asked: Sequence[str]) -> Iterable[str | None]:
    last = len(asked) - 1
    for index, word in enumerate(asked):
        if word in _BUILDING:
            yield "do" if word == "do" and (index == last or word in asked[:index]) else None  # what does the soleus do
        elif word == "how" and _follows(asked, index) in _DEGREES:
            yield None
        elif word == "number" and asked[index + 1 : index + 2] == ("of",):
            yield _TOKENS["many"]
        else:
            yield _TOKENS.get(word) or family(word)


def _follows(asked: Sequence[str], index: int) -> str:
    """The token after a word, but for "the"."""
    word = next((other for other in asked[index + 1 :] if other != "the"), "")
    return _TOKENS.get(word) or family(word)


_HALVES = {"two periods": "half", "four periods": "quarter", "three periods": "third"}
"""What the periods of a match are also called, by how many there are."""


def value_tokens(text: str) -> frozenset[str]:
    """The tokens of a value, and what else its periods are called: "two periods of 20 minutes" are halves."""
    also = [name for said, name in _HALVES.items() if said in text]
    return tokens(text).union(*map(tokens, also))


def tells(text: str, said: frozenset[str]) -> bool:
    """Whether a value has all of some tokens in its text, side by side: no half-time in "two halves of 40 minutes' time"."""
    if not said <= value_tokens(text):
        return False
    stated = [token for token in question(text).tokens if token]
    return len(said) < 2 or any({*pair} == said for pair in pairwise(stated))


def chunks(text: str) -> list[str]:
    """The numbers and words of a text: "1RM of 70kg" -> ["1", "rm", "of", "70", "kg"]."""
    return _CHUNK.findall(text.lower().translate(_SIGNS))


def name_of(name: Iterable[str]) -> str:
    """How the name of a formula is looked up: of "One rep max" as "1 rep max"."""
    return " ".join(map(exact, name))


MEASURING = frozenset([*map(_TOKENS.get, ["high", "wide", "long", "far", "heavy", "deep", "size", "many"]), "THICK"])
MEASURING |= {
    family(word) for word in ["much", "fast", "old", "diameter", "circumference", "radius", "big", "how", "area"]
}
"""Tokens that ask for a measure."""
_DEGREES = frozenset(_TOKENS.get(word) or family(word) for word in _DEGREE)

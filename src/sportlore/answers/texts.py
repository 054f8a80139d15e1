"""Answers by what entities say in words: sections, definitions, what an abbreviation stands for, comparisons."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations, product
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from sportlore.answers.index import Passage, pair_key, passage_key, title_key
from sportlore.answers.reading import Question, tokens
from sportlore.answers.stating import states
from sportlore.answers.subjects import (
    DEFINITION,
    EXPLAINING,
    MEANING,
    SCORING,
    STANDING,
    Answerer,
    Asked,
    Item,
    Section,
)
from sportlore.answers.values import Value, converted, text_in
from sportlore.contract.schemas import DirectAnswer
from sportlore.index.bitmaps import unpack
from sportlore.text import sentences

_ASKS_FOR_MEANING = re.compile(
    r"^\s*(what(?:'s|’s|s| is| are)\b|define\b|explain\b|definition of\b|meaning of\b)|^what do(?:es)?\b.*\bmean\b"
    r"|\b(meaning|definition|mean|means|explained|simple|simply|what is(?: it| that)?)\W*$",
    re.IGNORECASE,
)
_ASKS_FOR_RULE = re.compile(r"\brules?\W*$", re.IGNORECASE)
_STANDS_FOR = re.compile(r"\bstands? for\b", re.IGNORECASE)
_DEFINING = frozenset("what is are s the a an define of in do does to me tell please it that".split())
"""Words of a question for the meaning of something; with any other it asks for more: what is the best racket."""
_DEFINING_TYPES = ("glossary", "sports-science")
"""Types whose entities are terms, the likeliest first: of a quality and a measure of one name the measure is defined."""
_TYPE_WORDS = defaultdict(
    frozenset[str], {"rule": tokens("rule law"), "glossary": tokens("term"), "position": tokens("position")}
)
"""What may be said of an entity beside its name, by its type: the icing rule."""
_WORKING, _HOW = tokens("how work"), tokens("how work explain system rule")
_OF_PART = EXPLAINING | DEFINITION
_DOING, _DOERS = tokens("what does it do"), frozenset(["officiating", "role", "position"])
_EXPLAINED = frozenset("scoring knowledge rule tactic officiating sports-science".split())
"""Types whose descriptions say how something works."""
_PASSAGE = msgspec.msgpack.Decoder(Passage)
_DIFFERENCE = tokens("differ vs")
_COMPARING = tokens("differ vs between compare with from than which who choose what about similar key main or how")
_BETTER = frozenset(["better", "best", "harder", "easier", "or", "compare", "compared", "comparison"])
"""Words that compare, if two are named, beside "vs" and "difference"."""
_MOST_COMPARED = 3
"""Entities with one name of which each is tried."""
_LONGEST_TEXT = 320
"""Characters of the longest text of a section that answers: a longer one is cut at the end of a sentence."""


def full_name(answerer: Answerer, asked: Asked) -> DirectAnswer | None:
    """What an abbreviation stands for. It gives the name of the one entity that has it as a keyword."""
    if not _STANDS_FOR.search(asked.text):
        return None
    for group, rest, *_ in asked.readings:
        if rest == STANDING and len(group) == 1:
            item = answerer.source.item(group[0])
            return _answer("section", item.name, item, key="name")
    return None


def named_passage(answerer: Answerer, asked: Asked) -> DirectAnswer | None:
    """The sentence or the mark that a question names by all its words, whatever else they name. It gives that sentence, or its
    measures."""
    for number in answerer.passages(asked.question.rest(()) - answerer.bodies).alone:
        passage = _passage(answerer, number)
        if passage.source is not None:  # of a mark on the plan of a venue, which may be that of another event
            passage = _own_passage(answerer, asked) or passage
        return _told(answerer, passage, asked.question.unit) if states(answerer, asked, passage) else None
    return None


def _own_passage(answerer: Answerer, asked: Asked) -> Passage | None:
    """What a subject itself states: the circle of the shot put comes before that of the hammer, which the stadium has."""
    for group, rest, *_ in asked.readings:
        for passage in (_passage(answerer, number) for number in answerer.passages(rest).of_subject):
            if passage.entity in group:
                return passage
    return None


def passage(answerer: Answerer, asked: Asked) -> DirectAnswer | None:
    """The sentence or the mark that a question asks for of its subject. It gives that sentence, or its measures."""
    for group, rest, *_ in asked.readings:
        for number in answerer.passages(rest).of_subject:
            passage = _passage(answerer, number)
            if not {*passage.about}.isdisjoint(group):
                return _told(answerer, passage, asked.question.unit) if states(answerer, asked, passage) else None
    return None


def term(answerer: Answerer, asked: Asked) -> DirectAnswer | None:
    """The only sentence that defines a term, or the only one of the subject that does: a googly in cricket."""
    if not _ASKS_FOR_MEANING.search(asked.text) or asked.question.unit:
        return None
    tokens = asked.question.tokens
    ways: list[tuple[frozenset[str], tuple[int, ...]]] = [(asked.question.rest(()), ())]
    ways += [(rest, group) for group, rest, *_ in asked.readings]
    for rest, group in ways:
        defined = [_passage(answerer, number) for number in answerer.passages(rest - MEANING).defined]
        meant = [passage for passage in defined if not group or not {*passage.about}.isdisjoint(group)]
        named = [index for index, token in enumerate(tokens) if token and token not in MEANING]
        if len(meant) == 1 and _is_plain(asked.question, named):
            return _told(answerer, meant[0], "")
    return None


def _passage(answerer: Answerer, number: int) -> Passage:
    stored = answerer.source.value(passage_key(number))
    if stored is None:
        raise LookupError(f"no passage {number}, which a question asks for")
    return _PASSAGE.decode(stored)


def _told(answerer: Answerer, passage: Passage, unit: str) -> DirectAnswer | None:
    """The answer that a passage gives, if it does in the unit that is asked for."""
    item = answerer.source.item(passage.entity)
    value: Value | None
    if passage.metres is not None:
        value = Value(passage.metres, passage.text, "m", source=passage.source)
        value = converted(value, unit, {}) if unit else value
    else:
        text = text_in(passage.text, unit) if unit else passage.text
        value = Value(text, text, source=passage.source) if text else None
    if value is None:
        return None
    answer = _answer("section", value.text, item, key=passage.key)
    if passage.source is None:
        return answer
    return msgspec.structs.replace(
        answer,
        kind="fact",
        label=passage.key,
        key=UNSET,
        value=value.value,
        unit=value.unit or UNSET,
        source=value.source or UNSET,
    )


def explained(answerer: Answerer, asked: Asked) -> DirectAnswer | None:
    """How something works, or how a sport is scored, which its scoring system says. It gives a description."""
    for group, rest, *_ in asked.readings:
        if not rest <= EXPLAINING or not (rest >= _WORKING or (rest & SCORING and rest & _HOW)):
            continue
        items = [answerer.source.item(number) for number in group]
        of_type = [item for item in items if item.type in _EXPLAINED]
        if not of_type and rest & SCORING:
            parts = {number for each in group for teller, number in answerer.known(each).tellers if teller == "part"}
            of_type = [item for item in map(answerer.source.item, sorted(parts)) if item.type == "scoring"]
        if len(of_type) == 1:
            return _answer("section", _cut(of_type[0].description), of_type[0], key="description")
    return None


def duties(answerer: Answerer, asked: Asked) -> DirectAnswer | None:
    """What somebody does who has no section on it. It gives a description."""
    for group, rest, *_ in asked.readings:
        if rest == _DOING:
            items = [item for item in map(answerer.source.item, group) if item.type in _DOERS]
            if len(items) == 1:
                return _answer("section", _cut(items[0].description), items[0], key="description")
    return None


def part(answerer: Answerer, asked: Asked) -> DirectAnswer | None:
    """What a subject is called by and has a section on: how a flip turn works is a section of the crawl. It gives its text."""
    asks_for_meaning = bool(_ASKS_FOR_MEANING.search(asked.text))
    for group, rest, _, stretch, is_name in asked.readings:
        if is_name or not stretch or not rest <= _OF_PART or not (rest or asks_for_meaning):
            continue
        title = frozenset(token for index in stretch if (token := asked.question.tokens[index]))
        stored = answerer.source.value(title_key(title))
        for number in group:
            if stored is not None and unpack(stored) >> number & 1:
                item = answerer.source.item(number)
                for titled in answerer.source.sections(item):
                    if tokens(titled.title) == title:
                        return _answer("section", _text(titled), item, key=titled.title)
    return None


def section(answerer: Answerer, asked: Asked) -> DirectAnswer | None:
    """The section of the subject whose title has all words of the question and no other. It gives a text."""
    for group, rest, *_ in asked.readings:
        if not rest or asked.question.unit:
            continue
        titles = answerer.sections.get(rest, ())
        asking = (rest, *map(tokens, titles))
        stored = [value for title in asking if (value := answerer.source.value(title_key(title)))]
        holding = [number for number in group if any(unpack(of_title) >> number & 1 for of_title in stored)]
        if len(holding) != 1:
            continue
        item = answerer.source.item(holding[0])
        for part in answerer.source.sections(item):
            if tokens(part.title) in asking:
                return _answer("section", _text(part), item, key=part.title)
    return None


def _text(section: Section) -> str:
    listed = "; ".join(section.steps or section.items)
    return _cut(section.text or listed)


def _cut(text: str) -> str:
    if len(text) <= _LONGEST_TEXT:
        return text
    end = max(text.rfind(mark, 0, _LONGEST_TEXT) for mark in (". ", "; "))
    return text[: end + 1].rstrip(";") + ("" if text[end] == "." else " …") if end > 0 else text[:_LONGEST_TEXT] + " …"


def definition(answerer: Answerer, asked: Asked, by_name: bool = False) -> DirectAnswer | None:
    """What the subject is, if only that is asked. It gives the first sentence of a description."""
    asks_for_rule = not by_name and _ASKS_FOR_RULE.search(asked.text)
    if not asked.readings or asked.question.unit or not (asks_for_rule or _ASKS_FOR_MEANING.search(asked.text)):
        return None
    for group, rest, _, stretch, is_name in asked.readings:
        if rest <= DEFINITION and (is_name or not by_name or _is_together(stretch)):
            item = _defined([answerer.source.item(number) for number in group])
            if not item or not rest - MEANING <= _TYPE_WORDS[item.type] or not _is_plain(asked.question, stretch):
                return None
            return _answer("section", sentences(item.description)[0], item, key="description")
    return None


def _is_together(stretch: Sequence[int]) -> bool:
    """Whether a name has several words that stand together: the anaerobic threshold is no threshold training."""
    return len(stretch) > 1 and stretch[-1] - stretch[0] == len(stretch) - 1


def _defined(items: Sequence[Item]) -> Item | None:
    """The only one of several that is called so, or the only one of the first type that defines terms."""
    for type in _DEFINING_TYPES if len(items) > 1 else ():
        if of_type := [item for item in items if item.type == type]:
            items = of_type
            break
    return items[0] if len(items) == 1 else None


def _is_plain(question: Question, named: Sequence[int]) -> bool:
    """Whether a question has nothing but a name and the words that ask for a meaning."""
    return all(
        word in _DEFINING or question.tokens[index] in DEFINITION
        for index, word in enumerate(question.words)
        if index not in named
    )


def comparison(answerer: Answerer, asked: Asked) -> DirectAnswer | None:
    """The comparison of the two that are named. It gives its summary."""
    question = asked.question
    compares = not _BETTER.isdisjoint(question.words)
    if len(asked.subjects) < 2 or not (compares or _DIFFERENCE.intersection(filter(None, question.tokens))):
        return None
    for first, second in combinations(asked.subjects, 2):
        both = first.stretch + second.stretch
        if len({*both}) < len(both):
            continue
        if not all(
            token is None or token in _COMPARING or question.words[index] in _BETTER
            for index, token in enumerate(question.tokens)
            if index not in both
        ):
            continue
        sides = [[number for group in side.groups[:2] for number in group][:_MOST_COMPARED] for side in (first, second)]
        stored = filter(None, (answerer.source.value(pair_key(*pair)) for pair in product(*sides)))
        compared = {int.from_bytes(number, "big") for number in stored}
        if len(compared) == 1:
            item = answerer.source.item(compared.pop())
            return _answer("comparison", item.description, item)
    return None


def _answer(
    form: Literal["section", "comparison"], text: str, item: Item, key: str | UnsetType = UNSET
) -> DirectAnswer:
    return DirectAnswer(kind=form, text=text, entity=item.reference, key=key, url=item.url, api_url=item.api_url)

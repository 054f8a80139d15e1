"""`answer`: the value, the sentence or the list that a question asks for; else what is nearest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from sportlore.agents.results import (
    Cited,
    Drawn,
    Output,
    Reference,
    Result,
    cited,
    cut,
    drawn,
    not_known,
    read,
    source_lines,
)
from sportlore.answers import title_of
from sportlore.contract import schemas
from sportlore.server.answer import Responder

_NEAREST = 3
_LONGEST_TEXT, _LONGEST_DESCRIPTION = 700, 160
"""Characters of an answer, and of what is said of something near."""
_MOST_SOURCES = 2


class AnswerInput(Struct, frozen=True, forbid_unknown_fields=True):
    """A question."""

    question: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=200,
            description="One question, with its scope and unit: `how high is a women's volleyball net in feet`.",
        ),
    ]


class AnswerOutput(Output, frozen=True):
    """The answer, with what it rests on; without one, what is nearest."""

    answered: bool
    text: str
    about: Reference | UnsetType = UNSET
    key: Annotated[str, Meta(description="Key of the fact or relation, or title of the section.")] | UnsetType = UNSET
    value: Any = UNSET
    unit: Annotated[str, Meta(description="UCUM unit of `value`.")] | UnsetType = UNSET
    scope: list[str] | UnsetType = UNSET
    sources: list[Cited] = []
    url: str | UnsetType = UNSET
    not_known: Annotated[list[str], Meta(description="Words that nothing is called by.")] = []
    nearest: list[Reference] = []


class _Item(Struct, frozen=True):
    """An entity as lists state it, as far as it is named here."""

    id: str
    name: str
    url: str
    description: str = ""


_ITEM = msgspec.json.Decoder(_Item)


def answer(responder: Responder, asked: AnswerInput) -> Result:
    """The direct answer to a question, as a search gives it, with its sources."""
    hits = responder.searcher.search(asked.question, None, 0, _NEAREST)
    for direct in responder.answers(asked.question, hits):
        return _answered(responder, direct)
    near = [_ITEM.decode(item) for item in responder.snapshot.items(hits.numbers).each()]
    unknown = list(responder.unknown(asked.question, hits) or hits.not_found)
    if unknown:
        names = [(item.name, item.id) for item in near]
        text = not_known(unknown, names)
    else:
        text = "\n".join(_nearest(near))
    nearest = [Reference(id=item.id, name=item.name, url=item.url) for item in near]
    return Result(text, AnswerOutput(answered=False, text=text, not_known=unknown, nearest=nearest))


def _nearest(near: list[_Item]) -> Iterator[str]:
    if not near:
        yield "not known: nothing in the catalogue has these words; it has no scores, fixtures or news"
        return
    yield "no direct answer; nearest, to be read with `get`:"
    for item in near:
        yield f"- {item.name} ({item.id}): {cut(item.description, _LONGEST_DESCRIPTION)}"


def _answered(responder: Responder, direct: schemas.DirectAnswer) -> Result:
    sources, drawings = _grounds(responder, direct)
    title = title_of(direct)
    text = cut(direct.text, _LONGEST_TEXT)
    said = f"{title}: {text}" if title else text
    about = direct.entity and Reference(id=direct.entity.id, name=direct.entity.name, url=direct.entity.url)
    data = AnswerOutput(
        answered=True,
        text=text,
        about=about or UNSET,
        key=direct.key,
        value=direct.value,
        unit=direct.unit,
        scope=direct.scope,
        sources=sources,
        url=direct.url,
    )
    return Result("\n".join([said, *source_lines(sources), direct.url]), data, drawings)


def _grounds(responder: Responder, direct: schemas.DirectAnswer) -> tuple[list[Cited], tuple[Drawn, ...]]:
    """The works that an answer rests on, and the first drawing of what it is about."""
    path = direct.api_url.partition("?")[0]
    if direct.kind == "calculator":
        calculator = read(responder, path, schemas.Calculator)
        formula = calculator.formula and calculator.formula.source
        return ([Cited(title=formula)] if formula else []), drawn(calculator.drawings, 1)
    if direct.kind == "list" or not direct.entity:
        return [], ()
    entity = read(responder, path, schemas.Resource)
    ids, clause = _works(entity, direct)
    return cited(ids[:_MOST_SOURCES], entity.sources, clause), drawn(entity.drawings, 1)


def _works(entity: schemas.Resource, direct: schemas.DirectAnswer) -> tuple[list[str], str | UnsetType]:
    """The ids of the works behind an answer, and the clause of the first: of the value in its scope, of a section, of all."""
    if direct.source:
        return [direct.source], UNSET
    for fact in entity.facts or []:
        if direct.kind == "fact" and fact.key == direct.key:
            asked = {*(direct.scope or [])}
            for variant in fact.variants or []:
                if asked and asked <= {*(variant.scope or [])}:
                    return [variant.source], UNSET
            return list(fact.sources or []), fact.clause
    for section in entity.sections or []:
        if section.title == direct.key and section.sources:
            return section.sources, UNSET
    return [work.id for work in (entity.sources or [])[:1]], UNSET

"""`compare`: two to six entities of one type, by what authors wrote of them, or by their facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Annotated

from msgspec import Meta, Struct

from sportlore.agents.results import (
    LISTED,
    ORDINARY,
    Cited,
    Drawn,
    Output,
    Reference,
    Result,
    ToolRefusal,
    cited,
    drawn,
    fitted,
    meant,
    named,
    not_known,
    read,
    source_lines,
)
from sportlore.contract import schemas
from sportlore.contract.operations import COMPARISON
from sportlore.server.answer import Responder
from sportlore.server.comparisons import BETWEEN, MOST_SIDES

_DIFFERENCES, _SIMILARITIES = 3, 1
_MOST_SOURCES = 1


class CompareInput(Struct, frozen=True, forbid_unknown_fields=True):
    """What to compare."""

    things: Annotated[
        list[str],
        Meta(min_length=2, max_length=MOST_SIDES, description="Names or ids of one type: `['tennis', 'squash']`."),
    ]
    whole: Annotated[bool, Meta(description="Give all differences and similarities, and the whole table.")] = False


class CompareOutput(Output, frozen=True):
    """A comparison; `signed` says that authors wrote of these sides, and it does not follow from facts alone."""

    url: str
    sides: list[Reference]
    signed: bool
    differences: list[str] = []
    similarities: list[str] = []
    table: Annotated[
        dict[str, list[str | None]], Meta(description="By key of a fact: what each side states, in their order.")
    ] = {}
    sources: list[Cited] = []
    drawings: list[Drawn] = []


def compare(responder: Responder, asked: CompareInput) -> Result:
    """The differences and similarities of two, or a table of more."""
    type, slugs = _sides(responder, asked.things)
    comparison = _comparison(responder, type, slugs)
    sides = [side for side in (comparison.a, comparison.b) if side] or list(comparison.sides or [])
    signed = comparison.signed is not False
    differences, similarities = list(comparison.differences or []), list(comparison.similarities or [])
    table = [row for row in comparison.table or [] if asked.whole or None not in row.texts]
    if not asked.whole:
        differences, similarities = differences[:_DIFFERENCES], similarities[:_SIMILARITIES]
        table = [] if differences else table
    heading = f"{comparison.title}{'' if signed else ' (from facts and links; nobody has written of them)'}"
    lines = [heading, *_statements(comparison, differences, similarities)]
    lines += [f"- {row.label}: {' | '.join(text or 'not known' for text in row.texts)}" for row in table]
    kept, left = fitted(lines, LISTED if asked.whole else ORDINARY)
    if left:
        kept.append(f"({left} more with `whole`)")
    works = cited(_works(comparison, {*differences, *similarities}), comparison.sources)[:_MOST_SOURCES]
    url = _url(responder, comparison, type, slugs)
    drawings = drawn(comparison.drawings, 1)
    data = CompareOutput(
        sides=[Reference(id=side.id, name=side.name, url=side.url) for side in sides],
        signed=signed,
        differences=differences,
        similarities=similarities,
        table={row.key: row.texts for row in table},
        sources=works,
        drawings=list(drawings),
        url=url,
    )
    return Result("\n".join([*kept, *source_lines(works), url]), data, drawings)


def _statements(
    comparison: schemas.Comparison, differences: Sequence[str], similarities: Sequence[str]
) -> Iterator[str]:
    if comparison.verdict:
        yield comparison.verdict
    yield from (f"- differs: {text}" for text in differences)
    yield from (f"- alike: {text}" for text in similarities)


def _works(comparison: schemas.Comparison, texts: set[str]) -> list[str]:
    return [
        statement.source for statement in comparison.statements or [] if statement.text in texts and statement.source
    ]


def _url(responder: Responder, comparison: schemas.Comparison, type: str, slugs: Sequence[str]) -> str:
    path = COMPARISON.at(slug=comparison.slug or BETWEEN.join(slugs))
    return f"{responder.info.site_url}{path}" + ("" if comparison.signed is not False else f"?type={type}")


def _sides(responder: Responder, things: Sequence[str]) -> tuple[str, list[str]]:
    """The type and the slugs of the first of what is meant that are all of one type; raises ToolRefusal."""
    candidates = [_candidates(responder, thing) for thing in things]
    for sides in product(*candidates):
        if len({type for type, _ in sides}) == 1 and len({*sides}) == len(sides):
            return sides[0][0], [slug for _, slug in sides]
    each = [f"{thing} is a {type}" for thing, ((type, _), *_) in zip(things, candidates, strict=True)]
    raise ToolRefusal(f"{', '.join(each)}; compare different entities of one type")


def _candidates(responder: Responder, thing: str) -> list[tuple[str, str]]:
    if "/" in thing:
        type, _, slug = meant(responder, thing).partition("/")
        return [(type, slug)]
    near = responder.meant(thing)
    sure = [(item.type, item.slug) for item in near if item.certain]
    if not sure:
        raise ToolRefusal(not_known([thing], named(near)))
    return sure


def _comparison(responder: Responder, type: str, slugs: Sequence[str]) -> schemas.Comparison:
    """The comparison that the catalogue has of them, else one from facts."""
    path = COMPARISON.at(slug=BETWEEN.join(slugs))
    try:
        stored = read(responder, path, schemas.Comparison)
        if (stored.a and stored.a.type == type) or stored.sides:
            return stored
    except ToolRefusal:  # the slugs are of several types, of which the one is told below
        pass
    return read(responder, path, schemas.Comparison, f"type={type}".encode())

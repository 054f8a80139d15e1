"""The result of a tool, its length, and how its sources are cited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from sportlore.contract import schemas
from sportlore.contract.queries import BadRequest
from sportlore.search import Meant
from sportlore.server.answer import Responder
from sportlore.text import listed

Body = TypeVar("Body")

ORDINARY, LISTED, MOST = 400, 1_900, 4_500
"""Tokens of the longest text of an ordinary result, of a list, and of what is asked for in full."""
_NEAREST = 3


class ToolRefusal(Exception):
    """What was asked for cannot be given; the text says why, and what to ask instead."""


class Output(Struct, frozen=True, rename="camel", kw_only=True, omit_defaults=True):
    """The data of a result."""


class Drawn(Output, frozen=True):
    """A drawing that shows what a result says."""

    title: str
    url: Annotated[str, Meta(description="The drawing as SVG.")]


class Cited(Output, frozen=True):
    """A work that something rests on."""

    title: str
    year: int | UnsetType = UNSET
    url: str | UnsetType = UNSET
    clause: Annotated[str, Meta(description="Where the work says it.")] | UnsetType = UNSET
    read: (
        Annotated[str, Meta(description="How far the work was read: whole, abstract, excerpt, not opened.")] | UnsetType
    ) = UNSET


class Reference(Output, frozen=True):
    """An entity, by the id that `get` takes."""

    id: str
    name: str
    url: str


class Result(Struct, frozen=True):
    """What a tool says: a text that stands alone, the same as data, and drawings of it."""

    text: str
    data: Output
    drawings: tuple[Drawn, ...] = ()


def tokens(text: str) -> int:
    """About how many tokens a language model takes for a text: one for each four characters, as is usual for English."""
    return -(-len(text) // 4)


def fitted(lines: Iterable[str], most: int) -> tuple[list[str], int]:
    """The first lines that take no more tokens, at least one, and how many are left out."""
    every, kept, length = list(lines), list[str](), 0
    for line in every:
        length += tokens(line + "\n")
        if kept and length > most:
            break
        kept.append(line)
    return kept, len(every) - len(kept)


def cut(text: str, most: int) -> str:
    """A text of at most a number of characters, cut at the end of a sentence, else of a word."""
    if len(text) <= most:
        return text
    end = max(text.rfind(mark, 0, most) for mark in (". ", "; "))
    if end > most // 2:
        return text[: end + 1].rstrip(";") + ("" if text[end] == "." else " …")
    return text[: text.rfind(" ", 0, most)] + " …"


def read(responder: Responder, path: str, schema: type[Body], query: bytes = b"") -> Body:
    """The body of the interface at a path; raises ToolRefusal in the words of its error."""
    try:
        return msgspec.json.decode(responder.body(path, query), type=schema)
    except BadRequest as error:
        raise ToolRefusal(str(error)) from None


def meant(responder: Responder, name: str, type: str | None = None) -> str:
    """The id of what is called so, or has this id; raises ToolRefusal with what is nearest.

    meant(responder, "soccer") -> "sport/football"
    """
    if name.count("/") == 1 and _is_there(responder, name):
        return name
    if type and _is_there(responder, f"{type}/{name}"):
        return f"{type}/{name}"
    near = responder.meant(name.rpartition("/")[2], (type,) if type else ())
    sure = [item for item in near if item.certain]
    if sure:
        return f"{sure[0].type}/{sure[0].slug}"
    raise ToolRefusal(not_known([name], named(near)))


def _is_there(responder: Responder, id: str) -> bool:
    return bool(responder.snapshot.entry(f"/v1/entities/{id}".encode()))


def named(items: Iterable[Meant]) -> list[tuple[str, str]]:
    """What may be meant, by name and id."""
    return [(item.name, f"{item.type}/{item.slug}") for item in items]


def not_known(names: Sequence[str], near: Iterable[tuple[str, str]]) -> str:
    """That nothing is called so, and what is nearest by name and id.

    "not known: racquetball is not in the catalogue; nearest: Squash (sport/squash)"
    """
    nearest = [f"{name} ({id})" for name, id in near][:_NEAREST]
    verb = "are" if len(names) > 1 else "is"
    cure = f"nearest: {', '.join(nearest)}" if nearest else "ask `find` with other words"
    return f"not known: {listed(names)} {verb} not in the catalogue; {cure}"


def cited(
    ids: Iterable[str], works: UnsetType | Sequence[schemas.Source], clause: str | UnsetType = UNSET
) -> list[Cited]:
    """Works by their ids; the clause is of the first."""
    known = {work.id: work for work in works} if works is not UNSET else {}
    cited = [known[id] for id in dict.fromkeys(ids) if id in known]
    return [
        Cited(
            title=work.title,
            year=work.year,
            url=work.url,
            clause=UNSET if number else clause,
            read=UNSET if work.read is UNSET else f"{work.read}, {work.read_in}" if work.read_in else work.read,
        )
        for number, work in enumerate(cited)
    ]


def source_lines(works: Iterable[Cited], label: str = "Source") -> Iterator[str]:
    """A line for each work: "Source: Rules of Tennis (2026), rule 1, https://…; read: whole, 2026-11"."""
    for work in works:
        title = work.title if not work.year or str(work.year) in work.title else f"{work.title} ({work.year})"
        parts = [title, work.clause or "", work.url or ""]
        how_far = f"; read: {work.read}" if work.read else ""
        yield f"{label}: {', '.join(filter(None, parts))}{how_far}"


def drawn(drawings: Sequence[schemas.Drawing] | UnsetType, most: int = 2) -> tuple[Drawn, ...]:
    """The first drawings of an answer."""
    return tuple(Drawn(title=item.title, url=item.url) for item in (drawings or [])[:most])

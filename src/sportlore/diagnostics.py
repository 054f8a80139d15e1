"""What is wrong, where, and what to do: findings, their rendering with a caret, and the nearest known word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from rapidfuzz import process
from rapidfuzz.distance import OSA


class Location(Struct, frozen=True, order=True):
    """Where a finding is: a file relative to the catalogue, and the path of keys and indexes inside it.

    `Location("exercise/back-squat.toml", ("links", "targets", 0))`; an empty path is the file as a whole.
    `on_key` points at the key itself rather than at its value; `line` is set where the reader knows it already.
    `words` points at these words of a long text, in small letters.
    """

    file: str
    path: tuple[str | int, ...] = ()
    on_key: bool = False
    line: int = 0
    column: int = 0
    words: str = ""


class Finding(Struct, frozen=True):
    """One defect: its code (the name of the rule), what was wrong, where, and the cure.

    `related` are further locations that have a part in it, each with a few words on what stands there.
    """

    code: str
    message: str
    location: Location
    help: str
    related: tuple[tuple[Location, str], ...] = ()


class Extent(Struct, frozen=True):
    """A stretch of one line: line and column count from 1, `width` in characters."""

    line: int
    column: int
    width: int


def narrowed(extent: Extent, line: str, words: str) -> Extent:
    """The extent of the first occurrence of these words inside an extent of a line, or all of it where they are not there."""
    at = line.lower().find(words, extent.column - 1, extent.column - 1 + extent.width)
    return Extent(extent.line, at + 1, len(words)) if words and at >= 0 else extent


class Excerpt(Struct, frozen=True):
    """What is shown of one location of a finding: the line of its file, and the extent of the location in it."""

    extent: Extent
    line: str


def render(finding: Finding, prefix: str, excerpts: Sequence[Excerpt]) -> str:
    """The finding as a person reads it; `prefix` is put before the name of a file.

    `excerpts` shows the location of the finding, then its related locations in their order.

    error[duplicate-name]: two exercises are called `Back squat`
     --> catalogue/entities/exercise/front-squat.toml:1:8
      |
    1 | name = "Back squat"
      |        ^^^^^^^^^^^^
     ::: catalogue/entities/exercise/back-squat.toml:1:8
      |
    1 | name = "Back squat"
      |        ------------ the other one
      = help: tell them apart in the name, or merge them
    """
    margin = " " * max(len(str(excerpt.extent.line)) for excerpt in excerpts)
    shown = _excerpt("-->", f"{prefix}{finding.location.file}", excerpts[0], "^", "", margin)
    for (location, label), excerpt in zip(finding.related, excerpts[1:], strict=True):
        shown += _excerpt(":::", f"{prefix}{location.file}", excerpt, "-", label, margin)
    return "\n".join((f"error[{finding.code}]: {finding.message}", *shown, f"{margin} = help: {finding.help}"))


def _excerpt(arrow: str, file: str, excerpt: Excerpt, mark: str, label: str, margin: str) -> list[str]:
    extent = excerpt.extent
    line, column = _clip(excerpt.line.expandtabs(1), extent.column)
    marks = mark * max(1, min(extent.width, len(line) - column + 1))
    return [
        f"{margin}{arrow} {file}:{extent.line}:{extent.column}",
        f"{margin} |",
        f"{extent.line:>{len(margin)}} | {line}",
        f"{margin} | {' ' * (column - 1)}{marks} {label}".rstrip(),
    ]


def _clip(line: str, column: int, width: int = 110) -> tuple[str, int]:
    """A window of a long line that shows the column, and the column inside that window."""
    if len(line) <= width:
        return line, column
    start = max(0, min(column - 1 - width // 3, len(line) - width))
    head = "…" if start else ""
    tail = "…" if start + width < len(line) else ""
    return f"{head}{line[start : start + width]}{tail}", column - start + len(head)


def nearest(word: str, candidates: Iterable[str], limit: int = 2) -> str | None:
    """The candidate within `limit` edits, the closest first, ties in order: nearest("tenis", ["tennis"]) -> "tennis".

    Edits insert, delete or replace a letter, or swap two neighbours (optimal string alignment distance).
    """
    # Lengths tell most candidates apart at a fraction of the cost; with a very long word, all of them.
    length = len(word)
    return closest(word, [candidate for candidate in candidates if -limit <= len(candidate) - length <= limit], limit)


def closest(word: str, candidates: Sequence[str], limit: int = 2) -> str | None:
    """The nearest of candidates that are about as long as the word."""
    match = process.extractOne(word, candidates, scorer=OSA.distance, score_cutoff=limit)
    return match[0] if match else None


def did_you_mean(word: str, candidates: Iterable[str], otherwise: str) -> str:
    """A help sentence: did you mean the nearest candidate, or what else to do."""
    near = nearest(word, candidates)
    return f"did you mean `{near}`?" if near else otherwise


def counted(n: int, singular: str, plural: str | None = None) -> str:
    """counted(1, "error") -> "1 error"; counted(2, "entity", "entities") -> "2 entities"."""
    return f"{n:,} {singular if n == 1 else plural or singular + 's'}"

"""What is wrong, where, and what to do: findings, their rendering with a caret, and the nearest known word."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from rapidfuzz import process
from rapidfuzz.distance import OSA


class Place(Struct, frozen=True, order=True):
    """Where a finding is: a file relative to the catalogue, and the path of keys and indexes inside it.

    `Place("exercise/back-squat.toml", ("links", "targets", 0))`; an empty path is the file as a whole.
    `on_key` points at the key itself rather than at its value; `line` is set where the reader knows it already.
    """

    file: str
    path: tuple[str | int, ...] = ()
    on_key: bool = False
    line: int = 0
    column: int = 0


class Finding(Struct, frozen=True):
    """One defect: its code (the name of the rule), what was wrong, where, and the cure."""

    code: str
    message: str
    place: Place
    help: str
    related: tuple[tuple[Place, str], ...] = ()
    """Other places that the finding is about, each with what is there."""


class Extent(Struct, frozen=True):
    """A stretch of one line: line and column count from 1, `width` in characters."""

    line: int
    column: int
    width: int


def render(finding: Finding, prefix: str, extent: Extent, source_line: str) -> str:
    """The finding as a person reads it; `prefix` is put before the name of the file.

    error[unknown-reference]: no muscle-group `quadricep`
     --> catalogue/exercise/back-squat.toml:12:13
       |
    12 | targets  = ["muscle-group/quadricep"]
       |             ^^^^^^^^^^^^^^^^^^^^^^^^
       = help: did you mean `muscle-group/quadriceps`?
    """
    number = str(extent.line)
    margin = " " * len(number)
    line, caret_column = _clip(source_line.expandtabs(1), extent.column)
    carets = "^" * max(1, min(extent.width, len(line) - caret_column + 1))
    return "\n".join(
        (
            f"error[{finding.code}]: {finding.message}",
            f"{margin}--> {prefix}{finding.place.file}:{extent.line}:{extent.column}",
            f"{margin} |",
            f"{number} | {line}",
            f"{margin} | {' ' * (caret_column - 1)}{carets}",
            f"{margin} = help: {finding.help}",
        )
    )


def _clip(line: str, column: int, width: int = 110) -> tuple[str, int]:
    """A window of a long line that shows the column, and the column inside that window."""
    if len(line) <= width:
        return line, column
    start = max(0, min(column - 1 - width // 3, len(line) - width))
    head = "…" if start else ""
    tail = "…" if start + width < len(line) else ""
    return f"{head}{line[start : start + width]}{tail}", column - start + len(head)


def nearest(word: str, candidates: Iterable[str], limit: int = 2) -> str | None:
    """The candidate within `limit` edits, the closest first, ties in order: nearest("tenis", ["tennis"]) -> "tennis"."""
    # Lengths tell most candidates apart at a fraction of the cost; with a very long word, all of them.
    length = len(word)
    near = [candidate for candidate in candidates if -limit <= len(candidate) - length <= limit]
    found = process.extractOne(word, near, scorer=OSA.distance, score_cutoff=limit)
    return found[0] if found else None


def edit_distance(a: str, b: str, limit: int) -> int:
    """Edits (insert, delete, replace, swap of neighbours) from a to b; `limit + 1` as soon as it must be more.

    Optimal string alignment distance: edit_distance("tenis", "tennis", 2) -> 1.
    """
    before: list[int] = []
    previous = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        current = [i]
        for j, y in enumerate(b, 1):
            cost = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        if min(current) > limit:
            return limit + 1
        before, previous = previous, current
    return previous[-1]


def did_you_mean(word: str, candidates: Iterable[str], otherwise: str) -> str:
    """A help sentence: did you mean the nearest candidate, or what else to do."""
    near = nearest(word, candidates)
    return f"did you mean `{near}`?" if near else otherwise


def counted(n: int, singular: str, plural: str | None = None) -> str:
    """counted(1, "error") -> "1 error"; counted(2, "entity", "entities") -> "2 entities"."""
    return f"{n:,} {singular if n == 1 else plural or singular + 's'}"

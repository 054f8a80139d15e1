"""What single answers cost that are composed at request, in processor time of one process: searches first of all.

Every judged search is met for the first time. FTS5 and Tantivy answer the same searches from the same texts, with the forgiveness
that relevance.py gives them. `python -m benchmarks.searching SNAPSHOT` prints it as JSON; `make bench` has the table.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, islice
from pathlib import Path
from time import process_time_ns
from typing import TypeVar
from urllib.parse import quote, urlencode

import msgspec
from msgspec import Struct

from benchmarks.machine import ROOT
from benchmarks.relevance import NOTHING, TUNING, Fts5, Judged, Search, Tantivy, judged, measure
from sportlore.contract.operations import CALCULATOR, COMPARISON, SEARCH
from sportlore.contract.queries import BadRequest
from sportlore.contract.record import GZIP, IDENTITY
from sportlore.derive import Documents, derive
from sportlore.registry import read
from sportlore.search import Searcher
from sportlore.server.answer import Responder
from sportlore.snapshot import Snapshot

_PHONE = "id,name,description"
_PAIRS = 300
_SETTLED = 3
"""Times that what is cheap is repeated; the least counts, since another process may have emptied the caches of the processor."""

T = TypeVar("T")


class Cost(Struct, frozen=True):
    """Milliseconds of processor time, at the median and at the 99th percentile, of so many; and bytes at most, if it says."""

    count: int
    p50: float
    p99: float
    largest: int = 0


class Engine(Struct, frozen=True):
    """What an engine takes for the judged searches, and the part of them with a right answer among three."""

    cost: Cost
    three: float


class Searching(Struct, frozen=True):
    """What was measured."""

    engines: dict[str, Engine]
    around: Cost
    """All but the searcher and the direct answers of a search for the fields that a phone shows."""
    answers: Cost
    facets: Cost
    matched: Cost
    suggestions: Cost
    pairs: Cost
    calculations: Cost


def cost(take: Callable[[T], object], what: Iterable[T], times: int = 1) -> Cost:
    """What it costs to take each; the least of so many times."""
    spent, largest = [], 0
    for one in what:
        least = None
        for _ in range(times):
            began = process_time_ns()
            taken = take(one)
            took = process_time_ns() - began
            least = took if least is None else min(least, took)
            largest = max(largest, taken if isinstance(taken, int) else 0)
        spent.append((least or 0) / 1e6)
    return of(spent, largest)


def of(spent: Sequence[float], largest: int = 0) -> Cost:
    """The cost of what took so many milliseconds each."""
    ordered = sorted(spent)
    return Cost(len(ordered), ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)], largest)


def run(snapshot: Path) -> Searching:
    """Measure everything on one snapshot of the catalogue of this repository."""
    opened = Snapshot(snapshot)
    responder = Responder(opened)
    searches = [one for one in judged(TUNING) if one.group != NOTHING]
    texts = [one.text for one in searches]
    return Searching(
        engines=_engines(opened, searches),
        around=_around(responder, texts),
        answers=_beside(
            responder, texts, lambda text: responder.answers(text, responder.searcher.search(text, None, 0, 20))
        ),
        facets=_beside(responder, texts, lambda text: responder.searcher.facets(text, None)),
        matched=_beside(responder, texts[::4], lambda text: _found(responder, text, "id,matched")),
        suggestions=cost(lambda text: _length(responder, "/suggest", {"q": text}), _begun(texts), _SETTLED),
        pairs=cost(lambda path: _length(responder, path, {}), list(_pairs(opened))),
        calculations=cost(lambda asked: _length(responder, *asked), list(_calculations(opened)), _SETTLED),
    )


def _engines(opened: Snapshot, searches: Sequence[Judged]) -> dict[str, Engine]:
    items = opened.items(range(opened.entities)).each()
    ids = [str(msgspec.json.decode(item)["id"]) for item in items]
    documents = [document for document in Documents(derive(read(ROOT / "catalogue"))) if not document.page]
    searcher = Searcher(opened, opened.entities)

    def own(text: str) -> list[str]:
        return [ids[number] for number in searcher.search(text, None, 0, 10).numbers]

    engines: dict[str, Search] = {
        "Sportlore": own,
        "FTS5": Fts5(documents).search,
        "Tantivy": Tantivy(documents).search,
    }
    texts = [one.text for one in searches]
    costs = {name: cost(find, texts) for name, find in engines.items()}
    return {name: Engine(costs[name], measure(find, searches).three) for name, find in engines.items()}


def _around(responder: Responder, texts: Iterable[str]) -> Cost:
    """What a search for some fields costs that was searched and answered a moment ago, less its answers."""
    spent = []
    for text in texts:
        hits = responder.searcher.search(text, None, 0, 20)
        rest = []
        for _ in range(_SETTLED):
            began = process_time_ns()
            _found(responder, text, _PHONE)
            found = process_time_ns()
            responder.answers(text, hits)
            rest.append((found - began) - (process_time_ns() - found))
        spent.append(min(rest) / 1e6)
    return of(spent)


def _beside(responder: Responder, texts: Iterable[str], take: Callable[[str], object]) -> Cost:
    """What something costs beside a search that was made a moment ago."""
    spent = []
    for text in texts:
        responder.searcher.search(text, None, 0, 20)
        began = process_time_ns()
        take(text)
        spent.append((process_time_ns() - began) / 1e6)
    return of(spent)


def _found(responder: Responder, text: str, fields: str) -> None:
    responder.find(SEARCH.path, f"q={quote(text)}&fields={fields}".encode(), (GZIP, IDENTITY))


def _length(responder: Responder, path: str, parameters: dict[str, str]) -> int:
    """The bytes of the body at an address."""
    record = responder.find(path, urlencode(parameters).encode(), (IDENTITY,))
    if record is None:
        raise BadRequest(f"nothing at {path}")
    whole = b"".join(record)
    return len(whole) - whole.index(b"\r\n\r\n") - 4


def _begun(texts: Sequence[str]) -> list[str]:
    """What stands in the field while a search is typed: each text up to each of its letters, of some."""
    return list(dict.fromkeys(text[:length] for text in texts[::20] for length in range(1, len(text) + 1)))


def _pairs(opened: Snapshot) -> Iterable[str]:
    """Pairs of sports that nobody has written of."""
    items = opened.list_items("sport", range(opened.info.lists["sport"].total)).each()
    slugs = [str(msgspec.json.decode(item)["slug"]) for item in items]
    paths = (COMPARISON.at(slug=f"{a}-vs-{b}") for a, b in combinations(slugs, 2))
    turned = {path: COMPARISON.at(slug="-vs-".join(reversed(path.rpartition("/")[2].split("-vs-")))) for path in paths}
    unwritten = (
        path for path, other in turned.items() if not opened.entry(path.encode()) + opened.entry(other.encode())
    )
    return islice(unwritten, _PAIRS)


def _calculations(opened: Snapshot) -> Iterable[tuple[str, dict[str, str]]]:
    """Every worked example of every calculator."""
    for calculator in msgspec.json.decode(opened.body("/v1/calculators") or b"")["data"]:
        for example in calculator["examples"]:
            yield (
                CALCULATOR.at(slug=calculator["slug"]),
                {name: str(value) for name, value in example["inputs"].items()},
            )


if __name__ == "__main__":
    print(msgspec.json.encode(run(Path(sys.argv[1]))).decode())

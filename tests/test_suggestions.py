"""What completes the beginning of a search: the tree of a few documents, and the answers of a server."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sportlore.contract.queries import BadRequest
from sportlore.search import Completions, Document, Suggestion, suggestions
from sportlore.search.suggestions import MOST
from sportlore.server.answer import Request, Responder
from sportlore.server.suggestions import LARGEST, suggestion_body
from sportlore.snapshot import Snapshot

TYPES = {"sport": ("sport", "/sports"), "facility": ("facility", "/facilities")}
DOCUMENTS = (
    Document("sport/tennis", "sport", "Tennis", keywords=("lawn tennis",), searches=("how high is the net", "ten")),
    Document("sport/petanque", "sport", "Pétanque", names=("boules",), searches=("how heavy is a boule",)),
    Document("facility/tennis-court", "facility", "Tennis court", searches=("how high is the tennis net", "how wide")),
    Document("calculator/bmi", "calculator", "BMI", keywords=("Body mass",), page="/calculators/bmi"),
)


class Store:
    """The keys and values in memory."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._values = dict(Completions().entries(documents, TYPES))
        self._keys = sorted(self._values)

    def value(self, key: bytes) -> bytes | None:
        return self._values.get(key)

    def values_from(self, start: bytes) -> Iterator[bytes]:
        for key in self._keys[bisect_left(self._keys, start) :]:
            if not key.startswith(start):
                return
            yield self._values[key]


@pytest.mark.parametrize(
    ("typed", "texts"),
    [
        ("t", ["Tennis", "Tennis court", "ten"]),
        ("Tennis", ["Tennis", "Tennis court"]),
        ("tennis ", ["Tennis court"]),
        ("TENNIS  C", ["Tennis court"]),
        ("petanq", ["Pétanque"]),
        ("Pétan", ["Pétanque"]),
        ("lawn", ["lawn tennis"]),
        ("boules", ["boules"]),
        ("b", ["boules", "BMI", "Body mass"]),
        # Phrases come by how well their entity is connected, and of each entity one before the others.
        ("how", ["how high is the net", "how heavy is a boule", "how high is the tennis net", "how wide"]),
        ("how high is the", ["how high is the net", "how high is the tennis net"]),
        ("how high is the tennis net", ["how high is the tennis net"]),
        ("how high is the tennis net of", []),
        ("x", []),
        ("", []),
        ("  ", []),
    ],
)
def test_what_begins_so_completes_it(typed: str, texts: list[str]) -> None:
    assert sorted(item.text for item in suggestions(Store(DOCUMENTS), typed)) == sorted(texts)


def test_names_come_first_and_say_what_they_are() -> None:
    assert suggestions(Store(DOCUMENTS), "te") == [
        Suggestion("Tennis", "sport", "/sports/tennis"),
        Suggestion("Tennis court", "facility", "/facilities/tennis-court"),
        Suggestion("ten", "Tennis", ""),
    ]
    assert suggestions(Store(DOCUMENTS), "bo") == [
        Suggestion("boules", "Pétanque", "/sports/petanque"),
        Suggestion("Body mass", "BMI", "/calculators/bmi"),
    ]


def test_what_is_made_again_is_as_if_made_anew() -> None:
    completions = Completions()
    first = dict(completions.entries(DOCUMENTS, TYPES))
    assert dict(completions.entries(DOCUMENTS, TYPES)) == first
    edited = msgspec.structs.replace(DOCUMENTS[1], name="Boule game", searches=())
    for documents in ((DOCUMENTS[0], edited, *DOCUMENTS[2:]), DOCUMENTS[::-1], DOCUMENTS[2:], (), DOCUMENTS):
        assert dict(completions.entries(documents, TYPES)) == dict(Completions().entries(documents, TYPES))


def test_many_names_leave_room_for_phrases() -> None:
    many = [Document(f"sport/{n}", "sport", f"Ball {n:02}", searches=(f"ball game {n:02}",)) for n in range(40)]
    found = suggestions(Store(many), "ball")
    assert [item.text for item in found] == [
        *(f"Ball {n:02}" for n in range(5)),
        *(f"ball game {n:02}" for n in range(3)),
    ]
    assert [item.text for item in suggestions(Store(many), "Ball 1")] == [f"Ball {n}" for n in range(10, 18)]
    assert [item.text for item in suggestions(Store(many), "ball 39")] == ["Ball 39"]


def test_an_exact_text_is_among_the_first_of_many() -> None:
    many = [Document(f"sport/{n}", "sport", f"Ball {n:02}") for n in range(40)]
    found = suggestions(Store([*many, Document("sport/ball", "sport", "Ball")]), "ball")
    assert found[0].text == "Ball"


@given(st.lists(st.text("ab ", min_size=1, max_size=60), max_size=80), st.text("ab ", max_size=60))
def test_the_tree_finds_what_a_scan_finds(texts: list[str], typed: str) -> None:
    documents = [Document(f"sport/{n}", "sport", text) for n, text in enumerate(texts)]
    folded = {" ".join(text.split()) for text in texts} - {""}
    start = " ".join(typed.split()) + (" " if typed[-1:] == " " else "")
    matching = {text for text in folded if start.strip() and text.startswith(start)}
    found = suggestions(Store(documents), typed)
    assert {" ".join(item.text.split()) for item in found} <= matching
    assert len(found) == min(MOST, len(matching))


@pytest.fixture(scope="module")
def service(world_snapshot: Path) -> Iterator[Responder]:
    opened = Responder(Snapshot(world_snapshot))
    yield opened
    opened.close()


def test_the_answer_has_the_form_of_opensearch(service: Responder) -> None:
    answer = service.answer(Request("GET", "/suggest", b"q=Ten&client=x", {}, "/suggest"))
    assert answer.status == 200
    assert b"content-type: application/x-suggestions+json\r\n" in answer.head
    asked, texts, notes, addresses = json.loads(answer.body)
    assert asked == "Ten"
    assert (texts[0], notes[0], addresses[0]) == ("Tennis", "sport", "http://localhost:8000/sports/tennis")
    assert len(texts) == len(notes) == len(addresses) <= MOST
    tag = next(line for line in answer.head.split(b"\r\n") if line.startswith(b"etag: "))[6:].decode()
    again = service.answer(Request("GET", "/suggest", b"q=Ten&client=x", {"if-none-match": tag}, "/suggest"))
    assert (again.status, again.body) == (304, b"")


def test_a_phrase_leads_to_its_search(service: Responder) -> None:
    (phrase, *_) = (
        (text, address)
        for letter in "abcdefghijklmnopqrstuvwxyz"
        for text, address in zip(
            *json.loads(suggestion_body(service.snapshot, f"q={letter}".encode()))[1::2], strict=True
        )
        if "/search?q=" in address
    )
    assert phrase[1] == f"http://localhost:8000/search?q={phrase[0].replace(' ', '%20')}"


def test_nothing_typed_has_no_completions(service: Responder) -> None:
    assert suggestion_body(service.snapshot, b"q=") == b'["",[],[],[]]'
    assert suggestion_body(service.snapshot, b"q=+") == b'[" ",[],[],[]]'


@pytest.mark.parametrize(
    ("query", "message"),
    [(b"", "`q` is missing; write /suggest"), (b"q=a&q=b", "twice"), (b"q=" + b"x" * 201, "201"), (b"q=%ff", "UTF-8")],
)
def test_bad_parameters_are_refused(service: Responder, query: bytes, message: str) -> None:
    with pytest.raises(BadRequest, match=message):
        suggestion_body(service.snapshot, query)
    answer = service.answer(Request("GET", "/suggest", query, {}, "/suggest"))
    assert json.loads(answer.body)["status"] == answer.status == 400


def test_an_answer_stays_small(service: Responder, monkeypatch: pytest.MonkeyPatch) -> None:
    long = [Suggestion("x" * 300, "sport", "") for _ in range(MOST)]
    monkeypatch.setattr("sportlore.server.suggestions.suggestions", lambda store, text: long)
    body = suggestion_body(service.snapshot, b"q=x")
    assert len(body) <= LARGEST
    assert 0 < len(json.loads(body)[1]) < MOST

"""What is said where nothing is: the nearest that there is, in a catalogue with or without the usual types."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sportlore.contract.operations import OPERATIONS, SEARCH
from sportlore.contract.record import LONGEST_PATH, resource
from sportlore.search import Meant
from sportlore.server.advice import Advice, Adviser, in_html, is_api
from sportlore.server.answer import Request, Responder
from sportlore.snapshot import Index, Info, ListIndex, Snapshot
from sportlore.snapshot.contents import names
from sportlore.snapshot.format import names_key
from sportlore.snapshot.writer import write

SITE = "http://a.example"
PATHS = (
    "/",
    "/sports",
    "/sports/tennis",
    "/sports/squash",
    "/about",
    "/calculators/bmi",
    "/v1/entities",
    "/v1/entities/sport?page=1",
    "/v1/entities/sport?page=2",
    "/v1/entities/goal?page=1",
    "/v1/entities/sport/tennis",
    "/v1/entities/sport/squash",
    "/v1/compare/tennis-vs-squash",
    "/v1/calculators",
    "/v1/calculators/bmi",
    "/v1/learning/courses",
    "/v1/learning/courses/tennis",
    "/v1/recommendations/get-fit",
)
INFO = Info(
    version="1",
    site_url=SITE,
    base_url=f"{SITE}/v1",
    lists={"sport": ListIndex(2, "{}", f"{SITE}/sports"), "goal": ListIndex(0, "{}", f"{SITE}/g")},
    redirects={"sport/old": ("sport/tennis",), "sport/both": ("sport/tennis", "sport/squash"), "goal/old": ("goal/x",)},
)


def near(parent: str, name: str) -> list[str]:
    """The names below a path, of any length."""
    below = dict.fromkeys(path.partition("?")[0].rpartition("/")[::2] for path in PATHS)
    return [other for above, other in below if above == parent]


def called(name: str, types: Sequence[str]) -> list[Meant]:
    """What is called so: squash by a keyword."""
    known = [Meant("sport", "squash", "Squash", certain=True)]
    return known if name == "soft-ball-rackets" and (not types or "sport" in types) else []


def meant(name: str, types: Sequence[str]) -> list[Meant]:
    """What a search knows: tennis by another name, and squash as the next best for it."""
    known = [Meant("sport", "tennis", "Tennis", certain=True), Meant("sport", "squash", "Squash", certain=False)]
    return known if name == "lawn-tennis" and (not types or "sport" in types) else []


ADVISER = Adviser(INFO, near, called, meant)


def test_names_are_those_below_each_path_by_their_length() -> None:
    assert names(["/", "/a", "/a/b", "/a?page=1", "/a/c", "/a/de", "/a/b?page=2"]) == {
        names_key("", 0): b"",
        names_key("", 1): b"a",
        names_key("/a", 1): b"b\nc",
        names_key("/a", 2): b"de",
    }


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/v1/entities/sprot", "no type `sprot`; did you mean `sport`?"),
        ("/v1/entities/sprot/tennis", "no type `sprot`; did you mean `sport`?"),
        ("/v1/entities/nothing", "no type `nothing`; see /v1/entities for all"),
        ("/v1/entities/sport/tenis", "no sport `tenis`; did you mean `tennis`?"),
        ("/v1/entities/sport/nothing", "no sport `nothing`; see /v1/entities/sport for all"),
        ("/v1/entities/goal/get-fit", "no goal `get-fit`; see /v1/entities/goal for all"),
        (
            "/v1/entities/sport/both",
            "`sport/both` was split; see /v1/entities/sport/tennis and /v1/entities/sport/squash",
        ),
        ("/v1/compare/tennis-vs-squsah", "no comparison `tennis-vs-squsah`; did you mean `tennis-vs-squash`?"),
        ("/v1/compare/a", "no comparison `a`; compare two slugs of one type; search for them with /v1/search?q=WORDS"),
        ("/v1/calculators/bim", "no calculator `bim`; did you mean `bmi`?"),
        ("/v1/calculators/nothing", "no calculator `nothing`; see /v1/calculators for all"),
        ("/v1/learning/courses/chess", "no course `chess`; see /v1/learning/courses for all"),
        ("/v1/recommendations/get-ft", "no goal `get-ft`; did you mean `get-fit`?"),
        ("/v1/learning", "nothing at `/v1/learning`; see /api/openapi.json for the 11 endpoints"),
        ("/api/nothing", "nothing at `/api/nothing`; see /api/openapi.json for the 11 endpoints"),
        ("/sports/tenis", "no sport `tenis`; did you mean `tennis`?"),
        ("/sport/squash", "no page at `/sport/squash`; did you mean `/sports/squash`?"),
        ("/calculators/bim", "no page at `/calculators/bim`; begin at / or search at /search"),
        ("/sports/nothing", "no sport `nothing`; see /sports for all"),
        ("/sports/tenis/more", "no page at `/sports/tenis/more`; begin at / or search at /search"),
        ("/g/nothing", "no goal `nothing`; see /g for all"),
        ("/api", "nothing at `/api`; see /api/openapi.json for the 11 endpoints"),
        (
            "/v1/compare/a-vs-b-vs-c",
            "no comparison `a-vs-b-vs-c`; compare two slugs of one type; search for them with /v1/search?q=WORDS",
        ),
        ("/v1/entities/sport/lawn-tennis", "no sport `lawn-tennis`; did you mean `tennis`?"),
        ("/v1/entities/sport/soft-ball-rackets", "no sport `soft-ball-rackets`; did you mean `squash`?"),
        ("/v1/entities/goal/lawn-tennis", "no goal `lawn-tennis`; see /v1/entities/goal for all"),
        ("/v1/learning/courses/lawn-tennis", "no course `lawn-tennis`; did you mean `tennis`?"),
        ("/sports/lawn-tennis", "no sport `lawn-tennis`; did you mean `tennis`?"),
        ("/sport/lawn-tennis", "no page at `/sport/lawn-tennis`; did you mean `/sports/tennis`?"),
        ("//sports", "no page at `//sports`; begin at / or search at /search"),
    ],
)
def test_advice(path: str, text: str) -> None:
    assert ADVISER.advise(path).text() == text


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/v1/entities/sport/old", "/v1/entities/sport/tennis"),
        ("/v1/entities/goal/old", "/v1/entities/goal/x"),
        ("/v1/compare/squash-vs-tennis", "/v1/compare/tennis-vs-squash"),
    ],
)
def test_what_has_moved_leads_there(path: str, location: str) -> None:
    assert ADVISER.advise(path) == Advice(location=location)


def test_a_path_within_the_longest_is_looked_into_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    advise = Adviser._advise

    def noted(self: Adviser, path: str) -> Advice:
        asked.append(path)
        return advise(self, path)

    monkeypatch.setattr(Adviser, "_advise", noted)
    adviser = Adviser(INFO, near, called, meant)
    for length, times in ((LONGEST_PATH, 1), (LONGEST_PATH + 1, 2)):
        asked.clear()
        path = "/" + "x" * (length - 1)
        text = f"no page at `{path[:60]}…`; begin at / or search at /search"
        assert [adviser.advise(path).text() for _ in range(2)] == [text] * 2
        assert len(asked) == times


def test_an_adviser_knows_what_its_snapshot_says() -> None:
    """Made here, as the one above was when this module was loaded."""
    adviser = Adviser(INFO, near, called, meant)
    assert adviser.advise("/v1/entities/sport/old") == Advice(location="/v1/entities/sport/tennis")
    assert adviser.advise("/sports/tenis").text() == "no sport `tenis`; did you mean `tennis`?"
    assert adviser.advise("/sports/tenis").suggestion == "/sports/tennis"
    assert adviser.advise("/sport/squash").name == "/sports/squash"


@pytest.mark.parametrize(("slug", "name"), [("tenis", "tennis"), ("soft-ball-rackets", "squash")])
def test_what_is_called_so_or_a_letter_away_is_not_searched_for(slug: str, name: str) -> None:
    def search(name: str, types: Sequence[str]) -> list[Meant]:
        raise AssertionError(name)

    assert Adviser(INFO, near, called, search).advise(f"/v1/entities/sport/{slug}").name == name


def test_html_links_the_suggestion_and_escapes_the_rest() -> None:
    advice = Advice("no `<b>`", suggestion='/a"b', name="<i>")
    assert advice.html() == 'no “&lt;b&gt;”; did you mean <a href="/a&quot;b">&lt;i&gt;</a>?'
    assert Advice("no `<b>`", "see all").html() == "no “&lt;b&gt;”."
    assert in_html("no `x`; see `y` & z") == "no “x”; see “y” &amp; z"


def test_a_page_lists_what_else_may_be_meant() -> None:
    advice = ADVISER.advise("/sports/lawn-tennis")
    assert advice.suggestion == "/sports/tennis"
    assert advice.list_html() == (
        '<h2>Nearest in the catalogue</h2><ul class="links"><li><a href="/sports/squash">Squash</a></li></ul>'
    )
    assert ADVISER.advise("/sports/nothing").list_html() == ""


def test_the_interface_is_told_from_the_pages() -> None:
    assert [is_api(path) for path in ("/v1", "/v1/x", "/api/x", "/api", "/v1x", "/apiary", "/")] == [True] * 4 + [
        False
    ] * 3


@given(st.text().map("/{}".format) | st.sampled_from(PATHS).flatmap(lambda path: st.text().map(path.__add__)))
def test_no_path_is_too_strange(path: str) -> None:
    advice = ADVISER.advise(path)
    assert advice.location or (advice.text() and advice.html())
    if advice.suggestion:
        assert advice.suggestion in PATHS or f"{advice.suggestion}?page=1" in PATHS


@pytest.mark.parametrize("missing", ["nothing", "everything"])
def test_a_catalogue_without_a_type_answers_404(tmp_path: Path, missing: str) -> None:
    """No type is taken for granted, neither those that the interface has endpoints for nor any other."""
    paths = [] if missing == "everything" else [path for path in PATHS if "entities/" not in path]
    resources = [resource(path, "application/json", b"{}") for path in ("/", *paths[1:])]
    write(tmp_path, resources, msgspec.structs.replace(INFO, lists={}), Index(dict, []), lambda _: b"")
    service = Responder(Snapshot(tmp_path))
    try:
        for operation in OPERATIONS:
            values = {parameter.name: "x-vs-y" for parameter in operation.parameters}
            path = operation.path.format(**values)
            status = service.answer(Request("GET", path, b"", {}, path)).status
            expected = 200 if path in paths else 400 if operation is SEARCH else 404
            assert (path, status) == (path, expected)
        assert service.answer(Request("GET", "/v1/compare/y-vs-x", b"", {}, "/v1/compare/y-vs-x")).status == 404
    finally:
        service.close()

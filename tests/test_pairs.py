"""Any two things at one scale, composed at request: at their address, in the answer of the interface and on the page."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import SITE, WORLD, ask, body

from sportlore.build import build
from sportlore.contract.addresses import addresses
from sportlore.server.answer import Responder
from sportlore.snapshot import Snapshot

COURT = """
[plan]
name = "Lines"
outline = [[-11.885, -5.485], [11.885, -5.485], [11.885, 5.485], [-11.885, 5.485]]
source = "itf-rules-2025"
clause = "Rule 1"
"""
SIDES = "a=sport/tennis&b=sport/badminton"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Responder]:
    """A world in which both sports have a court."""
    folder = tmp_path_factory.mktemp("pairs")
    catalogue = Path(shutil.copytree(WORLD, folder / "catalogue"))
    tennis = catalogue / "entities" / "sport" / "tennis.toml"
    tennis.write_text(tennis.read_text(encoding="utf-8") + COURT, encoding="utf-8")
    build(catalogue, folder / "snapshot", addresses(SITE))
    opened = Responder(Snapshot(folder / "snapshot"))
    yield opened
    opened.close()


def test_two_things_stand_at_one_scale(drawn: Responder) -> None:
    answer = ask(drawn, f"/drawings/pair.svg?{SIDES}")
    assert answer.status == 200
    assert b"content-type: image/svg+xml\r\n" in answer.head
    root = ET.fromstring(answer.body)
    title = root.find("{*}title")
    assert title is not None
    assert title.text == "Tennis and badminton at one scale"
    outlines = [path.get("d", "") for path in root.findall("{*}path") if path.get("class") == "area"]
    corners = [
        [float(pair.split()[0]) for pair in re.findall(r"[ML] ?([\d.]+[ ,][\d.]+)", d.replace(",", " "))]
        for d in outlines
    ]
    widths = [max(xs) - min(xs) for xs in corners if xs]
    assert widths[0] / widths[1] == pytest.approx(23.77 / 13.4, rel=0.01)


def test_phones_have_a_picture_of_their_own(drawn: Responder) -> None:
    wide, narrow = (ET.fromstring(ask(drawn, f"/drawings/pair{name}.svg?{SIDES}").body) for name in ("", "-portrait"))
    assert (wide.get("viewBox", "").split()[2], narrow.get("viewBox", "").split()[2]) == ("720", "360")


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("a=sport/tennis", "`b` is missing; give two ids"),
        ("a=sport/tennis&c=sport/badminton", "no parameter `c`"),
        ("a=sport/tennis&b=exercise/lunge", "sport/tennis and exercise/lunge are not drawn at one scale"),
        (f"a=sport/tennis&b={'x' * 600}", "are not drawn at one scale"),
        ("a=sport/tennis&b=sport/tennis", "are not drawn at one scale"),
    ],
)
def test_what_cannot_be_drawn_is_said(drawn: Responder, query: str, message: str) -> None:
    answer = ask(drawn, f"/drawings/pair.svg?{query}", accept="application/json")
    assert answer.status == 400
    assert message in answer.body.decode()


def test_the_answer_for_two_names_the_picture(drawn: Responder) -> None:
    (item,) = body(drawn, "/v1/compare/badminton-vs-tennis?type=sport")["drawings"]
    assert item["kind"] == "pair"
    assert item["formats"] == {"svg": item["url"]}
    picture = ET.fromstring(ask(drawn, item["url"].removeprefix(SITE)).body)
    width, height = map(float, picture.get("viewBox", "").split()[2:])
    assert (item["width"], item["height"]) == (round(width), round(height))


def test_the_page_of_two_shows_the_picture(drawn: Responder) -> None:
    html = ask(drawn, "/compare?a=tennis&b=badminton").body.decode()
    assert '<img src="/drawings/pair.svg?a=sport/tennis&amp;b=sport/badminton" alt="Tennis and badminton at one' in html
    assert 'srcset="/drawings/pair-portrait.svg?a=sport/tennis&amp;b=sport/badminton" width="360"' in html


def test_without_drawings_nothing_is_said(drawn: Responder) -> None:
    assert "drawings" not in body(drawn, "/v1/compare/agility-vs-maximal-strength?type=physical-quality")
    assert "pair.svg" not in ask(drawn, "/compare?a=agility&b=maximal-strength").body.decode()


def test_a_server_that_draws_nothing_loads_nothing_that_draws(world_snapshot: Path) -> None:
    asked = (
        "import sys; from pathlib import Path; from sportlore.server.answer import Request, Responder; "
        f"from sportlore.snapshot import Snapshot; served = Responder(Snapshot(Path({str(world_snapshot)!r}))); "
        "path = '/v1/compare/agility-vs-maximal-strength'; "
        "assert served.answer(Request('GET', path, b'type=physical-quality', {}, path)).status == 200; "
        "print('sportlore.drawing' in sys.modules)"
    )
    printed = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True).stdout
    assert printed.strip() == "False"


def test_the_index_of_drawings_says_how_to_ask_for_two(drawn: Responder) -> None:
    html = ask(drawn, "/drawings").body.decode()
    assert "<code>/drawings/pair.svg?a=…&amp;b=…</code>" in html
    assert '<form class="finder pair" action="/drawings/pair.svg">' in html
    assert '<option value="sport/tennis">Tennis</option>' in html

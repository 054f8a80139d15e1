"""A page of each layout of the miniature world in Chromium, beside a small picture of it that is kept: what moved is named.

Three widths, two schemes. Cells of a thirty-second of the width show where blocks stand and in which colour, in one font on every
machine. To accept what is wanted, after a look at the pages: `BLESS=1 pytest tests/test_page_pictures.py`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

import pytest
from chromium import chromium, patient
from conftest import ROOT
from playwright.sync_api import Browser, Page
from test_pictures import LEVELS, WIDE, Picture, bless, greys, kept

KEPT = ROOT / "tests" / "pages.tsv"
LAYOUTS = (
    "/",
    "/sports/tennis",
    "/exercises/back-squat",
    "/compare/tennis-vs-badminton",
    "/training-plans/strength-base",
    "/calculators/one-rep-max",
    "/sports?sort=-court-length",
    "/search?q=squat",
)
WIDTHS = (350, 820, 1280)
HEIGHT = 1_500
"""How much of a page is looked at, from its top."""
FINE = 3
"""Pixels of the screenshot across a cell."""
TOLERANCE, SHARE = 2, 0.01
"""By how many levels a cell may differ, and which share of cells by more: letters are smoothed otherwise by each machine."""
STYLE = "* { font-family: 'Source Serif' !important; caret-color: transparent; }"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


def picture(page: Page, width: int) -> Picture:
    """The page in few cells, as levels of grey."""
    height = min(HEIGHT, page.evaluate("document.documentElement.scrollHeight"))
    png = page.screenshot(full_page=True, clip={"x": 0, "y": 0, "width": width, "height": height})
    return tuple(cells(list(greys(png))))


def cells(rows: Sequence[Sequence[int]]) -> Iterator[bytes]:
    """The means of squares of pixels; what is left over at the end is left out."""
    for top in range(0, len(rows) - FINE + 1, FINE):
        squares = (
            [rows[top + y][left + x] for y in range(FINE) for x in range(FINE)] for left in range(0, WIDE * FINE, FINE)
        )
        yield bytes(round(sum(square) * LEVELS / 255 / FINE**2) for square in squares)


def difference(before: Picture, now: Picture) -> str:
    """What differs, in words; empty where nothing does."""
    if len(before) != len(now):
        return f"{len(now)} rows instead of {len(before)}"
    rows = [sum(abs(a - b) > TOLERANCE for a, b in zip(*pair, strict=True)) for pair in zip(before, now, strict=True)]
    if sum(rows) <= SHARE * len(now) * WIDE:
        return ""
    different = [number for number, count in enumerate(rows) if count]
    return f"{sum(rows)} cells, rows {different[0]} to {different[-1]} of {len(now)}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_every_layout_looks_as_it_did(browser: Browser, world_server: str, width: int, scheme: str) -> None:
    context = patient(
        browser.new_context(
            base_url=world_server,
            viewport={"width": width, "height": 900},
            device_scale_factor=WIDE * FINE / width,
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
            bypass_csp=True,
        )
    )
    page, seen = context.new_page(), {}
    for way in LAYOUTS:
        page.goto(way, wait_until="load")
        page.add_style_tag(content=STYLE)
        page.evaluate("document.fonts.ready.then(() => document.activeElement.blur())")
        # The first frame of a new window may come before its style: the second one has it.
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        seen[way] = picture(page, width)
    context.close()
    name = f"{width}-{scheme}"
    if os.environ.get("BLESS"):
        bless(name, seen, KEPT)
        return
    before = kept(KEPT)[name]
    changes = {way: difference(before[way], seen[way]) for way in LAYOUTS}
    help = "look at them, and accept them with BLESS=1 pytest tests/test_page_pictures.py"
    assert not any(changes.values()), "\n".join(
        [*(f"{way}: {change}" for way, change in changes.items() if change), help]
    )


def test_a_block_that_moves_is_noticed(browser: Browser, world_server: str) -> None:
    context = patient(
        browser.new_context(base_url=world_server, device_scale_factor=WIDE * FINE / 1280, bypass_csp=True)
    )
    page = context.new_page()
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto("/sports/tennis")
    page.add_style_tag(content=STYLE)
    before = picture(page, 1280)
    assert not difference(before, picture(page, 1280))
    page.add_style_tag(content="aside { margin-top: 2rem }")
    assert difference(before, picture(page, 1280))
    page.add_style_tag(content="aside { margin-top: 0; background: var(--accent) !important }")
    assert difference(before, picture(page, 1280))
    context.close()

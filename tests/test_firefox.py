"""A page of each layout in Firefox: it opens without an error, begins on the first screen, and works by keyboard."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from conftest import wait
from firefox import Firefox, firefox
from test_browser import FIRST, LAYOUTS


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with firefox(tmp_path_factory.mktemp("firefox")) as opened:
        yield opened


@pytest.fixture
def browser(started: Firefox) -> Iterator[Firefox]:
    """A window as wide as a phone, in which nothing must go wrong."""
    started.resize(390, 844)
    started.said.clear()
    yield started
    assert started.said == []
    started.open("about:blank")  # so that the next test does not break off what this page still loads


def focused(browser: Firefox) -> str:
    return str(browser.evaluate("document.activeElement.textContent.trim().split('\\n')[0]"))


def eventually(browser: Firefox, condition: str) -> None:
    wait(lambda: browser.evaluate(condition), condition)


@pytest.mark.parametrize("way", [way for way in LAYOUTS if way != "/sports/soccer"])
def test_a_page_opens_and_fits(browser: Firefox, catalogue_server: str, way: str) -> None:
    browser.open(catalogue_server + way)
    assert browser.evaluate(FIRST) < 500
    for width in (390, 1280):
        browser.resize(width, 900)
        assert browser.evaluate("document.documentElement.scrollWidth") <= width


def test_the_keyboard_reaches_the_content_and_filters_a_list(browser: Firefox, world_server: str) -> None:
    browser.open(f"{world_server}/sports")
    browser.press("Tab")
    assert focused(browser) == "Skip to the content"
    browser.press("Enter", "Tab")
    assert focused(browser) == "Physical qualities"
    browser.evaluate("document.activeElement.click()")  # a key that is sent by program opens no <details> in Firefox
    browser.press("Tab")
    assert focused(browser) == "Maximal strength 1"
    browser.press("Enter")
    eventually(
        browser,
        "document.readyState === 'complete' && document.querySelector('#total')?.textContent === '1 of 2 sports'",
    )


def test_a_link_to_a_week_opens_it(browser: Firefox, catalogue_server: str) -> None:
    browser.open(f"{catalogue_server}/training-plans/couch-to-5k")
    browser.evaluate("document.querySelector('.weeks li:last-child a').click()")
    eventually(browser, "[...document.querySelectorAll('.week')].at(-1).open")


def test_a_calculator_calculates(browser: Firefox, world_server: str) -> None:
    browser.open(f"{world_server}/calculators/one-rep-max")
    browser.evaluate("document.querySelector('button.example').click()")
    eventually(browser, "document.querySelector('#result').textContent === '116.7'")


def test_an_exercise_moves_by_a_button(browser: Firefox, world_server: str) -> None:
    browser.open(f"{world_server}/exercises/back-squat")
    thigh = "[...document.querySelectorAll(\"[data-pose='0'] use[href$='thigh']\")].at(-1).getAttribute('transform')"
    rest = browser.evaluate(thigh)
    browser.evaluate("[...document.querySelectorAll('button')].find(b => b.textContent === 'Show the motion').click()")
    eventually(browser, f"{thigh} !== {rest!r}")

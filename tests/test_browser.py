"""The pages in a real browser: they show what they should, calculate as Python does, and disturb nobody."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from chromium import chromium, patient
from conftest import PATIENCE
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Request, expect

from sportlore import calculation
from sportlore.model import Calculator
from sportlore.publication import Publication

WAYS = [
    "/",
    "/sports",
    "/sports?develops=maximal-strength&sort=-court-length",
    "/topics",
    "/sports/tennis",
    "/exercises/back-squat",
    "/goals/get-stronger",
    "/compare/tennis-vs-badminton",
    "/recommendations/get-stronger",
    "/atlas/muscle",
    "/courses/tennis",
    "/courses/tennis/the-game-basics",
    "/calculators",
    "/calculators/one-rep-max",
    "/search?q=squat",
    "/compare?a=agility&b=maximal-strength",
    "/recommended?goal=get-stronger&days=2&equipment=racket",
    "/about",
]
"""A page of each template, in the miniature world."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def context(browser: Browser, world_server: str) -> Iterator[BrowserContext]:
    opened = patient(browser.new_context(base_url=world_server))
    yield opened
    opened.close()


@pytest.fixture
def large_page(browser: Browser, catalogue_server: str) -> Iterator[Page]:
    """A page of the real catalogue."""
    opened = patient(browser.new_context(base_url=catalogue_server))
    yield opened.new_page()
    opened.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page that must leave nothing in the console."""
    opened = context.new_page()
    said = listen(opened)
    yield opened
    assert said == []


_FASTER = "Autofocus processing was blocked"
"""What Chromium notes where a test has typed before the first frame, in which the field would get the focus."""


def listen(page: Page) -> list[str]:
    """Everything that goes wrong on a page from now on, also whatever the policy of the page refuses."""
    said: list[str] = []
    page.on("console", lambda message: said.extend([] if message.text.startswith(_FASTER) else [message.text]))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("requestfailed", lambda request: said.extend(failures(request)))
    return said


def failures(request: Request) -> list[str]:
    """How a request failed, unless it was given up since the page was left before its icon, pictures or suggestions had come."""
    awaited = any(part in request.url for part in ("/static/icon", "/drawings/", "/suggest?"))
    return [] if awaited and request.failure == "net::ERR_ABORTED" else [f"{request.url}: {request.failure}"]


def test_home_leads_to_a_sport(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("The miniature world")
    page.get_by_role("main").get_by_role("link", name="Tennis", exact=True).click()
    expect(page).to_have_url("/sports/tennis")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tennis")


def test_an_entity_shows_facts_links_and_where_one_is(page: Page) -> None:
    page.goto("/exercises/back-squat")
    expect(page.get_by_role("row", name="Mechanics")).to_be_visible()
    expect(page.get_by_role("heading", name="How to do it")).to_be_visible()
    expect(page.get_by_role("navigation", name="Breadcrumb").get_by_role("listitem")).to_have_text(
        ["Home", "Exercises", "Back squat"]
    )
    page.get_by_role("link", name="Quadriceps").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Quadriceps")
    expect(page.get_by_role("link", name="Back squat", exact=True)).to_be_visible()


def test_a_comparison_shows_both_sides(page: Page) -> None:
    page.goto("/compare/tennis-vs-badminton")
    for heading in ("Differences", "Similarities", "Verdict", "Side by side"):
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
    expect(page.get_by_role("columnheader", name="Tennis").first).to_be_visible()
    expect(page.get_by_role("columnheader", name="Badminton").first).to_be_visible()


def test_the_skip_link_comes_first_and_leads_to_the_content(page: Page) -> None:
    page.goto("/sports/tennis")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()


def test_an_exercise_moves_and_stops_by_a_button(page: Page) -> None:
    page.goto("/exercises/back-squat")
    button = page.get_by_role("button", name="Show the motion")
    thigh = page.locator("[data-pose='0'] use[href$='thigh']").last
    rest = thigh.get_attribute("transform")
    page.wait_for_timeout(300)
    assert thigh.get_attribute("transform") == rest
    button.click()
    stop = page.get_by_role("button", name="Stop")
    expect(stop).to_have_attribute("aria-pressed", "true")
    expect(thigh).not_to_have_attribute("transform", rest or "")
    expect(page.locator("[data-pose='2']")).to_be_hidden()
    stop.click()
    expect(thigh).to_have_attribute("transform", rest or "")
    expect(page.locator("[data-pose='2']")).to_be_visible()


def test_who_asks_for_less_motion_sees_pose_after_pose(browser: Browser, world_server: str) -> None:
    context = patient(browser.new_context(base_url=world_server, reduced_motion="reduce"))
    page = context.new_page()
    page.goto("/exercises/back-squat")
    thigh = page.locator("[data-pose='0'] use[href$='thigh']").last
    page.get_by_role("button", name="Show the motion").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    seen = set[str | None]()
    for _ in range(20):
        seen.add(thigh.get_attribute("transform"))
        page.wait_for_timeout(50)
    assert len(seen) <= 3
    context.close()


def test_key_poses_stand_without_scripts(browser: Browser, world_server: str) -> None:
    context = patient(browser.new_context(base_url=world_server, java_script_enabled=False))
    page = context.new_page()
    page.goto("/exercises/back-squat")
    expect(page.locator("[data-pose]")).to_have_count(3)
    expect(page.get_by_role("button", name="Show the motion")).to_be_hidden()
    context.close()


def answer(page: Page, number: int, text: str) -> Locator:
    """Open the answer with these words, and give it."""
    option = page.locator(".question").nth(number).locator("details", has_text=text)
    option.locator("summary").click()
    return option


def test_what_was_answered_is_kept_and_what_was_wrong_comes_back(page: Page) -> None:
    page.goto("/courses/tennis/the-game-basics")
    tally, done = page.locator(".tally"), page.get_by_role("checkbox", name="Done with this lesson")
    expect(answer(page, 0, "second").get_by_text("✓ Right.")).to_be_visible()
    expect(tally).to_have_text("Right: 1 of 1 right so far.")
    page.locator(".question").nth(1).locator("summary").first.focus()
    page.keyboard.press("Enter")
    expect(tally).to_have_text("Wrong: 1 of 2 right so far.")
    answer(page, 1, "third")
    expect(tally).to_have_text("Wrong: 1 of 2 right so far.")  # the first answer counts
    expect(done).not_to_be_checked()
    answer(page, 2, "first")
    expect(tally).to_have_text("Right: 2 of 3 right.")
    expect(done).to_be_checked()
    page.get_by_role("link", name="All 4 lessons").click()
    progress = page.locator(".progress")
    expect(progress).to_contain_text("1 of 4 lessons done")
    expect(progress.get_by_role("link")).to_have_text("Go on: The racket in short")
    expect(page.locator(".repeat li")).to_have_text(["The game in short (one question)"])
    page.locator(".repeat a").click()
    expect(done).to_be_checked()
    answer(page, 1, "third")
    expect(tally).to_have_text("Right: 1 of 1 right so far.")
    page.goto("/courses/tennis#module-the-game.the-game-basics")
    expect(page.locator(".repeat")).to_be_hidden()
    expect(page.locator("li:target .state")).to_have_text("done ✓")
    page.get_by_role("button", name="Forget my progress").click()
    expect(progress).to_contain_text("0 of 4 lessons done")


def test_a_letter_on_the_drawing_answers(large_page: Page) -> None:
    page = large_page
    page.goto("/courses/badminton/the-court")
    letters = page.locator(".asked a")
    letters.nth(1).click()
    expect(page.locator("#drawing-1 [open]")).to_contain_text("✓ Right. Net")
    letters.nth(1).click()
    expect(page.locator("#drawing-2 [open]")).to_contain_text("✗ Wrong: it is C.")
    expect(
        page.locator("#drawing-2").get_by_text("C Two lines across, 6.10 m long, each 1.98 m from the middle")
    ).to_be_visible()


def result(calculator: Calculator, values: dict[str, float | str]) -> str:
    """What `sportlore calculate` prints, without label and unit."""
    return calculation.rounded(calculator.output, calculation.result(calculator, values))


def test_a_calculator_calculates_as_python_does(page: Page, world: Publication) -> None:
    calculator = next(each for each in world.knowledge.calculators if each.slug == "one-rep-max")
    page.goto("/calculators/one-rep-max")
    answer, problem = page.locator("#result"), page.locator("#problem")
    expect(answer).to_have_text("–")
    expect(problem).to_have_text("")  # nothing is said to be missing before anything is typed
    page.get_by_label("Load lifted").fill("100")
    expect(page.locator("#problem-repetitions")).to_have_text("Repetitions is missing; it takes 1 to 12.")
    expect(problem).to_have_text("No result: see the message beside the field.")
    for load, repetitions in ((100, 5), (82.5, 1), (1, 12), (399.99, 7), (60.15, 6)):
        page.get_by_label("Load lifted").fill(str(load))
        page.get_by_label("Repetitions").fill(str(repetitions))
        expect(answer).to_have_text(result(calculator, {"load": load, "repetitions": repetitions}))
        expect(problem).to_have_text("")


def test_the_curve_follows_the_form_and_the_dot_the_result(page: Page) -> None:
    page.goto("/calculators/one-rep-max")
    curve, dot, ticks = page.locator(".curve").first, page.locator(".dot"), page.locator(".tick")
    built = [float(number) for number in re.findall(r"[\d.]+", curve.get_attribute("d") or "")]
    scale = ticks.all_text_contents()
    expect(dot).to_be_hidden()
    page.get_by_label("Repetitions").fill("5")
    expect(dot).to_be_visible()
    drawn = [float(number) for number in re.findall(r"[\d.]+", curve.get_attribute("d") or "")]
    assert drawn == pytest.approx(built, abs=0.06)
    assert ticks.all_text_contents() == scale
    page.get_by_label("Load lifted").fill("200")
    # Twelve repetitions of 200 kg are 280 kg.
    assert float(ticks.first.text_content() or 0) <= 200
    assert 280 <= float(ticks.last.text_content() or 0) <= 320
    page.get_by_label("Load lifted").fill("much")
    expect(dot).to_be_hidden()


def test_a_calculator_says_beside_each_field_what_is_wrong(page: Page) -> None:
    page.goto("/calculators/one-rep-max")
    load, repetitions = page.get_by_label("Load lifted"), page.get_by_label("Repetitions")
    repetitions.fill("5.5")
    load.fill("900")
    expect(page.locator("#problem-load")).to_have_text("Load lifted is 900: pounds? Give 408.2 or 900lb.")
    expect(page.locator("#problem-repetitions")).to_have_text("Repetitions is 5.5; it takes a whole number.")
    expect(page.locator("#problem")).to_have_text("No result: see the messages beside 2 fields.")
    expect(page.locator("#result")).to_have_text("–")
    expect(load).to_have_attribute("aria-invalid", "true")
    expect(load).to_have_accessible_description(re.compile("Load lifted is 900"))
    load.fill("100")
    expect(load).to_have_attribute("aria-invalid", "false")
    expect(page.locator("#problem-load")).to_be_hidden()


def test_a_calculator_reads_a_decimal_comma(page: Page) -> None:
    page.goto("/calculators/one-rep-max")
    load = page.get_by_label("Load lifted")
    page.get_by_label("Repetitions").fill("5")
    load.fill("82,5")
    expect(page.locator("#result")).to_have_text("96.3")
    load.fill("1:41")
    expect(page.locator("#problem-load")).to_have_text("Load lifted is 1:41, which is no number; it takes 1 to 500 kg.")


def test_a_calculator_refuses_inputs_that_contradict_one_another(page: Page) -> None:
    page.goto("/calculators/one-rep-max")
    page.get_by_label("Load lifted").fill("450")
    page.get_by_label("Repetitions").fill("3")
    message = "More than 400 kg is lifted only once: check the load."
    expect(page.locator("#problem-repetitions")).to_have_text(message)
    expect(page.locator("#result")).to_have_text("–")
    expect(page.get_by_role("heading", name="When there is no result")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text=message)).to_be_visible()
    page.get_by_label("Repetitions").fill("1")
    expect(page.locator("#problem")).to_have_text("")


def test_an_input_is_asked_for_only_where_it_applies(large_page: Page, catalogue: Publication) -> None:
    page = large_page
    page.goto("/calculators/us-navy-body-fat")
    expect(page.get_by_label("Hip girth")).to_be_visible()
    page.get_by_label("Sex").select_option("male")
    expect(page.get_by_label("Hip girth")).to_be_hidden()
    page.get_by_label("Waist girth").fill("90")
    page.get_by_label("Neck girth").fill("40")
    expect(page.locator("#problem")).to_have_text("")
    page.goto("/calculators/riegel-race-time")
    page.get_by_role("textbox", name="Race time").fill("3:59:35")
    page.get_by_label("Race distance").fill("42.195")
    page.get_by_label("Distance to predict").fill("21,0975")
    calculator = next(each for each in catalogue.knowledge.calculators if each.slug == "riegel-race-time")
    values: dict[str, float | str] = {"race_time": 14375, "race_distance": 42.195, "target_distance": 21.0975}
    expect(page.locator("#result")).to_have_text(result(calculator, values))


def test_an_example_fills_the_form(page: Page) -> None:
    page.goto("/calculators/one-rep-max")
    page.get_by_role("button", name="Fill in example 1").click()
    expect(page.get_by_label("Repetitions")).to_have_value("5")
    expect(page.locator("#result")).to_have_text("116.7")


CLICKED = "buttons => buttons.map(button => (button.click(), document.getElementById('result').textContent))"


def test_every_calculator_of_the_catalogue_gives_its_examples(large_page: Page, catalogue: Publication) -> None:
    """The worked examples of each, in the browser as in Python."""
    page = large_page
    said = listen(page)
    for tool in catalogue.knowledge.calculators:
        page.goto(f"/calculators/{tool.slug}")
        shown = page.locator("button.example").evaluate_all(CLICKED)
        assert shown == [result(tool, example.inputs) for example in tool.examples], tool.slug
    assert catalogue.knowledge.calculators
    assert said == []


def test_search_as_one_types(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/search?" in request.url else None)
    page.clock.install()
    page.goto("/search")
    page.clock.pause_at(page.evaluate("Date.now()") + 3_600_000)  # it must not be past when the browser hears of it
    words = page.get_by_role("searchbox", name="Words")
    words.press_sequentially("s")
    page.clock.run_for(1000)
    expect(page.locator("#status")).to_have_text("Type two letters or more.")
    assert asked == []
    words.press_sequentially("quat")
    page.clock.run_for(1000)
    expect(page.locator("#status")).to_contain_text("results for “squat”")
    assert len(asked) == 1
    page.clock.resume()
    expect(page).to_have_url("/search?q=squat")
    names = page.locator("#results li a")
    expect(names.first).to_have_text("Back squat vs front squat")
    expect(page.locator("#results .kind").first).to_have_text("movement comparison")
    page.get_by_label("Type").select_option("exercise")
    expect(names).to_have_count(2)
    expect(names.first).to_have_text("Front squat")
    expect(page.locator("#results .kind")).to_have_text(["exercise", "exercise"])
    names.first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Front squat")


def test_search_from_its_address_and_from_any_page(page: Page) -> None:
    page.goto("/search?q=tennis&type=sport")
    expect(page.locator("#results li a")).to_have_text(["Tennis"])
    page.goto("/sports")
    page.get_by_label("Search the catalogue").fill("quadriceps")
    page.keyboard.press("Enter")
    expect(page.locator("#results li a").first).to_have_text("Quadriceps")
    page.wait_for_load_state()  # with the script, which may come after the results
    page.get_by_role("searchbox").fill("xyzzyxyzzy")
    expect(page.locator("#status")).to_have_text("Nothing found for “xyzzyxyzzy”.")
    expect(page.locator("#results li")).to_have_count(0)
    page.get_by_role("searchbox").fill("x")
    expect(page.locator("#status")).to_have_text("Type two letters or more.")


def test_what_is_typed_is_completed(page: Page) -> None:
    page.goto("/search")
    page.get_by_role("searchbox", name="Words").fill("ten")
    suggestions = page.get_by_role("list", name="Suggestions").get_by_role("link")
    expect(suggestions.first).to_have_text("Tennis")
    expect(suggestions.first).to_have_attribute("href", "/sports/tennis")
    page.get_by_role("searchbox", name="Words").fill("zzz")
    expect(suggestions).to_have_count(0)
    page.goto("/sports")
    page.get_by_label("Search the catalogue").fill("ten")
    expect(page.locator("#find-suggestions option").first).to_have_attribute("value", "Tennis")
    expect(page.get_by_label("Search the catalogue")).to_have_attribute("list", "find-suggestions")


def test_a_field_without_suggestions_works(page: Page) -> None:
    page.route("**/suggest?*", lambda route: route.fulfill(status=503, body="x"))
    page.goto("/sports")
    page.get_by_label("Search the catalogue").fill("tennis")
    page.keyboard.press("Enter")
    expect(page.locator("#results li a").first).to_have_text("Tennis")


def test_what_matched_is_marked_and_counted_by_type(page: Page) -> None:
    page.goto("/search?q=racket")
    expect(page.locator("#results mark").first).to_be_visible()
    counts = page.get_by_role("navigation", name="Counts").get_by_role("link")
    expect(counts.first).to_have_text("All")
    counts.filter(has_text="Sports").click()
    expect(page).to_have_url("/search?q=racket&type=sport")
    expect(page.locator("#results .kind")).to_have_text(["sport", "sport"])
    expect(page.get_by_label("Type")).to_have_value("sport")


@pytest.mark.parametrize("scripts", [True, False])
def test_two_are_compared_from_the_page_of_one(browser: Browser, world_server: str, scripts: bool) -> None:
    context = patient(browser.new_context(base_url=world_server, java_script_enabled=scripts))
    page = context.new_page()
    page.goto("/physical-qualities/agility")
    page.get_by_label("Compare with").fill("maximal strenth")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Agility vs Maximal strength")
    expect(page.get_by_label("with", exact=True)).to_have_value("Maximal strength")
    context.close()


def test_results_are_reached_by_keyboard(page: Page) -> None:
    page.goto("/search?q=squat")
    words = page.get_by_role("searchbox", name="Words")
    words.focus()
    page.keyboard.press("ArrowDown")
    first = page.locator("#results li a").first
    expect(first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(words).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(words).to_be_focused()


def test_a_search_that_fails_says_so(page: Page) -> None:
    page.goto("/search")
    page.route("**/search?*", lambda route: route.fulfill(status=200, json={"error": "x"}))
    page.get_by_role("searchbox", name="Words").fill("tennis")
    expect(page.locator("#status")).to_contain_text("The search failed")


def test_more_results_are_shown_on_demand(large_page: Page) -> None:
    page = large_page
    page.goto("/search?q=strength")
    expect(page.locator("#results li")).to_have_count(20)
    page.get_by_role("link", name="Show more").click()
    expect(page.locator("#results li").nth(20).get_by_role("link")).to_be_focused()
    names = page.locator("#results li a").evaluate_all("links => links.map(link => link.href)")
    assert len(names) == len(set(names)) > 20


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_pages_fit_and_stand_still(browser: Browser, world_server: str, scheme: str, width: int) -> None:
    """No page scrolls sideways or shifts while it loads, and each follows the scheme of the reader."""
    context = patient(
        browser.new_context(
            base_url=world_server,
            viewport={"width": width, "height": 800},
            color_scheme="dark" if scheme == "dark" else "light",
        )
    )
    page = context.new_page()
    said = listen(page)
    for way in WAYS:
        page.goto(way)
        if way.startswith("/search"):
            expect(page.locator("#results li").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, way
        assert page.evaluate(SHIFT) < 0.01, way
        bright = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/[0-9]+/)[0] > 127")
        assert bright is (scheme == "light"), way
    context.close()
    assert said == []


SHIFT = """() => new Promise(resolve => {
  let sum = 0;
  const observer = new PerformanceObserver(list => list.getEntries().forEach(entry => { sum += entry.value; }));
  observer.observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(sum), 50);
})"""


def test_pages_can_be_read_without_scripts(browser: Browser, world_server: str) -> None:
    context = patient(browser.new_context(base_url=world_server, java_script_enabled=False))
    page = context.new_page()
    page.goto("/courses/tennis")
    expect(page.locator(".progress")).to_contain_text("without scripts nothing is kept")
    page.get_by_role("link", name="First lesson").click()
    expect(answer(page, 0, "third").get_by_text("✗ Wrong: it is B. It stands there.")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Done with this lesson")).to_be_hidden()
    page.goto("/calculators/one-rep-max")
    expect(page.get_by_role("cell", name="116.7")).to_be_visible()
    page.goto("/search")
    page.get_by_role("searchbox", name="Words").fill("tenis")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text("for “tennis”: nothing here is called “tenis”.")
    expect(page.locator("#results li a").first).to_have_text("Tennis")
    context.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_list_is_filtered_by_keyboard(browser: Browser, world_server: str, scripts: bool) -> None:
    context = patient(browser.new_context(base_url=world_server, java_script_enabled=scripts))
    page = context.new_page()
    page.goto("/sports")
    for key in ("Tab", "Enter", "Tab"):  # past the head of the page
        page.keyboard.press(key)
    group = page.get_by_role("group").filter(has_text="Physical qualities")
    expect(group.locator("summary")).to_be_focused()
    for key in ("Enter", "Tab", "Enter"):
        page.keyboard.press(key)
    expect(page).to_have_url("/sports?develops=maximal-strength")
    expect(page.locator("#total")).to_have_text("1 of 2 sports")
    expect(page.locator("#entries .entries a")).to_have_text(["Tennis"])
    page.get_by_role("link", name="Take away Physical qualities: Maximal strength").click()
    expect(page.locator("#entries .entries a")).to_have_text(["Badminton", "Tennis"])
    context.close()


def test_a_plan_is_printed_whole_and_without_what_is_for_screens(context: BrowserContext) -> None:
    page = context.new_page()
    page.emulate_media(media="print")
    page.goto("/training-plans/strength-base")
    for session in page.locator(".days h4").all():
        assert session.evaluate("element => element.checkVisibility({ contentVisibilityAuto: true })")
    expect(page.get_by_role("navigation", name="Main")).to_be_hidden()
    page.goto("/sports?develops=maximal-strength")
    expect(page.locator(".chips")).to_be_hidden()
    expect(page.locator("#entries .entries a")).to_be_visible()


def test_an_unknown_page_says_what_to_do(context: BrowserContext) -> None:
    page = context.new_page()
    answer = page.goto("/sports/<script>alert(1)")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing here")
    expect(page.get_by_label("Search the catalogue")).to_have_value("<script>alert(1)")
    assert page.locator("main script").count() == 0
    page.goto("/sports/squat")
    page.get_by_role("main").get_by_role("link", name="All topics").click()
    expect(page.get_by_role("heading", name="All topics")).to_be_in_viewport()


PHONE = {"width": 390, "height": 844}
LAYOUTS = [
    "/",
    "/sports/tennis",
    "/exercises/back-squat",
    "/compare/tennis-vs-badminton",
    "/training-plans/couch-to-5k",
    "/calculators/one-rep-max-epley",
    "/goals/get-stronger",
    "/positions/goalkeeper",
    "/muscle-groups/quadriceps",
    "/courses/football",
    "/courses/football/the-pitch",
    "/exercises",
    "/exercises?uses=dumbbell&level=beginner",
    "/compare",
    "/search?q=squat",
    "/atlas/muscle",
    "/drawings",
    "/topics",
    "/sports/soccer",
]
"""A page of each layout, in the real catalogue."""
FIRST = """Math.min(...[...document.querySelectorAll(
  '.body > *, .bench, .contents, .letter, .folded, .doors, .entries, .drawing, #answers > *, #results li, .finder'
)].map(element => element.getBoundingClientRect().top))"""
"""Where the first of what a reader came for begins, below the title and the description."""


def test_on_a_phone_content_begins_on_the_first_screen(browser: Browser, catalogue_server: str) -> None:
    context = patient(browser.new_context(base_url=catalogue_server, viewport=PHONE))  # type: ignore[arg-type]
    page = context.new_page()
    for way in LAYOUTS:
        page.goto(way)
        assert page.evaluate(FIRST) < 500, way
        assert page.locator("header.site").bounding_box()["height"] < 60, way  # type: ignore[index]
    context.close()


def eventually(page: Page, condition: str) -> None:
    """Wait until a function of the page, given as its text, gives true; the policy of the site allows no waiting by `eval`."""
    end = time.monotonic() + PATIENCE
    while not page.evaluate(condition):
        assert time.monotonic() < end, condition
        page.wait_for_timeout(50)


def test_what_was_opened_can_be_read_without_a_connection(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/about")
    eventually(page, "async () => navigator.serviceWorker.controller !== null")
    page.goto("/sports/tennis")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tennis")
    eventually(page, "async () => (await caches.match('/sports/tennis', { ignoreVary: true })) !== undefined")
    context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tennis")
    page.goto("/sports/badminton")
    expect(page.get_by_role("heading", level=1)).to_have_text("The miniature world")
    context.set_offline(False)

"""Calculations: what is needed and refused, durations, and that no calculator of the catalogue gives nonsense."""

from __future__ import annotations

import doctest
import json
import random
import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from conftest import CATALOGUE, missing
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sportlore import calculation, formula
from sportlore.api import bodies
from sportlore.calculation import RefusedError, duration, seconds
from sportlore.model import Calculator, CalculatorInput, CalculatorOutput, Choice, Formula, Requirement
from sportlore.publication import Publication
from sportlore.registry import read_calculators
from sportlore.site.calculators import script

CALCULATORS = read_calculators(CATALOGUE)
PAGE_SCRIPT = Path(calculation.__file__).parent / "site" / "static" / "calculator.js"
Values = Mapping[str, float | str]

FEMALE = (Choice("female", "Female"), Choice("male", "Male"))
GIRTHS = Calculator(
    title="A difference of girths",
    description="",
    inputs=(
        CalculatorInput("sex", "Sex", "choice", choices=FEMALE),
        CalculatorInput("waist", "Waist", "number", "cm", 50, 200),
        CalculatorInput("hips", "Hips", "number", "cm", 50, 200, when='sex == "female"'),
    ),
    formula=Formula("", 'if(sex == "female", waist / (hips - 50), waist / 100)', ""),
    output=CalculatorOutput("Ratio", 2),
    examples=(),
    validity="",
    sources=(),
    requires=(
        Requirement('sex == "male" or hips >= 0.5 * waist', "The hips are too narrow."),
        Requirement("waist <= 180", "The waist is too wide."),
        Requirement("output >= 0.6", "The ratio is too small."),
    ),
)


def refusals(calculator: Calculator, values: Values) -> list[tuple[str, tuple[str, ...]]]:
    """The messages for these inputs, each with the inputs that it is about."""
    with pytest.raises(RefusedError) as caught:
        calculation.result(calculator, values)
    return [(refusal.message, refusal.inputs) for refusal in caught.value.refusals]


# --- One calculation ---


def test_an_input_whose_condition_does_not_hold_is_neither_needed_nor_looked_at() -> None:
    assert calculation.result(GIRTHS, {"sex": "male", "waist": 90}) == 0.9
    assert calculation.result(GIRTHS, {"sex": "male", "waist": 90, "hips": 1}) == 0.9
    assert refusals(GIRTHS, {"sex": "female", "waist": 90}) == [("`hips` is missing", ("hips",))]


def test_everything_that_is_wrong_with_single_inputs_is_told_at_once() -> None:
    assert refusals(GIRTHS, {}) == [("`sex`, `waist` are missing", ("sex", "waist"))]
    assert refusals(GIRTHS, {"sex": "female", "waist": 10, "hips": 300}) == [
        ("`waist` is 10; it takes 50 to 200 cm", ("waist",)),
        ("`hips` is 300; it takes 50 to 200 cm", ("hips",)),
    ]


def test_requirements_are_tried_in_two_stages() -> None:
    assert refusals(GIRTHS, {"sex": "female", "waist": 190, "hips": 60}) == [
        ("The hips are too narrow.", ("sex", "hips", "waist")),
        ("The waist is too wide.", ("waist",)),
    ]
    assert refusals(GIRTHS, {"sex": "male", "waist": 55}) == [("The ratio is too small.", ())]


def test_a_formula_without_a_result_is_refused() -> None:
    assert refusals(GIRTHS, {"sex": "female", "waist": 70, "hips": 50}) == [
        ("the formula has no result: division by zero: check the inputs", ())
    ]


def test_a_requirement_that_cannot_be_evaluated_does_not_hold() -> None:
    broken = replace(GIRTHS, requires=(Requirement("1 / (waist - 90) > 0", "Not 90."),))
    assert refusals(broken, {"sex": "male", "waist": 90}) == [("Not 90.", ("waist",))]


@pytest.mark.parametrize(
    ("value", "precision", "text"),
    [
        (95, 0, "1:35"),
        (14375, 0, "3:59:35"),
        (59.96, 1, "1:00.0"),
        (59.6, 0, "1:00"),
        (3599.5, 0, "1:00:00"),
        (5, 0, "0:05"),
        (3600, 1, "1:00:00.0"),
    ],
)
def test_durations(value: float, precision: int, text: str) -> None:
    assert duration(value, precision) == text


@pytest.mark.parametrize(
    "text", ["25", "1:5", "1:60", "1:60:00", "1:1:00", ":30", "1:2:3:4", "-1:00", "1:٣0", "", "1:00 "]
)
def test_what_is_no_duration(text: str) -> None:
    assert seconds(text) is None


@given(st.integers(0, 10**6))
def test_a_duration_is_read_as_it_was_written(value: int) -> None:
    assert seconds(duration(value)) == value


def test_a_result_is_shown_with_its_unit() -> None:
    assert calculation.shown(CalculatorOutput("", 1, "kg"), 116.66) == "116.7 kg"
    assert calculation.shown(CalculatorOutput("", 2), 1.5) == "1.50"
    assert calculation.shown(CalculatorOutput("", 0, "s", "duration"), 6072.2) == "1:41:12"
    assert calculation.shown(CalculatorOutput("", 0, "s/100 m", "duration"), 95) == "1:35 /100 m"


def test_the_docstring() -> None:
    outcome = doctest.testmod(calculation)
    assert outcome.attempted > 0
    assert outcome.failed == 0


# --- All calculators ---

UNITS = set("kg cm m km km/h s min bpm % years AU W L MET yd kcal kcal/day g/day ml/kg/min kg/m² m/s L/h".split()) | {
    "runs per over",
    "s/100 m",
}


def test_one_input_has_one_name_one_unit_and_one_label() -> None:
    """Over all calculators: a name says one thing, and a thing has one name."""
    by_name, by_label = defaultdict(set), defaultdict(set)
    for calculator in CALCULATORS.values():
        for item in calculator.inputs:
            by_name[item.name].add((item.label, item.unit, item.type, item.format, item.choices))
            by_label[item.label.casefold()].add(item.name)
    assert {name: forms for name, forms in by_name.items() if len(forms) > 1} == {}
    assert {label: names for label, names in by_label.items() if len(names) > 1} == {}


def test_a_unit_has_one_spelling() -> None:
    used = {item.unit for calculator in CALCULATORS.values() for item in calculator.inputs if item.unit}
    used |= {calculator.output.unit for calculator in CALCULATORS.values() if calculator.output.unit}
    assert used - UNITS == set()
    assert UNITS - used <= {"kcal"}


def test_the_quantities_that_were_named_twice() -> None:
    names = {item.name for calculator in CALCULATORS.values() for item in calculator.inputs}
    assert {"maximal_heart_rate", "resting_heart_rate", "race_distance", "race_time"} <= names
    assert not names & {"heart_rate_max", "heart_rate_rest", "minutes", "seconds", "repetitions_completed"}


PLAUSIBLE: dict[str, tuple[float, float]] = {
    "acsm-cycling-vo2": (7, 100),
    "acsm-running-vo2": (15, 100),
    "acsm-walking-vo2": (5, 80),
    "acute-chronic-workload-ratio": (0, 4),
    "banister-trimp": (0, 1500),
    "body-mass-index": (10, 110),
    "boer-lean-body-mass": (20, 150),
    "cooper-twelve-minute-run": (10, 90),
    "critical-power": (30, 700),
    "critical-swim-speed": (50, 300),
    "daniels-gilbert-vdot": (15, 90),
    "dots-score": (0, 800),
    "earned-run-average": (0, 320),
    "fat-free-mass-index": (8, 45),
    "ftp-twenty-minute-test": (40, 600),
    "ipf-gl-points": (0, 200),
    "jump-height-from-flight-time": (1, 125),
    "karvonen-target-heart-rate": (40, 230),
    "katch-mcardle": (600, 3700),
    "max-heart-rate-tanaka": (140, 200),
    "met-energy-expenditure": (0, 25000),
    "mifflin-st-jeor": (400, 4000),
    "net-run-rate": (-40, 40),
    "one-rep-max-brzycki": (0, 750),
    "one-rep-max-epley": (0, 750),
    "one-rep-max-wathan": (0, 850),
    "passer-rating-nfl": (0, 158.4),
    "protein-need": (25, 400),
    "reactive-strength-index": (0, 5),
    "riegel-race-time": (100, 60000),
    "rockport-walk-test": (10, 80),
    "sayers-peak-power": (300, 10000),
    "session-rpe-load": (0, 7200),
    "sinclair-total": (0, 650),
    "slugging-percentage": (0, 4),
    "sweat-rate": (0, 6),
    "total-daily-energy-expenditure": (900, 7000),
    "training-monotony": (0.4, 300),
    "twenty-metre-shuttle-run": (15, 90),
    "uth-sorensen-vo2max": (15, 100),
    "us-navy-body-fat": (2, 70),
    "wilks-2020": (0, 1000),
}
"""The least and the greatest result that can be true of a person or a team."""


def drawn(calculator: Calculator, chance: random.Random) -> dict[str, float | str]:
    """Inputs within their ranges, the bounds more often than by chance; those that do not apply are left out."""
    values: dict[str, float | str] = {}
    for item in calculation.needed(calculator, {}):
        values[item.name] = draw(item, chance)
    for item in calculation.needed(calculator, values):
        values.setdefault(item.name, draw(item, chance))
    return values


def draw(item: CalculatorInput, chance: random.Random) -> float | str:
    if item.type == "choice":
        return chance.choice(item.choices).value
    least, most = item.minimum or 0.0, item.maximum or 0.0
    # Counts reach into the thousands: small ones, where contradictions are near, are drawn as often as great ones.
    value = chance.choice((least, most, chance.uniform(least, most), min(most, least + chance.expovariate(0.1))))
    return float(round(value)) if item.type == "integer" else value


def near(calculator: Calculator, chance: random.Random) -> dict[str, float | str]:
    """Inputs within a tenth of the defaults, most of which have a result."""
    values = drawn(calculator, chance)
    for item in calculator.inputs:
        if item.name in values and isinstance(item.default, float) and chance.random() < 0.9:
            value = min(max(item.default * chance.uniform(0.9, 1.1), item.minimum or 0), item.maximum or 0)
            values[item.name] = float(round(value)) if item.type == "integer" else value
    return values


def outcome(calculator: Calculator, values: Values) -> float | None:
    try:
        return calculation.result(calculator, values)
    except RefusedError:
        return None


def test_every_calculator_has_its_plausible_results() -> None:
    assert set(PLAUSIBLE) == set(CALCULATORS)


@pytest.mark.parametrize("slug", sorted(CALCULATORS))
def test_random_inputs_never_give_a_nonsensical_result(slug: str) -> None:
    """1,500 drawn inputs have a plausible result or a message; enough of them have a result."""
    calculator, chance = CALCULATORS[slug], random.Random(slug)
    least, most = PLAUSIBLE[slug]
    results = 0
    for i in range(1500):
        values = (drawn if i % 2 else near)(calculator, chance)
        value = outcome(calculator, values)
        if value is not None:
            results += 1
            assert least <= value <= most, (values, value)
    assert results > 150


@pytest.mark.parametrize(
    ("slug", "values", "words"),
    [
        ("training-monotony", {f"day_{i}": 412.7 for i in range(1, 8)}, "without variation monotony has no value"),
        ("training-monotony", {f"day_{i}": 0 for i in range(1, 8)}, "without variation monotony has no value"),
        ("us-navy-body-fat", {"sex": "male", "height": 130, "neck": 55, "waist": 56}, "body fat below 2 %"),
        ("us-navy-body-fat", {"sex": "male", "height": 180, "neck": 50, "waist": 50 + 6}, "body fat below 2 %"),
        (
            "passer-rating-nfl",
            {"attempts": 10, "completions": 30, "yards": 100, "touchdowns": 1, "interceptions": 0},
            "Completions are a part of the attempts",
        ),
        (
            "critical-swim-speed",
            {"short_distance": 200, "short_time": 400, "long_distance": 400, "long_time": 380},
            "The longer trial cannot be swum faster",
        ),
        (
            "rockport-walk-test",
            {"sex": "female", "age": 80, "body_mass": 200, "walking_time": 1800, "final_heart_rate": 220},
            "below 10",
        ),
        ("daniels-gilbert-vdot", {"race_distance": 50, "race_time": 180}, "No one runs this distance so fast"),
        (
            "banister-trimp",
            {
                "sex": "male",
                "duration": 60,
                "mean_heart_rate": 200,
                "resting_heart_rate": 60,
                "maximal_heart_rate": 180,
            },
            "cannot be above the maximal heart rate",
        ),
        (
            "sweat-rate",
            {"mass_before": 70, "mass_after": 75, "fluid_drunk": 0.5, "urine": 0, "duration": 60},
            "cannot weigh more afterwards",
        ),
        (
            "slugging-percentage",
            {"singles": 20, "doubles": 0, "triples": 0, "home_runs": 0, "at_bats": 10},
            "cannot be more hits than times at bat",
        ),
        ("acute-chronic-workload-ratio", {"load_last_week": 5000, "load_four_weeks": 2000}, "part of the last 28"),
        ("riegel-race-time", {"race_distance": 50, "race_time": 180, "target_distance": 1}, "No one runs"),
        ("earned-run-average", {"earned_runs": 3, "innings": 0, "outs": 0}, "Without an out there is no average"),
        ("sinclair-total", {"sex": "male", "body_mass": 28, "total": 50}, "begins at 32 kg"),
        (
            "critical-power",
            {"short_time": 300, "short_power": 300, "long_time": 900, "long_power": 320},
            "must be ridden at a higher power",
        ),
    ],
)
def test_contradictory_inputs_get_a_message(slug: str, values: Values, words: str) -> None:
    assert any(words in message for message, _ in refusals(CALCULATORS[slug], values))


def test_nearly_equal_days_keep_their_monotony() -> None:
    """The differences to the first day lose no digits: against the definition in two passes."""
    chance = random.Random(0)
    for _ in range(500):
        loads = [chance.uniform(900, 1000) * chance.choice((1, 10)) for _ in range(7)]
        mean = sum(loads) / 7
        deviation = (sum((load - mean) ** 2 for load in loads) / 7) ** 0.5
        values: Values = {f"day_{i}": load for i, load in enumerate(loads, 1)}
        expression = formula.parse(CALCULATORS["training-monotony"].formula.expression)
        assert formula.evaluate(expression, values) == pytest.approx(mean / deviation, rel=1e-9)


def test_alternatives_estimate_what_their_output_names() -> None:
    """Except for scores and loads, calculators of one quantity have one unit."""
    for calculator in CALCULATORS.values():
        for slug in calculator.alternatives:
            assert CALCULATORS[slug].output.unit == calculator.output.unit
    assert CALCULATORS["mifflin-st-jeor"].alternatives == ("katch-mcardle",)
    assert len(CALCULATORS["cooper-twelve-minute-run"].alternatives) == 3


def test_the_interface_states_all_that_a_program_needs(catalogue: Publication) -> None:
    """Keywords, subjects, works, alternatives, requirements, conditions and formats are in the answer of the interface."""
    for slug, calculator in CALCULATORS.items():
        body = msgspec.to_builtins(bodies.calculator(catalogue, calculator))
        assert body["keywords"] == list(calculator.keywords), slug
        assert [entity["id"] for entity in body["informs"]] == list(calculator.informs)
        assert [source["id"] for source in body["sources"]] == list(calculator.sources)
        assert body["alternatives"] == list(calculator.alternatives)
        assert body["requires"] == [msgspec.to_builtins(requirement) for requirement in calculator.requires]
        assert [item.get("when") for item in body["inputs"]] == [item.when for item in calculator.inputs]
        assert [item.get("format") for item in body["inputs"]] == [item.format for item in calculator.inputs]
        assert body["output"].get("format") == calculator.output.format


# --- The page ---

DOCUMENT = """
const elements = new Map();
function element(id) {
  if (!elements.has(id)) {
    const node = { id, value: "", textContent: "", listeners: {}, dataset: {}, hidden: false };
    node.setAttribute = (name, value) => { node[name] = value; };
    node.removeAttribute = (name) => { delete node[name]; };
    node.addEventListener = (name, listener) => { node.listeners[name] = listener; };
    node.closest = () => element(`row-${id}`);
    elements.set(id, node);
  }
  return elements.get(id);
}
const chart = { querySelector: element, querySelectorAll: () => [] };
globalThis.document = { getElementById: element, querySelectorAll: () => [], querySelector: () => chart };
globalThis.answers = (names, cases) => cases.map((values) => {
  for (const name of names) element(`in-${name}`).value = String(values[name] ?? "");
  element("calculator").listeners.input();
  const problems = names.map((name) => element(`problem-${name}`).textContent);
  const hidden = names.filter((name) => element(`row-in-${name}`).hidden);
  const category = element("category").textContent;
  return { result: element("result").textContent, category, problems, hidden, status: element("problem").textContent };
});
"""


def on_the_page(calculator: Calculator, cases: list[Values], folder: Path) -> list[dict[str, object]]:
    """What the page of a calculator shows when its fields hold these texts, by node with a document of its own."""
    program = shutil.which("node")
    if program is None:
        missing("node is not on PATH: install Node.js 20 or later; the pages are tested against it")
    shared = folder / "calculator.mjs"
    shared.write_bytes(PAGE_SCRIPT.read_bytes())
    names = [item.name for item in calculator.inputs]
    run = f"console.log(JSON.stringify(answers({json.dumps(names)}, {json.dumps(cases)})));\n"
    (folder / "document.mjs").write_text(DOCUMENT)
    page = script(calculator, "./calculator.mjs")
    (folder / "page.mjs").write_text(f'import "./document.mjs";\n{page}\n{run}')
    done = subprocess.run([program, "page.mjs"], cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    shown = json.loads(done.stdout)
    assert isinstance(shown, list)
    return shown


@pytest.mark.parametrize("slug", sorted(CALCULATORS))
def test_the_page_refuses_and_shows_what_python_does(slug: str, tmp_path: Path) -> None:
    calculator, chance = CALCULATORS[slug], random.Random(slug)
    inputs = {item.name: item for item in calculator.inputs}
    cases = [(drawn if i % 2 else near)(calculator, chance) for i in range(200)]
    typed = [{name: calculation.written(inputs[name], value) for name, value in values.items()} for values in cases]
    read = [{name: as_typed(inputs[name], text) for name, text in texts.items()} for texts in typed]
    for values, shown in zip(read, on_the_page(calculator, list(typed), tmp_path), strict=True):
        value = outcome(calculator, values)
        expected = "–" if value is None else calculation.rounded(calculator.output, value)
        assert shown["result"] == expected, (values, shown)
        applying = {item.name for item in calculation.needed(calculator, values)}
        assert set(inputs) - set(shown["hidden"]) == applying  # type: ignore[call-overload]
        assert (shown["status"] != "") == (value is None)


def as_typed(item: CalculatorInput, text: str) -> float | str:
    """The value of what was typed, which for a duration has no more than one decimal."""
    if item.type == "choice":
        return text
    value = seconds(text) if item.format == "duration" else float(text)
    assert value is not None
    return value


SHORT = "Time of the shorter trial"
SWIM = {"short_distance": "200", "short_time": "2:50", "long_distance": "400", "long_time": "6:00"}


@pytest.mark.parametrize(
    ("slug", "typed", "result", "said"),
    [
        ("reactive-strength-index", {"jump_height": "35", "contact_time": "0,2"}, "1.75", []),
        ("reactive-strength-index", {"jump_height": "35", "contact_time": " .2 "}, "1.75", []),
        (
            "reactive-strength-index",
            {"jump_height": "35", "contact_time": "0:20"},
            "–",
            ["Ground contact time is 0:20"],
        ),
        (
            "reactive-strength-index",
            {"jump_height": "", "contact_time": "abc"},
            "–",
            [
                "Jump height is missing; it takes 5 to 100 cm.",
                "Ground contact time is abc, which is no number; it takes",
            ],
        ),
        (
            "session-rpe-load",
            {"session_rating": "5", "duration": "1,041"},
            "–",
            ["Duration is 1,041, which is no number here: write decimals with a point, and no thousands separator"],
        ),
        ("session-rpe-load", {"session_rating": "5", "duration": "1e2"}, "–", ["Duration is 1e2, which is no number"]),
        ("critical-swim-speed", SWIM, "1:35", []),
        ("critical-swim-speed", SWIM | {"short_time": "170"}, "1:35", []),
        ("critical-swim-speed", SWIM | {"short_time": "2min50"}, "1:35", []),
        (
            "critical-swim-speed",
            SWIM | {"short_time": "170 kg"},
            "–",
            [f"{SHORT} is 170 kg, which is no time such as 24:34"],
        ),
        ("body-mass-index", {"body_mass": "154lb", "height": "5ft11in"}, "21.5", []),
        ("body-mass-index", {"body_mass": "70,0 kg", "height": "5\u203211\u2033"}, "21.5", []),
        ("body-mass-index", {"body_mass": "70", "height": "1.75"}, "–", ["Height is 1.75: metres? Give 175 or 1.75m."]),
        ("critical-swim-speed", SWIM | {"long_time": "2:40"}, "–", ["The longer trial cannot be swum faster"]),
        ("critical-swim-speed", SWIM | {"long_time": "0:06:00,0"}, "1:35", []),
        ("max-heart-rate-tanaka", {"age": "40.5"}, "–", ["Age is 40.5; it takes a whole number."]),
        (
            "passer-rating-nfl",
            {"attempts": "9", "completions": "2", "yards": "\u22125", "touchdowns": "0", "interceptions": "9"},
            "–",
            ["A pass is either completed or intercepted"],
        ),
    ],
)
def test_what_is_typed(slug: str, typed: dict[str, str], result: str, said: list[str], tmp_path: Path) -> None:
    (shown,) = on_the_page(CALCULATORS[slug], [typed], tmp_path)
    problems = [text for text in shown["problems"] if text]  # type: ignore[attr-defined]
    assert shown["result"] == result
    assert len(problems) == len(said), problems
    assert all(text.startswith(words) for text, words in zip(problems, said, strict=True)), problems
    assert bool(shown["status"]) == bool(said)


# --- What people write ---


def test_values_are_read_with_their_units_and_choices() -> None:
    assert calculation.read(GIRTHS, {"sex": "F", "waist": "0.9m", "hips": "40in"}) == {
        "sex": "female",
        "waist": 90,
        "hips": 101.6,
    }
    assert calculation.read(GIRTHS, {"sex": "m"}) == {"sex": "male"}


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ({"wait": "90"}, "no input `wait`; did you mean `waist`?"),
        ({"waist": "90kg"}, "`waist` is `90kg`; it takes a number in cm"),
        (
            {"waist": "1,200"},
            "`waist` is `1,200`; it takes a number in cm; write decimals with a point, and no thousands",
        ),
        ({"waist": "0.9"}, "`waist` is 0.9: metres? Give 90 or 0.9m"),
        ({"waist": "40"}, "`waist` is 40: inches? Give 101.6 or 40in"),
    ],
)
def test_what_cannot_be_read_is_answered_with_what_can(texts: dict[str, str], message: str) -> None:
    with pytest.raises(RefusedError, match="^" + re.escape(message)):
        calculation.read(GIRTHS, texts)


def test_what_fits_no_unit_is_refused_by_its_range() -> None:
    values = calculation.read(GIRTHS, {"sex": "male", "waist": "7000"})
    assert refusals(GIRTHS, values) == [("`waist` is 7000; it takes 50 to 200 cm", ("waist",))]


def test_an_input_that_does_not_apply_is_not_guessed_at() -> None:
    assert calculation.read(GIRTHS, {"sex": "male", "waist": "90", "hips": "1"})["hips"] == 1


# --- Categories ---


@pytest.mark.parametrize(
    ("value", "label"),
    [(18.44, None), (18.46, "normal range"), (24.94, "normal range"), (24.96, "overweight"), (30, "obesity")],
)
def test_a_result_has_the_category_of_what_is_shown(value: float, label: str | None) -> None:
    assert calculation.category(CALCULATORS["body-mass-index"].output, value) == label


def test_the_page_shows_the_category(tmp_path: Path) -> None:
    calculator = CALCULATORS["body-mass-index"]
    cases: list[Values] = [{"body_mass": mass, "height": "175"} for mass in ("50", "70", "76.5", "95", "x")]
    shown = [page["category"] for page in on_the_page(calculator, cases, tmp_path)]
    assert shown == ["", "normal range", "overweight", "obesity", ""]

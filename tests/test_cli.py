"""The command: what it prints, what it writes, how it ends."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import httpx
import pytest
from conftest import PATIENCE, ROOT, WORLD, free_port, next_line, serve, stop, wait

from sportlore import registry, rules
from sportlore.calculation import seconds
from sportlore.cli import main
from sportlore.cli.formats import github_command, json_array
from sportlore.diagnostics import Finding, Location


def test_check_counts_a_sound_catalogue(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--catalogue", str(WORLD)]) == 0
    counts = "16 entities, 1 calculator, 2 comparisons, 1 course, 3 sources"
    assert capsys.readouterr().out == f"no errors: {counts}\n"


def test_check_shows_every_problem_and_counts(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    squat = copy / "entities" / "exercise" / "back-squat.toml"
    text = squat.read_text(encoding="utf-8")
    spoilt = text.replace('"muscle-group/quadriceps"', '"muscle-group/quadriceps", "muscle-group/quadricep"')
    squat.write_text(spoilt.replace('"compound"', '"compuond"'), encoding="utf-8")
    assert main(["check", "--catalogue", str(copy)]) == 1
    said = capsys.readouterr().err
    assert f" --> {copy}/entities/exercise/back-squat.toml:15:39" in said
    assert "did you mean `muscle-group/quadriceps`?" in said
    assert "did you mean `compound`?" in said
    assert said.rstrip().splitlines()[-1].startswith("2 errors; see `sportlore explain ")


def test_due_lists_what_was_never_checked_or_long_ago(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    racket = copy / "entities" / "equipment" / "racket.toml"
    text = racket.read_text(encoding="utf-8")
    command = ["due", "--catalogue", str(copy), "--on"]
    assert main([*command, "2026-11"]) == 0
    *lines, count = capsys.readouterr().out.splitlines()
    assert "never checked      2 links  equipment/racket" in lines
    assert (
        count == f"{len(lines)} of {len(lines)} entities with facts are due in 2026-11; {len(lines)} were never checked"
    )
    first, rest = text.split("\n", 1)
    racket.write_text(f'{first}\nchecked = "2026-11"\n{rest}', encoding="utf-8")
    assert main([*command, "2031-10"]) == 0
    assert "racket" not in capsys.readouterr().out
    assert main([*command, "2031-11"]) == 0
    assert "checked 2026-11" in capsys.readouterr().out
    assert main(["due", "--catalogue", str(copy)]) == 0
    assert capsys.readouterr().out
    racket.write_text(f'{first}\nchecked = "lately"\n{rest}', encoding="utf-8")
    with pytest.raises(SystemExit, match="a `checked` is not a month; run `sportlore check`"):
        main([*command, "2026-11"])
    with pytest.raises(SystemExit):
        main([*command, "2026-13"])
    assert "`2026-13` is no month; write year and month, as in 2026-11" in capsys.readouterr().err


@pytest.fixture
def spoilt(copy: Path) -> Path:
    """A world with two errors in one file, and one in another."""
    squat, tennis = copy / "entities" / "exercise" / "back-squat.toml", copy / "entities" / "sport" / "tennis.toml"
    text = squat.read_text(encoding="utf-8").replace("muscle-group/quadriceps", "muscle-group/quadricep")
    squat.write_text(text.replace('"compound"', '"compu,o:%nd"'), encoding="utf-8")
    tennis.write_text(tennis.read_text(encoding="utf-8").replace("itf-rules-2025", "itf-rules-2024"), encoding="utf-8")
    return copy


def test_check_of_a_file_shows_what_concerns_it(spoilt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    squat, racket = spoilt / "entities" / "exercise" / "back-squat.toml", spoilt / "entities/equipment/racket.toml"
    check = ["check", "--catalogue", str(spoilt)]
    assert main([*check, str(squat)]) == 1
    said = capsys.readouterr().err
    assert "tennis.toml" not in said
    assert "2 errors; see" in said
    assert main([*check, str(racket)]) == 0
    assert capsys.readouterr().out == "no errors in 1 file\n"
    assert main([*check, str(racket), str(spoilt / "entities" / "sport" / "tennis.toml")]) == 1
    assert "itf-rules-2025" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="no file"):
        main([*check, str(spoilt / "entities" / "sport" / "tenis.toml")])
    with pytest.raises(SystemExit, match="is not in the catalogue"):
        main([*check, __file__])


def test_check_of_a_file_says_that_nothing_reads_it(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = copy / "entities" / "sports" / "deeper" / "rowing.toml"
    path.parent.mkdir(parents=True)
    path.write_text("", encoding="utf-8")
    assert main(["check", "--catalogue", str(copy), str(path)]) == 1
    assert "no type `sports`" in capsys.readouterr().err


def test_check_of_a_file_does_not_hide_errors_of_the_vocabulary(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (copy / "vocabulary" / "facts.toml").write_text("x = 1\n", encoding="utf-8")
    assert main(["check", "--catalogue", str(copy), str(copy / "entities" / "sport" / "tennis.toml")]) == 1
    assert "facts.toml" in capsys.readouterr().err


def test_check_for_programs(spoilt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check = ["check", "--catalogue", str(spoilt)]
    assert main([*check, "--format", "json"]) == 1
    findings = json.loads(capsys.readouterr().out)
    file = str(spoilt / "entities" / "exercise" / "back-squat.toml")
    assert {
        "code": "unknown-reference",
        "message": "no muscle group `quadricep`",
        "help": "did you mean `muscle-group/quadriceps`?",
        "file": file,
        "line": 15,
        "column": 12,
        "width": 24,
        "related": [],
    } in findings
    assert main([*check, "--format", "github"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(findings)
    assert (
        f"::error file={file},line=15,col=12,endColumn=36,title=unknown-reference"
        "::no muscle group `quadricep`; did you mean `muscle-group/quadriceps`?"
    ) in lines
    assert any("compu,o:%25nd" in line for line in lines)
    for form, nothing in (("json", "[]\n"), ("github", "")):
        assert main(["check", "--catalogue", str(WORLD), "--format", form]) == 0
        assert capsys.readouterr().out == nothing


def test_a_related_place_is_part_of_the_report_for_programs(copy: Path) -> None:
    tennis = Location("entities/sport/tennis.toml", ("name",))
    finding = Finding("duplicate-name", "m", Location("a,b:c.toml"), "h", ((tennis, "the other"),))
    (found,) = json.loads(json_array(copy, [finding]))
    file = str(copy / "entities" / "sport" / "tennis.toml")
    assert found["related"] == [{"message": "the other", "file": file, "line": 1, "column": 8, "width": 8}]
    assert "a%2Cb%3Ac.toml,line=1,col=1,endColumn=2" in github_command(copy, finding)


def test_explain_lists_all_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == sorted(rules.explanations())
    assert all(line.endswith(".") for line in lines)


def test_a_missing_catalogue_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no catalogue at"):
        main(["check", "--catalogue", str(tmp_path / "nowhere")])


def test_explain_prints_the_rule_its_fault_and_its_message(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "unknown-reference"]) == 0
    said = capsys.readouterr().out
    assert "A link names an entity that exists." in said
    assert "error[unknown-reference]" in said
    assert main(["explain", "unknown-referense"]) == 1
    assert "did you mean `unknown-reference`?" in capsys.readouterr().err


def test_new_writes_a_file_that_says_what_is_missing(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "exercise/front-lunge", "--catalogue", str(copy)]) == 0
    assert "searches/exercise/front-lunge.toml" in capsys.readouterr().out
    path = copy / "entities" / "exercise" / "front-lunge.toml"
    assert 'name = "Front lunge"' in path.read_text(encoding="utf-8")
    assert main(["new", "exercise/front-lunge", "--catalogue", str(copy)]) == 1
    assert "exists already" in capsys.readouterr().err
    assert main(["check", "--catalogue", str(copy), str(path)]) == 1
    assert main(["fmt", "--check", "--catalogue", str(copy), str(path)]) == 0
    capsys.readouterr()
    assert main(["new", "exersise/x", "--catalogue", str(copy)]) == 1
    assert "did you mean `exercise`?" in capsys.readouterr().err
    assert main(["new", "exercise/Front_Lunge", "--catalogue", str(copy)]) == 1
    assert "front-lunge" in capsys.readouterr().err
    assert main(["new", "exercise/../../escaped", "--catalogue", str(copy)]) == 1
    assert not (copy.parent / "escaped.toml").exists()
    assert main(["new", "exercises/x", "--catalogue", str(copy)]) == 1
    assert "did you mean `exercise`?" in capsys.readouterr().err
    assert main(["new", "comparison/badminton-vs-tennis", "--catalogue", str(copy)]) == 1
    assert "compares this pair already" in capsys.readouterr().err


def test_new_refuses_derived_types(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "curriculum/tennis", "--catalogue", str(ROOT / "catalogue")]) == 1
    assert "write courses/<sport>.toml" in capsys.readouterr().err


def test_new_writes_the_pair_of_a_comparison(copy: Path) -> None:
    (copy / "entities" / "comparison" / "tennis-vs-badminton.toml").unlink()
    assert main(["new", "comparison/badminton-vs-tennis", "--catalogue", str(copy)]) == 0
    text = (copy / "entities" / "comparison" / "badminton-vs-tennis.toml").read_text(encoding="utf-8")
    assert 'compares = ["sport/badminton", "sport/tennis"]' in text
    assert 'verdict = ""' in text


def test_a_package_without_what_builds_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(options: object) -> int:
        raise ModuleNotFoundError("No module named 'tree_sitter'", name=missing)

    monkeypatch.setattr("sportlore.cli._run", run)
    missing = "sportlore.none"
    with pytest.raises(ModuleNotFoundError):
        main(["check"])
    missing = "tree_sitter"
    with pytest.raises(SystemExit) as ended:
        main(["check"])
    assert ended.value.code == 2
    assert (
        capsys.readouterr().err
        == "sportlore: `check` builds; install what that needs: pip install 'sportlore[build]'\n"
    )


@pytest.mark.parametrize("command", [["new", "exercise/lunge"], ["fmt"]])
def test_nothing_is_written_by_a_vocabulary_with_errors(command: list[str], copy: Path) -> None:
    (copy / "vocabulary" / "relations.toml").write_text("x =\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="the vocabulary has errors"):
        main([*command, "--catalogue", str(copy)])


def test_fmt_writes_the_canonical_form_and_refuses_what_it_would_lose(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tennis, racket = copy / "entities" / "sport" / "tennis.toml", copy / "entities" / "equipment" / "racket.toml"
    good = tennis.read_text(encoding="utf-8")
    tennis.write_text(good.replace(' = "Tennis"', "='Tennis'   # the game"), encoding="utf-8")
    racket.write_text(racket.read_text(encoding="utf-8").replace("[80, 340]", "[80, # light\n340]"), encoding="utf-8")
    assert main(["fmt", "--check", "--catalogue", str(copy)]) == 1
    assert main(["fmt", "--catalogue", str(copy)]) == 1
    printed = capsys.readouterr()
    assert "formatted" in printed.out
    assert "refused" in printed.err
    assert "# light" in racket.read_text(encoding="utf-8")
    assert tennis.read_text(encoding="utf-8") == good.replace('"Tennis"', '"Tennis" # the game')
    assert main(["fmt", "--catalogue", str(copy), str(copy / "calculators" / "one-rep-max.toml")]) == 1
    assert "only entities/, searches/ and sources/ have a canonical form" in capsys.readouterr().err
    for path, words in ((Path(__file__), "it is not in the catalogue"), (copy / "redirects.toml", "it is none of")):
        assert main(["fmt", "--catalogue", str(copy), str(path)]) == 1
        assert words in capsys.readouterr().err


def test_what_cannot_be_written_is_said(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.rmtree(copy / "entities" / "training-plan")
    (copy / "entities" / "training-plan").write_text("", encoding="utf-8")
    assert main(["new", "training-plan/x", "--catalogue", str(copy)]) == 1
    assert "cannot write" in capsys.readouterr().err
    circle = copy / "entities" / "sport" / "circle.toml"
    circle.symlink_to(circle)
    assert main(["fmt", "--catalogue", str(copy)]) == 1
    assert f"refused {circle}: is a link" in capsys.readouterr().err


def test_fmt_formats_sources(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = copy / "sources" / "itf-rules-2025.toml"
    good = source.read_text(encoding="utf-8")
    source.write_bytes("\r\n".join([*reversed(good.splitlines()), "# ü", ""]).encode())
    assert main(["fmt", "--check", "--catalogue", str(copy)]) == 1
    assert f"would format {source}" in capsys.readouterr().out
    assert main(["fmt", "--catalogue", str(copy)]) == 0
    assert source.read_bytes() == f"{good}# ü\n".encode()


def test_fmt_formats_searches(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = copy / "searches" / "physical-quality" / "agility.toml"
    good = file.read_bytes()
    file.write_bytes(good.replace(b" = ", b"="))
    assert main(["fmt", "--check", "--catalogue", str(copy)]) == 1
    assert f"would format {file}" in capsys.readouterr().out
    assert main(["fmt", "--catalogue", str(copy), str(file)]) == 0
    assert file.read_bytes() == good


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"name = nan", "`nan` is not a number that can be published"),
        (b"name = 2026-11-01", "no field takes a date"),
        (b'a = "x"\nname = "x', "line 2: a quotation mark is missing"),
        (b"name = '\xe9'", "line 1: not UTF-8"),
        (b"\xef\xbb\xbfname = 'x'", "byte order mark"),
        (b"a = " + b"[" * 401 + b"]" * 401, "nested more than 50 levels"),
        (b"a = " + b"1" * 5000, "an integer of more than 64 bits"),
        (b"a = { b = 1, }", "line 1 holds what only TOML 1.1 has"),
    ],
)
def test_fmt_refuses_what_it_cannot_write(
    copy: Path, capsys: pytest.CaptureFixture[str], content: bytes, words: str
) -> None:
    path = copy / "entities" / "sport" / "tennis.toml"
    path.write_bytes(content)
    assert main(["fmt", "--catalogue", str(copy), str(path)]) == 1
    assert words in capsys.readouterr().err
    assert path.read_bytes() == content


def test_calculate(capsys: pytest.CaptureFixture[str]) -> None:
    calculate = ["calculate", "one-rep-max"]
    world = ["--catalogue", str(WORLD)]
    assert main([*calculate, "load=100", "repetitions=5", *world]) == 0
    assert capsys.readouterr().out == "One-repetition maximum: 116.7 kg\n"
    assert main([*calculate, "load=220,462 lb", "repetitions=5", *world]) == 1  # 220462 or 220.462
    assert main([*calculate, "load=220.4623lb", "repetitions=5", *world]) == 0
    assert capsys.readouterr().out == "One-repetition maximum: 116.7 kg\n"
    for values, words in (
        (["load=100", "repetitions=50"], "`repetitions` is 50; it takes 1 to 12"),
        (["load=100", "repetitions=5.5"], "whole number"),
        (["load=0", "repetitions=50"], "`load` is 0; it takes 1 to 500 kg\n`repetitions` is 50; it takes 1 to 12"),
        (["repetitions=many"], "`repetitions` is `many`; it takes a number"),
        (["load=100", "repetitions=nan"], "`repetitions`"),
        (["load=100", "repetitions=inf"], "`repetitions`"),
        (["load=70cm"], "`load` is `70cm`; it takes a number in kg"),
        (["load=1,500"], "no thousands separator"),
        (["load=990", "repetitions=5"], "`load` is 990: pounds? Give 449.1 or 990lb"),
        (["repetition=5"], "no input `repetition`; did you mean `repetitions`?"),
        (["reps=5"], "no input `reps`; the inputs are load, repetitions"),
        (["load"], "`load` has no value; write load=100"),
        (["repetitions="], "`repetitions` has no value; write repetitions=1"),
        (["repetitions=5", "repetitions=6"], "twice"),
        (["load=90"], "`repetitions` is missing"),
        ([], "`load`, `repetitions` are missing"),
        (["--defaults"], "`repetitions` is missing"),
        (["load=450", "repetitions=5"], "More than 400 kg is lifted only once: check the load."),
    ):
        assert main([*calculate, *values, *world]) == 1
        said = capsys.readouterr().err
        assert words in said, said
        assert "load: Load lifted, 1 to 500 kg (default 100)" in said
    assert main(["calculate", "one-rep-max-e", "--catalogue", str(WORLD)]) == 1
    assert "did you mean `one-rep-max`?" in capsys.readouterr().err


def test_defaults_are_taken_only_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    calculate = ["calculate", "one-rep-max", "repetitions=5", "--catalogue", str(WORLD)]
    assert main(calculate) == 1
    assert "`load` is missing" in capsys.readouterr().err
    assert main([*calculate, "--defaults"]) == 0
    assert capsys.readouterr().out == "One-repetition maximum: 116.7 kg\n"


@pytest.mark.parametrize("time", ["22:00", "0:22:00", "1320", "22 min", "22min0s"])
def test_a_time_is_given_in_minutes_and_seconds_or_in_seconds(time: str, capsys: pytest.CaptureFixture[str]) -> None:
    catalogue = ["--catalogue", str(ROOT / "catalogue")]
    values = [f"race_time={time}", "race_distance=5", "target_distance=21.0975"]
    assert main(["calculate", "riegel-race-time", *values, *catalogue]) == 0
    assert capsys.readouterr().out == "Predicted time: 1:41:12\n"
    assert main(["calculate", "riegel-race-time", "race_time=22 kg", *catalogue]) == 1
    said = capsys.readouterr().err
    assert "`race_time` is `22 kg`; it takes a time such as 24:34 or 3:59:35, or seconds" in said
    assert "race_time: Race time, 2:00 to 6:00:00 (default 25:00)" in said


@pytest.mark.slow
def test_every_calculator_of_the_catalogue_gives_its_examples(capsys: pytest.CaptureFixture[str]) -> None:
    catalogue = ROOT / "catalogue"
    for slug, calculator in registry.read(catalogue).calculators.items():
        for example in calculator.examples:
            values = [f"{name}={value}" for name, value in example.inputs.items()]
            assert main(["calculate", slug, *values, "--catalogue", str(catalogue)]) == 0, slug
            text = capsys.readouterr().out.partition(": ")[2].split()[0]
            shown = seconds(text) if calculator.output.format else float(text)
            assert shown == pytest.approx(example.result, abs=0.51 * 10.0**-calculator.output.precision), slug


def test_search_on_the_command_line(world_snapshot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "tenis", "--snapshot", str(world_snapshot)]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "sport/tennis"
    assert main(["search", "zzzz", "--snapshot", str(world_snapshot)]) == 1
    assert capsys.readouterr().err.splitlines()[-2:] == ["nothing here has `zzzz`", "0 matches"]
    assert main(["search", "racket", "--snapshot", str(world_snapshot)]) == 0
    counts = capsys.readouterr().err.splitlines()[-1]
    assert re.fullmatch(r"\d+ matches: 2 sports(, \d+ [^,]+)+", counts)


ZERCHER = """name = "Zercher squat"
description = "A barbell squat with the bar held in the crooks of the elbows, close to the body. \
It asks much of the upper back and little of a rack, so that it can be done where there is none."
keywords = ["elbow squat", "crook squat", "zercher lift"]
sources = ["nsca-essentials-4"]

[facts]
mechanics = "compound"

[links]
related = ["exercise/back-squat"]
targets = ["muscle-group/quadriceps"]
develops = ["physical-quality/maximal-strength"]

[[sections]]
title = "How to do it"
steps = ["Lift the bar into the crooks of the elbows.", "Squat, and stand up again."]
sources = ["nsca-essentials-4"]

[motion]
none = "How the bar lies in the elbows is not measured yet."
"""


@pytest.mark.slow
def test_the_first_entity_of_a_newcomer_goes_from_new_to_the_answer(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The story of the README. A release declares its sizes; until then they are only told."""
    assert main(["new", "exercise/zercher-squat", "--catalogue", str(copy)]) == 0
    (copy / "entities" / "exercise" / "zercher-squat.toml").write_text(ZERCHER, encoding="utf-8")
    capsys.readouterr()
    assert main(["check", "--catalogue", str(copy)]) == 0
    counts = "17 entities, 1 calculator, 2 comparisons, 1 course, 3 sources"
    assert capsys.readouterr().out == f"no errors: {counts}; a release has 16 entities\n"
    port = free_port()
    process = serve("--reload", "--catalogue", str(copy), port=port, cwd=copy.parent)
    answer = httpx.get(f"http://127.0.0.1:{port}/v1/entities/exercise/zercher-squat", timeout=PATIENCE)
    assert answer.json()["name"] == "Zercher squat"
    assert process.stdout is not None
    assert process.stdout.readline().endswith("; a release has 16 entities\n")
    stop(process)


def test_a_build_for_release_asks_for_the_declared_sizes(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = copy.parent / "snapshot"
    build = ["build", "--release", "--catalogue", str(copy), "--out", str(out)]
    assert main(build) == 0
    assert "a release has" not in capsys.readouterr().out
    generation = (out / "manifest.json").read_bytes()
    (copy / "entities" / "exercise" / "zercher-squat.toml").write_text(ZERCHER, encoding="utf-8")
    assert main(build) == 1
    assert "error[size-differs]: 17 entities, and 16 are declared" in capsys.readouterr().err
    assert (out / "manifest.json").read_bytes() == generation
    about = copy / "catalogue.toml"
    about.write_text(about.read_text(encoding="utf-8").replace("entities = 16", "entities = 17"), encoding="utf-8")
    assert main(build) == 0


def test_what_a_release_has_besides_is_told(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    types = copy / "vocabulary" / "types.toml"
    text = types.read_text(encoding="utf-8")
    empty = 'singular = "event"\nplural = "events"\nroute_base = "/events"\ndefinition = "A contest."\nlinks = []\n'
    types.write_text(f"{text}\n[event]\n{empty}", encoding="utf-8")
    assert main(["check", "--catalogue", str(copy)]) == 0
    assert capsys.readouterr().out.endswith(" sources; a release has an event\n")


@pytest.mark.slow
def test_serve_reload_takes_up_changes_and_survives_errors(copy: Path) -> None:
    """The way of an author: a mistake is shown and the last good answers stay; corrected, the new ones appear everywhere."""
    port = free_port()
    process = serve("--reload", "--catalogue", str(copy), port=port, cwd=copy.parent)
    url = f"http://127.0.0.1:{port}"
    tennis = copy / "entities" / "sport" / "tennis.toml"
    text = tennis.read_text(encoding="utf-8")
    tennis.write_text(text.replace("equipment/racket", "equipment/raquet"), encoding="utf-8")
    while "did you mean" not in next_line(process):
        pass
    assert httpx.get(f"{url}/v1/entities/sport/tennis", timeout=PATIENCE).json()["name"] == "Tennis"
    tennis.write_text(
        text.replace('"Tennis"', '"Lawn tennis"').replace('"lawn tennis"', '"tennis game"'), encoding="utf-8"
    )
    deadline = time.monotonic() + PATIENCE
    while httpx.get(f"{url}/v1/entities/sport/tennis", timeout=PATIENCE).json()["name"] != "Lawn tennis":
        assert time.monotonic() < deadline
        time.sleep(0.05)
    found = httpx.get(f"{url}/v1/search", params={"q": "lawn tennis"}, timeout=PATIENCE).json()["data"]
    assert found[0]["name"] == "Lawn tennis"
    racket = httpx.get(f"{url}/v1/entities/equipment/racket", timeout=PATIENCE).json()["relationships"]
    assert "Lawn tennis" in [item["name"] for item in racket]
    filtered = httpx.get(f"{url}/v1/entities/sport", params={"uses": "racket"}, timeout=PATIENCE).json()["data"]
    assert "Lawn tennis" in [item["name"] for item in filtered]
    stop(process)


@pytest.mark.slow
def test_serve_reload_does_not_wait_for_a_pipe(copy: Path) -> None:
    port = free_port()
    process = serve("--reload", "--catalogue", str(copy), port=port, cwd=copy.parent)
    tennis = copy / "entities" / "sport" / "tennis.toml"
    text = tennis.read_text(encoding="utf-8")
    tennis.unlink()
    os.mkfifo(tennis)
    while "is a pipe" not in next_line(process):
        pass
    tennis.unlink()
    tennis.write_text(text.replace("A racket sport", "Another racket sport"), encoding="utf-8")
    url = f"http://127.0.0.1:{port}/v1/entities/sport/tennis"
    wait(lambda: httpx.get(url, timeout=PATIENCE).json()["description"].startswith("Another"))
    stop(process)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_serve_stops_in_good_order(world_snapshot: Path, number: signal.Signals) -> None:
    process = serve("--snapshot", str(world_snapshot), port=free_port())
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in err
    assert out.startswith("serving ")


@pytest.mark.slow
def test_a_long_build_shows_a_bar_on_a_terminal_only(copy: Path) -> None:
    command = [sys.executable, "-c", BAR, str(copy), str(copy.parent / "out")]
    quiet = subprocess.run(command, capture_output=True, text=True, check=True)
    assert quiet.stderr == ""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(ours, (24, 80))
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    shown = b""
    with contextlib.suppress(OSError):  # a terminal whose other end is closed ends in an error
        while part := os.read(ours, 4096):
            shown += part
    os.close(ours)
    assert process.wait(timeout=60) == 0
    assert b"rendering" in shown


BAR = """
import sys, time
from pathlib import Path
from sportlore import build
from sportlore.api import resources
from sportlore.contract.addresses import addresses
real = resources.resources
def slow(*arguments):
    for resource in real(*arguments):
        time.sleep(0.05)
        yield resource
resources.resources = slow
build.build(Path(sys.argv[1]), Path(sys.argv[2]), addresses("http://localhost:8000"))
"""

"""Reading: values, records, and every state in which a catalogue may be."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from conftest import WORLD
from hypothesis import given, settings
from hypothesis import strategies as st

from sportlore import registry, rules
from sportlore.cli.formats import github_command, json_array
from sportlore.kinds import fact_value
from sportlore.model import ByScope, FactKey, Span


def fact(kind: str) -> FactKey:
    return FactKey("Label", kind, "{A} {a}, {B} {b}", "{a}")  # type: ignore[arg-type]


def test_values_take_the_form_of_their_kind() -> None:
    assert fact_value(3, fact("integer")) == Span(3, 3)
    assert fact_value([90, 120], fact("number")) == Span(90, 120)
    assert fact_value({"men": 2.43, "women": 2.24}, fact("number")) == ByScope(
        (("men", Span(2.43, 2.43)), ("women", Span(2.24, 2.24)))
    )
    assert fact_value({"singles": [8, 9], "doubles": 10}, fact("integer")) == ByScope(
        (("singles", Span(8, 9)), ("doubles", Span(10, 10)))
    )
    assert fact_value(["a", "b"], fact("terms")) == ("a", "b")
    assert fact_value(-776, fact("year")) == -776


@pytest.mark.parametrize(
    ("raw", "kind"),
    [(3.5, "integer"), ([2, 1], "number"), ([1, 1], "number"), (True, "integer"), ("3", "number"), ([1, 2, 3], "number"),
     (1.0, "year"), ([], "terms"), (["a", 1], "terms"), (["a"], "term"), ({"men": 1}, "number"),
     ({"men": 1, "women": "2"}, "number"), ({"men": "a", "women": "b"}, "text")],
)  # fmt: skip
def test_values_of_another_form_are_refused(raw: object, kind: str) -> None:
    assert fact_value(raw, fact(kind)) is None


def said(root: Path) -> list[tuple[str, str, str, str]]:
    """(code, file, message, help) of every finding of reading."""
    return [(f.code, f.location.file, f.message, f.help) for f in registry.read(root).findings]


@pytest.mark.parametrize(
    ("path", "code", "help"),
    [
        ("sport/lacrosse.toml", "stray-file", "entities are in entities/: move it to entities/sport/"),
        ("sports/lacrosse.toml", "stray-file", "move it to entities/sport/"),
        ("notes/x.md", "stray-file", "move it out of the catalogue"),
        ("README.md", "stray-file", "move it out of the catalogue"),
        ("redirect.toml", "stray-file", "did you mean `redirects.toml`?"),
        ("source/x.toml", "stray-file", "did you mean `sources`?"),
        ("entities/tennis.toml", "stray-file", "entities/<type>/<slug>.toml"),
        ("entities/sport.md", "stray-file", "move it to entities/sport/"),
        ("entities/sports/lacrosse.toml", "unknown-type", "did you mean `sport`?"),
        ("entities/muscle-groups/x.toml", "unknown-type", "did you mean `muscle-group`?"),
        ("entities/excercise/x.toml", "unknown-type", "did you mean `exercise`?"),
        ("entities/zzz/x.toml", "unknown-type", "name the folder after a type"),
        ("entities/sport/notes.md", "stray-file", "only .toml files are"),
        ("searches/excercise/x.toml", "unknown-type", "did you mean `exercise`?"),
        ("searches/sport/notes.md", "stray-file", "only .toml files are"),
        ("entities/sport/x.toml/y.toml", "stray-file", "move the folder out"),
        ("entities/sport/x\ny.toml", "stray-file", "rename it"),
        ("sources/x.yaml", "stray-file", "only .toml files are"),
        ("calculators/x.json", "stray-file", "only .toml files are"),
        ("courses/deeper/x.toml", "stray-file", "only .toml files are"),
        ("vocabulary/other.toml", "stray-file", "the vocabulary is types.toml, facts.toml"),
        ("vocabulary/type.toml", "stray-file", "did you mean `types.toml`?"),
    ],
)
def test_what_nothing_reads_is_a_finding(copy: Path, path: str, code: str, help: str) -> None:
    (copy / path).parent.mkdir(parents=True, exist_ok=True)
    (copy / path).write_text("", encoding="utf-8")
    ((found, _, _, cure),) = said(copy)
    assert found == code
    assert help in cure


def test_searches_are_read_beside_their_entity(copy: Path) -> None:
    assert registry.read(copy).entities["physical-quality/agility"].searches == ("changing direction in a hurry",)
    shutil.rmtree(copy / "searches")
    read = registry.read(copy)
    assert read.findings == ()
    assert read.entities["physical-quality/agility"].searches == ()


def test_searches_of_an_entity_that_cannot_be_read_are_no_finding(copy: Path) -> None:
    (copy / "entities" / "physical-quality" / "agility.toml").write_text("name =\n", encoding="utf-8")
    assert [finding.code for finding in registry.read(copy).findings] == ["syntax"]


def test_an_edit_of_searches_is_an_edit_of_the_entity(copy: Path) -> None:
    reader = registry.Reader(copy)
    before = reader.read()
    (copy / "searches" / "physical-quality" / "agility.toml").write_text('searches = ["turn fast"]\n', encoding="utf-8")
    after = reader.read()
    assert after.versions != before.versions
    assert after.entities["physical-quality/agility"].searches == ("turn fast",)
    assert after.entities["sport/tennis"] is before.entities["sport/tennis"]


def test_files_of_editors_and_systems_are_passed_over(copy: Path) -> None:
    for path in (".DS_Store", "entities/.git/x", "entities/sport/.tennis.toml.swp", "sources/.hidden.toml"):
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        (copy / path).write_text("", encoding="utf-8")
    assert said(copy) == []


def test_a_missing_or_wrong_folder_is_a_finding(copy: Path) -> None:
    shutil.rmtree(copy / "entities")
    assert ("missing-file", "entities/") in [found[:2] for found in said(copy)]
    (copy / "entities").write_text("", encoding="utf-8")
    shutil.rmtree(copy / "sources")
    (copy / "sources").symlink_to(copy / "sources")
    found = {(file, message) for _, file, message, _ in said(copy)}
    assert ("entities/", "cannot be read: not a directory") in found
    assert ("sources/", "`sources/` is reached through a link, which is not followed") in found
    assert rules.check(registry.read(copy)).findings


def test_a_file_that_cannot_be_read_is_a_finding_and_its_entity_is_not_unknown(copy: Path) -> None:
    racket = copy / "entities" / "equipment" / "racket.toml"
    racket.unlink()
    racket.symlink_to(racket)
    findings = rules.check(registry.read(copy)).findings
    assert [(f.code, f.location.file) for f in findings] == [("syntax", "entities/equipment/racket.toml")]


def test_a_misnamed_folder_is_one_error_and_not_one_for_each_link(copy: Path) -> None:
    (copy / "entities" / "muscle-group").rename(copy / "entities" / "muscle-groups")
    assert [f.code for f in rules.check(registry.read(copy)).findings] == ["unknown-type"]


def test_a_source_with_an_error_spoils_nothing_else(copy: Path) -> None:
    source = copy / "sources" / "itf-rules-2025.toml"
    source.write_text(source.read_text(encoding="utf-8").replace("year", "yaer"), encoding="utf-8")
    authored = registry.read(copy)
    assert authored.usable
    (finding,) = rules.check(authored).findings
    assert (finding.message, finding.help) == ("no field `yaer`", "did you mean `year`?")


@pytest.mark.parametrize(
    ("file", "content", "message", "help"),
    [
        ("redirects.toml", '[redirect]\nretired = "a/b"\nto = ["c/d"]', "`redirect` is one table", "`[[redirect]]`"),
        ("redirects.toml", '[[redirects]]\nretired = "a/b"\nto = ["c/d"]', "no table `redirects`", "`[[redirect]]`"),
        ("redirects.toml", '[[redirect]]\nretired = "a/b"\nto = "c/d"', "`to` takes an array", '["…"]'),
        ("redirects.toml", '[[redirect]]\nto = ["c/d"]', "the field `retired` is missing", "add `retired = …`"),
        ("exceptions.toml", '[exception]\nrule = "orphan"', "`exception` is one table", "`[[exception]]`"),
        ("exceptions.toml", 'rule = "orphan"', "no table `rule`", "`[[exception]]`"),
        ("exceptions.toml", "[[exception]]\nrules = 1", "no field `rules`", "did you mean `rule`?"),
        ("catalogue.toml", "[size]\nentities = 1", "no field `size`", "did you mean `sizes`?"),
        ("sources/x.toml", 'kind = "A"', "no field `kind`", "the fields are title, publisher, year, author, url"),
        (
            "sources/x.toml",
            'title = "A"\npublisher = "B"\nyear = "2020"',
            "`year` takes an integer",
            "write 2020 without",
        ),
        ("vocabulary/types.toml", "sport = 1", "`sport` takes a table", "write a table"),
        ("vocabulary/facts.toml", '[x]\nlabel = "X"\nkind = "integr"', "`kind` is not `integr`", "did you mean"),
        ("calculators/x.toml", "[formula]\nexpresion = 1", "no field `expresion`", "did you mean `expression`?"),
        ("calculators/x.toml", '[[inputs]]\nname = "a"\nminimun = 1', "no field `minimun`", "did you mean `minimum`?"),
        ("calculators/x.toml", 'slug = "x"', "the slug is the name of the file", "take it out"),
        ("calculators/x.toml", '[inputs]\nname = "a"', "`inputs` takes an array, not a table", "`[[inputs]]`"),
    ],
)
def test_records_of_another_form_are_findings(copy: Path, file: str, content: str, message: str, help: str) -> None:
    (copy / file).write_text(content, encoding="utf-8")
    found = [(words, cure) for code, name, words, cure in said(copy) if (code, name) == ("bad-record", file)]
    assert any(message in words and help in cure for words, cure in found), found


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('filters = ["format"', 'filters = ["players"', "`sport` names `players`"),
        ('orders = ["court-length"', 'orders = ["origin"', "`sport` names `origin`"),
    ],
)
def test_a_list_is_filtered_by_terms_and_links_and_sorted_by_numbers(
    copy: Path, before: str, after: str, message: str
) -> None:
    types = copy / "vocabulary/types.toml"
    types.write_text(types.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    assert any(message in words for _, _, words, _ in said(copy))


FILES = sorted(path.relative_to(WORLD).as_posix() for path in WORLD.rglob("*.toml"))
PIECES = st.sampled_from(
    [b"[", b"]", b"{", b"}", b'"', b"=", b"\n", b"[[", b"]]", b"nan", b"1", b"-1", b"9" * 20, b"1e999", b"true", b"[1,2]",
     b"1979-05-27", b"#", b"a", b".", b"\x00", b"\xff", b"\r", b'""', b"[]", b"{}", b"[{}]", b"a.b.c", b"0x" + b"f" * 50,
     b"name", b"facts", b"((((", b'[["a"]]', b"'''", b"\xef\xbb\xbf", "é".encode()]
)  # fmt: skip


@st.composite
def spoilt_files(draw: st.DrawFn) -> tuple[str, bytes]:
    """One file of the world with other bytes: any at all, some pieces put in, or values exchanged."""
    file = draw(st.sampled_from(FILES))
    content = (WORLD / file).read_bytes()
    kind = draw(st.sampled_from(["bytes", "pieces", "values"]))
    if kind == "bytes":
        return file, draw(st.binary(max_size=60))
    for _ in range(draw(st.integers(1, 3))):
        if kind == "pieces":
            start = draw(st.integers(0, len(content)))
            content = content[:start] + draw(PIECES) + content[start + draw(st.integers(0, 20)) :]
        else:
            lines = content.split(b"\n")
            i = draw(st.integers(0, len(lines) - 1))
            lines[i] = lines[i].partition(b"=")[0] + b"=" + draw(PIECES)
            content = b"\n".join(lines)
    return file, content


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the world of which one file at a time is spoilt, and then put back."""
    return Path(shutil.copytree(WORLD, tmp_path_factory.mktemp("fuzzed") / "world"))


@settings(deadline=None)
@given(spoilt=spoilt_files())
def test_whatever_a_file_holds_is_checked_without_an_exception(fuzzed: Path, spoilt: tuple[str, bytes]) -> None:
    file, content = spoilt
    (fuzzed / file).write_bytes(content)
    try:
        findings = rules.check(registry.read(fuzzed)).findings
        assert json_array(fuzzed, findings)
        assert all(github_command(fuzzed, finding).startswith("::error file=") for finding in findings)
    finally:
        (fuzzed / file).write_bytes((WORLD / file).read_bytes())

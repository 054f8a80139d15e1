"""The export of the miniature world: every format, what describes them, and that two runs write the same bytes."""

from __future__ import annotations

import csv
import datetime
import hashlib
import io
import json
import sqlite3
import zipfile
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

import duckdb
import pytest
import rdflib
from conftest import WORLD

from sportlore.cli import main
from sportlore.export import FORMATS, write
from sportlore.export.bulk import File
from sportlore.export.calendars import sessions
from sportlore.export.write import files, monday_after
from sportlore.publication import Publication

QTI = "{http://www.imsglobal.org/xsd/imsqtiasi_v3p0}"
PACKAGE = "{http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1}"


@pytest.fixture(scope="module")
def exported(world: Publication) -> Mapping[str, File]:
    return {file.path: file for file in files(world, FORMATS)}


def rows(exported: Mapping[str, File], path: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(exported[path].content.decode(), newline="")))


@pytest.fixture
def database(exported: Mapping[str, File], tmp_path: Path) -> sqlite3.Connection:
    path = tmp_path / "catalogue.db"
    path.write_bytes(exported["catalogue.db"].content)
    return sqlite3.connect(path)


def test_two_runs_write_the_same_bytes(world: Publication, exported: Mapping[str, File]) -> None:
    assert {file.path: file.content for file in files(world, FORMATS)} == {p: f.content for p, f in exported.items()}


def test_the_checksums_are_those_of_all_other_files(exported: Mapping[str, File]) -> None:
    listed = dict(line.split("  ")[::-1] for line in exported["SHA256SUMS"].content.decode().splitlines())
    expected = {p: hashlib.sha256(f.content).hexdigest() for p, f in exported.items() if p != "SHA256SUMS"}
    assert listed == expected
    assert list(listed) == sorted(listed)


def test_ndjson_has_the_answers_of_the_interface(exported: Mapping[str, File]) -> None:
    entities = [json.loads(line) for line in exported["entities.ndjson"].content.splitlines()]
    golden = json.loads((WORLD.parent / "golden/v1/entities/sport/tennis.json").read_text(encoding="utf-8"))
    assert golden in entities
    for name, count in (("comparisons", 2), ("calculators", 1), ("courses", 1)):
        assert len(exported[f"{name}.ndjson"].content.splitlines()) == count


def test_the_table_of_facts_has_a_row_for_each_value(exported: Mapping[str, File]) -> None:
    stated = [row for row in rows(exported, "csv/facts.csv") if row["entity"] == "sport/tennis"]
    lengths = [
        (row["scope"], row["since"], row["low"], row["unit"], row["text"], row["clause"])
        for row in stated
        if row["key"] == "court-length"
    ]
    assert lengths == [("", "", "23.77", "m", "23.77 m", "rule 1"), ("under-10", "2012", "18.29", "m", "18.29 m", "")]
    assert [(row["until"], row["text"]) for row in stated if row["key"] == "codified"] == [
        ("", "1875"),
        ("1874", "1873"),
    ]
    assert all(row["low"] or row["words"] for row in rows(exported, "csv/facts.csv"))


def test_a_table_by_type_has_facts_in_words_and_as_numbers(exported: Mapping[str, File]) -> None:
    tennis, badminton = (
        next(row for row in rows(exported, "csv/types/sport.csv") if row["slug"] == slug)
        for slug in ("tennis", "badminton")
    )
    assert (tennis["court_length"], tennis["court_length_low"], tennis["court_length_high"]) == (
        "23.77 m",
        "23.77",
        "23.77",
    )
    assert (badminton["format"], badminton["uses"]) == ("by individuals and in pairs", "equipment/racket")


def test_the_database_opens_with_views_and_full_text(database: sqlite3.Connection) -> None:
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    text = database.execute(
        "SELECT text FROM facts WHERE entity = 'sport/tennis' AND key = 'court-length' AND scope IS NULL"
    ).fetchone()
    assert text == ("23.77 m",)
    assert database.execute(
        "SELECT count(*) FROM links WHERE subject_name IS NULL OR object_name IS NULL"
    ).fetchone() == (0,)
    assert database.execute("SELECT min(cited_by) FROM sources").fetchone()[0] >= 1
    found = database.execute("SELECT id FROM search WHERE search MATCH 'rackets' ORDER BY rank").fetchall()
    assert ("equipment/racket",) in found


def test_parquet_has_the_rows_of_the_database(
    exported: Mapping[str, File], database: sqlite3.Connection, tmp_path: Path
) -> None:
    for name, plain in (("facts", "fact"), ("links", "link"), ("sections", "sections"), ("types/sport", "type_sport")):
        path = tmp_path / "table.parquet"
        path.write_bytes(exported[f"parquet/{name}.parquet"].content)
        with duckdb.connect() as connection:
            read = connection.execute(f"SELECT * FROM '{path}'").fetchall()
        assert read == database.execute(f"SELECT * FROM {plain} ORDER BY rowid").fetchall(), name


def test_the_data_package_describes_the_columns_of_every_table(exported: Mapping[str, File]) -> None:
    package = json.loads(exported["datapackage.json"].content)
    paths = [resource["path"] for resource in package["resources"]]
    assert sorted(paths) == sorted(path for path in exported if path.endswith(".csv"))
    for resource in package["resources"]:
        header = exported[resource["path"]].content.decode().partition("\r\n")[0].split(",")
        assert [field["name"] for field in resource["schema"]["fields"]] == header
        assert all(field["description"] for field in resource["schema"]["fields"])


@pytest.mark.filterwarnings("ignore:ConjunctiveGraph:DeprecationWarning")  # of rdflib's own parser
def test_dcat_describes_each_file_alike_in_both_forms(exported: Mapping[str, File]) -> None:
    turtle = rdflib.Graph().parse(data=exported["dcat.ttl"].content, format="turtle")
    json_ld = rdflib.Graph().parse(data=exported["dcat.jsonld"].content, format="json-ld")
    assert set(turtle) == set(json_ld)
    dcat = rdflib.Namespace("http://www.w3.org/ns/dcat#")
    sizes = {
        str(turtle.value(node, dcat.downloadURL)): turtle.value(node, dcat.byteSize)
        for node in turtle.subjects(rdflib.RDF.type, dcat.Distribution)
    }
    described = {"SHA256SUMS", "datapackage.json", "dcat.ttl", "dcat.jsonld"}
    assert sorted(sizes) == sorted(f"http://localhost:8000/bulk/{path}" for path in exported if path not in described)
    quads = exported["catalogue.nq"].content
    assert int(str(sizes["http://localhost:8000/bulk/catalogue.nq"])) == len(quads)
    void = rdflib.Namespace("http://rdfs.org/ns/void#")
    assert int(str(next(turtle.objects(None, void.triples)))) == len(quads.splitlines())


def test_a_package_of_qti_holds_what_its_manifest_names(exported: Mapping[str, File]) -> None:
    with zipfile.ZipFile(io.BytesIO(exported["courses/qti/tennis.zip"].content)) as archive:
        assert archive.testzip() is None
        documents = {name: ElementTree.fromstring(archive.read(name)) for name in archive.namelist()}
    manifest, test = documents.pop("imsmanifest.xml"), documents["test.xml"]
    assert {file.get("href") for file in manifest.iter(f"{PACKAGE}file")} == documents.keys()
    resources = {resource.get("identifier") for resource in manifest.iter(f"{PACKAGE}resource")}
    assert {node.get("identifierref") for node in manifest.iter(f"{PACKAGE}dependency")} == resources - {"test"}
    assert {node.get("href") for node in test.iter(f"{QTI}qti-assessment-item-ref")} == documents.keys() - {"test.xml"}
    for name, item in documents.items():
        if name == "test.xml":
            continue
        assert [child.tag.removeprefix(QTI) for child in item] == [
            "qti-response-declaration",
            "qti-outcome-declaration",
            "qti-outcome-declaration",
            "qti-item-body",
            "qti-response-processing",
            "qti-modal-feedback",
        ]
        right = [value.text for value in item.iterfind(f".//{QTI}qti-correct-response/{QTI}qti-value")]
        choices = [choice.get("identifier") for choice in item.iter(f"{QTI}qti-simple-choice")]
        assert len(right) == 1
        assert choices.count(right[0]) == 1
        assert item.find(f".//{QTI}qti-modal-feedback//{QTI}a") is not None


def test_a_question_bank_of_moodle_has_one_right_answer_a_question(
    exported: Mapping[str, File], world: Publication
) -> None:
    quiz = ElementTree.fromstring(exported["courses/moodle/tennis.xml"].content)
    course = world.knowledge.courses["curriculum/tennis"]
    asked = [question for module in course.modules for question in module.quiz]
    questions = quiz.findall("question[@type='multichoice']")
    assert len(quiz.findall("question[@type='category']")) == len(course.modules)
    assert [node.findtext("questiontext/text") for node in questions] == [question.question for question in asked]
    for node, question in zip(questions, asked, strict=True):
        fractions = {answer.findtext("text"): answer.get("fraction") for answer in node.findall("answer")}
        assert fractions == {
            option: "100" if i == question.answer else "0" for i, option in enumerate(question.options)
        }


def test_a_plan_is_a_calendar_that_begins_on_a_monday(exported: Mapping[str, File], world: Publication) -> None:
    (path,) = (path for path in exported if path.startswith("plans/"))
    content = exported[path].content
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    text = content.replace(b"\r\n ", b"").decode()
    days = [line.partition(":")[2] for line in text.split("\r\n") if line.startswith("DTSTART")]
    plan = world.graph.entities["training-plan/strength-base"]
    start = datetime.date(2026, 11, 30)
    dated = [day for _, _, day in sessions(plan, start)]
    assert len(days) == len(dated) == text.count("BEGIN:VEVENT") == len(set(text.split("UID:"))) - 1
    assert dated[0] == start
    assert datetime.date.fromisoformat(days[0]).weekday() == 0


def test_the_first_monday_after_a_release() -> None:
    assert monday_after(datetime.date(2026, 11, 24)) == datetime.date(2026, 11, 30)
    assert monday_after(datetime.date(2026, 11, 30)) == datetime.date(2026, 12, 7)


def test_the_command_replaces_what_it_wrote_before(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "export"
    arguments = ["--catalogue", str(WORLD), "--out", str(out)]
    assert main(["export", "moodle", *arguments]) == 0
    assert "exported" in capsys.readouterr().out
    assert main(["export", "ndjson", *arguments]) == 0
    assert sorted(path.name for path in out.iterdir() if path.suffix == ".ndjson") != []
    assert not (out / "courses").exists()
    assert [path for path in tmp_path.iterdir() if path != out] == []


def test_the_command_says_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["--catalogue", str(WORLD), "--out", str(tmp_path / "export")]
    assert main(["export", "ndjsn", *arguments]) == 2
    assert "did you mean `ndjson`" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["export", "--start", "2026-11-24", *arguments])
    assert "Tuesday" in capsys.readouterr().err
    monkeypatch.setitem(__import__("sys").modules, "duckdb", None)
    assert main(["export", "parquet", *arguments]) == 1
    assert "sportlore[export]" in capsys.readouterr().err
    assert not (tmp_path / "export").exists()


def test_a_folder_that_cannot_be_written_is_reported(world: Publication, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(OSError, match="file"):
        write(world, tmp_path / "file" / "export", ["moodle"])

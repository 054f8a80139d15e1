"""The clients for apps: what is generated is current, and they call every operation of a real server."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from test_clients import output, programs, run

from clients.generate import FILES, written
from sportlore.contract.operations import OPERATIONS
from sportlore.publication import Publication

__all__ = ["programs"]

PYTHON, TYPESCRIPT = ROOT / "clients" / "python" / "src", ROOT / "clients" / "typescript"


def test_what_is_generated_is_current(catalogue: Publication) -> None:
    for language, text in written(catalogue).items():
        if os.environ.get("BLESS"):
            FILES[language].write_text(text, encoding="utf-8")
        assert FILES[language].read_text(encoding="utf-8") == text, f"run `python -m clients.generate` ({language})"
        assert len(text) < 60_000


def test_both_have_every_operation() -> None:
    for operation in OPERATIONS:
        assert f"  {operation.id}" in FILES["typescript"].read_text(encoding="utf-8")
    assert FILES["python"].read_text(encoding="utf-8").count('        """') == len(OPERATIONS) + 1


CALLS = """
import sys
from sportlore_client import Client, SportloreError

client = Client(sys.argv[1])
types = client.list_entity_types()
sports = client.list_entities("sport", filters={"uses": "racket", "net-height": "0.9..1"}, page_size=5, fields="id,name")
assert [sport["id"] for sport in sports["data"]] == ["sport/tennis"], sports
assert client.get_entity("sport", "tennis")["name"] == "Tennis"
assert client.search_entities("tennis", type="sport")["data"][0]["id"] == "sport/tennis"
assert client.get_comparison("tennis-vs-badminton")["title"] == "Tennis vs badminton"
assert client.list_calculators()["data"]
result = client.get_calculator("one-rep-max", inputs={"load": "220lb", "repetitions": 5})["result"]
assert result["text"] == "116.4 kg", result
assert client.list_courses()["data"][0]["sportSlug"] == client.get_course("tennis")["sportSlug"]
assert client.list_atlas_dimensions()["data"]
assert client.get_recommendations("get-stronger", days=3)["data"]
try:
    client.get_entity("sport", "tenis")
except SportloreError as error:
    assert (error.status, str(error)) == (404, "no sport `tenis`; did you mean `tennis`?")
else:
    raise AssertionError("no error")
"""

WRONG = """
from sportlore_client import Client

Client("").list_entities("sport", filters={"targets": "calves"})
"""


@pytest.mark.slow
def test_the_python_client_calls_every_operation(world_server: str, tmp_path: Path) -> None:
    (tmp_path / "calls.py").write_text(CALLS)
    environment = {"PYTHONPATH": str(PYTHON), "PYTHONWARNINGS": "error"}
    output(sys.executable, "calls.py", world_server, cwd=tmp_path, environment=environment)


@pytest.mark.slow
def test_types_know_what_each_list_is_filtered_by(tmp_path: Path) -> None:
    (tmp_path / "calls.py").write_text(WRONG)
    command = (sys.executable, "-m", "mypy", "--strict", "--no-incremental", "calls.py")
    environment = {"MYPYPATH": str(PYTHON), "PYTHONPATH": ""}
    assert (
        'error: No overload variant of "list_entities"' in run(*command, cwd=tmp_path, environment=environment).stdout
    )


PROGRAM = """
import { Sportlore, SportloreError } from "./index.js";

declare const process: { argv: string[] };

const client = new Sportlore(process.argv[2]);
const is = (given: unknown, wanted: unknown) => {
  if (given !== wanted) throw new Error(`${given} is not ${wanted}`);
};
// @ts-expect-error: exercises target muscles, and sports do not
const wrong: Parameters<typeof client.listEntities<"sport">>[1] = { filters: { targets: "calves" } };
is(wrong?.page, undefined);
await client.listEntityTypes();
const sports = await client.listEntities("sport", { filters: { uses: "racket", "net-height": "0.9..1" }, pageSize: 5 });
is(sports.data.map((sport) => sport.id).join(), "sport/tennis");
is((await client.getEntity("sport", "tennis")).name, "Tennis");
is((await client.searchEntities("tennis", { type: "sport" })).data?.[0].id, "sport/tennis");
is((await client.getComparison("tennis-vs-badminton")).title, "Tennis vs badminton");
is((await client.listCalculators()).data?.length, 1);
is((await client.getCalculator("one-rep-max", { inputs: { load: "220lb", repetitions: 5 } })).result?.text, "116.4 kg");
is((await client.listCourses()).data?.length, 1);
is((await client.getCourse("tennis")).sportSlug, "tennis");
is((await client.listAtlasDimensions()).data?.length, 2);
is((await client.getRecommendations("get-stronger", { days: 3 })).goal, "get-stronger");
try {
  await client.getEntity("sport", "tenis");
} catch (error) {
  is((error as SportloreError).message, "no sport `tenis`; did you mean `tennis`?");
}
"""


@pytest.mark.slow
def test_the_typescript_client_calls_every_operation(programs: Path, world_server: str, tmp_path: Path) -> None:
    shutil.copytree(TYPESCRIPT, tmp_path / "client", ignore=shutil.ignore_patterns("node_modules", "dist"))
    (tmp_path / "client" / "src" / "calls.ts").write_text(PROGRAM)
    output(programs / "tsc", cwd=tmp_path / "client")
    output("node", "dist/calls.js", world_server, cwd=tmp_path / "client")

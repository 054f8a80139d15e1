"""The whole build of the miniature world, committed: a change of any answer shows in a diff. `make bless` accepts it."""

from __future__ import annotations

import hashlib
import json
import os

from conftest import ROOT

from sportlore.api.resources import resources
from sportlore.build import all_resources
from sportlore.contract.record import Resource
from sportlore.publication import Publication

GOLDEN = ROOT / "tests" / "golden"


def readable(body: bytes) -> str:
    return json.dumps(json.loads(body), ensure_ascii=False, indent=1) + "\n"


def built(world: Publication) -> dict[str, str]:
    """The golden files by name: each API body as readable JSON, drawings, digests and headers of all that is built."""
    files: dict[str, str] = {}
    for resource in resources(world):
        name = resource.path.strip("/").replace("?", "@").removesuffix(".json")
        if resource.media_type == "image/png" or name.startswith("api/schema/"):  # parts of the registry
            continue
        if name.startswith("drawings/") or not resource.media_type.endswith("json"):
            files[name] = resource.render().decode()
        else:
            files[f"{name}.json"] = readable(resource.render())
    lines = [line(resource) for resource in all_resources(world)]
    files["digests.txt"] = "\n".join(sorted(lines)) + "\n"
    return files


def line(resource: Resource) -> str:
    # The points of a picture may differ from one processor to another.
    digest = "-" if resource.media_type == "image/png" else hashlib.sha256(resource.render()).hexdigest()[:16]
    return " ".join((resource.path, digest, resource.media_type.replace(" ", ""), *resource.links))


def test_the_build_of_the_world_is_the_golden_one(world: Publication) -> None:
    files = built(world)
    if os.environ.get("BLESS"):
        for path in sorted(GOLDEN.rglob("*"), reverse=True):
            path.unlink() if path.is_file() else path.rmdir()
        for name, text in files.items():
            (GOLDEN / name).parent.mkdir(parents=True, exist_ok=True)
            (GOLDEN / name).write_text(text, encoding="utf-8")
    committed = {str(p.relative_to(GOLDEN)): p.read_text(encoding="utf-8") for p in GOLDEN.rglob("*") if p.is_file()}
    assert sorted(files) == sorted(committed)
    for name, text in files.items():
        assert text == committed[name], name


def test_the_golden_build_shows_every_kind_of_answer() -> None:
    """A golden folder that lost files would still compare equal to itself after `make bless`."""
    names = {str(path.relative_to(GOLDEN)) for path in GOLDEN.rglob("*.json")}
    for needed in (
        "v1/entities.json",
        "v1/entities/sport@page=1.json",
        "v1/entities/sport/tennis.json",
        "v1/compare/tennis-vs-badminton.json",
        "v1/calculators/one-rep-max.json",
        "v1/learning/courses/tennis.json",
        "v1/atlas.json",
        "v1/recommendations/get-stronger.json",
        "api/openapi.json",
        "api/schema.json",
    ):
        assert needed in names


def test_a_body_is_compact_json(world: Publication) -> None:
    for resource in resources(world):
        if resource.media_type == "application/json":
            compact = json.dumps(json.loads(resource.render()), ensure_ascii=False, separators=(",", ":"))
            assert resource.render().decode() == compact, resource.path

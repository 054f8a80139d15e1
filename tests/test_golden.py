"""The whole build of the miniature world, committed: a change of any answer shows in a diff. `make bless` accepts it."""

from __future__ import annotations

import hashlib
import json
import os

from conftest import ROOT

from sportlore.api.resources import representations
from sportlore.contract.record import Representation
from sportlore.publication import Publication
from sportlore.site import pages

GOLDEN = ROOT / "tests" / "golden"


def readable(body: bytes) -> str:
    return json.dumps(json.loads(body), ensure_ascii=False, indent=1) + "\n"


def built(world: Publication) -> dict[str, str]:
    """The golden files by name: each API body as readable JSON, and the digest and headers of everything that is built."""
    files: dict[str, str] = {}
    lines: list[str] = []
    for representation in representations(world):
        name = representation.path.strip("/").replace("?", "@").removesuffix(".json")
        files[f"{name}.json"] = readable(representation.body)
        lines.append(line(representation))
    lines += [line(page.make()) for page in pages(world)]
    files["digests.txt"] = "\n".join(sorted(lines)) + "\n"
    return files


def line(representation: Representation) -> str:
    digest = hashlib.sha256(representation.body).hexdigest()[:16]
    return " ".join((representation.path, digest, representation.content_type.replace(" ", ""), *representation.links))


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
    for representation in representations(world):
        if representation.content_type == "application/json":
            compact = json.dumps(json.loads(representation.body), ensure_ascii=False, separators=(",", ":"))
            assert representation.body.decode() == compact, representation.path

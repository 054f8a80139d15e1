"""The table of the kinds of facts: every kind has its row, and a further row is all that a further kind needs."""

from __future__ import annotations

import ast
import importlib
import json
import shutil
from pathlib import Path
from typing import Any, cast, get_args

import pytest
from conftest import ROOT, SITE, WORLD

from sportlore import registry, rules
from sportlore.api.openapi import registry as schema_registry
from sportlore.build import build
from sportlore.contract.addresses import addresses
from sportlore.derive import derive
from sportlore.kinds import KINDS, Kind
from sportlore.model import FactKey, FactKind
from sportlore.publication import Publication
from sportlore.registry import template
from sportlore.server.answer import Request, Responder
from sportlore.snapshot import Snapshot

FLAG = Kind(
    expected="true or false",
    example="true",
    empty="false",
    read=lambda raw: ("yes" if raw else "no") if isinstance(raw, bool) else None,
    text=lambda value, fact, vocabulary: f"{value}, it is",
    schema=lambda fact, vocabulary: {"enum": ["yes", "no"]},
    scoped=False,
    filtered_by="text",
)


def test_every_kind_has_its_row() -> None:
    assert tuple(KINDS) == get_args(FactKind)


def test_nothing_but_the_table_asks_of_which_kind_a_fact_is() -> None:
    asking = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sorted((ROOT / "src").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare | ast.Match)
        for asked in ([node.left, *node.comparators] if isinstance(node, ast.Compare) else [node.subject])
        if ast.unparse(asked) == "fact.kind"
    ]
    assert asking == []


class TrialFact(FactKey, frozen=True, forbid_unknown_fields=True):
    """A fact of any kind that has a row."""

    kind: str  # type: ignore[assignment]


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The miniature world with a trial kind: sports say whether they are played indoors, and tennis says it wrongly."""
    monkeypatch.setitem(cast("dict[str, Kind]", KINDS), "flag", FLAG)
    monkeypatch.setattr(importlib.import_module("sportlore.registry.read"), "FactKey", TrialFact)
    folder = tmp_path / "catalogue"
    shutil.copytree(WORLD, folder)
    facts, types = folder / "vocabulary" / "facts.toml", folder / "vocabulary" / "types.toml"
    fact = 'label = "Indoors"\nkind = "flag"\n'
    facts.write_text(f"{facts.read_text(encoding='utf-8')}\n[indoors]\n{fact}", encoding="utf-8")
    types.write_text(
        types.read_text(encoding="utf-8").replace('"codified"]', '"codified", "indoors"]'), encoding="utf-8"
    )
    for sport, value in (("tennis", "3"), ("badminton", "true")):
        path = folder / "entities" / "sport" / f"{sport}.toml"
        text = path.read_text(encoding="utf-8").replace("[facts]\n", f"[facts]\nindoors = {value}\n")
        text = text.replace('practice = ["format"]', 'practice = ["format", "indoors"]')
        path.write_text(text, encoding="utf-8")
    return folder


def test_a_row_is_all_that_a_further_kind_needs(world: Path) -> None:
    (finding,) = rules.check(registry.read(world)).findings
    assert (finding.message, finding.help) == ("`indoors` takes true or false", "write it as `indoors = true`")
    tennis = world / "entities" / "sport" / "tennis.toml"
    tennis.write_text(tennis.read_text(encoding="utf-8").replace("indoors = 3", "indoors = false"), encoding="utf-8")
    authored = registry.read(world)
    assert "# indoors = false # Indoors, flag\n" in template(authored, "sport", "squash", True, None)

    knowledge = derive(authored)
    assert [fact.text for fact in knowledge.facts["sport/badminton"] if fact.key == "indoors"] == ["yes, it is"]
    schema: Any = schema_registry(Publication(knowledge, addresses(SITE)))
    assert schema["$defs"]["fact-indoors"] == {"title": "Indoors", "enum": ["yes", "no"]}

    build(world, world.parent / "snapshot", addresses(SITE))
    service = Responder(Snapshot(world.parent / "snapshot"))
    path = "/v1/entities/sport"
    answer = service.answer(Request("GET", path, b"indoors=yes", {}, path))
    assert [item["id"] for item in json.loads(answer.body)["data"]] == ["sport/badminton"]
    service.close()

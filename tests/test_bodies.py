"""Everything that the registries of the real catalogue say can be read from the answers."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from conftest import CATALOGUE

from sportlore.api.bodies import body
from sportlore.api.resources import resources
from sportlore.contract import schemas
from sportlore.contract.record import Resource
from sportlore.contract.schemas import encode
from sportlore.effects import effect_text
from sportlore.model import SCOPES, Effect, Question, Section, SessionPart, Term
from sportlore.publication import Publication

pytestmark = pytest.mark.slow  # reads every answer of the catalogue

ENTITIES = sorted(CATALOGUE.glob("entities/*/*.toml"))


@pytest.fixture(scope="module")
def answers(catalogue: Publication) -> Answers:
    return Answers(catalogue)


class Answers:
    """The body at a path, rendered when it is asked for."""

    def __init__(self, publication: Publication) -> None:
        self.publication = publication
        self._resources: dict[str, Resource] = {resource.path: resource for resource in resources(publication)}
        self._bodies: dict[str, Any] = {}

    def body(self, path: str) -> Any:
        if path not in self._bodies:
            self._bodies[path] = json.loads(self._resources[path].render())
        return self._bodies[path]

    def entity(self, id: str) -> Any:
        return self.body(f"/v1/entities/{id}")


def written(path: Path) -> dict[str, Any]:
    """A registry file, read without the product's own reader."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def id_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def test_the_catalogue_has_files_to_compare() -> None:
    assert len(ENTITIES) > 700
    assert list(CATALOGUE.glob("calculators/*.toml"))
    assert list(CATALOGUE.glob("courses/*.toml"))


def test_every_fact_and_variant_can_be_read(answers: Answers) -> None:
    scopes = answers.publication.vocabulary.terms[SCOPES]
    for path in ENTITIES:
        data, facts = written(path), {fact["key"]: fact for fact in answers.entity(id_of(path))["facts"]}
        assert {key: fact["value"] for key, fact in facts.items()} == data.get("facts", {}), path
        assert works_of(facts) == works_written(data), path
        stated = [variant | in_words(variant, scopes) for variant in data.get("variants", ())]
        given = [
            {"fact": key} | {name: part for name, part in variant.items() if name not in ("text", "unit")}
            for key, fact in facts.items()
            for variant in fact.get("variants", ())
        ]
        assert len(given) == len(stated), path
        assert [variant for variant in stated if variant not in given] == [], path


def works_of(facts: Mapping[str, dict[str, Any]]) -> dict[str, tuple[set[str], str | None]]:
    """The works of each fact that has some, and the clause."""
    return {key: ({*fact["sources"]}, fact.get("clause")) for key, fact in facts.items() if "sources" in fact}


def works_written(data: dict[str, Any]) -> dict[str, tuple[set[str], str | None]]:
    """The same as a file has it: the first clause that is written, if any."""
    works: dict[str, set[str]] = {}
    clauses: dict[str, str] = {}
    for work, stated in data.get("cite", {}).items():
        for key, _, clause in (item.partition(" (") for item in stated if work != "practice" and item != "schedule"):
            works.setdefault(key, set()).add(work)
            if clause:
                clauses.setdefault(key, clause.removesuffix(")"))
    return {key: (named, clauses.get(key)) for key, named in works.items()}


def in_words(variant: dict[str, Any], scopes: Mapping[str, Term]) -> dict[str, Any]:
    """The scope of a variant by the labels of its terms, if it has one."""
    return {"scope": [scopes[word].label for word in variant["scope"]]} if "scope" in variant else {}


def test_every_link_can_be_read_from_both_ends(answers: Answers) -> None:
    relations = answers.publication.vocabulary.relations
    checked = 0
    for path in ENTITIES:
        data = written(path)
        links = dict(data.get("links", {}))
        if "serves" in data:
            links["serves"] = [service["goal"] for service in data["serves"]]
        here = id_of(path)
        for relation, others in links.items():
            for other in others:
                assert (relation, other) in linked(answers, here), (here, relation, other)
                assert (relations[relation].inverse, here) in linked(answers, other), (other, relation, here)
                checked += 1
    assert checked > 3_000


def linked(answers: Answers, id: str) -> set[tuple[str, str]]:
    return {(item["relation"], item["id"]) for item in answers.entity(id)["relationships"]}


@pytest.mark.parametrize("part", ["sections", "evidence", "serves", "schedule"])
def test_every_part_of_an_entity_can_be_read(answers: Answers, part: str) -> None:
    checked = 0
    for path in ENTITIES:
        data = written(path)
        stated = [with_basis(part, item, data) for item in data.get(part, [])]
        checked += len(stated)
        assert camel_case(stated) == answers.entity(id_of(path)).get(part, []), path
    assert checked >= 5


def with_basis(part: str, item: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
    """An element as it is answered: a section with its doubt, a block with the works of its plan, an effect in words."""
    match part:
        case "sections":
            doubts = [doubt["text"] for doubt in data.get("doubts", ()) if doubt.get("section") == item["title"]]
            return item | ({"doubt": doubts[0]} if doubts else {})
        case "schedule":
            works = [work for work, row in data["cite"].items() if "schedule" in row]
            return item | ({"basis": "practice"} if works == ["practice"] else {"sources": works})
        case "evidence" if isinstance(item["effect"], dict):
            effect = msgspec.convert(item["effect"], Effect)
            size = {name: value for name, value in item["effect"].items() if name not in ("direction", "note")}
            return item | {"effect": effect_text(effect), "size": size}
    return item


def camel_case(value: Any) -> Any:
    """Names as JSON has them: bears_on -> bearsOn."""
    if isinstance(value, dict):
        return {camel(key): camel_case(item) for key, item in value.items()}
    return [camel_case(item) for item in value] if isinstance(value, list) else value


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def test_every_source_can_be_read_where_it_is_cited(answers: Answers) -> None:
    works = {path.stem: camel_case(written(path)) for path in CATALOGUE.glob("sources/*.toml")}
    read = set()
    for path in ENTITIES:
        given = {source.pop("id"): source for source in map(dict, answers.entity(id_of(path)).get("sources", ()))}
        data = written(path)
        assert set(data.get("sources", ())) | set(cited(data)) == set(given), path
        for id, source in given.items():
            assert source == works[id]
        read |= set(given)
    for path in CATALOGUE.glob("calculators/*.toml"):
        given = answers.body(f"/v1/calculators/{path.stem}")["sources"]
        assert [source["id"] for source in given] == written(path)["sources"]
        read |= {source["id"] for source in given}
    for path in CATALOGUE.glob("courses/*.toml"):
        given = answers.body(f"/v1/learning/courses/{path.stem}")["sources"]
        assert all(source == {"id": source["id"], **works[source["id"]]} for source in given)
        read |= {source["id"] for source in given}
    for drawn in ("/drawings/body.json", "/drawings/exercise/back-squat-motion.json"):
        for source in answers.body(drawn)["sources"]:
            id = source.pop("id")
            assert source == works[id]
            read.add(id)
    assert read == set(works)


def cited(value: Any) -> Iterator[str]:
    """The works that parts of an entity cite, at any depth."""
    if isinstance(value, dict):
        if isinstance(value.get("source"), str):
            yield value["source"]
        for key, item in value.items():
            if key == "cite":
                yield from (work for work in item if work != "practice")
            else:
                yield from item if key == "sources" else cited(item)
    elif isinstance(value, list):
        for item in value:
            yield from cited(item)


def knowledge(data: dict[str, Any]) -> dict[str, Any]:
    """What a file says: without what authors or search alone need, and what answers state in another form.

    Variants name their scope by its key, `cite` the clause beside the fact; plans, details, shapes and curves are drawn, and
    what a calculator is asked by is for search. Boards and stands have values where the file has expressions.
    """
    unlike = (
        "proper",
        "article",
        "searches",
        "variants",
        "cite",
        "plan",
        "details",
        "shape",
        "curve",
        "asked",
        "boards",
        "stands",
        "motion",
        "signals",
        "tokens",
    )
    kept = {key: value for key, value in data.items() if key not in unlike}
    kept["doubts"] = [doubt["text"] for doubt in data.get("doubts", ())]
    kept["poses"] = [pose["name"] for pose in data.get("motion", {}).get("poses", ())]
    for name in ("contrasts", "similarities"):
        kept[name] = [{**item, "about": ""} for item in data.get(name, ())]
    for name in ("boards", "stands", "signals", "tokens"):
        kept[name] = [worded(item) for item in data.get(name, ())]
    return kept


def worded(item: dict[str, Any]) -> list[Any]:
    """The words and names of a board, a position, a signal or a token."""
    named = [
        item.get(key, "")
        for key in ("key", "title", "label", "name", "situation", "meaning", "pose", "sign", "source", "clause")
    ]
    players = [[label, *role] for side in ("ours", "theirs") for label, _, _, *role in item.get(side, ())]
    guides = [name for kind in ("lines", "zones") for name, *_ in item.get(kind, ())]
    return [*named, *players, *guides, *(step["text"] for step in item.get("steps", ()))]


def test_no_text_and_no_number_of_a_registry_is_lost(answers: Answers) -> None:
    """Whatever is written in a file, in fields that are still to come as well, stands in the answers on it."""
    for path in ENTITIES:
        bodies = [answers.entity(id_of(path))]
        if path.parent.name in answers.publication.vocabulary.with_role("comparison"):
            bodies.append(answers.body(f"/v1/compare/{path.stem}"))
        assert lost(knowledge(written(path)), bodies) == [], path
    for path in CATALOGUE.glob("calculators/*.toml"):
        assert lost(knowledge(written(path)), [answers.body(f"/v1/calculators/{path.stem}")]) == [], path
    for path in CATALOGUE.glob("courses/*.toml"):
        (type,) = answers.publication.vocabulary.with_role("course")
        bodies = [answers.body(f"/v1/learning/courses/{path.stem}"), answers.entity(f"{type}/{path.stem}")]
        assert lost(written(path), bodies) == [], path


def lost(data: Any, bodies: list[Any]) -> list[Any]:
    """The texts and numbers that no body holds, as they are or within a longer text, at the beginning of which they may stand."""
    there = set(leaves(bodies))
    whole = "\n".join(item for item in there if isinstance(item, str)).casefold()
    return [
        item for item in leaves(data) if item not in there and not (isinstance(item, str) and item.casefold() in whole)
    ]


def leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from leaves(item)
    else:
        yield value


def test_what_is_lost_is_found() -> None:
    assert lost({"a": ["x", 1], "b": {"c": "y"}}, [{"d": "an x"}, [2.5]]) == [1, "y"]


def test_a_body_leaves_out_what_is_not_stated_and_keeps_what_is_given() -> None:
    part = SessionPart("Squats", activity="exercise/back-squat", sets=(3.0, 5.0), rest=0.0)
    assert json.loads(encode(body(schemas.SessionPart, part))) == {
        "text": "Squats",
        "activity": "exercise/back-squat",
        "sets": [3, 5],
        "rest": 0,
    }
    section = body(schemas.Section, Section("Scoring", text="To 21."), sources=())
    assert json.loads(encode(section)) == {"title": "Scoring", "text": "To 21.", "sources": []}


def test_a_field_that_no_body_has_is_left_out() -> None:
    question = Question("How many?", ("One", "Two"), 1, "Two a side.", "sport/beach-volleyball")
    assert "cites" not in json.loads(encode(body(schemas.Question, question)))


def test_a_question_says_which_sentence_answers_it_and_what_that_rests_on(answers: Answers) -> None:
    checked = 0
    for path in CATALOGUE.glob("courses/*.toml"):
        given = answers.body(f"/v1/learning/courses/{path.stem}")
        works = {source["id"] for source in given["sources"]}
        lessons = {lesson["slug"]: lesson["text"] for module in given["modules"] for lesson in module["lessons"]}
        for module, authored in zip(given["modules"], written(path)["modules"], strict=True):
            for question, stated in zip(module["quiz"], authored["quiz"], strict=True):
                assert question["sentence"] in lessons[question["lesson"]]
                assert stated["answered_by"] in question["sentence"]
                assert question.get("sources", []) == stated.get("sources", [])
                assert ("basis" in question) == ("sources" not in question)
                assert works >= set(stated.get("sources", []))
                checked += 1
    assert checked > 600


def test_the_works_of_a_section_and_of_a_schedule_stand_in_the_answer(answers: Answers) -> None:
    plan = answers.entity("training-plan/couch-to-5k")
    works = {source["id"] for source in plan["sources"]}
    assert {*plan["schedule"][0]["sources"]} == {"nhs-couch-to-5k"} <= works
    for path in ENTITIES:
        entity = answers.entity(id_of(path))
        for section in entity["sections"]:
            assert ("sources" in section) != ("basis" in section), path

"""Filters of lists: each kind in a small graph, random conditions on the real catalogue, and the answers of a server."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from conftest import FilterIndex
from hypothesis import given, settings
from hypothesis import strategies as st

from sportlore import graph as graphs
from sportlore.contract.parameters import list_request
from sportlore.contract.queries import BadRequest
from sportlore.filters.facets import facets
from sportlore.filters.fields import SAME_AS, Field
from sportlore.filters.index import entries, fields_of
from sportlore.filters.query import Filters
from sportlore.graph import Graph
from sportlore.index.bitmaps import numbers
from sportlore.memo import Forgetful
from sportlore.model import (
    Absent,
    ByScope,
    Entity,
    EntityType,
    FactKey,
    FactValue,
    Relation,
    Span,
    Term,
    Variant,
    Vocabulary,
    fold,
)
from sportlore.publication import Publication
from sportlore.search import Meant
from sportlore.server.answer import Request, Responder, Response
from sportlore.snapshot import Snapshot


def filters_of(graph: Graph) -> Filters:
    store = FilterIndex(entries(graph, Forgetful()))
    store.slugs = {type: [entity.slug for entity in graph.of_type(type)] for type in graph.vocabulary.types}
    return Filters(store, {type: len(slugs) for type, slugs in store.slugs.items()}, meant)


def meant(name: str, types: Sequence[str]) -> list[Meant]:
    """What a name may mean."""
    if name == "round-thing" and "equipment" in types:
        return [Meant("equipment", "ball", "Ball", certain=False)]
    return []


def found(filters: Filters, graph: Graph, type: str, query: str) -> list[str]:
    """The slugs that a query string finds, in list order."""
    entities, asked = graph.of_type(type), list_request(query.encode())
    positions = filters.of(asked.scope, asked.year).positions(type, asked.filters)
    return [entities[position].slug for position in numbers(positions, len(entities))]


def fact(kind: Any, **more: Any) -> FactKey:
    return FactKey(label="Label", kind=kind, **more)


def relation(inverse: str, *to: str) -> Relation:
    return Relation("Label", inverse, "Inverse label", "", to)


def entity_type(facts: tuple[str, ...], links: tuple[str, ...]) -> EntityType:
    return EntityType("", "", "/", "", links, facts)


VOCABULARY = Vocabulary(
    types={
        "sport": entity_type(("contact", "places", "side", "net", "founded", "ball"), ("uses", "distinct-from")),
        "equipment": entity_type(("spin",), ()),
        "rule": entity_type((), ("of-sport", "distinct-from")),
    },
    facts={
        "contact": fact("term", terms="contact"),
        "places": fact("terms", terms="place", only=""),
        "side": fact("integer"),
        "net": fact("number", unit="m", only=""),
        "founded": fact("year"),
        "ball": fact("text"),
        "spin": fact("term", terms="spin"),
    },
    relations={
        "uses": relation("used-in", "equipment"),
        "of-sport": relation("governed-by", "sport"),
        "distinct-from": relation("distinct-from", "any"),
    },
    terms={
        "contact": {"none-at-all": Term("", ""), "collision": Term("", "")},
        "place": {"indoors": Term("", ""), "outdoors": Term("", "")},
        "spin": {"none": Term("", ""), "topspin": Term("", "")},
    },
    dimensions={},
    themes={},
    paths={},
    sources={},
)


def entity(id: str, facts: Mapping[str, FactValue] = {}, **links: tuple[str, ...]) -> Entity:
    type, _, slug = id.partition("/")
    named = {name.replace("_", "-"): others for name, others in links.items()}
    return Entity(type, slug, slug, "", "", facts=facts, links=named)


SMALL = graphs.build(
    VOCABULARY,
    [
        entity("equipment/ball", {"spin": "none"}),
        entity("equipment/bat", {"spin": "topspin"}),
        entity("equipment/shoe"),
        entity(
            "sport/alpha",
            {
                "contact": "collision",
                "places": ("indoors", "outdoors"),
                "side": Span(5, 5),
                "net": ByScope((("men", Span(2.43, 2.43)), ("women", Span(2.24, 2.24)))),
                "founded": 1895,
                "ball": "a ball of Leather, pétanque",
            },
            uses=("equipment/ball",),
            distinct_from=("sport/beta",),
        ),
        entity(
            "sport/beta",
            {"contact": "none-at-all", "places": ("outdoors",), "side": Span(6, 11), "net": Absent(), "ball": "cork"},
            uses=("equipment/ball", "equipment/bat"),
        ),
        entity(
            "sport/gamma",
            {"places": Absent(), "side": Span(-2.5, 1), "net": Span(0.914, 0.914), "founded": 2000},
            uses=(),
        ),
        entity("rule/alpha", {}, of_sport=("sport/alpha",), distinct_from=("sport/gamma",)),
        entity("rule/beta", {}, of_sport=("sport/beta", "sport/alpha")),
    ],
)


def of_juniors(value: float, *scope: str, since: int | None = None, until: int | None = None) -> Variant:
    return Variant("net", Span(value, value), "a-source", ("juniors", *scope), since, until)


SCOPED = graphs.build(
    VOCABULARY,
    [
        *(item for item in SMALL.entities.values() if item.id != "sport/gamma"),
        msgspec.structs.replace(
            SMALL.entities["sport/gamma"],
            checked="2026-11",
            variants=(of_juniors(0.7, until=2010), of_juniors(0.8, since=2011)),
        ),
    ],
)


@pytest.mark.parametrize(
    ("query", "slugs"),
    [
        ("net=2.24", "alpha"),
        ("net=2.24&scope=men", ""),
        ("net=2.43&scope=men", "alpha"),
        ("net=0.914&scope=men", "gamma"),  # it says nothing of men
        ("net=0.914&scope=juniors", ""),
        ("net=0.8&scope=juniors", "gamma"),
        ("net=0.7&scope=juniors", ""),  # it held until 2010
        ("net=0.8", ""),
        ("net=2..3&scope=juniors", "alpha"),
        ("side=5&scope=men", "alpha"),
        ("net=none&scope=men", "beta"),
    ],
)
def test_a_scope_has_numbers_of_its_own(query: str, slugs: str) -> None:
    assert " ".join(found(filters_of(SCOPED), SCOPED, "sport", query)) == slugs


def test_a_list_is_ordered_by_the_numbers_of_a_scope() -> None:
    tall = msgspec.structs.replace(SMALL.entities["sport/gamma"], facts={"net": Span(2.3, 2.3)})
    graph = graphs.build(VOCABULARY, [SMALL.entities["equipment/ball"], SMALL.entities["sport/alpha"], tall])
    filters = filters_of(graph)
    assert filters.of("men", None).ordered("sport", [0, 1], "net") == [1, 0]
    assert filters.of("women", None).ordered("sport", [0, 1], "net") == [0, 1]
    assert filters.ordered("sport", [0, 1], "-net") == [0, 1]


def former(fact: str, value: FactValue, since: int | None = None, until: int | None = None) -> Variant:
    return Variant(fact, value, "a-source", (), since, until)


DATED = graphs.build(
    VOCABULARY,
    [
        *(item for item in SCOPED.entities.values() if item.id not in ("sport/alpha", "sport/beta")),
        msgspec.structs.replace(
            SCOPED.entities["sport/alpha"],
            variants=(
                former("contact", "none-at-all", until=1990),
                former("side", Span(9, 9), since=1980, until=1999),
                former("ball", "Wood", until=1950),
            ),
        ),
        msgspec.structs.replace(
            SCOPED.entities["sport/beta"], variants=(former("side", Span(1, 1), since=1900, until=1950),)
        ),
    ],
)


@pytest.mark.parametrize(
    ("query", "slugs"),
    [
        ("side=5", "alpha"),
        ("side=5&asOf=2000", "alpha"),
        ("side=9&asOf=1999", "alpha beta"),
        ("side=9&asOf=1980-12-31", "alpha beta"),
        ("side=5..9&asOf=1979", "beta"),  # of alpha nothing is known before 1980
        ("side=1&asOf=1950", "beta gamma"),
        ("side=none&asOf=1979", ""),
        ("side=5..9&asOf=1899", ""),
        ("contact=none-at-all&asOf=1990", "alpha beta"),
        ("contact=collision&asOf=1990", ""),
        ("contact=collision&asOf=1991", "alpha"),
        ("ball=wood&asOf=1950", "alpha"),
        ("ball=leather&asOf=1950", ""),
        ("ball=leather&asOf=1951", "alpha"),
        ("net=0.7&scope=juniors&asOf=2010", "gamma"),
        ("net=0.8&scope=juniors&asOf=2011", "gamma"),
        ("net=0.914&asOf=2010", "gamma"),
        ("net=2.43&scope=men&asOf=2010", "alpha"),
        ("uses=ball&asOf=1900", "alpha beta"),
    ],
)
def test_a_year_has_values_of_its_own(query: str, slugs: str) -> None:
    assert " ".join(found(filters_of(DATED), DATED, "sport", query)) == slugs


def test_facets_and_order_by_a_year() -> None:
    filters, everything = filters_of(DATED), 0b111
    assert filters.ordered("sport", [0, 1, 2], "-side") == [1, 0, 2]
    assert filters.of("", 1979).ordered("sport", [0, 1, 2], "-side") == [1, 2, 0]  # alpha is not known before 1980
    (contact, side) = facets(filters.of("", 1979), "sport", ["contact", "side"], everything)
    assert [(count.value, count.count) for count in contact.counts] == [("none-at-all", 2)]
    assert (contact.stated, side.stated) == (2, 2)


@pytest.mark.parametrize(
    ("target", "slugs"),
    [
        ("sport?", "alpha beta gamma"),
        # A term, terms, several values, several names.
        ("sport?contact=collision", "alpha"),
        ("sport?contact=collision,none-at-all", "alpha beta"),
        ("sport?contact=collision, none-at-all", "alpha beta"),
        ("sport?places=outdoors", "alpha beta"),
        ("sport?places=indoors&contact=none-at-all", ""),
        ("sport?places=outdoors&contact=none-at-all,collision&side=6", "beta"),
        # A number; either end may be missing, and a range fact matches when the two overlap.
        ("sport?side=5", "alpha"),
        ("sport?side=5.0", "alpha"),
        ("sport?side=8", "beta"),
        ("sport?side=5..6", "alpha beta"),
        ("sport?side=11..", "beta"),
        ("sport?side=12..", ""),
        ("sport?side=..5", "alpha gamma"),
        ("sport?side=-3..-2.5", "gamma"),
        ("sport?side=..-3", ""),
        ("sport?side=0.5,7..20", "beta gamma"),
        # A number by sex: either of the values counts, and what lies between them does not.
        ("sport?net=2.24", "alpha"),
        ("sport?net=2.3..", "alpha"),
        ("sport?net=2.3..2.4", ""),
        ("sport?net=.914", "gamma"),
        # A year.
        ("sport?founded=1895", "alpha"),
        ("sport?founded=1896..", "gamma"),
        ("sport?founded=..1999", "alpha"),
        # A text: the words that it contains, in any case and with or without accents.
        ("sport?ball=leather", "alpha"),
        ("sport?ball=PETANQUE", "alpha"),
        ("sport?ball=p%C3%A9tanque,cork", "alpha beta"),
        ("sport?ball=of+Leather", "alpha"),
        # A relation, by slug and by id, forward and inverse.
        ("sport?uses=ball", "alpha beta"),
        ("sport?uses=equipment/bat", "beta"),
        ("sport?uses=equipment%2Fball,bat", "alpha beta"),
        ("sport?uses=ball&contact=collision", "alpha"),
        ("sport?uses=shoe", ""),
        ("equipment?used-in=beta", "ball bat"),
        ("sport?governed-by=rule/beta", "alpha beta"),
        ("rule?of-sport=alpha", "alpha beta"),
        # A symmetrical relation holds for both; a slug means every entity that has it.
        ("sport?distinct-from=sport/beta", "alpha"),
        ("sport?distinct-from=sport/alpha", "beta"),
        ("sport?distinct-from=rule/alpha", "gamma"),
        ("sport?distinct-from=alpha", "beta gamma"),
        ("rule?distinct-from=gamma", "alpha"),
        # `none` is what states nothing, or that there is none; a term of that name keeps its own meaning.
        ("sport?contact=none", "gamma"),
        ("sport?places=none", "gamma"),
        ("sport?net=none", "beta"),
        ("sport?founded=none", "beta"),
        ("sport?ball=none", "gamma"),
        ("sport?uses=none", "gamma"),
        ("sport?uses=none,bat", "beta gamma"),
        ("equipment?used-in=none", "shoe"),
        ("sport?distinct-from=none", ""),
        ("equipment?spin=none", "ball"),
        # Behind `!` is what an entity must not have; what states nothing does not have it.
        ("sport?contact=!collision", "beta gamma"),
        ("sport?places=outdoors,!indoors", "beta"),
        ("sport?side=!5,!8", "gamma"),
        ("sport?side=..6, !5", "beta gamma"),
        ("sport?ball=!cork", "alpha gamma"),
        ("sport?uses=ball,!equipment/bat", "alpha"),
        ("sport?uses=!none", "alpha beta"),
        ("equipment?spin=!none", "bat shoe"),
        ("sport?contact=!none&uses=!bat", "alpha"),
        # What caches and trackers add is nobody's filter.
        ("sport?_=1&utm_source=x&side=5&_=2", "alpha"),
    ],
)
def test_each_kind_of_condition(target: str, slugs: str) -> None:
    type, _, query = target.partition("?")
    assert found(filters_of(SMALL), SMALL, type, query) == slugs.split()


@pytest.mark.parametrize(
    ("target", "message"),
    [
        (
            "sport?contakt=collision",
            "no filter `contakt` on the type `sport`; did you mean `contact`? It takes `page`, ",
        ),
        ("sport?Contact=collision", "did you mean `contact`?"),
        (
            "rule?contact=collision",
            "no filter `contact` on the type `rule`; it takes `page`, `pageSize`, `lang`, `fields`, `sort`, "
            "`facets`, `include`, `slug`, `scope`, `asOf`, `of-sport`",
        ),
        ("sport?used-in=ball", "no filter `used-in` on the type `sport`"),
        (
            "sport?contact=colision",
            "no `contact` `colision`; did you mean `collision`? It takes none-at-all, collision, none",
        ),
        ("sport?contact=", "no `contact` ``; it takes none-at-all, collision, none"),
        ("sport?contact=collision,", "no `contact` ``"),
        ("sport?contact=!colision", "no `contact` `colision`; did you mean `collision`?"),
        ("sport?side=!", "`side` is ``; it takes a number"),
        ("equipment?spin=x", "it takes none, topspin"),
        ("sport?side=many", "`side` is `many`; it takes a number, a range such as 5..7, 5.. or ..7, or none"),
        ("sport?net=x", "it takes a number in m,"),
        (
            "sport?uses=bal",
            "`uses` names no entity `bal`; did you mean `ball`? It takes slugs or ids of the types equipment",
        ),
        ("sport?uses=equipment/bal", "did you mean `ball`?"),
        ("sport?uses=round-thing", "`uses` names no entity `round-thing`; did you mean `ball`?"),
        ("sport?uses=sport/alpha", "`uses` names no entity `sport/alpha`"),
        ("sport?uses=equipment/ball/x", "`uses` names no entity"),
        ("sport?uses=", "`uses` names no entity ``"),
        ("sport?ball=", "`ball` is empty; it takes words that the text contains, or none"),
        ("sport?ball=%CC%81", "`ball` is empty"),
        ("sport?side=5&side=6", "`side` is given twice; give it once, with a comma between values that may be either"),
        ("sport?side=5&%73ide=5", "`side` is given twice"),
        ("sport?ball=%ff", "`ball` is not UTF-8"),
        (f"sport?side={'1,' * 31}1&founded=1895", "the filters have more than 32 values in all; give fewer"),
    ],
)
def test_a_wrong_condition_is_refused_with_advice(target: str, message: str) -> None:
    type, _, query = target.partition("?")
    with pytest.raises(BadRequest, match=re.escape(message)):
        found(filters_of(SMALL), SMALL, type, query)


@pytest.mark.parametrize("value", "nan inf -inf 1e3 1_0 0x5 5. .. 7..5 5..x ٥ 5..6..7 +5 - -".split())
def test_what_is_no_decimal_number_is_refused(value: str) -> None:
    with pytest.raises(BadRequest, match="it takes a number"):
        found(filters_of(SMALL), SMALL, "sport", f"side={quote(value)}")


class Evaluation:
    """What an index should answer, read from one entity after the other."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.linked: dict[tuple[str, str], set[str]] = defaultdict(set)
        for entity in graph.entities.values():
            for name, named in entity.links.items():
                inverse = graph.vocabulary.relations[name].inverse
                for other in named:
                    self.linked[entity.id, name].add(other)
                    self.linked[other, inverse].add(entity.id)
            exact = [item for item in entity.identifiers if item.match == "exact"]
            self.linked[entity.id, SAME_AS] |= {*(item.id for item in exact), *(f"{i.scheme}:{i.id}" for i in exact)}

    def meets(self, entity: Entity, name: str, value: str) -> bool:
        """Whether an entity meets a condition of one value."""
        vocabulary = self.graph.vocabulary
        if name not in vocabulary.facts:
            there = self.linked[entity.id, name]
            return not there if value == "none" else bool(there & {value, *(f"{t}/{value}" for t in vocabulary.types)})
        fact, stated = vocabulary.facts[name], entity.facts.get(name, Absent())
        if value == "none" and not (fact.terms and "none" in vocabulary.terms[fact.terms]):
            return isinstance(stated, Absent)
        if isinstance(stated, Absent):
            return False
        match fact.kind:
            case "term" | "terms":
                return value in stated if isinstance(stated, tuple) else value == stated
            case "text":
                return fold(value) in fold(str(stated))
            case _:
                low, dots, high = value.partition("..")
                lowest = float(low or "-inf")
                highest = float(high or "inf") if dots else lowest
                return any(lowest <= above and below <= highest for below, above in spans(stated))

    def values(self, type: str, name: str, field: Field) -> st.SearchStrategy[str]:
        """Values for a condition: those that entities state, others that are accepted, and `none`."""
        entities = self.graph.of_type(type)
        stated = [entity.facts[name] for entity in entities if name in entity.facts]
        match field.kind:
            case "term":
                return st.sampled_from([*field.values, "none"])
            case "number":
                ends = sorted({end for value in stated for span in spans(value) for end in span}) or [1.0]
                near = st.builds(
                    lambda end, step: f"{end + step:.6f}", st.sampled_from(ends), st.sampled_from((0, -0.5))
                )
                ranges = st.tuples(near, near).map(lambda pair: "..".join(sorted(pair, key=float)))
                return near | near.map("{}..".format) | near.map("..{}".format) | ranges | st.just("none")
            case "text":
                words = sorted({word for value in stated for word in re.findall(r"\w+", str(value))})
                letters = st.text(st.characters(categories=["Ll", "Lu"]), min_size=1, max_size=2).filter(fold)
                return st.sampled_from([*words, "none"]) | letters
            case "relation":
                linked = sorted({other for entity in entities for other in self.linked[entity.id, name]})
                possible = [entity.id for to in field.types for entity in self.graph.of_type(to)]
                ids = [*linked, *possible[:1]]
                return st.sampled_from([*ids, *(id.partition("/")[2] for id in ids), "none"])
            case "identifier":
                return st.sampled_from(sorted({"none", "Q0", *chain(*(self.linked[e.id, name] for e in entities))}))


def spans(value: FactValue) -> Iterator[tuple[float, float]]:
    """The ranges of a number: two where it differs by sex."""
    match value:
        case ByScope(values):
            for _, scoped in values:
                yield from spans(scoped)
        case Span(low, high):
            yield low, high
        case int():
            yield value, value


@pytest.fixture(scope="module")
def evaluation(catalogue: Publication) -> Evaluation:
    return Evaluation(catalogue.graph)


@pytest.fixture(scope="module")
def filters(catalogue: Publication) -> Filters:
    return filters_of(catalogue.graph)


@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_the_index_answers_as_a_plain_evaluation(evaluation: Evaluation, filters: Filters, data: st.DataObject) -> None:
    """Random conditions on the real catalogue."""
    graph = evaluation.graph
    type = data.draw(st.sampled_from([type for type in graph.vocabulary.types if graph.of_type(type)]), "type")
    fields = fields_of(graph.vocabulary, type)
    names = data.draw(st.lists(st.sampled_from(sorted(fields)), min_size=1, max_size=3, unique=True), "names")
    conditions = {
        name: data.draw(st.lists(evaluation.values(type, name, fields[name]), min_size=1, max_size=3), name)
        for name in names
    }
    expected = [
        entity.slug
        for entity in graph.of_type(type)
        if all(any(evaluation.meets(entity, name, value) for value in values) for name, values in conditions.items())
    ]
    query = "&".join(f"{name}={quote(','.join(values))}" for name, values in conditions.items())
    assert found(filters, graph, type, query) == expected, query


def test_every_value_that_is_stated_finds_its_entity(evaluation: Evaluation, filters: Filters) -> None:
    """No fact and no link of the real catalogue is missing from the index."""
    graph, checked = evaluation.graph, 0
    for type in graph.vocabulary.types:
        fields = fields_of(graph.vocabulary, type)
        for position, entity in enumerate(graph.of_type(type)):
            stated = [(name, other) for name in fields for other in evaluation.linked[entity.id, name]]
            for name, value in entity.facts.items():
                if isinstance(value, Absent):
                    stated.append((name, "none"))
                elif fields[name].kind == "term":
                    stated += [(name, word) for word in (value if isinstance(value, tuple) else (str(value),))]
                elif fields[name].kind == "text":
                    stated.append((name, str(value)))
            for name, word in stated:
                assert filters.positions(type, [(name, (word,))]) >> position & 1, f"{name}={word} of {entity.id}"
                checked += 1
    assert checked > 5_000


@pytest.fixture(scope="module")
def ask(catalogue_snapshot: Path) -> Iterator[Callable[[str], tuple[Response, Any]]]:
    """Ask a service on the real catalogue: a target -> the answer, and its body."""
    service = Responder(Snapshot(catalogue_snapshot))

    def ask(target: str) -> tuple[Response, Any]:
        path, _, query = target.partition("?")
        answer = service.answer(Request("GET", path, query.encode(), {}, path))
        return answer, json.loads(answer.body)

    yield ask
    service.close()


Ask = Callable[[str], tuple[Response, Any]]


def test_another_name_of_what_a_filter_names_leads_to_it(ask: Ask) -> None:
    for value, meant in (("soleus", "calves"), ("quads", "quadriceps"), ("soleus-muscle", "calves")):
        answer, body = ask(f"/v1/entities/exercise?targets={value}")
        assert answer.status == 400
        assert f"did you mean `{meant}`?" in body["error"]
    answer, body = ask("/v1/entities/exercise?uses=qqqqqq")
    assert "did you mean" not in body["error"]


@pytest.mark.parametrize(
    ("question", "target", "answers"),
    [
        (
            "Exercises for the soleus without equipment",
            "/v1/entities/exercise?targets=calves&uses=none",
            {"exercise/calf-raise"},
        ),
        (
            "non-contact team sports indoors",
            "/v1/entities/sport?contact=non-contact&format=team&environment=indoors",
            {"sport/volleyball"},
        ),
        ("rules of tennis", "/v1/entities/rule?of-sport=tennis", {"rule/tennis-serve", "rule/tennis-let"}),
        (
            "plans of at most ten weeks for beginners",
            "/v1/entities/training-plan?weeks=..10&level=beginner",
            {"training-plan/couch-to-5k"},
        ),
    ],
)
def test_a_question_is_one_request(ask: Ask, question: str, target: str, answers: set[str]) -> None:
    answer, body = ask(target)
    assert answer.status == 200, question
    assert answers <= {item["id"] for item in body["data"]}
    assert 0 < body["pagination"]["total"] < 30


def test_pages_of_a_filtered_list_keep_the_filters(ask: Ask) -> None:
    """Following `next` from the first page gives the whole answer once, in order; `last` and `prev` lead back."""
    filters = "environment=indoors,outdoors&players-per-side=..11&broader=invasion-games,category%2Fnet-and-wall-games"
    target = f"/v1/entities/sport?{filters}&pageSize=3"
    _, whole = ask(target.replace("pageSize=3", "pageSize=100"))
    seen, pages, asked = [], 0, target
    while asked:
        answer, body = ask(asked)
        seen += [item["id"] for item in body["data"]]
        assert body["pagination"]["total"] == whole["pagination"]["total"]
        pages += 1
        links = links_of(answer)
        assert ask(links["first"])[1] == ask(target)[1]
        if pages > 1:
            assert ask(links["prev"])[1]["pagination"]["page"] == pages - 1
        asked = links.get("next", "")
    assert pages >= 3
    assert seen == [item["id"] for item in whole["data"]]
    assert ask(links["last"])[1] == body


def links_of(answer: Response) -> dict[str, str]:
    """The targets of the Link header by their relation."""
    return {rel: target for target, rel in re.findall(r'<([^>]+)>; rel="(\w+)"', answer.head.decode())}


def test_nothing_found_is_an_empty_list(ask: Ask) -> None:
    answer, body = ask("/v1/entities/sport?players-per-side=900..")
    assert answer.status == 200
    assert body["data"] == []
    assert body["pagination"] == {"page": 1, "pageSize": 20, "total": 0, "totalPages": 0}
    assert links_of(answer)["last"] == "/v1/entities/sport?players-per-side=900..&page=1"


def test_what_caches_and_trackers_add_changes_nothing(ask: Ask) -> None:
    plain, _ = ask("/v1/entities/sport?contact=collision")
    assert ask("/v1/entities/sport?_=17&contact=collision&utm_source=a&utm_source=b")[0] == plain


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("kontakt=collision", ("did you mean `contact`?", "`players-per-side`", "`page`")),
        ("contact=colision", ("did you mean `collision`?", "non-contact")),
        ("played-on=clai", ("did you mean `clay`?", "surface")),
        ("contact=collision&contact=limited", ("given twice",)),
        ("page=1&contact=collision&page=1", ("`page` is given twice",)),
    ],
)
def test_a_wrong_filter_answers_400_and_says_what_there_is(ask: Ask, query: str, words: tuple[str, ...]) -> None:
    answer, body = ask(f"/v1/entities/sport?{query}")
    assert answer.status == body["status"] == 400
    for word in words:
        assert word in body["error"]

"""Entities and lists as linked data, Markdown and CSV: what is served, by ending and by Accept, and the shapes that it has."""

from __future__ import annotations

import csv
import datetime
import io
import json
from collections.abc import Iterable

import pyshacl
import pytest
import rdflib
from conftest import ask, body, numbered

from sportlore.api.terms import shapes
from sportlore.export.bulk import Bulk
from sportlore.export.text_files import quads
from sportlore.linked.entity import entity_triples
from sportlore.linked.rdf import Literal, Triple, iri, nquads, number, term, turtle, typed, year
from sportlore.linked.terms import TermAddresses, vocabulary_triples
from sportlore.linked.units import unit_codes
from sportlore.publication import Publication
from sportlore.server.answer import Responder
from sportlore.server.app import App
from sportlore.server.fast_path import FastPath

SITE = "http://localhost:8000"
TENNIS = "/v1/entities/sport/tennis"
SCHEMA = rdflib.Namespace("https://schema.org/")
OWN = rdflib.Namespace(f"{SITE}/terms#")
QUDT = rdflib.Namespace("http://qudt.org/schema/qudt/")
pytestmark = pytest.mark.filterwarnings(
    "ignore:(ConjunctiveGraph|Dataset):DeprecationWarning"
)  # of rdflib's own parsers


def served(responder: Responder, target: str, **headers: str) -> str:
    response = ask(responder, target, **headers)
    assert response.status == 200, response.body
    return response.body.decode()


def graph(text: str, form: str) -> set[tuple[object, ...]]:
    if form == "nq":
        return {
            tuple(triple)
            for triple in rdflib.Dataset(default_union=True)
            .parse(data=text, format="nquads")
            .triples((None, None, None))
        }
    return {*rdflib.Graph().parse(data=text, format={"ttl": "turtle", "jsonld": "json-ld"}[form])}


def with_context(responder: Responder, text: str) -> str:
    """A document of JSON-LD with the context that it names inside."""
    document = json.loads(text)
    assert document["@context"] == f"{SITE}/terms/context.jsonld"
    return json.dumps(document | body(responder, "/terms/context.jsonld"))


@pytest.mark.parametrize(
    "id", ["sport/tennis", "exercise/back-squat", "curriculum/tennis", "comparison/tennis-vs-badminton"]
)
def test_all_forms_say_the_same(responder: Responder, id: str) -> None:
    path = f"/v1/entities/{id}"
    turtle_says = graph(served(responder, f"{path}.ttl"), "ttl")
    assert len(turtle_says) > 20
    assert graph(served(responder, f"{path}.nq"), "nq") == turtle_says
    assert graph(with_context(responder, served(responder, f"{path}.jsonld")), "jsonld") == turtle_says


def test_the_terms_say_the_same_in_both_forms_and_stand_on_their_page(responder: Responder) -> None:
    says = graph(served(responder, "/terms.ttl"), "ttl")
    assert graph(with_context(responder, served(responder, "/terms.jsonld")), "jsonld") == says
    page = served(responder, "/terms")
    named = {str(subject) for subject, *_ in says if str(subject).startswith(OWN)}
    assert len(named) > 30
    for address in named:
        fragment = address.removeprefix(OWN)
        assert f'id="{fragment}"' in page or fragment.startswith("scheme-"), fragment


def test_a_fact_has_its_value_unit_scope_time_and_source(responder: Responder) -> None:
    known = rdflib.Graph().parse(data=served(responder, f"{TENNIS}.ttl"), format="turtle")
    thing = rdflib.URIRef(f"{SITE}/sports/tennis#thing")
    length, junior = (rdflib.URIRef(f"{SITE}/sports/tennis#court-length{end}") for end in ("", "-under-10"))
    assert {length, junior} <= {*known.objects(thing, SCHEMA.additionalProperty)}
    assert known.value(length, SCHEMA.value) == rdflib.Literal("23.77", datatype=rdflib.XSD.decimal)
    assert known.value(length, SCHEMA.unitCode) == rdflib.Literal("MTR")
    assert known.value(length, QUDT.hasUnit) == rdflib.URIRef("http://qudt.org/vocab/unit/M")
    assert known.value(length, OWN.clause) == rdflib.Literal("rule 1", lang="en")
    assert known.value(junior, OWN.scope) == OWN["scope-under-10"]
    assert known.value(junior, SCHEMA.validFrom) == rdflib.Literal("2012", datatype=rdflib.XSD.gYear)
    work = known.value(length, SCHEMA.citation)
    assert known.value(work, SCHEMA.name) == rdflib.Literal("ITF Rules of Tennis 2025", lang="en")
    assert OWN["format-pairs"] in {*known.objects(rdflib.URIRef(f"{SITE}/sports/tennis#format"), SCHEMA.valueReference)}


def test_a_thing_has_its_drawings_as_images(responder: Responder) -> None:
    drawn = [item["url"] for item in body(responder, "/v1/entities/exercise/back-squat")["drawings"]]
    known = rdflib.Graph().parse(data=served(responder, "/v1/entities/exercise/back-squat.ttl"), format="turtle")
    images = known.objects(rdflib.URIRef(f"{SITE}/exercises/back-squat#thing"), SCHEMA.image)
    assert {str(image) for image in images} == {*drawn}
    assert len(drawn) > 1


def test_links_stand_in_the_direction_in_which_they_are_stated(responder: Responder) -> None:
    racket = rdflib.Graph().parse(data=served(responder, "/v1/entities/equipment/racket.ttl"), format="turtle")
    tennis = rdflib.URIRef(f"{SITE}/sports/tennis#thing")
    assert (tennis, OWN["relation-uses"], rdflib.URIRef(f"{SITE}/equipment/racket#thing")) in racket
    assert racket.value(tennis, SCHEMA.name) == rdflib.Literal("Tennis", lang="en")


def conforms(text: str, shape: str) -> bool:
    data = rdflib.Dataset(default_union=True).parse(data=text, format="nquads")
    merged = rdflib.Graph()
    for triple in data.triples((None, None, None)):
        merged.add(triple[:3])
    ok, _, report = pyshacl.validate(merged, shacl_graph=rdflib.Graph().parse(data=shape, format="turtle"))
    print(report)
    return bool(ok)


def test_the_export_of_the_world_has_the_shapes(world: Publication) -> None:
    (file,) = quads(Bulk(world, datetime.date(2026, 11, 30)))
    text, shape = file.content.decode(), shapes(world)
    assert conforms(text, shape)
    value = '<https://schema.org/value> "23.77"^^<http://www.w3.org/2001/XMLSchema#decimal>'
    assert value in text
    assert not conforms("".join(line for line in text.splitlines(True) if value not in line), shape)


def test_a_sample_of_the_real_catalogue_has_the_shapes(catalogue: Publication) -> None:
    """One entity of each type, the one that states most, with the works that it cites and all terms."""
    bulk, terms = Bulk(catalogue, datetime.date(2026, 11, 30)), TermAddresses(SITE)
    vocabulary = catalogue.vocabulary
    sample = [
        max(catalogue.graph.of_type(type), key=lambda entity: (len(entity.facts) + len(entity.variants), entity.id)).id
        for type in vocabulary.types
    ]
    resources = [resource for resource in bulk.resources if resource.id in sample]
    assert len(resources) == len(vocabulary.types)

    def triples() -> Iterable[Triple]:
        broader = term("skos:broader")  # leads out of the sample
        for resource in resources:
            yield from (triple for triple in entity_triples(resource, vocabulary, terms) if triple.predicate != broader)
        yield from vocabulary_triples(vocabulary, terms)

    assert conforms(nquads(triples(), iri(f"{SITE}/")), shapes(catalogue))


def test_every_unit_of_the_real_catalogue_is_known_or_has_no_code(catalogue: Publication) -> None:
    units = {fact.unit for fact in catalogue.vocabulary.facts.values() if fact.unit}
    without = {unit for unit in units if unit_codes(unit) is None}
    assert without == {"[MET]", "%{1RM}", "%{HRmax}", "/wk", "{RPE}", "h/wk"}


@pytest.mark.parametrize(
    ("path", "accept", "content_type", "location"),
    [
        (TENNIS, "text/turtle", "text/turtle; charset=utf-8", f"{TENNIS}.ttl"),
        (TENNIS, "application/ld+json, application/json;q=0.9", "application/ld+json", f"{TENNIS}.jsonld"),
        (TENNIS, "application/n-quads;q=0.5, */*;q=0.1", "application/n-quads; charset=utf-8", f"{TENNIS}.nq"),
        (TENNIS, "application/json, application/ld+json", "application/json", ""),
        (TENNIS, "text/turtle;q=0.5, application/json", "application/json", ""),
        (TENNIS, "*/*", "application/json", ""),
        ("/sports/tennis", "text/markdown, text/html;q=0.9", "text/markdown; charset=utf-8", "/sports/tennis.md"),
        ("/sports/tennis", "text/html, */*;q=0.8", "text/html; charset=utf-8", ""),
        ("/v1/entities/sport", "text/csv", "text/csv; charset=utf-8", "/v1/entities/sport.csv"),
        ("/terms", "text/turtle", "text/turtle; charset=utf-8", "/terms.ttl"),
    ],
)
def test_accept_chooses_the_form(
    responder: Responder, path: str, accept: str, content_type: str, location: str
) -> None:
    response = ask(responder, path, accept=accept)
    assert response.status == 200
    head = response.head.decode()
    assert f"\r\ncontent-type: {content_type}\r\n" in head
    assert ("content-location: " in head) == bool(location)
    assert f"content-location: {location}" in head if location else True
    assert "vary: Accept, Accept-Encoding\r\n" in head
    if location:
        assert ask(responder, location).body == response.body


def test_what_is_not_offered_is_refused_with_what_is(responder: Responder) -> None:
    refused = ask(responder, TENNIS, accept="application/rdf+xml")
    assert refused.status == 406
    for media_type in (
        "application/json",
        "text/turtle",
        "application/ld+json",
        "application/n-quads",
        "text/markdown",
    ):
        assert media_type in refused.body.decode()
    assert ask(responder, "/v1/entities/sport/tenis.ttl").status == 404
    assert ask(responder, "/v1/entities/sprt.csv").status == 404
    assert ask(responder, "/v1/entities/sport/tennis.xml").status == 404
    assert ask(responder, "/v1/entities/sport.csv?page=0").status == 400


def test_a_form_has_an_entity_tag_and_is_compressed(responder: Responder) -> None:
    response = ask(responder, f"{TENNIS}.ttl", **{"accept-encoding": "gzip"})
    assert "content-encoding: gzip" in response.head.decode()
    tag = next(line[6:] for line in response.head.decode().split("\r\n") if line.startswith("etag: "))
    assert ask(responder, f"{TENNIS}.ttl", **{"accept-encoding": "gzip", "if-none-match": tag}).status == 304


def test_a_list_as_a_table_has_the_entities_of_the_list(responder: Responder) -> None:
    rows = list(csv.DictReader(io.StringIO(served(responder, "/v1/entities/sport.csv"), newline="")))
    assert [row["id"] for row in rows] == [item["id"] for item in body(responder, "/v1/entities/sport")["data"]]
    assert (rows[1]["court_length"], rows[1]["court_length_low"]) == ("23.77 m", "23.77")
    longer = served(responder, "/v1/entities/sport.csv?court-length=20..&pageSize=1&fields=name")
    assert [row["slug"] for row in csv.DictReader(io.StringIO(longer))] == ["tennis"]
    second = ask(responder, "/v1/entities/sport.csv?pageSize=1").head.decode()
    assert '</v1/entities/sport.csv?pageSize=1&page=2>; rel="next"' in second


def test_an_answer_and_its_page_have_the_same_text(responder: Responder) -> None:
    text = served(responder, f"{TENNIS}.md")
    assert text.startswith("# Tennis\n\nA racket sport")
    assert "23.77 m" in text
    assert served(responder, "/sports/tennis.md") == text
    assert ask(responder, "/v1/entities/sport/tenis.md").status == 404
    assert ask(responder, "/v1/entities/sport.md").status == 404


def test_a_request_that_may_prefer_another_form_is_left_to_the_application(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    app = App(numbered(tmp_path_factory, 1)[0])
    fast, host = FastPath(app), "\r\nhost: a.example\r\n"
    assert fast.classify(f"{host}accept: text/turtle, */*;q=0.1\r\n\r\n".encode()).variants == ()
    assert fast.classify(f"{host}accept: text/html, */*;q=0.8\r\n\r\n".encode()).variants != ()
    app.responder.close()


def test_literals_and_names_are_escaped() -> None:
    subject, predicate = iri("http://a.example/x y"), term("schema:name")
    triple = Triple(subject, predicate, Literal('say "no"\n\\', language="en"))
    for written, form in ((nquads([triple], iri("http://a.example/")), "nq"), (turtle([triple], {}), "ttl")):
        ((named, _, said),) = graph(written, form)
        assert str(named) == "http://a.example/x%20y"
        assert str(said) == 'say "no"\n\\'


def test_numbers_years_and_months_have_their_datatypes() -> None:
    xsd = "http://www.w3.org/2001/XMLSchema#"
    assert number(3.0) == Literal("3", f"{xsd}integer")
    assert number(0.914) == Literal("0.914", f"{xsd}decimal")
    assert year(-776) == Literal("-0776", f"{xsd}gYear")
    assert typed("2026-11", "gYearMonth") == Literal("2026-11", f"{xsd}gYearMonth")

"""The plain formats: NDJSON, a line an answer; CSV, a file a table; N-Quads."""

from __future__ import annotations

from collections.abc import Iterator

from sportlore.api import bodies, courses
from sportlore.export.bulk import Bulk, File
from sportlore.export.tables import json_line, tables, tables_by_type
from sportlore.linked.entity import entity_triples
from sportlore.linked.rdf import Iri, nquads
from sportlore.linked.table import csv_text
from sportlore.linked.terms import vocabulary_triples

NDJSON, CSV, NQUADS = "application/x-ndjson", "text/csv", "application/n-quads"


def ndjson(bulk: Bulk) -> Iterator[File]:
    """The answers of the interface for entities, comparisons, calculators and courses, one a line."""
    publication, knowledge = bulk.publication, bulk.publication.knowledge
    compared = (
        bodies.comparison(publication, publication.graph.entities[id], item)
        for id, item in knowledge.comparisons.items()
    )
    calculators = (bodies.calculator(publication, item) for item in knowledge.calculators)
    written = (courses.course(publication, item) for item in knowledge.courses.values())
    for name, items in (
        ("entities", bulk.resources),
        ("comparisons", compared),
        ("calculators", calculators),
        ("courses", written),
    ):
        yield File(f"{name}.ndjson", NDJSON, b"".join(map(json_line, items)))


def csv_files(bulk: Bulk) -> Iterator[File]:
    """Each table as CSV (RFC 4180, UTF-8), those by type in a folder of their own."""
    for table in tables(bulk):
        yield File(f"csv/{table.name}.csv", CSV, csv_text(table).encode())
    for table in tables_by_type(bulk):
        yield File(f"csv/types/{table.name}.csv", CSV, csv_text(table).encode())


def quads(bulk: Bulk) -> Iterator[File]:
    """All triples, those of each entity in the graph of its answer, the project's own terms in that of their page."""
    vocabulary, site_url = bulk.publication.vocabulary, bulk.publication.addresses.site_url
    terms = nquads(vocabulary_triples(vocabulary, bulk.terms), Iri(bulk.terms.namespace.removesuffix("#")))
    stated = (
        nquads(entity_triples(resource, vocabulary, bulk.terms), Iri(f"{site_url}{resource.api_url}"))
        for resource in bulk.resources
    )
    yield File("catalogue.nq", NQUADS, "".join((terms, *stated)).encode())

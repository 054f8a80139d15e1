"""The project's own terms as linked data: what they mean, the context of JSON-LD, and the shapes of all triples."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from sportlore import linked
from sportlore.contract.addresses import CONTEXT, SHAPES, TERMS
from sportlore.contract.headers import alternate
from sportlore.contract.record import Resource, resource
from sportlore.linked.forms import FORMS, publisher
from sportlore.linked.jsonld import context, json_ld
from sportlore.linked.rdf import turtle
from sportlore.linked.terms import vocabulary_triples
from sportlore.publication import Publication

_SHAPES = Path(linked.__file__).parent / "shapes.ttl"


def shapes(publication: Publication) -> str:
    """The shapes, in SHACL, for the addresses of a site."""
    known = publisher(publication.vocabulary, publication.addresses.site_url)
    return _SHAPES.read_text(encoding="utf-8").replace("NAMESPACE", known.terms.namespace)


def resources(publication: Publication) -> Iterator[Resource]:
    """The terms as Turtle and JSON-LD, the context, and the shapes."""
    site_url, vocabulary = publication.addresses.site_url, publication.vocabulary
    links = (alternate(f"{site_url}{TERMS}"),)
    known = publisher(vocabulary, site_url)
    triples = list(vocabulary_triples(vocabulary, known.terms))
    json = json_ld(triples, known.known, known.prefixes, f"{site_url}{CONTEXT}")
    written = turtle(triples, known.prefixes).encode()
    yield resource(f"{TERMS}.ttl", FORMS["ttl"].media_type, written, links)
    yield resource(f"{TERMS}.jsonld", FORMS["jsonld"].media_type, msgspec.json.encode(json), links)
    stated = msgspec.json.encode(context(known.known, known.prefixes))
    yield resource(CONTEXT, FORMS["jsonld"].media_type, stated, links)
    yield resource(SHAPES, FORMS["ttl"].media_type, shapes(publication).encode(), links)

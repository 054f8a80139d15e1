"""The forms in which an entity is offered beside its answer and its page, each with its ending and its media type."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

import msgspec

from sportlore.contract.addresses import CONTEXT
from sportlore.contract.schemas import Resource
from sportlore.linked.entity import entity_triples, received_triples
from sportlore.linked.jsonld import Keys, json_ld, keys
from sportlore.linked.rdf import Iri, Triple, nquads, turtle
from sportlore.linked.terms import TermAddresses
from sportlore.model import Vocabulary

OWN_PREFIX = "own"
"""The prefix of the project's own terms."""


class Publisher(NamedTuple):
    """What the forms of all entities share."""

    vocabulary: Vocabulary
    terms: TermAddresses
    known: Keys

    @property
    def prefixes(self) -> Mapping[str, str]:
        """The prefix of the project's own terms."""
        return {OWN_PREFIX: self.terms.namespace}


def publisher(vocabulary: Vocabulary, site_url: str) -> Publisher:
    """What the forms need to know of a catalogue and its site."""
    terms = TermAddresses(site_url)
    return Publisher(vocabulary, terms, keys(vocabulary, terms))


def _triples(resource: Resource, known: Publisher) -> Iterator[Triple]:
    stated = entity_triples(resource, known.vocabulary, known.terms)
    return chain(stated, received_triples(resource, known.vocabulary, known.terms))


def _json_ld(resource: Resource, known: Publisher) -> bytes:
    written = json_ld(_triples(resource, known), known.known, known.prefixes, f"{known.terms.site_url}{CONTEXT}")
    return msgspec.json.encode(written)


def _turtle(resource: Resource, known: Publisher) -> bytes:
    return turtle(_triples(resource, known), known.prefixes).encode()


def _nquads(resource: Resource, known: Publisher) -> bytes:
    return nquads(_triples(resource, known), Iri(f"{known.terms.site_url}{resource.api_url}")).encode()


class LinkedForm(NamedTuple):
    """A form: its media type, and what writes an entity in it."""

    media_type: str
    write: Callable[[Resource, Publisher], bytes]


FORMS: Mapping[str, LinkedForm] = {
    "jsonld": LinkedForm("application/ld+json", _json_ld),
    "ttl": LinkedForm("text/turtle; charset=utf-8", _turtle),
    "nq": LinkedForm("application/n-quads; charset=utf-8", _nquads),
}
"""The forms of an entity by ending."""

CSV_TYPE = "text/csv; charset=utf-8"
"""The media type of a list as a table."""
MARKDOWN, MARKDOWN_TYPE = "md", "text/markdown; charset=utf-8"
"""The ending and media type of what the server tells as text."""
ENDINGS: Mapping[str, str] = {
    **{form.media_type.partition(";")[0]: ending for ending, form in FORMS.items()},
    MARKDOWN_TYPE.partition(";")[0]: MARKDOWN,
    CSV_TYPE.partition(";")[0]: "csv",
}
"""The ending of each media type that a request may prefer."""


def names_form(accept: str) -> bool:
    """Whether an Accept header names the media type of a form, so that it may be preferred."""
    return any(media_type in accept.lower() for media_type in ENDINGS)

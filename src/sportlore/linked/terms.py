"""The project's own terms: the addresses of types, facts, relations and words of closed lists, and what each of them means.

All stand on one page, `/terms`, at which their addresses lead to where they are explained.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct

from sportlore.linked.rdf import Iri, Literal, Triple, iri, term, text
from sportlore.linked.units import unit_codes
from sportlore.model import SCOPES, Vocabulary

CONCEPTS: Final = ("category", "glossary")
"""The types whose entities are concepts of a scheme of SKOS each."""

OWN: Final[Mapping[str, str]] = {
    "scope": "Where a value holds: a body or competition, a sex, an age class.",
    "clause": "Where in the first cited work a value is said.",
    "checked": "The month in which a value was last compared with the works that say it.",
    "basis": "What a value rests on that no work says: `practice` is the authors' own choice.",
    "doubt": "Why a value is in doubt.",
    "section": "A titled part of the description of a thing.",
    "evidence": "What studies say of one outcome of a thing.",
    "Evidence": "A statement of evidence: an outcome, its grade, the effect, the work.",
    "outcome": "What a study measured.",
    "grade": "How sure the evidence is: strong, moderate, limited, conflicting, none.",
    "effect": "The size of an effect, in words.",
    "population": "Whom the studies looked at.",
    "read": "How far a work was read by those who cite it: whole, abstract, excerpt, not opened.",
    "supports": "What a work was seen to support.",
}
"""The properties and the class that no public vocabulary has, each with its meaning."""


def as_iri(address: str) -> Iri | None:
    """A web address as an IRI; None for what is none."""
    return iri(address) if urlsplit(address).scheme in ("http", "https") else None


class TermAddresses(Struct, frozen=True):
    """The addresses of the project's own terms below a site: `fact("net-height")` -> https://a.example/terms#fact-net-height."""

    site_url: str

    @property
    def namespace(self) -> str:
        """What the address of each term begins with."""
        return f"{self.site_url}/terms#"

    def named(self, name: str) -> Iri:
        """A property or class of OWN."""
        return Iri(self.namespace + name)

    def type(self, entity_type: str) -> Iri:
        """The class of the entities of a type."""
        return self.named(f"type-{entity_type}")

    def type_scheme(self, entity_type: str) -> Iri:
        """The scheme of concepts that the entities of a type are."""
        return self.named(f"scheme-{entity_type}")

    def fact(self, key: str) -> Iri:
        """A kind of fact."""
        return self.named(f"fact-{key}")

    def relation(self, key: str) -> Iri:
        """A relation of entities."""
        return self.named(f"relation-{key}")

    def list(self, key: str) -> Iri:
        """A closed list of words."""
        return self.named(f"list-{key}")

    def term(self, of_list: str, word: str) -> Iri:
        """A word of a closed list."""
        return self.named(f"{of_list}-{word}")

    def scope(self, key: str) -> Iri:
        """A scope of values."""
        return self.term(SCOPES, key)

    def source(self, id: str) -> Iri:
        """A work of the bibliography."""
        return Iri(f"{self.site_url}/sources#{id}")


def vocabulary_triples(vocabulary: Vocabulary, terms: TermAddresses) -> Iterator[Triple]:
    """What the project's own terms mean: an ontology, with the closed lists as schemes of SKOS."""
    ontology, is_a = Iri(terms.namespace.removesuffix("#")), term("rdf:type")
    yield Triple(ontology, is_a, term("owl:Ontology"))
    yield Triple(ontology, term("rdfs:label"), text("TermAddresses of the catalogue"))
    for name, meaning in OWN.items():
        described_as = "rdfs:Class" if name[0].isupper() else "rdf:Property"
        yield from _defined(terms.named(name), described_as, name, meaning, ontology)
    for key, described in vocabulary.types.items():
        yield from _defined(terms.type(key), "rdfs:Class", described.singular, described.definition, ontology)
        if key in CONCEPTS:
            yield Triple(terms.type_scheme(key), is_a, term("skos:ConceptScheme"))
            yield Triple(terms.type_scheme(key), term("skos:prefLabel"), text(described.plural))
    for key, relation in vocabulary.relations.items():
        yield from _defined(terms.relation(key), "rdf:Property", relation.label, relation.verb, ontology)
        yield Triple(terms.relation(key), is_a, term("owl:ObjectProperty"))
    for key, fact in vocabulary.facts.items():
        node = terms.fact(key)
        yield from _defined(node, "schema:PropertyValueSpecification", fact.label, fact.label, ontology)
        yield Triple(node, term("schema:valueName"), Literal(key))
        codes = unit_codes(fact.unit) if fact.unit else None
        if fact.unit:
            yield Triple(node, term("qudt:ucumCode"), Literal(fact.unit))
        if codes:
            yield Triple(node, term("qudt:hasUnit"), term(f"unit:{codes.qudt}"))
        if fact.terms:
            yield Triple(node, term("rdfs:seeAlso"), terms.list(fact.terms))
    for key, words in vocabulary.terms.items():
        yield Triple(terms.list(key), is_a, term("skos:ConceptScheme"))
        yield Triple(terms.list(key), term("skos:prefLabel"), text(key.replace("-", " ")))
        for word, explained in words.items():
            node = terms.term(key, word)
            yield Triple(node, is_a, term("skos:Concept"))
            yield Triple(node, term("skos:inScheme"), terms.list(key))
            yield Triple(node, term("skos:notation"), Literal(word))
            yield Triple(node, term("skos:prefLabel"), text(explained.label))
            yield Triple(node, term("skos:definition"), text(explained.definition))


def _defined(node: Iri, described_as: str, label: str, meaning: str, ontology: Iri) -> Iterator[Triple]:
    yield Triple(node, term("rdf:type"), term(described_as))
    yield Triple(node, term("rdfs:label"), text(label))
    yield Triple(node, term("rdfs:comment"), text(meaning))
    yield Triple(node, term("rdfs:isDefinedBy"), ontology)

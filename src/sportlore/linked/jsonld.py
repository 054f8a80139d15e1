"""Triples as JSON-LD 1.1: one object with what belongs to it inside, short keys by a context."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from sportlore.linked.rdf import PREFIXES, XSD, Iri, Literal, PrefixedNames, Triple, term
from sportlore.linked.terms import OWN, TermAddresses
from sportlore.model import Vocabulary


class Key(NamedTuple):
    """A short key of the context, and how its plain strings are read: as IRIs (`@id`), as English, or as they are."""

    name: str
    coercion: str = ""


Keys = Mapping[Iri, Key]
"""The short keys by predicate; a predicate without one is written with its prefix."""

_ENGLISH: Final = "name description keywords text alternateName"
_IRIS: Final = "url image additionalProperty propertyID citation valueReference sameAs"
_PLAIN: Final = (
    "identifier value minValue maxValue unitCode validFrom validThrough position author publisher datePublished"
)
_OWN_IRIS: Final = ("scope", "section", "evidence")


def keys(vocabulary: Vocabulary, terms: TermAddresses) -> dict[Iri, Key]:
    """The short keys of the catalogue: Schema.org's names, the project's own, and its relations."""
    known = {term(f"schema:{name}"): Key(name, "@language") for name in _ENGLISH.split()}
    known |= {term(f"schema:{name}"): Key(name, "@id") for name in _IRIS.split()}
    known |= {term(f"schema:{name}"): Key(name) for name in _PLAIN.split()}
    known |= {terms.named(name): Key(name, "@id" if name in _OWN_IRIS else "") for name in OWN if name.islower()}
    known |= {term("qudt:ucumCode"): Key("ucum"), term("qudt:hasUnit"): Key("unit", "@id")}
    taken = {key.name for key in known.values()} | {*PREFIXES}
    relations = {terms.relation(key): Key(key, "@id") for key in vocabulary.relations if key not in taken}
    return known | relations


def context(known: Keys, prefixes: Mapping[str, str]) -> dict[str, object]:
    """The context of these keys, as a document of its own."""
    stated: dict[str, object] = {**PREFIXES, **prefixes}
    for predicate, key in known.items():
        coercions = {"@id": {"@type": "@id"}, "@language": {"@language": "en"}, "": {}}
        stated[key.name] = {"@id": str(predicate), **coercions[key.coercion]}
    return {"@context": stated}


def json_ld(triples: Iterable[Triple], known: Keys, prefixes: Mapping[str, str], stated: object) -> dict[str, Any]:
    """The triples as one document: the first subject with what belongs to it inside, further ones beside it.

    `stated` is what stands as its `@context`: the address of a context, or the context itself.
    """
    nodes: dict[Iri, dict[Iri, list[Iri | Literal]]] = {}
    for subject, predicate, value in dict.fromkeys(triples):
        nodes.setdefault(subject, {}).setdefault(predicate, []).append(value)
    writer = _Writer(nodes, known, {**PREFIXES, **prefixes})
    written = [writer.node(subject) for subject in nodes if subject not in writer.written]
    if len(written) == 1:
        return {"@context": stated, **written[0]}
    return {"@context": stated, "@graph": written}


class _Writer:
    """Nodes as objects, each written once, where it is named first."""

    def __init__(
        self, nodes: Mapping[Iri, Mapping[Iri, list[Iri | Literal]]], known: Keys, prefixes: Mapping[str, str]
    ) -> None:
        self._nodes = nodes
        self._known = known
        self._names = PrefixedNames(prefixes)
        self.written: set[Iri] = set()

    def node(self, subject: Iri) -> dict[str, Any]:
        """A node with all that it states."""
        self.written.add(subject)
        written: dict[str, Any] = {"@id": str(subject)}
        for predicate, values in self._nodes[subject].items():
            if predicate == term("rdf:type"):
                written["@type"] = _unlisted([self._short(Iri(value)) for value in values if isinstance(value, Iri)])
                continue
            key = self._known.get(predicate) or Key(self._short(predicate))
            written[key.name] = _unlisted([self._value(value, key) for value in values])
        return written

    def _value(self, value: Iri | Literal, key: Key) -> object:
        if isinstance(value, Iri):
            if value in self._nodes and value not in self.written:
                return self.node(value)
            return str(value) if key.coercion == "@id" else {"@id": str(value)}
        if value.language:
            plain = value.language == "en" and key.coercion == "@language"
            return value.text if plain else {"@value": value.text, "@language": value.language}
        if value.datatype == f"{XSD}integer":
            return int(value.text)
        if value.datatype:
            return {"@value": value.text, "@type": self._short(Iri(value.datatype))}
        return value.text if not key.coercion else {"@value": value.text}

    def _short(self, node: Iri) -> str:
        return self._names.prefixed(node) or str(node)


def _unlisted(values: list[Any]) -> object:
    return values[0] if len(values) == 1 else values

"""Triples, and how they are written: N-Quads and Turtle. There are no blank nodes, so that bytes are stable."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple


class Iri(str):
    """The address of a thing."""

    __slots__ = ()


class Literal(NamedTuple):
    """A value with its datatype, or a text with its language."""

    text: str
    datatype: str = ""
    language: str = ""


class Triple(NamedTuple):
    """A statement."""

    subject: Iri
    predicate: Iri
    object: Iri | Literal


XSD: Final = "http://www.w3.org/2001/XMLSchema#"
PREFIXES: Final[Mapping[str, str]] = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "xsd": XSD,
    "schema": "https://schema.org/",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "dcterms": "http://purl.org/dc/terms/",
    "dcat": "http://www.w3.org/ns/dcat#",
    "void": "http://rdfs.org/ns/void#",
    "spdx": "http://spdx.org/rdf/terms#",
    "qudt": "http://qudt.org/schema/qudt/",
    "unit": "http://qudt.org/vocab/unit/",
}
"""The vocabularies that are used, by the prefix that Turtle and the JSON-LD context give them."""

_ESCAPES: Final = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"})
_LOCAL: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_NOT_IN_IRI: Final = re.compile(r'[\x00-\x20<>"{}|^`\\]')


def term(prefixed: str) -> Iri:
    """A term of a known vocabulary: term("schema:name") -> Iri("https://schema.org/name")."""
    prefix, _, name = prefixed.partition(":")
    return Iri(PREFIXES[prefix] + name)


def iri(address: str) -> Iri:
    """An address as an IRI; what may not stand in one is percent-encoded."""
    return Iri(_NOT_IN_IRI.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), address))


def text(value: str, language: str = "en") -> Literal:
    """A text in a language."""
    return Literal(value, language=language)


def number(value: float) -> Literal:
    """A number: number(3) -> "3"^^xsd:integer, number(2.43) -> "2.43"^^xsd:decimal."""
    if value == int(value):
        return Literal(str(int(value)), f"{XSD}integer")
    return Literal(f"{value:.12f}".rstrip("0"), f"{XSD}decimal")


def year(value: int) -> Literal:
    """A year of the Gregorian calendar: year(-776) -> "-0776"^^xsd:gYear."""
    return Literal(f"{'-' if value < 0 else ''}{abs(value):04d}", f"{XSD}gYear")


def typed(value: str, datatype: str) -> Literal:
    """A literal of an XML Schema datatype: typed("2026-11", "gYearMonth")."""
    return Literal(value, f"{XSD}{datatype}")


def _node(node: Iri | Literal) -> str:
    if isinstance(node, Iri):
        return f"<{node}>"
    quoted = f'"{node.text.translate(_ESCAPES)}"'
    if node.language:
        return f"{quoted}@{node.language}"
    return f"{quoted}^^<{node.datatype}>" if node.datatype else quoted


def nquads(triples: Iterable[Triple], graph: Iri) -> str:
    """One line a statement, in a named graph (RDF 1.1 N-Quads)."""
    return "".join([f"<{s}> <{p}> {_node(o)} <{graph}> .\n" for s, p, o in triples])


def turtle(triples: Iterable[Triple], prefixes: Mapping[str, str]) -> str:
    """The statements by subject, in the order in which they come (RDF 1.1 Turtle); `prefixes` are further ones."""
    names = PrefixedNames({**PREFIXES, **prefixes})
    by_subject: dict[Iri, dict[Iri, list[str]]] = {}
    for subject, predicate, value in dict.fromkeys(triples):
        written = names.node(value) if isinstance(value, Iri) else names.literal(value)
        by_subject.setdefault(subject, {}).setdefault(predicate, []).append(written)
    blocks = [
        f"{names.node(subject)}\n"
        + " ;\n".join(f"    {_predicate(predicate, names)} {', '.join(values)}" for predicate, values in stated.items())
        + " .\n"
        for subject, stated in by_subject.items()
    ]
    head = "".join(f"@prefix {name}: <{address}> .\n" for name, address in names.prefixes.items() if name in names.used)
    return "\n".join((head, *blocks))


def _predicate(predicate: Iri, names: PrefixedNames) -> str:
    return "a" if predicate == term("rdf:type") else names.node(predicate)


class PrefixedNames:
    """Names by prefix, and which prefixes were used."""

    def __init__(self, prefixes: Mapping[str, str]) -> None:
        self.prefixes = prefixes
        self.used: set[str] = set()
        self._by_address = {address: prefix for prefix, address in prefixes.items()}

    def prefixed(self, node: str) -> str | None:
        """The short name of an address: "schema:name"; None where it has none."""
        end = max(node.rfind("#"), node.rfind("/")) + 1
        prefix = self._by_address.get(node[:end])
        if prefix is None or not _LOCAL.fullmatch(node, end):
            return None
        self.used.add(prefix)
        return f"{prefix}:{node[end:]}"

    def node(self, node: Iri) -> str:
        """An address as Turtle has it."""
        return self.prefixed(node) or f"<{node}>"

    def literal(self, value: Literal) -> str:
        """A literal as Turtle has it."""
        if not value.datatype:
            return _node(value)
        return f'"{value.text.translate(_ESCAPES)}"^^{self.node(Iri(value.datatype))}'

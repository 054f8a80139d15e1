"""What an entity states, as triples: itself, its facts, its links, its sections, its evidence and its sources.

A thing has the address of its page with `#thing` behind it, and each of its claims one of its own, so that other data can point
at it: `…/sports/volleyball#net-height-men`. Each fact is a PropertyValue of Schema.org with its unit by UN/CEFACT, UCUM and QUDT.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from sportlore.contract.schemas import Evidence, Resource, Section, Source
from sportlore.linked.claims import Claim, claims, words
from sportlore.linked.rdf import Iri, Literal, Triple, iri, number, term, text, typed, year
from sportlore.linked.terms import CONCEPTS, TermAddresses, as_iri
from sportlore.linked.units import unit_codes
from sportlore.model import NONE, Vocabulary

_A, _NAME, _CITES = term("rdf:type"), term("schema:name"), term("schema:citation")
_MATCHES = {"exact": term("schema:sameAs"), "close": term("skos:closeMatch"), "broader": term("skos:broadMatch")}


def thing(page: str) -> Iri:
    """The thing that a page is about: thing("http://a.example/sports/tennis") -> Iri("http://a.example/sports/tennis#thing")."""
    return iri(f"{page}#thing")


def entity_triples(resource: Resource, vocabulary: Vocabulary, terms: TermAddresses) -> Iterator[Triple]:
    """All that an entity states of itself; links that others state are theirs (`received_triples`)."""
    subject = thing(resource.url)
    yield from _description(resource, subject, terms)
    yield from _facts(resource, vocabulary, terms)
    for related in resource.relationships:
        if related.relation in vocabulary.relations:
            yield Triple(subject, terms.relation(str(related.relation)), thing(related.url))
            if related.relation == "broader" and related.type == resource.type and resource.type in CONCEPTS:
                yield Triple(subject, term("skos:broader"), thing(related.url))
    for order, section in enumerate(resource.sections or (), 1):
        yield from _section(resource, section, order, terms)
    for order, evidence in enumerate(resource.evidence or (), 1):
        yield from _evidence(resource, evidence, order, terms)
    for source in resource.sources or ():
        yield from _source(source, terms)


def received_triples(resource: Resource, vocabulary: Vocabulary, terms: TermAddresses) -> Iterator[Triple]:
    """What stands beside an entity: the links that others state of it, and the names of all that it is linked with."""
    stated_by = {relation.inverse: key for key, relation in vocabulary.relations.items()}
    subject = thing(resource.url)
    for related in resource.relationships:
        if related.relation not in vocabulary.relations:
            yield Triple(thing(related.url), terms.relation(stated_by[str(related.relation)]), subject)
    for related in {related.id: related for related in resource.relationships}.values():
        yield Triple(thing(related.url), _NAME, text(related.name))


def _description(resource: Resource, subject: Iri, terms: TermAddresses) -> Iterator[Triple]:
    yield Triple(subject, _A, terms.type(resource.type))
    yield Triple(subject, _A, term("schema:Thing"))
    yield Triple(subject, term("schema:identifier"), Literal(resource.id))
    yield Triple(subject, _NAME, text(resource.name))
    yield Triple(subject, term("schema:description"), text(resource.description or ""))
    yield Triple(subject, term("schema:url"), iri(resource.url))
    for keyword in resource.keywords or ():
        yield Triple(subject, term("schema:keywords"), text(keyword))
    for language, names in (resource.names or {}).items():
        for name in names:
            yield Triple(subject, term("schema:alternateName"), text(name, language))
    for drawn in resource.drawings or ():
        yield Triple(subject, term("schema:image"), iri(drawn.url))
    for item in resource.identifiers or ():
        yield Triple(subject, _MATCHES[item.match], iri(item.url))
    if resource.type in CONCEPTS:
        yield Triple(subject, _A, term("skos:Concept"))
        yield Triple(subject, term("skos:inScheme"), terms.type_scheme(resource.type))
        yield Triple(subject, term("skos:prefLabel"), text(resource.name))
        yield Triple(subject, term("skos:definition"), text(resource.description or ""))
    for source in resource.sources or ():
        yield Triple(subject, _CITES, terms.source(source.id))


def _facts(resource: Resource, vocabulary: Vocabulary, terms: TermAddresses) -> Iterator[Triple]:
    subject, used = thing(resource.url), Counter[str]()
    for claim in claims(resource.facts or (), vocabulary):
        name = "-".join((claim.key, *claim.scope))
        used[name] += 1
        node = iri(f"{resource.url}#{name}{f'-{used[name]}' if used[name] > 1 else ''}")
        yield Triple(subject, term("schema:additionalProperty"), node)
        yield Triple(node, _A, term("schema:PropertyValue"))
        yield Triple(node, term("schema:propertyID"), terms.fact(claim.key))
        yield Triple(node, _NAME, text(claim.label))
        yield Triple(node, term("schema:description"), text(claim.text))
        yield from _value(node, claim, vocabulary, terms)
        yield from _scope_and_time(node, claim, terms)
        yield from _basis(node, claim, terms)


def _value(node: Iri, claim: Claim, vocabulary: Vocabulary, terms: TermAddresses) -> Iterator[Triple]:
    described, span = vocabulary.facts[claim.key], claim.span
    if described.kind == "year" and isinstance(claim.value, int):
        yield Triple(node, term("schema:value"), year(claim.value))
    elif span is not None:
        if span.low == span.high:
            yield Triple(node, term("schema:value"), number(span.low))
        else:
            yield Triple(node, term("schema:minValue"), number(span.low))
            yield Triple(node, term("schema:maxValue"), number(span.high))
        yield from _unit(node, claim.unit)
    for word in words(claim.value):
        is_term = described.terms is not None and word != NONE
        yield Triple(node, term("schema:value"), Literal(word) if is_term else text(word))
        if is_term:
            yield Triple(node, term("schema:valueReference"), terms.term(str(described.terms), word))


def _unit(node: Iri, unit: str | None) -> Iterator[Triple]:
    if unit is None:
        return
    yield Triple(node, term("qudt:ucumCode"), Literal(unit))
    codes = unit_codes(unit)
    if codes is not None:
        yield Triple(node, term("schema:unitCode"), Literal(codes.cefact))
        yield Triple(node, term("qudt:hasUnit"), term(f"unit:{codes.qudt}"))


def _scope_and_time(node: Iri, claim: Claim, terms: TermAddresses) -> Iterator[Triple]:
    for scope in claim.scope:
        yield Triple(node, terms.named("scope"), terms.scope(scope))
    if claim.since is not None:
        yield Triple(node, term("schema:validFrom"), year(claim.since))
    if claim.until is not None:
        yield Triple(node, term("schema:validThrough"), year(claim.until))


def _basis(node: Iri, claim: Claim, terms: TermAddresses) -> Iterator[Triple]:
    for source in claim.sources:
        yield Triple(node, _CITES, terms.source(source))
    stated: Mapping[str, str | None] = {"clause": claim.clause, "basis": claim.basis, "doubt": claim.doubt}
    for name, value in stated.items():
        if value:
            yield Triple(node, terms.named(name), text(value))
    if claim.checked:
        yield Triple(node, terms.named("checked"), typed(claim.checked, "gYearMonth"))


def _section(resource: Resource, section: Section, order: int, terms: TermAddresses) -> Iterator[Triple]:
    node = iri(f"{resource.url}#section-{order}")
    yield Triple(thing(resource.url), terms.named("section"), node)
    yield Triple(node, _A, term("schema:CreativeWork"))
    yield Triple(node, term("schema:position"), number(order))
    yield Triple(node, _NAME, text(section.title))
    said = section.text or "\n".join((*(section.steps or ()), *(section.items or ())))
    yield Triple(node, term("schema:text"), text(said))
    for source in section.sources or ():
        yield Triple(node, _CITES, terms.source(source))


def _evidence(resource: Resource, evidence: Evidence, order: int, terms: TermAddresses) -> Iterator[Triple]:
    node = iri(f"{resource.url}#evidence-{order}")
    yield Triple(thing(resource.url), terms.named("evidence"), node)
    yield Triple(node, _A, terms.named("Evidence"))
    yield Triple(node, terms.named("outcome"), text(evidence.outcome))
    yield Triple(node, terms.named("grade"), Literal(evidence.grade))
    yield Triple(node, terms.named("effect"), text(evidence.effect))
    if evidence.population:
        yield Triple(node, terms.named("population"), text(evidence.population))
    yield Triple(node, _CITES, terms.source(evidence.source))


def _source(source: Source, terms: TermAddresses) -> Iterator[Triple]:
    node = terms.source(source.id)
    yield Triple(node, _A, term("schema:CreativeWork"))
    yield Triple(node, _NAME, text(source.title))
    for name, value in (("author", source.author), ("publisher", source.publisher)):
        if value:
            yield Triple(node, term(f"schema:{name}"), Literal(value))
    if source.year:
        yield Triple(node, term("schema:datePublished"), year(source.year))
    if source.url and (address := as_iri(source.url)):
        yield Triple(node, term("schema:url"), address)
    for name, value in (("read", source.read), ("supports", source.supports)):
        if value:
            yield Triple(node, terms.named(name), text(value))

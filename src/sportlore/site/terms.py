"""The page of the project's own terms: what types, facts, relations and words of closed lists mean."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from sportlore.contract.addresses import TERMS
from sportlore.linked.terms import OWN
from sportlore.publication import Publication
from sportlore.site.page import Page, Planned, capital


class TermRow(Struct, frozen=True):
    """A term: the fragment of its address, its key, what it is called, what it means."""

    id: str
    key: str
    label: str
    text: str


class TermsView(Struct, frozen=True):
    """What the page shows: the groups of terms by their titles."""

    groups: tuple[tuple[str, tuple[TermRow, ...]], ...]
    lists: tuple[tuple[str, str, tuple[TermRow, ...]], ...]
    """The closed lists: the fragment of the address, the title, the words."""


def terms(publication: Publication) -> Iterator[Planned]:
    """The page of terms."""
    yield Planned(TERMS, lambda: _terms(publication))


def _terms(publication: Publication) -> Page:
    known = publication.vocabulary
    types = (TermRow(f"type-{key}", key, t.singular, t.definition) for key, t in known.types.items())
    facts = (TermRow(f"fact-{key}", key, fact.label, fact.unit or "") for key, fact in known.facts.items())
    relations = (
        TermRow(f"relation-{key}", key, relation.label, f"the other way round: {relation.inverse_label}")
        for key, relation in known.relations.items()
    )
    statements = (TermRow(name, name, name, meaning) for name, meaning in OWN.items())
    groups = (("Types", types), ("Facts", facts), ("Relations", relations), ("About statements", statements))
    view = TermsView(
        groups=tuple((title, tuple(rows)) for title, rows in groups),
        lists=tuple(
            (
                f"list-{key}",
                capital(key.replace("-", " ")),
                tuple(TermRow(f"{key}-{word}", word, term.label, term.definition) for word, term in words.items()),
            )
            for key, words in known.terms.items()
        ),
    )
    words = f"What the types, facts, relations and words of {publication.about.title} mean, as linked data uses them."
    return Page(TERMS, "terms.html", "Terms", words, view)

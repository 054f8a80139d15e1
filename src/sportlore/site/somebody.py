"""The page that recommends for somebody: a form of what there is and what limits, which the server answers."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from sportlore.model import Entity
from sportlore.publication import Publication
from sportlore.recommendation import CONDITIONS, EQUIPMENT, EXPERIENCE, PLACES
from sportlore.site.page import Page, Planned

PATH = "/recommended"

Choices = tuple[tuple[str, str], ...]
"""Values of a field of the form and their labels."""


class SomebodyView(Struct, frozen=True):
    """The fields of the form; then what the server fills in, as HTML."""

    goals: Choices
    levels: Choices
    places: Choices
    conditions: Choices
    personas: Choices
    equipment: Choices
    status: str = "Choose a goal; leave open what sets no limit."
    safety: str = ""
    week: str = ""
    results: str = ""
    left_out: str = ""


def somebody(publication: Publication) -> Iterator[Planned]:
    """The form, before anything is chosen; none where nothing is recommended."""
    if publication.knowledge.recommendations:
        yield Planned(PATH, lambda: _page(publication))


def somebody_frame(publication: Publication) -> Page:
    """The same with the answer left to be filled in by the server."""
    return _page(
        publication, status="{status}", safety="{safety}", week="{week}", results="{results}", left_out="{left_out}"
    )


def _page(publication: Publication, **answer: str) -> Page:
    graph, vocabulary = publication.graph, publication.vocabulary
    recommended = publication.knowledge.recommendations.values()
    needed = {
        id
        for goal in recommended
        for candidate in goal.candidates
        if candidate.group
        for need in candidate.needs
        for id in need
    }
    view = SomebodyView(
        goals=tuple((goal.goal.slug, goal.goal.name) for goal in recommended),
        levels=_choices(graph.of_type(EXPERIENCE)),
        places=tuple((key, term.label) for key, term in vocabulary.terms.get(PLACES, {}).items()),
        conditions=_choices(graph.of_type(CONDITIONS[0])),
        personas=_choices(graph.of_type(CONDITIONS[1])),
        equipment=_choices(entity for entity in graph.of_type(EQUIPMENT) if entity.id in needed),
        **answer,
    )
    words = "What fits a goal, your level, time, equipment and conditions, and why other things are left out."
    return Page(PATH, "recommended.html", "Recommended for you", words, view)


def _choices(entities: Iterator[Entity] | tuple[Entity, ...]) -> Choices:
    return tuple((entity.slug, entity.name) for entity in entities)

"""The pages that lead to others: home, all topics, search, comparisons of one's own, and the page about the catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup
from msgspec import Struct

from sportlore import drawing
from sportlore.contract.addresses import COMPARE_PAGE, DRAWINGS, SEARCH_PAGE, TOPICS
from sportlore.contract.operations import TYPE_LIST
from sportlore.model import PLAYED_AT, Door
from sportlore.publication import Publication
from sportlore.site.linked import dataset
from sportlore.site.lists import SIDES
from sportlore.site.page import CALCULATORS, Page, Planned, Ref, ref, refs, type_ref


class Sample(Struct, frozen=True):
    """An answer of the interface that the home page shows: where it stands, and its body."""

    path: str
    body: bytes


class CountedType(Struct, frozen=True):
    """A type with the number of its entities."""

    type: Ref
    count: int


class SportCard(Struct, frozen=True):
    """A sport with the lines of its field."""

    sport: Ref
    field: Markup


Themes = tuple[tuple[str, tuple[CountedType, ...]], ...]
"""The types that have entities, under the titles of their themes."""


class HomeView(Struct, frozen=True):
    """The way into the catalogue.

    `examples` are searches that are answered; `cards` are the sports with a field, and `lists` all that stands beside them: the
    other sports, and the goals; `sample` is an answer of the interface.
    """

    entities: int
    calculators: int
    examples: tuple[Ref, ...]
    doors: tuple[Door, ...]
    cards: tuple[SportCard, ...]
    lists: tuple[tuple[Ref, tuple[Ref, ...]], ...]
    themes: Themes
    sample_path: str
    sample: str


class SearchView(Struct, frozen=True):
    """The types to which a search can be limited, with their plurals; then the query and what it found, as HTML."""

    types: tuple[tuple[str, str], ...]
    query: str = ""
    status: str = "Type two letters or more."
    answers: str = ""
    counts: str = ""
    results: str = ""
    more: str = ""


class CompareView(Struct, frozen=True):
    """What the server fills in: the names of what is compared, in their fields, and what came of it, as HTML."""

    sides: tuple[tuple[str, str, str], ...]
    heading: str = "{title}"
    status: str = "{status}"
    compared: str = "{compared}"


class AboutView(Struct, frozen=True):
    """How large the catalogue is."""

    entities: int
    types: int
    links: int
    comparisons: int
    calculators: int
    courses: int
    sources: int
    dataset: Markup


def home(publication: Publication, sample: Sample) -> Page:
    """The first page."""
    graph = publication.graph
    cards = tuple(_cards(publication))
    drawn = {card.sport for card in cards}
    view = HomeView(
        entities=len(graph.entities),
        calculators=len(publication.knowledge.calculators),
        examples=tuple(
            Ref(text, f"{SEARCH_PAGE}?{urlencode({'q': text})}") for text in publication.about.home.examples
        ),
        doors=publication.about.home.doors,
        cards=cards,
        lists=tuple(
            (type_ref(publication, name), others)
            for name in publication.vocabulary.with_role("sport", "goal")
            if (others := tuple(other for other in refs(publication, graph.of_type(name)) if other not in drawn))
        ),
        themes=themes(publication),
        sample_path=sample.path,
        sample=msgspec.json.format(sample.body, indent=2).decode(),
    )
    return Page("/", "home.html", "Home", publication.about.description, view, api=(TYPE_LIST.path,))


def themes(publication: Publication) -> Themes:
    """All types by theme."""
    graph = publication.graph
    listed = (
        (theme.title, tuple(CountedType(type_ref(publication, t), len(graph.of_type(t))) for t in theme.types))
        for theme in publication.vocabulary.themes.values()
    )
    return tuple((title, shown) for title, types in listed if (shown := tuple(type for type in types if type.count)))


class TopicsView(Struct, frozen=True):
    """All types by theme; beside them the calculators and the drawings."""

    themes: Themes
    calculators: CountedType
    drawings: Ref


def topics(publication: Publication) -> Iterator[Planned]:
    """The page from which every list is one step away."""
    yield Planned(TOPICS, lambda: _topics(publication))


def _topics(publication: Publication) -> Page:
    words = "Every list of the catalogue, and what is in it."
    formulas = "Published formulas that calculate as you type, each with its source and its limits."
    view = TopicsView(
        themes(publication),
        CountedType(Ref(CALCULATORS.name, CALCULATORS.path, text=formulas), len(publication.knowledge.calculators)),
        Ref("Drawn to scale", DRAWINGS, text="Balls, rackets, goals and fields at one scale."),
    )
    return Page(TOPICS, "topics.html", "All topics", words, view, api=(TYPE_LIST.path,))


def _cards(publication: Publication) -> Iterator[SportCard]:
    """The sports of which a venue is drawn, in their order."""
    graph = publication.graph
    for name in publication.vocabulary.with_role("sport"):
        for entity in graph.of_type(name):
            of_sport = publication.drawings(entity)
            venues = (
                drawings for venue in graph.objects(entity.id, PLAYED_AT) if (drawings := publication.drawings(venue))
            )
            field = next(
                (drawings[0] for drawings in (of_sport, *venues) if drawings and drawings[0].kind == "plan"), None
            )
            if field is not None:
                yield SportCard(ref(publication, entity), Markup(drawing.miniature(field)))


def search(publication: Publication) -> Iterator[Planned]:
    """The page that searches as one types, before anything is typed."""
    yield Planned(SEARCH_PAGE, lambda: _search(publication, SearchView(_searched_types(publication))))


def search_frame(publication: Publication) -> Page:
    """The same with a query and what it found left to be filled in by the server."""
    return _search(
        publication,
        SearchView(_searched_types(publication), "{query}", "{status}", "{answers}", "{counts}", "{results}", "{more}"),
    )


def _search(publication: Publication, view: SearchView) -> Page:
    words = f"Search {publication.about.title}: names, synonyms, facts and descriptions, with room for typos."
    return Page(SEARCH_PAGE, "search.html", "Search", words, view, scripts=("search.js",), indexed=False)


def compare_frame(publication: Publication) -> Page:
    """The page of two or three entities side by side, which the server fills in."""
    sides = tuple((name, label, f"{{{name}}}") for name, label, _ in SIDES)
    words = f"Any two or three of one type in {publication.about.title} side by side: facts, differences, links."
    return Page(COMPARE_PAGE, "compare.html", "{title}", words, CompareView(sides), indexed=False)


def _searched_types(publication: Publication) -> tuple[tuple[str, str], ...]:
    types = publication.vocabulary.types.items()
    return tuple((name, described.plural) for name, described in types if publication.graph.of_type(name))


def about(publication: Publication) -> Iterator[Planned]:
    """The page about the catalogue: licence, citation, interface, and how its knowledge is made."""
    yield Planned("/about", lambda: _about(publication))


def _about(publication: Publication) -> Page:
    knowledge = publication.knowledge
    view = AboutView(
        entities=len(publication.graph.entities),
        types=sum(bool(publication.graph.of_type(name)) for name in publication.vocabulary.types),
        links=sum(map(len, publication.graph.out.values())),
        comparisons=len(knowledge.comparisons),
        calculators=len(knowledge.calculators),
        courses=len(knowledge.courses),
        sources=len(publication.vocabulary.sources),
        dataset=dataset(publication),
    )
    words = f"Licence, citation, interface and making of {publication.about.title}."
    return Page("/about", "about.html", "About the catalogue and its data", words, view, api=("/api/openapi.json",))

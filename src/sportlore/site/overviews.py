"""The pages that lead to others: home, a list for each type, search and the page about the catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup
from msgspec import Struct

from sportlore import drawing
from sportlore.contract.addresses import COMPARE_PAGE, SEARCH_PAGE
from sportlore.contract.operations import ATLAS, COURSE_LIST, ENTITY_LIST, TYPE_LIST
from sportlore.diagnostics import counted
from sportlore.model import PLAYED_AT, Door, Entity, Role, fold
from sportlore.publication import Publication
from sportlore.site.courses import minutes
from sportlore.site.page import Page, Planned, Ref, ref, refs, type_ref

LONG = 40
"""From how many entities on a list is divided by letters."""

SIDES = (("a", "Compare", ""), ("b", "with", ""), ("c", "and perhaps", ""))
"""The fields of what is compared, each with its label and value."""


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
    themes: tuple[tuple[str, tuple[CountedType, ...]], ...]
    sample_path: str
    sample: str


class ListItem(Struct, frozen=True):
    """A line of a list; `note` says how much there is."""

    ref: Ref
    note: str = ""


class ListView(Struct, frozen=True):
    """The entities of a type; `letters` maps a letter to its entities, "" if the list is short."""

    heading: str
    lead: str
    total: str
    letters: tuple[tuple[str, tuple[ListItem, ...]], ...]
    pairs: tuple[tuple[str, str, str], ...] = ()
    """The fields of the form that compares any two, where they are comparisons."""


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


def home(publication: Publication, sample: Sample) -> Page:
    """The first page."""
    graph = publication.graph
    themes = (
        (
            theme.title,
            tuple(
                CountedType(type_ref(publication, t), len(graph.of_type(t))) for t in theme.types if graph.of_type(t)
            ),
        )
        for theme in publication.vocabulary.themes.values()
    )
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
        themes=tuple((theme, types) for theme, types in themes if types),
        sample_path=sample.path,
        sample=msgspec.json.format(sample.body, indent=2).decode(),
    )
    return Page("/", "home.html", "Home", publication.about.description, view, api=(TYPE_LIST.path,))


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


_COMPLETE_LISTS: Mapping[Role, str] = {"course": COURSE_LIST.path, "dimension": ATLAS.path}
"""The endpoints that answer with all entities of a role at once."""


def type_lists(publication: Publication) -> Iterator[Planned]:
    """A list for each type, at its route."""
    for name, described in publication.vocabulary.types.items():
        yield Planned(described.route_base, partial(_type_list, publication, name))


def _type_list(publication: Publication, type: str) -> Page:
    described = publication.vocabulary.types[type]
    entities = publication.graph.of_type(type)
    here = type_ref(publication, type)
    items = [ListItem(ref(publication, entity), note(publication, entity)) for entity in entities]
    total = counted(len(entities), described.singular, described.plural)
    complete = _COMPLETE_LISTS.get(described.role) if described.role else None
    return Page(
        path=here.path,
        template="list.html",
        title=here.name,
        description=f"{described.definition} All {total} of the catalogue.",
        view=ListView(
            here.name, described.definition, total, by_letter(items), SIDES if described.role == "comparison" else ()
        ),
        api=(ENTITY_LIST.at(type=type), *filter(None, [complete])),
    )


def by_letter(items: Sequence[ListItem]) -> tuple[tuple[str, tuple[ListItem, ...]], ...]:
    """A long list divided by first letters, digits and signs under "0–9"; a short one under ""."""
    if len(items) < LONG:
        return (("", tuple(items)),) if items else ()
    return tuple((letter, tuple(group)) for letter, group in groupby(items, key=lambda item: _letter(item.ref.name)))


def _letter(name: str) -> str:
    first = fold(name)[:1].upper()
    return first if "A" <= first <= "Z" else "0–9"


def note(publication: Publication, entity: Entity) -> str:
    """How much an entity of a derived type holds: "6 modules, 120 minutes"."""
    if course := publication.knowledge.courses.get(entity.id):
        return f"{counted(len(course.modules), 'module')}, {minutes(course)} minutes"
    if dimension := publication.knowledge.atlas.get(entity.id):
        return counted(len(dimension.values), "value")
    return ""


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
    )
    words = f"Licence, citation, interface and making of {publication.about.title}."
    return Page("/about", "about.html", "About the catalogue and its data", words, view, api=("/api/openapi.json",))

"""The pages that lead to others: home, a list for each type, search and the page about the catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import msgspec
from msgspec import Struct

from sportlore.api import bodies
from sportlore.contract.addresses import api_path
from sportlore.contract.schemas import encode
from sportlore.derive import atlas_values
from sportlore.diagnostics import counted
from sportlore.model import COMPARISON_TYPES, Entity, fold
from sportlore.publication import Publication
from sportlore.site.by_type import minutes
from sportlore.site.page import Page, Ref, ref, refs, type_ref

LONG = 40
"""From how many entities on a list is divided by letters."""

THEMES: Mapping[str, tuple[str, ...]] = {
    "Kinds of sport": ("sport", "category", "discipline", "adaptive-sports", "beginners", "curriculum"),
    "The game": (
        "rule", "scoring", "officiating", "position", "role", "facility", "surface", "equipment",
        "sports-communication", "knowledge", "glossary",
    ),
    "Skill and tactics": (
        "skill", "technique", "tactic", "strategy", "decision-making", "skill-collection", "coaching",
    ),
    "Training": (
        "exercise", "movement-pattern", "muscle-group", "physical-quality", "training-method", "session-type",
        "training-plan", "training-guide", "recovery-method", "sports-science",
    ),
    "People and goals": (
        "goal", "persona", "lifestyle", "barrier", "motivation", "experience-level", "healthy-lifestyle",
    ),
    "Across the catalogue": ("comparison", "movement-comparison", "atlas", "recommendation"),
}  # fmt: skip
"""The types as the home page arranges them: each stands once."""


class TypeCount(Struct, frozen=True):
    """A type with the number of its entities."""

    type: Ref
    count: int


class HomeView(Struct, frozen=True):
    """The way into the catalogue; `sample` is an answer of the interface, and `sample_path` where it stands."""

    entities: int
    calculators: int
    sports: tuple[Ref, ...]
    goals: tuple[Ref, ...]
    themes: tuple[tuple[str, tuple[TypeCount, ...]], ...]
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


class SearchView(Struct, frozen=True):
    """The types to which a search can be limited: (type, singular, plural)."""

    types: tuple[tuple[str, str, str], ...]


class AboutView(Struct, frozen=True):
    """How large the catalogue is."""

    entities: int
    types: int
    links: int
    comparisons: int
    calculators: int
    courses: int
    sources: int


def home(publication: Publication) -> Iterator[Page]:
    """The first page."""
    counts = _counts(publication)
    themes = (
        (theme, tuple(TypeCount(type_ref(publication, type), counts[type]) for type in types if counts.get(type)))
        for theme, types in THEMES.items()
    )
    entities = publication.graph.entities.values()
    answers = (encode(bodies.resource(publication, entity)) for entity in entities)
    sample, path = min(zip(answers, map(api_path, entities), strict=True), key=lambda pair: (len(pair[0]), pair[1]))
    view = HomeView(
        entities=len(entities),
        calculators=len(publication.calculators),
        sports=refs(publication, publication.graph.of_type("sport")),
        goals=refs(publication, publication.graph.of_type("goal")),
        themes=tuple((theme, types) for theme, types in themes if types),
        sample_path=path,
        sample=msgspec.json.format(sample, indent=2).decode(),
    )
    yield Page("/", "home.html", "Home", publication.about.description, view, api=("/v1/entities",))


def _counts(publication: Publication) -> dict[str, int]:
    counts = dict.fromkeys(publication.vocabulary.types, 0)
    for entity in publication.graph.entities.values():
        counts[entity.type] += 1
    return counts


_ALSO: Mapping[str, str] = {"curriculum": "/v1/learning/courses", "atlas": "/v1/atlas"}
"""Types that have an endpoint of their own for all of them."""


def type_lists(publication: Publication) -> Iterator[Page]:
    """A list for each type, at its route."""
    for type, kind in publication.vocabulary.types.items():
        entities = publication.graph.of_type(type)
        here = type_ref(publication, type)
        items = [ListItem(ref(publication, entity), note(publication, entity)) for entity in entities]
        total = counted(len(entities), kind.singular, kind.plural)
        also = (_ALSO[type],) if type in _ALSO else ()
        yield Page(
            path=here.path,
            template="list.html",
            title=here.name,
            description=f"{kind.definition} All {total} of the catalogue.",
            view=ListView(here.name, kind.definition, total, by_letter(items)),
            api=(f"/v1/entities/{type}", *also),
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
    if entity.type == "curriculum":
        course = next(course for course in publication.courses if course.sport == entity.slug)
        return f"{counted(len(course.modules), 'module')}, {minutes(course)} minutes"
    if entity.type == "atlas":
        return counted(len(atlas_values(publication.graph, publication.vocabulary.dimensions[entity.slug])), "value")
    return ""


def search(publication: Publication) -> Iterator[Page]:
    """The page that searches as one types."""
    counts = _counts(publication)
    types = tuple(
        (type, kind.singular, kind.plural) for type, kind in publication.vocabulary.types.items() if counts[type]
    )
    words = f"Search {publication.about.title}: names, synonyms and descriptions, with room for slips of the pen."
    yield Page("/search", "search.html", "Search", words, SearchView(types), scripts=("search.js",), indexed=False)


def about(publication: Publication) -> Iterator[Page]:
    """The page about the catalogue: licence, citation, interface, and how its knowledge is made."""
    counts = _counts(publication)
    view = AboutView(
        entities=len(publication.graph.entities),
        types=sum(count > 0 for count in counts.values()),
        links=sum(map(len, publication.graph.out.values())),
        comparisons=sum(counts.get(type, 0) for type in COMPARISON_TYPES),
        calculators=len(publication.calculators),
        courses=len(publication.courses),
        sources=len(publication.vocabulary.sources),
    )
    words = f"Licence, citation, interface and making of {publication.about.title}."
    yield Page("/about", "about.html", "About the catalogue and its data", words, view, api=("/api/openapi.json",))

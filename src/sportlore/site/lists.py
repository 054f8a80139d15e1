"""The lists of all types: filters and orders as links, letters or groups, and a small picture where there is one.

What a filter or an order leaves of a list, the server takes from the page as it stands here (server/list_pages.py).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby

from msgspec import Struct

from sportlore.contract.addresses import MINIATURE, drawing_path
from sportlore.contract.operations import ATLAS, COURSE_LIST, ENTITY_LIST
from sportlore.diagnostics import counted
from sportlore.filters import NONE, index
from sportlore.filters.fields import Field
from sportlore.model import COMPARES, OF_SPORT, Entity, EntityType, Role, fold
from sportlore.publication import Publication
from sportlore.site.courses import minutes
from sportlore.site.drawings import venues
from sportlore.site.page import Page, Planned, Ref, capital, ref, type_ref

LONG = 40
"""From how many entities on a list is divided by letters."""

SIDES = (("a", "Compare", ""), ("b", "with", ""), ("c", "and perhaps", ""))
"""The fields of what is compared, each with its label and value."""

_MOST_SPORTS = 2
"""The sports under which a comparison stands at most: what is of more is no matter of theirs."""


class ListItem(Struct, frozen=True):
    """A line of a list; `note` says how much there is, `picture` is the path of a small drawing."""

    ref: Ref
    note: str = ""
    picture: str | None = None


class Chip(Struct, frozen=True):
    """A filter with one value, or an order: how the address says it, its words, how many it leaves (None for an order)."""

    value: str
    label: str
    count: int | None = None


class ChipGroup(Struct, frozen=True):
    """The values of one fact or relation, or the orders: `name` is the parameter of the address."""

    name: str
    label: str
    chips: tuple[Chip, ...]


class ListView(Struct, frozen=True):
    """The entities of a type; `groups` maps a letter or another heading to its entities, "" if the list is short."""

    heading: str
    lead: str
    total: str
    groups: tuple[tuple[str, tuple[ListItem, ...]], ...]
    chips: tuple[ChipGroup, ...] = ()
    pictured: bool = False
    pairs: tuple[tuple[str, str, str], ...] = ()
    """The fields of the form that compares any two, where they are comparisons."""


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
    pictures = {entity.id: thumbnail(publication, entity) for entity in entities}
    pictured = 2 * sum(path is not None for path in pictures.values()) >= len(entities) > 0
    items = {
        entity.id: ListItem(
            ref(publication, entity), note(publication, entity), pictures[entity.id] if pictured else None
        )
        for entity in entities
    }
    compares = described.role == "comparison"
    in_groups = compares and len(entities) >= LONG
    total = counted(len(entities), described.singular, described.plural)
    complete = _COMPLETE_LISTS.get(described.role) if described.role else None
    return Page(
        path=here.path,
        template="compared.html" if in_groups else "list.html",
        title=here.name,
        description=f"{described.definition} All {total} of the catalogue.",
        view=ListView(
            heading=here.name,
            lead=described.definition,
            total=total,
            groups=_by_sport(publication, items) if in_groups else by_letter(tuple(items.values())),
            chips=tuple(_chip_groups(publication, type, described)),
            pictured=pictured,
            pairs=SIDES if compares else (),
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


def thumbnail(publication: Publication, entity: Entity) -> str | None:
    """The path of a small picture: a pose, the entity to scale or where it is played, its muscles, a board, where it stands."""
    strip, figure = publication.strip(entity), publication.figure(entity)
    if publication.vocabulary.role_of(entity.type) == "comparison":
        return None
    if strip is not None:
        return drawing_path(f"{strip.id}{MINIATURE}")
    drawings = publication.drawings(entity)
    fields = (item for venue in (entity, *venues(publication, entity)) for item in publication.drawings(venue)[:1])
    drawn = next((item for item in fields if item.kind != "object"), drawings[0] if drawings else None)
    if drawn is not None:
        return drawing_path(f"{drawn.id}{MINIATURE}")
    if figure is not None:
        return drawing_path(figure.id)
    scenes = (*(board.id for board in publication.boards(entity)), *(s.id for _, s in publication.teams(entity)))
    return next(map(drawing_path, scenes), None)


def _chip_groups(publication: Publication, type: str, described: EntityType) -> Iterator[ChipGroup]:
    """The filters of a list, each value with how many entities have it, the most first; then the orders."""
    fields = index.fields_of(publication.vocabulary, type)
    total = len(publication.graph.of_type(type))
    filters = described.filters if total else ()
    for name, (counts, stated) in index.counts(publication.graph, publication.memo, type, filters).items():
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        slugs = [value.rpartition("/")[2] for value in counts]
        chips = [
            Chip(_short(value, slugs), _value_label(publication, name, value), count)
            for value, count in ranked
            if count < total
        ]
        chips += [Chip(NONE, "none", total - stated)] if stated < total else []
        if chips:
            yield ChipGroup(name, _group_label(publication, fields[name], counts), tuple(chips))
    if total > 1 and (described.filters or described.orders):
        numbers = [(name, fields[name].label) for name in described.orders]
        ends = [Chip(f"{sign}{name}", f"{label}, {end} first") for name, label in numbers for sign, end in _ENDS]
        yield ChipGroup("sort", "Sort", (Chip("name", "A to Z"), Chip("-name", "Z to A"), *ends))


_ENDS = (("", "lowest"), ("-", "highest"))


def _group_label(publication: Publication, field: Field, values: Iterable[str]) -> str:
    """What the values are, if they are entities of one type, else what the fact or relation is called."""
    types = {value.partition("/")[0] for value in values} if field.kind == "relation" else set[str]()
    return capital(publication.vocabulary.types[types.pop()].plural) if len(types) == 1 else field.label


def _short(value: str, slugs: Sequence[str]) -> str:
    """The slug of an entity where it is clear which is meant, else its id."""
    slug = value.rpartition("/")[2]
    return slug if slugs.count(slug) == 1 else value


def _value_label(publication: Publication, name: str, value: str) -> str:
    fact = publication.vocabulary.facts.get(name)
    if fact is not None and fact.terms:
        return capital(publication.vocabulary.terms[fact.terms][value].label)
    return publication.graph.entities[value].name


def _by_sport(publication: Publication, items: Mapping[str, ListItem]) -> tuple[tuple[str, tuple[ListItem, ...]], ...]:
    """Comparisons under the sports that they are about, then the others under the type of what they compare."""
    sports: dict[str, list[ListItem]] = defaultdict(list)
    others: dict[str, list[ListItem]] = defaultdict(list)
    graph, types = publication.graph, publication.vocabulary.types
    for id, item in items.items():
        sides = graph.objects(id, COMPARES)
        of_both = [{sport.name for sport in _sports(publication, side)} for side in sides]
        names = set[str].intersection(*of_both) or set[str].union(*of_both)
        if 0 < len(names) <= _MOST_SPORTS:
            for name in names:
                sports[name].append(item)
        else:
            others[capital(types[sides[0].type].plural)].append(item)
    return tuple((name, tuple(group[name])) for group in (sports, others) for name in sorted(group))


def _sports(publication: Publication, side: Entity) -> Iterable[Entity]:
    """The sports that something is of, itself included."""
    near = (side, *publication.graph.objects(side.id, OF_SPORT))
    return (entity for entity in near if publication.vocabulary.role_of(entity.type) == "sport")

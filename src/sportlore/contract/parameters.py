"""The parameters of a query string, parsed by the rows that document them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import lru_cache
from urllib.parse import quote

import msgspec
from msgspec import Struct

from sportlore.contract import schemas
from sportlore.contract.operations import (
    CALCULATOR,
    COMPARISON,
    ENTITY,
    ENTITY_LIST,
    RECOMMENDATIONS,
    SEARCH,
    TYPE_LIST,
)
from sportlore.contract.queries import (
    DECLARED,
    IGNORED,
    BadRequest,
    check_value,
    checked,
    decoded,
    refuse,
    shown,
    split,
)
from sportlore.diagnostics import did_you_mean

MOST_VALUES = 32
"""The most values of all filters of a request together: each may be compared with every entity of the type."""


Filter = tuple[str, tuple[str, ...]]
"""A name and the values of which an entity must have one: ("contact", ("contact", "collision"))."""


class Selection(Struct, frozen=True):
    """Which fields of an answer are wanted, in the order of its schema; without `fields` all.

    `facts` and `relations` are the only keys that are wanted of these two fields, if any. `include` brings the facts of what is
    linked, one level deep.
    """

    fields: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()
    include: bool = False
    query: str = ""
    """The parameters that asked for it, each with `&` after it, as links to other pages repeat them."""


MATCHED = "matched"
"""The field that hits of a search have, if it is asked for."""
_RESOURCE_FIELDS = tuple(name for name in schemas.Resource.__struct_encode_fields__ if name != MATCHED)
_ITEM_FIELDS = _RESOURCE_FIELDS[: _RESOURCE_FIELDS.index("facts") + 1]
"""The fields of an entity in lists."""
_HIT_FIELDS = (*_ITEM_FIELDS, MATCHED)
_KEYED = ("facts", "relationships")
"""The fields of which single keys can be asked for."""


def selection(values: Mapping[str, str], known: tuple[str, ...] = _ITEM_FIELDS) -> Selection | None:
    """What `fields` and `include` ask for, of the fields of a schema; None without either; raises BadRequest.

    selection({"fields": "facts.length,id"}) -> Selection(fields=("id", "facts"), facts=("length",), query=…)
    """
    fields, include = values.get("fields"), values.get("include")
    return _selection(fields, include, known) if fields or include else None


@lru_cache(256)
def _selection(fields: str | None, include: str | None, known: tuple[str, ...]) -> Selection:
    wanted: set[str] = set()
    keys: dict[str, list[str]] = {name: [] for name in _KEYED}
    for name in fields.split(",") if fields else ():
        field, dot, key = name.partition(".")
        if field not in known or (dot and field not in _KEYED):
            there = f"there are {', '.join(known)}, and of single facts and relations {'.KEY and '.join(_KEYED)}.KEY"
            raise BadRequest(f"no field `{shown(name)}`; {did_you_mean(name, known, there)}")
        wanted.add(field)
        if dot:
            keys[field].append(key)
    if wanted and include:
        wanted.add("relationships")
    given = {"fields": fields, "include": include}
    return Selection(
        fields=tuple(name for name in known if name in wanted),
        facts=tuple(keys["facts"]),
        relations=tuple(keys["relationships"]),
        include=include is not None,
        query="".join(f"{name}={value}&" for name, value in given.items() if value),
    )


class ListRequest(Struct, frozen=True):
    """The parameters of a list: its page, the items on a page, which entities in which order, and what is wanted of them."""

    page: int
    size: int
    filters: tuple[Filter, ...] = ()
    slugs: tuple[str, ...] = ()
    sort: str = ""
    facets: tuple[str, ...] = ()
    scope: str = ""
    as_of: str | None = None
    selection: Selection | None = None

    @property
    def year(self) -> int | None:
        """The year of the date: values are stated by year."""
        return _year(self.as_of)

    @property
    def others(self) -> str:
        """All but the page and its size as links to other pages repeat them, each with `&` after it."""
        names = {
            "slug": ",".join(self.slugs),
            "sort": self.sort,
            "facets": ",".join(self.facets),
            "scope": self.scope,
            "asOf": self.as_of,
        }
        given = "".join(f"{name}={value}&" for name, value in names.items() if value)
        filters = "".join(f"{quote(name)}={quote(','.join(values))}&" for name, values in self.filters)
        return filters + given + (self.selection.query if self.selection else "")


class SearchRequest(Struct, frozen=True):
    """The parameters of a search; `q` as submitted, `words` trimmed and in NFC."""

    q: str
    words: str
    type: str | None
    page: int
    size: int
    facets: tuple[str, ...] = ()
    selection: Selection | None = None

    @property
    def others(self) -> str:
        """All but the words, the page and its size as links to other pages repeat them, each with `&` before it."""
        names = {"type": self.type, "facets": ",".join(self.facets)}
        given = "".join([f"&{name}={value}" for name, value in names.items() if value])
        return f"{given}&{self.selection.query[:-1]}" if self.selection else given


@lru_cache(256)
def list_request(query: bytes) -> ListRequest:
    """The parameters of endpoint 2; raises BadRequest.

    list_request(b"page=3&contact=collision") -> ListRequest(page=3, size=20, filters=(("contact", ("collision",)),))
    """
    given, others = split(query, ENTITY_LIST)
    values = checked(given, ENTITY_LIST)
    return ListRequest(
        page=int(values["page"]),
        size=int(values["pageSize"]),
        filters=tuple(_filters(others)),
        slugs=_names(values.get("slug")),
        sort=values.get("sort", ""),
        facets=_names(values.get("facets")),
        scope=values.get("scope", ""),
        as_of=_date(values),
        selection=selection(values),
    )


def list_page_request(query: bytes, names: Iterable[str]) -> tuple[tuple[Filter, ...], str]:
    """The filters, of the names that the type has, and the order of a list's page; raises BadRequest.

    A form gives a name once for each value. Other parameters are ignored.
    list_page_request(b"uses=bench&uses=dumbbell&sort=-name&fbclid=1", ["uses"]) -> ((("uses", ("bench", "dumbbell")),), "-name")
    """
    given, others = split(query, ENTITY_LIST)
    values: dict[str, list[str]] = {}
    for name, raw in others:
        if name in names:
            values.setdefault(name, []).extend(filter(None, map(str.strip, decoded(name, raw).split(","))))
    if sum(map(len, values.values())) > MOST_VALUES:
        raise BadRequest(f"the filters have more than {MOST_VALUES} values in all; give fewer")
    filters = tuple((name, tuple(dict.fromkeys(texts))) for name, texts in values.items() if texts)
    sort = given.get("sort", "")
    return filters, check_value(sort, DECLARED[ENTITY_LIST.id]["sort"]) if sort else ""


def _date(values: Mapping[str, str]) -> str | None:
    """The date of `asOf`, which the calendar must have; raises BadRequest."""
    as_of = values.get("asOf")
    if as_of and len(as_of) > 4:
        try:
            date.fromisoformat(as_of)
        except ValueError:
            raise BadRequest(f"`asOf` is `{as_of}`, which is not in the calendar; give a year or a date") from None
    return as_of


def _year(as_of: str | None) -> int | None:
    return int(as_of[:4]) if as_of else None


def _names(text: str | None) -> tuple[str, ...]:
    """The names in a list with commas, each once."""
    return tuple(dict.fromkeys(text.split(","))) if text else ()


class EntityRequest(Struct, frozen=True):
    """The parameters of an entity: what is wanted of it, for which scopes, and when."""

    selection: Selection | None = None
    scope: tuple[str, ...] = ()
    as_of: str | None = None

    @property
    def year(self) -> int | None:
        """The year of the date: values are stated by year."""
        return _year(self.as_of)


@lru_cache(256)
def entity_request(query: bytes) -> EntityRequest:
    """What endpoint 3 is asked for; raises BadRequest.

    entity_request(b"scope=women&asOf=1999-07-01") -> EntityRequest(scope=("women",), as_of="1999-07-01")
    """
    given, others = split(query, ENTITY)
    values = checked(given, ENTITY)
    refuse((name for name, _ in others), ENTITY)
    return EntityRequest(selection(values, _RESOURCE_FIELDS), _names(values.get("scope")), _date(values))


def _filters(others: Iterable[tuple[str, bytes]]) -> Iterator[Filter]:
    """The filters among the parameters of a list; which names and values exist depends on the type."""
    seen: set[str] = set()
    values = 0
    for name, raw in others:
        if name.startswith(IGNORED):
            continue
        if name in seen:
            raise BadRequest(
                f"`{shown(name)}` is given twice; give it once, with a comma between values that may be either"
            )
        seen.add(name)
        given = decoded(name, raw).split(",")
        values += len(given)
        if values > MOST_VALUES:
            raise BadRequest(f"the filters have more than {MOST_VALUES} values in all; give fewer")
        yield name, tuple(value.strip() for value in given)


class ComparisonRequest(Struct, frozen=True):
    """The parameters of a comparison: the type of its sides, and the fields that are wanted in their order, all without any."""

    type: str | None
    fields: tuple[str, ...]


_COMPARISON_FIELDS = schemas.Comparison.__struct_encode_fields__


def comparison_request(query: bytes, types: Iterable[str]) -> ComparisonRequest:
    """The parameters of endpoint 5; raises BadRequest."""
    given, others = split(query, COMPARISON)
    values = checked(given, COMPARISON)
    refuse((name for name, _ in others), COMPARISON)
    fields = _names(values.get("fields"))
    for name in fields:
        if name not in _COMPARISON_FIELDS:
            there = f"there are {', '.join(_COMPARISON_FIELDS)}"
            raise BadRequest(f"no field `{shown(name)}`; {did_you_mean(name, _COMPARISON_FIELDS, there)}")
    wanted = tuple(name for name in _COMPARISON_FIELDS if name in fields)
    return ComparisonRequest(_known_type(values.get("type"), types), wanted)


def _known_type(type: str | None, types: Iterable[str]) -> str | None:
    if type is not None and type not in (known := list(types)):
        raise BadRequest(f"no type `{shown(type)}`; {did_you_mean(type, known, f'see {TYPE_LIST.path} for all types')}")
    return type


_LONGEST_NAME = 200
"""Characters of the longest name that the page of comparisons reads."""


def compared_names(query: bytes, names: Iterable[str]) -> dict[str, str]:
    """What the page of comparisons is asked for, by the names of its fields; other parameters are ignored; raises BadRequest.

    compared_names(b"a=Tennis&b=+&c=golf", ("a", "b", "c")) -> {"a": "Tennis", "c": "golf"}
    """
    texts: dict[str, str] = {}
    for name, raw in split(query, COMPARISON)[1]:
        if name in names and (text := decoded(name, raw).strip()):
            if name in texts:
                raise BadRequest(f"`{name}` is given twice; give it once")
            if len(text) > _LONGEST_NAME:
                raise BadRequest(f"`{name}` has {len(text)} characters; it takes {_LONGEST_NAME} at most")
            texts[name] = text
    return {name: texts[name] for name in names if name in texts}


def inputs_request(query: bytes) -> dict[str, str]:
    """The inputs of a calculation or the choices of a drawing by name, as they were written; raises BadRequest.

    inputs_request(b"load=220lb&utm_source=x") -> {"load": "220lb"}
    """
    texts: dict[str, str] = {}
    for name, raw in split(query, CALCULATOR)[1]:
        if name.startswith(IGNORED):
            continue
        if name in texts:
            raise BadRequest(f"`{shown(name)}` is given twice; give it once")
        texts[shown(name)] = shown(decoded(name, raw))
    return texts


class PersonRequest(Struct, frozen=True):
    """For whom endpoint 11 is asked, by names as they were given; None or empty sets no limit."""

    level: str | None = None
    minutes: int | None = None
    days: int | None = None
    equipment: tuple[str, ...] | None = None
    place: str | None = None
    condition: tuple[str, ...] = ()
    persona: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()


def person_request(query: bytes) -> PersonRequest:
    """The parameters of endpoint 11; raises BadRequest.

    person_request(b"days=3&equipment=none") -> PersonRequest(days=3, equipment=())
    """
    given, others = split(query, RECOMMENDATIONS)
    values = checked(given, RECOMMENDATIONS)
    refuse((name for name, _ in others), RECOMMENDATIONS)
    equipment = _names(values.get("equipment"))
    return PersonRequest(
        level=values.get("level"),
        minutes=int(values["minutes"]) if "minutes" in values else None,
        days=int(values["days"]) if "days" in values else None,
        equipment=None if not equipment else tuple(name for name in equipment if name != "none"),
        place=values.get("place"),
        condition=_names(values.get("condition")),
        persona=_names(values.get("persona")),
        exclude=_names(values.get("exclude")),
    )


def search_request(query: bytes, types: Iterable[str]) -> SearchRequest:
    """The parameters of endpoint 4; raises BadRequest.

    An app searches for ever other words with the same other parameters, and so these are remembered.
    """
    pairs = query.split(b"&")
    words = [number for number, pair in enumerate(pairs) if pair.startswith(b"q=")]
    if len(words) == 1:
        raw, pairs[words[0]] = pairs[words[0]][2:], b"q=x"
        asked, q = _search_request(b"&".join(pairs)), decoded("q", raw)
        asked = msgspec.structs.replace(asked, q=q, words=check_value(q, DECLARED[SEARCH.id]["q"]))
    else:
        asked = _search_request(query)
    _known_type(asked.type, types)
    return asked


@lru_cache(256)
def _search_request(query: bytes) -> SearchRequest:
    given, others = split(query, SEARCH)
    values = checked(given, SEARCH)
    refuse((name for name, _ in others), SEARCH)
    return SearchRequest(
        q=given["q"],
        words=values["q"],
        type=values.get("type"),
        page=int(values["page"]),
        size=int(values["pageSize"]),
        facets=_names(values.get("facets")),
        selection=selection(values, _HIT_FIELDS),
    )

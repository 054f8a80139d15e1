"""What is published of a parameter is what is enforced."""

from __future__ import annotations

import contextlib
import re
import unicodedata
from collections.abc import Callable
from urllib.parse import quote_plus

import jsonschema_rs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sportlore.contract.operations import ENTITY_LIST, OPERATION, OPERATIONS, SEARCH, Operation, Parameter
from sportlore.contract.parameters import (
    MOST_VALUES,
    ComparisonRequest,
    EntityRequest,
    ListRequest,
    SearchRequest,
    Selection,
    comparison_request,
    entity_request,
    inputs_request,
    list_request,
    search_request,
    selection,
)
from sportlore.contract.queries import BadRequest, checked, refuse, shown, split
from sportlore.contract.routes import route

TYPES = ("sport", "exercise")


def test_split_separates_what_is_declared() -> None:
    assert split(b"page=2&utm=x&utm=y&%70ageSize=5", ENTITY_LIST) == (
        {"page": "2", "pageSize": "5"},
        [("utm", b"x"), ("utm", b"y")],
    )
    assert split(b"q=a+b%20c&&", SEARCH) == ({"q": "a b c"}, [])


@pytest.mark.parametrize("query", [b"page=1&page=1", b"page=1&%70age=2", b"page=%ff"])
def test_split_refuses_repetition_and_bytes_that_are_no_text(query: bytes) -> None:
    with pytest.raises(BadRequest, match="`page`"):
        split(query, ENTITY_LIST)


def test_list_request() -> None:
    assert list_request(b"") == ListRequest(1, 20)
    assert list_request(b"page=3&pageSize=100&lang=en-GB") == ListRequest(3, 100)
    assert list_request(b"page=1000000&_=7&utm_source=a&utm_source=b") == ListRequest(1_000_000, 20)


@pytest.mark.parametrize(
    ("query", "message"),
    [
        (b"page=0", "`page` is `0`; it takes an integer from 1 to 1,000,000"),
        (b"page=-1", "`page`"),
        (b"page=1.0", "`page`"),
        (b"page=+1", "`page`"),
        (b"page=1%0A", "`page`"),
        (b"page=", "`page`"),
        (b"page=1000001", "`page`"),
        (b"pageSize=101", "`pageSize` is `101`; it takes an integer from 1 to 100"),
        (b"lang=de", "`lang` is `de`; it takes `en`, the only locale"),
        (b"lang=en_GB", "`lang`"),
        (b"lang=en-a-b-c-d-e", "`lang`"),
        (b"contact=collision&contact=contact", "`contact` is given twice"),
        (b"contact=%ff", "`contact` is not UTF-8"),
    ],
)
def test_a_bad_list_request_says_what_is_taken(query: bytes, message: str) -> None:
    with pytest.raises(BadRequest, match=re.escape(message)):
        list_request(query)


def test_other_parameters_of_a_list_are_filters() -> None:
    asked = list_request(b"contact=collision,+contact&weeks=..10&utm_source=x&_=1&page=2")
    assert asked == ListRequest(2, 20, (("contact", ("collision", "contact")), ("weeks", ("..10",))))


@pytest.mark.parametrize(
    ("query", "message"),
    [
        (b"a=1&_=2&a=3", "`a` is given twice; give it once, with a comma between values that may be either"),
        (b"%01=1&%01=2", "`\ufffd` is given twice; give it once, with a comma between values that may be either"),
        (b"%01=%ff", "`\ufffd` is not UTF-8; percent-encode its text as UTF-8"),
        (b"page=x%00", "`page` is `x\ufffd`; it takes an integer from 1 to 1,000,000"),
    ],
)
def test_a_bad_filter_says_what_to_do(query: bytes, message: str) -> None:
    with pytest.raises(BadRequest) as refused:
        list_request(query)
    assert str(refused.value) == message


def test_what_is_ignored_hides_nothing_after_it() -> None:
    assert list_request(b"_=1&utm_a=2&a=b=c&%61b=+d") == ListRequest(1, 20, (("a", ("b=c",)), ("ab", ("d",))))


def test_search_request() -> None:
    asked = search_request(b"q=%20re%CC%81sistance&type=sport", TYPES)
    assert (asked.q, asked.words, asked.type, asked.page) == (" re\u0301sistance", "r\u00e9sistance", "sport", 1)
    assert search_request(b"q=+" + b"x" * 200 + b"+", TYPES).words == "x" * 200
    for query in (b"", b"q=", b"q=%20", b"q=" + b"x" * 201, b"q=a&type=sprot", b"q=a&lang=en"):
        with pytest.raises(BadRequest):
            search_request(query, TYPES)


@pytest.mark.parametrize(
    ("query", "message"),
    [
        (b"", "`q` is missing; write /v1/search?q=WORDS"),
        (b"q=", "`q` has 0 characters; it takes 1 to 200 characters"),
        (b"q=%20+", "`q` has 0 characters; it takes 1 to 200 characters"),
        (b"q=" + b"x" * 201, "`q` has 201 characters; it takes 1 to 200 characters"),
        (b"q=%1c", "`q` has 0 characters; it takes 1 to 200 characters"),
        (b"q=%ef%bb%bf", "`q` is `\ufffd`; it takes 1 to 200 characters"),
        (b"q=a&type=sprot", "no type `sprot`; did you mean `sport`?"),
        (b"q=a&type=nothing", "no type `nothing`; see /v1/entities for all types"),
        (
            b"q=a&lang=en",
            "no parameter `lang`; there are `q`, `type`, `page`, `pageSize`, `fields`, `include` and `facets`",
        ),
        (b"q=a&pagesize=2", "no parameter `pagesize`; did you mean `pageSize`?"),
        (b"q=a&q=b", "`q` is given twice; give it once"),
        (b"q=%ff", "`q` is not UTF-8; percent-encode its text as UTF-8"),
    ],
)
def test_a_bad_search_says_what_to_do(query: bytes, message: str) -> None:
    with pytest.raises(BadRequest) as refused:
        search_request(query, TYPES)
    assert str(refused.value) == message


def test_a_search_has_all_its_parameters() -> None:
    asked = search_request(b"q=a%3Db=c&type=sport&page=3&pageSize=7&_ga=1", TYPES)
    assert asked == SearchRequest("a=b=c", "a=b=c", "sport", 3, 7)
    assert search_request(b"q=a%2Bb+c", TYPES) == SearchRequest("a+b c", "a+b c", None, 1, 20)


def query(operation: Operation) -> list[Parameter]:
    return [parameter for parameter in operation.parameters if parameter.location == "query"]


VALUES = st.text(max_size=12) | st.integers(-5, 2_000_000).map(str) | st.from_regex(r"\A[eE][nN](-[a-z]{1,9}){0,5}\Z")


@pytest.mark.parametrize(
    ("operation", "parameter"),
    [(operation, parameter) for operation in OPERATIONS for parameter in query(operation)],
    ids=lambda row: row.name if isinstance(row, Parameter) else row.id,
)
def test_the_published_schema_is_the_one_enforced(operation: Operation, parameter: Parameter) -> None:
    schema = jsonschema_rs.Draft202012Validator({"type": "string", **parameter.schema})

    @given(VALUES)
    @example("1000000")
    @example("1000001")
    @example("100")
    @example("101")
    @example("x" * 200)
    @example("x" * 201)
    @example(" x ")
    @example("en-a-b-c-d-e")
    def same(value: str) -> None:
        given_values = {p.name: "1" for p in query(operation) if p.required} | {parameter.name: value}
        normal = unicodedata.normalize("NFC", value.strip()) if parameter.free_text else value
        published = schema.is_valid(normal)
        try:
            checked(given_values, operation)
        except BadRequest:
            assert not published, value
        else:
            assert published, value

    same()


def test_defaults_are_the_published_ones() -> None:
    assert checked({}, ENTITY_LIST) == {"page": "1", "pageSize": "20", "lang": "en"}


@given(st.text(min_size=1).filter(lambda name: not name.startswith(("_", "utm_"))))
def test_unknown_parameters_are_refused_by_name(name: str) -> None:
    with pytest.raises(BadRequest, match="no parameter"):
        refuse([name], SEARCH)


@given(st.text(), st.sampled_from(("_", "utm_")))
def test_parameters_of_caches_and_trackers_are_ignored(name: str, start: str) -> None:
    assert list_request(f"{quote_plus(start + name)}=%ff".encode()) == ListRequest(1, 20)


@given(st.binary())
def test_no_query_is_too_strange(query: bytes) -> None:
    readers: tuple[Callable[[bytes], object], ...] = (list_request, lambda query: search_request(query, TYPES))
    for read in readers:
        with contextlib.suppress(BadRequest):
            read(query)


def test_shown_is_printable_and_short() -> None:
    assert shown("a\r\nb\x00") == "a\ufffd\ufffdb\ufffd"
    assert shown("x" * 60) == "x" * 60
    assert shown("x" * 61) == "x" * 60 + "…"


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.id)
def test_every_path_leads_to_its_operation(operation: Operation) -> None:
    names = [parameter.name for parameter in operation.parameters if parameter.location == "path"]
    values = {name: f"a-{name}" for name in names}
    assert route(operation.path.format(**values)) == (operation, values)
    assert route(operation.path.format(**values) + "/") is None
    assert route(operation.path.format(**dict.fromkeys(names, "")) + "/more/and/more") is None


def test_a_path_of_names_of_operations_is_told_apart() -> None:
    assert route("/v1/entities/search") == (OPERATION["listEntities"], {"type": "search"})
    assert route("/v1/entities/") is None
    assert route("/v1") is None


def test_the_values_of_all_filters_together_are_bounded() -> None:
    many = ",".join(str(n) for n in range(MOST_VALUES))
    assert sum(len(values) for _, values in list_request(f"a={many}".encode()).filters) == MOST_VALUES
    for query in (f"a={many},1", f"a={many}&b=1", "&".join(f"a{n}=1" for n in range(MOST_VALUES + 1))):
        with pytest.raises(BadRequest, match=f"the filters have more than {MOST_VALUES} values in all; give fewer"):
            list_request(query.encode())


def test_fields_are_read_in_the_order_of_the_schema() -> None:
    assert selection({"fields": "facts.length,name,id,facts.width"}) == Selection(
        fields=("id", "name", "facts"), facts=("length", "width"), query="fields=facts.length,name,id,facts.width&"
    )
    assert selection({"include": "relationships.facts"}) == Selection(
        include=True, query="include=relationships.facts&"
    )
    assert selection({"fields": "name", "include": "relationships.facts"}) == Selection(
        fields=("name", "relationships"), include=True, query="fields=name&include=relationships.facts&"
    )
    assert selection({}) is None


def test_an_entity_has_fields_that_items_have_not() -> None:
    asked = entity_request(b"fields=sections").selection
    assert asked is not None
    assert asked.fields == ("sections",)
    with pytest.raises(BadRequest, match=r"^no field `sections`; there are id, type"):
        list_request(b"fields=sections")


def test_an_entity_is_asked_for_in_scopes_and_a_year() -> None:
    assert entity_request(b"scope=ncaa,women,ncaa") == EntityRequest(scope=("ncaa", "women"))
    assert entity_request(b"asOf=1999-07-01").year == 1999
    assert entity_request(b"asOf=1866").year == 1866
    assert entity_request(b"_=1") == EntityRequest()
    assert EntityRequest().year is None


@pytest.mark.parametrize(
    "text", ["99", "0999", "1999-7-1", "1999-07", "1999-02-29", "1999-06-31", "1999-13-01", "now", ""]
)
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(BadRequest, match=r"^`asOf` is "):
        entity_request(f"asOf={text}".encode())


def test_what_a_list_is_asked_for_is_repeated_by_its_links() -> None:
    query = "contact=a,b&slug=x,y&sort=-weeks&facets=contact&scope=men&fields=id,facts.weeks&"
    asked = list_request(f"{query}page=3&pageSize=7".encode())
    assert list_request(asked.others.encode()).others == asked.others
    assert list_request(asked.others.encode() + b"page=3&pageSize=7") == asked
    assert (asked.slugs, asked.sort, asked.facets, asked.scope) == (("x", "y"), "-weeks", ("contact",), "men")
    assert list_request(b"page=3").others == ""


def test_inputs_are_texts_by_name() -> None:
    assert inputs_request(b"load=220+lb&height=5%2711%22&_=1") == {"load": "220 lb", "height": "5'11\""}
    with pytest.raises(BadRequest, match="`load` is given twice"):
        inputs_request(b"load=1&load=2")


def test_comparison_request() -> None:
    assert comparison_request(b"type=sport&fields=a,title", ["sport"]) == ComparisonRequest("sport", ("title", "a"))
    with pytest.raises(BadRequest, match="no field `titel`; did you mean `title`"):
        comparison_request(b"fields=titel", [])
    with pytest.raises(BadRequest, match="no type `sprot`; did you mean `sport`"):
        comparison_request(b"type=sprot", ["sport"])

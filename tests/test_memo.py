"""Results are made again exactly when something that they read has changed."""

from __future__ import annotations

import doctest
from collections.abc import Callable, Mapping
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sportlore import memo
from sportlore.memo import Forgetful, Memo

Read = Callable[[Mapping[str, int]], object]

READS: dict[str, Read] = {
    "a": lambda values: values["a"] + 1 if "a" in values else -1,
    "b": lambda values: values.get("b", 0),
    "a and b": lambda values: (values.get("a"), values.get("b")),
    "keys": list,
    "length": len,
    "values": lambda values: list(values.values()),
    "items": lambda values: dict(values.items()),
    "nothing": lambda values: 0,
}
MAPPINGS = st.dictionaries(st.sampled_from("abc"), st.integers(0, 1)).map(dict)


def test_the_example_holds() -> None:
    assert doctest.testmod(memo).failed == 0


@given(st.lists(MAPPINGS, min_size=1, max_size=6))
def test_what_is_remembered_is_what_would_be_made(runs: list[dict[str, int]]) -> None:
    remembering = Memo()
    for values in runs:
        remembering.begin()
        noted = remembering.mapping("values", values)
        for name, read in READS.items():
            assert remembering.result(name, partial(read, noted)) == read(values), name
        remembering.end()


def test_equal_values_are_settled_on_the_objects_of_the_last_run() -> None:
    remembering = Memo()
    before = {"same": ("a", 1), "other": ("b", 1), "gone": ("c", 1)}
    remembering.mapping("values", before)
    remembering.end()
    now = {"same": ("a", int("1")), "other": ("b", 2), "new": ("a", int("1"))}
    settled = remembering.settled("values", now)
    assert settled == now
    assert list(settled) == list(now)
    assert settled["same"] is before["same"]
    assert settled["other"] is now["other"]
    assert remembering.settled("never noted", now)["same"] is now["same"]


def made(remembering: Memo, values: dict[str, int], context: object = None) -> list[str]:
    """The results that are made in a run."""
    found: list[str] = []
    remembering.begin(context)
    noted = remembering.mapping("values", values)

    def make(name: str) -> object:
        found.append(name)
        return READS[name](noted)

    for name in READS:
        remembering.result(name, partial(make, name))
        remembering.result(name, partial(make, name))
    remembering.end()
    return found


def test_only_what_reads_a_change_is_made_again_and_once() -> None:
    remembering = Memo()
    assert made(remembering, {"a": 1, "b": 2}) == list(READS)
    assert made(remembering, {"a": 1, "b": 2}) == []
    assert made(remembering, {"a": 1, "b": 3}) == ["b", "a and b", "keys", "length", "values", "items"]
    assert made(remembering, {"b": 3}) == ["a", "a and b", "keys", "length", "values", "items"]


def test_another_context_forgets_everything() -> None:
    remembering = Memo()
    made(remembering, {"a": 1}, "one")
    assert made(remembering, {"a": 1}, "other") == list(READS)


def test_a_run_that_did_not_end_leaves_no_trace() -> None:
    remembering = Memo()
    made(remembering, {"a": 1})
    remembering.begin(None)
    noted = remembering.mapping("values", {"a": 2})
    with pytest.raises(ZeroDivisionError):
        remembering.result("a", lambda: noted["a"] // 0)
    assert made(remembering, {"a": 1}) == []


def test_a_result_reads_what_the_results_in_it_read() -> None:
    remembering = Memo()

    def outer(values: Mapping[str, int]) -> int:
        return 10 + remembering.result("inner", lambda: values["a"])

    for value in (1, 1, 2):
        remembering.begin()
        noted = remembering.mapping("values", {"a": value})
        assert remembering.result("outer", partial(outer, noted)) == 10 + value
        remembering.end()


def test_versions_tell_equal_values_apart() -> None:
    remembering = Memo()
    for value, version in ((1, "integer"), (True, "boolean")):
        remembering.begin()
        noted = remembering.mapping("values", {"a": value}, {"a": version})
        assert remembering.result("a", partial(noted.get, "a")) is value
        remembering.end()


def test_a_forgetful_memo_makes_everything() -> None:
    assert made(Forgetful(), {"a": 1}) == [name for name in READS for _ in range(2)]

"""Facets: every count is that of the list filtered by the value beside it, in the real catalogue."""

from __future__ import annotations

import itertools

import pytest
from conftest import FilterIndex

from sportlore.contract.queries import BadRequest
from sportlore.filters.facets import MOST_COUNTS, facets
from sportlore.filters.fields import Field
from sportlore.filters.index import entries
from sportlore.filters.query import Filters
from sportlore.memo import Forgetful
from sportlore.publication import Publication


@pytest.fixture(scope="module")
def filters(catalogue: Publication) -> Filters:
    store = FilterIndex(entries(catalogue.graph, Forgetful()))
    store.slugs = {type: [e.slug for e in catalogue.graph.of_type(type)] for type in catalogue.vocabulary.types}
    return Filters(store, {type: len(slugs) for type, slugs in store.slugs.items()}, lambda name, types: ())


@pytest.mark.parametrize("type", ["sport", "exercise", "equipment", "training-plan"])
def test_a_facet_leads_to_what_it_counted(filters: Filters, catalogue: Publication, type: str) -> None:
    everything = filters.positions(type, ())
    some = int("10" * 100, 2) & everything
    for name, field in filters.fields(type).items():
        if field.kind in ("text", "identifier"):
            continue
        for matches in (everything, some):
            (facet,) = facets(filters, type, (name,), matches)
            assert (facet.key, facet.label) == (name, field.label)
            none = filters.positions(type, [(name, ("none",))]) if "none" not in field.values else None
            assert none is None or facet.stated == (everything & ~none & matches).bit_count()
            assert len(facet.counts) <= MOST_COUNTS
            for item in facet.counts:
                found = filters.positions(type, [(name, (item.value,))])
                assert (found & matches).bit_count() == item.count, (name, item.value)
            assert_complete(field, [item.count for item in facet.counts], facet.stated)


def assert_complete(field: Field, counts: list[int], stated: int) -> None:
    """Terms and links come with the most first; ranges hold all numbers between them, and are few."""
    if field.kind == "number":
        assert len(counts) <= 16
        assert sum(counts) >= stated
    else:
        assert counts == sorted(counts, reverse=True)
        assert all(counts)
        assert bool(counts) == bool(stated)


def test_whole_numbers_are_counted_once(filters: Filters) -> None:
    (facet,) = facets(filters, "training-plan", ("weeks",), filters.positions("training-plan", ()))
    bounds = [tuple(map(float, item.value.split(".."))) for item in facet.counts]
    assert all(low <= high for low, high in bounds)
    assert all(high + 1 == low for (_, high), (low, _) in itertools.pairwise(bounds))


def test_a_number_that_nothing_states_has_no_ranges(filters: Filters) -> None:
    (facet,) = facets(filters, "sport", ("net-height",), 0)
    assert (facet.stated, facet.counts) == (0, [])


def test_texts_are_no_facets(filters: Filters) -> None:
    with pytest.raises(BadRequest, match="no facet `governing-body`"):
        facets(filters, "sport", ("governing-body",), 1)

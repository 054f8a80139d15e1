"""The graph: links in both directions, in an order that never changes."""

from __future__ import annotations

import random

from conftest import WORLD

from sportlore import graph, registry
from sportlore.model import Link, fold
from sportlore.publication import Publication


def test_links_run_in_both_directions(world: Publication) -> None:
    whole = world.graph
    link = Link("exercise/back-squat", "targets", "muscle-group/quadriceps")
    assert link in whole.out["exercise/back-squat"]
    assert link in whole.into["muscle-group/quadriceps"]
    assert sum(map(len, whole.out.values())) == sum(map(len, whole.into.values()))


def test_neighbours_come_once_and_in_order(world: Publication) -> None:
    names = [entity.name for entity in world.graph.neighbours("sport/badminton")]
    assert names == ["Racket", "Agility", "Sports by format", "Tennis vs badminton"]


def test_the_order_of_entities_does_not_matter() -> None:
    authored = registry.read(WORLD)
    entities = list(authored.entities.values())
    first = graph.build(authored.vocabulary, entities)
    for seed in range(5):
        random.Random(seed).shuffle(entities)
        assert graph.build(authored.vocabulary, entities) == first
        assert list(graph.build(authored.vocabulary, entities).entities) == list(first.entities)


def test_walks_reach_what_is_connected(world: Publication) -> None:
    assert world.graph.reached_from(["sport/tennis"]) == frozenset(world.graph.entities)
    assert world.graph.reached_from([]) == frozenset()


def test_a_list_is_ordered_by_folded_name(catalogue: Publication) -> None:
    for type in catalogue.vocabulary.types:
        names = [fold(entity.name) for entity in catalogue.graph.of_type(type)]
        assert names == sorted(names)
    assert fold("Épée") == "epee"

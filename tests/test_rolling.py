"""An exchange of the catalogue over three replicas, under load through a balancer: nothing fails, is mixed or goes back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from cluster import (
    Client,
    Cluster,
    Generations,
    Observation,
    backward,
    balancer,
    cluster,
    load,
    problems,
    wait_for_answers,
)

from sportlore.cli import main

COUNT = 3


@pytest.fixture(scope="module")
def generations(tmp_path_factory: pytest.TempPathFactory) -> Generations:
    """Generations in the order in which they are activated."""
    return Generations(tmp_path_factory, COUNT)


def publish(generations: Generations, number: int, store: Path, *options: str) -> None:
    assert main(["publish", str(generations.folders[number]), str(store), *options]) == 0


def replicas_of(running: Cluster) -> list[str]:
    return ["--replicas", *(f"http://127.0.0.1:{port}" for port in running.ports)]


def met(clients: Sequence[Client]) -> set[int]:
    """The generations that clients met."""
    return {seen.generation for client in clients for seen in client.observations}


@pytest.mark.parametrize("kind", ["haproxy", "nginx"])
def test_no_answer_fails_is_mixed_or_goes_back(kind: str, generations: Generations, tmp_path: Path) -> None:
    store = tmp_path / "store"
    publish(generations, 0, store)
    # The clocks differ by a tenth of the pause: the rest is for what a busy machine is late. The instant is far enough ahead
    # for each replica to hear of it. A cache in front would answer what is old until it is purged.
    with cluster(tmp_path, store, skews=(-0.05, 0.0, 0.05)) as running:
        with (
            balancer(kind, tmp_path / kind, running.ports, cached=False) as port,
            load(port, generations) as clients,
        ):
            for number in range(1, COUNT):
                publish(generations, number, store, *replicas_of(running), "--activate-in", "5", "--pause", "1")
                wait_for_answers(clients, 20)
        said = running.stop()
    assert problems(clients) == []
    assert backward(clients) == 0
    assert met(clients) == set(range(COUNT))
    assert "after the others" not in said


def test_without_a_pause_clocks_that_differ_are_noticed(generations: Generations, tmp_path: Path) -> None:
    """The proof that the other test can fail."""
    store = tmp_path / "store"
    publish(generations, 0, store)
    with (
        cluster(tmp_path, store, skews=(-2.0, 0.0, 2.0)) as running,
        balancer("haproxy", tmp_path / "haproxy", running.ports) as port,
        load(port, generations) as clients,
    ):
        publish(generations, 1, store, *replicas_of(running), "--activate-in", "7", "--pause", "0")
        wait_for_answers(clients, 20)
    assert problems(clients) == []
    assert backward(clients) > 0


def test_going_back_is_counted_over_all_clients() -> None:
    def client(*observations: tuple[float, float, int]) -> Client:
        client = Client.__new__(Client)
        client.observations = [Observation(*seen) for seen in observations]
        return client

    old, new = client((0, 1, 0), (2, 3, 0)), client((0, 1, 0), (1.5, 2.5, 1))
    assert backward([old, new]) == 0, "they were under way at the same time"
    assert backward([old, client((1.2, 1.9, 1))]) == 1, "one was there before the other was asked for"
    assert backward([client((0, 1, 1), (1.1, 2, 0), (2.1, 3, 0), (3.1, 4, 1))]) == 2
    assert backward([client((0, 1, -1), (2, 3, 0))]) == 0, "what is of no generation is a problem of its own"

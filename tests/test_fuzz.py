"""The inputs that fuzzing found worth keeping, and some variations of them; the long runs are `make torture`."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import WORLD
from fuzz.targets import NAMES, SEEDS, Queries, Requests, Target, target

VARIATIONS = int(os.environ.get("TORTURE_VARIATIONS", "20"))
"""Of each seed."""


@pytest.fixture(scope="module", params=NAMES)
def fuzzed(request: pytest.FixtureRequest, world_snapshot: Path) -> Iterator[tuple[str, Target]]:
    """A target and its name."""
    found = target(request.param, world_snapshot, WORLD)
    yield request.param, found
    if isinstance(found, Requests | Queries):
        found.close()


def variations(seed: bytes, chance: random.Random) -> Iterator[bytes]:
    """The seed with bytes changed, taken out, repeated or cut off."""
    for _ in range(VARIATIONS):
        varied = bytearray(seed)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(varied) + 1)
            end = min(len(varied), at + chance.randint(0, 20))
            match chance.randrange(4):
                case 0:
                    varied[at:end] = b""
                case 1:
                    varied[at:at] = varied[at:end] * chance.randint(1, 3)
                case 2:
                    varied[at:end] = chance.randbytes(end - at)
                case _:
                    varied[at:at] = chance.choice(
                        (b"\r\n", b"\0", b"%", b"[[", b'"""', b"=", b"\xff\xfe", b"HTTP/1.1", b",")
                    )
        yield bytes(varied)


def test_no_seed_and_no_variation_of_it_fails(fuzzed: tuple[str, Target]) -> None:
    name, run = fuzzed
    seeds = sorted((SEEDS / name).iterdir())
    assert len(seeds) >= 5, "no seeds would test nothing"
    chance = random.Random(11)
    for path in seeds:
        seed = path.read_bytes()
        for data in (seed, *variations(seed, chance)):
            try:
                run(data)
            except Exception as error:
                raise AssertionError(f"{path.name}: {data!r}") from error

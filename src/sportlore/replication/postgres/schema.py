"""The tables of the database.

`sportlore.parts` has one partition a generation. The files of a generation are thought of as laid end to end, in the order of
its manifest, and cut where the store says that something begins: a part is a record, an item, or a piece of the store itself. Its
`place` is the offset of its first byte. It is its key as well: a server finds it in its store. The part of an item is the item
with the comma after it, then the same compressed: whoever needs one needs both. A reader compares its `digest` (`part_digest`),
so that a row that was damaged, or altered by hand, is noticed.

`sportlore.generations` names those that are complete; `sportlore.pointer` has one row: the pointer
(sportlore/replication/pointer.py), with the number of its changes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from itertools import accumulate

from sportlore.snapshot import Manifest

CREATE = """
CREATE SCHEMA IF NOT EXISTS sportlore;
CREATE TABLE IF NOT EXISTS sportlore.generations (generation text PRIMARY KEY, manifest bytea NOT NULL);
CREATE TABLE IF NOT EXISTS sportlore.pointer (
  single boolean PRIMARY KEY DEFAULT true CHECK (single), changes bigint NOT NULL, pointer bytea NOT NULL
);
CREATE TABLE IF NOT EXISTS sportlore.parts (generation text NOT NULL, place bigint NOT NULL, bytes bytea NOT NULL)
  PARTITION BY LIST (generation);
ALTER TABLE sportlore.parts ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE sportlore.parts ADD COLUMN IF NOT EXISTS digest bytea;
"""
"""Bytes are stored as they are: most of them are compressed already. Earlier versions published no digests."""

IS_CREATED = """
SELECT EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('sportlore.parts') AND attname = 'digest')
"""
PARTS = "SELECT place, bytes, digest FROM sportlore.parts WHERE generation = $1 AND place = ANY($2::bigint[])"
STRETCH = """
SELECT place, bytes FROM sportlore.parts WHERE generation = $1 AND place >= $2 AND place < $3 ORDER BY place
"""
COMPLETE = "SELECT EXISTS (SELECT FROM sportlore.generations WHERE generation = $1)"
WITHOUT_DIGESTS = "SELECT EXISTS (SELECT FROM sportlore.parts WHERE generation = $1 AND digest IS NULL)"

PIECE = 1_000_000
"""Bytes of the store in one part."""


def part_digest(generation: str, offset: int, content: bytes) -> bytes:
    """What a part is recognized by: half of the SHA-256 of where it belongs and what it is."""
    return hashlib.sha256(b"%b %d " % (generation.encode(), offset) + content).digest()[:16]


def partition(generation: str) -> str:
    """The name of the table of a generation, in the schema `sportlore`."""
    return f"parts_{generation}"


def starts(manifest: Manifest) -> Mapping[str, int]:
    """The offset at which each file begins."""
    names = manifest.named()
    return dict(zip(names, accumulate((manifest.sizes[name] for name in names), initial=0), strict=False))

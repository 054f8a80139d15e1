"""What a snapshot is made of: its files, the keys of its store, and the records that describe it.

A snapshot is a folder. `manifest.json` names one generation, a folder beside it, with these files:

- `records-0000` and so on hold every record, one after the other, in parts: one that is the same in two
  generations can be one file with two names;
- `items` holds every entity once as lists state it, type by type in the order of the lists, so that any page of a list is
  one stretch of it, and `items.deflate` the same compressed one by one (see contract/composition.py);
- `store.mdb` (LMDB) says where each record and item is, and holds the search index and what the server must know.

Writing makes a new generation and then replaces the manifest in one step, so that a crash or a full disk leaves the old
snapshot as it was. Nothing is ever changed in place, so that a running server keeps the generation that it has mapped.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

FORMAT = 22
"""Raised when the layout of the store or of the manifest changes; a server refuses other formats."""

MANIFEST = "manifest.json"
STORE, RECORDS, ITEMS, DEFLATED = FILES = ("store.mdb", "records", "items", "items.deflate")
# Keys of the store. All of these begin with a zero; the entry of a resource (`ENTRY_VARIANT`) is at its path, after a slash.
INFO = b"\0info"
"""What a server must know, as JSON."""
NAMES = b"\0names\0"
"""The last segments of the paths below each path, by their length (`names_key`)."""
LOCATIONS = b"\0locations\0"
"""The locations of the items of each type, in the order of its list."""
RANKED = b"\0ranked"
"""The locations of the items of all entities, in the order of their numbers in the search index."""
ENTRY_DIGEST, ENTRY_VARIANT = 16, struct.Struct("<cHII")
"""The entry of a resource: a digest of what it was made from, then of each variant, in order of letters, its letter and where its
record is: the number of the part, the first byte there, the byte after the last. All variants of a resource are in one part."""
LOCATION = struct.Struct("<QQQQ10s")
"""Where the item of an entity is, in `items` and in `items.deflate`: first byte and byte after the last; then the start of its
digest."""


def names_key(parent: str, length: int) -> bytes:
    """The key of the names of a length below a path: names_key("/sports", 6) -> b"\\0names\\0/sports\\0\\x06\\0"."""
    return b"".join((NAMES, parent.encode(), b"\0", length.to_bytes(2, "little")))


def part(number: int) -> str:
    """The name of a part of the records: part(3) -> "records-0003"."""
    return f"{RECORDS}-{number:04}"


def resources_in_a_part(entities: int) -> int:
    """How many resources have their records in one part: with as many there are some 150 parts at most."""
    return 1 << max(8, (entities // 64).bit_length())


class SnapshotError(Exception):
    """A snapshot that cannot be opened or is damaged: what is wrong and what to do."""


class ListIndex(Struct, frozen=True):
    """What the pages of a list are put together from: its length, its `meta` as JSON, its page's address."""

    total: int
    meta: str
    page: str


class Info(Struct, frozen=True):
    """What a server must know beside the records."""

    version: str
    site_url: str
    base_url: str
    lists: dict[str, ListIndex]
    redirects: dict[str, tuple[str, ...]]
    error_page: str = ""
    """The HTML of an error, with {status}, {heading}, {message}, {query} (text), {advice} and {others} (HTML) to fill in."""
    search_page: str = ""
    """The HTML of a search, with {query}, {status}, {answers}, {counts}, {results} and {more} (all HTML) to fill in."""
    compare_page: str = ""
    """The HTML of the page that compares, with {title}, {a}, {b}, {c}, {status} and {compared} (all HTML) to fill in."""
    recommended_page: str = ""
    """The HTML of recommendations for somebody, with {status}, {safety}, {results} and {left_out} (all HTML) to fill in."""
    singular: dict[str, str] = {}
    """What one entity of each type is called."""
    plural: dict[str, str] = {}
    """What several are called."""


class Manifest(Struct, frozen=True):
    """What stands in the snapshot, and the SHA-256, the CRC-32 and the size in bytes of each of its files."""

    format: int
    generation: str
    """The name of the folder with the files: a digest of all other fields, so that none of them is changed unnoticed."""
    version: str
    site_url: str
    base_url: str
    recipe: str
    """A digest of the code and libraries that made the records: the same recipe and inputs give the same record."""
    records: int
    digests: dict[str, str]
    checksums: dict[str, int]
    sizes: dict[str, int]

    @property
    def parts(self) -> list[str]:
        """The names of the files of the records."""
        return [part(number) for number in range(len(self.sizes) - len(FILES) + 1)]

    def named(self, files: Sequence[str] = FILES) -> list[str]:
        """The names of some of the files: its parts instead of the records."""
        return [name for file in files for name in (self.parts if file == RECORDS else (file,))]


class Index(Struct, frozen=True):
    """What queries read: what gives the keys and values, the ids of the entities in the order of their numbers in the search
    index, and the slugs of each type in the order of its list."""

    entries: Callable[[], dict[bytes, bytes]]
    ids: Sequence[str]
    slugs: Mapping[str, Sequence[str]] = {}

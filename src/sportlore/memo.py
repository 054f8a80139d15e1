"""Results that are made again only where something that they read has changed.

A long-running build makes the same thousands of results after every edit: findings, comparisons, pages. Each is remembered
with the keys of the mappings that it read while it was made, so that dependencies need not be declared.

>>> memo = Memo()
>>> for prices in ({"tea": 2, "cake": 3}, {"tea": 2, "cake": 4}):
...     memo.begin()
...     noted = memo.mapping("prices", prices)
...     print([memo.result(name, lambda: print("priced", name) or f"{name}: {noted[name]}") for name in noted])
...     memo.end()
priced tea
priced cake
['tea: 2', 'cake: 3']
priced cake
['tea: 2', 'cake: 4']
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, ItemsView, Iterator, Mapping, ValuesView
from itertools import compress
from operator import is_not
from typing import Any, NamedTuple, TypeVar, cast

Result = TypeVar("Result")
Value = TypeVar("Value")

Read = tuple[str, str | None]
"""The name of a mapping, and a key that was looked up there, or None where all of it was read."""


class _Known(NamedTuple):
    reads: frozenset[Read]
    value: Any


class Memo:
    """The results of the last run that ended, each with what it read.

    A run is `begin`, then `mapping` for everything that changes between runs, then `result` for each result, then `end`. What a
    result is made from beside those mappings is the context, named at `begin`: where it differs, nothing is remembered.
    """

    def __init__(self) -> None:
        self._context: tuple[object, ...] = ()
        self._known: dict[Hashable, _Known] = {}
        self._before: dict[str, Mapping[str, Any]] = {}
        self.begin()

    def begin(self, *context: object) -> None:
        """Begin a run; one that did not end leaves no trace."""
        if context != self._context:
            self._known, self._context = {}, context
        self._made: dict[Hashable, _Known] = {}
        self._now: dict[str, Mapping[str, Any]] = {}
        self._changed: set[Read] = set()
        self.reads: set[Read] | None = None
        """What the result that is being made has read so far."""

    def mapping(
        self, name: str, values: Mapping[str, Value], versions: Mapping[str, object] | None = None
    ) -> Mapping[str, Value]:
        """The mapping, whose reads are noted from now on; what differs from the last run is changed.

        `versions` tell values apart that are equal and not the same, as 1 and True.
        """
        before, now = self._before.get(name, {}), values if versions is None else versions
        kept = [key for key in now if key in before]
        # Most values are the same objects as before, and only the others are compared.
        others = compress(kept, map(is_not, map(before.__getitem__, kept), map(now.__getitem__, kept)))
        changed: set[Read] = {(name, key) for key in others if before[key] != now[key]}
        changed |= {(name, key) for key in before.keys() ^ now.keys()}
        if changed or list(before) != list(now):
            changed.add((name, None))
        self._changed |= changed
        self._now[name] = now
        return _Noted(self, name, values)

    def settled(self, name: str, values: Mapping[str, Value]) -> dict[str, Value]:
        """The values of a mapping, those equal to the last run's as the objects of that run: these are compared quickly."""
        before = self._before.get(name, {})
        return {key: old if (old := before.get(key)) == value else value for key, value in values.items()}

    def result(self, key: Hashable, make: Callable[[], Result]) -> Result:
        """What `make` gives, or gave in the last run if it would read the same now."""
        known = self._made.get(key)
        if known is None:
            known = self._known.get(key)
            if known is None or not known.reads.isdisjoint(self._changed):
                known = self._make(make)
            self._made[key] = known
        if self.reads is not None:
            self.reads |= known.reads
        return cast("Result", known.value)

    def _make(self, make: Callable[[], object]) -> _Known:
        outer, self.reads = self.reads, set()
        try:
            value = make()
            return _Known(frozenset(self.reads), value)
        finally:
            self.reads = outer

    def end(self) -> None:
        """Remember the results of this run, and no others."""
        self._known, self._before = self._made, self._now
        self.begin(*self._context)


class Forgetful(Memo):
    """The memo of a single run: it notes nothing and makes every result."""

    def mapping(
        self, name: str, values: Mapping[str, Value], versions: Mapping[str, object] | None = None
    ) -> Mapping[str, Value]:
        """The mapping itself."""
        return values

    def result(self, key: Hashable, make: Callable[[], Result]) -> Result:
        """What `make` gives."""
        return make()


class _Noted(Mapping[str, Value]):
    """A mapping whose memo is told of every read."""

    def __init__(self, memo: Memo, name: str, values: Mapping[str, Value]) -> None:
        self._memo = memo
        self._values = values
        self._whole: Read = (name, None)
        self._notes: dict[str, Read] = {}
        self._name = name

    def _note(self, key: str) -> None:
        reads = self._memo.reads
        if reads is not None:
            note = self._notes.get(key)
            if note is None:
                note = self._notes[key] = (self._name, key)
            reads.add(note)

    def _note_whole(self) -> None:
        if self._memo.reads is not None:
            self._memo.reads.add(self._whole)

    def __getitem__(self, key: str) -> Value:
        self._note(key)
        return self._values[key]

    def __contains__(self, key: object) -> bool:
        self._note(cast("str", key))
        return key in self._values

    def get(self, key: str, default: Any = None) -> Any:
        self._note(key)
        return self._values.get(key, default)

    def __iter__(self) -> Iterator[str]:
        self._note_whole()
        return iter(self._values)

    def __len__(self) -> int:
        self._note_whole()
        return len(self._values)

    def items(self) -> ItemsView[str, Value]:
        self._note_whole()
        return self._values.items()

    def values(self) -> ValuesView[Value]:
        self._note_whole()
        return self._values.values()

"""The values of a fact over time and by scope: which held for whom, and when, as far as it is stated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Any, Generic, TypeVar

from msgspec import Struct

from sportlore.model.entity import Variant
from sportlore.model.values import ByScope, FactValue, Span

V = TypeVar("V")
"""What a value is: in the catalogue a FactValue, read from answers their own form of it."""


class Version(Struct, Generic[V], frozen=True):
    """A value with the scopes and years in which it holds, both ends included; None where no end is known.

    `variant` is its variant, None for the value in force. That began after the last former value, if there is one.
    """

    value: V
    scope: tuple[str, ...] = ()
    since: int | None = None
    until: int | None = None
    variant: Variant | None = None

    def holds_in(self, year: int | None) -> bool:
        """Whether it holds in a year, or without one whether no end of it is known."""
        if year is None:
            return self.until is None
        return (self.since is None or self.since <= year) and (self.until is None or year <= self.until)


class Unknown(Struct, frozen=True):
    """No value is known for a year; `since` is the first later year for which one is."""

    since: int


def versions(value: FactValue, variants: Sequence[Variant]) -> tuple[Version[FactValue], ...]:
    """The value in force, one version for each of its scopes, then the variants."""
    parts = [((scope,), part) for scope, part in value.values] if isinstance(value, ByScope) else [((), value)]
    others = (Version(v.value, v.scope, v.since, v.until, v) for v in variants)
    return (*(_in_force(part, scope, variants) for scope, part in parts), *others)


def _in_force(value: FactValue, scope: tuple[str, ...], variants: Iterable[Variant]) -> Version[FactValue]:
    """It follows the former values of its scope, or of all, and ends where one begins that is to come."""
    same = [v for v in variants if v.scope in (scope, ())]
    ends = [v.until + 1 for v in same if v.until is not None]
    begins = [v.since - 1 for v in same if v.until is None and v.since is not None]
    return Version(value, scope, max(ends, default=None), min(begins, default=None))


def scopes_of(known: Iterable[Version[FactValue]]) -> set[str]:
    """All scopes of which something is stated."""
    return {scope for version in _split(known) for scope in version.scope}


def of_scope(known: Sequence[Version[V]], scope: Set[str], year: int | None) -> Version[V] | None:
    """The version for a scope that holds in a year; None where nothing is stated of this scope.

    First what is stated of just this scope (`men`), or of a part of several (`ncaa` of `ncaa` and `men`); then what is
    stated of it together with others (`olympic-games` and `men`), if these are the same in all that is.
    """
    for group in (*_own(known, scope), *_narrower(known, scope)):
        for version in group:
            if version.holds_in(year):
                return version
    return None


def in_year(
    known: Sequence[Version[FactValue]], scope: Set[str], year: int
) -> tuple[Version[FactValue], ...] | Unknown:
    """The version that held in a year for a scope, or for all where none is given; several where the scopes differ."""
    narrower = [version for group in _narrower(known, scope) for version in group if version.holds_in(year)]
    for group in (*_own(known, scope), narrower, _general(known)):
        for version in group:
            if version.holds_in(year):
                return (version,)
        later = [version.since for version in group if version.since is not None and version.since > year]
        if later:
            return Unknown(min(later))
    # What is left is a value in force that is stated by scope alone.
    each = [in_year(known, {*version.scope}, year) for version in known if version.variant is None]
    held = tuple(version for versions in each if isinstance(versions, tuple) for version in versions)
    return held or Unknown(min(other.since for other in each if isinstance(other, Unknown)))


def by_scope(held: Sequence[Version[FactValue]]) -> FactValue:
    """The values of versions as one: that of the only one, or each with its scope."""
    if len(held) == 1:
        return held[0].value
    return ByScope(tuple((item.scope[0], item.value) for item in held if isinstance(item.value, Span | int)))


def _general(known: Iterable[Version[V]]) -> list[Version[V]]:
    return [version for version in known if not version.scope]


def _own(known: Sequence[Version[V]], scope: Set[str]) -> Iterator[list[Version[V]]]:
    """The versions of exactly a scope, then those of its one part that has any: none where several parts have."""
    split = list(_split(known)) if scope else []
    exact = [version for version in split if {*version.scope} == scope]
    if any(version.variant is None for version in exact):
        exact += _general(known)  # before the value was set apart by scope it held for all
    yield exact
    yield _alike([version for version in split if version.scope and {*version.scope} < scope])


def _narrower(known: Sequence[Version[V]], scope: Set[str]) -> Iterator[list[Version[V]]]:
    """What is stated of a scope together with others."""
    if scope:
        yield _alike([version for version in _split(known) if {*version.scope} > scope])


def _alike(group: list[Version[V]]) -> list[Version[V]]:
    """The versions if all have the same scopes, else none."""
    return group if len({frozenset(version.scope) for version in group}) == 1 else []


def _split(known: Iterable[Version[V]]) -> Iterator[Version[V]]:
    """Versions whose value is by scope, as one for each scope."""
    for version in known:
        if isinstance(version.value, ByScope):
            for scope, value in version.value.values:
                part: Version[Any] = Version(
                    value, (*version.scope, scope), version.since, version.until, version.variant
                )
                yield part
        else:
            yield version

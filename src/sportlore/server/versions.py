"""An entity for a scope (`?scope=women`) and at a date (`?asOf=1999`): the values of its facts that hold there and then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import msgspec
from msgspec import UNSET, Struct

from sportlore.comparison import StoredComparisons
from sportlore.contract.parameters import EntityRequest
from sportlore.contract.queries import BadRequest, shown
from sportlore.contract.schemas import Fact, FactVariant, ResourceMeta, UnknownFact
from sportlore.diagnostics import did_you_mean
from sportlore.kinds import fact_value, value_text
from sportlore.model import (
    SCOPES,
    FactValue,
    Unknown,
    Variant,
    Version,
    by_scope,
    in_year,
    of_scope,
    plain,
    versions,
)
from sportlore.server.selections import with_fields


class _Stated(Struct, frozen=True):
    """What is read of the stored answer."""

    meta: ResourceMeta
    facts: list[Fact] = []
    checked: str | None = None


_STATED = msgspec.json.Decoder(_Stated)


class Versions:
    """The values that the entities of a snapshot have in a scope and year."""

    def __init__(self, stored: StoredComparisons) -> None:
        self._stored = stored

    @cached_property
    def _labels(self) -> Mapping[str, str]:
        """The label of each scope."""
        return {scope: term.label for scope, term in self._stored.vocabulary.terms.get(SCOPES, {}).items()}

    @cached_property
    def _scopes(self) -> Mapping[str, str]:
        """The scope of each label."""
        return {label: scope for scope, label in self._labels.items()}

    def check(self, scopes: Iterable[str]) -> None:
        """Refuse unknown scopes: raises BadRequest."""
        for scope in scopes:
            if scope not in self._labels:
                advice = did_you_mean(scope.lower(), self._labels, "see `Scope` in /api/schema for all")
                raise BadRequest(f"no scope `{shown(scope)}`; {advice}")

    def body(self, body: bytes, asked: EntityRequest) -> bytes:
        """The stored answer for an entity, with the values of a scope and date; raises BadRequest for an unknown scope."""
        self.check(asked.scope)
        stated = _STATED.decode(body)
        held = {fact.key: self._held(fact, asked, stated.checked) for fact in stated.facts}
        known = {key: of_fact for key, of_fact in held.items() if not isinstance(of_fact, Unknown)}
        facts = [self._with(fact, known[fact.key]) for fact in stated.facts if fact.key in known]
        meta = stated.meta
        if asked.scope:
            scopes = {*asked.scope}
            scoped = [key for key, of_fact in known.items() if any(scopes & {*version.scope} for version in of_fact)]
            meta = msgspec.structs.replace(meta, scope=list(asked.scope), scoped=scoped)
        if asked.as_of:
            undated = [key for key, of_fact in known.items() if any(version.since is None for version in of_fact)]
            unknown = [UnknownFact(key=key, since=u.since) for key, u in held.items() if isinstance(u, Unknown)]
            meta = msgspec.structs.replace(meta, as_of=asked.as_of, undated=undated, unknown=unknown)
        return with_fields(body, facts=msgspec.json.encode(facts), meta=msgspec.json.encode(meta))

    def _held(self, fact: Fact, asked: EntityRequest, checked: str | None) -> tuple[Version[FactValue], ...] | Unknown:
        """The versions of a fact that hold as asked; none where it says nothing of the scope.

        Without a date they are those in force in the year in which the entity was last compared with its sources.
        """
        known = versions(
            self._value(fact.key, fact.value), [self._variant(fact.key, item) for item in fact.variants or ()]
        )
        if asked.year is not None:
            return in_year(known, {*asked.scope}, asked.year)
        version = of_scope(known, {*asked.scope}, int(checked[:4]) if checked else None)
        return (version,) if version else ()

    def _value(self, key: str, stated: object) -> FactValue:
        value = fact_value(stated, self._stored.vocabulary.facts[key])
        assert value is not None  # as the rules of the catalogue saw to
        return value

    def _variant(self, key: str, stated: FactVariant) -> Variant:
        return Variant(
            fact=key,
            value=self._value(key, stated.value),
            source=stated.source,
            scope=tuple(self._scopes[label] for label in stated.scope or ()),
            since=None if stated.since is UNSET else stated.since,
            until=None if stated.until is UNSET else stated.until,
        )

    def _with(self, fact: Fact, held: Sequence[Version[FactValue]]) -> Fact:
        """A fact with the value that holds; as it is where that is its value in force, for all or by every scope."""
        former = [version.variant for version in held if version.variant is not None]
        parts = len(fact.value) if isinstance(fact.value, dict) else 1
        if not held or (not former and len(held) == parts):
            return fact
        value, (first, *others) = by_scope(held), held
        changed = msgspec.structs.replace(
            fact,
            value=plain(value),
            text=value_text(value, self._stored.vocabulary.facts[fact.key], self._stored.vocabulary),
            variants=UNSET,
        )
        if former:
            works = [
                *((fact.sources or ()) if len(former) < len(held) else ()),
                *(variant.source for variant in former),
            ]
            changed = msgspec.structs.replace(
                changed, sources=list(dict.fromkeys(works)), clause=UNSET, basis=UNSET, doubt=UNSET
            )
        if others:
            return changed
        since, until = (first.variant.since, first.variant.until) if first.variant else (None, None)
        scope = [self._labels[key] for key in first.scope]
        return msgspec.structs.replace(
            changed,
            scope=scope or UNSET,
            since=UNSET if since is None else since,
            until=UNSET if until is None else until,
        )

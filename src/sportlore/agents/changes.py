"""What the latest release changed of an entity, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from msgspec import UNSET

from sportlore.agents.results import read
from sportlore.contract import schemas
from sportlore.contract.addresses import CHANGES
from sportlore.server.answer import Responder

PART = "changes"


def change_lines(responder: Responder, id: str) -> Iterator[str]:
    """The lines for an entity; none if it stayed as it was, or if there is no earlier release.

    "Since 1.0.0-rc.1: facts", "- Height of the net: 2.24 m (before: 2.2 m). Misread."
    """
    addresses = read(responder, CHANGES, schemas.ChangesIndex).changes
    if not addresses:
        return
    changes = read(responder, urlsplit(addresses[0]).path, schemas.ReleaseChanges)
    if any(item.id == id for item in changes.added):
        yield f"New since {changes.before.version}."
    for item in changes.changed:
        if item.id == id:
            why = f". {item.why}" if item.why else ""
            yield f"Since {changes.before.version}: {', '.join(item.parts)}{why}"
            yield from map(_fact_line, item.facts or [])


def _fact_line(fact: schemas.ChangedFact) -> str:
    after, before = (_said(value, fact.unit or "") for value in (fact.after, fact.before))
    why = f" {fact.why}" if fact.why else ""
    return f"- {fact.label}: {after} (before: {before}).{why}"


def _said(value: Any, unit: str) -> str:
    """A value as the interface has it, in words: 2.24 -> "2.24 m", {"men": 2.43} -> "men 2.43 m"."""
    if value is UNSET:
        return "not stated"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_said(part, unit)}" for key, part in value.items())
    is_range = isinstance(value, list) and len(value) == 2 and not isinstance(value[0], str)
    words = (" to " if is_range else ", ").join(map(str, value)) if isinstance(value, list) else str(value)
    return f"{words} {unit.strip('{}[]')}".rstrip()

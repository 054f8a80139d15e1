"""What a piece of equipment states of its form: the authored shape from which it is drawn to scale."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from sportlore.model.plan import Quantity

Form = Literal[
    "ball",
    "oval-ball",
    "pointed-ball",
    "shuttle",
    "disc",
    "ring",
    "racket",
    "paddle",
    "bat",
    "blade",
    "hook",
    "stick",
    "crosse",
    "sword",
    "rod",
    "ski",
    "boat",
    "barbell",
    "kettlebell",
    "bicycle",
    "wicket",
    "bars",
    "table",
    "box",
]
"""What a thing looks like; `FORMS` in drawing/forms.py says which measures each takes."""


class Solid(Struct, frozen=True, forbid_unknown_fields=True):
    """A thing of a form, with the measures that are stated of it, in metres: numbers or expressions over its facts, or ranges."""

    form: Form
    measures: Mapping[str, Quantity | tuple[Quantity, Quantity]]
    source: str
    clause: str
    name: str = ""
    """What is drawn, where that is not the entity: the ball of a sport."""

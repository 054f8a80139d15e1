"""A drawing of the body by the parameters of a request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sportlore.contract.addresses import BODY
from sportlore.contract.queries import BadRequest, shown
from sportlore.diagnostics import did_you_mean
from sportlore.drawing import figure
from sportlore.drawing.figure import Fill, Layer, Muscle, Side
from sportlore.drawing.stored import StoredBody
from sportlore.model import slug_of

_LAYERS: dict[str, tuple[Fill, str]] = {
    "targets": ("solid", "Target"),
    "assists": ("hatched", "Assisting"),
    "stabilises": ("outlined", "Stabilising"),
}
"""The parameters that choose muscles, and how these are drawn."""
_VIEW = "view"
_SIDES: tuple[Side, ...] = ("left", "right")


def drawn(stored: StoredBody, texts: Mapping[str, str]) -> bytes:
    """The drawing that parameters ask for, as a file; raises BadRequest.

    `targets`, `assists` and `stabilises` take slugs of muscle groups, with commas between them and with `-left` or `-right`
    after one for that side alone; `view` takes `front` or `back`.
    """
    known = (*_LAYERS, _VIEW)
    for name in texts:
        if name not in known:
            there = f"the parameters are {', '.join(known)}"
            raise BadRequest(f"no parameter `{name}`; {did_you_mean(name, known, there)}")
    view = texts.get(_VIEW)
    if view is not None and view not in figure.VIEWS:
        raise BadRequest(f"no view `{view}`; it takes {' or '.join(figure.VIEWS)}, and both are drawn without it")
    layers = [
        Layer(fill, label, tuple(_muscles(stored, texts[name])))
        for name, (fill, label) in _LAYERS.items()
        if name in texts
    ]
    _refuse_doubles(layers)
    views = tuple(name for name in figure.VIEWS if view in (None, name))
    return figure.file(stored.body, figure.body_map(stored.body, BODY, "Muscles of the body", layers, views))


def _muscles(stored: StoredBody, text: str) -> Iterator[Muscle]:
    """The muscles that a parameter names."""
    known = {slug_of(id): id for id in stored.names}
    for name in filter(None, text.split(",")):
        side = next((side for side in _SIDES if name.endswith(f"-{side}")), None)
        slug = name.removesuffix(f"-{side}") if side else name
        if slug not in known:
            there = f"the muscle groups are {', '.join(sorted(known))}"
            raise BadRequest(f"no muscle group `{shown(slug)}`; {did_you_mean(slug, known, there)}")
        yield Muscle(known[slug], stored.names[known[slug]], side)


def _refuse_doubles(layers: list[Layer]) -> None:
    """Refuse a muscle that is chosen twice for one side."""
    seen: set[tuple[str, Side]] = set()
    for muscle in (muscle for layer in layers for muscle in layer.muscles):
        for side in (muscle.side,) if muscle.side else _SIDES:
            if (muscle.id, side) in seen:
                raise BadRequest(f"`{slug_of(muscle.id)}` is chosen twice; give it one role on each side")
            seen.add((muscle.id, side))

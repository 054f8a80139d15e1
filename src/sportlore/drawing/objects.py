"""Pieces of equipment to scale: from the shape that an entity states to a drawing of it beside a hand or a person.

Where the rules set sizes apart (men and women, before and after a year) each is drawn, all at one scale.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from sportlore import formula
from sportlore.diagnostics import did_you_mean
from sportlore.drawing.composition import Fault, metres
from sportlore.drawing.forms import FORMS
from sportlore.drawing.geometry import bounds, micrometres
from sportlore.drawing.model import Citation, Dimension, Drawing, Legend, Shape
from sportlore.drawing.outlines import PERSON, Measures, polygon
from sportlore.drawing.pieces import Piece, features, placed
from sportlore.model import ByScope, Entity, FactValue, Quantity, Solid, Variant, hull

UNITS: Mapping[str, float] = {
    "size-length": 0.01,
    "size-width": 0.01,
    "size-height": 0.01,
    "diameter": 0.001,
    "circumference": 0.01,
    "object-circumference": 0.01,
    "object-diameter": 0.001,
    "object-girth": 0.01,
}
"""The facts that measures may use, and their units in metres (as the vocabulary has them)."""
HAND = 0.193
"""The length of a hand from the crease of the wrist to the tip of the middle finger: an average of men (welly.it, "How long is a
regular hand", which has 19.3 cm by 8.9 cm; women 17.3 cm by 7.9 cm)."""
_BESIDE = 0.075
"""Room beside a thing for the words of its height, as a share of the height of all."""
_LARGEST_IN_A_HAND = 0.5
_FINGERS = ((-0.2, 0.80, 0.055), (-0.075, 0.93, 0.058), (0.055, 1.0, 0.06), (0.18, 0.93, 0.056))
"""Of each finger the middle, the tip and half the breadth, in lengths of the hand."""


def hand() -> tuple[Shape, ...]:
    """The outline of a hand, upright on y = 0."""
    corners: list[tuple[float, ...]] = [
        (-0.13, 0.0),
        (-0.16, 0.12),
        (-0.37, 0.42),
        (-0.44, 0.58),
        (-0.38, 0.6, -0.04),
        (-0.24, 0.42),
    ]
    for x, tip, half in _FINGERS:
        corners += [(x - half, 0.53), (x - half, tip - half), (x + half, tip - half, -half), (x + half, 0.53)]
    corners += [(0.235, 0.3), (0.15, 0.12), (0.13, 0.0)]
    return (polygon(*((x * HAND, y * HAND, *(r * HAND for r in rest)) for x, y, *rest in corners)),)


def centimetres(low: float, high: float | None = None, *, exact: bool = True) -> str:
    """A size in words, or its range: "4.267 cm", "21.6 to 22.3 cm", "19.90 m"; what is computed from pi to a millimetre."""
    single = high is None or math.isclose(low, high)
    if max(low, high or low) >= 3:
        return metres(low) if single else f"{metres(low).removesuffix(' m')} to {metres(high or low)}"
    first, last = (f"{value * 100:.{3 if exact else 1}f}".rstrip("0").rstrip(".") for value in (low, high or low))
    return f"{first} cm" if single else f"{first} to {last} cm"


class _Specimen(Struct, frozen=True):
    """The facts of a thing in one scope or at one time; `label` is that in words."""

    label: str
    facts: Mapping[str, FactValue]


def names_of(facts: Mapping[str, FactValue], *, least: bool = False) -> dict[str, float]:
    """The names that measures may use, in metres: each fact by its greatest value, and `pi`."""
    spans = ((key, hull(value)) for key, value in facts.items() if key in UNITS)
    sizes = {key.replace("-", "_"): (span.low if least else span.high) * UNITS[key] for key, span in spans if span}
    return {**sizes, "pi": math.pi}


def _used(solid: Solid) -> set[str]:
    """The facts that the measures of a shape name."""
    terms = (term for measure in solid.measures.values() for term in _ends(measure))
    expressions = (formula.parse(term) for term in terms if isinstance(term, str))
    return {name.replace("_", "-") for expression in expressions for name in formula.names(expression)}


def _specimens(entity: Entity, solid: Solid, labels: Mapping[str, str]) -> Iterator[_Specimen]:
    """The facts for each scope, then those of variants whose sizes differ."""
    used = _used(solid)
    scoped = {key: value for key, value in entity.facts.items() if key in used and isinstance(value, ByScope)}
    scopes = dict.fromkeys(scope for value in scoped.values() for scope, _ in value.values)
    first = dict(entity.facts)
    for scope in reversed(scopes):
        of_scope = {key: span for key, value in scoped.items() for name, span in value.values if name == scope}
        first = {**entity.facts, **of_scope}
    if not scopes:
        yield _Specimen("", entity.facts)
    for scope in scopes:
        of_scope = {key: span for key, value in scoped.items() for name, span in value.values if name == scope}
        yield _Specimen(labels.get(scope, scope), {**entity.facts, **of_scope})
    for variant in entity.variants:
        if variant.fact in used and hull(variant.value) != hull(first.get(variant.fact)):
            yield _Specimen(_where(variant, labels), {**first, variant.fact: variant.value})


def _where(variant: Variant, labels: Mapping[str, str]) -> str:
    scopes = [labels.get(scope, scope) for scope in variant.scope]
    years = [f"until {variant.until}"] if variant.until else []
    return ", ".join((*scopes, *years))


def pieces(entity: Entity, labels: Mapping[str, str] | None = None) -> tuple[Piece, ...]:
    """A thing as it is drawn, in each of its sizes; what is at fault is left out."""
    solid = entity.shape
    if solid is None or faults(entity):
        return ()
    name = solid.name or entity.name.removesuffix(" (ball)")
    drawn = []
    for specimen in _specimens(entity, solid, labels or {}):
        greatest, least = (_measured(solid, specimen.facts, least=low) for low in (False, True))
        source = next((v.source for v in entity.variants if specimen.facts.get(v.fact) is v.value), None)
        citation = Citation(source or solid.source, solid.clause if source is None else specimen.label)
        drawn.append(_piece(f"{name}, {specimen.label}" if specimen.label else name, solid, greatest, least, citation))
    return tuple(drawn)


def _ends(measure: Quantity | tuple[Quantity, Quantity]) -> tuple[Quantity, Quantity]:
    """The least and the greatest of a measure, which are the same where it is no range."""
    return measure if isinstance(measure, tuple) else (measure, measure)


def _measured(solid: Solid, facts: Mapping[str, FactValue], *, least: bool) -> dict[str, float]:
    """The measures of a shape, in metres."""
    names = names_of(facts, least=least)
    return {key: _value(_ends(measure)[0 if least else 1], names) for key, measure in solid.measures.items()}


def _value(term: Quantity, names: Mapping[str, float]) -> float:
    return micrometres(formula.evaluate(formula.parse(term), names) if isinstance(term, str) else term)


def _piece(name: str, solid: Solid, greatest: Measures, least: Measures, citation: Citation) -> Piece:
    form = FORMS[solid.form]
    drawn = form.draw(greatest)
    smaller = form.draw(least).outline if form.banded and least != greatest else ()
    computed = {
        key for key, measure in solid.measures.items() if any("pi" in str(term).split() for term in _ends(measure))
    }
    sizes = {key: centimetres(least[key], greatest[key], exact=key not in computed) for key in greatest}
    return Piece(
        name=name,
        outline=drawn.outline,
        details=drawn.details,
        least=smaller,
        dimensions=tuple(Dimension(key.replace("_", " "), *drawn.across[key], sizes[key]) for key in drawn.across),
        sizes=tuple(f"{key.replace('_', ' ')} {text}" for key, text in sizes.items()),
        citation=citation,
    )


def faults(entity: Entity) -> tuple[Fault, ...]:
    """What is wrong with the shape of an entity."""
    return tuple(_faults(entity, entity.shape)) if entity.shape else ()


def _faults(entity: Entity, solid: Solid) -> Iterator[Fault]:
    form, names = FORMS[solid.form], names_of(entity.facts)
    takes = (*form.required, *form.optional)
    for key in form.required:
        if key not in solid.measures:
            yield Fault(("measures",), "bad-shape", f"`{solid.form}` needs the measure `{key}`", f"add `{key} = …`")
    for key, measure in solid.measures.items():
        path = ("measures", key)
        if key not in takes:
            help = did_you_mean(key, takes, f"its measures are {', '.join(takes)}")
            yield Fault(path, "bad-shape", f"`{solid.form}` has no measure `{key}`", help)
        try:
            value = min(_value(term, names) for term in _ends(measure))
        except formula.FormulaError as error:
            yield Fault(path, "bad-shape", str(error), f"the names are {', '.join(names)}")
            continue
        if value <= 0:
            yield Fault(path, "bad-shape", f"{value:g} m is no length", "write a number above 0")


def object_drawing(entity: Entity, labels: Mapping[str, str] | None = None) -> Drawing | None:
    """The drawing of a thing beside a hand or a person."""
    drawn = pieces(entity, labels)
    if not drawn or entity.shape is None:
        return None
    name = entity.shape.name or entity.name.removesuffix(" (ball)")
    largest = max(max(piece.box.width, piece.box.height) for piece in drawn)
    beside, words = (
        (PERSON, "a person of 1.75 m") if largest > _LARGEST_IN_A_HAND else (hand(), f"a hand of {centimetres(HAND)}")
    )
    standing, x = list[Piece](), bounds(beside).right
    highest = max(bounds(beside).height, *(piece.box.height for piece in drawn))
    gap = max(0.12 * (bounds(beside).width + sum(piece.box.width for piece in drawn)), _BESIDE * highest)
    for piece in drawn:
        standing.append(placed(piece, x + gap - piece.box.left))
        x += gap + piece.box.width
    schematic = FORMS[entity.shape.form].schematic
    said = f"{name} to scale beside {words}: {'; '.join(_sentence(piece, name) for piece in drawn)}."
    said += f" Schematic, since nothing is stated: {schematic}." if schematic else ""
    several = len(standing) > 1
    numbered = [Legend(_sentence(piece, name), piece.foot) for piece in standing] if several else []
    notes = (Legend(f"Beside {words}"), *([Legend(f"Schematic: {schematic}")] if schematic else []))
    return Drawing(
        id=entity.id if entity.plan is None and not entity.details else f"{entity.id}-object",
        title=name,
        description=said,
        kind="object",
        scope=None,
        features=tuple(msgspec.structs.replace(f, dimensions=()) if several else f for f in features(standing)),
        background=beside,
        legend=(*numbered, *notes),
    )


def _sentence(piece: Piece, name: str) -> str:
    """The sizes of a piece, after what tells it from the others."""
    label = piece.name.removeprefix(name).removeprefix(", ")
    sizes = ", ".join(piece.sizes)
    return f"{label}: {sizes}" if label else sizes

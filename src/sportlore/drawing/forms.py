"""What pieces of equipment look like: from the measures of a form to its outline, in metres, standing on y = 0 around x = 0.

Measures that are stated are drawn to scale. What a form needs beside them to be recognised (the taper of a bat, the width of a
shaft) is schematic, and `schematic` says so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from msgspec import Struct

from sportlore.drawing.model import Circle, Point
from sportlore.drawing.outlines import Measures, Outline, chord, level, line, oval, polygon, rectangle, upright
from sportlore.model import Form


class FormOf(Struct, frozen=True):
    """A form: the measures that it needs, those that it may have, how it is drawn, and what of that is schematic."""

    required: tuple[str, ...]
    optional: tuple[str, ...]
    draw: Callable[[Measures], Outline]
    schematic: str = ""
    banded: bool = False
    """Whether the least size that is allowed is drawn as well."""


def _ball(m: Measures) -> Outline:
    radius = m["diameter"] / 2
    return Outline((Circle(0, radius, radius),), (), {"diameter": level(2 * radius)})


def _oval_ball(m: Measures) -> Outline:
    length, across = m["length"], m["diameter"]
    measured = {"length": level(length), "diameter": upright(across)}
    return Outline(
        (oval(0, across / 2, length, across),), (line((-length / 2, across / 2), (length / 2, across / 2)),), measured
    )


def _pointed_ball(m: Measures) -> Outline:
    length, across = m["length"], m["diameter"]
    radius = (length**2 + across**2) / (4 * across)
    y = across / 2
    shape = polygon((length / 2, y, radius), (-length / 2, y, radius))
    laces = line((-length / 6, y), (length / 6, y))
    return Outline((shape,), (laces,), {"length": level(length), "diameter": upright(across)})


def _shuttle(m: Measures) -> Outline:
    length, tips, base = m["length"], m["diameter"], m["base"]
    cork = polygon(
        (-base / 2, base * 0.6), (-base / 2, base / 2), (base / 2, base / 2, base / 2), (base / 2, base * 0.6)
    )
    skirt = polygon(
        (-base / 2, base * 0.6), (base / 2, base * 0.6), (tips / 2, length + base / 2), (-tips / 2, length + base / 2)
    )
    top = length + base / 2
    shafts = tuple(line((base * share, base * 0.6), (tips * share, top)) for share in (-0.25, 0.0, 0.25))
    measured = {"diameter": level(tips, top), "length": ((0.0, base / 2), (0.0, top)), "base": level(base, base / 2)}
    return Outline((skirt, cork), shafts, measured)


def _disc(m: Measures) -> Outline:
    radius, thick = m["diameter"] / 2, m.get("thickness", 0.0)
    gap = thick + 0.15 * radius if thick else 0.0
    side = (rectangle(-radius, 0, radius, thick),) if thick else ()
    measured = {"diameter": level(2 * radius), "thickness": upright(thick)}
    return Outline((*side, Circle(0, gap + radius, radius)), (), {k: v for k, v in measured.items() if k in m})


def _ring(m: Measures) -> Outline:
    inner, thick = m["diameter"] / 2, m.get("thickness", m["diameter"] * 0.12)
    outer = inner + thick
    measured = {"diameter": ((-inner, outer), (inner, outer)), "thickness": ((inner, outer), (outer, outer))}
    return Outline(
        (Circle(0, outer, outer),), (Circle(0, outer, inner),), {k: v for k, v in measured.items() if k in m}
    )


def _racket(m: Measures) -> Outline:
    length, high, wide = m["length"], m["string_length"], m["string_width"]
    rim = (m["width"] - wide) / 2 if "width" in m else 0.012
    grip, shaft = 0.03, 0.5 * wide / 10
    centre = length - rim - high / 2
    throat = centre - high / 2 - rim
    handle = min(m.get("handle", length * 0.25), throat * 0.8)
    frame = oval(0, centre, wide + 2 * rim, high + 2 * rim)
    stem = polygon(
        (-grip / 2, 0), (grip / 2, 0), (grip / 2, handle), (shaft / 2, handle), (shaft / 2, throat + 0.004),
        (-shaft / 2, throat + 0.004), (-shaft / 2, handle), (-grip / 2, handle),
    )  # fmt: skip
    measured = {
        "length": upright(length),
        "width": level(wide + 2 * rim, centre),
        "string_length": ((0.0, centre - high / 2), (0.0, centre + high / 2)),
        "string_width": level(wide, centre),
    }
    strings = (
        *(chord(0, centre, wide, high, share) for share in (-0.6, -0.3, 0.0, 0.3, 0.6)),
        *(chord(0, centre, wide, high, share, level=True) for share in (-0.7, -0.47, -0.23, 0.0, 0.23, 0.47, 0.7)),
    )
    return Outline(
        (stem, frame), (oval(0, centre, wide, high), *strings), {k: v for k, v in measured.items() if k in m}
    )


def _paddle(m: Measures) -> Outline:
    length, wide = m["length"], m["width"]
    handle, grip = m.get("handle", length * 0.3), min(0.035, wide / 3)
    corner = wide * 0.28
    face = polygon(
        (-wide / 2 + corner, handle), (wide / 2 - corner, handle), (wide / 2, handle + corner, corner),
        (wide / 2, length - corner), (wide / 2 - corner, length, corner), (-wide / 2 + corner, length),
        (-wide / 2, length - corner, corner), (-wide / 2, handle + corner), (-wide / 2 + corner, handle, corner),
    )  # fmt: skip
    stem = rectangle(-grip / 2, 0, grip / 2, handle)
    measured = {
        "length": upright(length),
        "width": level(wide, (handle + length) / 2),
        "handle": ((0.0, 0.0), (0.0, handle)),
    }
    return Outline((stem, face), (), {k: v for k, v in measured.items() if k in m})


def _bat(m: Measures) -> Outline:
    length, thick = m["length"], m["diameter"]
    neck, knob = 0.025, 0.05
    shape = polygon(
        (-knob / 2, 0), (knob / 2, 0), (knob / 2, 0.015), (neck / 2, 0.025), (neck / 2, length * 0.35),
        (thick / 2, length * 0.72), (thick / 2, length - thick / 2), (-thick / 2, length - thick / 2, thick / 2),
        (-thick / 2, length * 0.72), (-neck / 2, length * 0.35), (-neck / 2, 0.025), (-knob / 2, 0.015),
    )  # fmt: skip
    return Outline((shape,), (), {"length": upright(length), "diameter": level(thick, length * 0.85)})


def _blade(m: Measures) -> Outline:
    length, wide = m["length"], m["width"]
    blade, grip = length * 0.62, 0.034
    face = polygon(
        (-wide * 0.42, 0), (wide * 0.42, 0), (wide / 2, 0.02), (wide / 2, blade - 0.04), (grip / 2, blade),
        (grip / 2, length), (-grip / 2, length), (-grip / 2, blade), (-wide / 2, blade - 0.04), (-wide / 2, 0.02),
    )  # fmt: skip
    return Outline(
        (face,),
        (line((-grip / 2, blade), (grip / 2, blade)),),
        {"length": upright(length), "width": level(wide, blade / 2)},
    )


def _hook(m: Measures) -> Outline:
    length, thick = m["length"], m.get("thickness", 0.051)
    outer = m.get("head", 0.1) * 0.6
    half = thick / 2
    shape = polygon(
        (-half, length), (-half, outer), (2 * outer - half, outer, outer), (2 * outer - half - thick * 0.8, outer),
        (half, outer, -(outer - thick * 0.9)), (half, length),
    )  # fmt: skip
    measured = {"length": upright(length), "thickness": level(thick, length * 0.6)}
    return Outline((shape,), (), {k: v for k, v in measured.items() if k in m})


def _stick(m: Measures) -> Outline:
    length = m["length"]
    foot, high = m.get("blade", length * 0.12), m.get("blade_height", 0.06)
    half = 0.013
    shape = polygon(
        (-half, length), (-half, 0.05), (0.0, 0.0), (foot, 0.0), (foot, high), (half + 0.03, high), (half, high + 0.06),
        (half, length),
    )  # fmt: skip
    measured = {
        "length": upright(length),
        "blade": ((0.0, 0.0), (foot, 0.0)),
        "blade_height": ((foot, 0.0), (foot, high)),
    }
    return Outline((shape,), (), {k: v for k, v in measured.items() if k in m})


def _crosse(m: Measures) -> Outline:
    length, wide = m["length"], m["head_width"]
    head, half = wide * 1.5, 0.0125
    shape = polygon(
        (-half, 0), (half, 0), (half, length - head), (wide * 0.28, length - head * 0.75), (wide / 2, length - wide / 4),
        (wide / 2 - wide / 4, length, wide / 4), (-wide / 4, length), (-wide / 2, length - wide / 4, wide / 4),
        (-wide * 0.28, length - head * 0.75), (-half, length - head),
    )  # fmt: skip
    return Outline((shape,), (), {"length": upright(length), "head_width": level(wide, length - wide / 4)})


def _sword(m: Measures) -> Outline:
    length, blade, guard = m["length"], m["blade"], m["guard"]
    hilt = length - blade
    grip = polygon((-0.011, 0), (0.011, 0), (0.011, hilt), (-0.011, hilt))
    cup = polygon((-guard / 2, hilt), (guard / 2, hilt, guard * 0.75))
    steel = polygon((-0.004, hilt), (0.004, hilt), (0.002, length), (-0.002, length))
    measured = {"length": upright(length), "blade": ((0.0, hilt), (0.0, length)), "guard": level(guard, hilt)}
    return Outline((grip, cup, steel), (), measured)


def _rod(m: Measures) -> Outline:
    half, length = m["diameter"] / 2, m["length"]
    return Outline(
        (rectangle(-half, 0, half, length),), (), {"length": upright(length), "diameter": level(2 * half, length)}
    )


def _ski(m: Measures) -> Outline:
    length, half = m["length"], 0.05
    shape = polygon(
        (-half, 0),
        (half, 0),
        (half * 0.7, length * 0.5),
        (half, length - 0.08),
        (0.0, length),
        (-half, length - 0.08),
        (-half * 0.7, length * 0.5),
    )
    return Outline((shape,), (), {"length": upright(length)})


def _boat(m: Measures) -> Outline:
    length, deep = m["length"], 0.25
    hull = polygon((-length / 2, deep), (-length / 2 + 0.6, 0.0), (length / 2 - 0.6, 0.0), (length / 2, deep))
    return Outline((hull,), (), {"length": level(length)})


def _barbell(m: Measures) -> Outline:
    length, thick, disc = m["length"], m["diameter"], m["disc"]
    sleeve, round_ = m.get("sleeve", length * 0.19), m["sleeve_diameter"]
    y, inner = disc / 2, length / 2 - sleeve
    bar = rectangle(-inner, y - thick / 2, inner, y + thick / 2)
    sleeves = tuple(
        rectangle(min(a, b), y - round_ / 2, max(a, b), y + round_ / 2)
        for a, b in ((-length / 2, -inner), (inner, length / 2))
    )
    discs = tuple(rectangle(x - 0.03, 0, x + 0.03, disc) for x in (-inner - 0.04, inner + 0.04))
    measured = {"length": level(length), "disc": ((-inner - 0.04, 0.0), (-inner - 0.04, disc))}
    return Outline((bar, *sleeves, *discs), (), measured)


def _on_ball(radius: float, start: Point, end: Point) -> Point:
    """Where a line from inside a ball that lies on the ground leaves it."""
    (x, y), (dx, dy) = (start[0], start[1] - radius), (end[0] - start[0], end[1] - start[1])
    a, b, c = dx * dx + dy * dy, x * dx + y * dy, x * x + y * y - radius * radius
    share = (math.sqrt(b * b - a * c) - b) / a
    return start[0] + share * dx, start[1] + share * dy


def _kettlebell(m: Measures) -> Outline:
    high, wide = m["height"], m["diameter"]
    radius = wide / 2
    grip = m.get("handle", 0.035)
    horn, bend = wide * 0.38, wide * 0.2
    foot = _on_ball(radius, (horn * 0.9, radius * 1.4), (horn, high - bend))
    shape = polygon(
        foot,
        (horn, high - bend),
        (horn - bend, high, bend),
        (bend - horn, high),
        (-horn, high - bend, bend),
        (-foot[0], foot[1]),
        (-radius, radius, radius),
        (0.0, 0.0, radius),
        (radius, radius, radius),
        (*foot, radius),
    )
    inner = horn - grip * 0.8
    sill = _on_ball(radius, (inner * 0.9, radius), (inner * 0.9, high))
    window = polygon(
        (-sill[0], sill[1]),
        (*sill, -radius),
        (inner, high - bend),
        (inner - bend * 0.5, high - grip, bend * 0.5),
        (bend * 0.5 - inner, high - grip),
        (-inner, high - bend, bend * 0.5),
    )
    measured = {"height": upright(high), "diameter": level(wide), "handle": ((0.0, high - grip), (0.0, high))}
    return Outline((shape,), (window,), {k: v for k, v in measured.items() if k in m})


def _bicycle(m: Measures) -> Outline:
    length, wheel = m["length"], m["wheel"] / 2
    back, front, y = -length / 2 + wheel, length / 2 - wheel, wheel
    pedal, saddle, head = back + 0.42, (back + 0.28, y + 0.62), (front - 0.12, y + 0.58)
    tubes = (
        line(
            (back, y),
            (pedal, y * 0.82),
            (head[0] + 0.02, head[1] - 0.12),
            (saddle[0] + 0.04, head[1] - 0.06),
            (back, y),
        ),
        line((pedal, y * 0.82), saddle),
        line((front, y), head, (head[0] + 0.1, head[1])),
        line((saddle[0] - 0.12, saddle[1]), (saddle[0] + 0.14, saddle[1])),
    )
    measured = {"length": level(length), "wheel": ((back, 0.0), (back, 2 * wheel))}
    return Outline((Circle(back, y, wheel), Circle(front, y, wheel)), tubes, measured)


def _wicket(m: Measures) -> Outline:
    wide, high = m["width"], m["height"]
    half = m.get("stump", 0.036) / 2
    stumps = tuple(rectangle(x - half, 0, x + half, high) for x in (-wide / 2 + half, 0.0, wide / 2 - half))
    bails = (
        rectangle(-wide / 2 + half, high, -0.002, high + 0.0127),
        rectangle(0.002, high, wide / 2 - half, high + 0.0127),
    )
    return Outline((*stumps, *bails), (), {"width": level(wide), "height": upright(high)})


def _bars(m: Measures) -> Outline:
    high, apart = m["height"], m["apart"]
    thick = m.get("thickness", 0.04)
    posts = tuple(rectangle(x - thick / 2, 0, x + thick / 2, high) for x in (-apart / 2, apart / 2))
    return Outline(
        posts,
        (),
        {"apart": ((-apart / 2, high / 2), (apart / 2, high / 2)), "height": ((-apart / 2, 0.0), (-apart / 2, high))},
    )


def _table(m: Measures) -> Outline:
    length, high = m["length"], m["height"]
    thick = min(0.16, max(0.03, high * 0.05))
    leg = min(length * 0.15, 0.6)
    top = rectangle(-length / 2, high - thick, length / 2, high)
    legs = tuple(rectangle(x - 0.025, 0, x + 0.025, high - thick) for x in (-length / 2 + leg, length / 2 - leg))
    return Outline((*legs, top), (), {"length": level(length, high), "height": upright(high)})


def _box(m: Measures) -> Outline:
    length, high = m["length"], m["height"]
    return Outline(
        (rectangle(-length / 2, 0, length / 2, high),), (), {"length": level(length), "height": upright(high)}
    )


FORMS: Mapping[Form, FormOf] = {
    "ball": FormOf(("diameter",), (), _ball, banded=True),
    "oval-ball": FormOf(("length", "diameter"), (), _oval_ball, "how its sides are curved", banded=True),
    "pointed-ball": FormOf(("length", "diameter"), (), _pointed_ball, "how its sides are curved", banded=True),
    "shuttle": FormOf(("length", "diameter", "base"), (), _shuttle, "cork and shafts"),
    "disc": FormOf(("diameter",), ("thickness",), _disc),
    "ring": FormOf(("diameter",), ("thickness",), _ring),
    "racket": FormOf(("length", "string_length", "string_width"), ("width", "handle"), _racket, "frame, strings, handle"),
    "paddle": FormOf(("length", "width"), ("handle",), _paddle, "corners and handle"),
    "bat": FormOf(("length", "diameter"), (), _bat, "taper, handle and knob"),
    "blade": FormOf(("length", "width"), (), _blade, "shoulders and handle"),
    "hook": FormOf(("length",), ("thickness", "head"), _hook, "the head"),
    "stick": FormOf(("length",), ("blade", "blade_height"), _stick, "shaft and foot"),
    "crosse": FormOf(("length", "head_width"), (), _crosse, "shaft and outline of the head"),
    "sword": FormOf(("length", "blade", "guard"), (), _sword, "grip, and widths beside the guard"),
    "rod": FormOf(("length", "diameter"), (), _rod),
    "ski": FormOf(("length",), (), _ski, "its width", banded=True),
    "boat": FormOf(("length",), (), _boat, "the hull"),
    "barbell": FormOf(("length", "diameter", "sleeve_diameter", "disc"), ("sleeve",), _barbell, "sleeves and discs"),
    "kettlebell": FormOf(("height", "diameter"), ("handle",), _kettlebell, "the window of the handle"),
    "bicycle": FormOf(("length", "wheel"), (), _bicycle, "the frame"),
    "wicket": FormOf(("width", "height"), ("stump",), _wicket, "bails"),
    "bars": FormOf(("height", "apart"), ("thickness",), _bars, banded=True),
    "table": FormOf(("length", "height"), (), _table, "top and legs"),
    "box": FormOf(("length", "height"), (), _box),
}  # fmt: skip
"""How each form is drawn."""

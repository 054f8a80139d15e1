"""A drawing in metres for those who mark out a hall or build a game: GeoJSON, and DXF of release 12.

DXF R12 is a short text format (Autodesk, DXF R12 reference), written here rather than by `ezdxf`, which would bring NumPy into
every build; the tests read it with `ezdxf`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec

from sportlore.drawing.geometry import angle, points, segments
from sportlore.drawing.model import Circle, Drawing, Path, Shape, Spot

_FINE = {"object": 2}
"""Decimals of a millimetre in drawings of things; those of areas have whole millimetres."""


def geojson(drawing: Drawing) -> bytes:
    """A FeatureCollection (RFC 7946) in plane metres from the centre of the area, and not in degrees: arcs are chords."""
    digits = 3 + _FINE.get(drawing.kind, 0)
    features = [
        {
            "type": "Feature",
            "properties": {
                "name": feature.name,
                "layer": feature.layer,
                "source": feature.citation.source,
                "clause": feature.citation.clause,
            },
            "geometry": _geometry(shape, digits),
        }
        for feature in drawing.features
        for shape in feature.shapes
    ]
    collection = {
        "type": "FeatureCollection",
        "title": drawing.title,
        "unit": "m",
        "features": features,
    }
    return msgspec.json.encode(collection)


def _geometry(shape: Shape, digits: int) -> dict[str, object]:
    chain = [[round(x, digits) + 0.0, round(y, digits) + 0.0] for x, y in points(shape, 10.0**-digits)]
    if isinstance(shape, Spot):
        return {"type": "Point", "coordinates": chain[0]}
    if isinstance(shape, Circle) or shape.closed:
        return {"type": "Polygon", "coordinates": [chain]}
    return {"type": "LineString", "coordinates": chain}


def dxf(drawing: Drawing) -> bytes:
    """A DXF R12 file in metres, a layer for each mark."""
    digits = 3 + _FINE.get(drawing.kind, 0)
    pairs: list[tuple[int, object]] = [
        (0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"), (0, "ENDSEC"),
        (0, "SECTION"), (2, "ENTITIES"),
    ]  # fmt: skip
    for feature in drawing.features:
        layer = _layer(feature.name)
        for shape in feature.shapes:
            pairs += _entity(shape, layer)
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{_written(code, value, digits)}\n" for code, value in pairs).encode("ascii")


def _written(code: int, value: object, digits: int) -> object:
    """Coordinates and radii, whose group codes are 10 to 40, with this number of decimals."""
    return round(value, digits) + 0.0 if isinstance(value, float) and 10 <= code <= 40 else value


def _layer(name: str) -> str:
    """The name of a layer as R12 takes it: "Short service line" -> "SHORT_SERVICE_LINE"."""
    return "".join(c if c.isascii() and c.isalnum() else "_" for c in name.upper())[:31] or "0"


def _entity(shape: Shape, layer: str) -> Iterator[tuple[int, object]]:
    match shape:
        case Spot(x, y):
            yield from ((0, "POINT"), (8, layer), (10, x), (20, y))
        case Circle(x, y, radius):
            yield from ((0, "CIRCLE"), (8, layer), (10, x), (20, y), (40, radius))
        case Path():
            yield from ((0, "POLYLINE"), (8, layer), (66, 1), (70, int(shape.closed)))
            yield from ((10, 0.0), (20, 0.0), (30, 0.0))
            bulges = [math.tan(angle(a, b) / 4) for a, b in segments(shape)]
            for vertex, bulge in zip(shape.vertices, [*bulges, 0.0], strict=False):
                yield from ((0, "VERTEX"), (8, layer), (10, vertex.x), (20, vertex.y), (42, round(bulge, 9) + 0.0))
            yield from ((0, "SEQEND"), (8, layer))

"""Vectors and rotations in three dimensions: ahead, up, and to the person's right."""

from __future__ import annotations

import math

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]
"""The rows of a rotation."""

IDENTITY: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def added(a: Vector, b: Vector) -> Vector:
    """a + b."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def less(a: Vector, b: Vector) -> Vector:
    """a - b."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def scaled(a: Vector, by: float) -> Vector:
    """a · by."""
    return a[0] * by, a[1] * by, a[2] * by


def dot(a: Vector, b: Vector) -> float:
    """The scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def length(a: Vector) -> float:
    """The length of a vector."""
    return math.sqrt(dot(a, a))


def turned(m: Matrix, a: Vector) -> Vector:
    """A vector after a rotation."""
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = m
    x, y, z = a
    return xx * x + xy * y + xz * z, yx * x + yy * y + yz * z, zx * x + zy * y + zz * z


def transposed(m: Matrix) -> Matrix:
    """The rotation back."""
    return (m[0][0], m[1][0], m[2][0]), (m[0][1], m[1][1], m[2][1]), (m[0][2], m[1][2], m[2][2])


def times(a: Matrix, b: Matrix) -> Matrix:
    """First b, then a."""
    # Written out: a figure takes twenty products, and the catalogue's motions have thousands of figures.
    (axx, axy, axz), (ayx, ayy, ayz), (azx, azy, azz) = a
    (bxx, bxy, bxz), (byx, byy, byz), (bzx, bzy, bzz) = b
    return (
        (axx * bxx + axy * byx + axz * bzx, axx * bxy + axy * byy + axz * bzy, axx * bxz + axy * byz + axz * bzz),
        (ayx * bxx + ayy * byx + ayz * bzx, ayx * bxy + ayy * byy + ayz * bzy, ayx * bxz + ayy * byz + ayz * bzz),
        (azx * bxx + azy * byx + azz * bzx, azx * bxy + azy * byy + azz * bzy, azx * bxz + azy * byz + azz * bzz),
    )


def rotation(z: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    """The rotation by degrees about z, then about the new x and y: OpenSim's order at hip, shoulder, spine and pelvis."""
    cz, sz = math.cos(math.radians(z)), math.sin(math.radians(z))
    about_z: Matrix = ((cz, -sz, 0.0), (sz, cz, 0.0), (0.0, 0.0, 1.0))
    if not x and not y:
        return about_z
    cx, sx = math.cos(math.radians(x)), math.sin(math.radians(x))
    cy, sy = math.cos(math.radians(y)), math.sin(math.radians(y))
    about_x: Matrix = ((1.0, 0.0, 0.0), (0.0, cx, -sx), (0.0, sx, cx))
    about_y: Matrix = ((cy, 0.0, sy), (0.0, 1.0, 0.0), (-sy, 0.0, cy))
    return times(times(about_z, about_x), about_y)


def angles(m: Matrix) -> Vector:
    """The degrees about z, x and y of a rotation: the inverse of `rotation`."""
    x = math.asin(max(-1.0, min(1.0, m[2][1])))
    z = math.atan2(-m[0][1], m[1][1])
    y = math.atan2(-m[2][0], m[2][2])
    return math.degrees(z), math.degrees(x), math.degrees(y)

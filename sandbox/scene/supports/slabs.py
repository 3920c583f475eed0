"""Plates with round edges: closed bodies, on whose edges a ball rolls; as they are words of scenes (surfaces.py)."""

from math import cos, pi, sin, sqrt

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.remembered import remembers
from sandbox.scene.supports.surface import Surface
from sandbox.scene.supports.surfaces import check_positive
from sandbox.text import _

__all__ = ["Block", "RoundSlab", "Slab"]

# least radius of curvature of a slab as a share of its thickness
SHARPEST = 0.39
# [m^2] keeps the distance from an axis smooth on the axis itself
NO_AXIS = 1e-20


def beyond(x):
    """x where it is above 0, else 0."""
    return 0.5*(x + abs(x))


@remembers
def Slab(length: float, width: float, thickness: float, holes=(), defines="contact") -> Surface:
    """A plate with round edges about the local origin, body outside: length along x, width along y, thickness 2 r [m].

        (z/r)^2 + (u_x/2r)^4 + (u_y/2r)^4 = 1,     u_x = |x| - a beyond the level part |x| < a, 0 on it

    Its curvature begins at 0 where the level part ends, so that bodies roll over the edges without a jump. Upright it
    is a wall, a narrow one is a bar.

    holes   round ones through it: (x, y, radius where it is narrowest) of each, with edges of the same kind [m]
    """
    check_positive("slab", length=length, width=width, thickness=thickness)
    a, b = _level_part("slab", length, thickness), _level_part("slab", width, thickness)
    numbers: list[float] = []
    for x, y, radius in holes:
        check_positive("slab", hole=radius)
        numbers += (x, y, radius + thickness)
    # of what it is made of phi sees no list: what it means is known then, and it is followed once in a process
    count = len(numbers)

    def phi(x, y, z, a, b, r, *holes):
        into = []
        for k in range(0, count, 3):
            d_x, d_y = x - holes[k], y - holes[k + 1]
            into.append(beyond(holes[k + 2] - sqrt(d_x*d_x + d_y*d_y + NO_AXIS)))
        return edged(z, r, beyond(abs(x) - a), beyond(abs(y) - b), *into)

    return Surface(phi, (a, b, 0.5*thickness, *numbers), (), "slab", defines=defines, sharpest=SHARPEST*thickness,
                   plate=(0.5*length, 0.5*width, 0.5*thickness, tuple(map(tuple, holes))), solid=True)


@remembers
def RoundSlab(radius: float, thickness: float, defines="contact") -> Surface:
    """A round plate with a round edge, as that of a slab, about the local origin; outer radius, thickness [m]."""
    check_positive("round slab", radius=radius, thickness=thickness)
    R, r = _level_part("round slab", 2.0*radius, thickness), 0.5*thickness

    def phi(x, y, z, R, r):
        return edged(z, r, beyond(sqrt(x*x + y*y + NO_AXIS) - R))

    def outline(n):
        turns = np.linspace(0.0, pi, n - 2)
        return [(0.0, r), *((R + 2.0*r*sqrt(abs(sin(q))), r*cos(q)) for q in turns), (0.0, -r)]

    return Surface(phi, (R, r), (), "round slab", defines=defines, sharpest=SHARPEST*thickness, outline=outline,
                   solid=True)


@remembers
def Block(x: float, y: float, z: float, rounding: float) -> Surface:
    """A box that stands as it is put, or driven: table, shelf, ramp, step, wall. Boxes feel its faces and edges, too.

    x, y, z     lengths from face to face about the local origin [m]
    rounding    radius of its edges and corners [m]; at most half of the shortest length
    """
    check_positive("block", x=x, y=y, z=z, rounding=rounding)
    if 2.0*rounding > min(x, y, z):
        raise BadValue(_("block, rounding: got {value} m, needs at most half of the shortest length, {most:g} m"
                         ).format(value=rounding, most=0.5*min(x, y, z)))

    def phi(x, y, z, a, b, c, r):
        u, v, w = beyond(abs(x) - a), beyond(abs(y) - b), beyond(abs(z) - c)
        return (u*u + v*v + w*w - r*r)/(2.0*r)

    half = tuple(0.5*length - rounding for length in (x, y, z))
    # beyond a face phi is d + d^2/2r at the distance d
    return Surface(phi, (*half, float(rounding)), (), "block", sharpest=rounding, growth=1.0/rounding, solid=True,
                   block=(0.5*x, 0.5*y, 0.5*z, float(rounding)))


def edged(z, r, *ways):
    """phi of a plate of the thickness 2 r at the height z over its middle, so far beyond its level part in each way."""
    square = z*z
    for u in ways:
        share = u*u/(4.0*r*r)
        square = square + r*r*share*share
    return (square - r*r)/(2.0*r)


def _level_part(name, side, thickness):
    """Half of what is level of a side whose edges take the plate's thickness each."""
    if not side >= 2.0*thickness:
        raise BadValue(_("surface '{name}', side: got {side} m, needs at least twice the thickness of {thickness} m"
                         ).format(name=name, side=side, thickness=thickness))
    return 0.5*side - thickness

"""The rounded edges of a support, as supports of their own: what rolls over a rim rolls over them.

An edge with the radius e is a tube of this radius that joins the surface where it ends: at the rim point (R, Z) of a
meridian that rises there at the slope s its axis stands at (R + e sin s, Z - e cos s), below the surface. The tube is
touched beyond the rim only. That of a typed surface z = f(x, y) is a tube in the distance from the rim and the height
over the surface (mechanics/graph_edge.py). The curvature jumps from that of the surface to 1/e, the normal does not.
"""

from collections.abc import Callable
from functools import lru_cache
from math import cos, isfinite, sin, sqrt
from typing import cast

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.remembered import remembers
from sandbox.scene.supports.on import On
from sandbox.scene.supports.surface import Edge, Surface
from sandbox.text import N_, _, language

# radius of the edges if none is given [m]
ROUNDING = 1e-3


@remembers
def edges_of(support: On, radius: float = ROUNDING, name: str = N_("edge")) -> dict[str, On]:
    """Returns the edges of a surface with a round rim, or of a board, that move with it and have its law.

        supports = {"table": table, **edges_of(table), "floor": laboratory_floor(-0.5)}

    radius   e of the edges [m];  name  of the edge; those of a board are numbered
    raises   BadValue where the surface has no such edge
    """
    surface = support.surface
    if not (isinstance(radius, int | float) and isfinite(radius) and radius > 0.0):
        raise BadValue(_("edge, radius: got {found} m, needs a finite number above 0").format(found=radius))
    if surface.sides is not None and surface.name == "board":
        found = _sides(*surface.sides, radius)
    elif surface.graph is not None and surface.rim is not None:
        found = [_typed(surface, radius)]
    elif surface.rim is not None and surface.rim_slope is not None and surface.outline is not None:
        R, Z = surface.meridian(2)[-1].tolist()
        if not R + radius*sin(surface.rim_slope) > radius:
            raise BadValue(_("edge, radius: got {found} m, needs less than that of the rim, {rim} m").format(
                found=radius, rim=R))
        found = [_ring(R, Z, surface.rim_slope, radius, language())]
    else:
        raise BadValue(_("edge: the surface '{name}' has no rim that an edge is known for").format(name=surface.name))
    names = [name] if len(found) == 1 else [f"{name} {i + 1}" for i in range(len(found))]
    return {key: On(edge.placed(surface.origin, surface.tilt_axis, surface.tilt), support.motion, support.contact)
            for key, edge in zip(names, found, strict=True)}


@lru_cache(maxsize=16)
def _ring(R: float, Z: float, slope: float, e: float, _language: str) -> Surface:
    """The edge of a round surface that ends at (R, Z) with a slope [rad], the same in all runs; it speaks a language.
    """
    s, c = sin(slope), cos(slope)
    ring, height = R + e*s, Z - e*c

    def phi(x, y, z, ring, height, e, *rest):
        return ((sqrt(x*x + y*y) - ring)**2 + (z - height)**2 - e*e)/(2.0*e)

    def beyond(x, y, z, *numbers):
        _ring, _height, _e, R, Z, s, c = numbers
        return (sqrt(x*x + y*y) - R)*c + (z - Z)*s

    def outline(n):
        # from the rim over the outside to the point below it
        angles = np.linspace(0.0, np.pi, n)
        return [(ring - e*(s*cos(q) - c*sin(q)), height + e*(c*cos(q) + s*sin(q))) for q in angles]

    return Surface(phi, (ring, height, e, R, Z, s, c), (_edge(beyond),), "edge", sharpest=e, growth=1.0/e,
                   outline=outline)


def _sides(a: float, b: float, e: float) -> list[Surface]:
    """The four edges of a board with the half sides a and b."""

    def phi(x, y, z, *numbers):
        e, u, v, half, _length = numbers
        return ((u*x + v*y - half)**2 + (z + e)**2 - e*e)/(2.0*e)

    def across(x, y, z, *numbers):
        _e, u, v, half, _length = numbers
        return u*x + v*y - half

    def along(x, y, z, *numbers):
        _e, u, v, _half, length = numbers
        w = v*x - u*y
        # how far it is to the ends, to first order
        return (length*length - w*w)/(2.0*length)

    return [Surface(phi, (e, u, v, abs(u)*a + abs(v)*b, abs(v)*a + abs(u)*b), (_edge(across), _edge(along)), "edge",
                    sharpest=e, growth=1.0/e) for u, v in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))]


def _typed(surface: Surface, e: float) -> Surface:
    """The edge along the rim of a surface z = f(x, y) of a formula that goes on so far beyond it."""
    # a graph has one
    rim = cast(float, surface.rim)
    steepest = surface.graph.slope_beyond(2.0*e)
    if not isfinite(steepest):
        raise BadValue(_("edge: the formula of the surface '{name}' ends at its rim, at {rim} m").format(
            name=surface.name, rim=surface.rim))

    def phi(x, y, z, *_parameters):
        d = sqrt(x*x + y*y) - rim
        high = z - float(surface.graph.heights(np.array([x]), np.array([y]))[0])
        return (d*d + high*(high + 2.0*e))/(2.0*e)

    # where the surface is steep the circles of d and s are ellipses, 1/(1 + slope^2) as blunt at their tips
    return Surface(phi, (*surface.parameters, e), (Edge(None, "rim", _("reached the end of an edge")),), "edge",
                   form="graph edge", sharpest=e/(1.0 + steepest*steepest)**1.5)


def _edge(formula: Callable) -> Edge:
    return Edge(formula, "rim", _("reached the end of an edge"))

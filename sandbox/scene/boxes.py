"""Bodies with flat faces: convex polyhedra whose edges are rounded, told by their corners.

Such a body is the convex hull of its corners swept by a ball of the radius `rounding`: its corners are pieces of
spheres, its edges of cylinders. It lies on faces, tips over edges, and nothing of it is ever sharp.
"""

from math import isfinite, pi

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.bodies import Body
from sandbox.scene.drawn.rounded import rounded_box
from sandbox.scene.materials import material
from sandbox.scene.remembered import remembers
from sandbox.text import N_, _


@remembers
def Box(x: float, y: float, z: float, rounding: float = 0.0, mass: float | None = None,
        density: float | None = None) -> Body:
    """A homogeneous box that lies on its faces, rocks on its edges and tips over them.

    x, y, z     lengths from face to face [m]
    rounding    radius of its edges and corners [m]; at most half of the shortest length, 0 on planes only
    mass        [kg], or by its density [kg/m^3], that of steel if neither is given
    """
    lengths = np.array((x, y, z), float)
    for name, value in (("x", x), ("y", y), ("z", z)):
        if not (isfinite(value) and value > 0.0):
            raise BadValue(_("box, {name}: got {value} m, needs a finite number above 0").format(
                name=name, value=value))
    if not (isfinite(rounding) and rounding >= 0.0):
        raise BadValue(_("box, rounding: got {value} m, needs a finite number of at least 0").format(value=rounding))
    if 2.0*rounding > lengths.min():
        raise BadValue(_("box, rounding: got {value} m, needs at most half of the shortest length, {most:g} m").format(
            value=rounding, most=0.5*lengths.min()))
    if mass is not None and density is not None:
        raise BadValue(_("box: needs a mass or a density, got both"))
    volume, moments = _volume_of(lengths - 2.0*rounding, rounding)
    if mass is None:
        mass = volume*(material("steel").density if density is None else density)
    inertia = np.diag([moments[1] + moments[2], moments[2] + moments[0], moments[0] + moments[1]])*mass/volume
    a, b, c = (0.5*lengths - rounding).tolist()
    corners = tuple((i*a, j*b, k*c) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1))
    return Body(_support, (a, b, c, rounding), mass, tuple(map(tuple, inertia.tolist())),
                size=0.5*float(np.linalg.norm(lengths)), name=N_("box"), drawn=rounded_box(x, y, z, rounding),
                corners=corners, rounding=float(rounding))


def _support(x, y, z, a, b, c, r):
    return a*abs(x) + b*abs(y) + c*abs(z) + r*(x*x + y*y + z*z)**0.5


def _volume_of(edges: np.ndarray, r: float) -> tuple[float, np.ndarray]:
    """Volume [m^3] of a box with these edges swept by a ball of radius r, and its integrals of x^2, y^2, z^2 [m^5].

    It consists of the box, a slab on each face, a quarter of a cylinder along each edge, an eighth of a ball at each
    corner.
    """
    volume, squares = float(edges.prod()), edges.prod()*edges**2/12.0
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        a, b, c = edges[i], edges[j], edges[k]
        # two slabs across the axis i
        slabs = 2.0*r*b*c
        volume += slabs
        squares[i] += slabs*((0.5*(a + r))**2 + r*r/12.0)
        squares[j] += slabs*b*b/12.0
        squares[k] += slabs*c*c/12.0
        # four quarters of a cylinder along the axis i: one cylinder, cut and moved apart
        round_ = pi*r*r*a
        volume += round_
        squares[i] += round_*a*a/12.0
        middle = 4.0*r/(3.0*pi)
        for other, length in ((j, b), (k, c)):
            squares[other] += round_*(0.25*r*r + 0.25*length*length + length*middle)
    ball = 4.0/3.0*pi*r**3
    volume += ball
    squares += ball*(r*r/5.0 + 0.25*edges**2 + edges*3.0*r/8.0)
    return volume, squares

"""Bodies with flat faces beyond the box: dice, dominoes, prisms, and the hull of any points (as boxes.py has it)."""

from dataclasses import replace
from math import cos, isfinite, pi, sin

import numpy as np

from sandbox.errors import BadValue
from sandbox.mechanics.world.corners.layout import MOST_CONTACTS, MOST_CORNERS
from sandbox.scene.bodies import Body
from sandbox.scene.boxes import Box
from sandbox.scene.drawn.pips import Pipped, pips_of_die, pips_of_domino
from sandbox.scene.materials import material
from sandbox.scene.remembered import remembers
from sandbox.scene.solids.cornered import Cornered, as_corners, check_count, check_rounding, support
from sandbox.scene.solids.hull import Hull as Polyhedron
from sandbox.scene.solids.hull import hull_of, swept
from sandbox.scene.solids.rounded import RoundedHull
from sandbox.text import N_, _

# how deep below its face the load of a die lies, in sides
DEPTH = 0.15
DENSITY_OF_A_DIE = 1200.0        # of acrylic glass [kg/m^3]
MOST_POINTS = 100_000            # that a hull is looked for of


@remembers
def Die(side: float, rounding: float | None = None, mass: float | None = None, density: float | None = None,
        load: float = 0.0) -> Body:
    """A die: 1 pip upwards along z, 2 along x, 3 along y, opposite faces add up to seven.

    side        length from face to face [m]
    rounding    radius of its edges and corners, side/12 if not given [m]
    mass        [kg], or by its density [kg/m^3], that of acrylic glass if neither is given
    density     [kg/m^3], instead of the mass
    load        mass of a bead of lead below the face of the 1, on top of that [kg]: the six comes up more often
    """
    if not (isfinite(side) and side > 0.0):
        raise BadValue(_("die, side: got {value} m, needs a finite number above 0").format(value=side))
    if not (isfinite(load) and load >= 0.0):
        raise BadValue(_("die, load: got {value} kg, needs a finite number of at least 0").format(value=load))
    if mass is None and density is None:
        density = DENSITY_OF_A_DIE
    box = Box(side, side, side, side/12.0 if rounding is None else rounding, mass, density)
    total, far = box.mass + load, (0.5 - DEPTH)*side
    centre = load*far/total
    # both about the common mass centre, which lies on the z axis
    across = box.inertia[0][0] + box.mass*centre**2 + load*(far - centre)**2
    inertia = np.diag([across, across, box.inertia[2][2]])
    return replace(box, mass=total, inertia=tuple(map(tuple, inertia.tolist())), mass_centre=(0.0, 0.0, centre),
                   name=N_("die"), drawn=Pipped(_drawn_of(box), pips_of_die(side), (0.0, 0.0, -centre)))


def _drawn_of(body: Body):
    """How it is drawn; a body of this room is drawn by something."""
    assert body.drawn is not None
    return body.drawn


@remembers
def Domino(height: float = 0.048, width: float = 0.024, thickness: float = 0.0075, rounding: float = 0.0005,
           mass: float | None = None, density: float | None = None, pips: tuple[int, int] = (5, 3)) -> Body:
    """A domino that stands upright on its short face, its pips on the side of x.

    height      along z [m]
    width       along y [m]
    thickness   along x [m]
    rounding    radius of its edges and corners [m]
    mass        [kg], or by its density [kg/m^3], that of wood if neither is given
    density     [kg/m^3], instead of the mass
    pips        numbers on its upper and its lower half, 0 to 6
    """
    numbers = tuple(pips)
    if len(numbers) != 2 or any(one not in range(7) for one in numbers):
        raise BadValue(_("domino, pips: got {value}, needs two whole numbers from 0 to 6").format(value=pips))
    if mass is None and density is None:
        density = material("wood").density
    box = Box(thickness, width, height, rounding, mass, density)
    drawn = Pipped(_drawn_of(box), pips_of_domino(thickness, width, height, (int(numbers[0]), int(numbers[1]))))
    return replace(box, name=N_("domino"), drawn=drawn)


@remembers
def Prism(n: int, radius: float, height: float, rounding: float = 0.0, mass: float | None = None,
          density: float | None = None) -> Body:
    """A homogeneous prism over a regular polygon, its axis along z, an edge in the direction of x.

    n           number of its sides, 3 to 32
    radius      from the axis to where its edges are furthest out [m]
    height      from end to end [m]
    rounding    radius of its edges and corners [m]; 0 on planes only
    mass        [kg], or by its density [kg/m^3], that of steel if neither is given
    density     [kg/m^3], instead of the mass
    """
    if not 3 <= n <= MOST_CONTACTS or n != int(n):
        raise BadValue(_("prism, n: got {value} sides, needs a whole number from 3 to {most}").format(
            value=n, most=MOST_CONTACTS))
    for name, value in (("radius", radius), ("height", height)):
        if not (isfinite(value) and value > 0.0):
            raise BadValue(_("prism, {name}: got {value} m, needs a finite number above 0").format(
                name=name, value=value))
    check_rounding(rounding, 0.5*min(radius, height), _("prism"))
    far, half = radius - rounding, 0.5*height - rounding
    if half == 0.0 or far == 0.0:
        raise BadValue(_("{where}, rounding: leaves no faces").format(where=_("prism")))
    return _about_axis(((far, -half), (far, half)), int(n), rounding, (mass, density, _("prism")), 0.0, N_("prism"))


@remembers
def Turned(rings, n: int, rounding: float = 0.0, mass: float | None = None, density: float | None = None) -> Body:
    """A homogeneous convex body whose corners lie in rings about z, n in each: as turned on a lathe, with flat sides.

    rings       distance from the axis and height (k, 2) of each ring [m], the lowest first; a convex outline
    n           corners of each ring, 3 or more; at most 64 in all
    rounding    radius of its edges and corners, by which it reaches beyond the rings [m]; 0 on planes only
    mass        [kg], or by its density [kg/m^3], that of steel if neither is given
    density     [kg/m^3], instead of the mass
    """
    where = _("turned body")
    try:
        outline = np.array(rings, float)
    except (TypeError, ValueError):
        outline = np.zeros(0)
    if outline.ndim != 2 or outline.shape[1] != 2 or len(outline) < 2 or not (
            np.isfinite(outline).all() and (outline[:, 0] > 0.0).all() and (np.diff(outline[:, 1]) > 0.0).all()):
        raise BadValue(_("{where}, rings: got {found}, needs two or more, each a distance from the axis above 0 and a "
                         "height above that of the one before").format(where=where, found=outline.tolist()))
    way = np.diff(outline, axis=0)
    if not (way[:-1, 0]*way[1:, 1] - way[:-1, 1]*way[1:, 0] > 0.0).all():
        raise BadValue(_("{where}, rings: the outline is not convex").format(where=where))
    if not 3 <= n <= MOST_CONTACTS or n != int(n) or n*len(outline) > MOST_CORNERS:
        raise BadValue(_("{where}, n: got {value} corners in each ring, needs a whole number from 3 to {most}").format(
            where=where, value=n, most=min(MOST_CONTACTS, MOST_CORNERS//len(outline))))
    check_rounding(rounding, float(outline[:, 0].max()), where)
    own = tuple((float(a), float(z)) for a, z in outline)
    return _about_axis(own, int(n), rounding, (mass, density, where), None, N_("hull"))


def _about_axis(rings: tuple[tuple[float, float], ...], n: int, rounding: float,
                weight: tuple[float | None, float | None, str], middle: float | None, name: str) -> Body:
    """The body of corners in rings about z; middle: height of its mass centre where that is known by symmetry [m]."""
    around = [(cos(2.0*pi*k/n), sin(2.0*pi*k/n)) for k in range(n)]
    corners, last = tuple((a*x, a*y, z) for a, z in rings for x, y in around), n*(len(rings) - 1)
    # ends as fans, sides as two triangles: none of Qhull's choice
    faces = [(0, k + 1, k) for k in range(1, n - 1)] + [(last, last + k, last + k + 1) for k in range(1, n - 1)]
    for low in range(0, last, n):
        for k in range(n):
            j = (k + 1) % n
            faces += [(low + k, low + j, low + n + j), (low + k, low + n + j, low + n + k)]
    solid = swept(Polyhedron(np.array(corners), np.array(faces)), rounding)
    mass = _mass_of(solid.volume, *weight)
    across, axial = 0.5*(solid.inertia[0, 0] + solid.inertia[1, 1]), solid.inertia[2, 2]
    inertia = np.diag([across, across, axial])*mass/solid.volume
    centre = (0.0, 0.0, float(solid.centre[2]) if middle is None else middle)
    return _body(Cornered(corners, float(rounding)), mass, inertia, centre, name)


@remembers
def Hull(points, rounding: float = 0.0, mass: float | None = None, density: float | None = None) -> Body:
    """A homogeneous convex body: the hull of points, swept by a ball of the radius `rounding`.

    points      places (n, 3) in axes of the body [m]; those within are left out, at most 64 may be corners
    rounding    radius of its edges and corners, by which it reaches beyond the points [m]; 0 on planes only
    mass        [kg], or by its density [kg/m^3], that of steel if neither is given
    density     [kg/m^3], instead of the mass
    """
    where = _("hull")
    try:
        places = np.array(points, float)
    except (TypeError, ValueError):
        places = np.zeros(0)
    if places.ndim != 2 or places.shape[1] != 3 or not 4 <= len(places) <= MOST_POINTS:
        found = "x".join(map(str, places.shape)) or "0"
        raise BadValue(_("{where}, points: got {found}, needs four places or more, at most {most}, of three numbers "
                         "each").format(where=where, found=found, most=MOST_POINTS))
    if not np.isfinite(places).all():
        raise BadValue(_("{where}, points: a place is not finite").format(where=where))
    try:
        hull = hull_of(places, where)
    except BadValue as error:
        raise BadValue(_("{where}, points: lie in a plane, which has no inside").format(where=where)) from error
    check_count(hull, where)
    check_rounding(rounding, hull.size, where)
    solid = swept(hull, rounding)
    mass = _mass_of(solid.volume, mass, density, where)
    inertia = 0.5*(solid.inertia + solid.inertia.T)*mass/solid.volume
    x, y, z = map(float, solid.centre)
    return _body(Cornered(as_corners(hull.corners), float(rounding)), mass, inertia, (x, y, z), N_("hull"))


def _mass_of(volume: float, mass: float | None, density: float | None, where: str) -> float:
    """The mass that is given, or that of a density [kg]."""
    if mass is not None and density is not None:
        raise BadValue(_("{where}: needs a mass or a density, got both").format(where=where))
    if mass is not None:
        return mass
    return volume*(material("steel").density if density is None else density)


def _body(touched: Cornered, mass: float, inertia: np.ndarray, centre: tuple[float, float, float], name: str) -> Body:
    places = np.array(touched.corners) - centre
    size = float(np.linalg.norm(places, axis=1).max()) + touched.rounding
    return Body(support, touched.numbers, mass, tuple(map(tuple, inertia.tolist())), centre, size, name,
                drawn=RoundedHull(as_corners(places), touched.rounding), corners=touched.corners,
                rounding=touched.rounding)

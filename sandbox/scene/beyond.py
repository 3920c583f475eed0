"""What goes on where a body leaves the domain of its system: a world of that body alone, from the instant at the rim.

Rows and surfaces of centres know no edge, and no fall. A world does: the table with its round rim, and the floor of the
laboratory below. The body has place and motion of the one that is shown first; its start in the world counts nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import cos, hypot, sin

from sandbox.scene.bodies import Ball, Body
from sandbox.scene.contact import Contact
from sandbox.scene.joints import Hinge
from sandbox.scene.motions import Motion
from sandbox.scene.start import Start
from sandbox.scene.supports.on import On, laboratory_floor
from sandbox.scene.supports.slabs import RoundSlab, Slab
from sandbox.scene.supports.surface import Surface
from sandbox.scene.world import Placed, World

# least thickness of a table with a round rim [m], and that in sizes of the body: of an edge that is much sharper the
# nearest point is not found from everywhere (mechanics/world/nearest.py)
THICKNESS, SHARPEST = 4e-3, 0.25
# how far the floor lies below the lowest point of a table, as its foot has it: in radii of a round one, in half lengths
# of a board; and at least in sizes of the body
BELOW, BELOW_BOARD, AT_LEAST = 0.28, 0.36, 2.5


@dataclass(frozen=True)
class Beyond:
    """A world that goes on with the first body of a system.

    world    of one body, and of supports that stand or move as they did until then; its last one is the floor
    touches  name of the support that the body touches as it leaves;  slips  whether it slips on it, else it rolls
    above    how far the mass centre is above the point that is shown as the body's, along its third axis [m]
    turns    name of a support on a hinge -> name of the coordinate that is its angle
    spins    name of a support -> (name of the live parameter that steers what it turns with, share of its rate)
    carries  numbers of bodies that are fixed to the first from then on, as they stood to it; all else stays behind
    """

    world: World
    touches: str = ""
    slips: bool = False
    above: float = 0.0
    turns: Mapping[str, str] = field(default_factory=dict)
    spins: Mapping[str, tuple[str, float]] = field(default_factory=dict)
    carries: tuple[int, ...] = ()

    @property
    def floor(self) -> On:
        """The floor of the laboratory."""
        return list(self.world.supports.values())[-1]


def beyond_table(body: Ball | Body, surface: Surface, motion: Motion, contact: Contact | None = None,
                 hinge: float | None = None) -> World:
    """Returns the world of a body at the rim of a level table, or of one on a slope: the table and the floor below.

    surface  a Plane with a rim, or a Board;  contact  its law, None: what rolls does not slip
    hinge    moment of inertia of a table that is free to turn about the vertical through its middle [kg m^2]
    """
    floor = laboratory_floor(floor_below(surface, body.size), gravity=motion.gravity)
    joints = () if hinge is None else (Hinge("table", hinge),)
    table = On(plate_of(surface, max(THICKNESS, SHARPEST*body.size)), motion, contact)
    return World({"table": table, "floor": floor}, [Placed(body, Start((0.0, 0.0)))], joints=joints)


def plate_of(surface: Surface, thickness: float = THICKNESS) -> Surface:
    """Returns a plate with round edges whose upper side is level as far as a plane with a rim, or a board, goes."""
    if surface.sides is not None:
        length, width = surface.sides
        plate = Slab(2.0*(length + thickness), 2.0*(width + thickness), thickness)
    else:
        assert surface.rim is not None
        plate = RoundSlab(surface.rim + thickness, thickness)
    (x, y, z), n, half = surface.origin, _normal(surface), 0.5*thickness
    return plate.placed((x - half*n[0], y - half*n[1], z - half*n[2]), surface.tilt_axis, surface.tilt)


def floor_below(surface: Surface, size: float) -> float:
    """Returns the height of the floor below a table [m]; size of the body that falls there [m]."""
    n = _normal(surface)
    reach = hypot(*surface.sides) if surface.sides is not None else surface.rim or 0.0
    lowest = surface.origin[2] - reach*hypot(n[0], n[1])
    foot = BELOW_BOARD*surface.sides[0] if surface.sides is not None else BELOW*reach
    return lowest - max(foot, AT_LEAST*size)


def _normal(surface: Surface) -> tuple[float, float, float]:
    """Upper normal of a plane turned by the angle `tilt` about an axis e: Rodrigues' formula of the vertical."""
    x, y, z = surface.tilt_axis
    size = (x*x + y*y + z*z)**0.5
    x, y, z = x/size, y/size, z/size
    c, s = cos(surface.tilt), sin(surface.tilt)
    return y*s + x*z*(1.0 - c), -x*s + y*z*(1.0 - c), c + z*z*(1.0 - c)

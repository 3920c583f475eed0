"""Bodies: ball, and any convex body by its support function h(nu).

h is the distance of the tangent plane with outward unit normal nu = (x, y, z) from the body's origin; its gradient is
the touching point and its Hessian the matrix of curvature radii. Support functions add up like the bodies themselves
(Minkowski sum): adding eps |nu| rounds every edge with radius eps.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import isfinite, pi, sqrt

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.drawn.meshes import mesh
from sandbox.scene.drawn.shapes import PLATE, cylinder
from sandbox.scene.materials import material
from sandbox.scene.remembered import remembers
from sandbox.scene.solids.cornered import Cornered, support
from sandbox.scene.solids.pictured import Pictured
from sandbox.scene.solids.prepared import asked_for, prepared, with_net
from sandbox.scene.solids.smooth import Fit
from sandbox.text import N_, _


@dataclass(frozen=True)
class Ball:
    """A ball whose mass is spread evenly over its volume (or its surface: shell), or given outright.

    radius    [m]
    density   [kg/m^3], or of the same volume for a shell; if not given that of its material, or of steel
    mass      [kg], instead of density;  inertia [kg m^2] about the centre, instead of 2/5 or 2/3 m a^2
    carried   what moves inside: Slider, Driven, Circling, Rotor (carrying.py); their masses come on top
    material  name of what it is of (materials.py), see `of`
    """

    radius: float
    density: float | None = None
    shell: bool = False
    mass: float | None = None
    inertia: float | None = None
    carried: tuple = ()
    material: str | None = None

    def __post_init__(self):
        for name, value in (("radius", self.radius), ("mass", self.m), ("inertia", self.I)):
            if not (isfinite(value) and value > 0.0):
                raise BadValue(_("ball, {name}: got {value}, needs a finite number above 0").format(
                    name=name, value=value))
        if self.I > 2.0/3.0*self.m*self.radius**2*(1.0 + 1e-9):
            raise BadValue(_("ball, inertia: got {found:g} kg m^2, needs at most that of a shell, {most:g} kg m^2"
                             ).format(found=self.I, most=2.0/3.0*self.m*self.radius**2))

    @property
    def m(self) -> float:
        """Mass [kg]."""
        if self.mass is not None:
            return self.mass
        density = material(self.material or "steel").density if self.density is None else self.density
        return 4.0/3.0*pi*self.radius**3*density

    @property
    def I(self) -> float:  # noqa: E743  the field's own letter
        """Moment of inertia about the centre [kg m^2]."""
        share = 2.0/3.0 if self.shell else 2.0/5.0
        return share*self.m*self.radius**2 if self.inertia is None else self.inertia

    @property
    def chi(self) -> float:
        """Rolling ratio I/(I + m a^2)."""
        return self.I/(self.I + self.m*self.radius**2)

    @property
    def size(self) -> float:
        return self.radius

    @remembers
    def carrying(self, *parts) -> "Ball":
        """The same ball with these parts inside (carrying.py)."""
        return replace(self, carried=parts)

    @remembers
    def of(self, name: str) -> "Ball":
        """The same ball of a material (materials.py): its look, and its density where none was given."""
        material(name)
        return replace(self, material=name)


@dataclass(frozen=True)
class Body:
    """A convex rigid body.

    h             support function h(x, y, z, *parameters), homogeneous of degree one, in body axes [m]
    inertia       (3, 3) about the mass centre, body axes [kg m^2]
    mass_centre   (3,) in body axes [m]
    size          a typical radius [m]
    can_tip       False for a body on a flat face of its own, that only turns about its third axis (see Puck)
    drawn         shape to draw instead of the convex body, see drawn/shapes.py
    carried       what moves inside: Slider, Driven, Circling, Rotor (carrying.py); their masses come on top
    material      name of what it looks like (materials.py), see `of`
    sides         (h, parameters) of what other bodies touch, where that is not h
    bulged        of a body with flat faces across its third axis: (h, parameters) of nearly the same one, whose faces
                  bulge a little; by it two such bodies touch each other, in a single point
    ends          both ends (2, 3) of a body that is no more than the straight line between them, in body axes [m]; by
                  them it is followed where it comes to lie
    corners, rounding   of a polyhedron (boxes.py): its corners in body axes and the radius of the ball that sweeps
                  their convex hull [m]; h tells no more than how it looks then
    """

    h: Callable
    parameters: tuple[float, ...]
    mass: float
    inertia: tuple
    mass_centre: tuple[float, float, float] = (0.0, 0.0, 0.0)
    size: float = 0.05
    name: str = "body"
    can_tip: bool = True
    drawn: Callable | None = field(default=None, compare=False)
    carried: tuple = ()
    material: str | None = field(default=None, compare=False)
    sides: tuple[Callable, tuple[float, ...]] | None = None
    bulged: tuple[Callable, tuple[float, ...]] | None = None
    corners: tuple[tuple[float, float, float], ...] = ()
    rounding: float = 0.0
    ends: tuple[tuple[float, float, float], ...] = ()

    def __post_init__(self):
        J = np.asarray(self.inertia, float)
        if not (isfinite(self.mass) and self.mass > 0.0):
            raise BadValue(_("body '{name}', mass: got {value} kg, needs a finite number above 0").format(
                name=self.name, value=self.mass))
        if J.shape != (3, 3) or not np.all(np.isfinite(J)) or not (abs(J - J.T) <= 1e-12*abs(J.T)).all():
            raise BadValue(_("body '{name}', inertia: needs a symmetric 3 x 3 matrix of finite numbers").format(
                name=self.name))
        if self.ends and np.shape(self.ends) != (2, 3):
            raise BadValue(_("body '{name}', ends: got {found}, needs two points of three numbers each").format(
                name=self.name, found=self.ends))
        principal = np.linalg.eigvalsh(J)
        if principal[0] <= 0.0 or principal[2] > (principal[0] + principal[1])*(1.0 + 1e-12):
            raise BadValue(_("body '{name}', inertia: principal moments {found} need to be positive and obey the "
                             "triangle inequality").format(name=self.name, found=principal.tolist()))

    @remembers
    def carrying(self, *parts) -> "Body":
        """The same body with these parts inside (carrying.py)."""
        return replace(self, carried=parts)

    @remembers
    def of(self, name: str) -> "Body":
        """The same body with the look of a material (materials.py); its mass was given."""
        material(name)
        return replace(self, material=name)

    @remembers
    def drawn_as(self, name: str, half=None) -> "Body":
        """The same body drawn as a model of the folder meshes/, as large as what touches: its extents by h.

        half   half lengths (x, y, z) of the model's box about the body's origin instead [m], where h says another one
        """
        middle = np.zeros(3)
        if half is None:
            far = np.array([[self.h(*(side*e).tolist(), *self.parameters) for e in np.eye(3)] for side in (1, -1)])
            half, middle = 0.5*far.sum(axis=0), 0.5*(far[0] - far[1])
            # what has no thickness is drawn with one that hides what it lies on
            half = np.maximum(half, PLATE*half.max())
        return replace(self, drawn=mesh(name, half, middle - self.mass_centre, self.drawn))

    @remembers
    def with_net(self) -> "Body":
        """The same body from a mesh, with what touches shown as a net over it."""
        if not isinstance(self.h, Fit) or not isinstance(self.drawn, Pictured):
            raise BadValue(_("body '{name}': only a body from a mesh with contact=\"smooth\" has a net").format(
                name=self.name))
        return replace(self, drawn=with_net(self.drawn, self.h))

    @staticmethod
    def from_mesh(path, density=None, contact="smooth", **more) -> "Body":
        """A body from the file of a mesh, see body_from_mesh."""
        return body_from_mesh(path, density, contact, **more)


@remembers
def body_from_mesh(path: str, density: float | None = None, contact: str = "smooth",    # noqa: PLR0913 - of a word
                   unit=None, shell=None, inertia=None, degree: int | None = None, digest: str = "",
                   rounding: float = 0.0) -> Body:
    """A body from a mesh: a file .stl, .obj, .ply or .glb, or a model of the folder meshes/ by its name.

    path      of the file, from the folder of the scene's file if it is not absolute; or the name of a model
    density   [kg/m^3] of what the closed surface holds; mass, mass centre and inertia follow by its triangles
    contact   what touches: "smooth", a strictly convex fit of its hull; "hull", the hull itself, of at most 64
              corners; "ball", one of the same mean moment of inertia; "box", one of the same moments
    unit      of the file: "m", "cm", "mm", "in", or metres, one number or three along its axes; .glb has metres
    shell     thickness of a body that is hollow, or open [m]
    inertia   mass [kg], inertia (3, 3) about the mass centre [kg m^2] and mass centre (3,) [m], instead of the density
    degree    of the smooth fit: 2, 4, ... 16; of a body with few corners the power 2, 4, 8, ... 64; chosen unless given
    digest    hash of the file, 16 letters: another file is refused; "" takes any
    rounding  radius of edges and corners of a hull or a box, within what they are [m]; 0 on planes only
    """
    file, asked = asked_for(path, density, contact, unit, shell, inertia, degree, digest, rounding)
    found = prepared(file, asked)
    name = file.name.rpartition(".")[0][:40] or "mesh"
    if isinstance(found.touched, Fit):
        return Body(found.touched, (), found.mass, found.inertia, found.mass_centre, found.size, name,
                    drawn=found.drawn)
    if isinstance(found.touched, Cornered):
        return Body(support, found.touched.numbers, found.mass, found.inertia, found.mass_centre, found.size, name,
                    drawn=found.drawn, corners=found.touched.corners, rounding=found.touched.rounding)
    return Body(_sphere, (found.touched,), found.mass, found.inertia, size=found.size, name=name, drawn=found.drawn)


def ball_as_body(ball: Ball) -> Body:
    """The ball as a body with support function a |nu|."""
    # a scene asks for the same one again and again
    return _ball_as_body(ball) if ball.carried else _plain_ball_as_body(ball)


def _ball_as_body(ball: Ball) -> Body:
    inertia = tuple(map(tuple, (ball.I*np.eye(3)).tolist()))
    return Body(_sphere, (ball.radius,), ball.m, inertia, size=ball.radius, name="ball", carried=ball.carried,
                material=ball.material)


_plain_ball_as_body = lru_cache(maxsize=64, typed=True)(_ball_as_body)


def _sphere(x, y, z, a):
    return a*(x*x + y*y + z*z)**0.5


@remembers
def Ellipsoid(a: float, b: float, c: float, mass: float, inertia=None, mass_centre=(0.0, 0.0, 0.0)) -> Body:
    """A body with an ellipsoidal surface of semi-axes a, b, c [m]; homogeneous unless inertia is given."""
    if inertia is None:
        inertia = np.diag([b*b + c*c, a*a + c*c, a*a + b*b])*mass/5.0
    return Body(lambda x, y, z, aa, bb, cc: sqrt(aa*x*x + bb*y*y + cc*z*z), (a*a, b*b, c*c), mass,
                tuple(map(tuple, np.asarray(inertia, float))), mass_centre, max(a, b, c), N_("ellipsoid"))


@remembers
def Disk(radius: float, mass: float, thickness: float = 0.0, rounding: float = 0.0, inertia=None) -> Body:
    """A coin about the body's third axis: radius, thickness, edge rounded with radius `rounding` [m].

    `radius` counts to the outer edge and `thickness` between the faces, rounding included.
    h = (R - eps) sqrt(x^2 + y^2) + (d/2 - eps) |z| + eps |nu|
    """
    half = 0.5*thickness - rounding
    if half < 0.0 and rounding > 0.0 and thickness > 0.0:
        raise BadValue(_("disk: rounding {rounding} m needs to be at most half the thickness {thickness} m").format(
            rounding=rounding, thickness=thickness))
    half = max(half, 0.0)
    if inertia is None:
        side = mass*radius*radius/4.0 + mass*thickness*thickness/12.0
        inertia = np.diag([side, side, mass*radius*radius/2.0])
    if half == 0.0 and rounding == 0.0:
        return Body(lambda x, y, z, r: r*sqrt(x*x + y*y), (radius,), mass,
                    tuple(map(tuple, np.asarray(inertia, float))), size=radius, name=N_("disk"),
                    bulged=_bulged_disk(radius, 0.0, 0.0))
    return Body(lambda x, y, z, r, t, e: r*sqrt(x*x + y*y) + t*abs(z) + e*sqrt(x*x + y*y + z*z),
                (radius - rounding, half, rounding), mass, tuple(map(tuple, np.asarray(inertia, float))),
                size=radius, name=N_("disk"), bulged=_bulged_disk(radius - rounding, half, rounding))


# by how much of its radius a face bulges where two bodies with flat faces touch
BULGE = 0.02


def _bulged_disk(radius: float, half: float, rounding: float) -> tuple[Callable, tuple[float, ...]]:
    """(h, parameters) of a disk whose faces bulge by BULGE of its radius, whose side does by as much of half of it."""
    return (lambda x, y, z, r, t, e, b: r*sqrt(x*x + y*y + b*z*z) + t*sqrt(z*z + b*(x*x + y*y))
            + e*sqrt(x*x + y*y + z*z)), (radius, half, rounding, BULGE*BULGE)


@remembers
def Puck(radius: float, height: float, mass: float, axial: float | None = None) -> Body:
    """A flat cylinder that slides on its face over a plane and never tips; axial moment m R^2/2 unless given [kg m^2].

    What presses it is spread over the face so that every moment across the face is balanced: it turns about its
    upright third axis only.
    """
    axial = 0.5*mass*radius*radius if axial is None else axial
    side = 0.5*axial + mass*height*height/12.0
    return Body(lambda x, y, z, a: a*sqrt(x*x + y*y + z*z), (0.5*height,), mass,
                ((side, 0.0, 0.0), (0.0, side, 0.0), (0.0, 0.0, axial)), size=radius, name=N_("puck"), can_tip=False,
                drawn=cylinder(radius, height), bulged=_bulged_disk(radius, 0.5*height, 0.0),
                sides=(lambda x, y, z, r, t: r*sqrt(x*x + y*y) + t*abs(z), (radius, 0.5*height)))

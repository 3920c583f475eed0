"""Bodies, laws of contact and gravity of the contact cases in the words of scenes."""

import numpy as np

from sandbox.mechanics.friction.law import Law
from sandbox.scene.bodies import Ball, Body, Disk, Ellipsoid
from sandbox.scene.contact import Contact
from sandbox.scene.friction import Contensou, Coulomb, Rough, Smooth, TwoTerm, Viscous
from sandbox.scene.motions import Motion, Signal
from sandbox.scene.supports.surface import Surface
from sandbox.scene.supports.surfaces import Plane
from sandbox.verify.ball import motion_of, surface_of
from sandbox.verify.case import CaseMapping, Unsupported


def law_of(friction: CaseMapping) -> Law:
    """Takes the friction that a case names and returns the law."""
    law = friction["law"]
    if law == "smooth":
        return Smooth()
    if law == "no_slip":
        return Rough()
    if law == "coulomb":
        return Coulomb(friction["mu"], friction.get("mu_s"))
    if law == "viscous":
        return Viscous(friction["c1"])
    if law == "two_term":
        return TwoTerm(friction["mu"], friction["c0"], friction.get("mu_s"), friction.get("c1", 0.0))
    if law == "contensou":
        if friction.get("pressure", "hertz") != "hertz":
            raise Unsupported(f"pressure {friction['pressure']}")
        return Contensou(friction["mu"], friction["patch_radius"])
    raise Unsupported(f"friction {law}")


def friction_of(params: CaseMapping) -> Law:
    """Takes the parameters of a case and returns the law: `friction`, or `mu` alone; neither means no slip."""
    if "friction" in params:
        return law_of(params["friction"])
    return Coulomb(params["mu"], params.get("mu_s")) if "mu" in params else Rough()


def contact_of(params: CaseMapping, branch: str = "history") -> Contact:
    """Takes the parameters of a case and returns everything about its contact."""
    return Contact(friction_of(params), params.get("rolling_resistance", 0.0), params.get("spinning_resistance", 0.0),
                   params.get("restitution", 0.0), params.get("tangential_restitution", 0.0),
                   params.get("impact", "chatterjee_ruina"), branch)


def gravity_of(params: CaseMapping) -> tuple[float, float, float]:
    """Takes the parameters of a case and returns gravity [m/s^2]; the support of these cases lies in z = 0."""
    if tuple(params.get("normal", (0, 0, 1))) != (0, 0, 1):
        raise Unsupported(f"normal {params['normal']}")
    if "gravity" in params:
        x, y, z = params["gravity"]
        return x, y, z
    return 0.0, 0.0, -params.get("g", 9.81)


def support_of(params: CaseMapping) -> tuple[Surface, Motion]:
    """Takes the parameters of a case and returns its support: a plane, at rest or turning at `Omega`.

    `surface`, `placement` and `support` may say more, in the words of the cases of balls on surfaces.
    """
    surface, gravity = surface_of(params["surface"]) if "surface" in params else Plane(), gravity_of(params)
    if "placement" in params:
        placement = params["placement"]
        surface = surface.placed(placement["origin"], placement["axis"], placement["angle"])
    if "support" in params:
        return surface, motion_of(params["support"], gravity)
    return surface, Motion("z", Signal((0.0, float(params.get("Omega", 0.0)))), gravity=gravity)


def ball_of(params: CaseMapping) -> Ball:
    """Takes radius, mass and I/(m R^2) (2/5 if not given) and returns the ball."""
    radius, mass = params["radius"], params.get("mass", 1.0)
    return Ball(radius, mass=mass, inertia=params.get("inertia_factor", 0.4)*mass*radius**2)


def disk_or_ellipsoid(params: CaseMapping) -> Body:
    """Takes the parameters of a rigid3d case and returns the body."""
    shape = params["geometry"]
    given = np.array(params["inertia_body"] if "inertia_body" in params else params["inertia_body_full"], float)
    inertia = np.diag(given) if given.ndim == 1 else given
    if shape["type"] == "disk":
        return Disk(shape["radius"], params["mass"], 2.0*shape["half_thickness"], inertia=inertia)
    if shape["type"] == "ellipsoid":
        # the mass centre, seen from the centre of the ellipsoid
        x, y, z = shape["center_offset_body"]
        a, b, c = shape["semi_axes"]
        return Ellipsoid(a, b, c, params["mass"], inertia, (-x, -y, -z))
    raise Unsupported(f"geometry {shape['type']}")


def weighted_hoop(params: CaseMapping, slender: bool) -> Body:
    """Takes a planar hoop and returns a ball of unit mass with its mass centre off its centre that moves in a plane.

    slender   with moments across the plane's normal that are those of a hoop; what they are never enters
    """
    A = params["A"]
    side = 0.7*A if slender else A
    return Body(lambda x, y, z, r: r*(x*x + y*y + z*z)**0.5, (params["r"],), 1.0,
                ((side, 0.0, 0.0), (0.0, A, 0.0), (0.0, 0.0, side)), (params["delta"], 0.0, 0.0), size=params["r"],
                name="hoop")


def rod(params: CaseMapping) -> Body:
    """Takes a planar rod and returns a body whose surface is a point, the end that touches."""
    m, l = params["mass"], params["half_length"]
    # the moment about the rod's own axis never enters; half of the others obeys the triangle inequality
    J = m*l*l/3.0
    return Body(lambda x, y, z, s: -s*x, (l,), m, ((0.5*J, 0.0, 0.0), (0.0, J, 0.0), (0.0, 0.0, J)), size=l, name="rod")


def about_y(angle: float) -> tuple[float, float, float, float]:
    """The quaternion of a turn that takes x towards z."""
    return float(np.cos(angle/2.0)), 0.0, float(-np.sin(angle/2.0)), 0.0

"""Contacts of the vectors and of made-up scenes as touches, and how their numbers are compared."""

import json
from functools import cache
from pathlib import Path

import numpy as np
from numpy.testing import assert_allclose

from sandbox.compiling.rotation import matrix_of
from sandbox.mechanics import layout as lay
from sandbox.mechanics.friction.dry import dry_law
from sandbox.mechanics.friction.law import Law
from sandbox.mechanics.impact.contact_state import touch
from sandbox.scene import Body, Disk, Ellipsoid, Motion, Plane, Start
from sandbox.systems.contact.assembly import assemble

VECTORS = Path(__file__).parents[2] / "vectors" / "vectors_contact.json"
GRAVITY = 9.81
ROUGH = dry_law(mu_s=np.inf)      # no slip whatever the force


@cache
def cases() -> dict:
    """The cases of the contact vectors by id."""
    return {case["id"]: case for case in json.loads(VECTORS.read_text(encoding="utf-8"))["cases"]}


def of_kind(kind, *models) -> list[str]:
    """Names of the cases of a kind and some models."""
    return [name for name, case in cases().items() if case["kind"] == kind and case["model"] in models]


def compare(found, case, *names, expected=None, at_least=0.0):
    """Each expected number of `names` that the case has, against found[name] at the case's own tolerance."""
    expected, tolerance = case["expected"] if expected is None else expected, case["tol"]
    for name in names:
        if name in expected:
            assert_allclose(found[name], expected[name], rtol=tolerance["rel"],
                            atol=max(tolerance["abs"], at_least), err_msg=name)


def law_of(friction: dict) -> Law:
    """The law of a case."""
    if friction["law"] == "no_slip":
        return dry_law(mu_s=np.inf)
    return dry_law(**{key: value for key, value in friction.items() if key != "law"})


def system_of(body: Body, surface=None, motion=None, **start):
    """Parameters p and addresses calls of a body on a surface, with J^-1 in its place."""
    start = {"at": (0.0, 0.0), "omega": (0.0, 0.0, 0.0), **start}
    system = assemble(body, surface or Plane(), motion or Motion(), Start(**start))
    system.p[lay.INVERSE_TENSOR:lay.INVERSE_TENSOR
             + 9] = np.linalg.inv(system.p[lay.TENSOR:lay.TENSOR + 9].reshape(3, 3)).ravel()
    return system


def rotation(q):
    """Rotation matrix (3, 3) of a quaternion."""
    return np.array(matrix_of(*q)).reshape(3, 3)


# rigid3d -------------------------------------------------------------------------------------------------------------

def solid_of(params: dict) -> Body:
    """The body of a rigid3d case."""
    shape, inertia = params["geometry"], np.diag(params["inertia_body"])
    if shape["type"] == "disk":
        return Disk(shape["radius"], params["mass"], 2.0*shape["half_thickness"], inertia=inertia)
    assert shape["type"] == "ellipsoid"
    return Ellipsoid(*shape["semi_axes"], params["mass"], inertia, tuple(-np.array(shape["center_offset_body"])))


@cache
def _solid(name):
    return system_of(solid_of(cases()[name]["params"]))


def solid_touch(name, state):
    """The touch of a rigid3d case in a state of it."""
    system = _solid(name)
    q, position = np.array(state["quat"]), np.array(state.get("pos", (0.0, 0.0, 0.0)))
    w = rotation(q).T @ np.array(state["omega"])
    first = touch(0.0, (*position[:2], 0.0), q, w, state["vel"], system.p, system.calls)
    return touch(0.0, position + first.rho, q, w, state["vel"], system.p, system.calls)


# plane motions in the x z plane --------------------------------------------------------------------------------------

def about_y(angle):
    """Quaternion of a turn that takes x towards z."""
    return np.array((np.cos(angle/2), 0.0, -np.sin(angle/2), 0.0))


@cache
def _hoop(r, delta, A):
    return system_of(Body(lambda x, y, z, r: r*(x*x + y*y + z*z)**0.5, (r,), 1.0, tuple(map(tuple, A*np.eye(3))),
                          (delta, 0.0, 0.0), r))


def hoop_touch(name, state):
    """The weighted hoop: a ball of unit mass whose mass centre G is off its centre; phi from x to z.

    The centre stands above the contact, G at `delta` from it in the direction phi. `xdot_G` missing means no slip.
    """
    params = cases()[name]["params"]
    system = _hoop(params["r"], params["delta"], params["A"])
    phi, rate = state["phi"], state["phidot"]
    v = None
    if "xdot_G" in state:
        v = (state["xdot_G"], 0.0, params["delta"]*np.cos(phi)*rate)
    x = state.get("x_G", 0.0) - params["delta"]*np.cos(phi)
    return touch(0.0, (x, 0.0, 0.0), about_y(phi), (0.0, -rate, 0.0), v, system.p, system.calls)


@cache
def _rod(mass, half_length):
    # the moment about the rod's own axis never enters; half of the others obeys the triangle inequality
    moment = mass*half_length**2/3.0
    inertia = ((0.5*moment, 0.0, 0.0), (0.0, moment, 0.0), (0.0, 0.0, moment))
    return system_of(Body(lambda x, y, z, s: -s*x, (half_length,), mass, inertia, size=half_length))


def rod_touch(name):
    """The uniform rod that touches with its lower end: a point as the body's surface."""
    case = cases()[name]
    params, state = case["params"], case["initial"]
    system = _rod(params["mass"], params["half_length"])
    phi, rate, l = state["phi"], state["phidot"], params["half_length"]
    # v_P = v_G + w x r_P, w = -phidot e_y
    v = np.array((state["slip_velocity"] - l*rate*np.sin(phi), 0.0,
                  state.get("normal_velocity", 0.0) + l*rate*np.cos(phi)))
    return touch(0.0, (0.0, 0.0, 0.0), about_y(phi), (0.0, -rate, 0.0), v, system.p, system.calls)


# balls ---------------------------------------------------------------------------------------------------------------

@cache
def _ball(mass, radius, factor):
    inertia = factor*mass*radius**2*np.eye(3)
    return system_of(Body(lambda x, y, z, r: r*(x*x + y*y + z*z)**0.5, (radius,), mass, tuple(map(tuple, inertia)),
                          size=radius))


def ball_touch(params, v, w, motion=None, at=(0.0, 0.0)):
    """A ball on the plane z = 0; velocity and angular velocity in the laboratory."""
    if motion is None:
        system = _ball(params["mass"], params["radius"], params["inertia_factor"])
    else:
        system = system_of(_ball(params["mass"], params["radius"], params["inertia_factor"]).body, motion=motion)
    return touch(0.0, (*at, 0.0), (1.0, 0.0, 0.0, 0.0), w, v, system.p, system.calls)

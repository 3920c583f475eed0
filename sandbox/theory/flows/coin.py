"""A disk that rolls on a level floor, as a flow: its tilt, its spins, where it touches.

With the names of mechanics/precession.py (theta the angle of the axis k' with the vertical, e_1 level across it,
e_2 = k' x e_1, w = theta' e_1 + tau e_2 + n k'), h = a sin + b cos and h' = a cos - b sin,

    (A + m a^2 + m b^2) theta'' = tau^2 ((A + m b^2) cot + m a b) - n tau (C + m a^2 + m a b cot) - m g h'
    tau' = theta' (-tau cot + C ((C + m a^2) n - m a b tau)/D),   n' = theta' m a (A a tau + C b n)/D
    D = A C + A m a^2 + C m b^2,   psi' = tau/sin
    v = (b tau - a n) e_1 - h theta' (e_z x e_1)   of the mass centre along the floor
    N/m = g + h' theta'' - h theta'^2

sin and cos theta, and those of psi, are variables, too, so that all is + - * /.
Source: moment of momentum about the point of contact, contact.md 7 (mechanics/precession.py: `rolling_nutation`).
"""

from collections.abc import Mapping
from math import atan2, hypot, sqrt

import numpy as np

from sandbox.compiling.entries import mode_function
from sandbox.compiling.rotation import matrix_of
from sandbox.compiling.traced import traced
from sandbox.integration.taylor import fill_series, fill_two
from sandbox.scene.bodies import Body
from sandbox.scene.scene import Scene
from sandbox.systems.assemble import assemble_scene
from sandbox.systems.contact.contact_system import ContactSystem
from sandbox.systems.contact.system import System
from sandbox.systems.integration import Integration
from sandbox.systems.supports.system import SupportsSystem
from sandbox.text import _
from sandbox.theory.analysis import refusal
from sandbox.theory.flows.flow import Sectioned
from sandbox.theory.returns import LONGER, Flow

STATE = ("sin_theta", "cos_theta", "tilting", "tau", "n", "cos_psi", "sin_psi", "x", "y", "psi")
UNITS = ("", "", "rad/s", "rad/s", "rad/s", "", "", "m", "m", "rad")
SIN, COS, TILTING, TAU, N, COS_PSI, SIN_PSI, X, Y, PSI = range(len(STATE))
# parameters: half thickness over radius, moments over m a^2, gravity, without dimension
HALF, ACROSS, AXIAL, GRAVITY, NUMBERS = range(5)
# flatter than that it lies
LIES = 1e-6


def _tilting_rate(s, c, tau, n, p, bent):
    """theta'' of numbers or of series; bent = tau cot theta, taken once."""
    b, A, C = p[HALF], p[ACROSS], p[AXIAL]
    return (tau*(bent*(A + b*b) + tau*b - n*(C + 1.0)) - bent*n*b - (c - s*b)*p[GRAVITY])*(1.0/(A + 1.0 + b*b))


def rates(t, y, p, calls):
    """The equations of the head of this file in units of the radius, m and a time; of numbers or of series."""
    s, c, tilting, tau, n, c_psi, s_psi, _x, _y, _psi = y
    b, A, C = p[HALF], p[ACROSS], p[AXIAL]
    D = A*C + A + C*b*b
    turning = tau/s
    bent, rising, sinking = turning*c, c*tilting, s*tilting
    along, across = tau*b - n, sinking + rising*b
    # (along - i across)(c_psi + i s_psi), by three products
    both, one, other = (along - across)*c_psi, (s_psi - c_psi)*along, (c_psi + s_psi)*across
    return (
        rising, -sinking, _tilting_rate(s, c, tau, n, p, bent),
        tilting*(n*(C*(C + 1.0)/D) - tau*(C*b/D) - bent), tilting*(tau*(A/D) + n*(C*b/D)),
        -(s_psi*turning), c_psi*turning, both + other, both + one, turning)


@traced
def _series(y, p, out):
    fill_series(rates, y, len(STATE), p, out)


@mode_function
def series(t, h, y, p, calls, out):
    """Fills out (10, TERMS) with the series of the orbit from y."""
    _series(y, p, out)
    return 0.0


@traced
def _series_of_two(y, p, out):
    fill_two(rates, y, len(STATE), p, out)


@mode_function
def series_of_two(t, h, y, p, calls, out):
    """Fills out (2, 10, TERMS) with the series of the orbits from y (2, 10)."""
    _series_of_two(y, p, out)
    return 0.0


@traced
def _bend(y, p):
    return _tilting_rate(y[SIN], y[COS], y[TAU], y[N], p, y[TAU]*y[COS]/y[SIN])


@mode_function
def room_left(t, h, y, p, calls, out):
    """The least of the normal force over m, and of how far it is from lying on its face and from standing upright."""
    s, c, b = y[SIN], y[COS], p[HALF]
    force = p[GRAVITY] + (c - b*s)*_bend(y, p) - (s + b*c)*y[TILTING]*y[TILTING]
    # a thick one that stands upright touches along its side
    return min(force, min(s - LIES, c if b > 0.0 else 1.0))


def of_scene(scene: Scene, values: Mapping) -> Sectioned | None:
    """Returns the flow of a disk that rolls on a level floor at rest, in a scene with checked values and its start.

    None where the scene has none; raises BadValue where it may slip or is braked, or lies
    """
    run = Integration(assemble_scene(scene, values)[0], 1.0/240.0)
    system, name = run.system, scene.id or scene.title
    if not isinstance(system, System | ContactSystem | SupportsSystem):
        return None
    disk = _disk_of(system.body) if isinstance(system.body, Body) else None
    if disk is None or system.surface.name != "plane":
        return None
    contact = system.contact.get(system.home) if isinstance(system, SupportsSystem) else system.contact
    if not _is_level(system) or (contact is not None and contact != type(contact)()):
        raise refusal(name, _("a section needs a level floor at rest, without slip and without resistance"))
    a, b, m, A, C = disk
    state = run.body
    (R_0, R_1, R_2), g = np.array(matrix_of(*state.quaternion)).reshape(3, 3), -float(system.motion.gravity[2])
    axis = np.array((R_0[2], R_1[2], R_2[2]))
    axis *= 1.0 if axis[2] >= 0.0 else -1.0
    s, c = hypot(axis[0], axis[1]), float(axis[2])
    if not s > LIES:
        raise refusal(name, _("the disk lies on its face"))
    across = np.array((-axis[1], axis[0], 0.0))/s
    w = np.asarray(state.angular_velocity, float)
    psi = atan2(across[1], across[0])
    time = sqrt(a/g)
    p = np.array((b/a, A/(m*a*a), C/(m*a*a), 1.0))
    rate = 1.0/time
    start = np.array((s, c, w @ across, w @ np.cross(axis, across), w @ axis, across[0], across[1],
                      state.centre[0], state.centre[1], psi))
    flow = Flow(STATE, p, series, series_of_two, room_left, lambda states: conserved(p, states), X, LONGER)
    return Sectioned("coin", flow, start, np.array((1.0, 1.0, rate, rate, rate, 1.0, 1.0, a, a, 1.0)), time, UNITS,
                     m*a*g, "J", "tilting", "tilting", "tau")


def conserved(p: np.ndarray, states: np.ndarray) -> np.ndarray:
    """Returns the energy (...) of states (..., 10), in m g a."""
    s, c, tilting, tau, n = np.moveaxis(np.asarray(states, float), -1, 0)[:COS_PSI]
    b, A, C = p[HALF], p[ACROSS], p[AXIAL]
    along = b*tau - n
    return 0.5*((A + 1.0 + b*b)*tilting*tilting + A*tau*tau + C*n*n + along*along) + p[GRAVITY]*(s + b*c)


def _disk_of(body: Body) -> tuple[float, float, float, float, float] | None:
    """Radius, half thickness [m], mass [kg], moments across and along the axis [kg m^2]; None of what is no disk."""
    J = np.asarray(body.inertia, float)
    if body.name != "disk" or J[0, 0] != J[1, 1] or np.any(J - np.diag(np.diag(J))) or np.any(body.mass_centre):
        return None
    radius, half, rounding = (*body.parameters, 0.0, 0.0)[:3]
    if rounding:
        return None
    return float(radius), float(half), float(body.mass), float(J[0, 0]), float(J[2, 2])


def _is_level(system) -> bool:
    """Whether the floor of a system is level and rests."""
    motion, surface = system.motion, system.surface
    signals = (motion.angle, motion.tilt, motion.second_tilt, *motion.shift)
    is_still = all(not signal.live and not any(signal.coefficients) and not signal.sine and not signal.cosine
                   for signal in signals)
    return is_still and not surface.tilt and not motion.gravity[0] and not motion.gravity[1]

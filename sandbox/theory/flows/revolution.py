"""A ball that rolls on a turning surface of revolution, as a flow: the motion along the meridian of its centre.

With slope alpha and curvature kappa of that meridian, t up along it, e around the axis, n = t x e, the speeds v along t
and u along e, and the contact at R_c = R + a sin alpha from the axis,

    R' = v cos alpha,   Z' = v sin alpha,   alpha' = kappa v,   azimuth' = u/R
    v' = u^2 cos alpha/R - (1 - chi) g sin alpha - chi (u/R) (Omega R_c cos alpha - a w_n sin alpha)
    u' = v (-u cos alpha/R - chi a kappa w_n + chi Omega cos alpha (1 + a kappa))
    w_n' = v ((kappa - sin alpha/R) u - kappa Omega R_c)/a
    N/m = g cos alpha + kappa v^2 + u^2 sin alpha/R

cos alpha and sin alpha are variables, too, so that all is + - * /. The curvature kappa_s of the surface is known by its
slope: kappa_s = k_0 + k_1 cos^3 alpha on cones and spheres (k_0) and paraboloids (k_1), k_2 cos alpha/sin alpha on
pseudospheres; where the surface is what the ball touches, kappa = kappa_s/(1 - a kappa_s).
Source: Borisov, Mamaev, Bizyaev 2015, section 3.2; v' is Newton's law along t with the moment around e.
"""

from collections.abc import Mapping
from math import atan2, hypot, inf, sqrt

import numpy as np

from sandbox.compiling.entries import Entry, mode_function
from sandbox.compiling.traced import traced
from sandbox.integration.taylor import LAST, fill_series, fill_two
from sandbox.mechanics.contact.state import ANGULAR_VELOCITY, POINT
from sandbox.scene.scene import Scene
from sandbox.systems.assemble import assemble_scene
from sandbox.systems.contact.meridian import Meridian
from sandbox.systems.integration import Integration
from sandbox.text import _
from sandbox.theory.analysis import refusal
from sandbox.theory.flows.flow import Sectioned
from sandbox.theory.meridian import OnMeridian, on_meridian
from sandbox.theory.returns import LONGER, Flow

STATE = ("R", "Z", "cos_alpha", "sin_alpha", "v", "u", "w_n", "azimuth")
UNITS = ("m", "m", "", "", "m/s", "m/s", "rad/s", "rad")
R, Z, COS, SIN, V, U, W_N, AZIMUTH = range(len(STATE))
# parameters, without dimension: radius, chi, rate, gravity; distance of the centre from the tracked point; curvature by
# slope; distance of the rim; cosine and sine of the slope at the start
RADIUS, CHI, RATE, GRAVITY, OFFSET, K_0, K_1, K_2, RIM, COSINE, SINE, NUMBERS = range(12)
# nearer to the axis than that it is lost, of its radius
ON_AXIS = 1e-6
# how a curvature is told by its slope: places at which it is tried, what of the distance from the axis lies between
# them, and how well it has to agree
PLACES, BETWEEN, AGREES = 24, 0.01, 1e-9


def _rates(y, p, bending):
    """The equations of the head of this file; what occurs twice is taken once, for products of series are what costs.

    bending(outwards, upwards) -> alpha', alpha' cos alpha, alpha' sin alpha as series
    """
    far, _height, c, s, v, u, w_n, _azimuth = y
    far_contact = far + s*p[RADIUS]
    around, outwards, upwards = u/far, v*c, v*s
    turning, back, sink = bending(outwards, upwards)
    return (
        outwards, upwards, -sink, back,
        around*((u - far_contact*(p[CHI]*p[RATE]))*c + w_n*s*(p[CHI]*p[RADIUS])) - s*((1.0 - p[CHI])*p[GRAVITY]),
        (outwards + back*p[RADIUS])*(p[CHI]*p[RATE]) - outwards*around - turning*w_n*(p[CHI]*p[RADIUS]),
        (turning*(u - far_contact*p[RATE]) - upwards*around)/p[RADIUS], around)


def _bent(curvature, p):
    """Curvature of the meridian of the centre, of the one of the surface: numbers or series."""
    return curvature/(1.0 - curvature*p[OFFSET])


def straight_rates(t, y, p, calls):
    """On cones: cos alpha and sin alpha are numbers."""
    far, _height, cosine, sine, v, u, w_n, _azimuth = y
    c, s = p[COSINE], p[SINE]
    around, far_contact = u/far, far + s*p[RADIUS]
    across = v*around
    return (
        v*c, v*s, cosine*0.0, sine*0.0,
        around*((u - far_contact*(p[CHI]*p[RATE]))*c + w_n*(s*p[CHI]*p[RADIUS])) - s*((1.0 - p[CHI])*p[GRAVITY]),
        v*(c*p[CHI]*p[RATE]) - across*c, -(across*(s/p[RADIUS])), around)


def round_rates(t, y, p, calls):
    """On spheres: the curvature k_0."""
    kappa = _bent(p[K_0], p)
    return _rates(y, p, lambda outwards, upwards: (y[V]*kappa, outwards*kappa, upwards*kappa))


def parabolic_rates(t, y, p, calls):
    """On paraboloids: the curvature k_1 cos^3."""
    c, s = y[COS], y[SIN]
    turning = y[V]*_bent(c*c*c*p[K_1], p)
    return _rates(y, p, lambda _outwards, _upwards: (turning, turning*c, turning*s))


def tractrix_rates(t, y, p, calls):
    """On pseudospheres: the curvature k_2 cos/sin; where the centre is off the surface, k_2 cos/(sin - k_3 cos)."""
    c, s, k_3 = y[COS], y[SIN], p[K_2]*p[OFFSET]

    def bending(outwards, _upwards):
        turning = outwards*p[K_2]/(s - c*k_3)
        back = turning*c
        return turning, back, outwards*p[K_2] + back*k_3
    return _rates(y, p, bending)


@traced
def _straight_series(y, p, out):
    fill_series(straight_rates, y, len(STATE), p, out)


@traced
def _straight_series_of_two(y, p, out):
    fill_two(straight_rates, y, len(STATE), p, out)


@traced
def _round_series(y, p, out):
    fill_series(round_rates, y, len(STATE), p, out)


@traced
def _round_series_of_two(y, p, out):
    fill_two(round_rates, y, len(STATE), p, out)


@traced
def _parabolic_series(y, p, out):
    fill_series(parabolic_rates, y, len(STATE), p, out)


@traced
def _parabolic_series_of_two(y, p, out):
    fill_two(parabolic_rates, y, len(STATE), p, out)


@traced
def _tractrix_series(y, p, out):
    fill_series(tractrix_rates, y, len(STATE), p, out)


@traced
def _tractrix_series_of_two(y, p, out):
    fill_two(tractrix_rates, y, len(STATE), p, out)


@mode_function
def straight_series(t, h, y, p, calls, out):
    """Fills out (8, TERMS) with the series of the orbit from y."""
    _straight_series(y, p, out)
    return 0.0


@mode_function
def straight_series_of_two(t, h, y, p, calls, out):
    """Fills out (2, 8, TERMS) with the series of the orbits from y (2, 8)."""
    _straight_series_of_two(y, p, out)
    return 0.0


@mode_function
def round_series(t, h, y, p, calls, out):
    """Fills out (8, TERMS) with the series of the orbit from y."""
    _round_series(y, p, out)
    return 0.0


@mode_function
def round_series_of_two(t, h, y, p, calls, out):
    """Fills out (2, 8, TERMS) with the series of the orbits from y (2, 8)."""
    _round_series_of_two(y, p, out)
    return 0.0


@mode_function
def parabolic_series(t, h, y, p, calls, out):
    """Fills out (8, TERMS) with the series of the orbit from y."""
    _parabolic_series(y, p, out)
    return 0.0


@mode_function
def parabolic_series_of_two(t, h, y, p, calls, out):
    """Fills out (2, 8, TERMS) with the series of the orbits from y (2, 8)."""
    _parabolic_series_of_two(y, p, out)
    return 0.0


@mode_function
def tractrix_series(t, h, y, p, calls, out):
    """Fills out (8, TERMS) with the series of the orbit from y."""
    _tractrix_series(y, p, out)
    return 0.0


@mode_function
def tractrix_series_of_two(t, h, y, p, calls, out):
    """Fills out (2, 8, TERMS) with the series of the orbits from y (2, 8)."""
    _tractrix_series_of_two(y, p, out)
    return 0.0


@mode_function
def room_left(t, h, y, p, calls, out):
    """The least of the normal force over m, and of what is left to the rim and to the axis."""
    c, s = y[COS], y[SIN]
    bend = p[K_0] + p[K_1]*c*c*c
    if p[K_2] != 0.0:
        bend = p[K_2]*c/s
    kappa = bend/(1.0 - p[OFFSET]*bend)
    force = p[GRAVITY]*c + kappa*y[V]*y[V] + y[U]*y[U]*s/y[R]
    return min(force, min(p[RIM] - (y[R] + p[OFFSET]*s), y[R] - ON_AXIS*p[RADIUS]))


def of_scene(scene: Scene, values: Mapping) -> Sectioned | None:
    """Returns the flow of a ball on a surface of revolution in a scene with checked values and its start.

    None where it has no such ball, or one that slips; raises BadValue where the shape is another one
    """
    run = Integration(assemble_scene(scene, values)[0], 1.0/240.0)
    here = on_meridian(run)
    if here is None:
        return None
    m, name = here.meridian, scene.id or scene.title
    kind = curvature_of(here)
    if kind is None:
        raise refusal(name, _("a section knows cones, spheres, paraboloids and pseudospheres"))
    a, (sine, cosine, _bend) = m.ball.radius, m.shape(here.place.rho, here.place.zeta)
    w, (x, y, _z) = run.y[ANGULAR_VELOCITY:ANGULAR_VELOCITY + 3], run.y[POINT:POINT + 3]
    far, height = m.centre(here.place)
    v = float(a*(w @ (np.array([-y, x, 0.0])/hypot(x, y))))
    # units: the distance from the axis, and how long it takes to fall or to run through it
    length = far
    time = min(sqrt(length/abs(m.g)) if m.g else inf, length/max(abs(v), abs(here.place.u), 1e-6*length))
    speed = length/time
    p = np.zeros(NUMBERS)
    p[[RADIUS, CHI, RATE, GRAVITY, OFFSET]] = a/length, m.ball.chi, m.rate*time, m.g*time*time/length, m.offset/length
    p[[K_0, K_1, K_2]] = np.array(kind)*length
    rim = run.system.surface.rim
    p[RIM] = inf if rim is None else rim/length
    p[[COSINE, SINE]] = cosine, sine
    series, of_two = _series_of(p)
    # how far it has come around the axis decides nothing
    flow = Flow(STATE, p, series, of_two, room_left, lambda states: conserved(p, states), AZIMUTH,
                LONGER if p[K_2] else LAST)
    return Sectioned("revolution", flow, np.array((far, height, cosine, sine, v, here.place.u, here.place.w_n,
                                                   atan2(y, x))),
                     np.array((length, length, 1.0, 1.0, speed, speed, 1.0/time, 1.0)), time, UNITS,
                     m.ball.m*speed*speed, "J", "v", "v", "u")


def _series_of(p: np.ndarray) -> tuple[Entry[float], Entry[float]]:
    """Returns the mode functions of the series of a shape, of one orbit and of two."""
    for place, *functions in ((K_2, tractrix_series, tractrix_series_of_two),
                              (K_1, parabolic_series, parabolic_series_of_two),
                              (K_0, round_series, round_series_of_two)):
        if p[place]:
            return functions[0], functions[1]
    return straight_series, straight_series_of_two


def conserved(p: np.ndarray, states: np.ndarray) -> np.ndarray:
    """Returns E_J/m (...) of states (..., 8), without dimension."""
    far, height, c, s, v, u, w_n, _azimuth = np.moveaxis(np.asarray(states, float), -1, 0)
    a, rate = p[RADIUS], p[RATE]
    inertia = p[CHI]/(1.0 - p[CHI])*a*a      # over m
    w_t = (rate*(far + a*s) - u)/a
    return (0.5*(v*v + u*u) + 0.5*inertia*((v/a)**2 + w_t*w_t + w_n*w_n) + p[GRAVITY]*height
            - rate*(far*u + inertia*(w_t*s + w_n*c)))


def curvature_of(here: OnMeridian) -> tuple[float, float, float] | None:
    """Returns (k_0, k_1, k_2) [1/m] of the curvature of a surface by its slope, None where it is none of these.

    Tried at places of the meridian around the ball: numbers that agree at all of them; the exact ones are those of its
    own place.
    """
    m = here.meridian
    shapes = [m.shape(rho, zeta) for rho, zeta in _places(m, here.place.rho, here.place.zeta)]
    sine, cosine, bend = np.array(shapes).T
    least = AGREES/here.place.rho
    with np.errstate(all="ignore"):
        for i, form in enumerate((np.ones_like(bend), cosine**3, cosine/sine)):
            found = bend/form
            if np.all(np.abs(found - found[0]) <= least + AGREES*abs(found[0])):
                return tuple(float(found[0]) if i == k else 0.0 for k in range(3))      # type: ignore[return-value]
    return None


def _places(m: Meridian, rho: float, zeta: float) -> list[tuple[float, float]]:
    """Points of the meridian on both sides of one, by Runge's and Kutta's fourth order along it."""
    found = [(rho, zeta)]
    for direction in (-1.0, 1.0):
        h, at = direction*BETWEEN*rho, np.array((rho, zeta))
        for _step in range(PLACES//2):
            def along(point):
                shape = m.shape(*point)
                return np.array((shape.cosine, shape.sine))
            one = along(at)
            two = along(at + 0.5*h*one)
            three = along(at + 0.5*h*two)
            four = along(at + h*three)
            at = at + h/6.0*(one + 2.0*two + 2.0*three + four)
            if not (at[0] > 0.0 and np.all(np.isfinite(at))):
                break
            found.append((float(at[0]), float(at[1])))
    return found


"""Suslov's problem with weight, thread and band, as a flow: spins and two directions of space, in axes of the body.

    J w' = (J w) x w + g x dU/dg + b x dU/db + d x dU/dd + lambda e_3,     w_3 = c
    g' = g x w,   b' = b x w,   d = g x b,       U = rc.g - S b_3 + B d_3^2/2

g is the vertical, b the direction x of space, d the direction y. Without a thread (S) and a band (B) the vertical alone
counts. The energy T + U is constant for c = 0, and T + U - c M_3 for a body and a weight that are alike about the third
axis. Source: Borisov, Mamaev, Bizyaev 2015, section 1.3.
"""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from sandbox.compiling.entries import mode_function
from sandbox.compiling.rotation import matrix_of
from sandbox.compiling.traced import cross, traced, vector_at
from sandbox.integration.taylor import fill_series, fill_two
from sandbox.scene.constrained import At, Constrained
from sandbox.scene.models.rigid import uniform
from sandbox.scene.realisation import Ideal
from sandbox.scene.scene import Scene
from sandbox.text import _
from sandbox.theory.analysis import refusal
from sandbox.theory.flows.flow import Sectioned
from sandbox.theory.returns import LONGER, Flow

# spins, the vertical, and the direction x of space
STATE = ("w_1", "w_2", "g_1", "g_2", "g_3", "b_1", "b_2", "b_3")
UNITS = ("rad/s", "rad/s", "", "", "", "", "", "")
FREE = 5        # variables of a body that nothing but its weight pulls
# parameters: size of a spin that has run away; inverse of the inertia across the third axis; inertia; given spin; pulls
(MOST, K_11, K_12, K_22, J_11, J_12, J_13, J_22, J_23, J_33, SPIN, WEIGHT, SIDE, BAND, NUMBERS) = (
    *range(12), 14, 15, 16)
# how much faster than at the start it turns when it has run away
RUNS_AWAY = 1e3


def _spin_rates(w, moment, p):
    """(w_1', w_2') of a spin (3,) under a moment (3,)."""
    w_1, w_2, c = w
    # angular momentum; its third part takes no part in the rates that are left
    M_1 = w_1*p[J_11] + w_2*p[J_12] + p[J_13]*c
    M_2 = w_1*p[J_12] + w_2*p[J_22] + p[J_23]*c
    M_3 = w_1*p[J_13] + w_2*p[J_23] + p[J_33]*c
    one, two = M_2*c - M_3*w_2 + moment[0], M_3*w_1 - M_1*c + moment[1]
    return one*p[K_11] + two*p[K_12], one*p[K_12] + two*p[K_22]


def _turned(u, w):
    """u x w of a direction and a spin whose third part is a number."""
    return u[1]*w[2] - u[2]*w[1], u[2]*w[0] - u[0]*w[2], u[0]*w[1] - u[1]*w[0]


def free_rates(t, y, p, calls):
    """The equations of the head of this file without thread and band."""
    w, g = (y[0], y[1], p[SPIN]), (y[2], y[3], y[4])
    r = vector_at(p, WEIGHT)
    moment = g[1]*r[2] - g[2]*r[1], g[2]*r[0] - g[0]*r[2]
    return *_spin_rates(w, moment, p), *_turned(g, w)


def pulled_rates(t, y, p, calls):
    """The equations of the head of this file."""
    w, g, b = (y[0], y[1], p[SPIN]), (y[2], y[3], y[4]), (y[5], y[6], y[7])
    d = cross(g, b)
    r, pull = vector_at(p, WEIGHT), d[2]*p[BAND]
    moment = (g[1]*r[2] - g[2]*r[1] - b[1]*p[SIDE] + d[1]*pull,
              g[2]*r[0] - g[0]*r[2] + b[0]*p[SIDE] - d[0]*pull)
    return *_spin_rates(w, moment, p), *_turned(g, w), *_turned(b, w)


@traced
def _free_series(y, p, out):
    fill_series(free_rates, y, FREE, p, out)


@traced
def _pulled_series(y, p, out):
    fill_series(pulled_rates, y, len(STATE), p, out)


@mode_function
def free_series(t, h, y, p, calls, out):
    """Fills out (5, TERMS) with the series of the orbit from y."""
    _free_series(y, p, out)
    return 0.0


@traced
def _free_series_of_two(y, p, out):
    fill_two(free_rates, y, FREE, p, out)


@mode_function
def free_series_of_two(t, h, y, p, calls, out):
    """Fills out (2, 5, TERMS) with the series of the orbits from y (2, 5)."""
    _free_series_of_two(y, p, out)
    return 0.0


@mode_function
def pulled_series(t, h, y, p, calls, out):
    """Fills out (8, TERMS) with the series of the orbit from y."""
    _pulled_series(y, p, out)
    return 0.0


@traced
def _pulled_series_of_two(y, p, out):
    fill_two(pulled_rates, y, len(STATE), p, out)


@mode_function
def pulled_series_of_two(t, h, y, p, calls, out):
    """Fills out (2, 8, TERMS) with the series of the orbits from y (2, 8)."""
    _pulled_series_of_two(y, p, out)
    return 0.0


@mode_function
def room_left(t, h, y, p, calls, out):
    """How far its spin is from one that has run away, in squares."""
    return p[MOST]*p[MOST] - (y[0]*y[0] + y[1]*y[1])


def of_scene(scene: Scene, values: Mapping) -> Sectioned | None:
    """Returns the flow of Suslov's body in a scene with checked values and its start; None where there is none.

    raises   BadValue where the body is pulled by what the equations do not know
    """
    model = scene.models(values)[0]
    given: Mapping[str, Any] = model.parameters if isinstance(model, Constrained) else {}
    if "given_spin" not in given or [row.name for row in model.rows] != ["axis"]:
        return None
    name = scene.id or scene.title
    if not isinstance(model.rows[0].realisation, Ideal):
        raise refusal(name, _("a section needs ideal rows"))
    side, band = (float(given.get(word, 0.0)) for word in ("side", "band"))
    if given["own_potential"] is not uniform and not _is_known(model, side, band):
        raise refusal(name, _("a section knows weight, a pull along x and a band only"))
    start = scene.started(values)
    assert isinstance(start, At)
    J, c, rc = np.asarray(given["inertia"], float), float(given["given_spin"]), np.asarray(given["rc"], float)
    w, turned = np.asarray(start.v[0], float), _matrix(start.q[0])
    size = FREE if given["own_potential"] is uniform else len(STATE)
    # units: the first moment of inertia, and the rate at which it turns or falls
    rate = max(float(np.abs(w).max()), abs(c), float((abs(rc).max() + abs(side) + band)/J[0, 0])**0.5, 1e-3)
    across = np.linalg.inv(J[:2, :2]/J[0, 0])
    p = np.zeros(NUMBERS)
    p[[K_11, K_12, K_22]] = across[0, 0], across[0, 1], across[1, 1]
    p[J_11:SPIN] = (J/J[0, 0])[np.triu_indices(3)]
    p[MOST], p[SPIN] = RUNS_AWAY, c/rate
    p[WEIGHT:NUMBERS] = np.array((*rc, side, band))/(J[0, 0]*rate*rate)
    own, of_two = ((free_series, free_series_of_two) if size == FREE else (pulled_series, pulled_series_of_two))
    flow = Flow(STATE[:size], p, own, of_two, room_left, lambda states: conserved(p, states), size, LONGER)
    scales = np.array((rate, rate, *(6*[1.0])))[:size]
    seed = np.array((w[0], w[1], *turned[2], *turned[0]))[:size]
    return Sectioned("suslov", flow, seed, scales, 1.0/rate, UNITS[:size], J[0, 0]*rate*rate, "J", "w_1", "w_2", "w_1")


def conserved(p: np.ndarray, states: np.ndarray) -> np.ndarray:
    """Returns T + U - c M_3 (...) of states (..., 5 or 8), nan where it is not conserved; all without dimension."""
    w_1, w_2, *directions = np.moveaxis(np.asarray(states, float), -1, 0)
    c = p[SPIN]
    is_alike = p[J_11] == p[J_22] and not any(p[[J_12, J_13, J_23, WEIGHT, WEIGHT + 1]])
    if c != 0.0 and not is_alike:
        return np.full(np.shape(w_1), np.nan)
    kinetic = 0.5*(p[J_11]*w_1*w_1 + p[J_22]*w_2*w_2 + p[J_33]*c*c) + p[J_12]*w_1*w_2 + c*(p[J_13]*w_1 + p[J_23]*w_2)
    g = directions[:3]
    potential = sum(p[WEIGHT + i]*g[i] for i in range(3))
    if len(directions) > len(g):
        b = directions[3:]
        d_3 = g[0]*b[1] - g[1]*b[0]
        potential = potential - p[SIDE]*b[2] + 0.5*p[BAND]*d_3*d_3
    return kinetic + potential - c*c*p[J_33]


def _is_known(model: Constrained, side: float, band: float) -> bool:
    """Whether the potential of a body is that of the head of this file, tried in attitudes that are no special ones."""
    given = model.parameters
    p = SimpleNamespace(**{**given, "rc": np.asarray(given["rc"], float)})
    for quaternion in ((1.0, 0.2, -0.3, 0.4), (0.1, 0.5, 0.7, -0.2), (0.3, -0.9, 0.2, 0.6)):
        R = _matrix(quaternion)
        expected = p.rc @ R[2] - side*R[0, 2] + 0.5*band*R[1, 2]**2
        if abs(given["own_potential"](0.0, (R,), p) - expected) > 1e-12*(abs(p.rc).max() + abs(side) + band):
            return False
    return True


def _matrix(quaternion) -> np.ndarray:
    return np.array(matrix_of(*map(float, quaternion))).reshape(3, 3)

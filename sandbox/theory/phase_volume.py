"""How the volume that neighbouring motions fill in phase space changes along one of them.

A flow y' = f(y) changes a small volume V by d ln V/dt = div f, and ln V is the sum of the exponents, the logarithms by
which the tangent map stretches. With a density rho the measure rho dV is invariant where ln rho + int div f dt stays.

A ball that rolls on any surface Phi(r) = 0 of its centre, r and w in the axes of the support, which turns as it likes:

    r' = a w x n,   n = grad Phi/|grad Phi|,   div f = a w.(H n x n)/|grad Phi|,   H = Hess Phi

for w' has no divergence in w. That is -d ln|grad Phi|/dt: |grad Phi| dr dw is invariant, which is the area of the
surface times dw, whatever the surface.

A sleigh on a turntable, (v1, w, x1, x2) without dimension (theory/section.py): div f = -v1/A^2. At its rests in the
room, a line of them, the sum of the exponents is -c/A^2, of either sign: no density can make up for it.
Source: Borisov, Mamaev, Bizyaev 2015, section 3.1 and proposition 4; ball.md 3.5, sleigh.md 7.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.mechanics import layout as lay
from sandbox.mechanics import report
from sandbox.mechanics.contact.ball import BALL
from sandbox.mechanics.contact.rolling import ROLLING
from sandbox.mechanics.probe import Slopes, slopes_at
from sandbox.scene.bodies import Ball
from sandbox.systems.contact.system import System
from sandbox.systems.integration import Integration
from sandbox.systems.protocol import Automaton, Data
from sandbox.systems.supports.system import SupportsSystem

DEGREE = 7              # of the spline through the divergence, which is integrated exactly
PARTS = 8               # tangents are made orthogonal anew so often in a unit of time


class Volume(NamedTuple):
    """A small volume along a motion, at instants t (n,).

    expansion  int div f dt;  weight  ln of the density over its first value, or the sum of the exponents
    """

    t: np.ndarray
    expansion: np.ndarray
    weight: np.ndarray


# ---- a ball on any surface -------------------------------------------------------------------------------------------

def ball_divergence(phi: Slopes, w, a: float, offset: float) -> float:
    """Returns div f [1/s] of a ball of radius a [m] with the spin w (3,) [rad/s] relative to the support.

    phi     derivatives of the surface at the point that is tracked;  offset  of the centre from it along the normal [m]
    """
    gradient, hessian = phi.gradient, phi.hessian
    size = np.linalg.norm(gradient)
    n = gradient/size
    # r = x + offset n(x) carries phi to Phi(r): the same gradient, other second derivatives
    carried = np.eye(3) + offset*(hessian - np.outer(n, n @ hessian))/size
    H = np.linalg.solve(carried.T, hessian).T
    return float(a*np.dot(w, np.cross(H @ n, n))/size)


def ball_volume(run: Integration, steps: int, is_cancelled: Callable[[], bool] = lambda: False) -> Volume | None:
    """Lets a run of a ball go on and returns the volume along it, ln|grad Phi| as its weight.

    As long as it rolls on its first support; None where it does not, or is no ball.
    """
    seen, mode = [], run.data.mode
    for _step in range(steps + 1):
        row = ball_now(run.system, run.data) if run.data.mode == mode and run.ended is None else None
        if row is None or is_cancelled():
            break
        seen.append(row)
        run.advance(1)
    if len(seen) <= DEGREE:
        return None
    # a third of a second to import, and only for this
    from scipy.interpolate import make_interp_spline
    t, divergence, size = np.array(seen).T
    return Volume(t, make_interp_spline(t, divergence, DEGREE).antiderivative()(t), np.log(size/size[0]))


def ball_now(system: Automaton, data: Data) -> tuple[float, float, float] | None:
    """Returns t [s], div f [1/s] and |grad Phi| of a run as it is, None where no ball rolls."""
    if isinstance(system, SupportsSystem):
        system, data = system.alone(data)
    if not (isinstance(system, System) and isinstance(system.body, Ball) and data.mode in (BALL.name, ROLLING.name)):
        return None
    seen, a = system.reports(data.states)[0], system.body.radius

    def part(at, size=3):
        return seen[at:at + size]

    is_touched = system.surface.defines == "contact"
    into = np.reshape(matrix_of(*part(report.SUPPORT_QUATERNION, 4)), (3, 3)).T
    tracked = part(report.CONTACT if is_touched else report.CENTRE) - part(report.SUPPORT_POINT)
    place = into @ tracked + data.p[lay.AXIS_POINT:lay.AXIS_POINT + 3]
    phi = slopes_at(data.calls[lay.CALL_SURFACE], place, data.p, lay.SURFACE)
    w = into @ (part(report.SPIN_LAB) - part(report.SUPPORT_SPIN))
    return data.t, ball_divergence(phi, w, a, a if is_touched else 0.0), float(np.linalg.norm(phi.gradient))


# ---- a sleigh on a turntable -----------------------------------------------------------------------------------------

def sleigh_slopes(ratio: float, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the rates (4,) of (v1, w, x1, x2) and their derivatives (4, 4); ratio = A^2."""
    v1, w, x1, x2 = y
    return (np.array(((w + 1.0)**2 + x1, (x2 - (w + 2.0)*v1)/ratio, v1 + w*x2, -w*x1)),
            np.array(((0.0, 2.0*(w + 1.0), 1.0, 0.0), (-(w + 2.0)/ratio, -v1/ratio, 0.0, 1.0/ratio),
                      (1.0, x2, 0.0, w), (0.0, -x1, -w, 0.0))))


def sleigh_volume(ratio: float, start: np.ndarray, until: float,
                  is_cancelled: Callable[[], bool] = lambda: False) -> Volume:
    """Returns the volume along the motion from a start (4,) for the time `until`, the sum of the exponents as weight.

    Without dimension, as theory/section.py. The four tangents are carried along and made orthogonal anew; what each has
    been stretched by by then is its exponent.
    """
    from scipy.integrate import solve_ivp

    def slopes(_t, whole):
        rates, derivatives = sleigh_slopes(ratio, whole[:4])
        return np.concatenate((rates, (derivatives @ whole[4:20].reshape(4, 4)).ravel(), (-whole[0]/ratio,)))

    times = np.linspace(0.0, until, max(2, round(PARTS*until) + 1))
    y, tangents, stretched, found = np.asarray(start, float), np.eye(4), np.zeros(4), [(0.0, 0.0)]
    expansion = 0.0
    for begin, end in pairwise(times):
        if is_cancelled():
            break
        whole = solve_ivp(slopes, (begin, end), np.concatenate((y, tangents.ravel(), (0.0,))), "DOP853", rtol=1e-12,
                          atol=1e-13).y[:, -1]
        y = whole[:4]
        tangents, triangle = np.linalg.qr(whole[4:20].reshape(4, 4))
        stretched = stretched + np.log(np.abs(np.diag(triangle)))
        expansion += whole[20]
        found.append((expansion, stretched.sum()))
    return Volume(times[:len(found)], *np.array(found).T)


def sleigh_expansion(ratio: float, start: np.ndarray, until: float) -> float:
    """Returns int div f dt = -int v1 dt/A^2 along the motion from a start (4,) for the time `until`, by itself."""
    from scipy.integrate import solve_ivp

    def slopes(_t, y):
        v1, w, x1, x2 = y[:4]
        return (w + 1.0)**2 + x1, (x2 - (w + 2.0)*v1)/ratio, v1 + w*x2, -w*x1, -v1/ratio

    return float(solve_ivp(slopes, (0.0, until), (*start, 0.0), "DOP853", rtol=1e-11, atol=1e-12).y[4, -1])

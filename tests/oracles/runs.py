"""Runs of the oracle in maximal coordinates: what they report, their first loss of contact, their own error.

A Problem of multipliers.py is integrated; nothing is projected or stabilised: gap and slip of a run are returned and
show its quality.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from .invariants import jacobi_integral
from .numerics import landings
from .quaternions import rotation_of


@dataclass(frozen=True)
class Run:
    """Result of `simulate`; row k belongs to t[k], laboratory axes, SI.

    t (n,), x_G v_G w (n, 3), quat (n, 4), R (n, 3, 3), force contact normal (n, 3): contact force on the body, contact
    point, unit normal towards the body; gap slip (n,): what is left of the constraints [m], [m/s]; E_J ledger (n,) [J].
    """

    t: np.ndarray
    x_G: np.ndarray
    v_G: np.ndarray
    w: np.ndarray
    quat: np.ndarray
    R: np.ndarray
    force: np.ndarray
    contact: np.ndarray
    normal: np.ndarray
    gap: np.ndarray
    slip: np.ndarray
    E_J: np.ndarray
    ledger: np.ndarray

    @property
    def N(self):
        """Normal force (n,) [N]."""
        return np.sum(self.force*self.normal, axis=1)

    @property
    def F(self):
        """Friction (n, 3) [N]."""
        return self.force - self.N[:, None]*self.normal


def simulate(problem, x_G, quat, w, times, v_G=None, rtol=1e-12, atol=1e-13):
    """Roll from times[0] and report at every one of `times`; each is a step end, nothing is interpolated.

    x_G (3,) [m], quat (4,) scalar first, w (3,) laboratory [rad/s]; v_G follows from rolling unless given. DOP853.
    """
    times = np.asarray(times, float)
    quat = np.asarray(quat, float)/np.linalg.norm(quat)
    if v_G is None:
        x_G, v_G = problem.touch(times[0], x_G, quat, w)
    y = np.concatenate((x_G, quat, v_G, w, [0.0]))

    # a problem keeps its last contact point as the next guess: a row is read when its time is reached
    states = landings(problem.right_hand_side, y, times, rtol, atol)
    rows = [_row(problem, t, y) for t, y in zip(times, states, strict=True)]
    return Run(times, *(np.array(column) for column in zip(*rows, strict=True)))


def _row(problem, t, y):
    x_G, quat, v_G, w = y[:3], y[3:7]/np.linalg.norm(y[3:7]), y[7:10], y[10:13]
    R, body = rotation_of(quat), problem.body
    _, _, lam, contact, pose = problem.solve(t, x_G, R, v_G, w)
    if body.kind == "rim" and body.size[1]*(R[:, 2] @ contact.n) > 0:
        raise ArithmeticError(f"t = {t}: the other rim of the disk is lower")
    E_J = jacobi_integral(x_G, v_G, R, w, body.mass, body.inertia, pose, problem.gravity)
    slip = np.linalg.norm(problem.slip(t, x_G, R, v_G, w))
    return x_G, v_G, w, quat, R, lam, contact.c, contact.n, contact.gap, slip, E_J, y[13]


def first_zero_of_N(problem, run, rtol=1e-12, atol=1e-13):
    """Time of the first zero of N in a run, by Brent's method on re-integrated states; None if there is none [s]."""
    signs = np.flatnonzero((run.N[:-1] > 0) & (run.N[1:] <= 0))
    if signs.size == 0:
        return None

    k = signs[0]

    def N(t):
        if t == run.t[k]:
            return run.N[k]
        return simulate(problem, run.x_G[k], run.quat[k], run.w[k], [run.t[k], t], v_G=run.v_G[k], rtol=rtol,
                        atol=atol).N[-1]

    return brentq(N, run.t[k], run.t[k + 1], xtol=1e-14, rtol=1e-14)


def tightened(problem_of, arguments, coarse=(1e-13, 1e-14), fine=(2.3e-14, 1e-15)):
    """Two runs at two tolerances and the largest change of each column: (fine run, {name: change}).

    problem_of() makes a fresh Problem; arguments are those of `simulate` after the problem.
    """
    runs = [simulate(problem_of(), *arguments, rtol=r, atol=a) for r, a in (coarse, fine)]
    change = {name: float(np.abs(getattr(runs[0], name) - getattr(runs[1], name)).max())
              for name in ("x_G", "v_G", "w", "R", "force")}
    return runs[1], change

"""Impacts on a system with rows: velocities that jump at an instant while the coordinates stay.

Impulses P along rows A act as M (v+ - v-) = A^T P. The velocities after them, and their work:

    A v+ = b             plastic: the rows hold from now on, v+ is nearest to v- in kinetic energy
    A_k v+ - b_k = -e (A_k v- - b_k)     a stop k returns the share e of the speed at which its gap closed
    E_J+ - E_J- = (v+ - v-).M ((v+ + v-)/2 - Y)      the impulses' work, Y the motion that E_J is relative to

The last line is exact for a kinetic energy of second degree in v (Thomson and Tait 1867, article 308), and it does not
need the function E_J. On a plane with the velocity u of its material a ball that lands in the midst of a slip
grips with v = chi (Q + u), Q = a w x n + m a^2 v/I: the first line for the two rows of rolling.
"""

from typing import NamedTuple

import numpy as np


class PlasticImpact(NamedTuple):
    """Velocities (nv,) after a plastic impact, and its impulses (rows,) [N s]."""

    v: np.ndarray
    impulse: np.ndarray


class StopImpact(NamedTuple):
    """Velocities (nv,) after an impact on a stop, and whether its gap opens again by them."""

    v: np.ndarray
    opens: bool


def plastic_impact(M, A, b, v) -> PlasticImpact:
    """Takes velocities v (nv,) and returns those that obey the rows A v = b, nearest in kinetic energy.

    M (nv, nv) kinetic matrix;  A (rows, nv), b (rows,) rows that are independent of one another
    """
    W = np.linalg.solve(M, A.T)
    impulse = np.zeros(len(A))
    # the second time against rounding
    for _i in range(2 if len(A) else 0):
        more = np.linalg.solve(A @ W, b - A @ v)
        v, impulse = v + W @ more, impulse + more
    return PlasticImpact(v.copy(), impulse)


def stop_impact(M, A, b, v, held, k: int, e: float, others_hold: bool) -> StopImpact:
    """Takes velocities v (nv,) with which the gap of the row k has closed and returns those after the impact.

    M, A, b      as in `plastic_impact`, all rows;  held  numbers of those that hold
    e            restitution, 0..1;  others_hold  whether these rows hold during the impact, or grip again after it

    Where the other rows grip again and close the gap by that, impact follows impact without end at the same instant,
    each leaving the same share of the closing speed: what remains obeys both, the stop and the rows.
    """
    rows = [*held, k]
    back = b[k] - e*(A[k] @ v - b[k])
    if others_hold:
        after = plastic_impact(M, A[rows], np.append(b[held], back), v).v
    else:
        after = plastic_impact(M, A[[k]], np.array([back]), v).v
        after = plastic_impact(M, A[held], b[held], after).v
    opening = A[k] @ after - b[k]
    # what is left of the closing speed by rounding is none
    if opening > 1e-9*abs(A[k] @ v - b[k]):
        return StopImpact(after, True)
    return StopImpact(plastic_impact(M, A[rows], b[rows], v).v, False)


def work_of_impulses(M, Y, before, after) -> float:
    """Takes velocities (nv,) before and after impulses and returns the change of E_J [J]; Y (nv,) as above."""
    return float((M @ (after - before)) @ (0.5*(before + after) - Y))

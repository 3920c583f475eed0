"""Blows on a system with rows: velocities that jump at an instant, the places staying what they are.

Impulses P along rows A act as M (v+ - v-) = A^T P. Which velocities come out, and what it costs:

    A v+ = b             grip: the rows hold from now on, v+ is nearest to v- in kinetic energy
    A_k v+ - b_k = -e (A_k v- - b_k)     a stop k gives back the share e of the speed at which its gap closed
    E_J+ - E_J- = (v+ - v-).M ((v+ + v-)/2 - Y)      the impulses' work, Y the motion that E_J is relative to

The last line is exact for a kinetic energy of second degree in v (Thomson and Tait 1867, article 308), and it knows
nothing of the function E_J. On a plane with the velocity u of its material a ball that lands in the midst of a slip
grips with v = chi (Q + u), Q = a w x n + m a^2 v/I: the first line for the two rows of rolling.
"""

import numpy as np


def gripped(M, A, b, v) -> tuple[np.ndarray, np.ndarray]:
    """Velocities (nv,) that obey the rows A v = b, nearest to v in kinetic energy, and the impulses (rows,) [N s].

    M (nv, nv) kinetic matrix;  A (rows, nv), b (rows,) rows that are independent of one another
    """
    W = np.linalg.solve(M, A.T)
    impulse = np.zeros(len(A))
    # the second time against rounding
    for _i in range(2 if len(A) else 0):
        more = np.linalg.solve(A @ W, b - A @ v)
        v, impulse = v + W @ more, impulse + more
    return v.copy(), impulse


def struck(M, A, b, v, held, k: int, e: float, others_hold: bool) -> tuple[np.ndarray, bool]:
    """Velocities (nv,) after the gap of the row k has closed, and whether it opens again by them.

    M, A, b      as in `gripped`, all rows;  held  numbers of those that hold
    e            restitution, 0..1;  others_hold  whether these rows hold during the blow, or grip again after it

    Where the other rows grip again and close the gap by that, blow follows blow without end at the same instant, each
    leaving the same share of the closing speed: what remains obeys both, the stop and the rows.
    """
    rows = [*held, k]
    back = b[k] - e*(A[k] @ v - b[k])
    if others_hold:
        after = gripped(M, A[rows], np.append(b[held], back), v)[0]
    else:
        after = gripped(M, A[[k]], np.array([back]), v)[0]
        after = gripped(M, A[held], b[held], after)[0]
    opening = A[k] @ after - b[k]
    # what is left of the closing speed by rounding is none
    if opening > 1e-9*abs(A[k] @ v - b[k]):
        return after, True
    return gripped(M, A[rows], b[rows], v)[0], False


def work(M, Y, before, after) -> float:
    """Change of E_J by the impulses that made `after` (nv,) of `before` (nv,) [J]; Y (nv,) as above."""
    return float((M @ (after - before)) @ (0.5*(before + after) - Y))

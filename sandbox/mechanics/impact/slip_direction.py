"""In which direction a contact at rest begins to slip.

Slip that grows from zero points along its own derivative, so its direction e solves

    e x a(e) = 0,   e.a(e) > 0,   a(e) = c_t + N (G_tn + k_t - mu G_tt e) - c0 G_tt e
    N = -(c_n - c0 G_nt.e)/V*(e) > 0,   V*(e) = G_nn + k_n - mu G_nt.e

with c the relative acceleration without reaction and k what the resisting moments of one newton of normal force add to
it; where static friction is just being exceeded e.a is 0 up to rounding. Multiplied by V* the equation is a
trigonometric polynomial of degree three: no poles, at most six roots. The direction of an earlier slip says nothing.
Source: contact.md 10; Batlle 1996; Antali and Stepan 2018.
"""

from math import cos, pi, sin, sqrt
from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq

SAMPLES = 32
# where static friction is just being exceeded e.a is 0: its rounding as a share of the parts of a
BALANCED = 1e-9
# the first sample is turned away from the axes, on which the roots of plane motions lie
FIRST = 0.1
ANGLES = FIRST + 2.0*pi/SAMPLES*np.arange(SAMPLES + 1)
CIRCLE = np.array((np.cos(ANGLES), np.sin(ANGLES)))


class SlipDirection(NamedTuple):
    """A unit vector e (2,) in the axes t1, t2, and the normal force N [N] of a slip along it."""

    e: np.ndarray
    N: float


def parallel_directions(field) -> list[np.ndarray]:
    """Takes a field, (2, k) unit vectors -> (2, k), and returns the unit vectors e (2,) with e x field(e) = 0.

    Sign changes between SAMPLES values, then Brent's method to the last digit of the angle.
    """
    def cross_product(angle):
        e = np.array(((cos(angle),), (sin(angle),)))
        a = field(e)
        return float(e[0, 0]*a[1, 0] - e[1, 0]*a[0, 0])

    a = field(CIRCLE)
    is_left = CIRCLE[0]*a[1] - CIRCLE[1]*a[0] >= 0.0
    found = []
    for i in np.flatnonzero(is_left[1:] != is_left[:-1]):
        low, high = ANGLES[i], ANGLES[i + 1]
        # the sum over the full turn rounds the last sample off the first one
        if cross_product(low)*cross_product(high) > 0.0:
            continue
        angle = brentq(cross_product, low, high, xtol=1e-15, rtol=1e-15)
        found.append(np.array((cos(angle), sin(angle))))
    return found


def sliding_directions(c, G, k, c0, mu) -> list[SlipDirection]:
    """Returns all consistent directions, with their normal forces N > 0, of a slip that starts from zero.

    c (3,), G (3, 3), k (3,)   in the axes t1, t2, n; see the head of this file
    c0 [N], mu [1]             friction -(c0 + mu N) e
    """
    G_tt, G_tn = G[:2, :2], G[:2, 2]
    pull = (G_tn + k[:2])[:, None]

    def scaled(e):
        along = G_tn @ e
        V_star, U_star = G[2, 2] + k[2] - mu*along, c[2] - c0*along
        turned = G_tt @ e
        return V_star*(c[:2, None] - c0*turned) - U_star*(pull - mu*turned)

    found = []
    for e in parallel_directions(scaled):
        V_star, U_star = G[2, 2] + k[2] - mu*(G_tn @ e), c[2] - c0*(G_tn @ e)
        N = -U_star/V_star if V_star != 0.0 else 0.0
        if N > 0.0:
            parts = c[:2], N*pull[:, 0], -(c0 + mu*N)*(G_tt @ e)
            size = sum(sqrt(part @ part) for part in parts)
            if e @ sum(parts) > -BALANCED*size:
                found.append(SlipDirection(e, N))
    return found


def closest_direction(found, toward) -> SlipDirection | None:
    """Returns that of the found directions which is closest to the vector `toward` (2,), None if there are none."""
    return max(found, key=lambda one: one.e @ toward, default=None)


def isoclinic(G, mu, toward) -> np.ndarray | None:
    """Returns the direction (2,) along which slip resumes within an impact when friction can't hold it.

        G_tn - mu G_tt e  parallel to +e

    G (3, 3) in the axes t1, t2, n;  toward (2,) decides between several. None when there is no such direction.
    """
    G_tt, G_tn = G[:2, :2], G[:2, 2:]

    def field(e):
        return G_tn - mu*(G_tt @ e)
    found = [e for e in parallel_directions(field) if e @ field(e[:, None])[:, 0] > 0.0]
    return max(found, key=lambda e: e @ toward, default=None)

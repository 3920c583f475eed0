"""In which direction a contact at rest begins to slip.

Slip that grows from zero points along its own derivative, so its direction e solves

    e x a(e) = 0,   e.a(e) > 0,   a(e) = c_t + N (G_tn + k_t - mu G_tt e) - c0 G_tt e
    N = -(c_n - c0 G_nt.e)/V*(e) > 0,   V*(e) = G_nn + k_n - mu G_nt.e

with c the relative acceleration without reaction and k what the resisting moments of one newton of normal force add to
it; where static friction is just being exceeded e.a is 0 up to rounding. Multiplied by V* the equation is a
trigonometric polynomial of degree three: no poles, at most six roots. The direction of an earlier slip says nothing.
Source: contact.md 10; Batlle 1996; Antali and Stepan 2018.
"""

from typing import NamedTuple

import numpy as np

from sandbox.compiling.signature import address_of
from sandbox.mechanics.impact.slip_search import (
    ASKED,
    BLOCK,
    CONSTANT,
    MOST,
    MU,
    RATE,
    RESISTANCE,
    RESPONSE,
    all_consistent,
    all_parallels,
)


class SlipDirection(NamedTuple):
    """A unit vector e (2,) in the axes t1, t2, and the normal force N [N] of a slip along it."""

    e: np.ndarray
    N: float


def _found(search, c, G, k, c0, mu) -> np.ndarray:
    """What a search of slip_search.py finds (count, 3)."""
    asked, found = np.empty(ASKED), np.zeros((MOST, BLOCK))
    asked[RATE:RATE + 3], asked[RESPONSE:RESPONSE + 9], asked[RESISTANCE:RESISTANCE + 3] = c, np.ravel(G), k
    asked[CONSTANT], asked[MU] = c0, mu
    return found[:search(address_of(asked), address_of(found))]


def sliding_directions(c, G, k, c0, mu) -> list[SlipDirection]:
    """Returns all consistent directions, with their normal forces N > 0, of a slip that starts from zero.

    c (3,), G (3, 3), k (3,)   in the axes t1, t2, n; see the head of this file
    c0 [N], mu [1]             friction -(c0 + mu N) e
    """
    return [SlipDirection(row[:2], float(row[2])) for row in _found(all_consistent, c, G, k, c0, mu)]


def closest_direction(found, toward) -> SlipDirection | None:
    """Returns that of the found directions which is closest to the vector `toward` (2,), None if there are none."""
    return max(found, key=lambda one: one.e @ toward, default=None)


def isoclinic(G, mu, toward) -> np.ndarray | None:
    """Returns the direction (2,) along which slip resumes within an impact when friction can't hold it.

        G_tn - mu G_tt e  parallel to +e

    G (3, 3) in the axes t1, t2, n;  toward (2,) decides between several. None when there is no such direction.
    """
    # the field of a slip that nothing but a unit normal force drives
    along = [row[:2] for row in _found(all_parallels, (0.0, 0.0, -1.0), G, (0.0, 0.0, 0.0), 0.0, mu)]
    found = [e for e in along if e @ (G[:2, 2] - mu*(G[:2, :2] @ e)) > 0.0]
    return max(found, key=lambda e: e @ toward, default=None)

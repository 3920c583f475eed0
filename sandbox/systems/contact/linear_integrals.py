"""Both linear integrals of a ball that rolls on any surface of revolution, as speed and spin at one circle of it.

The azimuthal velocity u and the spin w_n about the normal depend on the place of the meridian alone, by two linear
equations (meridian.py). Followed back from where the ball is to the circle in the middle of the meridian, they give
the speed u_0 and the spin w_0 with which every passage of that circle happens, if there are any:

    (u_0, w_0) = M(s)^-1 ((u, w_n) - Omega f(s)),      M' = A(s) M, f' = A(s) f + b(s), M(0) = 1, f(0) = 0

Meridian and solutions are found once for a surface, by collocation on panels as short as their last digits ask for.
Source: Borisov, Mamaev, Bizyaev 2015, section 3.2, equation (3.7); ball.md 4.
"""

from math import atan2, pi
from typing import NamedTuple

import numpy as np
from numpy.polynomial import chebyshev

from sandbox.mechanics import layout as lay
from sandbox.mechanics import report
from sandbox.scene.bodies import Ball
from sandbox.scene.supports.surface import Surface
from sandbox.systems.contact.meridian import Meridian

NAMES = ("meridian_u", "meridian_w")

NODES = 20              # of a panel
SHARE = 3e-14           # of the largest one, that the last coefficients of a resolved panel may have
SWEEPS = 60             # of the iteration that finds the meridian of a panel
NEAR = 1e-3             # [a] to the axis, where one of the solutions is endless
SHORT = 1e-6            # [a] the last panel at an edge
MOST = 400              # panels of a side
REACH = 30.0            # of the ball and the middle circle: how far along an endless surface
TURNED = pi             # [rad] by which the meridian turns to each side: a closed one is gone round once
NEWTON = 6              # steps from the nearest node to a place on the meridian
OFF = 1e-6              # [a] from the meridian a ball does not roll on it

# the numbers along a panel: place, M by rows, f
RHO, ZETA, M, F, WIDTH = 0, 1, slice(2, 6), slice(6, 8), 8
# and the two of each that are of one size
LIKE = ((0, 1), (0, 1), (2, 4), (3, 5), (2, 4), (3, 5), (6, 7), (6, 7))

# Chebyshev points of [0, 1], what gives coefficients from values there, and integrals from 0 to each of them
_X = 0.5 - 0.5*np.cos(pi*np.arange(NODES)/(NODES - 1))
_TO_COEFFICIENTS = np.linalg.inv(chebyshev.chebvander(2.0*_X - 1.0, NODES - 1))
_INTEGRALS = 0.5*np.stack([chebyshev.chebval(2.0*_X - 1.0, chebyshev.chebint(unit, lbnd=-1.0))
                           for unit in np.eye(NODES)], axis=1) @ _TO_COEFFICIENTS


class Panel(NamedTuple):
    """A stretch of the meridian: arclengths [m] of its ends, coefficients (NODES, WIDTH) of what stands along it."""

    first: float
    last: float
    coefficients: np.ndarray


class AboutAxis(NamedTuple):
    """A ball on a surface of revolution, at n instants."""

    place: np.ndarray       # (n, 2) tracked point, distance from the axis and height [m]
    tangent: np.ndarray     # (n, 2) cos and sin of the slope
    moving: np.ndarray      # (n, 2) u [m/s] and w_n [rad/s]
    rate: np.ndarray        # (n,) of the support [rad/s]


class LinearIntegrals:
    """The solutions along the meridian of one surface for one ball."""

    def __init__(self, surface: Surface, p: np.ndarray, calls: np.ndarray, ball: Ball):
        self._meridian, self._size = Meridian(surface, p, calls, ball), ball.radius
        # of the support's point over the surface's own origin
        self._axis_height = float(p[lay.AXIS_POINT + 2])
        middle = np.asarray(surface.middle, float)
        begin = np.array((*middle, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0))
        panels = [*self._side(begin, -1.0), *self._side(begin, 1.0)]
        self._ends = np.array([(one.first, one.last) for one in panels])
        self._along = np.array([one.coefficients for one in panels])
        # where the search for a place begins
        share = np.linspace(0.0, 1.0, 9)
        self._at = (self._ends[:, :1] + share*(self._ends[:, 1:] - self._ends[:, :1])).ravel()
        self._nodes = self._numbers(self._at)[:, :2]

    def values(self, reports: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns u_0 [m/s] and w_0 [rad/s] (n,) of reports (n, REPORT), nan where the ball is not on the meridian."""
        place, tangent, moving, rate = about_axis(reports, self._meridian.offset, self._axis_height)
        s = self._at[np.argmin(np.linalg.norm(place[:, None] - self._nodes, axis=2), axis=1)]
        for _step in range(NEWTON):
            s = s + np.einsum("ni,ni->n", place - self._numbers(s)[:, :2], tangent)
        found = self._numbers(s)
        with np.errstate(all="ignore"):
            one = np.linalg.solve(found[:, M].reshape(-1, 2, 2),
                                  (moving - rate[:, None]*found[:, F])[:, :, None])[:, :, 0]
            is_off = ~(np.linalg.norm(place - found[:, :2], axis=1) <= OFF*self._size)
        one[is_off] = np.nan
        return one[:, 0], one[:, 1]

    def _numbers(self, s: np.ndarray) -> np.ndarray:
        """What stands along the meridian (n, WIDTH) at arclengths s (n,), held at its ends."""
        low, high = self._ends.min(axis=1), self._ends.max(axis=1)
        s = np.clip(np.nan_to_num(s), low.min(), high.max())
        k = np.argmax((low <= s[:, None]) & (s[:, None] <= high), axis=1)
        first, last = self._ends[k].T
        angle = np.arccos(np.clip(2.0*(s - first)/(last - first) - 1.0, -1.0, 1.0))
        return np.einsum("nj,njw->nw", np.cos(angle[:, None]*np.arange(NODES)), self._along[k])

    def _side(self, begin: np.ndarray, direction: float) -> list[Panel]:
        """The panels from the middle in one direction, to the axis or to where the surface ends."""
        at, s = begin, 0.0
        panels: list[Panel] = []
        length, far, turned = 0.25*begin[RHO], REACH*(self._size + begin[RHO]), 0.0
        while len(panels) < MOST and abs(s) < far and turned < TURNED and length > SHORT*self._size:
            found = self._panel(at, direction*length)
            if found is None or not self._is_inside(found[-1]):
                length *= 0.5
                continue
            panels.append(Panel(s, s + direction*length, _TO_COEFFICIENTS @ found))
            turned += self._turn(at, found[-1])
            at, s, length = found[-1], s + direction*length, 1.5*length
        return panels

    def _turn(self, before: np.ndarray, after: np.ndarray) -> float:
        """The angle [rad] between the meridian at both ends of a panel."""
        one, other = (self._meridian.shape(at[RHO], at[ZETA]) for at in (before, after))
        return abs(atan2(one.cosine*other.sine - one.sine*other.cosine,
                         one.cosine*other.cosine + one.sine*other.sine))

    def _is_inside(self, at: np.ndarray) -> bool:
        m = self._meridian
        return m.is_inside((at[RHO], at[ZETA], 0.0, 0.0)) and m.centre((at[RHO], at[ZETA], 0.0, 0.0))[0] > (
            NEAR*self._size)

    def _panel(self, begin: np.ndarray, length: float) -> np.ndarray | None:
        """What stands along a panel (NODES, WIDTH) of that length [m] at its nodes, None where it is too long."""
        m, weights = self._meridian, length*_INTEGRALS
        place, settled = np.tile(begin[:2], (NODES, 1)), np.inf
        with np.errstate(all="ignore"):
            for _sweep in range(SWEEPS):
                if not np.isfinite(place).all():
                    return None
                slopes = np.stack(m.shapes(place)[1::-1], axis=1)
                before, place = place, begin[:2] + weights @ slopes
                settled, last = np.abs(place - before).max(), settled
                if settled <= 1e-15*np.abs(place).max() or settled >= last < 1e-13*np.abs(place).max():
                    break
            else:
                return None
            along = [m.along(*at) for at in place]
            matrices, forced = np.array([one.matrix for one in along]), np.array([one.forced for one in along])
            if not np.isfinite(matrices).all():
                return None
            # y = y(0) + integral of (A y + b), at all nodes at once, for the two columns of M and for f
            whole = np.eye(2*NODES) - np.einsum("ij,jab->iajb", weights, matrices).reshape(2*NODES, 2*NODES)
            right = np.zeros((NODES, 2, 3))
            right[:, :, :2], right[:, :, 2] = begin[M].reshape(2, 2), begin[F] + weights @ forced
            solved = np.linalg.solve(whole, right.reshape(2*NODES, 3)).reshape(NODES, 2, 3)
        found = np.concatenate((place, solved[:, :, :2].reshape(NODES, 4), solved[:, :, 2]), axis=1)
        tail = np.abs(_TO_COEFFICIENTS @ found)
        # what is next to nothing beside its like has only the digits of that: u beside a w_n
        units = np.array((1.0, 1.0, 1.0, 1.0, self._size, self._size, 1.0, self._size))
        most = (units*tail).max(axis=0)
        like = most[list(LIKE)].max(axis=1)
        return found if (units*tail[-2:] <= SHARE*like).all() else None


def about_axis(reports: np.ndarray, offset: float, axis_height: float) -> "AboutAxis":
    """Returns what reports (n, REPORT) say about the surface's own axis.

    offset   of the centre from the tracked point;  axis_height  of the support's point over the surface's origin [m]
    """
    def part(at, size=3):
        return reports[:, at:at + size]

    w, x, y, z = part(report.SUPPORT_QUATERNION, 4).T
    axis = np.stack((2.0*(x*z + w*y), 2.0*(y*z - w*x), 1.0 - 2.0*(x*x + y*y)), axis=1)
    r, n, v = part(report.CENTRE) - part(report.SUPPORT_POINT), part(report.NORMAL), part(report.VELOCITY)
    height = np.einsum("ni,ni->n", r, axis)
    out = r - height[:, None]*axis
    R = np.linalg.norm(out, axis=1)
    with np.errstate(all="ignore"):
        e_R = out/R[:, None]
    u = np.einsum("ni,ni->n", np.cross(axis, e_R), v)
    cosine, sine = np.einsum("ni,ni->n", n, axis), -np.einsum("ni,ni->n", n, e_R)
    place = np.stack((R + offset*sine, axis_height + height - offset*cosine), axis=1)
    spin, rate = np.einsum("ni,ni->n", part(report.SPIN_LAB), n), np.einsum("ni,ni->n", part(report.SUPPORT_SPIN), axis)
    return AboutAxis(place, np.stack((cosine, sine), axis=1), np.stack((u, spin), axis=1), rate)

"""What is shown of bodies and supports at an instant, laboratory frame, as numbers: the rows of logs and of records."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sandbox.compiling.branching import call
from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.entries import entry
from sandbox.compiling.signature import Numbers
from sandbox.compiling.traced import Vector, cross, matrix_of, traced, turn, vector_at
from sandbox.mechanics import layout as lay
from sandbox.mechanics import report
from sandbox.mechanics import shown_layout as shown_at
from sandbox.mechanics.motion import support_motion, support_pose
from sandbox.mechanics.report import put
from sandbox.mechanics.shown_layout import first_of

__all__ = ["Shown", "first_of", "shown_of", "with_floor"]


class Shown(NamedTuple):
    """Bodies and supports at n instants."""

    bodies: np.ndarray        # (n, bodies, BODY_SIZE)
    supports: np.ndarray      # (n, supports, SUPPORT_SIZE)


def _write(out, place, numbers):
    put(out, first_of(place), numbers)


@traced
def _put_shown(seen, p, body, support):
    """A body and its support from their report; the position of a support is that of its local origin."""
    for name, at in (("centre", report.CENTRE), ("velocity", report.VELOCITY), ("angular_velocity", report.SPIN_LAB),
                     ("contact", report.CONTACT), ("normal", report.NORMAL)):
        _write(body, shown_at.IN_BODY[name], vector_at(seen, at))
    _write(body, shown_at.IN_BODY["quaternion"], [seen[report.QUATERNION + i] for i in range(4)])
    N = seen[report.NORMAL_FORCE]
    body[shown_at.IN_BODY["N"]] = N
    _write(body, shown_at.IN_BODY["F"], vector_at(seen, report.FORCE) - N*vector_at(seen, report.NORMAL))

    q = tuple(seen[report.SUPPORT_QUATERNION + i] for i in range(4))
    _put_support(p, vector_at(seen, report.SUPPORT_POINT), q, vector_at(seen, report.SUPPORT_SPIN), support)


def _put_support(p, point, q, spin, support):
    """A support from the place of its axis point, its quaternion and its spin."""
    w, *u = q
    a, u = vector_at(p, lay.AXIS_POINT), Vector(*u)
    turned = a + 2.0*cross(u, cross(u, a) + w*a)
    _write(support, shown_at.IN_SUPPORT["position"], point - turned)
    _write(support, shown_at.IN_SUPPORT["quaternion"], (w, *u))
    _write(support, shown_at.IN_SUPPORT["angular_velocity"], spin)


@compiled
def _fill(seen, p, body, support):
    _put_shown(seen, p, body, support)


@entry
def _shown(reports: Numbers, n: int, p: Numbers, bodies: Numbers, supports: Numbers):
    for i in range(n):
        _fill(part(reports, i*report.REPORT), p, part(bodies, i*shown_at.BODY_SIZE),
              part(supports, i*shown_at.SUPPORT_SIZE))


def shown_of(reports: np.ndarray, p: np.ndarray) -> Shown:
    """Returns what is shown of the reports (n, REPORT) of a body on a support."""
    n = len(reports)
    bodies, supports = np.empty((n, 1, shown_at.BODY_SIZE)), np.empty((n, 1, shown_at.SUPPORT_SIZE))
    _shown(reports, n, p, bodies, supports)
    return Shown(bodies, supports)


@traced
def _put_posed(t, p, support):
    pose = call(support_pose, t, p)
    _put_support(p, pose.point, pose.q, turn(matrix_of(pose.q), support_motion.formula(t, p).ws), support)


@compiled
def _fill_posed(t, p, support):
    _put_posed(t, p, support)


@entry
def _posed(t: Numbers, n: int, p: Numbers, supports: Numbers):
    for i in range(n):
        _fill_posed(t[i], p, part(supports, i*shown_at.SUPPORT_SIZE))


def support_at(t: np.ndarray, p: np.ndarray) -> np.ndarray:
    """Returns what is shown of a support (n, SUPPORT_SIZE) at the instants t (n,) [s]."""
    supports = np.empty((len(t), shown_at.SUPPORT_SIZE))
    _posed(np.ascontiguousarray(t), len(t), p, supports)
    return supports


def with_floor(seen: Shown, origins: Sequence) -> Shown:
    """Returns what is shown, and behind its supports level ones at rest, each at its origin (3,) [m]."""
    if not len(origins):
        return seen
    n, more = len(seen.supports), np.zeros((len(seen.supports), len(origins), shown_at.SUPPORT_SIZE))
    more[:, :, shown_at.IN_SUPPORT["position"]] = np.broadcast_to(np.asarray(origins, float), (n, len(origins), 3))
    more[:, :, first_of(shown_at.IN_SUPPORT["quaternion"])] = 1.0
    return Shown(seen.bodies, np.concatenate((seen.supports, more), axis=1))


# what every run of one body needs
ENTRIES = (_shown, _posed)

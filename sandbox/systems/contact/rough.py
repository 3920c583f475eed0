"""A body without a law of contact leaves its support and lands on it again.

Its contact is rough and plastic. With u the velocity of the body's touching point relative to the support's material
and n the normal, an impulse P at rho changes it by du = G P, and P = -G^-1 u ends slip and approach. Where that would
pull, friction alone ends the slip and the body leaves. What is gained is P.(u + u+)/2.
"""

from typing import NamedTuple

import numpy as np

from sandbox.compiling.rotation import matrix_of, multiply
from sandbox.mechanics import layout as lay
from sandbox.mechanics import report
from sandbox.mechanics.contact import state as now
from sandbox.mechanics.impact.contact_state import skew
from sandbox.mechanics.probe import Pose
from sandbox.systems.protocol import Data

# an acceleration below this share of |F|/m + g is rounding of a normal force of zero
ROUNDED = 1e-9


class Struck(NamedTuple):
    """What a landing does.

    y         state of flight after it;  gained  energy [J]
    speed     of the approach [m/s];  opens  the body leaves again
    """

    y: np.ndarray
    gained: float
    speed: float
    opens: bool


def lift(data: Data, seen: np.ndarray) -> np.ndarray:
    """Returns the state of flight of a body that rolls; seen (REPORT,) its report."""
    y = np.zeros(now.MOVING_SIZE)
    y[now.POINT:now.POINT + 3] = seen[report.CENTRE:report.CENTRE + 3]
    y[now.QUATERNION:now.QUATERNION + 4] = seen[report.QUATERNION:report.QUATERNION + 4]
    y[now.ANGULAR_VELOCITY:now.ANGULAR_VELOCITY + 3] = _rotation(y).T @ seen[report.SPIN_LAB:report.SPIN_LAB + 3]
    y[now.LEDGER] = data.y[now.LEDGER]
    y[now.VELOCITY:now.VELOCITY + 3] = seen[report.VELOCITY:report.VELOCITY + 3]
    y[now.NEAREST:now.NEAREST + 3] = data.y[now.POINT:now.POINT + 3]
    return y


def put_down(data: Data, y: np.ndarray, is_ball: bool) -> np.ndarray:
    """Returns the state of rolling of a body in the state y of flight; that of a ball has w in local axes."""
    pose, found = Pose(data.t, data.p), np.zeros(now.ROLLING_SIZE)
    found[now.POINT:now.POINT + 3] = y[now.NEAREST:now.NEAREST + 3]
    found[now.QUATERNION:now.QUATERNION + 4] = multiply(*(pose.quaternion*[1.0, -1.0, -1.0, -1.0]),
                                                *y[now.QUATERNION:now.QUATERNION + 4])
    w = y[now.ANGULAR_VELOCITY:now.ANGULAR_VELOCITY + 3]
    found[now.ANGULAR_VELOCITY:now.ANGULAR_VELOCITY + 3] = pose.rotation.T @ (_rotation(y) @ w) if is_ball else w
    found[now.LEDGER] = y[now.LEDGER]
    return found


def penetrates(data: Data, seen: np.ndarray, radius: float | None) -> bool:
    """Returns whether the free body would pass into its support where rolling would pull: class B1, without a motion.

    With the reaction F of rolling, u' = 0 = u'_free + G F. Arguments as of `strike`, data in the state of flight.
    """
    n, rho = _touching(seen, radius)
    force = seen[report.FORCE:report.FORCE + 3]
    touching = np.hstack([np.eye(3), -skew(rho)])
    answer = np.linalg.solve(_inertia(data), touching.T)
    opening = -float(n @ (touching @ answer @ force))
    # a force of zero has rounding of the weight
    scale = np.linalg.norm(force)/data.p.item(lay.MASS) + np.linalg.norm(data.p[lay.GRAVITY:lay.GRAVITY + 3])
    return bool(opening < -ROUNDED*scale)


def _touching(seen: np.ndarray, radius: float | None) -> tuple[np.ndarray, np.ndarray]:
    """Normal of the support, and touching point from the mass centre."""
    n = seen[report.NORMAL:report.NORMAL + 3]
    reported = seen[report.CONTACT:report.CONTACT + 3] - seen[report.CENTRE:report.CENTRE + 3]
    return n, reported if radius is None else -radius*n


def strike(data: Data, seen: np.ndarray, radius: float | None) -> Struck:
    """Returns what a body in flight does that has come to its support.

    seen     (REPORT,) its report;  radius  of a ball [m], else None
    """
    n, rho = _touching(seen, radius)
    centre = seen[report.CENTRE:report.CENTRE + 3]
    w = seen[report.SPIN_LAB:report.SPIN_LAB + 3]
    arm = centre + rho - seen[report.SUPPORT_POINT:report.SUPPORT_POINT + 3]
    material = (seen[report.SUPPORT_VELOCITY:report.SUPPORT_VELOCITY + 3]
                + np.cross(seen[report.SUPPORT_SPIN:report.SUPPORT_SPIN + 3], arm))
    u = seen[report.VELOCITY:report.VELOCITY + 3] + np.cross(w, rho) - material

    touching = np.hstack([np.eye(3), -skew(rho)])
    answer = np.linalg.solve(_inertia(data), touching.T)
    G = touching @ answer
    P = -np.linalg.solve(G, u)
    if P @ n < 0.0:
        along = np.linalg.svd(n[None])[2][1:]
        P = -along.T @ np.linalg.solve(along @ G @ along.T, along @ u)
    dV, dw = np.split(answer @ P, 2)
    after = u + G @ P
    y = data.y.copy()
    y[now.VELOCITY:now.VELOCITY + 3] += dV
    y[now.ANGULAR_VELOCITY:now.ANGULAR_VELOCITY + 3] += _rotation(y).T @ dw
    gained = 0.5*float(P @ (u + after))
    y[now.LEDGER] += gained
    return Struck(y, gained, -float(u @ n), float(after @ n) > 0.0 and float(P @ n) <= 0.0)


def _inertia(data: Data) -> np.ndarray:
    """What V and w change by an impulse and its moment about the mass centre (6, 6), laboratory axes."""
    turning, found = _rotation(data.y), np.zeros((6, 6))
    found[:3, :3] = data.p[lay.MASS]*np.eye(3)
    found[3:, 3:] = turning @ data.p[lay.TENSOR:lay.TENSOR + 9].reshape(3, 3) @ turning.T
    return found


def _rotation(y: np.ndarray) -> np.ndarray:
    """Body axes -> laboratory of a state of flight (3, 3)."""
    return np.array(matrix_of(*y[now.QUATERNION:now.QUATERNION + 4].tolist())).reshape(3, 3)

"""Where and how a body with a law of contact starts: on the surface, with or without slip, or in the air."""

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.errors import BadValue
from sandbox.integration import arrays, hybrid
from sandbox.mechanics.contact.state import NEAREST
from sandbox.mechanics.impact.contact_state import touch
from sandbox.scene.bodies import Ball, Body
from sandbox.scene.start import Ground, Start
from sandbox.systems.contact.states import Held, held_of, write_flight
from sandbox.systems.protocol import Data, Mode
from sandbox.text import _

# a gap or an overlap below this share of the body's size is contact: files carry about 12 digits
TOUCHING = 1e-9
# a normal velocity below this share of the speed is none
RESTING = 1e-9


def place(body: Ball | Body, start: Start, ground: Ground, q, data: Data, flight: Mode) -> tuple[Held, float]:
    """State of the body at t = 0 in support axes and its gap [m], or BadValue.

    ground  the surface at t = 0;  q (4,) body -> support;  flight  the mode that knows nearest points
    data    parameters, addresses and law of the start
    """
    pose, p, calls = ground.pose, data.p, data.calls
    turning = np.array(matrix_of(*q)).reshape(3, 3)
    c, centre = _point(body, start, ground)
    if centre is None:
        still = touch(0.0, c, q, np.zeros(3), None, p, calls)
        gap = start.height
        centre = c - still.rho + gap*still.n
    else:
        c, gap = _nearest(ground, centre, q, data, flight)
        gap += start.height
        centre = centre + start.height*ground.normal(c)
    if gap < -TOUCHING*body.size:
        raise BadValue(_("start: the body overlaps the surface '{name}' by {depth:.3g} m").format(
            name=ground.name, depth=-gap))
    for distance in ground.edges(c):
        if not distance > 0.0:
            raise BadValue(_("start: the point is {distance:.3g} m beyond an edge of the surface '{name}'").format(
                distance=-distance, name=ground.name))
    there = touch(0.0, c, q, np.zeros(3), None, p, calls)
    # both principal values have to be positive: a body too big in every direction has a positive determinant, too
    bent = there.basis @ (np.eye(3) + there.S @ there.W) @ there.basis.T
    narrow = np.linalg.eigvals(bent).real.min() if np.all(np.isfinite(bent)) else np.nan
    if not narrow > 0.0:
        raise BadValue(_("start: the body does not fit the surface '{name}', it touches at more than one point "
                         "(smallest principal value of 1 + S W: {fit:.3g})").format(
                             name=ground.name, fit=narrow))
    gap = gap if gap > TOUCHING*body.size else 0.0

    w, v = _velocities(start, ground, pose, there, centre, gap)
    return held_of(data, c, q, turning.T @ w, v, centre), gap


def _point(body, start: Start, ground: Ground):
    """Contact point, or None, and mass centre, or None, in local coordinates."""
    if start.mass_centre is not None:
        return None, ground.pose.to_local(start.mass_centre)
    at = np.asarray(start.at, float)
    if at.size == 2:
        return ground.drop(*at), None
    if isinstance(body, Ball):
        return None, ground.pose.to_local(at)
    c = ground.foot(ground.pose.to_local(at), 0.0)
    misfit = np.linalg.norm(c - ground.pose.to_local(at))
    if misfit > 1e-6*body.size:
        raise ground.off(ground.pose.to_local(at), misfit)
    return c, None


def _nearest(ground: Ground, centre, q, data: Data, flight: Mode):
    """Nearest point of the surface and gap of a body with its mass centre at the local point `centre`."""
    p, calls = data.p, data.calls
    # from a ball as large as the body the foot might be on the other side of a plate
    held = held_of(data, ground.foot(centre, 0.0), q, np.zeros(3), np.zeros(3), centre)
    y = write_flight(held)
    hybrid.evaluate(flight.table[arrays.SETTLE], 0.0, y, p, calls, y)
    c = y[NEAREST:NEAREST + 3].copy()
    there = touch(0.0, c, q, np.zeros(3), None, p, calls)
    return c, float(there.n @ (centre + there.rho - c))


def _velocities(start: Start, ground: Ground, pose, there, centre, gap: float):
    """Angular velocity and velocity of the mass centre relative to the axis point, both along the support axes."""
    turn = pose.rotation.T
    n = there.n
    if start.omega is not None:
        w = turn @ np.asarray(start.omega, float)
    else:
        w = None
    if start.velocity is None:
        # rolls along without slip; in the air it moves with the support
        w = start.spin*n if w is None else w
        return w, np.cross(there.ws, there.c + gap*n) - np.cross(w, there.rho)
    velocity = np.asarray(start.velocity, float)
    up = pose.rotation @ n
    if velocity.size == 2:
        # the third component closes the gap: no normal velocity at the contact
        if up[2] == 0.0:
            raise BadValue(_("start, velocity: on a vertical wall it needs three numbers"))
        material = pose.velocity_of(pose.to_lab(there.c + pose.axis_point))
        turning = np.zeros(3) if w is None else pose.rotation @ np.cross(w, there.rho)
        rest = up @ (material - turning) - up[:2] @ velocity
        velocity = np.append(velocity, rest/up[2])
    v = turn @ (velocity - pose.point_velocity)
    if w is None:
        # the angular velocity of rolling: rho x (w) makes up for the difference to the support's material
        arm = there.rho
        missing = _turned(np.cross(there.ws, there.c) - v, arm, n)
        w = np.cross(arm, missing)/(arm @ arm) + start.spin*n
    u = v + np.cross(w, there.rho) - np.cross(there.ws, there.c)
    through = u @ n
    scale = max(float(np.linalg.norm(v)), float(np.linalg.norm(np.cross(w, there.rho))), 1e-9)
    if gap == 0.0 and abs(through) < RESTING*scale:
        v = v - through*n
    return w, v


def _turned(missing: np.ndarray, arm: np.ndarray, n: np.ndarray) -> np.ndarray:
    """What turning gives the touching point (3,) [m/s] of what it lacks to follow the support.

    Turning moves it across its arm alone. Of a body that leans, what it lacks along the surface to where it leans has a
    part along the arm: made up for by turning, it would leave the surface or go into it. It slips that way.
    """
    size = float(np.sqrt(missing @ missing))
    if abs(missing @ n) > RESTING*size or not abs(missing @ arm) > RESTING*size*float(np.sqrt(arm @ arm)):
        return missing
    leaning = arm - (arm @ n)*n
    return missing - (missing @ leaning)/(leaning @ leaning)*leaning

"""Where the balls of a world start: on a support, with or without slip, or in the air; none inside another."""

from typing import NamedTuple

import numpy as np

from sandbox.errors import BadValue
from sandbox.mechanics.probe import cross
from sandbox.mechanics.world import layout as at
from sandbox.scene.bodies import Ball
from sandbox.scene.start import ROUNDED, Ground, Start, check_edges, check_fit
from sandbox.text import _

# an overlap of this share of the sum of the radii is touching
TOUCHING = 1e-9
# a gap that is none, as a share of the radius: what rounding leaves of a place that was computed
TOUCHED = 1e-12
# slip below which there is none, as a share of the speeds that make it up
SLIPLESS = 1e-12


class Started(NamedTuple):
    """State of a ball at t = 0, laboratory frame; mode is ROLLS, SLIPS or OPEN (mechanics/world/layout.py)."""

    x: np.ndarray
    v: np.ndarray
    w: np.ndarray
    q: np.ndarray
    mode: float


def started(ball: Ball, start: Start, name: str, ground: Ground, block: np.ndarray) -> Started:
    """Returns the start of a ball on or above a support, or BadValue; block is the support's (mechanics/world)."""
    try:
        return _started(ball, start, ground, block)
    except BadValue as error:
        raise BadValue(_("world, body '{name}': {error}").format(name=name, error=error)) from error


def _started(ball: Ball, start: Start, ground: Ground, block: np.ndarray) -> Started:
    a, pose = ball.radius, ground.pose
    point = start.point
    gap = start.height
    if len(point) == 2:
        foot = ground.drop(*point)
    else:
        r = pose.to_local(point)
        foot = ground.foot(r, a)
        normal = ground.normal(foot)
        gap += float((r - foot) @ normal) - a
    n = pose.rotation @ ground.normal(foot)
    if gap < -ROUNDED*a:
        raise BadValue(_("start: the body overlaps the surface '{name}' by {depth:.3g} m").format(
            name=ground.name, depth=-gap))
    in_air = gap > ROUNDED*a
    if not in_air:
        if block[at.IS_PLANE] == 0.0:
            check_fit(ball, ground, foot, a)
        else:
            check_edges(ground, foot)
    x = pose.to_lab(foot) + (a + (gap if in_air else 0.0))*n
    orientation = np.asarray(start.orientation, float)
    q = orientation/np.linalg.norm(orientation)
    support = pose.velocity_of(x - a*n)
    v = _velocity(start.velocity, support, n)
    if in_air:
        w = np.zeros(3) if start.omega is None else np.asarray(start.omega, float)
        if start.omega is None:
            w = start.spin*n
        return Started(x, v, w, q, at.OPEN)
    if start.omega is None:
        w = cross(n, v - support)/a + start.spin*n
    else:
        w = np.asarray(start.omega, float)
        if start.velocity is None:
            v = support + a*cross(w, n)
    through = float((v - support) @ n)
    speed = max(float(np.linalg.norm(v)), float(np.linalg.norm(support)), a*float(np.linalg.norm(w)), 1e-6)
    if through < -ROUNDED*speed:
        raise BadValue(_("start, velocity: {found:.3g} m/s of it is along the surface's normal, needs 0").format(
            found=through))
    if through > ROUNDED*speed:
        return Started(x, v, w, q, at.OPEN)
    v = v - through*n
    slip = float(np.linalg.norm(v - support - a*cross(w, n)))
    holds = block[at.STATIC] > 0.0
    if block[at.STATIC] == np.inf and slip > ROUNDED*speed:
        raise BadValue(_("start: velocity and omega violate rolling by {misfit:.3g} m/s").format(misfit=slip))
    if holds and (slip <= SLIPLESS*speed or block[at.STATIC] == np.inf):
        w = cross(n, v - support)/a + float(w @ n)*n
        return Started(x, v, w, q, at.ROLLS)
    return Started(x, v, w, q, at.SLIPS)


def _velocity(given, support: np.ndarray, n: np.ndarray) -> np.ndarray:
    """Velocity of the centre: as given; with two numbers along the surface; at rest but for what the surface does."""
    if given is None:
        return (support @ n)*n
    velocity = np.asarray(given, float)
    if velocity.size == 2:
        if n[2] == 0.0:
            raise BadValue(_("start, velocity: on a vertical wall it needs three numbers"))
        lift = (n[0]*(velocity[0] - support[0]) + n[1]*(velocity[1] - support[1]))/n[2]
        velocity = np.array([velocity[0], velocity[1], support[2] - lift])
    return velocity


def check_wall(state: np.ndarray, a: float, name: str, wall: str, ground: Ground, is_solid: bool = False) -> float:
    """Raises BadValue where a ball is in a support that it does not start on; what lies behind a surface is free.

    Returns what it does there from the start on: it rolls or slips (mechanics/world/layout.py) where it touches
    that support, too, and neither leaves nor meets it; else its contact is open.

    a         radius of the ball [m]
    is_solid  nothing lies behind it but itself, as behind the faces of a plate: thinner than the ball, both of them may
              be within its reach, and the nearer one counts
    """
    pose = ground.pose
    r = pose.to_local(state[at.X:at.X + 3])
    if is_solid and (depth := _depth_in(r, a, ground)) > ROUNDED*a:
        raise BadValue(_("world, body '{name}': overlaps the support '{wall}' by {depth:.3g} m at the start").format(
            name=name, wall=wall, depth=depth))
    try:
        foot = ground.foot(r, a)
    except BadValue:
        # no point of the surface is near
        return at.OPEN
    gap = float((r - foot) @ ground.normal(foot)) - a
    if not min(ground.edges(foot), default=1.0) > 0.0:
        return at.OPEN
    if -2.0*a < gap < -ROUNDED*a:
        raise BadValue(_("world, body '{name}': overlaps the support '{wall}' by {depth:.3g} m at the start").format(
            name=name, wall=wall, depth=-gap))
    if abs(gap) > TOUCHED*a:
        return at.OPEN
    n = pose.rotation @ ground.normal(foot)
    v, w = state[at.V:at.V + 3], state[at.W:at.W + 3]
    support = pose.velocity_of(state[at.X:at.X + 3] - a*n)
    speed = max(float(np.linalg.norm(v)), float(np.linalg.norm(support)), a*float(np.linalg.norm(w)), 1e-6)
    if abs(float((v - support) @ n)) > SLIPLESS*speed:
        return at.OPEN
    return at.ROLLS if float(np.linalg.norm(v - support - a*cross(w, n))) <= SLIPLESS*speed else at.SLIPS


def _depth_in(r: np.ndarray, a: float, ground: Ground) -> float:
    """How deep a ball is in the face of a plate that is nearest to its centre r (3,) [m]; 0 where it is in none, or
    where that is an edge, which is round.
    """
    try:
        foot = ground.foot(r, 0.0)
    except BadValue:
        return 0.0
    way, n = r - foot, ground.normal(foot)
    beside = way - float(way @ n)*n
    return a - float(way @ n) if float(np.sqrt(beside @ beside)) <= TOUCHING*a else 0.0


def check_overlaps(states: np.ndarray, radii: list[float], names: tuple[str, ...], placed: list[bool]):
    """Raises BadValue where two balls overlap of which one at least is placed; states (n, STATE)."""
    x, a = states[:, at.X:at.X + 3], np.array(radii)
    for i, j in near_pairs(x, 2.0*float(a.max())):
        depth = a[i] + a[j] - float(np.linalg.norm(x[i] - x[j]))
        if (placed[i] or placed[j]) and depth > TOUCHING*(a[i] + a[j]):
            raise BadValue(_("world: the bodies '{one}' and '{two}' overlap by {depth:.3g} m at the start").format(
                one=names[i], two=names[j], depth=depth))


def near_pairs(x: np.ndarray, distance: float) -> list[tuple[int, int]]:
    """Returns all pairs i < j of points (n, 3) that are nearer than a distance, in their order."""
    order = np.argsort(x[:, 0], kind="stable")
    along = x[order, 0]
    lasts = np.searchsorted(along, along + distance)
    found = []
    for place, last in enumerate(lasts):
        behind = order[place + 1:last]
        if behind.size:
            square = ((x[behind] - x[order[place]])**2).sum(axis=1)
            found += [(min(order[place], j), max(order[place], j)) for j in behind[square < distance*distance]]
    return sorted((int(i), int(j)) for i, j in found)

"""A body with corners as a world of its own (mechanics/world/corners): written down, started, and its system."""

from dataclasses import dataclass
from typing import cast

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.errors import BadValue
from sandbox.integration import hybrid
from sandbox.integration.mode_functions import ModeFunctions
from sandbox.mechanics import layout as lay
from sandbox.mechanics.world import energy
from sandbox.mechanics.world import frame as of_balls
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import frame, shown
from sandbox.mechanics.world.corners import layout as of
from sandbox.scene.bodies import Ball, Body
from sandbox.scene.start import Ground, Start
from sandbox.scene.world import World
from sandbox.systems.protocol import Data
from sandbox.systems.tables import ModeRow
from sandbox.systems.world.numbers import Room
from sandbox.systems.world.placing import Started
from sandbox.systems.world.system import WorldSystem
from sandbox.systems.world.table import cornered_rows
from sandbox.text import _

FUNCTIONS = ModeFunctions(lambda: (frame.step, energy.observe, of_balls.settle, shown.report))
# what bulges nowhere towards a body: the corners are the first of it that meet it
CARRYING = ("plane", "sphere inside")
# a gap or an overlap below this share of its size is contact: files carry about 12 digits
TOUCHING = 1e-9


def has_corners(world: World) -> bool:
    """Returns whether a body of a world has corners."""
    return any(isinstance(placed.body, Body) and placed.body.corners for placed in world.bodies)


def check_cornered(world: World):
    """Raises BadValue for what can't be followed beside or under a body with corners."""
    body = next(placed.body for placed in world.bodies if isinstance(placed.body, Body) and placed.body.corners)
    if world.joints:
        raise BadValue(_("world: a body with flat faces is not yet held by joints, nor lies on what hangs on a hinge"))
    if len(body.corners) > of.MOST_CORNERS:
        raise BadValue(_("body '{name}': has {found} corners, at most {most} are followed").format(
            name=body.name, found=len(body.corners), most=of.MOST_CORNERS))
    if len(body.corners) == 2:
        # a line stops where an edge would meet it between its ends (corners/frame.py)
        return
    for name, on in world.supports.items():
        if on.surface.name not in CARRYING or on.surface.edges:
            raise BadValue(_("world, support '{name}': a body with flat faces lies on planes and in balls that have no "
                             "edge; its own edges do not feel others yet").format(name=name))
        if body.rounding == 0.0 and on.surface.name != "plane":
            raise BadValue(_("world, support '{name}': what lies on it needs rounded corners; sharp ones lie on planes "
                             "only").format(name=name))


@dataclass(frozen=True)
class CorneredRoom(Room):
    """As Room, with what a body with corners needs besides."""

    @property
    def rest_at(self) -> int:
        """Where the pose of rest begins in y."""
        return super().size

    @property
    def size(self) -> int:
        """Numbers of the state."""
        return self.rest_at + of.REST

    def parameters(self) -> np.ndarray:
        """Returns p with its head filled in, scratch at its end."""
        return np.concatenate((super().parameters(), np.zeros(of.BODY)))

    def given(self, p: np.ndarray) -> np.ndarray:
        """Returns the places of p that hold: of the body what it is."""
        body = self.shape_at(p, self.shapes)
        return np.concatenate((super().given(p), np.arange(body + of.CORNERS, body + of.COUNT)))

    def state(self) -> np.ndarray:
        """Returns a state in which nothing touches or rests."""
        y = super().state()
        y[self.rest_at + of.RESTS_ON] = -1.0
        return y


@dataclass(frozen=True, eq=False)
class CorneredSystem(WorldSystem):
    """A body with corners on supports: an Automaton (systems/protocol.py)."""

    functions: ModeFunctions = FUNCTIONS

    def reconsidered(self, t: float, y: np.ndarray, p: np.ndarray, calls: np.ndarray) -> np.ndarray:
        """Returns a state in which each corner does what it can."""
        return reconsidered_corners(t, y, p, calls)

    def rows(self) -> tuple[ModeRow, ...]:
        """Returns the table of what it does."""
        return cornered_rows(self.functions.all_entries)


def reconsidered_corners(t: float, y: np.ndarray, p: np.ndarray, calls: np.ndarray) -> np.ndarray:
    """Returns a state in which each corner does what it can."""
    found = np.empty_like(y)
    hybrid.evaluate(frame.reconsider.address, t, y, p, calls, found)
    return found


def passes_edge(room: Room, data: Data) -> bool:
    """Returns whether a line is stopped by an edge within the next frame."""
    return bool(0.0 < data.p[room.shape_at(data.p, room.shapes) + of.EDGE_AT] - data.t <= data.h)


def reach_of_corners(body: Ball | Body) -> float:
    """Returns how far a body with corners reaches from its mass centre [m]."""
    body = cast(Body, body)
    return float(max(np.linalg.norm(_points(body), axis=1))) + body.rounding


def _points(body: Body) -> np.ndarray:
    """Its corners (n, 3) from the mass centre, body axes [m]."""
    return np.asarray(body.corners, float) - body.mass_centre


def put_corners(body: Body, room: Room, p: np.ndarray):
    """Writes a body with corners to p."""
    numbers, start = p[room.balls_at:][:at.BALL], room.shape_at(p, 0)
    numbers[at.SHAPE], numbers[at.SHAPE_AT] = 1.0, start
    inertia = np.asarray(body.inertia, float)
    p[start + at.TENSOR:][:9], p[start + at.INVERSE_TENSOR:][:9] = inertia.ravel(), np.linalg.inv(inertia).ravel()
    p[start + at.LENGTH] = body.size
    own, points = p[start + at.SHAPE_SIZE:], _points(body)
    own[of.CORNERS], own[of.ROUNDING] = len(points), body.rounding
    own[of.POINTS:of.POINTS + points.size] = points.ravel()


def started_cornered(body: Body, start: Start, name: str, ground: Ground) -> Started:
    """Returns the start of a body with corners, laboratory frame; or BadValue.

    Its lowest corner, along the normal, is `height` above the surface; `at` is the point below its mass centre.
    """
    pose, size = ground.pose, float(np.linalg.norm(start.orientation))
    if not size > 0.0:
        raise BadValue(_("start, orientation: got the zero quaternion"))
    orientation = np.asarray(start.orientation, float)/size
    points = _points(body) @ np.array(matrix_of(*orientation)).reshape(3, 3).T
    if start.mass_centre is not None:
        x = np.asarray(start.mass_centre, float)
        _foot, n = _below(ground, pose.to_local(x), body.size)
        n = pose.rotation @ n
    else:
        at_ = np.asarray(start.at, float)
        foot = ground.drop(*at_) if at_.size == 2 else ground.foot(pose.to_local(at_), 0.0)
        n = pose.rotation @ ground.normal(foot)
        x = pose.to_lab(foot) + n*(body.rounding - float((points @ n).min()))
    x = x + start.height*n
    gaps = np.array([_gap(ground, pose.to_local(x + point), body) for point in points])
    if start.mass_centre is None:
        # on what bends the lowest corner is the nearest only about
        for _turn in range(50):
            x = x + (start.height - gaps.min())*n
            gaps = np.array([_gap(ground, pose.to_local(x + point), body) for point in points])
            if abs(gaps.min() - start.height) <= 1e-15*body.size:
                break
    if gaps.min() < -TOUCHING*body.size:
        raise BadValue(_("world, body '{name}': overlaps the surface '{surface}' by {depth:.3g} m at the start").format(
            name=name, surface=ground.name, depth=-gaps.min()))
    omega = None if start.omega is None else np.asarray(start.omega, float)
    carried = pose.velocity_of(x)
    if start.velocity is None:
        return Started(x, carried, pose.spin + start.spin*n if omega is None else omega, orientation, at.OPEN)
    v = np.asarray(start.velocity, float)
    if v.size == 2:
        v = np.array([v[0], v[1], carried[2] - ((v[:2] - carried[:2]) @ n[:2])/n[2] if n[2] != 0.0 else 0.0])
    return Started(x, v, start.spin*n if omega is None else omega, orientation, at.OPEN)


def _gap(ground: Ground, local: np.ndarray, body: Body) -> float:
    """Gap of a corner whose sphere has its centre at a local point; inf where it is beyond an edge."""
    foot, n = _below(ground, local, body.rounding)
    if not all(distance > 0.0 for distance in ground.edges(foot)):
        return np.inf
    return float(n @ (local - foot)) - body.rounding


def _below(ground: Ground, local: np.ndarray, offset: float) -> tuple[np.ndarray, np.ndarray]:
    """The local point of a surface below another, and the normal there; offset: about how far it is away [m]."""
    if ground.name in ("plane", "board"):
        return np.array((local[0], local[1], 0.0)), np.array((0.0, 0.0, 1.0))
    if ground.name == "block":
        *half, rounding = ground.p[lay.SURFACE:lay.SURFACE + 4]
        core = np.clip(local, -np.array(half), half)
        # of a point within the box that is swept its upper side, as of a plane
        way = local - core if np.any(local != core) else np.array((0.0, 0.0, 1.0))
        n = way/np.linalg.norm(way)
        return (core if np.any(local != core) else np.array((local[0], local[1], half[2]))) + rounding*n, n
    foot = ground.foot(local, offset)
    return foot, ground.normal(foot)

"""What the hand could take hold of at a point of the picture, and how that is shown before it is pressed."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from sandbox.systems.bodies_seen import column_of
from sandbox.ui.hand.parameters import numbers_of_start
from sandbox.ui.hand.plane import circle, unit
from sandbox.ui.hand.pull import Scenery
from sandbox.ui.hand.reposition import arrow_of, ring_radius
from sandbox.ui.hand.sketch import Dot, Stroke
from sandbox.ui.hand.starting import can_start
from sandbox.ui.hand.support import handle_of, rate_of, tilt_of

GRAB, MISS = 24.0, 48.0        # [px] beside a body: that still means it, and that means nothing else
SLACK, FINGER = 6.0, 22.0      # [px] beside a handle that still mean it, for a mouse and for a finger
TIP, LINE = 12.0, 7.0          # [px] the same of the tip of an arrow and of a ring
CLOSE, LEAST = 2.0, 24.0       # radii of a body, and [px], from its centre within which a hand is near it
MOVES = 0.25                   # [1/s] radii per second above which a body moves
AROUND = 30.0                  # [px] around the ring of a body in which its handles are shown
OUTER = 0.93                   # share of the radius of a support beyond which it is its rim


@dataclass(frozen=True)
class Target:
    """Something to take hold of.

    kind    "body", "aim", "twist", "rim" or "tilt";  body  its index
    point   (3,) that was met, laboratory [m], or None
    """

    kind: str
    body: int = 0
    point: np.ndarray | None = None


def distance(points, x: float, y: float, is_closed: bool = True) -> float:
    """Returns the distance [px] of a point from a line through points (n, 2), inf where none of it is seen."""
    points = np.asarray(points, dtype=float)
    a, b = (points, np.roll(points, -1, axis=0)) if is_closed else (points[:-1], points[1:])
    along, to = b - a, np.array((x, y)) - a
    with np.errstate(all="ignore"):
        share = np.clip((to*along).sum(axis=1)/np.maximum((along*along).sum(axis=1), 1e-12), 0.0, 1.0)
        far = np.hypot(*(to - share[:, None]*along).T)
    far = far[np.isfinite(far)]
    return float(far.min()) if len(far) else np.inf


class Targets:
    """Finds targets in the present picture."""

    def __init__(self, scenery: Scenery):
        self._scenery = scenery
        # is_for_cue(body): whether a cue hits it now, which is how its velocity is given then
        self.is_for_cue = lambda _body: False

    @property
    def _run(self):
        return self._scenery.player.simulation

    @property
    def _state(self):
        return self._scenery.player.snapshot.bodies[0]

    @property
    def _selected(self) -> int:
        return self._scenery.player.focus.body

    def is_loose(self, body: int) -> bool:
        """Whether a body is one, and not part of the scenery."""
        bodies = self._run.bodies
        return 0 <= body < len(bodies) and getattr(bodies[body], "traces", "plane") != "nothing"

    def can(self, kind: str) -> bool:
        """Whether the start of the present run can be dragged in that way: "body", "aim" or "twist".

        It is that of the first body, and the arrows are those of the one in focus.
        """
        if self._selected != 0 or kind != "body" and self.is_for_cue(0):
            return False
        if can_start(self._run):
            return True
        return bool(numbers_of_start(self._run.scene, {"body": "m", "aim": "m/s", "twist": "rad/s"}[kind]))

    def at(self, x: float, y: float, waits: bool, is_touch: bool = False) -> Target | None:
        """Returns what is at a point of the picture [px], None where only the camera can be moved.

        waits   the run does not go on: the start can be changed
        """
        reach, slack = self._scenery.reach, FINGER if is_touch else SLACK
        if reach.eye is None:
            return None
        if waits and self.can("aim") and distance(self._tip(), x, y, False) < max(TIP, slack):
            return Target("aim")
        hit = reach.pick(x, y)
        if hit is not None and hit.body is not None and self.is_loose(hit.body):
            return Target("body", hit.body, hit.point)
        # handles are narrower than what is taken for a body beside them
        if waits and self.can("twist") and distance(self._ring(), x, y) < max(LINE, 0.7*slack):
            return Target("twist")
        if self._is_at_tilt(x, y, max(TIP, slack)):
            return Target("tilt")
        near = self._beside(x, y, GRAB)
        if near is not None:
            return Target("body", near.body, near.point)
        return self._of_support(x, y, hit, slack) if hit is None or hit.body is None else None

    def _beside(self, x: float, y: float, slack: float):
        """The Hit of the loose body that is nearest to a point of the picture [px] and not farther than `slack`."""
        hit = self._scenery.reach.pick(x, y, slack, self.is_loose)
        return hit if hit is not None and hit.body is not None and self.is_loose(hit.body) else None

    def is_missed(self, x: float, y: float) -> bool:
        """Whether a press that meets nothing was meant for a body beside: the camera does not turn for it."""
        return self._scenery.reach.eye is not None and self._beside(x, y, MISS) is not None

    def is_close(self, x: float, y: float) -> bool:
        """Whether a point of the picture [px] is within CLOSE radii of a body that moves."""
        reach = self._scenery.reach
        if reach.eye is None or self._run is None:
            return False
        bodies = self._scenery.player.snapshot.bodies
        loose = [k for k in range(len(bodies)) if self.is_loose(k)]
        if not loose:
            return False
        centres, speeds = column_of(bodies, "centre")[loose], column_of(bodies, "velocity")[loose]
        sizes = np.array([self._run.bodies[k].size for k in loose])
        spins = np.linalg.norm(column_of(bodies, "angular_velocity")[loose], axis=1)
        moves = np.maximum(np.linalg.norm(speeds, axis=1)/np.maximum(sizes, 1e-12), spins) > MOVES
        with np.errstate(invalid="ignore"):
            away = np.hypot(*(reach.eye.project(centres) - (x, y)).T)
        depth = np.maximum((centres - reach.eye.place) @ reach.eye.forward, 1e-9)
        wide = 0.5*reach.eye.height*sizes/(reach.eye.scale*depth)
        return bool((moves & (away < np.maximum(CLOSE*wide, LEAST))).any())

    def _is_at_tilt(self, x: float, y: float, slack: float) -> bool:
        tilt = tilt_of(self._run)
        place = None if tilt is None else handle_of(self._scenery, tilt[1])
        return place is not None and distance(self._scenery.reach.eye.project(np.array((place, place))), x, y,
                                              False) < slack

    def _of_support(self, x: float, y: float, hit, slack: float) -> Target | None:
        if rate_of(self._run) is None:
            return None
        rim = self._scenery.reach.rim()
        if rim is None:
            return None
        if hit is not None:
            position, axes = self._scenery.reach.pose()
            radius = float(np.hypot(*((rim[0] - position) @ axes)[:2]))
            local = (hit.point - position) @ axes
            return Target("rim", point=hit.point) if float(np.hypot(*local[:2])) > OUTER*radius else None
        return Target("rim") if distance(self._scenery.reach.eye.project(rim), x, y) < slack else None

    def _tip(self) -> np.ndarray:
        """The tip of the velocity's arrow (2, 2) [px], twice."""
        tip = arrow_of(self._scenery, self._state)[1]
        return self._scenery.reach.eye.project(np.array((tip, tip)))

    def _ring(self) -> np.ndarray:
        """The ring around the first body (n, 2) [px]."""
        eye, state = self._scenery.reach.eye, self._state
        return eye.project(circle(state.centre, unit(state.normal), ring_radius(self._scenery, state), eye.right))

    def is_near(self, x: float, y: float) -> bool:
        """Whether a point of the picture [px] is so near the first body that its handles are shown."""
        eye, state = self._scenery.reach.eye, self._state
        middle = eye.project(state.centre)[0]
        reach = float(np.nan_to_num(np.hypot(*(self._ring() - middle).T)).max()) + AROUND
        return bool(np.hypot(*(middle - (x, y))) < reach or distance(self._tip(), x, y, False) < AROUND)

    def sketch(self, target: Target | None, shows_handles: bool, is_selected: bool) -> list:
        """Returns what is drawn while nothing is held: the outline of a body, the handles of a start, the rim."""
        reach = self._scenery.reach
        eye, items = reach.eye, []
        if eye is None:
            return []
        if target is not None and target.kind == "rim":
            rim = reach.rim()
            if rim is not None:
                items.append(Stroke(eye.project(rim), "AMBER", 2.5, is_closed=True))
        tilt = tilt_of(self._run)
        if tilt is not None and target is not None and target.kind in ("rim", "tilt"):
            place = handle_of(self._scenery, tilt[1])
            if place is not None:
                items.append(Dot(eye.project(place)[0], "AMBER", 9.0 if target.kind == "tilt" else 7.0))
        if shows_handles:
            items += self._handles(target)
        if is_selected or (target is not None and target.kind == "body"):
            body = target.body if target is not None and target.kind == "body" else self._selected
            items.append(Stroke(reach.outline(body), width=2.5, is_closed=True))
        return items

    def _handles(self, target: Target | None) -> list[Any]:
        items: list[Any] = []
        kind = "" if target is None else target.kind
        if self.can("twist"):
            items.append(Stroke(self._ring(), "ROSE", 3.0 if kind == "twist" else 1.5, is_closed=True, is_dashed=True))
        if self.can("aim"):
            base, tip, _scale = arrow_of(self._scenery, self._state)
            if np.array_equal(base, tip):
                # at rest: where an arrow can be drawn out from
                centre = self._scenery.reach.eye.project(np.array((self._state.centre, tip)))
                items.append(Stroke(centre, "GREEN", 1.5, is_dashed=True))
            items.append(Dot(self._tip()[0], "GREEN", 9.0 if kind == "aim" else 7.0))
        return items

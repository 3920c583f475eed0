"""Aiming a challenge by a drag in the picture: an arrow from the body, while it waits at its start."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from sandbox.qt.core import Qt
from sandbox.text import _
from sandbox.ui.hand.plane import on_plane, unit
from sandbox.ui.hand.pull import Scenery
from sandbox.ui.hand.sketch import Dot, Stroke, Words
from sandbox.ui.hand.targets import Target
from sandbox.ui.play.session import Session

AXES = {"vx": (1.0, 0.0, 0.0), "vy": (0.0, 1.0, 0.0)}
# what a drag would begin that is no try of a challenge: another place, another throw, another spin
STARTS = ("body", "aim", "twist")


class Throw:
    """Draws an arrow from the body: each metre of it is a speed, `rate` [1/s]; let go, the speed is that of the try.

    axes   free parameter -> unit vector (3,) of the laboratory along which it counts
    """

    cursor = Qt.CursorShape.CrossCursor
    needs_play = False
    body = 0

    def __init__(self, scenery: Scenery, session: Session, axes: Mapping[str, tuple]):
        self._scenery, self._session, self._axes = scenery, session, axes
        self.run = scenery.player.simulation
        state = scenery.player.snapshot.bodies[0]
        self._base, self._normal = np.asarray(state.centre, float), unit(state.normal)
        parameters = [session.scene.parameter(name) for name in axes]
        self._ends = {p.name: (p.low, p.high) for p in parameters}
        # a metre is the speed that is the end of the range, so that the finest aiming is a pixel's part of it
        self.rate = max(abs(end) for ends in self._ends.values() for end in ends)
        self.wanted: dict[str, float] = {}

    def drag(self, x: float, y: float, _modifiers: int):
        eye = self._scenery.reach.eye
        if eye is None:
            return
        along = on_plane(eye, x, y, self._base, self._normal) - self._base
        self.wanted = {name: round(float(np.clip(self.rate*float(along @ np.array(axis)), *self._ends[name])), 4)
                       for name, axis in self._axes.items()}

    def wheel(self, _notches: float):
        """Nothing: the wheel has no part in a throw."""

    def end(self, is_clean: bool):
        if is_clean and self.wanted:
            self._session.set_all(self.wanted)

    def sketch(self) -> list:
        eye = self._scenery.reach.eye
        if eye is None:
            return []
        velocity = sum((self.wanted.get(name, 0.0)*np.array(axis) for name, axis in self._axes.items()), np.zeros(3))
        points = eye.project(np.array((self._base, self._base + velocity/self.rate)))
        text = _("v = {speed:.3g} m/s").format(speed=float(np.linalg.norm(velocity)))
        return [Stroke(points, "GREEN", 3.0, is_arrow=True), Dot(points[1], "GREEN"), Words(points[1], text)]


class ChallengeHand:
    """What the mouse may do to bodies while a challenge is played.

    is_hit   is_hit(body) whether a body is to be hit with the cue now
    """

    def __init__(self, scenery: Scenery, session: Session, is_hit: Callable[[int], bool]):
        self._scenery, self._session, self._is_hit = scenery, session, is_hit

    def __call__(self, target: Target) -> tuple[bool, Any]:
        """Returns whether a press on a target is the challenge's, and the gesture that it begins, or None."""
        session = self._session
        challenge, run = session.challenge, session.run
        if challenge is None or run is None or target.kind not in STARTS:
            return False, None
        if target.kind == "body" and self._is_hit(target.body):
            return False, None
        axes = {name: AXES[name] for name in challenge.free if name in AXES}
        if "aim" in challenge.by and axes and target.kind != "twist" and run.t == 0.0 \
                and not self._scenery.player.is_playing:
            return True, Throw(self._scenery, session, axes)
        if "hand" in challenge.by and self._scenery.player.is_playing:
            return False, None
        self._scenery.say(_("Locked while a challenge is played: the card has what is free.") if not axes else
                          _("A throw begins at the start: the button on the card goes there."), "note")
        return True, None

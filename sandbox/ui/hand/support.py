"""The hand on the support: its rim is dragged to spin it, a handle to tilt it; both are live parameters."""

from collections import deque
from itertools import count

import numpy as np

from sandbox.qt.core import Qt
from sandbox.scene.parameter import Parameter
from sandbox.text import _, unit_text
from sandbox.ui.hand.plane import angle_about, on_line, on_plane, turned_by, unit
from sandbox.ui.hand.pull import Scenery
from sandbox.ui.hand.sketch import Dot, Stroke, Words

WINDOW = 0.12            # [s] over which the speed of the hand is measured
DEAD = 4.0               # [px] along the rim before it is turned
KEY_STEPS = 160          # steps of a key through the whole range of a parameter
DIGITS = 3               # of a rate that was given by hand

_numbers = count(1)


def rate_of(run) -> Parameter | None:
    """Returns the live parameter that is the rate of the support, None where there is none."""
    motion = getattr(run.system, "motion", None)
    name = getattr(getattr(motion, "angle", None), "live", "")
    if name and name in run.live and motion.angle.order == 1:
        return run.scene.parameter(name)
    rates = [p for p in run.scene.parameters if p.name in run.live and p.unit == "rad/s"]
    return rates[0] if len(rates) == 1 else None


def tilt_of(run) -> tuple[Parameter, np.ndarray] | None:
    """Returns the live parameter that is a tilt of the support and the axis (3,) of it, None where there is none."""
    motion = getattr(run.system, "motion", None)
    for signal, axis in (("tilt", "tilt_axis"), ("second_tilt", "second_axis")):
        name = getattr(getattr(motion, signal, None), "live", "")
        if name and name in run.live and getattr(motion, signal).order == 0:
            return run.scene.parameter(name), unit(getattr(motion, axis))
    return None


def rounded(value: float, parameter: Parameter) -> float:
    """Returns a value within the range of a parameter, with few digits."""
    span = parameter.high - parameter.low
    value = min(max(value, parameter.low), parameter.high)
    grain = 10.0**np.floor(np.log10(span))/10.0**DIGITS
    return float(min(max(round(value/grain)*grain, parameter.low), parameter.high))


class Turn:
    """The rim of a support is dragged: its rate becomes that of the hand, and stays when it is let go."""

    cursor = Qt.CursorShape.ClosedHandCursor
    needs_play = None

    def __init__(self, scenery: Scenery, parameter: Parameter, x: float, y: float):
        self._scenery, self.parameter = scenery, parameter
        position, axes = scenery.reach.pose()
        self._centre, self._axis = position, axes[:, 2]
        rim = scenery.reach.rim()
        self._centre = rim.mean(axis=0) if rim is not None else position
        self._angle = self._begin = self._angle_at(x, y)
        self._turned, self._is_on = 0.0, False
        self._place = self._first = np.array((x, y))
        self._seen: deque = deque(((scenery.now(), 0.0),), maxlen=64)
        self._gesture = 2_000_000 + next(_numbers)

    def _angle_at(self, x: float, y: float) -> float:
        eye = self._scenery.reach.eye
        return angle_about(on_plane(eye, x, y, self._centre, self._axis), self._centre, self._axis, (1.0, 0.0, 0.0))

    def drag(self, x: float, y: float, _modifiers: int):
        if self._scenery.reach.eye is None:
            return
        now = self._angle_at(x, y)
        self._turned += turned_by(now, self._angle)
        self._angle, self._place = now, np.array((x, y))
        self._is_on = self._is_on or float(np.hypot(*(self._place - self._first))) > DEAD

    def tick(self):
        """Gives the support the rate that the hand had in the last moments; a hand that rests holds it."""
        now = self._scenery.now()
        self._seen.append((now, self._turned))
        while len(self._seen) > 2 and self._seen[1][0] <= now - WINDOW:
            self._seen.popleft()
        (before, angle), span = self._seen[0], WINDOW
        if self._is_on and now - before >= 0.5*span:
            self._set((self._turned - angle)/(now - before))

    def _set(self, rate: float):
        value, wanted = rounded(rate, self.parameter), self._scenery.player.wanted
        if wanted is not None and self.parameter.name in wanted.values \
                and value != wanted.values[self.parameter.name]:
            self._scenery.change(self.parameter.name, value, self._gesture)

    def wheel(self, _notches: float):
        """A rim has nothing nearer or farther."""

    def end(self, _is_clean: bool):
        """The support goes on with the rate it has."""

    def sketch(self) -> list:
        rim, eye = self._scenery.reach.rim(), self._scenery.reach.eye
        if rim is None or eye is None:
            return []
        wanted = self._scenery.player.wanted
        text = words_of(self.parameter, wanted.values.get(self.parameter.name)) if wanted is not None else ""
        return [Stroke(eye.project(rim), "AMBER", 3.0, is_closed=True), Dot(self._place, "AMBER", 5.0),
                Words(self._place, text)]


class Tilt:
    """A handle at the rim is dragged up or down: the support leans."""

    cursor = Qt.CursorShape.SizeVerCursor
    needs_play = None

    def __init__(self, scenery: Scenery, parameter: Parameter, axis, x: float, y: float):
        self._scenery, self.parameter = scenery, parameter
        place = handle_of(scenery, axis)
        position, axes = scenery.reach.pose()
        self._axis = axes[:, 2]
        self._arm = max(float(np.linalg.norm(place - position)), 1e-6)
        self._place, self._before = place, float(scenery.player.wanted.values[parameter.name])
        self._shift = float((on_line(scenery.reach.eye, x, y, place, self._axis) - place) @ self._axis)
        self._gesture = 2_000_000 + next(_numbers)

    def drag(self, x: float, y: float, _modifiers: int):
        eye = self._scenery.reach.eye
        if eye is None:
            return
        lift = float((on_line(eye, x, y, self._place, self._axis) - self._place) @ self._axis) - self._shift
        value = rounded(self._before + float(np.arctan2(lift, self._arm)), self.parameter)
        if value != self._scenery.player.wanted.values.get(self.parameter.name):
            self._scenery.change(self.parameter.name, value, self._gesture)

    def wheel(self, _notches: float):
        """A handle has nothing nearer or farther."""

    def end(self, _is_clean: bool):
        """The support stays as it leans."""

    def sketch(self) -> list:
        eye, wanted = self._scenery.reach.eye, self._scenery.player.wanted
        if eye is None or wanted is None:
            return []
        place = eye.project(self._place)[0]
        return [Dot(place, "AMBER"), Words(place, words_of(self.parameter, wanted.values.get(self.parameter.name)))]


def handle_of(scenery: Scenery, axis) -> np.ndarray | None:
    """Returns the place (3,) of the handle that tilts a support about an axis (3,) [m], None without a round rim.

    A rotation about the axis lifts it.
    """
    rim = scenery.reach.rim()
    if rim is None:
        return None
    position, axes = scenery.reach.pose()
    lifted = np.cross(np.asarray(axis, dtype=float), rim - position) @ axes[:, 2]
    return rim[int(lifted.argmax())]


def words_of(parameter: Parameter, value) -> str:
    """Returns a parameter with its value and unit in words."""
    name = _(parameter.about) or parameter.name
    return f"{name}: {value:.3g} {unit_text(parameter.unit)}" if isinstance(value, float) else name


def nudge(scenery: Scenery, parameter: Parameter, steps: int):
    """Changes a live parameter by a number of key steps."""
    wanted = scenery.player.wanted
    if wanted is not None:
        by = steps*(parameter.high - parameter.low)/KEY_STEPS
        scenery.change(parameter.name, rounded(float(wanted.values[parameter.name]) + by, parameter))

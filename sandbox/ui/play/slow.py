"""How a try missed, shown slowly: its last half second at an eighth of the speed, from the side, with the gap."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import atan2, radians
from typing import Any

import numpy as np

from sandbox.qt.core import QObject
from sandbox.run.judge import Reading
from sandbox.scene.marks import Mark
from sandbox.ui.playback import run_steps
from sandbox.ui.playback.player import Player

LAST, SPEED = 0.5, 1/8       # [s] of the run that are shown, and how fast
AROUND = 1.5                 # half height of the picture in gaps: the gap is a third of it
ELEVATION = radians(20.0)


@dataclass(frozen=True)
class Sights:
    """What a window does for it.

    speed, set_speed   how fast a run is shown;  camera() -> how it is looked at;  look(camera)  looks so
    look_at(middle, azimuth, elevation, size)   [m, rad]
    show_marks         draws marks;  is_calm()  whether motions that nobody asked for are unwanted
    """

    speed: Callable[[], float]
    set_speed: Callable[[float], object]
    camera: Callable[[], Any]
    look: Callable[[Any], object]
    look_at: Callable[[np.ndarray, float, float, float], object]
    show_marks: Callable[[Sequence], object]
    is_calm: Callable[[], bool]


class SlowMiss(QObject):
    """Shows the end of a miss; whatever a person begins meanwhile ends it."""

    def __init__(self, player: Player, sights: Sights, parent: QObject | None = None):
        super().__init__(parent)
        self._player, self._sights = player, sights
        self._until: float | None = None
        self._before: tuple[float, Any] | None = None
        player.framed.connect(self._look)
        player.started.connect(lambda _run, _reason: self.end())

    @property
    def is_on(self) -> bool:
        """Whether it is being shown, or its last picture stands."""
        return self._before is not None

    def begin(self, reading: Reading, marks: Sequence[Mark], least: float):
        """Shows how near it came, or when the number was taken that is missed; of what has neither nothing is shown.

        least   half height of the picture at least [m]
        """
        run = self._player.simulation
        if run is None or not (reading.apart or reading.moment) or self._sights.is_calm():
            return
        # one that was judged at rest ends before
        until = min(reading.t if reading.apart else reading.moment[0], run.t)
        first = max(0.0, until - LAST)
        self._before = self._sights.speed(), self._sights.camera()
        if reading.apart:
            body, middle = (np.array(point) for point in reading.apart)
            marks = (*marks, Mark("gap", "gap", (tuple(body.tolist()), tuple(middle.tolist())), 0.0))
        else:
            body, middle = (self._centre(t, reading.moment[1]) for t in (until, first))
        gap = body - middle
        self._player.travel.go(run_steps.step_of(first, run.step_rate))
        self._until = until
        self._sights.show_marks(marks)
        # across the gap, or across the way that is seen, so that all of it is seen
        self._sights.look_at(0.5*(body + middle), -atan2(gap[1], gap[0]), ELEVATION,
                             max(least, AROUND*float(np.linalg.norm(gap))))
        self._sights.set_speed(SPEED)
        self._player.play()

    def _centre(self, t: float, body: int) -> np.ndarray:
        """Goes to an instant [s] and returns where the centre of a body is then (3,) [m]."""
        run = self._player.simulation
        assert run is not None
        self._player.travel.go(run_steps.step_of(t, run.step_rate))
        return np.array(run.snapshot().bodies[body].centre)

    def hold(self, camera: Any):
        """Looks otherwise until the next try, at what is to be seen of the end of this one."""
        self._before = self._sights.speed(), self._sights.camera()
        self._sights.look(camera)

    def end(self):
        """The camera and the speed are as they were."""
        before, self._before, self._until = self._before, None, None
        if before is not None:
            speed, camera = before
            self._sights.set_speed(speed)
            self._sights.look(camera)

    def _look(self):
        run = self._player.simulation
        if self._until is None or run is None:
            return
        if not self._player.is_playing:
            # somebody stopped it: it stays where it is
            self._until = None
        elif run.t >= self._until:
            self._until = None
            self._player.pause()

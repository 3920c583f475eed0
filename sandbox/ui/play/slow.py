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
        """Shows how near it came; without a place where that was there is nothing to be shown.

        least   half height of the picture at least [m]
        """
        run = self._player.simulation
        if run is None or not reading.apart or self._sights.is_calm():
            return
        body, middle = (np.array(point) for point in reading.apart)
        gap = body - middle
        self._before = self._sights.speed(), self._sights.camera()
        # one that was judged at rest ends before
        self._until = min(reading.t, run.t)
        self._player.travel.go(run_steps.step_of(max(0.0, self._until - LAST), run.step_rate))
        self._sights.show_marks((*marks, Mark("gap", "gap", (tuple(body.tolist()), tuple(middle.tolist())), 0.0)))
        # across the gap, so that all of it is seen
        self._sights.look_at(0.5*(body + middle), -atan2(gap[1], gap[0]), ELEVATION,
                             max(least, AROUND*float(np.linalg.norm(gap))))
        self._sights.set_speed(SPEED)
        self._player.play()

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

"""What comes after the end of a run: its last second in slow motion, and all of it again where it was over at once."""

from collections.abc import Callable

from sandbox.qt.core import QObject, QTimer
from sandbox.scene.presentation.showing import SPEEDS
from sandbox.text import _
from sandbox.ui.playback import run_steps
from sandbox.ui.playback.player import Player

LAST, SLOW = 1.0, 1/8        # [s] of a run that are shown again, and how fast
ENOUGH = 5.0                 # [s] of the wall clock for which there is something to see, at least
PAUSE = 1500                  # [ms] for which one looks at an end before it is all shown again


def is_over_soon(t: float, speed: float) -> bool:
    """Returns whether a run of t seconds [s], shown at a speed, is over before one has seen it."""
    return t < ENOUGH*speed


def slow_speed(speed: float) -> float:
    """Returns the speed of slow motion of what was shown at a speed: slower than that in any case."""
    return max(SPEEDS[0], min(SLOW, max((one for one in SPEEDS if one < speed), default=SPEEDS[0])))


class Replay(QObject):
    """Shows what is in the history of a run again, in a loop.

    set_speed   set_speed(speed) of the window;  note  note(text) shows a passing note
    is_calm     is_calm(): whether the person wants nothing to move by itself
    """

    def __init__(self, parent: QObject, player: Player, set_speed: Callable, note: Callable, is_calm: Callable):
        super().__init__(parent)
        self._player, self._set_speed, self._note, self._is_calm = player, set_speed, note, is_calm
        self._speed: float | None = None        # what held before slow motion, and holds again for the next run
        self._at_end = None                     # the run whose end is looked at
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._again)
        player.ended.connect(lambda _event: self._on_ended())
        player.started.connect(lambda _run, _reason: self._forget())

    def last_second(self):
        """Shows the last second up to the newest state slowly, again and again."""
        run = self._player.simulation
        if run is None or run_steps.last_step(run) == 0:
            return
        self._timer.stop()
        end = run_steps.last_step(run)
        speed = self._player.pace.speed
        if self._speed is None:
            self._speed = speed
            self._set_speed(slow_speed(speed))
        self._loop(max(0, end - round(LAST*run.step_rate)), end)
        self._note(_("the last second in slow motion, again and again; Space stops it"))

    def _loop(self, a: int, b: int):
        travel = self._player.travel
        travel.loop.mark(a, b)
        travel.go(a)
        # a run that no longer knows that step stays where it is
        if run_steps.current(self._player.simulation) != b:
            self._player.play()

    def _on_ended(self):
        run = self._player.simulation
        if is_over_soon(run.t, self._player.pace.speed) and not self._is_calm() and not self._player.travel.loop.is_on:
            self._at_end = run
            self._timer.start(PAUSE)

    def _again(self):
        """Shows all of a run again that nobody has touched since it came to its end."""
        run, player = self._player.simulation, self._player
        if run is None or run is not self._at_end or player.is_playing or player.is_preparing or run.ended is None:
            return
        self._at_end = None
        self._loop(0, run_steps.last_step(run))
        self._note(_("over so soon that it is shown again and again; Space stops it"))

    def _forget(self):
        """Another run: it is shown as fast as the one before was."""
        self._timer.stop()
        self._at_end = None
        if self._speed is not None:
            if self._player.pace.speed == slow_speed(self._speed):
                self._set_speed(self._speed)
            self._speed = None

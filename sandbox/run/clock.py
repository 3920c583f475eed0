"""The wall clock decides how many equal steps are due, never how long a step is."""

from math import floor, isfinite

from sandbox.errors import BadValue
from sandbox.text import _

STEP_RATES = (240, 480, 960)     # steps that a run may make per second of simulated time
LONG_FRAMES = (15, 30, 60, 120)  # those of one of which nobody sees the frames, see frames.py


class Clock:
    """Counts the steps that wall time owes to the simulation.

        owed += min(now - last, max_owed)*speed,    steps = floor(owed*step_rate),    owed -= steps/step_rate

    step_rate  steps per second of simulated time [Hz]
    max_owed   longest wall time between two calls that is made good [s]

    Time beyond the cap is dropped, so a slow machine shows slow motion and a woken one does not run through hours.
    """

    def __init__(self, step_rate: float, max_owed: float = 0.25):
        if not (isfinite(step_rate) and step_rate > 0.0 and isfinite(max_owed) and max_owed > 0.0):
            raise ValueError(f"clock: step rate {step_rate} and cap {max_owed} need to be finite and positive")
        self.step_rate = step_rate
        self.max_owed = max_owed
        self.is_paused = False
        self._last: float | None = None
        self.reset()

    def reset(self):
        """Sets the owed and the dropped time to zero; the next call of `due` starts the count."""
        self._owed = 0.0         # simulated time not yet handed out [s]
        self._dropped = 0.0      # simulated time given up since the last reset [s]
        self._late = 0.0         # simulated time given up by the last call [s]
        self._last = None

    @property
    def behind(self) -> float:
        """Simulated time that was given up since the last reset [s]."""
        return self._dropped

    @property
    def is_late(self) -> bool:
        """Whether the last call of `due` gave time up."""
        return self._late > 0.0

    def drop(self, steps: int):
        """Gives up steps that were handed out: there was no time to make them."""
        self._late += steps/self.step_rate
        self._dropped += steps/self.step_rate

    def pause(self):
        """Stops the count; the fraction of a step that is owed already stays owed."""
        self.is_paused = True

    def resume(self):
        """Counts again from the next call of `due` on."""
        self.is_paused = False
        self._last = None

    def due(self, now: float, speed: float = 1.0) -> int:
        """Returns the number of steps to take at the wall time `now` [s] when simulated time runs at `speed` [1]."""
        self._late = 0.0
        last, self._last = self._last, now

        # a first look, a pause, a clock set back and nonsense all owe nothing
        passed = now - last if last is not None else 0.0
        if self.is_paused or not isfinite(passed) or passed <= 0.0 or not speed > 0.0:
            if not isfinite(now):
                self._last = last
            return 0

        # more than the cap is given up
        if passed > self.max_owed:
            self._late = (passed - self.max_owed)*speed
            self._dropped += self._late
            passed = self.max_owed
        owed = self._owed + passed*speed

        # whole steps are handed out, the fraction is kept
        steps = floor(owed*self.step_rate)
        self._owed = max(0.0, owed - steps/self.step_rate)
        return steps


def checked_step_rate(step_rate: int | str, known: tuple[int, ...] = STEP_RATES, more: tuple[str, ...] = ()) -> int:
    """Returns a step rate [Hz]; BadValue where it is none of those that are known, or of `more` that are told of."""
    if step_rate in known:
        return int(step_rate)
    raise BadValue(_("step rate: got {found}, needs one of {known} per second").format(
        found=step_rate, known=", ".join(map(str, (*known, *more)))))

"""How fast a run is wanted to go, how many steps are due, how fast it really goes, and how often plots follow it."""

from collections import deque

from sandbox.run.clock import Clock
from sandbox.scene.presentation import showing

LOOKS = 16      # over so many looks
FASTEST = float("inf")                          # as fast as the computer can
# simulated seconds per second that can be chosen
SPEEDS = (*showing.SPEEDS, FASTEST)
MOST_STEPS = 100_000                            # due at once

OFTEN, SELDOM = 0.05, 0.2                       # [s] between updates of plots: where that costs nothing, and at most
SHARE = 1/30                                    # of the time that they may take; to be painted takes about as much
LONGEST = 0.25                                  # [s] at most that a frame waits for the picture of the one before
NEWEST = 0.2                                    # weight of the newest one in what they usually take


class Pace:
    """Simulated seconds per second of wall time.

    speed  that is wanted;  eased  the share of it that is let through
    cost   main-thread time of the last frames [s]
    """

    def __init__(self):
        self.speed, self.eased = 1.0, 1.0
        self.cost = deque(maxlen=300)
        self._clock = Clock(240)
        self._trace = deque(maxlen=LOOKS)

    def begin(self, step_rate: int):
        """Another run."""
        self._clock = Clock(step_rate)
        self.forget()

    def resume(self):
        """Play goes on from now."""
        self._clock.resume()

    def ease(self, share: float):
        """Lets a share of the wanted speed through from now on."""
        if share != self.eased:
            self.eased = share
            self.forget()

    def forget(self):
        """Speed, run or play were changed: what was seen before does not count."""
        self._trace.clear()

    def due(self, now: float) -> int:
        """Steps to make now; more than there is time for when it is to go as fast as it can."""
        if self.speed == FASTEST:
            return MOST_STEPS
        return self._clock.due(now, self.speed*self.eased)

    def give_up(self, steps: int):
        """So many steps that were due were not made."""
        if self.speed != FASTEST:
            self._clock.drop(steps)

    def look(self, now: float, t: float):
        self._trace.append((now, t))

    @property
    def achieved(self) -> float:
        """Over the last seconds of play."""
        if len(self._trace) < 2:
            return 1.0 if self.speed == FASTEST else self.speed*self.eased
        (w0, t0), (w1, t1) = self._trace[0], self._trace[-1]
        return (t1 - t0)/(w1 - w0)

    @property
    def is_late(self) -> bool:
        """Whether the run is slower than wanted."""
        return self.speed != FASTEST and self.achieved < 0.9*self.speed*self.eased

    @property
    def behind(self) -> float:
        """Simulated time dropped in this run because the computer was late [s]."""
        return self._clock.behind

    @property
    def frame_ms(self) -> float:
        """Median main-thread time of a frame [ms]."""
        return 1000.0*sorted(self.cost)[len(self.cost)//2] if self.cost else 0.0


class Rest:
    """How long the page has the thread to itself after a frame: until its picture is there, no longer than that took.

    Its engine does one small thing per turn of the events: where frames are long a picture would take many of them.
    """

    def __init__(self):
        self._until = 0.0

    def begin(self, now: float, spent: float):
        """A frame is over at an instant [s] that took so long [s]."""
        self._until = now + min(spent, LONGEST)

    def is_on(self, now: float, is_drawing: bool) -> bool:
        """Whether the next frame has to wait at an instant [s]; is_drawing: the last one's picture is on its way."""
        return is_drawing and now < self._until


class Glances:
    """When plots are to follow the picture: less often where that takes long, the picture goes before them."""

    def __init__(self):
        self._last, self._usual = 0.0, 0.0

    def are_due(self, now: float) -> bool:
        """Whether they are to follow now [s]."""
        return now - self._last >= min(max(OFTEN, self._usual/SHARE), SELDOM)

    def took(self, now: float, seconds: float):
        """They followed at an instant [s], and it took so long."""
        self._last = now
        self._usual += NEWEST*(seconds - self._usual)

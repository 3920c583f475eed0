"""How fine the picture is: levels, who chooses them, and the governor that lowers them when the page is too slow."""

from dataclasses import dataclass

from sandbox.text import _

CHOICES = ("auto", "high", "low")
SLOW = 25.0            # [pictures/s] below which the picture is too slow
PATIENCE = 3.0         # [s] of being too slow before something is done
SETTLING = 2.0         # [s] after a scene was built in which nothing is judged


@dataclass(frozen=True)
class Level:
    """smooth: antialiased edges; slices: flat pieces around a support; rings: along its meridian; ball: around a ball;
    trail: longest ribbon in pieces; shadows: whether there are any."""

    name: str
    smooth: bool
    slices: int
    rings: int
    ball: int
    trail: int
    shadows: bool


HIGH = Level("high", True, 144, 33, 36, 1200, True)
LOW = Level("low", False, 72, 17, 24, 1200, True)
LOWEST = Level("lowest", False, 48, 13, 16, 200, False)
LADDER = (HIGH, LOW, LOWEST)


class Governor:
    """Holds the present level. The user's choice stands; with "auto" the renderer decides and slowness lowers it.

    choice   "auto", "high" or "low"
    level    present Level, or None before the renderer is known
    """

    def __init__(self, choice: str = "auto"):
        self.level = None
        self._slow_since = self._quiet_until = None
        self.choose(choice)

    def choose(self, choice: str):
        if choice not in CHOICES:
            raise ValueError(f"quality: got {choice!r}, needs one of {', '.join(CHOICES)}")
        self.choice = choice
        self.level = {"auto": None, "high": HIGH, "low": LOW}[choice]

    def meet(self, is_software: bool):
        """The renderer is known; a level chosen or reached before stays."""
        if self.level is None:
            self.level = LOW if is_software else HIGH

    def rest(self, now: float):
        """Something was built: do not judge the next moments [s]."""
        self._slow_since, self._quiet_until = None, now + SETTLING

    def watch(self, fps: float, is_moving: bool, now: float) -> str:
        """A sentence when the level was lowered, else "".

        fps        pictures per second of the page
        is_moving  whether the page has something new to draw and its window is seen
        now        [s] of any clock that does not jump
        """
        if not is_moving or fps >= SLOW or (self._quiet_until is not None and now < self._quiet_until):
            self._slow_since = None
            return ""
        if self._slow_since is None:
            self._slow_since = now
        if now - self._slow_since < PATIENCE or self.choice != "auto" or self.level in (None, LOWEST):
            return ""
        before, self.level = self.level, LADDER[LADDER.index(self.level) + 1]
        self.rest(now)
        if before is HIGH:
            return _("The 3D view made {fps:.0f} pictures per second: edges are now drawn less smoothly.").format(
                fps=fps)
        return _("The 3D view made {fps:.0f} pictures per second: now without shadows and with a short trail.").format(
            fps=fps)

"""Levels of quality of the picture, and the governor that lowers the level when the page is too slow."""

from dataclasses import dataclass

from sandbox.text import _

CHOICES = ("auto", "fine", "high", "low")
SLOW = 25.0            # [1/s] pictures per second below which the page is too slow
SLOW_FOR = 3.0         # [s] for which the page is too slow before the level is lowered
SETTLING = 2.0         # [s] after a scene was built for which speed is ignored


@dataclass(frozen=True)
class Level:
    """A level of quality.

    smooth   antialiased edges
    slices   flat pieces around a support;  rings  along its meridian;  ball  around a ball
    trail    pieces of the longest trail;  shadows  whether bodies cast them
    fine     soft shadows and materials of supports (page/fine.py)
    singles  balls that are drawn one by one; more are drawn all at once (picture/instances.py)
    """

    name: str
    smooth: bool
    slices: int
    rings: int
    ball: int
    trail: int
    shadows: bool
    fine: bool = False
    singles: int = 1


FINE = Level("fine", True, 144, 33, 36, 1200, True, fine=True)
HIGH = Level("high", True, 144, 33, 36, 1200, True)
LOW = Level("low", False, 72, 17, 24, 1200, True)
LOWEST = Level("lowest", False, 48, 13, 16, 200, False)
LADDER = (FINE, HIGH, LOW, LOWEST)


class Governor:
    """Holds the present level: the one that a person chose; with "auto" by the renderer, lowered when the page is slow.

    choice   one of CHOICES
    level    present Level, or None before the renderer is known
    """

    def __init__(self, choice: str = "auto"):
        self.level = None
        self._slow_since = self._quiet_until = None
        self.choose(choice)

    def choose(self, choice: str):
        """Sets the choice of the person; ValueError when there is no such choice."""
        if choice not in CHOICES:
            raise ValueError(f"quality: got {choice!r}, needs one of {', '.join(CHOICES)}")
        self.choice = choice
        self.level = {"auto": None, "fine": FINE, "high": HIGH, "low": LOW}[choice]

    def set_renderer(self, is_software: bool):
        """Sets the level by the renderer, unless there is a level already."""
        if self.level is None:
            self.level = LOW if is_software else FINE

    def pause(self, now: float):
        """Ignores the speed for SETTLING after the time `now` [s], because a scene was built."""
        self._slow_since, self._quiet_until = None, now + SETTLING

    def watch(self, fps: float, is_moving: bool, now: float) -> str:
        """Lowers the level when the page is slow; returns a sentence that says it, or "".

        fps        pictures that the page draws per second [1/s]
        is_moving  whether the page has something new to draw and its window is visible
        now        time of any clock that does not jump [s]
        """
        if not is_moving or fps >= SLOW or (self._quiet_until is not None and now < self._quiet_until):
            self._slow_since = None
            return ""
        if self._slow_since is None:
            self._slow_since = now
        if now - self._slow_since < SLOW_FOR or self.choice != "auto" or self.level in (None, LOWEST):
            return ""
        before, self.level = self.level, LADDER[LADDER.index(self.level) + 1]
        self.pause(now)
        if before is FINE:
            return _("The 3D view made {fps:.0f} pictures per second: now without materials, with plain shadows."
                     ).format(fps=fps)
        if before is HIGH:
            return _("The 3D view made {fps:.0f} pictures per second: edges are now drawn less smoothly.").format(
                fps=fps)
        return _("The 3D view made {fps:.0f} pictures per second: now without shadows and with a short trail.").format(
            fps=fps)

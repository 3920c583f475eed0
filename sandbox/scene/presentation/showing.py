"""How a preset is shown at first: its own speed and camera, and when it shows what its title says."""

from dataclasses import dataclass
from math import isfinite

from sandbox.errors import BadValue
from sandbox.text import _

SPEEDS = (1/64, 1/32, 1/16, 1/8, 1/4, 1/2, 1, 2, 4, 8, 16)     # simulated seconds per second
CAMERAS = ("free", "follow", "top", "table")
CLOSEST = 20.0


@dataclass(frozen=True)
class Showing:
    """How a run is shown until a person wants it otherwise.

    speed    simulated seconds per second, one of SPEEDS: slow where a run is over at once
    camera   one of CAMERAS: "follow" where the body is small beside its way
    closer   so many times closer to the body than where all of the support is in the picture, 1..CLOSEST; 0: never
             closer, however small the body is
    at       when what the title says is to be seen [s], if not in the first seconds; or None
    """

    speed: float = 1
    camera: str = "free"
    closer: float = 1.0
    at: float | None = None

    def __post_init__(self):
        if self.speed not in SPEEDS:
            raise BadValue(_("showing, speed: got {found!r}, needs one of {known}").format(
                found=self.speed, known=", ".join(f"{speed:g}" for speed in SPEEDS)))
        if self.camera not in CAMERAS:
            raise BadValue(_("showing, camera: got {found!r}, needs one of {known}").format(
                found=self.camera, known=", ".join(CAMERAS)))
        for name, value, low, high in (("closer", self.closer, 1.0, CLOSEST), ("at", self.at, 0.0, 1e6)):
            if value is None and name == "at" or name == "closer" and value == 0 and not isinstance(value, bool):
                continue
            if (not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value)
                    or not low <= value <= high):
                raise BadValue(_("showing, {name}: got {found!r}, needs a number in [{low:g}, {high:g}]").format(
                    name=name, found=value, low=low, high=high))


PLAIN = Showing()


def is_first(look) -> bool:
    """Whether a look {"mode", "at", "home"}, or none, is that of a camera that nobody has moved."""
    return look is None or bool(look.get("home"))

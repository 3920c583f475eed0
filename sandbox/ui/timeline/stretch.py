"""Which stretch of time a time line shows, and where on it an instant lies."""

from dataclasses import dataclass
from math import ceil, floor, log10

GROWING = (10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0)     # [s] lengths of the whole line
TURN = 30.0               # [s] by which the line moves on after that
CLOSEST = 0.05            # [s] shortest stretch that can be shown
STEPS = (1.0, 2.0, 5.0)   # marks are that far apart, times a power of ten
MINUTES = (15.0, 30.0, 60.0, 120.0, 300.0, 600.0)


def whole(oldest: float, newest: float) -> tuple[float, float]:
    """Returns begin and end [s] of the line for a run that is kept between two times; it grows in leaps."""
    if newest > GROWING[-1]:
        return TURN*floor(oldest/TURN), TURN*ceil(newest/TURN)
    return 0.0, next(end for end in GROWING if newest <= end)


@dataclass(frozen=True)
class Stretch:
    """The times from `begin` to `end` [s] on a line from the pixel `left` on, `width` pixels wide."""

    begin: float
    end: float
    left: float
    width: float

    def x(self, t: float) -> float:
        """Returns where the time t [s] lies [px]."""
        return self.left + (t - self.begin)/(self.end - self.begin)*self.width

    def t(self, x: float) -> float:
        """Returns the time [s] at a pixel, of one beside the line that of its end."""
        share = min(max((x - self.left)/max(self.width, 1.0), 0.0), 1.0)
        return self.begin + share*(self.end - self.begin)

    def marks(self, apart: float) -> tuple[list[float], int]:
        """Returns round times [s] at least so many pixels apart, and the decimals that they need."""
        least = apart*(self.end - self.begin)/max(self.width, 1.0)
        power = 10.0**floor(log10(least))
        choices = [step*power*scale for scale in (1.0, 10.0) for step in STEPS] + list(MINUTES)
        step = min(choice for choice in choices if choice >= least) if least <= MINUTES[-1] else TURN*ceil(least/TURN)
        first, last = ceil(self.begin/step - 1e-9), floor(self.end/step + 1e-9)
        return [k*step for k in range(first, last + 1)], max(0, -floor(log10(step) + 1e-9))


def zoomed(begin: float, end: float, at: float, factor: float, limits: tuple[float, float]) -> tuple[float, float]:
    """Returns a stretch `factor` times as long in which the time `at` [s] keeps its place, within limits [s]."""
    low, high = limits
    length = min(max((end - begin)*factor, CLOSEST), high - low)
    share = (at - begin)/(end - begin)
    return moved(at - share*length, at + (1.0 - share)*length, 0.0, limits)


def moved(begin: float, end: float, by: float, limits: tuple[float, float]) -> tuple[float, float]:
    """Returns a stretch moved by some time [s], within limits [s]."""
    length, (low, high) = end - begin, limits
    begin = min(max(begin + by, low), high - length)
    return begin, begin + length

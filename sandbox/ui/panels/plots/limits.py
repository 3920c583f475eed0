"""Limits of axes: round numbers that seldom change while values run."""

from math import ceil, floor, isfinite, log10

import numpy as np

GROWING = (10.0, 20.0, 30.0)        # [s] ends of a time axis at first
TURN = 1/12                         # share of the span by which it moves on
FULL = 0.4                          # least share of an axis that its values take
SMALLEST = 1e-3                     # least width of an axis over its largest value
NOTHING = -1.0, 1.0                 # limits of an axis of what is always 0
LOWEST, HIGHEST = -17, -12          # decades of the axis of a drift at least


def time_axis(t: float, span: float, seen: float | None = None) -> tuple[float, float]:
    """Returns begin and end [s] of the time axis of a run that has reached t, so that the instant `seen` is on it.

    It moves in leaps: its numbers are seldom drawn anew.
    """
    turn = TURN*span
    end = next((end for end in (*GROWING, span) if t <= end <= span), turn*ceil(t/turn - 1e-9))
    begin = max(0.0, end - span)
    if seen is not None and seen < begin:
        begin = turn*floor(seen/turn)
        end = begin + span
    return begin, end


def round_limits(low: float, high: float, before: tuple[float, float] | None = None) -> tuple[float, float]:
    """Returns round limits around values from `low` to `high`: those before, while they are good enough.

    Zero is one of them where the values are not far from it compared with their range.
    """
    if not (isfinite(low) and isfinite(high)):
        return before or (0.0, 1.0)
    if low == high == 0.0:
        # nothing says how large it may become
        return NOTHING
    largest = max(abs(low), abs(high))
    if 0.0 < low <= 0.6*high:
        low = 0.0
    elif 0.0 > high >= 0.6*low:
        high = 0.0
    least = max(SMALLEST*largest, 1e-12)
    if high - low < least:
        low, high = low - 0.5*least, high + 0.5*least
    if before is not None and before[0] <= low and high <= before[1] and high - low >= FULL*(before[1] - before[0]):
        return before
    room = 0.04*(high - low)
    grain = 10.0**floor(log10(high - low))/5
    return (0.0 if low == 0.0 else floor((low - room)/grain)*grain,
            0.0 if high == 0.0 else ceil((high + room)/grain)*grain)


def decades(high: float) -> tuple[float, float]:
    """Returns the powers of ten between which a drift is shown."""
    return float(LOWEST), float(max(HIGHEST, ceil(log10(high)))) if high > 0.0 else float(HIGHEST)


def extent(parts: list[np.ndarray]) -> tuple[float, float]:
    """Returns the least and the largest of all finite values, nan where there are none."""
    known = [part[np.isfinite(part)] for part in parts]
    known = [part for part in known if len(part)]
    if not known:
        return float("nan"), float("nan")
    return min(float(part.min()) for part in known), max(float(part.max()) for part in known)

"""Which instant of the run each frame of a film shows: at one speed, or slowly at events, with eased ways there."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from sandbox.errors import BadValue
from sandbox.film.recipe import MOST_FRAMES, Recipe
from sandbox.text import _

RAMP = 0.5               # [s] of film in which the speed goes over
PIECES = 120             # points of a way from one speed to another


@dataclass(frozen=True)
class Timing:
    """The frames of a film that show the run.

    times    (n,) instants that they show [s];  speeds  (n,) simulated time per time of film there [1]
    """

    times: np.ndarray
    speeds: np.ndarray

    def __len__(self) -> int:
        return len(self.times)

    def first(self, frames: int) -> "Timing":
        """Returns the first frames of it."""
        return Timing(self.times[:frames], self.speeds[:frames])


def timing_of(recipe: Recipe, instants: Sequence[float] = ()) -> Timing:
    """Returns the instants of the frames of a film; BadValue when there would be too many.

    instants   of the events that are shown slowly [s]
    """
    slow = recipe.slow
    places = stretches(recipe, sorted(instants)) if slow is not None and slow["speed"] < recipe.speed else []
    if slow is None or not places:
        times = recipe.times()
        return Timing(times, np.full(len(times), recipe.speed))
    lows, highs = np.array(places).T
    ramp = ramp_of(recipe.speed, slow["speed"])
    ways = np.linspace(0.0, ramp, PIECES + 1)
    grid = np.concatenate([(lows[:, None] - ways).ravel(), (highs[:, None] + ways).ravel(),
                           [recipe.begin, recipe.end]])
    grid = np.unique(np.clip(grid, recipe.begin, recipe.end))
    pace = 1.0/speeds_at(grid, lows, highs, recipe.speed, slow["speed"], ramp)
    shown = np.concatenate([[0.0], np.cumsum(0.5*(pace[1:] + pace[:-1])*np.diff(grid))])
    frames = round(shown[-1]*recipe.fps)
    if not 1 <= frames <= MOST_FRAMES:
        raise BadValue(_("film: {found} frames with its slow motion, needs 1 to {most}; fewer kinds of events, or a "
                         "shorter stretch, would do").format(found=frames, most=MOST_FRAMES))
    times = np.interp(np.arange(frames)/recipe.fps, shown, grid)
    return Timing(times, speeds_at(times, lows, highs, recipe.speed, slow["speed"], ramp))


def stretches(recipe: Recipe, instants: Sequence[float]) -> list[tuple[float, float]]:
    """Returns the stretches (begin, end) [s] of the run that are shown at the slow speed, apart and in order."""
    slow = recipe.slow or {}
    found: list[tuple[float, float]] = []
    for t in instants:
        low, high = t - slow["before"]*slow["speed"], t + slow["after"]*slow["speed"]
        if high < recipe.begin or low > recipe.end:
            continue
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], max(high, found[-1][1]))
        else:
            found.append((low, high))
    return found


def ramp_of(speed: float, slow: float) -> float:
    """Returns the simulated time [s] of a way from one speed to the other, about RAMP of film."""
    return RAMP*(speed - slow)/log(speed/slow)


def speeds_at(t, lows, highs, speed: float, slow: float, ramp: float) -> np.ndarray:
    """Returns the speeds (n,) [1] at instants (n,) [s].

        log v = log v_0 + s(w) (log v_1 - log v_0),   s(w) = 3 w^2 - 2 w^3

    with w = 1 in the stretches (lows, highs), falling to 0 over the time `ramp` beside them.
    """
    after = np.searchsorted(lows, t, side="right")
    behind = np.where(after > 0, t - highs[np.maximum(after - 1, 0)], np.inf)
    before = np.where(after < len(lows), lows[np.minimum(after, len(lows) - 1)] - t, np.inf)
    w = np.clip(1.0 - np.minimum(behind, before)/ramp, 0.0, 1.0)
    return speed*(slow/speed)**(w*w*(3.0 - 2.0*w))

"""Colours of many balls: by their numbers, by their speeds, or as balls of a rack of billiards."""

from math import exp, floor, log10

import numpy as np

from sandbox.view.palette import BODIES, rgb

TINTS = ("number", "speed", "rack")

# patterns that the page paints balls with: stripes that meet at two caps, a colour with its number, a broad band with
# its number, white with dots, stripes with the number on the caps
BEACH, PLAIN, BAND, CUE, NUMBERED = 0.0, 1.0, 2.0, 3.0, 4.0

# from slow to fast; lightness grows evenly, for eyes that see no colours too (viridis of van der Walt and Smith)
SPEEDS = np.array([rgb(tone) for tone in ("#440154", "#472d7b", "#3b528b", "#2c728e", "#21918c", "#28ae80", "#5ec962",
                                          "#addc30", "#fde725")])
RACK = tuple(rgb(tone) for tone in ("#f2b705", "#1d4fb8", "#d22f27", "#5c3a8e", "#ee7420", "#12784a", "#7c1f2b",
                                    "#17191c"))
IVORY = rgb("#f4f0e4")
RACKED = 15                # numbers of a rack: eight plain balls, seven with a band
FORGETTING = 4.0           # [s] in which a past peak loses its influence on the scale of speeds
SMALLEST = 1e-3            # [m/s] largest speed of a scale at least


class Tint:
    """What balls are painted with.

    kind      one of TINTS
    fastest   speed at the upper end of the scale [m/s], 0 where balls are not painted by their speeds
    """

    def __init__(self, kind: str = "number"):
        self.kind, self.fastest = kind, 0.0
        self._peak, self._t = 0.0, None

    def of(self, places, speeds, t: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Returns the colours (n, 3), patterns (n,) and numbers (n,) of balls.

        places   (n,) which of the bodies they are;  speeds  (n,) [m/s];  t  [s]
        """
        n = len(places)
        if self.kind == "speed":
            self._follow(float(speeds.max(initial=0.0)), t)
            return shade_of(speeds/self.fastest), np.full(n, BEACH), places + 1.0
        if self.kind == "rack":
            number = np.where(places > 0, (places - 1) % RACKED + 1, 0)
            tones = np.where((number > 0)[:, None], np.array(RACK)[(number - 1) % len(RACK)], IVORY)
            return tones, np.where(number == 0, CUE, np.where(number > len(RACK), BAND, PLAIN)), places*1.0
        return np.array(BODIES)[places % len(BODIES)], np.full(n, NUMBERED), places + 1.0

    def _follow(self, peak: float, t: float):
        """Adapts the scale: at once to a large speed, to small ones only after a while."""
        if self._t is not None and t > self._t:
            self._peak = peak + max(0.0, self._peak - peak)*exp(-(t - self._t)/FORGETTING)
        self._t, self._peak = t, max(peak, self._peak)
        most = max(self._peak, SMALLEST)
        if not 0.4*self.fastest <= most <= self.fastest:
            self.fastest = round_up(most)


def shade_of(share) -> np.ndarray:
    """Returns the colours (n, 3) of shares (n,) of the scale of speeds, 0..1."""
    at = np.clip(share, 0.0, 1.0)*(len(SPEEDS) - 1)
    return np.stack([np.interp(at, np.arange(len(SPEEDS)), column) for column in SPEEDS.T], axis=-1)


def round_up(x: float) -> float:
    """Returns the least of 1, 1.5, 2, 3, 5, 7 times a power of ten that is not less than x > 0."""
    power = 10.0**floor(log10(x))
    return next((m*power for m in (1, 1.5, 2, 3, 5, 7) if x <= m*power*(1 + 1e-9)), 10.0*power)

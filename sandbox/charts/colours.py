"""Colours for numbers: from night to day by even steps of lightness, so that equal steps look equal, in grey as well.

Between a few hues the colours are interpolated in OKLab (B. Ottosson, A perceptual color space for image processing,
2020), where distances are as far as they look.
"""

from functools import lru_cache

import numpy as np

# hues from the lowest to the highest number; their lightness is made even
HUES = ("#0d1136", "#31207a", "#7a2a93", "#c13a7c", "#ec6653", "#f9a63f", "#fdf3c1")
STEPS = 256
# of kinds, in the order in which they are told apart (Okabe and Ito), readable on dark and on white
KINDS = ("#56b4e9", "#9aa7b5", "#e69f00", "#f0e442", "#cc79a7", "#d55e00", "#009e73")
NONE = (128, 136, 146)      # where there is no number

# linear sRGB to the cones, the cube roots of these to lightness and two opponents
TO_CONES = np.array([[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
                     [0.0883024619, 0.2817188376, 0.6299787005]])
TO_LAB = np.array([[0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
                   [0.0259040371, 0.7827717662, -0.8086757660]])


def rgb_of(text: str) -> tuple[int, int, int]:
    """Returns "#rrggbb" as three numbers 0..255."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def lab_of(rgb) -> np.ndarray:
    """Takes sRGB (..., 3), 0..255, and returns OKLab (..., 3): lightness 0..1, green to red, blue to yellow."""
    share = np.asarray(rgb, float)/255.0
    linear = np.where(share <= 0.04045, share/12.92, ((share + 0.055)/1.055)**2.4)
    return np.cbrt(linear @ TO_CONES.T) @ TO_LAB.T


def _rgb_of_lab(lab: np.ndarray) -> np.ndarray:
    linear = np.clip((lab @ np.linalg.inv(TO_LAB).T)**3 @ np.linalg.inv(TO_CONES).T, 0.0, 1.0)
    share = np.where(linear <= 0.0031308, 12.92*linear, 1.055*linear**(1.0/2.4) - 0.055)
    return np.rint(255.0*share).astype(np.uint8)


@lru_cache(maxsize=1)
def ramp() -> np.ndarray:
    """Returns the colours (STEPS, 3) uint8 from the lowest number to the highest."""
    lab = lab_of([rgb_of(hue) for hue in HUES])
    light = np.linspace(lab[0, 0], lab[-1, 0], STEPS)
    # hues stand where their own lightness is
    return _rgb_of_lab(np.stack([light, *(np.interp(light, lab[:, 0], lab[:, k]) for k in (1, 2))], axis=-1))


def painted(shares: np.ndarray) -> np.ndarray:
    """Takes numbers, 0..1 from the lowest to the highest, nan for none, and returns their colours (..., 3) uint8."""
    places = np.rint(np.nan_to_num(np.clip(shares, 0.0, 1.0))*(STEPS - 1)).astype(np.int64)
    return np.where(np.isnan(shares)[..., None], np.array(NONE, np.uint8), ramp()[places])


def painted_kinds(numbers: np.ndarray) -> np.ndarray:
    """Takes kinds 0, 1, ..., nan for none, and returns their colours (..., 3) uint8."""
    table = np.array([rgb_of(kind) for kind in KINDS], np.uint8)
    places = np.nan_to_num(numbers).astype(np.int64) % len(KINDS)
    return np.where(np.isnan(numbers)[..., None], np.array(NONE, np.uint8), table[places])

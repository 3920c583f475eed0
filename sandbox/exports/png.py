"""Pictures as PNG files without a library: 8 bits of red, green and blue (Portable Network Graphics, 2nd edition)."""

import zlib
from struct import pack

import numpy as np

TRUE_COLOUR = 2
# colours from small to large: readable by those who see no red, and in grey
SCALE = np.array([(13, 8, 65), (84, 2, 120), (156, 23, 121), (208, 71, 89), (240, 130, 55), (252, 200, 60)], float)


def png_of(pixels: np.ndarray) -> bytes:
    """Takes colours (height, width, 3) in 0 ... 255, the upper row first, and returns the file."""
    height, width, _three = pixels.shape
    # each row begins with how it is filtered: not at all
    rows = np.zeros((height, 1 + 3*width), np.uint8)
    rows[:, 1:] = np.asarray(pixels, np.uint8).reshape(height, -1)
    parts = [(b"IHDR", pack(">IIBBBBB", width, height, 8, TRUE_COLOUR, 0, 0, 0)),
             (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        pack(">I", len(content)) + name + content + pack(">I", zlib.crc32(name + content)) for name, content in parts)


def colours_of(shares: np.ndarray) -> np.ndarray:
    """Takes numbers in 0 ... 1 (...) and returns colours (..., 3); black where there is none."""
    at = np.clip(np.nan_to_num(shares), 0.0, 1.0)*(len(SCALE) - 1)
    low = np.minimum(at.astype(int), len(SCALE) - 2)
    part = (at - low)[..., None]
    found = np.rint((1.0 - part)*SCALE[low] + part*SCALE[low + 1])
    found[np.isnan(shares)] = 0.0
    return found.astype(np.uint8)

"""Decodes a finished film and counts its frames."""

from hashlib import blake2b
from pathlib import Path

import av


def frames_of(path: Path) -> tuple[int, int]:
    """Returns the number of frames of a film, and the number of distinct ones."""
    with av.open(str(path)) as film:
        digests = [blake2b(frame.to_ndarray(format="rgb24").tobytes()).digest() for frame in film.decode(video=0)]
    return len(digests), len(set(digests))

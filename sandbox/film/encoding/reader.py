"""Counts the frames of a film."""

from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import av


def count_of(path: Path) -> int:
    """Returns the number of frames in a film file, without decoding them; 0 when it cannot be read."""
    count = 0
    # the file itself, not its name: a name with a colon would be the address of something
    with suppress(OSError, ValueError, av.FFmpegError), open(path, "rb") as file, av.open(file, "r") as film:
        for packet in film.demux(video=0):
            count += packet.size > 0
    return count


def frames_of(path: Path) -> tuple[int, int]:
    """Returns the number of frames of a film, and the number of distinct ones."""
    with open(path, "rb") as file, av.open(file, "r") as film:
        digests = [blake2b(frame.to_ndarray(format="rgb24").tobytes()).digest() for frame in film.decode(video=0)]
    return len(digests), len(set(digests))

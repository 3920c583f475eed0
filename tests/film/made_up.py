"""Frames with something that moves, and what a film file holds. As a program: encodes until it is killed."""

import sys

import av
import numpy as np

SIZE = (320, 180)


def frame(k: int, size=SIZE) -> np.ndarray:
    """A bright block that is elsewhere in every frame, on a ramp of colours."""
    width, height = size
    pixels = np.empty((height, width, 4), np.uint8)
    pixels[..., 0] = np.arange(width)*255//width
    pixels[..., 1] = (np.arange(height)*255//height)[:, None]
    pixels[..., 2], pixels[..., 3] = 90, 255
    x, y = (7*k) % (width - 40), (3*k) % (height - 40)
    pixels[y:y + 40, x:x + 40, :3] = (250, 250, 60 + k % 120)
    return pixels


def film_of(path) -> tuple[list[float], list[np.ndarray]]:
    """Instants [s] and pictures of a film, as far as it can be read."""
    times, pictures = [], []
    with av.open(str(path)) as film:
        for picture in film.decode(video=0):
            times.append(float(picture.time))
            pictures.append(picture.to_ndarray(format="rgb24"))
    return times, pictures


def distinct(pictures) -> int:
    return len({picture.tobytes() for picture in pictures})


if __name__ == "__main__":
    from sandbox.film.encoding.encoder import Encoder
    encoder = Encoder(sys.argv[1], SIZE, 60)
    for number in range(1_000_000):
        encoder.put(frame(number))
        print(encoder.frames, flush=True)

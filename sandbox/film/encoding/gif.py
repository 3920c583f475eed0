"""Turns a film into a GIF: counts its colours first, then draws each frame with the best 256 of them."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import cast

import av
import av.filter

from sandbox.film.encoding.sink import Sink


class GivenUp(Exception):
    """Nobody wants to wait for this GIF any more."""


def write_gif(source: Path, target: Sink, on_frame: Callable[[int], None] = lambda done: None) -> int:
    """Writes a GIF file from a film file and returns the number of its frames.

    on_frame   on_frame(done): frames looked at so far, each of them twice; may raise GivenUp
    """
    palette, looked_at = palette_of(source, on_frame)
    frames = 0
    # files, not their names: a name with a colon would be the address of something
    with open(source, "rb") as file, av.open(file, "r") as film, \
            av.open(target, "w", format="gif", options={"loop": "0"}) as out:
        stream = film.streams.video[0]
        graph = av.filter.Graph()
        picture = graph.add_buffer(template=stream, time_base=stream.time_base)
        colours = graph.add_buffer(width=palette.width, height=palette.height, format=palette.format,
                                   time_base=Fraction(1, 1))
        use = graph.add("paletteuse", "dither=bayer:bayer_scale=4:diff_mode=rectangle")
        end = graph.add("buffersink")
        picture.link_to(use, 0, 0)
        colours.link_to(use, 0, 1)
        use.link_to(end)
        graph.configure()
        palette.pts, palette.time_base = 0, Fraction(1, 1)
        colours.push(palette)
        colours.push(None)
        made = out.add_stream("gif", rate=100)
        made.width, made.height, made.pix_fmt = stream.width, stream.height, "pal8"
        # a GIF counts time in hundredths of a second
        made.codec_context.time_base = Fraction(1, 100)

        def pull():
            count = 0
            while True:
                try:
                    frame = cast(av.VideoFrame, end.pull())
                except (av.BlockingIOError, av.EOFError):
                    return count
                frame.pts = round((frame.pts or 0)*(frame.time_base or 0)*100)
                frame.time_base = Fraction(1, 100)
                out.mux(made.encode(frame))
                count += 1

        for done, frame in enumerate(film.decode(stream), start=looked_at):
            on_frame(done)
            picture.push(frame)
            frames += pull()
        picture.push(None)
        frames += pull()
        out.mux(made.encode(None))
    return frames


def palette_of(source: Path, on_frame: Callable[[int], None]) -> tuple[av.VideoFrame, int]:
    """Returns the 256 colours that represent a film best, as a frame of 16x16 pixels, and how many frames it has."""
    with open(source, "rb") as file, av.open(file, "r") as film:
        stream = film.streams.video[0]
        graph = av.filter.Graph()
        start = graph.add_buffer(template=stream, time_base=stream.time_base)
        count, end = graph.add("palettegen", "stats_mode=full:reserve_transparent=0"), graph.add("buffersink")
        start.link_to(count)
        count.link_to(end)
        graph.configure()
        done = 0
        for frame in film.decode(stream):
            on_frame(done)
            start.push(frame)
            done += 1
        start.push(None)
        return cast(av.VideoFrame, end.pull()), done

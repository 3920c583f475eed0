"""Kinds of film files: their containers and codecs, and the names of unfinished ones."""

from fractions import Fraction
from pathlib import Path

import av

TICKS = 90_000                   # [1/s] the instants of frames are counted in 1/TICKS
KINDS = ("mp4", "webm", "gif")

# bitexact: no random identifier in the file, so that the same film has the same bytes
MATROSKA = {"flush_packets": "1", "cluster_time_limit": "500", "fflags": "+bitexact"}

# no frames that look ahead (bf): with them one run in ten made other bytes, and in a file of pieces they show late
# kind of file -> container, its options, codec, its options
FORMATS = {
    "mp4": ("mp4", {"movflags": "hybrid_fragmented", "flush_packets": "1", "fflags": "+bitexact"},
            "libx264", {"preset": "veryfast", "crf": "18", "bf": "0"}),
    "webm": ("webm", MATROSKA, "libvpx-vp9", {"crf": "24", "b": "0", "deadline": "realtime", "cpu-used": "7",
                                              "row-mt": "1", "lag-in-frames": "0"}),
    # a lossless film, from which the GIF is made when all its colours are known
    "gif": ("matroska", MATROSKA, "ffv1", {"level": "3"})}
PIXELS = {"mp4": "yuv420p", "webm": "yuv420p", "gif": "bgr0"}


def part_of(path) -> Path:
    """Returns the path of an unfinished film: demo.part.mp4 (of a GIF: demo.part.mkv)."""
    path = Path(path)
    suffix = path.suffix.lower()
    return path.with_name(path.stem + ".part" + (".mkv" if suffix == ".gif" else suffix))


def kind_of(path) -> str:
    """Returns the kind of film by the end of its name, "" for an unknown one."""
    kind = Path(path).suffix.lower().removeprefix(".")
    return kind if kind in KINDS else ""


def open_film(file, kind: str, size, fps: int):
    """Opens the container of a film, which writes to `file`, and returns it and its stream."""
    container, options, codec, codec_options = FORMATS[kind]
    film = av.open(file, "w", format=container, options=options)
    stream = film.add_stream(codec, rate=fps, options=codec_options)
    stream.width, stream.height = size
    stream.pix_fmt = PIXELS[kind]
    context = stream.codec_context
    context.gop_size = max(1, fps//2)
    context.time_base = Fraction(1, TICKS)
    if kind != "gif":
        # colours by BT.709; without a mark a player would have to guess
        context.colorspace = context.color_primaries = context.color_trc = 1
        context.color_range = 1
    return film, stream

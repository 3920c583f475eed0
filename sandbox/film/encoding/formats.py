"""Kinds of film files: their containers and codecs, and the names of unfinished ones."""

from fractions import Fraction
from pathlib import Path
from typing import cast

import av

from sandbox.errors import BadValue
from sandbox.film import shape as film_shape
from sandbox.text import _

TICKS = 90_000                   # [1/s] the instants of frames are counted in 1/TICKS
KINDS = ("mp4", "webm", "gif", "mov", "png")

# bitexact: no random identifier in the file, so that the same film has the same bytes
PIECES = {"movflags": "hybrid_fragmented", "flush_packets": "1", "fflags": "+bitexact"}
MATROSKA = {"flush_packets": "1", "cluster_time_limit": "500", "fflags": "+bitexact"}

# no frames that look ahead (bf): with them one run in ten made other bytes, and in a file of pieces they show late
# kind of file -> container, its options, codec, its options
FORMATS = {
    "mp4": ("mp4", PIECES, "libx264", {"preset": "veryfast", "crf": "18", "bf": "0"}),
    "webm": ("webm", MATROSKA, "libvpx-vp9", {"crf": "24", "b": "0", "deadline": "realtime", "cpu-used": "7",
                                              "row-mt": "1", "lag-in-frames": "0"}),
    # a lossless film, from which the GIF is made when all its colours are known
    "gif": ("matroska", MATROSKA, "ffv1", {"level": "3"}),
    # ProRes 4444, as programs for cutting films take it
    "mov": ("mov", PIECES, "prores_ks", {"profile": "4444", "vendor": "apl0"}),
    # pictures, which become files of their own at the end
    "png": ("mov", PIECES, "png", {"pred": "sub"})}
# kind of film -> codec of its sound, bits per second, samples by which what is decoded comes late. Nothing in a file of
# pieces tells players of it, so that the sound is begun so much later instead: all the rest is where it belongs
SOUNDS = {"mp4": ("aac", 192_000, 1024), "mov": ("aac", 192_000, 1024), "webm": ("libopus", 128_000, 0)}
SOUND_RATE = 48_000              # samples per second
PIXELS = {"mp4": "yuv420p", "webm": "yuv420p", "gif": "bgr0", "mov": "yuv444p10le", "png": "rgb24"}
CLEAR_PIXELS = {"webm": "yuva420p", "mov": "yuva444p10le", "png": "rgba"}
PLAYED = ("mp4", "webm", "mov")    # colours by BT.709, in the range of television
HELD_IN = {"gif": ".mkv", "png": ".mov"}      # ending of what is unfinished, where it is another one


def part_of(path) -> Path:
    """Returns the path of an unfinished film: demo.part.mp4 (of a GIF demo.part.mkv, of pictures demo.part.mov)."""
    path = Path(path)
    suffix = path.suffix.lower()
    return path.with_name(path.stem + ".part" + HELD_IN.get(kind_of(path), suffix))


def kind_of(path) -> str:
    """Returns the kind of film by the end of its name, "" for an unknown one."""
    kind = Path(path).suffix.lower().removeprefix(".")
    return kind if kind in KINDS else ""


def check_background(path, background: str):
    """Raises BadValue where a film of this kind has no room for what is transparent."""
    if background == "transparent" and kind_of(path) not in film_shape.CLEAR:
        raise BadValue(_("a transparent background needs a film that ends in {known}; {found} has no room for it"
                         ).format(known=", ".join(f".{kind}" for kind in film_shape.CLEAR), found=Path(path).suffix))


def check_sound(path, has_sound: bool):
    """Raises BadValue where a film of this kind has no room for sound."""
    if has_sound and kind_of(path) not in film_shape.HEARD:
        raise BadValue(_("a film with sound needs a name that ends in {known}; {found} has no room for it").format(
            known=", ".join(f".{kind}" for kind in film_shape.HEARD), found=Path(path).suffix))


def add_sound(film, kind: str) -> av.AudioStream:
    """Adds the stream of sound, two channels, to an open film, and returns it."""
    codec, bits, _late = SOUNDS[kind]
    stream = cast(av.AudioStream, film.add_stream(codec, rate=SOUND_RATE, options={"flags": "+bitexact"}))
    stream.codec_context.layout = "stereo"
    stream.codec_context.bit_rate = bits
    return stream


def pixels_of(kind: str, is_clear: bool) -> str:
    """Returns the format of the pixels of a kind of film."""
    return CLEAR_PIXELS[kind] if is_clear else PIXELS[kind]


def open_film(file, kind: str, size, fps: int, is_clear: bool = False):
    """Opens the container of a film, which writes to `file`, and returns it and its stream."""
    container, options, codec, codec_options = FORMATS[kind]
    film = av.open(file, "w", format=container, options=options)
    stream = cast(av.VideoStream, film.add_stream(codec, rate=fps, options=codec_options))
    stream.width, stream.height = size
    stream.pix_fmt = pixels_of(kind, is_clear)
    if is_clear and kind == "webm":
        # without this mark players do not look for what is clear
        stream.metadata["alpha_mode"] = "1"
    context = stream.codec_context
    context.gop_size = max(1, fps//2)
    context.time_base = Fraction(1, TICKS)
    if kind in PLAYED:
        # colours by BT.709; without a mark a player would have to guess
        context.colorspace = context.color_primaries = context.color_trc = 1
        context.color_range = 1
    return film, stream

"""Frames in, a film out: compressed on a thread of its own, in a file that can be played whatever happens.

The file is written in pieces of half a second that stand for themselves, so a killed process leaves a film. At the end
an ordinary file is made of it; what that changes is kept back until all of it is known, so a full disk at the last
moment leaves the pieces.
"""

import os
import shutil
from contextlib import suppress
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path
from queue import Full, Queue
from threading import Thread

import av
import numpy as np

from sandbox.files import sync_folder
from sandbox.film.gif import paint_gif
from sandbox.film.sink import Sink
from sandbox.text import _

ROOM = 8                         # frames that may wait for the encoder
LEAST = 100_000_000              # [bytes] of free disk: with less no film is begun, and one that is being made ends
LOOK_EVERY = 30                  # frames between looks at the free disk
TICKS = 90_000                   # [1/s] unit of the instants of frames

KINDS = ("mp4", "webm", "gif")

# without a name made by chance in the file: the same film has the same bytes
MATROSKA = {"flush_packets": "1", "cluster_time_limit": "500", "fflags": "+bitexact"}

# frames that look ahead (bf) made other bytes of the same frames in one run of ten, and show late in a file of pieces
# kind of file -> container, its options, codec, its options
FORMATS = {
    "mp4": ("mp4", {"movflags": "hybrid_fragmented", "flush_packets": "1", "fflags": "+bitexact"},
            "libx264", {"preset": "veryfast", "crf": "18", "bf": "0"}),
    "webm": ("webm", MATROSKA, "libvpx-vp9", {"crf": "24", "b": "0", "deadline": "realtime", "cpu-used": "7",
                                              "row-mt": "1", "lag-in-frames": "0"}),
    # a film without loss, of which the GIF is made when all its colours are known
    "gif": ("matroska", MATROSKA, "ffv1", {"level": "3"})}
PIXELS = {"mp4": "yuv420p", "webm": "yuv420p", "gif": "bgr0"}


def part_of(path) -> Path:
    """Name of a film that is not finished yet: demo.part.mp4 (of a GIF: demo.part.mkv)."""
    path = Path(path)
    return path.with_name(path.stem + ".part" + (".mkv" if path.suffix == ".gif" else path.suffix))


def kind_of(path) -> str:
    """Kind of film by the end of its name, or "" for one that is not known."""
    kind = Path(path).suffix.lower().removeprefix(".")
    return kind if kind in KINDS else ""


class Encoder:
    """Writes one film. Frames are (height, width, 4) bytes RGBA, top row first; sizes are even.

    path      file to make at the end; until then it has the name part_of(path)
    fps       frames per second; their instants may be given one by one instead
    least     free disk to be left [bytes]
    opened    opened(path) -> Sink, for tests

    frames    frames in the film so far;  size  bytes so far;  digest  hash of their pixels
    trouble   why no more frames are taken, or ""
    """

    def __init__(self, path, size, fps: int, least: int = LEAST, opened=Sink):
        self.path, self.part = Path(path), part_of(path)
        self.kind = kind_of(path)
        self.frames = self.size = 0
        self.trouble = ""
        self._hash = blake2b(digest_size=16)
        self._least, self._fps = least, fps
        self._shape = (size[1], size[0], 4)
        self._queue = Queue(ROOM)
        self._is_closed = False
        self._sink = self._container = None
        try:
            if self.kind == "":
                raise OSError(0, _("needs a name that ends in {known}").format(known=", ".join(KINDS)))
            self._look_at_disk()
            if not self.trouble:
                self._sink = opened(self.part)
                self._begin(size, fps)
        except (OSError, ValueError) as error:
            self._fail(error)
        self._thread = Thread(target=self._work, name="film", daemon=True)
        self._thread.start()

    def _begin(self, size, fps):
        container, options, codec, how = FORMATS[self.kind]
        self._container = av.open(self._sink, "w", format=container, options=options)
        stream = self._stream = self._container.add_stream(codec, rate=fps, options=how)
        stream.width, stream.height = size
        stream.pix_fmt = PIXELS[self.kind]
        context = stream.codec_context
        context.gop_size = max(1, fps//2)
        context.time_base = Fraction(1, TICKS)
        if self.kind != "gif":
            # colours as televisions mean them; a player would have to guess otherwise
            context.colorspace = context.color_primaries = context.color_trc = 1
            context.color_range = 1

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()

    # ---- frames -----------------------------------------------------------------------------------------------------

    def put(self, pixels: np.ndarray, at: float | None = None) -> bool:
        """Gives the next frame, waiting while the encoder is busy; False when no more are taken.

        at    instant of the frame [s]; None: one frame's time after the one before
        """
        if self.trouble or self._is_closed:
            return False
        self._queue.put((pixels, at))
        return True

    def offer(self, pixels: np.ndarray, at: float) -> bool:
        """Gives a frame without waiting; False when there is no room for it."""
        if self.trouble or self._is_closed:
            return False
        with suppress(Full):
            self._queue.put_nowait((pixels, at))
            return True
        return False

    def close(self) -> bool:
        """Finishes the film; returns whether there is one."""
        if not self._is_closed:
            self._is_closed = True
            self._queue.put(None)
            self._thread.join()
        return self.path.exists() and self.frames > 0 and not self.part.exists()

    # ---- on the thread ----------------------------------------------------------------------------------------------

    def _work(self):
        last = -1
        while (item := self._queue.get()) is not None:
            if self.trouble or self._container is None:
                continue
            pixels, at = item
            tick = round(at*TICKS) if at is not None else self.frames*TICKS//self._fps
            try:
                if pixels.shape != self._shape:
                    raise ValueError(f"a frame of {pixels.shape[1]}x{pixels.shape[0]} pixels came by")
                last = max(last + 1, tick)
                self._write(pixels, last)
            except (OSError, ValueError) as error:
                self._fail(error)
        self._finish()

    def _write(self, pixels, tick):
        frame = av.VideoFrame.from_ndarray(pixels, format="rgba")
        if self.kind != "gif":
            frame = frame.reformat(format=PIXELS[self.kind], dst_colorspace=1, dst_color_range=1)
        else:
            frame = frame.reformat(format=PIXELS[self.kind])
        frame.pts, frame.time_base = tick, Fraction(1, TICKS)
        self._container.mux(self._stream.encode(frame))
        self._notice()
        self._hash.update(pixels)
        self.frames += 1
        if self.frames % LOOK_EVERY == 0:
            self._look_at_disk()

    def _notice(self):
        self.size = self._sink.size
        if self._sink.error is not None:
            raise self._sink.error

    def _look_at_disk(self):
        free = shutil.disk_usage(self.part.parent).free
        if free < self._least:
            self.trouble = _("only {free} MB are left on the disk of '{path}'").format(
                free=free//1_000_000, path=self.path.parent)

    def _fail(self, error):
        if not self.trouble:
            reason = getattr(error, "strerror", None) or error
            self.trouble = _("'{path}' could not be written: {reason}").format(path=self.path, reason=reason)

    def _finish(self):
        """The last frames, the end of the file, its name."""
        if self._container is None:
            if self._sink is not None:
                self._sink.discard()
            return
        sink = self._sink
        try:
            if sink.error is None and self.frames:
                self._container.mux(self._stream.encode(None))
                self._notice()
        except (OSError, ValueError) as error:
            self._fail(error)
        try:
            sink.hold()
            with suppress(OSError, ValueError):
                self._container.close()
            if not self.frames:
                sink.discard()
                return
            sink.commit()
            if sink.error is not None:
                self._fail(sink.error)
            if self.kind == "gif":
                self._paint()
            else:
                os.replace(self.part, self.path)
            sync_folder(self.path.parent)
            self.size = self.path.stat().st_size
        except (OSError, ValueError) as error:
            self._fail(error)

    def _paint(self):
        target = self.path.with_name(self.path.stem + ".part.gif")
        try:
            self.frames = paint_gif(self.part, target)
            os.replace(target, self.path)
        except BaseException:
            with suppress(OSError):
                target.unlink()
            raise
        self.part.unlink()

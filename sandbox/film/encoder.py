"""Compresses frames into a film on a thread of its own, in a file that stays playable whatever happens.

The file is written in independent pieces of half a second, so a killed process leaves a film. At the end it becomes an
ordinary file; the changes that this needs are kept in memory until all are known, so a disk that is full at the last
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
from sandbox.film.gif import write_gif
from sandbox.film.sink import Sink
from sandbox.text import _

QUEUE_SIZE = 8                   # frames that may wait for the encoder
MIN_FREE = 100_000_000           # [bytes] of free disk: with less no film is started, and a running one ends
CHECK_DISK_EVERY = 30            # frames between checks of the free disk
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
    return path.with_name(path.stem + ".part" + (".mkv" if path.suffix == ".gif" else path.suffix))


def kind_of(path) -> str:
    """Returns the kind of film by the end of its name, "" for an unknown one."""
    kind = Path(path).suffix.lower().removeprefix(".")
    return kind if kind in KINDS else ""


class Encoder:
    """Writes one film of frames (height, width, 4), bytes RGBA, top row first; width and height are even.

    path       of the finished film; until then it is part_of(path)
    fps        frames per second [1/s]; `put` may give each frame an instant of its own instead
    min_free   free disk that has to remain [bytes]
    open_sink  open_sink(path) -> Sink, for tests

    frames     frames in the film so far;  size  of the file so far [bytes];  digest  hash of the pixels
    trouble    why no more frames are accepted, or ""
    """

    def __init__(self, path, size, fps: int, min_free: int = MIN_FREE, open_sink=Sink):
        self.path, self.part = Path(path), part_of(path)
        self.kind = kind_of(path)
        self.frames = self.size = 0
        self.trouble = ""
        self._hash = blake2b(digest_size=16)
        self._min_free, self._fps = min_free, fps
        self._shape = (size[1], size[0], 4)
        self._queue = Queue(QUEUE_SIZE)
        self._is_closed = False
        self._sink = self._container = None
        try:
            if self.kind == "":
                raise OSError(0, _("needs a name that ends in {known}").format(known=", ".join(KINDS)))
            self._check_disk()
            if not self.trouble:
                self._sink = open_sink(self.part)
                self._open_container(size, fps)
        except (OSError, ValueError) as error:
            self._fail(error)
        self._thread = Thread(target=self._work, name="film", daemon=True)
        self._thread.start()

    def _open_container(self, size, fps):
        """Opens the container and its stream."""
        container, options, codec, codec_options = FORMATS[self.kind]
        self._container = av.open(self._sink, "w", format=container, options=options)
        stream = self._stream = self._container.add_stream(codec, rate=fps, options=codec_options)
        stream.width, stream.height = size
        stream.pix_fmt = PIXELS[self.kind]
        context = stream.codec_context
        context.gop_size = max(1, fps//2)
        context.time_base = Fraction(1, TICKS)
        if self.kind != "gif":
            # colours by BT.709; without a mark a player would have to guess
            context.colorspace = context.color_primaries = context.color_trc = 1
            context.color_range = 1

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()

    # ---- frames -----------------------------------------------------------------------------------------------------

    def put(self, pixels: np.ndarray, at: float | None = None) -> bool:
        """Adds the next frame, waiting while the encoder is busy; returns False when no more are accepted.

        at    instant of the frame [s]; None: 1/fps after the previous frame
        """
        if self.trouble or self._is_closed:
            return False
        self._queue.put((pixels, at))
        return True

    def offer(self, pixels: np.ndarray, at: float) -> bool:
        """Adds a frame without waiting; returns False when the queue is full."""
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
        self._check_sink()
        self._hash.update(pixels)
        self.frames += 1
        if self.frames % CHECK_DISK_EVERY == 0:
            self._check_disk()

    def _check_sink(self):
        self.size = self._sink.size
        if self._sink.error is not None:
            raise self._sink.error

    def _check_disk(self):
        free = shutil.disk_usage(self.part.parent).free
        if free < self._min_free:
            self.trouble = _("only {free} MB are left on the disk of '{path}'").format(
                free=free//1_000_000, path=self.path.parent)

    def _fail(self, error):
        if not self.trouble:
            reason = getattr(error, "strerror", None) or error
            self.trouble = _("'{path}' could not be written: {reason}").format(path=self.path, reason=reason)

    def _finish(self):
        """Writes the last frames and the end of the file, and gives the film its name."""
        if self._container is None:
            if self._sink is not None:
                self._sink.discard()
            return
        sink = self._sink
        try:
            if sink.error is None and self.frames:
                self._container.mux(self._stream.encode(None))
                self._check_sink()
        except (OSError, ValueError) as error:
            self._fail(error)
        try:
            sink.defer()
            with suppress(OSError, ValueError):
                self._container.close()
            if not self.frames:
                sink.discard()
                return
            sink.commit()
            if sink.error is not None:
                self._fail(sink.error)
            if self.kind == "gif":
                self._write_gif()
            else:
                os.replace(self.part, self.path)
            sync_folder(self.path.parent)
            self.size = self.path.stat().st_size
        except (OSError, ValueError) as error:
            self._fail(error)

    def _write_gif(self):
        target = self.path.with_name(self.path.stem + ".part.gif")
        try:
            self.frames = write_gif(self.part, target)
            os.replace(target, self.path)
        except BaseException:
            with suppress(OSError):
                target.unlink()
            raise
        self.part.unlink()

"""Compresses frames into a film on a thread of its own, in a file that stays playable whatever happens.

The file is written in independent pieces of half a second, so a killed process leaves a film. At the end it becomes an
ordinary file; the changes that this needs are kept in memory until all are known, so a disk that is full at the last
moment leaves the pieces.
"""

import shutil
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path
from queue import Full, Queue
from threading import Thread
from typing import Protocol

import av
import numpy as np

from sandbox.files import place, place_beside
from sandbox.film.encoding.formats import (
    KINDS,
    PLAYED,
    SOUND_RATE,
    SOUNDS,
    TICKS,
    add_sound,
    kind_of,
    open_film,
    part_of,
    pixels_of,
)
from sandbox.film.encoding.gif import GivenUp, write_gif
from sandbox.film.encoding.leftovers import unfinished
from sandbox.film.encoding.reader import count_of
from sandbox.film.encoding.sink import Sink
from sandbox.film.encoding.stills import write_stills
from sandbox.text import _

QUEUE_SIZE = 8                   # frames that may wait for the encoder
MIN_FREE = 100_000_000           # [bytes] of free disk: with less no film is started, and a running one ends
CHECK_DISK_EVERY = 30            # frames between checks of the free disk
TROUBLES = (OSError, ValueError, av.FFmpegError)
WAIT = 0.1                       # [s] between looks at a film that is being finished


class Sound(Protocol):
    """The sound of a film, piece by piece."""

    def samples(self, until: int) -> np.ndarray:
        """Returns the next samples (n, 2), 16 bit, up to before the sample `until`."""
        ...


class Encoder:
    """Writes one film of frames (height, width, 4), bytes RGBA, top row first; width and height are even.

    path       of the finished film; until then it is part_of(path). What is there by then is kept, and the film gets
               the next free name, if it is not one that `replaces`
    fps        frames per second [1/s]; `put` may give each frame an instant of its own instead
    min_free   free disk that has to remain [bytes]
    open_sink  open_sink(path) -> Sink, for tests
    is_clear   whether frames are transparent in places; other films are opaque whatever the frames have
    sound      has samples(until): the next samples (n, 2) of 16 bits up to one; None for a silent film

    frames     frames that are in the file so far, in pieces that can be played;  taken  frames compressed so far
    size       of the file so far [bytes];  is_saved  whether there is a finished film
    share      of the making of a GIF that is done, 0..1, None for other kinds
    trouble    why no more frames are accepted, or ""
    """

    def __init__(self, path, size, fps: int, min_free: int = MIN_FREE, open_sink=Sink, replaces: bool = False,
                 is_clear: bool = False, sound: Sound | None = None):
        self.path, self.part = Path(path), part_of(path)
        self.kind = kind_of(path)
        self.frames = self.taken = self.size = 0
        self.trouble = ""
        self.is_saved = False
        self.share: float | None = None
        self._replaces, self._open_sink = replaces, open_sink
        self._packets = 0                  # frames that went to the container, which writes them in pieces
        self._hash = blake2b(digest_size=16)
        self._digests = [self._hash.digest()]      # of so many frames
        self._min_free, self._fps, self._is_clear = min_free, fps, is_clear
        self._sound, self._heard = sound, 0        # samples so far
        self._shape = (size[1], size[0], 4)
        self._queue: Queue = Queue(QUEUE_SIZE)
        self._is_closed = self._is_given_up = False
        self._sink: Sink | None = None
        self._container: av.container.OutputContainer | None = None
        try:
            if self.kind == "":
                raise OSError(0, _("needs a name that ends in {known}").format(known=", ".join(KINDS)))
            self._check_disk()
            if not self.trouble:
                self._sink = open_sink(self.part)
                self._container, self._stream = open_film(self._sink, self.kind, size, fps, is_clear)
                if sound is not None:
                    self._sound_stream = add_sound(self._container, self.kind)
                    self._heard = len(sound.samples(SOUNDS[self.kind][2]))
        except FileExistsError:
            self.trouble = _("another recording is writing '{path}'").format(path=self.part)
        except TROUBLES as error:
            self._fail(error)
        self._thread = Thread(target=self._work, name="film", daemon=True)
        self._thread.start()

    @property
    def digest(self) -> str:
        """Hash of the pixels of the frames that are in the file."""
        return self._digests[min(self.frames, len(self._digests) - 1)].hex()

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

    def close(self, on_wait: Callable[[], None] = lambda: None) -> bool:
        """Finishes the film and returns whether there is one; calls `on_wait` again and again meanwhile."""
        self.finish()
        while self.is_busy:
            self._thread.join(WAIT)
            on_wait()
        return self.is_saved

    def finish(self):
        """Takes no more frames and lets the film be finished, beside what the caller does next."""
        if not self._is_closed:
            self._is_closed = True
            self._queue.put(None)

    @property
    def is_busy(self) -> bool:
        return self._thread.is_alive()

    def give_up(self):
        """Ends the making of a GIF; the film that it is made of is kept."""
        self._is_given_up = True

    # ---- on the thread ----------------------------------------------------------------------------------------------

    def _work(self):
        last = -1
        while (item := self._queue.get()) is not None:
            if self.trouble or self._container is None:
                continue
            pixels, at = item
            tick = round(at*TICKS) if at is not None else self.taken*TICKS//self._fps
            try:
                if pixels.shape != self._shape:
                    raise ValueError(f"a frame of {pixels.shape[1]}x{pixels.shape[0]} pixels came by")
                last = max(last + 1, tick)
                self._write(pixels, last)
            except TROUBLES as error:
                self._fail(error)
        self._finish()

    def _write(self, pixels, tick):
        frame = av.VideoFrame.from_ndarray(pixels, format="rgba")
        kind = pixels_of(self.kind, self._is_clear)
        if self.kind in PLAYED:
            frame = frame.reformat(format=kind, dst_colorspace=1, dst_color_range=1)
        else:
            frame = frame.reformat(format=kind)
        frame.pts, frame.time_base = tick, Fraction(1, TICKS)
        self._hash.update(pixels)
        self._digests.append(self._hash.digest())
        self.taken += 1
        self._mux(self._stream.encode(frame))
        self._hear(tick + TICKS//self._fps)
        if self.taken % CHECK_DISK_EVERY == 0:
            self._check_disk()

    def _hear(self, until: int):
        """Adds the sound up to a tick."""
        if self._sound is None:
            return
        samples = self._sound.samples(until*SOUND_RATE//TICKS)
        if len(samples):
            frame = av.AudioFrame.from_ndarray(samples.reshape(1, -1), format="s16", layout="stereo")
            frame.sample_rate, frame.pts, frame.time_base = SOUND_RATE, self._heard, Fraction(1, SOUND_RATE)
            self._heard += len(samples)
            self._mux(self._sound_stream.encode(frame), of_sound=True)

    def _mux(self, packets, of_sound: bool = False):
        """Sends compressed frames to the container, one by one: what it writes then is the piece before that frame."""
        container, sink = self._container, self._sink
        if container is None or sink is None:
            return
        for packet in packets:
            container.mux(packet)
            if sink.error is not None:
                # a large piece is written in several parts: half of one can't be decoded
                sink.cut(self.size)
                raise sink.error
            if sink.size > self.size:
                self.size, self.frames = sink.size, self._packets
            self._packets += not of_sound

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
        container, sink = self._container, self._sink
        if container is None or sink is None:
            if sink is not None:
                sink.discard()
            return
        try:
            if sink.error is None and self.taken:
                self._mux(self._stream.encode(None))
                if self._sound is not None:
                    self._mux(self._sound_stream.encode(None), of_sound=True)
        except TROUBLES as error:
            self._fail(error)
        try:
            sink.defer()
            with suppress(*TROUBLES):
                container.close()
            if not self.taken:
                sink.discard()
                return
            sink.commit()
            if sink.error is not None:
                self._fail(sink.error)
            # said is what is there, not what was sent
            self.frames = self._packets if not self.trouble else count_of(self.part)
            if not self.frames:
                sink.discard()
                return
            if self.kind == "gif":
                self._write_gif()
            elif self.kind == "png":
                self._write_pictures()
                return
            else:
                self._place(self.part)
            self.size = self.path.stat().st_size
        except TROUBLES as error:
            self._fail(error)

    def _place(self, source):
        """Gives the film its name."""
        if self._replaces:
            place(source, self.path, replaces=True)
        else:
            self.path = place_beside(source, self.path)
        self.is_saved = True

    def _write_pictures(self):
        """Makes files of the pictures; where that fails, the film of them is kept."""
        try:
            self.path = write_stills(self.part, self.path, self._replaces)
        except TROUBLES:
            self.path, self._replaces = unfinished(self.part), False
            self._place(self.part)
            raise
        self.part.unlink()
        self.is_saved, self.size = True, sum(path.stat().st_size for path in self.path.iterdir())

    def _on_gif_frame(self, done: int):
        """Notes how far a GIF is, and ends it when nobody waits for it."""
        self.share = done/(2*self.frames)
        if self._is_given_up:
            raise GivenUp

    def _write_gif(self):
        """Makes the GIF of the film that has all colours; where that fails, this one is kept."""
        target = None
        try:
            target = self._open_sink(self.path.with_name(self.path.stem + ".part.gif"))
            frames = write_gif(self.part, target, self._on_gif_frame)
            target.commit()
            if target.error is not None:
                raise target.error
            self._place(target.path)
            self.frames = frames
        except (*TROUBLES, GivenUp) as error:
            if target is not None:
                target.discard()
            reason = _("stopped") if isinstance(error, GivenUp) else getattr(error, "strerror", None) or error
            self.trouble = self.trouble or _(
                "'{path}' could not be written: {reason}; its frames are kept in a film with all colours").format(
                    path=self.path, reason=reason)
            self.path, self._replaces = unfinished(self.part), False
            self._place(self.part)
        else:
            self.part.unlink()

"""The file of a film, as the muxer of its container writes to it."""

import os
from contextlib import suppress
from pathlib import Path

from sandbox.film.encoding.leftovers import mark_as_written


class Sink:
    """A new file that is written piece by piece; after the first error it accepts every write and drops it.

    The muxer must not see an error in the middle of a piece, or its memory cannot be freed. `good` is the end of the
    last complete write [bytes]; what an error left behind it is cut off.

    error   the first OSError, or None

    A file that is there already is never cut: FileExistsError.
    """

    def __init__(self, path):
        self.path = Path(path)
        self.error = None
        self._file = open(self.path, "xb", buffering=0)  # noqa: SIM115
        mark_as_written(self._file)
        self._place = self.good = 0
        self._deferred = None

    @property
    def size(self) -> int:
        """Bytes written so far."""
        return self.good

    # ---- what a container calls -------------------------------------------------------------------------------------

    def write(self, data) -> int:
        data = bytes(data)
        if self._deferred is not None:
            self._deferred.append((self._place, data))
        elif self.error is None:
            self._write(self._place, data)
        self._place += len(data)
        return len(data)

    def seek(self, offset: int, whence: int = 0) -> int:
        end = max([self.good, *(at + len(data) for at, data in self._deferred or ())])
        self._place = offset + {0: 0, 1: self._place, 2: end}[whence]
        return self._place

    def tell(self) -> int:
        return self._place

    def _write(self, place: int, data: bytes):
        try:
            self._raw_write(place, data)
            self.good = max(self.good, place + len(data))
        except OSError as error:
            self.error = error
            with suppress(OSError):
                os.truncate(self.path, self.good)

    def _raw_write(self, place: int, data: bytes):
        self._file.seek(place)
        view = memoryview(data)
        while view:
            view = view[self._file.write(view):]

    def cut(self, size: int):
        """Cuts off what lies beyond `size` bytes: a piece of which an error left only the beginning."""
        with suppress(OSError):
            os.truncate(self.path, size)
            self.good = size

    # ---- the end ----------------------------------------------------------------------------------------------------

    def defer(self):
        """Keeps all further writes in memory until `commit`."""
        self._deferred = []

    def commit(self):
        """Writes what `defer` kept in memory: first what makes the file longer, then what changes its beginning."""
        deferred, self._deferred = self._deferred or [], None
        before = self.good
        if self.error is None:
            for place, data in [item for item in deferred if item[0] >= before]:
                self._write(place, data)
        if self.error is None:
            self._sync()
            for place, data in [item for item in deferred if item[0] < before]:
                self._write(place, data)
        elif self.good > before:
            # an incomplete end is worse than none
            with suppress(OSError):
                os.truncate(self.path, before)
        self._sync()
        self._file.close()

    def _sync(self):
        if self.error is None:
            try:
                os.fsync(self._file.fileno())
            except OSError as error:
                self.error = error

    def discard(self):
        """Closes and removes the file."""
        self._deferred = None
        self._file.close()
        with suppress(OSError):
            self.path.unlink()

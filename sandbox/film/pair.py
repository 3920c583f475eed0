"""Two runs in one frame: the pictures of the left one wait on the disk until those of the right one are taken.

vpython has one set of objects per process, so the two runs are drawn one after the other.
"""

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Protocol

import av
import numpy as np

from sandbox.film.painted.overlay import Style
from sandbox.film.reel import FilmPicture
from sandbox.qt.core import QRectF, Qt
from sandbox.qt.gui import QColor, QFontMetricsF, QPainter

LETTERS = 40             # height of letters of a name [px of 1080]
BELOW = 84               # the names stand below the clock [px of 1080]
SEAM = 720               # lines of a picture for each pixel of half the width of the line between the two
GREY = (128, 136, 146, 255)


class Shelf:
    """Keeps pictures without any loss, in a file of its own that goes with the block.

    size   of the pictures (width, height) [px]
    """

    def __init__(self, size):
        self._size, self._told = size, []
        self._folder = tempfile.TemporaryDirectory(prefix="jacobi-film-", ignore_cleanup_errors=True)
        self._path = Path(self._folder.name) / "left.mkv"
        self._film = av.open(str(self._path), "w", format="matroska")
        stream = self._stream = self._film.add_stream("ffv1", rate=60, options={"level": "3"})
        stream.width, stream.height = size
        stream.pix_fmt = "bgra"
        # every picture stands for itself
        stream.codec_context.gop_size = 1

    def __enter__(self) -> "Shelf":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None):
        self._film.close()
        self._folder.cleanup()

    def put(self, picture: FilmPicture):
        """Takes the next picture."""
        frame = av.VideoFrame.from_ndarray(picture.pixels, format="rgba").reformat(format="bgra")
        frame.pts, frame.time_base = len(self._told), Fraction(1, 60)
        self._film.mux(self._stream.encode(frame))
        self._told.append(picture._replace(pixels=np.empty(0, np.uint8)))

    def pictures(self) -> Iterator[FilmPicture]:
        """Yields all pictures as they were put there."""
        self._film.mux(self._stream.encode(None))
        self._film.close()
        with av.open(str(self._path)) as film:
            for told, frame in zip(self._told, film.decode(video=0), strict=False):
                yield told._replace(pixels=frame.to_ndarray(format="rgba"))


def side_by_side(left: FilmPicture, right: FilmPicture) -> FilmPicture:
    """Returns both pictures as one; clock and end are those of the run that goes on longer."""
    later = max((left, right), key=lambda picture: picture.snapshot.t)
    known = {entry.text for entry in left.entries}
    entries = [*left.entries, *(entry for entry in right.entries if entry.text not in known)]
    scales = {(entry.text, entry.scale) for entry in (*left.entries, *right.entries)}
    # arrows that are drawn to two scales have none that could be told
    doubled = {text for text, _scale in scales if sum(text == other for other, _s in scales) > 1}
    entries = [replace(entry, scale="") if entry.text in doubled else entry for entry in entries]
    pixels = np.ascontiguousarray(np.hstack((left.pixels, right.pixels)))
    middle, wide = left.pixels.shape[1], max(1, len(pixels)//SEAM)
    pixels[:, middle - wide:middle + wide] = GREY
    return FilmPicture(later.snapshot, pixels, entries)


def both(left: Iterator[FilmPicture], right: Iterator[FilmPicture]) -> Iterator[FilmPicture]:
    """Yields both as one for as long as one of them goes on; the other one stands still then."""
    last: list[FilmPicture | None] = [None, None]
    while True:
        found = [next(left, None), next(right, None)]
        if found == [None, None]:
            return
        last = [new if new is not None else old for new, old in zip(found, last, strict=True)]
        one, other = last
        if one is None or other is None:
            return
        yield side_by_side(one, other)


class Names(NamedTuple):
    """What both runs are called, above each."""

    left: str
    right: str

    def paint(self, painter: QPainter, style: Style, room: QRectF):
        """Paints them into the room of both."""
        whole, unit = painter.window(), style.unit
        font = style.font(LETTERS, bold=True)
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        for number, name in enumerate((self.left, self.right)):
            if not name:
                continue
            middle = whole.width()*(0.25 + 0.5*number)
            text = metrics.elidedText(name, Qt.TextElideMode.ElideRight, 0.44*whole.width())
            box = QRectF(0, 0, metrics.horizontalAdvance(text) + 36*unit, metrics.height() + 12*unit)
            box.moveTop(room.top() + BELOW*unit)
            box.moveLeft(middle - box.width()/2)
            style.back(painter, box)
            painter.setPen(QColor(style.text))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


class Painted(Protocol):
    """What is painted over the frames of films."""

    def paint(self, painter: QPainter, style: Style, room: QRectF):
        """Paints it into the room."""


class Half(NamedTuple):
    """What belongs to one of two runs: painted in its half of the room; `number` 0 is the left one."""

    part: Painted
    number: int

    def paint(self, painter: QPainter, style: Style, room: QRectF):
        """Paints it there."""
        whole = painter.window()
        half = QRectF(self.number*whole.width()/2, room.top(), whole.width()/2, room.height())
        gap = 0.02*whole.width()
        self.part.paint(painter, style, half.adjusted(gap, 0, -gap, 0))

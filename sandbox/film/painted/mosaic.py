"""Many pictures in one, each with its name below."""

from pathlib import Path
from typing import Any

import numpy as np

from sandbox.film.painted.overlay import COLOURS, Style
from sandbox.qt.core import QRect, QRectF, Qt
from sandbox.qt.gui import QColor, QImage, QPainter
from sandbox.text import _

GAP, NAME = 4, 26        # [px] between pictures, height of the line of names
LETTERS = 15             # height of letters [px]
QUALITY = 90             # of JPEG files


class Mosaic:
    """Takes pictures in rows from the left; the last row stands in the middle.

    tile      size of a picture (width, height) [px];  columns  in a row;  count  of all
    """

    def __init__(self, tile, columns: int, count: int):
        self._tile, self._columns, self._count = tile, min(columns, count), count
        rows = -(-count//self._columns)
        self._image = QImage(self._columns*(tile[0] + GAP), rows*(tile[1] + NAME + GAP), QImage.Format.Format_RGB32)
        self._image.fill(QColor(16, 21, 28))

    def put(self, number: int, name: str, pixels: np.ndarray):
        """Puts in the picture of a number, pixels (height, width, 4) RGBA of any size of this shape."""
        row, column = divmod(number, self._columns)
        in_row = min(self._columns, self._count - row*self._columns)
        left = (self._columns - in_row)*(self._tile[0] + GAP)//2
        box = QRect(left + column*(self._tile[0] + GAP) + GAP//2, row*(self._tile[1] + NAME + GAP) + GAP//2,
                    *self._tile)
        height, width, _four = pixels.shape
        pixels = np.ascontiguousarray(pixels)
        # any buffer will do, which its stub does not say
        bits: Any = pixels.data
        image = QImage(bits, width, height, 4*width, QImage.Format.Format_RGBX8888)
        painter = QPainter(self._image)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        painter.drawImage(box, image.scaled(
            box.size(), Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation))
        painter.setPen(QColor(COLOURS["dark"][0]))
        painter.setFont(Style(*COLOURS["dark"][:2], 1.0).font(LETTERS))
        painter.drawText(QRectF(box.left(), box.bottom() + 1, box.width(), NAME), Qt.AlignmentFlag.AlignCenter, name)
        painter.end()

    def save(self, path: Path):
        """Writes it in the format that the end of its name tells, JPEG or PNG; OSError when it cannot be written."""
        if not self._image.save(str(path), None, QUALITY if path.suffix == ".jpg" else -1):
            raise OSError(0, _("cannot be written"), str(path))

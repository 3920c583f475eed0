"""Painting a map: an outcome over two parameters, with its axes and what its colours mean; for the window and files."""

from dataclasses import dataclass, field
from functools import cached_property
from math import log10

import numpy as np

from sandbox.charts.colours import KINDS, NONE, STEPS, painted, painted_kinds, ramp
from sandbox.charts.scales import Frame, Range, Scale
from sandbox.charts.style import ChartLook
from sandbox.qt.core import QBuffer, QIODevice, QPointF, QRectF, QSize, Qt
from sandbox.qt.gui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen
from sandbox.text import _

WIDE = 20.0              # numbers above 0 that span more than this are shown by their logarithms
BAR, GAP = 1.1, 0.5      # width of the bar of colours, distance between things, in heights of letters
TICK_X, TICK_Y = 6.0, 3.0       # distance of numbers at an axis, in heights of letters


@dataclass(frozen=True)
class Layer:
    """Numbers over a rectangle.

    values    (up, across), nan where there is none;  known  (up, across) bool: what was computed
    x, y      first and last value of the columns and of the rows
    """

    values: np.ndarray
    known: np.ndarray
    x: Range
    y: Range

    @property
    def box(self) -> tuple[Range, Range]:
        """What its cells cover: half a cell more on each side."""
        half = [0.5*(high - low)/max(1, count - 1) for (low, high), count in
                zip((self.x, self.y), self.values.shape[::-1], strict=True)]
        return (self.x[0] - half[0], self.x[1] + half[0]), (self.y[0] - half[1], self.y[1] + half[1])

    def cell(self, x: float, y: float) -> tuple[int, int] | None:
        """Returns column and row of a point, or None beside the map."""
        found = []
        for value, (low, high), count in zip((x, y), (self.x, self.y), self.values.shape[::-1], strict=True):
            place = round((value - low)/(high - low)*(count - 1)) if high > low else 0
            if not 0 <= place < count:
                return None
            found.append(place)
        return found[0], found[1]


@dataclass(frozen=True)
class MapSeen:
    """What is painted.

    layers    the last one lies on the others, and tells what the colours mean
    x_text, y_text, text   of the axes and of the outcome, with their units;  title  above it, or ""
    kinds     number -> its name, of an outcome that is a kind, else {};  is_count  an outcome that is counted
    """

    layers: tuple[Layer, ...]
    x_text: str
    y_text: str
    text: str
    title: str = ""
    kinds: dict[int, str] = field(default_factory=dict)
    is_count: bool = False

    @cached_property
    def scale(self) -> tuple[float, float, bool]:
        """Lowest and highest number, and whether their logarithms are shown."""
        found = self.layers[-1].values[self.layers[-1].known]
        found = found[np.isfinite(found)]
        low, high = (float(found.min()), float(found.max())) if len(found) else (0.0, 1.0)
        above = found[found > 0.0]
        if len(above) and low >= 0.0 and high > WIDE*float(above.min()):
            return float(above.min()), high, True
        return (low, high, False) if high > low else (low - 0.5, high + 0.5, False)


def filled(values: np.ndarray, known: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Gives cells that are not known yet the number of the nearest one of a coarser map; returns values, known."""
    values, done = values.copy(), known.copy()
    rows, columns = np.indices(values.shape)
    stride = 2
    while not done.all() and stride < 2*max(values.shape):
        near = [np.minimum((index + stride//2)//stride*stride, (count - 1)//stride*stride)
                for index, count in zip((rows, columns), values.shape, strict=True)]
        take = ~done & known[near[0], near[1]]
        values[take] = values[near[0][take], near[1][take]]
        done |= take
        stride *= 2
    return values, done


def image_of(seen: MapSeen, layer: Layer) -> QImage:
    """Returns the cells of a layer as an image, clear where nothing is known; row 0 is at the top."""
    values, known = filled(layer.values, layer.known)
    if seen.kinds:
        colours = painted_kinds(values)
    else:
        low, high, is_log = seen.scale
        with np.errstate(divide="ignore", invalid="ignore"):
            if is_log:
                # what is 0 is as low as can be
                shares = np.log(np.maximum(values, low)/low)/np.log(high/low)
            else:
                shares = (values - low)/(high - low)
        colours = painted(shares)
    pixels = np.empty((*values.shape, 4), np.uint8)
    pixels[..., :3], pixels[..., 3] = colours, np.where(known, 255, 0)
    pixels = np.ascontiguousarray(pixels[::-1])
    return QImage(pixels.tobytes(), values.shape[1], values.shape[0], 4*values.shape[1],
                  QImage.Format.Format_RGBA8888).copy()


class MapPainter:
    """Paints maps in a look; the images of cells are made anew only for others."""

    def __init__(self, look: ChartLook):
        self.look = look
        self.frame: Frame | None = None
        self._images: dict[int, tuple] = {}

    def paint(self, painter: QPainter, box: QRectF, seen: MapSeen, view: tuple[Range, Range]) -> Frame:
        """Paints a map over the ranges `view` into a box, and returns where it stands."""
        font = QFont(painter.font())
        font.setPixelSize(max(6, round(self.look.letters)))
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        painter.fillRect(box, QColor(self.look.ground))
        frame = self.frame = self._placed(box, seen, view, metrics)
        if frame.plot.width() < 1.0 or frame.plot.height() < 1.0:
            return frame
        painter.save()
        painter.setClipRect(frame.plot)
        for place, layer in enumerate(seen.layers):
            (x0, x1), (y0, y1) = layer.box
            left, right = (float(v) for v in frame.x.pixels((x0, x1)))
            bottom, top = (float(v) for v in frame.y.pixels((y0, y1)))
            painter.drawImage(QRectF(left, top, right - left, bottom - top), self._image(seen, layer, place))
        painter.restore()
        self._paint_axes(painter, box, seen, frame, metrics)
        if not seen.kinds:
            self._paint_bar(painter, box, seen, frame, metrics)
        return frame

    def _image(self, seen: MapSeen, layer: Layer, place: int) -> QImage:
        kept = self._images.get(place)
        if kept is None or kept[0] is not layer or kept[1] != (seen.scale, bool(seen.kinds)):
            kept = self._images[place] = layer, (seen.scale, bool(seen.kinds)), image_of(seen, layer)
        return kept[2]

    # ---- places -----------------------------------------------------------------------------------------------------

    def _kinds(self, seen: MapSeen) -> list[tuple[int, str]]:
        """The kinds that are there."""
        layer = seen.layers[-1]
        found = np.unique(layer.values[layer.known & np.isfinite(layer.values)]).astype(int).tolist()
        return [(kind, seen.kinds.get(kind, str(kind))) for kind in found]

    def _has_none(self, seen: MapSeen) -> bool:
        layer = seen.layers[-1]
        return bool(np.isnan(layer.values[layer.known]).any())

    def _rows(self, seen: MapSeen, width: float, metrics: QFontMetricsF) -> list[list[tuple[tuple, str]]]:
        """Colours and names below a map, in as many rows as they need."""
        entries = [(QColor(KINDS[kind % len(KINDS)]).getRgb()[:3], name) for kind, name in self._kinds(seen)] \
            if seen.kinds else []
        if self._has_none(seen):
            entries.append((NONE, _("cannot begin there")))
        rows: list[list[tuple[tuple, str]]] = []
        used, L = width + 1.0, self.look.letters
        for colour, name in entries:
            wide = 2.0*L + metrics.horizontalAdvance(name)
            if used + wide > width:
                rows.append([])
                used = 0.0
            rows[-1].append((colour, name))
            used += wide + L
        return rows

    def _placed(self, box: QRectF, seen: MapSeen, view: tuple[Range, Range], metrics: QFontMetricsF) -> Frame:
        L, high, (x, y) = self.look.letters, metrics.height(), view
        top = box.top() + GAP*L + high*(1.5 + bool(seen.title) + self._is_narrow(box, seen, metrics))
        rows = len(self._rows(seen, box.width() - 2*L, metrics))
        bottom = box.bottom() - (2.4 + 1.15*rows)*high - GAP*L

        def room(scale: Scale, is_count: bool = False) -> float:
            """How wide the numbers at a scale are, those that are painted."""
            texts = [text for _y, text in scale.ticks(self._ticks(bottom - top), is_count=is_count)]
            return max([metrics.horizontalAdvance(text) for text in texts] or [0.0])

        left = box.left() + GAP*L + room(Scale(*y, bottom, top)) + GAP*L
        right = box.right() - L
        if not seen.kinds:
            right -= (GAP + BAR + GAP)*L + room(self._bar_scale(seen, bottom, top), seen.is_count)
        plot = QRectF(left, top, max(0.0, right - left), max(0.0, bottom - top))
        return Frame(plot, Scale(*x, plot.left(), plot.right()), Scale(*y, plot.bottom(), plot.top()))

    def _ticks(self, height: float) -> int:
        """How many numbers stand along an edge of that height."""
        return max(2, int(height/self.look.letters/TICK_Y))

    def _is_narrow(self, box: QRectF, seen: MapSeen, metrics: QFontMetricsF) -> bool:
        """Whether the names of the axis up and of the colours have no room beside each other."""
        wide = metrics.horizontalAdvance(seen.text) + metrics.horizontalAdvance(seen.y_text)
        return wide + 3*self.look.letters > box.width()

    @staticmethod
    def _bar_scale(seen: MapSeen, begin: float, end: float) -> Scale:
        low, high, is_log = seen.scale
        return Scale(log10(low), log10(high), begin, end, True) if is_log else Scale(low, high, begin, end)

    # ---- what is painted --------------------------------------------------------------------------------------------

    def _paint_axes(self, painter: QPainter, box: QRectF, seen: MapSeen, frame: Frame, metrics: QFontMetricsF):
        L, look, plot, high = self.look.letters, self.look, frame.plot, metrics.height()
        painter.setPen(QPen(QColor(look.dim), max(1.0, 0.5*look.line)))
        painter.drawRect(plot)
        short = 0.4*L
        for x, text in frame.x.ticks(max(2, int(plot.width()/L/TICK_X))):
            painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + short))
            wide = metrics.horizontalAdvance(text)
            left = min(x - 0.5*wide, box.right() - wide - 1.0)
            room = QRectF(left, plot.bottom() + short, wide + 2.0, high)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft), text)
        for y, text in frame.y.ticks(self._ticks(plot.height())):
            painter.drawLine(QPointF(plot.left() - short, y), QPointF(plot.left(), y))
            painter.drawText(QRectF(box.left(), y - 0.5*high, plot.left() - box.left() - 1.2*short, high),
                             int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), text)
        painter.setPen(QColor(look.text))
        top = box.top() + GAP*L
        if seen.title:
            self._write(painter, QRectF(box.left() + GAP*L, top, box.width() - L, high), seen.title, metrics)
            top += high
        # the name of the axis up, and of the colours at the other side
        row = QRectF(box.left() + GAP*L, top, box.width() - 2*GAP*L, high)
        self._write(painter, row, seen.text, metrics, is_right=True)
        self._write(painter, row.translated(0.0, high*self._is_narrow(box, seen, metrics)), seen.y_text, metrics)
        self._write(painter, QRectF(box.left() + GAP*L, plot.bottom() + short + high, plot.right() - box.left() - GAP*L,
                                    high), seen.x_text, metrics, is_right=True)
        self._paint_rows(painter, box, seen, plot.bottom() + short + 2.1*high, metrics)

    @staticmethod
    def _write(painter: QPainter, room: QRectF, text: str, metrics: QFontMetricsF, is_right: bool = False):
        side = Qt.AlignmentFlag.AlignRight if is_right else Qt.AlignmentFlag.AlignLeft
        painter.drawText(room, int(side | Qt.AlignmentFlag.AlignVCenter),
                         metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(10.0, room.width())))

    def _paint_rows(self, painter: QPainter, box: QRectF, seen: MapSeen, y: float, metrics: QFontMetricsF):
        L, high = self.look.letters, metrics.height()
        for row in self._rows(seen, box.width() - 2*L, metrics):
            x = box.left() + GAP*L
            for colour, name in row:
                painter.fillRect(QRectF(x, y + 0.5*high - 0.45*L, 1.3*L, 0.9*L), QColor(*colour))
                painter.setPen(QColor(self.look.text))
                wide = metrics.horizontalAdvance(name)
                painter.drawText(QRectF(x + 1.8*L, y, wide + 2.0, high),
                                 int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), name)
                x += 3.0*L + wide
            y += 1.15*high

    def _paint_bar(self, painter: QPainter, box: QRectF, seen: MapSeen, frame: Frame, metrics: QFontMetricsF):
        L, look, plot, high = self.look.letters, self.look, frame.plot, metrics.height()
        bar = QRectF(plot.right() + GAP*L, plot.top(), BAR*L, plot.height())
        colours = np.ascontiguousarray(ramp()[::-1])
        image = QImage(colours.tobytes(), 1, STEPS, 3, QImage.Format.Format_RGB888).copy()
        painter.drawImage(bar, image)
        painter.setPen(QPen(QColor(look.dim), max(1.0, 0.5*look.line)))
        painter.drawRect(bar)
        scale = self._bar_scale(seen, plot.bottom(), plot.top())
        for y, text in scale.ticks(self._ticks(plot.height()), is_count=seen.is_count):
            painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + 0.3*L, y))
            painter.drawText(QRectF(bar.right() + 0.5*L, y - 0.5*high, box.right() - bar.right(), high),
                             int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), text)


def map_file(seen: MapSeen, view: tuple[Range, Range], look: ChartLook, size: QSize, font: QFont) -> bytes:
    """Returns the picture of a map as a PNG file of that size [px]."""
    image = QImage(size, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setFont(font)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    MapPainter(look).paint(painter, QRectF(0.0, 0.0, size.width(), size.height()), seen, view)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", 0)
    return bytes(buffer.data())

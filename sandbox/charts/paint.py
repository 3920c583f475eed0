"""Painting a chart on anything that Qt paints on, at any size: a window, an image, a frame of a film, an SVG file.

    paint_chart(painter, QRectF(0, 0, 480, 360), chart, reader.now(snapshot), look_of("dark"))

Whoever paints the same chart again and again keeps a ChartPainter: it draws anew only what has changed.
"""

from sandbox.charts.ink import Ink, Moving
from sandbox.charts.plane import GROUND, Canvas, Plane
from sandbox.charts.scales import Frame, View, view_of, window_at
from sandbox.charts.strokes import draw_dots, draw_line, draw_mark, draw_now, draw_trail, pen_of
from sandbox.charts.style import ChartLook
from sandbox.qt.core import QBuffer, QIODevice, QRectF, QSize, Qt
from sandbox.qt.gui import QColor, QFont, QFontMetricsF, QImage, QPainter
from sandbox.run.readings.chart_now import NOWHERE, ChartNow
from sandbox.scene.charts.chart import Chart, ChartElement, Curve, Dots, Mark, Note
from sandbox.text import _

FINER = 2               # pixels of a file for one on the screen
BETWEEN = "\u00a0· "     # parts of a note that stand side by side
GROWTH = 1.5            # what grows beyond a range gets so much more room at once


def paint_chart(painter: QPainter, box: QRectF, chart: Chart, now: ChartNow, look: ChartLook, title: str = ""):
    """Paints a chart with the present motion into a box, in the font of the painter.

    now     from a ChartReader, or NOWHERE;  look  see look_of;  title  above it, or ""
    """
    ChartPainter(chart, look, title).paint(painter, box, now)


class ChartPainter:
    """Paints one chart again and again.

    view    the ranges that a person has chosen, or None for those of the chart
    parts   what was found meanwhile besides the curves of the chart
    """

    def __init__(self, chart: Chart, look: ChartLook, title: str = ""):
        self.chart, self.look, self.title = chart, look, title
        self.view: View | None = None
        self.parts: tuple[ChartElement, ...] = ()
        self._own: View | None = None
        self._is_of_found = False
        self._key: tuple | None = None
        self._plane: Plane | None = None
        self._still: QImage | None = None
        self._ink: Ink | None = None
        self._moving: Moving | None = None

    @property
    def frame(self) -> Frame | None:
        """From quantities to pixels, as it was painted last."""
        return self._plane.frame if self._plane is not None else None

    @property
    def whole(self) -> View:
        """The ranges that are shown where nobody has chosen others."""
        return self._own or view_of(self.chart, self.parts)

    def forget(self):
        """Everything is drawn anew: other colours, another language."""
        self._key = self._own = None

    def paint(self, painter: QPainter, box: QRectF, now: ChartNow = NOWHERE, is_vector: bool = False):
        """Paints the chart into a box; `is_vector`: for a file of lines instead of pixels."""
        device = painter.device()
        ratio = 1.0
        if not is_vector and device is not None:
            ratio = max(1.0, device.devicePixelRatioF()*abs(painter.transform().m11()))
        plane = self._prepare(box, now, ratio, painter.font())
        if is_vector:
            plane.paint(painter)
        else:
            painter.drawImage(box, self._image(plane, box, ratio))
        dots = tuple(part for part in self.parts if isinstance(part, Dots))
        own = tuple(part for part in self.chart.curves if isinstance(part, Dots))
        if self._ink is None:
            self._ink = Ink(plane.frame, 3.0 if is_vector else ratio, self.look)
            self._moving = Moving(plane.frame, ratio, self.look)
        self._ink.take(now, (*own, *dots))
        if now.tracks or now.dots or own or dots:
            self._ink.paint(painter)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        plane.paint_names(painter, bool(own or dots or now.tracks))
        painter.setClipRect(plane.frame.plot.adjusted(-1, -1, 1, 1))
        moving = tuple(part for part in now.parts if isinstance(part, Dots) and len(part.x))
        if is_vector:
            for part in moving:
                draw_dots(painter, plane.frame, part, self.look)
        elif moving and self._moving is not None:
            self._moving.paint(painter, moving)
        self._paint_now(painter, plane.frame, now)
        painter.restore()
        for note in now.parts:
            if isinstance(note, Note):
                self._write(painter, plane.note, note.label)

    def _prepare(self, box: QRectF, now: ChartNow, ratio: float, font: QFont) -> Plane:
        view = self.view or self._own_view(now)
        labels = tuple((line.label, number if line.tone is None else line.tone)
                       for number, line in enumerate(now.tracks))
        labels += tuple((dots.label, number if dots.tone is None else dots.tone)
                        for number, dots in enumerate((*(part for part in (*self.chart.curves, *self.parts)
                                                         if isinstance(part, Dots)), *now.dots)))
        where = (box.x(), box.y(), box.width(), box.height(), view, ratio)
        key = (where, labels, tuple(map(id, self.parts)), font.family())
        if self._plane is None or key != self._key:
            # another size or another look has another width
            side = self._plane.side if self._key and self._key[0][:4] == where[:4] and self._plane is not None else 0.0
            self._key = key
            self._plane = Plane(self.chart, self.parts, labels, self.look, Canvas(box, font, side), view, self.title)
            self._still = self._ink = None
        return self._plane

    def _own_view(self, now: ChartNow) -> View:
        """The ranges of the chart; they grow where the motion leaves them, and never shrink.

        Those of what was found are of that alone where the motion leaves no trail: an orbit is far wider than its
        returns to a section may be.
        """
        points = now.points
        if self.parts and not self.chart.trail:
            points = points[1:]
            if not self._is_of_found:
                self._own, self._is_of_found = None, True
        wanted = view_of(self.chart, (*self.parts, *now.parts), points)
        if self.chart.window is not None:
            # what was shown before has gone out of it
            wanted = window_at(now.x, self.chart.window), wanted[1]
            self._own = None if self._own is None else (wanted[0], self._own[1])
        if self._own is None:
            self._own = wanted
        elif any(w[0] < o[0] or w[1] > o[1] for w, o in zip(wanted, self._own, strict=True)):
            self._own = (_grown(self._own[0], wanted[0]), _grown(self._own[1], wanted[1]))
        return self._own

    def _image(self, plane: Plane, box: QRectF, ratio: float) -> QImage:
        if self._still is None:
            image = QImage(QSize(max(1, round(ratio*box.width())), max(1, round(ratio*box.height()))),
                           QImage.Format.Format_RGB32)
            painter = QPainter(image)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
            painter.scale(ratio, ratio)
            painter.translate(-box.topLeft())
            plane.paint(painter)
            painter.end()
            self._still = image
        return self._still

    def _paint_now(self, painter: QPainter, frame: Frame, now: ChartNow):
        look = self.look
        for part in now.parts:
            if isinstance(part, Curve):
                painter.setPen(pen_of(look.now if part.tone is None else look.tone(part.tone), look.line, part.style))
                draw_line(painter, *frame.pixels(part.x, part.y))
            elif isinstance(part, Mark):
                draw_mark(painter, frame, part, look)
                if part.label:
                    self._name(painter, frame, part)
        draw_trail(painter, *frame.pixels(now.trail_x, now.trail_y), look)
        x, y = (float(value) for value in frame.pixels(now.x, now.y))
        if x == x and y == y:
            draw_now(painter, x, y, look)

    def _write(self, painter: QPainter, room: QRectF, text: str):
        """Words above the plot, broken between their parts; on a ground of their own where they need more than that."""
        painter.save()
        font = QFont(painter.font())
        font.setPixelSize(max(6, round(self.look.letters)))
        painter.setFont(font)
        first, *others = text.split("\n")
        if others:
            text = BETWEEN.join(line.replace(" ", "\u00a0") for line in (first, *others))
        flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
        needed = painter.boundingRect(room, flags, text)
        if needed.height() > room.height():
            ground = QColor(self.look.ground)
            ground.setAlphaF(GROUND)
            painter.fillRect(needed.adjusted(-2.0, 0.0, 2.0, 0.0), ground)
        painter.setPen(QColor(self.look.text))
        painter.drawText(room.united(needed), flags, text)
        painter.restore()

    def _name(self, painter: QPainter, frame: Frame, mark: Mark):
        """The name of a mark that moves: to its right, or to its left where there is no room."""
        x, y = (float(value) for value in frame.pixels(mark.x, mark.y))
        font = QFont(painter.font())
        font.setPixelSize(max(6, round(self.look.letters)))
        painter.setFont(font)
        metrics, away = QFontMetricsF(font), 0.8*self.look.letters
        wide = metrics.horizontalAdvance(_(mark.label))
        is_right = x + away + wide < frame.plot.right()
        # as much of it as there is room for, from its beginning
        left = x + away if is_right else max(x - away - wide, frame.plot.left() + 1.0)
        top = y - 0.3*self.look.letters - metrics.ascent()
        box = QRectF(left, top, wide + 2.0, metrics.height())
        box.moveTop(max(box.top(), frame.plot.top() + 1.0))
        ground = QColor(self.look.ground)
        ground.setAlphaF(GROUND)
        painter.fillRect(box, ground)
        painter.setPen(QColor(self.look.text))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, _(mark.label))


def _grown(before: tuple[float, float], wanted: tuple[float, float]) -> tuple[float, float]:
    low = before[0] if wanted[0] >= before[0] else before[1] - GROWTH*(before[1] - wanted[0])
    high = before[1] if wanted[1] <= before[1] else before[0] + GROWTH*(wanted[1] - before[0])
    return low, high


def chart_file(painter_of: ChartPainter, kind: str, size: QSize, now: ChartNow = NOWHERE,
               font: QFont | None = None) -> bytes:
    """Returns a chart as a file, "png" with FINER pixels for one of the size in each direction, or "svg"."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    box = QRectF(0.0, 0.0, size.width(), size.height())
    again = ChartPainter(painter_of.chart, painter_of.look, painter_of.title or painter_of.chart.name)
    again.view, again.parts, again._own = painter_of.view, painter_of.parts, painter_of._own
    again._is_of_found = painter_of._is_of_found
    if kind == "svg":
        # asked for seldom: not loaded when the program starts
        from sandbox.qt.svg import QSvgGenerator
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setSize(size)
        generator.setViewBox(box)
        generator.setTitle(again.title)
        painter = QPainter(generator)
        if font is not None:
            painter.setFont(font)
        again.paint(painter, box, now, is_vector=True)
        painter.end()
    else:
        image = QImage(size*FINER, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        painter.scale(FINER, FINER)
        if font is not None:
            painter.setFont(font)
        again.paint(painter, box, now)
        painter.end()
        image.save(buffer, "PNG")
    return bytes(buffer.data())

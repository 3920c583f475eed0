"""What of a chart stays while a run goes on: axes, curves, regions, marks and their names, painted once."""

from math import ceil
from typing import NamedTuple

import numpy as np

from sandbox.charts.labels import Room
from sandbox.charts.scales import Frame, View, frame_of
from sandbox.charts.strokes import draw_line, draw_mark, draw_region, draw_shade, pen_of, pieces, sample_box
from sandbox.charts.style import ChartLook
from sandbox.qt.core import QPointF, QRectF, QSizeF, Qt
from sandbox.qt.gui import QColor, QFont, QFontMetricsF, QPainter, QPen
from sandbox.scene.charts.chart import Chart, ChartElement, Curve, Dots, Mark, Note, Region
from sandbox.text import _, unit_text

TICK_X, TICK_Y = 5.5, 2.6       # distance of numbers at the axes, in heights of letters
GAP = 0.4                       # between texts, in heights of letters
GROUND = 0.8                    # opacity of the ground of a name that stands on dots
WORDS = 9.0                     # width of a part of a note, in heights of letters
KEY_GAP = 1.4                   # between the entries of a key


def axis_text(label: str, unit: str) -> str:
    """Returns name and unit of an axis in the language of the moment."""
    return f"{_(label)} [{unit_text(unit)}]" if unit else _(label)


class Canvas(NamedTuple):
    """What a chart is painted on: a box [px], a font, and the least width of the numbers at its left [px].

    The plane should not move while one zooms.
    """

    box: QRectF
    font: QFont
    side: float = 0.0


class Plane:
    """Axes, curves and names of a chart in a box; made anew where the box, the view or the parts are others.

    frame   from quantities to pixels;  side  width of the numbers at the left [px];  note  room for a Note
    """

    def __init__(self, chart: Chart, parts: tuple[ChartElement, ...], lines: tuple[tuple[str, int], ...],
                 look: ChartLook, sheet: Canvas, view: View, title: str = ""):
        """parts    besides the curves of the chart;  lines  (label, tone) of tracks and dots, for the key"""
        box = sheet.box
        self._chart, self._look, self._box, self._title, self.side = chart, look, box, title, sheet.side
        self._font = QFont(sheet.font)
        self._font.setPixelSize(max(6, round(look.letters)))
        self._bold = QFont(self._font)
        self._bold.setBold(True)
        self._metrics = QFontMetricsF(self._font)
        self._high = self._metrics.height()
        self._parts = self._toned((*chart.curves, *parts))
        self._lines = lines
        # names that find no place beside their lines stand in a key above the plot: then it is lower
        self.frame, self._names, left = self._placed(box, view, ())
        if left or lines:
            self.frame, self._names, self._key = self._placed(box, view, left)
        else:
            self._key = ()

    # ---- places -----------------------------------------------------------------------------------------------------

    @staticmethod
    def _toned(parts) -> list[tuple[ChartElement, int]]:
        """Each part with the number of its colour."""
        toned, following = [], 0
        for part in parts:
            tone = getattr(part, "tone", None)
            if tone is None:
                tone = following
                if isinstance(part, Curve | Region) and part.label:
                    following += 1
            toned.append((part, tone))
        return toned

    def _placed(self, box: QRectF, view: View, left: tuple):
        """Frame, names at their places, and the names that have found none: those `left` stand in the key anyway."""
        frame = self._frame(box, view, left)
        room, names, without = Room(frame.plot), [], list(left)
        for part, _tone in self._parts:
            if isinstance(part, Curve) and part.style != "fine":
                room.take_line(*frame.pixels(part.x, part.y))
            elif isinstance(part, Dots):
                room.take_dots(*frame.pixels(part.x, part.y))
            elif isinstance(part, Mark):
                x, y = (float(value) for value in frame.pixels(part.x, part.y))
                half = 0.6*self._look.letters
                if frame.plot.contains(QPointF(x, y)):
                    room.take(QRectF(x - half, y - half, 2*half, 2*half))
        known = {id(part) for part, _tone in left}
        # marks first: there is no other place for their names
        for part, tone in sorted(self._parts, key=lambda one: not isinstance(one[0], Mark)):
            if isinstance(part, Dots | Note) or not part.label or id(part) in known:
                continue
            place, text = self._place(frame, room, part)
            if place is None:
                room.minds_dots = False
                place, text = self._place(frame, room, part)
                room.minds_dots = True
            if place is not None:
                room.take(place)
                names.append((place, text, tone if not isinstance(part, Mark) else None))
            elif not isinstance(part, Mark):
                without.append((part, tone))
        return frame, names, tuple(without)

    def _place(self, frame: Frame, room: Room, part: Curve | Region | Mark) -> tuple[QRectF | None, str]:
        text = _(part.label)
        px, py = frame.pixels(part.x, part.y)
        if isinstance(part, Mark):
            if not frame.plot.contains(QPointF(float(px), float(py))):
                return None, text
            long = f"{text}\n{_(part.about)}" if part.about else text
            for one in dict.fromkeys((long, text)):
                place = room.near_point(float(px), float(py), self._size(one), self._look.letters)
                if place is not None:
                    return place, one
            return None, text
        if isinstance(part, Region):
            return room.within(px, py, self._size(text)), text
        place = None
        if part.shade:
            place = self._within_shade(frame, room, part, px, py, text)
        return place or room.along(px, py, self._size(text), self._look.letters, part.side), text

    def _within_shade(self, frame: Frame, room: Room, curve: Curve, px, py, text: str) -> QRectF | None:
        """A place in the widest part of what a curve shades."""
        edge = frame.plot.top() if curve.shade == "above" else frame.plot.bottom()
        for x, y in sorted(pieces(px, py), key=lambda piece: piece[0].min() - piece[0].max()):
            place = room.within(np.concatenate((x, x[-1:], x[:1])), np.concatenate((y, [edge, edge])),
                                self._size(text))
            if place is not None:
                return place
        return None

    def _size(self, text: str) -> QSizeF:
        lines = text.split("\n")
        return QSizeF(max(self._metrics.horizontalAdvance(line) for line in lines) + 4.0, len(lines)*self._high)

    def _frame(self, box: QRectF, view: View, left: tuple) -> Frame:
        L, high = self._look.letters, self._high
        top = box.top() + GAP*L + high*(1 + len(self._key_rows(box, left))) + (high if self._title else 0.0) + GAP*L
        # what is said of the present instant stands above the plot, where it covers nothing
        wide = max(1.0, box.width() - 2*GAP*L)
        rows = min(self._chart.lines, ceil(self._chart.lines*WORDS*L/wide))
        self.note = QRectF(box.left() + GAP*L, top - GAP*L, wide, rows*high)
        top += self.note.height()
        bottom = box.bottom() - 2.0*high - 2*GAP*L
        # as wide as the numbers at the side
        room = QRectF(box.left(), top, max(1.0, box.width() - 5*L), max(1.0, bottom - top))
        trial = frame_of(self._chart, room, view)
        texts = [text for _y, text in trial.y.ticks(self._most(trial.plot.height(), TICK_Y))]
        side = max((self._metrics.horizontalAdvance(text) for text in texts), default=L) + 2.2*GAP*L
        side = self.side = max(self.side, side)
        plot = QRectF(box.left() + side + 2.0, top, max(8.0, box.width() - side - 2.0 - 1.2*L), max(8.0, bottom - top))
        return frame_of(self._chart, plot, view)

    def _most(self, length: float, every: float) -> int:
        return max(2, int(length/(every*self._look.letters)))

    # ---- painting ---------------------------------------------------------------------------------------------------

    def paint(self, painter: QPainter):
        """Paints all of it."""
        frame, look = self.frame, self._look
        painter.setFont(self._font)
        painter.fillRect(self._box, QColor(look.ground))
        self._axes(painter)
        painter.save()
        painter.setClipRect(frame.plot.adjusted(-1, -1, 1, 1))
        for part, tone in self._parts:
            if isinstance(part, Region):
                draw_region(painter, frame, part, look.tone(tone))
            elif isinstance(part, Curve) and part.shade:
                draw_shade(painter, frame, part, look.tone(tone))
        for part, tone in self._parts:
            if isinstance(part, Curve):
                painter.setPen(pen_of(look.tone(tone), look.line, part.style))
                draw_line(painter, *frame.pixels(part.x, part.y))
        painter.restore()
        self._paint_key(painter)

    def paint_names(self, painter: QPainter, is_dense: bool):
        """Paints marks and names, over all that has gathered; `is_crowded`: names need a ground of their own."""
        look = self._look
        painter.setFont(self._font)
        for part, _tone in self._parts:
            if isinstance(part, Mark):
                draw_mark(painter, self.frame, part, look)
        is_dense = is_dense or any(getattr(part, "style", "") == "fine" for part, _tone in self._parts)
        ground = QColor(look.ground)
        ground.setAlphaF(GROUND)
        for place, text, tone in self._names:
            if is_dense:
                painter.fillRect(place, ground)
            painter.setPen(QColor(look.text if tone is None else look.tone(tone)))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)

    def _axes(self, painter: QPainter):
        frame, look, plot, high = self.frame, self._look, self.frame.plot, self._high
        grid = QPen(QColor(look.grid), 0.5*look.line)
        across = frame.x.ticks(self._most(plot.width(), TICK_X))
        up = frame.y.ticks(self._most(plot.height(), TICK_Y))
        for x, text in across:
            painter.setPen(grid)
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
            painter.setPen(QColor(look.dim))
            wide = self._metrics.horizontalAdvance(text)
            begin = min(x - 0.5*wide, self._box.right() - wide - 1.0)
            painter.drawText(QRectF(begin, plot.bottom() + GAP*look.letters, wide + 2.0, high),
                             Qt.AlignmentFlag.AlignLeft, text)
        for y, text in up:
            painter.setPen(grid)
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(QColor(look.dim))
            painter.drawText(QRectF(self._box.left(), y - 0.5*high, plot.left() - GAP*look.letters - self._box.left(),
                                    high), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
        painter.setPen(QPen(QColor(look.dim), 0.5*look.line))
        painter.drawRect(plot)
        painter.setPen(QColor(look.text))
        top = self._box.top() + GAP*look.letters
        if self._title:
            painter.setFont(self._bold)
            painter.drawText(QRectF(self._box.left() + GAP*look.letters, top, self._box.width(), high),
                             Qt.AlignmentFlag.AlignLeft, self._elided(self._title))
            painter.setFont(self._font)
            top += high
        chart = self._chart
        painter.drawText(QRectF(self._box.left() + GAP*look.letters, top, self._box.width() - look.letters, high),
                         Qt.AlignmentFlag.AlignLeft, self._elided(axis_text(chart.y_label, chart.y_unit)))
        painter.drawText(QRectF(self._box.left(), plot.bottom() + GAP*look.letters + high,
                                plot.right() - self._box.left(), high), Qt.AlignmentFlag.AlignRight,
                         self._elided(axis_text(chart.x_label, chart.x_unit)))

    def _elided(self, text: str) -> str:
        return self._metrics.elidedText(text, Qt.TextElideMode.ElideRight,
                                        max(10.0, self._box.width() - 2*self._look.letters))

    # ---- the key ----------------------------------------------------------------------------------------------------

    def _entries(self, left: tuple) -> list[tuple[str, int, str]]:
        """Text, tone and style of each entry."""
        found = [(_(part.label), tone, getattr(part, "style", "region")) for part, tone in left]
        return found + [(_(label), tone, "line") for label, tone in self._lines if label]

    def _key_rows(self, box: QRectF, left: tuple) -> list[list[tuple[str, int, str]]]:
        L, most = self._look.letters, box.width() - 2*self._look.letters
        rows: list[list[tuple[str, int, str]]] = []
        used = most + 1.0
        for text, tone, style in self._entries(left):
            text = self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, most - 2.2*L)
            wide = 2.2*L + self._metrics.horizontalAdvance(text)
            if used + wide > most:
                rows.append([])
                used = 0.0
            rows[-1].append((text, tone, style))
            used += wide + KEY_GAP*L
        return rows

    def _paint_key(self, painter: QPainter):
        L, look = self._look.letters, self._look
        y = self._box.top() + GAP*L + self._high*(2 if self._title else 1)
        for row in self._key_rows(self._box, self._key):
            x = self._box.left() + GAP*L
            for text, tone, style in row:
                middle = y + 0.5*self._high
                sample = sample_box(x, middle, L)
                if style == "region":
                    painter.fillRect(sample, QColor(look.tone(tone)))
                else:
                    painter.setPen(pen_of(look.tone(tone), look.line, style))
                    painter.drawLine(QPointF(sample.left(), middle), QPointF(sample.right(), middle))
                painter.setPen(QColor(look.text))
                wide = self._metrics.horizontalAdvance(text)
                painter.drawText(QRectF(x + 2.2*L, y, wide + 2.0, self._high),
                                 Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
                x += 2.2*L + wide + KEY_GAP*L
            y += self._high


def nearest_mark(chart: Chart, parts: tuple[ChartElement, ...], frame: Frame, place: QPointF, reach: float) -> Mark \
        | None:
    """Returns the mark under a place [px], or None."""
    best, least = None, reach
    for part in (*chart.curves, *parts):
        if isinstance(part, Mark):
            x, y = (float(value) for value in frame.pixels(part.x, part.y))
            away = float(np.hypot(x - place.x(), y - place.y()))
            if away < least:
                best, least = part, away
    return best

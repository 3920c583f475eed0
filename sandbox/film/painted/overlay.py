"""Paints clock, legend and title card over a frame of any size; the result depends on the installed fonts only."""

from dataclasses import dataclass
from math import floor, isinf, log10
from typing import NamedTuple

import numpy as np

from sandbox.qt.core import QPointF, QRectF, Qt, sip
from sandbox.qt.gui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen, QPolygonF
from sandbox.text import _, unit_text
from sandbox.view.picture.tint import shade_of

LINES = 1080.0          # height [px] of the frame for which the sizes below are
CLOCK, SPEED, LEGEND, TITLE, SUBTITLE = 52, 32, 30, 88, 46      # heights of letters [px]
BROKEN = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap      # texts in the middle, in lines
MARGIN = 28             # of what stands in a corner [px]

# theme -> colours of text, of the panel behind it, of the ground of a title card
COLOURS = {"dark": ("#f2f5f8", (16, 21, 28, 165), (16, 21, 28, 205)),
           "projector": ("#10151c", (255, 255, 255, 205), (255, 255, 255, 225))}


@dataclass(frozen=True)
class LegendEntry:
    """One entry of the legend; kind is "line", "dashes", "arrow" or "scale"; scale like "10 cm = 1 m/s", or ""."""

    text: str
    colour: str
    kind: str
    scale: str = ""


def with_units(scales: dict, meanings: dict) -> dict[str, tuple[float, str]]:
    """Takes scales, name -> (m per unit, unit), and meanings, name -> (text, unit); returns scales with these units."""
    return {name: (scale, meanings.get(name, ("", unit))[1]) for name, (scale, unit) in scales.items()}


def scale_tones(count: int) -> list[str]:
    """Returns `count` colours "#rrggbb" of the scale of speeds, from slow to fast."""
    tones = np.rint(255.0*shade_of(np.linspace(0.0, 1.0, count))).astype(int)
    return ["#{:02x}{:02x}{:02x}".format(*tone) for tone in tones.tolist()]


def shown_range(most: float, unit: str) -> str:
    """Returns the range of a scale of colours as text: "0 to 0.5 m/s"."""
    return _("0 to {most:g} {unit}").format(most=most, unit=unit_text(unit))


def shown_scale(scale: float, unit: str) -> str:
    """Returns a scale [m per unit] as text, for a length of a few centimetres: "10 cm = 1 m/s"."""
    power = floor(log10(0.1/scale) + 1e-9)
    return f"{100*scale*10.0**power:.3g} {unit_text('cm')} = {10.0**power:g} {unit_text(unit)}"


def shown_speed(speed: float) -> str:
    """Returns a speed, simulated over shown time, as text: "2×", "1/4×", "max" for as fast as it can be."""
    if isinf(speed):
        return _("max")
    return f"{speed:g}×" if speed >= 1.0 else f"1/{1/speed:g}×"


class Style(NamedTuple):
    """How texts and panels look on frames of one size: colours of text and panel, and a pixel of 1080 lines [px]."""

    text: str
    panel: tuple[int, ...]
    unit: float

    def font(self, size: float, bold: bool = False) -> QFont:
        """Returns the font of letters of this height [px of 1080]."""
        font = QFont("DejaVu Sans")
        font.setStyleHint(QFont.StyleHint.SansSerif)
        font.setPixelSize(max(9, round(size*self.unit)))
        font.setBold(bold)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        return font

    def back(self, painter: QPainter, box: QRectF):
        """Paints the panel behind a text."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(*self.panel))
        painter.drawRoundedRect(box, 10*self.unit, 10*self.unit)


class Overlay:
    """Paints over the frames of one film.

    theme    "dark" or "projector"
    clock    whether to show the time;  speed  factor shown beside it when it is not 1
    is_clear whether frames have places without any ground
    """

    def __init__(self, theme: str = "dark", clock: bool = True, speed: float = 1.0, is_clear: bool = False):
        self._text, self._panel, self._card = COLOURS[theme]
        self._clock, self._speed = clock, speed
        self._format = QImage.Format.Format_RGBA8888 if is_clear else QImage.Format.Format_RGBX8888

    def paint(self, pixels: np.ndarray, t: float, entries=(), title=(), fade: float = 1.0,
              speed: float | None = None, more=()):
        """Paints over a frame in place.

        pixels    (height, width, 4) bytes RGBA, contiguous
        t         simulated time [s]
        entries   entries of the legend; none: no legend
        title     lines of a title card, the first one large; none: no card;  fade  opacity of the card, 0..1
        speed     factor of this frame, None for that of the film
        more      what has paint(painter, style, room): painted in the room between clock and legend
        """
        height, width, _four = pixels.shape
        image = QImage(sip.voidptr(pixels.ctypes.data), width, height, 4*width, self._format)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        style = Style(self._text, self._panel, height/LINES)
        margin = MARGIN*style.unit
        room = QRectF(0, 0, width, height).adjusted(margin, margin, -margin, -margin)
        if title and fade > 0.0:
            self._paint_title(painter, width, height, style, title, fade)
        else:
            if self._clock:
                self._paint_clock(painter, style, t, self._speed if speed is None else speed)
            if entries:
                room.setBottom(self._paint_legend(painter, width, height, style, entries) - 0.5*margin)
            for one in more:
                one.paint(painter, style, room)
        painter.end()

    def _paint_clock(self, painter, style, t, speed):
        unit = style.unit
        text, font = f"t = {t:.2f} {unit_text('s')}", style.font(CLOCK, bold=True)
        small, extra = style.font(SPEED), "" if speed == 1.0 else shown_speed(speed)
        metrics, fine = QFontMetricsF(font), QFontMetricsF(small)
        # as wide as the widest digits, so that the box keeps its size while they run
        wide = metrics.horizontalAdvance(f"t = {'0'*(len(text) - 6)} {unit_text('s')}")
        more = fine.horizontalAdvance(extra) + 22*unit if extra else 0.0
        box = QRectF(28*unit, 26*unit, wide + more + 36*unit, metrics.height() + 14*unit)
        style.back(painter, box)
        painter.setPen(QColor(self._text))
        painter.setFont(font)
        line = box.top() + 7*unit + metrics.ascent()
        painter.drawText(QPointF(box.left() + 18*unit, line), text)
        if extra:
            painter.setFont(small)
            painter.drawText(QPointF(box.left() + wide + 40*unit, line), extra)

    def _paint_legend(self, painter, width, height, style, entries) -> float:
        """Paints the legend and returns where it begins, from above [px]."""
        font, unit = style.font(LEGEND), style.unit
        metrics, swatch, gap = QFontMetricsF(font), 62*unit, 34*unit
        most = width - 90*unit

        def widths(texts):
            return [swatch + 14*unit + metrics.horizontalAdvance(text) for text in texts]

        full = [f"{entry.text} ({entry.scale})" if entry.scale else entry.text for entry in entries]
        short = [entry.text for entry in entries]
        texts = full if sum(widths(full)) + gap*(len(full) - 1) <= most else short

        # as many rows as it takes
        rows: list[list[tuple]] = [[]]
        used = 0.0
        for item, wide in zip(zip(entries, texts, strict=True), widths(texts), strict=True):
            if rows[-1] and used + wide > most:
                rows.append([])
                used = 0.0
            rows[-1].append((*item, wide))
            used += wide + gap
        row_height = metrics.height() + 8*unit
        longest = max(sum(wide for *_item, wide in row) + gap*(len(row) - 1) for row in rows)
        box = QRectF((width - longest)/2 - 22*unit, height - 24*unit - row_height*len(rows) - 12*unit,
                     longest + 44*unit, row_height*len(rows) + 12*unit)
        style.back(painter, box)
        painter.setFont(font)
        for number, row in enumerate(rows):
            x = (width - sum(wide for *_item, wide in row) - gap*(len(row) - 1))/2
            top = box.top() + 6*unit + number*row_height
            for entry, text, wide in row:
                self._paint_swatch(painter, entry, x, top + row_height/2, swatch, unit)
                painter.setPen(QColor(self._text))
                painter.drawText(QPointF(x + swatch + 14*unit, top + 4*unit + metrics.ascent()), text)
                x += wide + gap
        return box.top()

    def _paint_swatch(self, painter, entry, x, y, length, unit):
        colour, end = QColor(entry.colour), x + length*(0.66 if entry.kind == "arrow" else 1.0)
        thick = (9 if entry.kind == "line" else 7)*unit
        if entry.kind == "scale":
            tones = scale_tones(round(length))
            painter.setPen(QPen(QColor(self._text), 1.2*unit))
            painter.drawRect(QRectF(x, y - 9*unit, length, 18*unit))
            for k, tone in enumerate(tones):
                painter.fillRect(QRectF(x + k*length/len(tones), y - 9*unit, length/len(tones) + 1.0, 18*unit),
                                 QColor(tone))
            return
        # a rim in the colour of the text: white chalk would not be visible on a white panel
        for pen in (QPen(QColor(self._text), thick + 2.5*unit), QPen(colour, thick)):
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            if entry.kind == "dashes":
                pen.setDashPattern([15*unit/pen.widthF(), 9*unit/pen.widthF()])
            painter.setPen(pen)
            painter.drawLine(QPointF(x, y), QPointF(end, y))
        if entry.kind == "arrow":
            painter.setPen(QPen(QColor(self._text), 1.2*unit))
            painter.setBrush(colour)
            painter.drawPolygon(QPolygonF([QPointF(end - 2*unit, y - 12*unit), QPointF(x + length, y),
                                           QPointF(end - 2*unit, y + 12*unit)]))

    def _paint_title(self, painter, width, height, style, title, fade):
        unit = style.unit
        painter.setOpacity(fade)
        painter.fillRect(QRectF(0, 0, width, height), QColor(*self._card))
        painter.setPen(QColor(self._text))
        lines = [(text, TITLE if k == 0 else SUBTITLE) for k, text in enumerate(title) if text]
        room, boxes = width - 160*unit, []
        for text, size in lines:
            font = style.font(size, bold=size == TITLE)
            # a long title is broken into lines, never cut
            box = QFontMetricsF(font).boundingRect(QRectF(0, 0, room, height), BROKEN, text)
            boxes.append((font, text, box.height()))
        gap = 30*unit
        y = (height - sum(high for *_item, high in boxes) - gap*(len(boxes) - 1))/2
        for font, text, high in boxes:
            painter.setFont(font)
            painter.drawText(QRectF(80*unit, y, room, high + 4*unit), BROKEN, text)
            y += high + gap
        painter.setOpacity(1.0)

"""The legend: what the lines and arrows of the picture mean."""

from collections.abc import Callable, Sequence

from sandbox.film.painted.overlay import scale_tones, shown_range, shown_scale, with_units
from sandbox.qt.core import QPointF, QRectF, QSize, Qt
from sandbox.qt.gui import QColor, QPainter, QPen, QPolygonF
from sandbox.qt.widgets import QHBoxLayout, QVBoxLayout, QWidget
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label
from sandbox.ui.look.theme import colour as tone


def as_colour(colour) -> QColor:
    """A colour given as "#rrggbb" or as three numbers 0..1."""
    return QColor(colour) if isinstance(colour, str) else QColor.fromRgbF(*colour)

BESIDE = 57        # [px] that an entry takes besides its text
EDGES = 46         # [px] that are left free at both ends of a line


class Swatch(QWidget):
    """A short piece of what it stands for: "line", "dashes", "arrow" or "scale", of colours."""

    def __init__(self, colour, kind: str):
        super().__init__()
        self._colour, self.kind = as_colour(colour), kind
        self.set_scale(1.0)

    @property
    def colour(self) -> str:
        return self._colour.name()

    def set_scale(self, scale: float):
        self._scale = scale
        self.setFixedSize(round(30*scale), round(14*scale))

    def set_colour(self, colour):
        self._colour = as_colour(colour)
        self.update()

    def paintEvent(self, event):
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self._scale, self._scale)
        if self.kind == "scale":
            for k, shade in enumerate(scale_tones(30)):
                painter.fillRect(QRectF(k, 1, 1.2, 12), QColor(shade))
            return
        end, thick = 20 if self.kind == "arrow" else 29, 4 if self.kind == "line" else 3
        # black dashes on the dark and white chalk on white lie on a chip, as they do on the support
        if abs(self._colour.lightnessF() - QColor(tone("NIGHT")).lightnessF()) < 0.12:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tone("DIM")))
            painter.drawRoundedRect(QRectF(0, 1, 30, 12), 2, 2)
        pen = QPen(self._colour, thick)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if self.kind == "dashes":
            pen.setDashPattern([2.4, 1.4])
        painter.setPen(pen)
        painter.drawLine(QPointF(1, 7), QPointF(end, 7))
        if self.kind == "arrow":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._colour)
            painter.drawPolygon(QPolygonF([QPointF(18, 1.5), QPointF(29, 7), QPointF(18, 12.5)]))


class Legend(QWidget):
    """A line or two under the picture, an entry for each thing; only what is on is named.

    entries   (text, colour[, kind[, key]]) of each, or a function that gives them in the language of the moment
    """

    def __init__(self, entries: Sequence[tuple] | Callable):
        super().__init__()
        self.setObjectName("legend")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._source = entries
        self._entries, self._texts, self._scales, self._scale = {}, {}, {}, 1.0
        self._meanings = dict
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 4, 14, 4)
        column.setSpacing(0)
        self._rows = [QHBoxLayout(), QHBoxLayout()]
        for row in self._rows:
            row.setSpacing(8)
            row.addStretch(1)
            row.addStretch(1)
            column.addLayout(row)
        for text, colour, *more in self._given():
            kind = more[0] if more else "line"
            swatch, label = Swatch(colour, kind), plain_label(text)
            key = more[1] if len(more) > 1 else text
            self._entries[key] = (swatch, label)
            self._texts[key] = text
            label.setContentsMargins(0, 0, 10, 0)
            label.setMinimumWidth(16)
        self._placed = None
        self._place([*self._entries], [])

    def _given(self) -> Sequence[tuple]:
        return self._source() if callable(self._source) else self._source

    def minimumSizeHint(self):
        # what does not fit is cut; it never makes the window wider
        return QSize(0, super().minimumSizeHint().height())

    def retranslate(self):
        """Texts and colours of the moment."""
        for key, (text, colour, *_more) in zip(self._entries, self._given(), strict=True):
            self._texts[key] = self._meanings().get(key, (text, ""))[0]
            self._entries[key][0].set_colour(colour)
        self._write()

    def show_meanings(self, meanings: Callable):
        """What keys stand for in the present scene, where that is not what they are called: key -> (text, unit)."""
        self._meanings = meanings
        self.retranslate()

    def shown(self) -> list[tuple[str, str, str, str]]:
        """Returns (key, text, colour "#rrggbb", kind) of what is named now."""
        return [(key, self._texts[key], swatch.colour, swatch.kind) for key, (swatch, label) in self._entries.items()
                if not label.isHidden()]

    def set_scale(self, scale: float):
        """So many times as large as usual."""
        if scale != self._scale:
            self._scale = scale
            for swatch, _label in self._entries.values():
                swatch.set_scale(scale)
            self._write()

    def set_on(self, key: str, on: bool):
        entry = self._entries.get(key, ())
        if any(widget.isHidden() == on for widget in entry):
            for widget in entry:
                widget.setVisible(on)
            self._write()

    def show_scales(self, scales: dict[str, tuple[float, str]]):
        """Scales of the arrows: (metres per unit, unit) by key."""
        if scales != self._scales:
            self._scales = dict(scales)
            self._write()

    def resizeEvent(self, event):
        super().resizeEvent(event)
        self._write()

    def _place(self, *lines: list[str]):
        """Puts the entries of these keys into the two rows; those that are not shown stay where they are."""
        if lines == self._placed:
            return
        self._placed = lines
        for row, keys in zip(self._rows, lines, strict=True):
            for key in keys:
                for widget in self._entries[key]:
                    for other in self._rows:
                        other.removeWidget(widget)
                    row.insertWidget(row.count() - 1, widget)

    def _write(self):
        """Texts with the scales if they fit in a line, else without, else in two lines; the tooltips have it all."""
        scales = {key: (shown_range if self._entries[key][0].kind == "scale" else shown_scale)(*scale)
                  for key, scale in with_units(self._scales, self._meanings()).items() if key in self._texts}
        full = {key: f"{text} ({scales[key]})" if key in scales else text for key, text in self._texts.items()}
        shown = [key for key, (_swatch, label) in self._entries.items() if not label.isHidden()]
        metrics = next(iter(self._entries.values()))[1].fontMetrics() if self._entries else self.fontMetrics()

        def width(texts, keys):
            return sum(metrics.horizontalAdvance(texts[key]) + 1 + self._scale*BESIDE for key in keys)

        room = self.width() - EDGES
        texts = full if width(full, shown) <= room else self._texts
        lines = [shown, []]
        if width(texts, shown) > room:
            lines = min(([shown[:k], shown[k:]] for k in range(1, len(shown) + 1)),
                        key=lambda lines: max(width(texts, keys) for keys in lines))
            texts = full if all(width(full, keys) <= room for keys in lines) else texts
        self._place(*lines)
        for keys in lines:
            texts = {**texts, **self._cut(texts, keys, metrics, room - self._scale*BESIDE*len(keys))}
        for key, (swatch, label) in self._entries.items():
            if label.text() != texts[key]:
                label.setText(texts[key])
            for widget in (swatch, label):
                widget.setToolTip(tooltip(full[key]))

    @staticmethod
    def _cut(texts: dict, keys: list[str], metrics, room: float) -> dict[str, str]:
        """Texts of a line, the longest cut until they fit."""
        widths = [metrics.horizontalAdvance(texts[key]) + 1 for key in keys]
        limit = next((limit for limit in range(max(widths, default=0), 16, -4)
                      if sum(min(width, limit) for width in widths) <= room), 16)
        return {key: texts[key] if width <= limit
                else metrics.elidedText(texts[key], Qt.TextElideMode.ElideRight, limit)
                for key, width in zip(keys, widths, strict=True)}

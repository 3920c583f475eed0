"""What is said in a film: texts of one's own at their times, and events in words when they happen."""

from bisect import bisect_right

from sandbox.film.foreseen import events_of, of_kinds
from sandbox.film.painted.overlay import Style
from sandbox.film.recipe import Recipe
from sandbox.qt.core import QRectF, Qt
from sandbox.qt.gui import QColor, QFontMetricsF, QPainter
from sandbox.run.simulation import Simulation

TOLD = 3.0               # [s] of film that an event is told
FADE = 0.25              # [s] of film in which a text comes and goes
MOST_EVENTS = 2          # told at once, the newest last
ASIDE = 0.33             # of the width is left to plots that stand beside
LETTERS = 34             # height of letters [px of 1080]


class Lines:
    """Texts to be painted, each with its opacity 0..1, above the legend; `taken` is the side that plots stand on."""

    def __init__(self, texts: list[tuple[str, float]], taken: str = ""):
        self._texts, self._taken = texts, taken

    def paint(self, painter: QPainter, style: Style, room: QRectF):
        """Paints them in the middle below, the last one lowest."""
        room = room.adjusted(ASIDE*room.width() if self._taken == "left" else 0.0, 0.0,
                             -ASIDE*room.width() if self._taken == "right" else 0.0, 0.0)
        bottom = room.bottom()
        font = style.font(LETTERS)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.setFont(font)
        for text, opacity in reversed(self._texts):
            most = QRectF(0, 0, 0.8*room.width(), room.height())
            size = QFontMetricsF(font).boundingRect(most, flags, text)
            box = QRectF(0, 0, size.width() + 44*style.unit, size.height() + 20*style.unit)
            box.moveCenter(room.center())
            box.moveBottom(bottom)
            painter.setOpacity(opacity)
            style.back(painter, box)
            painter.setPen(QColor(style.text))
            painter.drawText(box, flags, text)
            bottom = box.top() - 8*style.unit
        painter.setOpacity(1.0)


class Captions:
    """The texts of a film, frame after frame.

    frames_left   frames for which what is said now is still to be seen
    """

    def __init__(self, recipe: Recipe, run: Simulation, taken: str = ""):
        self._recipe, self._run, self._taken, self._frame = recipe, run, taken, -1
        self._own = sorted(recipe.captions, key=lambda caption: caption["t"])
        self._shown: list[tuple[int, int, str]] = []       # own texts: first frame, frames, text
        self._events: list[tuple[int, int, str]] = []
        self._told = self._begun = 0
        self._count = -1
        self._happened: list = []

    @property
    def frames_left(self) -> int:
        return max([begin + frames - self._frame - 1 for begin, frames, _text in self._shown + self._events], default=0)

    def at(self, t: float) -> Lines:
        """Returns the texts of the next frame, which shows the instant t [s]."""
        self._frame += 1
        fps = self._recipe.fps
        while self._begun < len(self._own) and self._own[self._begun]["t"] <= t:
            caption = self._own[self._begun]
            # of those that began before the film only the last one can still be meant
            self._shown.append((self._frame, round(caption["seconds"]*fps), caption["text"]))
            self._begun += 1
        if self._frame == 0:
            del self._shown[:-1]
        self._hear(t)
        return Lines([*self._seen(self._shown), *self._seen(self._events[-MOST_EVENTS:])], self._taken)

    def _hear(self, t: float):
        """Takes in what has happened by the instant t [s]."""
        if not self._recipe.told:
            return
        run = self._run
        if len(run.events) + (run.ended is not None) != self._count:
            self._count = len(run.events) + (run.ended is not None)
            self._happened = of_kinds(events_of(run), self._recipe.told)
        last = bisect_right([one.t for one in self._happened], t + 1e-9)
        for one in self._happened[self._told:last]:
            if self._frame > 0 or one.t >= self._recipe.begin:
                self._events.append((self._frame, round(TOLD*self._recipe.fps), one.text))
        self._told = max(self._told, last)
        self._events = [event for event in self._events if event[0] + event[1] > self._frame]

    def _seen(self, texts) -> list[tuple[str, float]]:
        """Texts of this frame with their opacities."""
        seen, fade = [], FADE*self._recipe.fps
        for begin, frames, text in texts:
            age = self._frame - begin
            if 0 <= age < frames:
                seen.append((text, min(1.0, (age + 1)/fade, (frames - age)/fade)))
        return seen

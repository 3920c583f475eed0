"""For the last row: nothing but the picture, a large clock, the legend, and controls that fade when the mouse rests."""

from collections.abc import Callable
from dataclasses import dataclass

from sandbox.film.painted.overlay import shown_speed
from sandbox.qt.core import QEvent, QObject, Qt, QTimer
from sandbox.qt.gui import QCursor
from sandbox.qt.widgets import QWidget
from sandbox.text import _, unit_text
from sandbox.ui.look.labels import plain_label
from sandbox.ui.look.theme import colour, style_sheet
from sandbox.ui.panels.chart_panel import ChartPanel
from sandbox.ui.panels.legend import Legend
from sandbox.ui.playback.player import Player
from sandbox.ui.timeline.timeline import TimeLine
from sandbox.ui.window.actions import Actions
from sandbox.ui.window.control_strip import ControlStrip
from sandbox.ui.window.docks import Docks
from sandbox.ui.window.messages import MessageBar

PAUSE = 3000              # [ms] that the mouse rests before the controls fade
POLL = 100               # [ms] between looks at the mouse
LETTERS, CLOCK = 26, 60  # [px] heights of letters in a window of 1080 lines
SMALLEST = 16            # [px] in a small window


@dataclass(frozen=True)
class Hall:
    """What a projector needs of the window.

    frame       the whole of it: its size and its style sheet
    view        the picture;  bars  menus, tools and status, which an audience does not need;  docks  the panels
    commands    actions by name;  player  plays, pauses, and has time and speed
    message     the message over the picture;  legend  what lines and arrows mean;  timeline  below it
    text_scale  size of all letters over their usual size
    charts      the panel of charts: what it shows stands over the picture meanwhile
    is_calm     is_calm(): whether the person wants nothing to fade or glide
    """

    frame: QWidget
    view: QWidget
    bars: tuple[QWidget, ...]
    docks: Docks
    commands: Actions
    player: Player
    message: MessageBar
    legend: Legend
    timeline: TimeLine
    text_scale: float
    charts: ChartPanel
    is_calm: Callable[[], bool]


class Projector(QObject):
    """Turns the window into a picture for an audience, and back.

    is_on      projector mode;  has_strip  whether its controls come when the mouse moves
    is_black   the screen is black; the run waits
    """

    def __init__(self, hall: Hall):
        super().__init__(hall.frame)
        self._hall = hall
        self.is_on = self.is_black = self._had_chart_over = False
        self.has_strip = True
        self._goes_on = False                      # the run plays on when the screen is no longer black
        self.clock = plain_label("", "clock")
        self.clock.setParent(hall.view)
        self.clock.hide()
        self.strip = ControlStrip(hall.view, hall.commands)
        self.cover = QWidget(hall.frame)
        self.cover.setObjectName("cover")
        self.cover.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.cover.installEventFilter(self)
        self.cover.hide()
        self._way_back = plain_label("", "wayback")
        self._way_back.setParent(self.cover)
        self._place, self._rest = None, 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)
        hall.frame.installEventFilter(self)
        hall.view.installEventFilter(self)

    # ---- wishes -----------------------------------------------------------------------------------------------------

    def set_on(self, on: bool):
        """Projector mode, or the whole window again."""
        if on == self.is_on:
            return
        hall, self.is_on = self._hall, on
        if on:
            self._had_chart_over = hall.charts.over.isChecked()
            hall.charts.set_over(self._had_chart_over or hall.charts.is_seen)
            hall.docks.hide_all()
        for bar in hall.bars:
            bar.setVisible(not on)
        if not on:
            hall.docks.bring_back()
            hall.charts.set_over(self._had_chart_over)
            self.strip.hide()
            self._timer.stop()
        self.clock.setVisible(on)
        hall.view.set_bold(on)
        hall.player.refresh()
        self.restyle()
        hall.commands["projector"].setChecked(on)
        if on:
            self._place, self._rest = QCursor.pos(), 0
            if self.has_strip:
                self.strip.wake()
            self._arrange()
            self._timer.start(POLL)
            hall.view.setFocus()
        self.show_time()

    def set_black(self, on: bool):
        """A black screen: everybody looks at the teacher, and nothing happens meanwhile."""
        if on == self.is_black:
            return
        hall, self.is_black = self._hall, on
        if on:
            self._goes_on = hall.player.is_playing
            hall.player.pause()
            # before an audience the screen is black; outside of that mode it looks as if the program had died
            self._way_back.setVisible(not self.is_on)
            self._way_back.setText(_("Black screen: B, Esc or a click brings the picture back."))
            self.cover.setCursor(Qt.CursorShape.BlankCursor if self.is_on else Qt.CursorShape.ArrowCursor)
            self._arrange()
            self.cover.raise_()
        elif self._goes_on:
            hall.player.play()
        self.cover.setVisible(on)
        hall.commands["black"].setChecked(on)

    def escape(self) -> bool:
        """One step back to the whole window; False when it is that already."""
        if self.is_black:
            self.set_black(False)
        elif self._hall.message.text:
            self._hall.message.hide()
        elif self.is_on:
            self.set_on(False)
        else:
            return False
        return True

    # ---- looks ------------------------------------------------------------------------------------------------------

    @property
    def letters(self) -> int:
        """Height of the letters for this window [px]."""
        return max(SMALLEST, round(LETTERS*self._hall.frame.height()/1080))

    def restyle(self):
        """Sizes for the present window, in the present theme."""
        hall, letters = self._hall, self.letters
        if self.is_on:
            sheet = style_sheet(letters/14, smallest=letters) + self._own_sheet(letters)
        else:
            sheet = style_sheet(hall.text_scale) + self._own_sheet(round(14*hall.text_scale))
        if hall.frame.styleSheet() != sheet:
            hall.frame.setStyleSheet(sheet)
        hall.legend.set_scale(letters/14 if self.is_on else 1.0)
        hall.timeline.set_slim(self.is_on, letters/14 if self.is_on else hall.text_scale)
        self.strip.scale(letters)
        self._arrange()

    def _own_sheet(self, letters: int) -> str:
        panel = colour("PANEL").removeprefix("#")
        red, green, blue = (int(panel[i:i + 2], 16) for i in (0, 2, 4))
        back = f"rgba({red}, {green}, {blue}, 215)"
        return (f"QWidget#cover {{ background: #000000; }}"
                f"QLabel#wayback {{ background: #000000; color: #9aa3ad; }}"
                f"QFrame#strip {{ background: {back}; border: 1px solid {colour('LINE')}; border-radius: 10px; }}"
                f"QFrame#strip QToolButton {{ padding: {letters//3}px; border-radius: 8px; }}"
                f"QWidget#legend QLabel {{ color: {colour('TEXT' if self.is_on else 'DIM')}; }}"
                f"QLabel#clock {{ background: {back}; border-radius: 10px; padding: 4px 18px; font-weight: 600;"
                f" font-size: {max(28, round(CLOCK*letters/LETTERS))}px; }}")

    def show_time(self):
        """Shows time and speed of the run."""
        player = self._hall.player
        if not self.is_on or player.snapshot is None:
            return
        speed = "" if player.pace.speed == 1.0 else f"   {shown_speed(player.pace.speed)}"
        text = f"t = {player.snapshot.t:.2f} {unit_text('s')}{speed}"
        if len(text) != len(self.clock.text()):
            # room for the widest digits, so that nothing trembles while they run
            self.clock.setText("".join("0" if c.isdigit() else c for c in text))
            self.clock.ensurePolished()
            self.clock.setFixedSize(self.clock.sizeHint())
        self.clock.setText(text)
        self.clock.raise_()

    def _arrange(self):
        view, strip = self._hall.view, self.strip
        self.clock.move(round(0.02*view.width()), round(0.03*view.height()))
        self.clock.setFixedSize(self.clock.sizeHint())
        strip.adjustSize()
        foot = round(0.03*view.height())
        strip.move((view.width() - strip.width())//2, view.height() - strip.height() - foot)
        self._hall.message.lift(strip.height() + 2*foot if self.is_on else 0)
        self.cover.setGeometry(self._hall.frame.rect())
        self._way_back.adjustSize()
        self._way_back.move((self.cover.width() - self._way_back.width())//2,
                            round(0.9*self.cover.height()) - self._way_back.height())

    def _look(self):
        """Wakes the controls when the mouse moves over the window; let them fade when it rests, but not on them."""
        place = QCursor.pos()
        if place != self._place and self._hall.frame.geometry().contains(place):
            self._rest = 0
            if self.has_strip:
                self.strip.wake()
        elif self.strip.isVisible() and not self.strip.rect().contains(self.strip.mapFromGlobal(place)):
            self._rest += POLL
            if self._rest >= PAUSE:
                self.strip.fade(self._hall.is_calm())
        self._place = place

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.MouseButtonPress and watched is self.cover:
            self.set_black(False)
            return True
        if event.type() == QEvent.Type.Resize:
            if self.is_on and watched is self._hall.frame:
                self.restyle()
            self._arrange()
        return False

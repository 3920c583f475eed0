"""For the last row: nothing but the picture, a large clock, the legend, and controls that fade when the mouse rests."""

from PyQt5.QtCore import QEasingCurve, QEvent, QObject, QPropertyAnimation, QSize, Qt, QTimer
from PyQt5.QtGui import QCursor
from PyQt5.QtWidgets import QFrame, QGraphicsOpacityEffect, QHBoxLayout, QToolButton, QWidget

from sandbox.film.overlay import shown_speed
from sandbox.text import unit_text
from sandbox.ui.look.theme import colour, style_sheet
from sandbox.ui.panels.panel import plain_label
from sandbox.ui.window import memory

REST = 3000              # [ms] that the mouse rests before the controls fade
FADE = 400               # [ms] in which they do
LOOK = 100               # [ms] between looks at the mouse
LETTERS, CLOCK = 26, 60  # [px] heights of letters in a window of 1080 lines
SMALLEST = 16            # [px] in a small window
STRIP = ("reset", "back", "play", "forward", "slower", "faster", "black", "projector")
TEXTS = {"slower": "−", "faster": "+", "black": "■", "projector": "✕"}      # buttons without an icon


class Strip(QFrame):
    """A row of buttons over the lower edge of the picture."""

    def __init__(self, parent: QWidget, commands):
        super().__init__(parent)
        self.setObjectName("strip")
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 14, 8)
        row.setSpacing(10)
        self._buttons = {}
        for name in STRIP:
            button = self._buttons[name] = QToolButton()
            button.setDefaultAction(commands[name])
            button.setFocusPolicy(Qt.NoFocus)
            if name in TEXTS:
                button.setToolButtonStyle(Qt.ToolButtonTextOnly)
            row.addWidget(button)
        self._effect = QGraphicsOpacityEffect(self)
        self._effect.setOpacity(1.0)
        self.setGraphicsEffect(self._effect)
        self._fading = QPropertyAnimation(self._effect, b"opacity", self)
        self._fading.setEasingCurve(QEasingCurve.InOutQuad)
        self._fading.finished.connect(lambda: self.hide() if self._effect.opacity() == 0.0 else None)
        self.hide()

    def scale(self, letters: int):
        for name, button in self._buttons.items():
            button.setIconSize(QSize(round(1.4*letters), round(1.4*letters)))
            if name in TEXTS:
                button.setText(TEXTS[name])
                button.setMinimumWidth(2*letters)
        self.adjustSize()

    def wake(self):
        self._fading.stop()
        self._effect.setOpacity(1.0)
        self.show()
        self.raise_()

    def fade(self, is_calm: bool):
        """Go out of sight, at once where motion is not wanted."""
        if is_calm:
            self.hide()
        elif self.isVisible() and self._fading.state() != QPropertyAnimation.Running:
            self._fading.setDuration(FADE)
            self._fading.setStartValue(1.0)
            self._fading.setEndValue(0.0)
            self._fading.start()


class Projector(QObject):
    """Turns the window into a picture for an audience, and back.

    is_on      projector mode
    is_black   the screen is black; the run waits
    """

    def __init__(self, window):
        super().__init__(window)
        self._window = window
        self.is_on = self.is_black = False
        self._goes_on = False                      # the run plays on when the screen is no longer black
        self._before = None                        # docks as they were
        self.clock = plain_label("", "clock")
        self.clock.setParent(window.view)
        self.clock.hide()
        self.strip = Strip(window.view, window.commands)
        self.cover = QWidget(window)
        self.cover.setObjectName("cover")
        self.cover.setAttribute(Qt.WA_StyledBackground)
        self.cover.setCursor(Qt.BlankCursor)
        self.cover.hide()
        self._place, self._rest = None, 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)
        window.installEventFilter(self)
        window.view.installEventFilter(self)

    # ---- wishes -----------------------------------------------------------------------------------------------------

    def set_on(self, on: bool):
        """Projector mode, or the whole window again."""
        if on == self.is_on:
            return
        window, self.is_on = self._window, on
        if on:
            self._before = window.saveState(memory.LAYOUT)
            for dock in window.docks.all.values():
                dock.hide()
        for part in (window.menuBar(), window.statusBar(), window.top):
            part.setVisible(not on)
        if not on:
            window.restoreState(self._before, memory.LAYOUT)
            self.strip.hide()
            self._timer.stop()
        self.clock.setVisible(on)
        if hasattr(window.view, "set_bold"):
            window.view.set_bold(on)
            window.player.refresh()
        self.restyle()
        window.commands["projector"].setChecked(on)
        if on:
            self._place, self._rest = QCursor.pos(), 0
            self.strip.wake()
            self._arrange()
            self._timer.start(LOOK)
            window.view.setFocus()
        self.show_state()

    def set_black(self, on: bool):
        """A black screen: everybody looks at the teacher, and nothing happens meanwhile."""
        if on == self.is_black:
            return
        window, self.is_black = self._window, on
        if on:
            self._goes_on = window.player.is_playing
            window.pause()
            self._arrange()
            self.cover.raise_()
        elif self._goes_on:
            window.play()
        self.cover.setVisible(on)
        window.commands["black"].setChecked(on)

    def escape(self) -> bool:
        """One step back to the whole window; False when it is that already."""
        if self.is_black:
            self.set_black(False)
        elif self._window.message.text:
            self._window.message.hide()
        elif self.is_on:
            self.set_on(False)
        else:
            return False
        return True

    # ---- looks ------------------------------------------------------------------------------------------------------

    @property
    def letters(self) -> int:
        """Height of the letters for this window [px]."""
        return max(SMALLEST, round(LETTERS*self._window.height()/1080))

    def restyle(self):
        """Sizes for the present window, in the present theme."""
        window = self._window
        letters = self.letters
        if self.is_on:
            sheet = style_sheet(letters/14, smallest=letters) + self._own_sheet(letters)
        else:
            sheet = style_sheet(window.text_scale) + self._own_sheet(round(14*window.text_scale))
        if window.styleSheet() != sheet:
            window.setStyleSheet(sheet)
        window.legend.set_scale(letters/14 if self.is_on else 1.0)
        self.strip.scale(letters)
        self._arrange()

    def _own_sheet(self, letters: int) -> str:
        panel = colour("PANEL").removeprefix("#")
        red, green, blue = (int(panel[i:i + 2], 16) for i in (0, 2, 4))
        back = f"rgba({red}, {green}, {blue}, 215)"
        return (f"QWidget#cover {{ background: #000000; }}"
                f"QFrame#strip {{ background: {back}; border: 1px solid {colour('LINE')}; border-radius: 10px; }}"
                f"QFrame#strip QToolButton {{ padding: {letters//3}px; border-radius: 8px; }}"
                f"QWidget#legend QLabel {{ color: {colour('TEXT' if self.is_on else 'DIM')}; }}"
                f"QLabel#clock {{ background: {back}; border-radius: 10px; padding: 4px 18px; font-weight: 600;"
                f" font-size: {max(28, round(CLOCK*letters/LETTERS))}px; }}")

    def show_state(self):
        """Time and speed of the run."""
        player = self._window.player
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
        view, strip = self._window.view, self.strip
        self.clock.move(round(0.02*view.width()), round(0.03*view.height()))
        self.clock.setFixedSize(self.clock.sizeHint())
        strip.adjustSize()
        foot = round(0.03*view.height())
        strip.move((view.width() - strip.width())//2, view.height() - strip.height() - foot)
        self._window.message.lift(strip.height() + 2*foot if self.is_on else 0)
        self.cover.setGeometry(self._window.rect())

    def _look(self):
        """Wake the controls when the mouse moves over the window; let them fade when it rests, but not on them."""
        place = QCursor.pos()
        if place != self._place and self._window.geometry().contains(place):
            self._rest = 0
            self.strip.wake()
        elif self.strip.isVisible() and not self.strip.rect().contains(self.strip.mapFromGlobal(place)):
            self._rest += LOOK
            if self._rest >= REST:
                self.strip.fade(self._is_calm())
        self._place = place

    def _is_calm(self) -> bool:
        """Whether the person wants nothing to fade or glide."""
        try:
            return bool(self._window.settings["reduce_motion"])
        except (TypeError, KeyError):
            return False

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Resize:
            if self.is_on and watched is self._window:
                self.restyle()
            self._arrange()
        return False

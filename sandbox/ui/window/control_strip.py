"""The buttons of the projector mode: a strip over the lower edge of the picture that comes and goes."""

from sandbox.qt.core import QEasingCurve, QPropertyAnimation, QSize, Qt
from sandbox.qt.widgets import QFrame, QGraphicsOpacityEffect, QHBoxLayout, QToolButton, QWidget
from sandbox.ui.window.actions import Actions

FADE = 400               # [ms] in which it goes
BUTTONS = ("reset", "back", "play", "forward", "slower", "faster", "black", "projector")
TEXTS = {"slower": "−", "faster": "+", "black": "■", "projector": "✕"}      # buttons without an icon


class ControlStrip(QFrame):
    """A row of buttons; each does what its action does."""

    def __init__(self, parent: QWidget, commands: Actions):
        super().__init__(parent)
        self.setObjectName("strip")
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 14, 8)
        row.setSpacing(10)
        self._buttons = {}
        for name in BUTTONS:
            button = self._buttons[name] = QToolButton()
            button.setDefaultAction(commands[name])
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            if name in TEXTS:
                button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            row.addWidget(button)
        self._effect = QGraphicsOpacityEffect(self)
        self._effect.setOpacity(1.0)
        self.setGraphicsEffect(self._effect)
        self._fading = QPropertyAnimation(self._effect, b"opacity", self)
        self._fading.setEasingCurve(QEasingCurve.Type.InOutQuad)
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
        """Goes out of sight, at once where motion is not wanted."""
        if is_calm:
            self.hide()
        elif self.isVisible() and self._fading.state() != QPropertyAnimation.State.Running:
            self._fading.setDuration(FADE)
            self._fading.setStartValue(1.0)
            self._fading.setEndValue(0.0)
            self._fading.start()

"""The buttons in the title of the plots: what each plot shows, one for one more, and those of the plane."""

from collections.abc import Callable
from functools import partial

from sandbox.qt.core import QSize, Qt
from sandbox.qt.widgets import QHBoxLayout, QToolButton, QWidget
from sandbox.run.readings.units import Shown
from sandbox.text import _
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.theme import colour
from sandbox.ui.panels.chooser import Chooser
from sandbox.ui.panels.plots.choice import MOST, PlotChoice
from sandbox.ui.panels.plots.curves import PlotCurves

TONES = ("BLUE", "AMBER", "ROSE", "GREEN")


class Slots(QWidget):
    """A button for each slot; a press asks for the quantity.

    choose         choose(slot, key): plots a quantity over time, "" none
    choose_plane   choose_plane(x, y): plots y against x, "" and "" nothing
    """

    def __init__(self, choice: PlotChoice, curves: PlotCurves, units: Shown, choose: Callable, choose_plane: Callable):
        super().__init__()
        self._choice, self._curves, self._units = choice, curves, units
        self._choose, self._choose_plane = choose, choose_plane
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        self.times = [self._button(partial(self._ask_time, slot)) for slot in range(MOST)]
        self.plane = [self._button(partial(self._ask_plane, axis)) for axis in range(2)]
        for button in (*self.times, *self.plane):
            row.addWidget(button)
        self.chooser: Chooser | None = None

    def minimumSizeHint(self):
        # what does not fit is cut; it never makes the window wider
        return QSize(0, super().minimumSizeHint().height())

    @staticmethod
    def _button(ask) -> QToolButton:
        button = QToolButton()
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda _on: ask())
        return button

    @property
    def _shown(self) -> list[str]:
        return self._choice.over_time(self._curves.known)

    @property
    def _plane(self) -> tuple[str, str] | None:
        return self._choice.in_plane(self._curves.known)

    def write(self):
        """Texts of what is plotted now."""
        known, shown, plane = self._curves.known, self._shown, self._plane
        for slot, button in enumerate(self.times):
            has_plot = slot < len(shown)
            button.setVisible(slot <= len(shown))
            button.setText(f"{known[shown[slot]].short} ▾" if has_plot else "+")
            tip = _("{name}: choose another quantity, or none").format(name=known[shown[slot]].title) if has_plot \
                else _("one more plot over time")
            button.setToolTip(tooltip(tip))
            button.setAccessibleName(tip)
        names = [known[key].short for key in plane] if plane else []
        self.plane[0].setText(_("plane {name} ▾").format(name=names[0]) if names else _("plane…"))
        self.plane[1].setText(f"{names[1]} ▾" if names else "")
        self.plane[1].setVisible(bool(names))
        tips = (_("what is plotted to the right in the plane, or none") if names else
                _("one quantity against another"), _("what is plotted upwards in the plane"))
        for button, tip in zip(self.plane, tips, strict=True):
            button.setToolTip(tooltip(tip))
            button.setAccessibleName(tip)
        self.restyle()

    def restyle(self):
        """The colours of the curves."""
        for button, tone in zip(self.times, TONES, strict=True):
            is_plot = button.text() != "+"
            button.setStyleSheet(f"QToolButton {{ color: {colour(tone if is_plot else 'DIM')}; padding: 2px 5px; }}")
        for button in self.plane:
            button.setStyleSheet(f"QToolButton {{ color: {colour('TEXT')}; padding: 2px 5px; }}")

    def ask(self, slot: int):
        """Asks what the plot in a slot is to show."""
        self._ask_time(min(slot, len(self._shown), MOST - 1))

    def ask_plane(self):
        """Asks what is plotted to the right in the plane."""
        self._ask_plane(0)

    def _open(self, button, choose, present: str, has_none: bool):
        quantities = list(self._curves.known.values())
        self.chooser = Chooser(self, quantities, self._units, choose, present, has_none)
        self.chooser.open_below(button)

    def _ask_time(self, slot: int):
        shown = self._shown
        self._open(self.times[slot], partial(self._choose, slot), shown[slot] if slot < len(shown) else "",
                   slot < len(shown))

    def _ask_plane(self, axis: int):
        plane = self._plane

        def choose(key: str):
            other = plane[1 - axis] if plane else ("y" if key != "y" else "x")
            pair = (key, other) if axis == 0 else (other, key)
            self._choose_plane(*(pair if key else ("", "")))
        self._open(self.plane[axis], choose, plane[axis] if plane else "", bool(plane))

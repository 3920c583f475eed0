"""The pins of a window: runs and measurements that stay beside the runs to come, and the frozen reference."""

from itertools import zip_longest

from sandbox.errors import BadValue
from sandbox.qt.core import QObject, pyqtSignal
from sandbox.run.readings.pins import MEASUREMENT, MOST, RUN, Pin, free_colour, from_json, pin_of, renamed
from sandbox.run.readings.quantities import quantities_of
from sandbox.text import _
from sandbox.ui.playback.focus import Focus

REFERENCE = 5       # number of its colour


class Pinboard(QObject):
    """Keeps pins; `changed` whenever there are others.

    pins       in the order in which they came;  reference  a Pin, or None;  keys  of the quantities that are plotted
    focus      which body of a run is pinned
    """

    changed = pyqtSignal()

    def __init__(self, focus: Focus, parent: QObject | None = None):
        super().__init__(parent)
        self.focus = focus
        self.pins: list[Pin] = []
        self.reference: Pin | None = None
        self.keys: tuple[str, ...] = ()
        self._plain: tuple | None = None         # what it was made of, and the pins as JSON knows them

    @property
    def all(self) -> list[Pin]:
        """The pins, and the reference."""
        return self.pins if self.reference is None else [*self.pins, self.reference]

    def pin(self, run, name: str = "") -> Pin:
        """Keeps what a run has passed so far; BadValue where there is no room."""
        if sum(pin.kind == RUN for pin in self.pins) >= MOST:
            raise BadValue(_("{most} runs are pinned already: take one away first").format(most=MOST))
        pin = pin_of(run, quantities_of(run, self.focus.body), name or self._name_of(run), free_colour(self.pins),
                     run.watch(), self.focus.body)
        self.pins.append(pin)
        self.changed.emit()
        return pin

    def _name_of(self, run) -> str:
        """Preset or title, and a number where there is such a pin already."""
        name = _(run.preset) if run.preset else _(run.scene.title)
        taken = {pin.name for pin in self.pins}
        return next(text for i in range(1, 2*MOST + 2) if (text := name if i == 1 else f"{name} ({i})") not in taken)

    def add(self, pin: Pin):
        """Keeps a measurement; BadValue where there is no room."""
        if sum(other.kind == MEASUREMENT for other in self.pins) >= MOST:
            raise BadValue(_("{most} measurements are shown already: take one away first").format(most=MOST))
        self.pins.append(pin)
        self.changed.emit()

    def freeze(self, run):
        """Makes what a run has passed so far the reference."""
        self.reference = pin_of(run, quantities_of(run, self.focus.body), _("reference"), REFERENCE,
                                run.watch(), self.focus.body)
        self.changed.emit()

    def thaw(self):
        """There is no reference any more."""
        if self.reference is not None:
            self.reference = None
            self.changed.emit()

    def remove(self, i: int):
        """Takes a pin away."""
        if 0 <= i < len(self.pins):
            del self.pins[i]
            self.changed.emit()

    def rename(self, i: int, name: str):
        """Gives a pin another name; an empty one changes nothing."""
        if 0 <= i < len(self.pins) and name.strip() and name != self.pins[i].name:
            self.pins[i] = renamed(self.pins[i], name.strip())
            self.changed.emit()

    def clear(self):
        """Takes all pins away, and the reference."""
        self.pins, self.reference = [], None
        self.changed.emit()

    def to_json(self) -> list[dict]:
        """Returns the pins as JSON knows them, with the quantities that are plotted now; the same while they are."""
        made_of = (self.keys, tuple(self.pins))
        if self._plain is None or self._plain[0][0] != self.keys or any(
                a is not b for a, b in zip_longest(self._plain[0][1], self.pins)):
            self._plain = made_of, [pin.to_json(self.keys) for pin in self.pins]
        return self._plain[1]

    def from_json(self, plain):
        """Takes pins of a file instead of the present ones; BadValue in a sentence, and nothing changes then."""
        if not isinstance(plain, list) or len(plain) > 2*MOST:
            raise BadValue(_("pins: needs a list of at most {most}").format(most=2*MOST))
        self.pins = [from_json(one, f"pins[{i}]") for i, one in enumerate(plain)]
        self.changed.emit()

"""How the sheet asks for one field of a film's recipe: made from how the field is declared, but for four of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from sandbox.film import recipe
from sandbox.film import shape as film_shape
from sandbox.film.declared import Declared
from sandbox.film.painted.overlay import shown_speed
from sandbox.film.words import SLOW
from sandbox.qt.widgets import QLineEdit, QPlainTextEdit, QWidget
from sandbox.schema import Choice, Number, Text, Whole
from sandbox.schema import Switch as YesOrNo
from sandbox.text import _, unit_text
from sandbox.ui.look.controls import Combo, NumberBox, Switch

SLOWEST = (1/2, 1/4, 1/8, 1/16, 1/32, 1/64)
LINES = 4                # lines of a text that are seen at once
# groups of kinds of events (film/shape.py), as a person ticks them
GROUPS = {"slip": ("slip", "grip", "slip_reversal", "breakaway", "regrip"), "leave": ("detach", "landing"),
          "impact": ("impact",), "end": ("rim", "apex", "stop", "drift", "end")}


@dataclass(frozen=True)
class Known:
    """What the sheet knows of the run besides its time.

    keys      keyframes that were kept, as text;  captions  those of the last film, as text
    presets   (title, name) of the presets of its scene;  plots  names of what the window plots
    chart     name of the chart that the window shows, "" for none
    """

    keys: str = ""
    captions: str = ""
    presets: Sequence[tuple[str, str]] = ()
    plots: Sequence[str] = ()
    chart: str = ""


def number_box(low: float, high: float, value: float, unit: str, step: float) -> NumberBox:
    box = NumberBox()
    box.setRange(low, high)
    box.setDecimals(2)
    box.setSingleStep(step)
    box.setSuffix(f" {unit}")
    box.setValue(value)
    return box


def switch_of(text: str, on: bool = False) -> Switch:
    switch = Switch()
    switch.setText(text)
    switch.setChecked(on)
    return switch


def combo_of(values, texts, chosen) -> Combo:
    combo = Combo("")
    for value, text in zip(values, texts, strict=True):
        combo.addItem(text, value)
    combo.setCurrentIndex(max(0, combo.findData(chosen)))
    return combo


def line_edit(text: str, longest: int) -> QLineEdit:
    field = QLineEdit(text)
    field.setMaxLength(longest)
    return field


class AskedField:
    """One field: its widget, or several under one name.

    one   how it is declared;  stored  what was answered last time;  known  of the run
    """

    widget: QWidget

    def __init__(self, name: str, one: Declared, stored, known: Known):
        self.name, self.one = name, one

    @property
    def rows(self) -> list[tuple]:
        """(name, widgets, tooltip) of each of its rows."""
        return [(_(self.one.asked.text), (self.widget,), _(self.one.asked.tip))]

    def answers(self) -> dict:
        """Returns what is wished, by fields of a recipe; BadValue says what is wrong."""
        return {self.name: self.value}


class AskedNumber(AskedField):
    """A number."""

    def __init__(self, name: str, one: Declared, stored, known: Known):
        super().__init__(name, one, stored, known)
        low, high, value = map(one.for_person, (one.kind.low, one.kind.high, stored))
        self.widget = number_box(low, high, value, unit_text(one.unit), one.asked.step)
        if isinstance(one.kind, Whole):
            self.widget.setDecimals(0)

    @property
    def value(self):
        value = self.widget.value()
        return round(value) if isinstance(self.one.kind, Whole) else self.one.from_person(value)


class AskedChoice(AskedField):
    """One of some values."""

    def __init__(self, name: str, one: Declared, stored, known: Known):
        super().__init__(name, one, stored, known)
        self.widget = combo_of(one.kind.values, map(_, one.asked.values), stored)

    @property
    def value(self):
        return self.widget.currentData()


class AskedSwitch(AskedField):
    """Something that is or is not."""

    def __init__(self, name: str, one: Declared, stored, known: Known):
        super().__init__(name, one, stored, known)
        self.widget = switch_of("", stored)

    @property
    def value(self) -> bool:
        return self.widget.isChecked()


class AskedText(AskedField):
    """A line of text."""

    def __init__(self, name: str, one: Declared, stored, known: Known):
        super().__init__(name, one, stored, known)
        self.widget = line_edit(stored, one.kind.longest)

    @property
    def value(self) -> str:
        return self.widget.text().strip()


class AskedLines(AskedField):
    """Several texts as they are typed after `record`, one a line; `known` has the present ones."""

    def __init__(self, name: str, one: Declared, stored, known: Known):
        super().__init__(name, one, stored, known)
        field = self.widget = QPlainTextEdit(getattr(known, name, ""))
        field.setPlaceholderText(_(one.asked.example))
        field.setTabChangesFocus(True)
        field.setFixedHeight(round((LINES + 0.7)*field.fontMetrics().lineSpacing()))

    @property
    def value(self) -> tuple:
        return self.one.read(line.strip() for line in self.widget.toPlainText().splitlines() if line.strip())


class AskedEvents(AskedField):
    """Kinds of events, in groups that are ticked."""

    def __init__(self, name: str, one: Declared, stored, known: Known):
        super().__init__(name, one, stored, known)
        words = {"slip": _("slip, grip"), "leave": _("leaving, landing"), "impact": _("impacts"),
                 "end": _("edges, the end")}
        self.ticks = {group: switch_of(text, bool({*GROUPS[group]} & {*(stored or ())}))
                      for group, text in words.items()}

    @property
    def rows(self) -> list[tuple]:
        return [(_(self.one.asked.text), tuple(self.ticks.values()), _(self.one.asked.tip))]

    @property
    def value(self):
        return tuple(kind for group, tick in self.ticks.items() if tick.isChecked() for kind in GROUPS[group])


class AskedSlow(AskedEvents):
    """Slow motion at events: at which, how slow, how long before and after them."""

    def __init__(self, name: str, one: Declared, stored, known: Known):
        slow = stored or {}
        super().__init__(name, one, slow.get("kinds"), known)
        self.speed = combo_of(SLOWEST, map(shown_speed, SLOWEST), slow.get("speed", SLOW["speed"]))
        self.before, self.after = (number_box(0.0, 60.0, slow.get(side, SLOW[side]), unit_text("s"), 0.5)
                                   for side in ("before", "after"))

    @property
    def rows(self) -> list[tuple]:
        return [*super().rows, (_("How slow"), (self.speed,), _("simulated seconds in a second of the film")),
                (_("Before, after"), (self.before, self.after), _("seconds of the film around an event [s]"))]

    @property
    def value(self) -> dict | None:
        kinds = super().value
        return {"kinds": kinds, "speed": float(self.speed.currentData()), "before": self.before.value(),
                "after": self.after.value()} if kinds else None


class AskedAsShown(AskedSwitch):
    """Plots or a chart, as the window shows them: the answer is whether there are some."""

    def __init__(self, name: str, one: Declared, stored, known: Known):
        super().__init__(name, one, False, known)
        shown = known.chart if name == "chart" else ", ".join(known.plots)
        nothing = _("none is shown in the window") if name == "chart" else _("none are shown in the window")
        self.widget.setText(_("as in the window: {names}").format(names=shown) if shown else nothing)
        self.widget.setChecked(bool(stored and shown))
        self.widget.setEnabled(bool(shown))


class AskedBeside(AskedField):
    """Another preset of the scene beside the run, and the names of both: the answers are that of a preset or None, and
    "names".
    """

    def __init__(self, name: str, one: Declared, stored, known: Known):
        super().__init__(name, one, stored, known)
        self.widget = combo_of([name for _title, name in known.presets], [title for title, _name in known.presets], "")
        self.widget.insertItem(0, _("nothing"), None)
        self.widget.setCurrentIndex(0)
        self.left, self.right = line_edit("", film_shape.LONGEST_CAPTION), line_edit("", film_shape.LONGEST_CAPTION)
        for field, text in ((self.left, _("Name on the left")), (self.right, _("Name on the right"))):
            field.setPlaceholderText(text)
            field.setAccessibleName(text)
        self.widget.currentIndexChanged.connect(self._look)
        self._look()

    @property
    def rows(self) -> list[tuple]:
        return [*super().rows, (_("Names"), (self.left, self.right), _("what stands above the two"))]

    def _look(self, *_news):
        for field in (self.left, self.right):
            field.setEnabled(self.widget.currentData() is not None)

    def answers(self) -> dict:
        return {self.name: self.widget.currentData(), "names": (self.left.text().strip(), self.right.text().strip())}


# fields that are asked for in a way of their own, and for all others what follows from the kind of their values
OWN = {"slow": AskedSlow, "plots": AskedAsShown, "chart": AskedAsShown, "beside": AskedBeside}
BY_KIND = {Number: AskedNumber, Whole: AskedNumber, Choice: AskedChoice, YesOrNo: AskedSwitch, Text: AskedText}


def field_of(name: str, one: Declared, stored: dict, known: Known) -> AskedField:
    """Returns how the sheet asks for a field; `stored` are the answers of the last time."""
    general = AskedEvents if one.kind is film_shape.KINDS else AskedLines
    make = OWN.get(name) or BY_KIND.get(type(one.kind), general)
    return make(name, one, stored.get(name, getattr(recipe.Recipe, name, None)), known)

"""The pages of the sheet that asks for a film, besides the first: camera, events and texts, what is in the frame."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import degrees, radians

from PyQt5.QtWidgets import QGridLayout, QLineEdit, QPlainTextEdit, QWidget

from sandbox.film.painted.overlay import shown_speed
from sandbox.film.shape import BACKGROUNDS, CORNERS, FASTEST_ORBIT, LONGEST_CAPTION, LONGEST_EASE
from sandbox.film.words import SLOW, caption_of, key_of
from sandbox.text import _, unit_text
from sandbox.ui.look.controls import Combo, NumberBox, Switch
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label

SLOWEST = (1/2, 1/4, 1/8, 1/16, 1/32, 1/64)
COLUMNS = 4              # of a row, besides its name
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


class Page(QWidget):
    """A page of rows, each with its name."""

    def __init__(self):
        super().__init__()
        self.rows = 0
        grid = self.grid = QGridLayout(self)
        grid.setContentsMargins(4, 14, 4, 4)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(10)
        for column in range(1, COLUMNS + 1):
            grid.setColumnStretch(column, 1)

    def row(self, text: str, *widgets, tip: str = ""):
        """Adds a row of widgets under a name."""
        number, self.rows = self.rows, self.rows + 1
        if text:
            self.grid.addWidget(plain_label(text), number, 0)
        wide = COLUMNS//len(widgets)
        for column, widget in enumerate(widgets):
            self.grid.addWidget(widget, number, 1 + wide*column, 1, wide)
            widget.setAccessibleDescription(text)
            if not widget.accessibleName():
                widget.setAccessibleName(text)
            if tip:
                widget.setToolTip(tooltip(tip))
        # what room there is remains below the last row
        self.grid.setRowStretch(number, 0)
        self.grid.setRowStretch(number + 1, 1)

    @staticmethod
    def number(low: float, high: float, value: float, unit: str, step: float) -> NumberBox:
        box = NumberBox()
        box.setRange(low, high)
        box.setDecimals(2)
        box.setSingleStep(step)
        box.setSuffix(f" {unit}")
        box.setValue(value)
        return box

    @staticmethod
    def switch(text: str, on: bool = False) -> Switch:
        switch = Switch()
        switch.setText(text)
        switch.setChecked(on)
        return switch

    @staticmethod
    def lines(text: str, example: str) -> QPlainTextEdit:
        field = QPlainTextEdit(text)
        field.setPlaceholderText(example)
        field.setTabChangesFocus(True)
        field.setFixedHeight(round((LINES + 0.7)*field.fontMetrics().lineSpacing()))
        return field


def written(field: QPlainTextEdit) -> list[str]:
    """Returns the lines of a field that have something on them."""
    return [line.strip() for line in field.toPlainText().splitlines() if line.strip()]


class CameraPage(Page):
    """How the camera moves by itself."""

    def __init__(self, stored: dict, known: Known):
        super().__init__()
        turn = degrees(stored.get("orbit", 0.0))
        most = degrees(FASTEST_ORBIT)
        self.orbit = self.number(-most, most, turn, unit_text("deg/s"), 5.0)
        self.ease = self.number(0.0, LONGEST_EASE, stored.get("ease", 0.0), unit_text("s"), 0.1)
        self.keys = self.lines(known.keys, "t=0, azimuth=0, elevation=35, distance=1\nt=3, azimuth=90")
        self.row(_("Orbit"), self.orbit, tip=_("The camera goes round what it looks at, so far in each second of the "
                                               "film; 0 is not at all."))
        self.row(_("Following eases"), self.ease, tip=_(
            "A camera that follows a body takes so long to come up with it when its velocity changes; 0 fixes it to "
            "the body. In seconds of the film."))
        self.row(_("Keyframes"), self.keys, tip=_(
            "One a line: t in simulated seconds, azimuth and elevation in degrees, distance in metres, at=X:Y:Z and "
            "eye=X:Y:Z; what is not named stays. Shift + K in the window keeps the camera of the moment here."))

    def wishes(self) -> dict:
        """Returns the fields of a recipe; BadValue says what is wrong."""
        keys = sorted(map(key_of, written(self.keys)), key=lambda key: key.get("t", 0.0))
        return {"orbit": radians(self.orbit.value()), "ease": self.ease.value(), "keys": tuple(keys)}


class EventPage(Page):
    """What a film does at events, and texts of one's own."""

    def __init__(self, stored: dict, known: Known):
        super().__init__()
        slow, told = stored.get("slow") or {}, stored.get("told") or ()
        self.slow = self._ticks(slow.get("kinds") or ())
        self.told = self._ticks(told)
        self.speed = Combo("")
        for speed in SLOWEST:
            self.speed.addItem(shown_speed(speed), speed)
        self.speed.setCurrentIndex(max(0, self.speed.findData(slow.get("speed", SLOW["speed"]))))
        self.before = self.number(0.0, 60.0, slow.get("before", SLOW["before"]), unit_text("s"), 0.5)
        self.after = self.number(0.0, 60.0, slow.get("after", SLOW["after"]), unit_text("s"), 0.5)
        self.captions = self.lines(known.captions, _("2 = From two seconds on\n5+3 = For three seconds of film"))
        self.row(_("Slow motion at"), *self.slow.values(), tip=_(
            "The film slows down by itself before such events and goes on afterwards."))
        self.row(_("How slow"), self.speed, tip=_("simulated seconds in a second of the film"))
        self.row(_("Before, after"), self.before, self.after, tip=_("seconds of the film around an event [s]"))
        self.row(_("Say in words"), *self.told.values(), tip=_("Such events are told below when they happen."))
        self.row(_("Captions"), self.captions, tip=_(
            "One a line: simulated time [s] = text, or time + seconds of film = text."))

    @staticmethod
    def _ticks(kinds) -> dict[str, Switch]:
        words = {"slip": _("slip, grip"), "leave": _("leaving, landing"), "impact": _("impacts"),
                 "end": _("edges, the end")}
        return {name: Page.switch(text, bool({*GROUPS[name]} & {*kinds})) for name, text in words.items()}

    @staticmethod
    def _chosen(ticks: dict[str, Switch]) -> tuple[str, ...]:
        return tuple(kind for name, tick in ticks.items() if tick.isChecked() for kind in GROUPS[name])

    def wishes(self) -> dict:
        """Returns the fields of a recipe; BadValue says what is wrong."""
        kinds = self._chosen(self.slow)
        slow = {"kinds": kinds, "speed": float(self.speed.currentData()), "before": self.before.value(),
                "after": self.after.value()} if kinds else None
        return {"slow": slow, "told": self._chosen(self.told),
                "captions": tuple(map(caption_of, written(self.captions)))}


class FramePage(Page):
    """What is in the frame besides the scene: plots, another run, or no background."""

    def __init__(self, stored: dict, known: Known):
        super().__init__()
        self.plots = self.switch(_("as in the window: {names}").format(names=", ".join(known.plots)) if known.plots
                                 else _("none are shown in the window"), bool(stored.get("plots") and known.plots))
        self.plots.setEnabled(bool(known.plots))
        self.chart = self.switch(_("as in the window: {names}").format(names=known.chart) if known.chart
                                 else _("none is shown in the window"), bool(stored.get("chart") and known.chart))
        self.chart.setEnabled(bool(known.chart))
        self.corner = self._combo(CORNERS, (_("top left"), _("top right"), _("bottom left"), _("bottom right")),
                                  stored.get("corner", "bottom-right"))
        self.background = self._combo(BACKGROUNDS, (_("as in the window"), _("white"), _("transparent")),
                                      stored.get("background", "scene"))
        self.beside = self._combo([name for _title, name in known.presets], [title for title, _n in known.presets], "")
        self.beside.insertItem(0, _("nothing"), None)
        self.beside.setCurrentIndex(0)
        self.left, self.right = QLineEdit(), QLineEdit()
        for field, text in ((self.left, _("Name on the left")), (self.right, _("Name on the right"))):
            field.setMaxLength(LONGEST_CAPTION)
            field.setPlaceholderText(text)
            field.setAccessibleName(text)
        self.row(_("Plots"), self.plots)
        self.row(_("Chart"), self.chart)
        self.row(_("Corner"), self.corner)
        self.row(_("Beside it"), self.beside, tip=_("Another preset of this scene on the right of this run, with the "
                                                    "same clock."))
        self.row(_("Names"), self.left, self.right, tip=_("what stands above the two"))
        self.row(_("Background"), self.background, tip=_(
            "WebM, MOV (ProRes 4444) and PNG pictures have room for what is transparent, MP4 and GIF have none."))
        self.beside.currentIndexChanged.connect(self._look)
        self.plots.toggled.connect(self._look)
        self.chart.toggled.connect(self._look)
        self._look()

    @staticmethod
    def _combo(values, texts, chosen) -> Combo:
        combo = Combo("")
        for value, text in zip(values, texts, strict=True):
            combo.addItem(text, value)
        combo.setCurrentIndex(max(0, combo.findData(chosen)))
        return combo

    def _look(self, *_news):
        self.corner.setEnabled(self.plots.isChecked() or self.chart.isChecked())
        for field in (self.left, self.right):
            field.setEnabled(self.beside.currentData() is not None)

    def wishes(self) -> dict:
        """Returns the fields of a recipe: plots and chart are whether there are some, beside the name of a preset or
        None.
        """
        return {"plots": self.plots.isChecked(), "chart": self.chart.isChecked(), "corner": self.corner.currentData(),
                "background": self.background.currentData(), "beside": self.beside.currentData(),
                "names": (self.left.text().strip(), self.right.text().strip())}

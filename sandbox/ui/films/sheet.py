"""The sheet that asks what is to be filmed."""

from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

from sandbox.errors import BadValue
from sandbox.film import shape as film_shape
from sandbox.film.declared import PAGES
from sandbox.film.painted.overlay import shown_speed
from sandbox.film.recipe import DECLARED, LONGEST_GIF, RATES, SIZES
from sandbox.film.shape import check_parts
from sandbox.qt.core import Qt, pyqtSignal
from sandbox.qt.widgets import (
    QButtonGroup,
    QDialog,
    QFileDialog,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)
from sandbox.text import _, unit_text
from sandbox.ui.films.fields import Known
from sandbox.ui.films.pages import Page
from sandbox.ui.look.answers import answers
from sandbox.ui.look.controls import Combo, NumberBox, Switch
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label
from sandbox.ui.playback.pace import FASTEST, SPEEDS

KINDS = {"mp4": "MP4", "webm": "WebM", "gif": "GIF", "mov": "MOV (ProRes 4444)", "png": "PNG"}
LIVE_SIZES = ("window", *SIZES)


@dataclass
class Choices:
    """What a person chose for films, kept from one to the next; `more` are the wishes of the further pages."""

    is_exact: bool = True
    kind: str = "mp4"
    size: str = "1080p"
    fps: int = 60
    clock: bool = True
    legend: bool = True
    card: bool = False
    folder: str = ""
    more: dict = field(default_factory=dict)

    @classmethod
    def of(cls, stored) -> "Choices":
        """From the settings; what makes no sense is left out."""
        chosen = cls()
        allowed = {"kind": KINDS, "size": LIVE_SIZES, "fps": RATES}
        for item in fields(cls) if isinstance(stored, dict) else ():
            value = stored.get(item.name)
            if type(value) is item.type and value in allowed.get(item.name, (value,)):
                setattr(chosen, item.name, value)
        chosen.more = {name: value for name, value in chosen.more.items() if is_kept(name) and is_good(name, value)}
        return chosen

    def as_dict(self) -> dict:
        """Returns what is kept for the next film."""
        return {**asdict(self), "more": {name: value for name, value in self.more.items() if is_kept(name)}}


def is_kept(name: str) -> bool:
    """Returns whether a wish stays for the next film."""
    return name in DECLARED and DECLARED[name].asked is not None and DECLARED[name].asked.is_kept


def is_good(name: str, value) -> bool:
    """Returns whether a wish from the settings can be one."""
    if name in ("plots", "chart"):
        return isinstance(value, bool)
    try:
        DECLARED[name].kind.take(value, name)
        check_parts(name, value if name == "slow" else None, ("kinds", "speed", "before", "after"))
    except BadValue:
        return False
    return True


class FilmSheet(QDialog):
    """Asks; `wanted(choices, begin, end, speed, title)` when the film is to be made."""

    wanted = pyqtSignal(object, float, float, float, str)

    def __init__(self, parent, choices: Choices, t: float, title: str, folder: Path, can_film_exactly: bool = True,
                 known: Known | None = None):
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Record a film"))
        self._choices = choices
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 18, 22, 18)
        self.tabs, first = QTabWidget(), QWidget()
        self.tabs.setDocumentMode(True)
        column.addWidget(self.tabs, 1)
        known, stored = known or Known(), choices.more
        self.camera, self.events, self.frame = (Page(part, stored, known) for part in PAGES)
        for page, text in ((first, _("Film")), (self.camera, _("Camera")), (self.events, _("Events, texts")),
                           (self.frame, _("In the frame"))):
            self.tabs.addTab(page, text)
        grid = self._grid = QGridLayout(first)
        grid.setContentsMargins(4, 14, 4, 4)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(10)
        self._fill_first(t, title, folder, can_film_exactly)

        self.note = plain_label("", "caption")
        self.note.setWordWrap(True)
        column.addWidget(self.note)
        row, self.go = answers(self, _("Record"), self._go, _("Cancel"))
        column.addLayout(row)
        for signal in (self.exact.toggled, self.kind.activated, self.fps.activated, self.speed.activated,
                       self.begin.valueChanged, self.end.valueChanged, self.card.toggled,
                       self.frame["background"].widget.activated, self.frame["plots"].widget.toggled,
                       self.frame["chart"].widget.toggled,
                       *(tick.toggled for tick in self.events["slow"].ticks.values())):
            signal.connect(self._look)
        self._fill_sizes()
        self._look()

    def _fill_first(self, t: float, title: str, folder: Path, can_film_exactly: bool):
        """Puts together the first page: what every film has."""
        grid, choices = self._grid, self._choices
        self.exact, self.live = QRadioButton(_("What happened")), QRadioButton(_("What is seen from now on"))
        self.exact.setToolTip(tooltip(_("Every frame is drawn again from its own state: no frame is missing, and the "
                                        "same film can be made again. It takes longer than it lasts.")))
        self.live.setToolTip(tooltip(_("At most 30 pictures per second, until R is pressed again.")))
        group = QButtonGroup(self)
        for button in (self.exact, self.live):
            group.addButton(button)
        self.exact.setEnabled(can_film_exactly)
        (self.exact if choices.is_exact and can_film_exactly else self.live).setChecked(True)
        self._row(0, "", self.exact, self.live)

        self.begin, self.end = self._seconds(max(0.0, t - 10.0)), self._seconds(t if t > 0.5 else 10.0)
        self._row(1, _("From, to"), self.begin, self.end)
        self.speed = self._combo([(shown_speed(speed), speed) for speed in SPEEDS if speed != FASTEST], 1)
        self._row(2, _("Speed"), self.speed)
        self.size = Combo("")
        self.fps = self._combo([(_("{n} per second").format(n=n), n) for n in RATES], choices.fps)
        self._row(3, _("Size, frames"), self.size, self.fps)
        self.kind = self._combo([(text, kind) for kind, text in KINDS.items()], choices.kind)
        self._row(4, _("File"), self.kind)
        self.clock, self.legend, self.card = Switch(), Switch(), Switch()
        for switch, text, on in ((self.clock, _("Time"), choices.clock), (self.legend, _("Legend"), choices.legend),
                                 (self.card, _("Title card"), choices.card)):
            switch.setText(text)
            switch.setChecked(on)
        self._row(5, _("Shown"), self.clock, self.legend, self.card)
        self.title = QLineEdit(title.replace("\n", " — "))
        self.title.setMaxLength(200)
        self.title.setAccessibleName(_("Title card"))
        grid.addWidget(self.title, 6, 1, 1, 3)
        self.folder = QLineEdit(choices.folder or str(folder))
        self.folder.setAccessibleName(_("Folder"))
        browse = QPushButton("…")
        browse.setAccessibleName(_("Choose a folder"))
        browse.clicked.connect(self._browse)
        grid.addWidget(plain_label(_("Folder")), 7, 0)
        grid.addWidget(self.folder, 7, 1, 1, 2)
        grid.addWidget(browse, 7, 3)
        grid.setRowStretch(8, 1)

    def _row(self, row: int, text: str, *widgets):
        if text:
            self._grid.addWidget(plain_label(text), row, 0)
        for column, widget in enumerate(widgets, start=1):
            wide = 4 - column if column == len(widgets) else 1
            self._grid.addWidget(widget, row, column, 1, wide)
            widget.setAccessibleDescription(text)

    def _seconds(self, value: float) -> NumberBox:
        box = NumberBox()
        box.setRange(0.0, 1e5)
        box.setDecimals(2)
        box.setSuffix(f" {unit_text('s')}")
        box.setValue(value)
        return box

    def _combo(self, entries, chosen) -> Combo:
        combo = Combo("")
        for text, data in entries:
            combo.addItem(text, data)
        combo.setCurrentIndex(max(0, combo.findData(chosen)))
        return combo

    def _fill_sizes(self):
        chosen = self.size.currentData() or self._choices.size
        self.size.clear()
        for name in SIZES if self.exact.isChecked() else LIVE_SIZES:
            self.size.addItem(_("as the window") if name == "window" else name, name)
        self.size.setCurrentIndex(max(0, self.size.findData(chosen)))

    @property
    def frames(self) -> int:
        """Frames of an exact film."""
        return round((self.end.value() - self.begin.value())*self.fps.currentData()/self.speed.currentData())

    def _look(self, *_news):
        """What goes with what, and how much it will be."""
        is_exact, is_gif = self.exact.isChecked(), self.kind.currentData() == "gif"
        if self.size.findData("window") >= 0 if is_exact else self.size.findData("window") < 0:
            self._fill_sizes()
        for widget in (self.begin, self.end, self.speed):
            widget.setEnabled(is_exact)
        self.size.setEnabled(not is_gif)
        self.fps.setEnabled(is_exact and not is_gif)
        for page in (self.camera, self.events, self.frame):
            page.setEnabled(is_exact)
        self.frame["corner"].widget.setEnabled(self.frame["plots"].value or self.frame["chart"].value)
        self.card.setEnabled(is_exact)
        self.title.setEnabled(is_exact and self.card.isChecked())
        is_good = not is_exact or self.frames > 0
        self.go.setEnabled(is_good)
        is_clear = is_exact and self.frame["background"].value == "transparent"
        if is_clear and self.kind.currentData() not in film_shape.CLEAR:
            is_good = False
            self.go.setEnabled(False)
            note = _("A transparent background needs WebM, MOV or PNG.")
        elif not is_good:
            note = _("The end has to lie after the beginning.")
        elif is_gif:
            note = _("A GIF is 800 pixels wide and lasts at most {most:g} s.").format(most=LONGEST_GIF)
        elif is_exact:
            note = _("{frames} frames, {seconds:.1f} s of film").format(
                frames=self.frames, seconds=self.frames/self.fps.currentData())
            if any(tick.isChecked() for tick in self.events["slow"].ticks.values()):
                note += " " + _("and the slow motion at events")
        else:
            note = _("Press R to end the film.")
        self.note.setText(note)

    def _browse(self):
        dialog = QFileDialog(self, _("Choose a folder"), self.folder.text())
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.folder.setText)
        dialog.open()

    def _go(self):
        try:
            more = {name: value for page in (self.camera, self.events, self.frame)
                    for name, value in page.wishes().items()}
        except BadValue as error:
            # what was typed stays to be mended
            self.note.setText(str(error))
            return
        chosen = Choices(self.exact.isChecked(), self.kind.currentData(), self.size.currentData(),
                         self.fps.currentData(), self.clock.isChecked(), self.legend.isChecked(),
                         self.card.isChecked(), self.folder.text().strip(), more)
        title = self.title.text().replace(" — ", "\n") if self.card.isChecked() else ""
        self.close()
        self.wanted.emit(chosen, self.begin.value(), self.end.value(), float(self.speed.currentData()), title)

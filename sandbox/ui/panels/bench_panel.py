"""The panel of the bench: a palette of parts, and the numbers of the part that is selected."""

from functools import partial

from sandbox.qt.core import Qt
from sandbox.qt.widgets import QGridLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget
from sandbox.scene.built import kinds
from sandbox.scene.built.document import Computed
from sandbox.scene.built.parts import PARTS, Item, Number, numbers_of
from sandbox.scene.catalogue import BENCH
from sandbox.scene.parameter import Parameter
from sandbox.text import _, unit_text
from sandbox.ui.look.controls import Switch
from sandbox.ui.look.format import Scale, tooltip
from sandbox.ui.look.labels import plain_label
from sandbox.ui.panels.number import NumberField
from sandbox.ui.panels.panel import LEFT, NARROWEST, Panel, Ports, scrolling
from sandbox.workspace.bench import shown_name

PADDING = 12             # [px] of a button of the palette beside its text, and between two of them


class BenchPanel(Panel):
    """What can be put, and what is selected; shown while a scene of the bench is.

    buttons   of the palette by names of its parts;  fields  of the selected part, in the order of its numbers
    """

    name, keys, side, rate = "bench", ("Shift+F5",), LEFT, 5

    def __init__(self, ports: Ports):
        super().__init__(ports)
        self._bench = ports.bench
        self._was_suited, self._shown = False, None
        self.buttons: dict[str, QPushButton] = {}
        self._palettes: dict[str, QGridLayout] = {}
        self.fields: list[QWidget] = []
        self._headings = {name: plain_label("", "heading") for name in (kinds.BODY, kinds.SUPPORT, "selected")}
        self.hint = plain_label("", "caption")
        self.trouble = plain_label("", "trouble")
        for label in (self.hint, self.trouble):
            label.setWordWrap(True)
            label.setContentsMargins(12, 0, 12, 0)
        self.trouble.hide()
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(0, 4, 0, 8)
        self._column.setSpacing(4)
        for family in (kinds.BODY, kinds.SUPPORT):
            self._column.addWidget(self._headings[family])
            self._palettes[family] = self._palette(family)
            self._column.addLayout(self._palettes[family])
        self._column.addWidget(self.hint)
        self._column.addWidget(self._headings["selected"])
        self._sheet = QWidget()
        self._column.addWidget(self._sheet)
        self._column.addWidget(self.trouble)
        self.remove, self.save = QPushButton(), QPushButton()
        row = QVBoxLayout()
        row.setContentsMargins(10, 4, 10, 0)
        row.setSpacing(4)
        for button, does in ((self.remove, self._bench.remove), (self.save, ports.save_scene)):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _on, does=does: (does(), ports.leave()))
            row.addWidget(button)
        self._column.addLayout(row)
        self._column.addStretch(1)
        self.setWidget(scrolling(content))
        self.setMinimumWidth(NARROWEST)
        self._bench.changed.connect(self.show_bench)

    @staticmethod
    def title() -> str:
        return _("Bench")

    @staticmethod
    def about() -> str:
        return _("parts to be put, and the numbers of the one that is selected")

    def _palette(self, family: str) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(10, 2, 10, 4)
        grid.setSpacing(4)
        for item in (one for one in PARTS if one.family == family):
            button = self.buttons[item.name] = QPushButton()
            button.setObjectName("part")
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            # the columns are equally wide, however long a word is
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            button.clicked.connect(partial(self._choose, item))
        return grid

    def _fold(self):
        """Puts the buttons of each family beside each other where two of its texts have room there."""
        room = self.width()//2 - 2*PADDING
        for family, grid in self._palettes.items():
            buttons = [self.buttons[item.name] for item in PARTS if item.family == family]
            columns = 2 if all(one.fontMetrics().horizontalAdvance(one.text()) + PADDING <= room for one in buttons
                               ) else 1
            if grid.count() and grid.itemAtPosition(0, 1) is not None and columns == 2 or (
                    grid.count() and grid.itemAtPosition(0, 1) is None and columns == 1):
                continue
            for button in buttons:
                grid.removeWidget(button)
            for place, button in enumerate(buttons):
                grid.addWidget(button, place//columns, place % columns)

    def resizeEvent(self, event):
        super().resizeEvent(event)
        self._fold()

    def _choose(self, item: Item, on: bool):
        self._bench.choose(item if on else None)
        self.ports.leave()

    # ---- what a panel does ------------------------------------------------------------------------------------------

    def suits(self, run) -> bool:
        return run.scene.id == BENCH

    def make_room(self, suits: bool):
        """It comes with the bench and goes with it; meanwhile a person may hide it."""
        if suits and not self._was_suited:
            self.bring()
        elif not suits:
            self.hide()
        self._was_suited = suits

    def begin(self, run):
        self.show_bench()

    def retranslate(self):
        super().retranslate()
        self._headings[kinds.BODY].setText(_("Bodies"))
        self._headings[kinds.SUPPORT].setText(_("What they stand on"))
        for item in PARTS:
            self.buttons[item.name].setText(_(item.name))
            self.buttons[item.name].setToolTip(tooltip(
                f"{_(item.about)}\n" + _("A click in the picture puts one; Esc ends that.")))
        self.remove.setText(_("Remove"))
        self.remove.setToolTip(tooltip(_("The selected part (Delete in the picture)")))
        self.save.setText(_("Save as scene…"))
        self.save.setToolTip(tooltip(_("As a file that reads as if it had been written by hand, in the list at once")))
        self._shown = None
        self._fold()
        self.show_bench()

    # ---- the sheet --------------------------------------------------------------------------------------------------

    def show_bench(self):
        """Shows which part is to be put and which is selected, with its numbers."""
        bench = self._bench
        for name, button in self.buttons.items():
            button.setChecked(bench.item is not None and bench.item.name == name)
        part = bench.part
        self.remove.setEnabled(part is not None)
        self._headings["selected"].setText(shown_name(part.name) if part is not None else _("Nothing is selected"))
        self.hint.setText(self._advice(part))
        if part is not self._shown or part is None:
            self._shown = part
            self._fill(numbers_of(part) if part is not None else ())

    def _advice(self, part) -> str:
        if self._bench.item is not None:
            return _("Click where it is to stand. Ctrl: a finer grid. Esc: enough.")
        if part is None:
            return _("Click a part here, then in the picture; or click one that is there.")
        if part.family == kinds.SUPPORT:
            return _("Drag it, with Shift up and down; arrow keys, PageUp and PageDown move it by 10 mm.")
        return _("Drag it, or move it by 10 mm with the arrow keys, by 1 mm with Shift.")

    def _fill(self, numbers: tuple[Number, ...]):
        """A row for each number."""
        sheet = QWidget()
        grid = QGridLayout(sheet)
        grid.setContentsMargins(12, 2, 10, 2)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(0, 1)
        self.fields = []
        for row, number in enumerate(numbers):
            name = plain_label(_(number.field.title))
            name.setWordWrap(True)
            name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            field = self._field(number)
            grid.addWidget(name, row, 0)
            grid.addWidget(field, row, 1)
            grid.addWidget(plain_label(self._unit(number), "unit"), row, 2)
            self.fields.append(field)
        self._column.replaceWidget(self._sheet, sheet)
        self._sheet.hide()
        self._sheet.deleteLater()
        self._sheet = sheet
        self._say("")

    def _unit(self, number: Number) -> str:
        return unit_text(self.ports.units[number.field.unit]) if number.field.unit else ""

    def _field(self, number: Number) -> QWidget:
        """What changes a number, or a switch; a formula of sliders is only shown."""
        field, title = number.field, _(number.field.title)
        if isinstance(number.value, Computed):
            label = plain_label(number.value.formula, "caption")
            label.setToolTip(tooltip(_("follows from the parameters of the scene")))
            return label
        if isinstance(number.value, bool):
            switch = Switch()
            switch.setChecked(number.value)
            switch.setAccessibleName(title)
            switch.toggled.connect(lambda on: self._change(number, on))
            return switch
        low, high = min(field.low, number.value), max(field.high, number.value)
        parameter = Parameter("value", float(number.value), field.unit, low=low, high=high, about=title)
        found = NumberField(parameter, _("bench"), Scale(low, high), self.ports.units)
        found.setAccessibleName(title)
        found.set_tip(f"{title}, {self._unit(number)}" if field.unit else title)
        found.show_value(float(number.value))
        found.chosen.connect(lambda value: self._change(number, value))
        found.trouble.connect(self._say)
        found.left.connect(self.ports.leave)
        return found

    def _change(self, number: Number, value: float | bool):
        """Takes a number; one that can't be had is refused with a sentence, and the old one holds."""
        reason = self._bench.change(number, value)
        if reason:
            part = self._bench.part
            self._fill(numbers_of(part) if part is not None else ())
        self._say(reason)

    def _say(self, text: str):
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))

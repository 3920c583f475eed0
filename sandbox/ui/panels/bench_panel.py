"""The panel of the bench: a palette of parts, and the numbers of the part that is selected."""

import re
from functools import partial
from itertools import pairwise
from math import radians

from sandbox.qt.core import QEvent, QRect, Qt, QTimer
from sandbox.qt.widgets import (
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from sandbox.scene.built import kinds
from sandbox.scene.built.document import Computed, Document
from sandbox.scene.built.parts import MARKS, MATERIAL_NAMES, PARTS, TOOLS, Item, Number
from sandbox.scene.parameter import Parameter
from sandbox.text import _, unit_text
from sandbox.ui.look.controls import MOVING_KEYS, Combo, Switch, keep_keys
from sandbox.ui.look.format import Scale, tooltip
from sandbox.ui.look.labels import plain_label
from sandbox.ui.panels.mark_section import MarkSection
from sandbox.ui.panels.number import NumberField
from sandbox.ui.panels.panel import LEFT, NARROWEST, Panel, Ports, scrolling
from sandbox.workspace.bench import LONGEST_FORMULA, is_of_parts, shown_name

FIELD = 68               # [px] of a number: what it is called needs room, too
WORD = 92                # [px] of the longest word of what it is called
CHOICE = 108             # [px] of a choice
MARGIN, SETTLED = 8, 250     # [px] above what is brought into sight, [ms] after which rows have their places
ALL = *PARTS, *TOOLS, *MARKS
FAMILIES = kinds.BODY, kinds.SUPPORT, kinds.JOINT, kinds.MARK
UP, ACROSS, TURN = (0.0, 0.0, 1.0), (0.0, 1.0, 0.0), radians(15.0)
OPERATION = re.compile(r"([-+*/(,])")
PADDING = 12             # [px] of a button of the palette beside its text, and between two of them


class BenchPanel(Panel):
    """What can be put, and what is selected; shown while a scene of the bench is.

    buttons   of the palette by names of its parts;  fields  of the selected part, in the order of its numbers
    """

    name, keys, side, rate = "bench", ("Shift+F5",), LEFT, 5

    def __init__(self, ports: Ports):
        self.buttons: dict[str, QPushButton] = {}
        super().__init__(ports)
        self._bench = ports.bench
        self._was_suited, self._shown, self._was_offered = False, None, ALL
        self._told_of: Document | None = None            # what was refused is said of it
        self._was_putting, self._letters = False, ""     # what was typed in the palette to find a part
        self._latest: Item | None = None       # of the palette that was chosen last
        self._palettes: dict[str, QGridLayout] = {}
        self._folds: dict[str, list] = {}      # how the buttons of each family stand
        self.fields: list[QWidget] = []
        self._numbers: tuple[Number, ...] = ()     # whose fields they are
        self._headings = {name: plain_label("", "heading") for name in (*FAMILIES, "selected")}
        self.hint = plain_label("", "caption")
        self.trouble = plain_label("", "trouble")
        for label in (self.hint, self.trouble, *self._headings.values()):
            # the longest word is as wide as the panel may be
            label.setWordWrap(True)
        for label in (self.hint, self.trouble):
            label.setContentsMargins(12, 0, 12, 0)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.trouble.hide()
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(0, 4, 0, 8)
        self._column.setSpacing(4)
        for family in FAMILIES:
            self._column.addWidget(self._headings[family])
            self._palettes[family] = self._palette(family)
            self._column.addLayout(self._palettes[family])
        self._column.addWidget(self._headings["selected"])
        self._sheet = QWidget()
        self.mark_section = MarkSection(ports, self._say)
        self._column.addWidget(self.mark_section)
        self._column.addWidget(self._sheet)
        self._column.addWidget(self.trouble)
        self._make_buttons(ports)
        self._column.addStretch(1)
        self._scroll = scrolling(content)
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(4)
        # what to do next stays in sight, wherever one has scrolled to
        column.addWidget(self.hint)
        column.addWidget(self._scroll, 1)
        self.setWidget(whole)
        self._brings = False                   # whether the selected part's numbers are on their way into sight
        self._settles = QTimer(self)
        self._settles.setSingleShot(True)
        self._settles.setInterval(SETTLED)
        self._settles.timeout.connect(self._settle)
        self._scroll.verticalScrollBar().rangeChanged.connect(lambda _low, _high: self._show_sheet())
        self.setMinimumWidth(NARROWEST)
        self._bench.changed.connect(self.show_bench)

    def _make_buttons(self, ports: Ports):
        """What is done with the selected part, and with all of it."""
        self.copy, self.many, self.left, self.right, self.tip, self.let_go, self.remove, self.save = (
            QPushButton() for _button in range(8))
        row = QVBoxLayout()
        row.setContentsMargins(10, 4, 10, 0)
        row.setSpacing(4)
        turns = QHBoxLayout()
        turns.setSpacing(4)
        for button in (self.left, self.right, self.tip):
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            turns.addWidget(button)
        row.addLayout(turns)
        for button, does in ((self.left, lambda: self._bench.turn(UP, TURN)),
                             (self.right, lambda: self._bench.turn(UP, -TURN)),
                             (self.tip, lambda: self._bench.turn(ACROSS, TURN))):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _on, does=does: (does(), ports.leave()))
        for button, does in ((self.copy, self._bench.duplicate), (self.many, ports.arrange),
                             (self.let_go, self._bench.let_go),
                             (self.remove, self._bench.remove), (self.save, ports.save_scene)):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _on, does=does: (does(), ports.leave()))
            row.addWidget(button)
        self._column.addLayout(row)

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
        for item in (one for one in ALL if one.family == family):
            button = self.buttons[item.name] = QPushButton()
            button.setObjectName("part")
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            # the columns are equally wide, however long a word is
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            button.clicked.connect(partial(self._choose, item))
        return grid

    def _fold(self):
        """Puts two buttons beside each other where both of their texts have room there; one has a row else."""
        room = self.width()//2 - 2*PADDING
        for family, grid in self._palettes.items():
            buttons = [self.buttons[item.name] for item in self._offered if item.family == family]
            is_short = [one.fontMetrics().horizontalAdvance(one.text()) + PADDING <= room for one in buttons]
            rows: list[list[QPushButton]] = []
            for button, fits in zip(buttons, is_short, strict=True):
                last = rows[-1] if rows else []
                if fits and len(last) == 1 and is_short[buttons.index(last[0])]:
                    last.append(button)
                else:
                    rows.append([button])
            if [[id(one) for one in row] for row in rows] == self._folds.get(family):
                continue
            self._folds[family] = [[id(one) for one in row] for row in rows]
            for button in buttons:
                grid.removeWidget(button)
            for place, row in enumerate(rows):
                for column, button in enumerate(row):
                    grid.addWidget(button, place, column, 1, 1 if is_short[buttons.index(button)] else 2)
            for column in (0, 1):
                grid.setColumnStretch(column, 1)

    @property
    def _offered(self) -> tuple[Item, ...]:
        """Parts that may be put now: in a challenge only those that it has."""
        limits = self._bench.limits
        return ALL if limits is None else tuple(item for item in ALL if item in limits.items)

    def _offer(self):
        """Shows the buttons of what may be put, and what else may be done."""
        offered, limits = self._offered, self._bench.limits
        if offered != self._was_offered:
            self._was_offered = offered
            for item in ALL:
                self.buttons[item.name].setVisible(item in offered)
            for family in FAMILIES:
                self._headings[family].setVisible(any(item.family == family for item in offered))
            self.save.setVisible(limits is None)
            self._fold()

    def resizeEvent(self, event):
        super().resizeEvent(event)
        self._fold()
        self._keep_room()

    def _choose(self, item: Item, on: bool):
        self._latest = item
        self._bench.choose(item if on else None)
        self.ports.leave()

    # ---- keys -------------------------------------------------------------------------------------------------------

    def offer_keys(self):
        """Gives the keys to the palette, where a part was chosen last: Tab goes on, Space takes one, Esc leaves."""
        offered, self._letters = self._offered, ""
        if offered:
            self._give_keys(self.buttons[(self._latest if self._latest in offered else offered[0]).name])

    def type_numbers(self):
        """Gives the keys to the first number of the selected part: Tab goes on, Enter and Esc leave."""
        field = next((field for field in self.fields if field.focusPolicy() & Qt.FocusPolicy.TabFocus), None)
        if field is not None:
            self._give_keys(field)
            self._brings = True
            self._show_sheet()
            self._settle()

    def _give_keys(self, widget: QWidget):
        self.bring()
        self._scroll.ensureWidgetVisible(widget)
        widget.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def event(self, event):
        # a button takes Space before the window plays and pauses by it, a formula Enter before a challenge is tried
        keys = {Qt.Key.Key_Escape, Qt.Key.Key_Space}
        if isinstance(self.focusWidget(), QLineEdit):
            keys |= {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if self.focusWidget() in self.buttons.values():
            keys |= MOVING_KEYS
            if event.type() == QEvent.Type.ShortcutOverride and event.text().isalpha():
                keys.add(event.key())
        return keep_keys(event, keys) or super().event(event)

    def keyPressEvent(self, event):
        if event.key() == Qt.Key.Key_Escape:
            self.ports.leave()
        elif not (event.text().isalpha() and self._go_to(event.text())):
            super().keyPressEvent(event)

    def _go_to(self, letter: str) -> bool:
        """Gives the keys to the next part of the palette that begins with the letters typed there; returns whether
        there is one. A letter that leads nowhere together with those before begins anew.
        """
        names = [item.name for item in self._offered]
        here = next((names.index(name) for name in names if self.buttons[name].hasFocus()), -1)
        if here < 0:
            return False
        if not self._begins(names[here], self._letters):
            self._letters = ""          # the keys have gone elsewhere since
        for letters, after in ((self._letters + letter, here), (letter, here + 1)):
            found = next((name for name in (*names[after:], *names[:after]) if self._begins(name, letters)), "")
            if found:
                self._letters = letters
                self._give_keys(self.buttons[found])
                return True
        return False

    def _begins(self, name: str, letters: str) -> bool:
        return self.buttons[name].text().casefold().startswith(letters.casefold())

    # ---- what a panel does ------------------------------------------------------------------------------------------

    def suits(self, run) -> bool:
        return is_of_parts(run.scene)

    def make_room(self, suits: bool):
        """It comes with the bench and goes with it; meanwhile a person may hide it."""
        if suits and not self._was_suited:
            self.bring()
        elif not suits:
            self.hide()
        self._was_suited = suits

    def begin(self, run):
        self.show_bench()

    def follow(self, run, snapshot):
        self.mark_section.follow(run)

    def retranslate(self):
        super().retranslate()
        self._headings[kinds.BODY].setText(_("Bodies"))
        self._headings[kinds.SUPPORT].setText(_("What they stand on"))
        self._headings[kinds.JOINT].setText(_("What holds them"))
        self._headings[kinds.MARK].setText(_("Marks, which feel nothing"))
        for item in ALL:
            self.buttons[item.name].setText(_(item.name))
            how = (_("Click a part, then another one; Esc ends that.") if item.family == kinds.JOINT
                   else _("A click in the picture puts one; Esc ends that."))
            self.buttons[item.name].setToolTip(tooltip(f"{_(item.about)}\n{how}"))
        for button, text, about in (
                (self.left, "↺ 15°", _("Turn the selected part to the left\nAlt and an arrow key in the picture; with "
                                       "Shift by 1 degree")),
                (self.right, "↻ 15°", _("Turn the selected part to the right\nAlt and an arrow key in the picture; "
                                        "with Shift by 1 degree")),
                (self.tip, "⤵ 15°", _("Tip the selected part\nAlt and an arrow key in the picture; with Shift by 1 "
                                      "degree"))):
            button.setText(text)
            button.setToolTip(tooltip(about))
            button.setAccessibleName(about.split("\n")[0])
        self.mark_section.retranslate()
        self.copy.setText(_("Duplicate"))
        self.copy.setToolTip(tooltip(_("One more of the selected part, beside it (Ctrl+D in the picture)")))
        self.many.setText(_("Many of it…"))
        self.many.setToolTip(tooltip(_("In a row, a circle, a grid, a triangle or a pyramid, by their number and "
                                       "how far they stand apart")))
        self.let_go.setText(_("Take its joints off"))
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
        self._offer()
        for name, button in self.buttons.items():
            button.setChecked(bench.item is not None and bench.item.name == name)
        part = bench.part
        for button in (self.left, self.right, self.tip, self.copy, self.remove):
            button.setEnabled(part is not None)
        chosen = bench.chosen
        self.many.setEnabled(len(chosen) == 1)
        self.let_go.setVisible(bench.has_joints)
        self._headings["selected"].setText(_("Nothing is selected") if part is None else shown_name(part.name)
                                           if len(chosen) < 2 else _("{n} parts").format(n=len(chosen)))
        self.hint.setText(self._advice(part))
        self._keep_room()
        if bench.is_on and bench.document != self._told_of:
            # what was refused before something else was done, or taken back
            self._told_of = bench.document
            self._say("")
        self.mark_section.show_mark()
        shown = part, bench.numbers, chosen, bench.mass
        # who puts one part after another goes on choosing; who has put enough wants the numbers of the last one
        has_put, self._was_putting = self._was_putting and bench.item is None, bench.item is not None
        is_other = part is not None and (has_put or self._shown is None or self._shown[0] is None
                                         or self._shown[0].name != part.name)
        if shown != self._shown or part is None:
            self._shown = shown
            self._fill(shown[1])
        if is_other and bench.item is None:
            # once the new rows have their places
            self._brings = True
            QTimer.singleShot(0, self._show_sheet)
            self._settles.start()

    def _show_sheet(self):
        """Brings the numbers of the selected part into sight, as soon as they have their places."""
        if self._brings:
            heading, bar = self._headings["selected"], self._scroll.verticalScrollBar()
            if heading.y() + self._sheet.height() + MARGIN > bar.value() + self._scroll.viewport().height():
                bar.setValue(heading.y() - MARGIN)

    def _settle(self):
        """From now on a person scrolls."""
        self._brings = False

    def _advice(self, part) -> str:
        item, hints = self._bench.item, _hints(shown_name(part.name) if part is not None else "")
        how = hints.get(self._next_deed(part), hints[kinds.BODY])
        told, left = self._left()
        return f"{told} {how}".strip() if left > 0 or item is None else told

    def _left(self) -> tuple[str, int]:
        """How many parts a challenge lets one put yet, in words and as a number; "" and 1 where there is no end."""
        limits = self._bench.limits
        if limits is None or not self._bench.is_on:
            return "", 1
        left = limits.left(self._bench.document)
        return _("{left} of {most} parts are left.").format(left=left, most=limits.most), left

    def _next_deed(self, part) -> str:
        """What a person can do next, as a key of the hints."""
        item = self._bench.item
        if item is not None and item.family == kinds.JOINT:
            return "first" if self._bench.first is None else "second"
        if item is not None:
            return "put"
        if part is None:
            return "choose"
        return "several" if len(self._bench.chosen) > 1 else part.family

    def _keep_room(self):
        """Leaves the hint the room of the longest one: what is below it does not move under the mouse."""
        told, margins = self._left()[0], self.hint.contentsMargins()
        room = QRect(0, 0, self.width() - margins.left() - margins.right(), 9999)
        self.hint.setMinimumHeight(max(self.hint.fontMetrics().boundingRect(
            room, Qt.TextFlag.TextWordWrap, f"{told} {text}".strip()).height() for text in _hints("").values()))

    def _fill(self, numbers: tuple[Number, ...]):
        """A row for each number."""
        typed = self._typed_in()
        sheet = QWidget()
        grid = QGridLayout(sheet)
        grid.setContentsMargins(12, 2, 10, 2)
        grid.setVerticalSpacing(3)
        grid.setHorizontalSpacing(4)
        grid.setColumnStretch(0, 1)
        self.fields, buttons = [], []
        for row, number in enumerate(numbers):
            # a joint's number is called by its joint: a board on a string has two lengths
            is_own = number.part in self._bench.chosen
            name = plain_label(_(number.field.title) if is_own else f"{shown_name(number.part)}: "
                               f"{_(number.field.title)}")
            name.setWordWrap(True)
            name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            field = self._field(number)
            is_below = (isinstance(number.value, str | Computed) and not number.field.choices
                        and self._bench.slider(number) is None)
            # a word that has no room beside the number stands above it
            is_above = max(name.fontMetrics().horizontalAdvance(one) for one in name.text().split()) > WORD
            grid.addWidget(name, 2*row, 0, 1, 4 if is_below or is_above else 1)
            at = 2*row + is_above
            if is_below:
                grid.addWidget(field, 2*row + 1, 0, 1, 4)
            elif self._bench.slider(number) is not None:
                # its two ends have a row of their own
                grid.addWidget(plain_label(number.value.formula, "caption"), 2*row, 1, 1, 3)
                grid.addWidget(field, 2*row + 1, 0, 1, 4)
            elif number.field.choices:
                grid.addWidget(field, at, 1, 1, 3, Qt.AlignmentFlag.AlignLeft)
            else:
                grid.addWidget(field, at, 1)
                grid.addWidget(plain_label(self._unit(number), "unit"), at, 2)
            if isinstance(field, NumberField) and self._slides(number):
                buttons.append(self._slider_button(number))
                grid.addWidget(buttons[-1], at, 3)
            self.fields.append(field)
        self._show_mass(grid, 2*len(numbers))
        self._column.replaceWidget(self._sheet, sheet)
        old, self._sheet, self._numbers = self._sheet, sheet, numbers
        # Tab goes from number to number, what makes sliders of them comes after the last one
        typed_in = [one for field in self.fields for one in (field.findChildren(NumberField) or [field])]
        for one, other in pairwise((*typed_in, *buttons)):
            QWidget.setTabOrder(one, other)
        sheet.show()
        if typed is not None:
            # who goes from one number to the next by Tab goes on where the new row of it is
            for field, number in zip(self.fields, numbers, strict=True):
                if (number.part, number.path) == typed:
                    field.setFocus(Qt.FocusReason.TabFocusReason)
        old.hide()
        old.deleteLater()
        self._say("")

    def _show_mass(self, grid: QGridLayout, row: int):
        """The mass that follows from the numbers above it."""
        if (mass := self._bench.mass) is not None:
            follows = plain_label(f"{mass:.3g} {unit_text('kg')}", "caption")
            follows.setToolTip(tooltip(_("follows from its size and what it is of")))
            grid.addWidget(plain_label(_("mass")), row, 0)
            grid.addWidget(follows, row, 1, 1, 3)

    def _typed_in(self) -> tuple[str, tuple] | None:
        """Part and path of the number whose field has the keys, None where none has."""
        for field, number in zip(self.fields, self._numbers, strict=True):
            if field.hasFocus():
                return number.part, number.path
        return None

    def _slides(self, number: Number) -> bool:
        """Whether a number may become a slider: where one builds for a challenge none does, and none of a mark."""
        part = self._bench.part
        return (self._bench.limits is None and part is not None and part.family != kinds.MARK
                and len(self._bench.chosen) == 1)

    def _slider_button(self, number: Number) -> QToolButton:
        """Makes a number a slider of the scene."""
        button = QToolButton()
        button.setObjectName("slide")
        button.setText("⇔")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAccessibleName(_("Make '{number}' a slider").format(number=_(number.field.title)))
        button.setToolTip(tooltip(_("Make it a slider of the scene\nIt stands among the parameters then, and in the "
                                    "scene that is saved.")))
        button.clicked.connect(lambda: (self._bench.slide(number), self.ports.leave()))
        return button

    def _unit(self, number: Number) -> str:
        return unit_text(self.ports.units[number.field.unit]) if number.field.unit else ""

    def _field(self, number: Number) -> QWidget:
        """What changes a number, or a switch; a formula of sliders is only shown."""
        field, title = number.field, _(number.field.title)
        if isinstance(number.value, Computed):
            if (parameter := self._bench.slider(number)) is not None:
                return self._range(parameter, number)
            # it may break after each operation, else a long one would push all else out of the panel
            label = plain_label(OPERATION.sub("\\1\u200b", number.value.formula), "caption")
            label.setWordWrap(True)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            label.setToolTip(tooltip(_("follows from the parameters of the scene")))
            return label
        if isinstance(number.value, bool):
            switch = Switch()
            switch.setChecked(number.value)
            switch.setAccessibleName(title)
            switch.toggled.connect(lambda on: self._change(number, on))
            return switch
        if field.choices:
            return self._choice(number, title)
        if isinstance(number.value, str):
            return self._text_field(number, title)
        low, high = min(field.low, number.value), max(field.high, number.value)
        parameter = Parameter("value", float(number.value), field.unit, low=low, high=high, about=title)
        found = NumberField(parameter, _("bench"), Scale(low, high), self.ports.units, title)
        found.setAccessibleName(title)
        found.set_tip(f"{title}, {self._unit(number)}" if field.unit else title)
        found.setFixedWidth(FIELD)
        found.show_value(float(number.value))
        found.chosen.connect(lambda value: self._change(number, value))
        found.trouble.connect(self._say)
        found.left.connect(self.ports.leave)
        return found

    def _choice(self, number: Number, title: str) -> Combo:
        """A material, of those that there are."""
        combo = Combo(title)
        for name in number.field.choices:
            combo.addItem(_(MATERIAL_NAMES[name]), name)
        combo.setCurrentIndex(number.field.choices.index(number.value))
        combo.setToolTip(tooltip(_("What it is of\nA support takes friction and restitution of the pair that it is "
                                   "with what stands on it, a body its density.")))
        combo.setFixedWidth(CHOICE)
        combo.activated.connect(lambda _index: self._change(number, combo.currentData()))
        return combo

    def _text_field(self, number: Number, title: str) -> QLineEdit:
        """A formula that is typed."""
        text = QLineEdit(number.value)
        text.setMaxLength(LONGEST_FORMULA)
        text.setAccessibleName(title)
        text.setToolTip(tooltip(_("{title}: of x, y and r, with + - * / ^ and functions such as sqrt, exp, sin").format(
            title=title)))
        text.setCursorPosition(0)
        text.editingFinished.connect(lambda: text.isModified() and self._change(number, text.text()))
        text.returnPressed.connect(self.ports.leave)
        return text

    def _range(self, parameter: Parameter, number: Number) -> QWidget:
        """The ends of a slider, which stands among the parameters."""
        ends = QWidget()
        row = QHBoxLayout(ends)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addStretch(1)
        field = number.field
        for i, value in enumerate((parameter.low, parameter.high)):
            if i:
                row.addWidget(plain_label("–", "caption"))
            about = (_("lowest value of the slider '{name}'"), _("highest value of the slider '{name}'"))[i].format(
                name=parameter.name)
            end = Parameter("value", float(value or 0.0), field.unit, low=min(field.low, value or 0.0),
                            high=max(field.high, value or 0.0), about=about)
            found = NumberField(end, _("bench"), Scale(end.low, end.high), self.ports.units, about)
            found.setAccessibleName(about)
            found.set_tip(about)
            found.show_value(float(value or 0.0))
            found.chosen.connect(partial(self._change_range, parameter, i))
            found.trouble.connect(self._say)
            found.left.connect(self.ports.leave)
            found.setFixedWidth(FIELD)
            row.addWidget(found)
        row.addWidget(plain_label(self._unit(number), "unit"))
        return ends

    def _change_range(self, parameter: Parameter, end: int, value: float):
        """Takes another end of a slider."""
        low, high = (value, parameter.high) if end == 0 else (parameter.low, value)
        reason = self._bench.set_range(parameter.name, low, high)
        if reason:
            self._fill(self._bench.numbers)
        self._say(reason)

    def _change(self, number: Number, value: float | bool | str):
        """Takes a number; one that can't be had is refused with a sentence, and the old one holds."""
        reason = self._bench.change(number, value)
        if reason:
            self._fill(self._bench.numbers)
        self._say(reason)

    def _say(self, text: str):
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))


def _hints(selected: str) -> dict[str, str]:
    """What is said above the palette, by what can be done next; `selected` is what the selected part is called, ""
    where none is.
    """
    by_keys = _("Enter takes the selected one: {part}.").format(part=selected) if selected else \
        _("By keys: Tab leads to it, Enter takes it.")
    return {
        "choose": _("Click a part here, then in the picture; or click one that is there. Shift: several, by clicks or "
                    "in a frame. By keys: Insert comes here, Tab in the picture goes through the parts."),
        "put": _("Click where it is to stand; drag with Shift: a row of it. Ctrl: a finer grid. Esc: enough."),
        "first": f"{_('Click the first part.')} {by_keys}",
        "second": f"{_('Click the second one. Esc: enough.')} {by_keys}",
        "several": _("They are moved, turned, duplicated and removed together; below are the numbers that all of them "
                     "have."),
        kinds.MARK: _("Drag it, with Shift up and down; arrow keys, PageUp and PageDown move it by 10 mm."),
        kinds.SUPPORT: _("Drag it, with Shift up and down, or by its arrows, rings and dots: a number can be typed "
                         "meanwhile. Arrow keys, PageUp and PageDown move it by 10 mm, Ctrl+Enter leads to its "
                         "numbers."),
        kinds.BODY: _("Drag it, or by its arrows, rings and dots: a number can be typed meanwhile. Arrow keys move it "
                      "by 10 mm, with Shift by 1 mm, Ctrl+Enter leads to its numbers."),
    }

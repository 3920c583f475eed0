"""The panel of theory: the scene's own derivation as it should look in print, its symbols with their live values."""

from collections.abc import Callable

from sandbox.qt.core import QEvent, QSize, Qt, QTimer
from sandbox.qt.widgets import QMainWindow, QToolButton, QVBoxLayout, QWidget
from sandbox.sheet.marked import markdown_of
from sandbox.sheet.numbers import SheetNumbers
from sandbox.sheet.page import document_of, file_of, shown
from sandbox.sheet.sheet import sheet_of
from sandbox.text import _, language
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label
from sandbox.ui.look.theme import THEMES, present
from sandbox.ui.panels.panel import LEFT, Panel, Ports

WIDTH, SHARE = 34, 0.5   # [its letters] that it takes at first; of the room that other panels leave, at most
NARROWEST, SHORTEST = 260, 160       # [px]
LETTER = 1.14            # height of its letters over those of the window: formulas have small signs


class TheoryPanel(Panel):
    """Shows the theory of the present run, where it gives nothing away; its page is made when it is first seen.

    view    the page, or None before that, or where there can be none
    sheet   what it shows, or None before that
    """

    name, keys, side, rate = "theory", ("F2",), LEFT, 5

    def __init__(self, ports: Ports):
        super().__init__(ports)
        self.view, self.sheet = None, None
        self._run, self._numbers, self._shown = None, None, None
        self._had_room, self._is_dead, self._why = 0, False, ""
        self.with_numbers, self.save_button = QToolButton(), QToolButton()
        self.with_numbers.setCheckable(True)
        self.with_numbers.toggled.connect(self._dress)
        self.save_button.clicked.connect(lambda: ports.export_theory())
        self.title_row.addStretch(1)
        for button in (self.with_numbers, self.save_button):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self.title_row.addWidget(button)
        self.trouble = plain_label("", "empty")
        self.trouble.setWordWrap(True)
        self.trouble.hide()
        body = QWidget()
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.trouble)
        self.setWidget(body)
        ports.focus.changed.connect(self._forget)

    @staticmethod
    def title() -> str:
        return _("Theory")

    @staticmethod
    def about() -> str:
        return _("the derivation of the scene, its symbols with their present values, what to see, what to ask")

    def minimumSizeHint(self):
        return QSize(NARROWEST, SHORTEST)

    def bring(self):
        """Shows it; at first, and with letters of another size, with room for a formula."""
        frame = self.parentWidget()
        needs_room = self._had_room != self._letter and isinstance(frame, QMainWindow) and not self.isFloating()
        room = frame.centralWidget().width() + (self.width() if self.is_seen else 0) if needs_room else 0
        super().bring()
        if needs_room:
            self._had_room = self._letter
            width = round(min(WIDTH*self._letter, SHARE*room))
            # the frame gives it a place only when it is drawn
            QTimer.singleShot(0, lambda: frame.resizeDocks([self], [max(self.width(), width)],
                                                           Qt.Orientation.Horizontal))

    # ---- looks ------------------------------------------------------------------------------------------------------

    def restyle(self):
        self._dress()

    def retranslate(self):
        super().retranslate()
        self.with_numbers.setText(_("numbers"))
        self.with_numbers.setToolTip(tooltip(_("Present values below the symbols of parameters (Shift+F2)")))
        self.save_button.setText(_("save"))
        self.save_button.setToolTip(tooltip(_("Save the theory as PDF, HTML or Markdown, or print it (Ctrl+Shift+P)")))
        for button in (self.with_numbers, self.save_button):
            button.setAccessibleName(button.text())
        self._forget()

    def changeEvent(self, event):
        super().changeEvent(event)
        # letters of another size, as in the projector mode
        is_dressed = getattr(self, "view", None) is not None
        if is_dressed and event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._dress()

    def _dress(self, _anything=None):
        if self.view is not None:
            self.view.set_look(THEMES[present()], self._letter, self.with_numbers.isChecked())

    @property
    def _letter(self) -> int:
        """Height of its letters [px]."""
        return round(LETTER*max(self.font().pixelSize(), self.trouble.font().pixelSize()))

    # ---- a run ------------------------------------------------------------------------------------------------------

    def begin(self, run):
        self._run = run
        self._forget()

    def _forget(self):
        """Lets the sheet be read again when it is seen next."""
        self._shown = None
        if self._run is not None and self.is_seen:
            self.follow(self._run, None)

    def show_values(self, values):
        if self._shown is not None and self.is_seen:
            self.follow(self._run, None)

    def follow(self, run, snapshot):
        """Shows the numbers of the instant that is shown; makes the page, and the sheet, where there is none."""
        if self._run is None or self._is_withheld() or not self._has_page():
            return
        if self._shown is None:
            self._write()
        t = snapshot.t if snapshot is not None else run.snapshot().t
        self.view.show_values(self._numbers.at(t, self.ports.units))

    def look_again(self):
        if self._run is not None and not self._is_withheld() and self.is_seen:
            self.follow(self._run, None)

    def _is_withheld(self) -> bool:
        """Whether the theory would give something away; then it says so in its place."""
        why = self.ports.why_no_theory()
        if why != self._why:
            self._why = why
            self._say()
        return bool(why)

    def _say(self):
        """Says why there is nothing to be seen, or shows it."""
        dead = _("This page cannot be shown here; the command `theory` writes it as a file.")
        text = self._why or (dead if self._is_dead else "")
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))
        if self.view is not None:
            self.view.setVisible(not text)
        for button in (self.with_numbers, self.save_button):
            button.setEnabled(not self._why)

    def _has_page(self) -> bool:
        if self.view is None and not self._is_dead:
            self.view = self.ports.make_sheet(file_of)
            if self.view is None:
                self._die()
                return False
            self.view.clicked.connect(self.ports.show_parameter)
            self.view.failed.connect(self._die)
            self._column.addWidget(self.view, 1)
            self._dress()
        return self.view is not None and not self._is_dead

    def _die(self):
        self._is_dead = True
        self._say()

    def _write(self):
        run = self._run
        self.sheet = sheet_of(run.scene)
        self._numbers = SheetNumbers(run, self.sheet, self.ports.focus.body)
        self._shown = run.scene.id, run.preset, language()
        self.view.show_sheet(shown(self.sheet, run.preset))

    # ---- files ------------------------------------------------------------------------------------------------------

    def draw(self, kind: str, then: Callable[[bytes], None]):
        """Calls `then(data)` with the sheet as a file of that kind, "pdf", "html" or "md"; b"" where there is none."""
        run = self._run
        if run is None:
            then(b"")
            return
        if kind == "pdf":
            self._print(then)
            return
        sheet = sheet_of(run.scene)
        values = SheetNumbers(run, sheet, self.ports.focus.body).at(run.snapshot().t, self.ports.units)
        write = document_of if kind == "html" else markdown_of
        then(write(sheet, values, run.preset).encode("utf-8"))

    def _print(self, then: Callable[[bytes], None]):
        if not self._has_page():
            then(b"")
            return
        if self._shown is None:
            self._write()
        self.view.show_values(self._numbers.at(self._run.snapshot().t, self.ports.units))
        self.view.write_pdf(then)

    @property
    def file_name(self) -> str:
        """A name for its files, without an ending."""
        return f"{self._run.scene.id}_theory" if self._run is not None else "theory"


"""Undo and redo of what a person changes in a run: parameters, presets, scenes."""

from collections.abc import Callable
from dataclasses import replace
from weakref import ref

from sandbox.qt.core import QObject, pyqtSignal
from sandbox.qt.widgets import QUndoCommand, QUndoStack
from sandbox.text import _
from sandbox.ui.playback.loading import Request

LIMIT = 300      # edits that can be taken back


def is_same(one: Request, other: Request) -> bool:
    return one.scene is other.scene and one.preset == other.preset and one.values == other.values \
        and one.start == other.start


class Edit(QUndoCommand):
    """One change between two states; the moves of one drag of a slider (`gesture`) are one edit."""

    def __init__(self, go: Callable, before: Request, after: Request, text: str, gesture: int = 0):
        super().__init__(text)
        self.before, self.after = before, after
        self._go, self._gesture, self._is_first = go, gesture, True

    def id(self) -> int:
        return self._gesture or -1

    def mergeWith(self, other) -> bool:
        self.after = other.after
        return True

    def redo(self):
        # the first time whoever made the edit has done it
        if not self._is_first:
            self._go(self.after)
        self._is_first = False

    def undo(self):
        self._go(self.before)


class Hold(QUndoCommand):
    """A hand held a body from the step `first` to `last`: undone, the run is back before it; done again, after it."""

    def __init__(self, player, first: int, last: int):
        super().__init__(_("hand"))
        self._player, self._first, self._last = player, first, last
        # of a run that is gone nothing can be taken back, and it holds megabytes
        self._run = ref(player.simulation)
        self._is_first = True

    def redo(self):
        if not self._is_first:
            self._go(self._last)
        self._is_first = False

    def undo(self):
        self._go(self._first)

    def _go(self, step: int):
        run = self._player.simulation
        if run is self._run():
            self._player.travel.visit(step/run.step_rate)


class Built(QUndoCommand):
    """Edits of a run that had begun, made at their steps: undone, the run is back before them; done again, after them.
    """

    def __init__(self, player, text: str, gesture: int = 0):
        super().__init__(text)
        self._player, self._run, self._gesture, self._is_first = player, ref(player.simulation), gesture, True
        self._commands = [player.simulation.commands[-1]]

    def id(self) -> int:
        return self._gesture or -1

    def mergeWith(self, other) -> bool:
        if not isinstance(other, Built):
            return False
        self._commands += other._commands
        return True

    def redo(self):
        run = self._player.simulation
        if not self._is_first and run is self._run():
            for command in self._commands:
                if run.go_to(command.step) and run.step == command.step:
                    run.build(command.value)
            self._player.take(run, self.text())
        self._is_first = False

    def undo(self):
        run = self._player.simulation
        if run is not self._run():
            return
        self._player.pause()
        for command in reversed(self._commands):
            # what the history no longer holds stays
            if any(one is command for one in run.commands):
                run.unbuild()
        self._player.take(run, self.text())


class Edits(QObject):
    """Passes a person's changes on to the player and keeps the way back."""

    taken = pyqtSignal(dict)        # values that hold after undo or redo
    changed = pyqtSignal()          # what undo and redo would do

    def __init__(self, player, parent=None):
        super().__init__(parent)
        self._player = player
        self.stack = QUndoStack(self)
        self.stack.setUndoLimit(LIMIT)
        # by methods of this object: its end is no news
        self.stack.indexChanged.connect(self._tell)
        self.stack.undoTextChanged.connect(self._tell)
        player.refused.connect(self._drop_refused)

    def change(self, name: str, value, gesture: int = 0):
        """Gives a parameter another value; parts of one drag have the same number."""
        before = self._player.wanted
        self._player.change(name, value)
        # what is changed while another scene is on its way is gone with the present one
        if before is not None and not self._player.pending.is_leaving:
            after = replace(before, values={**before.values, name: value}, start=self._player.wanted.start)
            if not is_same(before, after):
                self.stack.push(Edit(self._go, before, after, name, gesture))

    def open(self, request: Request, gesture: int = 0, what: str = ""):
        """Opens a scene or preset, or the present one with another start; parts of one drag have the same number.

        what   the name of the edit, that of the scene or preset if not given
        """
        before = self._player.wanted
        self._player.open(request)
        if before is None:
            return
        after = replace(request, values=request.scene.values(request.values))
        if not is_same(before, after):
            what = what or (_(request.preset) if request.scene is before.scene else _(request.scene.title))
            if request.start is not None or before.start is not None:
                what = _("start")
            self.stack.push(Edit(self._go, before, after, what, gesture))

    def held(self, first: int, last: int):
        """A hand held a body of the present run between two steps."""
        self.stack.push(Hold(self._player, first, last))

    def built(self, what: str, gesture: int = 0):
        """Something was built in the present run; keys that follow each other have the same number."""
        self.stack.push(Built(self._player, what, gesture))

    def _tell(self, _what):
        self.changed.emit()

    def _go(self, target: Request):
        wanted = self._player.wanted
        if (self._player.is_preparing or wanted.scene is not target.scene or wanted.preset != target.preset
                or wanted.start != target.start):
            self._player.open(replace(target, reason="", keeps=False))
        else:
            for name, value in target.values.items():
                if wanted.values[name] != value:
                    self._player.change(name, value)
        if target.scene is self._player.simulation.scene:
            self.taken.emit(target.values)

    def _drop_refused(self):
        """Forgets the edits that led to a wish that was not granted."""
        holds, stack = self._player.wanted, self.stack
        if holds is None:
            return
        newest = [stack.command(place) for place in range(stack.index() - 1, -1, -1)]
        # what a hand did was granted
        newest = newest[:next((k for k, edit in enumerate(newest) if isinstance(edit, Hold | Built)), len(newest))]
        for count, edit in enumerate(newest):
            if is_same(edit.after, holds):
                return
            if is_same(edit.before, holds):
                for one in newest[:count + 1]:
                    one.setObsolete(True)
                    stack.undo()          # takes it away, nothing else
                return

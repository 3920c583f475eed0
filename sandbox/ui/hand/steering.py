"""Steering: arrow keys, a pad and the mouse give live parameters of a scene their targets while its run goes on."""

from sandbox.qt.core import QEvent, QObject, Qt, pyqtSignal
from sandbox.qt.gui import QGuiApplication
from sandbox.qt.widgets import QApplication
from sandbox.run.simulation import Simulation
from sandbox.scene.controls import Steer
from sandbox.text import _

# key -> axis, side
WAYS = {Qt.Key.Key_Right: (0, 1.0), Qt.Key.Key_Left: (0, -1.0), Qt.Key.Key_Up: (1, 1.0), Qt.Key.Key_Down: (1, -1.0)}
OTHERS = (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier |
          Qt.KeyboardModifier.MetaModifier)
FULL = 0.3               # of the smaller side of the picture that the mouse goes, with Ctrl, to an end of the range


class Steering(QObject):
    """Steers the run of a player by what is held: keys, a knob on a pad, or the mouse with Ctrl.

    Once per frame each steered parameter gets at most one new target, stamped with the present step. What was steered
    springs back as soon as nothing holds it, also after a pause or a way through the past, and a run that begins again
    begins as it did.

    changed    the knob stands elsewhere, or what can be steered is another
    """

    changed = pyqtSignal()

    def __init__(self, window, player, say):
        super().__init__(window)
        self._window, self._player, self._say = window, player, say
        self._down: set[int] = set()         # keys that are down, as far as is known: their repeats are no steps
        self._held: set[int] = set()         # those that steer
        self._knob: tuple[float, float] | None = None       # share of the range where a pad is held
        self._from: tuple[float, float] | None = None       # where the mouse was when Ctrl began to steer [px]
        self._asks_ctrl = False              # whether the system knows that Ctrl is down, and would tell of its end
        self._given: set[tuple[int, str, float]] = set()    # commands that were steered: step, name, value
        self._run: Simulation | None = None
        self._step = 0                       # where it was in the last frame
        self._has_said = False
        self.is_taken = lambda: False        # whether the arrow keys are for something else just now
        player.framing.connect(self.frame)
        player.started.connect(lambda _run, _reason: self._begin())
        player.playing_changed.connect(self._on_playing)
        player.pending.sprung = self.sprung
        player.is_steered = lambda: self.is_active and bool(self._held or self._knob)
        window.installEventFilter(self)
        QGuiApplication.instance().focusObjectChanged.connect(self._on_focus)

    # ---- what is known ----------------------------------------------------------------------------------------------

    @property
    def steer(self) -> Steer | None:
        """What the present run is steered by, or None."""
        run = self._player.simulation
        steer = None if run is None else run.scene.steer
        return steer if steer is not None and run.live.issuperset(steer.names) else None

    @property
    def is_active(self) -> bool:
        """Whether what is held steers: the run goes on and can be steered."""
        player = self._player
        return player.is_playing and not player.is_preparing and self.steer is not None \
            and player.simulation.ended is None and player.travel.goal is None

    @property
    def shares(self) -> tuple[float, float]:
        """Where the targets stand, -1 to 1 to the right and upwards."""
        run, steer = self._player.simulation, self.steer
        if run is None or steer is None:
            return 0.0, 0.0
        found = [0.0, 0.0]
        values = run.values_at(run.step)
        for axis, name in enumerate(steer.names):
            off, ends = values[name] - steer.rest, [steer.aimed(run.scene, name, side) for side in (-1.0, 1.0)]
            far = next((side for side in (0, 1) if off*(ends[side] - steer.rest) > 0.0), None)
            if far is not None:
                found[axis] = min(off/(ends[far] - steer.rest), 1.0)*(-1.0, 1.0)[far]
        return found[0], found[1]

    def _was_steered(self, run: Simulation, name: str) -> bool:
        """Whether the target that holds now was given by steering."""
        last = run.last_command(name)
        return last is not None and (last.step, name, last.value) in self._given

    def sprung(self, run: Simulation) -> dict:
        """Returns the values that a run that begins again has in place of those that were steered to."""
        steer = run.scene.steer
        if steer is None or not steer.springs_back:
            return {}
        return {name: run.start_values[name] for name in steer.names if self._was_steered(run, name)}

    # ---- keys -------------------------------------------------------------------------------------------------------

    def take(self, event, is_question: bool) -> bool:
        """Takes a key that is pressed, or a question whether it is wanted; returns whether it steers."""
        key, is_repeat = event.key(), event.isAutoRepeat()
        if key == Qt.Key.Key_Escape and (self._held or self._knob or self._from):
            if not is_question:
                self.let_go()
            return True
        if key not in WAYS:
            return False
        if key in self._down and is_repeat:
            return True
        if event.modifiers() & OTHERS or not self.is_active or self.is_taken():
            return False
        if WAYS[key][0] >= len(self.steer.names):
            # nothing is steered that way, and a step would end the game
            return True
        if not is_question and not is_repeat:
            self._down.add(key)
            self._held.add(key)
        return True

    def release(self, event) -> bool:
        """Takes a key that goes up; returns whether it steered."""
        if event.key() == Qt.Key.Key_Control and not event.isAutoRepeat():
            self._end_mouse()
        if event.key() not in self._down:
            return False
        if not event.isAutoRepeat():
            self._down.discard(event.key())
            self._held.discard(event.key())
        return True

    def eventFilter(self, _watched, event):
        """Keys that no control of the window wanted for itself; a window that is left gets no more of them."""
        kind = event.type()
        if kind in (QEvent.Type.ShortcutOverride,
                    QEvent.Type.KeyPress) and self.take(event, kind == QEvent.Type.ShortcutOverride):
            event.accept()
            return True
        if kind == QEvent.Type.KeyRelease and self.release(event):
            return True
        if kind in (QEvent.Type.WindowDeactivate, QEvent.Type.Hide):
            self.forget_keys()
        return False

    def _on_focus(self, _now):
        # the key goes up elsewhere
        self.forget_keys()

    def forget_keys(self):
        """Lets go, also of keys whose end nobody will tell."""
        self.let_go()
        self._down.clear()

    def let_go(self):
        """Nothing is held any more."""
        self._held.clear()
        self._knob = None
        self._end_mouse()

    # ---- pad and mouse ----------------------------------------------------------------------------------------------

    def hold(self, right: float, up: float):
        """Holds the knob at a share of the range, -1 to 1 each."""
        if self.is_active:
            self._knob = (min(max(right, -1.0), 1.0), min(max(up, -1.0), 1.0))

    def drop(self):
        """Lets go of the knob."""
        self._knob = None

    def hover(self, x: float, y: float, modifiers: int, size: float):
        """A move of the mouse over the picture: with Ctrl it steers by how far it went since [px].

        size   of the smaller side of the picture [px]
        """
        if not modifiers & Qt.KeyboardModifier.ControlModifier or not self.is_active:
            self._end_mouse()
            return
        if self._from is None:
            self._from = (x, y)
            self._asks_ctrl = bool(QGuiApplication.queryKeyboardModifiers() & Qt.KeyboardModifier.ControlModifier)
        reach = max(FULL*size, 1.0)
        self.hold((x - self._from[0])/reach, (self._from[1] - y)/reach)

    def _end_mouse(self):
        if self._from is not None:
            self._from = self._knob = None

    # ---- a run, a frame ---------------------------------------------------------------------------------------------

    def _begin(self):
        run = self._player.simulation
        if not run.commands:
            self._given.clear()
        self._run, self._step = run, run.step
        self._held.clear()
        self._knob = self._from = None
        self.changed.emit()

    def _on_playing(self, on: bool):
        if not on:
            self.let_go()
        elif self.steer is not None and not self._has_said:
            self._has_said = True
            self._say(_("The arrow keys steer while the run goes on, and step through time while it waits. With the "
                        "mouse: the disc in the corner, or hold Ctrl and move."), "note")
        self.changed.emit()

    def frame(self):
        """A frame begins: targets go on towards what is held, or back to where they rest."""
        if QApplication.activePopupWidget() is not None or QApplication.activeModalWidget() is not None:
            self.forget_keys()
        if self._from is not None and self._asks_ctrl \
                and not QGuiApplication.queryKeyboardModifiers() & Qt.KeyboardModifier.ControlModifier:
            self._end_mouse()
        run = self._player.simulation
        if run is None or not self.is_active:
            if self._held or self._knob:
                self.let_go()
            self._step = 0 if run is None else run.step
            return
        passed, self._step = max(0, run.step - self._step), run.step
        if self._held or self._knob or run.step == run.latest:
            self._steer(run, passed*run.h)

    def _steer(self, run: Simulation, seconds: float):
        """Gives each steered parameter its target after so many seconds of the run."""
        steer, values = run.scene.steer, run.values_at(run.step)
        for axis, name in enumerate(steer.names):
            low, high = steer.bounds(run.scene, name)
            sides = [WAYS[key][1] for key in self._held if WAYS[key][0] == axis]
            value = values[name]
            if self._knob is not None:
                wanted = steer.aimed(run.scene, name, self._knob[axis])
            else:
                if sides:
                    goal = steer.aimed(run.scene, name, sum(sides)) if sum(sides) or steer.springs_back else value
                elif steer.springs_back and value != steer.rest and self._was_steered(run, name):
                    goal = steer.rest
                else:
                    continue
                most = seconds/steer.seconds*max(high - steer.rest, steer.rest - low)
                wanted = goal if abs(goal - value) <= most else value + (most if goal > value else -most)
            if wanted != value:
                self._given.add((run.step, name, wanted))
                self._player.change(name, wanted)
                self.changed.emit()

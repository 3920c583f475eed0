"""The hand of the window: it sees the mouse over the picture first, and takes what a gesture of its own begins with."""

from collections.abc import Callable
from typing import Any

import numpy as np

from sandbox.qt.core import QObject, Qt, pyqtSignal
from sandbox.text import _
from sandbox.ui.hand.cue import CueCase, CueStroke
from sandbox.ui.hand.keys import Keys
from sandbox.ui.hand.pull import Pull, Scenery, past_spring
from sandbox.ui.hand.reposition import Aim, Reposition, Twist
from sandbox.ui.hand.selection import Selection
from sandbox.ui.hand.sketch import Sketch
from sandbox.ui.hand.steering import Steering
from sandbox.ui.hand.support import Tilt, Turn, rate_of, tilt_of
from sandbox.ui.hand.targets import Target, Targets

EASED = 0.25             # of its speed that a run has while the mouse is near a moving body
RESTS = 2.0              # [s] without a move after which a mouse wants nothing of what comes by

CURSORS = {"body": Qt.CursorShape.OpenHandCursor, "rim": Qt.CursorShape.OpenHandCursor,
           "aim": Qt.CursorShape.CrossCursor, "twist": Qt.CursorShape.CrossCursor,
           "tilt": Qt.CursorShape.SizeVerCursor}


class NoBench:
    """What is asked where nothing is built."""

    is_on = False

    def gesture(self, _x: float, _y: float, _modifiers: int):
        return None

    def is_early(self, _x: float, _y: float, _modifiers: int) -> bool:
        return False

    def sketch(self, _mouse: tuple | None) -> list:
        return []

    def ahead(self) -> list:
        return []

    def key(self, _event, _is_question: bool) -> bool:
        return False

    def later(self, does):
        does()


class Hand(QObject):
    """A Handler of the pointer (view/page/pointer.py): hover, grab, place, aim, spin, turn, tilt.

    game       game(target) -> whether a press there is for a game that is played, and the gesture that it begins
    bench      what is asked first: gesture(x, y, modifiers), sketch(mouse), key(event, is_question), while it is_on;
               is_early(x, y, modifiers) takes a press that has to wait for the picture;
               ahead() always
    gesture    what is under way, or None;  selected  index of the body that keys are for, or None
    wants_menu(target, place, point)   a right click, or the key for it: Target or None, QPoint, (3,) of the support or
               None
    """

    wants_menu = pyqtSignal(object, object, object)

    def __init__(self, picture, scenery: Scenery, steering: Steering, case: CueCase, parent=None):
        super().__init__(parent)
        self._scenery, self.targets, self._steering = scenery, Targets(scenery), steering
        self._case = case
        self.targets.is_for_cue = case.is_for
        steering.is_taken = lambda: self.keys.is_holding
        self.sketch = Sketch(picture)
        self.gesture: Any = None
        self.game: Callable[[Target], tuple[bool, Any]] = lambda _target: (False, None)
        self.bench: Any = NoBench()
        self.selected: int | None = None
        self.keys = Keys(self, scenery)
        self._mouse: tuple | None = None          # where the mouse hovers
        self._target: Target | None = None        # what is under it
        self._is_near = False                     # so near the body that its handles are shown
        self._moved: tuple | None = None          # newest move of a drag that waits for the frame
        self._look_again = False
        self.slows = True                         # the run waits for a mouse that is near a body
        self._moved_at = -np.inf                  # when the mouse moved last [s]
        self._words = ""                          # to be said when the new start is there
        self._hold: tuple | None = None           # first step of a hold whose end is not known yet
        self.choice = Selection(scenery, self.select)
        player = scenery.player
        player.framing.connect(self.frame)
        player.framed.connect(self.show)
        player.playing_changed.connect(lambda _on: self._on_playing())
        player.started.connect(lambda _run, _reason: self._on_started())
        scenery.reach.pointer.handler = self
        scenery.reach.lost.connect(self.drop)

    # ---- what is known ----------------------------------------------------------------------------------------------

    @property
    def player(self):
        return self._scenery.player

    @property
    def waits(self) -> bool:
        """Whether the run stands still, so that its start is what a drag changes."""
        return not self.player.is_playing

    @property
    def is_able(self) -> bool:
        """Whether there is a run with a picture."""
        return self.player.simulation is not None and self.player.snapshot is not None \
            and self._scenery.reach.eye is not None

    # ---- the pointer ------------------------------------------------------------------------------------------------

    def hover(self, x: float, y: float, modifiers: int = 0):
        picture = self.sketch.parentWidget()
        self._steering.hover(x, y, modifiers, min(picture.width(), picture.height()))
        self._mouse, self._look_again = (x, y), True
        self._moved_at = self._scenery.now()

    def leave(self):
        self._steering.hover(0.0, 0.0, 0, 1.0)
        self._mouse, self._look_again = None, True

    def press(self, x: float, y: float, modifiers: int, is_touch: bool) -> bool:
        self.drop()
        if self.bench.is_early(x, y, modifiers):
            return True
        if not self.is_able:
            return False
        if self.bench.is_on:
            self._begin(self.bench.gesture(x, y, modifiers))
            return self.gesture is not None
        target = self.targets.at(x, y, self.waits, is_touch)
        if target is None:
            return self.targets.is_missed(x, y)
        if self.choice.press(target, x, y, modifiers):
            return True
        self._begin(self._gesture_at(target, x, y, modifiers))
        return self.gesture is not None

    def drag(self, x: float, y: float, modifiers: int):
        if self.choice.is_open:
            begun = self.choice.drag(x, y)
            if begun is None:
                return
            self._begin(self._gesture_at(*begun))
        self._moved = (x, y, modifiers)

    def release(self):
        if self.choice.is_open:
            self.choice.release()
            return
        self._catch_up()
        self._finish(True)

    def cancel(self):
        self.choice.drop()
        self._finish(False)

    def wheel(self, notches: float) -> bool:
        if self.gesture is None:
            return False
        self.gesture.wheel(notches)
        return True

    def menu(self, x: float, y: float, place):
        if not self.is_able or self.gesture is not None:
            return
        hit = self._scenery.reach.pick(x, y, 6.0)
        target = None
        if hit is not None and hit.body is not None and self.targets.is_loose(hit.body):
            target = Target("body", hit.body, hit.point)
        elif hit is not None:
            target = Target("support", point=hit.point)
        if target is not None and target.kind == "body":
            self.player.focus.choose(target.body)
        if target is not None:
            self.wants_menu.emit(target, place, hit.point)

    def key(self, event, is_question: bool) -> bool:
        return any(one(event, is_question) for one in (self.bench.key, self.keys.take, self._steering.take))

    def key_up(self, event) -> bool:
        return self._steering.release(event)

    # ---- gestures ---------------------------------------------------------------------------------------------------

    def _gesture_at(self, target: Target, x: float, y: float, modifiers: int):
        scenery, run = self._scenery, self.player.simulation
        is_of_game, gesture = self.game(target)
        if is_of_game:
            return gesture
        if target.kind == "body" and not modifiers & Qt.KeyboardModifier.AltModifier and self._case.is_for(target.body):
            return CueStroke(scenery, self._case, (x, y))
        if target.kind == "body" and self.waits and self._goes_on(modifiers):
            self.player.play()
            scenery.say(_("The hand holds it, and the run goes on from here. With Alt the body is placed instead: "
                          "a new start."), "note")
        if target.kind == "body" and not self.waits:
            return self.pull(target.body, target.point, bool(modifiers & Qt.KeyboardModifier.ControlModifier), (x, y))
        if target.kind == "rim":
            return Turn(scenery, rate_of(run), x, y)
        if target.kind == "tilt":
            return Tilt(scenery, *tilt_of(run), x, y)
        if target.kind == "body" and target.body != 0:
            scenery.say(_("Only the first body of this scene has a start that can be changed."), "note")
            return None
        return {"body": Reposition, "aim": Aim, "twist": Twist}[target.kind](scenery, x, y)

    def _goes_on(self, modifiers: int) -> bool:
        """Whether a run that waits is taken on from where it is, as one that was scrubbed back; not at its start."""
        run = self.player.simulation
        is_ready = run.step > 0 and run.ended is None and not self.player.is_preparing
        return is_ready and not modifiers & Qt.KeyboardModifier.AltModifier

    def pull(self, body: int, touched, wants_touched: bool, mouse: tuple | None = None) -> Pull | None:
        """Takes hold of a body of a run that goes on, at its mass centre if it is round, else where it is touched.

        None where it is out of reach, which is said.
        """
        if body >= self.player.simulation.in_reach:
            self._scenery.say(_("This one is for comparison: it follows a model of its own, which feels no hand. Take "
                                "the other one."), "note")
            return None
        solid = self._scenery.reach.solid(body)
        by_centre = touched is None or (solid is not None and solid.is_round and not wants_touched)
        return Pull(self._scenery, body, touched, not by_centre, mouse)

    def stroke(self, body: int) -> CueStroke | None:
        """Returns a cue behind a body, for keys; None where it is not to be hit now."""
        return CueStroke(self._scenery, self._case) if self._case.is_for(body) else None

    def _begin(self, gesture):
        self.gesture, self._moved, self._hold = gesture, None, None
        if gesture is not None:
            self._scenery.reach.pointer.set_cursor(gesture.cursor)

    def select(self, body: int | None):
        """Selects a body for the keys, or none; it is the one in focus then."""
        self.selected = body
        if body is not None:
            self.player.focus.choose(body)
        self._look_again = True

    def begin(self, gesture):
        """Begins a gesture that no mouse holds: one of the keys, or of the menu."""
        self.drop()
        self._begin(gesture)

    def drop(self):
        """Ends what is under way, without what was not done yet."""
        self._moved = None
        self.choice.drop()
        self._finish(False)

    def _finish(self, is_clean: bool):
        gesture, self.gesture, self._moved = self.gesture, None, None
        if gesture is None:
            return
        if isinstance(gesture, CueStroke) or isinstance(gesture, Pull) and self.player.grip.is_held:
            self._hold = (self.player.simulation,)
        self.end(gesture, is_clean)
        self._look_again = True
        self._scenery.reach.pointer.set_cursor(None)

    def end(self, gesture, is_clean: bool):
        """Ends a gesture; what it has to say is said when the start that it led to is there."""
        gesture.end(is_clean)
        self._words = getattr(gesture, "words", "")

    def _on_playing(self):
        if self.gesture is not None and self.gesture.needs_play in (True, False):
            self.drop()
        self._look_again = True

    def _on_started(self):
        gesture, run = self.gesture, self.player.simulation
        if gesture is not None and (gesture.needs_play is not False or gesture.run.scene is not run.scene
                                    or gesture.run.preset != run.preset):
            # not what it began with: it has nothing to end either
            self.gesture = self._moved = None
            gesture.end(False) if gesture.needs_play is not False else None
        self._hold = None
        if self.selected is not None and not self.targets.is_loose(self.selected):
            self.selected = None
        self._look_again = True

    # ---- a frame ----------------------------------------------------------------------------------------------------

    def _catch_up(self):
        if self.gesture is not None and self._moved is not None:
            moved, self._moved = self._moved, None
            self.gesture.drag(*moved)

    def frame(self):
        """A frame begins: of all moves since the last one the newest counts."""
        if not self.is_able:
            self.drop()
            return
        self._ease()
        if isinstance(self.gesture, Pull) and not self.player.grip.is_held:
            # it was refused, or the run has ended
            self._hold = None
            self.gesture = None
            self._scenery.reach.pointer.set_cursor(None)
            self._look_again = True
        self._catch_up()
        tick = getattr(self.gesture, "tick", None)
        if tick is not None:
            tick()

    def _ease(self):
        """Slows the run down while a mouse that moves is near a moving body, so that a hand has the time to take it."""
        is_here = self.slows and self.gesture is None and self._mouse is not None and self.player.is_playing \
            and self._scenery.now() - self._moved_at < RESTS
        self.player.pace.ease(EASED if is_here and self.targets.is_close(*self._mouse) else 1.0)

    def show(self):
        """A frame has been shown: outlines and handles go along with it."""
        self._note_hold()
        self._scenery.reach.pointer.keep_cursor()
        if self._words and not self.player.is_preparing:
            words, self._words = self._words, ""
            self._scenery.say(words, "note")
        if not self.is_able:
            self.sketch.show_items(())
            return
        if self.gesture is not None:
            self.sketch.show_items([*self.bench.ahead(), *self.gesture.sketch()])
            return
        if self.bench.is_on:
            self._see(None, False)
            self.sketch.show_items([*self.bench.ahead(), *self.bench.sketch(self._mouse)])
            return
        if self._mouse is not None and (self._look_again or self._target is not None or self._is_near
                                        or self.player.is_playing):
            if self._look_again:
                # a camera that was just turned may not have told where it is
                self._scenery.reach.ask()
            x, y = self._mouse
            self._see(self.targets.at(x, y, self.waits), self.waits and self.targets.is_near(x, y))
        elif self._mouse is None and self._target is not None:
            self._see(None, False)
        self._look_again = False
        shows = self.waits and (self._is_near or self.selected == 0)
        items = past_spring(self._scenery)
        if self._target is not None or shows or self.selected is not None:
            items += self.targets.sketch(self._target, shows, self.selected is not None)
        self.sketch.show_items([*self.bench.ahead(), *items])

    def _see(self, target: Target | None, is_near: bool):
        before, self._target, self._is_near = self._target, target, is_near
        if (before and before.kind) != (target and target.kind):
            self._scenery.reach.pointer.set_cursor(None if target is None else CURSORS[target.kind])

    def _note_hold(self):
        """A hold that has ended is one step of undo."""
        if self._hold is None or not self.player.grip.is_over:
            return
        (run,), self._hold = self._hold, None
        grip = self.player.grip
        if run is self.player.simulation and grip.last > grip.first:
            self._scenery.edits.held(grip.first, grip.last)

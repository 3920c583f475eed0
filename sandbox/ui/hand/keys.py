"""The hand without a mouse: Tab selects a body, a key takes hold of it, arrow keys move what is held."""

import numpy as np

from sandbox.qt.core import Qt
from sandbox.text import _
from sandbox.ui.hand.cue import CueStroke
from sandbox.ui.hand.plane import tangents, unit
from sandbox.ui.hand.pull import Pull, Scenery
from sandbox.ui.hand.reposition import Reposition

STEP, FINE = 0.03, 0.2         # step of a key in distances of the eye; the share of it with Shift
WAYS = {Qt.Key.Key_Right: (1, 0, 0), Qt.Key.Key_Left: (-1, 0, 0), Qt.Key.Key_Up: (0, 1, 0), Qt.Key.Key_Down: (0, -1, 0),
        Qt.Key.Key_PageUp: (0, 0, 1), Qt.Key.Key_PageDown: (0, 0, -1)}      # right, away from the eye, off the support
ENDS = (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Keys:
    """Keys that the picture gets before the window does.

    hand   selects and holds
    """

    def __init__(self, hand, scenery: Scenery):
        self._hand, self._scenery = hand, scenery
        self._own = None                  # the gesture that was begun by a key

    @property
    def is_holding(self) -> bool:
        """Whether keys hold something."""
        return self._own is not None and self._hand.gesture is self._own

    def take(self, event, is_question: bool) -> bool:
        """Takes a key of the picture; returns whether it is the hand's."""
        key, modifiers = event.key(), event.modifiers()
        if key in (Qt.Key.Key_Tab,
                   Qt.Key.Key_Backtab) and not modifiers & (Qt.KeyboardModifier.ControlModifier |
                                                            Qt.KeyboardModifier.AltModifier):
            return self._tab(-1 if key == Qt.Key.Key_Backtab else 1, is_question)
        if key == Qt.Key.Key_Escape and isinstance(self._hand.gesture, CueStroke) and not self.is_holding:
            if not is_question:
                self._hand.cancel()
            return True
        if not self.is_holding or modifiers & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
            if key == Qt.Key.Key_Escape and self._hand.selected is not None:
                if not is_question:
                    self._hand.select(None)
                return True
            return False
        if key in ENDS:
            if not is_question:
                self.let_go(key == Qt.Key.Key_Escape)
            return True
        if key in WAYS and isinstance(self._own, CueStroke):
            if not is_question:
                is_fine = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
                right, away, up = WAYS[key]
                self._own.turn(right, away, is_fine)
                if up:
                    self._own.wheel((FINE if is_fine else 1.0)*up)
            return True
        if key in WAYS:
            if not is_question:
                self.move(WAYS[key], FINE if modifiers & Qt.KeyboardModifier.ShiftModifier else 1.0)
            return True
        return False

    def _tab(self, by: int, is_question: bool) -> bool:
        """Selects the body after, or before; beyond the last the focus goes on to the next control."""
        following = self.following(by)
        if is_question:
            return following is not None
        self._hand.select(following)
        return following is not None

    def following(self, by: int = 1) -> int | None:
        """Returns the body after the selected one, None beyond the last."""
        hand = self._hand
        if not hand.is_able:
            return None
        loose = [k for k in range(len(hand.player.simulation.bodies)) if hand.targets.is_loose(k)]
        places = [None, *loose]
        now = places.index(hand.selected) if hand.selected in places else 0
        after = now + by
        return places[after % len(places)] if 0 <= after < len(places) or now == 0 else None

    def toggle(self):
        """Takes hold of the selected body, or lets go."""
        hand = self._hand
        if self.is_holding:
            self.let_go()
            return
        if not hand.is_able:
            return
        if hand.selected is None:
            hand.select(self.following())
        if hand.selected is None:
            return
        hand.drop()
        hand.sketch.parentWidget().setFocus()
        stroke = hand.stroke(hand.selected)
        if stroke is not None:
            self._own = stroke
            hand.begin(stroke)
            return
        if hand.waits and hand.selected != 0:
            self._scenery.say(_("Only the first body of this scene has a start that can be changed."), "event")
            return
        if hand.waits:
            state = hand.player.snapshot.bodies[0]
            below = self._scenery.reach.eye.project(state.contact)[0]
            self._own = Reposition(self._scenery, *(below if np.isfinite(below).all() else (0.0, 0.0)))
        else:
            self._own = hand.pull(hand.selected, None, False)
        hand.begin(self._own)

    def let_go(self, gives_up: bool = False):
        """Ends what keys hold; a cue that is given up does not hit."""
        is_no_shot = gives_up and isinstance(self._own, CueStroke)
        self._own = None
        (self._hand.cancel if is_no_shot else self._hand.release)()

    def move(self, way, share: float):
        """Moves what is held by a step: right, away from the eye, off the support."""
        gesture, eye = self._own, self._scenery.reach.eye
        if eye is None or gesture is None:
            return
        state = self._hand.player.snapshot.bodies[gesture.body]
        n = unit(state.normal)
        right, _away = tangents(n, eye.right)
        away = np.cross(n, right)
        step = share*STEP*eye.distance*(way[0]*right + way[1]*away + way[2]*n)
        if isinstance(gesture, Pull):
            gesture.move(gesture.target + step)
        else:
            here = gesture.wish.contact if gesture.wish.contact is not None else np.asarray(state.contact)
            gesture.put(*self._scenery.reach.onto(here + step))

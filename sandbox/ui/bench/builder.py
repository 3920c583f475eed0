"""The bench under mouse and keys: the hand asks it first, and does on its own what this does not want."""

from math import radians

import numpy as np

from sandbox.qt.core import Qt
from sandbox.scene.built import kinds
from sandbox.text import _
from sandbox.ui.bench.ahead import DrawnAhead
from sandbox.ui.bench.gestures import Band, Carry, Join, Put, Under, ghost_of, line_of, middle_of, outline_of, reason_of
from sandbox.ui.bench.handles import Handles, Pulled
from sandbox.ui.bench.marks import CarryMark, PutMark, drawn, ghost_of_mark, mark_at
from sandbox.ui.playback.workbench import FINE, STEP, Workbench

TURN, FINE_TURN = radians(15.0), radians(1.0)      # of a key, and with Shift
UP = (0.0, 0.0, 1.0)
NEAR = 12.0              # [px] beside a body that still mean it
ARROWS = {Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}
UP_DOWN = {Qt.Key.Key_PageUp: 1.0, Qt.Key.Key_PageDown: -1.0}


class Builder:
    """What the hand asks (ui/hand/hand.py); scenery is that of the hand, drawn_ahead what is drawn while it waits."""

    def __init__(self, workbench: Workbench, scenery, drawn_ahead: DrawnAhead):
        self._workbench, self._scenery, self._drawn_ahead = workbench, scenery, drawn_ahead
        self._hovered: tuple = ()          # where the ghost was judged last, and why it can't stand there
        self._pulled: Pulled | None = None     # the handle that was taken last
        self._waiting: list = []               # what keys asked for while there was no picture, in their order

    @property
    def is_on(self) -> bool:
        """Whether a press in the picture is for the bench."""
        return self._workbench.is_open and not self._scenery.player.is_preparing

    def gesture(self, x: float, y: float, modifiers: int):
        """Returns what a press begins, None where it meets no part: the camera turns then; with Shift it is a frame."""
        if self._scenery.reach.eye is None:
            return None
        item = self._workbench.item
        if item is not None and item.family == kinds.JOINT:
            return Join(self._workbench, self._scenery, x, y, self._met)
        if item is not None:
            if item.family == kinds.MARK:
                return PutMark(self._workbench, self._scenery, x, y, item)
            return Put(self._workbench, self._scenery, x, y, item, modifiers)
        if mark := self._mark_at(x, y):
            return CarryMark(self._workbench, self._scenery, x, y, mark)
        handles = Handles(self._workbench, self._scenery.reach)
        handle = handles.at(x, y)
        if handle is not None:
            self._pulled = Pulled(self._workbench, self._scenery, x, y, handles, handle)
            return self._pulled
        met = self._met(x, y)
        if met is not None:
            return Carry(self._workbench, self._scenery, x, y, *met, modifiers)
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            return Band(self._workbench, self._scenery, x, y)
        self._workbench.select("")
        return None

    def is_early(self, x: float, y: float, modifiers: int) -> bool:
        """Whether a press with a part of the palette comes while the world is made anew, or drawn: it waits, as keys
        do, and is a click then.
        """
        workbench = self._workbench
        item, is_there = workbench.item, self.is_on and self._scenery.reach.eye is not None
        if item is None or not workbench.is_open or is_there:
            return False
        self._waiting.append(lambda: self._click(item, x, y, modifiers))
        return True

    def _click(self, item, x: float, y: float, modifiers: int):
        """A click with a part of the palette that had to wait for the picture."""
        if self._workbench.item is item and (gesture := self.gesture(x, y, modifiers)) is not None:
            gesture.end(True)
            if gesture.words:
                self._scenery.say(gesture.words, "note")

    def _mark_at(self, x: float, y: float) -> str:
        """Name of the mark at a point of the picture [px], "" where none is."""
        eye = self._scenery.reach.eye
        return "" if eye is None else mark_at(eye, self._workbench.made.marks, x, y)

    def _met(self, x: float, y: float) -> tuple[str, np.ndarray] | None:
        """The part at a point of the picture [px], and the point (3,) that is met [m]."""
        reach, made = self._scenery.reach, self._workbench.made
        under, hit = reach.under(x, y), reach.pick(x, y, NEAR)
        place = reach.eye.place
        if hit is not None and hit.body is not None and hit.body < len(made.bodies):
            size = reach.solid(hit.body).reach
            if under is None or np.linalg.norm(hit.point - place) < np.linalg.norm(under[1] - place) + 2.0*size:
                return made.bodies[hit.body], hit.point
        if under is None or under[0] >= len(made.supports) or made.is_floor(made.supports[under[0]]):
            return None
        return made.supports[under[0]], under[1]

    # ---- what is drawn ----------------------------------------------------------------------------------------------

    def ahead(self) -> list:
        """Returns the ways that bodies are going to go."""
        if not self._workbench.is_open:
            self._waiting.clear()
        return self._drawn_ahead.sketch(self._scenery.reach)

    def sketch(self, mouse: tuple | None) -> list:
        """Returns what is drawn while nothing is held: the selected part, and the ghost of what is to be put."""
        reach, workbench = self._scenery.reach, self._workbench
        self._catch_up()
        if reach.eye is None or not self.is_on:
            return []
        items = [item for name in workbench.chosen for item in self._outline(name, "BLUE", 2.5)]
        if workbench.item is None and workbench.part is not None:
            items += Handles(workbench, reach).sketch(mouse)
        if mouse is None:
            return items
        if workbench.item is not None and workbench.item.family == kinds.JOINT:
            met = self._met(*mouse)
            items += [] if met is None else self._outline(met[0], "GREEN", 2.0)
            return items + line_of(workbench, reach, *mouse)
        if workbench.item is not None:
            under = Under(workbench, reach, *mouse, False)
            if workbench.item.family == kinds.MARK:
                ghost = ghost_of_mark(reach.eye, workbench.item, under.point, workbench.height) if under.on else []
                return items + ghost
            key = workbench.item, under.on, tuple(under.point)
            if not self._hovered or self._hovered[0] != key:
                self._hovered = key, reason_of(workbench, workbench.item, under)
            return items + ghost_of(reach, workbench.item, under, self._hovered[1])
        mark = self._mark_at(*mouse)
        met = None if mark else self._met(*mouse)
        name = mark or (met[0] if met is not None else "")
        if name and name not in workbench.chosen:
            items += self._outline(name, "AMBER", 1.5)
        return items

    def _outline(self, name: str, tone: str, width: float) -> list:
        made, reach = self._workbench.made, self._scenery.reach
        if name in made.marks:
            return drawn(reach.eye, made.marks[name], tone, width)
        return outline_of(made, reach, name, tone, width)

    # ---- keys -------------------------------------------------------------------------------------------------------

    def key(self, event, is_question: bool) -> bool:
        """Takes a key of the picture; returns whether it is the bench's."""
        if self._pulled is not None and not self._pulled.is_over:
            return self._pulled.wants(event) if is_question else self._pulled.key(event)
        if not self._workbench.is_open:
            return False
        if event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
            return self._key_with(event, is_question)
        key, does = event.key(), None
        is_fine = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        workbench = self._workbench
        if key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            def does():
                workbench.select_next(1 if key == Qt.Key.Key_Tab else -1)
        elif key == Qt.Key.Key_Escape and (workbench.item is not None or workbench.selected):
            def does():
                workbench.choose(None) if workbench.item is not None else workbench.select("")
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and workbench.item is not None:
            does = self._put_by_key
        elif workbench.part is not None and key == Qt.Key.Key_Delete:
            does = workbench.remove
        elif workbench.part is not None and key in ARROWS:
            def does():
                workbench.step(self._way(*ARROWS[key])*(FINE if is_fine else STEP))
        elif workbench.part is not None and key in UP_DOWN:
            def does():
                workbench.rise(UP_DOWN[key]*(FINE if is_fine else STEP))
        if does is None:
            return False
        if not is_question:
            self.later(does)
        return True

    def later(self, does):
        """Does what a key asks for; while the world is made anew, or drawn, it waits: where things are is not known
        then.
        """
        self._waiting.append(does)
        self._catch_up()

    def _catch_up(self):
        """Does what has waited, until one of it has the picture drawn anew."""
        while self._waiting and self.is_on and self._scenery.reach.eye is not None:
            self._waiting.pop(0)()

    def _join_selected(self):
        """By keys alone: the selected part is the one that is meant, in its middle."""
        workbench = self._workbench
        if workbench.part is None:
            self._scenery.say(_("Select a part with Tab first; Enter takes it for the joint."), "event")
            return
        made, name = workbench.made, workbench.selected
        workbench.join(name, made.states[name].centre if name in made.states else made.surface(name).origin)

    def _key_with(self, event, is_question: bool) -> bool:
        """Keys with Ctrl and Alt, which mean something else where nothing is selected."""
        key, does, workbench = event.key(), None, self._workbench
        is_fine = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        keys = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        if keys == Qt.KeyboardModifier.ControlModifier and key == Qt.Key.Key_A:
            does = workbench.select_all
        elif workbench.part is None:
            return False
        elif keys == Qt.KeyboardModifier.ControlModifier and key == Qt.Key.Key_Tab:
            def does():
                workbench.select_next(1, adds=True)
        elif keys == Qt.KeyboardModifier.ControlModifier and key == Qt.Key.Key_D:
            def does():
                workbench.duplicate(self._way(1, 0))
        elif keys == Qt.KeyboardModifier.AltModifier and key in ARROWS:
            right, away = ARROWS[key]
            angle = FINE_TURN if is_fine else TURN

            def does():
                # about the upright axis, or about the one across the picture
                axis = UP if right else self._way(1, 0)
                workbench.turn(axis, -angle*(right + away))
        elif keys == Qt.KeyboardModifier.AltModifier and key in UP_DOWN:
            angle = UP_DOWN[key]*(FINE_TURN if is_fine else TURN)

            def does():
                # about the axis that goes away from the eye
                workbench.turn(self._way(0, 1), angle)
        if does is None:
            return False
        if not is_question:
            self.later(does)
        return True

    def _way(self, right: int, away: int) -> np.ndarray:
        """The axis of the laboratory (3,) that is nearest to a direction of the picture."""
        eye = self._scenery.reach.eye
        level = np.array((eye.forward[0], eye.forward[1], 0.0)) if abs(eye.forward[2]) < 0.99 else eye.up*(1, 1, 0)
        wanted = right*eye.right + away*level
        axis = int(np.argmax(np.abs(wanted[:2])))
        found = np.zeros(3)
        found[axis] = np.sign(wanted[axis])
        return found

    def _put_by_key(self):
        """By keys alone: a body stands on the selected support, or beside the selected body on its support, else what
        is put stands where there is room nearest to the middle of the first support; without one, or in a challenge,
        where the middle of the picture is. Arrows and numbers move it.
        """
        eye, workbench, part = self._scenery.reach.eye, self._workbench, self._workbench.part
        if workbench.item is None:
            return      # put by the key before, which had to wait as this one
        if workbench.item.family == kinds.JOINT:
            self._join_selected()
            return
        made, on, is_free = workbench.made, "", workbench.limits is None
        if workbench.item.family == kinds.BODY and part is not None and part.family == kinds.SUPPORT:
            on = part.name
        elif workbench.item.family == kinds.BODY and part is not None and part.family == kinds.BODY and is_free:
            on = made.support_of(part.name)
        elif workbench.item.family in (kinds.BODY, kinds.SUPPORT) and is_free:
            on = next((name for name in made.supports if not made.is_floor(name)), "")
        if on:
            is_beside = part is not None and part.family == kinds.BODY and workbench.item.family == kinds.BODY
            near = workbench.centres[part.name] if is_beside else middle_of(made.surface(on))
            workbench.put_near(workbench.item, near, on)
            workbench.choose(None)
            return
        gesture = Put(workbench, self._scenery, 0.5*eye.width, 0.5*eye.height, workbench.item)
        gesture.end(True)
        workbench.choose(None)
        if gesture.words:
            self._scenery.say(gesture.words, "note")

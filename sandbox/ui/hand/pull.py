"""Grabbing while the run goes on: a body is pulled by a spring from the point that is held to where the mouse is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sandbox.qt.core import Qt
from sandbox.text import _
from sandbox.ui.hand.plane import axes_of, on_line, on_plane, unit
from sandbox.ui.hand.sketch import Dot, Stroke, Words, zigzag

NOTCH = 0.04             # of the eye's distance that a notch of the wheel moves the target
LONGEST = 3.0            # of the support's size: how far from the body the target may be


@dataclass(frozen=True)
class Scenery:
    """What gestures work with.

    reach    the picture (sandbox.view.reach.Reach);  player  the run
    edits    undo and redo;  change  change(name, value, gesture) gives a parameter another value, shown everywhere
    say      say(text, kind) tells the person something;  now  the wall clock [s]
    """

    reach: Any
    player: Any
    edits: Any
    change: Callable
    say: Callable
    now: Callable[[], float]


def target_near(scenery: Scenery, centre, target) -> np.ndarray:
    """Returns a target (3,) that is not farther from a centre than a hand may pull [m]."""
    rel = np.asarray(target, dtype=float) - centre
    longest = LONGEST*scenery.reach.span
    return np.asarray(centre) + rel*min(1.0, longest/max(float(np.sqrt(rel @ rel)), 1e-12))


class Pull:
    """The mouse holds a body of a run that goes on.

    body     its index;  point  that is held, from the mass centre, body axes [m];  target  (3,) laboratory [m]
    mouse    where it was pressed [px], None where keys hold
    """

    cursor = Qt.CursorShape.ClosedHandCursor
    needs_play = True

    def __init__(self, scenery: Scenery, body: int, touched, holds_touched: bool, mouse: tuple | None = None):
        self._scenery, self.body = scenery, body
        state = scenery.player.snapshot.bodies[body]
        self.point = axes_of(state.quaternion).T @ (np.asarray(touched) - state.centre) if holds_touched \
            else np.zeros(3)
        self.target = self.held
        self._anchor, self._mouse, self._is_vertical = self.target, mouse, False
        self._shift = np.zeros(3)
        self._keep_place()
        scenery.player.grip.grab(body, self.point)

    @property
    def _state(self):
        return self._scenery.player.snapshot.bodies[self.body]

    @property
    def held(self) -> np.ndarray:
        """The held point where the picture shows it, (3,) laboratory [m]."""
        state = self._state
        return np.asarray(state.centre) + axes_of(state.quaternion) @ self.point

    def drag(self, x: float, y: float, modifiers: int):
        """Pulls to where the mouse is: along the support; with Shift along the view's vertical."""
        if self._scenery.reach.eye is None:
            return
        if self._is_vertical != bool(modifiers & Qt.KeyboardModifier.ShiftModifier):
            self._is_vertical = not self._is_vertical
            self._keep_place()
        self._mouse = (x, y)
        self.move(self._met(x, y) + self._shift)

    def _met(self, x: float, y: float) -> np.ndarray:
        eye = self._scenery.reach.eye
        return on_line(eye, x, y, self._anchor, eye.up) if self._is_vertical else \
            on_plane(eye, x, y, self._anchor, unit(self._state.normal))

    def _keep_place(self):
        """From here on the target goes along with the mouse; it does not jump to it."""
        self._anchor = self.target
        if self._mouse is not None and self._scenery.reach.eye is not None:
            self._shift = self._anchor - self._met(*self._mouse)

    def wheel(self, notches: float):
        """Pulls nearer or farther."""
        eye = self._scenery.reach.eye
        if eye is not None:
            self.move(self.target + NOTCH*notches*eye.distance*eye.forward)
            self._keep_place()

    def move(self, target):
        """Pulls towards a point (3,) of the laboratory [m]."""
        self.target = target_near(self._scenery, self.held, target)
        self._scenery.player.grip.move(self.target)

    def end(self, _is_clean: bool):
        self._scenery.player.grip.let_go()

    def sketch(self) -> list:
        """The spring, its ends, and the force."""
        eye = self._scenery.reach.eye
        if eye is None:
            return []
        held, target = eye.project(np.array((self.held, self.target)))
        if self._scenery.player.grip.is_waiting:
            return [Stroke(self._scenery.reach.outline(self.body), width=1.5, is_closed=True, is_dashed=True),
                    Words(target, _("preparing the hand…"))]
        return spring(self._scenery, self.body, held, target)


def spring(scenery: Scenery, body: int, held, target) -> list:
    """Returns a spring between two points (2,) of the picture [px], the outline of its body, and its force."""
    items = [Stroke(scenery.reach.outline(body), width=1.5, is_closed=True),
             Stroke(zigzag(held, target), "AMBER", 2.0), Dot(held, "AMBER", 4.0),
             Dot(target, "AMBER", 8.0, is_hollow=True)]
    pulled = scenery.player.snapshot.hand
    if pulled is not None:
        force = float(np.sqrt(pulled.force @ pulled.force))
        items.append(Words(target, _("{force:.3g} N").format(force=force)))
    return items


def past_spring(scenery: Scenery) -> list:
    """Returns the spring of a hand that held a body in what is shown again, nothing where none did."""
    pulled, eye = scenery.player.snapshot.hand, scenery.reach.eye
    return [] if pulled is None or eye is None else spring(scenery, pulled.body, *eye.project(
        np.array((pulled.point, pulled.target))))

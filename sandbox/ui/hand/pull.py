"""Grabbing while the run goes on: a body is pulled by a spring from the point that is held to where the mouse is."""

from dataclasses import dataclass

import numpy as np
from PyQt5.QtCore import Qt

from sandbox.text import _
from sandbox.ui.hand.plane import axes_of, on_line, on_plane, unit
from sandbox.ui.hand.sketch import Dot, Stroke, Words, zigzag

NOTCH = 0.04             # of the eye's distance that a notch of the wheel moves the target
LONGEST = 3.0            # of the support's size: how far from the body the target may be


@dataclass(frozen=True)
class Scenery:
    """What gestures work with.

    reach    the picture (sandbox.view.page.reach.Reach);  player  the run
    edits    undo and redo;  say  say(text, kind) tells the person something;  now  the wall clock [s]
    """

    reach: object
    player: object
    edits: object
    say: object
    now: object


def target_near(scenery: Scenery, centre, target) -> np.ndarray:
    """Returns a target (3,) that is not farther from a centre than a hand may pull [m]."""
    rel = np.asarray(target, dtype=float) - centre
    longest = LONGEST*scenery.reach.span
    return np.asarray(centre) + rel*min(1.0, longest/max(float(np.sqrt(rel @ rel)), 1e-12))


class Pull:
    """The mouse holds a body of a run that goes on.

    body     its index;  point  that is held, from the mass centre, body axes [m];  target  (3,) laboratory [m]
    """

    cursor = Qt.ClosedHandCursor
    needs_play = True

    def __init__(self, scenery: Scenery, body: int, touched, holds_touched: bool):
        self._scenery, self.body = scenery, body
        state = scenery.player.snapshot.bodies[body]
        self.point = axes_of(state.quaternion).T @ (np.asarray(touched) - state.centre) if holds_touched \
            else np.zeros(3)
        self.target = self.held
        self._anchor, self._shift = self.target, None
        self._was_vertical = False
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
        eye = self._scenery.reach.eye
        if eye is None:
            return
        is_vertical = bool(modifiers & Qt.ShiftModifier)
        if is_vertical != self._was_vertical:
            self._anchor, self._shift, self._was_vertical = self.target, None, is_vertical
        met = on_line(eye, x, y, self._anchor, eye.up) if is_vertical else \
            on_plane(eye, x, y, self._anchor, unit(self._state.normal))
        if self._shift is None:
            # the target does not jump to the mouse, it goes along with it
            self._shift = self._anchor - met
        self.move(met + self._shift)

    def wheel(self, notches: float):
        """Pulls nearer or farther."""
        eye = self._scenery.reach.eye
        if eye is not None:
            self._anchor = target_near(self._scenery, self.held, self.target + NOTCH*notches*eye.distance*eye.forward)
            self._shift = None
            self.move(self._anchor)

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
        items = [Stroke(self._scenery.reach.outline(self.body), width=1.5, is_closed=True),
                 Stroke(zigzag(held, target), "AMBER", 2.0), Dot(held, "AMBER", 4.0),
                 Dot(target, "AMBER", 8.0, is_hollow=True)]
        force = force_of(self._scenery.player)
        if force is not None:
            items.append(Words(target, _("{force:.3g} N").format(force=force)))
        return items


def force_of(player) -> float | None:
    """Returns the force of the hand on the body [N], None where the run does not tell."""
    force = getattr(player.simulation, "hand_force", None)
    if force is None:
        return None
    size = float(np.sqrt(np.sum(np.square(np.asarray(force, dtype=float)))))
    return size if np.isfinite(size) else None

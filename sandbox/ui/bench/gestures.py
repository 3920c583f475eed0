"""What a pressed mouse does on the bench: a part of the palette is put, a part that is there is carried."""

from textwrap import fill
from typing import Any

import numpy as np

from sandbox.errors import BadValue
from sandbox.qt.core import Qt
from sandbox.scene.bodies import Ball
from sandbox.scene.built import kinds
from sandbox.scene.built.document import Document
from sandbox.scene.built.parts import Item, points_of
from sandbox.scene.built.values import Maker
from sandbox.text import _, unit_text
from sandbox.ui.hand.plane import axes_of, circle, on_line, on_plane
from sandbox.ui.hand.sketch import Dot, Stroke, Words
from sandbox.ui.playback.workbench import FINE, STEP, Workbench
from sandbox.workspace import bench

AROUND = 72              # points of an outline
CLICK = 5.0              # [px] that a click may move
LINE = 40                # letters of a line over the picture
UP = np.array((0.0, 0.0, 1.0))


def snapped(x: float, is_fine: bool) -> float:
    """A number of metres on the grid."""
    grid = FINE if is_fine else STEP
    return round(round(float(x)/grid)*grid, 9) + 0.0


class Under:
    """The place that a mouse means.

    point   (3,) of the support, on the grid [m];  on  name of the support, "" where there is none
    """

    def __init__(self, workbench: Workbench, reach, x: float, y: float, is_fine: bool):
        found = reach.under(x, y)
        names = workbench.made.supports
        self.on, self.point = "", np.zeros(3)
        if found is not None and found[0] < len(names):
            self.on = names[found[0]]
            self.point = np.array((snapped(found[1][0], is_fine), snapped(found[1][1], is_fine), found[1][2]))


def where(point) -> str:
    """Place in words."""
    return ", ".join(f"{name} = {value:.3f}" for name, value in zip("xyz", point, strict=False)) + f" {unit_text('m')}"


def ghost_of(reach, item: Item, under: Under, reason: str) -> list:
    """Returns the outline of a part of the palette where it would stand, with its place, or why it can't stand there.
    """
    if not under.on:
        return []
    tone, dashed = ("RED", True) if reason else ("GREEN", False)
    if item.family == kinds.BODY:
        outline = body_at(reach.eye, item, under.point)
    else:
        surface = bench.surface_of(item, under.point)
        outline = reach.around(points_of(surface))
    place = reach.eye.project(under.point)[0]
    return [Stroke(outline, tone, 2.5, is_closed=True, is_dashed=dashed), Dot(place, tone, 4.0),
            Words(place, in_lines(reason) or f"{_(item.name)}\n{where(under.point[:2])}")]


def in_lines(text: str) -> str:
    """A sentence in lines that have room in a narrow picture."""
    return fill(text, LINE)


def body_at(eye, item: Item, foot) -> np.ndarray:
    """Returns the outline (n, 2) [px] of a body of the palette whose lowest point is at `foot` (3,) [m]."""
    body = Maker({}, {}).thing(item.value)
    if isinstance(body, Ball):
        return eye.project(circle(foot + body.radius*UP, eye.forward, body.radius, eye.right))
    axes = axes_of(dict(item.start).get("orientation", (1.0, 0.0, 0.0, 0.0)))

    def far(way) -> float:
        """Distance of the tangent plane [m] from the middle, of what is touched in a direction (3,)."""
        h, parameters = body.sides or (body.h, body.parameters)
        return h(*(axes.T @ way).tolist(), *parameters)
    centre = foot + far(-UP)*UP
    angles = np.linspace(0.0, 2.0*np.pi, AROUND, endpoint=False)
    step = angles[1]
    ways = np.outer(np.cos(angles), eye.right) + np.outer(np.sin(angles), eye.up)
    reach = np.array([far(way) for way in ways])
    # the outline of a convex body from the distances of its tangents: h n + h' n'
    slope = (np.roll(reach, -1) - np.roll(reach, 1))/(2.0*step)
    across = np.outer(-np.sin(angles), eye.right) + np.outer(np.cos(angles), eye.up)
    return eye.project(centre + reach[:, None]*ways + slope[:, None]*across)


class Gesture:
    """What a pressed mouse began; it ends where the mouse is let go."""

    cursor = Qt.CursorShape.ClosedHandCursor
    needs_play = False
    body = 0

    def __init__(self, workbench: Workbench, scenery, x: float, y: float):
        self._workbench, self._scenery = workbench, scenery
        self.run = scenery.player.simulation
        self._begin, self._mouse, self._modifiers = (x, y), (x, y), 0
        self.words = ""

    @property
    def reach(self) -> Any:
        return self._scenery.reach

    def drag(self, x: float, y: float, modifiers: int):
        self._mouse, self._modifiers = (x, y), modifiers
        self.follow()

    def wheel(self, _notches: float):
        """Nothing comes nearer here."""

    @property
    def is_fine(self) -> bool:
        return bool(self._modifiers & Qt.KeyboardModifier.ControlModifier)

    def follow(self):
        """The mouse is elsewhere."""


class Put(Gesture):
    """Puts a part of the palette where the mouse is let go."""

    def __init__(self, workbench: Workbench, scenery, x: float, y: float, item: Item):
        super().__init__(workbench, scenery, x, y)
        self._item = item
        self.follow()

    def follow(self):
        self._under = Under(self._workbench, self.reach, *self._mouse, self.is_fine)
        self._reason = reason_of(self._workbench, self._item, self._under)

    def sketch(self) -> list:
        return ghost_of(self.reach, self._item, self._under, self._reason)

    def end(self, is_clean: bool):
        if not is_clean or not self._under.on:
            return
        if self._reason:
            self.words = self._reason
            return
        self._workbench.put(self._item, self._under.point, self._under.on)


class Join(Gesture):
    """Two clicks with a joint of the palette: on one part, then on the other.

    met   met(x, y) -> the part at a point of the picture [px] and the point (3,) of it, or None
    """

    def __init__(self, workbench: Workbench, scenery, x: float, y: float, met):
        super().__init__(workbench, scenery, x, y)
        self._met = met

    def sketch(self) -> list:
        return line_of(self._workbench, self.reach, *self._mouse)

    def end(self, is_clean: bool):
        found = self._met(*self._mouse) if is_clean else None
        if found is not None:
            self._workbench.join(*found)
        elif is_clean:
            self.words = _("Click a part: a joint holds two of them together.")


def line_of(workbench: Workbench, reach, x: float, y: float) -> list:
    """Returns the line from the first point of a joint to the mouse."""
    if workbench.first is None or reach.eye is None:
        return []
    begin = reach.eye.project(workbench.first[1])[0]
    return [Stroke(np.array((begin, (x, y))), "GREEN", 2.5, is_dashed=True), Dot(begin, "GREEN", 5.0)]


def reason_of(workbench: Workbench, item: Item, under: Under) -> str:
    """Returns why a part of the palette can't stand somewhere, or ""; of a support that is known when it is made."""
    if item.family != kinds.BODY or not under.on:
        return ""
    try:
        return workbench.why_not(bench.put(workbench.document, item, under.point, under.on)[0])
    except BadValue as error:
        return str(error)


class Carry(Gesture):
    """Carries a part over the support below the mouse, or in its plane; with Shift up and down. A click selects it.

    name   of the part;  point  (3,) of it that was met [m]
    """

    def __init__(self, workbench: Workbench, scenery, x: float, y: float, name: str, point):
        super().__init__(workbench, scenery, x, y)
        self._name, self._point = name, np.asarray(point, dtype=float)
        self._made = made = workbench.made
        self._is_body = name in made.bodies
        self._by, self._on, self._reason, self._is_moved = np.zeros(3), "", "", False
        if self._is_body:
            self._index = made.bodies.index(name)
            self._from = np.asarray(scenery.player.snapshot.bodies[self._index].contact, dtype=float)
            self._centre = np.asarray(scenery.player.snapshot.bodies[self._index].centre, dtype=float)
            # the contact follows the mouse as it was met: it does not jump below it
            self._lag = reach_shift(self.reach, self._from, x, y)
        else:
            self._origin = np.asarray(made.surface(name).origin, dtype=float)

    def follow(self):
        x, y = self._mouse
        if np.hypot(x - self._begin[0], y - self._begin[1]) > CLICK:
            self._is_moved = True
        if not self._is_moved:
            return
        before = self._by.copy(), self._on
        if self._is_body:
            self._follow_support(x, y)
        else:
            self._follow_plane(x, y)
        if not np.array_equal(before[0], self._by) or before[1] != self._on:
            self._judge()

    def _follow_support(self, x: float, y: float):
        under = Under(self._workbench, self.reach, x + self._lag[0], y + self._lag[1], self.is_fine)
        if under.on:
            self._by, self._on = under.point - self._from, under.on

    def _follow_plane(self, x: float, y: float):
        eye = self.reach.eye
        if eye is None:
            return
        if self._modifiers & Qt.KeyboardModifier.ShiftModifier:
            to = on_line(eye, x, y, self._point, UP) - self._point
        else:
            to = on_plane(eye, x, y, self._point, UP) - self._point
        goal = self._origin + to
        self._by = np.array([snapped(one, self.is_fine) - old if abs(way) > 1e-12 else 0.0
                             for one, old, way in zip(goal, self._origin, to, strict=True)])

    def _document(self) -> Document:
        by = self._by.copy()
        if self._is_body:
            by[2] = 0.0
        return bench.moved(self._made, self._name, by, self._on)

    def _judge(self):
        try:
            self._reason = self._workbench.why_not(self._document())
        except BadValue as error:
            self._reason = str(error)

    def sketch(self) -> list:
        tone = "RED" if self._reason else "GREEN" if self._is_moved else "BLUE"
        eye = self.reach.eye
        if eye is None:
            return []
        if self._is_body:
            outline, place = self.reach.outline(self._index, self._by), self._from + self._by
        else:
            outline = self.reach.around(points_of(self._made.surface(self._name)) + self._by)
            place = self._origin + self._by
        items = [Stroke(outline, tone, 2.5, is_closed=True, is_dashed=bool(self._reason))]
        if self._is_moved:
            items.append(Words(eye.project(place)[0], in_lines(self._reason) or where(place)))
        return items

    def end(self, is_clean: bool):
        self._workbench.select(self._name)
        if not is_clean or not self._is_moved or not self._by.any() and not self._on:
            return
        if self._reason:
            self.words = self._reason
            return
        by = self._by.copy()
        if self._is_body:
            by[2] = 0.0
        self._workbench.move(self._name, by, self._on)


def reach_shift(reach, point, x: float, y: float) -> tuple[float, float]:
    """Returns by how much a point (3,) [m] is off a place of the picture [px]."""
    at = reach.eye.project(point)[0]
    return (float(at[0] - x), float(at[1] - y)) if np.isfinite(at).all() else (0.0, 0.0)

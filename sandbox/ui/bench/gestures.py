"""What a pressed mouse does on the bench: a part of the palette is put, a part that is there is carried."""

from copy import copy
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
from sandbox.workspace import bench, several

AROUND = 72              # points of an outline
CLICK = 5.0              # [px] that a click may move
LINE = 40                # letters of a line over the picture
LEAST_GAP = 0.001        # [m] between neighbours of a row
MOST = 60                # of them
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

    def at(self, point) -> "Under":
        """The same support at another point (3,) [m]."""
        other = copy(self)
        other.point = np.asarray(point, dtype=float)
        return other


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
    def far(way) -> float:
        return far_of(body, item, way)
    centre = foot + far(-UP)*UP
    angles = np.linspace(0.0, 2.0*np.pi, AROUND, endpoint=False)
    step = angles[1]
    ways = np.outer(np.cos(angles), eye.right) + np.outer(np.sin(angles), eye.up)
    reach = np.array([far(way) for way in ways])
    # the outline of a convex body from the distances of its tangents: h n + h' n'
    slope = (np.roll(reach, -1) - np.roll(reach, 1))/(2.0*step)
    across = np.outer(-np.sin(angles), eye.right) + np.outer(np.cos(angles), eye.up)
    return eye.project(centre + reach[:, None]*ways + slope[:, None]*across)


def far_of(body: Any, item: Item, way: np.ndarray) -> float:
    """How far a body of the palette reaches from its middle in a direction (3,) [m]: its support function."""
    axes = axes_of(dict(item.start).get("orientation", (1.0, 0.0, 0.0, 0.0)))
    h, parameters = body.sides or (body.h, body.parameters)
    return float(h(*(axes.T @ way).tolist(), *parameters))


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
    """Puts a part of the palette where the mouse is let go; with Shift a row of it.

    The row begins where the mouse was pressed; of a click with Shift where the same part was put last.
    """

    def __init__(self, workbench: Workbench, scenery, x: float, y: float, item: Item, modifiers: int = 0):
        super().__init__(workbench, scenery, x, y)
        self._item, self._modifiers = item, modifiers
        self._first = Under(workbench, self.reach, x, y, False)
        self._row: np.ndarray = np.zeros((0, 3))
        self.follow()

    @property
    def is_row(self) -> bool:
        """Whether Shift is held."""
        return bool(self._modifiers & Qt.KeyboardModifier.ShiftModifier)

    def follow(self):
        self._under = Under(self._workbench, self.reach, *self._mouse, self.is_fine)
        self._row = self._places() if self.is_row else np.zeros((0, 3))
        if len(self._row):
            self._reason = row_reason(self._workbench, self._item, self._row, self._under.on)
        else:
            self._reason = reason_of(self._workbench, self._item, self._under)

    def _places(self) -> np.ndarray:
        """Places (n, 3) of the row [m], empty where there is none."""
        x, y = self._mouse
        last, is_drag = self._workbench.last, np.hypot(x - self._begin[0], y - self._begin[1]) > CLICK
        if is_drag and self._first.on:
            return row_between(self._item, self._first.point, self._under.point, True)
        if not is_drag and last is not None and last[0] is self._item and last[2] == self._under.on:
            return row_between(self._item, last[1], self._under.point, False)
        return np.zeros((0, 3))

    def sketch(self) -> list:
        if not len(self._row):
            return ghost_of(self.reach, self._item, self._under, self._reason)
        items: list = []
        for place in self._row:
            under = self._under.at(place)
            items += ghost_of(self.reach, self._item, under, self._reason)[:2]
        place = self.reach.eye.project(self._row[-1])[0]
        said = _("{count} in a row, {apart:.3f} m apart").format(count=len(self._row), apart=apart(self._row))
        return [*items, Words(place, in_lines(self._reason) or said)]

    def end(self, is_clean: bool):
        if not is_clean or not self._under.on:
            return
        if self._reason:
            self.words = self._reason
        elif len(self._row):
            self._workbench.put_row(self._item, self._row, self._under.on)
        else:
            self._workbench.put(self._item, self._under.point, self._under.on)


def row_between(item: Item, first, last, with_first: bool) -> np.ndarray:
    """Returns places (n, 3) of a part of the palette from one to another [m]: as many as have room, evenly apart."""
    first, way = np.asarray(first, dtype=float), np.asarray(last, dtype=float) - first
    far = float(np.hypot(*way[:2]))
    if far <= 0.0:
        return np.zeros((0, 3))
    each = width_of_item(item, np.array((way[0], way[1], 0.0))/far) + LEAST_GAP
    count = min(int(far/each + 1e-9), MOST - 1)
    share = np.arange(0 if with_first else 1, count + 1)/count if count else np.zeros(0)
    return np.round(first + share[:, None]*way, 6)


def apart(row: np.ndarray) -> float:
    """How far neighbours of a row are apart [m]."""
    return float(np.linalg.norm(row[1] - row[0])) if len(row) > 1 else 0.0


def width_of_item(item: Item, way: np.ndarray) -> float:
    """How wide a part of the palette is in a direction (3,) [m]."""
    if item.family == kinds.BODY:
        body = Maker({}, {}).thing(item.value)
        if isinstance(body, Ball):
            return 2.0*body.radius
        return far_of(body, item, way) + far_of(body, item, -way)
    far = points_of(bench.surface_of(item, (0.0, 0.0, 0.0))) @ way
    return float(far.max() - far.min())


def row_reason(workbench: Workbench, item: Item, places: np.ndarray, on: str) -> str:
    """Why a row of a part of the palette can't stand somewhere, or ""."""
    if item.family != kinds.BODY or not on:
        return ""
    try:
        return workbench.why_not(several.put_row(workbench.document, item, places, on)[0])
    except BadValue as error:
        return str(error)


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

    def __init__(self, workbench: Workbench, scenery, x: float, y: float, name: str, point, modifiers: int = 0):
        super().__init__(workbench, scenery, x, y)
        self._name, self._point, self._modifiers = name, np.asarray(point, dtype=float), modifiers
        # several go together, each as far as the one that is held
        self._others = tuple(one for one in workbench.chosen if one != name) if name in workbench.chosen else ()
        self._adds = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
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
        if self._others:
            self._by[2], self._on = 0.0, ""

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
        if self._others:
            return several.moved(self._made, (self._name, *self._others), by)
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
        for name in self._others if self._is_moved else ():
            items += outline_of(self._made, self.reach, name, tone, 1.5, self._by, bool(self._reason))
        if self._is_moved:
            items.append(Words(eye.project(place)[0], in_lines(self._reason) or where(place)))
        return items

    def end(self, is_clean: bool):
        if self._adds and not self._is_moved:
            self._workbench.select_too(self._name)
            return
        if not self._others or not self._is_moved:
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


class Band(Gesture):
    """A frame that is drawn with Shift: what lies in it is selected."""

    cursor = Qt.CursorShape.CrossCursor

    def _corners(self) -> tuple[np.ndarray, np.ndarray]:
        corners = np.array((self._begin, self._mouse))
        return corners.min(axis=0), corners.max(axis=0)

    def inside(self) -> tuple[str, ...]:
        """Names of what lies in the frame: bodies by their centres, supports by their middles."""
        eye, made = self.reach.eye, self._workbench.made
        if eye is None:
            return ()
        low, high = self._corners()
        places = {**self._workbench.centres, **{name: middle_of(made.surface(name)) for name in made.supports
                                                if not made.is_floor(name)}}
        found = {name: eye.project(np.asarray(place, dtype=float))[0] for name, place in places.items()}
        return tuple(name for name, at in found.items() if np.isfinite(at).all() and (low <= at).all() and (
            at <= high).all())

    def sketch(self) -> list:
        (left, top), (right, bottom) = self._corners()
        frame = np.array(((left, top), (right, top), (right, bottom), (left, bottom)))
        items: list = [Stroke(frame, "BLUE", 1.5, is_closed=True, is_dashed=True)]
        for name in self.inside():
            items += outline_of(self._workbench.made, self.reach, name, "BLUE", 2.0)
        return items

    def end(self, is_clean: bool):
        if is_clean:
            self._workbench.select_all(self.inside())


def middle_of(surface) -> np.ndarray:
    """The middle (3,) of what is seen of a surface [m]."""
    points = points_of(surface)
    return 0.5*(points.min(axis=0) + points.max(axis=0))


def outline_of(made: bench.Made, reach, name: str, tone: str, width: float, by=0.0, is_dashed: bool = False) -> list:
    """Returns the outline of a part in the picture, moved by (3,) [m]; none of the floor."""
    if name in made.bodies:
        points = reach.outline(made.bodies.index(name), by)
    elif name in made.supports and not made.is_floor(name):
        points = reach.around(points_of(made.surface(name)) + by)
    else:
        return []
    return [Stroke(points, tone, width, is_closed=True, is_dashed=is_dashed)]


def reach_shift(reach, point, x: float, y: float) -> tuple[float, float]:
    """Returns by how much a point (3,) [m] is off a place of the picture [px]."""
    at = reach.eye.project(point)[0]
    return (float(at[0] - x), float(at[1] - y)) if np.isfinite(at).all() else (0.0, 0.0)

"""Handles of what is selected on the bench: arrows that move it, rings that turn it, dots that size it.

Each shows its number beside it while it is dragged; the number can be typed meanwhile, with a unit or without, and
Enter does it then.
"""

from dataclasses import dataclass
from math import degrees, radians
from typing import Any

import numpy as np

from sandbox.errors import BadValue
from sandbox.qt.core import Qt
from sandbox.run.readings.units import typed
from sandbox.scene.bodies import Ball
from sandbox.scene.built.document import Document, Word
from sandbox.scene.built.parts import SIZES, Number, points_of, turned
from sandbox.text import _, unit_text
from sandbox.ui.bench.gestures import UP, Gesture, in_lines, middle_of, outline_of
from sandbox.ui.hand.plane import circle, on_line
from sandbox.ui.hand.sketch import Dot, Stroke, Words
from sandbox.ui.playback.workbench import FINE, STEP, Workbench
from sandbox.workspace import bench, several

NEAR = 8.0               # [px] beside a handle that still mean it
RING, ARROW = 62.0, 96.0     # [px] radius of a ring, length of an arrow, of what is small
BESIDE, FARTHEST = 16.0, 130.0   # [px] beside what is larger, and how large a ring may be
HELD = 0.55              # share of an arrow from which on it is taken, nearer to the middle the part is
COARSE_TURN, FINE_TURN = radians(15.0), radians(1.0)
AXES = (("x", np.array((1.0, 0.0, 0.0)), "ROSE"), ("y", np.array((0.0, 1.0, 0.0)), "GREEN"), ("z", UP, "BLUE"))
LETTERS = frozenset("0123456789.,-−+ °abcdefghijklmnopqrstuvwxyzμ")
LONGEST = 16             # letters of a typed number
WHOLE = 1e-6             # [degrees] by which an angle may be off a whole number that is shown


@dataclass(frozen=True)
class Handle:
    """What can be taken.

    kind   "move", "turn" or "size";  name  of the axis, or of the size;  axis  (3,) in the laboratory
    line   points (n, 2) of it in the picture [px];  tone  its colour;  number  of a size, share of it to the middle
    """

    kind: str
    name: str
    axis: np.ndarray
    line: np.ndarray
    tone: str
    number: Number | None = None
    share: float = 1.0

    def distance(self, x: float, y: float) -> float:
        """How far a point of the picture is off [px]."""
        if not np.isfinite(self.line).all():
            return np.inf
        return _off(self.line if self.kind != "move" else _later(self.line), np.array((x, y)))

    def items(self, is_meant: bool) -> list:
        """How it is drawn."""
        width = 3.5 if is_meant else 2.0
        if self.kind == "size":
            return [Dot(self.line[-1], self.tone, 7.0 if is_meant else 5.0)]
        return [Stroke(self.line, self.tone, width, is_arrow=self.kind == "move", is_closed=self.kind == "turn")]


def _later(line: np.ndarray) -> np.ndarray:
    return np.array((line[0] + HELD*(line[-1] - line[0]), line[-1]))


def _off(line: np.ndarray, point: np.ndarray) -> float:
    """Distance of a point from a line of pieces [px]."""
    if len(line) == 1:
        return float(np.hypot(*(line[0] - point)))
    a, b = line[:-1], line[1:]
    way = b - a
    share = np.clip(((point - a)*way).sum(axis=1)/np.maximum((way*way).sum(axis=1), 1e-12), 0.0, 1.0)
    return float(np.hypot(*(a + share[:, None]*way - point).T).min())


class Handles:
    """The handles of what is selected, where it is in the picture now."""

    def __init__(self, workbench: Workbench, reach: Any):
        self._workbench, self._reach = workbench, reach
        made, self.names = workbench.made, tuple(name for name in workbench.chosen if not _stays(workbench, name))
        centres = workbench.centres
        self.found: list[Handle] = []
        if not self.names or reach.eye is None:
            return
        self.middle = several.middle_of(made, self.names, centres) if len(self.names) > 1 or self.names[0] in centres \
            else middle_of(made.surface(self.names[0]))
        self._place()

    def _place(self):
        eye, made = self._reach.eye, self._workbench.made
        pixel, place = eye.pixel(self.middle), eye.project(self.middle)[0]
        if not np.isfinite(place).all():
            return
        name, is_one = self.names[0], len(self.names) == 1
        is_body = name in made.bodies
        far = 0.0
        if is_one and is_body:
            solid = self._reach.solid(made.bodies.index(name))
            far = (solid.reach/pixel if solid is not None else 0.0) + BESIDE
        ring, arrow = min(max(RING, far), FARTHEST), min(max(RING, far), FARTHEST) + ARROW - RING
        for axis_name, axis, tone in AXES:
            if axis_name == "z" and is_body and not (is_one and lifts(self._workbench, name)):
                continue
            tip = eye.project(self.middle + arrow*pixel*axis)[0]
            if np.hypot(*(tip - place)) > BESIDE:
                self.found.append(Handle("move", axis_name, axis, np.array((place, tip)), tone))
        for axis_name, axis, tone in AXES:
            if self._turns(axis_name):
                points = eye.project(circle(self.middle, axis, ring*pixel, np.roll(axis, 1)))
                self.found.append(Handle("turn", axis_name, axis, points, tone))
        if is_one:
            self.found += self._sizes(name)

    def _turns(self, axis: str) -> bool:
        """Whether what is selected can be turned about an axis of the laboratory."""
        made = self._workbench.made
        if len(self.names) > 1:
            return axis == "z"
        if self.names[0] not in made.bodies:
            return True
        placed = made.world.bodies[made.bodies.index(self.names[0])]
        start = made.document.part(self.names[0]).value.get("start")
        moves = isinstance(start, Word) and any(made.number(x) for key in ("velocity", "omega")
                                                for x in start.get(key) or ())
        return not isinstance(placed.body, Ball) or moves and axis == "z"

    def _sizes(self, name: str) -> list[Handle]:
        """Dots on the outline, one for each size that a drag changes."""
        workbench, eye, found = self._workbench, self._reach.eye, []
        for number, axis, share in sizes_of(workbench, self._reach, name):
            at = self.middle + share*float(number.value)*axis
            place = eye.project(at)[0]
            if np.isfinite(place).all():
                found.append(Handle("size", number.field.title, axis, np.array((place,)), "AMBER", number, share))
        return found

    def at(self, x: float, y: float) -> Handle | None:
        """The handle at a point of the picture [px], dots before arrows before rings."""
        near = [(("size", "move", "turn").index(one.kind), one.distance(x, y), k) for k, one in enumerate(self.found)]
        near = [one for one in near if one[1] < NEAR]
        return self.found[min(near)[2]] if near else None

    def sketch(self, mouse: tuple | None) -> list:
        """How they are drawn, that below the mouse thicker."""
        meant = None if mouse is None else self.at(*mouse)
        return [item for one in self.found for item in one.items(one is meant)]


def _stays(workbench: Workbench, name: str) -> bool:
    made = workbench.made
    limits = workbench.limits
    return name in made.marks or name in made.supports and made.is_floor(name) or limits is not None and any(
        part.name == name for part in limits.given.parts)


def lifts(workbench: Workbench, name: str) -> bool:
    """Whether a body can be moved up and down: it starts at a point of space, or over what it stands on."""
    start = workbench.made.document.part(name).value.get("start")
    return isinstance(start, Word) and workbench.limits is None and (start.get("mass_centre") is not None or isinstance(
        start.get("at"), tuple))


def sizes_of(workbench: Workbench, reach: Any, name: str) -> list[tuple[Number, np.ndarray, float]]:
    """The sizes of a part that can be dragged: its number, the axis (3,) in the laboratory, the share to the middle."""
    made = workbench.made
    if workbench.limits is not None:
        return []
    part = made.document.part(name)
    if name in made.bodies:
        word, solid = _inner(part.value.get("body")), reach.solid(made.bodies.index(name))
        axes = np.eye(3) if solid is None else np.asarray(solid.axes)
        if isinstance(word, Word) and word.name == "Ball":
            axes = np.stack((reach.eye.right,)*3, axis=1)
    else:
        surface = made.surface(name)
        word, axes = _inner(part.value.get("surface")), turned(surface.tilt_axis, surface.tilt)
    known = {number.path[-1]: number for number in workbench.numbers if number.part == name
             and isinstance(number.value, float | int) and not isinstance(number.value, bool)}
    found, taken = [], set()
    for argument, axis, share in SIZES.get(getattr(word, "name", ""), ()):
        if argument in known and axis not in taken:
            taken.add(axis)
            found.append((known[argument], axes[:, axis], share))
    return found


def _inner(value: Any) -> Any:
    """The word that a method was called of, at the innermost."""
    while isinstance(value, Word) and value.of is not None:
        value = value.of
    return value


class Pulled(Gesture):
    """A handle that is held: `value` is what it stands at, typed or by the mouse, in m or rad."""

    def __init__(self, workbench: Workbench, scenery, x: float, y: float, handles: Handles, handle: Handle):
        super().__init__(workbench, scenery, x, y)
        self._handles, self._handle = handles, handle
        self._made, self._names, self._middle = workbench.made, handles.names, handles.middle
        self.text, self._reason, self.is_over = "", "", False
        self._begun = self._was = self._at(x, y)
        self._angle = 0.0                   # that the mouse has gone around so far
        self.value = self._still = float(handle.number.value) if handle.number is not None else 0.0

    # ---- what it stands at ------------------------------------------------------------------------------------------

    def _at(self, x: float, y: float) -> float:
        """Where the mouse is along the handle [m], or around it [rad]."""
        eye, handle = self.reach.eye, self._handle
        if handle.kind == "turn":
            middle = eye.project(self._middle)[0]
            # y goes down in a picture; seen against the axis it turns the other way
            way = -1.0 if float(handle.axis @ eye.forward) > 0.0 else 1.0
            return float(way*np.arctan2(middle[1] - y, x - middle[0]))
        return float((on_line(eye, x, y, self._middle, handle.axis) - self._middle) @ handle.axis)

    def follow(self):
        if self.text or self.reach.eye is None or self.is_over:
            return
        now = self._at(*self._mouse)
        if self._handle.kind == "turn":
            self._angle += (now - self._was + np.pi) % (2.0*np.pi) - np.pi
            self._was, grid = now, FINE_TURN if self.is_fine else COARSE_TURN
            value = round(self._angle/grid)*grid
        elif self._handle.kind == "move":
            grid = FINE if self.is_fine else STEP
            value = round((now - self._begun)/grid)*grid
        else:
            field, grid = self._handle.number.field, 0.1*self._grid if self.is_fine else self._grid
            raw = (now - self._begun)/self._handle.share + self._still
            value = min(max(round(raw/grid)*grid, field.low), field.high)
        self._take(value if self._handle.kind == "turn" else round(value, 9))

    @property
    def _grid(self) -> float:
        """Steps of a size: fine ones of bodies, coarse ones of what they stand on [m]."""
        return FINE if self._names[0] in self._made.bodies else STEP

    def _take(self, value: float):
        if value == self.value and not self._reason:
            return
        self.value = value
        try:
            self._reason = "" if self._is_nothing else self._workbench.why_not(self.document())
        except BadValue as error:
            self._reason = str(error)

    @property
    def _is_nothing(self) -> bool:
        return self.value == self._still

    # ---- typed ------------------------------------------------------------------------------------------------------

    def key(self, event) -> bool:
        """Takes what is typed while it is held; Enter does it, Esc gives it up."""
        key, text = event.key(), event.text().lower()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.finish()
        elif key == Qt.Key.Key_Escape:
            self.is_over = True
        elif key == Qt.Key.Key_Backspace:
            self._type(self.text[:-1])
        elif text and text in LETTERS and len(self.text) < LONGEST:
            self._type(self.text + text)
        else:
            return False
        return True

    def wants(self, event) -> bool:
        """Whether a key is for the number."""
        return event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape, Qt.Key.Key_Backspace) or bool(
            event.text()) and event.text().lower() in LETTERS

    def _type(self, text: str):
        self.text = text
        if not text.strip():
            self._reason = ""
            return
        si, unit = ("rad", "deg") if self._handle.kind == "turn" else ("m", "m")
        try:
            value = typed(text, si, unit)
        except BadValue as error:
            self._reason = str(error)
            return
        self._reason = ""
        self._take(value)

    # ---- what comes of it -------------------------------------------------------------------------------------------

    def document(self) -> Document:
        """The document as it would be; or BadValue."""
        handle, workbench = self._handle, self._workbench
        if handle.kind == "turn":
            return workbench.turned(handle.axis, self.value)
        if handle.kind == "size":
            name = self._names[0]
            document = bench.with_number(workbench.document, name, handle.number, self.value)
            return bench.on_its_foot(self._made, document, name)
        name = self._names[0]
        if self._is_lift:
            return bench.lifted(self._made, name, self.value)
        return several.moved(self._made, self._names, self.value*handle.axis)

    @property
    def _is_lift(self) -> bool:
        return self._handle.name == "z" and len(self._names) == 1 and self._names[0] in self._made.bodies

    def end(self, is_clean: bool):
        if not self.is_over and is_clean:
            self.finish()
        self.is_over = True

    def finish(self):
        """Does it; the mouse may go on, nothing comes of that."""
        if self.is_over:
            return
        self.is_over, handle, workbench = True, self._handle, self._workbench
        if self._reason:
            self.words = self._reason
        elif self._is_nothing:
            return
        elif handle.kind == "turn":
            workbench.turn(handle.axis, self.value, is_one=True)
        elif handle.kind == "size":
            self.words = workbench.change(handle.number, self.value)
        elif self._is_lift:
            workbench.lift(self.value)
        else:
            workbench.move(self._names[0], self.value*handle.axis)

    # ---- drawn ------------------------------------------------------------------------------------------------------

    def sketch(self) -> list:
        if self.is_over or self.reach.eye is None:
            return []
        handle, tone = self._handle, "RED" if self._reason else "GREEN"
        items = [*handle.items(True)]
        for name in self._names:
            items += self._outline(name, tone)
        return [*items, Words(np.array(self._mouse), in_lines(self._reason) if self._reason else self.said())]

    def said(self) -> str:
        """The number beside the handle."""
        if self.text:
            return f"{self._title} {self.text}▏"
        if self._handle.kind == "turn":
            angle = degrees(self.value)
            return f"{self._title} {angle:.{0 if abs(angle - round(angle)) < WHOLE else 2}f}°"
        sign = "+" if self._handle.kind == "move" else ""
        return f"{self._title} {self.value:{sign}.3f} {unit_text('m')}"

    @property
    def _title(self) -> str:
        return _(self._handle.name) if self._handle.kind == "size" else self._handle.name

    def _outline(self, name: str, tone: str) -> list:
        handle, made, dashed = self._handle, self._made, bool(self._reason)
        if handle.kind == "move":
            return outline_of(made, self.reach, name, tone, 2.0, self.value*handle.axis, dashed)
        if name not in made.supports:
            return outline_of(made, self.reach, name, tone, 2.0, 0.0, dashed)
        if handle.kind == "turn" and len(self._names) == 1:
            surface = made.surface(name)
            points = (points_of(surface) - surface.origin) @ turned(handle.axis, self.value).T + surface.origin
        elif handle.kind == "size":
            surface = made.surface(name)
            far = handle.share*self._still
            points = points_of(surface)
            along = (points - self._middle) @ handle.axis
            points = points + np.outer(along*(self.value*handle.share/far - 1.0), handle.axis)
        else:
            return outline_of(made, self.reach, name, tone, 2.0, 0.0, dashed)
        return [Stroke(self.reach.around(points), tone, 2.0, is_closed=True, is_dashed=dashed)]

"""A challenge as a small plan: where bodies begin and which way they go, and the marks that they are to reach."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

import numpy as np

from sandbox.errors import BadValue
from sandbox.qt.core import QPointF, QRectF, Qt
from sandbox.qt.gui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from sandbox.scene.built.parts import points_of
from sandbox.scene.constrained import At
from sandbox.scene.goals.challenge import Challenge
from sandbox.scene.marks import Mark
from sandbox.scene.scene import Scene
from sandbox.scene.start import Start
from sandbox.scene.supports.on import On
from sandbox.scene.supports.surface import Surface
from sandbox.scene.typed.parser import Node
from sandbox.scene.world import World
from sandbox.ui.look.theme import colour

MARGIN = 0.12            # of the plan, around what is on it
WIDER = 4.0              # sizes of what matters beyond which a support is no help
LEAST, LONG = 5.0, 0.18  # [px] radius of a mark at least; length of an arrow in sizes of the plan
BODIES = 16.0            # radii of the largest body that a plan is wide at least
HEAD, TICK = 4.0, 4.0    # [px] of an arrow; of a ring's ticks beyond it
UPWARDS = ("z", "cz")    # quantities that are seen from the side
TIMED = ("when", "last", "at")
MOST = 8                 # bodies that are drawn


@dataclass
class Plan:
    """What is drawn, in metres of the plan.

    bodies    (x, y, radius) of where they begin;  ways  (x, y, along x, along y) of those that move then
    outlines  (n, 2) of supports;  marks  with their middle (2,);  is_timed  whether an instant is asked for
    side      seen from the side: y of the plan is z
    """

    bodies: list[tuple[float, float, float]] = field(default_factory=list)
    ways: list[tuple[float, float, float, float]] = field(default_factory=list)
    outlines: list[np.ndarray] = field(default_factory=list)
    marks: list[tuple[Mark, np.ndarray]] = field(default_factory=list)
    is_timed: bool = False
    side: bool = False


def plan_of(challenge: Challenge, scene: Scene) -> Plan:
    """Returns the plan of a challenge; what its scene does not say in words is left out. Nothing is run for it."""
    plan = Plan(is_timed=any(node.kind in TIMED for node in _nodes(challenge.goal)))
    try:
        model = scene.models(challenge.values)[0]
        starts = list(_starts(model, scene, challenge))
    except BadValue:
        model, starts = None, []
    is_high = any(node.kind == "quantity" and node.name.split("_")[0] in UPWARDS for node in _nodes(challenge.goal))
    plan.side = is_high and all(len(place) > 2 for place, _way, _radius in starts)
    pick = (0, 2) if plan.side else (0, 1)
    for place, way, radius in starts[:MOST]:
        x, y = (place[i] for i in pick)
        plan.bodies.append((x, y, radius))
        along = [way[i] if i < len(way) else 0.0 for i in pick]
        if np.hypot(*along) > 0.0:
            plan.ways.append((x, y, *along))
    guesses = {name: guess.start for name, guess in challenge.guesses.items()}
    plan.marks = [(mark, np.array([mark.middle[i] for i in pick]))
                  for mark in (one.placed(guesses) for one in challenge.marks.values())]
    for surface in _surfaces(model):
        points = points_of(surface)[:, pick]
        if surface.rim != 0.0 and np.isfinite(points).all():
            plan.outlines.append(hull(points))
    return plan


def _nodes(node: Node) -> Iterable[Node]:
    yield node
    for part in node.parts:
        yield from _nodes(part)


def _starts(model: Any, scene: Scene, challenge: Challenge):
    """Place, velocity and radius of each body at its start, numbers of the laboratory [m, m/s]."""
    if isinstance(model, World):
        for placed in model.bodies:
            if isinstance(placed.start, Start):
                yield _of_start(placed.start, placed.body)
        return
    start = scene.started(challenge.values)
    if isinstance(start, At):
        q, v = ([x for x in part if isinstance(x, int | float | np.floating)] for part in (start.q, start.v))
        if len(q) > 1 and len(v) > 1:
            yield tuple(map(float, q[:2])), tuple(map(float, v[:2])), 0.0
    elif isinstance(start, Start):
        yield _of_start(start, next((part for part in model if hasattr(part, "h")), None))


def _of_start(start: Start, body: Any) -> tuple[tuple, tuple, float]:
    place = start.at if start.at is not None else start.mass_centre
    assert place is not None
    radius = float(getattr(body, "radius", 0.0) or 0.0)
    place = tuple(map(float, place))
    if start.height and len(place) == 2:
        place = (*place, start.height + radius)
    return place, tuple(map(float, start.velocity or ())), radius


def _surfaces(model: Any) -> Iterable[Surface]:
    """Supports that have an end, the floor of the laboratory left out."""
    parts = model.supports.values() if isinstance(model, World) else model if isinstance(model, tuple) else ()
    for part in parts:
        surface = part.surface if isinstance(part, On) else part
        if isinstance(surface, Surface) and (surface.rim or surface.box is not None or surface.sides is not None):
            yield surface


def hull(points: np.ndarray) -> np.ndarray:
    """Returns the corners (m, 2) of the convex hull of points (n, 2), anticlockwise (Andrew's chains)."""
    ordered = sorted(map(tuple, np.round(points, 9).tolist()))
    if len(ordered) < 3:
        return np.array(ordered)

    def chain(row) -> list:
        found: list = []
        for p in row:
            while len(found) > 1 and _turn(found[-2], found[-1], p) <= 0.0:
                found.pop()
            found.append(p)
        return found[:-1]
    return np.array(chain(ordered) + chain(ordered[::-1]))


def _turn(a, b, c) -> float:
    return (b[0] - a[0])*(c[1] - a[1]) - (b[1] - a[1])*(c[0] - a[0])


# ---- how it is drawn ------------------------------------------------------------------------------------------------

class PlanPainter:
    """Draws a plan into a box [px]."""

    def __init__(self, plan: Plan, box: QRectF):
        self._plan, self._box = plan, box
        points = [np.array((x, y)) for x, y, _radius in plan.bodies]
        for mark, middle in plan.marks:
            points += [middle - mark.radius, middle + mark.radius] if mark.kind != "flag" else [middle]
        low, high = (np.min(points, axis=0), np.max(points, axis=0)) if points else (np.zeros(2), np.ones(2))
        # a body alone is small on its plan
        size = max(float((high - low).max()), BODIES*max((radius for _x, _y, radius in plan.bodies), default=0.0), 1e-3)
        # a support is shown whole where it is not much larger than what matters
        self._outlines = [one for one in plan.outlines if float(np.ptp(one, axis=0).max()) < WIDER*size]
        if self._outlines:
            low = np.min([low, *(one.min(axis=0) for one in self._outlines)], axis=0)
            high = np.max([high, *(one.max(axis=0) for one in self._outlines)], axis=0)
        inner = box.adjusted(MARGIN*box.width(), MARGIN*box.height(), -MARGIN*box.width(), -MARGIN*box.height())
        wide, tall = (max(float(side), 0.5*size) for side in high - low)
        self._scale = min(inner.width()/wide, inner.height()/tall)
        self._middle = 0.5*(low + high)

    def at(self, x: float, y: float) -> QPointF:
        """A point of the plan [m] in the box [px]."""
        centre = self._box.center()
        return QPointF(centre.x() + self._scale*(x - self._middle[0]), centre.y() - self._scale*(y - self._middle[1]))

    def paint(self, painter: QPainter):
        """Draws all of it on a plate of its own."""
        plate = QPainterPath()
        plate.addRoundedRect(self._box, 6, 6)
        back = QColor(colour("NIGHT"))
        back.setAlpha(215)
        painter.fillPath(plate, back)
        painter.save()
        painter.setClipPath(plate)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(colour("FAINT")), 1.2))
        for outline in self._outlines:
            painter.drawPolygon(QPolygonF([self.at(*point) for point in outline]))
        for mark, middle in self._plan.marks:
            self._mark(painter, mark, middle)
        self._bodies(painter)
        if self._plan.is_timed:
            self._clock(painter)
        painter.restore()

    def _bodies(self, painter: QPainter):
        painter.setPen(QPen(QColor(colour("NIGHT")), 1.0))
        painter.setBrush(QColor(colour("BLUE")))
        for x, y, radius in self._plan.bodies:
            size = max(LEAST - 1.5, self._scale*radius)
            painter.drawEllipse(self.at(x, y), size, size)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(colour("GREEN")), 2.0))
        long = LONG*min(self._box.width(), self._box.height())
        for x, y, along, up in self._plan.ways:
            way = np.array((along, -up))/np.hypot(along, up)
            begin = np.array((self.at(x, y).x(), self.at(x, y).y()))
            end, side = begin + long*way, HEAD*np.array((-way[1], way[0]))
            painter.drawLine(QPointF(*begin), QPointF(*end))
            for sign in (1.0, -1.0):
                painter.drawLine(QPointF(*end), QPointF(*(end - HEAD*way + sign*side)))

    def _mark(self, painter: QPainter, mark: Mark, middle: np.ndarray):
        painter.setPen(QPen(QColor(colour("AMBER")), 2.2))
        size = max(LEAST, self._scale*mark.radius)
        if mark.is_line and not self._plan.side:
            ends = [self.at(point[0], point[1]) for point in mark.points]
            painter.drawLine(*ends)
            for end in ends:
                painter.drawEllipse(end, 2.0, 2.0)
        elif mark.kind == "flag" or mark.is_line:
            foot = self.at(*middle)
            top = QPointF(foot.x(), foot.y() - 16.0)
            painter.drawLine(foot, top)
            painter.drawPolyline(QPolygonF([top, top + QPointF(9.0, 4.0), top + QPointF(0.0, 8.0)]))
        elif self._plan.side:
            # a height: a dashed line
            painter.setPen(QPen(QColor(colour("AMBER")), 2.2, Qt.PenStyle.DashLine))
            y = self.at(*middle).y()
            painter.drawLine(QPointF(self._box.left(), y), QPointF(self._box.right(), y))
        else:
            # told from a body that begins without a colour, and while it lies in it: a ring with a tick at each quarter
            centre = self.at(*middle)
            painter.drawEllipse(centre, size, size)
            for x, y in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)):
                way = QPointF(x, y)
                painter.drawLine(centre + (size - 1.0)*way, centre + (size + TICK)*way)

    def _clock(self, painter: QPainter):
        """An instant is asked for."""
        painter.setPen(QPen(QColor(colour("AMBER")), 1.8))
        centre = self._box.topRight() + QPointF(-15.0, 15.0)
        painter.drawEllipse(centre, 8.0, 8.0)
        painter.drawLine(centre, centre + QPointF(0.0, -6.0))
        painter.drawLine(centre, centre + QPointF(4.0, 2.0))


def is_shown(plan: Plan) -> bool:
    """Whether there is anything on a plan."""
    return all(isfinite(x) for body in plan.bodies for x in body) and bool(plan.bodies or plan.marks)

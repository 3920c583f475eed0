"""What holds bodies as surfaces that move: arms, springs as coils, strings, axles of hinges and arrows of motors.

Each is made once, one metre long along its own z, and stretched from end to end; a slack string is a row of pieces.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from sandbox.exports.solids import UPRIGHT, Act, Solid
from sandbox.systems.picture import Link
from sandbox.systems.world.hinges import hinge_links
from sandbox.systems.world.joints import links_of

SIDES = 8                       # of a bar
THIN = 0.004                    # radius of what is drawn, in the reach of the scene; of wires and threads half
STEEL, DARK = (0.62, 0.65, 0.69), (0.25, 0.27, 0.3)
GLOSS = 0.6
SHORTEST = 1e-9                 # [m]


def holders_of(acts: Sequence[Act], size: float) -> list[Solid]:
    """Returns what holds bodies in each act; `size` is the half width of the scene [m]."""
    total = sum(len(act.rows) for act in acts)
    # (first row, what holds bodies from there on); an edit of something else goes on with the same
    spans: list[tuple[int, list[tuple[str, list[Link]]]]] = []
    before = 0
    for act in acts:
        courses = _courses(act)
        if spans and [_look(course) for _name, course in spans[-1][1]] == [_look(course) for _name, course in courses]:
            for (_name, known), (_same, course) in zip(spans[-1][1], courses, strict=True):
                known += course
        else:
            spans.append((before, courses))
        before += len(act.rows)
    made = []
    for number, (first, courses) in enumerate(spans):
        for name, course in courses:
            is_there = None
            if len(course) < total:
                name = f"{name} of {number + 1}"
                is_there = np.zeros(total, dtype=bool)
                is_there[first:first + len(course)] = True
            made += [_spread(solid, is_there, first, len(course), total) for solid in _solids(name, course, THIN*size)
                     if solid.stretch is not None and float(solid.stretch.max()) > SHORTEST]
    return made


def _look(course: list[Link]) -> tuple:
    return course[0].kind, course[0].turns, course[0].length


def _courses(act: Act) -> list[tuple[str, list[Link]]]:
    """What holds bodies in an act, each with its name and the state at each row."""
    system, rows = act.system, act.rows
    if not len(rows) or not (getattr(system, "joints", ()) or getattr(system, "hinges", ())):
        return []
    each = [(*links_of(system.joints, rows.bodies[i], rows.supports[i]),
             *hinge_links(system.hinges, rows.supports[i], system.p, float(rows.t[i]))) for i in range(len(rows))]
    counts: dict[str, int] = {}
    found = []
    for course in zip(*each, strict=True):
        kind = "motor" if course[0].turns else course[0].kind
        counts[kind] = counts.get(kind, 0) + 1
        found.append((f"{kind} {counts[kind]}", list(course)))
    return found


def _solids(name: str, course: list[Link], radius: float) -> Iterator[Solid]:
    """The surfaces of one of them."""
    # of vpython nothing, but the coil and the arrows are those of the picture
    from sandbox.view.picture.lines.arms import arrows_of, hanging
    first = course[0]
    if first.kind == "arm":
        yield _bar(name, [link.centre for link in course], [link.point for link in course], radius)
        yield _bar(f"{name} beyond", [link.point for link in course], [link.other for link in course], radius)
        return
    yield _bar(f"{name} arm", [link.centre for link in course], [link.point for link in course], radius) \
        if first.kind != "hinge" else _bar(name, [first.point], [first.other], 1.5*radius)
    if first.kind == "spring":
        yield _placed(name, _coil(first.length, 0.5*radius), [link.point for link in course],
                      [link.other for link in course])
    elif first.kind == "string":
        lines = [_filled(hanging(link)) for link in course]
        for k in range(len(lines[0]) - 1):
            yield _bar(f"{name} piece {k + 1}", [line[k] for line in lines], [line[k + 1] for line in lines],
                       0.5*radius, DARK)
    elif first.kind == "hinge" and first.turns:
        pieces = [arrows_of(link) for link in course]
        for k in range(len(pieces[0])):
            ends = [each[k] if k < len(each) else each[0] for each in pieces]
            yield _bar(f"{name} arrow {k + 1}", [a for a, _b in ends], [b for _a, b in ends], radius)


def _filled(points: np.ndarray) -> np.ndarray:
    """A line of as many points as a string that hangs has, (n, 3)."""
    from sandbox.view.picture.lines.arms import HANGING
    if len(points) > 2:
        return points
    return points[0] + np.linspace(0.0, 1.0, HANGING + 1)[:, None]*(points[1] - points[0])


def _bar(name: str, begin, end, radius: float, tone=STEEL) -> Solid:
    """A round bar from `begin` to `end`, (frames, 3) [m]."""
    return _placed(name, _tube(np.array(((0.0, 0.0, 0.0), (0.0, 0.0, 1.0))), radius), begin, end, tone)


def _tube(points: np.ndarray, radius: float) -> tuple[np.ndarray, np.ndarray]:
    """Corners and normals (quads, 4, 3) of a tube around points (n, 3)."""
    along = np.gradient(points, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    aside = np.cross(along, np.eye(3)[int(np.argmin(np.abs(along[0])))])
    aside /= np.linalg.norm(aside, axis=1, keepdims=True)
    angles = np.linspace(0.0, 2.0*np.pi, SIDES + 1)[:, None]
    rings = np.array([np.cos(angles)*one + np.sin(angles)*np.cross(e, one)
                      for e, one in zip(along, aside, strict=True)])
    corners, normals = [], []
    for (at, ring), (to, next_ring) in pairwise(zip(points, rings, strict=True)):
        for j in range(SIDES):
            round_it = (ring[j], ring[j + 1], next_ring[j + 1], next_ring[j])
            corners.append([at + radius*round_it[0], at + radius*round_it[1], to + radius*round_it[2],
                            to + radius*round_it[3]])
            normals.append(round_it)
    return np.array(corners), np.array(normals)


def _coil(length: float, radius: float) -> tuple[np.ndarray, np.ndarray]:
    """Corners and normals of a coil from 0 to 1 m along z, as the picture draws a spring of that length."""
    from sandbox.view.picture.lines.arms import coil
    zero = np.zeros(3)
    return _tube(coil(Link(zero, zero, np.array((0.0, 0.0, 1.0)), kind="spring", length=length)), radius)


def _placed(name: str, mesh: tuple[np.ndarray, np.ndarray], begin, end, tone=STEEL) -> Solid:
    """A surface along z that is put between two points and stretched as far."""
    begin, end = np.array(begin), np.array(end)
    way = end - begin
    far = np.linalg.norm(way, axis=1)
    corners, normals = mesh
    return Solid(name, corners, normals, np.broadcast_to(tone, corners.shape), begin, _turns(way, far), GLOSS,
                 stretch=np.maximum(far, SHORTEST))


def _turns(way: np.ndarray, far: np.ndarray) -> np.ndarray:
    """Quaternions (frames, 4) that turn z to ways (frames, 3), scalar first: the shortest turn."""
    found = np.tile(UPRIGHT, (len(way), 1))
    known = far > SHORTEST
    e = way[known]/far[known, None]
    half = np.column_stack((1.0 + e[:, 2], -e[:, 1], e[:, 0], np.zeros(len(e))))
    # straight down: half a turn about x
    half[1.0 + e[:, 2] < 1e-12] = (0.0, 1.0, 0.0, 0.0)
    found[known] = half/np.linalg.norm(half, axis=1, keepdims=True)
    return found


def _spread(solid: Solid, is_there: np.ndarray | None, before: int, n: int, total: int) -> Solid:
    """The surface of an act within all rows: it is there in the act alone."""
    if is_there is None:
        return solid

    def all_of(values: Any) -> Any:
        if len(values) == 1 and n != 1:
            return np.repeat(values, total, axis=0)
        return np.concatenate((np.repeat(values[:1], before, axis=0), values,
                               np.repeat(values[-1:], total - before - n, axis=0)))
    return replace(solid, is_there=is_there, position=all_of(solid.position), quaternion=all_of(solid.quaternion),
                   stretch=all_of(solid.stretch))

"""Places that go with what moves, and what is measured between them: rulers and protractors.

    ruler = Tool(RULER, (Spot(CENTRE), Spot(SPACE, point=(0, 0, 0))))
    ruler.measure(snapshot)      ->  distance [m]

`seen` is a snapshot, or whatever else has `bodies` and `supports`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sandbox.schema import Choice, List, Number, Record, Whole

CENTRE, CONTACT, BODY, SUPPORT, SPACE = KINDS = ("centre", "contact", "body", "support", "space")
RULER, PROTRACTOR = TOOLS = ("ruler", "protractor")
ENDS = {RULER: 2, PROTRACTOR: 3}


def turned(quaternion: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Returns the vector v (3,) turned by a unit quaternion (4,), scalar first."""
    w, u = quaternion[0], quaternion[1:]
    return v + 2.0*np.cross(u, np.cross(u, v) + w*v)


@dataclass(frozen=True)
class ProbePoint:
    """A place: the mass centre or the contact point of a body, a point of a body or of a support, or one in space.

    index   of the body;  point  from the mass centre in body axes, in the support's frame, or in the laboratory [m]
    """

    kind: str
    index: int = 0
    point: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def place(self, seen: Any) -> np.ndarray:
        """Returns where it is (3,) [m] in the laboratory; a body that is not there counts as the first."""
        if self.kind == SPACE:
            return np.array(self.point, float)
        if self.kind == SUPPORT:
            support = seen.supports[0]
            return support.position + turned(support.quaternion, np.array(self.point, float))
        body = seen.bodies[self.index if self.index < len(seen.bodies) else 0]
        if self.kind == CONTACT:
            return np.asarray(body.contact)
        centre = np.asarray(body.centre)
        return centre if self.kind == CENTRE else centre + turned(body.quaternion, np.array(self.point, float))


def probe_point_at(position, seen: Any, body: int | None = None, on_support: bool = False) -> ProbePoint:
    """Returns the probe point that is at a position (3,) [m] now: of a body, of the support, or in space."""
    position = np.asarray(position, float)
    if body is not None:
        state = seen.bodies[body]
        there = turned(state.quaternion*(1.0, -1.0, -1.0, -1.0), position - state.centre)
        return ProbePoint(BODY, body, _point(there))
    if on_support:
        support = seen.supports[0]
        there = turned(support.quaternion*(1.0, -1.0, -1.0, -1.0), position - support.position)
        return ProbePoint(SUPPORT, 0, _point(there))
    return ProbePoint(SPACE, 0, _point(position))


def _point(place: np.ndarray) -> tuple[float, float, float]:
    x, y, z = map(float, place)
    return x, y, z


@dataclass(frozen=True)
class Tool:
    """A ruler between two probe points, or a protractor: the angle at the second of three."""

    kind: str
    probes: tuple[ProbePoint, ...]

    @property
    def unit(self) -> str:
        """SI unit of what is measured."""
        return "m" if self.kind == RULER else "rad"

    def places(self, seen: Any) -> np.ndarray:
        """Returns where its probe points are (ends, 3) [m]."""
        return np.array([probe.place(seen) for probe in self.probes])

    def measure(self, seen: Any) -> float:
        """Returns the distance [m], or the angle 0..pi [rad], nan where two places of an angle are one."""
        if self.kind == RULER:
            begin, end = self.places(seen)
            return float(np.linalg.norm(end - begin))
        first, corner, last = self.places(seen)
        a, b = first - corner, last - corner
        if not a.any() or not b.any():
            return float("nan")
        # exact for small angles and for those near pi
        return float(np.arctan2(np.linalg.norm(np.cross(a, b)), a @ b))

    def to_json(self) -> dict:
        """Returns the tool as JSON knows it."""
        return {"kind": self.kind, "spots": [{"kind": probe.kind, "index": probe.index, "point": list(probe.point)}
                                             for probe in self.probes]}


@dataclass(frozen=True)
class ShownTool:
    """A tool in the picture, and how its reading is said: say(value in the SI) -> text."""

    tool: Tool
    say: Callable[[float], str]


_PROBE_POINT = Record({"kind": Choice(KINDS), "index": Whole(0, 1000), "point": List(Number(-1e9, 1e9), 3, 3)})
_TOOL = Record({"kind": Choice(TOOLS), "spots": List(_PROBE_POINT, 2, 3)})


def tool_of(plain: Any, where: str = "tools") -> Tool:
    """Returns the tool of what `to_json` gave; BadValue in a sentence where that cannot be."""
    found = _TOOL.take(plain, where)
    kind = Choice(TOOLS).take(found.get("kind"), f"{where}.kind")
    probes = tuple(ProbePoint(probe.get("kind", CENTRE), probe.get("index", 0), probe.get("point", (0.0, 0.0, 0.0)))
                   for probe in List(_PROBE_POINT, ENDS[kind], ENDS[kind]).take(
                       [dict(probe) for probe in found.get("spots", ())], f"{where}.spots"))
    return Tool(kind, probes)

"""A system with constraint rows, ready to be integrated: what a run asks of it (systems/protocol.py)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from sandbox.compiling.rotation import multiply
from sandbox.integration import hybrid
from sandbox.mechanics.layout import PLACEMENT, PLACEMENT_QUATERNION
from sandbox.mechanics.probe import Pose
from sandbox.mechanics.rows.generate import GUARD_RANK, GUARD_ROWS
from sandbox.scene.constrained import Constrained
from sandbox.scene.drawn import Look
from sandbox.scene.realisation import Breakable, Unilateral
from sandbox.systems.protocol import BodyState, Event, Jump, Mode, Picture, SupportState, instant
from sandbox.systems.rows.constancy import probes, reason_energy_changes, reason_integral_changes
from sandbox.systems.rows.ends import lost_rank, not_finite
from sandbox.systems.rows.jumps import MOST_JUMPS, cross, give_way, strike, too_many
from sandbox.systems.rows.reactions import reactions, smallest
from sandbox.text import _

# a body that is not shown: at rest at the origin
NOWHERE = np.concatenate([np.zeros(9), np.eye(3).ravel()])
# of a switch in the state: what a mode's name says while it is zero and while it is not
BREAKABLE, UNILATERAL, CROSSING = ("hold", "slide"), ("hold", "free"), ("beyond", "within")


@dataclass
class ConstrainedSystem:
    """What systems/rows/start.py assembles: an Automaton (systems/protocol.py), and

    declared     the author's words
    dependent    rows that follow from the others
    signs        row -> place in y of its sign, for breakable and unilateral rows;  sides  places of those of crossings
    places       name -> places in a report;  report_size  how many there are
    matrices     function (t, y, p) -> M, F, A, b, c by name
    impulse      row name -> what put the start onto the rows [N s]
    scales       sizes of the numbers of the state;  power_scale  what a power is compared with [W]
    h            frame step [s], told by the run
    """

    declared: Constrained
    modes: dict[str, Mode]
    p: np.ndarray
    calls: np.ndarray
    y: np.ndarray
    live: dict[str, tuple[int, int, float]]
    notes: tuple[str, ...]
    dependent: tuple[int, ...]
    signs: dict[int, int]
    sides: tuple[int, ...]
    places: dict[str, slice]
    report_size: int
    matrices: Callable
    impulse: dict[str, float]
    scales: np.ndarray
    power_scale: float
    h: float = 0.0
    _reasons: dict = field(default_factory=dict, repr=False)

    @property
    def mode(self) -> str:
        """The mode of the start."""
        return self.mode_of(self.y)

    @cached_property
    def probes(self) -> list[np.ndarray]:
        """States on which conditions are tried."""
        return probes(self)

    @property
    def bodies(self) -> tuple:
        """What is drawn, a Look for each body."""
        return self.declared.looks or (Look(),)

    @property
    def body(self):
        """The first of the bodies."""
        return self.bodies[0]

    @property
    def surface(self):
        """The support's surface."""
        return self.declared.surface

    @property
    def motion(self):
        """The support's motion."""
        return self.declared.motion

    def mode_of(self, y: np.ndarray) -> str:
        """The mode that a state belongs to: that of its signs and sides."""
        if not self.switches:
            return next(iter(self.modes))
        return ", ".join(words[int(y[place] != 0.0)] for place, words in self.switches)

    @property
    def switches(self) -> list[tuple[int, tuple[str, str]]]:
        """Places in y of signs and sides, and the words for zero and for other than zero."""
        return [*zip(self.signs.values(), switch_words(self.declared), strict=False),
                *((place, CROSSING) for place in self.sides)]

    def put_mode(self, y: np.ndarray, mode: str):
        """Write the signs and sides of a mode into a state."""
        for (place, words), word in zip(self.switches, mode.split(", "), strict=False):
            y[place] = float(word == words[1])

    def velocity(self, y: np.ndarray) -> np.ndarray:
        """Velocities v (nv,) of a state."""
        return y[self.declared.numbers:self.declared.numbers + self.declared.velocities].copy()

    def read(self, mode: str, t: float, y: np.ndarray) -> dict[str, np.ndarray]:
        """The report of a state, by name: lam, h (rows,), powers, bodies, arrows, integrals, integral_rates."""
        out = np.zeros(max(self.report_size, 1))
        hybrid.ask(self.modes[mode].table[hybrid.REPORT_MODE], t, y, self.p, self.calls, out)
        return {name: out[places] for name, places in self.places.items()}

    def coordinates(self, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Coordinates q and velocities v of a state, as numbers."""
        nq, nv = self.declared.numbers, self.declared.velocities
        return y[:nq].copy(), y[nq:nq + nv].copy()

    # ---- jumps -------------------------------------------------------------------------------------------------

    def jump(self, mode: str, guard: int, t: float, y: np.ndarray, count: int) -> Jump:
        """A row gives way or grips, a stop is struck, a line is crossed; everything else ends the motion."""
        when = instant(t, self.h)
        if guard == hybrid.NONE_FINITE:
            return Jump(mode, y, ended=Event(t, 0, "stop", not_finite(self, t, y, when)))
        if guard == GUARD_RANK:
            return Jump(mode, y, ended=Event(t, 0, "stop", lost_rank(self, t, y, when)))
        signed, place = list(self.signs), guard - GUARD_ROWS
        if place >= len(signed) + len(self.sides):
            edge = self.declared.edges[place - len(signed) - len(self.sides)]
            return Jump(mode, y, ended=Event(t, 0, edge.kind, _("The body {what} {when}.").format(
                what=edge.sentence, when=when)))
        if place < len(signed) and isinstance(self.declared.rows[signed[place]].realisation, Breakable):
            return give_way(self, signed[place], t, y)
        if count >= MOST_JUMPS:
            return too_many(self, mode, t, y)
        if place < len(signed):
            return strike(self, signed[place], t, y, count)
        return cross(self, place - len(signed), t, y)

    # ---- what is seen ------------------------------------------------------------------------------------------

    def picture(self, mode: str, t: float, y: np.ndarray) -> Picture:
        """Bodies, support and reactions, laboratory frame."""
        seen, rows, word = self.read(mode, t, y), self.declared.rows, self.modes[mode].word
        pose = Pose(t, self.p)
        P, origin = self.p[PLACEMENT:PLACEMENT + 9].reshape(3, 3), np.asarray(self.surface.origin, float)
        support = SupportState(pose.to_lab(np.zeros(3)), pose.quaternion, pose.spin)
        forces = smallest(self, t, y, seen["lam"])
        with_arrow = [k for k, row in enumerate(rows) if row.arrow]
        arrows = dict(zip(with_arrow, seen["arrows"].reshape(-1, 6), strict=True))
        bodies = []
        for i, body in enumerate(seen["bodies"].reshape(-1, 18) if seen["bodies"].size else [NOWHERE]):
            own = [k for k in with_arrow if rows[k].body == i]
            contact = arrows[own[0]][:3] if own else body[:3]
            force = sum((forces[k]*arrows[k][3:] for k in own), np.zeros(3))
            q = multiply(*self.p[PLACEMENT_QUATERNION:PLACEMENT_QUATERNION + 4], *quaternion_of(body[9:].reshape(3, 3)))
            normal = np.array([0.0, 0.0, 1.0])
            if self.bodies[min(i, len(self.bodies) - 1)].traces == "sphere" and own:
                normal = (contact - body[:3])/np.linalg.norm(contact - body[:3])
            bodies.append(BodyState(origin + P @ body[:3], P @ body[3:6], P @ body[6:9], np.array(q),
                                    origin + P @ contact, P @ normal, 0.0, P @ force, word))
        return Picture(tuple(bodies), (support,), tuple(reactions(self, t, y, seen["lam"])))

    @property
    def arrows(self) -> tuple[str, ...]:
        """A body around a fixed point goes nowhere; what rows do has one arrow, and no normal force among it."""
        first = self.bodies[0] if self.bodies else None
        moves = getattr(first, "traces", "plane") != "sphere"
        pulls = any(row.arrow is not None and row.body == 0 for row in self.declared.rows)
        return (*(("velocity",) if moves else ()), "angular_velocity", *(("friction",) if pulls else ()))

    @property
    def arrow_words(self) -> dict[str, tuple[str, str]]:
        """What the arrow of the friction force stands for here: the reactions of the first body's rows, their unit."""
        rows = [row for row in self.declared.rows if row.arrow is not None and row.body == 0]
        if not rows:
            return {}
        title, unit = rows[0].title, rows[0].unit
        if title and all(row.title == title for row in rows):
            return {"friction": (_(title), unit)}
        word = _("Moment of the constraint M") if unit == "N m" else _("Force of the constraint F")
        return {"friction": (word, unit)}

    # ---- what is conserved -------------------------------------------------------------------------------------

    @property
    def integral_titles(self) -> dict[str, str]:
        """What each quantity that can be watched is called."""
        return {"E_J": _("Jacobi integral E_J [J]"), **{x.name: x.title or x.name for x in self.declared.integrals}}

    def invariants(self, names, mode: str, t: float, y: np.ndarray, E_J: float) -> dict[str, float]:
        """Present values of the named integrals."""
        values = dict(zip((x.name for x in self.declared.integrals), self.read(mode, t, y)["integrals"], strict=True))
        return {name: float(E_J if name == "E_J" else values[name]) for name in names}

    def reason_not_conserved(self, name: str, mode: str) -> str:
        """Why the named quantity is not conserved just now, or "" when it is."""
        key = mode, self.p.tobytes()
        if self._reasons.get(name, (None, ""))[0] != key:
            reason = reason_energy_changes(self, mode) if name == "E_J" else reason_integral_changes(self, mode, name)
            self._reasons[name] = key, reason
        return self._reasons[name][1]


def switch_words(declared: Constrained) -> list[tuple[str, str]]:
    """Of each switch of a system: what the name of a mode says while it is zero, and while it is not."""
    kinds = {Breakable: BREAKABLE, Unilateral: UNILATERAL}
    rows = [kinds[type(row.realisation)] for row in declared.rows if type(row.realisation) in kinds]
    return [*rows, *(CROSSING for _crossing in declared.crossings)]


def quaternion_of(R: np.ndarray) -> np.ndarray:
    """Quaternion (4,), scalar first, of a rotation matrix, by its largest component."""
    K = np.array([[R[0, 0] + R[1, 1] + R[2, 2], R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]],
                  [0.0, R[0, 0] - R[1, 1] - R[2, 2], R[0, 1] + R[1, 0], R[0, 2] + R[2, 0]],
                  [0.0, 0.0, R[1, 1] - R[0, 0] - R[2, 2], R[1, 2] + R[2, 1]],
                  [0.0, 0.0, 0.0, R[2, 2] - R[0, 0] - R[1, 1]]])
    K = K + np.triu(K, 1).T + np.eye(4)
    column = K[int(np.argmax(np.diag(K)))]
    return column/np.linalg.norm(column)

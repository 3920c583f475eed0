"""The phase space of a motion in a few numbers: for clouds of starts beside it (theory/cloud.py).

A chart of it says how its coordinates z (n, d) are read from states, how states are made of them, and what of it has a
volume:

    sleigh on a table       v1, w, x1, x2 of sleigh.md 2, relative to the table:    div f = -m a v1/I,  I = I_C + m a^2
    Suslov without weight   w_1, w_2, two equations of second degree:               div f = trace, linear in w
    ball on any surface     centre (3) on its surface and spin (3), support axes:   |grad Phi| dr dw, that is dA dw,
                            is invariant (theory/phase_volume.py)

Sources: Borisov, Mamaev, Bizyaev 2015, 1.3, propositions 4 and section 3.1.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, cast

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.errors import BadValue
from sandbox.integration.instants import States
from sandbox.mechanics import report
from sandbox.mechanics.contact.ball import BALL
from sandbox.mechanics.contact.rolling import ROLLING
from sandbox.mechanics.contact.state import ANGULAR_VELOCITY, POINT
from sandbox.scene.bodies import Ball
from sandbox.scene.constrained import Constrained
from sandbox.scene.models.sleigh import Sleigh
from sandbox.scene.scene import Scene
from sandbox.systems.contact.system import System
from sandbox.systems.integration import Integration
from sandbox.systems.protocol import Data
from sandbox.systems.rows.system import ConstrainedSystem
from sandbox.systems.supports.system import SupportsSystem
from sandbox.text import N_, _
from sandbox.theory import suslov
from sandbox.theory.analysis import TableSleigh, sleigh_on_table
from sandbox.theory.phase_volume import ball_now

LEAST_SPIN = 1.0        # [rad/s] by which spins are measured at least
POSITION, SPIN = slice(POINT, POINT + 3), slice(ANGULAR_VELOCITY, ANGULAR_VELOCITY + 3)


class PhaseSpace(Protocol):
    """Coordinates of the states of a motion.

    names, units   of the coordinates (d,);  sizes (b,) half widths of a box of starts for a spread of 1
    rates          two coordinates, by number, that are shown
    mode           in which members have to stay;  has_density  whether a density makes a measure of their volume
    has_places     whether they are somewhere on a support, with a round rim [m] or None
    """

    @property
    def rates(self) -> tuple[int, int]: ...

    @property
    def has_places(self) -> bool: ...

    @property
    def rim(self) -> float | None: ...

    @property
    def has_density(self) -> bool: ...

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def units(self) -> tuple[str, ...]: ...

    @property
    def sizes(self) -> np.ndarray: ...

    @property
    def mode(self) -> str: ...

    def starts(self, box: np.ndarray) -> np.ndarray:
        """Takes points (n, b) of the box, 0 the motion itself, and returns states (n, size)."""

    def coordinates(self, states: States) -> np.ndarray:
        """Returns the coordinates (n, d) of states of one instant."""

    def places(self, states: States, z: np.ndarray) -> np.ndarray | None:
        """Returns where on their support states with the coordinates z (n, d) are, from above (n, 2) [m], or None."""

    def divergence(self, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns div f (n,) [1/s] of the measured volume at coordinates (n, d), and its rate [1/s^2]."""

    def measured(self, z: np.ndarray, motion: States) -> tuple[np.ndarray, float]:
        """Returns coordinates (n, b) whose volume is the measure, and the density that this has by its volume.

        motion  the state of the motion itself at the same instant, the only one
        """


@dataclass(frozen=True)
class SleighSpace:
    """A sleigh on a table that turns or is at rest, its mass centre off its blade."""

    sleigh: TableSleigh
    y: np.ndarray           # state of the start: X, Y, theta and their rates, then what a step needs
    mode: str

    names = (N_("speed along the edge v₁"), N_("spin on the table ω"), "x₁", "x₂")
    units = ("m/s", "rad/s", "m", "m")
    rates, has_density, has_places = (0, 1), False, True

    @property
    def rim(self) -> float | None:
        """Of the table."""
        return self.sleigh.rim

    @property
    def sizes(self) -> np.ndarray:
        """a |Omega|, |Omega|, a, a, as theory/section.py; on a floor at rest by the spin of the start."""
        a, rate = abs(self.sleigh.offset), abs(self.sleigh.rate) or max(LEAST_SPIN, abs(self.y[5]))
        return np.array((a*rate, rate, a, a))

    def starts(self, box: np.ndarray) -> np.ndarray:
        """Headings as at the start: turned about the axis of the table nothing changes."""
        sleigh, angle = self.sleigh, self.y[2] + self.sleigh.heading
        v1, w, x1, x2 = (self._relative(self.y[None]) + box*self.sizes).T
        c, s, X1 = np.cos(angle), np.sin(angle), x1 + sleigh.offset
        # the velocity of C in the room: of its foot along the edge, turning about the blade, and the table's own
        along, across = v1 - sleigh.rate*x2, sleigh.offset*w + sleigh.rate*X1
        y = np.tile(self.y, (len(box), 1))
        y[:, 0], y[:, 1] = c*X1 - s*x2 + sleigh.point[0], s*X1 + c*x2 + sleigh.point[1]
        y[:, 3], y[:, 4], y[:, 5] = c*along - s*across, s*along + c*across, w + sleigh.rate
        return y

    def coordinates(self, states: States) -> np.ndarray:
        """v1, w, x1, x2 relative to the table, in axes of the edge."""
        return self._relative(states.y)

    def _relative(self, y: np.ndarray) -> np.ndarray:
        sleigh = self.sleigh
        X, Y, theta, V_X, V_Y, spin = y[:, :6].T
        X, Y = X - sleigh.point[0], Y - sleigh.point[1]
        c, s = np.cos(theta + sleigh.heading), np.sin(theta + sleigh.heading)
        x1, x2 = c*X + s*Y - sleigh.offset, c*Y - s*X
        return np.column_stack((c*V_X + s*V_Y + sleigh.rate*x2, spin - sleigh.rate, x1, x2))

    def places(self, states: States, z: np.ndarray) -> np.ndarray | None:
        """The mass centre in axes of the table, which at first are those of the room."""
        X, Y = states.y[:, 0] - self.sleigh.point[0], states.y[:, 1] - self.sleigh.point[1]
        c, s = np.cos(self.sleigh.rate*states.t), np.sin(self.sleigh.rate*states.t)
        return np.column_stack((c*X + s*Y, c*Y - s*X))

    def divergence(self, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """-m a v1/I, and its rate by v1' = a (w + Omega)^2 + Omega^2 x1."""
        m, inertia, a, rate = self.sleigh.parts
        share = m*a/(inertia + m*a*a)
        return -share*z[:, 0], -share*(a*(z[:, 1] + rate)**2 + rate*rate*z[:, 2])

    def measured(self, z: np.ndarray, motion: States) -> tuple[np.ndarray, float]:
        """All four; no density keeps their volume."""
        return z, 1.0


@dataclass(frozen=True)
class SuslovSpace:
    """The spins w_1, w_2 of Suslov's body without weight."""

    inertia: np.ndarray
    c: float
    y: np.ndarray
    v: slice                # of the spins in y
    mode: str

    names = (N_("spin ω₁"), N_("spin ω₂"))
    units = ("rad/s", "rad/s")
    rates, has_density, has_places, rim = (0, 1), False, False, None

    @property
    def sizes(self) -> np.ndarray:
        """The larger of the spins of the start."""
        return np.full(2, max(LEAST_SPIN, np.abs(self.y[self.v]).max()))

    def starts(self, box: np.ndarray) -> np.ndarray:
        """The same attitude, other spins."""
        y, first = np.tile(self.y, (len(box), 1)), self.v.start
        y[:, first:first + 2] += box*self.sizes
        return y

    def coordinates(self, states: States) -> np.ndarray:
        """w_1, w_2."""
        return states.y[:, self.v.start:self.v.start + 2].copy()

    def places(self, states: States, z: np.ndarray) -> np.ndarray | None:
        """Spins are nowhere on a support."""
        return None

    def divergence(self, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The trace of the derivatives, linear in w."""
        first, slope = self._trace
        return first + z @ slope, suslov.rates(self.inertia, self.c, z) @ slope

    @cached_property
    def _trace(self) -> tuple[float, np.ndarray]:
        """The trace at w = 0 [1/s], and its derivatives (2,) [1]."""
        first, *others = np.trace(suslov.slopes(self.inertia, self.c, np.vstack((np.zeros(2), np.eye(2)))),
                                  axis1=1, axis2=2)
        return first, np.array(others) - first

    def measured(self, z: np.ndarray, motion: States) -> tuple[np.ndarray, float]:
        """Both."""
        return z, 1.0


@dataclass(frozen=True)
class BallSpace:
    """A ball that rolls on any surface, as its support sees it."""

    system: System
    data: Data              # of the start
    mode: str
    radius: float
    gravity: float

    names = ("x", "y", "z", "ω₁", "ω₂", "ω₃")
    units = ("m", "m", "m", "rad/s", "rad/s", "rad/s")
    # of its own outline no more is known than that it holds the ball
    rates, has_density, has_places, rim = (3, 4), True, True, None

    @property
    def sizes(self) -> np.ndarray:
        """Ten radii along the surface, and the spin of a ball that has rolled down as far."""
        return np.array((10.0*self.radius,)*2 + (np.sqrt(20.0*self.gravity/self.radius),)*3)

    def starts(self, box: np.ndarray) -> np.ndarray:
        """Points of the tangent plane, which a run puts onto the surface, and spins in axes of the state."""
        y = np.tile(self.data.y, (len(box), 1))
        moved = box*self.sizes
        y[:, POSITION] += moved[:, :2] @ _plane(self._seen(self.data.states)[2][0])
        y[:, SPIN] += moved[:, 2:]
        return y

    def _seen(self, states: States) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Centres, spins and normals (n, 3) in axes of the support."""
        seen = self.system.reports(states)

        def part(at, size=3):
            return seen[:, at:at + size]

        quaternions = part(report.SUPPORT_QUATERNION, 4)
        # as long as nobody has left all are at one instant
        is_one = bool((quaternions == quaternions[0]).all())
        turned = np.reshape(matrix_of(*quaternions[:1 if is_one else None].T), (3, 3, -1))

        def local(vectors):
            return vectors @ turned[:, :, 0] if is_one else np.einsum("jin,nj->ni", turned, vectors)

        return (local(part(report.CENTRE) - part(report.SUPPORT_POINT)),
                local(part(report.SPIN_LAB) - part(report.SUPPORT_SPIN)), local(part(report.NORMAL)))

    def coordinates(self, states: States) -> np.ndarray:
        """Centre from the axis point and spin relative to the support, in its axes."""
        r, w, _n = self._seen(states)
        return np.column_stack((r, w))

    def places(self, states: States, z: np.ndarray) -> np.ndarray | None:
        """On the support, from above: along its first two axes."""
        return z[:, :2]

    def divergence(self, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """dA dw has none."""
        nothing = np.zeros(len(z))
        return nothing, nothing

    def measured(self, z: np.ndarray, motion: States) -> tuple[np.ndarray, float]:
        """The surface, as it lies along itself at the motion, and the spins: dA dw = |grad Phi| dr dw."""
        now = self.data.at(float(motion.t[0]), motion.y[0])
        _t, _div, density = cast(tuple, ball_now(self.system, now))
        return np.column_stack((z[:, :3] @ _plane(self._seen(motion)[2][0]).T, z[:, 3:])), density


def _plane(n: np.ndarray) -> np.ndarray:
    """Two directions (2, 3) across a normal."""
    first = np.cross(n, np.eye(3)[np.argmin(np.abs(n))])
    first /= np.linalg.norm(first)
    return np.array((first, np.cross(n, first)))


def space_of(scene: Scene, values: Mapping, run: Integration) -> PhaseSpace:
    """Returns the phase space of the first system of a scene at the start of a run, or raises BadValue.

    run    at its start, nothing has happened
    """
    model = scene.models(values)[0]
    found = _ball_space(run) if not isinstance(model, Constrained) else (
        _suslov_space(model, run) or _sleigh_space(scene, values, model, run))
    if found is None:
        raise BadValue(_("scene '{scene}': clouds are known of a sleigh with one ideal blade on a level table, of "
                         "Suslov's body without weight, and of a ball that rolls on a surface").format(
                             scene=scene.id or scene.title))
    return found


def _sleigh_space(scene: Scene, values: Mapping, model: Constrained, run: Integration) -> SleighSpace | None:
    try:
        sleigh = sleigh_on_table(scene, values)
    except BadValue:
        return None
    is_first = isinstance(getattr(model, "made_from", None), Sleigh) and len(model.rows) == 1
    return SleighSpace(sleigh, run.data.y.copy(), run.data.mode) if sleigh.offset != 0.0 and is_first else None


def _suslov_space(model: Constrained, run: Integration) -> SuslovSpace | None:
    given = suslov.free_body(model)
    if given is None:
        return None
    return SuslovSpace(*given, run.data.y.copy(), cast(ConstrainedSystem, run.system).state.v, run.data.mode)


def _ball_space(run: Integration) -> BallSpace | None:
    system, data = run.system, run.data
    alone = system.alone(data)[1] if isinstance(system, SupportsSystem) else data
    if not (isinstance(system, System) and isinstance(system.body, Ball) and not system.body.carried
            and alone.mode in (BALL.name, ROLLING.name)):
        return None
    return BallSpace(system, data.copy(), data.mode, system.body.radius,
                     float(np.linalg.norm(system.motion.gravity)))

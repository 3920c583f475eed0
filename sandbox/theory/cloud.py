"""A cloud of starts beside a motion: how the volume that it fills in phase space shrinks, or stays.

Starts are spread evenly over a box about that of the motion, which is the first of them. A region moves with the flow,
and what was spread evenly over it has the volume

    V(t)/V(0) = <exp int div f dt>,       the mean over the starts,

exact but for the error of sampling. The points by themselves say it as well, as long as the cloud is so small that
neighbours are carried linearly: their matrix of covariance C goes to F C F^T, and

    V(t)/V(0) = (det C(t)/det C(0))^(1/2)    without any error of sampling, for the same points are taken.

What a volume is, and which density makes an invariant measure of it, is said by phase_space.py. All members are
stepped by the compiled step of the motion itself (integration/many.py): each is the run that begins there, bit by bit.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, NamedTuple

import numpy as np

from sandbox.errors import BadValue
from sandbox.integration import arrays, many
from sandbox.integration.instants import States
from sandbox.integration.strides import Strides
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.among import clearance
from sandbox.mechanics.contact.ball import step_in_body_axes
from sandbox.mechanics.contact.rolling import ROLLING
from sandbox.scene.bodies import Ball
from sandbox.scene.scene import Scene
from sandbox.systems.assemble import assemble_scene
from sandbox.systems.contact.system import System
from sandbox.systems.integration import Integration, jump_after
from sandbox.systems.motion_numbers import mark_as_it_moves
from sandbox.systems.protocol import Data
from sandbox.systems.supports.system import SupportsSystem
from sandbox.text import _
from sandbox.theory.phase_space import PhaseSpace, space_of

MOST_STARTS = 100_000
MOST_NUMBERS = 60_000_000       # that are kept: half a gigabyte


@dataclass(frozen=True)
class Cloud:
    """Starts and what became of them: m instants, n starts, d coordinates. The first start is the motion itself.

    t (m,)                instants [s]
    names, units          of the coordinates (d,)
    coordinates (m, n, d) in these units; of a start that has left, where it left
    places (m, n, 2)      where they are on their support, from above [m]; None where spins alone are a phase space
    states, ends (n, size)   of the engine at the start, and at the end or where a start left
    mode                  what they do: a start that does something else has left
    expansion (m, n)      int div f dt along each
    volume (m,)           over its first value, of all points that are left, by their covariances
    measure (m,)          the same with the density that keeps it, where there is one, else the volume
    expected (m,)         of the measure: <exp int div f dt>;  error (m,)  its standard error by sampling
    left (n,)             when a start left [s], inf for those that did not
    reasons               sentence -> how many left so
    """

    t: np.ndarray
    names: tuple[str, ...]
    units: tuple[str, ...]
    coordinates: np.ndarray
    places: np.ndarray | None
    states: np.ndarray
    ends: np.ndarray
    mode: str
    expansion: np.ndarray
    volume: np.ndarray
    measure: np.ndarray
    expected: np.ndarray
    error: np.ndarray
    left: np.ndarray
    reasons: dict[str, int]

    def __repr__(self):
        return (f"<Cloud of {len(self.left)} starts to t = {self.t[-1]:g} s, volume x {self.volume[-1]:.4g}, "
                f"{int(np.isfinite(self.left).sum())} left>")


class Wanted(NamedTuple):
    """Which cloud: so many starts, half widths of their box, seed, length [s], instants and steps per second.

    is_exact    each is the run that begins there, bit by bit; else in long strides, see integration/strides.py
    """

    starts: int
    spread: float
    seed: int = 0
    seconds: float = 10.0
    rate: float = 30.0
    step_rate: int = 240
    is_exact: bool = True


class Way(NamedTuple):
    """The motion itself beside which a cloud begins: m instants.

    space   its phase space;  t (m,)  [s];  coordinates (m, d);  places (m, 2) [m], or None
    box     the starts before they are put onto their surface: coordinates (n, d), places (n, 2) or None
    """

    space: PhaseSpace
    t: np.ndarray
    coordinates: np.ndarray
    places: np.ndarray | None
    box: tuple[np.ndarray, np.ndarray | None]


def follow_way(scene: Scene, values: Mapping, start: Any, wanted: Wanted) -> Way:
    """Returns the motion itself as long as it keeps its mode, as a run has it; BadValue where there is no cloud."""
    run = Integration(assemble_scene(scene, values, start)[0], 1.0/wanted.step_rate)
    space = space_of(scene, values, run)
    first, every = run.data.copy().states, every_of(wanted)
    box = space.starts(box_of(wanted, space))
    starts = first._replace(t=np.zeros(len(box)), y=np.ascontiguousarray(box))
    found = [first]
    for _instant in range(count_of(wanted)):
        run.advance(every)
        if run.ended is not None or run.data.mode != space.mode:
            break
        found.append(run.data.copy().states)
    t, y = (np.concatenate([getattr(states, name) for states in found]) for name in ("t", "y"))
    way = first._replace(t=t, y=y)
    z, begun = space.coordinates(way), space.coordinates(starts)
    return Way(space, t, z, space.places(way, z), (begun, space.places(starts, begun)))


def every_of(wanted: Wanted) -> int:
    """Returns how many steps there are from one instant that is kept to the next."""
    return max(1, round(wanted.step_rate/wanted.rate))


def count_of(wanted: Wanted) -> int:
    """Returns how many instants are kept after the first one."""
    return max(1, round(wanted.seconds*wanted.step_rate/every_of(wanted)))


def box_of(wanted: Wanted, space: PhaseSpace) -> np.ndarray:
    """Returns points (n, b) of the box of starts, spread evenly, the motion itself the first of them."""
    box = np.random.default_rng(wanted.seed).uniform(-wanted.spread, wanted.spread, (wanted.starts, len(space.sizes)))
    box[0] = 0.0
    return box


class CloudRun:
    """A cloud under way; BadValue says why there is none.

    start    a person's own start, None for the scene's;  members  where they are;  states  where they began
    t        the instants so far; for each of them
    coordinates, places, expansion   as of a Cloud;  known  volume, measure, expected, error
    """

    def __init__(self, scene: Scene, values: Mapping, start: Any, wanted: Wanted):
        system = assemble_scene(scene, values, start)[0]
        self._run = Integration(system, 1.0/wanted.step_rate)
        self.space = space_of(scene, values, self._run)
        self._every, self._last = every_of(wanted), count_of(wanted)
        check_size(wanted, (self._last + 1)*len(self.space.names))
        self._mode = system.modes[self.space.mode]
        starts = self.space.starts(box_of(wanted, self.space))
        self.members = many.Members(self._run.model(self._mode), starts, self._run.h) if wanted.is_exact \
            else strides_of(self._run, starts)
        self.states = self.members.states.copy()
        self.t: list[float] = []
        self.coordinates: list[np.ndarray] = []
        self.places: list[np.ndarray | None] = []
        self.expansion: list[np.ndarray] = []
        self.known: list[tuple[float, float, float, float]] = []
        self._divergence: tuple[np.ndarray, np.ndarray] | None = None
        self._first, self._density, self._scale = self._begin()
        # how many go on, and what they spanned at first
        self._begun = 0, np.nan
        self._look()

    @property
    def count(self) -> int:
        """How many instants are known; it may be asked while another thread goes on."""
        return len(self.t)

    @property
    def share(self) -> float:
        """How much of it is done."""
        return 1.0 if self.is_done else (self.count - 1)/self._last

    @property
    def is_done(self) -> bool:
        """Whether the end is reached, or nobody is left."""
        return self.count > self._last or not self.members.is_going.any()

    def left_at(self, i: int) -> np.ndarray:
        """Returns which starts (n,) have left their mode by the instant i."""
        return ~self.members.is_going & (self.members.t <= self.t[i])

    def advance(self):
        """Goes on to the next instant that is kept."""
        self.members.advance(self._every)
        self._look()

    def _states(self, y: np.ndarray) -> States:
        """States of the first members, each at its instant."""
        return self._run.data.states._replace(mode=self.space.mode, t=self.members.t[:len(y)].copy(),
                                              y=np.ascontiguousarray(y))

    def _begin(self) -> tuple[np.ndarray, float, np.ndarray]:
        """What volumes are compared with: measured points, density, and scales in which they are numbers of size 1."""
        states = self._states(self.members.states)
        points, density = self.space.measured(self.space.coordinates(states), self._states(states.y[:1]))
        return points, density, np.maximum(points.std(axis=0), np.finfo(float).tiny)

    def _look(self):
        """Keeps where all members are, and what volume they fill."""
        states, is_on = self._states(self.members.states), self.members.is_going
        z = self.space.coordinates(states)
        expansion = self._expanded(z, is_on)
        points, density = self.space.measured(z, self._states(states.y[:1]))
        # as many as a volume has dimensions, and one
        count = int(is_on.sum())
        if self._begun[0] != count > points.shape[1]:
            self._begun = count, _spanned(self._first[is_on]/self._scale)
        measure = _spanned(points[is_on]/self._scale)/self._begun[1] if count > points.shape[1] else np.nan
        # the density is that where the motion itself is
        volume = measure*self._density/density if is_on[0] or not self.space.has_density else np.nan
        self.coordinates.append(z)
        self.places.append(self.space.places(states, z))
        self.expansion.append(expansion)
        self.known.append((volume, measure, *_mean(np.exp(expansion[is_on]))))
        # the last of all: what is known of an instant is whole
        self.t.append(self.members.k*self._run.h)

    def _expanded(self, z: np.ndarray, is_on: np.ndarray) -> np.ndarray:
        """int div f dt (n,) by Hermite's rule, which knows the slopes: its error goes with the fifth power of a step.

        It ends where a start leaves.
        """
        new, steep = self.space.divergence(z)
        before, self._divergence = self._divergence, (new, steep)
        if before is None:
            return np.zeros(len(z))
        value, slope = before
        h = self._every*self._run.h
        return self.expansion[-1] + np.where(is_on, 0.5*h*(value + new) + h*h/12.0*(slope - steep), 0.0)

    def found(self) -> Cloud:
        """Returns what is known so far."""
        volume, measure, expected, error = np.array(self.known).T
        places = None if self.places[0] is None else np.array(self.places)
        left = np.where(self.members.is_going, np.inf, self.members.t)
        return Cloud(np.array(self.t), tuple(map(_, self.space.names)), self.space.units, np.array(self.coordinates),
                     places, self.states, self.members.states.copy(), self._mode.word, np.array(self.expansion),
                     volume, measure, expected, error, left, self.reasons())

    def reasons(self) -> dict[str, int]:
        """Returns why members left, and how many, in the sentence of one of each kind."""
        members, found = self.members, dict[str, int]()
        for status in np.unique(members.statuses[~members.is_going]).tolist():
            those = np.flatnonzero(members.statuses == status)
            one = those[0]
            data = self._run.data
            there = Data(self.space.mode, float(members.t[one]), members.states[one].copy(), data.p.copy(),
                         data.calls.copy(), data.contact, self._run.h)
            jump = jump_after(self._run.system, there, status, 0)
            if jump.ended is not None:
                sentence = jump.ended.sentence
            elif jump.system is not None:
                # it has left what a cloud is of: as another system it has other coordinates
                sentence = jump.events[-1].sentence
            else:
                word = self._run.system.modes[jump.mode].word
                sentence = _("it goes on otherwise: {mode}").format(mode=_(word))
            found[sentence] = found.get(sentence, 0) + len(those)
        return found


def strides_of(run: Integration, starts: np.ndarray) -> Strides:
    """Returns members that begin at starts (n, size) of the present mode of a run, in strides."""
    system, data, mode = run.system, run.data, run.system.modes[run.data.mode]
    p, own, near, seen = data.p.copy(), mode.table, 0, 0
    if isinstance(system, System):
        alone, its, parts = system, data, [p]
        if isinstance(system, SupportsSystem):
            alone, its = system.alone(data)
            near, seen = clearance.untouched.address, clearance.REMEMBERED
            parts = [p[part.p] for part in system.parts.values()]
        for part in parts:
            mark_as_it_moves(part)
        functions = alone.modes[its.mode].functions
        own = functions.table
        if functions is ROLLING.functions and isinstance(system.body, Ball):
            # what any body does a ball does with less work
            own, body, its_p = own.copy(), system.body, p[mode.p]
            own[arrays.STEP] = step_in_body_axes().address
            its_p[lay.RADIUS], its_p[lay.INERTIA], its_p[lay.OFFSET] = body.radius, body.I, body.radius
    model = (mode.table, p[mode.p], data.calls[mode.calls], run.settings)
    return Strides(model, starts, run.h, own, near, np.zeros(seen))


def check_size(wanted: Wanted, numbers: int):
    """Raises BadValue for a cloud that is none, or would not fit into memory with so many numbers for each start."""
    starts = wanted.starts
    if isinstance(starts, bool) or not isinstance(starts, int | np.integer) or not 1 <= starts <= MOST_STARTS:
        raise BadValue(_("cloud, starts: got {found}, needs a whole number in [1, {most}]").format(
            found=starts, most=MOST_STARTS))
    for name, found in (("spread", wanted.spread), ("duration", wanted.seconds), ("rate", wanted.rate)):
        if not (isfinite(found) and found > 0.0):
            raise BadValue(_("cloud, {name}: got {found}, needs a number above 0").format(name=name, found=found))
    if starts*numbers > MOST_NUMBERS:
        raise BadValue(_("cloud: {starts} starts at so many instants are {found:.2g} numbers, needs at most "
                         "{most:.2g}; a lower rate or a shorter time keeps fewer").format(
                             starts=starts, found=float(starts*numbers), most=float(MOST_NUMBERS)))


def follow_cloud(run: CloudRun) -> Cloud:
    """Takes a cloud at its start to its end and returns what became of it; same arguments, same bits."""
    while not run.is_done:
        run.advance()
    return run.found()


def _mean(numbers: np.ndarray) -> tuple[float, float]:
    """The mean of numbers and its standard error, nan of none."""
    n = len(numbers)
    return (float(numbers.mean()), float(numbers.std()/np.sqrt(n))) if n else (np.nan, np.nan)


def _spanned(points: np.ndarray) -> float:
    """The square root of the determinant of the covariances of points (n, b), by singular values."""
    return float(np.prod(np.linalg.svd(points - points.mean(axis=0), compute_uv=False)))

"""A body that leaves the domain of its system goes on in a world of its own, from its state, at that very instant.

Rows, and surfaces of centres, know no edge (scene/beyond.py). The world has the body with the place and motion that
was shown of it, on supports that move as they did; all else that was shown is shown on: what turns by itself goes on
to. Its Jacobi integral is counted from another zero than before: what their constants differ by is in the ledger of the
new state. So is the energy of a body whose rows gave it no moment of inertia of its own.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy.spatial.transform import Rotation

from sandbox.integration import hybrid
from sandbox.integration import observation as obs
from sandbox.mechanics import layout as lay
from sandbox.mechanics.shown import Shown
from sandbox.mechanics.shown_layout import IN_BODY
from sandbox.mechanics.world import apart, frame
from sandbox.mechanics.world import layout as at
from sandbox.scene.beyond import Beyond
from sandbox.scene.bodies import Ball, Body
from sandbox.scene.drawn.shapes import Look
from sandbox.scene.joints import Hinge
from sandbox.scene.motions import Motion
from sandbox.scene.supports.surface import Surface
from sandbox.scene.world import World
from sandbox.systems.hand import Hand, is_held
from sandbox.systems.picture import Picture, body_state, support_state
from sandbox.systems.protocol import Automaton, Data, Event, Jump, Laws, LiveSignal, Mode, States, instant
from sandbox.systems.tables import ModeRow, Number
from sandbox.systems.world.assembly import lay_out_world, put_weights, supports_of
from sandbox.systems.world.system import WorldSystem
from sandbox.systems.world.taken_over import MOVES, OF_HAND
from sandbox.text import _

# a gap of this share of the size of the body is none: rounding of places of a metre
CLOSED = 1e-9


@dataclass(frozen=True, eq=False)
class BeyondSystem:
    """An Automaton (systems/protocol.py): a world that goes on with the first body of another system.

    world   it, and its start;  left  the system before, `there` its last state: its other bodies are shown on
    about   what the author said of it
    turns   (place of an angle in the state before, place of its rate there, place of both in that of the world)

    Parameters and addresses are those of the world, and behind them those of the system before.
    """

    world: WorldSystem
    left: Automaton
    there: Data
    about: Beyond
    turns: tuple[tuple[int, int, int], ...]
    p: np.ndarray
    calls: np.ndarray
    y: np.ndarray
    live: dict[str, LiveSignal]
    modes: dict[str, Mode]
    energy_scale: float
    drift_limit: float
    room_for: int
    mode: str = "world"
    stage: int = 1
    finest_level: int = 1
    energy_jump: float = 0.0
    contact: Laws | None = None
    notes: tuple[str, ...] = ()
    has_friction_ratio: bool = False

    @cached_property
    def given(self) -> np.ndarray:
        """The places of p that hold from frame to frame."""
        return np.concatenate((self.world.given, np.arange(self.world.p.size, self.p.size)))

    @property
    def is_all_in_state(self) -> bool:
        """Whether the next step depends on the state alone; see the protocol."""
        return False

    # ---- what it is called, and what is drawn: as before ---------------------------------------------------------

    @property
    def bodies(self) -> tuple[Ball | Body | Look, ...]:
        """What is drawn."""
        return self.left.bodies

    @property
    def body(self) -> Ball | Body | Look:
        """The first of them."""
        return self.left.body

    @property
    def surface(self) -> Surface:
        """Of the first support."""
        return self.left.surface

    @property
    def surfaces(self) -> tuple[Surface, ...]:
        """Of all supports that are shown."""
        return getattr(self.left, "surfaces", (self.left.surface,))

    @property
    def motion(self) -> Motion:
        """Of the first support."""
        return self.left.motion

    @property
    def integral_titles(self) -> dict[str, str]:
        """What can be watched."""
        return self.left.integral_titles

    @property
    def arrows(self) -> tuple[str, ...]:
        """The arrows that there were."""
        return self.left.arrows

    @property
    def arrow_words(self) -> dict[str, tuple[str, str]]:
        """What they are called."""
        return self.left.arrow_words

    def rows(self) -> tuple[ModeRow, ...]:
        """Returns the table of what the body does."""
        return self.world.rows()

    def numbers(self, p: np.ndarray) -> list[Number]:
        """Returns the parameters by name."""
        return self.world.numbers(self._own(p))

    # ---- going on ------------------------------------------------------------------------------------------------

    def _own(self, p: np.ndarray) -> np.ndarray:
        return p[:self.world.p.size]

    def _inner(self, data: Data) -> Data:
        """The run of the world alone; its arrays are parts of those of the run."""
        return replace(data, p=self._own(data.p), calls=data.calls[:self.world.calls.size])

    def _states(self, states: States) -> States:
        return states._replace(p=self._own(states.p), calls=states.calls[:self.world.calls.size])

    def jump(self, data: Data, status: int, count: int) -> Jump:
        """A world has no modes to jump between: what stops the integrator ends it."""
        return self.world.jump(data, status, count)

    def heard(self, data: Data) -> tuple[Event, ...]:
        """Returns the impacts of the body."""
        return self.world.heard(self._inner(data))

    def change(self, data: Data, contact: Laws):
        """There is no law to change."""

    def reconsider(self, data: Data, before: Laws | None) -> Jump | None:
        """Returns the jump that a hand asks for at once, or None."""
        return self.world.reconsider(self._inner(data), before)

    def hold(self, data: Data, hand: Hand | None) -> "BeyondSystem":
        """Writes a hand, or that there is none, into data; its point counts from what is shown as the body's.

        It is as stiff as the system before would have it, bit by bit: one that came over the rim is written anew when a
        run is taken back. What is only shown on is not pulled.
        """
        inner, there = self._inner(data), self.there.copy()
        self.world.hold(inner, None)
        if hand is not None:
            self.left.hold(there, hand)
            if hand.body == 0:
                _put_hand(self.world, inner.p, self.left, self.about, there.p)
        return self

    def numbers_of_hand(self, p: np.ndarray) -> np.ndarray:
        """Returns the part of p with the places of a hand."""
        return self.world.numbers_of_hand(self._own(p))

    # ---- readings ------------------------------------------------------------------------------------------------

    def reports(self, states: States) -> np.ndarray:
        """Returns what is shown of the body and the supports of its world (n, numbers)."""
        return self.world.reports(self._states(states))

    def _others(self, states: States) -> Shown:
        """What is shown of the system before at the instants of states: its first body stays where it left."""
        y = np.tile(self.there.y, (len(states.t), 1))
        for angle, rate, free in self.turns:
            y[:, [angle, rate]] = states.y[:, free:free + 2]
        p, calls = states.p[self.world.p.size:], states.calls[self.world.calls.size:]
        before = States(self.there.mode, states.t, y, p, calls)
        return self.left.shown(before, self.left.reports(before))

    def shown(self, states: States, reports: np.ndarray) -> Shown:
        """Returns bodies and supports in the laboratory frame, in the order of the system before."""
        others = self._others(states)
        own = self.world.shown(self._states(states), reports).bodies[:, 0].copy()
        if self.about.above:
            _move_point(own, -self.about.above)
        for k in self.about.carries:
            _carry(others.bodies[:, k], others.bodies[:, 0], own)
        others.bodies[:, 0] = own
        return others

    def words(self, states: States, count: int) -> np.ndarray:
        """Returns what each body does in each state (n, count), in words."""
        found = np.full((len(states.t), count), self.left.modes[self.there.mode].word, object)
        found[:, :1] = self.world.words(self._states(states), 1)
        return found

    def picture(self, data: Data, reports: np.ndarray | None = None) -> Picture:
        """Returns bodies and supports in the laboratory frame."""
        states = data.states
        seen = self.shown(states, self.reports(states) if reports is None else reports)
        words = self.words(states, seen.bodies.shape[1])[0]
        return Picture(tuple(body_state(body, word) for body, word in zip(seen.bodies[0], words, strict=True)),
                       tuple(support_state(support) for support in seen.supports[0]))

    def coordinates(self, data: Data) -> tuple[np.ndarray, np.ndarray]:
        """Returns the mass centre and its velocity [m, m/s]."""
        return self.world.coordinates(data)

    def reason_not_conserved(self, name: str, data: Data) -> str:
        """Returns why the named quantity is not conserved just now, or "" when it is."""
        return self.world.reason_not_conserved(name, self._inner(data)) or (
            "" if name == "E_J" else _("the body has left its support"))

    def invariants(self, names: Iterable[str], states: States, reports: np.ndarray, E_J: np.ndarray
                   ) -> dict[str, np.ndarray]:
        """Returns E_J (n,), nan for what is an integral on the support only."""
        return {name: E_J if name == "E_J" else np.full(len(E_J), np.nan) for name in names}

    def energies(self, states: States, reports: np.ndarray, E_J: np.ndarray) -> dict[str, np.ndarray]:
        """Returns the parts (n,) [J] of E_J; `inside` is what it is counted from, and what turns by itself."""
        parts = self.world.energies(self._states(states), reports, E_J)
        parts.pop("inside", None)
        return {**parts, "inside": E_J - sum(parts.values())}

    def slip(self, states: States, reports: np.ndarray) -> np.ndarray | None:
        """Returns nan (n, 3) where a slip was measured before: which contact would it be of."""
        return None if self.left.slip(self.there.states, self.left.reports(self.there.states)) is None else (
            np.full((len(states.t), 3), np.nan))


def lay_out_beyond(world: World, values: Mapping) -> WorldSystem:
    """Returns the system in which a body will go on, as far as it is known now, with what its start needs compiled."""
    laid = lay_out_world(world, values)
    for entry in (apart.gaps, frame.reconsider):
        entry.address      # noqa: B018 - for what it does
    return laid


def _carry(bodies: np.ndarray, first: np.ndarray, now: np.ndarray):
    """Moves bodies (n, BODY_SIZE) with another one, to which they stand as they did to `first`."""
    place, velocity, turning = IN_BODY["centre"], IN_BODY["velocity"], IN_BODY["angular_velocity"]
    was, attitude = (Rotation.from_quat(found[:, IN_BODY["quaternion"]], scalar_first=True) for found in (first, now))
    turned = attitude*was.inv()
    arm = turned.apply(bodies[:, place] - first[:, place])
    bodies[:, place], bodies[:, turning] = now[:, place] + arm, now[:, turning]
    bodies[:, velocity] = now[:, velocity] + np.cross(now[:, turning], arm)
    bodies[:, IN_BODY["quaternion"]] = (turned*Rotation.from_quat(
        bodies[:, IN_BODY["quaternion"]], scalar_first=True)).as_quat(scalar_first=True)


def _move_point(bodies: np.ndarray, by: float):
    """Moves centre and velocity of bodies (n, BODY_SIZE) to the point that lies `by` [m] along their third axes."""
    q = bodies[:, IN_BODY["quaternion"]]
    w, x, y, z = q.T
    arm = by*np.column_stack((2.0*(x*z + w*y), 2.0*(y*z - w*x), 1.0 - 2.0*(x*x + y*y)))
    bodies[:, IN_BODY["centre"]] += arm
    bodies[:, IN_BODY["velocity"]] += np.cross(bodies[:, IN_BODY["angular_velocity"]], arm)


def gone_beyond(left: Automaton, about: Beyond, values: Mapping, data: Data, kind: str, what: str) -> Jump:
    """Returns the jump with which the first body of a system goes on in a world.

    about, values   what the author said of it, and the parameter values;  data  of the run at the instant
    kind, what      of the event, for a person
    """
    states = data.states
    seen = left.shown(states, left.reports(states))
    world = _moved_on(lay_out_world(about.world, values), left, about, data, seen)
    system = _together(world, left, about, data)
    at_rest = np.zeros(obs.OBSERVATION)
    before, size = left.modes[data.mode], world.room.size
    hybrid.observe(before.table, data.t, data.y, data.p[before.p], data.calls[before.calls], at_rest)
    defect = float(at_rest[obs.DEFECT])
    hybrid.observe(world.modes["world"].table, data.t, world.y, world.p, world.calls, at_rest)
    y = world.y.copy()
    y[world.room.ledger_at + at.LEDGER] += at_rest[obs.DEFECT] - defect
    y = world.reconsidered(data.t, y, world.p, world.calls)
    assert y.size == size
    event = Event(data.t, 0, kind, _("The body {what} {when}, and goes on from there.").format(
        what=what, when=instant(data.t, data.h)))
    return Jump("world", y, (event,), system=replace(system, y=y))


def _moved_on(world: WorldSystem, left: Automaton, about: Beyond, data: Data, seen: Shown) -> WorldSystem:
    """The world with its body, supports and hand as they are in the system before."""
    room, p, y, names = world.room, world.p, world.y, world.support_names
    body = seen.bodies[0, :1].copy()
    _move_point(body, about.above)
    numbers, state = body[0], y[:at.STATE]
    state[at.X:at.X + 3], state[at.V:at.V + 3] = numbers[IN_BODY["centre"]], numbers[IN_BODY["velocity"]]
    state[at.W:at.W + 3], state[at.Q:at.Q + 4] = numbers[IN_BODY["angular_velocity"]], numbers[IN_BODY["quaternion"]]
    state[at.ON], state[at.MODE], state[at.FRAME] = -1.0, at.OPEN, room.supports - 1
    for s, on in enumerate(about.world.supports.values()):
        block = p[room.block_at(s):room.block_at(s) + room.block]
        if on.motion == left.motion:
            block[at.OF_MOTION:][MOVES] = data.p[MOVES]
    for name, (signal, share) in about.spins.items():
        place = left.live[signal].place if signal in left.live else None
        if place is not None:
            block = p[room.block_at(names.index(name)) + at.OF_MOTION:]
            block[lay.SPIN:lay.SPIN + lay.SIGNAL_SIZE] = _share_of(data.p[place:place + lay.SIGNAL_SIZE], share)
    put_weights(supports_of(about.world), world)
    for joint in about.world.joints:
        if isinstance(joint, Hinge):
            free = room.free_at + int(p[room.block_at(names.index(joint.support)) + at.FREE_INDEX])*at.TURNING
            y[free:free + 2] = _turned(left, about.turns[joint.support], data)
    if about.touches and left.modes[data.mode].word != "flight" and _touches(world, names.index(about.touches), data.t):
        table = names.index(about.touches)
        is_free = p[room.block_at(table) + at.FREE_INDEX] >= 0.0
        state[at.ON], state[at.MODE] = table, at.SLIPS if about.slips else at.ROLLS
        state[at.FRAME] = room.supports - 1 if is_free else table
    if is_held(data.p) and getattr(left, "held", 0) == 0:
        _put_hand(world, world.p, left, about, data.p)
    return world


def _touches(world: WorldSystem, support: int, t: float) -> bool:
    """Whether the body is in contact with a support: the point of rows that passes their rim is not its lowest one."""
    body = world.bodies[0]
    if isinstance(body, Ball):
        return True
    gaps = np.full(len(world.support_names) + 1, np.inf)
    hybrid.evaluate(apart.gaps.address, t, world.y, world.p, world.calls, gaps)
    return bool(abs(gaps[support]) <= CLOSED*body.size)


def _share_of(signal: np.ndarray, share: float) -> np.ndarray:
    """The numbers of a signal that is a share of another one."""
    found = signal.copy()
    found[lay.SIGNAL_C:lay.SIGNAL_C + 6] *= share
    found[[lay.SIGNAL_SINE, lay.SIGNAL_COSINE]] *= share
    return found


def _places(left: Automaton, name: str) -> tuple[int, int]:
    """Places of a coordinate of rows, and of its rate, in the state."""
    state, declared = left.state, left.declared     # type: ignore[attr-defined]
    i, k = 0, 0
    for coordinate in declared.coordinates:
        if coordinate == name:
            return state.q.start + i, state.v.start + k
        i, k = (i + 1, k + 1) if isinstance(coordinate, str) else (i + 4, k + 3)
    raise KeyError(name)


def _turned(left: Automaton, name: str, data: Data) -> np.ndarray:
    """Angle and rate (2,) of a coordinate."""
    return data.y[list(_places(left, name))]


def _put_hand(world: WorldSystem, p: np.ndarray, left: Automaton, about: Beyond, before: np.ndarray):
    """Writes a hand of the parameters `before` of the system left to p of the world, as stiff: laboratory frame."""
    lab = world.numbers_of_hand(p)
    for place, size in OF_HAND:
        lab[place:place + size] = before[place:place + size]
    lab[lay.HAND_POINT + 2] -= about.above
    if hasattr(left, "declared"):
        # rows have it in the rest axes of their support
        P = before[lay.PLACEMENT:lay.PLACEMENT + 9].reshape(3, 3)
        for place in (lay.HAND_TARGET, lay.HAND_RATE):
            lab[place:place + 3] = P @ before[place:place + 3]
        lab[lay.HAND_TARGET:lay.HAND_TARGET + 3] += left.surface.origin
    p[at.HELD] = 0.0


def _together(world: WorldSystem, left: Automaton, about: Beyond, data: Data) -> BeyondSystem:
    """The world and what was before as one system."""
    n, m, room = world.p.size, world.calls.size, world.room
    plain = getattr(left, "plain", None) or left
    live = {}
    for name, signal in plain.live.items():
        more = tuple(one._replace(place=one.place + n, first=one.first + n) for one in signal.more)
        moved = signal._replace(place=signal.place + n, first=signal.first + n, more=more)
        own = world.live.get(name)
        live[name] = moved if own is None else moved._replace(more=(*moved.more, own._replace(more=()), *own.more))
    turns = []
    for support, name in about.turns.items():
        index = int(world.p[room.block_at(world.support_names.index(support)) + at.FREE_INDEX])
        turns.append((*_places(plain, name), room.free_at + index*at.TURNING))
    functions = world.functions
    mode = Mode("flight", functions, room.size, room.ledger_at + at.LEDGER, lost=room.ledger_at + at.LOST,
                p=slice(0, n), calls=slice(0, m))
    there = replace(data.copy(), mode=data.mode)
    return BeyondSystem(
        world, plain, there, about, tuple(turns), np.concatenate((world.p, data.p)),
        np.concatenate((world.calls, data.calls)), world.y, live, {"world": mode}, plain.energy_scale,
        plain.drift_limit, plain.room_for)

"""A world of balls as a run knows it: one mode whose state holds all balls (mechanics/world)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from sandbox.errors import BadValue
from sandbox.integration import hybrid, instants
from sandbox.integration.mode_functions import ModeFunctions
from sandbox.integration.settings import DRIFT_LIMIT
from sandbox.integration.status import DRIFTED, NOT_FINITE
from sandbox.mechanics import shown_layout as shown_at
from sandbox.mechanics.shown import Shown
from sandbox.mechanics.world import apart, energy, frame, shown
from sandbox.mechanics.world import layout as at
from sandbox.scene.bodies import Ball, Body
from sandbox.scene.contact import Contact
from sandbox.scene.motions import Motion
from sandbox.scene.supports.surface import Surface
from sandbox.systems.bodies_seen import FLIGHT, ON_OTHERS, BodyStates
from sandbox.systems.hand import Hand, drop_hand, is_held, put_hand, reason_of_hand, weight_of
from sandbox.systems.picture import Picture, support_state
from sandbox.systems.protocol import (
    ARROWS,
    Data,
    Event,
    Jump,
    Laws,
    LiveSignal,
    Mode,
    States,
    instant,
    stop_event,
)
from sandbox.systems.tables import ModeRow, Number
from sandbox.systems.world.bodies import mass_of, moment_of
from sandbox.systems.world.hinges import PlacedHinge, hinge_links, placed_hinge
from sandbox.systems.world.joints import PlacedJoint, links_of
from sandbox.systems.world.laws import put_support_law
from sandbox.systems.world.log import events_since
from sandbox.systems.world.numbers import Room
from sandbox.systems.world.table import named_numbers, state_rows
from sandbox.text import _, name_text

# what a ball does, in words, by its support and mode
# a velocity up to this is none [m/s, rad/s]
STILL = 1e-9
WORDS = {at.ROLLS: "rolling", at.SLIPS: "sliding", at.OPEN: FLIGHT, at.STEPPED: "sliding", at.RESTS: "rest"}
# a second point this near to a support touches it: where a run ends is located to rounding of its frame [body's size]
TWICE = 1e-6
FUNCTIONS = ModeFunctions(lambda: (frame.step, energy.observe, frame.settle, shown.report))


def in_pairs(first: np.ndarray, other: np.ndarray, bodies: int) -> np.ndarray:
    """Returns whether each of so many bodies is one of a pair (n, bodies); first, other (n, contacts): negative where
    there is none, or what touches is no body."""
    found = np.zeros((len(first), bodies), bool)
    row, k = np.nonzero((first >= 0.0) & (other >= 0.0))
    for one in (first, other):
        found[row, one[row, k].astype(int)] = True
    return found


@dataclass(frozen=True, eq=False)
class WorldSystem:
    """Balls on supports: an Automaton (systems/protocol.py).

    bodies, names    the balls and what they are called;  support_names, surfaces, motions  of the supports
    room             how its arrays are laid out
    joints           ball joints, as the picture shows them
    """

    bodies: tuple[Ball | Body, ...]
    names: tuple[str, ...]
    support_names: tuple[str, ...]
    surfaces: tuple[Surface, ...]
    motions: tuple[Motion, ...]
    room: Room
    p: np.ndarray
    y: np.ndarray
    calls: np.ndarray
    live: dict[str, LiveSignal] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    drift_limit: float = DRIFT_LIMIT
    mode: str = "world"
    contact: Contact | None = None
    stage: int = 0
    room_for: int = 0
    # a frame is made as a whole: its parts watch their own errors
    finest_level: int = 1
    # there is no one law of contact, those of its supports are numbers of p
    takes_laws: bool = True
    energy_jump: float = 0.0
    joints: tuple[PlacedJoint, ...] = ()
    functions: ModeFunctions = FUNCTIONS

    @property
    def has_friction_ratio(self) -> bool:
        """The forces of the many contacts are found for pictures only, not in each step."""
        return False

    @cached_property
    def given(self) -> np.ndarray:
        """The places of p that hold from frame to frame."""
        return self.room.given(self.p)

    def started(self) -> "WorldSystem":
        """Returns it as it goes on from its start."""
        return replace(self, y=self.reconsidered(0.0, self.y, self.p, self.calls))

    @property
    def is_all_in_state(self) -> bool:
        """Impacts are written down beside it."""
        return False

    @cached_property
    def modes(self) -> dict[str, Mode]:
        """The only one."""
        ledger = self.room.ledger_at
        return {"world": Mode("rolling", self.functions, self.room.size, ledger + at.LEDGER, lost=ledger + at.LOST)}

    @property
    def body(self) -> Ball | Body:
        """The first of them."""
        return self.bodies[0]

    @property
    def surface(self) -> Surface:
        """Of the first support."""
        return self.surfaces[0]

    @property
    def motion(self) -> Motion:
        """Of the first support."""
        return self.motions[0]

    @property
    def energy_scale(self) -> float:
        """m g a of the first ball [J]."""
        g = float(np.linalg.norm(self.p[at.GRAVITY:at.GRAVITY + 3]))
        return mass_of(self.body)*(g or 1.0)*self.body.size

    @property
    def integral_titles(self) -> dict[str, str]:
        """What can be watched."""
        return {"E_J": _("Jacobi integral E_J in J")}

    @property
    def arrows(self) -> tuple[str, ...]:
        """All that there are."""
        return ARROWS

    @property
    def arrow_words(self) -> dict[str, tuple[str, str]]:
        """Every arrow is what its name says."""
        return {}

    def rows(self) -> tuple[ModeRow, ...]:
        """Returns the table of what its balls do."""
        return state_rows(self.functions.all_entries)

    def numbers(self, p: np.ndarray) -> list[Number]:
        """Returns the parameters by name."""
        return named_numbers(p, self.room, self.names, self.support_names, self.surfaces)

    # ---- going on ------------------------------------------------------------------------------------------------

    def jump(self, data: Data, status: int, count: int) -> Jump:
        """A world has no modes to jump between: what stops the integrator ends it."""
        twice = self._touches_twice(data) if status in (NOT_FINITE, DRIFTED) else None
        if twice is not None:
            return Jump(data.mode, data.y, ended=twice)
        return Jump(data.mode, data.y, ended=stop_event(data, status))

    def _touches_twice(self, data: Data) -> Event | None:
        """Returns the end of a run in which a body has come to touch a support at a second point, or None."""
        supports = len(self.support_names)
        # bodies with corners have none of the functions that are asked here
        is_cornered = any(isinstance(body, Body) and body.corners for body in self.bodies)
        if data.p[at.SHAPED] == 0.0 or is_cornered or not np.isfinite(data.y).all():
            return None
        gaps = np.full((len(self.bodies), supports), np.inf)
        hybrid.evaluate(apart.second_gaps.address, data.t, data.y, data.p, data.calls, gaps)
        for i, body in enumerate(self.bodies):
            s = int(np.argmin(gaps[i]))
            if abs(gaps[i, s]) <= TWICE*body.size:
                return Event(data.t, i, "stop", _(
                    "'{body}' touches '{support}' at a second point {when}: among others a body is followed with one "
                    "point on each support.").format(
                        body=name_text(self.names[i]), support=name_text(self.support_names[s]),
                        when=instant(data.t, data.h)))
        return None

    def change(self, data: Data, contact: Laws):
        """Writes other laws of its supports into data, where they are given: between bodies they stay."""
        assert isinstance(contact, Mapping)
        for s, name in enumerate(self.support_names):
            if name in contact:
                start = self.room.block_at(s)
                put_support_law(data.p[start:start + self.room.block], name, contact[name])

    def reconsidered(self, t: float, y: np.ndarray, p: np.ndarray, calls: np.ndarray) -> np.ndarray:
        """Returns a state in which no contact pulls: modes are decided anew where their forces would have to."""
        found = np.empty_like(y)
        hybrid.evaluate(frame.reconsider.address, t, y, p, calls, found)
        return found

    def reconsider(self, data: Data, before: Laws | None) -> Jump | None:
        """Returns the jump that a hand asks for at once, or None: what would have to pull lets go."""
        y = self.reconsidered(data.t, data.y, data.p, data.calls)
        return None if np.array_equal(y, data.y, equal_nan=True) else Jump(data.mode, y)

    def hold(self, data: Data, hand: Hand | None) -> "WorldSystem":
        """Writes a hand, or that there is none, into data: its numbers stand in the laboratory's block."""
        lab = self.numbers_of_hand(data.p)
        if hand is None:
            drop_hand(lab)
            data.p[at.HELD] = -1.0
            return self
        if not 0 <= hand.body < len(self.bodies):
            raise BadValue(_("hand: there is no body {number}").format(number=hand.body + 1))
        ball = self.bodies[hand.body]
        r = np.array(hand.point)
        # mean over all directions of what a free ball gives way at the held point
        mobility = 1.0/mass_of(ball) + 2.0/3.0*(r @ r)/moment_of(ball)
        put_hand(lab, hand, 1.0/mobility, weight_of(mass_of(ball), data.p[at.GRAVITY:at.GRAVITY + 3]), hand.target,
                 hand.rate)
        data.p[at.HELD] = float(hand.body)
        return self

    def numbers_of_hand(self, p: np.ndarray) -> np.ndarray:
        """Returns the part of p with the places of a hand: the laboratory's block."""
        return p[self.room.block_at(self.room.supports - 1) + at.OF_MOTION:]

    # ---- readings ------------------------------------------------------------------------------------------------

    def reports(self, states: States) -> np.ndarray:
        """Returns what is shown of all balls and supports (n, numbers)."""
        size = len(self.bodies)*shown_at.BODY_SIZE + len(self.surfaces)*shown_at.SUPPORT_SIZE
        return instants.report(self.modes["world"].table, states, size)

    def shown(self, states: States, reports: np.ndarray) -> Shown:
        """Returns balls and supports in the laboratory frame."""
        n, split = len(reports), len(self.bodies)*shown_at.BODY_SIZE
        return Shown(reports[:, :split].reshape(n, -1, shown_at.BODY_SIZE),
                     reports[:, split:].reshape(n, -1, shown_at.SUPPORT_SIZE))

    def words(self, states: States, count: int) -> np.ndarray:
        """Returns what each ball does (n, balls), in words."""
        balls = states.y[:, :self.room.free_at].reshape(len(states.y), -1, at.STATE)
        modes = balls[..., at.MODE]
        found = np.full(modes.shape, FLIGHT, object)
        for number, word in WORDS.items():
            found[modes == number] = word
        # what can't roll and stays where it is
        moving = balls[:, self.never_roll, at.V:at.Q]
        still = (modes[:, self.never_roll] == at.ROLLS) & (np.abs(moving) <= STILL).all(axis=2)
        found[:, self.never_roll] = np.where(still, WORDS[at.RESTS], found[:, self.never_roll])
        is_aloft = (balls[..., at.ON] < 0.0) & (modes != at.RESTS)
        if is_aloft.any():
            found[is_aloft] = FLIGHT
            found[is_aloft & self.touches_others(states)] = ON_OTHERS
        return found

    @cached_property
    def never_roll(self) -> np.ndarray:
        """Which bodies lie on a face and never tip (bodies,)."""
        return np.array([isinstance(body, Body) and not body.can_tip for body in self.bodies], bool)

    def touches_others(self, states: States) -> np.ndarray:
        """Returns whether each ball touches another one lastingly in each state (n, balls)."""
        return in_pairs(*self.room.pairs_in(states.y), len(self.bodies))

    def picture(self, data: Data, reports: np.ndarray | None = None) -> Picture:
        """Returns balls and supports in the laboratory frame."""
        states = data.states
        seen = self.shown(states, self.reports(states) if reports is None else reports)
        words = self.words(states, len(self.bodies))[0]
        on = data.y[:self.room.free_at].reshape(-1, at.STATE)[:, at.ON]
        return Picture(BodyStates(seen.bodies[0].copy(), words.tolist(), np.maximum(on, 0).astype(int).tolist()),
                       tuple(support_state(support) for support in seen.supports[0]),
                       links=(*links_of(self.joints, seen.bodies[0], seen.supports[0]),
                              *hinge_links(self.hinges, seen.supports[0], data.p, data.t)))

    @cached_property
    def hinges(self) -> tuple[PlacedHinge, ...]:
        """The hinges on which supports turn, as they are drawn."""
        blocks = [self.room.block_at(s) for s in range(len(self.surfaces))]
        return tuple(placed_hinge(s, block, self.motions[s], self.surfaces[s]) for s, block in enumerate(blocks)
                     if self.p[block + at.FREE_INDEX] >= 0.0)

    def coordinates(self, data: Data) -> tuple[np.ndarray, np.ndarray]:
        """Returns the centre of the first ball and its velocity [m, m/s]."""
        return data.y[at.X:at.X + 3].copy(), data.y[at.V:at.V + 3].copy()

    def reason_not_conserved(self, name: str, data: Data) -> str:
        """Returns why E_J is not conserved just now, or ""."""
        if is_held(self.numbers_of_hand(data.p)):
            return reason_of_hand(name)
        return ""

    def invariants(self, names: Iterable[str], states: States, reports: np.ndarray, E_J: np.ndarray
                   ) -> dict[str, np.ndarray]:
        """Returns the values (n,) of what can be watched."""
        return dict.fromkeys(names, E_J)

    def energies(self, states: States, reports: np.ndarray, E_J: np.ndarray) -> dict[str, np.ndarray]:
        """Returns the parts (n,) [J] of E_J; `inside` is what supports that are free to turn have."""
        found = np.empty((len(states.t), 5))
        for i, (t, y) in enumerate(zip(states.t, states.y, strict=True)):
            shown.energy_parts(float(t), y, states.p, states.calls, found[i])
        parts = dict(zip(("translation", "rotation", "turning", "potential"), found.T, strict=False))
        if self.room.free:
            parts["inside"] = E_J - sum(parts.values())
        return parts

    def slip(self, states: States, reports: np.ndarray) -> np.ndarray | None:
        """There are many."""
        return None

    def heard(self, data: Data) -> tuple[Event, ...]:
        """Returns the impacts of a world of a few balls."""
        return events_since(data.p, data.h, self.names, self.support_names)

    def impacts(self, data: Data) -> int:
        """Returns how many impacts there have been."""
        return int(data.y[self.room.ledger_at + at.IMPACTS])

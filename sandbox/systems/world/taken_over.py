"""A body that comes to lean on two supports at once goes on in a world of itself: from its state, at that very instant.

A contact among supports is one at a time (systems/supports); what presses a body from two sides is an island
(systems/world). Both see the same body, and its Jacobi integral from the same support: what their constants differ by
is in the ledger of the new state, nothing else.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import cast

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.errors import BadValue
from sandbox.integration import hybrid
from sandbox.integration import observation as obs
from sandbox.integration.status import NOT_FINITE
from sandbox.mechanics import layout as lay
from sandbox.mechanics import report
from sandbox.mechanics.contact.state import ANGULAR_VELOCITY, LEDGER, POINT, QUATERNION, VELOCITY
from sandbox.mechanics.probe import Pose
from sandbox.mechanics.shown_layout import IN_BODY, IN_SUPPORT
from sandbox.mechanics.world import layout as at
from sandbox.scene.bodies import Body
from sandbox.scene.contact import Contact
from sandbox.scene.world import World
from sandbox.systems.contact.energies import energy_parts
from sandbox.systems.contact.grip import felt_mass, weight
from sandbox.systems.hand import Hand, drop_hand, is_held, put_hand
from sandbox.systems.protocol import Data, Event, Jump, Laws, States, instant
from sandbox.systems.tables import ModeRow
from sandbox.systems.world.assembly import lay_out_world
from sandbox.systems.world.bodies import mass_of
from sandbox.systems.world.cornered import CorneredSystem, passes_edge, reconsidered_corners
from sandbox.systems.world.laws import put_support_law
from sandbox.systems.world.system import WORDS, WorldSystem
from sandbox.systems.world.table import cornered_rows
from sandbox.text import _

# the numbers of how a support moves, and those of a hand
MOVES = slice(lay.SPIN, lay.IS_STEADY + 1)
# speed below this share of sqrt(g a) is rounding: that from which a slip has a direction (corners/forces.py)
STILL = 1e-8
OF_HAND = ((lay.HAND_STIFFNESS, 1), (lay.HAND_DAMPING, 1), (lay.HAND_STRENGTH, 1), (lay.HAND_POINT, 3),
           (lay.HAND_TARGET, 3), (lay.HAND_RATE, 3), (lay.HAND_START, 1))


@dataclass(frozen=True, eq=False)
class TakenOver(WorldSystem):
    """A world that goes on with the body of a contact among supports.

    laws      of the supports as they were then: a run changes them
    before    name of the support that it touched before;  seen_by  parameters of that (mechanics/layout.py) then
    """

    stage: int = 1
    laws: Mapping[str, Contact] = field(default_factory=dict)
    before: str = ""
    seen_by: np.ndarray = field(default_factory=lambda: np.zeros(0))

    @property
    def is_line(self) -> bool:
        """Whether its body is followed by both ends of a line."""
        return False

    def _motion_in(self, p: np.ndarray, s: int) -> np.ndarray:
        """The numbers of how the support s moves, of the parameters p."""
        start = self.room.block_at(s)
        return p[start + at.OF_MOTION:start + self.room.block]

    def hold(self, data: Data, hand: Hand | None) -> "TakenOver":
        """Writes a hand, or that there is none, into data: it is as stiff as on the body before."""
        lab = self.numbers_of_hand(data.p)
        if hand is None:
            drop_hand(lab)
        else:
            put_hand(lab, hand, felt_mass(self.seen_by, np.array(hand.point)), weight(self.seen_by), hand.target,
                     hand.rate)
        data.p[at.HELD] = -1.0 if hand is None else 0.0
        return self

    def change(self, data: Data, contact: Laws):
        """Writes other laws into data, where they are given."""
        assert isinstance(contact, Mapping)
        data.contact = {name: contact.get(name, law) for name, law in self.laws.items()}
        put_laws(self, data.p, data.contact)

    def reason_not_conserved(self, name: str, data: Data) -> str:
        """Returns why the named quantity is not conserved just now, or "" when it is."""
        return super().reason_not_conserved(name, data) or (
            "" if name == "E_J" else _("several supports may hold the body at once"))

    def invariants(self, names: Iterable[str], states: States, reports: np.ndarray, E_J: np.ndarray
                   ) -> dict[str, np.ndarray]:
        """Returns E_J (n,), nan for the integrals of one contact."""
        return {name: E_J if name == "E_J" else np.full(len(E_J), np.nan) for name in names}

    def energies(self, states: States, reports: np.ndarray, E_J: np.ndarray) -> dict[str, np.ndarray]:
        """Returns the parts (n,) [J] of E_J as the support sees the body that it touched before."""
        seen = self.shown(states, reports)
        s = self.support_names.index(self.before)
        body, support, own = seen.bodies[:, 0], seen.supports[:, s], self._motion_in(states.p, s)
        its = np.zeros((len(E_J), report.REPORT))
        for place, size, part in (
                (report.CENTRE, 3, body[:, IN_BODY["centre"]]), (report.VELOCITY, 3, body[:, IN_BODY["velocity"]]),
                (report.SPIN_LAB, 3, body[:, IN_BODY["angular_velocity"]]),
                (report.QUATERNION, 4, body[:, IN_BODY["quaternion"]]),
                (report.SUPPORT_POINT, 3, support[:, IN_SUPPORT["position"]]),
                (report.SUPPORT_VELOCITY, 3, [Pose(t, own).point_velocity for t in states.t.tolist()]),
                (report.SUPPORT_SPIN, 3, support[:, IN_SUPPORT["angular_velocity"]])):
            its[:, place:place + size] = part
        return energy_parts(states.t, its, self.seen_by)

    def slip(self, states: States, reports: np.ndarray) -> np.ndarray | None:
        """Returns nan (n, 3): there may be several contacts."""
        return np.full((len(states.t), 3), np.nan)


@dataclass(frozen=True, eq=False)
class Lying(TakenOver):
    """A straight body, taken over where it came to lie: it goes on by its two ends (mechanics/world/corners)."""

    @property
    def is_line(self) -> bool:
        """Whether its body is followed by both ends of a line."""
        return True

    def reconsidered(self, t: float, y: np.ndarray, p: np.ndarray, calls: np.ndarray) -> np.ndarray:
        """Returns a state in which each end does what it can."""
        return reconsidered_corners(t, y, p, calls)

    def rows(self) -> tuple[ModeRow, ...]:
        """Returns the table of what it does."""
        return cornered_rows(self.functions.all_entries)

    def jump(self, data: Data, status: int, count: int) -> Jump:
        """What stops the integrator ends it; so does an edge, which meets it between its ends."""
        if status == NOT_FINITE and passes_edge(self.room, data):
            return Jump(data.mode, data.y, ended=Event(data.t, 0, "rim", _(
                "It comes to lie over an edge {when}: only its ends are followed; the last good state is shown."
                ).format(when=instant(data.t, data.h))))
        return super().jump(data, status, count)

    def words(self, states: States, count: int) -> np.ndarray:
        """Returns what it does (n, 1), in words: what sticks at both ends and does not turn about its line rests."""
        found, still = super().words(states, count), STILL*float(np.sqrt(self.energy_scale/mass_of(self.body)))
        y = states.y[:, :at.STATE]
        speed = np.abs(y[:, at.V:at.V + 3]).max(axis=1) + self.body.size*np.abs(y[:, at.W:at.W + 3]).max(axis=1)
        found[(y[:, at.MODE] == at.ROLLS) & (speed <= still), 0] = WORDS[at.RESTS]
        return found


def put_laws(system: WorldSystem, p: np.ndarray, laws: Mapping[str, Contact]):
    """Writes the laws of supports, by name, to parameters p of a world; BadValue for what it can't follow.

    What a law says for where contact and detachment are both possible is not asked there: small steps go on.
    """
    for s, name in enumerate(system.support_names):
        start, law = system.room.block_at(s), laws.get(name)
        put_support_law(p[start:start + system.room.block], name, law and replace(law, branch=Contact.branch))


def taken_over(world: World, values: Mapping, data: Data, motions: Mapping[str, np.ndarray], flight: np.ndarray,
               touches: str, does: float) -> TakenOver:
    """Returns the system that goes on with a body, in its state; BadValue where a world can't follow it.

    data      of the run at the instant, with the laws of its supports
    motions   name of a support -> its parameters (mechanics/layout.py) now
    flight    (17,) the body, laboratory frame (mechanics/contact/state.py), its ledger that of the support touched
    touches   name of that support;  does  what the body does there: ROLLS, SLIPS or OPEN (mechanics/world/layout.py)
    """
    laws = data.contact if isinstance(data.contact, Mapping) else {}
    ends = getattr(world.bodies[0].body, "ends", ())
    bare = lay_out_world(by_its_ends(world) if ends else world, values)
    if type(bare) is not (CorneredSystem if ends else WorldSystem):
        raise BadValue(_("a body with flat faces is put there at the start only"))
    system = (Lying if ends else TakenOver)(**{**vars(bare), "stage": TakenOver.stage, "laws": dict(laws),
                                               "before": touches, "seen_by": motions[touches].copy()})
    room, p, y, on = system.room, system.p, system.y, system.support_names.index(touches)
    for s, name in enumerate(system.support_names):
        system._motion_in(p, s)[MOVES] = motions[name][MOVES]
    put_laws(system, p, laws)
    _put_hand(system, motions[touches])
    state, q = y[:at.STATE], flight[QUATERNION:QUATERNION + 4]
    turning = np.array(matrix_of(*q.tolist())).reshape(3, 3)
    state[at.X:at.X + 3], state[at.V:at.V + 3] = flight[POINT:POINT + 3], flight[VELOCITY:VELOCITY + 3]
    state[at.W:at.W + 3] = turning @ flight[ANGULAR_VELOCITY:ANGULAR_VELOCITY + 3]
    # which ends touch is found anew
    is_open = system.is_line or does == at.OPEN
    state[at.Q:at.Q + 4], state[at.FRAME], state[at.ON] = q, on, -1.0 if is_open else on
    state[at.MODE] = at.OPEN if is_open else does
    y[room.ledger_at + at.LEDGER] = flight[LEDGER]
    return replace(system, y=y)


def by_its_ends(world: World) -> World:
    """Returns a world whose body is followed by both of its ends."""
    placed = world.bodies[0]
    body = cast(Body, placed.body)
    return replace(world, bodies=[replace(placed, body=replace(body, corners=body.ends))])


def with_ledger(system: TakenOver, t: float, defect: float) -> TakenOver:
    """Returns the system in a state of which E_J less the ledger is as it was [J], with contacts that can hold."""
    y, seen = system.y.copy(), np.zeros(obs.OBSERVATION)
    hybrid.observe(system.modes["world"].table, t, y, system.p, system.calls, seen)
    y[system.room.ledger_at + at.LEDGER] += seen[obs.DEFECT] - defect
    return replace(system, y=system.reconsidered(t, y, system.p, system.calls))


def _put_hand(system: TakenOver, p: np.ndarray):
    """Lets a hand go on that holds the body, by its numbers in the parameters p of a support."""
    if not is_held(p):
        return
    lab = system.numbers_of_hand(system.p)
    for place, size in OF_HAND:
        lab[place:place + size] = p[place:place + size]
    system.p[at.HELD] = 0.0

"""A body that comes to lean on two supports at once goes on in a world of itself: from its state, at that very instant.

A contact among supports is one at a time (systems/supports); what presses a body from two sides is an island
(systems/world). Both see the same body, and its Jacobi integral from the same support: what their constants differ by
is in the ledger of the new state, nothing else.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.errors import BadValue
from sandbox.integration import hybrid
from sandbox.integration import observation as obs
from sandbox.mechanics import layout as lay
from sandbox.mechanics import report
from sandbox.mechanics.contact.state import ANGULAR_VELOCITY, LEDGER, POINT, QUATERNION, VELOCITY
from sandbox.mechanics.probe import Pose
from sandbox.mechanics.shown_layout import IN_BODY, IN_SUPPORT
from sandbox.mechanics.world import layout as at
from sandbox.scene.contact import Contact
from sandbox.scene.world import World
from sandbox.systems.contact.energies import energy_parts
from sandbox.systems.contact.grip import felt_mass, weight
from sandbox.systems.hand import Hand, drop_hand, is_held, put_hand
from sandbox.systems.protocol import Data, Laws, States
from sandbox.systems.world.assembly import lay_out_world, put_support_law
from sandbox.systems.world.system import WorldSystem
from sandbox.text import _

# the numbers of how a support moves, and those of a hand
MOVES = slice(lay.SPIN, lay.IS_STEADY + 1)
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


def put_laws(system: WorldSystem, p: np.ndarray, laws: Mapping[str, Contact]):
    """Writes the laws of supports, by name, to parameters p of a world; BadValue for what it can't follow."""
    for s, name in enumerate(system.support_names):
        start = system.room.block_at(s)
        put_support_law(p[start:start + system.room.block], name, laws.get(name))


def taken_over(world: World, values: Mapping, data: Data, motions: Mapping[str, np.ndarray], flight: np.ndarray,
               touches: str, does: float) -> TakenOver:
    """Returns the system that goes on with a body, in its state; BadValue where a world can't follow it.

    data      of the run at the instant, with the laws of its supports
    motions   name of a support -> its parameters (mechanics/layout.py) now
    flight    (17,) the body, laboratory frame (mechanics/contact/state.py), its ledger that of the support touched
    touches   name of that support;  does  what the body does there: ROLLS, SLIPS or OPEN (mechanics/world/layout.py)
    """
    laws = data.contact if isinstance(data.contact, Mapping) else {}
    bare = lay_out_world(world, values)
    if type(bare) is not WorldSystem:
        raise BadValue(_("a body with flat faces is put there at the start only"))
    system = TakenOver(**{**vars(bare), "stage": TakenOver.stage, "laws": dict(laws), "before": touches,
                          "seen_by": motions[touches].copy()})
    room, p, y, on = system.room, system.p, system.y, system.support_names.index(touches)
    for s, name in enumerate(system.support_names):
        system._motion_in(p, s)[MOVES] = motions[name][MOVES]
    put_laws(system, p, laws)
    _put_hand(system, motions[touches])
    state, q = y[:at.STATE], flight[QUATERNION:QUATERNION + 4]
    turning = np.array(matrix_of(*q.tolist())).reshape(3, 3)
    state[at.X:at.X + 3], state[at.V:at.V + 3] = flight[POINT:POINT + 3], flight[VELOCITY:VELOCITY + 3]
    state[at.W:at.W + 3] = turning @ flight[ANGULAR_VELOCITY:ANGULAR_VELOCITY + 3]
    state[at.Q:at.Q + 4], state[at.FRAME], state[at.ON] = q, on, -1.0 if does == at.OPEN else on
    state[at.MODE] = does
    y[room.ledger_at + at.LEDGER] = flight[LEDGER]
    return replace(system, y=y)


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

"""A body on a support that starts in contact and rolls until it leaves; what systems with a law of contact share."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from sandbox.integration import instants
from sandbox.integration.settings import DRIFT_LIMIT
from sandbox.integration.status import SENTENCES
from sandbox.mechanics import layout as lay
from sandbox.mechanics import report
from sandbox.mechanics import shown_layout as shown_at
from sandbox.mechanics.contact.ball import BALL
from sandbox.mechanics.contact.rolling import ROLLING
from sandbox.mechanics.integrals import integrals
from sandbox.mechanics.shown import Shown, shown_of
from sandbox.scene.bodies import Ball, Body
from sandbox.scene.contact import Contact
from sandbox.scene.motions import Motion
from sandbox.scene.presentation.integral_titles import titles
from sandbox.scene.supports.surface import Surface
from sandbox.systems.contact import linear_integrals
from sandbox.systems.contact.conservation import reason_not_conserved
from sandbox.systems.contact.energies import energy_parts, slip_of
from sandbox.systems.contact.grip import felt_mass, weight
from sandbox.systems.contact.impacts import impact_event
from sandbox.systems.contact.linear_integrals import LinearIntegrals
from sandbox.systems.contact.rough import lift, penetrates, put_down, strike
from sandbox.systems.contact.table import mode_rows, named_numbers
from sandbox.systems.hand import Hand, drop_hand, is_held, put_hand, reason_of_hand
from sandbox.systems.picture import Picture, body_state, support_state
from sandbox.systems.protocol import ARROWS, Data, Event, Jump, Laws, LiveSignal, Mode, States, instant, stop_event
from sandbox.systems.tables import ModeRow, Number
from sandbox.text import _

FINEST_LEVEL = 20
# jumps of a contact within one frame step before the end
MOST_JUMPS = 32
# share of the kinetic energy whose loss or gain within the finest sub-step is a jump of the contact: forces that change
# all of it in 50 ms do work of 1e-7 in these 4 ns, of which a step that follows them errs by next to nothing
ENERGY_JUMP = 1e-11


def passed_unseen(data: Data) -> Event:
    """Returns the end of a flight into which something came that its nearest point did not show (flight/around.py)."""
    return Event(data.t, 0, "stop", _(
        "The body meets a part of the surface {when} that is too fine for its size: where it touches is not known; the "
        "last good state is shown.").format(when=instant(data.t, data.h)))


@dataclass(frozen=True, eq=False)
class System:
    """One body on one support: an Automaton (systems/protocol.py)."""

    body: Ball | Body
    surface: Surface
    motion: Motion
    modes: dict[str, Mode]
    mode: str
    calls: np.ndarray
    p: np.ndarray
    y: np.ndarray
    live: dict[str, LiveSignal] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    finest_level: int = FINEST_LEVEL
    energy_jump: float = ENERGY_JUMP
    drift_limit: float = DRIFT_LIMIT
    contact: Contact | None = None
    stage: int = 0
    room_for: int = 0
    # the table of the linear integrals, once it was asked for
    _found: list = field(default_factory=list, init=False, repr=False)

    @property
    def has_friction_ratio(self) -> bool:
        """A body has one contact, whose forces each step knows."""
        return True

    @property
    def given(self) -> slice:
        """The places of p that hold from frame to frame: all."""
        return slice(None)

    @property
    def is_all_in_state(self) -> bool:
        """Nothing else changes."""
        return True

    def jump(self, data: Data, status: int, count: int) -> Jump:
        """A body without a law flies where its support would have to pull, and lands; else it ends."""
        if count < MOST_JUMPS and data.mode == "rolling" and status == lay.GUARD_NORMAL:
            return self._leave(data)
        if count < MOST_JUMPS and data.mode == "flight" and status == lay.GUARD_END:
            return self._land(data)
        if status in (lay.GUARD_NORMAL, lay.GUARD_END):
            return Jump(data.mode, data.y, ended=Event(data.t, 0, "stop", _(
                "The simulation stopped {when}: more than {most} events in one step.").format(
                    when=instant(data.t, data.h), most=MOST_JUMPS)))
        return Jump(data.mode, data.y, ended=self.end(data, status))

    @property
    def _radius(self) -> float | None:
        """Radius of a ball [m], None for a body with a shape of its own."""
        return self.body.radius if isinstance(self.body, Ball) else None

    def _leave(self, data: Data, events: tuple[Event, ...] = (), lost: float = 0.0) -> Jump:
        """The normal force has gone to zero."""
        seen = self.reports(data.states)[0]
        y = lift(data, seen)
        if penetrates(replace(data, y=y), seen, self._radius):
            # shown in a row without a force that pulls
            last = (data.mode, data.y) if seen[report.NORMAL_FORCE] >= 0.0 else ("flight", y)
            return Jump(*last, events, Event(data.t, 0, "stop", _(
                "No rigid motion goes on from here, {when}, class {group}: {why}.").format(
                    when=instant(data.t, data.h), group="B1", why=_(
                        "no slip would need adhesion, free flight would penetrate"))), lost=lost)
        event = Event(data.t, 0, "detach", _("Detached: the normal force reached 0 {when}.").format(
            when=instant(data.t, data.h)))
        return Jump("flight", y, (*events, event), lost=lost)

    def _land(self, data: Data) -> Jump:
        """The gap has closed: a rough plastic impact, then rolling, or flight where that would pull."""
        struck = strike(data, self.reports(data.states)[0], self._radius)
        lost = -struck.gained
        events = (impact_event(data.t, struck.speed, lost),)
        if struck.opens:
            return Jump("flight", struck.y, events, lost=lost)
        down = replace(data, mode="rolling", y=put_down(data, struck.y, self._radius is not None))
        if not self._seen(down)[0][shown_at.IN_BODY["N"]] >= 0.0:
            return self._leave(down, events, lost)
        return Jump("rolling", down.y, events, lost=lost)

    def end(self, data: Data, status: int) -> Event:
        """Returns what ends the motion, for a person."""
        when = instant(data.t, data.h)
        if status in SENTENCES:
            return stop_event(data, status)
        if status == lay.GUARD_NORMAL:
            return Event(data.t, 0, "detach", _("Detached: the normal force reached 0 {when}.").format(when=when))
        if status == lay.GUARD_FIT and data.mode == "flight":
            return passed_unseen(data)
        if status == lay.GUARD_FIT:
            return Event(data.t, 0, self.surface.fit_kind,
                         _("The body {what} {when}.").format(what=self.surface.fit_sentence, when=when))
        if status == lay.GUARD_FLAT:
            return Event(data.t, 0, "stop", _("The body lies flat on its face {when}.").format(when=when))
        if data.mode == "flight":
            return Event(data.t, 0, "rim", _("The body flew past an edge of the surface and is below it {when}: "
                                             "there is nothing to land on.").format(when=when))
        edge = self.surface.edges[status - lay.GUARD_EDGES]
        return Event(data.t, 0, edge.kind, _("The body {what} {when}.").format(what=edge.sentence, when=when))

    def rows(self) -> tuple[ModeRow, ...]:
        """Returns the table of its modes: every guard that breaks ends the motion."""
        return mode_rows(self.modes, self.surface, {})

    def numbers(self, p: np.ndarray) -> list[Number]:
        """Returns the parameters by name."""
        return named_numbers(p, self.surface, self.body)

    def heard(self, data: Data) -> tuple[Event, ...]:
        """Nothing happens within a mode."""
        return ()

    def change(self, data: Data, contact: Laws):
        """There is no law to change."""

    def reconsider(self, data: Data, before: Laws | None) -> Jump | None:
        """A hand may tear the body off at the instant at which it takes hold: it flies from there."""
        if before is None and data.mode == "rolling" and not self._seen(data)[0][shown_at.IN_BODY["N"]] >= 0.0:
            return self._leave(data)
        return None

    def hold(self, data: Data, hand: Hand | None) -> "System":
        """Writes a hand, or that there is none, into data; every mode knows it."""
        if hand is None:
            drop_hand(data.p)
        else:
            put_hand(data.p, hand, felt_mass(data.p, np.array(hand.point)), weight(data.p), hand.target, hand.rate)
        return self

    def numbers_of_hand(self, p: np.ndarray) -> np.ndarray:
        """Returns the part of p with the places of a hand: all of it."""
        return p

    def reports(self, states: States) -> np.ndarray:
        """Returns the reports (n, REPORT) of the states (mechanics/report.py)."""
        table = self.modes[states.mode].table
        return instants.report(table, states, report.REPORT)

    def shown(self, states: States, reports: np.ndarray) -> Shown:
        """Returns body and support in the laboratory frame."""
        return shown_of(reports, states.p)

    def words(self, states: States, count: int) -> np.ndarray:
        """Returns what the mode does in a word (n, count)."""
        return np.full((len(states.t), count), self.modes[states.mode].word, object)

    def picture(self, data: Data, reports: np.ndarray | None = None) -> Picture:
        """Returns body and support in the laboratory frame."""
        body, support = self._seen(data, reports)
        return Picture((body_state(body, self.modes[data.mode].word),), (support_state(support),))

    def _seen(self, data: Data, reports: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
        """The numbers of the body and of its support."""
        states = data.states
        seen = self.shown(states, self.reports(states) if reports is None else reports)
        return seen.bodies[0, 0], seen.supports[0, 0]

    def coordinates(self, data: Data) -> tuple[np.ndarray, np.ndarray]:
        """Returns the centre and its velocity, laboratory frame [m, m/s]."""
        body, _support = self._seen(data)
        return body[shown_at.IN_BODY["centre"]], body[shown_at.IN_BODY["velocity"]]

    @property
    def energy_scale(self) -> float:
        """m g times the size of the body [J]."""
        return float(self.p[lay.LEDGER_SCALE])

    @cached_property
    def _constants(self) -> np.ndarray:
        """What integrals depend on besides p: the surface's constant, and gravity."""
        return np.array((self.surface.shape, *self.motion.gravity), float)

    @property
    def bodies(self) -> tuple[Ball | Body, ...]:
        """What is drawn."""
        return (self.body,)

    @property
    def integral_titles(self) -> dict[str, str]:
        """What each quantity that can be watched is called."""
        return titles()

    @property
    def arrows(self) -> tuple[str, ...]:
        """All that there are."""
        return ARROWS

    @property
    def arrow_words(self) -> dict[str, tuple[str, str]]:
        """Every arrow is what its name says."""
        return {}

    def reason_not_conserved(self, name: str, data: Data) -> str:
        """Returns why the named quantity is not conserved just now, or "" when it is."""
        if is_held(data.p):
            return reason_of_hand(name)
        if name in linear_integrals.NAMES:
            if not isinstance(self.body, Ball) or self.surface.middle is None:
                return _("only for a ball on a surface of revolution")
            if data.mode not in (BALL.name, ROLLING.name):
                return _("only while it rolls")
        return reason_not_conserved(name, data.p, self.surface, self.body.size)

    def invariants(self, names: Iterable[str], states: States, reports: np.ndarray, E_J: np.ndarray
                   ) -> dict[str, np.ndarray]:
        """Returns the values (n,) of the named integrals (mechanics/integrals.py)."""
        names, given = tuple(names), {"E_J": E_J}
        if any(name in linear_integrals.NAMES for name in names):
            given |= zip(linear_integrals.NAMES, self._linear(states, reports), strict=True)
        return integrals(names, states.t, reports, states.p, self._constants, given)

    def _linear(self, states: States, reports: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Both linear integrals (n,) of a ball on a surface of revolution, nan for anything else."""
        if not isinstance(self.body, Ball) or self.surface.middle is None:
            nothing = np.full(len(states.t), np.nan)
            return nothing, nothing
        if not self._found:
            self._found.append(LinearIntegrals(self.surface, states.p, states.calls, self.body))
        return self._found[0].values(reports)

    def energies(self, states: States, reports: np.ndarray, E_J: np.ndarray) -> dict[str, np.ndarray]:
        """Returns the parts (n,) [J] of E_J (energies.py); `inside` is what carried masses and a spring add."""
        parts = energy_parts(states.t, reports, states.p)
        gives_way = self.contact is not None and self.contact.gives_way
        if getattr(self.body, "carried", ()) or gives_way:
            parts["inside"] = E_J - sum(parts.values())
        return parts

    def slip(self, states: States, reports: np.ndarray) -> np.ndarray | None:
        """Returns the slip (n, 3) [m/s] of the contact, nan in flight."""
        return slip_of(reports) if states.mode != "flight" else np.full((len(states.t), 3), np.nan)

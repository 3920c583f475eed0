"""What a system is to a run: modes, jumps between them, and what it looks like at an instant.

A run knows nothing else of a system, whether it is a body on a support or a set of constraint rows.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np

from sandbox.integration.instants import States
from sandbox.integration.mode_functions import ModeFunctions
from sandbox.integration.status import DRIFTED, SENTENCES
from sandbox.mechanics.shown import Shown
from sandbox.scene.bodies import Ball, Body
from sandbox.scene.contact import Contact
from sandbox.scene.drawn.shapes import Look
from sandbox.scene.motions import Motion
from sandbox.scene.supports.surface import Surface
from sandbox.systems.hand import Hand
from sandbox.systems.picture import Picture
from sandbox.systems.tables import ModeRow, Number
from sandbox.text import _

Drawn = Ball | Body | Look                                           # what a picture shows of a body

Laws = Contact | Mapping[str, Contact]                               # of a run with one support, or several

ALL = slice(None)

ARROWS = ("velocity", "angular_velocity", "normal", "friction")      # what the picture of a body can show


@dataclass(frozen=True)
class Event:
    """Something that happened at an instant: detach, impact, slip, grip, rim, apex, stop, ...

    Of an impact `speed` is the normal speed at which they met [m/s], `lost` the energy lost in it, below 0 if gained
    [J], `other` the other body, or -2 - s for the support s; -1 is the one that the body touches. A log has them in its
    sentence only.
    """

    t: float          # [s]
    body: int         # index of the body
    kind: str         # one of the event words
    sentence: str     # what happened, for a person
    speed: float = field(default=0.0, compare=False)
    lost: float = field(default=0.0, compare=False)
    other: int = field(default=-1, compare=False)


def instant(t: float, h: float = 0.0) -> str:
    """When something happened, in words; with the steps completed by then where they are `h` long [s]."""
    when = _("at t = {t:.3f} s").format(t=t)
    # a hair before a step is that step
    return _("{when} (step {step})").format(when=when, step=int(t/h + 1e-9)) if h > 0.0 else when


@dataclass(frozen=True)
class Mode:
    """One mode of a system.

    word     what a person reads: rolling, rubber, sliding, flight, hold, slide, ...;  about  what it is, a message
    functions    step, observation, settling and report (integration/mode_functions.py)
    size     numbers of its state y;  ledger  place of the ledger in y
    clock    place of the time in y of a mode that is stepped in another variable, else -1;  stride  such a step
    lost     place in y of the energy lost in impacts within it, -1 where only jumps lose any
    p, calls     its part of the parameters and addresses of a run: all of them where there is one support
    support      name of its support, "" where there is only one
    """

    word: str
    functions: ModeFunctions
    size: int
    ledger: int
    clock: int = -1
    stride: float = 0.0
    lost: int = -1
    p: slice = field(default_factory=lambda: ALL)
    calls: slice = field(default_factory=lambda: ALL)
    support: str = ""
    about: str = ""

    @property
    def table(self) -> np.ndarray:
        """The addresses (TABLE,) of its functions, compiled when first asked for."""
        return self.functions.table


@dataclass(frozen=True)
class Jump:
    """What follows the end of a mode: the next mode and its state y at the same t, or the end of the motion.

    lost    energy lost in an impact, below 0 if gained [J]; the ledger of y has it already
    system  that goes on from here, where it is another one: its modes are not those of the system that jumps
    instead   what follows where the energy does not add up in that one
    """

    mode: str
    y: np.ndarray
    events: tuple[Event, ...] = ()
    ended: Event | None = None
    lost: float = 0.0
    system: "Automaton | None" = None
    instead: "Jump | None" = None


@dataclass
class Data:
    """What changes while a system runs. Two runs share none of it; a system itself never changes.

    mode, y    the present mode and its state;  t  [s]
    p, calls   parameters and addresses: a live signal, or another law of contact, changes them
    contact    the present law of the contact, None where the system has none;  h  frame step [s]
    """

    mode: str
    t: float
    y: np.ndarray
    p: np.ndarray
    calls: np.ndarray
    contact: Laws | None = None
    h: float = 0.0

    def copy(self) -> "Data":
        """The same, with arrays of its own."""
        # dataclasses.replace would take as long as the copies
        return Data(self.mode, self.t, self.y.copy(), self.p.copy(), self.calls.copy(), self.contact, self.h)

    def at(self, t: float, y: np.ndarray) -> "Data":
        """Another state of the same mode."""
        return Data(self.mode, t, y, self.p, self.calls, self.contact, self.h)

    @property
    def states(self) -> States:
        """The present state as the only one of a mode."""
        return States(self.mode, np.array((self.t,)), self.y[None], self.p, self.calls)


class Automaton(Protocol):
    """A system: modes by name, jumps between them, and its start. It is constant: what changes is in a Data.

    mode, y, p, calls, contact   of the start, see Data
    finest_level, energy_jump    settings of the integrator (integration/settings.py)
    drift_limit, energy_scale    share of the energy that may get lost unseen; a typical energy [J]
    live     name of a live parameter -> its LiveSignal
    notes    what was changed to obey the constraints at the start, in sentences
    bodies   what is drawn;  body  the first of them;  surface, motion  of the support
    stage    0 of what a run begins as, 1 of what a jump goes on as;  room_for  numbers that a key state has room for at
             least, so that those of both are as wide; 0 where they need not
    """

    @property
    def modes(self) -> dict[str, Mode]: ...

    @property
    def live(self) -> dict[str, "LiveSignal"]: ...

    @property
    def mode(self) -> str: ...

    @property
    def y(self) -> np.ndarray: ...

    @property
    def p(self) -> np.ndarray: ...

    @property
    def calls(self) -> np.ndarray: ...

    @property
    def contact(self) -> Laws | None: ...

    @property
    def stage(self) -> int: ...

    @property
    def room_for(self) -> int: ...

    @property
    def finest_level(self) -> int: ...

    @property
    def energy_jump(self) -> float: ...

    @property
    def drift_limit(self) -> float: ...

    @property
    def energy_scale(self) -> float: ...

    @property
    def notes(self) -> tuple[str, ...]: ...

    @property
    def bodies(self) -> tuple[Drawn, ...]: ...

    @property
    def body(self) -> Drawn: ...

    @property
    def surface(self) -> Surface: ...

    @property
    def motion(self) -> Motion: ...

    @property
    def integral_titles(self) -> dict[str, str]:
        """What each quantity that can be watched is called, with its unit."""

    @property
    def has_friction_ratio(self) -> bool:
        """Whether |F|/N is watched: the friction coefficient that the motion needs."""

    @property
    def given(self) -> np.ndarray | slice:
        """The places of p that hold from frame to frame; in the others a frame works, and leaves nothing there."""

    @property
    def is_all_in_state(self) -> bool:
        """Whether a step changes the state, memory and watch, and nothing else."""

    @property
    def arrows(self) -> tuple[str, ...]:
        """Names of the arrows (of ARROWS) that can be other than nothing."""

    @property
    def arrow_words(self) -> dict[str, tuple[str, str]]:
        """Arrows that stand for something else than their usual name says: what, and its unit."""

    def jump(self, data: Data, status: int, count: int) -> Jump:
        """Returns what follows when the integrator stopped with a status (integration/status.py).

        count   jumps made within this frame step before
        """

    def heard(self, data: Data) -> tuple[Event, ...]:
        """Returns what has happened within the present mode since this was last asked."""

    def change(self, data: Data, contact: Laws):
        """Writes another law of the contact into data."""

    def reconsider(self, data: Data, before: Laws | None) -> Jump | None:
        """Returns the jump that a law changed from `before` asks for at once, or a hand where that is None; or None."""

    def hold(self, data: Data, hand: Hand | None) -> "Automaton":
        """Writes a hand, or that there is none, into data and returns the system that goes on from there.

        Its modes are those of this system. BadValue where the body cannot be moved.
        """

    def numbers_of_hand(self, p: np.ndarray) -> np.ndarray:
        """Returns the part of p in which HAND_STIFFNESS and the like (mechanics/layout.py) are places."""

    def reports(self, states: States) -> np.ndarray:
        """Returns what the mode reports (n, numbers) of each state."""

    def shown(self, states: States, reports: np.ndarray) -> Shown:
        """Returns bodies and supports of each state, of which the reports are known."""

    def words(self, states: States, count: int) -> np.ndarray:
        """Returns what each of `count` bodies does in each state (n, count), in words: rolling, sliding, flight, ..."""

    def picture(self, data: Data, reports: np.ndarray | None = None) -> Picture:
        """Returns what is shown of the system; `reports` (1, numbers) where that of the state is known."""

    def coordinates(self, data: Data) -> tuple[np.ndarray, np.ndarray]:
        """Returns what a closed form starts from: coordinates and velocities, of a body on a support its centre's."""

    def reason_not_conserved(self, name: str, data: Data) -> str:
        """Returns why the named quantity is not conserved just now, or "" when it is."""

    def invariants(self, names: Iterable[str], states: States, reports: np.ndarray, E_J: np.ndarray
                   ) -> dict[str, np.ndarray]:
        """Returns the values (n,) of the named integrals in each state, of which the reports and E_J (n,) are known."""

    def energies(self, states: States, reports: np.ndarray, E_J: np.ndarray) -> dict[str, np.ndarray]:
        """Returns the parts (n,) [J] that E_J is the sum of, named translation, rotation or kinetic,
        potential, centrifugal or turning, inside."""

    def rows(self) -> tuple[ModeRow, ...]:
        """Returns the table of its modes, their guards and what follows each (systems/tables.py)."""

    def numbers(self, p: np.ndarray) -> list[Number]:
        """Returns the parameters of a run by name; those that are zero are left out."""

    def slip(self, states: States, reports: np.ndarray) -> np.ndarray | None:
        """Returns the slip (n, 3) [m/s] of the contact, nan where there is none; None where there never is one."""


class LiveSignal(NamedTuple):
    """A signal of a motion that a live parameter steers."""

    place: int      # of its numbers in p
    order: int      # coefficient that the parameter is: 0 the signal itself, 1 its rate
    limit: float    # of its second derivative
    first: int = 0  # where the parameters of the support begin
    more: tuple["LiveSignal", ...] = ()     # signals of other supports that it steers as well


def data_of(system: Automaton, h: float) -> Data:
    """Returns the start of a system, with arrays of its own."""
    return Data(system.mode, 0.0, system.y, system.p, system.calls, system.contact, h).copy()


def stop_event(data: Data, status: int) -> Event:
    """Returns the end of a run that the integrator can't continue (integration/status.py), for a person."""
    kind = "drift" if status == DRIFTED else "stop"
    return Event(data.t, 0, kind, _(SENTENCES[status]).format(when=instant(data.t, data.h)))

"""What a system is to a run: modes, jumps between them, and what it looks like at an instant.

A run knows nothing else of a system, whether it is a body on a support or a set of constraint rows.
"""

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from sandbox.text import _

ARROWS = ("velocity", "angular_velocity", "normal", "friction")      # what the picture of a body can show


@dataclass(frozen=True)
class Event:
    """Something that happened at an instant: detach, impact, slip, grip, rim, apex, stop, ..."""

    t: float          # [s]
    body: int         # index of the body
    kind: str         # one of the event words
    sentence: str     # what happened, for a person


def instant(t: float, h: float = 0.0) -> str:
    """When something happened, in words; with the steps completed by then where they are `h` long [s]."""
    when = _("at t = {t:.3f} s").format(t=t)
    # a hair before a step is that step
    return _("{when} (step {step})").format(when=when, step=int(t/h + 1e-9)) if h > 0.0 else when


@dataclass(frozen=True)
class BodyState:
    """One body in the laboratory frame."""

    centre: np.ndarray             # (3,) centre of mass [m]
    velocity: np.ndarray           # (3,) of the centre of mass [m/s]
    angular_velocity: np.ndarray   # (3,) absolute [rad/s]
    quaternion: np.ndarray         # (4,) body -> laboratory, scalar first
    contact: np.ndarray            # (3,) contact point, or the point of the support below a body in flight [m]
    normal: np.ndarray             # (3,) unit normal of the support, towards the body
    N: float                       # normal force on the body [N]
    F: np.ndarray                  # (3,) friction force on the body [N]
    mode: str                      # rolling, sliding, flight, ...


@dataclass(frozen=True)
class SupportState:
    """Pose of a support: x_lab = position + R(quaternion) x_local."""

    position: np.ndarray           # (3,) [m]
    quaternion: np.ndarray         # (4,) local -> laboratory, scalar first
    angular_velocity: np.ndarray   # (3,) [rad/s]


@dataclass(frozen=True)
class Reaction:
    """What one row of a constraint does to the bodies."""

    row: str            # its name
    value: float        # its reaction
    unit: str           # N or N m
    realisation: str    # ideal, viscous, hold, slide, penalty, ...


@dataclass(frozen=True)
class ContactState:
    """A contact as Ivanov's Table 1 sees it: Lambda'' = U without contact, U* + V* N with it."""

    U: float            # [m/s^2]
    U_star: float       # [m/s^2]
    V_star: float       # [1/kg]
    N: float            # [N]
    gap: float          # distance of body and support, 0 in contact [m]
    slip: np.ndarray    # (3,) velocity of the body's point relative to the support's [m/s], laboratory frame
    group: str          # A1 ... B4, or edge
    meaning: str        # contact, detach, both, none


@dataclass(frozen=True)
class Mode:
    """One mode of a system.

    word     what a person reads: rolling, rubber, sliding, flight, hold, slide, ...
    table    (4,) addresses of step, observation, settling and report (integration/hybrid.py)
    size     numbers of its state y;  ledger  place of the ledger in y
    clock    place of the time in y of a mode that is stepped in another variable, else -1;  stride  such a step
    """

    word: str
    table: np.ndarray
    size: int
    ledger: int
    clock: int = -1
    stride: float = 0.0


@dataclass(frozen=True)
class Jump:
    """What follows the end of a mode: the next mode and its state y at the same t, or the end of the motion."""

    mode: str
    y: np.ndarray
    events: tuple[Event, ...] = ()
    ended: Event | None = None


@dataclass(frozen=True)
class Picture:
    """A system at an instant, laboratory frame."""

    bodies: tuple[BodyState, ...]
    supports: tuple[SupportState, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    contacts: tuple[ContactState, ...] = field(default=())


class Automaton(Protocol):
    """A system: parameters p and addresses calls for the compiled side, modes by name, a start.

    live     name of a live parameter -> (place of its signal in p, order, limit of its second derivative)
    notes    what was changed to obey the constraints at the start, in sentences
    h        frame step [s], told by the run, for the sentence that says when it ended
    """

    p: np.ndarray
    calls: np.ndarray
    modes: dict[str, Mode]
    mode: str
    y: np.ndarray
    live: dict[str, tuple[int, int, float]]
    notes: tuple[str, ...]
    h: float

    def jump(self, mode: str, guard: int, t: float, y: np.ndarray, count: int) -> Jump:
        """What follows when the guard broke; `count` jumps were made within this frame step before."""

    def picture(self, mode: str, t: float, y: np.ndarray) -> Picture:
        """What is seen."""

    @property
    def integral_titles(self) -> dict[str, str]:
        """What each quantity that can be watched is called, with its unit."""

    @property
    def arrows(self) -> tuple[str, ...]:
        """Names of the arrows (of ARROWS) that can be other than nothing."""

    @property
    def arrow_words(self) -> dict[str, tuple[str, str]]:
        """Arrows that stand for something else than their usual name says: what, and its unit."""

    def reason_not_conserved(self, name: str, mode: str) -> str:
        """Why the named quantity is not conserved just now, or "" when it is."""

    def invariants(self, names, mode: str, t: float, y: np.ndarray, E_J: float) -> dict[str, float]:
        """Present values of the named integrals."""

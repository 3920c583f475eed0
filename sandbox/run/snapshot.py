"""The state of a run at one instant, for pictures, plots and logs; never changed after it was made."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sandbox.run.hand_drive import Pulled
from sandbox.systems.bodies_seen import BodyState
from sandbox.systems.picture import ContactState, Link, Reaction, SupportState
from sandbox.systems.protocol import Event


@dataclass(frozen=True)
class Snapshot:
    """Everything that a picture, a plot or a log row shows of one instant."""

    step: int
    t: float                       # [s]
    bodies: Sequence[BodyState]
    supports: tuple[SupportState, ...]
    live: dict = field(default_factory=dict)     # present values of live parameters, while ramping too
    E_J: float = 0.0               # Jacobi integral [J]
    ledger: float = 0.0            # work of moving support, friction and impacts so far [J]
    drift: float = 0.0             # |E_J - E_J(0) - ledger| over the scale [1]
    scale: float = 1.0             # max(|E_J(0)|, largest kinetic energy so far, 1e-6 m g L) [J]
    max_F_over_N: float = 0.0      # largest |F|/N so far: the friction the motion needs [1]
    invariants: dict = field(default_factory=dict)   # name -> present value
    ended: Event | None = None
    reactions: tuple[Reaction, ...] = ()
    contacts: tuple[ContactState, ...] = ()
    links: tuple[Link, ...] = ()
    hand: Pulled | None = None
    away: frozenset = frozenset()     # numbers of bodies that are not there now (run/cast.py)

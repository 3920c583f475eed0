"""The state of a run at one instant, for pictures, plots and logs; never changed after it was made."""

from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True)
class Event:
    """Something that happened at an instant: detach, rim, apex, stop, ..."""

    t: float          # [s]
    body: int         # index of the body
    kind: str         # one of the event words
    sentence: str     # what happened, for a person


@dataclass(frozen=True)
class BodyState:
    """One body in the laboratory frame."""

    centre: np.ndarray             # (3,) centre of mass [m]
    velocity: np.ndarray           # (3,) of the centre of mass [m/s]
    angular_velocity: np.ndarray   # (3,) absolute [rad/s]
    quaternion: np.ndarray         # (4,) body -> laboratory, scalar first
    contact: np.ndarray            # (3,) contact point [m]
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
class Snapshot:
    """Everything that a picture, a plot or a log row shows of one instant."""

    step: int
    t: float                       # [s]
    bodies: tuple[BodyState, ...]
    supports: tuple[SupportState, ...]
    live: dict = field(default_factory=dict)     # present values of live parameters, while ramping too
    E_J: float = 0.0               # Jacobi integral [J]
    ledger: float = 0.0            # work that the moving support is credited with [J]
    drift: float = 0.0             # |E_J - E_J(0) - ledger| over the scale [1]
    scale: float = 1.0             # max(|E_J(0)|, largest kinetic energy so far) [J]
    max_F_over_N: float = 0.0      # largest |F|/N so far: the friction the motion needs [1]
    invariants: dict = field(default_factory=dict)   # name -> present value
    ended: Event | None = None

"""A system at an instant, as it is shown: bodies, supports, what holds them, contacts and the arms of joints.

From the numbers of what is shown (mechanics/shown.py) to a body and a support by name.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from sandbox.mechanics import shown_layout as shown_at
from sandbox.systems.bodies_seen import BodyState


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


class Link(NamedTuple):
    """A ball joint, laboratory frame: a stiff arm from the centre of a ball to its point, and one on to the other; a
    string or spring between its point and the other's; or the axle of a hinge from its point to the other."""

    centre: np.ndarray  # (3,) of the ball [m]
    point: np.ndarray   # (3,) of the joint [m]
    other: np.ndarray   # (3,) centre of the other ball, the joint's point again where a support holds it; of a string
                        # or spring its second end [m]
    is_held: bool = False                   # whether a support, or the laboratory, holds it
    kind: str = "arm"   # arm, string, spring, hinge
    length: float = 0.0     # of a string that is taut, of a spring without force [m]
    turns: float = 0.0      # of a hinge: 1.0 where a motor turns it about point -> other, -1.0 the other way, 0.0 none
    rim: np.ndarray | None = None   # (3,) of a hinge: where an arrow of its motor begins; `centre` is on the axis [m]


@dataclass(frozen=True)
class Picture:
    """A system at an instant, laboratory frame."""

    bodies: Sequence[BodyState]
    supports: tuple[SupportState, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    contacts: tuple[ContactState, ...] = field(default=())
    links: tuple[Link, ...] = ()


def body_state(numbers: np.ndarray, word: str, support: int = 0) -> BodyState:
    """Takes the numbers (BODY_SIZE,) of a body, the word of its mode and the index of its support."""
    parts: dict[str, Any] = {name: numbers[place] for name, place in shown_at.IN_BODY.items()}
    parts["N"] = float(parts["N"])
    return BodyState(**parts, mode=word, support=support)


def support_state(numbers: np.ndarray) -> SupportState:
    """Takes the numbers (SUPPORT_SIZE,) of a support."""
    return SupportState(**{name: numbers[place] for name, place in shown_at.IN_SUPPORT.items()})

"""New starts from the present state: a body put elsewhere, aimed, spun; what is illegal goes to the nearest."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.bodies import Ball
from sandbox.scene.start import Start
from sandbox.systems.assemble import assemble_scene
from sandbox.ui.hand.plane import axes_of, turning

STEEP = 0.35             # vertical part of the normal below which a point of the surface is not found from above
HALVINGS = 12            # bisections for the nearest legal start
SLIPPING = ("sliding", "flight")      # modes in which velocity and angular velocity do not follow from each other


@dataclass(frozen=True)
class Wish:
    """Where and how a body is to start, from its present state.

    contact, normal   (3,) of the support there, laboratory [m, 1]; None: where it is
    velocity          (3,) of the mass centre [m/s], None: as it moves
    spin              to be added about the normal [rad/s]
    """

    contact: np.ndarray | None = None
    normal: np.ndarray | None = None
    velocity: np.ndarray | None = None
    spin: float = 0.0


def can_start(run) -> bool:
    """Whether a start of a run can be given by hand: that of a body on a support, not of rows of constraints."""
    return hasattr(run.system, "body") and hasattr(run.system.body, "m" if isinstance(run.system.body, Ball) else "h")


def start_of(run, state, gap: float, wish: Wish) -> Start:
    """Returns the start of a wish.

    state   BodyState of the first body;  gap  between it and the support [m]
    """
    body, n = run.system.body, np.asarray(state.normal, dtype=float)
    contact = np.asarray(state.contact if wish.contact is None else wish.contact, dtype=float)
    normal = n if wish.normal is None else np.asarray(wish.normal, dtype=float)
    turn = turning(n, normal)
    velocity = turn @ state.velocity if wish.velocity is None else np.asarray(wish.velocity, dtype=float)
    omega = turn @ state.angular_velocity + wish.spin*normal
    place = _place(run, contact, normal, body)
    orientation = _turned(turn, state.quaternion)
    height = {"height": float(gap)} if gap > 0.0 and run.contact is not None else {}
    if state.mode in SLIPPING:
        return Start(**place, velocity=_plain(velocity), omega=_plain(omega), orientation=orientation, **height)
    if isinstance(body, Ball):
        return Start(**place, velocity=_plain(velocity), spin=float(omega @ normal), orientation=orientation,
                     nearest=True, **height)
    if wish.velocity is None:
        return Start(**place, omega=_plain(omega), orientation=orientation, **height)
    return Start(**place, velocity=_plain(velocity), spin=float(omega @ normal), orientation=orientation, **height)


def _place(run, contact, normal, body) -> dict:
    """Returns the place of a start: two numbers where the surface is found from them, else three."""
    if normal[2] > STEEP and run.system.surface.defines == "contact":
        return {"at": _plain(contact[:2])}
    if isinstance(body, Ball):
        return {"at": _plain(contact + body.radius*normal)}
    return {"at": _plain(contact)}


def _plain(numbers) -> tuple:
    return tuple(float(x) for x in numbers)


def _turned(turn, quaternion) -> tuple:
    """Returns the quaternion of a rotation (3, 3) after that of a quaternion (4,)."""
    from sandbox.systems.rows.placing import quaternion_of
    if np.allclose(turn, np.eye(3), atol=1e-12):
        return _plain(quaternion)
    return _plain(quaternion_of(turn @ axes_of(quaternion)))


def trouble(run, values, start: Start) -> str:
    """Returns why a run cannot start so, or ""."""
    try:
        assemble_scene(run.scene, values, start)
    except BadValue as error:
        return str(error)
    return ""


def nearest(make: Callable[[float], Start], why_not: Callable[[Start], str]) -> tuple[Start | None, str]:
    """Returns the start that is nearest to what is wanted, and why it is not that itself, or "".

    make      make(share) -> the start on the way from the present state (0) to what is wanted (1)
    why_not   why_not(start) -> why it cannot be had, or ""
    returns   None as the start where not even the present state can begin anew
    """
    def look(share: float) -> tuple[Start | None, str]:
        try:
            start = make(share)
        except BadValue as error:
            return None, str(error)
        return start, why_not(start)

    start, reason = look(1.0)
    if not reason:
        return start, ""
    best, refused = look(0.0)
    if refused:
        return None, reason
    low, high = 0.0, 1.0
    for _halving in range(HALVINGS):
        middle = 0.5*(low + high)
        start, refused = look(middle)
        low, high, best = (low, middle, best) if refused else (middle, high, start)
    return best, reason


def gap_of(snapshot) -> float:
    """Returns the gap between the first body and the support [m], 0 in contact."""
    state = snapshot.bodies[0]
    if not state.is_aloft or not snapshot.contacts:
        return 0.0
    gap = float(snapshot.contacts[0].gap)
    return gap if np.isfinite(gap) and gap > 0.0 else 0.0

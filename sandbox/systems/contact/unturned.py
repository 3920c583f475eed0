"""Whether resistance to rolling keeps a body that slides from turning (mechanics/contact/slip/unturned.py)."""

from dataclasses import replace

import numpy as np

from sandbox.integration import hybrid
from sandbox.integration import observation as obs
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.contact.state import ANGULAR_VELOCITY
from sandbox.systems.contact.states import AT_REST, Held, carries, write_rolling
from sandbox.systems.protocol import Jump

# modes of a slip -> those of one without turning
UNTURNED = {"sliding": "unturned", "slip_onset": "unturned_onset", "slip_end": "unturned_end"}
TURNS = {unturned: turns for turns, unturned in UNTURNED.items()}


def held_from_turning(jump: Jump, held: Held) -> Jump:
    """Returns the jump into a slip, or into the same one without turning where resistance holds what does not turn."""
    if jump.mode not in UNTURNED or not held.contact.law.k_r > 0.0 or held.touch.blocked > 0.0 or carries(held.data):
        return jump
    spin = held_spin(held)
    if spin is None:
        return jump
    y, mode = jump.y.copy(), UNTURNED[jump.mode]
    y[ANGULAR_VELOCITY:ANGULAR_VELOCITY + 3] = held.touch.turning.T @ spin
    in_hand = _seen(mode, y, held)[obs.FIRST_GUARD + lay.GUARD_TURNING]
    return replace(jump, mode=mode, y=y) if in_hand > 0.0 else jump


def friction_at_rest(held: Held) -> float:
    """Returns |F|/N of a body that neither slips nor turns where resistance holds."""
    spin = held_spin(held)
    mode = "rest" if held.contact.law.k_s > 0.0 or spin is None or not (spin - held.touch.ws).any() else "pivot"
    return float(_seen(mode, write_rolling(held), held)[obs.FRICTION_RATIO])


def _seen(mode: str, y: np.ndarray, held: Held) -> np.ndarray:
    seen, data = np.empty(obs.OBSERVATION), held.data
    hybrid.observe(MODES[mode].table, held.t, y, data.p, data.calls, seen)
    return seen


def turning_size(held: Held) -> float:
    """Returns hypot(k_r |w_t|, k_s w_n)/max(k_r, k_s) [rad/s]."""
    touch, law = held.touch, held.contact.law
    spin = float(touch.n @ touch.wr)
    rolling = float(np.linalg.norm(touch.wr - spin*touch.n))
    return float(np.hypot(law.k_r*rolling, law.k_s*spin)/max(law.k_r, law.k_s))


def held_spin(held: Held) -> np.ndarray | None:
    """Returns w (3,), support axes, without the rounding that is left of what resistance holds; None where it turns."""
    touch, law = held.touch, held.contact.law
    spin = float(touch.n @ touch.wr)*touch.n
    none = AT_REST*held.data.p.item(lay.SPIN_SCALE)
    turning = touch.wr if law.k_s > 0.0 else touch.wr - spin
    if np.linalg.norm(turning) > none:
        return None
    return touch.ws if law.k_s > 0.0 else touch.ws + spin

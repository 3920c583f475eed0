"""From the words of a motion to its numbers in the parameter array (mechanics/layout.py)."""

from collections.abc import Mapping
from itertools import chain
from typing import NamedTuple

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.errors import BadValue
from sandbox.mechanics import layout as lay
from sandbox.scene.motions import Motion, Signal
from sandbox.scene.supports.surface import Surface
from sandbox.systems.protocol import LiveSignal
from sandbox.text import _

# gravity is along an axis but for this share of it
ACROSS = 1e-15


def _quaternion(axis, angle) -> np.ndarray:
    axis = np.asarray(axis, float)
    return np.append(np.cos(0.5*angle), np.sin(0.5*angle)*axis/np.linalg.norm(axis))


def put_signal(p, at, signal: Signal, values: Mapping):
    """Write a signal's coefficients to p[at:]; a live one takes its value from `values`."""
    p[at:at + lay.SIGNAL_SIZE] = 0.0
    coefficients = list(signal.coefficients)
    if signal.live:
        coefficients += [0.0]*(signal.order + 1 - len(coefficients))
        coefficients[signal.order] = float(values[signal.live])
    p[at + lay.SIGNAL_C:at + lay.SIGNAL_C + len(coefficients)] = coefficients
    p[at + lay.SIGNAL_SINE], p[at + lay.SIGNAL_COSINE], p[at + lay.SIGNAL_NU] = signal.sine, signal.cosine, signal.nu


def delayed(p: np.ndarray, by: float) -> np.ndarray:
    """Returns the numbers of a support whose signals begin later by a time [s], as a copy."""
    found = p.copy()
    for at in (lay.SPIN, lay.TILT, lay.SECOND_TILT, *(lay.SHIFT + i*lay.SIGNAL_SIZE for i in range(3))):
        signal = found[at:at + lay.SIGNAL_SIZE]
        sine, cosine, phase = signal[lay.SIGNAL_SINE], signal[lay.SIGNAL_COSINE], signal[lay.SIGNAL_NU]*by
        signal[lay.SIGNAL_START] += by
        signal[lay.SIGNAL_SINE] = sine*np.cos(phase) + cosine*np.sin(phase)
        signal[lay.SIGNAL_COSINE] = cosine*np.cos(phase) - sine*np.sin(phase)
    return found


def has_constant_rate(p) -> bool:
    """Whether the angle of the rotation is at most linear in time."""
    return not p[lay.SPIN + lay.SIGNAL_C + 2:lay.SPIN + lay.SIGNAL_C + 6].any() and p[lay.SPIN + lay.SIGNAL_NU] == 0.0


def mark_steady(p):
    """Set the flag that lets the right-hand side skip all but a constant rate."""
    p[lay.IS_STEADY] = float(p[lay.HAS_TILT] == 0.0 and p[lay.HAS_SHIFT] == 0.0 and p[lay.HAS_TURNING_G] == 0.0
                             and has_constant_rate(p))


def _moves(p, at, count: int = 1) -> bool:
    """Whether signals at p[at:] are anything else than zero."""
    blocks = np.reshape(p[at:at + count*lay.SIGNAL_SIZE], (count, lay.SIGNAL_SIZE))
    return bool(blocks[:, [*range(lay.SIGNAL_C, lay.SIGNAL_C + 6), lay.SIGNAL_SINE, lay.SIGNAL_COSINE]].any())


def mark_as_it_moves(p):
    """Set the flags of a motion by its numbers alone: what is live but zero does nothing where nobody steers."""
    g, axis = p[lay.GRAVITY:lay.GRAVITY + 3], p[lay.AXIS:lay.AXIS + 3]
    p[lay.HAS_TILT] = float(_moves(p, lay.TILT) or _moves(p, lay.SECOND_TILT))
    p[lay.HAS_SHIFT] = float(_moves(p, lay.SHIFT, 3))
    is_across = np.linalg.norm(np.cross(axis, g)) > ACROSS*np.linalg.norm(g)
    p[lay.HAS_TURNING_G] = float(is_across or p[lay.HAS_TILT] or p[lay.HAS_SHIFT])
    mark_steady(p)


class Frame(NamedTuple):
    """What of a motion does not hang on how fast it is: numbers of p by their places, and whether gravity turns."""

    numbers: tuple[tuple[slice, np.ndarray], ...]
    is_across: bool


# frames by the bits of all that they are computed from: most runs of a process have the same few
_FRAMES: dict[tuple, Frame] = {}
MOST_FRAMES = 256


def _frame(motion: Motion, surface: Surface) -> Frame:
    """Returns the axes, points and gravity of a motion, or raises BadValue."""
    words = (surface.tilt_axis, surface.origin, motion.axis, motion.tilt_axis, motion.second_axis, motion.gravity,
             motion.point)
    try:
        key = *map(len, words), np.array([surface.tilt, *chain(*words)], float).tobytes()
    except (TypeError, ValueError):
        return _frame_of(motion, surface)
    found = _FRAMES.get(key)
    if found is None:
        if len(_FRAMES) >= MOST_FRAMES:
            _FRAMES.clear()
        found = _FRAMES[key] = _frame_of(motion, surface)
    return found


def _frame_of(motion: Motion, surface: Surface) -> Frame:
    placement = _quaternion(surface.tilt_axis, surface.tilt)
    P = np.array(matrix_of(*placement)).reshape(3, 3)
    gravity = np.asarray(motion.gravity, float)
    point = np.asarray(motion.point, float)
    if gravity.shape != (3,) or point.shape != (3,) or not np.all(np.isfinite([gravity, point])):
        raise BadValue(_("motion: gravity and point need three finite numbers each"))
    axes = {lay.AXIS: motion.axis, lay.TILT_AXIS: motion.tilt_axis, lay.SECOND_AXIS: motion.second_axis}
    numbers = {lay.PLACEMENT: P.ravel(), lay.PLACEMENT_QUATERNION: placement, lay.LAB_POINT: point,
               lay.AXIS_POINT: P.T @ (point - np.asarray(surface.origin)), lay.GRAVITY: P.T @ gravity}
    numbers |= {at: P.T @ (np.asarray(axis)/np.linalg.norm(axis)) for at, axis in axes.items()}
    # gravity along the axis stays put in the turning frame, unless the axis itself is tilted
    spin_axis = np.asarray(motion.axis, float)
    across = np.linalg.norm(np.cross(spin_axis, gravity))/np.linalg.norm(spin_axis)
    return Frame(tuple((slice(at, at + block.size), block) for at, block in numbers.items()),
                 bool(across > ACROSS*np.linalg.norm(gravity)))


def put_motion(p, motion: Motion, surface: Surface, values: Mapping) -> dict:
    frame = _frame(motion, surface)
    for place, block in frame.numbers:
        p[place] = block

    signals = {lay.SPIN: motion.angle, lay.TILT: motion.tilt, lay.SECOND_TILT: motion.second_tilt}
    signals.update({lay.SHIFT + i*lay.SIGNAL_SIZE: signal for i, signal in enumerate(motion.shift)})
    for at, signal in signals.items():
        put_signal(p, at, signal, values)
    p[lay.HAS_TILT] = float(not (motion.tilt.is_zero and motion.second_tilt.is_zero))
    p[lay.HAS_SHIFT] = float(not all(signal.is_zero for signal in motion.shift))
    p[lay.HAS_TURNING_G] = float(frame.is_across or p[lay.HAS_TILT] or p[lay.HAS_SHIFT])
    mark_steady(p)
    return {signal.live: LiveSignal(at, signal.order, signal.limit) for at, signal in signals.items() if signal.live}

"""When each conserved quantity is conserved, and the sentence that says why it is not."""

from math import hypot

import numpy as np

from sandbox.compiling.traced import Vector, cross
from sandbox.mechanics import integrals
from sandbox.mechanics import layout as lay
from sandbox.scene.supports.surface import Surface
from sandbox.systems.motion_numbers import has_constant_rate
from sandbox.text import _

# accepted angle between directions that ought to agree: rounding of placements [rad]
ALONG = 1e-12


def _are_along(a, b) -> bool:
    a, b = Vector(*a.tolist()), Vector(*b.tolist())
    return hypot(*cross(a, b)) <= ALONG*hypot(*a)*hypot(*b)


def _is_tilted(p) -> bool:
    """Whether the support leans or is being tilted; one that may be steered to lean, and does not, is not."""
    return p[lay.HAS_TILT] != 0.0 and any(p[at:at + lay.SIGNAL_SIZE].any() for at in (lay.TILT, lay.SECOND_TILT))


def reason_not_conserved(name: str, p: np.ndarray, surface: Surface, size: float) -> str:
    """Why the named quantity is not conserved just now, or "" when it is; reads the present motion from p."""
    family, _number = integrals.FAMILIES[name]
    axis, gravity, normal = p[lay.AXIS:lay.AXIS + 3], p[lay.GRAVITY:lay.GRAVITY + 3], np.array([0.0, 0.0, 1.0])
    is_constant = has_constant_rate(p)
    is_turning = p[lay.SPIN + lay.SIGNAL_C + 1] != 0.0 or not is_constant
    if not _is_tilted(p) and name == "sphere_spin_s":
        # wherever the sphere is carried, the contact forces have no moment about the normal
        return "" if is_constant else _("the rate is being changed")
    if _is_tilted(p) or (p[lay.HAS_SHIFT] != 0.0 and family not in (integrals.PLANE_K, integrals.SPIN)):
        return _("the support tilts or is shaken")
    if family in (integrals.PLANE_K, integrals.SPIN):
        # any rate and any sliding will do as long as the plane coincides with itself
        if is_turning and not _are_along(axis, normal):
            return _("the axis is not normal to the plane")
        shifts = p[lay.SHIFT:lay.SHIFT + 3*lay.SIGNAL_SIZE].reshape(3, lay.SIGNAL_SIZE)[:, lay.SIGNAL_C:]
        lifts = [shift.any() and abs(p[lay.PLACEMENT + 3*i + 2]) > ALONG for i, shift in enumerate(shifts)]
        return _("the plane is shaken along its normal") if family == integrals.PLANE_K and any(lifts) else ""
    if not is_constant:
        return _("the rate is being changed")
    if family == integrals.E_J:
        if is_turning and gravity.any() and not _are_along(axis, gravity):
            return _("gravity is not along the axis of rotation")
        return ""
    if family == integrals.SPHERE_TOP:
        centred = np.linalg.norm(p[lay.AXIS_POINT:lay.AXIS_POINT + 3]
                                 - axis*(axis @ p[lay.AXIS_POINT:lay.AXIS_POINT + 3]))
        return _("the axis does not pass through the centre") if is_turning and centred > ALONG*abs(
            surface.shape) else ""
    return "" if has_axis_of_revolution(p, size) else _("the axis, or gravity, is not along the axis of the surface")


def has_axis_of_revolution(p: np.ndarray, size: float) -> bool:
    """Whether rotation (at a constant rate), gravity and the surface's local z axis share one line."""
    normal = np.array([0.0, 0.0, 1.0])
    axis, gravity = p[lay.AXIS:lay.AXIS + 3], p[lay.GRAVITY:lay.GRAVITY + 3]
    if _is_tilted(p) or p[lay.HAS_SHIFT] != 0.0 or not has_constant_rate(p):
        return False
    is_off_axis = np.linalg.norm(p[lay.AXIS_POINT:lay.AXIS_POINT + 2]) > ALONG*size
    if p[lay.SPIN + lay.SIGNAL_C + 1] != 0.0 and (is_off_axis or not _are_along(axis, normal)):
        return False
    return not gravity.any() or _are_along(gravity, normal)

"""Rigid bodies of the oracle in maximal coordinates: a core shape thickened by a ball, with its mass properties."""

from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True)
class Body:
    """Rigid body: core shape in shape axes, rounding, mass properties.

    kind       "point", "rim" or "ellipsoid"
    size       point: (); rim: (R, h) radius and height h of the rim on the shape's z axis; ellipsoid: semi-axes [m]
    rounding   eps, radius of the ball added to the core [m]
    mass       [kg]
    inertia    (3, 3) about the centre of mass, in shape axes [kg m^2]
    s_G        (3,) centre of mass from the shape centre, in shape axes [m]
    """

    kind: str
    size: tuple
    rounding: float
    mass: float
    inertia: np.ndarray
    s_G: np.ndarray = field(default_factory=lambda: np.zeros(3))


def sphere(radius, mass, inertia, s_G=(0.0, 0.0, 0.0)):
    """Ball; `inertia` a number or (3, 3) about the centre of mass [kg m^2]."""
    J = np.eye(3)*inertia if np.ndim(inertia) == 0 else np.array(inertia, float)
    return Body("point", (), radius, mass, J, np.array(s_G, float))


def ellipsoid(semi_axes, mass, inertia, s_G=(0.0, 0.0, 0.0), rounding=0.0):
    """Ellipsoid |A^-1 Y| = 1, A = diag(semi_axes) [m]; support function sqrt(nu.A^2 nu) + rounding |nu|."""
    return Body("ellipsoid", tuple(semi_axes), rounding, mass, np.array(inertia, float), np.array(s_G, float))


def disk(radius, mass, inertia, half_thickness=0.0, s_G=(0.0, 0.0, 0.0), rounding=0.0):
    """Disk about the shape's z axis: support function R |nu_perp| + t |nu_3| + rounding |nu|, t the half thickness.

    Only one rim is modelled, the one at shape z = -half_thickness; a negative half thickness chooses the other.
    """
    return Body("rim", (radius, -half_thickness), rounding, mass, np.array(inertia, float), np.array(s_G, float))

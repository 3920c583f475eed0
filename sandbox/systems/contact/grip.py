"""What a hand feels of a body on a support: its mass at the held point, and its weight."""

import numpy as np

from sandbox.mechanics import layout as lay
from sandbox.systems.hand import weight_of


def felt_mass(p: np.ndarray, s: np.ndarray) -> float:
    """Returns the mass of the free body at the point s (3,) from its mass centre, body axes [kg].

        1/m_h = 1/m + tr([s]^T J^-1 [s])/3

    the mean over all directions. A contact makes a body that rolls heavier, by 2/5 for a ball held at its centre.
    """
    inverse = _inverse_tensor(p)
    # [s] by columns: s x e_i
    turned = np.cross(s, np.eye(3)).T
    return float(1.0/(1.0/p[lay.MASS] + np.trace(turned.T @ inverse @ turned)/3.0))


def _inverse_tensor(p: np.ndarray) -> np.ndarray:
    inverse, tensor = (p[at:at + 9].reshape(3, 3) for at in (lay.INVERSE_TENSOR, lay.TENSOR))
    if inverse.any():
        return inverse
    return np.linalg.inv(tensor) if tensor.any() else np.eye(3)/p[lay.INERTIA]


def weight(p: np.ndarray) -> float:
    """Returns the weight of a body with all that it carries [N]."""
    parts = [lay.FIRST_DRIVEN + i*lay.DRIVEN_SIZE for i in range(lay.DRIVEN)]
    mass = p[lay.MASS] + sum(p[lay.CARRIED + i*lay.SLIDER_SIZE + lay.SLIDER_MASS] for i in range(lay.SLIDERS))
    # the number of a rotor is its moment of inertia, its mass belongs to the body's
    mass += sum(p[at + lay.DRIVEN_MASS] for at in parts if p[at + lay.DRIVEN_KIND] != lay.ROTOR)
    return weight_of(float(mass), p[lay.GRAVITY:lay.GRAVITY + 3])

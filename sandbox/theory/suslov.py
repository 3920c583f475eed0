"""The flow of Suslov's problem without weight on the plane (omega_1, omega_2), for the given spin omega_3 = c.

    J w' = (J w) x w + lambda e_3,     w_3 = c:

two equations of second degree in (w_1, w_2). Source: Borisov, Mamaev, Bizyaev 2015, section 1.3.
"""

from typing import Any

import numpy as np

from sandbox.scene.constrained import Constrained
from sandbox.scene.models.rigid import uniform


def free_body(model: Any) -> tuple[np.ndarray, float] | None:
    """Returns the tensor of inertia (3, 3) and the given spin of Suslov's body without weight, None for another one."""
    given = model.parameters if isinstance(model, Constrained) else {}
    if "given_spin" not in given or [row.name for row in model.rows] != ["axis"] or np.any(given["rc"]) or (
            given["own_potential"] is not uniform):
        return None
    return np.asarray(given["inertia"], float), float(given["given_spin"])


def rates(inertia: np.ndarray, c: float, w: np.ndarray) -> np.ndarray:
    """Returns (omega_1', omega_2') (n, 2) of spins w (n, 2) [rad/s], for the tensor of inertia (3, 3)."""
    whole = np.column_stack((w, np.full(len(w), c)))
    turned = np.cross(whole @ inertia, whole)
    return np.linalg.solve(inertia[:2, :2], turned[:, :2].T).T


def slopes(inertia: np.ndarray, c: float, w: np.ndarray) -> np.ndarray:
    """Returns the derivatives (n, 2, 2) of the rates at spins w (n, 2), exact but for rounding."""
    # the central difference of a polynomial of second degree has no error
    columns = [0.5*(rates(inertia, c, w + step) - rates(inertia, c, w - step)) for step in np.eye(2)]
    return np.stack(columns, axis=2)

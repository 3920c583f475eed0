"""Random contacts that collide, for the tests of the impact laws."""

import numpy as np

from sandbox.mechanics.impact.contact_state import skew

UP = np.array((0.0, 0.0, 1.0))


def random_contacts(count, seed):
    """Responses G (count, 3, 3) of random bodies and closing velocities u (count, 3), contact normal up."""
    random = np.random.default_rng(seed)
    M = random.normal(size=(count, 3, 3))
    J_inverse = np.linalg.inv(M @ M.transpose(0, 2, 1) + 0.02*np.eye(3))
    rho = random.normal(size=(count, 3))*random.uniform(0.1, 2.0, size=(count, 1))
    R = np.array([skew(r) for r in rho])
    G = np.eye(3)/random.uniform(0.2, 3.0, size=(count, 1, 1)) - R @ J_inverse @ R
    G = 0.5*(G + G.transpose(0, 2, 1))
    u = random.normal(size=(count, 3))*np.array((2.0, 2.0, 1.0))
    u[:, 2] = -np.abs(u[:, 2]) - 1e-3
    return G, u

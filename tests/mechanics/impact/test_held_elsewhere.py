"""Impacts of what is held elsewhere: the response is singular, and its rounding decides nothing."""

from math import inf

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.spatial.transform import Rotation

from sandbox.mechanics.impact.impact import chatterjee_ruina_impulse

COUNT = 4000
N = np.array((1.0, 0.0, 0.0))


def held_ball(random):
    """Responses (n, 3, 3) at walls, in random axes, of balls that roll on a floor without slip; u (n, 3), n (n, 3).

    The ball turns about the point of the floor: u = w x (r_wall - r_floor), G the matrix of P -> u.
    """
    a, mass, kappa = random.uniform(0.5, 2.0, (3, COUNT))
    up = random.normal(size=(COUNT, 3))
    up[:, 0] = random.uniform(-0.5, 0.5, COUNT)
    up /= np.linalg.norm(up, axis=1)[:, None]
    rho = -a[:, None]*N + a[:, None]*up
    X = np.zeros((COUNT, 3, 3))
    X[:, 0, 1], X[:, 0, 2], X[:, 1, 2] = -rho[:, 2], rho[:, 1], -rho[:, 0]
    X -= X.transpose(0, 2, 1)
    about = mass[:, None, None]*a[:, None, None]**2*(
        (kappa[:, None, None] + 1.0)*np.eye(3) - up[:, :, None]*up[:, None, :])
    G = -X @ np.linalg.solve(about, X)
    u = (X @ random.normal(size=(COUNT, 3, 1)))[..., 0]
    u *= -np.sign(u[:, :1])
    turned = Rotation.random(COUNT, random_state=3).as_matrix()
    return G, u, turned


@pytest.mark.parametrize("mu", [0.0, 0.3, inf])
@pytest.mark.parametrize("e", [0.0, 0.6, 1.0])
def test_axes_and_rounding_decide_nothing(e, mu):
    """The impulse turns with the axes, n.u' = -e n.u where there is no friction, and no energy is gained."""
    random = np.random.default_rng(1)
    G, u, turned = held_ball(random)
    P, _k = chatterjee_ruina_impulse(G, u, np.broadcast_to(N, u.shape), e, 0.0, mu)
    there = turned @ G @ turned.transpose(0, 2, 1)
    there = 0.5*(there + there.transpose(0, 2, 1))
    Q, _k = chatterjee_ruina_impulse(there, (turned @ u[..., None])[..., 0], turned[:, :, 0].copy(), e, 0.0, mu)
    size = np.linalg.norm(P, axis=1)[:, None]
    # [1] rounding of G, magnified where u is all but along the wall
    assert_allclose((turned.transpose(0, 2, 1) @ Q[..., None])[..., 0]/size, P/size, atol=1e-10)
    after = u + (G @ P[..., None])[..., 0]
    if mu == 0.0:
        assert_allclose(after[:, 0]/u[:, 0], -e, atol=1e-12)
    gained = 0.5*(P*(u + after)).sum(1)/(size[:, 0]*np.linalg.norm(u, axis=1))
    assert gained.max() < 1e-12
    assert P[:, 0].min() >= 0.0


def test_a_point_that_moves_along_one_line_only():
    """G = g d d^T: the impulse along d alone counts."""
    random = np.random.default_rng(2)
    d = random.normal(size=(COUNT, 3))
    d /= np.linalg.norm(d, axis=1)[:, None]
    speed = -random.uniform(0.1, 1.0, COUNT)*np.sign(d[:, 0])
    G, u = 2.0*d[:, :, None]*d[:, None, :], speed[:, None]*d
    P, _k = chatterjee_ruina_impulse(G, u, np.broadcast_to(N, u.shape), 0.5, 0.0, 0.0)
    after = u + (G @ P[..., None])[..., 0]
    assert_allclose(after, -0.5*u, rtol=0, atol=1e-13)      # [m/s]

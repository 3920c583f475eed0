"""The curling stone: the law of the patch by quadrature over its points, and an end that is one."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from tests.scenes.test_contact_scenes import begin, kinds

G = 9.81         # [m/s^2]
RINGS, SECTORS = 60, 96


def patch():
    """Points (n, 2) of the unit disk and their shares (n,) of the pressure of Hertz, 3/2 sqrt(1 - r^2)/pi."""
    x, weight = np.polynomial.legendre.leggauss(RINGS)
    # r = sqrt(1 - s^2) takes the root out of the pressure: r dr sqrt(1 - r^2) = s^2 ds
    s, weight = 0.5*(x + 1.0), 0.5*weight
    r, share = np.sqrt(1.0 - s*s), 3.0*s*s*weight
    angle = 2.0*np.pi*(np.arange(SECTORS) + 0.5)/SECTORS
    points = r[:, None, None]*np.stack((np.cos(angle), np.sin(angle)), axis=-1)
    return points.reshape(-1, 2), np.repeat(share/SECTORS, SECTORS)


POINTS, SHARES = patch()


def slowing(_t, y, mu, rho, k):
    """x, angle, v, w of a stone that slides along x: dry friction under each point of the patch."""
    _x, _angle, v, w = y
    u = np.stack((v - w*rho*POINTS[:, 1], w*rho*POINTS[:, 0]), axis=-1)
    e = u/np.linalg.norm(u, axis=1, keepdims=True)
    force = -mu*G*(SHARES[:, None]*e).sum(axis=0)
    moment = -mu*G*(SHARES*rho*(POINTS[:, 0]*e[:, 1] - POINTS[:, 1]*e[:, 0])).sum()
    assert abs(force[1]) < 1e-9
    return v, w, force[0], moment/k


@pytest.mark.parametrize("preset", ["Fast spin: it goes far", "Hardly any spin", "Rough ice"])
def test_it_slows_as_a_patch_of_points_does(preset):
    run = begin("curling", preset)
    p = run.values
    found = solve_ivp(slowing, (0, 2.0), (-10.0, 0.0, p["speed"], p["spin"]), "DOP853", [2.0], rtol=1e-9, atol=1e-10,
                      args=(p["mu"], p["patch"], 0.5*p["radius"]**2))
    run.advance(480)
    body = run.snapshot().bodies[0]
    seen = (body.centre[0], body.velocity[0], body.angular_velocity[2])
    # of the quadrature, whose points see a kink in the direction of the slip [m, m/s, rad/s]
    assert np.allclose(seen, found.y[[0, 2, 3], -1], rtol=0, atol=5e-5)
    assert body.centre[1] == 0.0 and run.drift < 1e-12


def test_sliding_and_spinning_end_together():
    run, before = begin("curling", "Rough ice"), (0.0, 0.0)
    while run.snapshot().bodies[0].mode == "sliding":
        run.advance(1)
        body = run.snapshot().bodies[0]
        if body.mode == "sliding":
            before = (body.velocity[0], body.angular_velocity[2])
    assert kinds(run) == ["grip"] and body.mode == "rest"
    assert 0.0 < before[0] < 1e-2 and 0.0 < before[1] < 0.2      # [m/s, rad/s] a step before the end


def test_without_spin_it_stops_as_a_block_does():
    run = begin("curling", "No spin")
    run.advance(240*8)
    assert run.snapshot().bodies[0].centre[0] == pytest.approx(-10 + 4/(2*0.03*G), abs=1e-9)      # [m]
    assert run.events[0].t == pytest.approx(2/(0.03*G), abs=1e-9)      # [s]

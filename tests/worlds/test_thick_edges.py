"""A ball rolls over the thick edge of a plate, slips there and leaves it, among others: as alone, and as it must."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from sandbox.run.simulation import Simulation
from sandbox.scene import Ball, Contact, Coulomb, On, Placed, RoundSlab, Scene, Slab, Start, Still, World

G, SOLID = 9.81, 0.4
EXACT = {"method": "DOP853", "rtol": 1e-12, "atol": 1e-14}


def bend_of(u, r):
    """Slope [rad] and curvature [1/m] of the edge u [m] from where it begins: z = r sqrt(1 - (u/2r)^4)."""
    u = max(u, 0.0)
    z = r*np.sqrt(1.0 - (u/(2.0*r))**4)
    p = -u**3/(8.0*r*r*z)
    pp = (-0.375*u*u/(r*r) - p*p)/z
    return np.arctan(-p), -pp/(1.0 + p*p)**1.5


def left(v, mu, r, a):
    """The horizontal speed [m/s] and the spin [rad/s] with which a ball of radius a leaves an edge, in a plane.

    It comes onto it rolling at v; with V its speed, N = g cos(th) - V^2 k/(1 + a k) of its unit mass, it rolls until
    friction would have to be more than mu N, and slips until N = 0. By quadrature, nothing of the engine in it.
    """
    def way(u, V):
        th, k = bend_of(u, r)
        return th, np.cos(th)*V/(1.0 + a*k), G*np.cos(th) - V*V*k/(1.0 + a*k)

    def rolling(_t, y):
        th, rate, _N = way(*y)
        return rate, G*np.sin(th)/(1.0 + SOLID)

    def sliding(_t, y):
        th, rate, N = way(y[0], y[1])
        return rate, G*np.sin(th) - mu*N, mu*N/(SOLID*a)

    def slips(_t, y):
        th, _rate, N = way(*y)
        return mu*N - SOLID/(1.0 + SOLID)*G*np.sin(th)

    def leaves(_t, y):
        return way(y[0], y[1])[2]
    slips.terminal = leaves.terminal = True
    u, V = solve_ivp(rolling, (0.0, 50.0), (0.0, v), events=slips, **EXACT).y_events[0][0]
    u, V, spin = solve_ivp(sliding, (0.0, 5.0), (u, V, V/a), events=leaves, **EXACT).y_events[0][0]
    return np.cos(bend_of(u, r)[0])*V, spin


# thickness of the plate and radius of the ball [m], friction, speed [m/s], the plate: rounding of the speed away from
# it was a meeting at the very instant of leaving in these, again and again
LEAVING = (0.1, 0.02, 0.3, 1.5, Slab), (0.1, 0.02, 0.3, 1.5, RoundSlab), (0.2, 0.005, 0.05, 1.5, Slab), \
    (0.2, 0.005, 0.05, 1.5, RoundSlab), (0.2, 0.02, 1.0, 0.2, Slab), (0.2, 0.02, 1.0, 0.5, Slab)


@pytest.mark.parametrize(("thick", "a", "mu", "v", "plate"), LEAVING)
def test_what_slips_over_a_thick_edge_leaves_it_once(thick, a, mu, v, plate):
    surface = plate(0.8, 0.8, thick) if plate is Slab else plate(0.4, thick)
    law, body = Contact(Coulomb(mu), restitution=0.5), Ball(a, mass=0.1)
    start = Start(at=(0.4 - thick - 0.05, 0.0), velocity=(v, 0.0))
    other = Placed(Ball(0.01, mass=0.01), Start(at=(-0.1, -0.1)), on="plate")
    alone = Simulation(Scene("Alone", (), lambda p: (body, surface, Still(), law), lambda p: start))
    among = Simulation(Scene("Among", (), lambda p: World({"plate": On(surface, contact=law)},
                                                          [Placed(body, start, on="plate"), other])))
    while alone.snapshot().bodies[0].mode != "flight":
        alone.advance(1)
        among.advance(1)
        assert alone.ended is None
    one, two = alone.snapshot().bodies[0], among.snapshot().bodies[0]
    assert two.mode == "flight" and among.events == []
    # [m/s] the instant of leaving, at which nothing pushes any more, is found to 1e-11 s
    assert np.abs(two.velocity - one.velocity).max() < 1e-9
    assert a*np.abs(two.angular_velocity - one.angular_velocity).max() < 1e-9
    speed, spin = left(v, mu, thick/2.0, a)
    # [m/s] two ways of integrating to 1e-12 of speeds up to 2 m/s and their events
    assert two.velocity[0] == pytest.approx(speed, abs=1e-9)
    assert a*two.angular_velocity[1] == pytest.approx(a*spin, abs=1e-9)

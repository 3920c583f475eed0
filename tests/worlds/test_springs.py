"""Springs between bodies of a world, against closed forms; what they store is a part of the energy."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import brentq

from sandbox.scene import Placed, Spin, Spring, Start, World
from tests.worlds.made import MASS, RADIUS, G, Run, ball, law, table

K, REST, STRETCH = 40.0, 0.3, 0.05      # [N/m], [m], [m]
HIGH = 3.0                              # [m] that nothing falls through in a test


def energy_of(run):
    """E_J less the ledger [J]."""
    seen = run.simulation.snapshot()
    return seen.E_J - seen.ledger


def test_two_balls_in_flight_swing_at_the_rate_of_their_reduced_mass():
    """|d| = l + s cos(w t), w^2 = k/mu; their middle falls as one body. 1e-12 over six periods."""
    two, mu = 0.5, MASS*0.5/(MASS + 0.5)
    world = World({"floor": table(0.3, 0.5)},
                  [Placed(ball(), Start(at=(0.0, 0.0, HIGH)), name="a"),
                   Placed(ball(mass=two), Start(at=(REST + STRETCH, 0.0, HIGH)), name="b")],
                  joints=[Spring("a", "b", K, length=REST)])
    run, seen = Run(world), []
    middle = (MASS*run.x[0] + two*run.x[1])/(MASS + two)
    for _ in range(20):
        run.advance(run.h*8)
        d = run.x[1] - run.x[0]
        seen.append((d[0] - REST - STRETCH*np.cos(np.sqrt(K/mu)*run.t), d[1], d[2],
                     *((MASS*run.x[0] + two*run.x[1])/(MASS + two) - middle + (0.0, 0.0, 0.5*G*run.t**2))))
        assert run.simulation.drift < 1e-13
    assert run.t*np.sqrt(K/mu) > 2.0*np.pi*1.7
    assert_allclose(seen, 0.0, atol=1e-12)


def test_a_damped_oscillator_hangs_from_a_point_and_its_loss_is_in_the_ledger():
    """z = z_0 + A e^(-d t) (cos w t + d/w sin w t), d = c/2m: 1e-12; E_J and what the dashpot took close."""
    damping, top = 0.6, np.array((0.0, 0.0, 2.0))
    level = top[2] - REST - MASS*G/K
    world = World({"floor": table(0.3, 0.5)},
                  [Placed(ball(), Start(at=(0.0, 0.0, level + STRETCH)), name="bob")],
                  joints=[Spring("bob", "", K, damping, REST, other_at=tuple(top))])
    run = Run(world)
    began = run.simulation.snapshot()
    assert_allclose(run.x[0], (0.0, 0.0, level + STRETCH), atol=1e-15)
    fades = damping/(2.0*MASS)
    w = np.sqrt(K/MASS - fades**2)
    for _ in range(10):
        run.advance(0.2)
        e, c, s = np.exp(-fades*run.t), np.cos(w*run.t), np.sin(w*run.t)
        assert_allclose(run.x[0], (0.0, 0.0, level + STRETCH*e*(c + fades/w*s)), atol=1e-12)     # [m]
        assert_allclose(run.v[0, 2], -STRETCH*e*(w + fades**2/w)*s, atol=1e-12)                   # [m/s]
    seen = run.simulation.snapshot()
    x, v = run.x[0, 2] - level, run.v[0, 2]
    lost = 0.5*K*STRETCH**2 - 0.5*(K*x**2 + MASS*v**2)
    assert lost > 0.5*0.5*K*STRETCH**2
    assert_allclose(seen.ledger - began.ledger, -lost, rtol=1e-12)
    assert_allclose(seen.E_J - began.E_J, -lost, rtol=1e-12)
    # what a spring stores is potential energy
    assert run.simulation.drift < 1e-13


@pytest.mark.parametrize(("mu", "mass"), [(0.0, 1.0), (np.inf, 1.4)])
def test_a_ball_on_a_plane_swings_with_its_effective_mass(mu, mass):
    """m x'' = -k (x - l) where it slides without friction, 7/5 m x'' where it rolls: 1e-12 over several periods."""
    world = World({"table": table(mu)},
                  [Placed(ball(), Start(at=(REST + STRETCH, 0.0)), name="bob")],
                  joints=[Spring("bob", "table", K, length=REST, other_at=(0.0, 0.0, RADIUS))])
    run, w = Run(world), np.sqrt(K/(mass*MASS))
    for _ in range(12):
        run.advance(0.1)
        assert_allclose(run.x[0], (REST + STRETCH*np.cos(w*run.t), 0.0, RADIUS), atol=1e-12)
        assert_allclose(run.w[0, 1], -STRETCH*w*np.sin(w*run.t)/RADIUS if mu else 0.0, atol=1e-11)
    assert run.simulation.drift < 1e-13


def test_springs_at_arms_keep_momentum_angular_momentum_and_energy():
    """Two spinning balls whose ends lie beside their centres, in flight and without damping."""
    random = np.random.default_rng(4)
    bodies = []
    for i in range(2):
        start = Start(at=(0.25*i, 0.1*i, HIGH), velocity=tuple(random.normal(0.0, 0.3, 3)),
                      omega=tuple(random.normal(0.0, 5.0, 3)))
        bodies.append(Placed(ball(mass=MASS*(1.0 + i)), start, name=f"b{i}"))
    run = Run(World({"floor": table(0.3, 0.5)}, bodies, {("ball", "ball"): law(0.0, 1.0)},
                    [Spring("b0", "b1", K, 0.0, 0.2, at=(0.02, 0.0, 0.01), other_at=(0.0, -0.02, 0.0))]))
    m, inertia = np.array([MASS, 2.0*MASS]), 0.4*RADIUS**2*np.array([MASS, 2.0*MASS])

    def kept():
        p = m @ run.v + (0.0, 0.0, m.sum()*G*run.t)
        middle, mean = m @ run.x/m.sum(), m @ run.v/m.sum()
        return *p, *sum(m[i]*np.cross(run.x[i] - middle, run.v[i] - mean) + inertia[i]*run.w[i] for i in range(2))
    first, energy = kept(), energy_of(run)
    for _ in range(6):
        run.advance(0.1)
        assert_allclose(kept(), first, atol=1e-13)
        assert abs(energy_of(run) - energy) < 1e-12*run.kinetic


def test_a_spring_on_a_turning_table_stands_where_its_force_is_the_one_to_the_middle():
    """k (r - l) = m W^2 r on a smooth table that carries its end round: the ball turns with it as if it stood."""
    rate = 3.0
    r = K*REST/(K - MASS*rate**2)
    run = Run(World({"table": table(0.0, motion=Spin("z", rate))},
                    [Placed(ball(), Start(at=(r, 0.0), velocity=(0.0, rate*r)), name="bob")],
                    joints=[Spring("bob", "table", K, length=REST, other_at=(0.0, 0.0, RADIUS))]))
    run.advance(2.0)
    assert_allclose(run.x[0], (r*np.cos(rate*run.t), r*np.sin(rate*run.t), RADIUS), atol=1e-12)
    assert run.simulation.drift < 1e-13


def test_a_ball_on_a_spring_meets_a_ball_where_the_closed_form_says():
    """x = l + s cos w t comes to the other ball's side; both are equal and give all: they exchange velocities."""
    x_hit = REST - 0.5*STRETCH
    world = World({"table": table(0.0)},
                  [Placed(ball(), Start(at=(REST + STRETCH, 0.0)), name="bob"),
                   Placed(ball(), Start(at=(x_hit - 2.0*RADIUS, 0.0)), name="other")],
                  {("ball", "ball"): law(0.0, 1.0)},
                  [Spring("bob", "", K, length=REST, other_at=(0.0, 0.0, RADIUS))])
    run, w = Run(world), np.sqrt(K/MASS)
    when = brentq(lambda t: REST + STRETCH*np.cos(w*t) - x_hit, 0.0, np.pi/w, xtol=1e-15)
    run.advance(0.3)
    assert abs(run.simulation.events[0].t - when) < 1e-11
    assert_allclose(run.v[1], (-STRETCH*w*np.sin(w*when), 0.0, 0.0), atol=1e-11)


def test_the_same_spring_is_the_same_bits():
    def end():
        bodies = [Placed(ball(), Start(at=(0.2, 0.0)), name="a"), Placed(ball(), Start(at=(0.0, 0.3)), name="b")]
        return Run(World({"table": table(0.2, 0.5)}, bodies,
                         joints=[Spring("a", "b", K, 0.1, 0.2)])).advance(1.0).y
    assert np.array_equal(end(), end())

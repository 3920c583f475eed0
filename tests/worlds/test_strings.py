"""Strings: they pull and never push, go slack and snap tight at located instants; against closed forms."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import quad

from sandbox.scene import Placed, Spin, Start, String, World
from tests.worlds.made import MASS, RADIUS, G, Run, ball, law, table

LENGTH = 0.5
TOP = np.array((0.0, 0.0, 1.2))


def pendulum(r, v, **others):
    """A ball on a string from TOP, that starts at r from it."""
    return Run(World({"floor": table(0.3, 0.5)},
                     [Placed(ball(), Start(at=tuple(TOP + r), velocity=tuple(v)), name="bob")],
                     joints=[String("bob", "", LENGTH, other_at=tuple(TOP), **others)]))


def energy_of(run):
    """E_J less the ledger [J]."""
    seen = run.simulation.snapshot()
    return seen.E_J - seen.ledger


def duration(speed, angle):
    """How long a taut pendulum takes from below, where it has that speed, to an angle [s]."""
    def inverse_rate(phi):
        return 1.0/np.sqrt(speed**2/LENGTH**2 - 2.0*G/LENGTH*(1.0 - np.cos(phi)))
    return quad(inverse_rate, 0.0, angle, epsabs=1e-14, epsrel=1e-14)[0]


def slackening(speed):
    """Angle from below and instant at which a string goes slack whose ball is thrown from below at that speed."""
    angle = np.arccos((2.0*G*LENGTH - speed**2)/(3.0*G*LENGTH))
    return angle, duration(speed, angle)


@pytest.mark.parametrize("share", [2.2, 3.0, 4.0, 4.8])
def test_a_pendulum_goes_slack_and_snaps_tight_where_the_closed_form_says(share):
    """v^2 between 2 g l and 5 g l: slack where v^2/l = -g cos phi; a parabola from there on, with the loss m v_r^2/2.

    Where the parabola meets the circle again: s = 4 sin(beta) sqrt(l cos(beta)/g), beta the angle from above.
    """
    speed = np.sqrt(share*G*LENGTH)
    run = pendulum(np.array((0.0, 0.0, -LENGTH)), (speed, 0.0, 0.0))
    energy = energy_of(run)
    angle, slack = slackening(speed)
    beta = np.pi - angle
    span = 4.0*np.sin(beta)*np.sqrt(LENGTH*np.cos(beta)/G)
    run.advance(0.9)
    gone, tight = run.simulation.events[:2]
    assert [gone.kind, tight.kind] == ["grip", "impact"]
    assert abs(gone.t - slack) < 1e-10 and abs(tight.t - slack - span) < 1e-10          # [s]
    # the parabola from there: radial velocity where it meets the circle
    r = LENGTH*np.array((np.sin(angle), -np.cos(angle)))
    v = np.sqrt(G*LENGTH*np.cos(beta))*np.array((np.cos(angle), np.sin(angle)))
    r, v = r + v*span - (0.0, 0.5*G*span**2), v - (0.0, G*span)
    radial = float(r @ v)/LENGTH
    assert_allclose(np.linalg.norm(r), LENGTH, atol=1e-14)
    assert_allclose(tight.speed, radial, atol=1e-10)
    assert_allclose(tight.lost, 0.5*MASS*radial**2, atol=1e-10)
    assert_allclose(run.lost, tight.lost, rtol=1e-14)
    # it is taut afterwards and keeps its energy
    assert np.linalg.norm(run.x[0] - TOP) <= LENGTH*(1.0 + 1e-15)
    assert abs(energy_of(run) - energy) < 1e-12*MASS*G*LENGTH


@pytest.mark.parametrize("share", [1.9, 5.1])
def test_a_string_that_stays_taut_is_a_pendulum(share):
    """Below 2 g l and above 5 g l nothing happens: the instant of an angle is the quadrature of the rate."""
    speed = np.sqrt(share*G*LENGTH)
    run = pendulum(np.array((0.0, 0.0, -LENGTH)), (speed, 0.0, 0.0))
    run.advance(0.2)
    arm = run.x[0] - TOP
    assert abs(duration(speed, np.arctan2(arm[0], -arm[2])) - 0.2) < 1e-12
    assert abs(np.linalg.norm(arm) - LENGTH) < 1e-15
    run.advance(2.0)
    assert run.simulation.events == [] and run.simulation.drift < 1e-13


def test_a_fall_onto_a_slack_string_ends_at_its_length():
    """Dropped beside the point it hangs from: free until |r| = l, then the part of the velocity along it is gone."""
    start = np.array((0.3, 0.0, 0.1))
    run = pendulum(start, (0.0, 0.0, 0.0))
    # z where the fall meets the sphere of the string
    deep = np.sqrt(LENGTH**2 - start[0]**2)
    when = np.sqrt(2.0*(start[2] + deep)/G)
    run.advance(np.ceil(when/run.h)*run.h)
    (tight,) = run.simulation.events
    assert abs(tight.t - when) < 1e-11
    n = np.array((start[0], 0.0, -deep))/LENGTH
    v = np.array((0.0, 0.0, -G*when))
    assert_allclose(tight.lost, 0.5*MASS*float(v @ n)**2, rtol=1e-10)


def test_two_balls_on_a_string_share_the_jerk():
    """One is thrown away from the other, far above: at the length both go on at one speed along the string.

    Momentum 1e-13; loss mu v^2/2; and then they turn about their middle on a taut string.
    """
    high, two, v = 3.0, 0.5, np.array((1.0, 0.6, 0.0))
    run = Run(World({"floor": table(0.3, 0.5)},
                    [Placed(ball(), Start(at=(0.0, 0.0, high)), name="a"),
                     Placed(ball(mass=two), Start(at=(0.2, 0.0, high), velocity=tuple(v)), name="b")],
                    {("ball", "ball"): law(0.0, 1.0)}, [String("b", "a", 0.4)]))
    m = np.array((MASS, two))
    momentum = m @ run.v
    # |(0.2, 0) + v t| = 0.4
    when = np.roots((v @ v, 2.0*0.2*v[0], 0.2**2 - 0.4**2)).max()
    run.advance(0.5)
    (tight,) = run.simulation.events
    assert abs(tight.t - when) < 1e-12
    e = (np.array((0.2, 0.0, 0.0)) + v*when)/0.4
    mu = MASS*two/(MASS + two)
    assert_allclose(tight.lost, 0.5*mu*float(v @ e)**2, rtol=1e-11)
    assert_allclose(m @ run.v + (0.0, 0.0, m.sum()*G*run.t), momentum, atol=1e-13)
    d, u = run.x[1] - run.x[0], run.v[1] - run.v[0]
    assert abs(np.linalg.norm(d) - 0.4) < 1e-15 and abs(float(d @ u)) < 1e-14
    # what is across the string stays: it turns at that rate
    across = v - float(v @ e)*e
    assert_allclose(np.linalg.norm(u), np.linalg.norm(across), rtol=1e-12)
    turned = np.arctan2(e[1], e[0]) + np.cross(e, across)[2]/0.4*(run.t - when)
    assert_allclose(np.arctan2(d[1], d[0]), turned, atol=1e-11)
    assert run.simulation.drift < 1e-13


def test_a_hit_on_a_ball_that_hangs_goes_into_its_string_at_once():
    """A ball from below and aside at one that hangs: what moves it up slackens; what pulls the string is lost."""
    for up in (1.0, -1.0):
        e = np.array((0.6, 0.0, 0.8*up))
        hangs, speed = TOP - np.array((0.0, 0.0, LENGTH)), 2.0
        first = hangs - (2.0*RADIUS + 0.01)*e
        run = Run(World({"floor": table(0.3, 0.5)},
                        [Placed(ball(), Start(at=tuple(hangs)), name="bob"),
                         Placed(ball(), Start(at=tuple(first), velocity=tuple(speed*e)),
                                name="other")],
                        {("ball", "ball"): law(0.0, 1.0)}, [String("bob", "", LENGTH, other_at=tuple(TOP))]))
        energy, kinetic = energy_of(run), run.kinetic
        run.advance(8.0*run.h)
        assert abs(energy_of(run) - energy) < 1e-12*kinetic
        assert run.kinetic + MASS*G*(run.x[:, 2] - (hangs[2], first[2])).sum() <= kinetic*(1.0 + 1e-12)
        slack = LENGTH - np.linalg.norm(run.x[0] - TOP)
        assert (slack > 1e-4) if up > 0.0 else abs(slack) < 1e-15


def test_a_string_on_a_turning_table_holds_its_ball_out():
    """A smooth table carries the end round beside its axis; the ball that turns with it is held by m W^2 r."""
    rate = 4.0
    run = Run(World({"table": table(0.0, motion=Spin("z", rate))},
                    [Placed(ball(), Start(at=(0.35, 0.0), velocity=(0.0, rate*0.35)), name="bob")],
                    joints=[String("bob", "table", 0.25, other_at=(0.1, 0.0, RADIUS))]))
    run.advance(1.5)
    assert_allclose(run.x[0], (0.35*np.cos(rate*run.t), 0.35*np.sin(rate*run.t), RADIUS), atol=1e-12)
    assert run.simulation.events == [] and run.simulation.drift < 1e-13


def test_random_snaps_never_give_energy_and_keep_momentum():
    """Three balls on two strings thrown about far from everything: each snap costs energy, momentum stays."""
    random = np.random.default_rng(7)
    snaps = 0
    for _ in range(12):
        at = random.normal(0.0, 0.08, (3, 3)) + np.array((0.0, 0.0, 6.0)) + np.outer(range(3), (0.25, 0.0, 0.0))
        bodies = [Placed(ball(mass=MASS*(i + 1)), Start(at=tuple(at[i]), velocity=tuple(random.normal(0.0, 1.5, 3)),
                                                        omega=tuple(random.normal(0.0, 5.0, 3))), name=f"b{i}")
                  for i in range(3)]
        run = Run(World({"floor": table(0.3, 0.5)}, bodies, {("ball", "ball"): law(0.2, 0.8)},
                        [String("b0", "b1", 0.6, at=(0.02, 0.0, 0.0)), String("b1", "b2", 0.6)]))
        m = MASS*np.arange(1.0, 4.0)
        momentum, energy, lost = m @ run.v, energy_of(run), 0.0
        for _ in range(60):
            run.advance(2.0*run.h)
            assert run.lost >= lost
            lost = run.lost
        assert_allclose(m @ run.v + (0.0, 0.0, m.sum()*G*run.t), momentum, atol=1e-12)
        assert abs(energy_of(run) - energy) < 1e-11*run.kinetic
        snaps += sum("snaps" in event.sentence for event in run.simulation.events)
    assert snaps > 10

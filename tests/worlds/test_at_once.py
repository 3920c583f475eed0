"""Contacts that close at one instant are one problem: what comes out does not hang on the order of the bodies.

Oracles: closed forms by symmetry; for smooth contacts the impulses of least

    P.W P/2 + (1 + e) P.u,     P >= 0,

which Newton's law asks for, by scipy's least squares with signs, W and u written down here anew.
"""

from itertools import permutations
from math import cos, inf, pi, sin, sqrt

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import nnls

from sandbox.errors import BadValue
from sandbox.scene import BallJoint, Placed, Plane, Start, World
from tests.worlds.made import MASS, RADIUS, Run, ball, flat, law, placed, rolling, table

SPEED = 1.0


def turned(angle, point):
    """A point turned about the vertical."""
    return cos(angle)*point[0] - sin(angle)*point[1], sin(angle)*point[0] + cos(angle)*point[1]


def notch(order, angle, e, mu_floor, mu=0.0):
    """A ball comes along the line of symmetry of two that touch; returns velocities along and across it."""
    spin = rolling(turned(angle, (SPEED, 0.0))) if mu_floor == inf else (0.0, 0.0, 0.0)
    bodies = {
        "cue": placed(turned(angle, (-0.1, 0.0)), turned(angle, (SPEED, 0.0)), omega=spin, name="cue"),
        "left": placed(turned(angle, (sqrt(3.0)*RADIUS, RADIUS)), name="left"),
        "right": placed(turned(angle, (sqrt(3.0)*RADIUS, -RADIUS)), name="right")}
    run = Run(flat([bodies[name] for name in order], law(mu, e), table(mu_floor))).advance(0.15)
    return run, {name: np.array(turned(-angle, v[:2])) for name, v in zip(order, run.v, strict=True)}


@pytest.mark.parametrize("mu_floor", [0.0, inf])
@pytest.mark.parametrize("angle", [0.0, 0.3, 2.0])
@pytest.mark.parametrize("e", [1.0, 0.5, 0.0])
def test_notch(angle, e, mu_floor):
    """m v_n' of the two = P, P (1/m + 2 c^2/m) = (1 + e) v c with c = cos 30: -1/5 and 3/5 for e = 1, in any order.

    A floor on which nothing slips makes all three heavier by the same share, which changes nothing.
    """
    P = (1.0 + e)*cos(pi/6.0)/2.5
    for order in permutations(("cue", "left", "right")):
        run, v = notch(order, angle, e, mu_floor)
        # [m/s] rounding of velocities of 1 m/s, turned twice
        assert_allclose(v["cue"], (1.0 - 2.0*P*cos(pi/6.0), 0.0), atol=2e-15)
        for name, side in (("left", 1.0), ("right", -1.0)):
            assert_allclose(v[name], (P*cos(pi/6.0), side*P*sin(pi/6.0)), atol=2e-15)
        assert run.impacts == 2
        assert run.simulation.drift < 1e-14


def test_friction_between_the_balls_keeps_the_symmetry():
    """Slip takes spin along: left and right are mirror images in every order, and energy is not gained."""
    for order in permutations(("cue", "left", "right")):
        run, v = notch(order, 0.7, 0.9, 0.0, mu=0.3)
        assert_allclose(v["left"], v["right"]*(1.0, -1.0), atol=1e-14)      # [m/s] rounding
        assert abs(v["cue"][1]) < 1e-14
        assert_allclose(v["cue"] + v["left"] + v["right"], (SPEED, 0.0), atol=1e-14)
        assert run.kinetic < 0.5*MASS*SPEED**2


def test_one_instant_alone_is_meant():
    """A gap of a micrometre more on one side is another instant: first the one, then the other, as ever."""
    bodies = [placed((-0.1, 0.0), (SPEED, 0.0)), placed((sqrt(3.0)*RADIUS, RADIUS)),
              placed((sqrt(3.0)*RADIUS + 2e-6, -RADIUS - 1e-6))]
    run = Run(flat(bodies, law(0.0, 1.0), table(0.0))).advance(0.15)
    assert_allclose(run.v[0, :2], (-0.125, -0.125*sqrt(3.0)), atol=1e-4)    # [m/s] by the gap over the radius


def star(rng, count, e, mu=0.0):
    """Balls that come to one in the middle at one instant, from directions with room between; all fly."""
    angles = np.cumsum(rng.uniform(1.3, 2.0, count))
    angles *= min(1.0, (2.0*pi - 1.3)/angles[-1])
    bodies = [Placed(ball(RADIUS, MASS*rng.uniform(0.5, 2.0)), Start(at=(0.0, 0.0, 1.0), velocity=(0.0, 0.0, 0.0)))]
    for angle in angles:
        n = np.array([cos(angle), sin(angle), 0.0])
        speed = rng.uniform(0.5, 1.5)
        across = rng.uniform(-0.3, 0.3)*np.array([-n[1], n[0], 0.0])*(mu > 0.0)
        # where it is 0.1 s before it touches
        start = 2.0*RADIUS*n + 0.1*(speed*n - across) + (0.0, 0.0, 1.0)
        bodies.append(Placed(ball(RADIUS, MASS*rng.uniform(0.5, 2.0)),
                             Start(at=tuple(start), velocity=tuple(across - speed*n))))
    return bodies, law(mu, e)


def newton(bodies, e):
    """Velocities after Newton's law on all contacts of the first ball, smooth."""
    m = np.array([placed.body.m for placed in bodies])
    v = np.array([placed.start.velocity for placed in bodies])
    n = np.array([placed.start.at for placed in bodies[1:]]) - bodies[0].start.at + 0.1*v[1:]
    n /= np.linalg.norm(n, axis=1)[:, None]
    u = np.einsum("ki,ki->k", n, v[1:] - v[0])
    W = n @ n.T/m[0] + np.diag(1.0/m[1:])
    L = np.linalg.cholesky(W)
    P, _rest = nnls(L.T, -(1.0 + e)*np.linalg.solve(L, u))
    after = v.copy()
    after[0] -= P @ n/m[0]
    after[1:] += (P/m[1:])[:, None]*n
    return after


@pytest.mark.parametrize("e", [1.0, 0.6, 0.0])
def test_many_at_one_instant(e):
    """As a solver of problems with signs finds it, for any order; momentum and energy as they have to be."""
    rng = np.random.default_rng(7)
    for _ in range(6):
        count = int(rng.integers(2, 5))
        bodies, contact = star(rng, count, e)
        expected = newton(bodies, e)
        order = rng.permutation(len(bodies))
        run = Run(flat([bodies[i] for i in order], contact, table(0.0))).advance(0.1 + 1.0/240.0)
        found = np.empty_like(run.v)
        found[order] = run.v
        # [m/s] the directions in which they touch are known to the rounding of places over the radius
        assert_allclose(found[:, :2], expected[:, :2], atol=1e-13)
        assert run.simulation.drift < 1e-14


def test_no_energy_is_gained_with_friction():
    """Whatever friction and restitution: momentum stays, energy does not grow, the order of the bodies is nothing."""
    rng = np.random.default_rng(11)
    for mu in (0.05, 0.3, inf):
        for e in (1.0, 0.4):
            bodies, contact = star(rng, 3, e, mu)
            runs = []
            for order in ((0, 1, 2, 3), (3, 1, 0, 2)):
                run = Run(flat([bodies[i] for i in order], contact, table(0.0)))
                before, momentum = run.kinetic, numbers_of(run)[0] @ run.v
                run.advance(0.1 + 1.0/240.0)
                fallen = 0.5*(run.v[:, 2]**2) @ numbers_of(run)[0]
                assert run.kinetic - fallen <= before*(1.0 + 1e-14)
                assert_allclose((numbers_of(run)[0] @ run.v)[:2], momentum[:2], atol=1e-15)     # [N s] rounding
                found = np.empty_like(run.v)
                found[list(order)] = run.v
                runs.append(found)
            assert_allclose(runs[0], runs[1], atol=1e-13)       # [m/s] rounding


def numbers_of(run):
    """Masses of the balls, as a row."""
    return (np.array([placed.body.m for placed in run.world.bodies]),)


def test_two_walls_that_give_back_differently():
    """A ball into a right-angled groove of two walls, e = 1 and 0: each takes its own part, v/sqrt(2) of the fall."""
    walls = {"left": table(0.0, 1.0, surface=Plane().placed(axis=(0.0, 1.0, 0.0), angle=pi/4.0)),
             "right": table(0.0, 0.0, surface=Plane().placed(axis=(0.0, 1.0, 0.0), angle=-pi/4.0))}
    start = Start(at=(0.0, 0.0, 0.5), velocity=(0.0, 0.0, 0.0))
    far = placed((5.0, 0.0, 9.0), (0.0, 0.0, 0.0), on="left")
    run = Run(World(walls, [Placed(ball(), start, on="left"), far]))
    depth = 0.5 - sqrt(2.0)*RADIUS
    fall = sqrt(2.0*depth/9.81)
    steps = int(240.0*fall) + 1
    run.advance(steps/240.0)
    assert run.impacts == 2
    # the one wall turns its part round, the other takes it; then the ball slides along that one, g/sqrt(2) against it
    speed = (9.81*fall - 9.81*(steps/240.0 - fall))/sqrt(2.0)
    assert_allclose(run.v[0], (speed/sqrt(2.0), 0.0, speed/sqrt(2.0)), atol=1e-12)      # [m/s] rounding
    assert run.simulation.drift < 1e-13


@pytest.mark.parametrize("at_once", ["newton", "poisson"])
@pytest.mark.parametrize("count", [2, 3, 6])
def test_a_row_that_takes_part_at_once(at_once, count):
    """One ball against a row of n that touch, e = 1: v' = (1 - n)/(n + 1) v, the row goes on with 2/(n + 1) v.

    In turn the last one alone would go, with v.
    """
    row = [placed((2.0*RADIUS*i, 0.0)) for i in range(count)]
    moving = placed((-2.0*RADIUS - 0.05, 0.0), (SPEED, 0.0))
    for bodies in ([moving, *row], [*row[::-1], moving]):
        run = Run(flat(bodies, law(0.0, 1.0), table(0.0), at_once=at_once)).advance(0.1)
        v = sorted(run.v[:, 0])
        assert_allclose(v, [(1.0 - count)/(count + 1.0)] + count*[2.0/(count + 1.0)], atol=1e-13)   # [m/s] rounding
        assert run.simulation.drift < 1e-14
    run = Run(flat([moving, *row], law(0.0, 1.0), table(0.0))).advance(0.1)
    assert_allclose(run.v[:, 0], [0.0]*count + [SPEED], atol=1e-15)


def test_newton_and_poisson_agree_where_all_are_pressed():
    """A ball against two that touch, e = 1/2, by hand. Newton: the first two part with v/2, the others stay together:
    (0, 1/2, 1/2) v. Poisson: compression leaves all at v/3 with the impulses 2/3 and 1/3 m v; half of these are given
    back: (0, 1/2, 1/2) v, too; for e = 0 both give v/3."""
    row = [placed((-2.0*RADIUS - 0.05, 0.0), (SPEED, 0.0)), placed((0.0, 0.0)), placed((2.0*RADIUS, 0.0))]
    for e, expected in ((0.5, (0.0, 0.5, 0.5)), (0.0, (1/3, 1/3, 1/3))):
        for at_once in ("newton", "poisson"):
            run = Run(flat(row, law(0.0, e), table(0.0), at_once=at_once)).advance(0.1)
            assert_allclose(run.v[:, 0], expected, atol=1e-14)      # [m/s] rounding


def test_a_bar_between_two_that_come():
    """Two balls held together by a joint are hit at both ends at one instant: neither comes first."""
    arm = RADIUS + 0.01
    bodies = [Placed(ball(), Start(at=(-arm, 0.0, 1.0), velocity=(0.0, 0.0, 0.0)), name="a"),
              Placed(ball(), Start(at=(arm, 0.0, 1.0), velocity=(0.0, 0.0, 0.0)), name="b"),
              Placed(ball(), Start(at=(-arm - 0.1, 0.0, 1.0), velocity=(1.0, 0.0, 0.0)), name="from the left"),
              Placed(ball(), Start(at=(arm + 0.1, 0.0, 1.0), velocity=(-1.0, 0.0, 0.0)), name="from the right")]
    joints = [BallJoint("a", "b", at=(arm, 0.0, 0.0), other_at=(-arm, 0.0, 0.0))]
    for order in ((0, 1, 2, 3), (3, 1, 0, 2)):
        run = Run(World({"floor": table(0.0, 1.0)}, [bodies[i] for i in order], {("ball", "ball"): law(0.0, 0.7)},
                        joints)).advance(0.15)
        v = dict(zip((bodies[i].name for i in order), run.v[:, 0], strict=True))
        assert_allclose([v["a"], v["b"]], 0.0, atol=1e-14)      # [m/s] rounding
        assert_allclose([v["from the left"], v["from the right"]], (-0.7, 0.7), atol=1e-14)
        assert run.simulation.drift < 1e-13


def test_the_event_says_how_many_met():
    run, _v = notch(("cue", "left", "right"), 0.0, 1.0, 0.0)
    told = [event.sentence for event in run.simulation.events if "hits" in event.sentence]
    assert len(told) == 2
    assert all("2 contacts close at once" in sentence for sentence in told)


def test_the_event_says_what_is_passed_on():
    row = [placed((-2.0*RADIUS - 0.05, 0.0), (SPEED, 0.0)), placed((0.0, 0.0)), placed((2.0*RADIUS, 0.0))]
    run = Run(flat(row, law(0.0, 1.0), table(0.0))).advance(0.1)
    told = [event.sentence for event in run.simulation.events if "hits" in event.sentence]
    assert ["Passed on at once" in sentence for sentence in told] == [False, True]


def test_an_unknown_choice_is_refused():
    with pytest.raises(BadValue, match="at_once: got 'all', needs one of in_turn, newton, poisson"):
        flat([placed((0.0, 0.0))], None, None, at_once="all")

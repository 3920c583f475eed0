"""Two balls on a level table: closed forms of billiards.

A floor with Coulomb's friction takes no part in a level hit; afterwards the balls slip until they roll at

    v_end = (1 - chi) v + chi a w x n,      n upwards,

which friction can't change, whatever its coefficient: it is the moment about the floor's point.
"""

from math import atan, hypot, inf, sqrt, tan

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.mechanics.world import layout as at
from sandbox.scene import On, Placed, Plane, Spin, Start, World
from tests.worlds.made import MASS, RADIUS, G, Run, ball, flat, law, placed, rolling, table

UP = np.array([0.0, 0.0, 1.0])


def rolled_out(body, v, w):
    """Velocity in the end."""
    return (1.0 - body.chi)*v + body.chi*body.radius*np.cross(w, UP)


def aimed(angle, distance, radius=RADIUS):
    """Where a ball stands that flies along x and meets the one at the origin with its line of centres at an angle."""
    return (-2.0*radius*np.cos(angle) - distance, -2.0*radius*np.sin(angle))


@pytest.mark.parametrize("shell", [False, True])
@pytest.mark.parametrize("mu", [0.05, 0.2, inf])
def test_head_on_hit_of_rolling_balls(mu, shell):
    """2/7 v and 5/7 v after rolling again (chi and 1 - chi for any ball)."""
    body = ball(shell=shell)
    run = Run(flat([placed((-0.2, 0.0), (1.0, 0.0), body, omega=rolling((1.0, 0.0))), placed((0.0, 0.0), body=body)],
                   law(), table(mu)))
    run.advance(4.0)
    if mu < inf:
        assert_allclose(run.v[:, 0], (body.chi, 1.0 - body.chi), atol=1e-13)     # [m/s] rounding
    else:
        # the floor holds both in the hit: they are heavier by I/a^2, and exchange their velocities
        assert_allclose(run.v[:, 0], (0.0, 1.0), atol=1e-13)
    assert_allclose(run.v[:, 1:], 0.0, atol=1e-14)
    assert_allclose(run.w[:, 1], run.v[:, 0]/RADIUS, rtol=1e-12)
    assert (run.modes == at.ROLLS).all()
    assert run.impacts == 1
    assert run.simulation.drift < 1e-13


@pytest.mark.parametrize("angle", [-0.9, -0.4, 0.1, 0.6, 1.2])
@pytest.mark.parametrize("e", [1.0, 0.7, 0.5])
def test_oblique_hit_of_a_rolling_ball(angle, e):
    """They part at a right angle for e = 1, then both curve to where their spin takes them."""
    mu, speed = 0.15, 1.3
    body = ball()
    run = Run(flat([placed(aimed(angle, 0.05), (speed, 0.0), omega=rolling((speed, 0.0))), placed((0.0, 0.0))],
                   law(0.0, e), table(mu)))
    spin = run.w[0].copy()
    n = np.array([np.cos(angle), np.sin(angle), 0.0])
    v = np.array([speed, 0.0, 0.0])
    P = 0.5*(1.0 + e)*(v @ n)*n
    after = rolled_out(body, np.array([v - P, P]), np.array([spin, np.zeros(3)]))
    if e == 1.0:
        assert abs((v - P) @ P) < 1e-15
    run.advance(3.0)
    assert_allclose(run.v, after, atol=1e-10)       # [m/s]
    # rolling on the straight line that the slip left them on: x = v t - mu g t^2/2 u/|u|, then the end's velocity
    t_hit = 0.05/speed
    for i, (begin, spun) in enumerate(((v - P, spin), (P, np.zeros(3)))):
        x_0 = np.array([*aimed(angle, 0.0), RADIUS]) if i == 0 else RADIUS*UP
        slip = begin - RADIUS*np.cross(spun, UP)
        lasts = np.linalg.norm(slip)*(1.0 - body.chi)*body.chi/(1.0 - body.chi)/(mu*G)
        path = x_0 + begin*lasts - 0.5*mu*G*lasts**2*slip/np.linalg.norm(slip) + after[i]*(3.0 - t_hit - lasts)
        assert_allclose(run.x[i], path, atol=1e-10)     # [m] an end of slip is found to the resolution of time
    assert run.simulation.drift < 1e-12


@pytest.mark.parametrize("pair", [0.02, 0.06, 0.3, inf])
@pytest.mark.parametrize(("angle", "english"), [(0.3, 0.0), (0.3, 30.0), (-0.6, -20.0), (0.0, 25.0), (1.0, 0.0)])
@pytest.mark.parametrize("e", [1.0, 0.8])
def test_throw_by_friction_between_balls(pair, angle, english, e):
    """A ball without draw or follow throws the other one by atan(mu) while it slips, else by a seventh of the slip."""
    speed = 0.8
    run = Run(flat([placed(aimed(angle, 0.1), (speed, 0.0), omega=(0.0, 0.0, english)),
                    placed((0.0, 0.0), omega=(0.0, 0.0, 0.0))], law(pair, e), table(0.0)))
    run.advance(0.5)
    n = np.array([np.cos(angle), np.sin(angle), 0.0])
    across = np.cross(UP, n)
    v = np.array([speed, 0.0, 0.0])
    slip = v @ across + RADIUS*english
    P_n = 0.5*MASS*(1.0 + e)*(v @ n)
    P_t = np.sign(slip)*min(pair*P_n, MASS*abs(slip)/7.0)
    P = P_n*n + P_t*across
    assert_allclose(run.v, [v - P/MASS, P/MASS], atol=1e-14)
    spun = RADIUS*P_t/ball().I
    assert_allclose(run.w, [english*UP - spun*UP, -spun*UP], atol=1e-11)    # [rad/s] rounding of 50 rad/s
    thrown = atan(abs(run.v[1] @ across)/(run.v[1] @ n))
    assert thrown <= atan(pair) + 1e-14
    if pair*P_n < MASS*abs(slip)/7.0:
        assert thrown == pytest.approx(atan(pair), abs=1e-13)
    else:
        assert tan(thrown) == pytest.approx(abs(slip)/(3.5*(1.0 + e)*(v @ n)), rel=1e-12, abs=1e-14)
    # what it lost: the normal part, and what friction took
    u_t, after = slip, slip - 7.0*P_t/MASS
    lost = 0.25*MASS*(1.0 - e*e)*(v @ n)**2 + 0.5*P_t*(u_t + after)
    assert run.lost == pytest.approx(lost, rel=1e-11, abs=1e-16)


@pytest.mark.parametrize(("velocity", "omega"), [((1.0, 0.0), (0.0, -40.0, 0.0)), ((0.9, 0.3), (25.0, 60.0, 5.0)),
                                                 ((0.5, 0.0), (0.0, 70.0, -8.0)), ((0.0, 0.0), (30.0, 10.0, 0.0))])
@pytest.mark.parametrize("mu", [0.1, 0.35])
def test_curve_of_a_ball_with_draw_follow_and_english(velocity, omega, mu):
    """The slip keeps its direction, so the path is a parabola, until 2 |u|/(7 mu g)."""
    run = Run(flat([placed((0.0, 0.0), velocity, omega=omega), placed((50.0, 50.0))], law(), table(mu)))
    body = ball()
    v, w = np.array([*velocity, 0.0]), np.array(omega)
    slip = v - RADIUS*np.cross(w, UP)
    off = slip/np.linalg.norm(slip)
    lasts = 2.0*np.linalg.norm(slip)/(7.0*mu*G)
    end = rolled_out(body, v, w)
    corner = v*lasts - 0.5*mu*G*lasts**2*off
    while run.t < 1.5*lasts:
        run.advance(1/60)
        t = run.t
        if t < lasts:
            assert run.modes[0] == at.SLIPS
            assert_allclose(run.v[0], v - mu*G*t*off, atol=1e-13)
            assert_allclose(run.x[0], RADIUS*UP + v*t - 0.5*mu*G*t*t*off, atol=1e-13)
            assert_allclose(run.w[0], w + 2.5*mu*G*t/RADIUS*np.cross(UP, off), atol=1e-10)
        else:
            assert run.modes[0] == at.ROLLS
            assert_allclose(run.v[0], end, atol=1e-12)
            assert_allclose(run.x[0], RADIUS*UP + corner + end*(t - lasts), atol=1e-12)
    assert run.w[0, 2] == omega[2]
    assert run.simulation.drift < 1e-13


@pytest.mark.parametrize("speed", [0.4, 1.0, 2.5])
def test_a_hit_before_the_ball_rolls(speed):
    """The cue ball slips from rest of its spin; friction has slowed it by the time it arrives, by the parabola."""
    mu, distance = 0.2, 0.08
    run = Run(flat([placed(aimed(0.0, distance), (speed, 0.0), omega=(0.0, 0.0, 0.0)), placed((0.0, 0.0))], law(),
                   table(mu)))
    t_roll = 2.0*speed/(7.0*mu*G)
    # where it rolls before it arrives its speed is 5/7 of the first
    t_hit = (speed - sqrt(max(speed**2 - 2.0*mu*G*distance, 0.0)))/(mu*G)
    if t_hit < t_roll:
        arrives, spin = speed - mu*G*t_hit, 2.5*mu*G*t_hit/RADIUS
    else:
        arrives, spin = 5.0/7.0*speed, 5.0/7.0*speed/RADIUS
    run.advance(3.0)
    assert_allclose(run.v[:, 0], (2.0/7.0*RADIUS*spin, 5.0/7.0*arrives), atol=1e-12)


@pytest.mark.parametrize("e", [1.0, 0.6])
@pytest.mark.parametrize(("m_1", "m_2"), [(0.2, 0.05), (0.05, 0.2)])
@pytest.mark.parametrize("rounding", [0.0, 1e-15, -1e-15])
def test_unequal_masses_on_a_rough_floor(m_1, m_2, rounding, e):
    """Each is as a point of 7/5 of its mass that moves along the floor; centres at one height but for rounding."""
    one, two = ball(0.03, m_1), ball(0.03 + rounding, m_2)
    run = Run(flat([placed((-0.16, 0.0), (0.9, 0.0), one), placed((0.0, 0.0), body=two)], law(0.0, e)))
    run.advance(0.4)
    P = (1.0 + e)*0.9*m_1*m_2/(m_1 + m_2)
    assert_allclose(run.v[:, 0], (0.9 - P/m_1, P/m_2), rtol=1e-12, atol=1e-13)
    assert_allclose(run.v[:, 1:], 0.0, atol=1e-14)
    assert_allclose(run.w[:, 1]*0.03, run.v[:, 0], rtol=1e-11)
    assert run.lost == pytest.approx(0.5*1.4*m_1*m_2/(m_1 + m_2)*0.81*(1.0 - e*e), rel=1e-11, abs=1e-16)


@pytest.mark.parametrize("e", [1.0, 0.6])
@pytest.mark.parametrize(("a_1", "a_2", "m_1", "m_2"), [(0.04, 0.02, 0.3, 0.1), (0.02, 0.05, 0.1, 0.4)])
def test_unequal_balls_on_a_rough_floor(a_1, a_2, m_1, m_2, e):
    """The floor holds the smaller ball, a point of 7/5 of its mass that moves along it, and can't pull the larger one.

    The impulse goes through both centres: the larger one takes off with the spin that it had.
    """
    one, two = ball(a_1, m_1), ball(a_2, m_2)
    reach = 2.0*sqrt(a_1*a_2)
    run = Run(flat([placed((-reach - 0.01, 0.0), (0.9, 0.0), one), placed((0.0, 0.0), body=two)], law(0.0, e)))
    run.advance(3.0/240)
    n = np.array([reach, 0.0, a_2 - a_1])/(a_1 + a_2)       # from the first to the second
    gives = np.array([[n[0]/(1.4*m), 0.0, 0.0] if is_small else n/m
                      for m, is_small in ((m_1, a_1 < a_2), (m_2, a_2 < a_1))])
    P = (1.0 + e)*0.9*n[0]/((gives[0] + gives[1]) @ n)
    after = np.array([[0.9, 0.0, 0.0] - P*gives[0], P*gives[1]])
    larger = 0 if a_1 > a_2 else 1
    assert after[larger, 2] > 0.05
    after[larger, 2] -= G*(3.0/240 - 0.01/0.9)
    assert_allclose(run.v, after, atol=1e-13)
    assert_allclose(run.w[larger], (0.0, 0.9/a_1 if larger == 0 else 0.0, 0.0), atol=1e-12)
    assert run.lost == pytest.approx(0.5*(1.0 - e*e)*(0.9*n[0])**2/((gives[0] + gives[1]) @ n), rel=1e-11, abs=1e-16)


@pytest.mark.parametrize("floor_e", [0.0, 0.5])
@pytest.mark.parametrize(("a_1", "a_2"), [(0.04, 0.02), (0.02, 0.04), (0.05, 0.04)])
def test_the_larger_of_two_balls_hops(a_1, a_2, floor_e):
    """The line of centres slopes: the smaller ball is pressed to the floor, which answers; the larger one takes off.

    All smooth: hits one after the other, the fastest closing first, between balls e = 1, at the floor its own.
    """
    m = np.array([0.3, 0.2])
    one, two = ball(a_1, m[0]), ball(a_2, m[1])
    reach = 2.0*sqrt(a_1*a_2)
    run = Run(flat([placed((-reach - 0.01, 0.0), (0.9, 0.0), one, omega=(0.0, 0.0, 0.0)), placed((0.0, 0.0), body=two)],
                   law(), table(0.0, floor_e)))
    n = np.array([reach, 0.0, a_2 - a_1])/(a_1 + a_2)       # from the first to the second
    v = np.array([[0.9, 0.0, 0.0], [0.0, 0.0, 0.0]])
    for _hit in range(100):
        closing = [(v[1] - v[0]) @ n, v[0, 2], v[1, 2]]
        k = int(np.argmin(closing))
        if closing[k] > -1e-12:
            break
        if k == 0:
            P = -2.0*closing[0]*m[0]*m[1]/(m[0] + m[1])
            v += np.outer((-1.0/m[0], 1.0/m[1]), P*n)
        else:
            v[k - 1, 2] *= -floor_e
    larger = 0 if a_1 > a_2 else 1
    assert v[larger, 2] > 0.01
    t_hit = 0.01/0.9
    run.advance(6/240)
    flown = run.t - t_hit
    assert run.modes[larger] == at.OPEN
    assert_allclose(run.v[:, :2], v[:, :2], atol=1e-13)
    assert run.v[larger, 2] == pytest.approx(v[larger, 2] - G*flown, abs=1e-13)
    assert run.x[larger, 2] - (a_1, a_2)[larger] == pytest.approx(v[larger, 2]*flown - 0.5*G*flown**2, abs=1e-14)


def test_spin_of_a_rough_hit_is_shared_as_gears_do():
    """A spinning ball and one at rest, pressed to nothing: the hit turns both, the opposite way round."""
    run = Run(flat([placed(aimed(0.0, 0.02), (0.5, 0.0), omega=(0.0, 0.0, 50.0)), placed((0.0, 0.0))], law(inf, 1.0),
                   table(0.0)))
    run.advance(0.2)
    P_t = MASS*RADIUS*50.0/7.0
    assert hypot(*run.v[1, :2]) == pytest.approx(hypot(0.5, P_t/MASS), rel=1e-13)
    assert run.w[1, 2] == pytest.approx(-RADIUS*P_t/ball().I, rel=1e-12)
    # the points that touch have no slip left
    assert (run.v[0] - run.v[1])[1] + RADIUS*(run.w[0] + run.w[1])[2] == pytest.approx(0.0, abs=1e-13)


def test_what_parts_slowly_from_a_rough_floor_takes_its_slip_along():
    """A ball in flight hits one that rolls on a turning table: the table would have to pull, and lets go.

    The ball parts with 4.6e-6 m/s, less than what counts as a bounce, and slips by 2e-5 m/s: both stay in the books.
    """
    flies = Placed(ball(0.02), Start(at=(-0.7000826326737158, 0.7375343570336351, 0.03668665296776097),
                                     velocity=(-2.4198445331930594, -0.3088770335351936, 0.12355764909144394),
                                     omega=(94.315497506923, -3.608309742766027, -8.10942630642544)))
    rolls = Placed(ball(0.02), Start(at=(-0.7213709567276184, 0.7670023544496379, 0.020000000000000004),
                                     velocity=(-2.2348389905165047, -0.24558250693062822, 0.0),
                                     omega=(-113.62535458592346, 22.12680640804232, -10.272401044222347)))
    turning = On(Plane(), Spin("z", 3.4907), law(inf, 0.0))
    run = Run(World({"table": turning}, [flies, rolls], {("ball", "ball"): law(1.0, 0.5)}))
    run.advance(0.1)
    assert run.impacts >= 1
    assert run.simulation.drift < 1e-13

"""The penalty contact: its vector, its differential equation, its limits."""

from math import exp, inf, pi, sqrt

import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

from sandbox.mechanics.impact.penalty import collision, damping_of, damping_ratio, longest_step, stiffness_of
from tests.mechanics.impact.touch import cases, compare


def test_vector():
    case = cases()["penalty_ball"]
    params = case["params"]
    found = collision(params["mass"], params["k_squared"], params["c"], case["initial"]["approach_speed"])
    named = {"zeta": found.zeta, "t_delta_zero": found.t_closed, "e_delta_zero": found.e_closed,
             "t_N_zero": found.t_pressed, "e_N_zero": found.e_pressed, "delta_max": found.depth}
    assert set(named) == set(case["expected"])
    compare(named, case, *named)


@pytest.mark.parametrize("zeta", [0.0, 0.3, 0.9, 1.0, 1.7, 5.0])
def test_collision_solves_its_equation(zeta):
    m, k, v = 0.3, 4e4, 1.3
    c = 2.0*zeta*sqrt(k*m)

    def rhs(_t, y):
        return [y[1], -(k*y[0] + c*y[1])/m]

    def deepest(_t, y):
        return y[1]

    def pressed(t, y):
        return k*y[0] + c*y[1] if t > 0.0 else 1.0

    def closed(t, y):
        return y[0] if t > 0.0 else 1.0
    closed.terminal = True
    closed.direction = pressed.direction = -1.0
    path = solve_ivp(rhs, (0.0, 60.0*sqrt(m/k)*(1.0 + zeta)), [0.0, v], method="DOP853", rtol=1e-12, atol=1e-15,
                     events=(deepest, pressed, closed), first_step=1e-6)
    found = collision(m, k, c, v)
    assert_allclose(found.zeta, zeta, rtol=1e-14)
    assert_allclose(path.y_events[0][0][0], found.depth, rtol=1e-9)
    assert_allclose((path.t_events[1][0], -path.y_events[1][0][1]/v), (found.t_pressed, found.e_pressed), rtol=1e-8)
    if zeta < 1.0:
        assert_allclose((path.t_events[2][0], -path.y_events[2][0][1]/v), (found.t_closed, found.e_closed), rtol=1e-8)
    else:
        assert (found.t_closed, found.e_closed) == (inf, 0.0)


def test_collision_is_continuous_at_critical_damping():
    m, k = 0.3, 4e4
    sides = [collision(m, k, 2.0*zeta*sqrt(k*m), 1.0) for zeta in (1.0 - 1e-7, 1.0, 1.0 + 1e-7)]
    for side in (sides[0], sides[2]):
        assert_allclose((side.depth, side.t_pressed, side.e_pressed),
                        (sides[1].depth, sides[1].t_pressed, sides[1].e_pressed), rtol=1e-6)
    assert_allclose(sides[1].e_pressed, exp(-2.0), rtol=1e-14)


def test_parameters_from_what_is_wanted():
    m, v = 0.1, 2.0
    k = stiffness_of(m, v, 1e-3)
    assert_allclose(collision(m, k, 0.0, v).depth, 1e-3, rtol=1e-14)
    for e in (1.0, 0.8, 0.3):
        assert_allclose(collision(m, k, damping_of(m, k, e), v).e_closed, e, rtol=1e-13)
    assert damping_ratio(m, k, damping_of(m, k, 1.0)) == 0.0
    # an undamped collision takes pi sqrt(m/k): some sixteen of the longest steps
    assert_allclose(collision(m, k, 0.0, v).t_closed/longest_step(m, k), 5.0*pi, rtol=1e-14)

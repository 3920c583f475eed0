"""Velocities after impacts and new grips, against the formulas for a ball, and what they cost."""

import numpy as np
import pytest

from sandbox.mechanics.rows.impacts import plastic_impact, stop_impact, work_of_impulses

m, a, CHI = 0.3, 0.02, 2/7
I = CHI/(1 - CHI)*m*a*a
# velocities of the centre and of the spin of a ball whose axes are those of space; rolling on a plane, and a wall
M = np.diag([m, m, I, I, I])
ROLLING = np.array([[1.0, 0.0, 0.0, -a, 0.0], [0.0, 1.0, a, 0.0, 0.0]])
AHEAD = np.array([[-1.0, 0.0, 0.0, 0.0, 0.0]])      # a wall ahead on the x axis
A = np.vstack((ROLLING, AHEAD))


def slipping() -> np.ndarray:
    return np.random.default_rng(3).normal(size=5)*[1.0, 1.0, 40.0, 40.0, 40.0]


def rolling(u) -> np.ndarray:
    v = slipping()
    v[:2] = u[0] + a*v[3], u[1] - a*v[2]
    return v


def test_a_new_grip_keeps_what_friction_cannot_change():
    """v = chi (Q + u), Q = a w x n + m a^2 v/I; the spin about the normal stays."""
    v, u = slipping(), np.array([0.4, -0.7])
    Q = a*np.array([v[3], -v[2]]) + m*a*a/I*v[:2]
    after, impulse = plastic_impact(M, ROLLING, u, v)
    np.testing.assert_allclose(after[:2], CHI*(Q + u), rtol=1e-14)
    np.testing.assert_allclose(ROLLING @ after, u, atol=1e-15)
    np.testing.assert_allclose(M @ (after - v), ROLLING.T @ impulse, atol=1e-15)
    assert after[4] == v[4]
    # nearest in kinetic energy: any other velocity that obeys the rows is farther away
    other = after + np.array([a*0.3, 0.0, 0.0, 0.3, 0.0])
    assert (other - v) @ M @ (other - v) > (after - v) @ M @ (after - v)


def test_a_grip_that_holds_already_changes_nothing():
    u = np.array([0.4, -0.7])
    v = rolling(u)
    np.testing.assert_allclose(plastic_impact(M, ROLLING, u, v).v, v, rtol=1e-14)
    assert plastic_impact(M, np.zeros((0, 5)), np.zeros(0), v).v.tobytes() == v.tobytes()


@pytest.mark.parametrize("e", [0.0, 0.3, 1.0])
def test_a_wall_turns_back_a_ball_that_rolls_on(e):
    """v_n -> -e v_n, what is along the wall stays, and it rolls; the energy of the motion towards the wall pays."""
    u = np.array([0.0, 0.2])
    v = rolling(u)
    v[0], v[3] = 0.9, 0.9/a
    after, opens = stop_impact(M, A, np.append(u, 0.0), v, [0, 1], 2, e, others_hold=True)
    np.testing.assert_allclose(after[:2], [-e*0.9, v[1]], atol=1e-15)
    np.testing.assert_allclose(ROLLING @ after, u, atol=1e-15)
    assert opens == (e > 0.0)
    # relative to the plane, in whose axes its friction does no work
    Y = np.array([0.0, 0.2, 0.0, 0.0, 0.0])
    assert work_of_impulses(M, Y, v, after) == pytest.approx(0.5*(m + I/(a*a))*0.9**2*(e*e - 1.0), abs=1e-15)


@pytest.mark.parametrize("e", [0.45, 0.7, 1.0])
def test_a_smooth_wall_and_a_new_grip(e):
    """v_n -> (chi - e (1 - chi)) v_n: -3/7 at best for a solid ball."""
    u = np.zeros(2)
    v = rolling(u)
    v[0], v[3] = 0.9, 0.9/a
    after, opens = stop_impact(M, A, np.append(u, 0.0), v, [0, 1], 2, e, others_hold=False)
    np.testing.assert_allclose(after[:2], [(CHI - e*(1 - CHI))*0.9, v[1]], atol=1e-15)
    np.testing.assert_allclose(ROLLING @ after, u, atol=1e-15)
    assert opens
    # impact and grip each leave their share of the energy of the motion towards the wall
    before = 0.5*(m + I/(a*a))*0.9**2
    assert work_of_impulses(M, np.zeros(5), v, after) == pytest.approx(before*((CHI - e*(1 - CHI))**2 - 1.0), rel=1e-13)


@pytest.mark.parametrize("e", [0.0, 0.2, 0.4])
def test_below_chi_over_one_less_chi_the_ball_does_not_come_back(e):
    """Impact follows impact at once: what is left rolls along the wall, and it is what the sequence tends to."""
    b = np.zeros(3)
    v = rolling(b[:2])
    v[0], v[3] = 0.9, 0.9/a
    after, opens = stop_impact(M, A, b, v, [0, 1], 2, e, others_hold=False)
    assert not opens
    one = v
    for _i in range(200):
        one = plastic_impact(M, AHEAD, -e*(AHEAD @ one), one).v
        one = plastic_impact(M, ROLLING, b[:2], one).v
    np.testing.assert_allclose(after, one, atol=1e-12)
    np.testing.assert_allclose(A @ after, 0.0, atol=1e-15)


def test_the_work_of_impulses_is_the_change_of_the_energy():
    """For any velocities, and relative to any motion."""
    random = np.random.default_rng(1)
    root = random.normal(size=(4, 4))
    mass, before, after, Y = root @ root.T, *random.normal(size=(3, 4))

    def E_J(v):
        return 0.5*v @ mass @ v - Y @ mass @ v

    assert work_of_impulses(mass, Y, before, after) == pytest.approx(E_J(after) - E_J(before), rel=1e-13)

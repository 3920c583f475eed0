"""The vakonomic ghost: its action is stationary, and it moves as the equations of the action in other variables say."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from sandbox.run.simulation import Simulation
from sandbox.scene import Ball, VakonomicBall
from sandbox.systems.integration import Integration
from sandbox.systems.rows.start import assemble_constrained
from tests.scenes.riding import CATALOGUE

SCENE = CATALOGUE.get("vakonomic")
BALL, RATE, RIM = Ball(0.02, density=7850.0), 3.4907, 0.3
M, I, A = BALL.m, BALL.I, BALL.radius
J = np.array([[0.0, -1.0], [1.0, 0.0]])
NAMES = ("action_energy", "action_momentum", "action_spin")
PLACE, VELOCITY = np.array([0.1, 0.03]), np.array([0.05, 0.02])
CASES = [(0.0, (0.0, 0.0), 1.0), (0.0, (0.02, -0.03), -4.0), (-1.0, (0.02, -0.03), 1.0), (1.5, (-0.05, 0.0), 0.0)]


def begun(shear, multiplier, spin) -> Integration:
    ghost = VakonomicBall(BALL, RATE, RIM, shear, multiplier=multiplier)
    start = ghost.begins(ghost.start(*PLACE, *VELOCITY, RATE, spin), {})
    return Integration(assemble_constrained(ghost.constrained(), start), 1/240)


def gradient(x, shear):
    """du/dr of u = W J r."""
    return RATE*((1 + shear*(x @ x)/RIM**2)*J + 2*shear/RIM**2*np.outer(J @ x, x))


@pytest.mark.parametrize(("shear", "multiplier", "spin"), CASES)
def test_it_moves_by_the_momenta_of_the_action(shear, multiplier, spin):
    """P = m v + lambda and p = I w - a e_z x lambda as variables: r' = v(P, p, r), P' = -D^T lambda, p' = w x p."""
    run, lam = begun(shear, multiplier, spin), M*np.array(multiplier)

    def moving(y):
        x, P, p = y[:2], y[2:4], y[4:]
        u = RATE*(1 + shear*(x @ x)/RIM**2)*(J @ x)
        v = (-J @ p[:2] + I*u/A + A*P)/(I/A + A*M)
        return v, P - M*v, np.array([*(J @ (v - u)/A), p[2]/I])

    def slopes(_t, y):
        v, other, w = moving(y)
        return *v, *(-gradient(y[:2], shear).T @ other), *np.cross(w, y[4:])

    u = RATE*(1 + shear*(PLACE @ PLACE)/RIM**2)*(J @ PLACE)
    p = I*np.array([*(J @ (VELOCITY - u)/A), spin]) - A*np.array([*(J @ lam), 0.0])
    start = (*PLACE, *(M*VELOCITY + lam), *p)
    expected = solve_ivp(slopes, (0.0, 0.8), start, "DOP853", rtol=1e-13, atol=1e-17).y[:, -1]
    first = run.invariants(NAMES)
    run.advance(192)
    assert run.ended is None
    assert_allclose(run.y[:2], expected[:2], rtol=0, atol=1e-12)                 # [m]
    assert_allclose(M*run.y[6:8], expected[2:4], rtol=0, atol=1e-12)             # [N s]
    assert_allclose(run.y[8:10], moving(expected)[0], rtol=0, atol=1e-12)        # [m/s]
    # constants of the action; the reaction of the momenta's own rows is none
    for name, value in run.invariants(NAMES).items():
        assert value == pytest.approx(first[name], abs=1e-15) and run.reason_not_conserved(name) == ""
    assert np.abs([x.value for x in run.picture().reactions[2:]]).max() < 1e-13 and run.drift < 1e-12


def history(run, seconds):
    """Times, place, velocity, multiplier (n, 2), spin in space (n, 3) of a ghost."""
    rows = []
    for _k in range(round(seconds*240) + 1):
        y = run.y
        R = Rotation.from_quat(np.roll(y[2:6], -1))
        rows.append(np.concatenate(([run.t], y[:2], y[8:10], M*(y[6:8] - y[8:10]), R.apply(y[10:13]))))
        run.advance(1)
    rows = np.array(rows)
    return rows[:, 0], rows[:, 1:3], rows[:, 3:5], rows[:, 5:7], rows[:, 7:]


@pytest.mark.parametrize("seed", range(4))
def test_its_action_is_stationary(seed):
    """L = m v^2/2 + I w^2/2 + lambda.(v - u - a w x e_z) under variations of place f and attitude g, dw = g' + g x w,
    that vanish at the ends; with another multiplier it is not."""
    t, r, v, lam, w = history(begun(0.0, (0.02, -0.03), 2.0), 0.8)
    random = np.random.default_rng(seed)
    bump = np.sin(np.pi*t/t[-1])[:, None]**4
    rate = (4*np.pi/t[-1]*np.sin(np.pi*t/t[-1])**3*np.cos(np.pi*t/t[-1]))[:, None]
    (f, f_rate), (g, g_rate) = ((bump*a + bump*t[:, None]*b, rate*(a + t[:, None]*b) + bump*b)
                                for a, b in (random.standard_normal((2, n)) for n in (2, 3)))
    dw = g_rate + np.cross(g, w)
    dw_across = np.stack((dw[:, 1], -dw[:, 0]), axis=1)       # dw x e_z
    parts = np.stack((M*(v*f_rate).sum(1), I*(w*dw).sum(1), (lam*f_rate).sum(1), -RATE*(lam*(f @ J.T)).sum(1),
                      -A*(lam*dw_across).sum(1)))
    size = max(simpson(part, t) for part in np.abs(parts))
    assert abs(simpson(parts.sum(0), t)) < 1e-7*size             # Simpson's rule
    parts[2:] *= 0.9
    assert abs(simpson(parts.sum(0), t)) > 1e-4*size


def simpson(values, t):
    from scipy.integrate import simpson as rule
    return rule(values, x=t)


def test_a_variation_of_the_attitude():
    """d(w) = g' + g x w for exp(e g) R, which the test of the action uses, by differences."""
    w, g, g_rate, e, h = np.array([1.0, -2.0, 0.5]), np.array([0.3, 0.4, -0.2]), np.array([0.7, -0.1, 0.9]), 1e-4, 1e-4

    def attitude(t, share):
        return Rotation.from_rotvec(share*(g + t*g_rate))*Rotation.from_rotvec(t*w)

    def spin(share):
        return ((attitude(h, share)*attitude(-h, share).inv()).as_rotvec())/(2*h)

    assert_allclose((spin(e) - spin(-e))/(2*e), g_rate + np.cross(g, w), atol=1e-6)


def test_both_start_alike_and_part():
    run = Simulation(SCENE, {})
    ball, ghost = run.snapshot().bodies[0], run.snapshot().bodies[-1]
    for word in ("centre", "velocity", "angular_velocity"):
        assert_allclose(getattr(ball, word), getattr(ghost, word), atol=1e-15)
    run.advance(240)
    ball, ghost = run.snapshot().bodies[0], run.snapshot().bodies[-1]
    parted = np.linalg.norm(ball.centre - ghost.centre)
    assert 0.02 < parted < 0.2 and abs(ghost.angular_velocity[2]) > 0.1 and abs(ball.angular_velocity[2]) < 1e-12
    assert run._run.system.notes == ()


def test_another_start_of_the_multiplier_is_another_motion():
    ends = []
    for multiplier in (0.0, 0.05, -0.05):
        run = Simulation(SCENE, {"lambda_x": multiplier})
        run.advance(120)
        ends.append(run.snapshot().bodies[-1].centre[:2])
    assert min(np.linalg.norm(a - b) for a, b in ((ends[0], ends[1]), (ends[0], ends[2]))) > 5e-3


@pytest.mark.parametrize("preset", ["A ball at rest over the table", "A table at rest"])
def test_without_a_multiplier_they_may_agree(preset):
    run = Simulation(SCENE, SCENE.preset(preset).values)
    run.advance(1200)
    one, other = run.snapshot().bodies[0], run.snapshot().bodies[-1]
    assert_allclose(one.centre, other.centre, atol=1e-12)
    run = Simulation(SCENE, {**SCENE.preset(preset).values, "lambda_x": 0.1, "lambda_y": 0.05, "spin": 1.0})
    run.advance(240)
    assert np.linalg.norm(run.snapshot().bodies[0].centre - run.snapshot().bodies[-1].centre) > 1e-3


def test_the_ghost_follows_a_changing_rate():
    run = Simulation(SCENE, {"x": 0.05})
    run.advance(60)
    run.set("rate", 1.0)
    run.advance(120)
    assert run.drift < 1e-13 and len(run.snapshot().bodies) == 8


def test_the_chart_shows_both():
    run = Simulation(SCENE, {"vx": 0.03})
    run.watch()
    chart, = run.charts()
    run.advance(240)
    snapshot = run.snapshot()
    mark, = chart.moving(snapshot)
    assert (mark.x, mark.y) == tuple(snapshot.bodies[-1].centre[:2])
    circle, (x, y, _z) = chart.curves[1], snapshot.bodies[0].centre
    assert np.hypot(np.asarray(circle.x) - x, np.asarray(circle.y) - y).min() < 2e-3      # [m] of 200 points

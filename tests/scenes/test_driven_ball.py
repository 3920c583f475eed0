"""Ball driven from inside: the wheel in closed form, the running mass by Lagrange's equation, and the ledger."""

from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

from sandbox.compiling.rotation import matrix_of
from sandbox.run.simulation import Simulation
from tests.scenes.riding import CATALOGUE, G

SCENE = CATALOGUE.get("driven_ball")
M, A = 0.5, 0.06                    # [kg], [m]
I = 2/3*M*A*A                       # [kg m^2]
PRESETS = [preset.name for preset in SCENE.presets]


def begin(preset, **changes):
    return Simulation(SCENE, {**SCENE.preset(preset).values, **changes})


def test_the_ball_rolls_against_its_wheel():
    """(I + M a^2) w + J psi' = const: x = -a J psi/(I + M a^2), a fifth of the radius for each radian."""
    run = begin("A wheel: to and fro")
    J, stroke, nu = 0.5*I, 2*np.pi*1.5, 3.0
    for _look in range(12):
        run.advance(40)
        body = run.snapshot().bodies[0]
        psi, rate = stroke*(1 - np.cos(nu*run.t)), stroke*nu*np.sin(nu*run.t)
        assert_allclose(body.centre, (-A*J/(I + M*A*A)*psi, 0.0, A), rtol=0, atol=1e-13)        # [m] rounding
        assert_allclose((I + M*A*A)*body.angular_velocity[1] + J*rate, 0.0, rtol=0, atol=1e-15)
        assert_allclose(body.N, M*G, rtol=1e-12)
        # the work of the motor is all the energy there is
        work = 0.5*J*rate**2 + J*rate*body.angular_velocity[1] + 0.5*(I + M*A*A)*body.angular_velocity[1]**2
        assert_allclose(run.row().ledger[0], work, rtol=0, atol=1e-13)
    assert A*J/(I + M*A*A) == pytest.approx(A/5)


def lagrange(load, motor, seconds, beta_rate):
    """beta, beta' of the ball and phi of the mass from T and U alone, by differences of Lagrange's function."""
    r = 0.6*A

    def slopes(t, y):
        beta, rate = y
        phi, turn = beta - motor*t, rate - motor
        # d/dt (dL/d rate) = dL/d beta, phi = beta + theta
        inertia = I + (M + load)*A*A + load*r*r - 2*load*A*r*np.cos(phi)
        push = load*A*r*np.sin(phi)*rate*turn - load*G*r*np.sin(phi)
        swept = load*A*r*np.sin(phi)*turn*(rate + turn)
        return rate, (push - swept)/inertia

    return solve_ivp(slopes, (0.0, seconds), (0.0, beta_rate), "DOP853", rtol=1e-12, atol=1e-13).y[:, -1]


@pytest.mark.parametrize(("load", "motor"), [(0.3, 4.0), (0.8, -6.0)])
def test_a_mass_that_runs_round(load, motor):
    run = begin("A mass that runs round", load=load, motor=motor)
    run.advance(240)
    beta, rate = lagrange(load, motor, 1.0, 0.0)
    body = run.snapshot().bodies[0]
    assert_allclose(body.centre[0], A*beta, rtol=0, atol=1e-10)                 # [m]
    assert_allclose(body.angular_velocity[1], rate, rtol=0, atol=1e-9)          # [rad/s]
    assert abs(body.centre[1]) < 1e-14


def test_over_the_running_mass_it_rolls_evenly():
    run = begin("It runs evenly")
    run.advance(5*240)
    body = run.snapshot().bodies[0]
    assert_allclose(body.velocity, (A*3.0, 0.0, 0.0), rtol=0, atol=1e-12)
    assert_allclose((body.N, *body.F), ((M + 0.3)*G, 0.0, 0.0, 0.0), rtol=0, atol=1e-11)
    assert abs(run.row().ledger[0]) < 1e-13                             # [J] the motor does nothing


@pytest.mark.parametrize("preset", PRESETS)
def test_the_ledger_counts_motors_and_table(preset):
    """Bychkov, carried masses: E_J less the ledger stays at 1e-14 of the energies."""
    run = begin(preset)
    run.advance(960)
    assert run.drift < 2e-14


def test_on_a_turning_table_it_does_not_go_straight():
    run = begin("On a table that turns")
    run.advance(480)
    assert abs(run.snapshot().bodies[0].centre[1]) > 0.05


def test_the_card_says_how_far_it_goes():
    p = SimpleNamespace(**begin("A wheel: to and fro").values)
    assert SCENE.card.numbers["turn"].of(p, None) == pytest.approx(2*np.pi*A/5)


def momenta(run, load, motor):
    """Momentum [kg m/s] and angular momentum about the common mass centre [kg m^2/s] of ball, wheel and mass."""
    seen, r = run.snapshot().bodies[0], 0.6*A
    R = np.array(matrix_of(*seen.quaternion)).reshape(3, 3)
    theta = -motor*run.t
    s = R @ (r*np.array((-np.sin(theta), 0.0, -np.cos(theta))))
    s_rate = np.cross(seen.angular_velocity, s) + R @ (-motor*r*np.array((-np.cos(theta), 0.0, np.sin(theta))))
    p = M*seen.velocity + load*(seen.velocity + s_rate)
    centre = load/(M + load)*s
    ell = (I*seen.angular_velocity - M*np.cross(centre, seen.velocity)
           + load*np.cross(s - centre, seen.velocity + s_rate))
    return p, ell


def test_a_driven_ball_in_flight_keeps_its_momenta():
    """Let go by the hand: P' = (M + m) g, and nothing has a moment about the common mass centre."""
    load, motor = 0.3, 4.0
    run = begin("A mass that runs round", load=load, motor=motor, rate=1.0)
    run.advance(24)
    run.grab(0, (0.0, 0.01, 0.0), 10.0)
    run.move(run.snapshot().bodies[0].centre + np.array((0.1, 0.05, 0.3)))
    run.advance(30)
    run.let_go()
    before, t = momenta(run, load, motor), run.t
    assert run.snapshot().bodies[0].mode == "flight" and abs(run.snapshot().bodies[0].angular_velocity).max() > 1.0
    run.advance(24)
    after = momenta(run, load, motor)
    assert run.snapshot().bodies[0].mode == "flight"
    fallen = np.array((0.0, 0.0, -(M + load)*G*(run.t - t)))
    assert_allclose(after[0] - before[0], fallen, rtol=0, atol=1e-13)      # [kg m/s] rounding of 1
    assert_allclose(after[1], before[1], rtol=0, atol=1e-15)               # [kg m^2/s] rounding of 5e-3
    assert run.drift < 1e-13


@pytest.mark.parametrize("preset", PRESETS)
def test_a_driven_ball_lands_and_rolls_on(preset):
    """Rough and plastic: no slip after it, and the books have what it took."""
    run = begin(preset)
    run.advance(24)
    run.grab(0, (0.0, 0.0, 0.0), 10.0)
    run.move(run.snapshot().bodies[0].centre + np.array((0.02, 0.01, 0.03)))
    run.advance(60)
    assert run.snapshot().bodies[0].mode == "flight"
    run.let_go()
    run.advance(240)
    assert [event.kind for event in run.events] == ["detach", "impact"] and run.ended is None
    seen = run.snapshot().bodies[0]
    assert seen.mode == "rolling" and seen.centre[2] == pytest.approx(A, abs=1e-14)
    assert run.lost_in_impacts > 0.0 and run.drift < 1e-13

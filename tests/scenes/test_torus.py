"""Ball in a ring: pendulum and banked bend in closed form, multipliers in inertial coordinates, the Jacobi integral."""

from math import sin, sqrt

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp
from scipy.special import ellipk

from sandbox.run.simulation import Simulation
from tests.oracles import rigid_bodies, supports, surfaces
from tests.oracles.multipliers import Problem
from tests.oracles.runs import simulate
from tests.scenes.riding import CATALOGUE, G

RING, TUBE, A = 0.2, 0.07, 0.015        # [m] of the presets
B = TUBE - A
CHI = 2/7
SCENE = CATALOGUE.get("torus")
UPRIGHT = [preset.name for preset in SCENE.presets if preset.name != "It leans"]


def begin(preset, **changes):
    return Simulation(SCENE, {**SCENE.preset(preset).values, **changes})


def section_angle(body):
    far = np.hypot(body.centre[0], body.centre[1]) - RING
    return np.arctan2(far, TUBE - body.centre[2])


def test_across_the_gutter_it_is_a_pendulum():
    """Length b/(1 - chi): the period of a pendulum from 55 degrees by the complete elliptic integral."""
    run = begin("Let go: a pendulum")
    period = 4*sqrt(B/((1 - CHI)*G))*ellipk(sin(np.radians(55.0)/2)**2)
    for quarter, angle in ((0.25, 0.0), (0.5, -55.0), (1.0, 55.0)):
        body = run.peek(quarter*period).bodies[0]
        assert_allclose(np.degrees(section_angle(body)), angle, rtol=0, atol=1e-8)      # [deg] rounding
        assert abs(body.centre[1]) < 1e-13


@pytest.mark.parametrize("share, shell", [(5/7, False), (3/5, True)])
def test_the_bank_holds_it(share, shell):
    alpha = np.radians(30.0)
    speed = sqrt(share*G*(RING + B*sin(alpha))*np.tan(alpha))
    run = begin("Round on the bank", around=speed, shell=shell)
    for _look in range(20):
        run.advance(48)
        body = run.snapshot().bodies[0]
        assert_allclose(section_angle(body), alpha, rtol=0, atol=1e-11)
        assert_allclose(np.linalg.norm(body.velocity), speed, rtol=1e-11)
    assert_allclose(run.snapshot().bodies[0].centre[:2], (RING + B*sin(alpha))*np.array(
        (np.cos(speed*run.t/(RING + B*sin(alpha))), np.sin(speed*run.t/(RING + B*sin(alpha))))), rtol=0, atol=1e-10)


def test_the_equations_at_the_head_of_the_scene():
    """The linear equations and that for alpha, integrated by themselves, against the run in a ring that turns."""
    run = begin("The ring turns", spin=20.0, around=0.2)
    rate = run.values["rate"]

    def slopes(_t, y):
        alpha, alpha_dot, u, w = y
        s, c = np.sin(alpha), np.cos(alpha)
        R = RING + B*s
        du = -B*c/R*u - CHI*A*w + CHI*rate*(A + B)*c
        dw = (1 - B*s/R)*u/A - rate*(R + A*s)/A
        bend = u*u*c/R + CHI*u/R*(A*w*s - rate*(R + A*s)*c) - (1 - CHI)*G*s
        return alpha_dot, bend/B, du*alpha_dot, dw*alpha_dot

    found = solve_ivp(slopes, (0.0, 2.0), (np.radians(40.0), 0.0, 0.2, 20.0), "DOP853", rtol=1e-12, atol=1e-13)
    run.advance(480)
    body = run.snapshot().bodies[0]
    across = np.array((-body.centre[1], body.centre[0], 0.0))/np.hypot(*body.centre[:2])
    assert_allclose((section_angle(body), body.velocity @ across, body.angular_velocity @ body.normal),
                    found.y[[0, 2, 3], -1], rtol=0, atol=1e-8)


@pytest.mark.parametrize("preset", ["The ring turns", "It leans", "Too fast for the bank"])
def test_it_moves_as_by_multipliers(preset):
    run = begin(preset)
    lean = np.radians(run.values["lean"])
    support = supports.rotating(
        {"axis": [0, -np.sin(lean), np.cos(lean)], "point": [0, 0, TUBE],
         "angle": {"type": "polynomial", "coeffs": [0.0, run.values["rate"]]}},
        {"origin": [0, 0, TUBE], "axis": [1, 0, 0], "angle": lean})
    first, ball = run.snapshot().bodies[0], run.system.body
    problem = Problem(rigid_bodies.sphere(A, ball.m, np.eye(3)*ball.I), surfaces.torus_inside(RING, TUBE), support)
    found = simulate(problem, first.centre, first.quaternion, first.angular_velocity, [0.0, 0.5, 1.0])
    run.advance(240)
    body = run.snapshot().bodies[0]
    assert_allclose(body.centre, found.x_G[-1], rtol=0, atol=1e-9)                              # [m]
    assert_allclose(body.angular_velocity, found.w[-1], rtol=0, atol=1e-7)                      # [rad/s]
    assert_allclose(body.N*body.normal + body.F, found.force[-1], rtol=0, atol=1e-8)            # [N]


@pytest.mark.parametrize("preset", UPRIGHT)
def test_jacobi_integral_to_the_last_digits(preset):
    """Bychkov: E_J less the ledger, 1e-14 of the energies; upright the ledger has nothing to count."""
    run = begin(preset)
    values = []
    for _look in range(60):
        run.advance(16)
        if any(event.kind == "impact" for event in run.events):       # the floor takes its share; the ledger keeps it
            break
        values.append(run.snapshot().E_J)
    assert len(values) > 5 and np.ptp(values) <= 3e-14*run.scale
    run.advance(960 - run.step)
    assert run.drift < 3e-14


def test_a_leaning_ring_needs_its_ledger():
    run = begin("It leans")
    kept = run.watch()
    run.advance(6*240)
    rows = kept.states().rows
    assert np.ptp(rows.E_J) > 0.02*run.scale and np.ptp(rows.E_J - rows.ledger) < 3e-14*run.scale
    assert "E_J" not in run.invariant_drift


def test_on_top_it_leaves():
    """Near the top it rolls off; where it leaves, N is zero."""
    found = []
    for angle in (3.0, -3.0):
        run = begin("On top of the ring", angle=angle)
        run.advance(240)
        leaves = next(event.t for event in run.events if event.kind == "detach")
        # [N] the normal force a moment before it leaves; it falls by some ten newtons per second
        before = run.peek(leaves - 1e-9).bodies[0]
        assert abs(before.N) < 1e-7
        found.append(np.hypot(*before.centre[:2]))
    assert found[1] < RING < found[0]


def test_the_gutter_ends_at_its_rim():
    """The point of contact is as high as the middle of the tube there; over the rounded rim it falls to the floor."""
    run = begin("Let go: a pendulum", angle=20.0, around=3.0)
    run.advance(480)
    over = next(event.t for event in run.events if event.kind == "rim")
    assert_allclose(begin_at(over, "Let go: a pendulum", angle=20.0, around=3.0).contact[2], TUBE, rtol=0, atol=1e-9)
    assert run.ended is None and run.drift < 1e-12 and run.snapshot().bodies[0].centre[2] < 0.0


def begin_at(t, preset, **changes):
    """The ball at an instant of another run."""
    run = begin(preset, **changes)
    run.advance(int(t*run.step_rate))
    return run.peek(t).bodies[0]

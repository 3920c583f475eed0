"""A ball on a stiff arm that slides on a turning table: the arm leaves friction few directions in which it can act.

The other formulation has no modes: unknown are the force of the pin and N, friction is Coulomb's law rounded off below
a slip of 1e-7 m/s, and a stiff integrator takes it through the instant at which the slip vanishes and turns round.
"""

from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

from sandbox.scene import BallJoint, Placed, Spin, Start, World
from tests.oracles.jointed_balls import UP
from tests.worlds.made import MASS, RADIUS, G, Run, ball, table

PIN, RATE, ROUNDED = np.array((-0.10, 0.23, 0.14)), -2.4, 1e-7
I_OF_BALL = 0.4*MASS*RADIUS**2
LOW = -RADIUS*UP


def begin(azimuth):
    """Centre, velocity and angular velocity of a ball whose arm points there, seen from above [rad]."""
    x = np.array((*PIN[:2], RADIUS)) + 0.229*np.array((np.cos(azimuth), np.sin(azimuth), 0.0))
    r = x - PIN
    omega = np.array((-5.0*r[0], -5.0*r[1], -2.6))
    return x, np.cross(omega, r), omega


def slip_of(x, v, w):
    u = v + np.cross(w, LOW) - RATE*np.cross(UP, x)
    return u - (u @ UP)*UP


def rounded(mu, y, seconds):
    """The same ball by the rounded law, as a dense solution."""
    def slopes(_t, y):
        x, v, w = y.reshape(3, 3)
        arm, s = PIN - x, slip_of(x, v, w)
        push = UP - mu*s/np.sqrt(s @ s + ROUNDED**2)

        def motion(pin, N, weight):
            a = (pin + N*push)/MASS - weight*G*UP
            turn = (np.cross(arm, pin) + np.cross(LOW, N*push))/I_OF_BALL
            at_pin = a + np.cross(turn, arm) + weight*np.cross(w, np.cross(w, arm))
            return a, turn, np.array((*at_pin, a[2]))

        columns = [motion(e, 0.0, 0.0)[2] for e in np.eye(3)] + [motion(np.zeros(3), 1.0, 0.0)[2]]
        found = np.linalg.solve(np.transpose(columns), -motion(np.zeros(3), 0.0, 1.0)[2])
        return np.concatenate((v, *motion(found[:3], found[3], 1.0)[:2]))
    return solve_ivp(slopes, (0.0, seconds), np.concatenate(y), "Radau", rtol=1e-10, atol=1e-12, dense_output=True).sol


@pytest.mark.parametrize(("lead", "turns"), [(0.30, True), (0.15, False), (-0.10, False)])
def test_slip_vanishes_and_turns_round_though_the_ball_cannot_roll(lead, turns):
    """Where the slip vanishes no force could keep it so: the ball goes on to slide, the other way, without a jolt."""
    mu, azimuth, seconds = 0.35, np.arctan2(-0.23, 0.10) + lead, 0.175
    x, v, w = start = begin(azimuth)
    sol = rounded(mu, start, seconds)
    run = Run(World({"table": table(mu, 0.0, Spin("z", RATE))},
                    [Placed(ball(), Start(at=tuple(x), velocity=tuple(v), omega=tuple(w)), name="bob")],
                    joints=[BallJoint("bob", at=tuple(PIN - x))]))
    least, slips = np.inf, []
    for _ in range(42):
        run.advance(run.h)
        slips.append(slip_of(run.x[0], run.v[0], run.w[0]))
        least = min(least, float(np.linalg.norm(slips[-1])))
        wanted = sol(run.t)
        # the rounded law is 1e-7 m/s behind where the slip turns: 1e-9 of the velocities
        assert_allclose(run.x[0], wanted[:3], rtol=0, atol=1e-10)         # [m]
        assert_allclose(run.v[0], wanted[3:6], rtol=0, atol=1e-9)         # [m/s]
        assert_allclose(run.w[0], wanted[6:], rtol=0, atol=1e-7)          # [rad/s]
    assert run.simulation.events == [] and run.simulation.drift < 1e-13
    # it turns round between two steps, 4 ms apart, and only where it has vanished
    has_turned = any(one @ two < 0.0 for one, two in pairwise(slips))
    assert has_turned is turns and (least < 0.01) is turns

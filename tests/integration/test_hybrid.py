"""The integrator apart from physics: bits, events, grazing, states that are no numbers."""

import numpy as np
import pytest

from sandbox.compiling.translator import INNER_OPTIONS, OPTIONS
from sandbox.scene import Ball, Cone, Paraboloid, Plane, Pseudosphere, Sphere, Spin, Start, Still
from sandbox.systems.contact.assembly import assemble
from sandbox.systems.integration import Integration
from tests.physics.contact_runs import first_event
from tests.physics.test_order_and_drift import rattleback

BALL = Ball(0.01)


def bits(run):
    return run.y.tobytes() + run.memory.tobytes() + run.watch.tobytes()


def test_chunks_do_not_change_bits():
    """2,000 calls of 1 step, 1 call of 2,000 steps: the same bits, sub-steps and all."""
    one, many = Integration(rattleback(-5.0), 1/240), Integration(rattleback(-5.0), 1/240)
    one.advance(2000)
    for _i in range(2000):
        many.advance(1)
    assert bits(one) == bits(many)


def test_no_fast_mathematics():
    for options in (OPTIONS, INNER_OPTIONS):
        assert options["error_model"] == "numpy" and "fastmath" not in options


def test_rim_of_a_table():
    """Straight line on a table at rest: the rim is reached at (rim - x)/v."""
    run = Integration(assemble(BALL, Plane(rim=0.3), Still(), Start((0.1, 0.0), (0.25, 0.0))), 1/240)
    run.advance(1000)
    assert (run.ended.kind, run.t) == ("rim", pytest.approx(0.8, abs=1e-14))
    assert "reached the rim" in run.ended.sentence and "0.800 s" in run.ended.sentence
    assert run.advance(10) == 0


def test_apex_of_a_cone():
    """A ball that rolls straight down comes to touch a whole circle: an event, not a crash."""
    run = Integration(assemble(BALL, Cone(0.5), Still(), Start((0.1, 0.0), (0.0, 0.0))), 1/240)
    run.advance(1000)
    assert run.ended.kind == "apex" and np.all(np.isfinite(run.y))


def test_rim_of_a_pseudosphere():
    run = Integration(assemble(BALL, Pseudosphere(0.25), Still(), Start((0.24, 0.0), (0.2, 0.0))), 1/240)
    run.advance(1000)
    assert run.ended.kind == "rim" and np.all(np.isfinite(run.y))


def test_inside_of_a_sphere_past_its_equator():
    """Too slow to loop: the ball leaves the wall above the equator, where N = 0 and cos = -v^2/(g R)."""
    run = Integration(assemble(BALL, Sphere(0.15), Still(), Start((0.0, 0.0, -0.14), (2.3, 0.0, 0.0))), 1/240)
    left, before = first_event(run)
    assert left.kind == "detach"
    seen = before.peek(left.t).report()
    speed2, height = seen[3:6] @ seen[3:6], seen[2]/0.14
    assert speed2 == pytest.approx(9.81*0.14*height, rel=1e-12)


def test_a_step_over_a_dip_is_noticed():
    """N of a ball rolling over a low bump dips below zero between two frames and is positive again at both ends."""
    from sandbox.scene import Profile

    def bump(r, a, k):
        return a*np.exp(-k*r*r)

    surface = Profile(bump, 2.0e-4, 4.0e4, rim=1.0)
    # crossing the bump at 3 m/s takes about 2 ms, half a frame
    system = assemble(Ball(0.001), surface, Still(), Start((-0.02, 0.0), (3.0, 0.0)))
    run = Integration(system, 1/240)
    run.advance(240)
    left = run.news()[0]
    assert left.kind == "detach"
    assert left.t < 0.02/3.0 + 1/240


def test_start_without_contact_force_flies_at_once():
    """On top of a globe faster than sqrt(g R): there is no rolling to begin with."""
    start = Start((0.0, 0.0, 0.16), (1.5, 0.0, 0.0))
    run = Integration(assemble(BALL, Sphere(0.15, inside=False), Still(), start), 1/240)
    left, = run.news()
    assert (left.kind, left.t, run.mode) == ("detach", 0.0, "flight")


def test_instants_between_steps():
    """A partial step from the grid point equals the closed form and leaves the run where it was."""
    run = Integration(assemble(BALL, Paraboloid(0.3), Spin("z", 2.0), Start((0.1, 0.0), (0.0, 0.3))), 1/240)
    run.advance(100)
    before = bits(run)
    there = run.peek(run.t + 0.0021)
    assert bits(run) == before and there.t == pytest.approx(run.t + 0.0021, abs=0)
    fine = Integration(run.system, 1/480)
    fine.advance(200)
    np.testing.assert_allclose(fine.peek(there.t).y, there.y, rtol=0, atol=1e-11)

"""Rows that say too much or become dependent: what the motion is, what is told of the reactions, how the run ends."""

from math import cos, pi, sin

import numpy as np
import pytest

from sandbox.integration import arrays
from sandbox.scene.constrained import At, Constrained, Row
from sandbox.scene.models.sleigh import Blade
from sandbox.scene.motions import Still
from sandbox.scene.supports.surface import Edge
from tests.physics.constrained_runs import REST, point, run_of, sleigh


def test_two_blades_on_one_axle_move_as_one():
    """The motion is that of one blade; only N1 + N2 is told, and drawn half and half."""
    one = sleigh(Blade((-0.08, 0.03)))
    two = sleigh(Blade((-0.08, 0.03), name="left"), Blade((-0.08, -0.05), name="right"))
    start = one.start(0.1, 0.05, 0.2, 0.1, 0.5, 1.7)
    a, b = run_of(one.constrained(), start, 3.0), run_of(two.constrained(), start, 3.0)
    np.testing.assert_allclose(b.y, a.y, atol=1e-14)
    (alone,), (sum_of_both,) = a.picture().reactions, b.picture().reactions
    assert (sum_of_both.row, sum_of_both.unit) == ("left + right", "N")
    assert sum_of_both.value == pytest.approx(alone.value, abs=1e-15)
    np.testing.assert_allclose(b.picture().bodies[0].F, a.picture().bodies[0].F, atol=1e-15)
    assert b.drift < 1e-13


def test_two_blades_behind_one_another_lock_the_spin():
    """Rank 2: the sleigh goes straight, and the start loses what does not fit, which is said."""
    both = sleigh(Blade((-0.08, 0.0), name="rear"), Blade((0.08, 0.0), name="front"), motion=Still())
    run = run_of(both.constrained(), At((0.0, 0.0, 0.3), (1.0, 0.2, 2.0)), 2.0)
    speed = cos(0.3) + 0.2*sin(0.3)
    vx, vy = speed*cos(0.3), speed*sin(0.3)
    np.testing.assert_allclose(run.y[:6], [2*vx, 2*vy, 0.3, vx, vy, 0.0], atol=1e-14)
    assert run.system.notes == ("v changed by 25.4 % to obey the rows",)
    # impulses: together they stop the spin and the sideways motion
    lost = 0.2*cos(0.3) - sin(0.3)
    assert sum(run.system.impulse.values()) == pytest.approx(-lost, abs=1e-14)
    assert 0.08*(run.system.impulse["front"] - run.system.impulse["rear"]) == pytest.approx(-0.015*2.0, abs=1e-15)


def test_three_blades_fix_the_body_to_the_table():
    """It is carried round, and the reactions add up to the centripetal force; a fourth blade changes nothing."""
    blades = (Blade((-0.08, 0.0), 0.0, name="a"), Blade((0.08, 0.0), 1.0, name="b"), Blade((0.0, 0.1), 2.0, name="c"))
    start = At((0.3, 0.0, 0.3), (0.0, 0.0, 0.0))
    run = run_of(sleigh(*blades).constrained(), start, 2.0)
    np.testing.assert_allclose(run.y[:3], [0.3*cos(3.4), 0.3*sin(3.4), 0.3 + 3.4], atol=1e-13)
    F = run.picture().bodies[0].F
    np.testing.assert_allclose(F, [-1.7**2*run.y[0], -1.7**2*run.y[1], 0.0], atol=1e-12)
    more = run_of(sleigh(*blades, Blade((0.1, 0.1), 2.5, name="d")).constrained(), start, 2.0)
    np.testing.assert_allclose(more.y[:6], run.y[:6], atol=1e-13)
    told = more.picture()
    assert [r.row for r in told.reactions] == [f"a + b + c + d, along velocity {i}" for i in (1, 2, 3)]
    np.testing.assert_allclose([r.value for r in told.reactions][:2], F[:2], atol=1e-12)
    np.testing.assert_allclose(told.bodies[0].F, F, atol=1e-12)


def test_blades_whose_normals_meet_leave_a_turn():
    """Rank 2: the body turns about the point where the normals meet."""
    blades = [Blade((0.1*cos(x), 0.1*sin(x)), x + pi/2, name=f"{x:g}") for x in (0.0, 1.0, 2.5)]
    run = run_of(sleigh(*blades, motion=Still()).constrained(), At((0.3, 0.0, 0.3), (0.0, 0.0, 1.0)), 2.0)
    np.testing.assert_allclose(run.y[:3], [0.3, 0.0, 2.3], atol=1e-13)
    assert run.ended is None


# the end of a run -----------------------------------------------------------------------------------------------------

def test_rows_that_become_dependent_end_the_run():
    """A normal that turns into another one: the event comes when they are 1e-5 rad apart, with a sentence."""
    rows = (Row("fixed", lambda t, q, p: (1.0, 0.0, 0.0)),
            Row("turning", lambda t, q, p: (np.cos(q[2]), np.sin(q[2]), 0.0)))
    turning = Constrained(("x", "y", "angle"), lambda t, q, v, p: 0.5*(v[0]**2 + v[1]**2 + v[2]**2), rows)
    run = run_of(turning, At((0.0, 0.0, -1.0), (0.0, 0.0, 1.0)), 3.0)
    assert run.t == pytest.approx(1.0 - 1e-5, abs=1e-8)
    assert run.ended.kind == "stop"
    assert run.ended.sentence == (
        "The rows 'fixed', 'turning' became dependent at t = 1.000 s (step 239): their reactions have no unique value.")


def test_row_that_becomes_zero_ends_the_run():
    """A = (0, x) at x = 0, passed within a step: the row constrains nothing there."""
    run = run_of(point(Row("fades", lambda t, q, p: (0.0, q[0]))), At((-1.0, 0.0), (1.0, 0.0)), 3.0)
    assert run.t == pytest.approx(1.0 - 1e-5, abs=1e-8)
    assert run.ended.sentence == "Row 'fades' became zero at t = 1.000 s (step 239): it constrains nothing there."


def test_row_that_no_longer_follows_ends_the_run():
    """Two equal rows, until the right-hand side of one leaves that of the other."""
    drift = point(Row("a", lambda t, q, p: (1.0, 0.0)), Row("b", lambda t, q, p: (1.0, 0.0), lambda t, q, p: t*t*t))
    run = run_of(drift, REST, 1.0)
    assert run.ended.kind == "stop" and run.t < 0.01     # 1e-7 m/s of contradiction


def test_edge_of_a_domain_ends_the_run():
    edge = Edge(lambda t, q, p: 0.3 - q[0], "rim", "reached the rim")
    run = run_of(point(edges=(edge,)), At((0, 0), (0.25, 0)), 5.0)
    assert (run.ended.kind, run.t) == ("rim", pytest.approx(1.2, abs=1e-14))
    assert run.ended.sentence == "The body reached the rim at t = 1.200 s (step 288)."
    assert run.watch[arrays.MAX_FRICTION] == 0.0

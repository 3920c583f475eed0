"""Rows that give way: sliding, gripping, breaking one after the other, and realisations of one motion side by side."""

from math import cos, sin

import numpy as np
import pytest

from sandbox.scene.constrained import At, Row
from sandbox.scene.models.sleigh import Blade, Sleigh
from sandbox.scene.motions import Still
from sandbox.scene.realisation import Breakable, Ideal, Penalty, Viscous
from sandbox.scene.supports.surfaces import Plane
from tests.physics.constrained_runs import REST, point, run_of, sleigh

# breakable rows -------------------------------------------------------------------------------------------------------

def test_start_that_slips_begins_to_slide():
    """A breakable blade is not torn onto its row; it slides until it grips."""
    skid = sleigh(Blade((0.0, 0.0), realisation=Breakable(5.0, 2.0)), motion=Still())
    run = run_of(skid.constrained(), At((0.0, 0.0, 0.0), (0.0, 0.3, 0.0)))
    assert run.mode == "slide" and run.system.notes == ()
    run.advance(120)
    (event,) = run.news()
    assert (event.kind, event.t) == ("regrip", pytest.approx(0.3/2.0, abs=1e-14))
    assert run.y[1] == pytest.approx(0.3**2/4.0, abs=1e-14)
    assert run.mode == "hold" and run.picture().reactions[0].realisation == "hold"
    assert run.drift < 1e-15


def test_blade_that_can_not_hold_slides_the_other_way():
    """A steady side force above the hold: it slows down, and starts back at once."""
    pushed = point(Row("edge", lambda t, q, p: (0.0, 1.0), 0.0, Breakable(1.0, 0.5)),
                   force=lambda t, q, v, p: (0.0, -3.0))
    run = run_of(pushed, At((0.0, 0.0), (0.0, 0.7)), 1.0)
    (event,) = run.news()
    assert (event.kind, event.t) == ("slip_reversal", pytest.approx(0.7/3.5, abs=1e-14))
    assert event.sentence == "'edge' slides the other way at t = 0.200 s."
    assert run.y[3] == pytest.approx(-2.5*0.8, abs=1e-13)


def test_two_breakable_rows_break_one_after_the_other():
    """Forces that grow at different rates; four modes, named by what the rows do."""
    stretched = point(Row("a", lambda t, q, p: (1.0, 0.0), 0.0, Breakable(1.0, 0.2)),
                      Row("b", lambda t, q, p: (0.0, 1.0), 0.0, Breakable(1.0, 0.2)),
                      force=lambda t, q, v, p: (2.0*t, 1.0*t))
    run = run_of(stretched, REST, 1.5)
    assert list(run.system.modes) == ["hold, hold", "hold, slide", "slide, hold", "slide, slide"]
    assert [(event.kind, event.t) for event in run.news()] == [("breakaway", pytest.approx(0.5, abs=1e-14)),
                                                               ("breakaway", pytest.approx(1.0, abs=1e-14))]
    assert run.mode == "slide, slide"
    assert run.y[2] == pytest.approx(1.5**2 - 0.25 - 0.2, abs=1e-13)


def test_force_beyond_the_hold_at_the_start_breaks_at_once():
    run = run_of(point(Row("edge", lambda t, q, p: (0.0, 1.0), 0.0, Breakable(1.0, 0.5)),
                       force=lambda t, q, v, p: (0.0, -3.0)), REST)
    assert run.mode == "slide" and [event.kind for event in run.news()] == ["breakaway"]


# several realisations of one motion -----------------------------------------------------------------------------------

def test_realisations_side_by_side():
    """The same words, other realisations, one start: they differ by what theory says."""
    ideal = sleigh(Blade((-0.08, 0.03)))
    start = ideal.start(0.1, 0.05, 0.2, 0.1, 0.5, 1.7)
    kinds = (Ideal(), Viscous(2e3), Viscous(2e4), Penalty(1e6, 2e3), Breakable(100.0, 1.0))
    runs = [run_of(ideal.constrained().realised(blade=kind), start, 2.0) for kind in kinds]
    distance = [np.hypot(*(run.y[:2] - runs[0].y[:2])) for run in runs]
    assert distance[1]/distance[2] == pytest.approx(10.0, rel=1e-2)
    assert 0.0 < distance[3] < distance[2]/10     # a spring gives, but does not creep
    assert distance[4] < 1e-14
    words = ["ideal", "viscous", "viscous", "penalty", "hold"]
    assert [run.picture().reactions[0].realisation for run in runs] == words
    assert [run.picture().bodies[0].mode for run in runs] == words


def test_sleigh_on_a_slope_is_seen_on_the_slope():
    """Plane turned about y: x downhill; the picture lies on it."""
    slope = Sleigh(1.0, 0.015, (Blade((0.0, 0.04)),), Still(), Plane().placed(axis=(0.0, 1.0, 0.0), angle=0.2))
    run = run_of(slope.constrained(), At((0.0, 0.0, 0.0), (0.0, 0.0, 0.5)), 1.0)
    body = run.picture().bodies[0]
    np.testing.assert_allclose(body.centre, [run.y[0]*cos(0.2), run.y[1], -run.y[0]*sin(0.2)], atol=1e-15)
    np.testing.assert_allclose(body.normal, [sin(0.2), 0.0, cos(0.2)], atol=1e-15)
    np.testing.assert_allclose(body.angular_velocity, 0.5*body.normal, atol=1e-14)
    assert run.y[0] > 0.1 and abs(body.F @ body.normal) < 1e-14

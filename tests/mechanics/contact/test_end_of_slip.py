"""When slip ends and how it begins from rest: closed forms of balls and pucks, vectors, the end of a frame."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.integration import arrays
from sandbox.integration import observation as obs
from sandbox.mechanics import layout as lay
from sandbox.mechanics import report
from sandbox.scene import Paraboloid, Plane, Spin, Start, Still
from tests.mechanics.contact.setup_modes import Case, Run, ball, ended, g, puck
from tests.oracles.supports import cross


def rolling_ball(mu, slip, spin=(0.0, 0.0, 0.0), motion=None, at=(0.0, 0.0), a=0.0286, m=0.17, **law):
    case = Case(ball(a, m, 0.4*m*a*a), Plane(), motion or Still(), Start(at, omega=(0.0, 0.0, 0.0)), mu=mu, **law)
    return case, Run(case, "sliding", case.sliding(slip, w=spin))


# the end --------------------------------------------------------------------------------------------------------------

def test_ball_slides_then_rolls_at_five_sevenths():
    """Coulomb: slip ends at 2 v0/(7 mu g), with 5/7 v0."""
    mu, v0 = 0.2, 3.0
    case, run = rolling_ball(mu, (v0, 0.0, 0.0))
    run.to(1.0)
    end, t = ended(case, run, "slip_end")
    assert t == pytest.approx(2.0*v0/(7.0*mu*g), abs=3e-14)                         # [s]
    assert_allclose(end.y[11:14], [5.0/7.0*v0, 0.0, 0.0], rtol=0, atol=1e-13)       # [m/s]
    assert end.y[0] == pytest.approx(12.0/49.0*v0**2/(mu*g), abs=5e-14)             # [m], 1.4e-14 s before the end
    assert run.drift < 1e-14 and end.drift < 1e-14


def test_side_spin_does_not_matter_to_a_ball_without_a_patch():
    """slide_to_roll_3d of the vectors: slip keeps its direction whatever the spin about the vertical."""
    v, w, a = np.array([2.0, -0.5, 0.0]), np.array([30.0, 60.0, -40.0]), 0.0286
    case, run = rolling_ball(0.25, v + cross(w, [0.0, 0.0, -a]), w)
    run.to(1.0)
    end, t = ended(case, run, "slip_end")
    assert t == pytest.approx(0.05323643748166994, abs=1e-13)
    assert_allclose(end.y[11:14], [1.9188571428571428, -0.6022857142857143, 0.0], rtol=0, atol=1e-13)
    _, _, turning = case.geometry(end.y)
    assert_allclose(turning @ end.y[7:10], [21.05894105894106, 67.0929070929071, -40.0], rtol=0, atol=1e-11)


def test_ball_set_down_on_a_turntable():
    """turntable_slide_roll of the vectors: the direction of slip turns towards a limit, ever faster."""
    at, rate = np.array([0.3, 0.0]), 3.0
    case, run = rolling_ball(0.2, (0.0, -rate*at[0], 0.0), motion=Spin("z", rate), at=tuple(at), a=0.03, m=0.1)
    run.to(1.0)
    end, t = ended(case, run, "slip_end")
    assert t == pytest.approx(0.13161933277568236, abs=1e-13)
    end.t = t
    seen = end.report()
    assert_allclose(seen[report.CENTRE:report.CENTRE + 2], [0.29967820125494393, 0.01698225729818832], rtol=0,
                    atol=1e-13)
    assert_allclose(seen[report.VELOCITY:report.VELOCITY + 2], [-0.014556220541275715, 0.25686702964709357], rtol=0,
                    atol=1e-13)
    assert_allclose(seen[report.SPIN_LAB:report.SPIN_LAB + 3], [21.405585803924478, 1.213018378439644, 0.0], rtol=0,
                    atol=1e-11)


def test_puck_stops_sliding_and_spinning_together():
    """contensou_puck of the vectors."""
    case, run = puck((1.5, 0.0, 0.0), (0.0, 0.0, 60.0))
    for t, x, v, spin in ((0.1, 0.14031111675067678, 1.307109869116601, 54.14036060459431),
                          (0.3, 0.3644348666383228, 0.9379443512470487, 41.92609645407583),
                          (0.5, 0.5171148962424343, 0.5932377888813666, 29.02956288756055)):
        run.to(t)
        assert_allclose([run.y[0], run.y[11], run.y[9]], [x, v, spin], rtol=1e-11)
    run.to(2.0)
    end, t = ended(case, run, "slip_end", 1.0)
    assert t == pytest.approx(0.9091369608772243, abs=1e-12)
    assert end.y[0] == pytest.approx(0.6312825493434335, abs=1e-12)
    assert run.drift < 1e-13 and end.watch[arrays.WORST_DEFECT] < 1e-14*run.watch[arrays.MAX_KINETIC]


def test_last_stretch_stops_at_the_end_of_the_frame():
    case, run = rolling_ball(0.2, (3.0, 0.0, 0.0))
    run.to(1.0)
    finish = run.t + 3e-5
    end = Run(case, "slip_end", np.append(run.y, run.t), clock=17, end=finish).to(0.2, 0.2)
    assert end.guard == obs.CLOCK_GUARD
    assert end.y[17] == pytest.approx(finish, abs=1e-16)
    # uniformly decelerated: H is known there
    assert np.linalg.norm(case.slip(end.y)) == pytest.approx(3.5*0.2*g*7e-5, rel=1e-9)


# no end ---------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("angle", [0.3, 0.6])
def test_slip_that_starts_from_rest_has_the_direction_of_its_bias(angle):
    """A puck let go on a slope steeper than friction holds: g (sin - mu cos) from the first instant on."""
    slope = Plane().placed(axis=(0.0, 1.0, 0.0), angle=angle)
    case, _ = puck((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), mu=0.2, patch=0.0, surface=slope)
    run = Run(case, "slip_onset", case.sliding((0.0, 0.0, 0.0), (1e-12, 0.0, 0.0)))
    assert run.broken == -1
    run.to(0.5)
    assert run.guard == lay.GUARD_END
    run = Run(case, "sliding", np.append(run.y[:14], np.zeros(3)), run.t)
    run.to(0.5)
    assert run.guard == -1
    expected = g*(np.sin(angle) - 0.2*np.cos(angle))
    assert_allclose(run.y[11:14], [0.5*expected, 0.0, 0.0], rtol=0, atol=1e-13)
    assert run.y[0] == pytest.approx(0.125*expected, abs=1e-14)


def test_slip_through_zero_without_dry_friction_is_no_end():
    """A smooth puck swings through the bottom of a bowl; one in oil creeps for ever."""
    bowl = Paraboloid(0.5)
    for law, seconds in (({}, 3.0), ({"c1": 0.5}, 5.0), ({"c1": 2000.0}, 0.05)):
        body = ball(0.02, 0.1, 1e-5)
        case = Case(body, bowl, Still(), Start((0.1, 0.0), omega=(0.0, 0.0, 0.0)), **law)
        run = Run(case, "sliding", case.sliding((0.0, 0.0, 0.0))).to(seconds)
        assert run.guard == -1
        assert run.drift*run.watch[arrays.MAX_KINETIC] < 1e-13*0.1*g*0.01

"""A sleigh whose mass sits in its centre, I = m a^2: a free point that runs straight, and a blade that only turns."""

from math import cos, sin

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.scene import At, Blade, Motion, Plane, Sleigh, Spin, ViscousRow, rate_sine
from sandbox.systems.integration import Integration
from sandbox.systems.rows.start import assemble_constrained
from tests.oracles import sleigh as oracle

M, OFFSET, ACROSS = 1.3, 0.11, 0.03      # [kg, m, m]


def sleigh_of(motion, inertia=0.0, realisation=None) -> Sleigh:
    blade = Blade((-OFFSET, ACROSS)) if realisation is None else Blade((-OFFSET, ACROSS), realisation=realisation)
    return Sleigh(M, inertia, (blade,), motion, Plane())


def run_of(sleigh: Sleigh, start) -> Integration:
    return Integration(assemble_constrained(sleigh.constrained(), start), 1/240)


STARTS = [(0.3, -0.2, 0.4, 0.25, 3.0), (-0.5, 0.1, -1.1, -0.4, -6.0)]


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize(("motion", "rate", "gravity"), [
    (Spin("z", 1.7), lambda t: (1.7, 0.0), (0.0, 0.0)),
    (Motion("z", rate_sine(1.2, 0.8, 3.0)), lambda t: (1.2 + 0.8*sin(3*t), 2.4*cos(3*t)), (0.0, 0.0)),
    (Spin("z", -2.0, gravity=(0.3, -0.2, -9.8)), lambda t: (-2.0, 0.0), (0.3, -0.2))])
def test_it_moves_as_newton_and_euler_say(motion, rate, gravity, start):
    """The equations of the foot O1 with I_C = 0, integrated by themselves (sleigh.md 5.1, 5.2); the reaction is 0."""
    sleigh = sleigh_of(motion)
    begun = sleigh.start(*start, rate=rate(0.0)[0])
    run = run_of(sleigh, begun)
    x1, x2, theta, v1, spin = start
    Omega = rate(0.0)[0]
    O1 = np.array(begun.q[:2]) - OFFSET*np.array([cos(theta), sin(theta)])
    times = np.array([0.5, 1.5, 3.0])
    rows = oracle.blade_path(times, M, 0.0, OFFSET, (*O1, theta, v1 - Omega*x2, Omega*x1, spin + Omega), rate, gravity)
    for t, (X, Y, angle, _V1, _V2, w, N) in zip(times, np.array(rows), strict=True):
        run.advance(round(240*t) - round(240*run.t))
        found = run.y[:2] - OFFSET*np.array([cos(run.y[2]), sin(run.y[2])])
        np.testing.assert_allclose(found, (X, Y), rtol=0, atol=1e-11)            # [m] the oracle's own 2e-14, grown
        np.testing.assert_allclose((run.y[2], run.y[5]), (angle, w), rtol=0, atol=1e-10)
        assert abs(N) < 1e-9 and abs(run.picture().reactions[0].value) < 1e-12   # [N]
    assert run.drift < 1e-13


@pytest.mark.parametrize("start", STARTS)
def test_the_mass_centre_runs_straight_and_F_stays(start):
    sleigh = sleigh_of(Spin("z", 1.7))
    begun = sleigh.start(*start, rate=1.7)
    run = run_of(sleigh, begun)
    C, V = np.array(begun.q[:2]), np.array(begun.v[:2])
    x1, x2, _theta, v1, spin = start
    # as printed, in units of a and 1/Omega
    printed = x2/OFFSET*v1/(1.7*OFFSET) - (x1/OFFSET + 1)*spin/1.7 - ((x1/OFFSET + 1)**2 + (x2/OFFSET)**2)
    F = printed*1.7*OFFSET**2
    assert run.reason_not_conserved("linear_F") == run.reason_not_conserved("L") == ""
    for _second in range(5):
        run.advance(240)
        np.testing.assert_allclose(run.y[:2], C + V*run.t, rtol=0, atol=1e-12)   # [m] rounding of 1,200 steps
        np.testing.assert_allclose(run.y[3:5], V, rtol=0, atol=1e-12)
        found = run.invariants(("linear_F", "L"))
        assert found["linear_F"] == pytest.approx(F, abs=1e-12)                  # [m^2/s]
        assert found["L"] == pytest.approx(-M*F, abs=1e-12)


def test_with_an_inertia_F_changes_and_it_says_why():
    scene_free = sleigh_of(Spin("z", 1.7, gravity=(0.3, 0.0, -9.8)))
    run = run_of(scene_free, scene_free.start(*STARTS[0], rate=1.7))
    assert "level" in run.reason_not_conserved("linear_F")


def test_it_is_the_limit_of_small_inertias():
    ends = []
    for inertia in (0.0, 1e-7, 1e-5):
        sleigh = sleigh_of(Spin("z", 1.7), inertia)
        run = run_of(sleigh, sleigh.start(*STARTS[0], rate=1.7))
        run.advance(480)
        ends.append(run.y[:3].copy())
    near, far = (np.abs(end - ends[0]).max() for end in ends[1:])
    assert far/near == pytest.approx(100.0, rel=0.02) and near < 1e-5            # linear in the inertia


def test_a_start_across_the_edge_turns_it_and_leaves_the_mass_centre_alone():
    """What obeys the row and is nearest in kinetic energy: theta' alone has none."""
    sleigh = sleigh_of(Spin("z", 1.7))
    run = run_of(sleigh, At((0.2, 0.1, 0.5), (0.4, -0.3, 9.0)))
    np.testing.assert_allclose(run.y[3:5], (0.4, -0.3), rtol=0, atol=1e-15)
    e1, n = np.array([cos(0.5), sin(0.5)]), np.array([-sin(0.5), cos(0.5)])
    along = e1 @ np.array([0.2, 0.1]) - OFFSET
    assert run.y[5] == pytest.approx((n @ (0.4, -0.3) - 1.7*along)/OFFSET, abs=1e-13)     # [rad/s]


@pytest.mark.parametrize(("make", "sentence"), [
    (lambda: Sleigh(1.0, 0.0, (Blade((0.0, 0.04)),)), "with the mass centre on the blade's normal"),
    (lambda: sleigh_of(Spin("z", 1.0), 0.0, ViscousRow(20.0)), "needs one blade, an ideal one"),
    (lambda: Sleigh(1.0, 0.0, (Blade((0.1, 0.0)), Blade((-0.1, 0.0)))), "needs one blade"),
    (lambda: Sleigh(1.0, -1e-3, (Blade((0.1, 0.0)),)), "at least 0")])
def test_where_nothing_turns_it_it_is_refused(make, sentence):
    with pytest.raises(BadValue) as error:
        make()
    assert sentence in str(error.value)

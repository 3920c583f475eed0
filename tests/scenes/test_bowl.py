"""What a viewer of the bowls should see does happen: rosettes in the round ones, an unstable band in the oval one."""

from math import degrees, pi, sqrt, tan

import numpy as np
import pytest
from numpy.testing import assert_allclose

from tests.scenes.riding import SOLID, A, G, from_top, ride, turns

# round bowls ----------------------------------------------------------------------------------------------------------

def test_turning_sphere_makes_the_rosette():
    """Small swings: z'' + i P z' + w0^2 z = 0 turns by -P/2 per unit of time, P = s chi a/(b - a)."""
    seen = ride("bowl", "The turning bowl makes a rosette", 30.0, x=0.004)
    s = -0.15/A*seen.p.rate
    P, square = s*SOLID*A/0.14, (1 - SOLID)*G/0.14
    t, azimuth = turns(seen, -np.hypot(seen.r[:, 0], seen.r[:, 1]))
    swing = pi/sqrt(square + P*P/4)
    assert np.diff(t).mean() == pytest.approx(swing, rel=3e-4)          # amplitude 0.03 rad: its square over 4
    turned = np.diff(azimuth).mean()
    # half a swing brings it to the other side: -pi or pi, and the turn of the plane
    assert (turned - (-0.5*P*swing) + pi/2) % pi - pi/2 == pytest.approx(0.0, abs=1e-3)
    # at the size of the preset the turn is 18.5 degrees per swing
    seen = ride("bowl", "The turning bowl makes a rosette", 30.0)
    _t, azimuth = turns(seen, -np.hypot(seen.r[:, 0], seen.r[:, 1]))
    assert 180 - abs(degrees(np.diff(azimuth).mean())) == pytest.approx(18.5, abs=0.1)
    assert seen.ended is None and seen.run.max_F_over_N == pytest.approx(SOLID*tan(from_top(seen).max()), rel=2e-3)


def test_bowl_at_rest_keeps_the_plane():
    seen = ride("bowl", "Bowl at rest: one plane", 30.0)
    assert np.abs(seen.r[:, 1]).max() < 1e-14 and seen.ended is None
    assert -seen.r[:, 0].min() == pytest.approx(seen.r[0, 0], abs=2e-5)      # [m] a step off the turning point


def test_leaning_axis_leaves_the_top():
    """E_J is not conserved, the ledger knows why; the sphere's three integrals are."""
    seen = ride("bowl", "Leaning axis", 20.0)
    assert set(seen.run.invariant_drift) == {"sphere_spin_s", "sphere_E_tilde", "sphere_Jz_tilde"}
    assert np.ptp(seen.E_J) > 0.1*seen.run.scale and seen.run.drift < 1e-12


def test_parabolic_bowl_between_two_circles():
    seen = ride("bowl", "Parabolic bowl", 20.0)
    contact = seen.r - A*seen.n
    # [m] z = r^2/(2 p), p = A^2/(2 C) = 0.1 m
    assert_allclose(contact[:, 2], (contact[:, 0]**2 + contact[:, 1]**2)/0.2, atol=1e-12)
    R = np.hypot(seen.r[:, 0], seen.r[:, 1])
    assert seen.ended is None and 0.027 < R.min() < 0.028 and R.max() == pytest.approx(R[0], abs=1e-6)


# oval bowls -----------------------------------------------------------------------------------------------------------

def oval_growth(rate, C=0.1, a=A, chi=SOLID):
    """Largest growth rate [1/s] near the bottom of the oval bowl, ball without spin; the scene's linear equation."""
    K = np.diag([1/(0.2**2/C - a), 1/(0.14**2/C - a)])
    J, one = np.array([[0.0, -1.0], [1.0, 0.0]]), np.eye(2)
    speed = rate*(chi*J @ (one + a*K) - 2*J)
    place = rate**2*(one - chi*(one + a*K)) - (1 - chi)*G*K
    return np.linalg.eigvals(np.block([[np.zeros((2, 2)), one], [place, speed]])).real.max()


def test_oval_bowl_throws_the_ball_out():
    """The wall's work goes into the ball; E_J does not see it."""
    seen = ride("bowl", "The oval bowl throws it out", 20.0, until="rim")
    kinetic = 0.5*(seen.v**2).sum(axis=1) + 0.5*0.4*A**2*(seen.w**2).sum(axis=1)
    energy = kinetic + G*seen.r[:, 2]
    assert seen.ended == "rim" and seen.run.max_F_over_N < 0.25
    assert energy[-1] > 2.5*energy[0] and np.ptp(seen.E_J) < 1e-14*seen.run.scale + 1e-15


def test_oval_bowl_is_unstable_between_two_rates():
    k = SOLID/(1 - SOLID)
    low, high = (sqrt(G*c/(1 - k*A*c)) for c in (1/(0.4 - A), 1/(0.196 - A)))
    assert (round(low, 1), round(high, 1)) == (5.0, 7.3)
    for rate in (3.0, 0.99*low, 1.01*high, 12.0):
        assert oval_growth(rate) < 1e-12
    rate = 6.0
    growth = oval_growth(rate)
    seen = ride("bowl", "Oval bowl", 9.0, rate=rate, x=1e-6, y=0.0)
    R = np.hypot(seen.r[:, 0], seen.r[:, 1])
    late = seen.t > 6.0
    found = np.polyfit(seen.t[late], np.log(R[late]), 1)[0]
    assert found == pytest.approx(growth, rel=5e-3)       # the swings beside it are e^-6 of it
    steady = ride("bowl", "Oval bowl", 10.0, rate=1.05*high, x=1e-4, y=0.0)
    assert np.hypot(steady.r[:, 0], steady.r[:, 1]).max() < 1e-3


def test_oval_bowls_stay_in_the_hand():
    seen = ride("bowl", "Oval bowl", 60.0)
    assert seen.ended is None and np.ptp(seen.E_J) < 1e-13*seen.run.scale and seen.run.max_F_over_N < 0.15
    seen = ride("bowl", "Oval bowl, leaning axis", 60.0)
    assert seen.ended is None and seen.run.invariant_drift == {} and np.ptp(seen.E_J) > 0.1*seen.run.scale
    assert seen.run.drift < 1e-12


# without friction -----------------------------------------------------------------------------------------------------

def test_smooth_oval_bowl_keeps_the_jacobi_integral():
    """The remark of the paper: a smooth surface that turns keeps it, too, while the plain energy varies."""
    seen = ride("bowl", "Smooth oval bowl", 30.0, 4)
    assert seen.ended is None and np.ptp(seen.E_J) < 1e-15                   # [J] of 0.02 J
    energy = 0.5*(seen.v**2).sum(axis=1) + G*seen.r[:, 2]
    assert np.ptp(energy) > 0.05*energy.mean()
    spin = np.linalg.norm(seen.w, axis=1)
    assert np.ptp(spin) < 1e-12*spin[0] and np.linalg.norm(seen.F, axis=1).max() < 1e-15      # rounding of 7,200 steps
    assert {body.mode for body in seen.last.bodies} == {"sliding"}


def test_smooth_oval_bowl_is_that_of_a_point():
    """Particle on the surface of the centres: unstable between the rates sqrt(g k), grows as its linear equation."""
    low, high = (sqrt(G*c) for c in (1/(0.4 - A), 1/(0.196 - A)))
    for rate in (0.99*low, 1.01*high):
        assert oval_growth(rate, chi=0.0) < 1e-12
    growth = oval_growth(6.0, chi=0.0)
    seen = ride("bowl", "Smooth oval bowl", 9.0, 2, rate=6.0, x=1e-6, y=0.0)
    R = np.hypot(seen.r[:, 0], seen.r[:, 1])
    late = seen.t > 6.0
    assert np.polyfit(seen.t[late], np.log(R[late]), 1)[0] == pytest.approx(growth, rel=5e-3)
    assert abs(growth - oval_growth(6.0)) > 0.05*growth       # [1/s] rolling makes another number of it


def test_a_round_smooth_bowl_cannot_turn_the_ball():
    """Its wall pushes towards the axis only: the ball's way is that in a bowl at rest."""
    ways = [ride("bowl", "Bowl at rest: one plane", 5.0, 4, smooth=True, rate=rate, vy=0.2).r for rate in (0.0, 6.0)]
    np.testing.assert_allclose(*ways, atol=1e-12)

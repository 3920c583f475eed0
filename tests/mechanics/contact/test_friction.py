"""Compiled laws of friction: the spinning patch, and resistance to rolling and spinning."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import dblquad

from sandbox.mechanics import layout as lay
from sandbox.mechanics.friction.contact_friction import hold_in_hand, resistance
from sandbox.mechanics.friction.dry import patch_shares


@pytest.mark.parametrize("x", [0.05, 0.7, 1.3, 3.0])
def test_patch_is_the_integral_over_its_points(x):
    """Each point of the disk slides with Coulomb friction under 3/(2 pi) sqrt(1 - r^2); slip along x, spin 1."""
    def along(r, angle):
        vx, vy = x - r*np.sin(angle), r*np.cos(angle)
        return 1.5/np.pi*np.sqrt(1 - r*r)*r*vx/np.hypot(vx, vy)

    def about(r, angle):
        vx, vy = x - r*np.sin(angle), r*np.cos(angle)
        return 1.5/np.pi*np.sqrt(1 - r*r)*r*r*(vy*np.cos(angle) - vx*np.sin(angle))/np.hypot(vx, vy)

    f, m = patch_shares(x, 1.0)
    for function, value in ((along, f), (about, m)):
        left, _ = dblquad(function, -np.pi/2, np.pi/2, 0.0, 1.0, epsabs=1e-7, epsrel=1e-7)
        right, _ = dblquad(function, np.pi/2, 3*np.pi/2, 0.0, 1.0, epsabs=1e-7, epsrel=1e-7)
        assert value == pytest.approx(left + right, abs=3e-6)       # the integrand is singular where a point rests


def test_patch_has_no_seams():
    """At x = 1 and where the series takes over, values agree to rounding; without spin friction is Coulomb's."""
    for x in (1.0, 4.0):
        below, above = patch_shares(x*(1 - 1e-15), 1.0), patch_shares(x*(1 + 1e-15), 1.0)
        assert_allclose(below, above, rtol=0, atol=1e-14)
    assert patch_shares(1.0, 0.0) == (1.0, 0.0)
    assert patch_shares(0.0, 0.0) == (1.0, 0.0)
    assert patch_shares(0.0, 1.0) == pytest.approx((0.0, 3*np.pi/16))
    for x in (60.0, 1e6):
        f, m = patch_shares(x, 1.0)
        assert (1 - f, m) == pytest.approx((0.1/x**2, 0.2/x), rel=1e-3)


def law(k_r, k_s):
    p = np.zeros(lay.SURFACE)
    p[lay.ROLLING_RESISTANCE], p[lay.SPINNING_RESISTANCE], p[lay.MASS], p[lay.SLIP_SCALE] = k_r, k_s, 1.0, 1.0
    return p


def test_resistance_has_the_dry_laws_as_its_axes():
    """k_r against rolling alone, k_s against spinning alone, and the gradient of one norm in between."""
    spin, roll, k = resistance(0.0, 5.0, law(2e-3, 1e-3))
    assert (spin, 5.0*roll, k) == pytest.approx((0.0, 2e-3, 1e-2))
    spin, roll, k = resistance(-4.0, 0.0, law(2e-3, 1e-3))
    assert (spin, k) == pytest.approx((-1e-3, 4e-3))
    assert resistance(0.0, 0.0, law(2e-3, 1e-3)) == (0.0, 0.0, 0.0)
    # the moment is on the ellipse that bounds what rest can bear
    spin, roll, _ = resistance(3.0, 5.0, law(2e-3, 1e-3))
    assert hold_in_hand(1.0, spin, 5.0*roll, law(2e-3, 1e-3)) == pytest.approx(0.0, abs=1e-18)
    assert hold_in_hand(1.0, 0.9*spin, 4.5*roll, law(2e-3, 1e-3)) == pytest.approx(1e-4)


def test_nothing_holds_what_nothing_resists():
    assert hold_in_hand(1.0, 0.0, 1e-3, law(2e-3, 0.0)) == pytest.approx(1e-9)     # rounding is left
    assert hold_in_hand(1.0, 1e-6, 0.0, law(2e-3, 0.0)) < 0.0

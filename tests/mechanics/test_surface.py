"""Profiles given by points: quintic, smooth on the axis, refused when they make no surface."""

import numpy as np
import pytest

from sandbox.mechanics.revolution import spline_at, spline_parameters


def test_spline_follows_a_smooth_profile():
    r = np.linspace(0.0, 0.4, 60)
    s = spline_parameters(r, np.cos(5.0*r))
    for x in (0.0, 1e-6, 0.0123, 0.2, 0.399):
        value, first, second = spline_at(x, s)
        # [m], [1], [1/m]: error of a quintic with knots 7 mm apart, (k h)^6 and two and one orders less
        assert value == pytest.approx(np.cos(5.0*x), abs=1e-10)
        assert first == pytest.approx(-5.0*np.sin(5.0*x), abs=1e-7)
        assert second == pytest.approx(-25.0*np.cos(5.0*x), abs=1e-4)


def test_spline_has_three_continuous_derivatives_at_its_knots():
    r = np.linspace(0.0, 1.0, 12)
    s = spline_parameters(r, r**4 - 0.5*r**2)
    n = int(s[0])
    for knot in s[2:n]:
        below, above = np.array(spline_at(knot - 1e-7, s)), np.array(spline_at(knot + 1e-7, s))
        np.testing.assert_allclose(below, above, rtol=0, atol=1e-5)


@pytest.mark.parametrize(("r", "z"), [
    ([0, 1, 2], [0, 1, 2]), ([0.1, 1, 2, 3, 4, 5], [0]*6), ([0, 1, 1, 2, 3, 4], [0]*6), ([0, 1, 2, 3, 4, 5], [0]*5),
    ([0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, np.nan])])
def test_points_that_make_no_profile_are_refused(r, z):
    with pytest.raises(ValueError, match="a profile needs"):
        spline_parameters(r, z)

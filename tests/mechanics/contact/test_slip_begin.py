"""The first moments of a slip: against a collocation of its own, in polar form, whatever the bias and the frame."""

import numpy as np
import pytest
from numpy.polynomial import chebyshev
from numpy.testing import assert_allclose

from sandbox.integration import arrays
from sandbox.scene import Motion, Signal
from tests.mechanics.contact.setup_modes import Run, g, puck

MU, R, FASTER, END = 0.3, 0.2, 8.0, 0.011       # [1], [m], [rad/s^2], [s]
RATE = ((MU*g/R)**2 - FASTER**2)**0.25          # friction just holds a puck that turns with its table [rad/s]
GROWING = np.array([RATE**2, -FASTER, 0.0])*R/(MU*g)
TABLE = Motion("z", angle=Signal((0.0, RATE, 0.5*FASTER)))


def in_polar_form(count=24):
    """Place [m] and slip [m/s] (2,) at END of a puck on a table that turns faster and faster, slip from rest.

    Slip s e(theta):  s' = e.a - mu g,  s theta' = e x a,  a = W^2 r - W' z x r - 2 W z x slip,  r' = slip, W the rate:
    theta and s' at Chebyshev's points, solved by Newton's method with derivatives from complex steps.
    """
    x = -np.cos(np.pi*(np.arange(count) + 0.5)/count)
    t, half = 0.5*END*(x + 1.0), 0.5*END
    series = np.linalg.inv(chebyshev.chebvander(x, count - 1))
    since = np.array([chebyshev.chebval(x, chebyshev.chebint(c, lbnd=-1)) for c in series.T]).T*half
    whole = np.array([chebyshev.chebval(1.0, chebyshev.chebint(c, lbnd=-1)) for c in series.T])*half
    slope = np.array([chebyshev.chebval(x, chebyshev.chebder(c)) for c in series.T]).T/half
    rate = RATE + FASTER*t

    def slip(unknown):
        theta, s_rate = unknown[:count], unknown[count:]
        e, s = np.array([np.cos(theta), np.sin(theta)]), since @ s_rate
        return theta, s_rate, s, e

    def rest(unknown):
        theta, s_rate, s, e = slip(unknown)
        r = (since @ (s*e).T).T + np.array([[R], [0.0]])
        a = rate**2*r - FASTER*np.array([-r[1], r[0]]) - 2.0*rate*s*np.array([-e[1], e[0]])
        return np.concatenate([s*(slope @ theta) - (e[0]*a[1] - e[1]*a[0]), s_rate - (e*a).sum(0) + MU*g])

    unknown = np.concatenate([np.full(count, np.arctan2(GROWING[1], GROWING[0])), 10.0*t])
    for _ in range(12):
        columns = [rest(unknown + 1e-20j*np.eye(2*count)[i]).imag/1e-20 for i in range(2*count)]
        unknown = unknown - np.linalg.solve(np.array(columns).T, rest(unknown))
    assert np.abs(rest(unknown)).max() < 1e-13
    theta, s_rate, s, e = slip(unknown)
    last = chebyshev.chebval(1.0, series @ theta)
    return (np.array([R, 0.0]) + (whole @ (s*e).T),
            (whole @ s_rate)*np.array([np.cos(last), np.sin(last)]))


def slipped(h, bias=1e-13):
    """The puck at END, by frames of about h."""
    case, _ = puck((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), mu=MU, patch=0.0, motion=TABLE, at=(R, 0.0))
    run = Run(case, "slip_onset", case.sliding((0.0, 0.0, 0.0), bias*GROWING)).to(END, h)
    assert run.guard == -1
    return case, run


@pytest.mark.parametrize("h", [1/240, 1/480, 1/960])
def test_slip_begins_along_a_curve(h):
    case, run = slipped(h)
    place, slip = in_polar_form()
    assert_allclose(run.y[:2], place, rtol=0, atol=1e-15)                   # [m]
    # the size of the slip is 6e-4 m/s, that of what makes it up 0.7 m/s
    assert_allclose(case.slip(run.y, END)[:2], slip, rtol=0, atol=5e-15)    # [m/s]
    assert run.watch[arrays.SUBSTEPS] <= 12 and run.watch[arrays.FORCED] == 0.0
    assert run.drift < 1e-14


def test_bias_is_all_that_the_bias_changes():
    """Slip and bias together keep to the direction that the slip alone would have: off by the bias as it has turned."""
    _place, slip = in_polar_form()
    for bias in (1e-10, 1e-12):
        case, run = slipped(1/480, bias)
        assert np.abs(case.slip(run.y, END)[:2] - slip).max() < 0.05*bias + 5e-15


def test_a_moment_is_as_good_as_a_frame():
    """Steps far below the rounding of the slip itself, as the search for an event makes them."""
    case, whole = slipped(1/240)
    for first in (1e-15, 1e-12, 1e-9, 1e-7):
        run = Run(case, "slip_onset", case.sliding((0.0, 0.0, 0.0), 1e-13*GROWING)).to(first, first).to(END)
        assert run.guard == -1 and run.watch[arrays.FORCED] == 0.0
        assert_allclose(run.y, whole.y, rtol=0, atol=1e-14)

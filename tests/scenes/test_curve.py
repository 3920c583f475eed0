"""Parameters that are curves: one text for one curve, a sentence for what is none."""

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.scene.drawn_curve import POINTS, DrawnCurve, curve_points, curve_text, smooth_curve

CURVE = DrawnCurve("curve", low=-2, high=2, begin=0.0, end=1.0, about="a curve")
X = np.linspace(0.0, 1.0, 11).round(9)


def test_one_curve_has_one_text():
    text = CURVE.check(" 0:0, .2:1e-1,0.4:-0 ,0.6:0.10,8e-1:2,1.0:1")
    assert text == "0.0:0.0,0.2:0.1,0.4:0.0,0.6:0.1,0.8:2.0,1.0:1.0"
    assert CURVE.check(text) == text and CURVE.check(" none ") == "none"
    x, y = curve_points(text)
    assert curve_text(x, y) == text


def test_ends_are_exact():
    assert CURVE.check(curve_text(X + 1e-12, X)).startswith("0.0:")


def test_the_line_goes_through_its_points_and_its_integral_is_exact():
    """A polynomial of degree 5 is met exactly."""
    line = smooth_curve(curve_text(X, X**5 - X))
    np.testing.assert_allclose(line(X), X**5 - X, atol=1e-14)
    assert line.integral(0.2, 0.7) == pytest.approx((0.7**6 - 0.2**6)/6 - (0.7**2 - 0.2**2)/2, abs=1e-15)


def test_smoothing_halves_what_is_shorter_than_a_twelfth():
    x = np.linspace(0.0, 1.0, 401)
    for waves, low, high in ((3, 0.99, 1.01), (12, 0.45, 0.55), (48, 0.0, 0.01)):
        y = np.sin(2*np.pi*waves*x)
        found = curve_points(CURVE.smoothed(x, y))
        assert len(found[0]) == POINTS
        inner = slice(8, -8)
        share = np.abs(found[1][inner]).max()/np.abs(np.sin(2*np.pi*waves*found[0][inner])).max() if waves != 48 else \
            np.abs(found[1][inner]).max()
        assert low <= share <= high


@pytest.mark.parametrize(("value", "sentence"), [
    ("1:2", "got 1 points, needs 6 to 400"), ("a:b", "needs none, or points"), ("0:1:2", "needs none, or points"),
    ("", "needs none, or points"), (3.0, "needs none, or points"), (None, "needs none"), ("x"*10**6, "needs none"),
    (curve_text(X[::-1], X), "got x from 1 to 0, needs 0 to 1"), (curve_text(X[:-1], X[:-1]), "got x from 0 to 0.9"),
    (curve_text(X, 3*X), "got y = 3 at x = 1, needs y in [-2, 2]"),
    (curve_text(X, np.where(X == 0.5, np.nan, X)), "not finite"),
    ("0:0,.1:0,.1:1,.3:0,.4:0,.5:0,1:0", "got x = 0.1 after 0.1, needs x that rises"),
    (curve_text(np.linspace(0, 1, 401), np.zeros(401)), "got 401 points")])
def test_what_is_no_curve_is_refused(value, sentence):
    with pytest.raises(BadValue) as refused:
        CURVE.check(value, "paper")
    assert sentence in str(refused.value) and "scene 'paper', parameter 'curve'" in str(refused.value)
    assert len(str(refused.value)) < 300


def test_a_curve_needs_a_range_and_is_not_live():
    for wrong in ({"begin": 1.0}, {"live": True}, {"end": float("inf")}):
        with pytest.raises(BadValue, match="begin < end and is not live"):
            DrawnCurve("curve", low=-2, high=2, **wrong)


def test_corners_are_curves():
    assert [CURVE.check(corner) for corner in CURVE.corners] == list(CURVE.corners)

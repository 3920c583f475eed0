"""Gradients and Hessians of traced formulas against differences in extended precision."""

import math
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.compiling import formula
from sandbox.compiling.jets import NotTraceable
from sandbox.mechanics.probe import field_at

POINTS = [(0.3, -0.2, 0.7), (1.1, 0.4, -0.3), (-0.6, 0.9, 0.2)]


def product(x, y, z, b):
    return b*x*y*y - x*z/(1.0 + y*y) + 3.0


def transcendental(x, y, z, b):
    return math.exp(0.3*x) + math.sin(b*y)*math.cos(z) + np.log(2.0 + x*x) - np.arctan(y/2.0) + np.sqrt(1.0 + z*z)


def powers(x, y, z, b):
    return (x*x + y*y + 1.0)**1.5 + (2.0 + z*z)**-2 + abs(z)*x - (1.0 + x*x)**0.7 + b**2


def pseudosphere(x, y, z, b):
    s = sqrt(4.0*b*b - x*x - y*y)
    return z - s + b*math.log((b + s)/sqrt(x*x + y*y))


def hyperbolic(x, y, z, b):
    return math.sinh(0.5*x) - math.cosh(b*y) + math.tanh(z) + math.tan(0.2*x) + math.asin(0.3*y) - math.acos(0.2*z)


def differences(function, point, b):
    """Gradient (3,) and Hessian (3, 3) by fourth-order differences in 80-bit arithmetic: good to about 1e-11."""
    names, h = dict(function.__globals__), np.longdouble(1e-4)

    class Wide:
        def __getattr__(self, name):
            wide = {"asin": np.arcsin, "acos": np.arccos, "atan": np.arctan}
            return wide.get(name) or getattr(np, name)
    names.update(math=Wide(), sqrt=np.sqrt)
    wide = type(function)(function.__code__, names)
    weights = {-2: np.longdouble(1)/12, -1: -np.longdouble(2)/3, 1: np.longdouble(2)/3, 2: -np.longdouble(1)/12}
    point, b = np.array(point, np.longdouble), np.longdouble(b)

    def slope(f, i):
        return lambda x: sum(w*f(x + k*h*np.eye(3, dtype=np.longdouble)[i]) for k, w in weights.items())/h

    value = lambda x: wide(*x, b)  # noqa: E731
    gradient = [slope(value, i) for i in range(3)]
    return (np.array([g(point) for g in gradient], float),
            np.array([[slope(gradient[i], j)(point) for j in range(3)] for i in range(3)], float))


@pytest.mark.parametrize("function", [product, transcendental, powers, pseudosphere, hyperbolic])
@pytest.mark.parametrize("point", POINTS)
def test_slopes_agree_with_differences(function, point):
    b = 0.9
    fields = formula.load_fields("test", formula.derivatives_source(function, 1), formula.values_source([function], 1))
    p = np.array([b])
    found = np.array(field_at(fields.slopes.address, *point, p, 0)[:9])
    gradient, hessian = differences(function, point, b)
    np.testing.assert_allclose(found[:3], gradient, rtol=0, atol=1e-10)      # error of the differences
    np.testing.assert_allclose(found[[3, 4, 5, 6, 7, 8]], hessian[np.triu_indices(3)], rtol=0, atol=1e-8)
    assert field_at(fields.values.address, *point, p, 0)[0] == pytest.approx(function(*point, b), rel=1e-15, abs=1e-15)


@settings(max_examples=25)
@given(st.tuples(*[st.floats(-2, 2)]*6), st.tuples(*[st.floats(-3, 3)]*3))
def test_quadratics_are_exact(c, point):
    """The Hessian of a quadratic form is its matrix, whatever the coefficients; they are parameters, not constants."""
    def form(x, y, z, xx, xy, xz, yy, yz, zz):
        return (xx*x*x + yy*y*y + zz*z*z)/2.0 + xy*x*y + xz*x*z + yz*y*z
    fields = formula.load_fields("quadratic", formula.derivatives_source(form, 6))
    found = np.array(field_at(fields.slopes.address, *point, np.array(c), 0)[:9])
    np.testing.assert_allclose(found[3:], c, rtol=1e-15, atol=1e-15)
    matrix = np.array([[c[0], c[1], c[2]], [c[1], c[3], c[4]], [c[2], c[4], c[5]]])
    np.testing.assert_allclose(found[:3], matrix @ point, rtol=0, atol=1e-14)


def test_profile_is_smooth_on_the_axis():
    def bowl(r, k):
        return 0.1*(1.0 - np.cos(k*r)) + r*r/2.0
    fields = formula.load_fields("bowl", formula.profile_source(bowl, 1))
    p = np.array([4.0])
    curvature = 0.1*16.0 + 1.0
    for x in (0.0, 1e-200, 1e-9):
        found = field_at(fields.slopes.address, x, 0.0, 0.0, p, 0)
        np.testing.assert_allclose(found[3:9], [-curvature, 0, 0, -curvature, 0, 0], rtol=1e-12)
    off = np.array(field_at(fields.slopes.address, 0.3, 0.4, 0.0, p, 0)[:9])
    slope, second = 0.1*4.0*math.sin(2.0) + 0.5, 0.1*16.0*math.cos(2.0) + 1.0
    np.testing.assert_allclose(off[:3], [-slope*0.6, -slope*0.8, 1.0], rtol=1e-14)
    e, f = np.array([0.6, 0.8]), np.array([-0.8, 0.6])
    hessian = -second*np.outer(e, e) - slope/0.5*np.outer(f, f)
    np.testing.assert_allclose(off[[3, 4, 6]], hessian[np.triu_indices(2)], rtol=1e-13)


def branching(x, y, z):
    return z if x > 0 else z - x


def failing(x, y, z):
    return z/undefined  # noqa: F821


def text(x, y, z):
    return "z"


@pytest.mark.parametrize(("function", "reason"), [
    (branching, "may not branch"), (failing, "NameError"), (text, "needs one number")])
def test_what_cannot_be_followed_is_said(function, reason):
    with pytest.raises(NotTraceable, match=f"formula '{function.__name__}'.*{reason}"):
        formula.derivatives_source(function, 0)


def test_equal_terms_are_written_once():
    source = formula.derivatives_source(lambda x, y, z: sqrt(x*x + y*y)*sqrt(x*x + y*y) + z, 0)
    assert source.count("sqrt(") == 1

"""Traced formulas in any number of variables: values and derivatives against differences in extended precision."""

import math

import numpy as np
import pytest

from sandbox.compiling.expression import Expression, SplineFunction, signal_symbol
from sandbox.compiling.generated import load_generated
from sandbox.compiling.rates import rates
from sandbox.compiling.symbol import NotTraceable, followed
from sandbox.compiling.terms import Term, Terms
from sandbox.mechanics.spline import curve_parameters, curve_through, spline_from

HEAD = ('"""Test."""\n\nfrom math import *\n\nfrom sandbox.mechanics.spline import spline_from\n'
        "from sandbox.mechanics.motion import signal\n\n\n")


def helper(u):
    return math.exp(0.3*u)*math.atan(u)


def formula(x, y, z):
    return (helper(x) + math.sin(y)*math.cos(z)**3 - x*y/(1.0 + z*z) + abs(z)*y + (2.0 + x*x)**-0.7
            + math.sqrt(1.0 + y*y) + math.tanh(x - z) - 2.5)


def wide(x, y, z):
    return (np.exp(np.longdouble(0.3)*x)*np.arctan(x) + np.sin(y)*np.cos(z)**3 - x*y/(1 + z*z) + abs(z)*y
            + (2 + x*x)**np.longdouble(-0.7) + np.sqrt(1 + y*y) + np.tanh(x - z) - np.longdouble(2.5))


def evaluated(table, wanted, **values):
    """Numbers of the terms for values of the symbols."""
    lines = table.lines([x for x in wanted if x.number is None])
    text = f"def value({', '.join(values)}):\n" + "".join(f"    {line}\n" for line in lines)
    module = load_generated("test", HEAD + text + f"    return [{', '.join(x.name for x in wanted)}]\n")
    return module.value(**values)


@pytest.mark.parametrize("point", [(0.3, -0.2, 0.7), (1.1, 0.4, -0.3), (-0.6, 0.9, 0.2)])
def test_first_and_second_derivatives(point):
    table = Terms()
    names = "xyz"
    f = followed(formula)(*(Expression(Term(table, name)) for name in names)).value
    one = f.of(1.0)
    first = [rates([f], {name: one})[0] for name in names]
    second = [rates([g], {name: one})[0] for g in first for name in names]
    found = evaluated(table, [f, *first, *second], **dict(zip(names, point, strict=True)))
    assert found[0] == pytest.approx(formula(*point), rel=1e-15)

    h, weights = np.longdouble(1e-4), {-2: np.longdouble(1)/12, -1: -np.longdouble(2)/3, 1: np.longdouble(2)/3,
                                       2: -np.longdouble(1)/12}
    x, unit = np.array(point, np.longdouble), np.eye(3, dtype=np.longdouble)

    def slope(g, i):
        return lambda x: sum(w*g(x + k*h*unit[i]) for k, w in weights.items())/h

    value = lambda x: wide(*x)  # noqa: E731
    gradient = [slope(value, i) for i in range(3)]
    np.testing.assert_allclose(found[1:4], [float(g(x)) for g in gradient], rtol=0, atol=1e-11)     # of the differences
    np.testing.assert_allclose(found[4:], [float(slope(g, j)(x)) for g in gradient for j in range(3)], rtol=0,
                               atol=1e-8)


def test_rate_along_a_motion_is_the_sum_of_partial_ones():
    table = Terms()
    x, y = (Expression(Term(table, name)) for name in "xy")
    f = (x*x*y).value
    found = rates([f], {"x": Term(table, "u"), "y": Term(table, "w")})
    assert evaluated(table, found, x=2.0, y=3.0, u=0.5, w=-1.0) == [2*2.0*3.0*0.5 - 4.0]


def test_what_does_not_move_has_no_rate():
    table = Terms()
    x, y = (Expression(Term(table, name)) for name in "xy")
    found = rates([(y*y + 1.0).value, x.value.of(3.0)], {"x": x.value.of(1.0)})
    assert [term.number for term in found] == [0.0, 0.0]


def test_signals_know_three_derivatives():
    table = Terms()
    t = Term(table, "t")
    s = signal_symbol(t, 1)
    one = t.of(1.0)
    third = rates([s.acceleration.value], {"t": one})[0]
    p = np.array([99.0, 0.0, 1.0, 2.0, 3.0, 4.0, 0.0, 0.0, 0.5, 0.0, 2.0])
    found = evaluated(table, [s.value, s.rate.value, rates([s.value], {"t": one})[0], s.acceleration.value, third],
                      t=0.7, p=p)
    t = 0.7
    assert found == pytest.approx([1 + 2*t + 3*t*t + 4*t**3 + 0.5*np.sin(2*t), *[2 + 6*t + 12*t*t + np.cos(2*t)]*2,
                                   6 + 24*t - 2*np.sin(2*t), 24 - 4*np.cos(2*t)])
    with pytest.raises(NotTraceable, match="three derivatives"):
        rates([third], {"t": one})


def test_curve_through_points():
    """A smooth function between its points, its derivatives, and its integral."""
    x = np.linspace(0.0, 2.0, 41)
    curve = curve_through(x, np.sin(3*x))
    p = np.concatenate([[7.0], curve_parameters(curve)])
    for at in (0.0, 0.33, 1.0, 1.999):
        np.testing.assert_allclose(spline_from(at, p, 1), [np.sin(3*at), 3*np.cos(3*at), -9*np.sin(3*at)],
                                   atol=2e-3, rtol=0)     # of the second derivative at the ends
        assert spline_from(at, p, 1)[0] == pytest.approx(np.sin(3*at), abs=2e-7)
    table = Terms()
    f = SplineFunction(table, 1)(Expression(Term(table, "x"))**2).value
    found = evaluated(table, [f, rates([f], {"x": f.of(1.0)})[0]], x=0.5, p=p)
    assert found == pytest.approx([np.sin(0.75), 3*np.cos(0.75)*1.0], abs=1e-5)
    whole = curve_parameters(curve.antiderivative())
    assert spline_from(2.0, whole, 0)[0] == pytest.approx((1 - np.cos(6.0))/3, abs=1e-8)


@pytest.mark.parametrize(("x", "y", "reason"), [
    ((0, 1, 2), (0, 1, 2), "6 or more"), ((0, 1, 2, 3, 3, 5), (0,)*6, "rising"),
    (range(6), (0, 1, 2, np.nan, 4, 5), "finite")])
def test_curves_that_are_none(x, y, reason):
    with pytest.raises(ValueError, match=reason):
        curve_through(x, y)


def test_numpy_arrays_of_symbols():
    """Matrices, cross products and numpy's functions; what cannot be followed is said."""
    table = Terms()
    v = np.array([Expression(Term(table, name)) for name in "xyz"], object)
    f = (np.cross(v, [1.0, 2.0, 3.0])@v + np.sin(v[0]) + (np.eye(3)@v)[1]).value
    assert evaluated(table, [f], x=0.3, y=0.4, z=0.5) == pytest.approx([np.sin(0.3) + 0.4], abs=1e-15)
    with pytest.raises(NotTraceable, match="may not branch"):
        _ = v[0] if v[0] > 0 else v[1]
    with pytest.raises(NotTraceable, match="plain number"):
        v[0]**v[1]


def test_closures_and_nested_functions_are_followed():
    scale = 2.0

    def inner(u):
        return math.cosh(scale*u)

    def outer(u):
        return inner(u) + sum(math.log(u) for _ in range(2))/2

    table = Terms()
    f = followed(outer)(Expression(Term(table, "x"))).value
    assert evaluated(table, [f], x=0.4) == pytest.approx([math.cosh(0.8) + math.log(0.4)])
    assert outer(0.4) == pytest.approx(math.cosh(0.8) + math.log(0.4))     # the author's own function is untouched

"""Series of solutions that are known: exponentials, a circle, the logistic curve, and what a step leaves out."""

from fractions import Fraction
from math import factorial

import numpy as np
import pytest

from sandbox.integration.taylor import ORDER, SIZE, bound_at, change_at, exact_product, fill_series, moved, short


def series_of(rhs, y, p=()) -> np.ndarray:
    """Coefficients (size, SIZE) in Python, as compiled code has them."""
    out = [0.0]*(len(y)*SIZE)
    fill_series(rhs, y, len(y), p, out)
    return np.array(out).reshape(len(y), SIZE)


def test_an_exponential_and_a_circle():
    n = np.arange(SIZE)
    inverse = np.array([1.0/factorial(k) for k in n])
    np.testing.assert_allclose(series_of(lambda t, y, p, c: (-y[0]/p[0],), [3.0], [2.0])[0], 3.0*inverse*(-0.5)**n,
                               rtol=1e-14)
    x, y = series_of(lambda t, y, p, c: (-y[1], y[0]), [1.0, 0.0])
    np.testing.assert_allclose(x, inverse*np.array([1, 0, -1, 0]*SIZE)[:SIZE], rtol=1e-14)
    np.testing.assert_allclose(y, inverse*np.array([0, 1, 0, -1]*SIZE)[:SIZE], rtol=1e-14)


def test_products_and_numbers_from_either_side():
    """y' = 2 + 3 (1 - y) y - y from y = 0 by hand, and the curve 1/(1 + e^-t) by its series."""
    found = series_of(lambda t, y, p, c: (2.0 + 3.0*(-y[0] + 1.0)*y[0] - y[0],), [0.0])[0]
    # y1 = 2, 2 y2 = 2 y1, 3 y3 = 2 y2 - 3 y1^2
    np.testing.assert_allclose(found[:4], [0.0, 2.0, 2.0, (2.0*2.0 - 3.0*4.0)/3.0], rtol=1e-15)
    logistic = series_of(lambda t, y, p, c: (y[0]*(-y[0] + 1.0),), [0.5])[0]
    np.testing.assert_allclose(logistic[:8], [1/2, 1/4, 0, -1/48, 0, 1/480, 0, -17/80640], rtol=1e-14, atol=1e-17)


def test_quotients():
    """y' = 1/y from 1 is the root of 1 + 2 t, x' = y/x with y' = y from 1 the root of 2 e^t - 1, by their series."""
    found = series_of(lambda t, y, p, c: (y[1]/(y[0]*y[1]), 0.0*y[1]), [1.0, 3.0])[0]
    binomial = [1.0]
    for k in range(1, SIZE):
        binomial.append(binomial[-1]*(0.5 - (k - 1))*2.0/k)
    np.testing.assert_allclose(found, binomial, rtol=1e-13)
    root, power = series_of(lambda t, y, p, c: (y[1]/y[0], 1.0*y[1]), [1.0, 1.0])
    square = np.convolve(root, root)[:SIZE]
    np.testing.assert_allclose(square, 2.0*power - np.eye(1, SIZE)[0], rtol=0, atol=1e-12)


@pytest.mark.parametrize("h", [0.3, -0.2, 0.0])
def test_values_and_bounds_within_a_step(h):
    rng = np.random.default_rng(5)
    numbers = rng.normal(size=2*SIZE)
    second = numbers[SIZE:]
    powers = h**np.arange(SIZE)
    assert change_at(list(numbers), SIZE, h, h*h) == pytest.approx((second*powers)[1:].sum(), abs=1e-15)
    if h >= 0.0:
        assert bound_at(list(numbers), SIZE, h, h*h) == pytest.approx(np.abs(second*powers)[1:].sum(), abs=1e-15)
    assert len(powers) == ORDER + 1


def test_products_and_steps_lose_nothing():
    """By rational numbers: what a product leaves out is known exactly, squares and cubes of lengths leave out nothing.

    A step y + y_1 h + ... with what its last digits cannot hold is off by the rounding of its second term, 2^-53 of it.
    """
    rng = np.random.default_rng(11)
    for a, b in rng.normal(size=(200, 2)):
        product, rest = exact_product(a, b)
        assert Fraction(product) + Fraction(rest) == Fraction(a)*Fraction(b) and product == a*b
        h = short(abs(a))
        assert abs(h - abs(a)) <= 2.0**-17*abs(a)
        assert Fraction(h)**2 == Fraction(h*h) and Fraction(h)**3 == Fraction(h*h*h)
    for _time in range(100):
        numbers = (rng.normal(size=SIZE)*0.5**np.arange(SIZE)).tolist()
        h, lost = short(rng.uniform(0.02, 0.2)), 1e-17*rng.normal()
        now, rest = moved(numbers, 0, h, h*h, lost)
        exact = sum(Fraction(number)*Fraction(h)**k for k, number in enumerate(numbers)) + Fraction(lost)
        assert abs(float(Fraction(now) + Fraction(rest) - exact)) < 2.0**-53*h*h*4.0

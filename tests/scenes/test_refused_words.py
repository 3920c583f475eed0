"""Words of a scene that make no sense are refused with a sentence that says what was found and what is needed."""

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.scene import (
    Ball,
    Body,
    Chart,
    Curve,
    Disk,
    Ellipsoid,
    Integraph,
    Parameter,
    Plane,
    Signal,
    Sphere,
    Start,
    Still,
)
from sandbox.systems.contact.assembly import assemble

TENSOR = np.diag((1e-4, 1e-4, 1e-4))
PEBBLE = Ellipsoid(0.08, 0.05, 0.04, 0.5, ((5e-4, 0.0, 0.0), (0.0, 8e-4, 0.0), (0.0, 0.0, 9e-4)))


def height(nx, ny, nz, a):
    return a


def flat(x):
    return 0.0*x


@pytest.mark.parametrize(("make", "sentence"), [
    (lambda: Parameter("two words", 1.0, low=0, high=2), "parameter name 'two words': needs a Python identifier"),
    (lambda: Parameter("rate", 1.0, low=2, high=2), "parameter 'rate': needs low < high, got 2 and 2"),
    (lambda: Parameter("rate", 1.0), "parameter 'rate': needs low < high, got None and None"),
    (lambda: Parameter("shell", False).check(2), "parameter 'shell': got 2, needs true or false"),
    (lambda: Start(), "start: needs either a point `at` or a mass centre"),
    (lambda: Start((0.0, 0.0), mass_centre=(0.0, 0.0, 1.0)), "start: needs either a point"),
    (lambda: Start((0.0,)), "start, at: got (0.0,), needs 2 or 3 finite numbers"),
    (lambda: Start((0.0, 0.0), omega=(0.0, 1.0)), "start, omega: got (0.0, 1.0), needs 3 finite numbers"),
    (lambda: Start((0.0, 0.0), spin=np.inf), "start, spin: got inf, needs a finite number"),
    (lambda: Start((0.0, 0.0), height=-0.1), "start, height: got -0.1 m, needs a finite number of at least 0"),
    (lambda: Signal((1.0, np.nan)), "needs up to six finite coefficients"),
    (lambda: Signal((0.0, 1.0, 2.0), live="rate"), "a live signal can't have further terms of its own"),
    (lambda: Body(height, (0.1,), 0.0, TENSOR), "mass: got 0.0 kg, needs a finite number above 0"),
    (lambda: Body(height, (0.1,), 1.0, TENSOR + np.eye(3, k=1)), "inertia: needs a symmetric 3 x 3 matrix"),
    (lambda: Disk(0.1, 1.0, thickness=0.02, rounding=0.02), "rounding 0.02 m needs to be at most half the thickness"),
    (lambda: Curve("U*", (1.0, 2.0), (1.0,)), "chart, curve 'U*': needs as many x as y, at least one"),
    (lambda: Chart("x", "y", ()), "chart: needs at least one curve, or a point"),
    (lambda: Integraph(flat, low=1.0, high=0.0), "integraph: got low = 1.0, high = 0.0, needs low < high"),
    (lambda: Integraph(flat, wheel=0.0), "integraph, wheel: got 0.0, needs a finite number above 0"),
    (lambda: Integraph(lambda x: 1/0).points(), "integraph, curve: ZeroDivisionError: division by zero"),
    (lambda: Integraph(lambda x: np.float64(x) if x < 0.5 else np.nan).points(), "no finite number at x = 0.5 m"),
])
def test_a_word_says_what_it_needs(make, sentence):
    with pytest.raises(BadValue) as refused:
        make()
    assert sentence in str(refused.value)


@pytest.mark.parametrize(("body", "surface", "start", "sentence"), [
    (Ball(0.01), Plane(), Start((0.0, 0.0), orientation=(0.0, 0.0, 0.0, 0.0)), "orientation: got the zero quaternion"),
    (Ball(0.01), Plane(rim=0.2), Start((0.3, 0.0)), "beyond an edge of the surface"),
    (PEBBLE, Plane(rim=0.2), Start((0.3, 0.0)), "the point is 0.1 m beyond an edge of the surface"),
    (PEBBLE, Plane(), Start((0.0, 0.0), velocity=(0.1, 0.0)), "a body other than a ball is started by omega"),
    (PEBBLE, Plane(), Start((0.0, 0.0, 0.1)), "0.1 m"),
    (PEBBLE, Sphere(0.5, defines="centre"), Start((0.0, 0.0)), "a surface of centres is for balls only"),
    (Body(height, tuple(range(1, 40)), 1.0, TENSOR), Plane(), Start((0.0, 0.0)), "at most"),
])
def test_a_start_that_cannot_be_says_why(body, surface, start, sentence):
    with pytest.raises(BadValue) as refused:
        assemble(body, surface, Still(), start)
    assert sentence in str(refused.value)


def test_a_switch_takes_the_words_that_people_use():
    shell = Parameter("shell", False)
    assert [shell.check(word) for word in ("yes", " On ", "1", "true", True)] == [True]*5
    assert [shell.check(word) for word in ("no", "OFF", "0", "false", False)] == [False]*5

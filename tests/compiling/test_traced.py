"""Formulas written down as machine code, and the sums of a step: the same numbers as plain Python."""

import numpy as np
import pytest

from sandbox.compiling.branching import call, choose
from sandbox.compiling.compiled import compiled
from sandbox.compiling.traced import Vector, cross, length, traced, turn, turn_back
from sandbox.integration.ode import advanced, scaled_square
from tests.machine import run_compiled

NUMBERS = (0.3, -1.7, 2.9)
OTHERS = (1.1, 0.4, -0.6)


@traced
def everything(a, b, k, matrix):
    s = cross(a, b) - k*a + b/2.0
    return -turn_back(matrix, turn(matrix, s)), a @ b, length(s), abs(-k), (1.0/k, 2.0 - k), 3.0


@compiled
def everything_called(ax, ay, az, bx, by, bz, k):
    return everything((ax, ay, az), (bx, by, bz), k, (0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0))


def test_a_formula_gives_the_numbers_of_its_python():
    in_python = everything(Vector(*NUMBERS), Vector(*OTHERS), -0.7, (0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0))
    vector, dot, size, k, pair, constant = run_compiled(everything_called, *NUMBERS, *OTHERS, -0.7, like=in_python)
    assert (vector, dot, size, k, pair, constant) == in_python
    a, b = np.array(NUMBERS), np.array(OTHERS)
    s = np.cross(a, b) + 0.7*a + b/2.0
    np.testing.assert_allclose(vector, -s, rtol=1e-15)
    assert dot == pytest.approx(a @ b, rel=1e-15)
    assert size == pytest.approx(np.linalg.norm(s), rel=1e-15)
    assert (k, pair, constant) == (0.7, (1.0/-0.7, 2.7), 3.0)
    # the same formula on plain numbers
    assert cross(Vector(*NUMBERS), OTHERS) == pytest.approx(np.cross(a, b), rel=1e-15)


def test_parameters_come_by_their_places():
    from sandbox.compiling.entries import mode_function
    from sandbox.integration.hybrid import evaluate

    @traced
    def product(p):
        return p[2]*p[4]

    def put(t, h, y, p, calls, out):
        out[0] = product(p)
        return 0.0

    p, out = np.arange(6.0), np.zeros(1)
    evaluate(mode_function(put).address, 0.0, p, p, np.zeros(1, np.int64), out)
    assert out[0] == 8.0


def test_a_formula_may_not_branch():
    @traced
    def branching(x):
        return x if x else -x

    with pytest.raises(TypeError, match="a traced formula can't branch"):
        run_compiled(branching, 1.0, like=0.0)


def test_a_choice_computes_only_what_is_needed():
    asked = []

    @compiled
    def root(x):
        return np.sqrt(x)

    @traced
    def signed_root(x):
        asked.append(x)
        return choose(x < 0.0, lambda: (-call(root, -x), Vector(0.0, x, 1.0)), lambda: (call(root, x), Vector(x, x, x)))

    form = 0.0, (0.0, 0.0, 0.0)
    assert run_compiled(signed_root, 4.0, like=form) == (2.0, (4.0, 4.0, 4.0))
    assert run_compiled(signed_root, -9.0, like=form) == (-3.0, (0.0, -9.0, 1.0))
    assert asked

    @traced
    def unlike(x):
        return choose((x < 0.0) | (x > 1.0), lambda: x, lambda: (x, x))

    with pytest.raises(TypeError, match="two kinds to choose from"):
        run_compiled(unlike, 1.0, like=0.0)


@pytest.mark.parametrize("x", [-1.0, 0.0, 2.0, 5.0, np.nan])
def test_conditions_are_those_of_python(x):
    @traced
    def counted(x):
        conditions = x == 2.0, x != 2.0, x < 2.0, x > 2.0, (x > 0.0) & (x < 3.0), (x < 0.0) | (x > 3.0)
        return tuple(choose(condition, lambda: 1.0, lambda: 0.0) for condition in conditions)

    wanted = x == 2.0, x != 2.0, x < 2.0, x > 2.0, 0.0 < x < 3.0, x < 0.0 or x > 3.0
    assert run_compiled(counted, x, like=(0.0,)*6) == wanted


def test_a_whole_number_is_handed_on_as_a_place():
    @compiled
    def number_at(p, place):
        return p[place]

    @traced
    def third(p):
        return call(number_at, p, 2)

    assert run_compiled(third, np.arange(5.0), like=0.0) == 2.0


def test_a_formula_writes_in_its_order():
    @traced
    def shift(p, at):
        p[at] = p[at + 1] + 1.0
        p[at + 1] = 2.0*p[at]

    numbers = np.arange(5.0)
    run_compiled(shift, numbers, 2, like=None)
    assert numbers.tolist() == [0.0, 1.0, 4.0, 8.0, 4.0]


def test_sums_over_stages_are_those_of_python():
    @traced
    def step(h, x, y):
        return tuple(advanced(h, [x, y], {0: 0.1, 2: 0.2, 3: 0.7}, [(1.0, 2.0), (), (x, y), (3.0, -1.0)]))

    @traced
    def error(x, y):
        return scaled_square({0: 0.1, 1: 0.2}, [(1.0, 2.0), (x, y)], (3.0, 0.5))

    x, y, h = 0.3, -1.7, 0.01
    assert run_compiled(step, h, x, y, like=(0.0, 0.0)) == (
        x + h*(0.1*1.0 + 0.2*x + 0.7*3.0), y + h*(0.1*2.0 + 0.2*y + 0.7*-1.0))
    assert run_compiled(error, x, y, like=0.0) == ((0.1*1.0 + 0.2*x)*3.0)**2 + ((0.1*2.0 + 0.2*y)*0.5)**2

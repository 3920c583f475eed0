"""The 8th-order step: a compiled step for a right-hand side of fixed size.

The step of Dormand and Prince (tableau.py) advances y by h and estimates its error from two embedded formulas,

    err = |h| e5^2 / sqrt(n (e5^2 + 0.01 e3^2)),   e_k^2 = sum_i (sum_s E_k[s] k_s[i] / scale_i)^2.

Written out for scalars it is 2.5 times faster than loops over arrays of stages. It is a formula (traced.py): written
out as text it would be thousands of operations for the compiler's front end, which took seconds to read them.
"""

from sandbox.compiling.branching import call, choose
from sandbox.compiling.generated import load_generated
from sandbox.compiling.traced import sqrt, traced
from sandbox.integration.tableau import E3, E5, A, B, C


def weighed(weights: dict, slopes) -> list:
    """sum_s weights[s] slopes[s] for every component; the weights by the number of the stage."""
    totals = []
    for i in range(len(slopes[0])):
        first, *others = [weight*slopes[stage][i] for stage, weight in weights.items()]
        totals.append(sum(others, first))
    return totals


def advanced(h, start, weights: dict, slopes) -> list:
    """start + h sum_s weights[s] slopes[s]."""
    if not weights:
        return start
    return [y + h*total for y, total in zip(start, weighed(weights, slopes), strict=True)]


def scaled_square(weights: dict, slopes, scales):
    """sum_i (scales[i] sum_s weights[s] slopes[s][i])^2."""
    terms = [total*scale for total, scale in zip(weighed(weights, slopes), scales, strict=True)]
    first, *others = [term*term for term in terms]
    return sum(others, first)


@traced
def whole_step(rhs, weight, size, t, h, y, p, calls, out):    # noqa: PLR0913 - what a mode function takes, and two functions
    """One step from y (size,) into out (size,), see the head of this file; returns the error.

    rhs(t, y, p, calls) -> tuple of `size` derivatives of the state y, a tuple of `size` numbers
    weight(y, p) -> tuple of `size` reciprocals of the error's scales
    """
    start, slopes = [y[i] for i in range(size)], list[tuple]()
    for row, c in zip(A, C, strict=True):
        slopes.append(call(rhs, t + c*h, tuple(advanced(h, start, row, slopes)), p, calls))
    for i, number in enumerate(advanced(h, start, B, slopes)):
        out[i] = number

    scales = call(weight, tuple(start), p)
    e5, e3 = scaled_square(E5, slopes, scales), scaled_square(E3, slopes, scales)
    below = float(size)*(e5 + 0.01*e3)
    # where this overflows the quotient would be 0, the best of all errors: 0 times inf makes it nan, the worst
    return choose(e5 == 0.0, lambda: 0.0, lambda: abs(h)*e5/sqrt(below) + 0.0*below)


def step_source(rhs, weight, size: int) -> str:
    """Source of a module whose `step` is one 8th-order step of the compiled function `rhs`, see `whole_step`."""
    return "\n".join([
        '"""One 8th-order step, written by sandbox.integration.ode."""',
        "from sandbox.compiling.entries import mode_function",
        "from sandbox.integration.ode import whole_step",
        *(f"from {f.py_func.__module__} import {f.__name__}" for f in (rhs, weight)),
        "",
        "@mode_function",
        "def step(t, h, y, p, calls, out):",
        f"    return whole_step({rhs.__name__}, {weight.__name__}, {size}, t, h, y, p, calls, out)",
        "",
    ])


def make_step(rhs, weight, size: int):
    """The compiled step of a right-hand side; its `address` goes into the table of a mode."""
    return load_generated(f"step_{rhs.__name__}", step_source(rhs, weight, size)).step

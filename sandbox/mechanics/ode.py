"""The 8th-order step: text of an unrolled, compiled step for a right-hand side of fixed size.

The step of Dormand and Prince (tableau.py) advances y by h and estimates its error from two embedded formulas,

    err = |h| e5^2 / sqrt(n (e5^2 + 0.01 e3^2)),   e_k^2 = sum_i (sum_s E_k[s] k_s[i] / scale_i)^2.

Written out for scalars it is 2.5 times faster than loops over arrays of stages; the writer is this file, 40 lines long.
For d = 1 and a single stage the text would read

    a0 = rhs(t, y0, p, calls)
    out[0] = y0 + h*(b_0*a0)
"""

from sandbox.mechanics.compiled import load_generated
from sandbox.mechanics.tableau import E3, E5, A, B, C


def _sum(weights: dict, component: int) -> str:
    return " + ".join(f"{weight!r}*k{stage}_{component}" for stage, weight in weights.items())


def step_source(rhs, weight, size: int) -> str:
    """Source of a module whose `step` is one 8th-order step of the compiled function `rhs`.

    rhs(t, y0, ..., p, calls) -> tuple of `size` derivatives
    weight(y0, ..., p) -> tuple of `size` reciprocals of the error's scales
    """
    names = [f"y{i}" for i in range(size)]
    lines = [
        '"""One 8th-order step, written by sandbox.mechanics.ode."""',
        "from math import sqrt",
        "from sandbox.mechanics.compiled import mode_function",
        *(f"from {f.py_func.__module__} import {f.__name__}" for f in (rhs, weight)),
        "",
        "@mode_function",
        "def step(t, h, y, p, calls, out):",
        f"    {', '.join(names)} = {', '.join(f'y[{i}]' for i in range(size))}",
    ]
    for stage, row in enumerate(A):
        point = [f"{y} + h*({_sum(row, i)})" if row else y for i, y in enumerate(names)]
        slopes = ", ".join(f"k{stage}_{i}" for i in range(size))
        lines.append(f"    {slopes} = {rhs.__name__}(t + {C[stage]!r}*h, {', '.join(point)}, p, calls)")
    lines += [f"    out[{i}] = {y} + h*({_sum(B, i)})" for i, y in enumerate(names)]

    lines.append(f"    {', '.join(f's{i}' for i in range(size))} = {weight.__name__}({', '.join(names)}, p)")
    for name, weights in (("e5", E5), ("e3", E3)):
        terms = [f"(({_sum(weights, i)})*s{i})**2" for i in range(size)]
        lines.append(f"    {name} = {' + '.join(terms)}")
    lines += [
        "    if e5 == 0.0:",
        "        return 0.0",
        f"    return abs(h)*e5/sqrt({float(size)}*(e5 + 0.01*e3))",
        "",
    ]
    return "\n".join(lines)


def make_step(rhs, weight, size: int):
    """The compiled step of a right-hand side; its `address` goes into the table of a mode."""
    return load_generated(f"step_{rhs.__name__}", step_source(rhs, weight, size)).step

"""The 8th-order step: text of an unrolled, compiled step for a right-hand side of fixed size.

The step of Dormand and Prince (tableau.py) advances y by h and estimates its error from two embedded formulas,

    err = |h| e5^2 / sqrt(n (e5^2 + 0.01 e3^2)),   e_k^2 = sum_i (sum_s E_k[s] k_s[i] / scale_i)^2.

Written out for scalars it is 2.5 times faster than loops over arrays of stages. The text names stages and weights, the
sums over them become machine code directly (stages.py). For two components the second of the stages reads

    y0, y1 = advanced(h, start, (0.0526,), (k0,))
    k1 = rhs(t + 0.0526*h, y0, y1, p, calls)
"""

from sandbox.mechanics.compiled import load_generated
from sandbox.mechanics.tableau import E3, E5, A, B, C


def _stages(weights: dict) -> str:
    """Two tuples as text: the weights, and the slopes of the stages they belong to."""
    return (f"({', '.join(repr(weight) for weight in weights.values())},), "
            f"({', '.join(f'k{stage}' for stage in weights)},)")


def step_source(rhs, weight, size: int) -> str:
    """Source of a module whose `step` is one 8th-order step of the compiled function `rhs`.

    rhs(t, y0, ..., p, calls) -> tuple of `size` derivatives
    weight(y0, ..., p) -> tuple of `size` reciprocals of the error's scales
    """
    names = ", ".join(f"y{i}" for i in range(size))
    lines = [
        '"""One 8th-order step, written by sandbox.mechanics.ode."""',
        "from math import sqrt",
        "from sandbox.mechanics.compiled import mode_function",
        "from sandbox.mechanics.stages import advanced, scaled_square",
        *(f"from {f.py_func.__module__} import {f.__name__}" for f in (rhs, weight)),
        "",
        "@mode_function",
        "def step(t, h, y, p, calls, out):",
        f"    start = ({', '.join(f'y[{i}]' for i in range(size))})",
    ]
    for stage, row in enumerate(A):
        lines.append(f"    {names} = " + (f"advanced(h, start, {_stages(row)})" if row else "start"))
        lines.append(f"    k{stage} = {rhs.__name__}(t + {C[stage]!r}*h, {names}, p, calls)")
    lines.append(f"    {names} = advanced(h, start, {_stages(B)})")
    lines += [f"    out[{i}] = y{i}" for i in range(size)]
    lines += [
        f"    {names} = start",
        f"    scales = {weight.__name__}({names}, p)",
        f"    e5 = scaled_square({_stages(E5)}, scales)",
        f"    e3 = scaled_square({_stages(E3)}, scales)",
        "    if e5 == 0.0:",
        "        return 0.0",
        f"    return abs(h)*e5/sqrt({float(size)}*(e5 + 0.01*e3))",
        "",
    ]
    return "\n".join(lines)


def make_step(rhs, weight, size: int):
    """The compiled step of a right-hand side; its `address` goes into the table of a mode."""
    return load_generated(f"step_{rhs.__name__}", step_source(rhs, weight, size)).step

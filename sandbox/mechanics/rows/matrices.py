"""Matrices of the equations of a system with rows as arrays, in plain Python: for single evaluations."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from sandbox.compiling.generated import load_generated
from sandbox.compiling.terms import Term
from sandbox.mechanics.rows.multipliers import Equations
from sandbox.mechanics.rows.pieces import UnilateralRow

# numpy's functions give nan where those of `math` raise
HEAD = '''\
"""Matrices of constraint rows, written by sandbox.mechanics.rows.matrices."""

from numpy import arccos as acos, arcsin as asin, arctan as atan, array
from numpy import copysign, cos, cosh, exp, fabs, log, sin, sinh, sqrt, tan, tanh

from sandbox.mechanics.rows.matrices import Matrices
from sandbox.mechanics.spline import spline_from
from sandbox.mechanics.motion import signal


'''


class Matrices(NamedTuple):
    """The equations of multipliers.py at one state."""

    M: np.ndarray           # (nv, nv) kinetic matrix
    F: np.ndarray           # (nv,) forces without those of the rows
    A: np.ndarray           # (rows, nv)
    b: np.ndarray           # (rows,)
    c: np.ndarray           # (rows,)
    Y: np.ndarray           # (nv,) velocities that E_J is relative to
    gaps: np.ndarray        # of the unilateral rows
    crossings: np.ndarray   # formulas of the lines


def matrices_of(equations: Equations,
                crossings: Sequence[Term] = ()) -> Callable[[float, np.ndarray, np.ndarray], Matrices]:
    """Takes equations and the terms of the lines and returns the function (t, y, p) -> Matrices."""
    n, count, pieces = len(equations.M), len(equations.A), equations.pieces
    gaps = [row.gap for row in pieces.rows if isinstance(row, UnilateralRow)]
    parts: dict[str, tuple[Sequence[Term], tuple[int, ...]]] = {
        "M": ([x for row in equations.M for x in row], (n, n)), "F": (equations.F, (n,)),
        "A": ([x for row in equations.A for x in row], (count, n)), "b": (equations.b, (count,)),
        "c": (equations.c, (count,)), "Y": (pieces.Y, (n,)), "gaps": (gaps, (len(gaps),)),
        "crossings": (crossings, (len(crossings),))}
    lines = pieces.table.lines([x for terms, _shape in parts.values() for x in terms if x.number is None])
    arrays = ", ".join(f"{name}=array([{', '.join(x.name for x in terms)}], float).reshape({shape})"
                       for name, (terms, shape) in parts.items())
    body = [f"{name} = y[{i}]" for i, name in enumerate(pieces.state.names)] + lines
    text = "def matrices(t, y, p):\n    " + "\n    ".join(body) + f"\n    return Matrices({arrays})\n"
    return load_generated("matrices", HEAD + text).matrices

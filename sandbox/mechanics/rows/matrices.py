"""Matrices of the equations of a system with rows as arrays, in plain Python: for single evaluations."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from sandbox.compiling.compiled import load_generated
from sandbox.mechanics.rows.multipliers import Equations

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


def matrices_of(equations: Equations, crossings=()) -> Callable[[float, np.ndarray, np.ndarray], Matrices]:
    """Takes equations and the terms of the lines and returns the function (t, y, p) -> Matrices."""
    n, count, pieces = len(equations.M), len(equations.A), equations.pieces
    gaps = [row.gap for row in pieces.rows if row.gap is not None]
    terms = Matrices(
        M=[x for row in equations.M for x in row], F=equations.F, A=[x for row in equations.A for x in row],
        b=equations.b, c=equations.c, Y=pieces.Y, gaps=gaps, crossings=crossings)
    shapes = Matrices(M=(n, n), F=(n,), A=(count, n), b=(count,), c=(count,), Y=(n,), gaps=(len(gaps),),
                      crossings=(len(crossings),))
    lines = pieces.table.lines([x for part in terms for x in part if x.number is None])
    arrays = ", ".join(f"array([{', '.join(x.name for x in part)}], float).reshape({shape})"
                       for part, shape in zip(terms, shapes, strict=True))
    body = [f"{name} = y[{i}]" for i, name in enumerate(pieces.state.names)] + lines
    text = "def matrices(t, y, p):\n    " + "\n    ".join(body) + f"\n    return Matrices({arrays})\n"
    return load_generated("matrices", HEAD + text).matrices

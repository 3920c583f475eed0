"""Where a sleigh on a turntable can rest, how it leaves, and the conics of a skate.

In body components relative to the table (v1, w, x1, x2), Omega constant, no gravity along the plane:

    v1' = a (w + Omega)^2 + Omega^2 x1,    w' = (m a/I) (Omega^2 x2 - (w + 2 Omega) v1)
    x1' = v1 + w x2,                       x2' = -w x1

First kind: w = v1 = x2 = 0, x1 = -a, at rest on the table with C on the axis. A^2 = I/(m a^2); with s in units of Omega
A^2 s^4 + (3 - A^2) s^2 + 1 = 0, so that the four exponents are complex below A^2 = 9 and real above: always unstable.
Second kind: w = -Omega, v1 = Omega c, x2 = c, x1 = 0 for any c, motionless in space. s^3 (A^2 s + c/a) = 0.
Skate (a = 0): w and F = w v1 + Omega^2 x2 are constant, and with kappa^2 = w^2 - Omega^2 the path of the contact in the
body's plane is (F + kappa^2 x2)^2 + w^2 kappa^2 x1^2 = h.
Source: Borisov, Mamaev, Bizyaev 2015, section 2.
"""

from dataclasses import dataclass
from math import inf, nan, sqrt
from typing import NamedTuple

import numpy as np

# exponents below this part of the largest count as zero or real: double roots are good to the square root of rounding
ROUNDING = 1e-7
THRESHOLD = 9.0


class SleighState(NamedTuple):
    """State of a sleigh relative to its table, in axes of the blade."""

    v1: float     # speed along the edge [m/s]
    w: float      # spin [rad/s]
    x1: float     # place of the foot O1 of the centre of mass, from the axis, along the edge [m]
    x2: float     # the same across the edge [m]


@dataclass(frozen=True)
class Equilibrium:
    """A state of rest relative to the table, or in space: kind 1 or 2.

    exponents   of small departures (4,) [1/s], by real part;  type  the word for them
    attracts    whether neighbours come closer (to the line of equilibria of the second kind)
    ratio       A^2 [1];  energy  E_J [J]
    """

    kind: int
    state: SleighState
    exponents: np.ndarray
    type: str
    attracts: bool
    ratio: float
    energy: float


def linearisation(m: float, I_C: float, a: float, rate: float, state) -> np.ndarray:
    """Takes a state (v1, w, x1, x2) and returns the Jacobian (4, 4) of the equations of the head of this file."""
    v1, w, x1, x2 = state
    k = m*a/(I_C + m*a*a)
    return np.array([[0.0, 2.0*a*(w + rate), rate*rate, 0.0],
                     [-k*(w + 2.0*rate), -k*v1, 0.0, k*rate*rate],
                     [1.0, x2, 0.0, w],
                     [0.0, -x1, -w, 0.0]])


def energy(m: float, I_C: float, a: float, rate: float, state) -> float:
    """Takes a state (v1, w, x1, x2) and returns its E_J [J]."""
    v1, w, x1, x2 = state
    return 0.5*(m*v1*v1 + (I_C + m*a*a)*w*w) - 0.5*m*rate*rate*((x1 + a)**2 + x2*x2)


def first_kind(m: float, I_C: float, a: float, rate: float) -> Equilibrium:
    """Returns the rest on the table with the centre of mass on its axis."""
    state = SleighState(v1=0.0, w=0.0, x1=-a, x2=0.0)
    ratio = (I_C + m*a*a)/(m*a*a) if a != 0.0 else inf
    exponents = _exponents(linearisation(m, I_C, a, rate, state))
    return Equilibrium(1, state, exponents, first_type(ratio), False, ratio, energy(m, I_C, a, rate, state))


def first_type(ratio: float) -> str:
    """Returns the type of the first kind by A^2: complex exponents below 9, real ones above, +-1/sqrt(3) twice at 9."""
    if ratio == inf:
        return "saddle and two zeros"
    if ratio <= 1.0:
        return "double centre"
    if abs(ratio - THRESHOLD) <= 1e-12*THRESHOLD:
        return "double saddle"
    return "focus-focus" if ratio < THRESHOLD else "saddle-saddle"


def second_kind(m: float, I_C: float, a: float, rate: float, c: float) -> Equilibrium:
    """Returns the rest in space, the table sliding by along the edge; `c` [m]: the axis lies there on its normal."""
    state = SleighState(v1=rate*c, w=-rate, x1=0.0, x2=c)
    inertia = I_C + m*a*a
    nonzero = -rate*m*a*c/inertia
    exponents = np.sort_complex(np.array([nonzero, 0.0, 0.0, 0.0], complex))
    kind = "neutral" if nonzero == 0.0 else "attracting line" if nonzero < 0.0 else "repelling line"
    ratio = inertia/(m*a*a) if a != 0.0 else inf
    return Equilibrium(2, state, exponents, kind, nonzero < 0.0, ratio, energy(m, I_C, a, rate, state))


def _exponents(matrix) -> np.ndarray:
    values = np.linalg.eigvals(matrix)
    size = np.abs(values).max(initial=0.0)
    values = np.where(np.abs(values.imag) <= ROUNDING*size, values.real, values)
    return np.sort_complex(values)


@dataclass(frozen=True)
class Conic:
    """Path of a skate's contact in the body's plane: centre (2,) and semi-axes (2,) along x1 and x2 [m].

    kind   "ellipse", "hyperbola", "parabola", "line" (spin 0 relative to the table) or "point"
    F, h, kappa2   constants [m/s^2, m^2/s^4, 1/s^2];  period [s] of an ellipse, inf otherwise
    """

    kind: str
    centre: tuple[float, float]
    axes: tuple[float, float]
    F: float
    h: float
    kappa2: float
    period: float


def conic(rate: float, state) -> Conic:
    """Takes the state (v1, w, x1, x2) of a skate (a = 0) on a table that turns at `rate` and returns its conic."""
    v1, w, x1, x2 = (float(x) for x in state)
    F = w*v1 + rate*rate*x2
    # exact at the border: the difference of squares would be rounded
    kappa2 = (w - rate)*(w + rate)
    h = (F + kappa2*x2)**2 + w*w*kappa2*x1*x1
    if w == 0.0:
        return Conic("line", (nan, x2), (nan, nan), F, h, kappa2, inf)
    if kappa2 == 0.0:
        return Conic("parabola", (nan, nan), (nan, nan), F, h, kappa2, inf)
    centre = (0.0, -F/kappa2)
    if kappa2 > 0.0:
        axes = sqrt(h)/(abs(w)*sqrt(kappa2)), sqrt(h)/kappa2
        return Conic("ellipse" if h > 0.0 else "point", centre, axes, F, h, kappa2, 2.0*np.pi/sqrt(kappa2))
    return Conic("hyperbola", centre, (sqrt(abs(h)/-kappa2)/abs(w), sqrt(abs(h))/-kappa2), F, h, kappa2, inf)

"""Coefficients of Radau's implicit methods IIA with three and five stages, orders 5 and 9.

Stages at the nodes of Radau's right quadrature, A from int_0^{c_i} of their Lagrange polynomials; the last stage is the
result. Hairer, Wanner, Solving Ordinary Differential Equations II, section IV.5; digits from 60-digit arithmetic.
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Tableau:
    """A method: nodes C, matrix A, real eigenvalue MU of A^-1."""

    C: tuple[float, ...]
    A: tuple[tuple[float, ...], ...]
    MU: float

    @property
    def stages(self) -> int:
        """How many there are."""
        return len(self.C)

    @property
    def increments(self) -> list[float]:
        """Weights e of the stages' increments in the error h f_0/MU + sum e_i (y_i - y_0), of order stages + 1."""
        s, C, A = self.stages, np.array(self.C), np.array(self.A)
        powers = np.array([C**k for k in range(s)])
        lower = np.linalg.solve(powers, [1.0/(k + 1) - (1.0/self.MU if k == 0 else 0.0) for k in range(s)])
        return np.linalg.solve(A.T, lower - A[-1]).tolist()

    @property
    def start(self) -> list[float]:
        """Weights of the stages in the polynomial through them, continued to the start of the step."""
        return [float(np.prod([c/(c - own) for c in self.C if c != own])) for own in self.C]

    @property
    def last(self) -> list[float]:
        """Weights of the stages' slopes in the difference from quadrature over all but the last, order stages."""
        C, A = np.array(self.C), np.array(self.A)
        others = np.linalg.solve([C[:-1]**k for k in range(self.stages - 1)], 1.0/np.arange(1, self.stages))
        return (A[-1] - np.append(others, 0.0)).tolist()


THREE = Tableau(
    (0.1550510257216822, 0.6449489742783178, 1.0),
    ((0.1968154772236604, -0.06553542585019839, 0.02377097434822015),
     (0.3944243147390873, 0.2920734116652285, -0.04154875212599793),
     (0.37640306270046725, 0.5124858261884216, 0.1111111111111111)),
    3.6378342527444957)

FIVE = Tableau(
    (0.05710419611451768, 0.2768430136381238, 0.5835904323689168, 0.8602401356562195, 1.0),
    ((0.07299886431790333, -0.02673533110794557, 0.018676929763984353, -0.01287910609330644, 0.005042839233882015),
     (0.15377523147918246, 0.14621486784749352, -0.03644456890512809, 0.02123306311930472, -0.007935579902728777),
     (0.14006304568480987, 0.29896712949128346, 0.16758507013524895, -0.03396910168661774, 0.010944288744192253),
     (0.14489430810953477, 0.2765000687601592, 0.32579792291042103, 0.12875675325490976, -0.015708917378805327),
     (0.14371356079122594, 0.28135601514946207, 0.31182652297574126, 0.22310390108357075, 0.04)),
    6.286704751729277)

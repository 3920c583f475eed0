"""How a sleigh leaves its rest on a turntable, the mass centre on the axis: exponents over A^2 = I/(m a^2).

In units of the table's rate they are the roots of A^2 s^4 + (3 - A^2) s^2 + 1,

    s^2 = (A^2 - 3 +- sqrt((A^2 - 1)(A^2 - 9)))/(2 A^2):

imaginary at A^2 = 1, four complex ones below 9, a double pair +-1/sqrt(3) there, two real pairs above.
Source: Borisov, Mamaev, Bizyaev 2015, (2.12); the threshold is derived here.
"""

import numpy as np

from sandbox.scene.charts.chart import Chart, Curve, Mark, Region
from sandbox.text import _
from sandbox.theory.analysis import turning_sleigh
from sandbox.theory.charts.situation import Situation
from sandbox.theory.charts.sleigh import exponents_text
from sandbox.theory.equilibria import THRESHOLD, Equilibrium, first_kind

SHOWN = (1.5, 3.0, 8.9, 9.0, 9.1, 16.0)     # A^2 of the marks
WIDEST = 20.0           # A^2 that is shown at least
HIGHEST = 1.1           # of the chart [Omega]: no exponent is larger than 1
POINTS = 200
NEAR = 0.05             # A^2 of marks beside one another


def types() -> dict[str, str]:
    """Returns the words of theory/equilibria.py for the type of this rest, for people."""
    return {"saddle and two zeros": _("saddle and two zeros"), "double centre": _("double centre"),
            "double saddle": _("double saddle"), "focus-focus": _("focus-focus"), "saddle-saddle": _("saddle-saddle")}


def squares(ratio: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Takes A^2 (n,) and returns both s^2 (n,) in units of Omega^2, complex below 9; the larger real part first."""
    root = np.sqrt(((ratio - 1.0)*(ratio - THRESHOLD)).astype(complex))
    return (ratio - 3.0 + root)/(2.0*ratio), (ratio - 3.0 - root)/(2.0*ratio)


def draw_exponents(_word, situation: Situation) -> Chart | None:
    """Returns the chart, None where the scene has no sleigh of this kind for these values."""
    sleigh = turning_sleigh(situation.scene, situation.values)
    if sleigh is None:
        return None
    last = max(WIDEST, 1.25*sleigh.ratio)
    swinging, apart = np.linspace(1.0, THRESHOLD, POINTS), np.linspace(THRESHOLD, last, POINTS)
    below = np.sqrt(squares(swinging)[0])
    fast, slow = (np.sqrt(square).real for square in squares(apart))
    curves = (
        Region(types()["focus-focus"], (1.0, THRESHOLD, THRESHOLD, 1.0), (0.0, 0.0, HIGHEST, HIGHEST), 2),
        Region(types()["saddle-saddle"], (THRESHOLD, last, last, THRESHOLD), (0.0, 0.0, HIGHEST, HIGHEST), 1),
        Curve(_("growth Re s"), np.concatenate((swinging, apart)), np.concatenate((below.real, fast)), tone=0,
              side="above"),
        Curve(_("the slower growth"), apart, slow, tone=0, style="dashes", side="below"),
        Curve(_("swing Im s"), swinging, np.abs(below.imag), tone=5, side="above"))
    marks = tuple(mark_of(first_kind(1.0, ratio - 1.0, 1.0, 1.0), f"A² = {ratio:g}") for ratio in SHOWN
                  if abs(ratio - sleigh.ratio) > NEAR)
    here = mark_of(first_kind(1.0, sleigh.ratio - 1.0, 1.0, 1.0),
                   _("this one, A² = {ratio:.4g}").format(ratio=sleigh.ratio))
    return Chart("A² = I/(m a²)", "exponents s/Ω", (*curves, here, *marks), title="Types of rest on the table",
                 x_range=(0.0, last), y_range=(0.0, HIGHEST), trail=0.0)


def mark_of(rest: Equilibrium, label: str) -> Mark:
    """Returns the mark of a rest whose exponents are in units of Omega, at its fastest growth."""
    kind = {"double centre": "centre", "focus-focus": "unstable"}.get(rest.type, "saddle")
    growth = float(rest.exponents.real.max())
    return Mark(label, rest.ratio, growth, kind, f"{types()[rest.type]}: {exponents_text(rest.exponents)}")

"""How any system whose ideal rows are made viscous tends to the ideal one.

Instead of holding A v = b each row resists with the force -c (A v - b). Brendelev 1981: whatever the linear rows are,
on any stretch of time the motion tends to that of the ideal ones, with an error that falls like 1/c: in decades a line
of slope -1. The points are computed by running the program's own models, with the viscosity of all rows alike.
"""

from collections.abc import Callable, Mapping

import numpy as np

from sandbox.scene.charts.chart import Chart, ChartElement
from sandbox.scene.constrained import At, Constrained
from sandbox.scene.realisation import Ideal, Viscous
from sandbox.systems.integration import Integration
from sandbox.systems.rows.start import assemble_constrained
from sandbox.text import _
from sandbox.theory.charts.convergence import EVERY, RATE, guide_line, line_of
from sandbox.theory.charts.situation import Situation

SPAN = 4.0              # [s] of the runs
ROUNDING = 1e-11        # [m]: rows that have nothing to do keep their motion whatever they are
DECADES = (0.0, 0.5, 1.0, 1.5, 2.0, 2.5)    # of the viscosities over the least one of the word


def marks_on_the_way(system: Constrained, start: At, values: Mapping) -> np.ndarray:
    """Returns the places (n, 4, 3) [m] of the first body's centre and of the ends of its three axes, every EVERY steps.

    The axes count as long as the body is drawn (the radius of what holds it).
    """
    run = Integration(assemble_constrained(system, start, values), 1.0/RATE)
    size = system.looks[0].size if system.looks else 1.0

    def marks():
        body = run.system.picture(run.data).bodies[0]
        w, x, y, z = body.quaternion
        R = np.array([[1 - 2*(y*y + z*z), 2*(x*y - w*z), 2*(x*z + w*y)],
                      [2*(x*y + w*z), 1 - 2*(x*x + z*z), 2*(y*z - w*x)],
                      [2*(x*z - w*y), 2*(y*z + w*x), 1 - 2*(x*x + y*y)]])
        return np.concatenate((body.centre[None], body.centre + size*R.T))

    way = [marks()]
    for _look in range(round(SPAN*RATE/EVERY)):
        if run.advance(EVERY) < EVERY:
            break
        way.append(marks())
    return np.array(way)


def made_viscous(system: Constrained, c: float) -> Constrained:
    """Returns the same system with the viscosity c [N s/m, or N m s] for each of its ideal rows."""
    return system.realised(**{row.name: Viscous(c) for row in system.rows if isinstance(row.realisation, Ideal)})


def largest_distance(way: np.ndarray, ideal: np.ndarray) -> float:
    """Returns how far a mark is from where it is with ideal rows, at most [m]."""
    n = min(len(way), len(ideal))
    return float(np.linalg.norm(way[:n] - ideal[:n], axis=2).max())


def draw_rows(word, situation: Situation) -> Chart | None:
    """Returns the chart of the distance over c; None where no row is ideal."""
    model = situation.scene.models(situation.values)[0]
    start, values = situation.scene.started(situation.values), dict(situation.values)
    if not (isinstance(model, Constrained) and isinstance(start, At)):
        return None
    rows = [row for row in model.rows if isinstance(row.realisation, Ideal)]
    if not rows or model.crossings:
        return None
    least = word.least
    viscosities = [least*10.0**decade for decade in DECADES]

    def work(report: Callable, is_cancelled: Callable) -> tuple[ChartElement, ...]:
        ideal = marks_on_the_way(model, start, values)
        found: list[tuple[float, float]] = []
        for k, c in enumerate(viscosities):
            if is_cancelled():
                break
            distance = largest_distance(marks_on_the_way(made_viscous(model, c), start, values), ideal)
            if distance > ROUNDING:
                found.append((c, distance))
            report((k + 1)/len(viscosities), parts(found))
        return parts(found)

    def parts(found: list[tuple[float, float]]) -> tuple[ChartElement, ...]:
        if not found:
            return ()
        # through the last point: how far it is depends on the motion, the slope does not
        return (*guide_line(viscosities[0], viscosities[-1], found[-1][0]*found[-1][1]), *line_of(found))

    unit = "N m s" if rows[0].unit == "N m" else "N s/m"
    return Chart("viscosity of the rows c", "largest distance from the ideal motion in 4 s", x_unit=unit, y_unit="m",
                 x_log=True, y_log=True, title="Viscous rows become ideal", work=work, work_title=_("Run them"),
                 x_range=(0.5*viscosities[0], 2.0*viscosities[-1]), trail=0.0, key=("rows", *sorted(values.items())))

"""Poincare sections of what is no sleigh: where orbits of the energy of the present start come back to a section.

Of Suslov's body the vertical in its axes at w_1 = 0, upwards; of a ball on a round surface its lowest points from
above; of a rolling disk the places of its mass centre where its tilt turns; of a billiard place and speed along the
wall of its hits. Found by theory/flows.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.charts.chart import Chart, Dots
from sandbox.text import _
from sandbox.theory.charts.situation import Situation
from sandbox.theory.flows.billiard import Table
from sandbox.theory.flows.flow import Sectioned
from sandbox.theory.flows.table import sectioned
from sandbox.theory.returns import Until

SEEDS = 24              # orbits besides that of the start
RETURNS = 400           # of each
TONES = (0, 2, 5)       # of neighbouring orbits


def draw_returns(_word, situation: Situation) -> Chart | None:
    """Returns the chart of the section, None where nothing is known of it for these values."""
    values = situation.values
    try:
        system = sectioned(situation.scene, values)
    except BadValue:
        return None
    chart, plane = _empty(system)
    key = ("returns", *(f"{value:.9g}" if isinstance(value, float) else value for value in values.values()))
    return replace(chart, title="Poincaré section", trail=0.0, key=key, work_title=_("Compute the returns"),
                   work=lambda report, is_cancelled: fill(system, plane, report, is_cancelled))


def _empty(system: Sectioned | Table) -> tuple[Chart, Callable]:
    """The chart of a system without its returns, and plane(points (n, 1 + size)) -> x, y (n,) of returns."""
    place = {name: 1 + k for k, name in enumerate(system.state)}
    if system.kind == "suslov":
        return (Chart("vertical γ₁ in the body", "vertical γ₂ in the body", (), _vertical, is_equal=True,
                      x_range=(-1.1, 1.1), y_range=(-1.1, 1.1)),
                lambda points: (points[:, place["g_1"]], points[:, place["g_2"]]))
    if system.kind == "billiard":
        def hits(points):
            x, y, vx, vy = points[:, 1:].T
            far = np.hypot(x, y)
            return np.degrees(np.arctan2(y, x)), (x*vy - y*vx)/far
        return Chart("place of the hit φ", "speed along the wall", (), None, "deg", "m/s", x_range=(-180.0, 180.0),
                     work=lambda report, is_cancelled: ()), hits
    chart = Chart("x of the centre", "y of the centre", (), lambda path: path.centre[:2], "m", "m", is_equal=True)
    if system.kind == "coin":
        return chart, lambda points: (points[:, place["x"]], points[:, place["y"]])

    def from_above(points):
        far, azimuth = points[:, place["R"]], points[:, place["azimuth"]]
        return far*np.cos(azimuth), far*np.sin(azimuth)
    return chart, from_above


def _vertical(path):
    w, x, y, z = path.quaternion
    return 2.0*(x*z - w*y), 2.0*(y*z + w*x)


def fill(system: Sectioned | Table, plane: Callable, report: Callable, is_cancelled: Callable) -> tuple[Dots, ...]:
    """Returns the returns of orbits of one energy as dots, orbit by orbit; that of the start has its name.

    Raises BadValue where there are none.
    """
    found: list[Dots] = []
    seeds = np.concatenate((system.start[None], system.beside(SEEDS)))
    for k, seed in enumerate(seeds):
        if is_cancelled():
            break
        until = Until(RETURNS, system.longest(RETURNS))
        points = system.find_returns(seed, until=until, workers=1, is_cancelled=is_cancelled).points
        if len(points):
            label, tone = (_("this start"), 1) if k == 0 else ("", TONES[k % len(TONES)])
            x, y = plane(points)
            found.append(Dots(label, x, y, tone))
        report((k + 1)/len(seeds), tuple(found))
    if not found and not is_cancelled():
        raise BadValue(_("of {count} orbits of this energy none comes back to the section: they leave, or turn no more"
                         ).format(count=len(seeds)))
    return tuple(found)

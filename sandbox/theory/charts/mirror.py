"""The mirror of the section of a sleigh on a turntable: an involution R that turns the map f of returns round.

The equations of theory/section.py keep their form under

    R: (v1, w, x1, x2) -> (-v1, w, x1, -x2),   t -> -t

On the section v1 = 0 it is x2 -> -x2. It keeps E and the sense of crossing, for v1' = (w + 1)^2 + x1 is the same on
both sides; but what came is what comes, so that

    f R f R = 1

The phase volume changes by the factor exp(-int v1 dt/A^2) from one return to the next, and by its inverse on the image:
the image of what attracts repels. An orbit that returns comes near the axis x2 = 0 of the mirror again and again, so it
is its own image, and can neither attract nor repel. Source: Borisov, Mamaev, Bizyaev 2015, section 2.3 (Kazakov).
"""

import numpy as np

from sandbox.scene.charts.chart import Chart, ChartElement, Curve, Dots, Mark
from sandbox.text import _
from sandbox.theory import poincare
from sandbox.theory.analysis import turning_sleigh
from sandbox.theory.charts.situation import Situation
from sandbox.theory.charts.sleigh import FAR, rests, returns_of
from sandbox.theory.phase_volume import sleigh_expansion
from sandbox.theory.poincare import Section, Until

MIRROR = np.array((-1.0, 1.0, 1.0, -1.0))   # of v1, w, x1, x2
SEEDS = 24              # starts on the axis of the mirror, and as many beside it
RETURNS = 150           # of each orbit
LONGEST = 60.0          # time within which an orbit has to come back [1/Omega]
PAIRS = 2               # of a point and its return that are drawn with their images


def mapped(ratio: float, states: np.ndarray, branch: int = -1) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns f(states) (k, 4), the times [1/Omega] that took (k,), and which states (n,) came back at all."""
    # exactly on the section: a rounding below it would be a return at once
    states = np.array(states)
    states[:, 0] = 0.0
    found = poincare.find_returns(ratio, states, Section(branch=branch), Until(1, LONGEST, FAR), workers=1)
    has_come = np.zeros(len(states), bool)
    has_come[found.orbit] = True
    return found.points[:, 1:], found.points[:, 0], has_come


def draw_mirror(_word, situation: Situation) -> Chart | None:
    """Returns the chart of the section with its mirror, None where the scene has no sleigh for these values."""
    sleigh = turning_sleigh(situation.scene, situation.values)
    if sleigh is None:
        return None
    start, ratio = sleigh.without_dimension(), sleigh.ratio
    energy, branch = float(poincare.energy(ratio, start)), 1 if start[1] > 0.0 else -1
    reach = 3.0*ratio**0.5 + 2.0
    x_range, y_range = (-0.3*reach, 1.2*reach), (-0.95*reach, 0.95*reach)
    caught = caught_orbits(ratio, energy, branch, reach)
    if caught:
        # where the map goes far it is seen best
        places = np.concatenate([orbit[:-1] for orbit in caught])
        far = np.concatenate([np.hypot(*np.diff(orbit[:, 2:], axis=0).T) for orbit in caught])
        points = places[np.argsort(-far)[::max(1, len(far)//(2*PAIRS))][:PAIRS]]
    else:
        points = poincare.seeds_at(ratio, energy, np.linspace(*x_range, SEEDS), 0.4*reach, branch=branch)
    clouds: list[ChartElement] = []
    for orbit in caught:
        clouds += [Dots("", orbit[:, 2], orbit[:, 3], tone=0), Dots("", orbit[:, 2], -orbit[:, 3], tone=5)]
    axis = Curve(_("axis of the mirror"), x_range, (0.0, 0.0), style="dashes", tone=3)
    return Chart(
        "along the edge x₁/a", "across the edge x₂/a",
        (*rests(sleigh, reach), axis, *clouds, *pairs(ratio, points, branch, (x_range, y_range))), is_equal=True,
        title="Mirror of the section", x_range=x_range, y_range=y_range,
        gathered=lambda path: returns_of(sleigh, branch, path), key=("mirror", *sorted(situation.values.items())))


def caught_orbits(ratio: float, energy: float, branch: int, reach: float) -> list[np.ndarray]:
    """Returns the returns (RETURNS, 4) of those orbits through the axis of the mirror that come back again and again.
    """
    seeds = poincare.seeds_at(ratio, energy, np.linspace(-reach, reach, SEEDS), branch=branch)
    if not len(seeds):
        return []
    found = poincare.find_returns(ratio, seeds, Section(branch=branch), Until(RETURNS, LONGEST*RETURNS, FAR), workers=1)
    return [found.points[found.orbit == k, 1:] for k, word in enumerate(found.outcome) if word == "complete"]


def pairs(ratio: float, states: np.ndarray, branch: int, view) -> list[ChartElement]:
    """Returns points with their returns, and the images of both, of which one is the return of the other.

    view   ranges of x1 and x2 within which they have to lie
    """
    if not len(states):
        return []
    came, times, has_come = mapped(ratio, states, branch)
    begun = states[has_come]
    (left, right), (low, high) = view
    is_seen = np.ones(len(begun), bool)
    for _v1, _w, x1, x2 in (begun.T, came.T):
        is_seen &= (x1 > left) & (x1 < right) & (x2 > low) & (x2 < high)
    begun, came, times = begun[is_seen][:PAIRS], came[is_seen][:PAIRS], times[is_seen][:PAIRS]
    if not len(begun):
        return []
    back, times_back, _is_back = mapped(ratio, came*MIRROR, branch)
    parts: list[ChartElement] = []
    for k, (first, then, last) in enumerate(zip(begun, came, back, strict=True)):
        image, names = then*MIRROR, ("P", "f P", "R f P", "R P") if k == 0 else ("", "", "", "")
        grows = np.exp(sleigh_expansion(ratio, first, times[k])), np.exp(sleigh_expansion(ratio, image, times_back[k]))
        told = _("phase volume times {factor:.5g} up to the return")
        parts += [
            Curve(_("P → f P") if k == 0 else "", (first[2], then[2]), (first[3], then[3]), tone=0),
            Curve(_("R f P → f R f P = R P") if k == 0 else "", (image[2], last[2]), (image[3], last[3]), tone=5),
            Mark(names[0], first[2], first[3], "point", told.format(factor=grows[0])),
            Mark(names[1], then[2], then[3], "stable"),
            Mark(names[2], image[2], image[3], "point", told.format(factor=grows[1])),
            Mark(names[3], last[2], last[3], "stable",
                 _("R f R f P is P to {off:.1e}").format(off=float(np.abs(last*MIRROR - first).max())))]
    return parts

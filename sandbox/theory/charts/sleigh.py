"""The Poincare section of a sleigh on a turntable: its states of rest, periodic orbits, and orbits of one energy.

Without dimension, as theory/section.py has it: lengths in units of the offset a, times in units of 1/|Omega|; a table
that turns the other way is looked at in a mirror. On the section v1 = 0, crossed upwards, the place (x1, x2) and the
energy E tell the spin: A^2 w^2 = 2 E - v1^2 + (x1 + 1)^2 + x2^2.
"""

from collections.abc import Callable

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.charts.chart import Chart, ChartElement, Curve, Dots, Mark
from sandbox.text import _
from sandbox.theory import poincare
from sandbox.theory.analysis import TableSleigh, states_of_rest, turning_sleigh
from sandbox.theory.charts.situation import Situation
from sandbox.theory.orbits import symmetric_orbits
from sandbox.theory.poincare import Section, Until

SEEDS = 60              # orbits that fill a section
AT_ONCE = 60            # returns of an orbit at a time
MOST = 100_000          # returns of all of them
FAR = 400.0             # [a] from the axis an orbit has escaped
START = 1e-12           # v1 below the section, without dimension: a start on it is no return
TONES = (0, 2, 5)       # of neighbouring orbits
ROUNDS = 200            # times that an orbit is taken up again, at most

KINDS = {"double centre": "centre", "saddle-saddle": "saddle", "double saddle": "saddle"}


def draw_section(word, situation: Situation) -> Chart | None:
    """Returns the chart of the section, None where the scene has no sleigh of this kind for these values."""
    sleigh = turning_sleigh(situation.scene, situation.values)
    if sleigh is None:
        return None
    start = sleigh.without_dimension()
    energy = float(poincare.energy(sleigh.ratio, start))
    branch = 1 if start[1] > 0.0 else -1
    reach = 3.0*sleigh.ratio**0.5 + 2.0
    key = ("section", f"{sleigh.ratio:.9g}", f"{energy:.6g}", branch)
    return Chart(
        "along the edge x₁/a", "across the edge x₂/a", rests(sleigh, reach), is_equal=True, title="Poincaré section",
        x_range=(-0.3*reach, 1.2*reach), y_range=(-0.95*reach, 0.95*reach), key=key,
        gathered=lambda path: returns_of(sleigh, branch, path),
        start=lambda x, y: start_at(word, sleigh, energy, branch, (x, y)),
        work=lambda report, is_cancelled: fill(sleigh.ratio, energy, branch, report, is_cancelled),
        work_title=_("Fill with other orbits"))


# ---- what is known at once ------------------------------------------------------------------------------------------

def rests(sleigh: TableSleigh, reach: float) -> tuple[ChartElement, ...]:
    """Returns the states of rest as parts of the chart, with their types and exponents."""
    first, second = states_of_rest(sleigh, (0.0,))[:2]
    words = {"saddle and two zeros": _("saddle and two zeros"), "double centre": _("double centre"),
             "double saddle": _("double saddle"), "focus-focus": _("focus-focus"), "saddle-saddle": _("saddle-saddle"),
             "neutral": _("neutral"), "attracting line": _("attracting line"), "repelling line": _("repelling line")}
    about = f"{words[first.type]}: {exponents_text(first.exponents)} {_('1/s')}"
    return (
        Curve(_("at rest in the room, attracting"), (0.0, 0.0), (0.0, reach), style="dots", tone=2),
        Curve(_("at rest in the room, repelling"), (0.0, 0.0), (-reach, 0.0), style="dots", tone=1),
        Mark(_("at rest on the table"), -1.0, 0.0, KINDS.get(first.type, "unstable"), about),
        Mark("", 0.0, second.state[3]/sleigh.offset, "point", words[second.type]))


def exponents_text(exponents) -> str:
    """Returns exponents as people write them: ±1.2 ± 0.3i for four of a kind, else one after the other."""
    values = np.asarray(exponents, complex)
    sizes = sorted({(round(abs(x.real), 9), round(abs(x.imag), 9)) for x in values})
    if len(values) == 4 and len(sizes) == 1:
        (real, imaginary), = sizes
        return "±" + f"{real:.4g}" + (f" ± {imaginary:.4g}i" if imaginary else _(" twice"))
    if len(values) == 4 and len(sizes) == 2 and not any(imaginary for _real, imaginary in sizes):
        return ", ".join(f"±{real:.4g}" for real, _imaginary in sizes)
    return ", ".join(f"{x.real + 0.0:.4g}" + (f" {'+' if x.imag > 0.0 else '−'} {abs(x.imag):.4g}i" if x.imag else "")
                     for x in values).replace("-", "−")


def start_at(word, sleigh: TableSleigh, energy: float, branch: int, place: tuple[float, float]) -> dict[str, float]:
    """Returns values of a scene's parameters with which its sleigh starts at a point of the section."""
    seeds = poincare.seeds_at(sleigh.ratio, energy, *place, branch=branch)
    if not len(seeds):
        raise BadValue(_("so low an energy has no motion at this point"))
    _v1, w, x1, x2 = seeds[0]
    side = 1.0 if sleigh.rate > 0.0 else -1.0
    x1_name, x2_name, v1_name, spin_name = word.names
    return {x1_name: float(x1*sleigh.offset), x2_name: float(side*x2*sleigh.offset), v1_name: 0.0,
            spin_name: float(w*sleigh.rate)}


# ---- the run's own returns ------------------------------------------------------------------------------------------

def reduced(sleigh: TableSleigh, path) -> np.ndarray:
    """Returns the states (n, 4) (v1, w, x1, x2) without dimension of a path of the mass centre of a sleigh."""
    w, _x, _y, z = path.quaternion
    c, s = w*w - z*z, 2.0*w*z
    X, Y = path.centre[0] - sleigh.point[0], path.centre[1] - sleigh.point[1]
    c, s = c*np.cos(sleigh.heading) - s*np.sin(sleigh.heading), s*np.cos(sleigh.heading) + c*np.sin(sleigh.heading)
    a, rate, side = sleigh.offset, abs(sleigh.rate), 1.0 if sleigh.rate > 0.0 else -1.0
    x1, x2 = c*X + s*Y - a, -s*X + c*Y
    v1 = c*path.velocity[0] + s*path.velocity[1] + sleigh.rate*x2
    spin = path.angular_velocity[2] - sleigh.rate
    return np.stack((v1/(a*rate), side*spin/rate, x1/a, side*x2/a), axis=1)


def rates(ratio: float, states: np.ndarray) -> np.ndarray:
    """Returns the derivatives (n, 4) of states without dimension, as theory/section.py has them."""
    v1, w, x1, x2 = states.T
    return np.stack(((w + 1.0)**2 + x1, (x2 - (w + 2.0)*v1)/ratio, v1 + w*x2, -w*x1), axis=1)


def returns_of(sleigh: TableSleigh, branch: int, path) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns t [s], x1, x2 (m,) of the returns on a path: between two rows on the cubic through states and rates."""
    states = reduced(sleigh, path)
    v1 = states[:, 0]
    at = np.flatnonzero((v1[:-1] < -START) & (v1[1:] >= 0.0))
    if not len(at):
        return np.zeros(0), np.zeros(0), np.zeros(0)
    h = np.diff(path.t)[at][:, None]*abs(sleigh.rate)
    slopes = rates(sleigh.ratio, states)
    y0, y1, d0, d1 = states[at], states[at + 1], h*slopes[at], h*slopes[at + 1]

    def between(share):
        share = share[:, None]
        return ((1.0 + 2.0*share)*(1.0 - share)**2*y0 + share*(1.0 - share)**2*d0
                + share*share*(3.0 - 2.0*share)*y1 + share*share*(share - 1.0)*d1)

    low, high = np.zeros(len(at)), np.ones(len(at))
    for _half in range(50):
        middle = 0.5*(low + high)
        is_before = between(middle)[:, 0] < 0.0
        low, high = np.where(is_before, middle, low), np.where(is_before, high, middle)
    share = 0.5*(low + high)
    found = between(share)
    keep = found[:, 1]*branch > 0.0
    t = path.t[at] + share*np.diff(path.t)[at]
    return t[keep], found[keep, 2], found[keep, 3]


# ---- what takes long ------------------------------------------------------------------------------------------------

def fill(ratio: float, energy: float, branch: int, report: Callable,
         is_cancelled: Callable) -> tuple[ChartElement, ...]:
    """Returns periodic orbits and the returns of orbits of one energy that stay, found by and by.

    Raises BadValue where none stays.
    """
    marks = tuple(Mark(_("periodic orbit"), orbit.x1, 0.0, "centre",
                       _("period {T:.6g}/Ω, x₁ = {x:.8g} a").format(T=orbit.period, x=orbit.x1))
                  for orbit in symmetric_orbits(ratio, energy, branch, is_cancelled=is_cancelled))
    report(0.1, marks)
    reach = 3.0*ratio**0.5 + 2.0
    seeds = list(poincare.seeds_at(ratio, energy, np.linspace(-reach, reach, SEEDS), branch=branch))
    section = Section(branch=branch)
    clouds: dict[int, list[np.ndarray]] = {k: [] for k in range(len(seeds))}
    moving, count = set(clouds), 0
    for _round in range(ROUNDS):
        for k in sorted(moving):
            if is_cancelled() or count >= MOST:
                return (*marks, *_dots(clouds))
            found = poincare.find_returns(ratio, seeds[k], section, Until(AT_ONCE, 40.0*AT_ONCE, FAR), workers=1,
                                          is_cancelled=is_cancelled)
            if found.outcome[0] in ("escaped", "lost", "out of time"):
                # what is thrown off fills nothing
                moving.discard(k)
                count -= sum(map(len, clouds[k]))
                clouds[k] = []
                continue
            points = found.points
            if len(points):
                clouds[k].append(points[:, 3:5])
                seeds[k] = points[-1, 1:].copy()
                count += len(points)
        report(0.1 + 0.9*count/MOST, (*marks, *_dots(clouds)))
        if not moving:
            break
    dots = _dots(clouds)
    if not dots:
        raise BadValue(_("no orbit of this energy stays: the table throws all of them off. Some stay where A² is "
                         "large, as for A² = 25, E = 14"))
    return (*marks, *dots)


def _dots(clouds: dict[int, list[np.ndarray]]) -> tuple[Dots, ...]:
    """The returns as dots, neighbouring orbits in different colours."""
    kept = [np.concatenate(found) for found in clouds.values() if found]
    return tuple(Dots("", cloud[:, 0], cloud[:, 1], TONES[k % len(TONES)]) for k, cloud in enumerate(kept))

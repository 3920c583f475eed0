"""How often a particle leaves the curve y = x^n sin(1/x) that is held up by springs, as these become rigid.

A particle without weight comes along y = 0 with the speed v and meets the curve at x = 0, above which it has to stay.
A rigid curve has no answer: it is neither touched for a while nor left, there is no first impact (Ivanov 2008,
appendix, after Kozlov and Treshchev). A curve on springs has one for each stiffness m k^2,

    x'' = -k^2 d f'(x),    y'' = k^2 d,    d = max(0, f(x) - y),

which feels the waves of the curve where it has swung while one of them passes, k x > v. From there on it leaves each
wave once: the detachments are the waves between v/k and the end, (k/v - 1/x_end)/(2 pi), whatever n is. They grow
without bound as k does, so that the motions of springs have no limit with a first contact.

The ride itself is drawn in what does not change as it goes on: waves ahead of the particle and heights over x^n,

    u = (1/x_now - 1/x)/(2 pi),     y/x^n,

in which the curve is sin(1/x_now - 2 pi u). So the picture grows with the waves, by 1/k to 1 in length and to the power
n in height: it is a camera that draws back.
"""

from collections.abc import Callable
from functools import lru_cache
from math import cos, log10, pi, sin, sqrt
from typing import NamedTuple

import numpy as np

from sandbox.scene.charts.chart import Chart, ChartElement, Curve, Mark
from sandbox.text import _
from sandbox.theory.charts.situation import Situation

SPEED, END = 1.0, 0.5   # [m/s], [m]; the curve is in metres
POWERS = (3, 4)         # n; f' is continuous from 3 on
STIFF = (1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5)      # decades of k [1/s]
FELT = 1.0              # k x/v from which on detachments count
BEFORE = 0.3            # k x/v at which the run begins: what is before moves it by a hundredth of a wave
PRECISION = 1e-10
LONGEST = 0.25          # of the spring's own time 1/k: a longer step would pass a touch


class Opening:
    """Event of scipy's solver: the height over a curve grows beyond 0."""

    direction = 1.0

    def __init__(self, curve: Callable[[float], float]):
        self._curve = curve

    def __call__(self, _t, y) -> float:
        return float(y[1]) - self._curve(float(y[0]))


def count_detachments(n: int, k: float) -> int:
    """Returns how often the particle leaves the curve between x = v/k and the end, springs of k [1/s]."""
    return len(way_over(n, k).felt)


class Way(NamedTuple):
    """Of a particle over the curve: the last numbers of a run from `begin` to the end.

    begin, end    x there [m];  left   x of its detachments [m];  felt   of those from x = v/k on
    at            function of x (m,) -> height (m,) [m]
    """

    begin: float
    end: float
    left: np.ndarray
    felt: np.ndarray
    at: Callable[[np.ndarray], np.ndarray]


def way_over(n: int, k: float) -> Way:
    """Returns the way of the particle over y = x^n sin(1/x) on springs of k [1/s]."""
    from scipy.integrate import solve_ivp
    from scipy.interpolate import CubicHermiteSpline

    def curve(x):
        return x**n*sin(1.0/x)

    def slopes(_t, y):
        x, height, vx, vy = y.tolist()
        inside = curve(x) - height
        if inside <= 0.0:
            return vx, vy, 0.0, 0.0
        push = k*k*inside
        return vx, vy, -push*(n*x**(n - 1)*sin(1.0/x) - x**(n - 2)*cos(1.0/x)), push

    begin = BEFORE*SPEED/k
    path = solve_ivp(slopes, (0.0, (END - begin)/SPEED), (begin, 0.0, SPEED, 0.0), "DOP853", rtol=PRECISION, atol=1e-18,
                     events=Opening(curve), max_step=LONGEST/k)
    left = path.y_events[0][:, 0] if len(path.y_events[0]) else np.zeros(0)

    def at(x: np.ndarray) -> np.ndarray:
        # by cubics between the steps, of which each wave has dozens
        return CubicHermiteSpline(path.y[0], path.y[1], path.y[3]/path.y[2])(x)

    return Way(begin, float(path.y[0, -1]), left, left[left > FELT*SPEED/k], at)


def waves(k):
    """Returns the number of waves of the curve that springs of k [1/s] feel."""
    return np.maximum((np.asarray(k, float)/SPEED - 1.0/END)/(2.0*pi), 0.0)


def draw_detachments(_word, _situation: Situation) -> Chart:
    """Returns the chart of the number of detachments over k; its points are computed when they are asked for."""
    guide = np.logspace(STIFF[0] - 0.2, STIFF[-1] + 0.2, 61)

    def work(report: Callable, is_cancelled: Callable) -> tuple[ChartElement, ...]:
        found: dict[int, list[tuple[float, int]]] = {n: [] for n in POWERS}
        for i, decade in enumerate(STIFF):
            for n in POWERS:
                if is_cancelled():
                    return _parts(found)
                found[n].append((10.0**decade, count_detachments(n, 10.0**decade)))
            report((i + 1)/len(STIFF), _parts(found))
        return _parts(found)

    known = Curve(_("waves that the spring feels, k/(2π v)"), guide, waves(guide), style="dashes", tone=1)
    return Chart("springs of the curve k", "detachments from y = xⁿ sin(1/x)", (known,), x_unit="1/s", x_log=True,
                 y_log=True, title="Detachments without end", work=work, work_title=_("Count them"),
                 x_range=(float(guide[0]), float(guide[-1])), y_range=(0.7, 2.0*float(waves(guide[-1]))), trail=0.0,
                 key="detachments")


def _parts(found: dict[int, list[tuple[float, int]]]) -> tuple[ChartElement, ...]:
    """The points that were found, and the slope of the last of them."""
    parts: list[ChartElement] = []
    for tone, (n, points) in zip((0, 2), found.items(), strict=True):
        marks = [Mark("", k, count, "stable" if tone == 0 else "centre", f"n = {n}: {count}")
                 for k, count in points if count > 0]
        parts += marks
        if len(marks) > 2:
            slope = log10(marks[-1].y/marks[-3].y)/log10(marks[-1].x/marks[-3].x)
            parts.append(Curve(_("n = {n}: slope {slope:.2f}").format(n=n, slope=slope), [mark.x for mark in marks],
                               [mark.y for mark in marks], tone=tone))
    return tuple(parts)


# ---- the ride -------------------------------------------------------------------------------------------------------

RIDDEN = 3              # n of the curve that is shown
SOFTEST, STIFFEST = 10.0, 400.0     # springs that are shown [1/s]
LASTS = 30.0            # [s] of the run for a ride; then it begins anew
BEHIND, AHEAD = 3.0, 1.0            # waves that are seen
FINE = 240              # points of a line


@lru_cache(8)
def ridden(k: float) -> Way:
    """Returns the way that is shown, found once for each k."""
    return way_over(RIDDEN, k)


def place_at(way: Way, t: float) -> float:
    """Returns x of the ride at t [s]: as many waves go by in each second, however short they are."""
    share = (t/LASTS) % 1.0
    return 1.0/((1.0 - share)/way.begin + share/way.end)


def draw_ride(_word, situation: Situation) -> Chart | None:
    """Returns the chart of the particle on its way over the curve, on springs as the floor of the scene has them."""
    values = situation.values
    k = min(max(sqrt(values["stiffness"]/values["mass"]), SOFTEST), STIFFEST)

    def moving(snapshot) -> tuple[ChartElement, ...]:
        return ride_at(ridden(k), place_at(ridden(k), snapshot.t))

    return Chart("waves ahead", "height over xⁿ", (), x_range=(-BEHIND, AHEAD), y_range=(-1.5, 2.0), moving=moving,
                 title="Over the waves of xⁿ sin(1/x)", trail=0.0, key=("ride", k))


def ride_at(way: Way, now: float) -> tuple[ChartElement, ...]:
    """Returns curve, way so far, detachments and what has been counted at the place `now` [m]."""
    phase = 1.0/now
    u = np.linspace(-BEHIND, min(AHEAD, 0.999*phase/(2.0*pi)), FINE)
    past = np.linspace(max(-BEHIND, (phase - 1.0/way.begin)/(2.0*pi)), 0.0, FINE)
    x = 1.0/(phase - 2.0*pi*past)
    count = int((way.felt <= now).sum())
    seen = way.left[(way.left <= now) & ((phase - 1.0/way.left)/(2.0*pi) >= -BEHIND)]
    marks = [Mark("", float((phase - 1.0/one)/(2.0*pi)), float(way.at(one))/one**RIDDEN, "centre") for one in seen]
    heights = way.at(x)/x**RIDDEN
    told = _("x = {x:.3g} m: {count} detachments since k x = v; a wave is {height:.2g} m high").format(
        x=now, count=count, height=2.0*now**RIDDEN)
    return (Curve(_("the curve"), u, np.sin(phase - 2.0*pi*u), tone=1), Curve(_("the particle"), past, heights, tone=0),
            *marks, Mark(told, 0.0, float(heights[-1]), "point"))

"""A cloud of starts beside the present motion: where it is, how it turns, and what volume it fills (theory/cloud.py).

It is computed on another thread, in compiled code that needs no Python meanwhile, and shown as far as it has come; a
frame costs no more than to draw its points. A film has more starts and goes on with its frames.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from threading import Lock

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.charts.chart import Chart, ChartElement, Curve, Dots, Mark
from sandbox.text import N_, _
from sandbox.theory.charts.situation import Situation
from sandbox.theory.cloud import CloudRun, Wanted
from sandbox.theory.phase_space import PhaseSpace, space_of

KEPT = 3                # clouds that are kept, for charts that are made anew
RIM = 181               # points of the rim
EVEN = 1e-9             # of an instant, by which another one is the same


@dataclass
class Held:
    """A cloud that charts share, None before it was asked for; one thread at a time goes on with it."""

    run: CloudRun | None = None
    lock: Lock = field(default_factory=Lock)


@lru_cache(KEPT)
def held_of(key: tuple) -> Held:
    """Returns the cloud of the same scene, values, start and word as before; it is computed once."""
    return Held()


def draw_cloud(word, situation: Situation) -> Chart | None:
    """Returns the chart, None where no phase space is known for these values."""
    scene, values = situation.scene, dict(situation.values)
    try:
        space = space_of(scene, values, situation.run)
    except BadValue:
        return None
    key = ("cloud", scene.id or scene.title, *sorted(values.items()), repr(situation.start), word.starts, word.spread,
           word.seconds)
    held = held_of(key)

    def begin(starts: int) -> CloudRun:
        run = held.run
        if run is None or len(run.states) != starts:
            run = held.run = CloudRun(scene, values, situation.start, Wanted(starts, word.spread, seconds=word.seconds))
        return run

    def work(report: Callable, is_cancelled: Callable) -> tuple[ChartElement, ...]:
        with held.lock:
            run = begin(word.starts)
            while not (run.is_done or is_cancelled()):
                run.advance()
                report(run.share, ())
        return ()

    def alongside(t: float):
        with held.lock:
            run = begin(word.filmed)
            while not run.is_done and run.t[-1] < t - EVEN:
                run.advance()

    def moving(snapshot) -> tuple[ChartElement, ...]:
        run = held.run
        return () if run is None else DRAWN[word.plane](run, instant_of(run, snapshot.t))

    make = partial(Chart, point=None, trail=0.0, moving=moving, work=work, work_title=_("Let a cloud of starts go"),
                   alongside=alongside, key=key)
    if word.plane == "places":
        if not space.has_places:
            return None
        return make("x", "y", _rim(space), x_unit="m", y_unit="m", title=N_("Cloud of starts: places"))
    if word.plane == "rates":
        a, b = space.rates
        return make(space.names[a], space.names[b], x_unit=space.units[a], y_unit=space.units[b],
                    title=N_("Cloud of starts: rates"))
    return make("time t", "ln of the volume", x_unit="s", title=N_("Cloud of starts: volume"),
                x_range=(0.0, word.seconds))


def _rim(space: PhaseSpace) -> tuple[ChartElement, ...]:
    """The rim of the support, where it is known."""
    if space.rim is None:
        return ()
    angle = np.linspace(0.0, 2.0*np.pi, RIM)
    return (Curve(_("rim"), space.rim*np.cos(angle), space.rim*np.sin(angle), style="dashes", tone=1),)


def instant_of(run: CloudRun, t: float) -> int:
    """Returns the number of the last instant that is known at the time t [s]."""
    count = run.count
    return min(int(np.searchsorted(run.t[:count], t + EVEN)), count) - 1 if t > 0.0 else 0


def words_of(run: CloudRun, i: int) -> str:
    """Returns how many starts there are, what volume they fill, and how many have left, at an instant."""
    volume, measure, expected, _error = run.known[i]
    if run.space.has_density:
        text = _("{starts} starts: volume × {volume:.3g}, measure × {measure:.3g}").format(
            starts=len(run.states), volume=volume, measure=measure)
    else:
        text = _("{starts} starts: volume × {volume:.3g}").format(starts=len(run.states), volume=expected)
    left = int(run.left_at(i).sum())
    return text if left == 0 else text + _("; {count} have left").format(count=left)


# ---- what is drawn ---------------------------------------------------------------------------------------------------

def places_at(run: CloudRun, i: int) -> tuple[ChartElement, ...]:
    """Returns where the starts are on their support at the instant i, from above."""
    places = run.places[i]
    return () if places is None else _dots(run, i, *places.T)


def rates_at(run: CloudRun, i: int) -> tuple[ChartElement, ...]:
    """Returns two rates of the starts at the instant i."""
    return _dots(run, i, *run.coordinates[i][:, list(run.space.rates)].T)


def volumes_at(run: CloudRun, i: int) -> tuple[ChartElement, ...]:
    """Returns the volumes over time as far as they are known, named where the instant i is."""
    count = run.count
    with np.errstate(divide="ignore", invalid="ignore"):
        volume, measure, expected, _error = np.log(np.array(run.known[:count])).T
    times = np.array(run.t[:count])
    if run.space.has_density:
        lines = ((_("volume of dr dω"), volume), (_("measure |∇Φ| dr dω, spanned by the points"), measure))
    else:
        lines = ((_("volume: mean of exp ∫ div dt"), expected), (_("spanned by the points"), volume))
    found: list[ChartElement] = []
    for tone, (name, y) in enumerate(lines):
        found.append(Curve(name, times, y, style="dashes" if tone else "line", tone=tone))
        # lines that are the same are named apart from each other
        place = count//3 if tone else i
        if np.isfinite(y[place]):
            found.append(Mark(name, float(times[place]), float(y[place])))
    return tuple(found)


def _dots(run: CloudRun, i: int, x: np.ndarray, y: np.ndarray) -> tuple[ChartElement, ...]:
    """All starts, those that have left in another tone, and the motion itself with what is known."""
    left = run.left_at(i)
    return (Dots("", x[~left], y[~left], 0), Dots("", x[left], y[left], 2),
            Mark(words_of(run, i), float(x[0]), float(y[0]), "stable"))


DRAWN = {"places": places_at, "rates": rates_at, "volume": volumes_at}

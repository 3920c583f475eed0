"""A cloud of starts beside the present motion: where it is, how it turns, and what volume it fills (theory/cloud.py).

Before it is asked for the motion itself is shown, and where the others would begin. It is computed on another thread,
of a low priority, in compiled code that needs no Python meanwhile, in long strides (integration/strides.py): 2,000
starts take a tenth to a half of a core to keep up with the motion. It is shown as far as it has come; a frame costs no
more than to draw its points. What is ahead of the picture leaves it the core four fifths of the time. A film has more
starts and goes on with its frames.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock
from time import perf_counter, sleep
from typing import Any

import numpy as np

from sandbox.compiling.idle import idle_thread
from sandbox.errors import BadValue
from sandbox.scene.charts.chart import Chart, ChartElement, Curve, Dots, Mark, Note, Region
from sandbox.text import N_, _
from sandbox.theory.charts.situation import Situation
from sandbox.theory.cloud import CloudRun, Wanted, Way, follow_way
from sandbox.theory.phase_space import PhaseSpace

STYLES = "line", "dashes"       # of the two lines over time
LINES, BEFORE = 4, 2    # lines of what is said of a cloud, one more with a measure; of the volume only before it goes
LATE = 0.1              # [s] by which a cloud may be behind what is shown without a word
AHEAD, RESTS = 0.5, 4.0     # [s] by which it may be ahead before it rests so many times as long as it works
KEPT = 3                # clouds that are kept, for charts that are made anew
RIM = 181               # points of the rim
EVEN = 1e-9             # of an instant, by which another one is the same
LITTLE = 0.01           # change of a volume that is marked, so that one that stays is seen to
BUTTON = N_("Let a cloud of starts go")


@dataclass
class Held:
    """A cloud that charts share, None before it was asked for; one thread at a time goes on with it.

    way     the motion itself;  shown  the instant that was shown last [s]
    """

    run: CloudRun | None = None
    way: Way | None = None
    shown: float = 0.0
    lock: Lock = field(default_factory=Lock)


@lru_cache(KEPT)
def held_of(key: tuple) -> Held:
    """Returns the cloud of the same scene, values, start and word as before; it is computed once."""
    return Held()


def draw_cloud(word, situation: Situation) -> Chart | None:
    """Returns the chart, None where no phase space is known for these values."""
    scene, values = situation.scene, dict(situation.values)
    key = ("cloud", scene.id or scene.title, *sorted(values.items()), repr(situation.start), word.starts, word.spread,
           word.seconds)
    held = held_of(key)
    wanted = Wanted(word.starts, word.spread, seconds=word.seconds, is_exact=False)
    try:
        # two threads that make it make the same
        if held.way is None:
            held.way = follow_way(scene, values, situation.start, wanted)
    except BadValue:
        return None
    way, space = held.way, held.way.space

    def begin(starts: int) -> CloudRun:
        run = held.run
        if run is None or len(run.states) != starts:
            run = held.run = CloudRun(scene, values, situation.start, wanted._replace(starts=starts))
        return run

    def work(report: Callable, is_cancelled: Callable) -> tuple[ChartElement, ...]:
        with held.lock, idle_thread() as call:
            run = begin(word.starts)
            while not (run.is_done or is_cancelled()):
                began = perf_counter()
                call(run.advance)
                report(run.share, ())
                if run.t[-1] > held.shown + AHEAD:
                    # nobody waits for it
                    sleep(RESTS*(perf_counter() - began))
        return ()

    def alongside(t: float):
        with held.lock:
            run = begin(word.filmed)
            while not run.is_done and run.t[-1] < t - EVEN:
                run.advance()

    def moving(snapshot) -> tuple[ChartElement, ...]:
        run, held.shown = held.run, snapshot.t
        if run is None:
            return before_it(way, word, snapshot.t)
        return DRAWN[word.plane](run, instant_of(run.t[:run.count], snapshot.t), snapshot.t)

    common: dict[str, Any] = {
        "point": None, "trail": 0.0, "moving": moving, "work": work, "work_title": BUTTON,
        "alongside": alongside, "key": key, "lines": BEFORE if word.plane == "volume" else LINES + space.has_density}
    if word.plane == "places":
        if not space.has_places:
            return None
        return Chart("x", "y", (*_rim(space), *_alone(way, word)), x_unit="m", y_unit="m",
                     title="Cloud of starts: places", **common)
    if word.plane == "rates":
        a, b = space.rates
        return Chart(space.names[a], space.names[b], _alone(way, word), x_unit=space.units[a], y_unit=space.units[b],
                     title="Cloud of starts: rates", **common)
    return Chart("time t", "ln of the volume", (*_level(word), *_key(space)), x_unit="s",
                 title="Cloud of starts: volume", x_range=(0.0, word.seconds), **common)


def _rim(space: PhaseSpace) -> tuple[ChartElement, ...]:
    """The rim of the support, where it is known."""
    if space.rim is None:
        return ()
    angle = np.linspace(0.0, 2.0*np.pi, RIM)
    return (Curve(_("rim"), space.rim*np.cos(angle), space.rim*np.sin(angle), style="dashes", tone=1),)


def _alone(way: Way, word) -> tuple[ChartElement, ...]:
    """The way of the motion itself, which gives the axes."""
    x, y = _plane(word, way.space, way.coordinates, way.places)
    return (Curve("", x, y, style="fine", tone=4),)


def _plane(word, space: PhaseSpace, coordinates: np.ndarray, places: np.ndarray | None) -> np.ndarray:
    """The two numbers (2, m) of points that are drawn."""
    return np.transpose(coordinates[:, list(space.rates)] if word.plane == "rates" or places is None else places)


def _level(word) -> tuple[ChartElement, ...]:
    """The volume of the start over time, with a little more and less of it."""
    end, (more, less) = word.seconds, np.log1p((LITTLE, -LITTLE))
    return (Curve("", (0.0, end), (0.0, 0.0), style="fine", tone=4),
            Region(f"± {100.0*LITTLE:.0f} %", (0.0, end, end, 0.0), (less, less, more, more), tone=4))


def volume_names(space: PhaseSpace) -> tuple[str, str]:
    """Returns what the two lines over time are called."""
    if space.has_density:
        return _("volume of dr dω"), _("measure |∇Φ| dr dω, spanned by the points")
    return _("volume: mean of exp ∫ div dt"), _("spanned by the points")


def _key(space: PhaseSpace) -> tuple[ChartElement, ...]:
    """Curves of no points, whose names stand above the plot: those that move have them."""
    return tuple(Curve(name, (np.nan,), (np.nan,), style=style, tone=tone)
                 for tone, (name, style) in enumerate(zip(volume_names(space), STYLES, strict=True)))


def instant_of(times: Sequence[float] | np.ndarray, t: float) -> int:
    """Returns the number of the last of the instants so far at the time t [s]."""
    return min(int(np.searchsorted(times, t + EVEN)), len(times)) - 1 if t > 0.0 else 0


def words_of(run: CloudRun, i: int, t: float) -> str:
    """Returns how many starts there are, what volume they fill, and how many have left, at an instant.

    t   that is shown [s]: a cloud that is not computed so far yet, or has ended before, says its own
    """
    volume, measure, expected, _error = run.known[i]
    lines = [_("{starts} starts").format(starts=len(run.states))]
    if run.space.has_density:
        lines.append(_("volume × {volume:.3g}").format(volume=volume))
        lines.append(_("measure × {measure:.3g}").format(measure=measure))
    else:
        lines.append(_("volume × {volume:.3g}").format(volume=expected))
    left = int(run.left_at(i).sum())
    if left:
        lines.append(_("{count} have left").format(count=left))
    if t > run.t[i] + LATE:
        lines.append(_("at t = {t:.2f} s").format(t=run.t[i]))
    return "\n".join(lines)


def before_it(way: Way, word, t: float) -> tuple[ChartElement, ...]:
    """Returns where the motion itself is at the time t [s], where others would begin, and how to let them go."""
    note = Note(_("“{button}” sends {starts} starts along").format(button=_(BUTTON), starts=word.starts))
    if word.plane == "volume":
        return (note,)
    x, y = _plane(word, way.space, way.coordinates, way.places)
    i = instant_of(way.t, t)
    starts = _plane(word, way.space, *way.box)
    return (Dots("", starts[0], starts[1], 0), Mark("", float(x[i]), float(y[i]), "ring"), note)


# ---- what is drawn ---------------------------------------------------------------------------------------------------

def places_at(run: CloudRun, i: int, t: float) -> tuple[ChartElement, ...]:
    """Returns where the starts are on their support at the instant i, from above."""
    places = run.places[i]
    return () if places is None else _dots(run, i, t, *places.T)


def rates_at(run: CloudRun, i: int, t: float) -> tuple[ChartElement, ...]:
    """Returns two rates of the starts at the instant i."""
    return _dots(run, i, t, *run.coordinates[i][:, list(run.space.rates)].T)


def volumes_at(run: CloudRun, i: int, t: float) -> tuple[ChartElement, ...]:
    """Returns the volumes over time as far as they are known, marked where the instant i is."""
    count = run.count
    with np.errstate(divide="ignore", invalid="ignore"):
        volume, measure, expected, _error = np.log(np.array(run.known[:count])).T
    times = np.array(run.t[:count])
    lines = (volume, measure) if run.space.has_density else (expected, volume)
    found: list[ChartElement] = []
    for tone, (name, style, y) in enumerate(zip(volume_names(run.space), STYLES, lines, strict=True)):
        found.append(Curve(name, times, y, style=style, tone=tone))
        if np.isfinite(y[i]):
            found.append(Mark("", float(times[i]), float(y[i])))
    return tuple(found)


def _dots(run: CloudRun, i: int, t: float, x: np.ndarray, y: np.ndarray) -> tuple[ChartElement, ...]:
    """All starts, those that have left in another tone, the motion itself, and what is known."""
    left = run.left_at(i)
    return (Dots("", x[~left], y[~left], 0), Dots("", x[left], y[left], 1),
            Mark("", float(x[0]), float(y[0]), "ring"), Note(words_of(run, i, t)))


DRAWN = {"places": places_at, "rates": rates_at, "volume": volumes_at}

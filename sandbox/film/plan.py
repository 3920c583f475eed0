"""What is known of a film before its first frame: which instants it shows, and what happens there."""

from dataclasses import dataclass

import numpy as np

from sandbox.errors import BadValue
from sandbox.film.foreseen import events_of, foresee, of_kinds, seen_at
from sandbox.film.recipe import Recipe
from sandbox.film.run_up import NOBODY, Watch
from sandbox.film.soundtrack import track_of
from sandbox.film.timing import Timing, timing_of
from sandbox.run.readings.quantities import Quantity, quantities_of
from sandbox.run.recording import ROWS_PER_SECOND
from sandbox.run.simulation import Simulation
from sandbox.sound.track import Track
from sandbox.text import _

MOST_NAMED = 12          # keys of quantities that a sentence lists


@dataclass(frozen=True)
class Plan:
    """The frames of a film.

    timing   of those that show the run
    ahead    the run at the end of the film, None where nobody needs to know;  beside  the one on the right of it
    sound    of the film, None where it is silent
    """

    timing: Timing
    ahead: Simulation | None = None
    beside: Simulation | None = None
    sound: Track | None = None


def plan_of(recipe: Recipe, run: Simulation, watch: Watch = NOBODY, beside: Simulation | None = None,
            most_frames: int | None = None) -> Plan:
    """Returns the plan of a film; BadValue where it cannot be made.

    run           at its start; it stays there;  beside  the one on the right of it, or None
    most_frames   after the title card, None for as many as it takes
    """
    check_chart(recipe, run)
    if recipe.slow is None and not recipe.plots:
        timing, ahead, right = timing_of(recipe), None, None
    else:
        check_plots(recipe, run)
        ahead = foresee(recipe, run, watch)
        right = None if beside is None else foresee(recipe, beside, watch)
        both = [ahead] if right is None else [ahead, right]
        kinds = recipe.slow["kinds"] if recipe.slow else ()
        instants = [one.t for each in both for one in of_kinds(events_of(each), kinds)]
        timing = timing_of(recipe, instants)
        if recipe.plots and len(timing) > 1 and np.diff(timing.times).min() < (1.0 - 1e-6)/ROWS_PER_SECOND:
            ahead = seen_at(timing.times, run, watch)
            right = None if beside is None else seen_at(timing.times, beside, watch)
    sound = track_of(recipe, run, timing, watch, beside) if recipe.sound else None
    return Plan(timing.first(len(timing) if most_frames is None else most_frames), ahead, right, sound)


def check_plots(recipe: Recipe, run: Simulation):
    """Raises BadValue where a run has not what is to be plotted of it."""
    known = {quantity.key: quantity for quantity in quantities_of(run, recipe.focus)}
    for plot in recipe.plots:
        for key in plot.split(","):
            if key not in known:
                names = [name for name in known if "#" not in name]
                raise BadValue(_("film, plot {found!r}: there is no such quantity in scene '{scene}'; it has {known}, …"
                                 ).format(found=plot, scene=recipe.scene, known=", ".join(names[:MOST_NAMED])))


def check_chart(recipe: Recipe, run: Simulation):
    """Raises BadValue where the scene has not the chart that is to be painted."""
    count = len(run.charts()) if recipe.chart else 0
    if recipe.chart > count:
        raise BadValue(_("film, chart: got {found}, scene '{scene}' has {count}").format(
            found=recipe.chart, scene=recipe.scene, count=count))


def plotted(run: Simulation, recipe: Recipe) -> list[tuple[Quantity, ...]]:
    """Returns the quantities of each plot: one over time, two against each other; none that the run has not."""
    known = {quantity.key: quantity for quantity in quantities_of(run, recipe.focus)}
    wanted = [plot.split(",")[:2] for plot in recipe.plots]
    return [tuple(known[key] for key in keys) if all(key in known for key in keys) else () for keys in wanted]

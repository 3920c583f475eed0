"""The sound of a film: the run is heard once before it is drawn, then each of its instants goes to its frame."""

from bisect import bisect_right

from sandbox.film.recipe import Recipe
from sandbox.film.run_up import Watch, run_up
from sandbox.film.timing import Timing
from sandbox.run.branches import twin
from sandbox.run.simulation import Simulation
from sandbox.sound.score import aside, score_of
from sandbox.sound.track import Track

BESIDE = 0.5             # how far to the sides two runs beside each other are heard


def track_of(recipe: Recipe, run: Simulation, timing: Timing, watch: Watch, beside: Simulation | None = None) -> Track:
    """Returns the sound of a film of a run, and of one beside it, which are at their starts and stay there."""
    def heard(one: Simulation):
        return score_of(twin(one), recipe.begin, recipe.end, lambda run, step: run_up(run, step, watch))

    scores = [heard(run)] if beside is None else [aside(heard(run), -BESIDE), aside(heard(beside), BESIDE)]
    clock = FilmClock(recipe, timing)
    return Track(scores, clock.shown, clock.speed)


class FilmClock:
    """When an instant of the run is seen in a film, between frames as at them."""

    def __init__(self, recipe: Recipe, timing: Timing):
        self._times, self._speeds = timing.times.tolist(), timing.speeds.tolist()
        self._fps, self._card = recipe.fps, recipe.card_frames

    def shown(self, t: float) -> float:
        """Returns the time in the film [s] at which the instant t [s] of the run is seen."""
        times = self._times
        k = min(max(bisect_right(times, t) - 1, 0), max(len(times) - 2, 0))
        pace = times[k + 1] - times[k] if len(times) > 1 else self._speeds[0]/self._fps
        return (self._card + k + (t - times[k])/pace)/self._fps

    def speed(self, t: float) -> float:
        """Returns the simulated time per time of film [1] at an instant [s] of the run."""
        return self._speeds[max(bisect_right(self._times, t) - 1, 0)]

"""Films of a stretch of a run: every frame is the state at its own instant, however long drawing takes."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import log2

import numpy as np

from sandbox.film.encoding.encoder import Encoder
from sandbox.film.painted.captions import Captions
from sandbox.film.painted.chart import FilmChart
from sandbox.film.painted.overlay import Overlay
from sandbox.film.painted.plots import Plots
from sandbox.film.pair import Half, Names, Shelf, both
from sandbox.film.plan import Plan
from sandbox.film.recipe import Recipe
from sandbox.film.reel import FilmPicture, Reel
from sandbox.film.run_up import NOBODY, Watch
from sandbox.film.timing import timing_of
from sandbox.run.simulation import Simulation
from sandbox.text import _

SAME = 0.01              # octaves between speeds that are the same
FADE = 0.5               # [s] in which a title card fades out


@dataclass(frozen=True)
class Progress:
    """The progress of a film."""

    frames: int          # that are in the file so far
    made: int            # that were drawn so far
    of: int              # in all
    seconds: float       # since the first frame [s]
    bytes: int           # in the file

    @property
    def rate(self) -> float:
        """Frames made per second [1/s]."""
        return self.made/self.seconds if self.seconds > 0.0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Estimated time for the remaining frames [s], None while there is no estimate yet."""
        return (self.of - self.made)/self.rate if self.made > 5 and self.rate > 0.0 else None


class Film:
    """Makes the film of a recipe, with a View that nothing else uses.

    run      at its start;  beside  the one on the right of it where the recipe has one, at its start, too
    plan     of its frames; None: at one speed, without plots
    ended    why the film is shorter than its recipe says, or ""
    """

    def __init__(self, recipe: Recipe, run: Simulation, view, plan: Plan | None = None,
                 beside: Simulation | None = None):
        self.recipe, self.ended = recipe, ""
        self._timing = plan.timing if plan is not None else timing_of(recipe)
        times = self._timing.times
        ahead = plan.ahead if plan is not None and recipe.plots else None
        self._plots = None if ahead is None else Plots(recipe, ahead, float(times[0]), float(times[-1]),
                                                       plan.beside if plan is not None else None)
        self._chart = FilmChart(recipe, run) if recipe.chart else None
        width, height = recipe.size
        size = (width, height) if beside is None else (width//4*2, height)
        self._reel = Reel(recipe, run, view, size)
        self._right = None if beside is None else Reel(recipe.right, beside, view, (width - size[0], height))
        self._overlay = Overlay(recipe.theme, recipe.clock, recipe.speed, recipe.background == "transparent")

    @property
    def renderer(self) -> str:
        """Name of the renderer as the driver gives it."""
        return self._reel.renderer

    def make(self, encoder: Encoder, on_progress: Callable[[Progress], None] = lambda progress: None,
             watch: Watch = NOBODY):
        """Sends every frame to the encoder and calls `on_progress` after each.

        Ends early when it is stopped, before the first frame by raising Stopped.
        """
        if self._right is None:
            self._reel.set_up(watch)
            self._send(self._reel.pictures(self._times, watch), encoder, on_progress, watch)
            return
        with Shelf(self._reel.size) as shelf:
            self._reel.set_up(watch)
            begin, end = self._times[0], self._times[-1]
            for picture in self._reel.pictures(self._times, watch):
                shelf.put(picture)
                watch.on_run_up(picture.snapshot.t - begin, end - begin)
            watch.check()
            self._right.set_up(watch)
            pictures = both(shelf.pictures(), self._right.pictures(self._times, watch))
            self._send(pictures, encoder, on_progress, watch)

    @property
    def _times(self) -> list[float]:
        return self._timing.times.tolist()

    def _send(self, pictures: Iterator[FilmPicture], encoder: Encoder, on_progress: Callable[[Progress], None],
              watch: Watch):
        """Sends the frames made of these pictures to the encoder."""
        begin, of = time.perf_counter(), len(self._timing) + self.recipe.card_frames
        for made, pixels in enumerate(self._frames(pictures), start=1):
            if watch.is_stopped():
                self.ended = _("stopped")
                return
            if not encoder.put(pixels):
                self.ended = encoder.trouble
                return
            on_progress(Progress(encoder.frames, made, of, time.perf_counter() - begin, encoder.size))
        if watch.is_stopped():
            self.ended = _("stopped")

    def _frames(self, pictures: Iterator[FilmPicture]) -> Iterator[np.ndarray]:
        """Yields all frames as they are in the film."""
        words = self._words()
        for k, (picture, speed) in enumerate(zip(pictures, self._timing.speeds.tolist(), strict=False)):
            if k == 0:
                yield from self._card(picture)
            # what was painted is not what may have to stand still
            still = picture._replace(pixels=picture.pixels.copy())
            self._finish(picture, speed, words)
            yield picture.pixels
        ends = [reel.ended for reel in (self._reel, self._right) if reel is not None]
        self.ended = max(ends) if all(ends) else ""
        # what is said of the end can be read
        for _k in range(max(one.frames_left for one in words) if self.ended else 0):
            last = still._replace(pixels=still.pixels.copy())
            self._finish(last, speed, words)
            yield last.pixels

    def _words(self) -> list[Captions]:
        """Texts of one's own and of events; of two runs the events in the half of each."""
        side = "".join(one.side for one in (self._plots, self._chart) if one)
        if self._right is None:
            return [Captions(self.recipe, self._reel.run, side)]
        return [Captions(replace(self.recipe, told=()), self._reel.run, side),
                Captions(replace(self.recipe, captions=()), self._reel.run),
                Captions(replace(self.recipe, captions=()), self._right.run)]

    def _finish(self, picture: FilmPicture, speed: float, words: list[Captions]):
        """Paints over a picture what stands on it."""
        t, recipe = picture.snapshot.t, self.recipe
        said = shown_speed_of(speed, (recipe.speed, recipe.slow["speed"] if recipe.slow else recipe.speed))
        more: list = []
        if self._plots is not None:
            self._plots.t = t
            more.append(self._plots)
        if self._chart is not None:
            self._chart.show(picture.snapshot)
            more.append(self._chart)
        lines = [one.at(t) for one in words]
        if recipe.beside is not None:
            more += [Names(recipe.caption, recipe.beside.get("caption", "")), Half(lines[1], 0), Half(lines[2], 1)]
        self._overlay.paint(picture.pixels, t, picture.entries, speed=said, more=[*more, lines[0]])

    def _card(self, picture: FilmPicture) -> Iterator[np.ndarray]:
        """Yields the frames of the title card, which fades out over the first picture."""
        recipe, t = self.recipe, picture.snapshot.t
        title = tuple(recipe.title.split("\n"))
        for k in range(recipe.card_frames):
            pixels = picture.pixels.copy()
            fade = min(1.0, (recipe.card_frames - k)/(FADE*recipe.fps))
            self._overlay.paint(pixels, t, picture.entries if fade < 1.0 else ())
            self._overlay.paint(pixels, t, title=title, fade=fade)
            yield pixels


def shown_speed_of(speed: float, known: Sequence[float]) -> float:
    """Returns a speed as it is said: one of the known ones, or on the way between them the nearest power of two."""
    near = min(known, key=lambda one: abs(log2(speed/one)))
    return near if abs(log2(speed/near)) < SAME else 2.0**round(log2(speed))


def title_of(run: Simulation) -> str:
    """Returns the lines of a title card: scene and preset."""
    return "\n".join(_(text) for text in (run.scene.title, run.preset) if text)

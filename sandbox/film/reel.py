"""The pictures of one run for a film: the scene set up as a recipe says, then one picture for each instant."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from sandbox.film.camera_path import CameraPath
from sandbox.film.painted.overlay import LegendEntry, shown_range, shown_scale, with_units
from sandbox.film.recipe import Recipe
from sandbox.film.run_up import NOBODY, Stopped, Watch, run_up
from sandbox.run.cast import Cast, cast_of
from sandbox.run.peaks import peaks_of
from sandbox.run.readings.names import has_several, name_of, own_names
from sandbox.run.simulation import Simulation
from sandbox.run.snapshot import Snapshot
from sandbox.run.trace import way_of_body
from sandbox.systems.protocol import ARROWS
from sandbox.text import _
from sandbox.theory.ghost import Band, Theory
from sandbox.view.frames import Lens, NoPicture
from sandbox.view.page.channel import wait_until
from sandbox.view.palette import legend

PAST = 60.0              # [s] before the film that trail and chalk line show too
PAST_RATE = 60           # states drawn per second of that time [1/s]
PAGE_TIMEOUT = 60.0      # [s] for the page to load, or to load again
ATTEMPTS = 3             # tries for one frame when the page is lost


class FilmPicture(NamedTuple):
    """The picture of a state: pixels (height, width, 4), bytes RGBA, top row first; and what its legend says."""

    snapshot: Snapshot
    pixels: np.ndarray
    entries: list[LegendEntry]


class Reel:
    """Takes the pictures of a run, with a View that nothing else uses meanwhile.

    size     of the pictures (width, height) [px]
    ended    why there are fewer pictures than instants, or ""
    """

    def __init__(self, recipe: Recipe, run: Simulation, view, size):
        self.recipe, self.run, self.ended = recipe, run, ""
        self._view, self.size = view, (round(size[0]), round(size[1]))
        self._lens = Lens(view)
        self._theory, self._band = Theory(lambda sentence: None), Band()
        self._drawn = 0.0                        # up to which the lines are drawn [s]
        self._camera: CameraPath | None = None
        self._cast: Cast | None = None           # of all that there is up to the end of the film
        self._failures: list[str] = []
        view.failed.connect(self._failures.append)

    @property
    def renderer(self) -> str:
        """Name of the renderer as the driver gives it."""
        return self._view.renderer

    # ---- before the first picture -----------------------------------------------------------------------------------

    def set_up(self, watch: Watch = NOBODY):
        """Shows the scene as the recipe says and draws the trail up to the first instant."""
        recipe, view, run = self.recipe, self._view, self.run
        for name in ARROWS:
            view.set_arrow(name, name in recipe.arrows)
        view.set_trail(recipe.trail)
        view.set_chalk(recipe.chalk)
        view.set_camera(recipe.camera)
        view.set_closer(run.scene.shown(recipe.preset).closer)
        view.set_theme(recipe.theme)
        view.set_labels(recipe.labels)
        view.set_bold(recipe.bold)
        self._lens.set_hidden_size(*self.size)
        cast = self._cast = cast_of(run, int(recipe.end*run.step_rate + 1e-9) + 1,
                                    lambda ahead, step: run_up(ahead, step, Watch(watch.is_stopped)))
        view.show_scene(tuple(cast.surfaces), cast.bodies, run.scene.title,
                        cast.gathered(run.snapshot(), run.edits))
        view.expect_arrows(peaks_of(run, recipe.focus, np.inf))
        self._wait_for_page(watch)
        view.set_tint(recipe.tint)
        is_named, names = recipe.labels and has_several(cast.bodies), tuple(cast.names) if any(cast.names) else ()
        view.set_names(own_names(cast.bodies, names))
        view.set_focus(recipe.focus, name_of(cast.bodies, recipe.focus, recipe.tint, names) if is_named else "")
        view.set_trails(recipe.trails)
        if recipe.look is not None:
            self._lens.set_look(recipe.look, [round(n) for n in recipe.window or recipe.size])
        self._lens.set_ground(recipe.background)
        if recipe.orbit or recipe.ease or recipe.keys:
            self._camera = CameraPath(recipe, self._lens.first_look)
        if recipe.focus > 0 or recipe.trails:
            # the ways of other bodies than the first are known from what is kept for plots
            run.watch()

        # trail and chalk line of the time before the film
        rate = run.step_rate
        first = int(recipe.begin*rate + 1e-9)
        past = max(0, first - round(PAST*rate))
        run_up(run, past, watch)
        run.recording.keep_trace()
        still = Watch(watch.is_stopped)
        # every state of that time counts for the scales of the arrows
        while run.step < first and run.ended is None:
            self._lens.draw_past(self._seen(run.snapshot()))
            run_up(run, min(run.step + rate//PAST_RATE, first), still)
            watch.on_run_up(run.t, recipe.begin)
        self._drawn = run.t
        if (body := self._place_of(recipe.focus)) is not None:
            view.draw_way(way_of_body(run, body, 0.0, run.t), True)

    def _seen(self, snapshot: Snapshot) -> Snapshot:
        """Returns a state of the run as the picture has it: with what is not there just then."""
        assert self._cast is not None
        return self._cast.seen(snapshot, self.run.edits)

    def _place_of(self, body: int) -> int | None:
        """Returns the number that a body of the picture has in the run now, None where it is not there."""
        assert self._cast is not None
        here = self._cast.places(self.run.edits)[0]
        return here.index(body) if body in here else None

    def _wait_for_page(self, watch: Watch = NOBODY):
        view = self._view
        is_there = wait_until(lambda: view.is_ready or view.has_failed or watch.is_stopped(), PAGE_TIMEOUT)
        watch.check()
        if not is_there or view.has_failed:
            raise NoPicture(self._failures[-1] if self._failures else _("There is no 3D picture to take."))

    # ---- pictures ---------------------------------------------------------------------------------------------------

    def pictures(self, times: Sequence[float], watch: Watch = NOBODY) -> Iterator[FilmPicture]:
        """Yields a picture for each instant [s]; while one is used, the page draws the next.

        Ends early when the run ends, or when it is stopped, before the first one by raising Stopped.
        """
        snapshots = self._snapshots(times, watch)
        upcoming: Snapshot | None = next(snapshots)
        path = self._request(upcoming)
        while upcoming is not None:
            snapshot, pixels = upcoming, self._receive(upcoming, path)
            try:
                upcoming = next(snapshots, None)
            except Stopped:
                upcoming = None
            entries = self._entries()
            if upcoming is not None:
                path = self._request(upcoming)
            yield FilmPicture(snapshot, pixels, entries)

    def _snapshots(self, times: Sequence[float], watch: Watch) -> Iterator[Snapshot]:
        """Yields the state of each instant; gives the view new theory and band before."""
        run, recipe = self.run, self.recipe
        # between two pictures nobody needs to be told how far the run is
        still = Watch(watch.is_stopped)
        for t in times:
            run_up(run, int(t*run.step_rate + 1e-9), still)
            run.settle()
            snapshot = run.peek(t) if run.ended is None else run.snapshot()
            if recipe.ghost:
                for path in self._theory.look(run, snapshot):
                    self._view.show_ghost(path)
                for circles in self._band.look(run, snapshot.t):
                    self._view.show_band(circles)
            focus = self._place_of(recipe.focus)
            if snapshot.t > self._drawn and focus is not None:
                self._view.draw_way(way_of_body(run, focus, self._drawn, snapshot.t), False)
                self._drawn = snapshot.t
            if recipe.trails:
                begin, here = snapshot.t - PAST, self._cast.places(run.edits)[0] if self._cast is not None else []
                self._view.draw_trails({k: way_of_body(run, here.index(k), begin, snapshot.t) for k in recipe.trails
                                        if k in here})
            yield self._seen(snapshot)
            if snapshot.ended is not None:
                self.ended = snapshot.ended.sentence
                return

    def _request(self, snapshot) -> dict | None:
        """Requests the picture of a state; returns what the camera does in it."""
        path = self._camera.next(snapshot.t, self._lens.followed(snapshot)) if self._camera is not None else None
        self._lens.request(snapshot, *self.size, path)
        return path

    def _receive(self, snapshot, path) -> np.ndarray:
        """Returns the requested picture; requests it again when the page was lost."""
        for attempt in range(ATTEMPTS):
            try:
                return self._lens.receive()
            except NoPicture:
                if attempt == ATTEMPTS - 1 or self._view.has_failed:
                    raise
                self._wait_for_page()
                self._lens.set_ground(self.recipe.background)
                self._lens.request(snapshot, *self.size, path)
        raise AssertionError

    def _entries(self) -> list[LegendEntry]:
        """Returns the entries of the legend for what the picture shows."""
        recipe = self.recipe
        if not recipe.legend:
            return []
        on = {*recipe.arrows} & {*self.run.system.arrows}
        on |= {"tint"} if self._view.fastest > 0.0 else set()
        on |= {"trail"} if recipe.trail != "off" else set()
        on |= {"chalk"} if recipe.chalk != "off" else set()
        on |= {"ghost"} if recipe.ghost and (self.run.scene.exact is not None or self._band.is_shown) else set()
        meanings = self.run.system.arrow_words
        scales = {name: shown_scale(*scale) for name, scale in with_units(self._view.arrow_scales, meanings).items()}
        scales["tint"] = shown_range(self._view.fastest, "m/s")
        return [LegendEntry(meanings.get(name, (text, ""))[0], colour, kind, scales.get(name, ""))
                for text, colour, kind, name in legend(recipe.theme) if name in on]

"""Films of a stretch of a run: every frame is the state at its own instant, however long drawing takes."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sandbox.film.encoder import Encoder
from sandbox.film.overlay import Entry, Overlay, shown_range, shown_scale, with_units
from sandbox.film.recipe import Recipe
from sandbox.film.run_up import NOBODY, Stopped, Watch, run_up
from sandbox.run.branches import way_of
from sandbox.run.readings.names import has_several, name_of
from sandbox.run.readings.peaks import peaks_of
from sandbox.run.simulation import Simulation
from sandbox.systems.protocol import ARROWS
from sandbox.text import _
from sandbox.theory.ghost import Band, Theory
from sandbox.view.frames import Lens, NoPicture
from sandbox.view.page.channel import wait_until
from sandbox.view.picture.palette import legend

PAST = 60.0              # [s] before the film that trail and chalk line show too
PAST_RATE = 60           # states drawn per second of that time [1/s]
FADE = 0.5               # [s] in which a title card fades out
PAGE_TIMEOUT = 60.0      # [s] for the page to load, or to load again
ATTEMPTS = 3             # tries for one frame when the page is lost


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
    def left(self) -> float | None:
        """Estimated time for the remaining frames [s], None while there is no estimate yet."""
        return (self.of - self.made)/self.rate if self.made > 5 and self.rate > 0.0 else None


class Film:
    """Makes the film of a recipe, with a View that nothing else uses.

    ended    why the film is shorter than its recipe says, or ""
    """

    def __init__(self, recipe: Recipe, run: Simulation, view):
        self.recipe, self._run, self._view = recipe, run, view
        self._lens = Lens(view)
        self._theory, self._band = Theory(lambda sentence: None), Band()
        self._overlay = Overlay(recipe.theme, recipe.clock, recipe.speed)
        self.ended, self._drawn = "", 0.0        # up to which the lines are drawn [s]
        self._failures = []
        view.failed.connect(self._failures.append)

    def make(self, encoder: Encoder, on_progress: Callable[[Progress], None] = lambda progress: None,
             watch: Watch = NOBODY):
        """Sends every frame to the encoder and calls `on_progress` after each.

        Ends early when it is stopped, before the first frame by raising Stopped.
        """
        recipe, is_stopped = self.recipe, watch.is_stopped
        self._set_up(watch)
        begin, made = time.perf_counter(), 0

        def tell():
            """Says how far it is."""
            on_progress(Progress(encoder.frames, made, recipe.frames, time.perf_counter() - begin, encoder.size))

        card_frames = recipe.frames - recipe.moving_frames
        snapshots = self._snapshots(watch)
        upcoming = next(snapshots)
        self._lens.request(upcoming, *recipe.size)
        while upcoming is not None:
            snapshot, pixels = upcoming, self._picture_of(upcoming)
            # the page draws the next frame while this one is painted over and compressed
            try:
                upcoming = next(snapshots, None)
            except Stopped:
                upcoming = None
            entries = self._entries()
            if upcoming is not None:
                self._lens.request(upcoming, *recipe.size)
            for k in range(card_frames if made == 0 else 0):
                with_card = pixels.copy()
                fade = min(1.0, (card_frames - k)/(FADE*recipe.fps))
                self._overlay.paint(with_card, snapshot.t, entries if fade < 1.0 else (), ())
                self._overlay.paint(with_card, snapshot.t, (), self._title(), fade)
                if is_stopped() or not encoder.put(with_card):
                    break
                made += 1
                tell()
            self._overlay.paint(pixels, snapshot.t, entries)
            if is_stopped():
                self.ended = _("stopped")
                return
            if not encoder.put(pixels):
                self.ended = encoder.trouble
                return
            made += 1
            tell()

    # ---- before the first frame -------------------------------------------------------------------------------------

    def _set_up(self, watch: Watch):
        """Shows the scene as the recipe says and draws the trail up to the first frame."""
        recipe, view, run = self.recipe, self._view, self._run
        for name in ARROWS:
            view.set_arrow(name, name in recipe.arrows)
        view.set_trail(recipe.trail)
        view.set_chalk(recipe.chalk)
        view.set_camera(recipe.camera)
        view.set_closer(run.scene.shown(recipe.preset).closer)
        view.set_theme(recipe.theme)
        view.set_labels(recipe.labels)
        view.set_bold(recipe.bold)
        self._lens.set_hidden_size(*recipe.size)
        view.show_scene(run.surfaces, run.bodies, run.scene.title, run.snapshot())
        view.expect_arrows(peaks_of(run, recipe.focus))
        self._wait_for_page(watch)
        view.set_tint(recipe.tint)
        several = has_several(run.bodies)
        view.set_focus(recipe.focus, name_of(run.bodies, recipe.focus, recipe.tint) if several else "")
        view.set_trails(recipe.trails)
        if recipe.look is not None:
            self._lens.set_look(recipe.look, [round(n) for n in recipe.window or recipe.size])

        # trail and chalk line of the time before the film
        rate = run.step_rate
        first = int(recipe.begin*rate + 1e-9)
        past = max(0, first - round(PAST*rate))
        run_up(run, past, watch)
        run.books.keep_trace()
        still = Watch(watch.is_stopped)
        # every state of that time counts for the scales of the arrows
        while run.step < first and run.ended is None:
            self._lens.draw_past(run.snapshot())
            run_up(run, min(run.step + rate//PAST_RATE, first), still)
            watch.on_run_up(run.t, recipe.begin)
        self._drawn = run.t
        if recipe.focus == 0:
            view.draw_way(way_of(run, 0.0, run.t), True)

    def _wait_for_page(self, watch: Watch = NOBODY):
        view = self._view
        is_there = wait_until(lambda: view.is_ready or view.has_failed or watch.is_stopped(), PAGE_TIMEOUT)
        watch.check()
        if not is_there or view.has_failed:
            raise NoPicture(self._failures[-1] if self._failures else _("There is no 3D picture to take."))

    # ---- frames -----------------------------------------------------------------------------------------------------

    def _snapshots(self, watch: Watch) -> Iterator:
        """Yields the state of each frame; gives the view new theory and band before."""
        run, recipe = self._run, self.recipe
        # between two frames nobody needs to be told how far the run is
        still = Watch(watch.is_stopped)
        for t in recipe.times().tolist():
            run_up(run, int(t*run.step_rate + 1e-9), still)
            snapshot = run.peek(t) if run.ended is None else run.snapshot()
            if recipe.ghost:
                for path in self._theory.look(run, snapshot):
                    self._view.show_ghost(path)
                for circles in self._band.look(run, snapshot.t):
                    self._view.show_band(circles)
            # of other bodies nothing is kept between frames: their lines go through what is shown
            if recipe.focus == 0 and snapshot.t > self._drawn:
                self._view.draw_way(way_of(run, self._drawn, snapshot.t), False)
                self._drawn = snapshot.t
            yield snapshot
            if snapshot.ended is not None:
                self.ended = snapshot.ended.sentence
                return

    def _picture_of(self, snapshot):
        """Returns the requested picture (height, width, 4); requests it again when the page was lost."""
        for attempt in range(ATTEMPTS):
            try:
                return self._lens.receive()
            except NoPicture:
                if attempt == ATTEMPTS - 1 or self._view.has_failed:
                    raise
                self._wait_for_page()
                self._lens.request(snapshot, *self.recipe.size)
        raise AssertionError

    def _entries(self) -> list[Entry]:
        """Returns the entries of the legend for what the picture shows."""
        recipe = self.recipe
        if not recipe.legend:
            return []
        on = {*recipe.arrows} & {*self._run.system.arrows}
        on |= {"tint"} if self._view.fastest > 0.0 else set()
        on |= {"trail"} if recipe.trail != "off" else set()
        on |= {"chalk"} if recipe.chalk != "off" else set()
        on |= {"ghost"} if recipe.ghost and (self._run.scene.exact is not None or self._band.is_shown) else set()
        meanings = self._run.system.arrow_words
        scales = {name: shown_scale(*scale) for name, scale in with_units(self._view.arrow_scales, meanings).items()}
        scales["tint"] = shown_range(self._view.fastest, "m/s")
        return [Entry(meanings.get(name, (text, ""))[0], colour, kind, scales.get(name, ""))
                for text, colour, kind, name in legend(recipe.theme) if name in on]

    def _title(self) -> tuple:
        return tuple(self.recipe.title.split("\n")) if self.recipe.title else ()


def title_of(run: Simulation) -> str:
    """Returns the lines of a title card_frames: scene and preset."""
    return "\n".join(_(text) for text in (run.scene.title, run.preset) if text)


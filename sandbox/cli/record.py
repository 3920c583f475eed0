"""The command `record`: a film of a scene, frame by frame exact, without a visible window."""

import json
import signal
import sys
import threading
import time
from dataclasses import replace

from sandbox.cli.choices import changes_of
from sandbox.cli.common import catalogue, fail
from sandbox.errors import BadValue
from sandbox.text import _, language, set_language

REPORT_EVERY = 0.5       # [s] between messages about the progress


def number(text, name: str) -> float:
    """Returns the number in the text of the option --name, a fraction like 1/4 too, or raises BadValue."""
    try:
        above, stroke, below = str(text).partition("/")
        return float(above)/float(below) if stroke else float(above)
    except (ValueError, ZeroDivisionError):
        raise BadValue(_("--{name}: got {found!r}, needs a number").format(name=name, found=text)) from None


def recipe_from(args, scenes):
    """Takes the options of `record` and returns (recipe, run at t = 0)."""
    from sandbox.film import recipe as recipes
    from sandbox.film.exact import title_of
    from sandbox.film.filmed_run import run_of
    options = {name: getattr(args, name) for name in ("camera", "trail", "chalk", "theme", "quality", "fps", "clock",
                                                      "legend", "ghost", "bold") if getattr(args, name) is not None}
    if args.size:
        options["size"] = recipes.SIZES[args.size]
    if args.arrows is not None:
        options["arrows"] = tuple(name for name in args.arrows.split(",") if name and name != "none")
    if args.speed is not None:
        options["speed"] = number(args.speed, "speed")
    is_recipe = args.scene_id.endswith(".json")
    if is_recipe:
        if args.preset or args.set:
            raise BadValue(_("--preset and --set do not go with the .json of a film: its run is known"))
        recipe = recipes.read_recipe(args.scene_id)
        set_language(args.lang or recipe.language)
    else:
        scene = scenes.get(args.scene_id)
        preset = scene.preset(args.preset) if args.preset else None
        recipe = recipes.Recipe(scene.id, preset.name if preset else "", scene.values(changes_of(args, scene)))
    run = run_of(recipe, scenes)
    begin = number(args.begin, "from") if args.begin is not None else recipe.begin
    duration = number(args.duration, "duration") if args.duration is not None else recipe.end - recipe.begin
    if args.title is not None:
        options["title"] = args.title.replace("\\n", "\n") or title_of(run)
    header = run.header
    recipe = replace(recipe, begin=begin, end=begin + duration, language=language(), source=header["source"],
                     engine=header["engine"], program=recipes.Recipe.program, **options)
    return recipe, run


class Reporter:
    """Reports the progress of a film: to a person on stderr, to a program as lines of JSON on stdout."""

    def __init__(self, as_json: bool):
        self._as_json, self._last, self.rate = as_json, 0.0, 0.0

    def progress(self, progress):
        now, self.rate = time.perf_counter(), progress.rate
        if now - self._last < REPORT_EVERY and progress.frames < progress.of:
            return
        self._last = now
        if self._as_json:
            self.say(frames=progress.frames, of=progress.of, rate=round(progress.rate, 2), left=progress.left,
                     bytes=progress.bytes)
        elif sys.stderr is not None and sys.stderr.isatty():
            left = "" if progress.left is None else _("{left:.0f} s left").format(left=progress.left)
            print("\r" + _("{frames} of {of} frames, {rate:.1f} per second, {left}").format(
                frames=progress.frames, of=progress.of, rate=progress.rate, left=left) + " "*6, end="",
                file=sys.stderr, flush=True)

    def say(self, **facts):
        """Prints facts for a program."""
        if self._as_json:
            print(json.dumps(facts), flush=True)

    def line(self, text: str):
        """Prints a line for a person."""
        if not self._as_json:
            if sys.stderr is not None and sys.stderr.isatty():
                print(file=sys.stderr)
            print(text)


class Stop:
    """A request to end the film early: Ctrl-C, or from a program a line on stdin or its end."""

    def __init__(self, listens: bool):
        self.is_requested = False
        signal.signal(signal.SIGINT, self._request)
        signal.signal(signal.SIGTERM, self._request)
        if listens and sys.stdin is not None:
            threading.Thread(target=self._listen, name="stop", daemon=True).start()

    def _request(self, *_signal):
        self.is_requested = True

    def _listen(self):
        sys.stdin.readline()
        self.is_requested = True


def run(args, folders) -> int:
    """Makes the film and returns the exit code."""
    from sandbox.film.encoder import KINDS, kind_of
    if not kind_of(args.out):
        raise BadValue(_("--out {found}: needs a name that ends in {known}").format(
            found=args.out, known=", ".join(f".{kind}" for kind in KINDS)))
    if not args.out.parent.is_dir():
        raise BadValue(_("--out {found}: there is no folder '{folder}'").format(
            found=args.out, folder=args.out.parent))
    recipe, simulation = recipe_from(args, catalogue())
    if kind_of(args.out) == "gif":
        recipe = recipe.within_gif_limits()

    from sandbox.cli.screen import plain_pixels, start_screen
    from sandbox.cli.window import missing_display
    plain_pixels()
    if missing_display():
        sentence = start_screen()
        if sentence:
            return fail(sentence)
    return film(args, folders, recipe, simulation)


def film(args, folders, recipe, simulation) -> int:
    """Draws and writes the film and the recipe beside it; returns the exit code."""
    from sandbox.view import View, prepare
    prepare()
    from PyQt5 import sip
    from PyQt5.QtWidgets import QApplication

    from sandbox.app.crash import CrashWatch
    from sandbox.film.encoder import Encoder
    from sandbox.film.exact import Film
    from sandbox.film.filmed_run import digest_of
    from sandbox.film.recipe import write_recipe
    from sandbox.view.frames import NoPicture
    application = QApplication(sys.argv[:1])
    crash = CrashWatch(folders.log).install()
    crash.watch_qt()
    stop, reporter = Stop(args.progress), Reporter(args.progress)
    view = View(smooth=recipe.quality == "high")
    encoder = Encoder(args.out, recipe.size, recipe.fps)
    work = Film(recipe, simulation, view)
    trouble = encoder.trouble
    try:
        if not trouble:
            work.make(encoder, reporter.progress, lambda: stop.is_requested)
    except (NoPicture, RuntimeError) as error:
        trouble = str(error)
    reporter.say(finishing=True)
    good = encoder.close()
    trouble = trouble or encoder.trouble
    if good:
        snapshot = simulation.snapshot()
        recipe = replace(recipe, witness=None if simulation.ended else (snapshot.step, digest_of(snapshot)))
        try:
            write_recipe(args.out.with_suffix(".json"), recipe, made_frames=encoder.frames, pixels=encoder.digest,
                         renderer=view.renderer, ended=work.ended)
        except OSError as error:
            trouble = trouble or _("'{path}' could not be written: {reason}").format(
                path=args.out.with_suffix(".json"), reason=error.strerror)
        seconds = encoder.frames/recipe.fps
        reporter.say(saved=str(args.out), frames=encoder.frames, bytes=encoder.size, seconds=seconds, ended=work.ended,
                     trouble=trouble)
        reporter.line(_(
            "'{path}': {frames} frames, {seconds:.1f} s, {size:.1f} MB; {rate:.1f} frames per second").format(
            path=args.out, frames=encoder.frames, seconds=seconds, size=encoder.size/1e6, rate=reporter.rate))
        if work.ended and work.ended != trouble:
            reporter.line(work.ended)
    else:
        reporter.say(trouble=trouble or _("no frame was made"))
    # the page goes before the application that it needs, not in whatever order Python lets go of them
    view.close()
    sip.delete(view)
    application.processEvents()
    crash.close()
    return fail(trouble or _("no frame was made")) if trouble or not good else 0

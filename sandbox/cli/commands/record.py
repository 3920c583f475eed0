"""The command `record`: a film of a scene, frame by frame exact, without a visible window."""

from dataclasses import replace
from types import SimpleNamespace

from sandbox.cli.choices import changes_of
from sandbox.cli.common import catalogue, fail
from sandbox.cli.terminal.reporter import Reporter, Stop
from sandbox.cli.window.display import make_application
from sandbox.ending import keep_till_end
from sandbox.errors import BadValue
from sandbox.film.words import number
from sandbox.text import _, language, set_language


def recipe_from(args, scenes, watch=None):
    """Takes the options of `record` and returns (recipe, run at t = 0)."""
    from sandbox.film import recipe as recipes
    from sandbox.film.declared import typed_fields
    from sandbox.film.exact import title_of
    from sandbox.film.filmed_run import run_of
    from sandbox.film.run_up import NOBODY
    from sandbox.run.readings.names import is_rack
    options = typed_fields(args, recipes.DECLARED.items())
    is_recipe = args.scene_id.endswith(".json")
    if is_recipe:
        if args.preset or args.set:
            raise BadValue(_("--preset and --set do not go with the .json of a film: its run is known"))
        recipe = recipes.read_recipe(args.scene_id)
        set_language(args.lang or recipe.language)
    else:
        scene = scenes.get(args.scene_id)
        preset = scene.preset(args.preset) if args.preset else None
        showing = scene.shown(preset.name if preset else "")
        options = {"camera": showing.camera, "speed": float(showing.speed), **options}
        recipe = recipes.Recipe(scene.id, preset.name if preset else "", scene.values(changes_of(args, scene)))
    if args.beside or args.beside_preset or args.beside_set or args.names:
        options |= beside_of(args, scenes, recipe)
    run = run_of(recipe, scenes, watch or NOBODY)
    if not is_recipe and is_rack(getattr(run.system, "names", ())):
        # as in the window
        options["tint"] = "rack"
    begin = number(args.begin, "from") if args.begin is not None else recipe.begin
    duration = number(args.duration, "duration") if args.duration is not None else recipe.end - recipe.begin
    if args.title is not None:
        options["title"] = args.title.replace("\\n", "\n") or title_of(run)
    header = run.header
    recipe = replace(recipe, begin=begin, end=begin + duration, language=language(), source=header["source"],
                     engine=header["engine"], program=recipes.Recipe.program, **options)
    if args.ease is not None and recipe.ease > 0.0 and recipe.camera != "follow":
        raise BadValue(_("--ease: the camera '{camera}' follows no body; needs --camera follow").format(
            camera=recipe.camera))
    return recipe, run


def beside_of(args, scenes, recipe) -> dict:
    """Returns the fields of a recipe about the run on the right, as it is typed."""
    if args.beside is None and recipe.beside is None:
        raise BadValue(_("--beside-preset, --beside-set and --names need --beside SCENE"))
    if args.beside is None:
        left, right = args.names or (recipe.caption, recipe.beside.get("caption", ""))
        return {"caption": left, "beside": {**recipe.beside, "caption": right}}
    scene = scenes.get(args.beside)
    choice = SimpleNamespace(preset=args.beside_preset, set=args.beside_set)
    preset = scene.preset(args.beside_preset).name if args.beside_preset else ""
    first = scenes.get(recipe.scene)
    left, right = args.names or (_(recipe.preset or first.title), _(preset or scene.title))
    return {"caption": left, "beside": {"scene": scene.id, "preset": preset, "caption": right,
                                        "values": scene.values(changes_of(choice, scene))}}


def run(args, folders) -> int:
    """Takes the names of the film, makes it and returns the exit code."""
    from sandbox.film.encoding.formats import KINDS, check_background, check_sound, kind_of
    from sandbox.film.encoding.names import check_names
    from sandbox.film.run_up import Stopped, Watch
    from sandbox.film.shape import HEARD
    from sandbox.targets import shown
    if not kind_of(args.out):
        raise BadValue(_("--out {found}: needs a name that ends in {known}").format(
            found=shown(args.out), known=", ".join(f".{kind}" for kind in KINDS)))
    # at once, before the long way to the scene
    check_names(args.out, args.force)
    stop, reporter = Stop(args.progress), Reporter(args.progress)
    claim = None
    try:
        with stop.at_once():
            reporter.preparing()
            from sandbox.film.encoding.claim import Claim
            from sandbox.film.filmed_run import run_of
            from sandbox.film.plan import plan_of
        # not at once: a file that was just made would stay behind, and be nobody's
        claim = Claim(args.out, args.force)
        with stop.at_once():
            for path in claim.kept:
                reporter.line(_("An earlier recording that was not finished was kept: '{path}'.").format(path=path))
            watch = Watch(lambda: stop.is_requested, reporter.run_up)
            recipe, simulation = recipe_from(args, catalogue(), watch)
            if kind_of(args.out) == "gif":
                recipe = recipe.within_gif_limits()
            check_background(args.out, recipe.background)
            if not args.sound and kind_of(args.out) not in HEARD:
                # of the film that is made again as another kind
                recipe = replace(recipe, sound=False)
            check_sound(args.out, recipe.sound)
            beside = None if recipe.beside is None else run_of(recipe.right, catalogue())
            plan = plan_of(recipe, simulation, watch, beside,
                           most_frames=recipe.most_gif_frames if kind_of(args.out) == "gif" else None)
            promise(claim, recipe)

            from sandbox.cli.window.screen import plain_pixels, start_screen
            from sandbox.cli.window.window import missing_display
            plain_pixels()
            if missing_display():
                sentence = start_screen()
                if sentence:
                    return fail(sentence)
            from sandbox.view import prepare
            prepare()
        return Filming(args, folders, reporter, stop, claim).make(recipe, (simulation, beside), plan, watch)
    except Stopped:
        sentence = _("stopped before the first frame: there is no film")
        reporter.say(trouble=sentence)
        reporter.end_line()
        fail(sentence)
        return 130
    finally:
        if claim is not None:
            claim.give_up()


def promise(claim, recipe):
    """Writes the recipe of the film that is about to be made."""
    try:
        claim.promise(recipe)
    except OSError as error:
        raise BadValue(_("'{path}' could not be written: {reason}").format(
            path=claim.film, reason=error.strerror)) from None


class Filming:
    """Draws and writes one film and the recipe beside it."""

    def __init__(self, args, folders, reporter: Reporter, stop: Stop, claim):
        self._out, self._replaces, self._folders = args.out, args.force, folders
        self._reporter, self._stop, self._claim = reporter, stop, claim

    def make(self, recipe, runs, plan, watch) -> int:
        """Makes the film of one run or two and returns the exit code.

        Raises Stopped when it was stopped before the first frame.
        """
        from sandbox.app.crash import CrashWatch
        from sandbox.film.exact import Film
        from sandbox.view import View
        make_application()
        crash = CrashWatch(self._folders.log).install()
        crash.watch_qt()
        # the web engine falls over a page that goes while it is loaded, so it goes with the process
        view = keep_till_end(View(smooth=recipe.quality != "low"))
        view.set_quality(recipe.quality)
        try:
            return self._film(recipe, runs[0], Film(recipe, runs[0], view, plan, runs[1]), watch, plan.sound)
        finally:
            crash.close()

    def _film(self, recipe, simulation, work, watch, sound) -> int:
        from sandbox.film.encoding.encoder import Encoder
        from sandbox.film.run_up import Stopped
        from sandbox.view.frames import NoPicture
        encoder = Encoder(self._out, recipe.size, recipe.fps, replaces=self._replaces,
                          is_clear=recipe.background == "transparent", sound=sound)
        trouble = encoder.trouble
        try:
            if not trouble:
                work.make(encoder, self._reporter.progress, watch)
        except (NoPicture, RuntimeError) as error:
            trouble = str(error)
        finally:
            self._reporter.finishing()
            asked = self._stop.count

            def on_wait():
                if encoder.share is not None:
                    self._reporter.finishing(encoder.share)
                if self._stop.count > asked:
                    # who asks once more does not even want to wait for the end
                    encoder.give_up()

            is_saved = encoder.close(on_wait)
        trouble = trouble or encoder.trouble
        if is_saved:
            return self._tell(encoder, recipe, simulation, work.ended or trouble, work.renderer, trouble)
        if watch.is_stopped() and not trouble:
            raise Stopped
        trouble = trouble or _("no frame was made")
        self._reporter.say(trouble=trouble)
        self._reporter.end_line()
        return fail(trouble)

    def _tell(self, encoder, recipe, simulation, ended: str, renderer: str, trouble: str) -> int:
        """Writes the recipe of what is there, says what that is, and returns the exit code."""
        from sandbox.film.filmed_run import digest_of
        path, reporter = encoder.path, self._reporter
        snapshot = simulation.snapshot()
        witness = None if simulation.ended else (snapshot.step, digest_of(snapshot))
        try:
            self._claim.fulfil(path, replace(recipe, witness=witness), made_frames=encoder.frames,
                               pixels=encoder.digest, renderer=renderer, ended=ended)
        except OSError as error:
            trouble = trouble or _("'{path}' could not be written: {reason}").format(
                path=path.with_suffix(".json"), reason=error.strerror)
        seconds = encoder.frames/recipe.fps
        reporter.say(saved=str(path), frames=encoder.frames, bytes=encoder.size, seconds=seconds, ended=ended,
                     trouble=trouble)
        reporter.line(_(
            "'{path}': {frames} frames, {seconds:.1f} s, {size:.1f} MB; {rate:.1f} frames per second").format(
            path=path, frames=encoder.frames, seconds=seconds, size=encoder.size/1e6, rate=reporter.rate))
        if ended and ended != trouble:
            reporter.line(ended)
        return fail(trouble) if trouble else 0

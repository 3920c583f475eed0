"""The command `simulate`: a run without a window, and its log."""

import json
from collections.abc import Callable
from contextlib import nullcontext

from sandbox.cli.choices import changes_of
from sandbox.cli.common import fail, scene_named
from sandbox.cli.terminal import stop
from sandbox.cli.terminal.progress import Progress
from sandbox.errors import BadValue
from sandbox.text import _

# exit code of a run that ended because its energy no longer added up
DRIFTED = 3


def run(args) -> int:
    """Runs a scene, prints what came of it and returns the exit code."""
    from sandbox.run.headless import checked_times, played, summary
    from sandbox.run.logs.target import Target
    make = chosen(args)
    duration, at = checked_times(args.duration, [t for t in args.at.split(",") if t.strip()])
    with Target(args.log, args.force, "--log", (".csv", ".sqlite")) if args.log else nullcontext() as target:
        with Progress() as progress:
            watch = Watch(progress, duration, target)
            try:
                result = played(lambda: make(target.open if target else None), duration, at, watch.look)
            except KeyboardInterrupt as error:
                return interrupted(error, progress, duration, target, watch)
        print(json.dumps(result, allow_nan=False) if args.json else summary(result), flush=True)
        trouble = target.trouble if target else ""
        if not watch.has_told and trouble:
            fail(trouble)
        with Progress() as progress:
            try:
                unwritten = target.finish(progress.rows) if target else ""
            except KeyboardInterrupt as error:
                progress.say(unfinished(target))
                return stop.code_of(error)
    if unwritten or trouble:
        return fail(unwritten) if unwritten else 2
    # a run that can't be believed any further is no success, though all that was printed is good
    return DRIFTED if result["ended"] is not None and result["ended"]["reason"] == "drift" else 0


def chosen(args) -> Callable:
    """Returns make(open_log) -> the run at its start; a file or a code that was named also says how long it is."""
    from sandbox.cli.sources import Named, setup_named
    from sandbox.run.headless import closed_if_refused
    from sandbox.run.simulation import Simulation
    from sandbox.workspace.shapes import commands_for, scene_told, start_of
    setup = setup_named(args.scene_id)
    if setup is None:
        if args.duration is None:
            raise BadValue(_("--duration: is needed for a scene"))
        scene = scene_named(args.scene_id)
        changes = changes_of(args, scene)
        scene.values(changes)
        preset = scene.preset(args.preset).name if args.preset else ""
        return lambda open_log: Simulation(scene, changes, args.step_rate, preset, open_log)
    if args.preset or args.set:
        raise BadValue(_("--preset and --set go with a scene only: the run of a file is known"))
    if args.duration is None:
        args.duration = max(setup.reached, 1)/setup.step_rate

    def make(open_log) -> Simulation:
        run = Simulation(scene_told(setup, Named), setup.values, setup.step_rate, setup.preset, open_log,
                         start_of(setup))
        with closed_if_refused(run):
            run.replay(commands_for(run, setup.commands, _("set-up")))
        return run

    return make


def unfinished(target) -> str:
    """Says where the rows are whose table was not written to its end."""
    return _("the table was not finished; the rows are in '{log}'").format(log=target.log)


class Watch:
    """Shows how far a run is, and says at once when its log has to be given up.

    t   simulated time that was reached [s]
    """

    def __init__(self, progress: Progress, duration: float, target):
        self._progress, self._duration, self._target = progress, duration, target
        self.t, self.has_told = 0.0, False

    def look(self, simulation):
        stop.look()
        self.t = simulation.t
        if self._target is not None and self._target.trouble and not self.has_told:
            self.has_told = True
            self._progress.say(self._target.trouble)
        if self._progress.is_due and self.t > 0.0:
            left = self._progress.seconds*(self._duration/self.t - 1.0)
            self._progress.show(_("t = {t:.1f} of {duration:g} s, {share:.0f} %, {left:.0f} s left").format(
                t=self.t, duration=self._duration, share=100.0*self.t/self._duration, left=left))


def interrupted(error: KeyboardInterrupt, progress: Progress, duration: float, target, watch: Watch) -> int:
    """Says how far the run got and what its log holds; returns the exit code."""
    recorder = target.recorder if target is not None else None
    t = max(watch.t, recorder.t) if recorder is not None else watch.t
    progress.say(_("simulate: stopped at t = {t:.6g} s of {duration:g} s").format(t=t, duration=duration))
    if recorder is None:
        return stop.code_of(error)
    if target.trouble:
        if not watch.has_told:
            progress.say(target.trouble)
        return stop.code_of(error)
    try:
        trouble = target.finish(progress.rows)
    except KeyboardInterrupt:
        trouble = unfinished(target)
    progress.say(trouble or _("'{path}' is whole: {rows} rows to t = {t:.6g} s").format(
        path=target.path, rows=recorder.rows, t=recorder.t))
    return stop.code_of(error)

"""From a set-up to its run: the same start and commands again, up to the instant that was looked at."""

from collections.abc import Callable

from sandbox.run.headless import advance
from sandbox.run.simulation import Simulation
from sandbox.text import _
from sandbox.version import VERSION
from sandbox.workspace.digest import digest_of
from sandbox.workspace.setup import Setup
from sandbox.workspace.shapes import run_at_start


def rebuilt(setup: Setup, catalogue, tell: Callable[[float, float], object] = lambda _t, _end: None
            ) -> tuple[Simulation, list[str]]:
    """Returns the run of a set-up at the instant that was looked at, and in sentences what is not as it was.

    catalogue   catalogue.get(id) -> the scene
    tell        tell(t, end) [s], called some times per second; whatever it raises ends the work
    raises      BadValue where there can be no such run
    """
    run = run_at_start(setup, catalogue, _("set-up"))
    # plots and lines show how the run came to the instant
    run.watch()
    run.recording.keep_trace()
    end = setup.reached*run.h
    tell(0.0, end)
    advance(run, setup.reached, lambda now: tell(now.t, end))
    if setup.ended and run.ended is None and run.step == setup.step == setup.reached:
        # the instant of the end lies behind the last whole step
        run.advance(1)
    has_come = run.step >= setup.step or run.ended is not None
    if has_come and not (setup.ended and run.ended is not None):
        has_come = run.go_to(setup.step)
    return run, notes_of(setup, run, has_come)


def notes_of(setup: Setup, run: Simulation, has_come: bool = True) -> list[str]:
    """Returns in sentences what of a run is not as it was when the set-up was kept."""
    notes = []
    if setup.is_newer:
        notes.append(_("Made by version {program} (yours: {own}): to look at; what you save is another file.").format(
            program=setup.program, own=VERSION))
        unknown = ", ".join(repr(name[:40]) for name in list(setup.others)[:5])
        if unknown:
            notes.append(_("Unknown: {names}.").format(names=unknown))
    if setup.preset and not run.preset:
        notes.append(_("Scene '{scene}' has no preset '{preset}' any more: its values are used.").format(
            scene=run.scene.id, preset=setup.preset))
    header = run.header
    if setup.source not in ("", header["source"]):
        notes.append(_("The file of the scene was changed since."))
    if setup.engine not in ("", header["engine"]):
        notes.append(_("Kept with another version of the engine."))
    late = max((command[0] for command in setup.commands), default=0)
    if late > max(setup.reached, setup.step):
        notes.append(_("What was done at step {step} lies behind the end at step {end}: it is done when the run gets "
                       "there.").format(step=late, end=max(setup.reached, setup.step)))
    if not has_come:
        notes.append(_("The run ends before the instant that was looked at."))
    elif setup.digest and digest_of(run.snapshot()) != setup.digest:
        notes.append(_("The state at t = {t:.3f} s is not quite the one that was kept.").format(t=run.t))
    return notes


"""A scene run from Python: from a name and values to arrays."""

import warnings
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from functools import partial
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np

from sandbox.api.run import Run
from sandbox.api.scenes import scene_of
from sandbox.cli.sources import Named, setup_named
from sandbox.errors import BadValue
from sandbox.run.building import applied, check_edit, edit_between
from sandbox.run.clock import STEP_RATES
from sandbox.run.command import BUILD, HAND, Command, command_of, plain_value
from sandbox.run.frames import AUTO, checked_frames, in_frames
from sandbox.run.headless import check_instants, checked_times, closed_if_refused, passed
from sandbox.run.logs.target import Target
from sandbox.run.record import record_of
from sandbox.run.rows import Rows, placed
from sandbox.run.simulation import Simulation
from sandbox.run.snapshot import Event
from sandbox.scene.built.document import Document
from sandbox.scene.scene import Scene
from sandbox.scene.start import Start
from sandbox.systems.rim import ON
from sandbox.text import _
from sandbox.workspace.setup import Setup
from sandbox.workspace.shapes import commands_for, scene_told, start_of

DURATION = 10.0      # [s] where nothing is said


def simulate(    # noqa: PLR0913 - all that a person can say of a run
             scene: str | Path | Scene, preset: str | int = "", *, duration: float | None = None, at=None,
             live: Iterable[tuple[float, str, Any]] = (), step_rate: int | str = 240,
             start: Start | None = None, log: str | Path | None = None, until: str = ON, **parameters) -> Run:
    """Runs a scene and returns what it did as arrays; same arguments, same bits.

    scene       its id, a file with a SCENE in it, or a Scene; or a set-up (a .jacobi.json file or a share code), which
                is run as it was played and of which nothing but `duration`, `at` and `log` may be said
    preset      name or number of a preset
    duration    [s], by default the last of `at`, else 10
    at          (n,) instants [s], between the steps too: a row for each, in their order; None: 60 rows a second
    live        (t [s], name, value) for each live parameter that is given another target while the scene runs; it
                begins at the first step at or after t. (t, "hand", Hold) takes hold of a body, or moves the hand's
                target evenly within a step; (t, "hand", None) lets go. (t, "build", edit) changes what is there in a
                world: {"parts": [...]}, or the Document from then on (docs/from_python.md); the run has all bodies that
                it ever had, by the order in which they came, and nan of those that are not there
    step_rate   240, 480 or 960 steps a second; or "auto": as few as are as exact where nothing is steered, logged or
                jumps, else 240 (`step_rate` of the run says how many; max_F_over_N is met less closely)
    start       another start than the scene's
    log         .sqlite file to write the run to as well; an existing one is refused before the run begins; one that
                cannot be written to its end is named in a RuntimeWarning
    until       "rim": it ends where the scene's equations do, at the rim of their domain, as a sweep has it; "": the
                body goes on beyond it, tips, falls and lies on the floor. Up to the rim both have the same bits
    parameters  values by name
    raises      BadValue, a ValueError: what, where, found, allowed

    A run that ends earlier has no rows after its end, and of `at` rows of nan (step -1); `ended` says why.
    """
    wanted, live = wanted_instants(at), tuple(live)
    frames = checked_frames(step_rate)
    setup = None if isinstance(scene, Scene) else setup_named(str(scene))
    if setup is not None:
        if preset or parameters or start is not None or live or step_rate != 240 or until:
            raise BadValue(_("a set-up has its values, its start and what was done to it already"))
        make, reached = partial(_made_of, setup), max(setup.reached, 1)/setup.step_rate
    else:
        make, reached = partial(made, scene, preset, parameters, start, live,
                                STEP_RATES[0] if isinstance(frames, str) else frames, until=until), DURATION
    if until and log is not None:
        raise BadValue(_("until: a log has all of a run, it goes without '{until}'").format(until=until))
    if duration is None:
        duration = max(0.0, *wanted) if wanted else reached
        duration = duration or 1.0/STEP_RATES[0]
    duration, times = checked_times(duration, wanted)

    def play(simulation: Simulation, tell: Callable | None = None) -> tuple[Rows, Event | None]:
        return passed(simulation, duration, None if at is None else times, tell)

    with Target(log) if log is not None else nullcontext() as target:
        if frames == AUTO and setup is None and not live and log is None:
            make_at = partial(made, scene, preset, parameters, start, live, is_shown=False, until=until)
            simulation, (rows, ended) = in_frames(make_at, AUTO, duration, at is None, play)
        else:
            simulation = make(open_log=target.open if target else None, is_shown=False)
            rows, ended = play(simulation)
    if target and target.trouble:
        warnings.warn(target.trouble, RuntimeWarning, stacklevel=2)
    return result_of(simulation, rows, ended, make, None if at is None else (wanted, times))


def result_of(simulation: Simulation, rows: Rows, ended: Event | None, make: Callable,
              asked: tuple[list[float], list[float]] | None) -> Run:
    """Returns the Run of a simulation at its end.

    rows    that it has passed;  ended  what ended it, or None;  make  make() -> the run once more at its start
    asked   instants that were asked for, and the same ascending, of which the rows are; None for 60 rows a second
    """
    if asked is not None:
        rows = _as_asked(rows, simulation, *asked)
    return Run(record_of(simulation, rows), ended, float(simulation.drift), float(simulation.lost_in_impacts), make)


def wanted_instants(at) -> list[float]:
    """Returns the instants that are asked for as floats, none for None, or raises BadValue."""
    if at is None:
        return []
    try:
        wanted = np.atleast_1d(np.asarray(at, float)).ravel().tolist()
    except (TypeError, ValueError) as error:
        raise BadValue(_("duration and times need numbers of seconds ({error})").format(error=error)) from None
    check_instants(wanted)
    return wanted


def _as_asked(rows: Rows, simulation: Simulation, wanted: list[float], times: list[float]) -> Rows:
    """Takes the rows at the first of `times`, ascending, and returns one for each of `wanted`, nan after the end."""
    if wanted == times and len(rows) == len(times):
        return rows
    places = np.searchsorted(times, wanted)
    places[places >= len(rows)] = -1
    found = placed(rows if len(rows) else simulation.row(), places)
    # an instant that was not reached is still the one that was asked for
    found.t[places < 0] = np.array(wanted)[places < 0]
    return found


# functions of the module, so that runs go from one process to another
def made(    # noqa: PLR0913 - as simulate()
          scene: str | Path | Scene, preset: str | int, parameters: dict, start: Start | None, live: tuple,
          step_rate: int, open_log: Callable | None = None, is_shown: bool = True, until: str = ON) -> Simulation:
    """Returns a run of a scene at its start."""
    scene = scene_of(scene)
    chosen = scene.preset(str(preset)) if preset else None
    run = Simulation(scene, (dict(chosen.values) if chosen else {}) | parameters, step_rate,
                     chosen.name if chosen else "", open_log, start, is_shown=is_shown, until=until)
    with closed_if_refused(run):
        run.replay(_commands(run, live))
    return run


def _made_of(setup: Setup, open_log: Callable | None = None, is_shown: bool = True) -> Simulation:
    """Returns the run of a set-up at its start."""
    run = Simulation(scene_told(setup, Named), setup.values, setup.step_rate, setup.preset, open_log, start_of(setup),
                     is_shown=is_shown)
    with closed_if_refused(run):
        run.replay(commands_for(run, setup.commands, _("set-up")))
    return run


def _commands(simulation: Simulation, live: Iterable[tuple[float, str, Any]]) -> list[Command]:
    """Returns the commands of live values in their order, or raises BadValue."""
    commands: list[Command] = []
    document: Document | None = None
    for t, name, value in sorted(live, key=lambda one: one[0]):
        if name == BUILD:
            document, edit = _edited(simulation, document, value)
            commands.append(Command(_step_of(simulation, t, name), BUILD, edit))
            continue
        if name == HAND:
            commands.append(command_of(_step_of(simulation, t, name), HAND, plain_value(value)))
            continue
        simulation.scene.parameter(name)
        if name not in simulation.live:
            raise BadValue(_("scene '{scene}', parameter '{name}': takes effect with a restart only").format(
                scene=simulation.scene.id or simulation.scene.title, name=name))
        commands.append(Command(_step_of(simulation, t, name), name, value))
    return commands


def _edited(simulation: Simulation, before: Document | None, value: Any) -> tuple[Document, Mapping[str, Any]]:
    """Returns the document after an edit, and the edit; or raises BadValue."""
    before = simulation.document if before is None else before
    edit = edit_between(before, value) if isinstance(value, Document) else value
    check_edit(edit)
    return applied(before, edit)[0], edit


def _step_of(simulation: Simulation, t: float, name: str) -> int:
    if not 0.0 <= t < float("inf"):
        raise BadValue(_("live, '{name}': got t = {found} s, needs an instant of the run").format(name=name, found=t))
    return ceil(t*simulation.step_rate - 1e-9)

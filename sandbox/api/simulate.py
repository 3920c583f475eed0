"""A scene run from Python: from a name and values to arrays."""

from collections.abc import Iterable, Mapping
from contextlib import closing, nullcontext
from math import ceil
from pathlib import Path

import numpy as np

from sandbox.api.run import Run
from sandbox.api.scenes import scene_of
from sandbox.errors import BadValue
from sandbox.run.command import Command
from sandbox.run.headless import checked_times, passed
from sandbox.run.record import record_of
from sandbox.run.recorder import Recorder
from sandbox.run.simulation import Simulation
from sandbox.scene.scene import Scene
from sandbox.scene.start import Start
from sandbox.text import _

DURATION = 10.0      # [s] where nothing is said


def simulate(scene: str | Path | Scene, preset: str | int = "", *, duration: float | None = None, at=None,
             live: Iterable[tuple[float, str, float]] = (), step_rate: int = 240, start: Start | None = None,
             log: str | Path | None = None, **parameters) -> Run:
    """Runs a scene and returns what it did as arrays; same arguments, same bits.

    scene       its id, a file with a SCENE in it, or a Scene;  preset  name or number of a preset
    duration    [s], by default the last of `at`, else 10
    at          (n,) instants [s], between the steps too; None: 60 rows a second
    live        (t [s], name, value) for each live parameter that is given another target while the scene runs; it
                begins at the first step at or after t
    step_rate   240, 480 or 960 steps a second;  start  another start than the scene's
    log         .sqlite file to write the run to as well; an existing one is refused
    parameters  values by name
    raises      BadValue, a ValueError: what, where, found, allowed

    A run that ends earlier has no rows after its end; `ended` says why.
    """
    scene = scene_of(scene)
    chosen = scene.preset(str(preset)) if preset else None
    wanted = [] if at is None else np.atleast_1d(np.asarray(at)).tolist()
    if duration is None:
        duration = max(wanted, default=DURATION) or 1.0/step_rate
    duration, times = checked_times(duration, wanted)

    recorder = _Recording(log)
    simulation = Simulation(scene, (dict(chosen.values) if chosen else {}) | parameters, step_rate,
                            chosen.name if chosen else "", recorder.open if log is not None else None, start)
    with closing(simulation.recorder) if simulation.recorder is not None else nullcontext():
        simulation.replay(_commands(simulation, live))
        rows, ended = passed(simulation, duration, None if at is None else times)
    recorder.look()
    return Run(record_of(simulation, rows), ended, float(simulation.drift))


def _commands(simulation: Simulation, live: Iterable[tuple[float, str, float]]) -> list[Command]:
    """Returns the commands of live values in their order, or raises BadValue."""
    commands = []
    for t, name, value in sorted(live, key=lambda one: one[0]):
        simulation.scene.parameter(name)
        if name not in simulation.live:
            raise BadValue(_("scene '{scene}', parameter '{name}': takes effect with a restart only").format(
                scene=simulation.scene.id or simulation.scene.title, name=name))
        if not 0.0 <= t < float("inf"):
            raise BadValue(_("live, '{name}': got t = {found} s, needs an instant of the run").format(
                name=name, found=t))
        commands.append(Command(ceil(t*simulation.step_rate - 1e-9), name, value))
    return commands


class _Recording:
    """The log that a run is written to."""

    def __init__(self, path: str | Path | None):
        self._path, self._recorder = path, None
        if path is not None and Path(path).suffix != ".sqlite":
            raise BadValue(_("log '{path}': needs a name that ends in .sqlite; Run.save writes .csv and .npz").format(
                path=path))
        if path is not None and Path(path).exists():
            raise BadValue(_("log '{path}': there is such a file already").format(path=path))

    def open(self, header: Mapping) -> Recorder:
        """Returns the recorder of a run."""
        self._recorder = Recorder(self._path, dict(header))
        return self._recorder

    def look(self):
        """Raises BadValue where the log could not be written."""
        if self._recorder is not None and self._recorder.trouble:
            raise BadValue(self._recorder.trouble)

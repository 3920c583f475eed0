"""Many runs of a scene from Python: over a grid or a sample of its parameters, to arrays and a file."""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from sandbox.api.exports import library
from sandbox.api.scenes import scene_of
from sandbox.cli.common import WORKER, prepare_folders, this_program
from sandbox.run.frames import AUTO
from sandbox.scene.scene import Scene
from sandbox.sweeps.map_file import STATUS_WORDS, attributes_in, check_map_target, variables_in
from sandbox.sweeps.outcomes import USUAL
from sandbox.sweeps.plan import plan_of
from sandbox.sweeps.sweep import How, Told, run_sweep
from sandbox.targets import shown


class Map:
    """What became of the points of a sweep.

    axes            name of a varied parameter -> its values: along its axis of a grid, or of each point of a sample
    outcomes        name -> values, shape of the grid or (points,); nan or -1 where there is none
    status          same shape: 0 not run, 1 done, 2 an outcome failed, 3 could not be run
    attributes      what the sweep was: scene, scene_source, engine, program, duration, ...
    failed          (number of a point, sentence) of the first points that failed, in the order of the points
    counts          how many points of each status there are, by words
    rate            points per second
    """

    def __init__(self, path: Path, told: Told):
        self.attributes = attributes_in(path)
        found = variables_in(path)
        self.dimensions, self.status, _unit = found["status"]
        self._found = found
        self.failed, self.rate = list(told.reasons), told.rate
        self.counts = {STATUS_WORDS[status]: count for status, count in told.counts.items()}

    @cached_property
    def outcomes(self) -> dict[str, np.ndarray]:
        """Values by the names of the outcomes."""
        return {name: values for name, values in self._variables().items() if name not in self.axes}

    @cached_property
    def axes(self) -> dict[str, np.ndarray]:
        """Values of the parameters that were varied."""
        wanted = _varied(self.attributes["plan"])
        return {name: values for name, values in self._variables().items() if name in wanted}

    def _variables(self) -> dict[str, np.ndarray]:
        return {name: values for name, (_axes, values, _unit) in self._found.items() if name != "status"}

    def __getitem__(self, name: str) -> np.ndarray:
        return self.outcomes[name]

    def __repr__(self):
        told = ", ".join(f"{count} {word}" for word, count in self.counts.items() if count)
        frames = ", frames as long as are as exact" if self.attributes["step_rate"] == AUTO else ""
        points = " x ".join(map(str, self.status.shape))
        return f"<Map of '{self.attributes['scene']}', {points} points: {told}{frames}>"

    def to_xarray(self):
        """Returns an xarray.Dataset with the parameters as coordinates and units as attributes."""
        xr = library("xarray")
        made = {name: (axes, values, {"units": unit}) for name, (axes, values, unit) in self._found.items()}
        return xr.Dataset({name: value for name, value in made.items() if name not in self.axes},
                          {name: made[name] for name in self.axes}, self.attributes)


def _varied(plan: str) -> set[str]:
    return {axis[0] for axis in json.loads(plan)["space"]["axes"]}


def sweep(    # noqa: PLR0913 - as simulate()
          scene: str | Path | Scene, preset: str | int = "", *, vary: Mapping, duration: float,
          outcomes: str | Callable | Iterable[str | Callable] = USUAL, out: str | Path | None = None,
          sample: str | None = None, seed: int = 0, workers: int | None = None, dask: str = "", resume: bool = False,
          replace: bool = False, step_rate: int | str | None = None,
          look: Callable[[Told], object] = lambda _told: None, **parameters) -> Map:
    """Runs a scene at many points and returns what was kept of each run; same arguments, same bits.

    scene, preset, parameters   as of simulate(); the parameters hold at all points
    vary        name -> (low, high, count): evenly spaced, both ends among them; or a list or an array of values. All
                combinations are run, the last name changes fastest. With `sample` name -> (low, high)
    duration    of each run [s];  step_rate  steps per second, or "auto" as of simulate(), which is what None is, unless
                max_F_over_N is kept, which is met closely at 240
    outcomes    names (ended, t_end, drift, scale, hops, impacts, slips, lost_in_impacts, max_F_over_N, x_end, vx_end,
                wx_end, ...), functions of the run that return a number, and "file.py:function"
    sample      "random:1000" or "sobol:1024" points instead of a grid;  seed  of its random numbers
    out         .nc file, or .zarr store, to write the map to;  resume  go on with it;  replace  what is there
    workers     processes, by default one for each core; functions of the script itself run in this process only
    dask        address of a scheduler of dask.distributed, or "local": the one thing that opens a port
    look        look(told), called after each block of points: points, done, rate, left [s]
    raises      BadValue: what, where, found, allowed

    A point that cannot be run, or of which an outcome raises, is marked in `status`, and the sweep goes on. Whatever
    ends it, Ctrl-C too, what was run is in `out`.
    """
    prepare_folders()
    plan = plan_of(scene_of(scene), str(preset), parameters, vary, outcomes, duration=duration, sample=sample,
                   seed=seed, step_rate=step_rate)
    how = How(workers, [*this_program(), WORKER], dask, resume=resume)
    with TemporaryDirectory() as passing:
        path = Path(passing)/"map.nc" if out is None else Path(out)
        check_map_target(path, f"'{shown(path)}'", replace or resume, has_force=False)
        return Map(path, run_sweep(plan, path, how, look))


"""Many runs of one scene at once: those without events in lanes of compiled code, on all cores."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from sandbox.api.run import Run
from sandbox.api.scenes import scene_of
from sandbox.api.simulate import DURATION, made, result_of, wanted_instants
from sandbox.errors import BadValue
from sandbox.run.clock import STEP_RATES
from sandbox.run.frames import AT_ONCE, checked_frames, many_in_frames
from sandbox.run.headless import checked_times
from sandbox.scene.scene import Scene
from sandbox.systems.rim import ON
from sandbox.text import _


def simulate_many(scene: str | Path | Scene, rows: Iterable[Mapping] | Mapping[str, Any], preset: str | int = "", *,
                  duration: float | None = None, at=None, step_rate: int | str = 240, workers: int | None = None,
                  until: str = ON, **parameters) -> list[Run]:
    """Runs a scene with the values of each of `rows` and returns a Run for each, in their order.

    scene, preset, duration, at, step_rate, until   as of simulate(), which returns the same run of a row, bit by bit
    rows         values by name for each run: [{"rate": 2.0, "x": 0.1}, ...]; or name -> values of all runs (n,)
    workers      threads that share what runs do without events, None: one for each core
    parameters   values that all runs have
    raises       BadValue: what, where (which row), found, allowed

    What an event ends or begins (an impact, a slip, another support) is met by each run itself, one after the other.
    """
    found = scene_of(scene)
    values = _rows_of(rows)
    if workers is not None and (isinstance(workers, bool) or not isinstance(workers, int) or workers < 1):
        raise BadValue(_("simulate_many, workers: got {found!r}, needs a whole number of at least 1").format(
            found=workers))
    wanted, frames = wanted_instants(at), checked_frames(step_rate)
    if duration is None:
        duration = max(0.0, *wanted) or 1.0/STEP_RATES[0] if wanted else DURATION
    duration, times = checked_times(duration, wanted)
    asked = None if at is None else times
    makes = [partial(made, found, preset, {**parameters, **row}, None, (), until=until) for row in values]
    runs: list[Run] = []
    together = iter(makes)
    while batch := list(islice(together, AT_ONCE)):
        for make, (simulation, (part, ended)) in zip(batch, many_in_frames(
                _telling(batch, len(runs)), frames, duration, asked, workers), strict=True):
            runs.append(result_of(simulation, part, ended, make, None if at is None else (wanted, times)))
    return runs


def _rows_of(rows: Iterable[Mapping] | Mapping[str, Any]) -> list[dict]:
    """Returns the values of each run, or raises BadValue."""
    if isinstance(rows, Mapping):
        columns = {name: np.asarray(values) for name, values in rows.items()}
        sizes = {column.shape for column in columns.values()}
        if len(sizes) != 1 or len(next(iter(sizes))) != 1:
            raise BadValue(_("simulate_many, rows: needs as many values of each name, got {found}").format(
                found=", ".join(f"{name}: {column.shape}" for name, column in columns.items())))
        lists = [column.tolist() for column in columns.values()]
        return [dict(zip(columns, one, strict=True)) for one in zip(*lists, strict=True)]
    found = list(rows)
    for number, row in enumerate(found):
        if not isinstance(row, Mapping):
            raise BadValue(_("simulate_many, row {number}: got {found!r}, needs values by name").format(
                number=number, found=row))
    return [dict(row) for row in found]


def _telling(batch: list[partial], before: int) -> Iterator:
    """The makers of a batch, whose complaints name the row."""
    def telling(make, number):
        def made_here(step_rate: int):
            try:
                return make(step_rate, is_shown=False)
            except BadValue as error:
                raise BadValue(_("row {number}: {reason}").format(number=number, reason=error)) from None
        return made_here
    return (telling(make, before + place) for place, make in enumerate(batch))

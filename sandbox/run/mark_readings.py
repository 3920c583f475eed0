"""What a mark has measured in a run up to now: how near each body came, when it went through."""

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite
from typing import NamedTuple

from sandbox.run.nearest import approach
from sandbox.run.simulation import Simulation
from sandbox.run.track import Track
from sandbox.scene.marks import Mark


class Measured(NamedTuple):
    """What a mark has measured of a body.

    body      its place among the bodies, from 0
    distance  least distance from the middle [m]; of a gate or a timer that where it was gone through, inf: never
    t         when that was, or when a body was first at the mark [s]; nan: never
    is_met    whether it was within the radius of the mark
    """

    body: int
    distance: float
    t: float
    is_met: bool


def readings_of(run: Simulation, marks: Sequence[Mark]) -> list[list[Measured]]:
    """Returns for each mark what it has measured of each body of a run up to now; the run itself is left alone.

    It is run once more from its start, with all that was done to it: so it may be called on another thread.
    """
    scene, values, start, preset = run.scene, dict(run.start_values), run.start, run.preset
    commands, until = [one for one in run.commands if one.step <= run.step], run.t

    def make() -> Simulation:
        again = Simulation(scene, values, run.step_rate, preset, start=start)
        again.replay(commands)
        return again
    track = Track(make, until)
    count = track.rows.bodies.shape[1]
    found = []
    for mark in marks:
        row = []
        for body in range(count):
            seen = approach(track, replace(mark, body=body), mark.radius)
            is_met = seen.distance <= mark.radius
            row.append(Measured(body, seen.distance, seen.first if is_met and isfinite(seen.first) else seen.t, is_met))
        found.append(row)
    return found

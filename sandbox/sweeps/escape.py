"""When sleighs leave their tables, found by Taylor series (theory/ends.py) instead of runs: maps in seconds."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.scene import Scene
from sandbox.text import _
from sandbox.theory.analysis import TableSleigh, sleigh_on_table


def escape_times(scene: Scene, points: Sequence[Mapping], duration: float) -> tuple[list[tuple[int, str]], np.ndarray]:
    """Returns (point, reason) of those that cannot be, and when the others are at the rim of their tables (n,) [s].

        x1^2 + x2^2 = rim^2   of the foot O1 of the mass centre, as the run of a sleigh ends there

    points    values by name;  duration  what stands where it stays [s]; nan where a point cannot be

    Each is bit by bit what it is alone (tests/sweeps/test_escape.py).
    """
    # the series are compiled, which most sweeps do not need
    from sandbox.theory.ends import find_ends
    from sandbox.theory.section import LOST
    refused, found = [], np.full(len(points), np.nan)
    groups: dict[tuple[float, float], list[tuple[int, TableSleigh]]] = defaultdict(list)
    for place, values in enumerate(points):
        try:
            sleigh = escaping(scene, values)
        except BadValue as error:
            refused.append((place, str(error)))
            continue
        rim = sleigh.rim or np.inf
        groups[duration*abs(sleigh.rate), rim/abs(sleigh.offset)].append((place, sleigh))
    for (t_end, distance), members in groups.items():
        places = [place for place, _sleigh in members]
        ends = find_ends([sleigh.ratio for _place, sleigh in members],
                         [sleigh.without_dimension() for _place, sleigh in members], t_end, distance, workers=1)
        times = [end/abs(sleigh.rate) if end < t_end else duration
                 for end, (_place, sleigh) in zip(ends.t, members, strict=True)]
        found[places] = np.where(ends.outcome == LOST, np.nan, times)
    return refused, found


def escape_time(scene: Scene, values: Mapping, duration: float) -> float:
    """Returns the same of one point, or raises BadValue."""
    refused, found = escape_times(scene, [values], duration)
    if refused:
        raise BadValue(refused[0][1])
    return float(found[0])


def escaping(scene: Scene, values: Mapping) -> TableSleigh:
    """Returns the sleigh of checked values, or raises BadValue where it has no ends of this kind."""
    sleigh = sleigh_on_table(scene, scene.values(values))
    if sleigh.offset == 0.0 or sleigh.rate == 0.0:
        raise sleigh.refuse(_("its mass centre has to be ahead of the blade, and its table has to turn"))
    if not sleigh.rim:
        raise sleigh.refuse(_("its table has no rim"))
    if np.hypot(sleigh.state.x1, sleigh.state.x2) >= sleigh.rim:
        raise sleigh.refuse(_("it stands beyond the rim of its table"))
    return sleigh

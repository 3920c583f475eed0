"""Frames as long as are as exact: for runs of which nobody sees the frames.

Within a frame the sub-steps are as short as their error asks for (integration/frame.py), and those that are longer than
1/240 s are to be ten times as exact as others: a smooth motion in frames of 1/15 s is that in frames of 1/240 s to
1e-12, for down to half of the work; an unstable one makes more of that. Where something jumps (an impact, a slip,
another support) the run is made again in the usual frames. What is watched at the ends of sub-steps alone,
max_F_over_N, is met less closely.

Where nobody says how long frames are, sweeps, maps and fits have such ones, unless they keep what is met less closely.
Single runs have those of the window, whose bits they share.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

from sandbox.run.clock import LONG_FRAMES, STEP_RATES, checked_step_rate
from sandbox.run.headless import passed
from sandbox.run.recording import ROWS_PER_SECOND
from sandbox.run.rows import Rows
from sandbox.run.simulation import Simulation
from sandbox.run.snapshot import Event
from sandbox.systems.foreseen import foresee

T = TypeVar("T")

# runs that are made and advanced together: their kept states are some megabytes
AT_ONCE = 32
# says that frames are to be as long as are as exact
AUTO = "auto"
# what is watched at the ends of sub-steps alone
CLOSE = "max_F_over_N"


class _Jumped(Exception):
    """Something has jumped in a run that is played in long frames."""


def checked_frames(step_rate: int | str | None, is_long: bool = False) -> int | str:
    """Returns AUTO or a step rate [Hz]; BadValue where it is neither.

    is_long   what None is: AUTO, or else the usual rate
    """
    if step_rate is None:
        return AUTO if is_long else STEP_RATES[0]
    return AUTO if step_rate == AUTO else checked_step_rate(step_rate, more=(AUTO,))


def in_frames(make: Callable[[int], Simulation], step_rate: int | str, duration: float, has_rows: bool,
              play: Callable[[Simulation, Callable | None], T]) -> tuple[Simulation, T]:
    """Returns a run and what `play(run, tell)` makes of it, in frames of a rate [Hz], or of AUTO.

    make       make(step_rate) -> the run at its start, without a log and without commands
    duration   of the run [s];  has_rows  whether its rows are taken, 60 a second
    play       calls tell(run), where it is not None, now and then: it ends a run that is to be made again
    """
    if step_rate != AUTO:
        run = make(int(step_rate))
        return run, play(run, None)
    usual = STEP_RATES[0]
    longest = longest_frames(duration, has_rows)
    if longest != usual:
        run = make(longest)
        if run.is_followed_closely:
            try:
                found = play(run, _end_where_it_jumped)
                _end_where_it_jumped(run)
                return run, found
            except _Jumped:
                pass
    run = make(usual)
    return run, play(run, None)


def _end_where_it_jumped(run: Simulation):
    if not _is_as_exact(run):
        raise _Jumped


def _is_as_exact(run: Simulation) -> bool:
    """Whether nothing has jumped in a run that was played in long frames."""
    return all(event is run.ended for event in run.events)


def many_in_frames(makes: Iterable[Callable[[int], Simulation]], step_rate: int | str, duration: float,
                   times: list[float] | None, workers: int | None = None
                   ) -> list[tuple[Simulation, tuple[Rows, Event | None]]]:
    """Returns for each of many runs what in_frames returns of it, with what `passed` makes of it; bit by bit the same.

    makes      make(step_rate) -> a run at its start, for each;  times  as `passed` takes them
    workers    threads on which they go on together as long as nothing happens, None for one on each core
    """
    rate = longest_frames(duration, times is None) if step_rate == AUTO else int(step_rate)
    makes = list(makes)
    runs = [make(rate) for make in makes]
    if step_rate == AUTO and rate != STEP_RATES[0]:
        for place, make in enumerate(makes):
            if not runs[place].is_followed_closely:
                runs[place] = make(STEP_RATES[0])
    for one in sorted({run.step_rate for run in runs}):
        foresee([run.to_foresee(duration, times) for run in runs if run.step_rate == one], workers)
    found = []
    for run, make in zip(runs, makes, strict=True):
        played = passed(run, duration, times)
        if step_rate == AUTO and run.step_rate != STEP_RATES[0] and not _is_as_exact(run):
            run = make(STEP_RATES[0])
            played = passed(run, duration, times)
        found.append((run, played))
    return found


def longest_frames(duration: float, has_rows: bool) -> int:
    """Returns the lowest rate [Hz] whose frames end where the usual ones do at the end of `duration` [s]."""
    usual = STEP_RATES[0]
    steps = int(duration*usual + 1e-9)
    for rate in LONG_FRAMES:
        if steps % (usual//rate) == 0 and not (has_rows and rate < ROWS_PER_SECOND):
            return rate
    return usual

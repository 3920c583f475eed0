"""A run from start to end without a window, and its result as one object of plain numbers."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from math import isfinite, nan

from sandbox.errors import BadValue
from sandbox.integration.instants import SAME
from sandbox.run.rows import Rows, concatenated
from sandbox.run.simulation import Simulation
from sandbox.run.snapshot import Event, Snapshot
from sandbox.scene.scene import Scene
from sandbox.text import _

LONGEST = 1e6       # [s]
# steps that are made at once, and the wall time below which they become more [s]
FEWEST_STEPS, MOST_STEPS, SHORT = 16, 960, 0.1


def checked_times(duration, at) -> tuple[float, list[float]]:
    """Returns duration and instants [s] as floats, these sorted and each once; BadValue when one cannot be."""
    try:
        duration, at = float(duration), [float(t) for t in at]
    except (TypeError, ValueError) as error:
        raise BadValue(_("duration and times need numbers of seconds ({error})").format(error=error)) from None
    check_instants(at)
    if not (isfinite(duration) and 0.0 < duration <= LONGEST):
        raise BadValue(_("duration: got {found} s, needs a number above 0 and at most {most:g} s").format(
            found=duration, most=LONGEST))
    for t in at:
        if not 0.0 <= t <= duration:
            raise BadValue(_("time {t} s: needs to lie between 0 and the duration {duration} s").format(
                t=t, duration=duration))
    return duration, sorted(set(at))


def check_instants(at: Sequence[float]):
    """Raises BadValue where an instant is no finite number."""
    for place, t in enumerate(at):
        if not isfinite(t):
            raise BadValue(_("at, number {place}: got {found}, needs a finite number of seconds").format(
                place=place + 1, found=t))


def state_of(snapshot: Snapshot) -> dict:
    """Returns a snapshot as plain lists, in SI units and the laboratory frame."""
    return {"t": float(snapshot.t), "reactions": [asdict(reaction) for reaction in snapshot.reactions], "bodies": [{
        "centre": body.centre.tolist(), "velocity": body.velocity.tolist(),
        "angular_velocity": body.angular_velocity.tolist(), "quaternion": body.quaternion.tolist(),
        "N": body.N, "F": body.F.tolist(), "mode": body.mode} for body in snapshot.bodies], "contacts": [{
        "U": contact.U, "U_star": contact.U_star, "V_star": contact.V_star, "class": contact.group,
        "gap": contact.gap, "slip": contact.slip.tolist()} for contact in snapshot.contacts]}


def simulate(scene: Scene, changes: Mapping, duration: float, at=(), preset: str = "", step_rate: int = 240,
             open_log: Callable | None = None, tell: Callable[[Simulation], object] | None = None) -> dict:
    """Runs a scene for `duration` [s]; returns its results, with states at t = 0, at the instants `at` and at the end.

    tell   tell(simulation), called some times per second; whatever it raises ends the run

    An event that ends the motion ends the run; instants after it have no state.
    """
    return played(lambda: Simulation(scene, changes, step_rate, preset, open_log), duration, at, tell)


def played(make: Callable[[], Simulation], duration: float, at=(),
           tell: Callable[[Simulation], object] | None = None) -> dict:
    """Does the same with the run that make() gives at its start, with commands to come or without."""
    duration, at = checked_times(duration, at)
    wall, cpu = time.perf_counter(), time.process_time()
    simulation = make()
    step_rate = simulation.step_rate
    with closed_at_last(simulation):
        states = [state_of(simulation.snapshot())]
        for t in [*[t for t in at if 0.0 < t < duration], duration]:
            # an instant that rounding puts just before a step is that step
            advance(simulation, int(t*step_rate + 1e-9), tell)
            last = simulation.peek(t)
            if simulation.ended is not None:
                break
            states.append(state_of(last))
        ended = _finish(simulation, duration, last.ended)
    if ended is not None:
        states.append(state_of(simulation.snapshot()))
    needed = simulation.max_F_over_N
    return {
        "scene": simulation.scene.id, "preset": simulation.preset, "parameters": simulation.start_values,
        "duration": duration, "steps": simulation.step, "step_rate": step_rate, "drift": float(simulation.drift),
        "scale": float(simulation.scale), "lost_in_impacts": simulation.lost_in_impacts,
        "invariants": {name: {"value": value if isfinite(value) else None,
                              "max_drift": float(simulation.invariant_drift[name])}
                       for name, value in simulation.first_invariants.items()},
        "events": [{"t": e.t, "body": e.body, "kind": e.kind, "sentence": e.sentence} for e in simulation.events],
        "states": states, "max_F_over_N": needed if isfinite(needed) else None,
        "ended": {"t": ended.t, "reason": ended.kind} if ended is not None else None,
        "cpu_s": time.process_time() - cpu, "wall_s": time.perf_counter() - wall}


def passed(simulation: Simulation, duration: float, times: list[float] | None = None,
           tell: Callable[[Simulation], object] | None = None) -> tuple[Rows, Event | None]:
    """Takes a run at its start through `duration` [s] and closes its log; returns its rows and what ended it, or None.

    times   instants of the rows [s], ascending; None: 60 in a second, and the end where an event ended the run
    tell    as of simulate()
    """
    with closed_at_last(simulation):
        if times is None:
            parts = simulation.collect_alone()
        else:
            parts = []
            for rows in simulation.rows_at(times):
                parts.append(rows)
                _commit(simulation)
                if tell is not None:
                    tell(simulation)
        ended = finished(simulation, duration, tell)
        simulation.end_collecting()
    return concatenated(parts or [simulation.row()[:0]]), ended


def finished(simulation: Simulation, duration: float,
             tell: Callable[[Simulation], object] | None = None) -> Event | None:
    """Takes a run through `duration` [s]; returns what ended it by then, or None. tell: as of simulate()."""
    goal = int(duration*simulation.step_rate + 1e-9)
    advance(simulation, goal, tell)
    # between the last step and a duration on the grid of steps lies nothing
    is_between = duration - goal*simulation.h > SAME*simulation.h
    return _finish(simulation, duration, simulation.peek(duration).ended if is_between else None)


@contextmanager
def closed_at_last(simulation: Simulation) -> Iterator[None]:
    """Closes the log of a run at the end of the block, however that ends: by Ctrl-C too."""
    try:
        # what follows may begin with compiling, for seconds
        _commit(simulation)
        yield
    finally:
        if simulation.recorder is not None:
            simulation.recorder.close()


@contextmanager
def closed_if_refused(simulation: Simulation) -> Iterator[None]:
    """Closes the log of a run where the block raises."""
    try:
        yield
    except BaseException:
        if simulation.recorder is not None:
            simulation.recorder.close()
        raise


def advance(simulation: Simulation, goal: int, tell: Callable[[Simulation], object] | None = None):
    """Advances to a step, piece by piece; of the log a killed process loses at most the piece that it is at."""
    # one body whose log nobody writes and for whom nobody waits: each piece costs as much as some hundred steps
    is_alone = len(simulation.system.bodies) == 1 and simulation.recorder is None and tell is None
    steps = MOST_STEPS if is_alone else FEWEST_STEPS
    while simulation.step < goal and simulation.ended is None:
        begin = time.perf_counter()
        simulation.advance(min(steps, goal - simulation.step))
        _commit(simulation)
        if tell is not None:
            tell(simulation)
        # pieces that take some tenths of a second, whatever the scene
        took = time.perf_counter() - begin
        steps = min(2*steps, MOST_STEPS) if took < SHORT else max(steps//2, FEWEST_STEPS) if took > 3.0*SHORT else steps


def _commit(simulation: Simulation):
    if simulation.recorder is not None:
        simulation.recorder.commit(time.perf_counter())


def _finish(simulation: Simulation, duration: float, ended_by_then: Event | None) -> Event | None:
    """Returns the event that ended the run, where it lies between the last step and the end, too."""
    if simulation.ended is None and ended_by_then is not None:
        simulation.advance(1)
    return simulation.ended if simulation.ended is not None and simulation.ended.t <= duration else None


def summary(result: dict) -> str:
    """Returns the result of `simulate` as lines for a person."""
    lines = [_("{scene}, {duration:g} s, {steps} steps of 1/{rate} s").format(
        scene=result["scene"], duration=result["duration"], steps=result["steps"], rate=result["step_rate"])]
    lines.append(_("drift of the Jacobi integral {drift:.2e} of {scale:.4g} J").format(
        drift=result["drift"], scale=result["scale"]))
    if result["lost_in_impacts"]:
        lines.append(_("energy lost in impacts {lost:.6g} J").format(lost=result["lost_in_impacts"]))
    for name, entry in result["invariants"].items():
        value = entry["value"] if entry["value"] is not None else nan
        lines.append(_("  {name:16} {value: .12g}   changed by at most {drift:.1e}").format(
            name=name, value=value, drift=entry["max_drift"]))
    for state in result["states"]:
        body = state["bodies"][0]
        x, y, z = body["centre"]
        lines.append(_("  t = {t:<10.6g} s  centre ({x: .9f}, {y: .9f}, {z: .9f}) m   N = {N:.6g} N").format(
            t=state["t"], x=x, y=y, z=z, N=body["N"]))
    if result["max_F_over_N"] is not None:
        lines.append(_("friction needed |F|/N at most {needed:.4g}").format(needed=result["max_F_over_N"]))
    lines += [f"  {event['sentence']}" for event in result["events"]]
    return "\n".join(lines)

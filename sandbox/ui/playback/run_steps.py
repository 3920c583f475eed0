"""Places of a run: whole steps from 0 to the furthest one, and one behind it where the run has come to its end."""

from sandbox.run.simulation import Simulation

SAME = 1e-6              # of a step: an instant that rounding puts just before a step is that step


def step_of(t: float, step_rate: int) -> int:
    """Returns the last whole step up to a time t [s]."""
    return int(t*step_rate + SAME)


def last_step(run: Simulation) -> int:
    """Returns the furthest place: the instant of an end lies behind the last whole step."""
    return run.latest + run.has_ended


def current(run: Simulation) -> int:
    """Returns the present place."""
    return run.step + (run.ended is not None)


def go(run: Simulation, wanted: int) -> bool:
    """Goes to a place, the nearest there is; returns whether the history still holds it."""
    wanted = max(0, min(wanted, last_step(run)))
    if wanted == current(run):
        return True
    if not run.go_to(wanted):
        return False
    if wanted > run.latest:
        run.advance(1)
    return True


def events(run: Simulation) -> list[int]:
    """Returns the places of events in ascending order: the last whole step before each, and the end."""
    found = {step_of(event.t, run.step_rate) for event in run.events}
    if run.has_ended:
        found.add(last_step(run))
    return sorted(found)


def event_after(run: Simulation) -> int | None:
    """Returns the place of the next event, or None."""
    return next((one for one in events(run) if one > current(run)), None)


def event_before(run: Simulation) -> int | None:
    """Returns the place of the event before the present place, or None."""
    return next((one for one in reversed(events(run)) if one < current(run)), None)

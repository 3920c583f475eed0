"""A preset of a scene that is ridden, and what is seen on the way."""

from types import SimpleNamespace

import numpy as np

from sandbox.run.simulation import Simulation
from tests.shipped import shipped

CATALOGUE = shipped()
G, A = 9.81, 0.01                # gravity [m/s^2] and radius of the classroom ball [m]
SOLID = 2/7                      # rolling ratio
EVERY = 8                        # steps between looks at slow scenes
SEEN = ("t", "E_J", "N", "r", "v", "w", "n", "contact", "F")      # columns of a ride
AT_ONCE = 120                    # looks


def ride(scene, preset, seconds, every=1, until="", **changes):
    """A preset (with changes) seen at every few steps until the time, an end, or an event of the kind `until`.

    t, E_J, N (n,), r, v, w, normal, contact, F (n, 3), last (the snapshot). N: the first reaction, if rows have one.
    """
    scene = CATALOGUE.get(scene)
    values = {**scene.preset(preset).values, **changes}
    run = Simulation(scene, values)
    seen = [_numbers_of(run.snapshot())]
    if not run.snapshot().reactions:
        # many steps at once are the same steps (tests/run/test_rows_at_once.py), in a hundredth of the time
        seen += _seen_at_once(run, every, _steps_before(Simulation(scene, values), seconds, every, until))
    happened = None
    while run.t < seconds - 1e-9 and run.ended is None and happened is None:
        run.advance(every)
        seen.append(_numbers_of(run.snapshot()))
        happened = next((event for event in run.events if event.kind == until), None)
    last = run.snapshot()
    if happened is not None and run.ended is None:
        # as it was at that instant
        run.go_to(run.step - every)
        last = run.peek(happened.t)
        seen[-1] = _numbers_of(last)
    event = run.ended or happened
    return SimpleNamespace(
        run=run, ended=event.kind if event else None, p=SimpleNamespace(**run.values), last=last,
        **{name: np.array(column) for name, column in zip(SEEN, zip(*seen, strict=True), strict=True)})


def _numbers_of(seen) -> tuple:
    """The numbers of a snapshot in the order of SEEN."""
    body = seen.bodies[0]
    N = seen.reactions[0].value if seen.reactions else body.N
    return seen.t, seen.E_J, N, body.centre, body.velocity, body.angular_velocity, body.normal, body.contact, body.F


def _steps_before(run: Simulation, seconds: float, every: int, until: str) -> int:
    """Steps, a multiple of `every`, within the time, before the run ends and before an event of the kind `until`."""
    goal, piece = int((seconds - 1e-9)/run.h)//every*every, AT_ONCE*every
    while run.step < goal:
        begin = run.step
        run.advance(min(piece, goal - begin))
        if run.ended is not None or any(event.kind == until for event in run.events):
            return begin
    return goal


def _seen_at_once(run: Simulation, every: int, steps: int) -> list[tuple]:
    """Advances by so many steps; returns the numbers after each `every` of them."""
    found = []
    for rows in run.rows_at(np.arange(every, steps + 1, every)*run.h):
        first = [getattr(rows, name)[:, 0]
                 for name in ("N", "centre", "velocity", "omega", "normal", "contact", "F")]
        found += zip(rows.t, rows.E_J, *first, strict=True)
    return found


def turns(seen, values):
    """Times of the lowest points of `values` and the azimuth of the ball there, by a parabola through three steps."""
    azimuth = np.unwrap(np.arctan2(seen.r[:, 1], seen.r[:, 0]))
    k = np.flatnonzero((values[1:-1] < values[:-2]) & (values[1:-1] <= values[2:])) + 1
    before, here, after = values[k - 1], values[k], values[k + 1]
    share = 0.5*(before - after)/(before - 2*here + after)
    slope = 0.5*(azimuth[k + 1] - azimuth[k - 1])
    curve = azimuth[k + 1] - 2*azimuth[k] + azimuth[k - 1]
    h = seen.t[1] - seen.t[0]
    return seen.t[k] + share*h, azimuth[k] + share*slope + 0.5*share**2*curve


def from_top(seen):
    """Angle of the normal with the vertical [rad]."""
    return np.arccos(np.clip(seen.n[:, 2], -1.0, 1.0))

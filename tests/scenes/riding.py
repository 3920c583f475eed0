"""A preset of a scene that is ridden, and what is seen on the way."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np

from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_catalogue

CATALOGUE = load_catalogue(Path(__file__).parents[2] / "scenes")
G, A = 9.81, 0.01                # gravity [m/s^2] and radius of the classroom ball [m]
SOLID = 2/7                      # rolling ratio
EVERY = 8                        # steps between looks at slow scenes


def ride(scene, preset, seconds, every=1, until="", **changes):
    """A preset (with changes) seen at every few steps until the time, an end, or an event of the kind `until`.

    t, E_J, N (n,), r, v, w, normal, contact, F (n, 3), last (the snapshot). N: the first reaction, if rows have one.
    """
    scene = CATALOGUE.get(scene)
    run = Simulation(scene, {**scene.preset(preset).values, **changes})
    seen = [run.snapshot()]
    happened = None
    while run.t < seconds - 1e-9 and run.ended is None and happened is None:
        run.advance(every)
        seen.append(run.snapshot())
        happened = next((event for event in run.events if event.kind == until), None)
    if happened is not None and run.ended is None:
        # as it was at that instant
        run.go_to(run.step - every)
        seen[-1] = run.peek(happened.t)
    event = run.ended or happened
    columns = {"r": "centre", "v": "velocity", "w": "angular_velocity", "n": "normal", "contact": "contact", "F": "F"}
    return SimpleNamespace(
        run=run, ended=event.kind if event else None, p=SimpleNamespace(**run.values), last=seen[-1],
        t=np.array([snapshot.t for snapshot in seen]), E_J=np.array([snapshot.E_J for snapshot in seen]),
        N=np.array([s.reactions[0].value if s.reactions else s.bodies[0].N for s in seen]),
        **{key: np.array([getattr(s.bodies[0], word) for s in seen]) for key, word in columns.items()})


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

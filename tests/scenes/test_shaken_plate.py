"""The ball on a shaken plate: two sevenths, and the moment when it leaves."""

from math import acos

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from sandbox.run.simulation import Simulation
from tests.scenes.test_contact_scenes import CATALOGUE, begin, kinds


@pytest.mark.parametrize("preset", ["To and fro: two sevenths", "Around: a circle in a circle", "Hollow ball",
                                    "Up and down: it does not care"])
def test_it_takes_its_share_of_the_shaking(preset):
    run = begin("shaken_plate", preset)
    share, worst = 0.4 if run.values["shell"] else 2/7, 0.0
    for _step in range(480):
        run.advance(1)
        seen = run.snapshot()
        worst = max(worst, abs(run.ghost([run.t])[0] - seen.bodies[0].centre).max())
        # where the plate is drawn, without the formula of the scene
        moved = seen.supports[0].position[:2]
        ball = seen.bodies[0].centre[:2] - np.array((run.values["vx"], run.values["vy"]))*run.t
        assert np.allclose(ball, share*moved, rtol=0, atol=1e-13)      # [m]
    assert worst < 1e-13      # [m] rounding of two seconds
    assert run.drift < 1e-12


def test_it_leaves_when_the_plate_falls_away():
    """N = m (g - lift nu^2 cos nu t) is zero from the start; a slower plate never lets it go."""
    run = begin("shaken_plate", "Up and down: it begins to bounce")
    run.advance(480)
    assert "impact" in kinds(run) and run.ended is None and run.drift < 1e-11
    slow = Simulation(CATALOGUE.get("shaken_plate"), {"along": 0.0, "lift": 0.01, "nu": 31.0})
    slow.advance(480)
    assert kinds(slow) == [] and 0.01*31.0**2 < 9.81


@pytest.mark.parametrize("rough", [0.0, 0.5])
def test_an_acceleration_that_outweighs_gravity_is_no_riddle(rough):
    """The ball leaves again where the plate falls as fast as it does: the felt gravity is zero, with both laws."""
    values = dict(CATALOGUE.get("shaken_plate").preset("Up and down: it begins to bounce").values) | {"mu": rough}
    run = Simulation(CATALOGUE.get("shaken_plate"), values)
    run.advance(240)
    at = [event.t for event in run.events if event.kind == "detach"]
    nu = run.values["nu"]
    # lift nu^2 cos(nu t) = g, on the way up to the plate's highest point
    leaves = (2*np.pi - acos(9.81/(0.01*nu*nu)))/nu
    assert run.ended is None and at[0] == pytest.approx(leaves, abs=1e-9)      # [s]


def test_on_a_tilting_plate_as_integrated_by_hand():
    """Small tilts: x'' = (5/7) g tilt along the plate, to the second order of the tilt."""
    run = begin("shaken_plate", "Tilted to and fro")
    sway, nu = np.radians(run.values["sway"]), run.values["nu"]
    run.advance(240)
    found = solve_ivp(lambda t, y: (y[1], 5/7*9.81*np.sin(sway*np.sin(nu*t))), (0, 1), (0, 0), rtol=1e-10, atol=1e-12)
    assert run.snapshot().bodies[0].centre[0] == pytest.approx(found.y[0, -1], rel=sway**2)

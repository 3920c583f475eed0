"""What the titles of presets promise is seen within five seconds at their own speed, or they say when it comes."""

from math import hypot

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from tests.scenes.riding import CATALOGUE

SOON = 5.0           # [s] of the wall clock
LONGEST = 30.0       # [s] that a run may take until it is to be seen


def event(*kinds):
    """The first event of one of the kinds."""
    return lambda run, _rows: next((one.t for one in run.events if one.kind in kinds), None)


def after(number, bound):
    """The first instant at which a number of a body, of its first value, is beyond the bound."""
    def found(_run, rows):
        first = number(rows[0][1])
        return next((t for t, body in rows if bound(number(body), first)), None)
    return found


def spin(body):
    return float(body.angular_velocity[2])


def speed(body):
    return float(np.linalg.norm(body.velocity))


def turned_round(now, first):
    return now*first < 0.0


PROMISES = {
    ("coin", "Thick coin that slips"): event("slip", "grip"),
    ("suslov", "About the middle axis it runs away"): after(
        lambda body: float(np.linalg.norm(body.angular_velocity)), lambda now, first: now > 5.0*first),
    ("rattleback", "The wrong way: it turns round"): after(spin, turned_round),
    ("rattleback", "The mirror stone"): after(spin, turned_round),
    ("rattleback", "A slippery floor"): event("slip"),
    ("sleigh", "Thrown off sideways"): after(speed, lambda now, first: now > 1.8*first),
    ("sleigh", "On the other side it departs"): after(speed, lambda now, first: now > 0.05),
    ("sleigh", "Boomerang on a floor at rest"): after(lambda body: float(body.velocity[0]), turned_round),
    ("sleigh", "I = m a²: the mass centre runs straight"): after(
        lambda body: hypot(*body.centre[:2]), lambda now, first: now < 0.5*first),
    ("sleigh", "At rest on the table: A² and how it leaves"): after(
        lambda body: hypot(*body.centre[:2]), lambda now, first: now > 0.2),
    ("bounce", "Sliding to rolling: 5/7"): event("grip"),
    ("bounce", "Infinitely many bounces"): event("landing", "rest", "grip", "stop"),
    ("incline", "Ball"): event("rim"),
    ("coin_funnel", "Down the funnel for coins"): after(
        lambda body: float(body.centre[2]), lambda now, first: now < first - 0.04),
    ("coin_funnel", "A circle that does not last"): after(
        lambda body: float(body.centre[2]), lambda now, first: abs(now - first) > 0.01),
    ("ring_table", "Resistance drives it outwards"): after(
        lambda body: hypot(*body.centre[:2]), lambda now, first: now > 2.0*first),
    ("bowl", "The oval bowl throws it out"): event("rim"),
}


@pytest.mark.parametrize(("scene", "preset"), PROMISES)
def test_a_title_keeps_its_promise(scene, preset):
    scene, promise = CATALOGUE.get(scene), PROMISES[scene, preset]
    run, showing = Simulation(scene, scene.preset(preset).values), scene.shown(preset)
    rows, t = [(0.0, run.snapshot().bodies[0])], None
    while t is None and run.t < LONGEST and run.ended is None:
        run.advance(8)
        rows.append((run.t, run.snapshot().bodies[0]))
        t = promise(run, rows)
    assert t is not None, run.events
    assert t/showing.speed <= SOON or (showing.at is not None and showing.at >= 0.9*t), t/showing.speed


def test_eulers_disk_says_when_all_is_over():
    scene = CATALOGUE.get("coin")
    showing, run = scene.shown("Euler's disk"), Simulation(scene, scene.preset("Euler's disk").values)
    while run.t < LONGEST and run.snapshot().bodies[0].mode != "rest":
        run.advance(24)
    # its face has come down to the table, where it stays
    over = run.events[-1]
    assert over.kind == "grip" and "It lies flat on its face" in over.sentence
    assert over.t == pytest.approx(showing.at, abs=0.1)
    # the whirl is shown in less than seven seconds
    assert showing.at/showing.speed < 7.0
    run.advance(240)
    assert run.ended is None and run.snapshot().bodies[0].mode == "rest" and run.events[-1] is over

"""What a system with rows, or of centres, loses over its rim goes on as a rigid body: it falls as one, and lands."""

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from sandbox.scene import Ball
from tests.scenes.riding import CATALOGUE, G

# scene, preset, model that goes over the rim first
OVER = [("sleigh", 4), ("skate", 3), ("slope_skate", 6), ("tilted_sleigh", 5), ("breakaway", 6), ("franklin", 5),
        ("free_turntable", 6), ("vakonomic", 4)]
RATE = 240


def run_of(name, number) -> Simulation:
    scene = CATALOGUE.get(name)
    return Simulation(scene, scene.presets[number - 1].values)


def over_the_rim(name, number) -> Simulation:
    """A run at the first step after its first model has gone over the rim."""
    run = run_of(name, number)
    while not any("goes on from there" in event.sentence and "Model" not in event.sentence for event in run.events):
        run.advance(1)
        assert run.ended is None and run.t < 10.0
    return run


def goes_on(run):
    """The world that the first model goes on in."""
    return run._models.first.system.world


def seen(run):
    body = run.snapshot().bodies[0]
    return body.centre.copy(), body.velocity.copy(), body.angular_velocity.copy()


@pytest.mark.parametrize(("name", "number"), OVER)
def test_it_falls_as_a_body_does_and_lands(name, number):
    run = over_the_rim(name, number)
    before = run.step
    places, times, words = [], [], []
    while not any("'floor'" in event.sentence and not event.sentence.startswith("Model") for event in run.events):
        places.append(seen(run)[0])
        times.append(run.t)
        words.append(run.snapshot().bodies[0].mode)
        run.advance(1)
        assert run.ended is None and run.t < 10.0, run.ended
    assert run.step > before
    # while it touches nothing its mass centre has the acceleration of free fall: that of a ball is what is shown
    aloft = [word == "flight" for word in words]
    if isinstance(goes_on(run).bodies[0], Ball):
        r, t = np.array(places)[aloft], np.array(times)[aloft]
        assert len(t) > 5
        bend = np.diff(r, 2, axis=0)*RATE*RATE
        # [m/s^2] second differences of places of 1 m at 240 Hz: 1e-16*240^2, but for the first and last steps
        assert np.abs(bend[1:-1] + np.array((0.0, 0.0, G))).max() < 1e-9
    run.advance(240)
    assert run.ended is None and run.drift < 1e-10


@pytest.mark.parametrize(("name", "number"), OVER)
def test_nothing_jumps_at_the_rim(name, number):
    run = over_the_rim(name, number)
    step = run.step
    after = seen(run)
    run.go_to(step - 1)
    before = seen(run)
    run.go_to(step - 2)
    earlier = seen(run)
    # [m], [m/s], [rad/s] over a step it changes as over the step before, but for what the edge does within 4 ms
    for now, then, first, most in zip(after, before, earlier, (1e-3, 0.15, 8.0), strict=True):
        assert np.abs((now - then) - (then - first)).max() < most


@pytest.mark.parametrize(("name", "number"), [("breakaway", 6), ("franklin", 5), ("free_turntable", 6), ("sleigh", 4)])
def test_the_same_bits_after_going_back_over_the_rim(name, number):
    run = over_the_rim(name, number)
    goal, back = run.step + 60, run.step - 100
    run.advance(60)
    once = [state.copy() for state in run.states]
    run.go_to(back)
    assert all(len(state) < len(first) for state, first in zip(run.states[:1], once[:1], strict=True))
    run.advance(goal - back)
    for state, first in zip(run.states, once, strict=True):
        assert np.array_equal(state, first, equal_nan=True)


def test_a_free_table_turns_on_as_the_ball_left_it():
    run = over_the_rim("free_turntable", 6)
    while run.snapshot().bodies[0].mode != "flight":
        run.advance(1)
    rate = run.snapshot().supports[0].angular_velocity[2]
    left = run.snapshot().bodies[0]
    J, m = run.values["inertia"], goes_on(run).bodies[0].m
    # angular momentum about the axis, of table and path: as the ball came, but for what its spin got at the edge
    L = J*rate + m*(left.centre[0]*left.velocity[1] - left.centre[1]*left.velocity[0])
    start = run_of("free_turntable", 6).snapshot()
    first = start.bodies[0]
    L0 = J*start.supports[0].angular_velocity[2] + m*(
        first.centre[0]*first.velocity[1] - first.centre[1]*first.velocity[0])
    I = goes_on(run).bodies[0].I
    spin = I*(left.angular_velocity[2] - first.angular_velocity[2])
    # [kg m^2/s] rounding of 1000 steps
    assert L + spin == pytest.approx(L0, abs=1e-12)
    run.advance(240)
    # [rad/s] nothing touches it any more
    assert run.snapshot().supports[0].angular_velocity[2] == pytest.approx(rate, abs=1e-13)


def test_a_hand_goes_on_beyond_the_rim():
    """It pulls the sleigh over the rim and lifts it from beyond: it is the same hand."""
    run = run_of("sleigh", 3)
    run.advance(24)
    run.grab(0, (0.0, 0.0, 0.0), 10.0)
    centre = run.snapshot().bodies[0].centre
    for i in range(60):
        run.move(centre + (i + 1)/60*np.array((0.9, 0.0, 0.05)))
        run.advance(2)
    run.advance(240)
    assert run.ended is None and run.drift < 1e-10
    # [m] it hangs where the hand is, but for what a spring of 5 Hz gives way under its weight: g/(2 pi 5)^2 = 1 cm
    assert np.linalg.norm(run.snapshot().bodies[0].centre - centre - (0.9, 0.0, 0.05)) < 0.1


@pytest.mark.parametrize("number", [3, 4, 5])
def test_over_the_rim_of_a_surface_of_centres(number):
    run = run_of("pseudosphere", number)
    run.advance(24)
    run.grab(0, (0.0, 0.0, 0.0), 10.0)
    centre = run.snapshot().bodies[0].centre
    for i in range(10):
        run.move(centre + (i + 1)/10*np.array((0.3, 0.0, 0.02)))
        run.advance(1)
    run.advance(120)
    run.let_go()
    run.advance(1200)
    assert run.ended is None and run.drift < 1e-10
    assert any("goes on from there" in event.sentence for event in run.events)
    seen = run.snapshot().bodies[0]
    p, floor = run.values, -3.0*run.values["c"]
    # on the floor, or in the funnel again
    assert seen.centre[2] == pytest.approx(floor + p["radius"], abs=1e-6) or np.hypot(*seen.centre[:2]) < p["c"]


@pytest.mark.parametrize("name", ["franklin", "sleigh"])
def test_what_is_steered_is_told_right_on_both_sides_of_the_rim(name):
    """Rows of a pass that goes over the rim have the value of a live parameter, whose place is another one there."""
    run = run_of(name, 1)
    rate = run.values["rate"]
    for rows in run.rows_at(np.arange(1, 8*240)/240):
        assert (rows.live["rate"] == rate).all()
    assert any("goes on from there" in event.sentence for event in run.events)


@pytest.mark.parametrize(("name", "preset"), [("franklin", 1), ("sleigh", 3)])
def test_a_hand_that_came_over_the_rim_has_the_same_bits_when_taken_back_beyond_it(name, preset):
    """Its stiffness is written anew there: it is that which the rows had found."""
    run = run_of(name, preset)
    run.advance(24)
    run.grab(0, (0.005, 0.002, 0.0), 10.0)
    centre = run.snapshot().bodies[0].centre
    out = np.sign(centre[0] or 1.0)*np.array((0.1, 0.0, 0.0))
    while not any("goes on from there" in event.sentence and event.body == 0 for event in run.events):
        centre = centre + out/12
        run.move(centre)
        run.advance(2)
    run.advance(120)
    then, state = run.step, run.states[0].tobytes()
    # another hand's numbers stand in the parameters meanwhile
    run.move(centre + np.array((0.0, 0.0, 0.05)))
    run.advance(60)
    assert run.go_to(then - 60)
    run.advance(60)
    assert run.states[0].tobytes() == state

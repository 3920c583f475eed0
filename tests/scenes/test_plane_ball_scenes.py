"""What a viewer of the ball that crosses a disc, and of the one within a wall, should see: ball.md 11, 4 and 10."""

from math import ceil, degrees, pi

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from tests.shipped import shipped

CATALOGUE = shipped()
LONGEST = 240*600                # steps to an end, which each scene comes to long before


def before_the_rim(run) -> int:
    """Steps completed before the first model goes over the rim, or its run ends."""
    while run.ended is None and run.step < LONGEST:
        run.advance(240)
        found = [event for event in of_kind(run, "rim") if "goes on from there" in event.sentence]
        if found:
            return int(found[0].t/run.h)
    assert run.ended is not None
    return int(run.ended.t/run.h)


def play(name, preset=None, seconds=None, **changes):
    """The run of a preset with changes, to its rim or for some seconds, and its centres (n, 3) at every step."""
    scene = CATALOGUE.get(name)
    values = {**(scene.preset(preset).values if preset else {}), **changes}
    run = Simulation(scene, values)
    steps = before_the_rim(Simulation(scene, values)) if seconds is None else ceil((seconds - 1e-9)/run.h)
    centres = np.concatenate([rows.centre[:, 0] for rows in run.rows_at(np.arange(steps + 1)*run.h)])
    return run, centres if run.ended is None else np.vstack((centres, run.snapshot().bodies[0].centre))


def of_kind(run, kind):
    return [event for event in run.events if event.kind == kind and not event.sentence.startswith("Model")]


# franklin -------------------------------------------------------------------------------------------------------------

def test_straight_in_straight_out():
    """0.25 m/s on the line y = 12 cm: dips to y = -5.4 cm, 2.26 s instead of 2.20 s, out as it came."""
    run, r = play("franklin")
    on, off = of_kind(run, "rim")
    assert off.t - on.t == pytest.approx(2.26, abs=0.005)
    assert r[:, 1].min() == pytest.approx(-0.054, abs=5e-4)
    last = run.snapshot().bodies[0]
    np.testing.assert_allclose(last.velocity, [0.25, 0.0, 0.0], atol=1e-12)
    assert last.centre[1] == pytest.approx(0.12, abs=1e-12)
    assert run.ended is None and run.drift < 1e-13
    # the ball beside it went straight on and was there before, by what the disc cost
    (there,) = [event for event in run.events if event.sentence.startswith("Model 2")]
    run.advance(1)
    assert of_kind(run, "rim")[-1].t - there.t == pytest.approx(2.2603392564354 - 2*0.27495454169735/0.25, abs=2e-5)


@pytest.mark.parametrize("preset", [p.name for p in CATALOGUE.get("franklin").presets])
def test_every_preset_leaves_on_its_line(preset):
    scene = CATALOGUE.get("franklin")
    values = scene.values(scene.preset(preset).values)
    run, _r = play("franklin", preset)
    last = run.snapshot().bodies[0]
    assert last.centre[1] == pytest.approx(values["y"], abs=1e-11) and last.centre[0] > 0.2
    np.testing.assert_allclose(last.velocity, [values["speed"], 0.0, 0.0], atol=1e-11)
    assert [meter.reason for meter in run.meters if meter.name.startswith("plane_K")] == ["", ""]


def test_a_rate_that_changes_meanwhile_shifts_the_line_only():
    """K is constant for any rate: v_out = v_in still, on a parallel line."""
    run = Simulation(CATALOGUE.get("franklin"))
    run.advance(400)
    run.set("rate", 1.0)
    while len(of_kind(run, "rim")) < 2:
        run.advance(10)
    last = run.snapshot().bodies[0]
    np.testing.assert_allclose(last.velocity, [0.25, 0.0, 0.0], atol=1e-12)
    assert abs(last.centre[1] - 0.12) > 0.01
    assert run.drift < 1e-12
    assert all(meter.drift < 1e-13 for meter in run.meters if meter.name.startswith("plane_K"))


def test_the_ghost_is_true_from_anywhere():
    """The closed form from the floor, from the disc at another rate and beyond it tells where the ball will be."""
    run = Simulation(CATALOGUE.get("franklin"), {"beside": False})
    for rate, steps in ((None, 60), (None, 340), (2.0, 120), (-3.0, 120)):
        if rate is not None:
            run.set("rate", rate)
            run.advance(130)             # until it is reached
        there = run.ghost(run.t + np.arange(0, steps, 10)/240)
        for centre in there:
            np.testing.assert_allclose(run.snapshot().bodies[0].centre, centre, atol=1e-11)
            run.advance(10)
        assert run.ended is None
    assert of_kind(run, "rim")[-1].sentence.startswith("The body rolls off")


# billiard -------------------------------------------------------------------------------------------------------------

def steps_of(run):
    """Angles from hit to hit about the axis [rad], and times between hits [s]; places are those of the closed form."""
    times = np.array([event.t for event in of_kind(run, "impact")])
    places = run.ghost(times) @ [1.0, 1j, 0.0]
    np.testing.assert_allclose(np.abs(places), 0.28, atol=1e-11)
    return np.angle(places[1:]/places[:-1]), np.diff(times)


def test_equal_angles():
    """236.3 degrees from hit to hit, and nothing is lost over 30 hits."""
    run, _r = play("billiard", "Equal angles", 46.0)
    steps, times = steps_of(run)
    assert len(steps) == 30 and np.ptp(steps) < 1e-10 and np.ptp(times) < 1e-11
    assert degrees(steps[0]) % 360.0 == pytest.approx(236.3, abs=0.05)
    for meter in run.meters:
        assert meter.reason == "" and meter.drift < 1e-12


@pytest.mark.parametrize(("preset", "corners", "turns"), [
    ("Five-pointed star", 5, 2), ("Flower of eight loops", 8, -3)])
def test_stars_close(preset, corners, turns):
    """A step of 2 pi turns/corners: after so many hits the ball is where it was, and moves as it did."""
    run, _r = play("billiard", preset, 24.0)
    steps, times = steps_of(run)
    np.testing.assert_allclose((steps - 2*pi*turns/corners + pi) % (2*pi) - pi, 0.0, atol=1e-9)
    fresh = Simulation(run.scene, run.start_values)
    first, period = fresh.snapshot().bodies[0], float(times[:corners].sum())
    fresh.advance(int(period*240))
    back = fresh.peek(period).bodies[0]
    np.testing.assert_allclose(back.centre, first.centre, atol=1e-9)
    np.testing.assert_allclose(back.velocity, first.velocity, atol=1e-9)


def test_a_smooth_wall_holds_the_ball_that_it_gives_too_little():
    run, r = play("billiard", "It stays at the wall", 10.0)
    (hit,) = of_kind(run, "impact")
    assert hit.sentence.endswith("it stays there.") and run.snapshot().bodies[0].mode == "hold"
    np.testing.assert_allclose(np.hypot(*r[200:, :2].T), 0.28, atol=1e-12)
    # a table that turns faster takes the ball round with it, and its circles bend away from the wall
    run.set("rate", 8.0)
    run.advance(960)
    assert of_kind(run, "detach") and np.hypot(*run.snapshot().bodies[0].centre[:2]) < 0.27


def test_bounces_that_become_smaller_end():
    run, r = play("billiard", "Smaller and smaller bounces", 15.0)
    hits = of_kind(run, "impact")
    assert len(hits) > 10 and hits[-1].sentence.endswith("it stays there.")
    assert np.hypot(*r[-1, :2]) == pytest.approx(0.28, abs=1e-12)
    assert run.drift < 1e-12


def test_a_ball_whose_circle_is_small_never_comes_to_the_wall():
    run, _r = play("billiard", "The wall is out of reach", 20.0)
    assert run.events == []


def test_over_the_axis_from_wall_to_wall():
    """On a table at rest, through the very middle and from it: there the row of the wall's gap is zero."""
    for x in (0.0, 0.1, -0.25):
        run, _r = play("billiard", None, 6.0, rate=0.0, x=x, y=0.0, vx=0.3, vy=0.0)
        hits = of_kind(run, "impact")
        assert [event.t for event in hits] == pytest.approx(
            [(0.28 - x)/0.3 + 0.56/0.3*i for i in range(len(hits))], abs=1e-12)
        assert len(hits) == 3 and run.snapshot().bodies[0].centre[1] == 0.0 and run.drift < 1e-13


def test_a_start_beyond_the_wall_is_refused():
    with pytest.raises(BadValue, match=r"the centre is 0\.5 m from the axis, needs less than the 0\.28 m of the wall"):
        Simulation(CATALOGUE.get("billiard"), {"x": 0.5, "y": 0.0})

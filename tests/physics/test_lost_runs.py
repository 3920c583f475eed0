"""Runs that are not to be believed any more end in a sentence, at once and with a good state: drift, lost numbers."""

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.run.headless import simulate
from sandbox.run.simulation import Simulation
from sandbox.scene import Preset, Scene
from tests.shipped import shipped
from tests.test_command_line import run

RUNAWAY = {"c": 16.75218089520206, "I_2": 8.046336997589025, "weight": 0.17426273866660374, "w_2": -3.1685450387619003}


@pytest.fixture(scope="module")
def scenes() -> dict[str, Scene]:
    return shipped().scenes


# ---- drift ----------------------------------------------------------------------------------------------------------

def test_energy_that_no_longer_adds_up_ends_the_run(scenes):
    """Suslov's body that runs away: beyond 1e4 rad/s its turns are shorter than the finest sub-step."""
    found = Simulation(scenes["suslov"], RUNAWAY)
    found.advance(1200)
    assert found.ended.kind == "drift" and found.ended.t < 2.0
    assert "The energy no longer adds up at t = 1.7" in found.ended.sentence
    assert found.drift <= 1e-6 and found.snapshot().drift <= 1e-6
    assert np.all(np.isfinite(found.row().centre))


def test_the_limit_is_the_scene_s(scenes):
    suslov = scenes["suslov"]
    strict, lax = (Scene(suslov.title, suslov.parameters, suslov.build, suslov.start, drift_limit=limit)
                   for limit in (1e-11, 1e-3))
    ends = []
    for scene in (strict, suslov, lax):
        found = Simulation(scene, RUNAWAY)
        found.advance(1200)
        ends.append(found.ended.t)
        assert found.drift <= scene.drift_limit
    assert ends[0] < ends[1] < ends[2]


@pytest.mark.parametrize("limit", [0.0, -1.0, float("nan"), 2.0, "much"])
def test_a_limit_that_is_none_is_refused(limit):
    with pytest.raises(BadValue, match=r"drift_limit: got .*, needs a number above 0 and at most 1"):
        Scene("x", (), lambda p: None, lambda p: None, presets=(Preset("y"),), drift_limit=limit)


def test_the_command_tells_by_its_exit_code():
    done = run("simulate", "suslov", "--set", *(f"{name}={value}" for name, value in RUNAWAY.items()), "--duration", 2)
    assert done.returncode == 3
    assert "what comes after is not to be trusted" in done.stdout


def test_what_impacts_lost_is_shown(scenes):
    result = simulate(scenes["bounce"], {"height": 0.5, "speed": 0.0, "x": 0.0}, 1.0)
    first, last = (state["bodies"][0] for state in (result["states"][0], result["states"][-1]))
    m = 1200.0*4.0/3.0*np.pi*0.1**3
    energy = [m*(9.81*body["centre"][2] + 0.5*np.square(body["velocity"]).sum()) for body in (first, last)]
    assert result["lost_in_impacts"] == pytest.approx(energy[0] - energy[1], rel=1e-12)
    assert "energy lost in impacts" in run("simulate", "bounce", "--preset", "2", "--duration", 1).stdout


# ---- numbers that are none ------------------------------------------------------------------------------------------

@pytest.mark.parametrize("scene", ["bounce", "turntable", "breakaway", "rattleback", "suslov"])
@pytest.mark.parametrize("what", ["p", "y", "memory", "settings"])
def test_a_number_that_is_lost_ends_the_run_within_a_step(scenes, scene, what):
    """Also where the present mode does not look at it; what is shown is the state before.

    With the number back in its place the run goes back and on as if nothing had been: one run for all places.
    """
    found = Simulation(scenes[scene], {"height": 0.3} if scene == "bounce" else {})
    found.advance(11)
    after = centres(found)
    found.go_to(10)
    good = centres(found)
    for place in range(_array(found, what).size):
        before = _array(found, what)[place]
        _array(found, what)[place] = np.nan
        found.advance(1)
        assert found.step == 10 and found.ended.kind == "stop" and found.ended.sentence
        assert centres(found) == good
        assert found.advance(1) == 0
        _array(found, what)[place] = before
        assert found.go_to(10) and found.ended is None and found.advance(1) == 1 and centres(found) == after
        assert found.go_to(10) and centres(found) == good


@pytest.mark.parametrize("scene", ["dominoes", "box_on_turntable", "dice", "many_balls"])
def test_what_a_frame_only_works_in_may_be_no_number(scenes, scene):
    """Rows without a finite solution leave some there; the run goes on, bit by bit: it is written before it is read."""
    one, other = Simulation(scenes[scene]), Simulation(scenes[scene])
    for each in (one, other):
        each.advance(30)
    p = other._run.data.p
    works = np.setdiff1d(np.arange(p.size), other.system.given)
    assert works.size > 1000
    p[works] = np.nan
    for each in (one, other):
        each.advance(30)
    assert other.ended is None and centres(one) == centres(other)


@pytest.mark.parametrize("scene", ["bounce", "turntable", "rattleback", "suslov"])
@pytest.mark.parametrize("value", [np.inf, -np.inf])
def test_a_speed_without_bound_is_taken_back(scenes, scene, value):
    found = Simulation(scenes[scene], {"height": 0.3} if scene == "bounce" else {})
    found.advance(10)
    good = found.snapshot()
    found._run.y[7] = value
    found.advance(1)
    assert found.ended is not None and np.array_equal(found.snapshot().bodies[0].centre, good.bodies[0].centre)


def centres(simulation: Simulation) -> list[bytes]:
    """The bits of where the bodies are."""
    return [body.centre.tobytes() for body in simulation.snapshot().bodies]


def _array(simulation: Simulation, what: str) -> np.ndarray:
    run = simulation._run
    return getattr(run.data if what in ("p", "y") else run, what)

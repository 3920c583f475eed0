"""Clouds of starts: each is the run that begins there, and their volume is what the divergence says."""

from dataclasses import replace
from math import inf

import numpy as np
import pytest
from numpy.testing import assert_allclose

import sandbox
from sandbox.cli.common import scene_named
from sandbox.systems.assemble import assemble_scene
from sandbox.systems.integration import Integration
from sandbox.theory import suslov
from sandbox.theory.analysis import turning_sleigh
from sandbox.theory.cloud import MOST_STARTS
from sandbox.theory.phase_volume import ball_volume, sleigh_volume


def system_of(name: str, preset: str):
    scene = scene_named(name)
    return assemble_scene(scene, scene.values(dict(scene.preset(preset).values)))[0]


# ---- each start ------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name, preset, seconds", [("sleigh", "Caught: a rosette", 4.0), ("suslov", "A focus", 4.0),
                                                   ("sleigh", "Thrown off sideways", 2.0), ("bowl", "Oval bowl", 1.0),
                                                   ("own_surface", "Egg box", 1.0), ("pseudosphere", "Figure 4", 1.0)])
def test_each_start_is_a_run_of_its_own_bit_by_bit(name, preset, seconds):
    found = sandbox.cloud(name, preset, starts=12, duration=seconds, rate=20.0)
    system = system_of(name, preset)
    assert len(found.t) > 10 and not (found.states[1:] == found.states[0]).all(axis=1).any()
    for y, end, left in zip(found.states, found.ends, found.left, strict=True):
        run = Integration(replace(system, y=y.copy()), 1/240)
        run.advance(round(240*seconds))
        # the same step at the same instants: not a bit is different
        if left == inf:
            assert run.ended is None and run.data.mode == system.mode and (run.data.y == end).all()
        elif run.ended is not None:
            assert run.ended.t == left and (run.data.y == end).all()
        else:
            assert run.data.mode != system.mode


def test_the_first_start_is_the_motion_itself():
    found, run = sandbox.cloud("bowl", starts=5, duration=2.0), Integration(system_of("bowl", "Parabolic bowl"), 1/240)
    run.advance(1)
    assert (found.states[0] != run.data.y).any()
    run = Integration(assemble_scene(scene_named("bowl"), scene_named("bowl").values())[0], 1/240)
    run.advance(480)
    assert (found.ends[0] == run.data.y).all()


def test_same_inputs_same_bits():
    one, again, other = (sandbox.cloud("sleigh", "Crab glide", starts=200, duration=1.0, seed=seed)
                         for seed in (3, 3, 4))
    assert (one.coordinates == again.coordinates).all() and (one.volume == again.volume).all()
    assert (one.coordinates[:, 0] == other.coordinates[:, 0]).all()         # the motion itself
    assert (one.coordinates[0, 1:] != other.coordinates[0, 1:]).all()


def test_starts_are_spread_evenly_over_their_box():
    """Mean and variance of an even box, of which 10,000 starts know the mean to 1/sqrt(3 n), the variance likewise."""
    found = sandbox.cloud("sleigh", "Caught: a rosette", starts=10_000, spread=0.02, duration=0.1)
    a, rate = 0.0316228, 2.0
    z = (found.coordinates[0] - found.coordinates[0, 0])/np.array((a*rate, rate, a, a))/0.02
    assert found.names[2:] == ("x₁", "x₂") and found.units == ("m/s", "rad/s", "m", "m")
    assert np.abs(z).max() <= 1.0 + 1e-9                    # [1] rounding of the way to coordinates and back
    assert_allclose(z.mean(axis=0), 0.0, atol=4.0/np.sqrt(3.0*10_000))      # four standard errors
    assert_allclose(z.var(axis=0), 1.0/3.0, atol=4.0*np.sqrt(4.0/45.0/10_000))


# ---- volumes ---------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("preset, seconds", [("Caught: a rosette", 4.0), ("Thrown off sideways", 1.2),
                                             ("Standing still in the room", 3.0),
                                             ("On the other side it departs", 1.5)])
def test_the_volume_of_a_sleighs_cloud_is_the_exponential_of_the_divergence(preset, seconds):
    """From the points alone, against the integral of -v1 m a/I along the motion by another program (DOP853)."""
    scene = scene_named("sleigh")
    sleigh = turning_sleigh(scene, scene.values(dict(scene.preset(preset).values)))
    exact = np.exp(sleigh_volume(sleigh.ratio, sleigh.without_dimension(), abs(sleigh.rate)*seconds).expansion[-1])
    found = sandbox.cloud("sleigh", preset, starts=2000, spread=1e-6, duration=seconds, rate=30.0)
    assert abs(exact - 1.0) > 0.02
    # [1] of first order in the spread, times what neighbours go apart by; Hermite's rule of 30 instants a second
    assert_allclose(found.volume[-1], exact, rtol=1e-4)
    assert_allclose(np.exp(found.expansion[-1, 0]), exact, rtol=1e-7)
    assert (found.measure == found.volume).all()


def test_a_wide_cloud_of_sleighs_has_the_mean_of_what_its_starts_say():
    """10,000 starts against 2,000 others, within the errors of sampling that they state; and it shrinks."""
    many, few = (sandbox.cloud("sleigh", "Thrown off sideways", starts=n, spread=0.05, duration=1.2, seed=seed)
                 for n, seed in ((10_000, 1), (2_000, 2)))
    assert abs(many.expected[-1] - few.expected[-1]) < 4.0*np.hypot(many.error[-1], few.error[-1])
    assert 0.0 < many.error[-1] < 0.5*few.error[-1] < 1e-3
    assert many.expected[-1] < 0.7 and (np.diff(many.expected[3:]) < 0.0).all()


def test_suslovs_cloud_shrinks_onto_its_focus():
    scene = scene_named("suslov")
    found = sandbox.cloud("suslov", "A focus", starts=500, spread=0.05, duration=10.0)
    inertia, c = suslov.free_body(scene.models(scene.values(dict(scene.preset("A focus").values)))[0])
    assert found.places is None and found.volume[-1] < 1e-3
    # at the end by the trace at the focus, where all of them are by then
    middle = found.coordinates[-20:].mean(axis=(0, 1))
    trace = np.trace(suslov.slopes(inertia, c, middle[None])[0])
    slope = np.polyfit(found.t[-20:], np.log(found.expected[-20:]), 1)[0]
    assert_allclose(slope, trace, rtol=0.02)                # [1] of the swings that are left
    assert_allclose(found.volume[-1], found.expected[-1], rtol=0.02)    # [1] the spread 0.05, squared, and its like


@pytest.mark.parametrize("name, preset, seconds", [("bowl", "Oval bowl", 2.0), ("bowl", "Parabolic bowl", 2.0),
                                                   ("pseudosphere", "Figure 4", 1.0)])
def test_the_weighted_cloud_of_a_ball_keeps_its_measure(name, preset, seconds):
    """B 3.1: the volume of centres and spins changes, that with the density of the area of their surface stays."""
    found = sandbox.cloud(name, preset, starts=400, spread=1e-5, duration=seconds, rate=20.0)
    assert np.ptp(found.volume) > 0.02
    assert_allclose(found.measure, 1.0, rtol=0, atol=1e-4)      # [1] of first order in the spread
    assert (found.expected == 1.0).all() and not found.reasons


def test_the_density_of_the_chart_is_that_of_the_cloud():
    """On an oval bowl neighbours fill (x, y, w) as dA dw says, and all of dr dw as int div f dt along the motion."""
    one = ball_volume(Integration(system_of("bowl", "Oval bowl"), 1/240), 240)
    found = sandbox.cloud("bowl", "Oval bowl", starts=500, spread=1e-5, duration=1.0, rate=20.0)
    flat = found.coordinates[:, :, [0, 1, 3, 4, 5]]
    filled = np.array([np.linalg.slogdet(np.cov(z.T))[1] for z in flat])
    # Phi = 0 has z of x and y: dA = dx dy/n_z
    steep = normals_of("bowl", "Oval bowl", 20, 12)
    assert_allclose(0.5*(filled - filled[0]) - np.log(steep/steep[0]), 0.0, atol=1e-4)     # [1] of the spread
    assert np.ptp(one.expansion) > 0.05
    assert_allclose(np.log(found.volume), one.expansion[::12], rtol=0, atol=1e-4)


def normals_of(name: str, preset: str, count: int, every: int) -> np.ndarray:
    """The third component of the normal of a turning support's surface, about the vertical."""
    run, found = Integration(system_of(name, preset), 1/240), []
    for _k in range(count + 1):
        found.append(run.picture().bodies[0].normal[2])
        run.advance(every)
    return np.array(found)


# ---- what it says ----------------------------------------------------------------------------------------------------

def test_starts_that_leave_are_said():
    found = sandbox.cloud("bowl", "The oval bowl throws it out", starts=40, spread=0.02, duration=3.0)
    assert sum(found.reasons.values()) == np.isfinite(found.left).sum() > 0
    assert all(len(sentence) > 10 for sentence in found.reasons)
    for i in np.flatnonzero(np.isfinite(found.left)):
        after = found.coordinates[found.t > found.left[i], i]
        assert (after == after[0]).all()
        assert (np.diff(found.expansion[found.t > found.left[i], i]) == 0.0).all()
    rim = sandbox.cloud("sleigh", "Thrown off sideways", starts=30, duration=3.0)
    assert "rim" in next(iter(rim.reasons)) and np.isfinite(rim.left).all() and np.isnan(rim.volume[-1])


@pytest.mark.parametrize("given, word", [
    ({"starts": 0}, "0"), ({"starts": 10**9}, str(MOST_STARTS)), ({"starts": 2.5}, "whole"),
    ({"starts": True}, "whole"),
    ({"spread": 0.0}, "spread"), ({"spread": float("nan")}, "spread"), ({"duration": -1.0}, "duration"),
    ({"rate": float("inf")}, "rate"), ({"step_rate": 100}, "100"), ({"nonsense": 1.0}, "nonsense"),
    ({"starts": 100_000, "duration": 1e4}, "memory|fewer")])
def test_nonsense_is_refused_in_words(given, word):
    with pytest.raises(sandbox.BadValue, match=word):
        sandbox.cloud("sleigh", **({"starts": 10, "duration": 0.1} | given))


@pytest.mark.parametrize("name", ["many_balls", "rattleback", "veselova", "free_bowl", "skate"])
def test_a_scene_without_such_a_phase_space_is_refused(name):
    with pytest.raises(sandbox.BadValue, match="clouds are known of"):
        sandbox.cloud(name, starts=10, duration=0.1)


def test_one_start_has_no_volume():
    found = sandbox.cloud("sleigh", starts=1, duration=0.5)
    assert np.isnan(found.volume).all() and np.isfinite(found.expected).all()

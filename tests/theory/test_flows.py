"""Sections of Suslov's body, balls on round surfaces, coins and billiards: against the engine, and what they keep."""

from itertools import pairwise

import numpy as np
import pytest

import sandbox
from sandbox.compiling.rotation import matrix_of
from sandbox.errors import BadValue
from sandbox.theory.flows.flow import Crossing
from sandbox.theory.flows.table import sectioned
from sandbox.theory.returns import Until

# of the energy, over a thousand returns: what is asked of the sleigh, 2e-12 in 14
KEPT = 2e-12/14.0
# [SI] states of size 1 to 10 at the instants of returns; the engine is exact to 1e-12 there
CLOSE = 1e-10


def system_of(scene_id: str, preset: str = "", **values):
    """What is sectioned of a scene, and a function of instants that runs it there."""
    scene = sandbox.scene_named(scene_id)
    chosen = dict(scene.preset(preset).values) if preset else {}
    return (sectioned(scene, scene.values(chosen | values)),
            lambda at, **more: sandbox.simulate(scene, preset, at=list(at), **values, **more))


def axes_of(run) -> np.ndarray:
    """Rotations (n, 3, 3) body -> space of the rows of a run."""
    return np.array([matrix_of(*q) for q in run.quaternion]).reshape(-1, 3, 3)


@pytest.mark.parametrize(("preset", "count"), [
    ("A pendulum that may not twist", 20), ("Pulled aside: the hidden integral", 12),
    ("The energy goes up and down", 8), ("Lagrange's top: nothing to hold", 20)])
def test_returns_of_suslovs_body_are_those_of_the_run(preset, count):
    system, run_at = system_of("suslov", preset)
    found = system.find_returns(until=Until(count))
    assert found.outcome == ("complete",)
    run = run_at(found.points[:, 0])
    R = axes_of(run)
    w = np.einsum("nij,ni->nj", R, run.omega)
    states = np.column_stack((w[:, :2], R[:, 2], R[:, 0]))[:, :len(system.state)]
    np.testing.assert_allclose(found.points[:, 1:], states, rtol=0, atol=CLOSE)
    # upwards through w_1 = 0, and each time once
    assert np.abs(w[:, 0]).max() < CLOSE
    before = run_at(found.points[:, 0] - 1e-4)
    assert np.all(np.einsum("nij,ni->nj", axes_of(before), before.omega)[:, 0] < 0.0)
    times = np.linspace(1e-3, found.points[-1, 0], 20000)
    whole = run_at(times)
    w_1 = np.einsum("nij,ni->nj", axes_of(whole), whole.omega)[:, 0]
    assert np.count_nonzero((w_1[:-1] < 0.0) & (w_1[1:] >= 0.0)) in (count - 1, count)


@pytest.mark.parametrize(("scene", "preset", "values"), [
    ("pseudosphere", "Figure 4", {}), ("pseudosphere", "A shallow ride", {}),
    ("pseudosphere", "Figure 4", {"touched": True, "radius": 0.3}), ("cone", "", {"rate": 3.0, "spin": 20.0}),
    ("bowl", "Parabolic bowl", {}), ("bowl", "", {"vy": 0.3, "spin": -30.0}), ("turntable", "", {}),
    ("torus", "", {})])
def test_returns_of_balls_on_round_surfaces_are_those_of_the_run(scene, preset, values):
    """Lowest points, v = 0 upwards: distance from the axis, height, azimuth, speed around it, spin about the normal."""
    system, run_at = system_of(scene, preset, **values)
    found = system.find_returns(until=Until(8, 200.0))
    points = dict(zip(found.columns, found.points.T, strict=True))
    assert len(found.points) >= 2
    run = run_at(points["t"])
    x, y, z = run.centre.T
    far = np.hypot(x, y)
    np.testing.assert_allclose(points["R"], far, rtol=0, atol=CLOSE)
    np.testing.assert_allclose(np.diff(points["Z"]), np.diff(z), rtol=0, atol=CLOSE)
    turned = np.angle(np.exp(1j*(np.arctan2(y, x) - points["azimuth"])))
    np.testing.assert_allclose(turned, 0.0, rtol=0, atol=CLOSE)
    np.testing.assert_allclose(points["u"], (x*run.velocity[:, 1] - y*run.velocity[:, 0])/far, rtol=0, atol=CLOSE)
    normal = np.column_stack((-points["sin_alpha"]*x/far, -points["sin_alpha"]*y/far, points["cos_alpha"]))
    # [rad/s] spins of up to 240 rad/s
    np.testing.assert_allclose(points["w_n"], (normal*run.omega).sum(1), rtol=1e-12, atol=CLOSE)
    np.testing.assert_allclose(system.energy(found.points[:, 1:]), run.E_J, rtol=1e-12, atol=1e-15)
    radial = (x*run.velocity[:, 0] + y*run.velocity[:, 1])/far
    assert np.abs(radial).max() < CLOSE and np.abs(run.velocity[:, 2]).max() < CLOSE


@pytest.mark.parametrize("values", [
    {"theta": 50.0, "tau": 20.0, "wobble": 1.0}, {"theta": 50.0, "tau": 20.0, "wobble": -1.0, "thickness": 0.0},
    {"theta": 20.0, "tau": 15.0, "wobble": 2.0, "thickness": 0.004}])
def test_returns_of_a_coin_are_those_of_the_run(values):
    """Where its tilt is least or its axis nearest to the vertical: place, tilt, spins along the axis and in all."""
    system, run_at = system_of("coin", **values)
    found = system.find_returns(until=Until(12))
    points = dict(zip(found.columns, found.points.T, strict=True))
    run = run_at(points["t"])
    np.testing.assert_allclose(np.column_stack((points["x"], points["y"])), run.centre[:, :2], rtol=0, atol=CLOSE)
    axis = axes_of(run)[:, :, 2]
    np.testing.assert_allclose(points["cos_theta"], axis[:, 2], rtol=0, atol=CLOSE)
    np.testing.assert_allclose(np.column_stack((-points["sin_psi"], points["cos_psi"])),
                               -axis[:, :2]/points["sin_theta"][:, None], rtol=0, atol=CLOSE)
    np.testing.assert_allclose(points["n"], (axis*run.omega).sum(1), rtol=1e-12, atol=CLOSE)
    np.testing.assert_allclose(np.hypot(points["tau"], points["n"]), np.linalg.norm(run.omega, axis=1), rtol=1e-12)
    np.testing.assert_allclose(system.energy(found.points[:, 1:]), run.E_J, rtol=1e-12)
    assert np.abs(run.velocity[:, 2]).max() < CLOSE
    assert np.all(run_at(points["t"] - 1e-4).velocity[:, 2]*np.cos(np.arccos(points["cos_theta"])) != 0.0)


@pytest.mark.parametrize("rate", [3.4907, -2.0, 0.0, 1e-6])
@pytest.mark.parametrize("preset", ["Equal angles", "Five-pointed star", "Smooth wall that gives all back",
                                    "Smaller and smaller bounces", "It stays at the wall"])
def test_hits_of_a_billiard_are_those_of_the_run(preset, rate):
    system, run_at = system_of("billiard", preset, rate=rate)
    found = system.find_returns(until=Until(12, 30.0))
    scene = sandbox.scene_named("billiard")
    hits = [one.t for one in sandbox.simulate(scene, preset, duration=30.0, rate=rate).events if one.kind == "impact"]
    assert len(found.points) == min(12, len(hits)) and len(hits) > 0
    np.testing.assert_allclose(found.points[:, 0], hits[:12], rtol=0, atol=CLOSE)
    run = run_at(found.points[:, 0])
    np.testing.assert_allclose(found.points[:, 1:3], run.centre[:, :2], rtol=0, atol=CLOSE)
    assert found.energy_error.max() < 1e-15      # [m^2/s] some rounding of r v = 0.1
    assert (found.outcome == ("held",)) == (preset == "It stays at the wall")


@pytest.mark.parametrize(("scene", "preset", "values"), [
    ("suslov", "A pendulum that may not twist", {}), ("pseudosphere", "Figure 4", {}), ("cone", "", {"rate": 3.0}),
    ("bowl", "Parabolic bowl", {}), ("bowl", "", {"vy": 0.3}),
    ("coin", "", {"theta": 50.0, "tau": 20.0, "wobble": 1.0}), ("coin", "", {})])
def test_the_energy_is_kept(scene, preset, values):
    system, _run_at = system_of(scene, preset, **values)
    found = system.find_returns(until=Until(1000))
    assert found.outcome == ("complete",)
    assert found.energy_error[0] < KEPT*abs(system.energy(system.start))


def test_a_hidden_integral_is_kept_and_no_other_energy_is_claimed():
    pulled, _run = system_of("suslov", "Pulled aside: the hidden integral")
    kinetic = 0.5*0.003*(1.0 + 3.0**2)      # [J] what the sum is made of: it is a hundred times less itself
    assert pulled.find_returns(until=Until(1000)).energy_error[0] < KEPT*kinetic
    lopsided, _run = system_of("suslov", "Pulled aside: the hidden integral", I_2=5.0)
    assert np.isnan(lopsided.energy(lopsided.start))


def test_a_billiard_keeps_speed_and_integral_for_a_million_hits():
    system, _run_at = system_of("billiard")
    found = system.find_returns(until=Until(1_000_000))
    # [m/s], [m], [m^2/s] a random walk of a million roundings, 1e3 x 1e-16, times what a hit makes of one
    assert np.ptp(np.hypot(found.points[:, 3], found.points[:, 4])) < 1e-12
    assert np.ptp(np.hypot(found.points[:, 1], found.points[:, 2])) < 1e-12
    assert found.energy_error[0] < 1e-13


@pytest.mark.parametrize(("scene", "preset", "values"), [
    ("pseudosphere", "", {}), ("cone", "", {"rate": 3.0}), ("bowl", "Parabolic bowl", {}), ("bowl", "", {"vy": 0.3}),
    ("coin", "", {"theta": 50.0, "tau": 20.0, "wobble": 1.0}), ("suslov", "A pendulum that may not twist", {}),
    ("suslov", "Pulled aside: the hidden integral", {}), ("billiard", "", {})])
def test_threads_and_other_seeds_do_not_change_bits(scene, preset, values):
    """Two orbits of a thread go on together; what is left when one of them ends goes on beside the next, or alone."""
    system, _run_at = system_of(scene, preset, **values)
    seeds = np.stack([system.start]*5)
    if scene != "billiard":
        seeds[:, system.place(system.varied)] *= np.linspace(0.9, 1.1, 5)
    # [s] some returns, and not all of them for most
    until = Until(30, 0.5*system.find_returns(until=Until(60)).points[-1, 0])
    one, two = (system.find_returns(seeds, until=until, workers=n) for n in (1, 2))
    assert one.points.tobytes() == two.points.tobytes() and one.outcome == two.outcome
    for k, seed in enumerate(seeds):
        alone = system.find_returns(seed, until=until)
        assert len(alone.points) > 0 and alone.outcome == (one.outcome[k],)
        assert alone.points.tobytes() == one.points[one.orbit == k].tobytes()


@pytest.mark.parametrize("scene", ["suslov", "pseudosphere", "cone", "bowl", "turntable", "torus", "coin", "billiard"])
def test_orbits_beside_the_start_of_a_scene_stay(scene):
    """Of a coin all but those near to its start take off, of a turntable they leave over the rim."""
    system, _run_at = system_of(scene)
    found = system.find_returns(system.beside(24), until=Until(20, system.longest(20)))
    have = np.bincount(found.orbit, minlength=len(found.outcome))
    assert len(have) >= 1 and 2*np.count_nonzero(have == 20) >= len(have)
    if scene != "billiard":
        np.testing.assert_allclose(system.energy(system.beside(24)), system.energy(system.start), rtol=1e-9)


def test_seeds_are_given_an_energy():
    system, _run_at = system_of("suslov", "A pendulum that may not twist")
    seeds = np.stack([system.start]*5)
    seeds[:, system.place("w_1")] = np.linspace(-3.0, 50.0, 5)
    for sign in (1, -1):
        found = system.with_energy(seeds, -0.05, sign)
        assert 0 < len(found) < 5       # a spin of 50 rad/s has more
        np.testing.assert_allclose(system.energy(found), -0.05, rtol=1e-13)
        assert np.all(sign*found[:, 1] > 0.0)


def test_an_orbit_ends_where_the_surface_would_have_to_pull():
    system, _run_at = system_of("pseudosphere", "Too slow: it leaves the wall")
    scene = sandbox.scene_named("pseudosphere")
    run = sandbox.simulate(scene, "Too slow: it leaves the wall", duration=2.0)
    left = next(one.t for one in run.events if one.kind == "detach")
    # [s] a hundredth before the engine's instant it still goes on, as much behind it has ended
    before, behind = (system.find_returns(until=Until(100, share*left)).outcome for share in (0.99, 1.01))
    assert (before, behind) == (("out of time",), ("escaped",))


def test_other_levels_and_senses():
    system, _run_at = system_of("pseudosphere")
    up, down, both = (system.find_returns(crossing=Crossing("Z", -3.0, rising), until=Until(20)).points
                      for rising in (1, -1, 0))
    assert np.abs(both[:, 2] + 3.0).max() < 1e-13 and np.all(up[:, 5] > 0.0) and np.all(down[:, 5] < 0.0)
    np.testing.assert_allclose(both[:, 0], np.sort(np.concatenate((up[:, 0], down[:, 0])))[:20], rtol=0, atol=1e-11)
    assert all(a < b for a, b in pairwise(both[:, 0]))


@pytest.mark.parametrize(("call", "sentence"), [
    (lambda: system_of("bounce"), "sections are known of"),
    (lambda: system_of("coin", slips=True), "without slip and without resistance"),
    (lambda: system_of("coin", resistance=1e-4), "without slip and without resistance"),
    (lambda: system_of("bowl", A=0.2, B=0.2, C=0.1), "cones, spheres, paraboloids and pseudospheres"),
    (lambda: system_of("suslov")[0].find_returns(crossing=Crossing("w_4")), "needs one of w_1, w_2, g_1"),
    (lambda: system_of("suslov")[0].find_returns([[1.0, 2.0]]), "seeds need 5 finite numbers each: w_1, w_2"),
    (lambda: system_of("suslov")[0].find_returns(until=Until(0)), "got 0 returns per seed"),
    (lambda: system_of("billiard")[0].find_returns(crossing=Crossing("x")), "got 'x', needs one of wall"),
    (lambda: system_of("billiard")[0].find_returns([[0.5, 0.0, 1.0, 0.0]]), "a start lies beyond the wall"),
    (lambda: system_of("billiard")[0].with_energy(np.zeros((1, 4)), 1.0, 1), "by place and velocity alone"),
    (lambda: Crossing(rising=2), "rising and branch need -1, 0 or 1")])
def test_what_is_no_section_is_refused(call, sentence):
    with pytest.raises(BadValue) as error:
        call()
    assert sentence in str(error.value)

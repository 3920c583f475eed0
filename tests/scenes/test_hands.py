"""A hand pulls a body of scenes, of two presets of each, for a release of all: what it lifts flies, and no run ends in
its first second.
"""

import numpy as np
import pytest

from sandbox.api.simulate import simulate
from sandbox.errors import BadValue
from sandbox.integration import arrays
from sandbox.run.command import Hold
from sandbox.run.simulation import Simulation
from tests.effort import some_presets, tries
from tests.fuzz.attack import attack
from tests.scenes.riding import CATALOGUE

# steps of a run of one second, the step at which the hand takes hold, those in which it comes to its place
SECOND, TAKES, MOVES = 240, 24, 10
# how far it pulls [m]: with k = m (2 pi 5 Hz)^2 a half, two and ten weights of the body
NEAR, FAR, WIDE = 0.005, 0.02, 0.1
# ways [m]: up, and along and across at random
WAYS = tries(1, 6)
# why the motion of a scene ends: there is no motion, or no law, for what would follow, and its sentence says so
ENDS = {
    "coin_funnel": ("rim", "stop"),     # over the rim; it touches with two edges at once, or lies flat
}


def pulled(scene, values, way) -> Simulation:
    """A run of one second; from step TAKES on a hand pulls the first body by its mass centre."""
    run = Simulation(scene, values)
    if len(run.system.bodies) > 1:
        pytest.skip("a world of several bodies is attacked by tests/fuzz")
    run.advance(TAKES)
    if run.ended is not None:
        pytest.skip("ends by itself")
    try:
        run.grab(0, (0.0, 0.0, 0.0), 10.0)
    except BadValue:
        pytest.skip("is held by its constraints")
    centre = run.snapshot().bodies[0].centre
    for i in range(MOVES):
        run.move(centre + (i + 1)/MOVES*np.asarray(way))
        run.advance(1)
        if run.ended is not None:
            return run
    run.advance(SECOND - run.step)
    return run


def ways(seed: int) -> list[np.ndarray]:
    """Up, and others that are the same at each run."""
    random = np.random.default_rng(seed)
    found = random.normal(size=(WAYS, 3))
    return [np.array((0.0, 0.0, FAR)), *(random.choice((NEAR, FAR, WIDE))*way/np.linalg.norm(way) for way in found)]


CASES = [(name, scene.presets.index(preset)) for name, scene in CATALOGUE.scenes.items()
         for preset in some_presets(scene)]


@pytest.mark.parametrize(("name", "k"), CASES)
def test_a_pull_ends_no_run_in_its_first_second(name, k):
    scene = CATALOGUE.get(name)
    values = scene.presets[k].values
    for way in ways(k):
        run = pulled(scene, values, way)
        assert run.ended is None or run.ended.kind in ENDS.get(name, ()), (way, run.ended)
        N = np.array([body.N for body in run.snapshot().bodies])
        assert np.isfinite(N).all()


@pytest.mark.parametrize(("name", "k"), [
    ("egg_in_bowl", 5), ("driven_ball", 0), ("driven_ball", 5), ("pseudosphere", 0), ("pseudosphere", 3),
    ("free_turntable", 0), ("free_turntable", 4), ("golf_cup", 0), ("golf_cup", 1), ("golf_cup", 3), ("golf_cup", 4),
    ("shaken_plate", 0), ("incline", 3)])
def test_what_is_lifted_flies_and_lands(name, k):
    scene = CATALOGUE.get(name)
    run = pulled(scene, scene.presets[k].values, (0.0, 0.0, FAR))
    run.let_go()
    run.advance(60)
    assert "detach" in [event.kind for event in run.events] and run.drift < 1e-9


@pytest.mark.parametrize(("name", "k", "way"), [
    # a thick coin falls over its side, or comes to stand on it
    ("coin", 6, (-0.04787, 0.08778, -0.00163)), ("coin", 6, (-0.02381, 0.09524, 0.01903)),
    ("coin", 8, (-0.03585, -0.09329, -0.00341)), ("coin", 8, (-0.07487, -0.06629, 1e-05)),
    ("coin", 8, (-0.06014, -0.07716, 0.02075)), ("coin", 9, (0.01869, -0.09714, -0.01466)),
    # a slip that its friction ends at once, near Painleve's paradox
    ("coin", 5, (0.09868, 0.00791, 0.01414)), ("coin", 5, (-0.02331, 0.09679, 0.00944)),
    ("coin", 8, (0.00835, -0.08668, -0.04916)), ("coin", 8, (-0.08749, -0.04631, 0.01415)),
    # the end of a slip that the hand makes go on for ever
    ("incline", 7, (-0.0045, 0.00028, 0.00216))])
def test_pulls_that_ended_runs(name, k, way):
    scene = CATALOGUE.get(name)
    run = pulled(scene, scene.presets[k].values, way)
    assert run.ended is None and run.drift < 1e-11


@pytest.mark.parametrize(("k", "way"), [
    (2, (0.03635, 0.08643, 0.03476)), (5, (0.0, 0.0, 0.02)), (5, (-0.0363, -0.0097, 0.0927))])
def test_a_ball_that_is_driven_from_inside_slips_where_a_hand_pulls(k, way):
    """Its contact has no bound of friction: where only adhesion could hold it, it slips, and the run goes on."""
    scene = CATALOGUE.get("driven_ball")
    run = pulled(scene, scene.presets[k].values, way)
    assert run.ended is None and run.drift < 1e-12


@pytest.mark.parametrize("seed", [5294, 24686, 21950])
def test_a_ball_that_hand_and_motor_lift_again_and_again_comes_to_slip(seed):
    """To stop its slip at each touch would open the contact without end; at last its friction may jam."""
    assert attack(CATALOGUE.get("driven_ball"), seed).outcome != "ended: stop"


@pytest.mark.parametrize("seed", [102, 103, 111])
def test_a_slip_that_begins_in_a_hand_grows(seed):
    """A hoop answers a push in another direction than it is pushed in: rounding of a first slip is no end of it."""
    random = np.random.default_rng(seed)
    scene = CATALOGUE.get("incline")
    run = Simulation(scene, scene.presets[1].values)
    run.advance(int(random.integers(1, 60)))
    run.grab(0, tuple(random.uniform(-0.05, 0.05, 3)), float(10.0**random.uniform(-1.0, 1.5)))
    centre = run.snapshot().bodies[0].centre
    for _ in range(40):
        run.move(centre + random.normal(0.0, 0.03, 3))
        run.advance(int(random.integers(1, 6)))
        assert run.ended is None, run.ended


@pytest.mark.parametrize(("name", "k"), [("driven_ball", 1), ("driven_ball", 2), ("pseudosphere", 2),
                                         ("coin_funnel", 6), ("coin_on_turntable", 3), ("shaken_plate", 0)])
def test_no_row_has_a_contact_that_pulls(name, k):
    """A hand that takes hold away from its target tears the body off within an instant."""
    away = tuple(Simulation(CATALOGUE.get(name), CATALOGUE.get(name).presets[k].values).snapshot().bodies[0].centre
                 + np.array((0.0, 0.0, 10.0*FAR)))
    found = simulate(name, str(k + 1), duration=0.5, live=[(0.1, "hand", Hold(0, (0.0, 0.0, 0.0), away))])
    assert found.N.min() >= 0.0


def test_a_run_without_a_rigid_motion_ends_in_a_row_that_is_one():
    """Painleve's rod, the class without any motion: until then it slid, pressed by 4.8 N."""
    scene = CATALOGUE.get("painleve_rod")
    run = Simulation(scene, scene.presets[4].values)
    run.advance(SECOND)
    assert run.ended is not None and run.ended.kind == "stop"
    seen = run.snapshot().bodies[0]
    assert seen.N > 1.0 and seen.mode == "sliding"


def test_soft_landings_of_a_block_that_a_hand_lifts_and_lets_down_are_in_the_ledger():
    """A bounce at a millimetre a second in a hand ended a run: its energy did not add up."""
    scene, speeds = CATALOGUE.get("incline"), []
    for seed in range(tries(20, 400)):
        random = np.random.default_rng((8, seed))
        run = Simulation(scene, scene.presets[7].values)
        run.advance(int(random.integers(1, 200)))
        run.grab(0, (0.0, 0.0, 0.0), 10.0)
        centre = run.snapshot().bodies[0].centre
        for _ in range(12):
            run.move(centre + random.normal(0.0, 0.003, 3) + (0.0, 0.0, random.uniform(0.0, 0.02)))
            run.advance(int(random.integers(1, 9)))
        if random.random() < 0.5:
            run.let_go()
        run.advance(60)
        speeds += [event.speed for event in run.events if event.kind == "impact"]
        assert run.ended is None and run.drift < 1e-12, seed
    # [m/s] softer than a fall by a tenth of a millimetre, which is 0.04
    assert len(speeds) > 20 and min(speeds) < 0.02


def test_a_slip_that_a_hand_slows_for_ever_takes_few_steps():
    """A block slides towards a hand that holds it, ever more slowly: explicit steps would be as short as it is slow."""
    scene = CATALOGUE.get("incline")
    run = pulled(scene, scene.presets[2].values, ways(2)[1])
    seen = run.snapshot().bodies[0]
    assert run.ended is None and run.drift < 1e-12
    # [m/s] below what counts as a slip at all
    assert np.linalg.norm(seen.velocity) < 1e-9
    # [1] 160 frames by explicit steps took a hundred thousand of them, and twice as many every 23 ms
    assert run._run.watch[arrays.SUBSTEPS] < 20_000


def test_a_ball_that_is_pulled_over_the_rim_of_a_free_funnel_goes_over_it():
    """Towards its rim the wall bends ever more sharply: the formula has a foot beyond it, too, and the ball has not."""
    scene = CATALOGUE.get("free_bowl")
    run = pulled(scene, scene.presets[6].values, (0.0394, 0.0902, 0.0175))
    assert run.ended is None and [event.kind for event in run.events][:1] == ["rim"] and run.drift < 1e-12

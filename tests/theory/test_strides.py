"""Clouds in long strides are those of the engine, within what dots show, and leave where those leave."""

from math import inf

import numpy as np
import pytest
from numpy.testing import assert_allclose

import sandbox
from sandbox.cli.common import scene_named
from sandbox.integration import arrays
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.among.clearance import CLEAR, COUNT
from sandbox.scene import (
    Ball,
    Contact,
    Motion,
    On,
    Parameter,
    Placed,
    Plane,
    Rough,
    Scene,
    Signal,
    Sphere,
    Spin,
    Start,
    Still,
    World,
    laboratory_floor,
)
from sandbox.systems.assemble import assemble_scene
from sandbox.systems.motion_numbers import mark_as_it_moves
from sandbox.theory.cloud import Cloud, CloudRun, Wanted, follow_cloud


def both(scene, values: dict, **wanted) -> tuple[Cloud, Cloud]:
    """A cloud of the engine, and the same one in strides."""
    return tuple(follow_cloud(CloudRun(scene, values, None, Wanted(**wanted, is_exact=is_exact)))
                 for is_exact in (True, False))


def of_preset(name: str, preset: str, **wanted) -> tuple[Cloud, Cloud]:
    scene = scene_named(name)
    return both(scene, scene.values(dict(scene.preset(preset).values)), **wanted)


def check(exact: Cloud, fast: Cloud, tolerance: float):
    """The same starts, paths and ends, within a share of how far each coordinate goes."""
    # but for rounding, where a live angle of zero is left out
    assert_allclose(fast.coordinates[0], exact.coordinates[0], rtol=1e-12, atol=1e-12)
    m = min(len(exact.t), len(fast.t))
    assert m > 10 and (fast.t[:m] == exact.t[:m]).all()
    size = np.abs(exact.coordinates).max(axis=(0, 1))
    assert (np.abs(fast.coordinates[:m] - exact.coordinates[:m])/size).max() < tolerance
    gone = np.isfinite(exact.left)
    # what follows an impact may hang on the last digit, how many meet it does not
    assert (np.isfinite(fast.left) == gone).all() and list(fast.reasons.values()) == list(exact.reasons.values())
    assert_allclose(fast.left[gone], exact.left[gone], rtol=0, atol=1e-6)       # [s] as the dots themselves
    assert_allclose(fast.expansion[:m], exact.expansion[:m], rtol=0, atol=1e-6)


# [1] what dots show is a thousandth of the plot: a millionth is not seen, and grows in ten seconds to no more
SEEN = 1e-6


@pytest.mark.parametrize("name, preset, spread, seconds", [
    ("sleigh", "Caught: a rosette", 0.3, 10.0), ("sleigh", "Thrown off sideways", 0.3, 2.0),
    ("suslov", "A focus", 0.05, 10.0), ("bowl", "Oval bowl", 0.02, 3.0), ("bowl", "Parabolic bowl", 0.02, 3.0),
    ("bowl", "The oval bowl throws it out", 0.02, 3.0), ("pseudosphere", "Figure 4", 0.02, 3.0),
    # passes between dimples tear neighbours apart a hundredfold in a second
    ("own_surface", "Egg box", 0.02, 0.6)])
def test_strides_are_the_engine_within_what_dots_show(name, preset, spread, seconds):
    check(*of_preset(name, preset, starts=15, spread=spread, seconds=seconds), SEEN)


@pytest.mark.parametrize("rate", [240.0, 35.0, 7.0])
def test_strides_fit_any_rate(rate):
    """A step a time; strides of 7 steps; and 34 steps from one instant to the next, more than a stride has."""
    exact, fast = of_preset("sleigh", "Caught: a rosette", starts=5, spread=0.05, seconds=3.0, rate=rate)
    check(exact, fast, SEEN)


def test_same_inputs_same_bits():
    one, again = (sandbox.cloud("bowl", "Oval bowl", starts=60, duration=0.5, exact=False) for _time in range(2))
    assert (one.coordinates == again.coordinates).all() and (one.ends == again.ends).all()


# ---- what ends a mode ------------------------------------------------------------------------------------------------

RATE = Parameter("rate", 2.0, "rad/s", low=-9, high=9, live=True)
TABLE = Plane(rim=0.5)


def scene_of(world, *parameters) -> tuple[Scene, dict]:
    scene = Scene("cloud", (RATE, *parameters), lambda p: world)
    return scene, scene.values({})


def ball_at(at, velocity=(0.0, 0.0)) -> list[Placed]:
    return [Placed(Ball(0.01), Start(at=at, velocity=velocity))]


TURNING, RESTING = Spin("z", "rate"), Still()


@pytest.mark.parametrize("motion", [TURNING, RESTING, Spin("z", 5.0)], ids=["alike", "at rest", "turns otherwise"])
def test_a_post_that_is_touched_ends_what_it_ends_for_the_engine(motion):
    """A dome stands on the table, or beside it: 40 balls come to it in a second, some of them pass."""
    dome = On(Sphere(0.1, inside=False).placed((0.0, 0.0, -0.02)), motion, Contact(Rough()))
    world = World({"table": On(TABLE, TURNING), "dome": dome, "floor": laboratory_floor(-0.3)},
                  ball_at((0.25, 0.02), (-0.4, 0.0)))
    exact, fast = both(*scene_of(world), starts=40, spread=0.5, seconds=1.2)
    assert 5 < np.isfinite(exact.left).sum() <= 40
    check(exact, fast, SEEN)


def test_a_ball_lets_go_of_a_dome_where_the_engine_says():
    dome = On(Sphere(0.2, inside=False), RESTING)
    exact, fast = both(*scene_of(World({"dome": dome}, ball_at((0.03, 0.0), (0.1, 0.0)))), starts=20, spread=0.1,
                       seconds=1.0)
    assert np.isfinite(exact.left).all()
    check(exact, fast, SEEN)


# ---- what it costs ---------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name, preset, least", [("sleigh", "Caught: a rosette", 7.0), ("suslov", "A focus", 7.0),
                                                 ("bowl", "Oval bowl", 3.0), ("pseudosphere", "Figure 4", 7.0),
                                                 ("own_surface", "Egg box", 4.0)])
def test_strides_need_few_steps(name, preset, least):
    """Counted, not timed: sub-steps of the engine over those of strides, the last of which are 1/30 s."""
    scene, made = scene_named(name), []
    values = scene.values(dict(scene.preset(preset).values))
    for is_exact in (True, False):
        run = CloudRun(scene, values, None, Wanted(30, 0.02, seconds=1.0, is_exact=is_exact))
        while not run.is_done:
            run.advance()
        made.append(run.members.watches[:, arrays.SUBSTEPS].sum())
    assert made[0] > least*made[1] > 0.0


def test_one_start_clears_the_way_of_its_neighbours():
    """300 starts in 30 strides are 9,000 looks at each of two other supports; next to none of them needs a search."""
    scene = scene_named("bowl")
    run = CloudRun(scene, scene.values(dict(scene.preset("Oval bowl").values)), None,
                   Wanted(300, 0.02, seconds=1.0, is_exact=False))
    while not run.is_done:
        run.advance()
    searches = run.members.seen.reshape(-1, CLEAR)[:, COUNT]
    assert (0 < searches[:2]).all() and (searches[:2] < 90).all() and not searches[2:].any()


# ---- what does not move ----------------------------------------------------------------------------------------------

def test_a_motion_is_marked_as_it_moves():
    """Live angles that are zero are none, where nobody steers; whatever moves stays marked."""
    def flags(motion):
        world = World({"table": On(TABLE, motion, Contact(Rough()))}, ball_at((0.1, 0.0)))
        scene, values = scene_of(world, Parameter("lean", 0.0, "rad", low=-1, high=1, live=True))
        before = assemble_scene(scene, values)[0].p
        after = before.copy()
        mark_as_it_moves(after)
        places = [lay.HAS_TILT, lay.HAS_SHIFT, lay.HAS_TURNING_G, lay.IS_STEADY]
        assert (np.delete(after, places) == np.delete(before, places)).all()
        return before[places].tolist(), after[places].tolist()

    lean = Signal(live="lean", order=0, limit=1.0)
    turning, swing = Signal(live="rate"), Signal(sine=0.1, nu=3.0)
    assert flags(Motion(angle=turning, tilt=lean)) == ([1, 0, 1, 0], [0, 0, 0, 1])
    for motion, marks in ((Motion(angle=turning), [0, 0, 0, 1]), (Motion(angle=swing), [0, 0, 0, 0]),
                          (Motion(angle=turning, axis=(0.0, 0.6, 0.8)), [0, 0, 1, 0]),
                          (Motion(angle=turning, second_tilt=swing), [1, 0, 1, 0]),
                          (Motion(angle=turning, shift=(Signal(), Signal(), swing)), [0, 1, 1, 0])):
        assert flags(motion) == (marks, marks)


def test_nobody_leaves_who_stays():
    _exact, fast = of_preset("bowl", "Parabolic bowl", starts=50, spread=0.1, seconds=1.0)
    assert (fast.left == inf).all() and not fast.reasons

"""What each file in scenes/ has to fulfil, without anybody writing a test for it."""

from itertools import combinations, product

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from sandbox.systems.world.system import WorldSystem
from tests.effort import one_of, some_presets, some_scenes, tries
from tests.patience import ENDLESS
from tests.shipped import Played, fresh, played, shipped

CATALOGUE = shipped()
SCENES = list(CATALOGUE.scenes.values())
NONSENSE = [float("nan"), float("inf"), -float("inf"), 1e308, -1e308, "", "1,5", "1e", None, [], "x"*1_000_000, {},
            object(), 10**400, np.zeros(2), "nan", "1e999", "0x10"]
# what one parameter takes and another refuses
ODD = [b"1", 5e-324, 0, -0.0, True, "1_0", " 1 ", np.float32(0.1), np.bool_(True)]

STEPS = 240
# [(values, steps)] of corners at which the next steps take minutes, which is still open: a full rack that gives nothing
# back, without friction; all eggs and marbles in the bowl, large and rough, that give nothing back, from step 60 on up
# to 2 s of processor time for a step; and thirty dominoes of which the last is a thousandth as large as the first, or a
# million times, with up to 50 s for a step. Corners without these values run all steps; those of scenes that are made
# of many bodies and do nothing in them that no other scene does run a quarter of them at each change
SHORTER = {"billiards": [({}, 120)],
           "eggs": [({"eggs": 3, "marbles": 8, "radius": 0.035, "flat": False, "restitution": 0, "friction": 2}, 60)],
           **dict.fromkeys(("many_balls", "marble_machine", "overhang"), [({}, tries(60, STEPS))]),
           "dominoes": [({"dominoes": 30, "factor": 0.8, "pitch": 0.8}, tries(35, STEPS)),
                        ({"dominoes": 30, "factor": 0.8}, tries(100, STEPS)),
                        ({"dominoes": 30, "factor": 1.6}, tries(15, STEPS))]}
# at each change two scenes of three, drawn by their texts, run a quarter of the steps in their corners
ALL_STEPS = {scene.id for scene in some_scenes(SCENES, 3, "corners")}
VECTORS = ("centre", "velocity", "angular_velocity", "quaternion", "F")      # of a body


def test_no_scene_is_broken():
    assert CATALOGUE.broken == {} and SCENES


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_a_thousand_steps_twice(scene):
    """Presets stay finite through slips, impacts and flights, and what is called conserved is; at each change one of
    them is bit by bit the same after all the others. tests/golden has the bits of all, which another process made.
    """
    first = played(scene.id)
    for name, run in first.items():
        look_at(name, run)
    for name, again in fresh(scene.id, one_of(some_presets(scene), scene.source)).items():
        compare(name, first[name], again)


def compare(preset: str, run: Played, again: Played):
    """Two runs of one start."""
    one, two = run.seen, again.seen
    assert one.t == two.t and one.ended == two.ended and run.events == again.events, preset
    for a, b in zip(one.bodies, two.bodies, strict=True):
        for name in VECTORS:
            assert getattr(a, name).tobytes() == getattr(b, name).tobytes(), preset


def look_at(preset: str, run: Played):
    """What a run has to be, whatever it is of."""
    one = run.seen
    for body in one.bodies:
        for name in VECTORS:
            assert np.all(np.isfinite(getattr(body, name))), preset
    # every slip that begins takes thousands of steps in its own time: they round, too; balls that touch several things
    # are brought back onto all their contacts after each step, which the ledger does not have
    limit = 1e-10 if isinstance(run.system, WorldSystem) else 3e-12 if one.contacts else 1e-12
    assert run.drift < limit, preset
    for meter in run.meters:
        if not meter.reason:
            assert meter.drift <= 1e-9*max(abs(run.first_invariants[meter.name]), 1.0), (preset, meter.name)


def pairs_of_corners(parameters) -> list[tuple]:
    """Corners of the parameters among which every end of one comes with every end of every other.

    All low, all high, and then ends by the bits of the parameters' numbers: two numbers differ in a bit, so that in its
    corner and in the opposite one their parameters are at unlike ends. For 21 parameters that are 12 of 2 million.
    """
    bits = range((len(parameters) - 1).bit_length())
    patterns = [[0 for _p in parameters], *([number >> bit & 1 for number in range(len(parameters))] for bit in bits)]
    found = [tuple(p.corners[end ^ flip] for p, end in zip(parameters, ends, strict=True))
             for ends in patterns for flip in (0, 1)]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_corners_are_those_of_every_pair(scene):
    found = pairs_of_corners(scene.parameters)
    for i, j in combinations(range(len(scene.parameters)), 2):
        ends = product(scene.parameters[i].corners, scene.parameters[j].corners)
        assert {(corner[i], corner[j]) for corner in found} == set(ends)


@pytest.mark.timeout(1.2*ENDLESS)       # for a release the corners of dominoes take minutes of a core
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_corners_of_the_parameters(scene):
    """With every pair of parameters at every two of their ends the scene runs finite, or refuses the start in words."""
    for corner in pairs_of_corners(scene.parameters):
        changes = dict(zip((p.name for p in scene.parameters), corner, strict=True))
        try:
            run = Simulation(scene, changes)
        except BadValue as error:
            assert len(str(error)) > 20
            continue
        least = (steps for values, steps in SHORTER.get(scene.id, []) if values.items() <= changes.items())
        run.advance(min(next(least, STEPS), STEPS if scene.id in ALL_STEPS else STEPS//4))
        assert np.all(np.isfinite(run.snapshot().bodies[0].centre))


@pytest.mark.parametrize("scene", [s for s in SCENES if s.exact], ids=lambda scene: scene.id)
def test_closed_form(scene):
    for preset in some_presets(scene):
        run = Simulation(scene, preset.values)
        while run.t < 20.0 and run.ended is None:
            run.advance(240)
        ghost = run.ghost([run.t])
        if ghost is None:
            continue                             # no closed form for these values
        distance = np.abs(ghost[0] - run.snapshot().bodies[0].centre).max()
        # [m] rounding of 4,800 steps; angles of blades are sums of equal increments, which round the same way
        assert distance < (1e-11 if hasattr(run.system, "coordinates") else 1e-12), preset.name


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_nonsense_is_refused_in_words(scene):
    """The sentence names scene, parameter, value and what is allowed; a run that is told nonsense goes on unchanged."""
    run, untold = Simulation(scene), Simulation(scene)
    run.advance(7)
    untold.advance(7)
    for parameter in scene.parameters:
        for value in NONSENSE:
            with pytest.raises(BadValue) as refused:
                scene.values({parameter.name: value})
            said = str(refused.value)
            assert f"scene '{scene.id}', parameter '{parameter.name}': " in said and len(said) < 300
            if isinstance(parameter.default, str):
                continue                         # a drawn curve says itself what is wrong with its points
            assert f"got {repr(value)[:37]}" in said and said.endswith(f", needs {parameter.allowed}")
            with pytest.raises(BadValue):
                run.set(parameter.name, value)
        for value in ODD:
            try:
                taken = scene.values({parameter.name: value})[parameter.name]
            except BadValue as error:
                assert f"parameter '{parameter.name}'" in str(error)
                continue
            assert type(taken) is type(parameter.default) or isinstance(taken, float)
            assert isinstance(taken, bool | str) or parameter.low <= taken <= parameter.high
    assert run.commands == [] and run.values == scene.values()
    assert run.advance(50) == untold.advance(50)
    assert [y.tobytes() for y in run.states] == [y.tobytes() for y in untold.states] and run.t == untold.t

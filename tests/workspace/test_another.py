"""One more body beside that of any scene: it is put there, or a sentence says why it cannot be."""

from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_catalogue
from sandbox.workspace import bench, several

SCENES = load_catalogue(Path(__file__).parents[2]/"scenes").scenes
OWN = "equations of their own"
# what no world has more than one body on yet, and what is said of it
ALONE = {**dict.fromkeys(("billiard", "breakaway", "franklin", "free_turntable", "integraph", "ring_table", "skate",
                          "sleigh", "slipping_turntable", "slope_skate", "suslov", "tilted_sleigh", "vakonomic",
                          "veselova"), OWN),
         **dict.fromkeys(("curling", "tippe_top"), "friction of balls needs to be"),
         "driven_ball": "has nothing inside", "penalty": "takes friction, restitution",
         "pseudosphere": "not that of a ball's centre"}
GAP = 0.002      # [m] between both


def put_beside(scene):
    """The document with one more of the first body, as the hand of the window puts it, and that of before."""
    values = scene.values()
    document = bench.document_of(scene, values)[0]
    made = bench.Made(document, values, bench.formulas_of(scene))
    name = made.bodies[0]
    far = np.ceil((bench.width_of(made, name, (1.0, 0.0, 0.0)) + GAP)/0.01 - 1e-9)*0.01
    found, new = several.beside(made, name, (1.0, 0.0, 0.0), float(far),
                                lambda one: bench.trouble_of(one, scene, values))
    return made, found, new


@pytest.mark.parametrize("name", sorted(SCENES))
def test_another_one_is_put_beside_it_or_a_sentence_says_why_not(name):
    scene = SCENES[name]
    if name in ALONE:
        with pytest.raises(BadValue, match=ALONE[name]):
            put_beside(scene)
        return
    made, document, new = put_beside(scene)
    run = Simulation(bench.scene_of(document))
    names = bench.Made(document, {}, bench.formulas_of(scene)).bodies
    before = Simulation(scene).snapshot().bodies
    assert set(names) == {*made.bodies, new} and len(names) == len(before) + 1
    # what was there starts where it did [m]: as a world of several it is placed in another way than a lone body
    start = dict(zip(names, run.snapshot().bodies, strict=True))
    for one, state in zip(made.bodies, before, strict=True):
        assert_allclose(start[one].centre, state.centre, atol=1e-9)
    run.advance(60)
    assert run.ended is None and run.drift < 1e-9
    assert np.isfinite([state.centre for state in run.snapshot().bodies]).all()

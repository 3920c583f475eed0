"""One more body beside that of any scene: in its world, or as a system that feels nothing of the others."""


import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.errors import BadValue
from sandbox.run.logs.recorder import Recorder
from sandbox.run.replay import replayed
from sandbox.run.simulation import Simulation
from sandbox.scene.beside import Beside, model_of
from sandbox.scene.built import kinds
from sandbox.scene.built.plain import document_of_plain, plain_of
from sandbox.scene.built.read import read
from sandbox.scene.catalogue import scene_of_text, source_digest
from sandbox.scene.scene import Scene
from sandbox.scene.world import World
from sandbox.workspace import bench, several, side_by_side
from sandbox.workspace.scene_text import scene_text
from tests.shipped import shipped

SCENES = shipped().scenes
OWN = "equations of their own"
# what no world has more than one body on, and why: one more runs side by side with it
ALONE = {**dict.fromkeys(("billiard", "breakaway", "flywheel_sleigh", "franklin", "free_turntable", "integraph",
                          "ring_table", "skate", "sleigh", "slipping_turntable", "slope_skate", "suslov",
                          "tilted_sleigh", "vakonomic", "veselova"), OWN),
         **dict.fromkeys(("curling", "tippe_top"), "friction needs to be"),
         "driven_ball": "has nothing inside", "painleve_rod": "has a kink", "penalty": "takes friction, restitution",
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


@pytest.mark.parametrize("name", sorted(set(SCENES) - set(ALONE)))
def test_another_one_is_put_beside_it(name):
    scene = SCENES[name]
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


def key_of(scene, steps: int) -> list[np.ndarray]:
    """State of each system of a scene after some steps."""
    run = Simulation(scene)
    run.advance(steps)
    return run.states


def test_a_law_that_is_changed_while_it_runs_is_that_of_all_that_run_side_by_side():
    """Twice the same rod, elsewhere: it does what the first one does, before and behind each change, and once more."""
    scene, slides = SCENES["painleve_rod"], {"mu": 0.3}
    document, _notes = side_by_side.another(scene, scene.values(slides), 0, (1.0, 0.0, 0.0))
    run, left = (Simulation(bench.scene_of(document), slides) for _one in range(2))
    left.advance(60)

    def apart():
        one, other = run.snapshot().bodies
        return np.asarray(other.centre) - one.centre

    before, then = apart(), []
    for mu in (0.1, 0.5, 0.0):
        run.set("mu", mu)
        run.advance(20)
        # [m] rounding of what begins a metre away, grown by slip and a hit
        assert_allclose(apart(), before, atol=1e-12)
        then.append(run.states)
    # a law that nobody changed leads elsewhere [m]
    moved = np.asarray(run.snapshot().bodies[1].centre) - left.snapshot().bodies[1].centre
    assert run.ended is None and np.linalg.norm(moved) > 1e-3
    run.go_to(20)
    run.advance(40)
    for state, was in zip(run.states, then[-1], strict=True):
        assert (state == was).all()


@pytest.mark.parametrize("name", sorted(ALONE))
def test_another_one_runs_side_by_side_and_feels_nothing(name):
    """What was there keeps every bit; the other one begins elsewhere and has an energy book of its own."""
    scene = SCENES[name]
    with pytest.raises(BadValue, match=ALONE[name]):
        put_beside(scene)
    assert side_by_side.can_be(scene, scene.values())
    document, _notes = side_by_side.another(scene, scene.values(), 0, (1.0, 0.0, 0.0))
    both, before = bench.scene_of(document), Simulation(scene)
    run, count = Simulation(both), len(before.bodies)
    assert len(run.systems) == len(before.systems) + 1 and len(run.bodies) > count
    first, new = before.snapshot().bodies[0], run.snapshot().bodies[count]
    # [m] as far as both are wide, at least
    assert np.linalg.norm(np.subtract(new.centre, first.centre)) > 1.99*before.bodies[0].size
    before.advance(120)
    run.advance(120)
    for one, other in zip(before.states, run.states, strict=False):
        assert np.array_equal(one, other)
    assert len(run.drifts) == len(run.systems) and max(run.drifts) < 1e-12      # [1] rounding of half a second
    assert run.drifts[:-1] == before.drifts


@pytest.mark.parametrize("name", sorted(ALONE))
def test_what_runs_side_by_side_comes_back_from_its_text_and_as_data(name):
    scene = SCENES[name]
    document, _notes = side_by_side.another(scene, scene.values(), 0, (1.0, 0.0, 0.0))
    assert document.form == kinds.SEVERAL
    if document.own.names:
        # functions that a scene wrote are no data
        with pytest.raises(BadValue, match="functions of its own"):
            plain_of(document)
    else:
        assert document_of_plain(plain_of(document)) == document
    text = scene_text(document)
    again = read(scene_of_text("mine", text, source_digest(text))).document
    second = scene_text(again)
    assert scene_text(read(scene_of_text("mine", second, source_digest(second))).document) == second
    for one, other in zip(key_of(bench.scene_of(document), 60), key_of(bench.scene_of(again), 60), strict=True):
        assert np.array_equal(one, other)


def test_a_third_one_and_one_at_a_place_and_no_more_than_there_is_room_for():
    scene = SCENES["penalty"]
    for count in range(2, side_by_side.MOST + 1):
        scene = bench.scene_of(side_by_side.another(scene, scene.values(), 0, (1.0, 0.0, 0.0))[0])
        centres = np.array([body.centre for body in Simulation(scene).snapshot().bodies])
        apart = np.linalg.norm(centres[:, None] - centres[None], axis=2)[np.triu_indices(count, 1)]
        assert len(centres) == count and apart.min() > 0.1       # [m] as wide as a ball
    with pytest.raises(BadValue, match="at most 8"):
        side_by_side.another(scene, scene.values(), 0, (1.0, 0.0, 0.0))
    values = SCENES["sleigh"].values()
    place = (-0.3, 0.2, 0.0)
    scene = bench.scene_of(side_by_side.another(SCENES["sleigh"], values, 0, (1.0, 0.0, 0.0), place)[0])
    assert_allclose(Simulation(scene).snapshot().bodies[1].centre[:2], place[:2], atol=1e-8)     # [m] as rounded
    # beyond the rim it falls
    fallen = Simulation(bench.scene_of(side_by_side.another(
        SCENES["sleigh"], values, 0, (1.0, 0.0, 0.0), (2.0, 0.0, 0.0))[0]))
    fallen.advance(48)
    first, new = (body.centre[2] for body in fallen.snapshot().bodies)
    assert new < first - 0.1                                     # [m] g t^2/2 = 0.2 m


def test_a_slider_moves_both_and_a_live_one_turns_both_tables():
    document, _notes = side_by_side.another(SCENES["sleigh"], SCENES["sleigh"].values(), 0, (1.0, 0.0, 0.0))
    scene = bench.scene_of(document)
    low, high = (np.array([body.centre for body in Simulation(scene, {"x1": x}).snapshot().bodies]) for x in (0.0, 0.1))
    assert_allclose(high - low, [(0.1, 0.0, 0.0)]*2, atol=1e-9)
    slow, fast = (Simulation(scene) for _k in range(2))
    fast.set("rate", 3.0)
    for run in (slow, fast):
        run.advance(60)
    for one, other in zip(slow.snapshot().bodies, fast.snapshot().bodies, strict=True):
        assert np.linalg.norm(np.subtract(one.centre, other.centre)) > 1e-4


def test_what_cannot_be_beside_others_is_refused_in_words():
    world = World({"table": SCENES["curling"].models(SCENES["curling"].values())[0].supports["ice"]},
                  SCENES["curling"].models(SCENES["curling"].values())[0].bodies)
    for system in (world, Beside(("ball",), None)):
        with pytest.raises(BadValue, match="Beside: got"):
            model_of(Beside(system, None))
    with pytest.raises(BadValue, match="the first of several"):
        Scene("Nothing", (), lambda p: [Beside(("ball",), None)], lambda p: None).models({})
    assert not side_by_side.can_be(SCENES["many_balls"], SCENES["many_balls"].values())


def test_what_no_log_can_carry_runs_with_a_log_and_is_not_run_again(tmp_path):
    """A run is not refused because its log has no functions; who replays the log is told why that cannot be."""
    scene = SCENES["pseudosphere"]
    both = bench.scene_of(side_by_side.another(scene, scene.values(), 0, (1.0, 0.0, 0.0))[0])
    path = tmp_path/"both.sqlite"
    run = Simulation(both, open_log=lambda header: Recorder(path, header))
    run.advance(60)
    run.recorder.close()
    assert len(run.systems) == 2
    with pytest.raises(BadValue, match="functions of its own"):
        replayed(path, lambda _name: both)

"""The bench without a window: parts are put, moved, changed and taken away; what is written is a scene of its own."""

import re

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.errors import BadValue
from sandbox.run.readings.names import name_of
from sandbox.run.simulation import Simulation
from sandbox.scene.built import kinds
from sandbox.scene.built.parts import FIELDS, PARTS, numbers_of, points_of
from sandbox.scene.built.values import arguments_of
from sandbox.scene.catalogue import BENCH, load_scene, scene_of_text, source_digest
from sandbox.workspace import bench, several
from sandbox.workspace.kept_form import to_be_kept
from sandbox.workspace.scene_text import scene_text, write_scene
from tests.effort import some_scenes
from tests.shipped import shipped

SCENES = shipped().scenes
ITEMS = {item.name: item for item in PARTS}
TOP = bench.HEIGHT + 0.5*bench.THICKNESS      # [m] of the table
# half heights of bodies with flat faces as they stand [m]; None of what has no height of its own
FLAT = {"die": 0.008, "domino": 0.024, "box": 0.015, "prism": 0.02, "stone": None}
# what stands on a floor only: beside it bodies feel no plates with round edges
ON_TABLE = [item for item in PARTS if item.name not in FLAT and item.name != "block"]


def made(document) -> bench.Made:
    return bench.Made(document, {}, bench.formulas_of(bench.scene_of(document)))


def started(document):
    """The first snapshot of the run of a document, and its run."""
    run = Simulation(bench.scene_of(document))
    return run.snapshot(), run


def number(document, name: str, title: str):
    return next(one for one in numbers_of(document.part(name)) if one.field.title == title)


@pytest.mark.parametrize("item", ON_TABLE, ids=[item.name for item in ON_TABLE])
def test_each_part_of_the_palette_stands_where_it_is_put(item):
    """A body touches the table with no gap; the lowest point of a support is on it; the world runs."""
    document, name = bench.put(bench.new_bench(), item, (-0.12, 0.05, TOP), "table")
    snapshot, run = started(document)
    if item.family == kinds.BODY:
        state = snapshot.bodies[made(document).bodies.index(name)]
        body = made(document).world.bodies[-1].body
        # how far it reaches down as it stands: the radius, or half its height
        low = {"rolling coin": 0.015, "rolling disc": 0.03, "egg": 0.018, "puck": 0.0075}.get(name) or body.radius
        assert_allclose(state.centre, (-0.12, 0.05, TOP + low), atol=1e-12)      # [m] rounding
    else:
        lowest = points_of(made(document).surface(name))[:, 2].min()
        # [m] origins are written to a nanometre
        assert_allclose(lowest, TOP, atol=1e-9)
    run.advance(24)
    assert np.isfinite(run.snapshot().bodies[0].centre).all()


@pytest.mark.parametrize("name", FLAT)
def test_bodies_with_flat_faces_stand_on_a_floor(name, tmp_path):
    """Among others; written and read they are what they were."""
    document = bench.new_floor()
    document, new = bench.put(document, ITEMS[name], (0.1, 0.1, 0.0), "floor")
    run = Simulation(bench.scene_of(document))
    place = made(document).bodies.index(new)
    height = run.snapshot().bodies[place].centre[2]
    # [m] rounding of what is at rest
    assert_allclose(height, FLAT[name], atol=1e-12) if FLAT[name] else None
    run.advance(48)
    assert run.ended is None and run.snapshot().bodies[place].mode == "rest"
    assert_allclose(run.snapshot().bodies[place].centre[2], height, atol=1e-12)
    path = tmp_path/"mine.py"
    write_scene(document, path)
    assert bench.document_of(load_scene(path))[0].parts == document.parts
    if name == "prism":
        sides = number(document, new, "number of sides")
        assert len(made(bench.with_number(document, new, sides, 5)).world.bodies[place].body.corners) == 10
        with pytest.raises(BadValue, match="needs a whole number"):
            bench.with_number(document, new, sides, 5.5)


def blocks(x=-0.15):
    """A floor with a row of dominoes and a block, with a box and a marble on it; the names of these three."""
    document, block = bench.put(bench.new_floor(), ITEMS["block"], (x, 0.1, 0.0), "floor")
    document, box = bench.put(document, ITEMS["box"], (x, 0.1, 0.06), block)
    document, marble = bench.put(document, ITEMS["marble"], (x - 0.08, 0.1, 0.06), block)
    return document, block, box, marble


def test_a_block_carries_what_is_put_on_it_and_takes_it_along(tmp_path):
    """Its lowest point is where it was put; sizes are changed, it is moved and turned; written it is what it was."""
    document, block, box, marble = blocks()

    def heights(document):
        run = Simulation(bench.scene_of(document))
        run.advance(24)
        states = dict(zip(made(document).bodies, run.snapshot().bodies, strict=True))
        assert run.ended is None and states[box].mode == "rest"
        return states[box].centre[2], states[marble].centre[2]

    points = points_of(made(document).surface(block))
    assert_allclose((points.min(axis=0), points.max(axis=0)), ((-0.25, 0.05, 0.0), (-0.05, 0.15, 0.06)), atol=1e-9)
    # [m] half a box of 30 mm, a marble of 16 mm, on 60 mm
    assert_allclose(heights(document), (0.06 + 0.015, 0.06 + 0.008), atol=1e-9)
    # what stands on its upper side goes up with that by half of what the block grows by on both sides
    taller = bench.with_number(document, block, number(document, block, "height"), 0.1)
    top = points_of(made(taller).surface(block))[:, 2].max()
    assert_allclose(heights(taller), (top + 0.015, top + 0.008), atol=1e-9)
    there = bench.moved(made(document), block, (0.02, 0.03, 0.0))
    before, after = (dict(zip(made(one).bodies, started(one)[0].bodies, strict=True)) for one in (document, there))
    for name in (box, marble):
        assert_allclose(after[name].centre - before[name].centre, (0.02, 0.03, 0.0), atol=1e-9)
    turned = bench.turned(made(document), block, (0.0, 0.0, 1.0), 0.5*np.pi)
    points = points_of(made(turned).surface(block))
    assert_allclose(np.ptp(points, axis=0), (0.1, 0.2, 0.06), atol=1e-9)
    assert_allclose(heights(turned), (0.075, 0.068), atol=1e-9)
    path = tmp_path/"mine.py"
    write_scene(document, path)
    assert "Block(0.2, 0.1, 0.06, 0.002)" in path.read_text(encoding="utf-8")
    assert bench.document_of(load_scene(path))[0].parts == document.parts


@pytest.mark.parametrize("name", [*FLAT, "block"])
def test_a_round_table_becomes_square_for_what_feels_no_round_edges(name, tmp_path):
    """What the palette has may be put on the table of a new bench: it was refused. Its upper side stays where it is."""
    before = bench.new_bench()
    document, new = bench.put(before, ITEMS[name], (-0.1, 0.1, TOP), "table")
    assert bench.became_blocks(before, document) == ["table"]
    # [m] 600 mm across and 20 mm high, as before
    points = points_of(made(document).surface("table"))
    assert_allclose((points.min(axis=0), points.max(axis=0)),
                    ((-0.3, -0.3, TOP - 0.02), (0.3, 0.3, TOP)), atol=1e-12)
    first, run = started(document)
    run.advance(48)
    assert run.ended is None
    # [m] what was there is at rest as it was; what is new stands on the table
    assert_allclose([run.snapshot().bodies[k].centre for k in range(2)],
                    [one.centre for one in started(before)[0].bodies], atol=1e-9)
    if name != "block":
        last = first.bodies[made(document).bodies.index(new)]
        assert_allclose(last.centre[2], TOP + FLAT[name], atol=1e-12) if FLAT[name] else None
        # what comes later is a block at once
        later, plate = bench.put(document, ITEMS["board"], (-0.6, 0.0, 0.0), "floor")
        assert bench.became_blocks(document, later) == [] and scene_text(later).count("Block(") == 2
    path = tmp_path/"mine.py"
    write_scene(document, path)
    assert bench.document_of(load_scene(path))[0].parts == document.parts


def test_what_hangs_on_a_hinge_stays_round_and_why_is_said():
    document, _plate = bench.put(bench.new_bench(), ITEMS["free plate"], (-0.6, 0.0, 0.0), "floor")
    document, _name = bench.put(document, ITEMS["domino"], (-0.1, 0.1, TOP), "table")
    reason = bench.trouble_of(document, bench.scene_of(bench.new_bench()), {})
    assert "a body with flat faces is not yet held by joints" in reason


def test_fields_are_arguments_of_words():
    """Each field is an argument that its word has, with a range that is one."""
    for word, fields in FIELDS.items():
        for field in fields:
            assert field.low < field.high and field.title
            # a typed surface takes the constants of its formula by their names
            if not word.startswith(".") and (word, field.argument) != ("GraphSurface", "c"):
                assert field.argument in arguments_of(word), (word, field.argument)
    for item in PARTS:
        assert item.name == item.name.strip() and item.about


def test_names_are_told_apart_and_overlaps_are_refused_in_words():
    document, first = bench.put(bench.new_bench(), ITEMS["marble"], (0.0, 0.1, TOP), "table")
    document, second = bench.put(document, ITEMS["marble"], (0.0, 0.11, TOP), "table")
    assert (first, second) == ("marble 2", "marble 3")
    reason = bench.trouble_of(document, bench.scene_of(bench.new_bench()), {})
    # two balls of 16 mm whose middles are 10 mm apart
    assert "'marble 2' and 'marble 3' overlap by 0.006 m" in reason
    assert bench.trouble_of(bench.moved(made(document), second, (0.0, 0.05, 0.0)), bench.scene_of(document), {}) == ""


@pytest.mark.parametrize("name", ["board", "round plate"])
@pytest.mark.parametrize(("height", "depth"), [(-0.006, 0.006), (0.0, 0.012), (0.01, 0.012 + 0.002), (0.024, 0.0)])
def test_a_ball_in_a_thin_plate_is_told(name, height, depth):
    """A plate of 12 mm in the way of a ball of 24 mm, its lower side so far above what the ball lies on [m]."""
    document, plate = bench.put(bench.new_bench(), ITEMS[name], (0.05, 0.0, TOP + height), "table")
    document = bench.moved(made(document), "marble", (-0.25, 0.1, 0.0))
    reason = bench.trouble_of(document, bench.scene_of(bench.new_bench()), {})
    assert (f"'steel ball': overlaps the support '{plate}' by {depth:.3g} m" in reason) if depth else reason == ""


def test_what_stands_on_a_support_goes_along():
    """A table that is moved by a vector has its ball, and the axis of what turns, moved by it, too."""
    document, ball = bench.put(bench.new_bench(), ITEMS["marble"], (0.0, 0.1, TOP), "table")
    document, plate = bench.put(document, ITEMS["turning plate"], (0.6, 0.0, 0.0), "floor")
    document, rider = bench.put(document, ITEMS["steel ball"], (0.65, 0.0, 0.012), plate)
    before = started(document)[0]
    by = np.array((0.03, -0.02, 0.1))
    after = started(bench.moved(made(bench.moved(made(document), "table", by)), plate, by))[0]
    for one, other in zip(before.bodies, after.bodies, strict=True):
        assert_allclose(other.centre, one.centre + by, atol=1e-12)      # [m] rounding
    moved = bench.moved(made(document), plate, by)
    assert_allclose(moved.part(plate).value.get("motion").get("point"), (0.63, -0.02, 0.106), atol=1e-9)
    # the plate turns about its own middle: the ball on it begins to be carried about that
    _snapshot, run = started(moved)
    run.advance(48)
    middle = np.array((0.63, -0.02, 0.0))
    centre = run.snapshot().bodies[made(moved).bodies.index(rider)].centre
    assert abs(np.hypot(*(centre - middle)[:2]) - 0.05) < 0.02 and made(moved).standing_on(plate) == (rider,)
    with pytest.raises(BadValue, match="stays where it is"):
        bench.moved(made(document), "floor", by)


def test_what_loses_its_support_falls_from_where_it_was():
    document, ramp = bench.put(bench.new_bench(), ITEMS["ramp"], (0.0, -0.1, TOP), "table")
    document, ball = bench.put(document, ITEMS["steel ball"], (-0.1, -0.1, TOP), ramp)
    snapshot = started(document)[0]
    index = made(document).bodies.index(ball)
    centres = dict(zip(made(document).bodies, (state.centre for state in snapshot.bodies), strict=True))
    without = bench.without(made(document), ramp, centres)
    assert ramp not in [part.name for part in without.parts]
    after, run = started(without)
    assert_allclose(after.bodies[index].centre, snapshot.bodies[index].centre, atol=1e-9)      # [m] as it is written
    run.advance(12)
    # free fall for 1/20 s
    fallen = after.bodies[index].centre[2] - run.snapshot().bodies[index].centre[2]
    assert_allclose(fallen, 0.5*9.81*0.05**2, rtol=1e-9)
    with pytest.raises(BadValue, match="the last body stays"):
        bench.without(made(bench.without(made(bench.new_bench()), "steel ball", {})), "marble", {})


def test_numbers_are_changed_within_their_range():
    document = bench.new_bench()
    radius = number(document, "steel ball", "radius")
    wider = bench.with_number(document, "steel ball", radius, 0.03)
    assert_allclose(started(wider)[0].bodies[0].centre[2], TOP + 0.03, atol=1e-12)
    for value in (0.001, 7.0, float("nan"), float("inf")):
        with pytest.raises(BadValue, match=r"'steel ball', radius: got .* needs 0\.005 to 0\.5 m"):
            bench.with_number(document, "steel ball", radius, value)
    # a steel ball of 24 mm falls through no table: the speed that is given is the one it has
    fast = bench.with_number(document, "steel ball", number(document, "steel ball", "velocity along y"), 0.25)
    assert_allclose(started(fast)[0].bodies[0].velocity, (0.0, 0.25, 0.0), atol=1e-12)


def test_what_is_built_is_a_scene_like_others(tmp_path):
    """Written, loaded and read again it is the same document, and runs the same bits."""
    document = bench.new_bench()
    for item in ON_TABLE:
        document, _name = bench.put(document, item, (0.5*len(document.parts), 0.0, 0.0), "floor")
    path = tmp_path / "mine.py"
    write_scene(bench.titled(document, "Mine"), path)
    scene = load_scene(path)
    assert scene.title == "Mine" and path.read_text(encoding="utf-8").startswith('"""Mine\n')
    assert bench.document_of(scene)[0].parts == document.parts
    one, other = Simulation(scene), Simulation(bench.scene_of(document))
    assert other.scene.id == BENCH
    for run in (one, other):
        run.advance(60)
    for state, same in zip(one.snapshot().bodies, other.snapshot().bodies, strict=True):
        assert np.array_equal(state.centre, same.centre)
    assert scene_text(bench.document_of(scene)[0]) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["turntable", "bowl", "cone", "globe", "marble_run", "labyrinth", "many_balls"])
def test_scenes_are_built_on(name):
    """A scene becomes a bench: its bodies start where they did, and one more is put beside them."""
    scene = SCENES[name]
    before = Simulation(scene).snapshot()
    document, _notes = bench.document_of(scene)
    after = started(document)[0]
    for one, other in zip(before.bodies, after.bodies, strict=True):
        # [m, m/s] the one body of a scene is placed in another way than those of a world
        assert_allclose(other.centre, one.centre, atol=1e-12)
        assert_allclose(other.velocity, one.velocity, atol=1e-12)
    many, _name = bench.put(document, ITEMS["marble"], (0.0, 0.09, 0.0), made(document).supports[0])
    assert len(made(many).bodies) == len(before.bodies) + 1


def test_what_has_no_support_is_refused_in_words():
    with pytest.raises(BadValue, match="equations of their own"):
        bench.document_of(SCENES["sleigh"])


def test_a_typed_place_of_several_supports_takes_their_axes_along():
    document, one = bench.put(bench.new_bench(), ITEMS["turning plate"], (-0.2, -0.2, TOP), "table")
    document, other = bench.put(document, ITEMS["turning plate"], (0.2, 0.2, TOP), "table")
    document = several.with_common_number(made(document), (one, other), number(document, one, "y"), 0.1)
    for name, x in ((one, -0.2), (other, 0.2)):
        value = document.part(name).value
        assert value.get("surface").get("origin")[:2] == (x, 0.1) == value.get("motion").get("point")[:2]


def test_a_ball_of_the_bench_is_called_as_in_the_palette():
    document, name = bench.put(bench.new_bench(), ITEMS["steel ball"], (-0.1, -0.1, TOP), "table")
    world = made(document).world
    names, bodies = world.names, [placed.body for placed in world.bodies]
    assert name == "steel ball 2" == name_of(bodies, names.index(name), names=names)
    assert name_of(bodies, names.index("marble"), names=names) == "marble"
    # those that are nothing but balls are numbered as they stand
    assert name_of(bodies, 2, names=("ball 1", "ball 2", "ball 7")) == "ball 3" == name_of(bodies, 2)


@pytest.mark.parametrize("name", [scene.id for scene in some_scenes(SCENES.values(), 3, "kept")])
def test_what_is_kept_of_any_world_reads_as_written_by_hand_and_comes_back(name):
    """A law that is needed twice has a name in the file; on the bench each part has numbers of its own."""
    scene = SCENES[name]
    try:
        document = bench.document_of(scene)[0]
    except BadValue:
        return
    if bench.trouble_of(document, scene, scene.values()):
        return
    text = scene_text(to_be_kept(document, "Mine"))
    again = scene_of_text("mine", text, source_digest(text))
    back = bench.document_of(again)[0]
    assert back.parts == document.parts and back.parameters == document.parameters
    assert scene_text(to_be_kept(back, "Mine")) == text
    assert again.presets and again.card is not None
    laws = re.findall(r"Contact\((?:[^()]|\([^()]*\))*\)", text.split("def build")[1])
    assert len(laws) == len(set(laws))


def test_a_support_that_shares_its_board_and_its_law_has_numbers_of_its_own():
    """The ramps of the marble run are one slab put twice, with one law: their length could not be had on the bench."""
    document = bench.document_of(SCENES["marble_run"])[0]
    numbers = {one.field.title: one for one in numbers_of(document.part("upper ramp"))}
    assert {"length", "width", "restitution", "friction coefficient"} <= set(numbers)
    longer = bench.with_number(document, "upper ramp", numbers["length"], 0.7)
    made = bench.Made(longer, SCENES["marble_run"].values())
    assert [made.surface(name).plate[0] for name in ("upper ramp", "lower ramp")] == [0.35, 0.3]      # [m] half of it


def test_a_card_of_a_scene_without_parameters_may_ask_for_the_hand():
    text = scene_text(to_be_kept(bench.new_bench(), "Mine"))
    scene = scene_of_text("mine", text, source_digest(text))
    assert not scene.parameters and scene.card.try_.deed == "hand"

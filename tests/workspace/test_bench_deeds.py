"""Deeds of the bench: what is turned, copied, joined and slid, and the present instant of a run as a start."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from sandbox.scene.built.document import Computed
from sandbox.scene.built.parts import MATERIAL_NAMES, PARTS, TOOLS, numbers_of, points_of, turned
from sandbox.scene.built.plain import document_of_plain, plain_of
from sandbox.scene.materials import MATERIALS, between
from sandbox.workspace import bench
from sandbox.workspace.joints import weighed
from sandbox.workspace.scene_text import scene_text
from sandbox.workspace.turned import axis_and_angle
from tests.shipped import shipped

SCENES = shipped().scenes
ITEMS = {item.name: item for item in (*PARTS, *TOOLS)}
TOP = bench.HEIGHT + 0.5*bench.THICKNESS      # [m] of the table
NEW = bench.new_bench()


def made(document) -> bench.Made:
    return bench.Made(document, {})


def run_of(document) -> Simulation:
    return Simulation(bench.scene_of(document))


def comes_back(document):
    """A document is the same after its file of data, and after its text."""
    assert document_of_plain(plain_of(document)) == document
    again = bench.document_of(bench.scene_of(document))[0]
    assert again.parts == document.parts and again.parameters == document.parameters
    assert scene_text(again) == scene_text(document)


def number(document, name: str, title: str):
    return next(one for one in bench.numbers_around(document, name) if one.field.title == title)


# ---- turned and copied ----------------------------------------------------------------------------------------------

@pytest.mark.parametrize("seed", range(5))
def test_axis_and_angle_are_those_of_the_rotation(seed):
    random = np.random.default_rng(seed)
    axis, angle = random.normal(size=3), random.uniform(-np.pi, np.pi)
    for by in (angle, 0.0, np.pi, -np.pi/2):
        R = turned(axis, by)
        again = axis_and_angle(R)
        # the numbers are written with twelve digits
        assert_allclose(turned(*again), R, atol=1e-11)


def test_a_support_that_is_turned_takes_along_what_stands_on_it():
    document, board = bench.put(NEW, ITEMS["board"], (-0.05, -0.12, TOP), "table")
    document, ball = bench.put(document, ITEMS["marble"], (0.05, -0.12, TOP + 0.012), board)
    after = bench.turned(made(document), board, (0.0, 0.0, 1.0), np.pi/2)
    # 0.1 m along x from the middle become 0.1 m along y
    assert_allclose(made(after).states[ball].centre, (-0.05, -0.02, TOP + 0.012 + 0.008), atol=1e-9)
    tipped = bench.turned(made(document), board, (0.0, 1.0, 0.0), np.radians(10.0))
    surface = made(tipped).surface(board)
    assert_allclose(turned(surface.tilt_axis, surface.tilt)[:, 2],
                    (np.sin(np.radians(10.0)), 0.0, np.cos(np.radians(10.0))), atol=1e-11)
    # back it is level again
    level = bench.turned(made(tipped), board, (0.0, 1.0, 0.0), -np.radians(10.0))
    assert made(level).surface(board).tilt == 0.0
    comes_back(tipped)
    with pytest.raises(BadValue, match="stays where it is"):
        bench.turned(made(document), "floor", (0.0, 0.0, 1.0), 0.1)


def test_a_wall_that_is_made_higher_stays_on_its_foot():
    document, wall = bench.put(NEW, ITEMS["wall"], (-0.12, 0.04, TOP), "table")
    # what goes upwards is its height, what lies, or leans, has a length
    titles = [one.field.title for one in numbers_of(document.part(wall))]
    assert "height" in titles and "length" not in titles
    field = number(document, wall, "height")
    taller = bench.on_its_foot(made(document), bench.with_number(document, wall, field, 0.3), wall)
    height = points_of(made(taller).surface(wall))[:, 2]
    # on the table as before, and as high as it was asked for; places have ten digits
    assert_allclose((height.min(), height.max()), (TOP, TOP + 0.3), atol=1e-9)
    comes_back(taller)
    # a board carries what lies on it: its upper face stays where it is
    document, board = bench.put(NEW, ITEMS["board"], (-0.05, -0.12, TOP), "table")
    for title in ("length", "thickness"):
        wider = bench.with_number(document, board, number(document, board, title), 0.04)
        assert bench.on_its_foot(made(document), wider, board) == wider


def test_a_typed_surface_stays_on_the_table_when_another_one_is_typed():
    """Twice as steep a saddle went through the table."""
    document, saddle = bench.put(NEW, ITEMS["saddle"], (-0.1, 0.0, TOP), "table")
    before = made(document).surface(saddle)
    assert_allclose(points_of(before)[:, 2].min(), TOP, atol=1e-9)
    number_ = next(one for one in numbers_of(document.part(saddle)) if isinstance(one.value, str))
    for formula in ("c*(x^2 - y^2)", "c*x^2/4 + 0.01"):
        changed = bench.with_number(document, saddle, number_, formula)
        after = made(bench.on_its_foot(made(document), changed, saddle)).surface(saddle)
        assert abs(points_of(made(changed).surface(saddle))[:, 2].min() - TOP) > 1e-3       # [m] where it would be
        assert_allclose(points_of(after)[:, 2].min(), TOP, atol=1e-9)                       # [m] places have ten digits
        assert_allclose(after.origin[:2], before.origin[:2], atol=0.0)


def test_what_is_so_without_being_said_is_not_said():
    """A number that is put back to what holds without it leaves no trace: text and document stay alike."""
    document, plate = bench.put(NEW, ITEMS["free plate"], (0.6, 0.0, 0.0), "floor")
    turning = bench.with_number(document, plate, number(document, plate, "rate"), 2.0)
    comes_back(turning)
    still = bench.with_number(turning, plate, number(turning, plate, "rate"), 0.0)
    assert still == document
    lifted = bench.with_number(document, "marble", number(document, "marble", "height above it"), 0.03)
    assert_allclose(made(lifted).states["marble"].centre[2], TOP + 0.008 + 0.03, atol=1e-12)
    comes_back(lifted)


def test_a_coin_that_is_turned_rolls_the_other_way():
    document, coin = bench.put(NEW, ITEMS["rolling coin"], (-0.1, -0.1, TOP), "table")
    after = bench.turned(made(document), coin, (0.0, 0.0, 1.0), np.pi/2)
    comes_back(after)
    state = made(after).states[coin]
    assert_allclose(state.velocity, (0.0, 0.3, 0.0), atol=1e-9)
    # it rolls upright: its axis is along -x, and it turns about that by v/a
    assert_allclose(state.angular_velocity, (-0.3/0.015, 0.0, 0.0), atol=1e-8)
    run = run_of(after)
    run.advance(60)
    assert run.ended is None and run.drift < 1e-10
    with pytest.raises(BadValue, match="looks the same"):
        bench.turned(made(document), "marble", (0.0, 0.0, 1.0), 0.1)


def test_copies_stand_beside_with_a_hinge_of_their_own():
    document, seesaw = bench.put(NEW, ITEMS["seesaw"], (0.0, 0.9, 0.3), "floor")
    document, other = bench.copied(made(document), seesaw, (0.0, 0.2, 0.0))
    assert other == "seesaw 2"
    assert [joint.value.get("support") for joint in document.of_family("joint")] == [seesaw, other]
    assert_allclose(document.part("joint 2").value.get("point"), (0.0, 1.1, 0.306), atol=1e-9)
    document, ball = bench.copied(made(document), "marble", (0.05, 0.0, 0.0))
    assert_allclose(made(document).states[ball].centre - made(document).states["marble"].centre, (0.05, 0.0, 0.0),
                    atol=1e-12)
    comes_back(document)


# ---- joined ---------------------------------------------------------------------------------------------------------

def test_an_arm_between_balls_follows_what_is_moved():
    point = np.zeros(3)
    document = bench.with_joint(made(NEW), ITEMS["arm"], ("steel ball", point), ("marble", point))
    comes_back(document)
    run = run_of(document)
    run.advance(60)
    assert run.ended is None and len(run.snapshot().links) == 1
    # the arm is as long as they are apart, wherever the ball is put
    document = bench.moved(made(document), "marble", (0.02, 0.03, 0.0))
    apart = np.subtract(made(document).states["marble"].centre, made(document).states["steel ball"].centre)
    assert_allclose(document.part("joint 1").value.get("at"), apart, atol=1e-9)
    assert bench.trouble_of(document, bench.scene_of(NEW), {}) == ""
    # a ball that goes takes it along
    gone = bench.without(made(document), "marble", {})
    assert not gone.of_family("joint")
    assert not bench.unjoined(document, "steel ball").of_family("joint")


def test_a_pendulum_swings_as_a_point_mass_and_a_ball_do():
    """A ball on a rigid arm from a board: small swings with the period of the compound pendulum."""
    document, board = bench.put(NEW, ITEMS["board"], (-0.1, 0.15, 0.8), "table")
    document, ball = bench.put(document, ITEMS["steel ball"], (-0.1, 0.0, TOP), "table")
    document = bench.with_number(document, ball, number(document, ball, "height above it"), 0.05)
    centre = made(document).states[ball].centre
    length, angle = 0.2, 0.02
    pivot = centre + length*np.array((0.0, np.sin(angle), np.cos(angle)))
    document = bench.with_joint(made(document), ITEMS["arm"], (board, pivot), (ball, centre))
    comes_back(document)
    assert document.part("joint 1").value.get("other") == board
    run = run_of(document)
    radius, g = 0.012, 9.81
    period = 2.0*np.pi*np.sqrt((length**2 + 0.4*radius**2)/(g*length))*(1.0 + angle**2/16.0)
    run.advance(round(period/run.h))
    state = run.snapshot().bodies[made(document).bodies.index(ball)]
    # [m] after a period it is where it began; a step of the clock is half of 1/240 s off at most
    assert_allclose(state.centre, centre, atol=2e-5)
    assert run.drift < 1e-10
    # the support moves, the arm goes on reaching to the point of it
    moved = bench.moved(made(document), board, (0.0, 0.0, 0.05))
    assert_allclose(moved.part("joint 1").value.get("at")[2], document.part("joint 1").value.get("at")[2] + 0.05,
                    atol=1e-9)


def test_a_hinge_has_the_weight_of_its_board():
    document, board = bench.put(NEW, ITEMS["board"], (0.0, 0.9, 0.5), "floor")
    edge = np.array((-0.15, 0.86, 0.506))
    other = edge + np.array((0.0, 0.08, 0.001))
    document = bench.with_joint(made(document), ITEMS["hinge"], (board, edge), (board, other))
    hinge = document.part("joint 1").value
    assert hinge.get("axis") == "y" and hinge.get("mass") > 0.0
    # a board about its edge, with half its thickness beside it: m (L^2/3 + d^2/12), the point lies in the middle plane
    m, length, d = hinge.get("mass"), 0.3, 0.012
    assert_allclose(hinge.get("inertia"), m*(length**2/3.0 + d**2/12.0), rtol=1e-3)
    comes_back(document)
    run = run_of(document)
    run.advance(24)
    # it falls as a rod about its end does: angle'' = g L/2 m/J
    fallen = 0.5*9.81*(length/2)*m/hinge.get("inertia")*0.1**2
    _axis, turned_by = axis_and_angle(_rotation(run.snapshot().supports[-1].quaternion))
    assert_allclose(abs(turned_by), fallen, rtol=2e-2)
    for tool, first, second, said in (
            ("hinge", board, board, "hangs on a hinge already"), ("hinge", "floor", "floor", "stays where it is"),
            ("hinge", "marble", "marble", "is a body"), ("arm", "marble", "marble", "clicked twice"),
            ("arm", "table", "floor", "an arm holds a ball")):
        with pytest.raises(BadValue, match=said):
            bench.with_joint(made(document), ITEMS[tool], (first, edge), (second, edge))
    many = bench.with_joint(made(document), ITEMS["arm"], ("marble", edge), (board, edge))
    assert "hangs on a hinge" in bench.trouble_of(many, bench.scene_of(NEW), {})


def test_what_turns_freely_is_not_turned_any_more():
    document, plate = bench.put(NEW, ITEMS["turning plate"], (0.6, 0.0, 0.0), "floor")
    point = np.array(made(document).surface(plate).origin)
    document = bench.with_joint(made(document), ITEMS["hinge"], (plate, point), (plate, point))
    assert document.part(plate).value.get("motion") is None
    # a disk about its axis: m R^2/2, its round edge left out
    mass, _middle, inertia = weighed(made(document).surface(plate), point, np.array((0.0, 0.0, 1.0)))
    assert_allclose(inertia, 0.5*mass*0.15**2, rtol=5e-3)
    run = run_of(document)
    run.advance(24)
    assert run.ended is None


def _rotation(q) -> np.ndarray:
    a, b, c, d = q
    return np.array(((1 - 2*(c*c + d*d), 2*(b*c - a*d), 2*(b*d + a*c)),
                     (2*(b*c + a*d), 1 - 2*(b*b + d*d), 2*(c*d - a*b)),
                     (2*(b*d - a*c), 2*(c*d + a*b), 1 - 2*(b*b + c*c))))


# ---- sliders --------------------------------------------------------------------------------------------------------

def test_numbers_become_sliders_of_the_scene():
    document, plate = bench.put(NEW, ITEMS["turning plate"], (0.6, 0.0, 0.0), "floor")
    document, rate = bench.sliding(document, number(document, plate, "rate"))
    document, radius = bench.sliding(document, number(document, "marble", "radius"))
    document, x = bench.sliding(document, number(document, "marble", "x"))
    assert (rate, radius, x) == ("rate", "radius", "x")
    assert [(one.low, one.high, one.live) for one in document.parameters] == [
        (-4.0, 4.0, True), (0.005, 0.0248, False), (-0.1, 0.3, False)]
    comes_back(document)
    # the slider works at once, and while it runs
    run = Simulation(bench.scene_of(document), {"radius": 0.02, "x": 0.0})
    assert_allclose(run.snapshot().bodies[1].centre, (0.0, 0.06, TOP + 0.02), atol=1e-12)
    run.set("rate", -3.0)
    run.advance(480)
    assert_allclose(run.snapshot().supports[2].angular_velocity, (0.0, 0.0, -3.0), atol=1e-12)
    assert isinstance(number(document, plate, "rate").value, Computed)
    with pytest.raises(BadValue, match="only a number"):
        bench.sliding(document, number(document, plate, "rate"))
    # a second one of the name is called after its part
    assert bench.sliding(document, number(document, "steel ball", "radius"))[1] == "steel_ball_radius"
    ranged = bench.with_range(document, "radius", 0.01, 0.03)
    assert (ranged.parameters[1].low, ranged.parameters[1].default) == (0.01, 0.01)
    with pytest.raises(BadValue, match="low < high"):
        bench.with_range(document, "radius", 0.03, 0.01)


def test_a_slider_that_moves_nothing_any_more_goes():
    document, _name = bench.sliding(NEW, number(NEW, "marble", "x"))
    moved = bench.moved(made(document), "marble", (0.0, 0.02, 0.0))
    assert bench.pruned(document, moved).parameters == document.parameters
    moved = bench.moved(made(document), "marble", (0.01, 0.0, 0.0))
    assert bench.pruned(document, moved).parameters == ()


# ---- the present instant --------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", ["turntable", "marble_run", "chain", "seesaw", "coins_and_balls", "globe",
                                  "tilted_turntable", "egg_in_bowl", "balls_on_free_turntable"])
def test_the_present_instant_becomes_the_start(name):
    """From there it goes on as the run itself does: two ways to the same half second."""
    scene = SCENES[name]
    document = bench.document_of(scene)[0]
    run = Simulation(scene)
    run.advance(300)
    now, why = bench.at_instant(document, scene, scene.values(), run.snapshot())
    assert why == ""
    again = run_of(now)
    again.advance(60)
    run.advance(60)
    # [m, m/s] of what is written with twelve digits
    for one, same in zip(again.snapshot().bodies, run.snapshot().bodies, strict=True):
        assert_allclose(one.centre, same.centre, atol=1e-9)
        assert_allclose(one.velocity, same.velocity, atol=1e-8)


@pytest.mark.parametrize(("name", "said"), [("labyrinth", "moves by a law of time"), ("driven_ball", "carries")])
def test_what_cannot_begin_now_begins_at_its_start(name, said):
    scene = SCENES[name]
    document = bench.document_of(scene)[0]
    run = Simulation(scene)
    run.advance(30)
    same, why = bench.at_instant(document, scene, scene.values(), run.snapshot())
    assert same is document and said in why


# ---- springs and strings --------------------------------------------------------------------------------------------

@pytest.mark.parametrize("tool", ["spring", "string"])
def test_two_clicks_tie_balls_by_a_spring_or_a_string_and_it_comes_back(tool):
    document, ball = bench.put(NEW, ITEMS["steel ball"], (0.05, 0.0, TOP), "table")
    document, marble = bench.put(document, ITEMS["marble"], (-0.05, 0.02, TOP), "table")
    states = made(document).states
    far = np.linalg.norm(states[ball].centre - states[marble].centre)
    document = bench.with_joint(made(document), ITEMS[tool], (ball, (0.0, 0.0, 1.0)), (marble, (0.0, 0.0, 0.0)))
    comes_back(document)
    length = number(document, ball, "length").value
    assert far <= length < far + 0.001 if tool == "string" else length == round(far, 4)
    run = run_of(document)
    run.advance(120)
    assert run.snapshot().links[0].kind == tool and run.drift < 1e-11
    for one, two, words in ((ball, ball, "clicked twice"), ("table", "floor", "holds a body")):
        with pytest.raises(BadValue, match=words):
            bench.with_joint(made(document), ITEMS[tool], (one, (0.0, 0.0, 0.0)), (two, (0.0, 0.0, 0.0)))


def test_a_ball_on_a_string_hangs_from_a_point_of_a_board_that_is_turned():
    """The point that was clicked is where the string ends, in the board's own coordinates."""
    document, ramp = bench.put(NEW, ITEMS["ramp"], (0.0, 0.0, TOP + 0.4), "floor")
    document, ball = bench.put(document, ITEMS["steel ball"], (0.2, 0.0, TOP), "table")
    point = made(document).surface(ramp).origin + np.array((0.1, 0.02, 0.05))
    document = bench.with_joint(made(document), ITEMS["string"], (ramp, point), (ball, (0.0, 0.0, 0.0)))
    comes_back(document)
    link = run_of(document).snapshot().links[0]
    assert_allclose(link.other, point, atol=1e-8)
    assert np.linalg.norm(link.point - link.other) <= link.length < np.linalg.norm(link.point - link.other) + 0.001
    gone = bench.unjoined(document, ball)
    assert not run_of(gone).snapshot().links


def test_the_present_instant_keeps_the_length_that_a_spring_has_of_its_start():
    """A spring without a length of its own is as long without force as at its start, wherever its ends are now."""
    document = bench.with_joint(made(NEW), ITEMS["spring"], ("steel ball", (0.0,)*3), ("marble", (0.0,)*3))
    joint = document.parts[-1]
    value = replace(joint.value, arguments=tuple(one for one in joint.value.arguments if one[0] != "length"))
    document = replace(document, parts=(*document.parts[:-1], replace(joint, value=value)))
    document = bench.with_number(document, "marble", number(document, "marble", "velocity along x"), 0.1)
    document = bench.with_number(document, "marble", number(document, "marble", "stiffness"), 0.5)
    scene = bench.scene_of(document)
    run = Simulation(scene)
    first = run.snapshot().links[0].length
    run.advance(60)
    now, reason = bench.at_instant(document, scene, {}, run.snapshot())
    assert reason == "" and run.snapshot().links[0].length == first
    begun = run_of(now).snapshot().links[0]
    assert begun.length == first
    assert abs(np.linalg.norm(begun.point - begun.other) - first) > 1e-4


# ---- materials ------------------------------------------------------------------------------------------------------

def material_number(document, name):
    return next(one for one in numbers_of(document.part(name)) if one.field.choices)


def test_a_material_fills_the_law_of_a_support():
    """Ice under steel: the measured pair; what has a slider keeps it; a wrong name is told with what there is."""
    document = bench.new_bench()
    on_ice = bench.with_number(document, "table", material_number(document, "table"), "ice")
    law = on_ice.part("table").value.get("contact")
    pair = between("ice", "steel")
    assert (law.get("friction").get("mu"), law.get("restitution")) == (pair.mu, pair.restitution) == (0.015, 0.5)
    bench.scene_of(on_ice)
    friction = next(one for one in numbers_of(document.part("table")) if one.field.title == "friction coefficient")
    slides, name = bench.sliding(document, replace(friction, part="table"))
    still = bench.with_number(slides, "table", material_number(slides, "table"), "ice").part("table").value
    assert still.get("contact").get("friction").get("mu") == Computed(f"p.{name}")
    with pytest.raises(BadValue, match=r"'table', material: got 'cheese', needs one of steel, brass"):
        bench.with_number(document, "table", material_number(document, "table"), "cheese")


def test_a_material_is_the_density_of_a_body():
    """Radius stays; mass = 4/3 pi rho a^3, also where a density was typed."""
    document = bench.new_bench()
    glass = bench.with_number(document, "steel ball", material_number(document, "steel ball"), "glass")
    body = bench.Made(glass, {}).world.bodies[0].body
    assert body.m == pytest.approx(4/3*np.pi*2500.0*0.012**3, rel=1e-12)
    item = next(one for one in PARTS if one.name == "box")
    document, name = bench.put(bench.new_floor(), item, (0.3, 0.3, 0.0), "floor")
    brass = bench.with_number(document, name, material_number(document, name), "brass")
    heavier, light = (bench.Made(one, {}).world.bodies[-1].body.mass for one in (brass, document))
    assert heavier/light == pytest.approx(8500.0/700.0, rel=1e-12)


def test_every_material_has_a_name_for_people():
    assert set(MATERIAL_NAMES) == set(MATERIALS)

"""What a scene says of how it is driven: checked when it is loaded, with sentences that say what, where and why."""

import re
from dataclasses import replace

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from sandbox.scene import (
    Ball,
    Contact,
    Coulomb,
    Cue,
    House,
    Motion,
    On,
    Parameter,
    Placed,
    Plane,
    Scene,
    Signal,
    Start,
    Steer,
    World,
)

PARAMETERS = (
    Parameter("tilt_x", 0.0, "rad", low=-0.1, high=0.1, live=True, about="one tilt"),
    Parameter("tilt_y", 0.0, "rad", low=-0.2, high=0.1, live=True, about="other tilt"),
    Parameter("radius", 0.02, "m", low=0.01, high=0.05, about="radius of the ball"),
    Parameter("is_hollow", False, live=True, about="hollow"))


def build(p):
    motion = Motion(tilt=Signal(live="tilt_x", order=0), second_tilt=Signal(live="tilt_y", order=0))
    ball = Ball(p.radius)
    return World({"plate": On(Plane(rim=0.3), motion)},
                 [Placed(ball, Start(at=(0.0, 0.0)), name="white"), Placed(ball, Start(at=(0.1, 0.0)), name="red")])


def scene(*controls):
    return Scene("Plate", PARAMETERS, build, id="plate", controls=controls)


def test_what_is_steered_grows_to_the_right_and_upwards_within_its_range():
    steer = Steer("tilt_y", "tilt_x", range=(-0.04, 0.08), reverses=("tilt_x",))
    made = scene(steer, Cue("red"))
    assert made.steer is steer and made.cue == Cue("red") and made.cue.index(["white", "red"]) == 1
    assert steer.aimed(made, "tilt_y", 0.5) == 0.04 and steer.aimed(made, "tilt_y", -1.0) == -0.04
    assert steer.aimed(made, "tilt_x", 0.5) == -0.02 and steer.aimed(made, "tilt_x", -2.0) == 0.08
    assert Steer("tilt_y").bounds(made, "tilt_y") == (-0.2, 0.1)
    assert Scene("Plate", PARAMETERS, build).steer is None and Scene("Plate", PARAMETERS, build).cue is None


@pytest.mark.parametrize("controls, sentence", [
    ((Steer("lean"),), "scene 'plate', controls, steer: scene 'plate': no parameter 'lean'; it has tilt_x, tilt_y, "
                       "radius, is_hollow"),
    ((Steer("radius"),), "scene 'plate', controls, steer: 'radius' can't be changed while a run goes on, as only "
                          "a number with live=True can"),
    ((Steer("is_hollow"),), "scene 'plate', controls, steer: 'is_hollow' can't be changed while a run goes on, as "
                            "only a number with live=True can"),
    ((Steer("tilt_x", range=(-0.1, 0.2)),), "scene 'plate', controls, steer, range: got (-0.1, 0.2), 'tilt_x' needs a "
                                            "number in [-0.1, 0.1] rad"),
    ((Steer("tilt_x", range=(0.01, 0.1)),), "scene 'plate', controls, steer, rest: got 0, needs a number in [0.01, "
                                            "0.1]"),
    ((Steer("tilt_x"), Steer("tilt_x")), "scene 'plate', controls: 'tilt_x' is steered twice"),
    ((Steer("tilt_x", "tilt_x"),), "scene 'plate', controls: 'tilt_x' is steered twice"),
    ((Steer("tilt_x"), Steer("tilt_y")), "scene 'plate', controls: has 2 Steer, needs at most one: there is one pair "
                                         "of hands"),
    ((Cue("green"),), "scene 'plate', controls, cue: no body 'green'; there are white, red"),
    ((Cue(2),), "scene 'plate', controls, cue: no body 2; there are white, red"),
    ((Cue(0), Cue(1)), "scene 'plate', controls: has more than one Cue"),
    (("tilt_x",), "scene 'plate', controls: got ('tilt_x',), needs a tuple of Steer(...) and Cue(...)"),
])
def test_a_scene_says_why_it_cannot_be_driven_so(controls, sentence):
    with pytest.raises(BadValue, match=f"^{re.escape(sentence)}$"):
        scene(*controls)


@pytest.mark.parametrize("word, arguments, sentence", [
    (Steer, {"name_x": 3}, "steer, name_x: got 3, needs the name of a parameter"),
    (Steer, {"name_x": "a", "name_y": 3}, "steer, name_y: got 3, needs the name of a parameter"),
    (Steer, {"name_x": "a", "range": (1, 0)}, "steer, range: got (1, 0), needs (low, high), low < high"),
    (Steer, {"name_x": "a", "range": (float("nan"), 1)}, "steer, range: got (nan, 1), needs (low, high), low < high"),
    (Steer, {"name_x": "a", "range": (0, 1, 2)}, "steer, range: got (0, 1, 2), needs (low, high), low < high"),
    (Steer, {"name_x": "a", "rest": float("inf")}, "steer, rest: got inf, needs a number in [-1e+09, 1e+09]"),
    (Steer, {"name_x": "a", "seconds": 0}, "steer, seconds: got 0, needs a number in [0.02, 60]"),
    (Steer, {"name_x": "a", "springs_back": 1}, "steer, springs_back: got 1, needs True or False"),
    (Steer, {"name_x": "a", "reverses": ("b",)}, "steer, reverses: got ('b',), needs names among a"),
    (Cue, {"body": ""}, "cue, body: got '', needs the name of a body or its number from 0"),
    (Cue, {"body": -1}, "cue, body: got -1, needs the name of a body or its number from 0"),
    (Cue, {"body": True}, "cue, body: got True, needs the name of a body or its number from 0"),
    (Cue, {"speed": 20.0}, "cue, speed: got 20.0, needs a number in [0.01, 12]"),
    (Cue, {"offset": 1.0}, "cue, offset: got 1.0, needs a number in [0, 0.7]"),
])
def test_a_word_says_what_it_cannot_take(word, arguments, sentence):
    with pytest.raises(BadValue, match=f"^{re.escape(sentence)}$"):
        word(**arguments)


HOUSE = House((2.0, 0.0), 1.0, ("red", "yellow"))


@pytest.mark.parametrize("places, points, nearest", [
    # (distance from the tee, by turns) -> points of both sides
    ((), (0, 0), None),
    ((1.2, 1.3), (0, 0), None),                     # [m] beyond the rings
    ((1.05, 9.0), (1, 0), 0),                       # touches the outermost one
    ((0.3, 0.2, 0.5, 0.4), (0, 1), 1),
    ((0.1, 0.9, 0.2, 0.8, 0.95), (2, 0), 0),
    ((0.1, 9.0, 0.2, 9.0, 0.9), (3, 0), 0),
    ((0.5, 0.5), (0, 0), 0),                        # as near as each other
])
def test_an_end_is_scored_by_what_is_nearest(places, points, nearest):
    middles = [(2.0 + (1 - k % 2*2)*far, 0.0, 0.05) for k, far in enumerate(places)]
    counted = HOUSE.count(middles, [0.1]*len(middles))
    assert counted.points == points and counted.nearest == nearest
    assert counted.distance == pytest.approx(min((far for far in places if far < 1.1), default=np.inf))


def test_of_a_world_only_what_changes_a_law_is_live():
    """A tilt moves the plate, a coefficient is one of its law; what neither does waits for the next run."""
    def slippery(p):
        made = build(p)
        return World({"plate": replace(made.supports["plate"], contact=Contact(Coulomb(p.mu)))}, made.bodies)
    mu = Parameter("mu", 0.3, low=0.0, high=1.0, live=True, about="friction coefficient of the plate")
    assert Simulation(Scene("Plate", PARAMETERS, build)).live == {"tilt_x", "tilt_y"}
    run = Simulation(Scene("Plate", (*PARAMETERS, mu), slippery))
    assert run.live == {"tilt_x", "tilt_y", "mu"}
    with pytest.raises(BadValue, match="'is_hollow': takes effect with a restart only"):
        run.set("is_hollow", True)


def test_bodies_are_thrown_in_turn_where_there_are_several():
    cue = Cue((0, 1, 2), house=HOUSE)
    assert cue.turns(["a", "b"]) == (0, 1) and cue.index(["a", "b"]) == 0
    assert cue.turns(["a"]) == () and cue.index(["a"]) is None
    assert Cue("red").turns(["white", "red"]) == ()
    assert scene(cue).cue == cue


@pytest.mark.parametrize("word, arguments, sentence", [
    (Cue, {"body": (0,)}, "cue, body: got (0,), needs numbers from 0, at least two, no two alike"),
    (Cue, {"body": (0, 0)}, "cue, body: got (0, 0), needs numbers from 0, at least two, no two alike"),
    (Cue, {"body": (0, "red")}, "cue, body: got (0, 'red'), needs numbers from 0, at least two, no two alike"),
    (Cue, {"drawn": 0.0}, "cue, drawn: got 0.0, needs a number in [0.01, 1]"),
    (Cue, {"house": HOUSE}, f"cue, house: got {repr(HOUSE)[:40]}, needs a House(...) for bodies that are thrown in "
                            "turn"),
    (House, {"tee": 1.0, "radius": 1.0, "sides": ("a", "b")}, "house, tee: got 1.0, needs two numbers, x and y"),
    (House, {"tee": (0, 0), "radius": 0, "sides": ("a", "b")},
     "house, radius: got 0, needs a number above 0, at most 1000"),
    (House, {"tee": (0, 0), "radius": 1.0, "sides": ("a",)}, "house, sides: got ('a',), needs two names"),
])
def test_a_cue_says_what_it_needs_for_turns(word, arguments, sentence):
    with pytest.raises(BadValue, match=f"^{re.escape(sentence)}$"):
        word(**arguments)

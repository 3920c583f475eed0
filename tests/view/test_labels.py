"""Names at bodies and axes."""

import json
from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest
from PyQt5.QtQml import QJSEngine

from sandbox.run.readings.names import name_of
from sandbox.scene import Blade, Breakable, Ideal, Sleigh, Suslov, ViscousRow
from sandbox.scene.drawn.shapes import Look
from sandbox.text import set_language
from sandbox.view.page import transport
from sandbox.view.page.names import NAMES
from sandbox.view.pick.eye import eye_of
from sandbox.view.picture.labels import Labels
from tests.view.zoomed import Page


@pytest.fixture
def canvas():
    transport.clear()
    yield transport.load().canvas()
    transport.clear()


def skate(realisation) -> Look:
    return Sleigh(1.0, 0.01, (Blade((0.0, 0.0), realisation=realisation),)).constrained().looks[0]


def snapshot(*centres):
    return SimpleNamespace(bodies=[SimpleNamespace(centre=np.array(c), quaternion=(np.sqrt(0.5), 0, 0, np.sqrt(0.5)))
                                   for c in centres])


def test_what_blades_are_called():
    said = [skate(blade).labels[0].shown for blade in (Ideal(), ViscousRow(20.0), Breakable(3.0, 1.0))]
    assert said == ["ideal", "viscous, 20 N s/m", "holds 3 N"]
    set_language("ru")
    assert skate(ViscousRow(20.0)).labels[0].shown != said[1]
    assert "20" in skate(ViscousRow(20.0)).labels[0].shown


def test_models_side_by_side_have_names_and_one_alone_has_none(canvas):
    one, other = skate(Ideal()), skate(ViscousRow(20.0))
    alone, both = (Labels(bodies, (0, 0, 0), (1, 1, 1)) for bodies in ([one], [one, other]))
    for labels in (alone, both):
        labels.is_on = True
        labels.show(snapshot((0.1, 0.0, 0.0), (0.2, 0.0, 0.0)))
    assert alone._made == [] and [made.text for made in both._made] == ["ideal", "viscous, 20 N s/m"]
    assert both._made[1].pos.x == pytest.approx(0.2) and both.names_body(1) and not alone.names_body(0)
    both.is_on = False
    both.show(snapshot((0.1, 0.0, 0.0), (0.2, 0.0, 0.0)))
    assert not any(made.visible for made in both._made)


def test_bodies_that_would_be_called_alike_are_counted(canvas):
    one, other = skate(Ideal()), skate(ViscousRow(20.0))
    labels = Labels([one, other, one], (0, 0, 0), (1, 1, 1))
    labels.is_on = True
    labels.show(snapshot((0.1, 0.0, 0.0), (0.2, 0.0, 0.0), (0.3, 0.0, 0.0)))
    told = [made.text for made in labels._made]
    assert told == ["ideal 1", "viscous, 20 N s/m", "ideal 2"]
    # panels and charts call them so, too
    assert [name_of([one, other, one], k) for k in range(3)] == told and name_of([one, other], 0) == "ideal"


def test_axes_of_a_body_have_names_where_they_end(canvas):
    looks = Suslov(np.diag((1e-3, 2e-3, 3e-3)), 1.0).looks
    labels = Labels(looks, (0, 0, 0), (1, 1, 1))
    labels.is_on = True
    labels.show(snapshot((0.0, 0.0, 0.5), (0.0, 0.0, 0.5)))
    shown = {made.text: made.pos for made in labels._made}
    assert {"axis 1", "axis 2", "axis 3", "vertical"} <= set(shown)
    # turned by 90 degrees about the vertical: the first axis points along y
    assert shown["axis 1"].y > 0.05 and abs(shown["axis 1"].x) < 1e-12


def test_a_world_names_its_bodies_by_numbers(canvas):
    labels = Labels([object(), object(), object()], (0, 0, 0), (1, 1, 1))
    labels.is_on, labels.further = True, {2: "cue ball"}
    three = snapshot((0.1, 0.0, 0.0), (0.2, 0.0, 0.0), (0.3, 0.0, 0.0))
    labels.show(three)
    assert [(made.text, made.pos.x) for made in labels._made] == [("cue ball", pytest.approx(0.3))]
    assert labels.names_body(2) and not labels.names_body(0)
    labels.further = {}
    labels.show(three)
    assert not labels._made[0].visible


ALONE = "const lab = {}\n" + NAMES     # without a page
PLACED = ALONE + """
function many(count, apart_by) {
    const placed = [], labels = []
    for (let k = 0; k < count; k++) labels.push({__xoffset: 14, __yoffset: 12, __height: 14, __border: 5})
    const far = 300 + apart_by*count
    return labels.map((label, k) => {
        const x = 300 + apart_by*k, size = [90, 14]
        return name_box(x, 200, apart(label, x, 200, size, placed, [far + 400, 400]), size, 14, 5)
    })
}
"""


@pytest.mark.parametrize(("count", "apart_by"), [(2, 0), (5, 22), (7, 3)])
def test_names_do_not_lie_on_one_another(qapp, count, apart_by):
    engine = QJSEngine()
    answer = engine.evaluate(PLACED + f"JSON.stringify(many({count}, {apart_by}))")
    assert not answer.isError(), answer.toString()
    boxes = json.loads(answer.toString())
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1], (one, other)


def test_a_name_stays_on_its_side_while_there_is_room(qapp):
    """Two bodies pass each other: the name that went aside does not jump back as soon as it could."""
    script = ALONE + """
    const a = {__xoffset: 14, __yoffset: 12, __height: 14, __border: 5}, b = Object.assign({}, a), seen = []
    for (const x of [400, 300, 200]) {
        const placed = []
        apart(a, 300, 200, [90, 14], placed, [800, 400])
        seen.push(apart(b, x, 200, [90, 14], placed, [800, 400]).join())
    }
    JSON.stringify([seen, apart({__xoffset: 14, __yoffset: 12, __height: 14, __border: 5}, 790, 200, [90, 14], [],
                                [800, 400])])"""
    engine = QJSEngine()
    answer = engine.evaluate(script)
    assert not answer.isError(), answer.toString()
    seen, at_the_edge = json.loads(answer.toString())
    assert seen[0] == "14,12" and seen[1] == seen[2] != seen[0]
    assert at_the_edge[0] < 0.0          # to the left, where the picture ends on the right


def test_a_name_does_not_lie_on_another_thing_that_is_named(qapp):
    """A ball at the edge of the picture, another one right beside it: the name of the first lay on the second."""
    script = ALONE + """
    const cue = {__xoffset: 14, __yoffset: 12, __height: 14, __border: 5}, ball = Object.assign({}, cue), seen = []
    for (let picture = 0; picture < 2; picture++) {
        const placed = []
        lettered([cue, ball])
        const one = name_box(50, 200, apart(cue, 50, 200, [60, 14], placed, [800, 400]), [60, 14], 14, 5)
        const other = name_box(100, 200, apart(ball, 100, 200, [30, 14], placed, [800, 400]), [30, 14], 14, 5)
        seen.push([one, other])
    }
    JSON.stringify(seen)"""
    engine = QJSEngine()
    answer = engine.evaluate(script)
    assert not answer.isError(), answer.toString()
    # the first picture does not know yet where the other one stands
    one, other = json.loads(answer.toString())[1]

    def lies_on(box, x, y):
        return box[0] < x + 14 and x - 14 < box[2] and box[1] < y + 14 and y - 14 < box[3]
    assert not lies_on(one, 100, 200) and not lies_on(other, 50, 200)
    assert one[0] >= 0 and (one[2] <= other[0] or one[3] <= other[1])


BESIDE = ALONE + """
// the box of a name at x, y among discs in a picture of 800 by 400, [] where it is left out
function named(label, x, y, discs, placed) {
    lab.discs = discs
    const offset = apart(label, x, y, [60, 14], placed, [800, 400])
    return offset[0] < -1e5 ? [] : name_box(x, y, offset, [60, 14], 14, 5)
}
const beside = {__xoffset: 14, __yoffset: 12, __height: 14, __border: 5}
const above = {__xoffset: 0, __yoffset: 12, __height: 14, __border: 5}
const fresh = label => Object.assign({}, label)
"""


def asked(script: str):
    engine = QJSEngine()
    answer = engine.evaluate(BESIDE + script)
    assert not answer.isError(), answer.toString()
    return json.loads(answer.toString())


def gap_between(box, disc) -> float:
    """How far a box is from a disc (x, y, radius) [px]; negative: it lies on it."""
    x, y, r = disc
    return float(np.hypot(np.clip(x, box[0], box[2]) - x, np.clip(y, box[1], box[3]) - y) - r)


@pytest.mark.parametrize("label", ["beside", "above"])
@pytest.mark.parametrize("radius", [5, 14, 40])
def test_a_name_stands_beside_what_it_names_with_a_thin_gap(qapp, label, radius):
    """A ball of 40 pixels had its name on itself: that stood 14 pixels to the right of its middle."""
    disc = [300, 200, radius]
    box = asked(f"JSON.stringify(named({label}, 300, 200, [{disc}], []))")
    assert 0.0 < gap_between(box, disc) < 15.0               # [px] a thin gap


@pytest.mark.parametrize("label", ["beside", "above"])
@pytest.mark.parametrize("at", [(6, 200), (794, 200), (300, 6), (300, 394), (30, 30)])
def test_a_name_at_the_edge_is_moved_in(qapp, label, at):
    x, y = at
    box = asked(f"JSON.stringify(named({label}, {x}, {y}, [[{x}, {y}, 10]], []))")
    assert box[0] >= 0 and box[1] >= 0 and box[2] <= 800 and box[3] <= 400
    assert 0.0 < gap_between(box, (x, y, 10)) < 30.0         # [px]


def test_a_name_lies_on_no_other_body_where_there_is_room(qapp):
    """The cue ball's name lay on the yellow ball to its right; that one has no name."""
    discs = [[300, 200, 10], [340, 190, 10]]
    box = asked(f"JSON.stringify(named(beside, 300, 200, {discs}, []))")
    assert all(gap_between(box, disc) > 0.0 for disc in discs)
    # among balls on all sides it lies on as little as it can, and not on its own
    crowd = [[300, 200, 10], *([x, y, 14] for x in range(200, 420, 20) for y in (160, 180, 220, 240)), [340, 200, 30]]
    assert gap_between(asked(f"JSON.stringify(named(beside, 300, 200, {crowd}, []))"), crowd[0]) > 0.0


def test_a_name_without_room_is_left_out(qapp):
    everywhere = [[0, 0, 800, 400]]
    assert asked(f"JSON.stringify(named(beside, 300, 200, [], {everywhere}))") == []
    again = f"named(beside, 300, 200, [], {everywhere}); JSON.stringify(named(beside, 300, 200, [], []))"
    assert asked(again) != []                                # and comes back


UNDER = """
lab.overlaid = [[0.2, 0.3, 0.5, 0.5]]
function drawn_at(x, y, labels) {
    names_begun(labels)
    return labels.map(label => name_box(x, y, apart(label, x, y, [60, 14], lab.named, [800, 400]), [60, 14], 14, 5))
}
const canvas = {selected: {__width: 800, __height: 400}}, rig = {look: null}
const cue = Object.assign({__visible: true, __text: "cue ball"}, beside)
"""


@pytest.mark.parametrize("at", [(140, 160), (300, 110), (380, 210), (420, 160), (300, 160)])
def test_a_name_does_not_stand_under_what_lies_over_the_picture(qapp, at):
    """The cue ball's name lay half under the card, which the page did not know of."""
    box = asked(UNDER + f"JSON.stringify(drawn_at({at[0]}, {at[1]}, [cue])[0])")
    card = (160, 120, 400, 200)
    assert box[2] <= card[0] or card[2] <= box[0] or box[3] <= card[1] or card[3] <= box[1]
    assert box[0] >= 0 and box[2] <= 800 or box[0] < -1e5    # in the picture, or left out
    assert asked(UNDER + f"lab.overlaid = []; JSON.stringify(drawn_at({at[0]}, {at[1]}, [cue])[0])")[0] >= 0


@pytest.mark.parametrize("way", [(60, 0), (60, -30), (-60, 25), (5, -80), (0, 70)])
def test_a_name_does_not_lie_on_the_arrow_where_there_is_room(qapp, way):
    box = asked(f"lab.arrow = [[300, 200], [{300 + way[0]}, {200 + way[1]}]]\n"
                "JSON.stringify(named(beside, 300, 200, [[300, 200, 10]], []))")
    along = np.linspace(0.0, 1.0, 200)[:, None]*way + (300, 200)
    inside = (along > np.array(box[:2])).all(axis=1) & (along < np.array(box[2:])).all(axis=1)
    assert not inside.any() and 0.0 < gap_between(box, (300, 200, 10)) < 15.0       # [px] and it is beside its body


def test_a_line_meets_a_box_where_a_point_of_it_lies_in_it(qapp):
    rng = np.random.default_rng(3)
    ends = rng.uniform(0.0, 10.0, (200, 2, 2)).round(2)
    found = asked(f"JSON.stringify({ends.tolist()}.map(one => meets([4, 4, 6, 7], one, 0.5)))")
    points = ends[:, 0, None] + np.linspace(0.0, 1.0, 4000)[None, :, None]*(ends[:, 1] - ends[:, 0])[:, None]
    off = np.maximum(np.abs(points - (5.0, 5.5)) - (1.5, 2.0), 0.0).max(axis=2).min(axis=1)
    assert [bool(x) for x in off == 0.0] == found and 40 < sum(found) < 160


def test_where_nothing_is_named_nothing_is_looked_for(qapp):
    """At each picture of a scene without names all bodies and the eye were asked for."""
    script = UNDER + """
    let asked = 0
    const seen_bodies = () => { asked++; return {discs: [], arrow: null} }
    const found = []
    const hidden = Object.assign({}, cue, {__visible: false}), empty = Object.assign({}, cue, {__text: ""})
    for (const labels of [[], [hidden], [empty], [cue]]) {
        names_begun(labels)
        found.push(asked)
    }
    JSON.stringify(found)"""
    assert asked(script.replace("const seen_bodies =", "seen_bodies =")) == [0, 0, 0, 1]


def test_discs_are_where_the_eye_sees_the_bodies(qapp):
    """By the eye that the mouse asks, for a picture that lies and one that stands."""
    page = Page()
    for size in ((640, 360), (360, 640)):
        state = {"pose": [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], "bodies": [[0.0, 0.0, 0.0, 0.02]], "t": 0.0,
                 "home": [0.0, 0.0, 0.0, 0.5, 0.4, 0.3, 0.2, 0.4, 0.2], "focus": [0.1, 0.05, 0.02, 0.02],
                 "near": [[0.1, 0.05, 0.02, 0.02], [-0.2, 0.1, 0.03, 0.03]], "size": size}
        page.seen("free", 1.0, [state])
        seen, eye = page.asked("[seen_bodies().discs, changed_look().eye || rig.seen.split(',').map(Number)]")
        for (x, y, r), body in zip(seen, state["near"], strict=True):
            ends = eye_of(eye).project(np.array([body[:3], np.array(body[:3]) + body[3]*np.array(eye[6:9])]))
            assert (x, y) == pytest.approx(tuple(ends[0]), abs=1e-6)         # [px] rounding
            assert r == pytest.approx(ends[0][1] - ends[1][1], abs=1e-6)


def test_letters_are_as_high_as_the_picture_is_large(qapp):
    script = ALONE + """
    const label = {__xoffset: 14, __yoffset: 12, __height: 14, __border: 5}, seen = []
    for (const scale of [1, 2, 2, 1]) {
        lab.letters = scale
        lettered([label])
        seen.push([label.__height, ...apart(label, 300, 200, [90, 14*scale], [], [1920, 1080])])
    }
    label.__height = 20                  // another height is chosen
    lettered([label])
    seen.push([label.__height])
    JSON.stringify(seen)"""
    engine = QJSEngine()
    answer = engine.evaluate(script)
    assert not answer.isError(), answer.toString()
    assert json.loads(answer.toString()) == [[14, 14, 12], [28, 28, 24], [28, 28, 24], [14, 14, 12], [20]]


def test_a_name_that_stands_far_away_has_a_line_and_comes_back(qapp):
    script = ALONE + """
    const label = {__xoffset: 14, __yoffset: 12, __height: 14, __border: 5}, seen = []
    for (const placed of [[[100, 100, 500, 300]], []]) {
        const offset = apart(label, 300, 200, [90, 14], placed, [800, 600])
        seen.push([Math.abs(offset[1]) > 80, label.__line])
    }
    JSON.stringify(seen)"""
    engine = QJSEngine()
    answer = engine.evaluate(script)
    assert not answer.isError(), answer.toString()
    assert json.loads(answer.toString()) == [[True, True], [False, False]]

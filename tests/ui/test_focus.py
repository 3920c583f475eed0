"""The body in focus: chosen by keys, clicks and the menu; what follows it; what is kept of it."""

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.run.readings.quantities import quantities_of
from sandbox.run.trace import way_of_body
from sandbox.scene import Ball, Contact, Coulomb, On, Parameter, Placed, Plane, Scene, Spin, Start, World
from sandbox.text import set_language
from sandbox.ui.playback.focus import MOST_TRAILS
from tests.ui.made_up import FakeView, turntable


class ManyView(FakeView):
    """A picture that notes what it is told of several bodies."""

    fastest = 0.0

    def __init__(self):
        super().__init__()
        self.focus, self.trails, self.tint, self.drawn = None, None, None, []

    def set_focus(self, body, name=""):
        self.focus = body, name

    def set_trails(self, bodies):
        self.trails = bodies

    def set_tint(self, kind):
        self.tint = kind

    def draw_trails(self, ways):
        self.drawn.append(ways)


def instances(count=4):
    """Balls side by side on a turntable, far enough from one another not to meet."""
    def build(p):
        return World({"table": On(Plane(), Spin("z", "rate"))},
                     [Placed(Ball(0.02), Start(at=(0.1*k, 0.0), velocity=(0.0, 0.02*k))) for k in range(1, count + 1)],
                     {("ball", "ball"): Contact(Coulomb(0.1), restitution=0.5)})

    return Scene("Crowd", (Parameter("rate", 1.0, "rad/s", low=-9, high=9, live=True, about="rate"),
                           Parameter("unused", 0.0, low=0, high=1, about="begins the run anew")), build,
                 id="crowd", source="crowd")


@pytest.fixture
def many(bench):
    def make(count=4, **options):
        return bench([instances(count), turntable()], scene_id="crowd", view=ManyView, **options)
    return make


def test_one_body_is_no_choice(bench):
    made = bench(view=ManyView)
    focus = made.player.focus
    assert not focus.has_choice and made.view.focus == (0, "")
    for name in ("next_body", "last_body", "trail_this", "trails_all", "trails_none", "tint:speed"):
        assert not made.window.commands[name].isEnabled()
    focus.step(1)
    assert focus.body == 0 and not focus.choose(3)


def test_menu_and_keys_go_from_body_to_body(many):
    made = many()
    focus = made.player.focus
    made.frames(2)
    assert focus.has_choice and made.view.focus == (0, "ball 1")
    made.act("next_body")
    made.frames(1)
    assert focus.body == 1 and made.view.focus == (1, "ball 2")
    made.act("last_body")
    made.act("last_body")
    assert focus.body == 3 and made.view.focus == (3, "ball 4")
    keys = [key.toString() for name in ("next_body", "last_body") for key in made.window.commands[name].shortcuts()]
    assert keys == ["X", "Shift+X"]
    made.frames(30)
    made.window.display.look()
    assert made.window.status._fields["mode"].text().startswith("ball 4: ")


def test_plots_show_the_body_in_focus_under_the_same_keys(many):
    made = many()
    made.player.focus.choose(2)
    made.player.step(24)
    run, plots = made.run, made.window.docks["plots"]
    plots.choose(0, "x")
    plots.arrange()
    table = plots.table()
    values = dict(zip((quantity.key for quantity in table[0]), table[1], strict=False))
    centre = run.watch().states().rows.centre
    np.testing.assert_array_equal(values["x"], centre[:, 2, 0])
    assert {one.key: one.title for one in quantities_of(run, 2, "ball 3")}["x"].endswith("(ball 3)")
    # each body has its own keys besides
    by_key = {one.key: one.of(run.watch().states()) for one in quantities_of(run, 2, "ball 3")}
    for k in range(4):
        np.testing.assert_array_equal(by_key[f"x#{k + 1}"], centre[:, k, 0])
    # without another focus the keys are those of always
    assert "x#1" not in {one.key for one in quantities_of(run)} and "x#2" in {one.key for one in quantities_of(run)}


def test_of_hundreds_only_a_few_are_listed(many):
    made = many(60)
    found = quantities_of(made.run, 55, "ball 56")
    assert {one.key for one in found} >= {"x", "x#1", "x#12"} and "x#13" not in {one.key for one in found}


def test_lines_are_drawn_anew_along_the_way_of_the_other_body(many):
    made = many()
    made.player.step(120)
    made.view.ways.clear()
    made.player.focus.choose(2)
    made.frames(2)
    way, is_anew = made.view.ways[-1]
    assert is_anew and len(way.t) > 20
    centre = made.run.watch().states().rows.centre[:, 2]
    np.testing.assert_allclose(way.contact[:, :2], centre[:len(way.t), :2], atol=1e-12)       # [m] below the centre
    assert not way.is_aloft.any()


def test_a_ball_above_its_support_flies_on_its_way(many):
    made = many()
    made.player.step(60)
    rows = made.run.watch().states().rows
    rows.centre[-3:, 1, 2] += 1e-3
    assert way_of_body(made.run, 1, 0.0, 9.0).is_aloft.tolist()[-4:] == [False, True, True, True]


def test_trails_are_chosen_one_by_one_all_or_none(many):
    made = many()
    focus, notes = made.player.focus, []
    focus.noted.connect(notes.append)
    focus.toggle_trail(2)
    made.act("trail_this")
    made.frames(1)
    assert focus.trails == (2, 0) and made.view.trails == (2,)       # that in focus has one anyway
    assert set(made.view.drawn[-1]) == {0, 2}
    focus.toggle_trail(2)
    assert focus.trails == (0,) and notes == ["ball 3: trail on", "ball 1: trail on", "ball 3: trail off"]
    made.act("trails_all")
    assert focus.trails == (0, 1, 2, 3)
    made.act("trails_none")
    assert focus.trails == ()
    focus.toggle_trail(99)
    assert focus.trails == ()


def test_there_is_room_for_fifty_trails(many):
    made = many(60)
    focus, notes = made.player.focus, []
    focus.noted.connect(notes.append)
    made.act("trails_all")
    assert len(focus.trails) == MOST_TRAILS and notes == ["trails of the first 50 of 60 bodies"]
    focus.toggle_trail(55)
    assert len(focus.trails) == MOST_TRAILS and "take one away first" in notes[-1]


def test_colours_and_names_go_together(many):
    made = many()
    focus = made.player.focus
    assert made.view.tint == "number" and made.window.commands["tint:auto"].isChecked()
    made.act("tint:rack")
    assert made.view.tint == "rack" and focus.name() == "cue ball" and focus.name(3) == "ball 3"
    assert made.view.focus == (0, "cue ball") and made.window.commands["tint:rack"].isChecked()
    set_language("ru")
    assert focus.name() == "биток"
    set_language("en")
    made.act("tint:speed")
    made.view.fastest = 0.5
    made.window.display.look()
    assert focus.name(3) == "ball 4"


def test_another_scene_begins_with_its_first_body_and_the_same_one_keeps_it(many):
    made = many()
    focus = made.player.focus
    focus.choose(2)
    focus.toggle_trail(1)
    made.player.change("unused", 0.5)
    made.settle()
    assert focus.body == 2 and made.view.focus[0] == 2 and focus.trails == (1,)
    made.window.choose_scene("turntable")
    made.settle()
    assert focus.body == 0 and focus.trails == () and made.view.focus == (0, "")


def test_set_ups_keep_it_and_what_is_none_is_refused(many):
    made = many()
    focus = made.player.focus
    focus.choose(3)
    focus.toggle_trail(1)
    focus.set_tint("speed")
    kept = focus.save()
    focus.choose(0)
    focus.show_trails(False)
    focus.set_tint("auto")
    focus.load(kept)
    assert (focus.body, focus.trails, focus.tint) == (3, (1,), "speed")
    assert made.window.filing.documents.setup().others["focus"] == kept
    for wrong, said in (({"body": 4}, "got body 4, the run has 4"), ({"body": -1}, "focus"), ([], "focus"),
                        ({"trails": [0, 99]}, "got body 99"), ({"tint": "pink"}, "pink"), ({"body": True}, "focus"),
                        ({"trails": list(range(99))}, "focus")):
        with pytest.raises(BadValue, match=said):
            focus.load(wrong)
        assert (focus.body, focus.trails, focus.tint) == (3, (1,), "speed")


def test_a_film_shows_what_is_chosen(many):
    from sandbox.ui.window.wiring.ports import switched
    made = many()
    made.player.focus.choose(2)
    made.player.focus.toggle_trail(1)
    made.player.focus.toggle_trail(2)
    made.player.focus.set_tint("speed")
    seen = switched(made.window)
    assert (seen["focus"], seen["trails"], seen["tint"]) == (2, (1,), "speed")


def test_panels_follow(many):
    made = many()
    numbers = made.window.docks["tools"].number
    made.player.focus.choose(1)
    assert numbers._known["speed"].title.endswith("(ball 2)")
    made.player.step(30)
    speed = numbers._known["speed"].of(made.run.watch().states())[-1]
    assert speed == pytest.approx(np.linalg.norm(made.player.snapshot.bodies[1].velocity), rel=1e-9)


def test_a_pin_keeps_the_body_in_focus(many):
    made = many()
    made.player.focus.choose(1)
    made.player.step(30)
    made.window.compare.pin()
    pin = made.window.compare.pinboard.pins[-1]
    body = made.player.snapshot.bodies[1]
    np.testing.assert_allclose([pin.values[key][-1] for key in "xy"], body.centre[:2], atol=1e-3)    # [m] the last row
    np.testing.assert_allclose(pin.path[-1], body.contact, atol=1e-3)


def test_a_cue_ball_makes_a_rack(bench):
    def build(p):
        return World({"table": On(Plane(), Spin("z", "rate"))},
                     [Placed(Ball(0.02), Start(at=(0.1*k, 0.0)), name="cue ball" if k == 0 else "") for k in range(3)],
                     {("ball", "ball"): Contact(Coulomb(0.1), restitution=0.5)})

    made = bench([Scene("Rack", (Parameter("rate", 0.0, "rad/s", low=-9, high=9, live=True, about="rate"),), build,
                        id="rack", source="rack"), turntable()], scene_id="rack", view=ManyView)
    assert made.view.tint == "rack" and made.view.focus == (0, "cue ball")
    made.act("tint:number")
    made.frames(1)
    assert made.view.tint == "number" and made.view.focus == (0, "cue ball")

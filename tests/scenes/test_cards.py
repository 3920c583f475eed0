"""Cards of scenes: each preset has one, its numbers are there, and what it proposes can be done."""

from dataclasses import replace
from math import hypot, isfinite, pi

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.errors import BadValue
from sandbox.run.readings.card_numbers import CardNumbers
from sandbox.run.readings.quantities import quantities_of
from sandbox.run.simulation import Simulation
from sandbox.scene import ANEW, HAND, Ball, Card, Number, Parameter, Plane, Preset, Scene, Showing, Start, Still, Try
from sandbox.scene.presentation.card import FIELD, LINK, READINGS, check_card
from sandbox.text import _, set_language
from tests.shipped import shipped

CATALOGUE = shipped()
PRESETS = [(scene, preset) for scene in CATALOGUE.scenes.values() for preset in scene.presets]
NAMES = [f"{scene.id} {preset.name}" for scene, preset in PRESETS]


def numbers(scene, preset, steps=0):
    run = Simulation(scene, preset.values)
    found = CardNumbers(run, scene.carded(preset.name))
    run.advance(steps)
    return {name: value for name, (value, _unit) in found.at(run.t).items()}


def numbers_of(scene: str, preset: str, steps=0):
    return numbers(CATALOGUE.scenes[scene], CATALOGUE.scenes[scene].preset(preset), steps)


@pytest.mark.parametrize(("scene", "preset"), PRESETS, ids=NAMES)
def test_every_preset_has_a_card_whose_numbers_are_there(scene, preset):
    card = scene.carded(preset.name)
    assert card is not None and card.fields, "a card shows at least one live number"
    found = numbers(scene, preset)
    assert set(found) == set(card.fields)
    assert all(isfinite(value) for value in found.values()), found


@pytest.mark.parametrize(("scene", "preset"), PRESETS, ids=NAMES)
def test_what_a_card_proposes_can_be_done(scene, preset):
    proposal = scene.carded(preset.name).try_
    values = scene.values(preset.values)
    if proposal.deed == HAND:
        assert Simulation(scene, values).system is not None and not proposal.values
        return
    wanted = proposal.wanted(values) if proposal.deed in ("", ANEW) else scene.preset(proposal.deed).values
    changed = scene.values({**values, **wanted} if proposal.deed in ("", ANEW) else wanted)
    assert changed != values
    one, other = Simulation(scene, values), Simulation(scene, changed)
    one.advance(24)
    other.advance(24)
    # another motion, or other forces or bodies: not the same run under another name
    assert one.system.arrows != other.system.arrows or len(one.bodies) != len(other.bodies) or any(
        not np.array_equal(getattr(a, name), getattr(b, name), equal_nan=True)
        for a, b in zip(one.snapshot().bodies, other.snapshot().bodies, strict=True)
        for name in ("centre", "velocity", "angular_velocity", "quaternion", "F", "N")) or (
        one.surfaces != other.surfaces)


@pytest.mark.parametrize("scene", CATALOGUE.scenes.values(), ids=lambda scene: scene.id)
def test_cards_speak_russian(scene):
    """Translated, with the same live numbers, and one part in brackets."""
    set_language("ru")
    for card in filter(None, (scene.card, *(preset.card for preset in scene.presets))):
        for text in (card.see, card.why, card.try_.text if card.try_ else ""):
            if text:
                said = _(text)
                assert said != text and sorted(FIELD.findall(said)) == sorted(FIELD.findall(text)), text
                assert len(LINK.findall(said)) == len(LINK.findall(text)), text


@pytest.mark.parametrize("scene", ["turntable", "globe", "sleigh", "suslov", "labyrinth"])
def test_readings_that_cards_may_name_are_those_of_runs(scene):
    """What is not said of a system (it has no such force) is left out there; no key is missing in all."""
    found = CATALOGUE.scenes[scene]
    keys = {q.key for q in quantities_of(Simulation(found, found.presets[0].values))}
    assert {key for key in keys if ":" not in key and "#" not in key} <= set(READINGS)
    every = {q.key for q in quantities_of(Simulation(CATALOGUE.scenes["tilted_turntable"]))}
    assert set(READINGS) <= every


# ---- numbers against runs: what a card says is what happens ----------------------------------------------------------

def test_a_ball_circles_at_the_rate_of_the_card():
    scene = CATALOGUE.scenes["turntable"]
    run = Simulation(scene)
    rate = numbers(scene, scene.presets[0])["circling"]
    run.advance(240)
    v = run.snapshot().bodies[0].velocity
    assert_allclose(np.arctan2(v[1], v[0]) - pi/2, rate*1.0, atol=1e-9)             # [rad] in one second


def test_bounces_are_over_when_the_card_says():
    """Infinitely many bounces, summed by a geometric series; the run holds the ball when they are tiny."""
    rest = numbers_of("bounce", "Infinitely many bounces")["rest"]
    scene = CATALOGUE.scenes["bounce"]
    run = Simulation(scene, scene.preset("Infinitely many bounces").values)
    run.advance(round(1.02*rest*240))
    assert run.events[-1].t == pytest.approx(rest, abs=1e-3)                          # [s] the last bounces together


def test_a_sliding_ball_rolls_when_and_how_the_card_says():
    found = numbers_of("bounce", "Sliding to rolling: 5/7")
    scene = CATALOGUE.scenes["bounce"]
    run = Simulation(scene, scene.presets[0].values)
    run.advance(240)
    assert_allclose(run.snapshot().bodies[0].velocity[0], found["rolling"], rtol=1e-9)
    assert any(abs(event.t - found["grip"]) < 1e-6 for event in run.events)            # [s]


def test_a_cue_ball_rolls_with_the_speed_that_the_card_tells():
    """It stays the same while the ball slips."""
    scene = CATALOGUE.scenes["billiards"]
    preset = Preset("alone", rows=1, rack_x=1.0, cue_x=-1.0, cue_y=0.3, speed=1.0, resistance=0.0, english=0.0)
    early, late = (numbers(scene, preset, steps) for steps in (0, 48))
    assert_allclose(late["rolling"], early["rolling"], rtol=1e-9)
    run = Simulation(scene, preset.values)
    run.advance(180)
    assert_allclose(hypot(*run.snapshot().bodies[0].velocity[:2]), early["rolling"], rtol=1e-6)


def test_a_skate_hovers_where_the_card_says():
    """The mean of its place over whole turns, downhill of the axis."""
    place = numbers_of("tilted_sleigh", "Hovering downhill")["place"]
    scene = CATALOGUE.scenes["tilted_sleigh"]
    run = Simulation(scene, scene.presets[0].values)
    run.watch()
    run.advance(240*120)
    x = run.watch().states().rows.centre[:, 0, 0]
    assert_allclose(x.mean(), place, atol=0.03*abs(place) + 2e-3)       # [m] two periods that do not fit into 2 minutes


def test_a_ball_leaves_the_seesaw_at_the_rate_of_the_card():
    scene = CATALOGUE.scenes["seesaw"]
    preset = Preset("near", place=1e-6)
    rate = numbers(scene, preset)["leaving"]
    run = Simulation(scene, preset.values)
    places = []
    for steps in (360, 120):
        run.advance(steps)
        places.append(run.snapshot().bodies[0].centre[0])
    # the other pair of roots only swings: after 1.5 s it is below a thousandth of what grew
    assert_allclose(np.log(places[1]/places[0])/0.5, rate, rtol=2e-3)


def test_the_edge_of_a_blade_needs_what_the_card_says():
    scene = CATALOGUE.scenes["breakaway"]
    needs = numbers_of("breakaway", "Strong enough")["needs"]
    run = Simulation(scene, scene.preset("Strong enough").values)
    run.watch()
    run.advance(480)
    forces = np.linalg.norm(run.watch().states().rows.F[:, 0], axis=-1)
    assert forces.max() <= needs*(1 + 1e-9) and forces.max() > 0.99*needs


# ---- bad cards ------------------------------------------------------------------------------------------------------

def scene_with(card, *presets):
    parameters = (Parameter("rate", 1.0, "rad/s", low=-2, high=2), Parameter("shell", False))
    return Scene("made up", parameters, lambda p: (Ball(0.02), Plane(rim=1.0), Still()), lambda p: Start(at=(0, 0)),
                 card=card, presets=presets)


GOOD = {"see": "It rolls.", "why": "v = {r.speed}", "try_": Try("[Faster]", rate=2.0)}


@pytest.mark.parametrize(("wrong", "said"), [
    ({"why": "{speed}"}, r"why: got '\{speed\}', needs one of p.rate"),
    ({"why": "{p.mass}"}, r"got '\{p.mass\}'"), ({"why": "{r.colour}"}, r"got '\{r.colour\}'"),
    ({"why": "{r.integral:}"}, "got"), ({"see": ""}, "see: got ''"), ({"see": "x"*401}, "at most 400 letters"),
    ({"why": 3}, "why: got 3"), ({"numbers": {"k": 3}}, "numbers, 'k': got 3"), ({"try_": None}, "try_: got None"),
    ({"try_": Try("no brackets", rate=2.0)}, "needs one part in"), ({"try_": Try("[Do]", "nothing")}, "got 'nothing'"),
    ({"try_": Try("[Do]", rate=1.0)}, "changes the run"), ({"try_": Try("[Do]")}, "changes the run"),
    ({"try_": Try("[Do]", HAND, rate=2.0)}, "changes the run"),
    ({"try_": Try("[Do]", mass=2.0)}, "no parameter 'mass'"),
    ({"try_": Try("[Do]", rate=3.0)}, "rate"), ({"try_": Try("[Do]", rate=lambda p: p.mass)}, "AttributeError")])
def test_wrong_cards_are_refused(wrong, said):
    with pytest.raises(BadValue, match=said):
        scene_with(Card(**{**GOOD, **wrong}))


def test_a_card_that_does_nothing_in_one_preset_is_refused():
    with pytest.raises(BadValue, match=r"preset 'Fast'.*changes the run"):
        scene_with(Card(**GOOD), Preset("Slow", rate=0.5), Preset("Fast", rate=2.0))


def test_a_preset_says_only_what_differs():
    own = Card(why="ω = {k}", numbers={"k": Number("rad/s", lambda p, r: 2*p.rate)})
    scene = scene_with(Card(**GOOD), Preset("plain"), Preset("own", own, Showing(1/2), rate=0.5))
    card = scene.carded("own")
    assert (card.see, card.why) == ("It rolls.", "ω = {k}") and scene.carded("plain") is scene.card
    assert scene.shown("own").speed == 1/2 and scene_with(None).carded("") is None


def test_a_number_that_fails_says_so():
    def found(of):
        scene = scene_with(Card("x", "{k}", Try("[Faster]", rate=2.0), {"k": Number("", of)}))
        return CardNumbers(Simulation(scene), scene.card).at(0.0)["k"][0]

    assert np.isnan(found(lambda p, r: 1/(p.rate - 1.0))) and np.isnan(found(lambda p, r: float("inf")))
    assert found(lambda p, r: r["speed"] + p.rate) == 1.0
    for wrong, said in ((lambda p, r: p.mass, "number 'k': AttributeError"),
                        (lambda p, r: r.colour, "no reading 'colour'"), (lambda p, r: "x", "number 'k': ValueError")):
        with pytest.raises(BadValue, match=said):
            found(wrong)


def test_a_number_stands_in_why_only():
    """What one sees is a text: a number in it would be shown as it was typed."""
    scene = CATALOGUE.scenes["turntable"]
    card = scene.carded(scene.presets[0].name)
    with pytest.raises(BadValue, match=r"see: got '\{p\.rate\}', needs a text without live numbers"):
        check_card(replace(card, see="It turns at {p.rate}."), "", scene, scene.values({}))


def test_a_parameter_is_called_what_it_is():
    """A name that is used in several scenes means one thing, or has a title of its own."""
    def shown(scene, name):
        return CATALOGUE.scenes[scene].parameter(name).shown_name

    assert shown("many_balls", "seed") == "seed" and shown("rattleback", "seed") == "first rocking"
    assert shown("own_surface", "lean") == shown("seesaw", "lean") == "tilt"

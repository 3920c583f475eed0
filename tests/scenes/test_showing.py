"""Presets bring speed and camera along: nothing is over at once."""

import pytest

from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from sandbox.scene import Preset, Scene, Showing
from tests.shipped import played, played_presets, shipped

CATALOGUE = shipped()
PRESETS = [(scene, preset) for scene in CATALOGUE.scenes.values() for preset in played_presets(scene)]
SHORTEST = 3.0           # [s] that a run is seen at least


@pytest.mark.parametrize(("scene", "preset"), PRESETS, ids=[f"{s.id} {p.name}" for s, p in PRESETS])
def test_a_preset_can_be_seen(scene, preset):
    showing = scene.shown(preset.name)
    run = played(scene.id)[preset.name]
    ended = run.ended_by(round(max(SHORTEST, 1.01*(showing.at or 0.0))*run.step_rate))
    if ended is not None:
        assert ended.t/showing.speed >= SHORTEST
        assert showing.at is None or showing.at <= ended.t


def test_what_lets_go_at_once_is_slow():
    coin = CATALOGUE.scenes["coin"]
    run = Simulation(coin, coin.preset("2").values)
    run.advance(run.step_rate//10)
    first = next(event.t for event in run.events)
    assert first < 0.02 and first/coin.shown(coin.preset("2").name).speed >= 1.0       # [s]


def test_a_preset_may_have_a_parameter_of_any_name():
    """What it brings along stands by its place, so that no name of a parameter is taken."""
    preset = Preset("Slow", Showing(1/4), showing=1.0, camera=2.0, name=3.0)
    assert preset.values == {"showing": 1.0, "camera": 2.0, "name": 3.0} and preset.showing.speed == 1/4


def test_scene_and_preset():
    scene = Scene("made up", (), lambda p: None, lambda p: None, conserved=(), showing=Showing(2),
                  presets=(Preset("own", Showing(1/2)), Preset("none")))
    assert [scene.shown(name).speed for name in ("own", "none", "")] == [1/2, 2, 2]


@pytest.mark.parametrize(("wrong", "said"), [
    ({"speed": 0.3}, "speed: got 0.3"), ({"speed": float("nan")}, "speed: got nan"), ({"camera": "side"}, "got 'side'"),
    ({"closer": 0.5}, "closer: got 0.5"), ({"closer": float("inf")}, "closer: got inf"), ({"at": -1.0}, "at: got -1"),
    ({"at": "late"}, "at: got 'late'"), ({"closer": True}, "closer: got True")])
def test_wrong_words_are_refused(wrong, said):
    with pytest.raises(BadValue, match=said):
        Showing(**wrong)


def test_a_preset_that_is_told_something_else():
    with pytest.raises(BadValue, match="needs Showing"):
        Preset("odd", 0.5)

"""The end of a run: its last second slowly, and again and again what was over before one has seen it."""


import pytest
from PyQt5.QtCore import Qt

from sandbox.run.simulation import Simulation
from sandbox.scene import Preset
from sandbox.ui.playback import run_steps
from sandbox.ui.window import replay
from tests.shipped import played, played_presets, shipped
from tests.ui.made_up import Settings

CATALOGUE = shipped()
PRESETS = [(scene, preset) for scene in CATALOGUE.scenes.values() for preset in played_presets(scene)]
OFF = "Off the edge"          # over after 0.28 s
LATE = Preset("Late", vx=0.01)


def ended(b):
    """The preset that ends soon, played to its end."""
    b.window.choose_preset(OFF)
    b.settle()
    b.window.play()
    b.frames(60)
    assert b.run.ended is not None and not b.player.is_playing
    return b


def test_the_last_second_is_offered_and_shown_slowly(bench):
    b = ended(bench())
    end = b.run.t
    buttons = [button.text() for button in b.window.message.more]
    assert buttons == ["The last second slowly (Q)", "Next: Plain (Shift+Backspace)"]
    b.window.message.more[0].click()
    loop = b.player.travel.loop
    assert loop.is_on and b.player.is_playing and b.player.pace.speed == 1/8
    assert loop.b == run_steps.last_step(b.run) and loop.a == 0 and b.run.t == 0.0
    b.frames(60)                                                    # one second of the clock
    assert b.run.t == pytest.approx(1/8, abs=0.01)
    turns, before = 0, b.run.t
    for _i in range(60*round(3*8*end) + 60):
        b.frames(1)
        turns += b.run.t < before
        before = b.run.t
    assert turns >= 2 and b.run.t <= end
    b.window.reset()
    b.frames(2)
    assert b.player.pace.speed == 1 and not b.player.travel.loop.is_on


def test_it_is_the_last_second_only(bench, qtbot):
    b = bench(playing=True)
    b.frames(180)
    b.window.pause()
    b.window.activateWindow()
    qtbot.waitUntil(b.window.isActiveWindow)
    t = b.run.t
    qtbot.keyClick(b.view, Qt.Key.Key_Q)
    loop = b.player.travel.loop
    assert (loop.b - loop.a)/b.run.step_rate == pytest.approx(1.0, abs=0.01) and b.player.is_playing
    assert b.run.t == pytest.approx(t - 1.0, abs=0.02)
    qtbot.keyClick(b.view, Qt.Key.Key_Q)                                # again: no slower than that
    assert b.player.pace.speed == 1/8


def test_at_the_very_start_there_is_nothing_to_show(bench):
    b = bench()
    b.act("last_second")
    assert not b.player.is_playing and not b.player.travel.loop.is_on and b.player.pace.speed == 1


def test_what_is_over_soon_is_shown_again(bench, qtbot, monkeypatch):
    monkeypatch.setattr(replay, "PAUSE", 50)
    b = ended(bench())
    qtbot.waitUntil(lambda: b.player.travel.loop.is_on)
    loop = b.player.travel.loop
    assert (loop.a, loop.b) == (0, run_steps.last_step(b.run)) and b.player.is_playing and b.player.pace.speed == 1
    assert "again and again" in b.window.status.currentMessage() + b.window.message.text
    b.window.pause()
    b.frames(30)
    assert not b.player.is_playing


def test_why_it_ended_stays_to_be_read_while_it_is_shown_again(bench, qtbot, monkeypatch):
    monkeypatch.setattr(replay, "PAUSE", 1)
    b = ended(bench())
    said, buttons = b.window.message.text, [button.text() for button in b.window.message.more]
    assert said == b.run.ended.sentence
    qtbot.waitUntil(lambda: b.player.travel.loop.is_on)
    b.frames(4)
    assert b.run.ended is None and b.window.message.text == said
    assert [button.text() for button in b.window.message.more] == buttons
    # who leaves the loop and goes back has seen it
    b.player.travel.loop.clear()
    b.player.travel.go(1)
    b.frames(2)
    assert b.window.message.text != said


@pytest.mark.parametrize("touch", ["pause", "scrub", "other", "calm"])
def test_it_is_not_shown_again_to_whoever_does_something_else(bench, qtbot, monkeypatch, touch):
    monkeypatch.setattr(replay, "PAUSE", 50)
    settings = Settings(reduce_motion=touch == "calm")
    b = ended(bench(settings=settings))
    if touch == "scrub":
        b.player.travel.go(5)
    elif touch == "other":
        b.window.choose_preset("Plain")
        b.settle()
    elif touch == "pause":
        b.window.reset()
        b.window.pause()
    qtbot.wait(200)
    assert not b.player.travel.loop.is_on


def test_what_lasts_long_enough_is_not_shown_again(bench, qtbot, monkeypatch):
    monkeypatch.setattr(replay, "PAUSE", 50)
    monkeypatch.setattr(replay, "ENOUGH", 0.1)
    b = ended(bench())
    qtbot.wait(200)
    assert not b.player.travel.loop.is_on


@pytest.mark.parametrize(("scene", "preset"), PRESETS, ids=[f"{s.id} {p.name}" for s, p in PRESETS])
def test_every_preset_has_something_to_see_for_five_seconds(scene, preset):
    """It goes on for that long at its own speed, or it ends, and all of it can be shown again."""
    speed = scene.shown(preset.name).speed
    seen = played(scene.id)[preset.name]
    steps = round(1.01*replay.ENOUGH*speed*seen.step_rate)
    if seen.ended_by(steps) is None:
        return
    run = Simulation(scene, preset.values)
    run.advance(steps)
    assert run.t/speed >= replay.ENOUGH or replay.is_over_soon(run.t, speed)
    if replay.is_over_soon(run.t, speed):
        # the loop has its frames: a run of no length would be none
        assert run_steps.last_step(run) > 2 and run_steps.go(run, 0) and run.t == 0.0


@pytest.mark.parametrize(("speed", "slow"), [(1, 1/8), (16, 1/8), (1/2, 1/8), (1/8, 1/16), (1/64, 1/64),
                                            (float("inf"), 1/8)])
def test_slow_motion_is_slower_than_what_was_shown(speed, slow):
    assert replay.slow_speed(speed) == slow

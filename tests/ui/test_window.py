"""Scenes, presets, keys, messages, plots, texts, and the end of the window."""

import threading

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QLabel

from sandbox.run.logfile import read_log
from sandbox.scene import BadValue, Ball, Parameter, Scene, Sphere, Spin, Start
from sandbox.ui.help import about_window, keys_window
from tests.ui.made_up import EVIL, turntable


class Settings(dict):
    def __init__(self, **values):
        super().__init__(**{"window": "", "text_scale": 1.0, "plots": "drift", "quality": "auto", **values})
        self.saves = 0

    def save(self):
        self.saves += 1


def test_presets_by_key(bench):
    b = bench()
    action = b.window.commands.presets.actions()[1]
    assert action.shortcut().toString() == "2"
    action.trigger()
    b.settle()
    assert b.run.preset == "Fast" and b.run.values["rate"] == 10.0 and b.headers[-1]["preset"] == "Fast"
    assert b.window.top.presets.currentData() == "Fast" and action.isChecked()


def test_keys_reach_the_window(bench, qtbot):
    b = bench()
    b.window.activateWindow()
    qtbot.waitUntil(b.window.isActiveWindow)
    qtbot.keyClick(b.view, Qt.Key_Space)
    assert b.player.is_playing
    qtbot.keyClick(b.view, Qt.Key_Space)
    qtbot.keyClick(b.view, Qt.Key_Right, Qt.ShiftModifier)
    assert b.run.step == 10 and not b.player.is_playing
    qtbot.keyClick(b.view, Qt.Key_T)
    assert b.view.trail == "off"
    qtbot.keyClick(b.view, Qt.Key_V)
    assert b.view.arrows == {"velocity": False, "angular_velocity": True, "normal": False, "friction": False}
    qtbot.keyClick(b.view, Qt.Key_0)
    assert b.view.resets == 1
    b.window.tell("Something went wrong.")
    qtbot.keyClick(b.view, Qt.Key_Escape)
    assert b.window.message.text == ""
    # a number field keeps what is typed
    field = b.row("rate").field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "2 ]")
    assert field.text() == "2 ]" and b.player.pace.speed == 1 and b.run.preset == "Plain" and not b.player.is_playing


def test_every_key_belongs_to_one_action(bench):
    b = bench()
    actions = b.window.findChildren(type(b.window.commands["play"]))
    keys = [key.toString() for action in set(actions) for key in action.shortcuts()]
    assert len(keys) == len(set(keys)) and "Space" in keys
    listed = " ".join(key for key, _text in b.window.commands.key_list())
    for key in ("Space", "Shift + →", "Backspace", "F1", "F11", "["):
        assert key in listed
    for name in ("play", "trail", "camera"):
        assert "(" in b.window.commands[name].toolTip()


def test_another_scene_takes_over(bench):
    other = turntable("Another table", id="other")
    b = bench([turntable(), other])
    b.player.change("rate", 9.0)
    b.frames()
    assert b.window.choose_scene("other", "Fast")
    b.settle()
    assert b.run.scene is other and b.run.values["rate"] == 10.0
    assert "Another table" in b.window.windowTitle()
    assert b.window.top.scenes.currentData() == "other"
    assert [recorder.is_active for recorder in b.recorders] == [False, True]


def test_the_picture_is_built_where_the_support_stands(bench):
    """Foot and camera are placed before the first frame: a bowl that stands high is not looked for at the floor."""
    def build(p):
        return Ball(0.01), Sphere(0.15).placed((0.0, 0.0, 0.4)), Spin("z", p.rate, point=(0.0, 0.0, 0.4))

    rate = Parameter("rate", 3.0, "rad/s", low=-9, high=9)
    bowl = Scene("Bowl", (rate,), build, lambda p: Start((0.05, 0.0)), id="bowl")
    _surface, _body, _title, snapshot = bench([bowl]).view.scenes[-1]
    assert snapshot.t == 0.0 and snapshot.supports[0].position == pytest.approx((0.0, 0.0, 0.4))


def test_a_scene_with_an_error_leaves_the_old_run(bench):
    def build(p):
        raise BadValue("no such table")

    b = bench([turntable(), failing(build)],
              {"torn": "line 3: invalid syntax <b>"})
    b.window.step(7)
    old = b.run
    for scene_id in ("bad", "torn", "missing"):
        b.window.choose_scene(scene_id)
        b.settle()
        assert b.run is old and b.run.step == 7 and b.window.message.kind == "error"
    assert not b.window.choose_scene("turntable", "no such preset")
    assert "no such preset" in b.window.message.text and b.recorders[-1].is_active
    item = b.window.top.scenes.model().item(2)
    assert not item.isEnabled() and "invalid syntax &lt;b&gt;" in item.toolTip()


def failing(build):
    from dataclasses import replace
    return replace(turntable(), id="bad", build=build)


def test_an_unknown_first_scene_gives_way_to_another(bench):
    b = bench(scene_id="nonsense")
    assert b.run.scene.id == "turntable" and "nonsense" in b.window.message.text


def test_text_of_a_scene_is_never_markup(bench):
    b = bench([turntable(EVIL, about_radius=EVIL, about=EVIL)], {"torn": EVIL})
    b.window.tell(EVIL)
    assert b.window.message.text == EVIL
    labels = b.window.findChildren(QLabel)
    assert labels and all(label.textFormat() == Qt.PlainText for label in labels)
    tips = [widget.toolTip() for widget in b.window.findChildren(object) if hasattr(widget, "toolTip")]
    assert any("&lt;img" in tip for tip in tips) and not any("<img" in tip or "<b>" in tip for tip in tips)
    assert EVIL in b.window.windowTitle() and b.view.scenes[-1][2] == EVIL
    for dialog in (keys_window(b.window, b.window.commands.key_list()), about_window(b.window)):
        assert all(label.textFormat() == Qt.PlainText for label in dialog.findChildren(QLabel))
        dialog.close()


def test_a_hidden_plot_draws_nothing(bench):
    b = bench(playing=True)
    b.frames(60)
    drawn = b.window.docks.plots.draws
    assert 10 < drawn < 25            # 20 per second
    b.act("plots")
    b.frames(60)
    assert b.window.docks.plots.isHidden() and b.window.docks.plots.draws == drawn
    b.act("plots")
    assert b.window.docks.plots.draws == drawn + 1
    t, drift = b.window.docks.plots.traces.last(60.0)
    assert t[-1] > 1.8 and (drift[0] >= 1e-17).all()


def test_a_plot_forgets_the_future_of_a_run_taken_back(bench):
    b = bench(playing=True)
    b.frames(120)
    b.window.step(-240)
    b.frames(1, 1.0)
    assert b.window.docks.plots.traces.last(60.0)[0][-1] <= b.run.t


def test_a_view_that_fails_or_comes_back_says_so(bench):
    b = bench(playing=True)
    b.view.recovered.emit("The 3D view was restarted.")
    assert b.window.message.text == "The 3D view was restarted." and b.window.message.kind == "note"
    b.view.failed.emit("No WebGL.")
    assert b.window.message.text == "No WebGL." and b.window.message.kind == "error"
    b.frames(30)
    assert b.run.step > 60


def test_a_busy_view_gets_the_picture_later(bench):
    b = bench()
    b.view.is_ready = False
    b.window.step(3)
    b.frames(5)
    b.view.is_ready = True
    b.frames(5)
    shown = len(b.view.snapshots)
    assert b.view.snapshots[-1].step == 3
    b.frames(5)
    assert len(b.view.snapshots) == shown


def test_a_new_run_waits_for_its_picture_but_not_for_ever(bench):
    for end in (lambda b: setattr(b.view, "is_ready", True), lambda b: b.view.failed.emit("No WebGL."),
                lambda b: b.frames(1, 10.0)):
        b = bench(playing=True)
        b.view.is_ready = False
        b.act("reset")
        b.frames(60)
        assert b.run.step == 0 and b.player.is_playing
        assert not b.player.pace.is_late
        end(b)
        b.frames(31)
        assert 100 < b.run.step <= 180
        # a picture that is lost on the way stops nothing
        b.view.is_ready = False
        b.frames(30)
        assert b.run.step > 200


def test_a_fault_on_another_thread_is_shown(bench, qtbot):
    b = bench()
    thread = threading.Thread(target=lambda: b.window.tell("Something went wrong."))
    thread.start()
    qtbot.waitUntil(lambda: b.window.message.text == "Something went wrong.")
    thread.join()


def test_meters_tell_the_state(bench):
    b = bench(playing=True)
    b.frames(120)
    names = ("time", "speed", "page", "drift", "theory", "log", "renderer")
    texts = [b.window.status.field(name).text() for name in names]
    assert texts[0].startswith("t = 1.") and texts[1].startswith(("1.0", "0.9")) and texts[2] == "58 fps"
    assert texts[3].startswith("drift ") and b.window.status.field("drift").property("state") == "good"
    assert texts[4].endswith(" m") and "rows" in texts[5] and texts[6] == "llvmpipe (software)"
    b.recorders[-1].trouble = "run log: cannot be written, no space left"
    b.frames(20)
    assert "stopped" in b.window.status.field("log").text()
    assert "no space left" in b.window.status.field("log").toolTip()


def test_the_log_can_be_exported_while_playing(bench, qtbot, tmp_path):
    b = bench(playing=True)
    b.frames(120)
    out = tmp_path / "run.csv"
    b.window.export.write(str(out))
    qtbot.waitUntil(lambda: str(out) in b.window.message.text)
    assert out.read_text(encoding="utf-8").startswith("step,t [s],") and len(out.read_text().splitlines()) > 60
    b.window.export.write(str(tmp_path / "nowhere" / "run.csv"))
    qtbot.waitUntil(lambda: b.window.message.kind == "error")
    assert "nowhere" in b.window.message.text


def test_closing_ends_the_log_and_remembers_the_window(bench):
    settings = Settings()
    b = bench(settings=settings, playing=True)
    b.frames(60)
    rows = b.recorders[-1].rows
    b.window.close()
    assert not b.player._timer.isActive() and not b.recorders[-1].is_active
    log = read_log(b.recorders[-1].path)
    assert log.good_rows == rows and log.trouble == ""
    assert settings.saves == 1 and settings["scene"] == "turntable" and settings["preset"] == "Plain"
    again = bench(settings=settings)
    assert again.window.size() == b.window.size()


def test_a_window_place_that_makes_no_sense_is_left_out(bench):
    for text in ("{", "[]", '{"geometry": 3, "state": ""}', '{"geometry": "!!", "state": "????"}'):
        settings = Settings()
        settings["window"] = text
        assert bench(settings=settings).window.isVisible()


def test_closing_while_the_first_run_is_prepared(qtbot, tmp_path):
    from sandbox.scene.catalogue import Catalogue
    from sandbox.ui.window import MainWindow
    from tests.ui.made_up import FakeView
    window = MainWindow(Catalogue({"turntable": turntable()}), FakeView(), None, [])
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(lambda: window.player.is_preparing or window.simulation is not None)
    assert window.simulation is not None or "Preparing" in window.message.text
    window.close()
    assert window.player.is_preparing is False


def test_there_is_a_run_without_a_log(bench, qtbot):
    b = bench()
    b.run.recorder = None
    b.window.play()
    b.frames(30)
    assert b.window.status.field("log").text() == "no log"
    b.window.export.ask()
    assert b.window.message.text == "This run has no log."

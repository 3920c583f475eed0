"""Another scene takes over, a broken one leaves the old run, and no text of a scene is markup."""

from dataclasses import replace

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QLabel

from sandbox.scene import BadValue, Ball, Parameter, Scene, Sphere, Spin, Start
from sandbox.ui.window.help import about_window
from tests.ui.made_up import EVIL, turntable


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
    return replace(turntable(), id="bad", build=build)


def test_an_unknown_first_scene_gives_way_to_another(bench):
    b = bench(scene_id="nonsense")
    assert b.run.scene.id == "turntable" and "nonsense" in b.window.message.text


def test_text_of_a_scene_is_never_markup(bench):
    b = bench([turntable(EVIL, about_radius=EVIL, about=EVIL)], {"torn": EVIL})
    b.window.report_fault(EVIL)
    assert b.window.message.text == EVIL
    # the card marks numbers in texts that it escapes (test_card.py)
    labels = [label for label in b.window.findChildren(QLabel) if not b.window.card.isAncestorOf(label)]
    assert labels and all(label.textFormat() == Qt.TextFormat.PlainText for label in labels)
    tips = [widget.toolTip() for widget in b.window.findChildren(object) if hasattr(widget, "toolTip")]
    assert any("&lt;img" in tip for tip in tips) and not any("<img" in tip or "<b>" in tip for tip in tips)
    assert EVIL in b.window.windowTitle() and b.view.scenes[-1][2] == EVIL
    b.act("keys")
    b.act("gallery")
    for sheet in (b.window.keys, b.window.gallery, about_window(b.window)):
        assert sheet.findChildren(QLabel)
        assert all(label.textFormat() == Qt.TextFormat.PlainText for label in sheet.findChildren(QLabel))
        sheet.close()

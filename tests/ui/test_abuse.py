"""What no person would do, and what a scene should not say."""

import gc
import sys
from itertools import cycle, islice
from pathlib import Path

import pytest
from PyQt5.QtCore import QEvent, Qt
from PyQt5.QtWidgets import QApplication, QLabel, QWidget

from sandbox.scene import Parameter, Preset
from sandbox.scene.catalogue import load_catalogue
from sandbox.systems.protocol import Event
from tests.effort import some_scenes
from tests.markup import EVIL
from tests.ui.made_up import turntable
from tests.work import in_use

SCENES = Path(__file__).resolve().parents[2]/"scenes"
GROWTH = 10e6      # [bytes]
SMALL_OBJECT = 80  # mean size of a block of Python's allocator [bytes]


def memory() -> int:
    """What this process holds on to [bytes].

    The blocks handed out, by the C library where it tells them: the pages of a large process go up and down by 40 MB
    with what its allocator keeps for later. Python's own small objects are counted at their mean size.
    """
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    return in_use() + SMALL_OBJECT*sys.getallocatedblocks()


def show_all(b, qtbot):
    """Everything that can be seen at once."""
    for name in ("scenes", "meters"):
        b.act(name)
    for slot, key in enumerate(("drift", "normal", "ratio", "speed")):
        b.window.docks["plots"].choose(slot, key)
    b.window.docks["plots"].choose_plane("x", "y")
    b.window.docks["tools"].switch("ruler", True)
    b.window.docks["tools"].number.choose("spin")
    qtbot.waitUntil(lambda: b.window.docks["meters"].is_seen and b.window.docks["scenes"].is_seen)


def test_ten_thousand_slider_moves_while_playing(bench, qtbot):
    b = bench(playing=True)
    show_all(b, qtbot)
    sliders = [b.row(name).slider for name in ("rate", "x", "grip")]

    def shake(moves):
        for k in range(moves):
            slider = sliders[k % 3]
            slider.setValue((7919*k) % (slider.maximum() + 1))
            if k % 25 == 0:
                b.frames(1, 0.05)

    shake(2000)
    before = memory()
    shake(10_000)
    assert memory() - before < GROWTH
    b.now += 1.0
    b.settle()
    assert b.window.edits.stack.count() <= 300
    assert all(b.run.values[name] == row.value for name, row in b.window.docks["parameters"].rows.items())


def test_two_hundred_sizes(bench, qtbot):
    b = bench(playing=True)
    show_all(b, qtbot)

    def resize(times):
        for k in range(times):
            b.window.resize(1000 + (37*k) % 400, 600 + (53*k) % 300)
            QApplication.processEvents()
            b.frames()

    resize(50)
    before = memory()
    resize(200)
    assert memory() - before < GROWTH
    assert b.window.legend.width() == b.view.width()


@pytest.mark.slow
def test_fifty_scene_changes(bench, qtbot):
    catalogue = load_catalogue(SCENES)
    assert catalogue.scenes
    b = bench(list(catalogue.scenes.values()), playing=True)
    show_all(b, qtbot)

    # two presets of every scene for a release, at each change of some: all are opened in test_all_sliders.py
    some = [(scene, preset.name) for scene in some_scenes(catalogue.scenes.values()) for preset in scene.presets[:2]]
    places = cycle(some)

    def change(times):
        for scene, preset in islice(places, times):
            assert b.window.choose_scene(scene.id, preset)
            b.settle()
            assert b.run.scene.id == scene.id and b.window.top.scenes.currentData() == scene.id
            b.frames(20)
            b.forget()
            QApplication.processEvents()

    # all that will come again, and its pictures: what is compiled for it stays
    change(len(some))
    before = memory()
    change(50)
    assert memory() - before < GROWTH


def test_languages_back_and_forth(bench, qtbot):
    b = bench(playing=True)
    show_all(b, qtbot)

    def switch(times):
        for _k in range(times):
            b.window.status.language.click()
            b.frames(5)

    switch(10)
    before = memory()
    switch(50)
    assert memory() - before < GROWTH
    assert len(b.window.docks["parameters"].findChildren(QWidget, "name")) == len(b.window.docks["parameters"].rows)


def test_no_text_of_a_scene_is_taken_for_markup(bench, qtbot):
    odd = Parameter("odd", 1.0, EVIL, low=0.0, high=2.0, about=EVIL, role="start")
    evil = turntable(EVIL, about_radius=EVIL, about=f"{EVIL}\n{EVIL}", more_parameters=(odd,),
                     presets=(Preset(EVIL, rate=10.0), Preset("Off the edge", vx=0.5)), id="evil")
    b = bench([evil], {"torn": EVIL, EVIL: EVIL}, scene_id="evil")
    show_all(b, qtbot)
    b.window.choose_preset(EVIL)
    b.settle()
    b.act("events")
    b.run.events.append(Event(0.0, 0, EVIL, EVIL))
    b.window.message.say(EVIL, "event", EVIL)
    b.window.display.note(EVIL)
    b.type("rate", EVIL[:60])
    b.row("odd")._choose(1.5)
    b.now += 1.0
    b.settle()
    b.frames(60)
    QApplication.processEvents()
    events = b.window.docks["events"].list
    qtbot.waitUntil(lambda: events.count() or not b.window.docks["events"].follow(b.run, b.player.snapshot))

    b.act("keys")
    b.act("gallery")
    # the card marks numbers in texts that it escapes (test_card.py)
    labels = [label for label in b.window.findChildren(QLabel) if not b.window.card.isAncestorOf(label)]
    assert labels and all(label.textFormat() == Qt.TextFormat.PlainText for label in labels)
    tips = [thing.toolTip() for thing in b.window.findChildren(object) if hasattr(thing, "toolTip")]
    for dock_list in (b.window.docks["scenes"].list, b.window.docks["scenes"].presets, events):
        tips += [item.toolTip() for item in dock_list.items()]
    tips += [b.window.top.scenes.model().item(row).toolTip() for row in range(b.window.top.scenes.count())]
    assert sum("&lt;img" in tip for tip in tips) > 10
    assert not any("<img" in tip or "<b>" in tip for tip in tips)
    assert b.window.docks["scenes"].presets.item(0).text() == f"1  {EVIL}"
    assert b.window.commands["undo"].text().startswith("Undo: ")
    b.window.gallery.leave()

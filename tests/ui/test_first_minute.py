"""The first minute: a still picture until the page draws, how far the compiler is, scenes by topics with pictures."""

import sys
from itertools import pairwise
from pathlib import Path

import pytest
from PyQt5.QtGui import QColor, QImage
from PyQt5.QtWidgets import QWidget

from sandbox.compiling import machine_code
from sandbox.errors import BadValue
from sandbox.scene.catalogue import load_catalogue
from sandbox.scene.presentation.topics import TOPICS, in_order
from sandbox.ui.look import pictures
from sandbox.ui.panels.lists import HEADING, PICTURE
from sandbox.ui.playback import compiling
from sandbox.ui.window.scenes.pictures import StillPicture
from tests.ui.made_up import turntable

SCENES = Path(__file__).parents[2]/"scenes"


class LateView(QWidget):
    """A picture whose page has not drawn yet."""

    def __init__(self):
        super().__init__()
        self.first_picture_at, self.has_failed = None, False


def test_every_scene_of_the_program_has_a_picture():
    found = load_catalogue(SCENES)
    for scene in found.scenes.values():
        image = pictures.picture_of(scene)
        assert pictures.file_of(scene).parent == pictures.SHIPPED, scene.id
        assert (image.width(), image.height()) == (pictures.WIDTH, pictures.HEIGHT)
        colours = {image.pixel(x, y) for x in range(0, image.width(), 16) for y in range(0, image.height(), 16)}
        assert len(colours) > 60, f"{scene.id}: hardly anything in the picture"
    assert {path.stem for path in pictures.SHIPPED.glob("*.jpg")} == set(found.scenes)


def test_scenes_of_ones_own_have_one_for_each_text(tmp_path, monkeypatch):
    monkeypatch.setattr(pictures, "own_folders", lambda: {"cache": tmp_path})
    scene = turntable(id="mine", source="one")
    path = pictures.file_of(scene)
    assert pictures.picture_of(scene) is None and path != pictures.file_of(turntable(id="mine", source="two"))
    path.parent.mkdir()
    image = QImage(8, 5, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    image.save(str(path))
    assert pictures.picture_of(scene).width() == 8
    path.write_bytes(b"no picture")
    assert pictures.picture_of(scene) is None


def test_a_still_picture_is_there_until_the_page_draws(qtbot):
    view = LateView()
    view.resize(600, 400)
    qtbot.addWidget(view)
    view.show()
    scene = load_catalogue(SCENES).scenes["cone"]
    still = StillPicture(view, scene)
    qtbot.waitUntil(still.isVisible)
    middle = still.grab().toImage().pixelColor(300, 240)
    assert middle.lightness() > 60, "the cone of the picture, not the night around it"
    view.resize(500, 300)
    qtbot.waitUntil(lambda: still.size() == view.size())
    view.first_picture_at = 1.0
    qtbot.waitUntil(lambda: not view.findChildren(StillPicture) or not still.isVisible())


def test_a_page_that_fails_leaves_no_still_picture(qtbot):
    view = LateView()
    qtbot.addWidget(view)
    view.show()
    StillPicture(view, None)
    view.has_failed = True
    qtbot.waitUntil(lambda: not view.findChildren(StillPicture))


def test_how_far_the_compiler_is(monkeypatch):
    monkeypatch.setattr(machine_code, "needed", [("sandbox.x", "old", True)])
    monkeypatch.delitem(sys.modules, compiling.TRANSLATOR, raising=False)
    told = compiling.Compiling()
    assert told.text() == "Preparing the mechanics…"
    monkeypatch.setitem(sys.modules, compiling.TRANSLATOR, object())
    assert "part 1, 0 s" in told.text()
    machine_code.needed.extend([("sandbox_generated.a", "step", True), ("sandbox_generated.a", "observe", False)])
    assert told.compiled == 1 and "part 2" in told.text()
    told.begin()
    assert told.compiled == 0


def test_scenes_by_topic_the_easy_ones_first(bench):
    scenes = [turntable(title, id=name, source=name, topic=topic, level=level) for title, name, topic, level in (
        ("Research", "a", "tables", "research"), ("Own", "b", "", ""), ("Blade", "c", "blades", "school"),
        ("Easy", "d", "tables", "school"))]
    b = bench(scenes, scene_id="a")
    panel = b.window.docks["scenes"]
    shown = [(bool(item.data(HEADING)), item.text()) for item in panel.list.items()]
    assert shown == [(True, TOPICS["tables"]), (False, "Easy"), (False, "Research"), (True, TOPICS["blades"]),
                     (False, "Blade"), (True, TOPICS[""]), (False, "Own")]
    assert [b.window.top.scenes.itemText(k) for k in range(4)] == ["Easy", "Research", "Blade", "Own"]
    assert panel.list.items()[1].data(PICTURE) is not None
    panel.search.setText("blade")
    assert [item.text() for item in panel.list.items() if not item.isHidden()] == [TOPICS["blades"], "Blade"]
    panel._enter()
    b.settle()
    assert b.run.scene.id == "c"


def test_every_scene_of_the_program_has_topic_and_level():
    scenes = list(load_catalogue(SCENES).scenes.values())
    assert all(scene.topic and scene.level for scene in scenes)
    topics = [scene.topic for scene in in_order(scenes)]
    assert [topics[0], *(b for a, b in pairwise(topics) if a != b)] == [t for t in TOPICS if t]


def test_a_wrong_topic_is_refused():
    with pytest.raises(BadValue, match="topic: got 'magic', needs one of 'tables'"):
        turntable(topic="magic")

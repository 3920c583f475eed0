"""Scene files that change on disk while the window is open."""

import os

import pytest

from sandbox.scene.catalogue import load_catalogue, load_scene
from sandbox.ui.window.scenes.hot_reload import HotReload
from sandbox.ui.window.scenes.wiring import show_scenes

TEXT = '''"""Made up: a ball on a table."""
from sandbox.scene import Ball, Parameter, Plane, Preset, Scene, Spin, Start
PARAMETERS = (Parameter("rate", 2.0, "rad/s", low=-20, high={high}, live=True),
              Parameter("x", 0.1, "m", low=-0.2, high=0.2, role="start"))
def build(p):
    {before}
    return Ball({radius}), Plane(rim=0.3), Spin("z", "rate")
SCENE = Scene("{title}", PARAMETERS, build, lambda p: Start(at=(p.x, 0.0)),
              presets=(Preset("One"), Preset("Two", x=0.15)))
'''


def text(title="Mine", radius=0.02, high=20, before="pass"):
    return TEXT.format(title=title, radius=radius, high=high, before=before)


@pytest.fixture
def live(bench, tmp_path):
    """live(**files) -> bench of the scenes in a folder, which is watched."""
    folder = tmp_path/"scenes"
    folder.mkdir()

    def make(**files):
        for name, content in (files or {"mine": text()}).items():
            (folder/f"{name}.py").write_text(content)
        catalogue = load_catalogue(folder)
        b = bench(list(catalogue.scenes.values()), catalogue.broken, scene_id="mine")
        b.folder = folder
        b.reload = HotReload(b.window, b.window.catalogue, b.player, b.window.edits, [folder], load_scene,
                             b.window.message.say, b.window.display.note)
        b.reload.changed.connect(lambda: show_scenes(b.window))
        return b
    return make


def replace_file(path, content):
    """As editors do it: a new file takes the place of the old one."""
    new = path.with_suffix(".tmp")
    new.write_text(content)
    os.replace(new, path)


def wait(b, qtbot, until):
    """Time passes for the window and for the watcher."""
    def look():
        b.frames(1)
        return bool(until())
    qtbot.waitUntil(look)


def test_a_changed_scene_begins_anew_and_the_old_one_is_still_there(live, qtbot):
    b = live()
    b.window.edits.change("rate", 5.0)
    b.window.play()
    b.frames(60)
    b.window.pause()
    old, t = b.run, b.run.t
    assert t > 0.5
    replace_file(b.folder/"mine.py", text("Mine, larger", 0.03))
    wait(b, qtbot, lambda: b.run is not old)
    assert b.run.bodies[0].radius == 0.03 and b.run.values["rate"] == 5.0 and b.run.t < t
    assert "mine.py has changed" in b.window.message.text
    assert b.window.message.button.text() == "Go on with the old"
    assert b.window.top.scenes.currentText() == "Mine, larger"
    b.window.message.button.click()
    b.settle()
    assert b.run is old and b.run.t == t and b.run.bodies[0].radius == 0.02
    # and once more, the file being a new one for the system
    replace_file(b.folder/"mine.py", text("Mine, small", 0.01))
    wait(b, qtbot, lambda: b.run is not old)
    assert b.run.bodies[0].radius == 0.01


def test_written_in_place_counts_too(live, qtbot):
    b = live()
    old = b.run
    (b.folder/"mine.py").write_text(text(radius=0.04))
    wait(b, qtbot, lambda: b.run is not old)
    assert b.run.bodies[0].radius == 0.04


@pytest.mark.parametrize(("content", "said"), [
    ("def build(p:\n", "mine.py: line 1: '(' was never closed"),
    (text().replace("PARAMETERS,", "NOTHING,"), "mine.py: line 8: NameError while loading: name 'NOTHING' is not"),
    (text().replace("high=0.2", "high=-0.3"), "mine.py: line 4: parameter 'x': needs low < high"),
    ("x = 1\n", "mine.py: has no SCENE"), ("\0", "mine.py: ")])
def test_an_error_is_shown_at_its_place_and_the_run_goes_on(live, qtbot, content, said):
    b = live()
    old, scene = b.run, b.window.catalogue.scenes["mine"]
    replace_file(b.folder/"mine.py", content)
    wait(b, qtbot, lambda: b.window.message.kind == "error" and b.window.message.text)
    assert said in b.window.message.text and "stays as it was" in b.window.message.text
    assert b.run is old and b.window.catalogue.scenes["mine"] is scene and not b.window.catalogue.broken
    replace_file(b.folder/"mine.py", text(radius=0.05))
    wait(b, qtbot, lambda: b.run is not old)
    assert b.run.bodies[0].radius == 0.05


def test_a_scene_that_loads_but_cannot_be_built_leaves_the_old_one(live, qtbot):
    b = live()
    old = b.run
    replace_file(b.folder/"mine.py", text(before="nothing.at_all"))
    wait(b, qtbot, lambda: b.window.message.kind == "error" and b.window.message.text)
    assert "NameError in build, line 6" in b.window.message.text and b.run is old
    b.window.play()
    b.frames(30)
    assert b.run is old and b.run.t > 0.3


def test_values_that_the_new_text_does_not_allow_are_its_own(live, qtbot):
    b = live()
    b.window.edits.change("rate", 15.0)
    b.frames(5)
    old = b.run
    replace_file(b.folder/"mine.py", text(high=10))
    wait(b, qtbot, lambda: b.run is not old)
    assert b.run.values["rate"] == 2.0


def test_files_come_and_go(live, qtbot):
    b = live()
    (b.folder/"other.py").write_text(text("Another"))
    wait(b, qtbot, lambda: "other" in b.window.catalogue.scenes)
    wait(b, qtbot, lambda: b.window.top.scenes.count() == 2)
    (b.folder/"torn.py").write_text("(")
    wait(b, qtbot, lambda: "torn" in b.window.catalogue.broken)
    old = b.run
    for name in ("mine", "torn"):
        (b.folder/f"{name}.py").unlink()
    wait(b, qtbot, lambda: list(b.window.catalogue.scenes) == ["other"] and not b.window.catalogue.broken)
    assert b.run is old                          # what runs needs no file
    b.window.choose_scene("other")
    b.settle()
    assert b.run.scene.title == "Another"


def test_a_change_of_another_scene_is_only_noted(live, qtbot):
    b = live(mine=text(), other=text("Another"))
    old, before = b.run, b.window.catalogue.scenes["other"]
    replace_file(b.folder/"other.py", text("Another", 0.05))
    wait(b, qtbot, lambda: b.window.catalogue.scenes["other"] is not before)
    assert b.run is old
    # a file that is written again as it was is no news
    scene = b.window.catalogue.scenes["mine"]
    (b.folder/"mine.py").write_text(text())
    b.frames(30)
    assert b.window.catalogue.scenes["mine"] is scene and b.run is old

"""The sheet that asks for a film, and the process that makes it."""

import json
import sys

import pytest

from sandbox.film.recipe import read_recipe
from sandbox.ui.films.sheet import Choices, FilmSheet
from tests.ui.made_up import Settings

# stands for the program: notes the recipe, tells its progress, and ends as it is told
MAKER = """
import json, shutil, sys, time
recipe, out, how = sys.argv[3], sys.argv[5], sys.argv[1]
shutil.copy(recipe, out + ".seen")
def say(**facts): print(json.dumps(facts), flush=True)
if how == "fails":
    print("no screen here", file=sys.stderr)
    sys.exit(2)
say(t=3.0, end=12.0)
if how == "runs up":
    sys.stdin.readline()
    say(trouble="stopped before the first frame: there is no film")
    sys.exit(130)
if how == "dies":
    open(out.replace(".mp4", ".part.mp4"), "w").write("pieces")
    sys.exit(9)
say(frames=1, of=4, rate=2.0, left=None, bytes=10)
if how == "waits":
    sys.stdin.readline()
print("noise", flush=True)
say(finishing=True)
open(out, "w").close()
say(saved=out, frames=4, bytes=2_000_000, seconds=61.0, ended="", trouble="disk is full" if how == "full" else "")
"""


@pytest.fixture
def filming(bench, tmp_path):
    def make(how="makes", **options):
        maker = tmp_path / "maker.py"
        maker.write_text(MAKER)
        return bench(films=(tmp_path / "films", tmp_path / "pictures", (sys.executable, str(maker), how)),
                     settings=Settings(film="", theme="dark"), **options)
    return make


def done(qtbot, b):
    qtbot.waitUntil(lambda: not b.window.recording.is_busy)
    return b.window.message.text


def test_the_sheet_asks_and_remembers(filming, qtbot, tmp_path):
    b = filming()
    b.frames(1)
    b.act("record")
    sheet = b.window.findChild(FilmSheet)
    assert sheet.isVisible() and sheet.exact.isChecked() and sheet.frames == 600
    sheet.begin.setValue(20.0)
    assert not sheet.go.isEnabled() and "after the beginning" in sheet.note.text()
    sheet.begin.setValue(9.0)
    sheet.kind.setCurrentIndex(sheet.kind.findData("gif"))
    sheet._look()
    assert not sheet.size.isEnabled() and "15 s" in sheet.note.text()
    sheet.live.setChecked(True)
    assert sheet.size.findData("window") >= 0 and not sheet.begin.isEnabled()
    sheet.exact.setChecked(True)
    sheet.kind.setCurrentIndex(sheet.kind.findData("webm"))
    sheet._look()
    assert sheet.size.findData("window") < 0
    sheet.card.setChecked(True)
    assert "Ball on a turntable" in sheet.title.text()
    sheet.go.click()
    assert "Saved as" in done(qtbot, b) and "01:01" in b.window.message.text
    assert json.loads(b.window.settings["film"])["kind"] == "webm"
    path = next((tmp_path / "films").glob("turntable_*.webm"))
    recipe = read_recipe(str(path) + ".seen")
    assert (recipe.begin, recipe.end, recipe.fps) == (9.0, 10.0, 60) and recipe.title.startswith("Ball on a turntable")
    assert b.window.recording.strip.isHidden()


def test_a_film_shows_what_the_window_shows(filming, qtbot, tmp_path):
    b = filming()
    b.view.look = {"mode": "free", "at": [0.0, 0.1, 0.2, 0.3, 0.4, 0.5]}
    b.window.player.change("rate", 5.0)
    b.frames(3)
    b.player.step(50)
    b.act("normal")
    b.act("chalk")
    shape = b.view.width(), b.view.height()
    b.window.recording.begin(Choices(size="720p", fps=30), 0.0, 1.0, 0.5, "")
    done(qtbot, b)
    recipe = read_recipe(next((tmp_path / "films").glob("*.seen")))
    assert recipe.commands == ((0, "rate", 5.0),) and recipe.witness[0] == 50 and recipe.speed == 0.5
    assert recipe.look == (0.0, 0.1, 0.2, 0.3, 0.4, 0.5) and recipe.size == (1280, 720)
    assert recipe.arrows == ("velocity", "angular_velocity", "normal") and recipe.chalk == "short"
    assert recipe.window == shape


def test_progress_is_shown_and_a_film_can_be_stopped(filming, qtbot):
    b = filming("waits")
    b.window.recording.begin(Choices(), 0.0, 1.0, 1.0, "")
    strip = b.window.recording.strip
    qtbot.waitUntil(lambda: "1 of 4" in strip.text.text())
    assert strip.isVisible() and (strip.bar.value(), strip.bar.maximum()) == (1, 4)
    b.act("record")
    assert "still being made" in b.window.message.text
    strip.stop.click()
    assert "Saved as" in done(qtbot, b) and b.window.message.kind == "event"


def test_the_way_to_the_start_is_shown_and_can_be_stopped(filming, qtbot, tmp_path):
    b = filming("runs up")
    b.window.recording.begin(Choices(), 100_000.0, 100_001.0, 1.0, "")
    strip = b.window.recording.strip
    qtbot.waitUntil(lambda: "3 of 12 s" in strip.text.text())
    assert strip.isVisible() and (strip.bar.value(), strip.bar.maximum()) == (3, 12)
    strip.stop.click()
    assert "There will be no film: stopped before the first frame" in done(qtbot, b)


def test_what_a_process_that_died_has_made_is_kept_and_told(filming, qtbot, tmp_path):
    b = filming("dies")
    b.window.recording.begin(Choices(), 0.0, 1.0, 1.0, "")
    assert "There will be no film" in done(qtbot, b) and "-unfinished.mp4" in b.window.message.text
    assert next((tmp_path / "films").glob("*-unfinished.mp4")).read_text() == "pieces"


def test_new_files_have_names_of_their_own(filming, tmp_path):
    b = filming()
    b.frames(1)
    recording, seen = b.window.recording, []
    for ending in (".mp4", ".json", ".part.mp4", ".part.json"):
        path = recording.new_file(tmp_path / "films", "mp4")
        seen.append(path)
        path.with_name(path.stem + ending).touch()
    assert len(set(seen)) == 4


def test_what_went_wrong_is_said(filming, qtbot, tmp_path):
    b = filming("fails")
    b.window.recording.begin(Choices(), 0.0, 1.0, 1.0, "")
    assert "no screen here" in done(qtbot, b) and b.window.message.kind == "error"
    b = filming("full")
    b.window.recording.begin(Choices(), 0.0, 1.0, 1.0, "")
    assert "disk is full" in done(qtbot, b) and "Saved as" in b.window.message.text
    (tmp_path / "file").write_text("")
    b.window.recording.begin(Choices(folder=str(tmp_path / "file" / "films")), 0.0, 1.0, 1.0, "")
    assert "There will be no film" in b.window.message.text and not b.window.recording.is_busy
    b.window.recording.begin(Choices(folder="\0"), 0.0, 1.0, 1.0, "")
    assert "There will be no film" in b.window.message.text and not b.window.recording.is_busy
    b.window.recording.begin(Choices(folder=str(tmp_path / ("x"*300))), 0.0, 1.0, 1.0, "")
    assert "There will be no film" in b.window.message.text and not b.window.recording.is_busy
    b.window.recording._command = ("no-such-program-at-all",)
    b.window.recording.begin(Choices(), 0.0, 1.0, 1.0, "")
    assert "There will be no film" in done(qtbot, b)


def test_closing_the_window_ends_the_film(filming, qtbot):
    b = filming("waits")
    b.window.recording.begin(Choices(), 0.0, 1.0, 1.0, "")
    qtbot.waitUntil(lambda: "1 of 4" in b.window.recording.strip.text.text())
    b.window.close()
    assert not b.window.recording.is_busy


def test_without_a_program_only_live_films(bench):
    b = bench()
    b.act("record")
    sheet = b.window.findChild(FilmSheet)
    assert not sheet.exact.isEnabled() and sheet.live.isChecked()


def test_remembered_choices_nested_without_end_are_left_out(filming):
    b = filming()
    b.window.settings["film"] = "["*2000
    assert b.window.recording.choices == Choices()


@pytest.mark.parametrize("stored", [None, 3, {}, {"kind": "avi", "size": 5, "fps": "60", "clock": 1}])
def test_remembered_choices_that_make_no_sense_are_left_out(stored):
    assert Choices.of(stored) == Choices()


def test_an_unfinished_film_is_told(filming, tmp_path):
    import os
    b = filming()
    (tmp_path / "films").mkdir()
    left = tmp_path / "films" / "x.part.mp4"
    left.write_bytes(b"x")
    os.utime(left, (1.0, 1.0))
    b.window.recording.keep_leftovers()
    assert "x-unfinished.mp4" in b.window.message.text

"""The further pages of the film sheet: camera, events and texts, the frame; and keyframes that the window keeps."""

import json
from dataclasses import dataclass
from math import pi, radians

import pytest

from sandbox.cli.arguments import arguments
from sandbox.cli.commands.record import recipe_from
from sandbox.errors import BadValue
from sandbox.film import recipe as recipes
from sandbox.film import shape as film_shape
from sandbox.film.declared import Asked, Option, declared, declared_in
from sandbox.film.recipe import read_recipe
from sandbox.schema import Choice, Number, Switch, Text, Whole
from sandbox.ui.films.keyframes import Keyframes
from sandbox.ui.films.sheet import Choices, FilmSheet
from tests.film.test_recipe import Scenes
from tests.ui.made_up import turntable
from tests.ui.test_record import done, filming  # noqa: F401


@pytest.fixture
def asked(filming):  # noqa: F811
    """A window, and the sheet that it asks with."""
    def ask(b=None):
        b = b or filming()
        b.frames(1)
        b.act("record")
        return b, b.window.findChildren(FilmSheet)[-1]
    return ask


def recipe_in(folder):
    return read_recipe(max((folder / "films").glob("*.seen"), key=lambda path: path.stat().st_mtime))


def test_all_that_is_asked_for_is_in_the_recipe(asked, qtbot, tmp_path):
    b, sheet = asked()
    sheet.camera["orbit"].widget.setValue(12.0)
    sheet.camera["ease"].widget.setValue(0.5)
    sheet.camera["keys"].widget.setPlainText("t=2, azimuth=90\n\n t=0,distance=0.8, at=0:0:0.1 ")
    sheet.events["slow"].ticks["leave"].setChecked(True)
    sheet.events["told"].ticks["impact"].setChecked(True)
    sheet.events["slow"].speed.setCurrentIndex(sheet.events["slow"].speed.findData(1/16))
    sheet.events["captions"].widget.setPlainText("1.5 = Now\n2+3=<b>There</b>")
    assert sheet.frame["plots"].widget.isEnabled() and "drift" in sheet.frame["plots"].widget.text()
    sheet.frame["plots"].widget.setChecked(True)
    sheet.frame["corner"].widget.setCurrentIndex(sheet.frame["corner"].widget.findData("top-right"))
    sheet.frame["beside"].widget.setCurrentIndex(sheet.frame["beside"].widget.findData("Fast"))
    sheet.frame["beside"].right.setText("three times as fast")
    sheet._look()
    assert "slow motion" in sheet.note.text()
    sheet.go.click()
    assert "Saved as" in done(qtbot, b)
    recipe = recipe_in(tmp_path)
    assert recipe.orbit == pytest.approx(radians(12.0)) and recipe.ease == 0.5
    assert recipe.keys == ({"t": 0.0, "distance": 0.8, "at": (0.0, 0.0, 0.1)}, {"t": 2.0, "azimuth": radians(90)})
    assert recipe.slow == {"kinds": ("detach", "landing"), "speed": 1/16, "before": 0.5, "after": 1.5}
    assert recipe.told == ("impact",) and [one["text"] for one in recipe.captions] == ["Now", "<b>There</b>"]
    assert recipe.plots and recipe.corner == "top-right" and recipe.background == "scene"
    assert recipe.beside["preset"] == "Fast" and recipe.beside["values"]["rate"] == 10.0
    assert recipe.beside["caption"] == "three times as fast" and recipe.caption
    # the next time the wishes are there again; what belonged to that film is not
    _b, again = asked(b)
    assert again.camera["orbit"].widget.value() == 12.0 and again.events["slow"].ticks["leave"].isChecked()
    assert again.frame["plots"].widget.isChecked() and again.frame["beside"].widget.currentData() is None
    assert again.events["captions"].widget.toPlainText() == "1.5+4 = Now\n2+3 = <b>There</b>"


@pytest.mark.parametrize("page, field, text, said", [
    ("camera", "keys", "t=1, roll=3", "keyframe 't=1, roll=3'"), ("camera", "keys", "t=a", "keyframe 't=a', t"),
    ("events", "captions", "no time", "caption 'no time'")])
def test_what_cannot_be_understood_is_said_and_stays_to_be_mended(asked, page, field, text, said):
    b, sheet = asked()
    getattr(sheet, page)[field].widget.setPlainText(text)
    sheet.go.click()
    assert said in sheet.note.text() and sheet.isVisible() and not b.window.recording.is_busy
    assert getattr(sheet, page)[field].widget.toPlainText() == text


def test_what_a_recipe_refuses_is_said_in_the_window(asked, qtbot):
    b, sheet = asked()
    sheet.camera["keys"].widget.setPlainText("t=1\nt=1")
    sheet.go.click()
    assert "There will be no film" in done(qtbot, b) and "not later" in b.window.message.text


def test_a_transparent_film_needs_a_kind_that_has_room_for_it(asked):
    _b, sheet = asked()
    background = sheet.frame["background"].widget
    background.setCurrentIndex(background.findData("transparent"))
    sheet._look()
    assert not sheet.go.isEnabled() and "WebM" in sheet.note.text()
    for kind, is_good in (("mov", True), ("gif", False), ("png", True), ("webm", True)):
        sheet.kind.setCurrentIndex(sheet.kind.findData(kind))
        sheet._look()
        assert sheet.go.isEnabled() == is_good


def test_the_window_keeps_its_camera_as_keyframes(asked, filming, qtbot, tmp_path):  # noqa: F811
    b = filming()
    b.frames(1)
    b.act("film_key")
    assert "no picture" in b.window.message.text
    b.view.look = {"mode": "free", "at": [0.0, 0.1, 0.2, 0.3, 0.4, 0.5]}
    b.act("film_key")
    assert "t = 0.00 s" in b.window.message.text and "there are 1" in b.window.message.text
    b.player.step(120)
    b.view.look = {"mode": "free", "at": [0.0, 0.1, 0.2, 1.3, 0.4, 0.5]}
    b.act("film_key")
    b.act("film_key")           # the same instant: in place of it
    _b, sheet = asked(b)
    assert sheet.camera["keys"].widget.toPlainText().count("azimuth=") == 2
    sheet.go.click()
    done(qtbot, b)
    first, second = recipe_in(tmp_path).keys
    assert (first["t"], second["t"]) == (0.0, 0.5)
    assert (first["azimuth"], second["azimuth"]) == (pytest.approx(0.3, abs=1e-5), pytest.approx(1.3, abs=1e-5))
    b.act("film_keys_off")
    assert len(b.window.recording.keyframes) == 0


def test_keyframes_of_another_camera_do_not_stand_beside():
    keys, look = Keyframes(), [0.0, 0.0, 0.1, 0.2, 0.3, 0.4]
    assert not keys.keep("turntable", 1.0, "free", look, (800, 600))
    assert keys.keep("turntable", 2.0, "table", look, (800, 600)) and len(keys) == 1 and keys.mode == "table"
    assert keys.keep("cone", 2.0, "table", look, (800, 600)) and len(keys.of_scene("turntable")) == 0
    assert len(keys.of_scene("cone")) == 1


@pytest.mark.parametrize("stored", [
    {"more": 5}, {"more": {"orbit": "fast"}}, {"more": {"orbit": 1e9}}, {"more": {"slow": {"kinds": ["x"]}}},
    {"more": {"slow": []}}, {"more": {"told": 3}}, {"more": {"background": "pink"}}, {"more": {"plots": "x"}},
    {"more": {"keys": [1]}}, {"more": {"slow": {"kinds": ["slip"]}}}])
def test_settings_that_somebody_spoilt_are_left_out(stored):
    assert Choices.of(stored).more == {}
    json.dumps(Choices.of(stored).as_dict())


def chosen(text):
    return lambda field: field.widget.setCurrentIndex(field.widget.findText(text))


ADDED = {
    "choice": (Choice(("none", "roses")), "none", Asked("Smell", "of the film", values=("nothing", "of roses")),
               ("--smell", "roses"), chosen("of roses"), "roses", "tar"),
    "angle": (Number(-pi, pi), 0.0, Asked("Smell", step=5.0), ("--smell", "90"),
              lambda field: field.widget.setValue(90.0), pytest.approx(pi/2), 4.0),
    "whole": (Whole(0, 9), 2, Asked("Smell"), ("--smell", "7"), lambda field: field.widget.setValue(7), 7, 10),
    "switch": (Switch(), False, Asked("Smell"), ("--smell",), lambda field: field.widget.setChecked(True), True, 1),
    "text": (Text(20), "", Asked("Smell"), ("--smell", "roses"), lambda field: field.widget.setText("roses"), "roses",
             "x"*21),
    "events": (film_shape.KINDS, (), Asked("Smell"), ("--smell", "impact"),
               lambda field: field.ticks["impact"].setChecked(True), ("impact",), "impact")}


@pytest.mark.parametrize("kind", ADDED)
def test_a_field_is_declared_once(kind, qtbot, monkeypatch, tmp_path):
    """With that one line it is checked, kept in files, typed after `record`, told by --help and asked for."""
    allowed, default, asked, words, answer, wanted, wrong = ADDED[kind]

    @dataclass(frozen=True)
    class Smelling(recipes.Recipe):
        smell: object = declared(allowed, default, Option("smell", "what a film smells of"), part="frame", asked=asked,
                                 unit="deg" if kind == "angle" else "")

    monkeypatch.setattr(recipes, "Recipe", Smelling)
    monkeypatch.setitem(recipes.DECLARED, "smell", declared_in(Smelling)["smell"])
    with pytest.raises(BadValue, match="film, 'smell': got"):
        Smelling("turntable", smell=wrong)

    parser = arguments(["record"])
    args = parser.parse_args(["record", "turntable", "--out", "x.mp4", *words])
    recipe, _run = recipe_from(args, Scenes(turntable()))
    assert recipe.smell == wanted != default
    recipes.write_recipe(tmp_path / "a.json", recipe)
    assert read_recipe(tmp_path / "a.json") == recipe
    plain, _run = recipe_from(parser.parse_args(["record", "turntable", "--out", "x.mp4"]), Scenes(turntable()))
    assert plain.smell == default
    assert "what a film smells of" in parser._subparsers._group_actions[0].choices["record"].format_help()

    sheet = FilmSheet(None, Choices(), 3.0, "", tmp_path)
    qtbot.addWidget(sheet)
    assert sheet.frame["smell"].rows[0][0] == "Smell" and sheet.frame.wishes()["smell"] == default
    answer(sheet.frame["smell"])
    assert sheet.frame.wishes()["smell"] == wanted
    # and it is there the next time
    kept = Choices.of(json.loads(json.dumps(Choices(more=sheet.frame.wishes()).as_dict())))
    again = FilmSheet(None, kept, 3.0, "", tmp_path)
    qtbot.addWidget(again)
    assert again.frame.wishes()["smell"] == wanted
    assert "smell" not in Choices.of({"more": {"smell": wrong}}).more

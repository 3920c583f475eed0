"""Recipes of films: there and back, refused in words, and the run that they describe."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from sandbox.cli.arguments import arguments
from sandbox.cli.commands import record
from sandbox.errors import BadValue
from sandbox.film.exact import title_of
from sandbox.film.filmed_run import recipe_of, run_of
from sandbox.film.recipe import Recipe, read_recipe, recipe_text, write_recipe
from sandbox.run.simulation import Simulation
from sandbox.workspace.digest import digest_of
from tests.ui.made_up import turntable

ROOT = Path(__file__).parents[2]


class Scenes:
    """A catalogue of one scene."""

    def __init__(self, scene):
        self.scene = scene

    def get(self, name):
        return self.scene


@pytest.fixture
def played():
    """A run with commands, and the film of a stretch of it."""
    run = Simulation(turntable(), {"x": 0.1}, preset="Plain")
    run.advance(100)
    run.set("rate", 5.0)
    run.advance(200)
    return run, recipe_of(run, 0.5, 1.2, size=(64, 64), title="a\nb", look=(0.0, 0.0, 0.0, 0.1, 0.6, 0.4))


def test_a_recipe_comes_back_from_its_file(played, tmp_path):
    _run, recipe = played
    write_recipe(tmp_path / "a.json", recipe, pixels="abc")
    again = read_recipe(tmp_path / "a.json")
    assert again == read_recipe(tmp_path / "a.json") and recipe_text(again) == recipe_text(recipe)
    stored = json.loads((tmp_path / "a.json").read_text())
    assert stored["pixels"] == "abc"
    assert {"scene", "source", "preset", "values", "commands", "step_rate", "begin", "end", "size", "fps",
            "program"} <= set(stored)


def test_the_run_of_a_recipe_is_the_run_that_was_played(played, tmp_path):
    run, recipe = played
    write_recipe(tmp_path / "a.json", recipe)
    again = run_of(read_recipe(tmp_path / "a.json"), Scenes(turntable()))
    assert again.step == 0
    again.advance(run.step)
    assert digest_of(again.snapshot()) == digest_of(run.snapshot()) == recipe.witness[1]
    assert again.values["rate"] == 5.0


def test_another_run_is_refused(played, tmp_path):
    _run, recipe = played
    with pytest.raises(BadValue, match="changed since"):
        run_of(recipe, Scenes(turntable("Another text")))
    with pytest.raises(BadValue, match="step 300 is not what it was"):
        run_of(Recipe(**{**vars(recipe), "commands": ()}), Scenes(turntable()))


def test_frames_and_instants():
    recipe = Recipe("turntable", begin=1.0, end=3.0, speed=0.25, fps=60, title="x")
    assert recipe.moving_frames == 480 and recipe.frames == 600
    assert recipe.times()[0] == 1.0 and np.ptp(recipe.times()) == pytest.approx(479*0.25/60)
    gif = Recipe("turntable", begin=0.0, end=100.0, title="x").within_gif_limits()
    assert gif.size == (800, 450) and gif.fps == 30 and gif.frames == 450


@pytest.mark.parametrize("wrong", [
    {"size": (1281, 720)}, {"size": (0, 0)}, {"size": "720p"}, {"fps": 0}, {"fps": 29.97}, {"fps": True},
    {"speed": 0.0}, {"speed": float("nan")}, {"begin": -1.0}, {"end": 0.0}, {"end": 1e9}, {"camera": "side"},
    {"arrows": ("spin",)}, {"arrows": "velocity"}, {"trail": 3}, {"theme": "pink"}, {"title": 5}, {"clock": 1},
    {"look": (1.0,)}, {"look": (0, 0, 0, 0, 0, float("inf"))}, {"commands": ((1, "rate"),)},
    {"commands": ((-1, "rate", 2.0),)}, {"witness": (1,)}, {"values": [1]}, {"step_rate": 250}, {"end": 1e-5},
    {"end": 9000.0}])
def test_nonsense_is_refused_in_words(wrong):
    with pytest.raises(BadValue, match="film"):
        Recipe(**{"scene": "turntable", **wrong})


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"schema": 2, "scene": "x"}', '{"schema": 1}',
                                  '{"schema": 1, "scene": "turntable", "speed": NaN}',
                                  '{"schema": 1, "scene": "turntable", "size": {"a": 1}}',
                                  '{"schema": 1, "scene": ["turntable"]}', "["*10_000])
def test_files_that_are_no_recipes_are_refused(tmp_path, text):
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(BadValue, match="film"):
        read_recipe(tmp_path / "a.json")


def test_unknown_keys_of_a_later_version_are_left_out(tmp_path):
    (tmp_path / "a.json").write_text('{"schema": 1, "scene": "turntable", "smell": "roses"}')
    assert read_recipe(tmp_path / "a.json") == Recipe("turntable")


def test_a_bad_start_is_refused(tmp_path):
    with pytest.raises(BadValue, match="'start': got"):
        Recipe("turntable", start={"at": [0.1, 0.0], "wings": 2})
    with pytest.raises(BadValue, match="start: needs either a point"):
        run_of(Recipe("turntable", start={"spin": 1.0}), Scenes(turntable()))
    with pytest.raises(BadValue, match="off the surface"):
        run_of(Recipe("turntable", start={"mass_centre": [0, 0, 0]}), Scenes(turntable()))


# ---- the command line ------------------------------------------------------------------------------------------------

def typed(*words):
    args = arguments().parse_args(["record", *words, "--out", "x.mp4"])
    return record.recipe_from(args, Scenes(turntable()))


def test_what_is_typed_becomes_a_recipe():
    recipe, run = typed("turntable", "--preset", "Fast", "--set", "x=0.1", "vx=0.02", "--duration", "3", "--from", "1",
                        "--speed", "1/4", "--size", "720p", "--fps", "30", "--camera", "top", "--no-clock",
                        "--arrows", "none", "--title", "--theme", "projector", "--bold")
    assert (recipe.begin, recipe.end, recipe.speed, recipe.size, recipe.fps) == (1.0, 4.0, 0.25, (1280, 720), 30)
    assert recipe.values["rate"] == 10.0 and recipe.values["x"] == 0.1 and recipe.arrows == ()
    assert not recipe.clock and recipe.legend and recipe.theme == "projector" and recipe.bold
    assert recipe.title == title_of(run) == "Ball on a turntable\nFast" and run.step == 0
    assert recipe.source and recipe.engine


def test_a_film_can_be_made_again_in_another_form(played, tmp_path):
    _run, recipe = played
    write_recipe(tmp_path / "a.json", recipe)
    again, _run = typed(str(tmp_path / "a.json"), "--fps", "30", "--from", "0.6")
    assert again.fps == 30 and again.begin == 0.6 and again.end == pytest.approx(1.3)
    assert again.commands == recipe.commands and again.look == recipe.look
    with pytest.raises(BadValue, match="--preset"):
        typed(str(tmp_path / "a.json"), "--preset", "Fast")


@pytest.mark.parametrize("words, said", [
    (["--duration", "x"], "--duration: got 'x'"), (["--speed", "1/0"], "--speed: got '1/0'"),
    (["--set", "rate"], "NAME=VALUE"), (["--set", "rate=99"], "rate"), (["--preset", "Nobody"], "no preset"),
    (["--from", "5", "--duration", "-3"], "before it begins"), (["--arrows", "wind"], "arrows"),
    (["--ease", "1"], "'free' follows no body"), (["--orbit", "x"], "--orbit: got 'x'"),
    (["--key", "t=1,azimut=3"], "keyframe"), (["--key", "t=1", "--key", "t=1"], "not later"),
    (["--slow", "slipp"], "needs one of slip"), (["--slow-speed", "1/2"], "need --slow"),
    (["--slow", "slip", "--slow-around", "1"], "BEFORE,AFTER"), (["--caption", "x"], "caption 'x'"),
    (["--size", "800"], "WIDTHxHEIGHT"), (["--size", "801x450"], "even number"), (["--names", "a", "b"], "--beside"),
    (["--tell", "bang"], "needs one of slip"), (["--plot", "x"]*5, "'plots'")])
def test_wrong_words_are_answered_with_a_sentence(words, said):
    with pytest.raises(BadValue, match=said.replace("(", r"\(")):
        typed("turntable", *words)


@pytest.mark.parametrize("out, said", [("film.avi", ".mp4, .webm, .gif"), ("nowhere/film.mp4", "no folder")])
def test_where_no_film_can_go(out, said, tmp_path):
    args = SimpleNamespace(out=tmp_path / out, force=False)
    with pytest.raises(BadValue, match=said):
        record.run(args, None)

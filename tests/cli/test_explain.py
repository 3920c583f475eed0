"""`./run explain` tells what is inside a scene, of every engine and without compiling anything."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from sandbox.cli.main import main
from sandbox.compiling.generated import is_generated
from sandbox.integration import observation as obs
from sandbox.mechanics import layout as lay
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.run.readings.explained import explained
from sandbox.scene.world import on_its_support
from sandbox.systems.contact.resets import RESETS, TRANSITIONS
from sandbox.systems.places_by_name import groups_of
from sandbox.systems.world.table import FRAME_EVENTS
from tests.patience import HANGING
from tests.shipped import shipped

ROOT = Path(__file__).parents[2]
SCENES = shipped().scenes
# all scenes, in a process that has nothing compiled yet
EVERY = """
from pathlib import Path
from sandbox.compiling import machine_code
from sandbox.run.readings.explained import explained
from sandbox.scene.catalogue import load_catalogue
for scene in load_catalogue(Path("scenes")).scenes.values():
    found = explained(scene, scene.values())
    assert found.modes and found.numbers and found.code, scene.id
    assert machine_code.needed == [] and {code.state for code in found.code} == {"not yet"}, scene.id
    print(scene.id, len(found.modes))
"""


def told(capsys, *arguments) -> str:
    assert main(["explain", *arguments]) == 0
    found = capsys.readouterr()
    assert found.err == ""
    return found.out


def of(scene_id: str):
    return explained(SCENES[scene_id], SCENES[scene_id].values())


def test_every_scene_is_explained_and_nothing_is_compiled(tmp_path):
    # its own folder for compiled code, and none
    done = subprocess.run([sys.executable, "-c", EVERY], cwd=ROOT, capture_output=True, text=True, timeout=HANGING,
                          env={**os.environ, "JACOBI_SANDBOX_COMPILED": str(tmp_path)}, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == len(SCENES) and list(tmp_path.rglob("*.code")) == []


@pytest.mark.parametrize(("scene_id", "mode", "line", "then"), [
    ("pseudosphere", "rolling", "detachment", "the end"),                                # a ball that can only roll
    ("driven_ball", "rolling", "breakaway", "slip_onset"),                               # masses inside
    ("coin", "table/sliding", "slip about to end", "table: slip_end"),                   # a contact with a law
    ("penalty", "pressed", "detachment", "flight"),                                      # a contact that gives way
    ("turntable", "table/ball", "touches another support", "table: flight, sliding"),    # among supports
    ("billiard", "free", "'wall' is struck", "hold, free"),                              # rows
    ("chain", "crowded", "comes to rest", "rests")])                                     # a world of balls
def test_modes_guards_and_what_follows_of_every_engine(capsys, scene_id, mode, line, then):
    lines = told(capsys, scene_id).splitlines()
    assert max(map(len, lines)) <= 120
    begin = next(k for k, x in enumerate(lines) if x == mode or x.startswith(f"{mode} ("))
    start = next(k for k in range(begin, len(lines)) if lines[k].startswith(f"    {line} "))
    assert lines[start + 1].strip().startswith(f"-> {then}")
    assert [x for x in lines[begin:start] if not x] == []           # of this mode
    for heading in ("What decides what follows", "Compiled functions"):
        assert heading in lines


def test_the_law_that_decides_is_named_with_its_file(capsys):
    text = told(capsys, "coin")
    assert re.search(r"landing +gap \[m\] +land\n +-> table: flight, sliding, slip_onset, rolling,", text)
    file = "sandbox/systems/contact/resets.py"
    assert f"land: The gap has closed: an impact, then flight again or contact ({file})" in text


def alone(scene):
    """A scene with its body on its first support alone, without edges and floor."""
    return replace(scene, build=lambda p: on_its_support(scene.build(p)))


def test_every_transition_stands_in_the_table_of_its_modes():
    seen = set()
    # the contact of the last one resists rolling
    for name, changes in (("coin", {}), ("coin_funnel", {}), ("curling", {}), ("coin", {"resistance": 1e-4})):
        scene = alone(SCENES[name])
        modes = {row.name: row for row in explained(scene, {**scene.values(), **changes}).modes}
        for (mode, guard), transition in RESETS.items():
            if mode in modes:
                row, = (x for x in modes[mode].guards if x.place == guard)
                assert row.law is transition.reset and row.name == transition.name and row.ends == transition.ends
                assert set(row.then) == set(transition.then) & modes.keys()
                seen.add(transition.name)
    assert {one.name for one in TRANSITIONS} == seen


def test_what_happens_in_a_world_stands_in_its_table():
    kinds = {kind for one in FRAME_EVENTS for kind in one.kinds}
    assert kinds == {at.LANDS, at.LEAVES_EDGE, at.CHANGES, at.LOST_NUMBERS, at.TIGHTENS}
    assert {kind for one in FRAME_EVENTS for kind in one.inside} == {
        *range(1, here.STUCK + 1), here.TURN_ENDED, here.HOLD_ENDED, here.TIGHT, here.SIDE_DOWN}
    assert {kind for one in FRAME_EVENTS for kind in one.told} == {
        at.STRUCK, at.OVER_EDGE, at.UNDECIDED, at.STEPPING_BEGAN, at.CAME_TO_REST, at.TIGHTENED, at.SLACKENED}


def test_parameters_stand_under_the_names_and_units_of_the_layout():
    coin = alone(SCENES["coin"])
    found = {one.name: one for one in explained(coin, coin.values()).numbers}
    assert found["MASS"].place == lay.MASS and found["MASS"].unit == "kg"
    assert found["GRAVITY"].values == (0.0, 0.0, -9.81) and found["GRAVITY"].unit == "m/s^2"
    assert "STIFFNESS" not in found                               # zero: there is none
    turning = {one.name: one for one in of("turntable").numbers}
    rate = turning["table/SPIN.C"]
    assert rate.values[1] == 3.4907 and rate.place == lay.SPIN + lay.SIGNAL_C
    skate = {one.name: one for one in of("skate").numbers}
    assert skate["rate"].values == (1.5,) and skate["rate"].unit == "rad/s"
    balls = {one.name: one for one in of("cradle").numbers}
    assert balls["BALLS"].values[0] == len(SCENES["cradle"].models(SCENES["cradle"].values())[0].bodies)


def test_every_place_of_the_layout_has_its_name():
    parts = groups_of(lay.__name__)["_p"]
    assert [one.place for one in parts] == np.cumsum([0, *(one.width for one in parts)])[:-1].tolist()
    assert sum(one.width for one in parts) == lay.SURFACE
    spin = next(one for one in parts if one.name == "SPIN")
    assert spin.inner == "_signal" and spin.unit == "rad" and spin.width == lay.SIGNAL_SIZE
    guards = groups_of(lay.__name__)["_guards"]
    assert all(0 <= one.place < obs.GUARDS for one in guards)


def test_the_source_of_a_mode(capsys):
    text = told(capsys, "skate", "--source", "ideal")
    assert "def rhs(t, y, p, calls):" in text and "def observe(t, h, y, p, calls, out):" in text
    assert text.startswith("# ---- sandbox_generated.step_rhs_")
    assert "def step(t, h, y, p, calls, out):" in told(capsys, "chain", "--source", "flight")    # written by hand
    assert all(is_generated(entry.__module__) for mode in of("skate").modes for entry in mode.entries)


def test_as_json(capsys):
    found = json.loads(told(capsys, "coin", "--preset", "2", "--json"))
    assert found["scene"] == "coin" and found["preset"] == SCENES["coin"].presets[1].name
    flight = next(mode for mode in found["modes"] if mode["name"] == "table/flight")
    landing = next(guard for guard in flight["guards"] if guard["place"] == lay.GUARD_END)
    assert landing["law"] == "land" and landing["unit"] == "m" and landing["ends"]
    assert "table/sliding" in landing["then"]
    mass = next(one for one in found["parameters"] if one["name"] == "table/MASS")
    assert mass["values"] == pytest.approx([0.25], rel=1e-14) and mass["unit"] == "kg"
    assert {"module", "name", "state", "file", "bytes"} == found["compiled"][0].keys()
    assert json.loads(told(capsys, "seesaw", "--json"))["modes"]          # what is known at the start only is null


def test_values_are_those_that_were_set(capsys):
    assert re.search(rf"p\[{lay.STATIC_FRICTION}\] +table/STATIC_FRICTION +0\.25 +1 ", told(
        capsys, "coin", "--set", "mu=0.25", "slips=true"))


@pytest.mark.parametrize(("arguments", "sentence"), [
    (["nothing"], "nothing"), (["coin", "--preset", "Nope"], "Nope"), (["coin", "--set", "speed"], "NAME=VALUE"),
    (["coin", "--source", "gliding"], "'gliding': there is no such mode; there are: table/flight, table/sliding,")])
def test_what_is_wrong_is_said_in_a_sentence(capsys, arguments, sentence):
    assert main(["explain", *arguments]) == 2
    found = capsys.readouterr()
    assert sentence in found.err and found.out == "" and len(found.err.splitlines()) == 1


def test_in_russian(capsys):
    assert main(["--lang", "ru", "explain", "coin"]) == 0
    text = capsys.readouterr().out
    assert "Скомпилированные функции" in text and "приземление" in text and "[м]" in text
    assert not re.search("[A-Za-z]{4,} [a-z]{4,} [a-z]{4,}", text[:text.index("Параметры")])

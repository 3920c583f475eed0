"""The headless commands as a person or a script calls them: output, exit codes, one sentence for what is wrong."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sandbox.cli.main import main
from sandbox.run.logs.logfile import read_log
from tests.patience import HANGING

ROOT = Path(__file__).parents[1]
VECTORS = ROOT / "tests" / "vectors"


def run(*arguments, cwd=ROOT, **environment):
    return subprocess.run([sys.executable, str(ROOT / "main.py"), *map(str, arguments)], cwd=cwd, text=True,
                          capture_output=True, timeout=HANGING, env={**os.environ, **environment})


def test_list_names_scenes_presets_and_units():
    scenes = {scene["id"]: scene for scene in json.loads(run("list", "--json").stdout)["scenes"]}
    rate = next(p for p in scenes["turntable"]["parameters"] if p["name"] == "rate")
    assert (rate["unit"], rate["live"], rate["low"], rate["high"]) == ("rad/s", True, -20, 20)
    curve = next(p for p in scenes["integraph"]["parameters"] if p["name"] == "curve")
    assert (curve["default"], curve["begin"], curve["end"], curve["x_unit"]) == ("none", -0.5, 0.5, "m")
    roles = {p["name"]: p["role"] for p in scenes["turntable"]["parameters"]}
    assert roles == {"rate": "", "radius": "", "shell": "", "x": "start", "vx": "start", "vy": "start", "spin": "start"}
    listed = run("list").stdout
    assert "Hollow ball" in listed and "m/s, start: speed of the centre along the radius" in listed


def test_simulate_prints_the_promised_object():
    done = run("simulate", "turntable", "--set", "rate=3.5", "vy=0.1", "--duration", "10", "--at", "1,2.5021", "--json")
    result = json.loads(done.stdout)
    assert {"scene", "preset", "parameters", "duration", "steps", "drift", "scale", "invariants", "events", "states",
            "max_F_over_N", "ended", "cpu_s", "wall_s"} <= set(result)
    assert (result["steps"], result["ended"], result["events"]) == (2400, None, [])
    assert [state["t"] for state in result["states"]] == pytest.approx([0.0, 1.0, 2.5021, 10.0], abs=1e-15)
    for state in result["states"]:
        k, t = 1.0, state["t"]
        body = state["bodies"][0]
        expected = [0.15 - 0.1*(1.0 - np.cos(k*t))/k, 0.1*np.sin(k*t)/k, 0.02]
        np.testing.assert_allclose(body["centre"], expected, rtol=0, atol=1e-13)
        assert set(body) == {"centre", "velocity", "angular_velocity", "quaternion", "N", "F", "mode"}
        assert body["mode"] == "rolling" and state["reactions"] == []
    assert result["drift"] < 1e-13 and result["max_F_over_N"] == pytest.approx(0.1/9.81, rel=1e-9)


def test_two_runs_give_the_same_text():
    texts = [json.loads(run("simulate", "turntable", "--duration", "5", "--json").stdout) for _i in range(2)]
    for text in texts:
        del text["cpu_s"], text["wall_s"]
    assert texts[0] == texts[1]


def test_an_event_ends_the_run():
    result = json.loads(run("simulate", "cone", "--preset", "Straight to the apex", "--duration", "9", "--json").stdout)
    assert result["ended"]["reason"] == "apex" and result["events"][0]["kind"] == "apex"
    assert result["states"][-1]["t"] == result["ended"]["t"]
    x, y, _z = result["states"][-1]["bodies"][0]["centre"]
    assert np.hypot(x, y) == pytest.approx(0.0, abs=1e-9)


def test_life_goes_on_after_the_rim():
    result = json.loads(run("simulate", "turntable", "--preset", "Off the edge", "--duration", "9", "--json").stdout)
    assert result["ended"] is None and result["drift"] < 1e-12
    assert [event["kind"] for event in result["events"]][:3] == ["rim", "detach", "impact"]
    x, y, z = result["states"][-1]["bodies"][0]["centre"]
    assert np.hypot(x, y) > 0.5 and z == pytest.approx(0.02 - 0.12, abs=1e-12)


def test_logs(tmp_path):
    assert run("simulate", "turntable", "--duration", "2", "--log", tmp_path / "a.csv").returncode == 0
    rows = list(csv.DictReader((tmp_path / "a.csv").read_text(encoding="utf-8").splitlines()))
    assert len(rows) == 121 and float(rows[-1]["t [s]"]) == 2.0
    assert run("simulate", "turntable", "--duration", "2", "--log", tmp_path / "a.sqlite").returncode == 0
    log = read_log(tmp_path / "a.sqlite")
    assert (log.good_rows, log.trouble, log.header["scene"]) == (121, "", "turntable")


@pytest.mark.parametrize("kind", ["csv", "sqlite"])
def test_a_log_is_replaced_only_when_that_is_said(tmp_path, kind):
    path = tmp_path / f"a.{kind}"
    path.write_text("mine")
    words = ["simulate", "turntable", "--duration", "1", "--log", path]
    assert "--force" in run(*words).stderr and path.read_text() == "mine"
    assert run(*words, "--force", "--set", "rate=99").returncode == 2 and path.read_text() == "mine"
    assert run(*words, "--force").returncode == 0 and path.stat().st_size > 1000
    assert [found.name for found in tmp_path.iterdir()] == [path.name]


WRONG = [
    (["simulate", "nowhere", "--duration", "1"], ["no scene 'nowhere'", "turntable"]),
    (["simulate", "../etc/passwd", "--duration", "1"], ["no scene"]),
    (["simulate", "turntable", "--duration", "1", "--preset", "x"], ["no preset 'x'", "Hollow ball"]),
    (["simulate", "turntable", "--duration", "1", "--set", "speed=1"], ["no parameter 'speed'", "rate"]),
    (["simulate", "turntable", "--duration", "1", "--set", "rate=21"], ["'rate'", "'21'", "[-20, 20] rad/s"]),
    (["simulate", "turntable", "--duration", "1", "--set", "rate=nan"], ["'rate'", "'nan'", "[-20, 20] rad/s"]),
    (["simulate", "turntable", "--duration", "1", "--set", "rate"], ["NAME=VALUE"]),
    (["simulate", "turntable", "--duration", "0"], ["duration", "above 0"]),
    (["simulate", "turntable", "--duration", "inf"], ["duration", "above 0"]),
    (["simulate", "turntable", "--duration", "long"], ["numbers of seconds"]),
    (["simulate", "turntable", "--duration", "1", "--at", "2"], ["2.0 s", "between 0"]),
    (["simulate", "turntable", "--duration", "1", "--step-rate", "100"], ["step rate", "240"]),
    (["simulate", "turntable", "--duration", "1", "--log", "run.txt"], [".csv", ".sqlite"]),
    (["simulate", "turntable", "--duration", "1", "--log", "/proc/none/run.csv"], ["/proc/none/run.csv", "no folder"]),
    (["simulate", "turntable", "--duration", "1", "--log", "/proc/none/run.sqlite"], ["/proc/none/run.sqlite"]),
    (["check", "nothing.json"], ["nothing.json", "can't be read"]),
    (["check", ROOT / "LICENSE"], ["LICENSE", "not a JSON file"]),
    (["check", VECTORS / "vectors_ball.json", "--kind", "x"], ["no case of the kind 'x'"]),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG)
def test_what_is_wrong_is_said_in_one_sentence(arguments, words, capsys):
    code, said = main([*map(str, arguments)]), capsys.readouterr()
    assert code != 0 and said.out == ""
    assert "Traceback" not in said.err and len(said.err.strip().splitlines()) == 1
    for word in words:
        assert word in said.err


@pytest.mark.parametrize("arguments", [WRONG[0][0], WRONG[-1][0]], ids=lambda arguments: arguments[0])
def test_a_process_says_and_returns_what_the_command_does(arguments, capsys):
    """What the sentences are is asked of the commands in this process: another one has nothing to add to them."""
    code = main([*map(str, arguments)])
    done = run(*arguments)
    assert (done.returncode, done.stdout, done.stderr) == (code, *capsys.readouterr())


def test_vectors_of_another_schema(tmp_path):
    path = tmp_path / "other.json"
    path.write_text(json.dumps({"schema": "weather", "schema_version": 3, "cases": []}))
    done = run("check", path)
    assert done.returncode == 2 and "'weather'" in done.stderr and "Traceback" not in done.stderr


def test_all_balls_on_surfaces_pass():
    done = run("check", VECTORS / "vectors_ball.json", "--kind", "ball_on_surface")
    lines = done.stdout.splitlines()
    assert done.returncode == 0 and len(lines) == 26
    assert all(line.startswith("ok ") for line in lines), done.stdout


def test_what_is_not_there_yet_is_not_called_ok(tmp_path):
    cases = json.loads((VECTORS / "vectors_ball.json").read_text(encoding="utf-8"))
    cases["cases"] = [{**cases["cases"][0], "id": "knots", "kind": "ball_of_wool"}]
    (tmp_path / "wool.json").write_text(json.dumps(cases), encoding="utf-8")
    done = run("check", tmp_path / "wool.json")
    assert done.returncode == 1 and done.stdout.startswith("UNSUPPORTED knots ")


def test_no_display_is_one_sentence():
    done = run(DISPLAY="", WAYLAND_DISPLAY="", QT_QPA_PLATFORM="")
    assert done.returncode == 2
    assert "display" in done.stderr and "simulate" in done.stderr and len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("arguments", [["--version"], ["--info"], ["--help"]])
def test_facts(arguments):
    assert run(*arguments).returncode == 0

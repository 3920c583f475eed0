"""The command export, and simulate with files and codes: what is written, what is refused before the work."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from scipy.io import netcdf_file

from sandbox.cli.arguments import words_of
from sandbox.cli.common import scene_named
from sandbox.cli.main import main
from sandbox.run.simulation import Simulation
from sandbox.workspace.setup import setup_from
from sandbox.workspace.setup_file import write_setup
from sandbox.workspace.share_code import code_of
from tests.patience import HANGING

ROOT = Path(__file__).parents[2]


@pytest.fixture
def command(capsys):
    def run(*words):
        code = main([str(word) for word in words])
        return code, *capsys.readouterr()
    return run


@pytest.fixture
def lesson(tmp_path):
    """A set-up of a turntable that was sped up after half a second, seen after two."""
    run = Simulation(scene_named("turntable"), {"vy": 0.1}, preset="")
    run.advance(120)
    run.set("rate", 5.0)
    run.advance(360)
    write_setup(tmp_path / "lesson.jacobi.json", setup_from(run))
    return tmp_path / "lesson.jacobi.json", run


def test_a_setup_is_simulated_with_what_was_done_to_it(command, lesson):
    path, run = lesson
    for named in (path, code_of(setup_from(run))):
        code, text, _errors = command("simulate", named, "--json")
        result = json.loads(text)
        assert code == 0 and result["steps"] == 480 and result["parameters"]["vy"] == 0.1
        assert result["states"][-1]["bodies"][0]["centre"] == run.snapshot().bodies[0].centre.tolist()
    result = json.loads(command("simulate", path, "--duration", "3", "--json")[1])
    assert result["steps"] == 720 and result["duration"] == 3.0


def test_the_log_of_a_setup_is_replayed(command, lesson, tmp_path):
    assert command("simulate", lesson[0], "--log", tmp_path / "a.sqlite")[0] == 0
    code, text, _errors = command("replay", tmp_path / "a.sqlite")
    assert code == 0 and "the same, bit by bit: 121 rows" in text


def test_tables_hold_the_instants_that_were_asked_for(command, lesson, tmp_path):
    """Between the steps too; the same numbers in all kinds of tables, as the run itself has them."""
    path, run = lesson
    for ending in ("csv", "npz", "nc"):
        code, text, _errors = command("export", path, "--to", tmp_path / f"a.{ending}", "--rate", "100",
                                      "--from", "0.5")
        assert code == 0 and "151 instants from 0.5 s on, 100 per second" in text
    with np.load(tmp_path / "a.npz") as arrays:
        t, centre = arrays["t"], arrays["centre"][:, 0]
    np.testing.assert_allclose(t, 0.5 + np.arange(151)/100, rtol=0, atol=1e-12)      # [s] rounding
    run.go_to(240)
    assert centre[50].tolist() == run.snapshot().bodies[0].centre.tolist()
    rows = np.genfromtxt(tmp_path / "a.csv", delimiter=",", names=True, encoding="utf-8")
    assert (rows["centre_x_m"] == centre[:, 0]).all() and (rows["t_s"] == t).all()
    with netcdf_file(tmp_path / "a.nc", mmap=False) as file:
        assert (file.variables["centre"][:, 0] == centre).all() and (file.variables["t"][:] == t).all()
        assert file.variables["centre"].dimensions == ("t", "body", "xyz")


def test_netcdf_is_read_with_units_and_meanings_by_xarray(command, tmp_path):
    xarray = pytest.importorskip("xarray")
    assert command("export", "hoop", "--to", tmp_path / "a.nc", "--until", "2")[0] == 0
    with xarray.open_dataset(tmp_path / "a.nc", engine="scipy") as data:
        assert data.attrs["Conventions"] == "CF-1.8" and data.attrs["scene"] == b"hoop".decode()
        assert data["velocity"].attrs == {"long_name": "velocity of the centre of mass", "units": "m s-1"}
        assert all({"long_name"} <= set(variable.attrs) for variable in data.data_vars.values())
        mode = data["mode"]
        words = mode.attrs["flag_meanings"].split()
        assert set(words) == {"rolling", "sliding", "flight"} and int(mode.max()) == len(words) - 1
        assert float(data.attrs["parameter_mu"]) == scene_named("hoop").values()["mu"] and "s, body 0" in data.events


def test_a_log_is_exported_at_another_rate(command, lesson, tmp_path):
    command("simulate", lesson[0], "--log", tmp_path / "a.sqlite")
    assert command("export", tmp_path / "a.sqlite", "--to", tmp_path / "a.npz", "--rate", "240")[0] == 0
    with np.load(tmp_path / "a.npz") as arrays:
        assert len(arrays["t"]) == 481
        assert arrays["centre"][-1, 0].tolist() == lesson[1].snapshot().bodies[0].centre.tolist()


def test_a_run_that_ends_earlier_has_no_rows_after_its_end(command, tmp_path):
    scene = ("hoop", "--preset", "Infinitely rough: no answer")
    assert command("export", *scene, "--to", tmp_path / "a.npz", "--until", "60")[0] == 0
    ended = json.loads(command("simulate", *scene, "--duration", "60", "--json")[1])["ended"]["t"]
    with np.load(tmp_path / "a.npz") as arrays:
        assert arrays["t"][-1] <= ended < arrays["t"][-1] + 1/60


@pytest.mark.parametrize("words, said", [
    (("turntable", "--to", "a.xyz"), r"needs a name that ends in .csv or .npz or .nc or .glb or .html"),
    (("turntable", "--to", "taken.csv"), "is there already; --force"),
    (("turntable", "--to", "none/a.csv"), "no folder"),
    (("nothing", "--to", "a.csv"), "nothing"), (("none.jacobi.json", "--to", "a.csv"), "cannot be read"),
    (("none.sqlite", "--to", "a.csv"), "none.sqlite"), (("JS1:abc", "--to", "a.csv"), "damaged or not whole"),
    (("JS1:abc", "--set", "x=1", "--to", "a.csv"), "damaged"),
    (("turntable", "--to", "a.csv", "--rate", "0"), "rate: got 0"),
    (("turntable", "--to", "a.csv", "--rate", "1e9"), "at most 10000 per second"),
    (("turntable", "--to", "a.csv", "--rate", "x"), "--rate: got 'x'"),
    (("turntable", "--to", "a.csv", "--from", "5", "--until", "2"), "needs 0 <= from < to"),
    (("turntable", "--to", "a.csv", "--until", "1e5"), "needs at most 1000000"),
    (("turntable", "--to", "a.glb", "--until", "1e4"), "needs at most 36000"),
    (("turntable", "--to", "a.html", "--until", "1e4"), "needs at most 36000")])
def test_what_cannot_be_is_refused_before_the_work(command, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken.csv").write_text("mine")
    begin = time.thread_time()
    code, text, errors = command("export", *words)
    assert code == 2 and re.search(said, errors) and text == "" and time.thread_time() - begin < 5.0
    assert os.listdir(tmp_path) == ["taken.csv"] and (tmp_path / "taken.csv").read_text() == "mine"


def test_values_do_not_go_with_a_file(command, lesson, tmp_path):
    code, _text, errors = command("export", lesson[0], "--set", "rate=1", "--to", tmp_path / "a.csv")
    assert code == 2 and "go with a scene only" in errors
    assert command("simulate", lesson[0], "--preset", "1")[0] == 2
    code, _text, errors = command("simulate", "turntable")
    assert code == 2 and "--duration: is needed" in errors


def test_a_full_disk_is_said_and_leaves_nothing(command, tmp_path, monkeypatch):
    (tmp_path / "a.csv").write_text("mine")
    monkeypatch.setattr("os.fsync", lambda _number: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    for ending in ("csv", "npz", "nc", "glb", "html"):
        code, _text, errors = command("export", "turntable", "--to", tmp_path / f"a.{ending}", "--until", "0.2",
                                      "--force")
        assert code == 2 and "could not be written: No space left" in errors
    assert os.listdir(tmp_path) == ["a.csv"] and (tmp_path / "a.csv").read_text() == "mine"


@pytest.mark.skipif(os.name == "nt", reason="signals of another system")
@pytest.mark.parametrize("ending", ["csv", "html"])
def test_ctrl_c_ends_it_within_a_second_and_leaves_nothing(tmp_path, ending):
    words = [sys.executable, str(ROOT / "main.py"), "export", "bowl", "--to", str(tmp_path / f"a.{ending}"), "--until",
             "500", "--progress"]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while '"t"' not in process.stdout.readline():
            assert process.poll() is None
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        _text, errors = process.communicate(timeout=HANGING)
        took = time.monotonic() - begin
    assert process.returncode == 130 and "stopped" in errors and took < HANGING/2
    assert os.listdir(tmp_path) == []


def test_a_file_alone_is_opened():
    assert words_of(["a.jacobi.json"]) == ["--open", "a.jacobi.json"]
    assert words_of(["--lang", "ru", "x/Run.SQLITE"]) == ["--lang", "ru", "--open", "x/Run.SQLITE"]
    for words in ([], ["--open", "a.jacobi.json"], ["simulate", "a.jacobi.json"], ["--scene", "a.jacobi.json"],
                  ["replay", "a.sqlite"], ["--version"]):
        assert words_of(words) == words


def test_a_page_of_a_setup_looks_like_it(command, tmp_path):
    """Camera, and what the legend has switched on."""
    run = Simulation(scene_named("turntable"))
    run.advance(60)
    look = (0.1, 0.0, 0.0, 0.5, 0.6, 0.2)
    write_setup(tmp_path / "a.jacobi.json", setup_from(run, {"mode": "follow", "look": look},
                                                       {"arrows": ["friction"], "trail": "off", "chalk": "long"}))
    assert command("export", tmp_path / "a.jacobi.json", "--to", tmp_path / "a.html")[0] == 0
    text = (tmp_path / "a.html").read_text(encoding="utf-8")
    facts = json.loads(text[text.index("const RUN = ") + 12:].partition("\n")[0])
    assert facts["build"]["camera"] == "follow" and facts["build"]["look"] == {"mode": "follow", "at": list(look)}
    assert {entry["name"] for entry in facts["legend"] if entry["on"]} == {"friction", "chalk", "ghost"}

"""The commands equilibria, conic and section: objects, files, Ctrl-C, one sentence for what is wrong."""

import errno
import json
import os
import signal

import numpy as np
import pytest

from sandbox.cli.commands.section import Progress
from sandbox.cli.main import main

CAUGHT = ["section", "sleigh", "--preset", "3"]


@pytest.fixture
def command(capsys):
    def run(*words):
        code = main([str(word) for word in words])
        return code, *capsys.readouterr()
    return run


def test_equilibria(command):
    code, text, _errors = command("equilibria", "sleigh", "--places=-0.25,0.25", "--json")
    found = json.loads(text)
    first, *others = found["equilibria"]
    assert (code, found["scene"], first["kind"], first["type"]) == (0, "sleigh", 1, "focus-focus")
    assert found["A2"] == pytest.approx(3.34375) and first["state"] == {"v1": 0, "w": 0, "x1": -0.08, "x2": 0}
    assert [(x["kind"], x["attracts"]) for x in others] == [(2, False), (2, True)]
    assert max(x[0] for x in others[0]["exponents"]) == pytest.approx(1.7*0.08*0.25/0.0214)
    assert "attracting line" in command("equilibria", "sleigh")[1]
    assert json.loads(command("equilibria", "skate", "--json")[1])["A2"] is None


def test_conic(command):
    _code, text, _errors = command("conic", "skate", "--set", "spin=3", "--json")
    found = json.loads(text)
    assert (found["kind"], found["axes"]) == ("ellipse", pytest.approx([0.1, 0.1*3/6.75**0.5]))
    assert found["period"] == pytest.approx(2*np.pi/6.75**0.5)
    assert "parabola, eccentricity 1" in command("conic", "skate", "--preset", "Parabola")[1]
    assert json.loads(command("conic", "skate", "--preset", "2", "--json")[1])["centre"] == [None, None]
    words = command("conic", "skate", "--set", "spin=3")[1]
    assert "ellipse, eccentricity" in words and "semi-axes along x1 and x2 0.1 m, 0.11547 m" in words
    assert f"period {2*np.pi/6.75**0.5:.6g} s" in words


def test_section_to_a_table(command, tmp_path):
    path = tmp_path/"a.csv"
    code, text, _errors = command(*CAUGHT, "--energy", "14", "--seeds", "x1=5:8:3", "--points", "20", "--out", path,
                                  "--json")
    found, rows = json.loads(text), np.loadtxt(path, delimiter=",", skiprows=1)
    assert (code, found["orbits"], found["points"], found["outcomes"]) == (0, 3, 60, {"complete": 3})
    assert rows.shape == (60, 6) and np.all(rows[:, 3] < 0.0) and np.abs(rows[:, 2]).max() < 1e-13
    assert found["length"] == 0.0316228 and found["time"] == 0.5 and found["energy_error"] < 1e-10


def test_section_of_the_start_to_arrays(command, tmp_path):
    path = tmp_path/"a.npz"
    assert command(*CAUGHT, "--section", "x2=0.5", "--crossing", "both", "--points", "9", "--out", path)[0] == 0
    with np.load(path) as found:
        assert found["points"].shape == (9, 5) and np.abs(found["points"][:, 4] - 0.5).max() < 1e-13
        assert found["columns"].tolist() == ["t", "v1", "w", "x1", "x2"] and found["outcome"].tolist() == ["complete"]


def test_sections_of_other_systems(command, tmp_path):
    """SI, named with their units; starts of one energy; what is not conserved is not claimed."""
    path = tmp_path/"a.npz"
    code, text, _errors = command("section", "suslov", "--preset", "6", "--seeds", "w_1=-2:2:3", "--energy", "-0.05",
                                  "--points", "20", "--out", path, "--json")
    found = json.loads(text)
    assert (code, found["system"], found["orbits"], found["points"]) == (0, "suslov", 3, 60)
    assert found["units"]["w_2"] == "rad/s" and found["section"] == {"variable": "w_1", "level": 0, "crossing": "up"}
    with np.load(path) as arrays:
        assert arrays["points"].shape == (60, 6) and np.abs(arrays["points"][:, 1]).max() < 1e-12
        assert arrays["columns"].tolist() == ["t", "w_1", "w_2", "g_1", "g_2", "g_3"]
    code, text, _errors = command("section", "suslov", "--points", "3", "--out", tmp_path/"b.csv")
    assert code == 0 and "kept" not in text and "written to" in text
    code, text, _errors = command("section", "billiard", "--points", "7", "--out", tmp_path/"c.csv")
    assert code == 0 and "ℓ kept to" in text and "m²/s" in text
    assert (tmp_path/"c.csv").read_text().splitlines()[0] == "orbit,t,x,y,vx,vy"


def test_escapes_are_outcomes(command, tmp_path):
    """Some of them leave and some stay: nothing is wrong."""
    code, text, _errors = command(*CAUGHT, "--energy", "16.5", "--seeds", "x1=-12:12:9", "--points", "200", "--limit",
                                  "100", "--out", tmp_path/"a.csv", "--json")
    outcomes = json.loads(text)["outcomes"]
    assert code == 0 and set(outcomes) == {"complete", "escaped"} and sum(outcomes.values()) == 9


def test_a_folder_in_its_place_is_a_sentence(command, tmp_path):
    (tmp_path/"a.csv").mkdir()
    code, text, errors = command(*CAUGHT, "--points", "2", "--out", tmp_path/"a.csv")
    assert (code, text) == (2, "") and "is a folder" in errors and len(errors.splitlines()) == 1


def test_a_disk_that_takes_no_table_is_a_sentence(command, tmp_path, monkeypatch):
    command(*CAUGHT, "--points", "2", "--out", tmp_path/"before.csv")     # compiled by now, which would write, too
    (tmp_path/"before.csv").unlink()

    def refused(_number):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", refused)
    code, text, errors = command(*CAUGHT, "--points", "2", "--out", tmp_path/"a.csv")
    assert list(tmp_path.iterdir()) == []
    assert (code, text) == (2, "") and "a.csv' could not be written: " in errors and len(errors.splitlines()) == 1


def test_starts_without_so_low_an_energy_are_told(command, tmp_path):
    _code, text, _errors = command(*CAUGHT, "--energy", "-30", "--seeds", "x1=-10:10:5", "--points", "2", "--out",
                                   tmp_path/"a.csv")
    assert "3 starts have more than this energy and were left out" in text and "orbits 2," in text


def test_starts_without_so_low_an_energy_are_counted(command, tmp_path):
    _code, text, _errors = command(*CAUGHT, "--energy", "-30", "--seeds", "x1=-10:10:5", "--points", "2", "--out",
                                   tmp_path/"a.csv", "--json")
    found = json.loads(text)
    assert (found["orbits"], found["seeds_without_energy"]) == (2, 3)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_is_there(command, tmp_path, monkeypatch, workers):
    before = signal.getsignal(signal.SIGINT)
    shares = []

    def tell(_progress, share):
        shares.append(share)
        if len(shares) == 5:
            os.kill(os.getpid(), signal.SIGINT)
    monkeypatch.setattr(Progress, "show", tell)
    code, text, _errors = command(*CAUGHT, "--energy", "14", "--seeds", "x1=5:8:4", "--points", "4000000", "--workers",
                                  workers, "--out", tmp_path/"a.npz", "--json")
    found = json.loads(text)
    # what each worker had begun comes to its next look, and nothing more is begun; how much is told meanwhile hangs on
    # who is late
    assert code == 130 and found["outcomes"]["cancelled"] >= 1 and len(shares) >= 5
    assert all(share.startswith("0 %") for share in shares)
    with np.load(tmp_path/"a.npz") as arrays:
        assert len(arrays["points"]) == found["points"] > 100
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize(("words", "sentence"), [
    (["equilibria", "turntable"], "a sleigh or a skate"),
    (["equilibria", "nowhere"], "no scene 'nowhere'"),
    (["equilibria", "sleigh", "--places", "1,x"], "--places: got 'x'"),
    (["equilibria", "sleigh", "--set", "rate"], "NAME=VALUE"),
    (["conic", "sleigh"], "only a skate"),
    (["section", "skate"], "other than 0"),
    (["section", "sleigh", "--set", "rate=0"], "other than 0"),
    (["section", "bounce"], "sections are known of"),
    (["section", "coin", "--limit", "3"], "only a sleigh has a distance"),
    (["section", "coin", "--seeds", "radius=1:2:3"], "NAME=NUMBER of theta, tau, wobble"),
    (["section", "cone", "--energy", "-9"], "no seed has so low an energy"),
    (["section", "billiard", "--energy", "1"], "by place and velocity alone"),
    (["section", "suslov", "--section", "v1=0"], "needs one of w_1, w_2"),
    ([*CAUGHT, "--energy", "nan"], "--energy: got 'nan'"),
    ([*CAUGHT, "--energy", "-99", "--seeds", "x1=0"], "no seed has so low an energy"),
    ([*CAUGHT, "--seeds", "x1=1:2"], "LOW:HIGH:COUNT"),
    ([*CAUGHT, "--seeds", "w=1"], "LOW:HIGH:COUNT"),
    ([*CAUGHT, "--seeds", "x1=1:2:0"], "LOW:HIGH:COUNT"),
    ([*CAUGHT, "--seeds", "x1=1:2:9999", "x2=1:2:9999"], "at most 100000"),
    ([*CAUGHT, "--points", "0"], "--points: got 0"),
    ([*CAUGHT, "--points", "99999999"], "more than 20000000"),
    ([*CAUGHT, "--workers", "0"], "--workers: got 0"),
    ([*CAUGHT, "--section", "y=0"], "'y'"),
    ([*CAUGHT, "--section", "v1=x"], "--section: got 'x'"),
    ([*CAUGHT, "--limit", "0"], "--limit: got 0"),
    ([*CAUGHT, "--t-end", "-1"], "--t-end: got -1"),
    ([*CAUGHT, "--out", "a.txt"], ".csv or .npz"),
    ([*CAUGHT, "--out", "/nowhere/a.csv"], "no folder")])
def test_what_is_wrong_is_said_in_one_sentence(command, tmp_path, words, sentence):
    if words[0] == "section" and "--out" not in words:
        words = [*words, "--out", tmp_path/"a.csv"]
    code, text, errors = command(*words)
    assert (code, text) == (2, "") and sentence in errors and len(errors.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_a_section_replaces_a_file_only_when_told_so(command, tmp_path):
    out = tmp_path/"a.csv"
    out.write_text("mine")
    words = [*CAUGHT, "--points", "2", "--out", out]
    code, _text, errors = command(*words)
    assert code == 2 and "--force" in errors and out.read_text() == "mine"
    assert command(*words, "--force")[0] == 0 and out.read_text().startswith("orbit,")

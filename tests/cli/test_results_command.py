"""The command results: the table of one computer and of several, and tries that are not worth what is said of them."""

import csv
import json
import sqlite3
from pathlib import Path

import pytest

from sandbox.app import paths
from sandbox.cli.main import main
from sandbox.scene.catalogue import load_catalogue
from sandbox.scene.goals.challenge import load_challenges
from sandbox.workspace.results import Results, Try
from tests.challenges.scripts import machine

ROOT = Path(__file__).parents[2]
WIN = {"vx": 0.059840571428571424, "vy": 0.09973428571428572}


@pytest.fixture
def files(tmp_path):
    one, other = Results(tmp_path/"one.sqlite", "Anna"), Results(tmp_path/"other.sqlite", "Eve")
    one.put(Try("golf", 3, 1e-9, WIN))
    one.put(Try("golf", 0, 0.142, {}))
    other.put(Try("golf", 1, 0.004, {**WIN, "vy": WIN["vy"]*1.03}))
    return [str(tmp_path/"one.sqlite"), str(tmp_path/"other.sqlite")]


def test_the_table_of_a_class_in_three_forms(files, capsys):
    assert main(["results", *files]) == 0
    assert capsys.readouterr().out.splitlines() == ["Anna: Two sevenths golf ★★★ (tries: 2)",
                                                    "Eve: Two sevenths golf ★☆☆ (tries: 1)"]
    assert main(["results", *files, "--csv"]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert [(row["name"], row["stars"], row["tries"]) for row in rows] == [("Anna", "3", "2"), ("Eve", "1", "1")]
    assert main(["results", *files, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["values"] == WIN


def test_what_is_told_is_judged_again(files, tmp_path, capsys):
    assert main(["results", *files, "--check"]) == 0
    assert capsys.readouterr().err == ""
    cheat = Results(tmp_path/"cheat.sqlite", "Mallory")
    cheat.put(Try("golf", 3, 0.0, {"vx": 0.3, "vy": 0.3}))
    cheat.put(Try("halt", 3, 0.0, {"of_no_such_name": 1.0}))
    cheat.put(Try("none", 3, 0.0, {}))
    assert main(["results", files[0], str(tmp_path/"cheat.sqlite"), "--check"]) == 1
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith("Mallory, golf: 0 stars where 3 are told. It passed ")
    assert "'of_no_such_name' is locked" in told[1] and told[2] == "Mallory, none: there is no such challenge here"


def test_a_machine_that_was_built_is_built_again_to_be_judged(tmp_path, capsys):
    scenes = load_catalogue(ROOT / "scenes").scenes
    challenge = load_challenges([ROOT / "challenges"], scenes.get).good["machine"]
    built = challenge.build.rows(machine().document(challenge))
    honest, cheat = Results(tmp_path/"honest.sqlite", "Anna"), Results(tmp_path/"cheat.sqlite", "Mallory")
    honest.put(Try("machine", 3, None, {}, built=built))
    assert main(["results", str(honest.path), "--check"]) == 0
    assert capsys.readouterr().err == ""
    cheat.put(Try("machine", 3, None, {}, built=built[:2]))
    cheat.player = "Nobody"
    cheat.put(Try("machine", 1, None, {}, built=([7], "\x1b[2J")))
    cheat.player = "Oscar"
    cheat.put(Try("machine", 1, None, {}, built=built*2))
    assert main(["results", str(cheat.path), "--check"]) == 1
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith("Mallory, machine: 0 stars where 3 are told. ") and len(told) == 3
    assert told[1].startswith("Nobody, machine: ") and "\x1b" not in told[1] and told[2].startswith("Oscar, machine: ")


def test_without_a_file_it_is_that_of_this_computer(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert main(["results"]) == 0 and capsys.readouterr().out == ""
    Results(paths.standard_folders()["config"]/"results.sqlite").put(Try("golf", 2, None, {}))
    assert main(["results"]) == 0 and capsys.readouterr().out == "(no name): Two sevenths golf ★★☆ (tries: 1)\n"


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path, capsys):
    assert main(["results", str(tmp_path/"none.sqlite")]) == 2
    found = capsys.readouterr().err
    assert "none.sqlite" in found and found.count("\n") == 1


@pytest.mark.parametrize("form", [[], ["--csv"], ["--json"], ["--check"]])
def test_a_row_that_is_none_is_left_out_of_every_form(files, capsys, form):
    with sqlite3.connect(files[0]) as base:
        for changes in ({"values_": '{"vx": 1' + "0"*400 + "}"}, {"commands": '[[1e400, "vx", 1]]'},
                        {"measured": float("inf")}, {"challenge": "\x1b[2J"}, {"seconds": float("inf")}):
            row = {"challenge": "golf", "stars": 3, "measured": 0.0, "values_": "{}", "commands": "[]", "seconds": 1.0,
                   "at": 0.0, "nickname": "Eve"} | changes
            base.execute(f"INSERT INTO tries ({', '.join(row)}) VALUES ({', '.join('?'*len(row))})", [*row.values()])
    base.close()
    assert main(["results", files[0], *form]) == 0
    told = capsys.readouterr()
    assert "Eve" not in told.out and "Anna" in told.out and "\x1b" not in told.out and told.err == ""

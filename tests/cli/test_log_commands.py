"""The commands replay and log: sentences, objects, tables and exit codes."""

import json
import sqlite3

import numpy as np
import pytest

from sandbox.cli.common import scene_named
from sandbox.cli.main import main
from sandbox.run.logs.logfile import read_log


@pytest.fixture
def command(capsys):
    def run(*words):
        code = main([str(word) for word in words])
        return code, *capsys.readouterr()
    return run


@pytest.fixture
def log(command, tmp_path):
    """The log of a run of five seconds: 301 rows."""
    assert command("simulate", "turntable", "--preset", "3", "--duration", "5", "--log", tmp_path/"a.sqlite")[0] == 0
    return tmp_path/"a.sqlite"


@pytest.fixture
def damaged(log):
    """The same log with a row that was changed, the 270th."""
    with sqlite3.connect(log) as connection:
        connection.execute("UPDATE rows SET drift = 0.5 WHERE step = 4*269")
    connection.close()
    return log


def test_a_log_is_replayed(command, log):
    code, text, errors = command("replay", log)
    assert (code, errors) == (0, "") and "turntable" in text and "the same, bit by bit: 301 rows, 0 events" in text
    found = json.loads(command("replay", log, "--json")[1])
    assert found == {"scene": "turntable", "same": True, "rows": 301, "events": 0, "first_difference": None,
                     "largest_differences": {}, "changed": [], "trouble": ""}


def test_a_changed_scene_differs_and_is_compared(command, log, tmp_path):
    """The scene's file of today has another start: the first step and quantity are named, and how far it is."""
    source = scene_named("turntable").source.replace("velocity=(p.vx, p.vy)", "velocity=(p.vx, p.vy + 1e-9)")
    assert source != scene_named("turntable").source
    (tmp_path/"turntable.py").write_text(source, encoding="utf-8")
    code, text, _errors = command("replay", log, "--scene", tmp_path/"turntable.py")
    assert code == 1 and "other than when it was logged: the scene's file" in text
    assert "differs first at step 0 (t = 0 s): E_J [J] is " in text and "largest differences over 301 rows" in text
    code, text, _errors = command("replay", log, "--scene", tmp_path/"turntable.py", "--json")
    found = json.loads(text)
    assert code == 1 and found["changed"] == ["source"] and found["first_difference"]["quantity"] == "E_J [J]"
    assert 1e-10 < found["largest_differences"]["centre_x [m]"] < 1e-7


def test_a_whole_log_is_called_whole(command, log):
    code, text, errors = command("log", "check", log)
    assert (code, errors) == (0, "") and "turntable, Hollow ball: 301 rows to t = 5 s, 0 commands" in text
    assert "whole" in text
    found = json.loads(command("log", "check", log, "--json")[1])
    assert (found["rows"], found["closed"], found["damaged"], found["lost_rows"]) == (301, True, False, 0)


def test_a_damaged_log_is_exported_as_far_as_it_goes_and_said_so(command, damaged, tmp_path):
    """269 of 301 rows, on stderr and in the exit code."""
    code, _text, errors = command("log", "check", damaged)
    assert code == 1 and "269 of 301 rows: " in errors and "record 270 is damaged (its hash does not fit)" in errors
    for name in ("a.csv", "a.npz"):
        code, text, errors = command("log", "export", damaged, "--out", tmp_path/name)
        assert (code, text) == (1, "") and f"{name}': 269 of 301 rows: " in errors
    assert len((tmp_path/"a.csv").read_text(encoding="utf-8").splitlines()) == 270
    with np.load(tmp_path/"a.npz") as arrays:
        assert len(arrays["t"]) == 269
    code, _text, errors = command("log", "export", damaged, "--out", tmp_path/"a.csv")
    assert code == 2 and "is there already; --force replaces it" in errors
    assert command("log", "export", damaged, "--out", tmp_path/"a.csv", "--force")[0] == 1
    code, text, _errors = command("replay", damaged)
    assert code == 0 and "is damaged" in text and "the same, bit by bit: 269 rows" in text


def test_a_damaged_log_is_recovered(command, damaged, tmp_path):
    code, text, errors = command("log", "recover", damaged, "--out", tmp_path/"good.sqlite")
    assert code == 0 and "good.sqlite' is whole: 269 rows to t = 4.46667 s" in text and "269 of 301 rows" in errors
    log = read_log(tmp_path/"good.sqlite")
    assert (log.trouble, log.good_rows, log.header["recovered_from"]) == ("", 269, str(damaged))
    code, text, _errors = command("replay", tmp_path/"good.sqlite")
    assert code == 0 and "the same, bit by bit: 269 rows" in text
    assert command("log", "recover", damaged, "--out", damaged, "--force")[0] == 2
    assert read_log(damaged).good_rows == 269


def test_a_log_is_packed_and_plain_again(command, log, damaged, tmp_path):
    """What is damaged is said, as by `recover`; what is there is not replaced unasked."""
    code, text, errors = command("log", "pack", damaged, "--out", tmp_path/"small.sqlite")
    assert code == 0 and "small.sqlite' is whole: 269 rows to t = 4.46667 s" in text and "269 of 301 rows" in errors
    size, before, left = (int(word) for word in text.split() if word.isdigit() and word not in ("269", "4"))
    assert 0 < 3*size < before and left == 0
    code, text, errors = command("replay", tmp_path/"small.sqlite")
    assert (code, errors) == (0, "") and "the same, bit by bit: 269 rows" in text
    assert command("log", "recover", tmp_path/"small.sqlite", "--out", tmp_path/"plain.sqlite")[0] == 0
    with sqlite3.connect(tmp_path/"plain.sqlite") as connection:
        assert connection.execute("SELECT count(*) FROM run_bodies").fetchone() == (269,)
    connection.close()
    code, _text, errors = command("log", "pack", damaged, "--out", tmp_path/"small.sqlite")
    assert code == 2 and "is there already" in errors
    assert command("log", "pack", damaged, "--out", damaged, "--force")[0] == 2 and read_log(damaged).good_rows == 269


@pytest.mark.parametrize("words", [("replay",), ("log", "check"), ("log", "export", "--out", "x.csv"),
                                   ("log", "recover", "--out", "x.sqlite"), ("log", "pack", "--out", "x.sqlite")])
@pytest.mark.parametrize("content", [None, b"", b"nothing"])
def test_what_is_no_log_is_one_sentence(command, tmp_path, monkeypatch, words, content):
    monkeypatch.chdir(tmp_path)
    if content is not None:
        (tmp_path/"no.sqlite").write_bytes(content)
    code, text, errors = command(*words, "no.sqlite")
    assert (code, text) == (2, "") and len(errors.splitlines()) == 1 and "no.sqlite" in errors
    assert [path.name for path in tmp_path.iterdir()] == ([] if content is None else ["no.sqlite"])


def test_a_table_that_is_cut_short_says_where_its_rows_are(command, tmp_path, monkeypatch):
    def impatient(*_anything):
        raise KeyboardInterrupt
    with monkeypatch.context() as patch:
        patch.setattr("sandbox.run.logs.target.export_csv", impatient)
        code, _text, errors = command("simulate", "turntable", "--duration", "1", "--log", tmp_path/"a.csv")
    assert code == 130 and "the table was not finished; the rows are in" in errors
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv.sqlite"]
    assert command("log", "export", tmp_path/"a.csv", "--out", tmp_path/"a.csv")[0] == 0
    assert len((tmp_path/"a.csv").read_text(encoding="utf-8").splitlines()) == 62

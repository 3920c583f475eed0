"""Results of challenges: the best is known again; a file that is broken, locked or newer is one sentence, and kept."""

import sqlite3

import pytest

from sandbox.run.command import Command
from sandbox.workspace.results import Results, Try


def test_the_best_try_is_known_in_the_next_session(tmp_path):
    path = tmp_path/"results.sqlite"
    first = Results(path)
    commands = (Command(120, "rate", -3.5),)
    for tried in (Try("golf", 1, 0.004, {"vx": 0.1}), Try("golf", 3, 1e-4, {"vx": 0.2}, commands, 8.0),
                  Try("golf", 3, 2e-4, {"vx": 0.3}), Try("golf", 0, None, {"vx": 0.4}), Try("cup", 0, None, {})):
        first.put(tried)
    again = Results(path)
    assert again.trouble == "" and again.stars("golf") == 3 and again.stars("cup") == again.stars("none") == 0
    assert again.best("golf") == first.best("golf") == Try("golf", 3, 1e-4, {"vx": 0.2}, commands, 8.0)
    with sqlite3.connect(path) as base:
        assert base.execute("SELECT count(*) FROM tries").fetchone() == (5,)


@pytest.mark.parametrize("content", [b"nonsense"*500, b"SQLite format 3\x00" + b"\xff"*4000])
def test_a_damaged_file_is_put_aside_and_a_new_one_begun(tmp_path, content):
    path = tmp_path/"results.sqlite"
    path.write_bytes(content)
    results = Results(path)
    results.put(Try("golf", 2, None, {}))
    assert (tmp_path/"results.sqlite.bak").read_bytes() == content
    assert Results(path).stars("golf") == 2


def test_a_file_of_a_later_version_stays_as_it_is(tmp_path):
    path = tmp_path/"results.sqlite"
    with sqlite3.connect(path) as base:
        base.execute("PRAGMA user_version = 7")
        base.execute("CREATE TABLE other (a)")
    base.close()
    before = path.read_bytes()
    results = Results(path)
    results.put(Try("golf", 2, None, {}))
    assert "later version" in results.trouble and results.stars("golf") == 2 and path.read_bytes() == before


def test_a_locked_file_and_no_folder_are_one_sentence(tmp_path):
    path = tmp_path/"results.sqlite"
    Results(path).put(Try("golf", 1, None, {}))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    locked = Results(path)
    locked.put(Try("golf", 3, None, {}))
    other.execute("COMMIT")
    other.close()
    assert "locked" in locked.trouble and "\n" not in locked.trouble and locked.stars("golf") == 3
    missing = Results(tmp_path/"none"/"results.sqlite")
    missing.put(Try("golf", 3, None, {}))
    assert "not kept" in missing.trouble and missing.stars("golf") == 3


@pytest.mark.parametrize("row", [
    ("golf", 9, None, "{}", "[]", 1.0), ("golf", 3, "x", "{}", "[]", 1.0), ("golf", 3, None, "[", "[]", 1.0),
    ("golf", 3, None, "{}", "[[1]]", 1.0), ("golf", 3, None, "{}", "["*100_000, 1.0), (None, 3, None, "{}", "[]", 1.0),
    ("golf", 3, None, '{"vx": "a"}', "[]", 1.0), ("golf", 3, None, "{}", '[[0, "rate", null]]', None)])
def test_rows_that_are_none_are_left_out(tmp_path, row):
    path = tmp_path/"results.sqlite"
    Results(path).put(Try("cup", 1, None, {}))
    with sqlite3.connect(path) as base:
        base.execute("INSERT INTO tries VALUES (?, ?, ?, ?, ?, ?, 0)", row)
    base.close()
    found = Results(path)
    assert found.stars("cup") == 1 and found.stars("golf") == 0 and found.trouble == ""


def test_two_windows_write_into_one_file(tmp_path):
    path = tmp_path/"results.sqlite"
    one, other = Results(path), Results(path)
    one.put(Try("golf", 1, None, {}))
    other.put(Try("cup", 2, None, {}))
    one.put(Try("halt", 3, None, {}))
    found = Results(path)
    assert [found.stars(name) for name in ("golf", "cup", "halt")] == [1, 2, 3]

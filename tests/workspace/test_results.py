"""Results of challenges: the best is known again; a file that is broken, locked or newer is one sentence, and kept."""

import csv
import sqlite3
from dataclasses import replace

import pytest

from sandbox.errors import BadValue
from sandbox.run.command import Command
from sandbox.workspace.results import Results, Try, csv_of, nickname_of, read_standings

OF_VERSION_1 = ("CREATE TABLE tries (challenge TEXT, stars INTEGER, measured REAL, values_ TEXT, commands TEXT, "
                "seconds REAL, at REAL)")


def test_the_best_try_is_known_in_the_next_session(tmp_path):
    path = tmp_path/"results.sqlite"
    first = Results(path)
    commands = (Command(120, "rate", -3.5),)
    for tried in (Try("golf", 1, 0.004, {"vx": 0.1}), Try("golf", 3, 1e-4, {"vx": 0.2}, commands, 8.0),
                  Try("golf", 3, 2e-4, {"vx": 0.3}), Try("golf", 0, None, {"vx": 0.4}), Try("cup", 0, None, {})):
        first.put(tried)
    again = Results(path)
    assert again.trouble == "" and again.stars("golf") == 3 and again.stars("cup") == again.stars("none") == 0
    assert again.best("golf") == first.best("golf")
    assert replace(again.best("golf"), at=0.0) == Try("golf", 3, 1e-4, {"vx": 0.2}, commands, 8.0)
    assert [(one.best.challenge, one.tries) for one in again.standings] == [("cup", 1), ("golf", 4)]
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
        base.execute("INSERT INTO tries VALUES (?, ?, ?, ?, ?, ?, 0, '', '[]')", row)
    base.close()
    found = Results(path)
    assert found.stars("cup") == 1 and found.stars("golf") == 0 and found.trouble == ""


HUGE = "1" + "0"*400


@pytest.mark.parametrize("changes", [
    {"commands": '[[1e400, "vx", 1]]'}, {"commands": '[[NaN, "vx", 1]]'}, {"commands": '[[-1, "vx", 1]]'},
    {"commands": '[[1.5, "vx", 1]]'}, {"commands": '[[1, "vx", NaN]]'}, {"commands": '[[1, "v\\u001bx", 1]]'},
    {"values_": f'{{"vx": {HUGE}}}'}, {"values_": '{"vx": Infinity}'}, {"values_": '{"vx": NaN}'},
    {"values_": '{"\\u001b[2J": 1}'}, {"measured": float("inf")}, {"measured": float("-inf")}, {"measured": "nan"},
    {"seconds": float("inf")}, {"seconds": -1.0}, {"at": float("inf")}, {"at": 1e300}, {"challenge": "golf\x1b[2J"},
    {"challenge": "golf\nAnna: golf"}, {"challenge": "g"*100_000}, {"challenge": "\u202eflog"}, {"challenge": b"golf"},
    {"nickname": "\x1b[2J"}, {"nickname": "\u202eevE"}, {"nickname": "A"*1000}, {"nickname": None}, {"nickname": b"A"},
    {"built": "[NaN]"}, {"built": "[1e400]"}], ids=str)
def test_rows_with_numbers_that_are_none_or_signs_that_steer_are_left_out(tmp_path, changes):
    path = tmp_path/"results.sqlite"
    Results(path).put(Try("cup", 1, None, {}))
    row = {"challenge": "golf", "stars": 3, "measured": 0.1, "values_": "{}", "commands": "[]", "seconds": 1.0, "at": 0,
           "nickname": "", "built": "[]"}
    with sqlite3.connect(path) as base:
        for one in (row | {"challenge": "good"}, row | changes):
            base.execute(f"INSERT INTO tries ({', '.join(one)}) VALUES ({', '.join('?'*len(one))})", [*one.values()])
    base.close()
    assert [one.best.challenge for one in Results(path).standings] == ["cup", "good"]
    standings = read_standings([path])
    assert [one.best.challenge for one in standings] == ["cup", "good"] and csv_of(standings).count("\n") == 3


def test_two_windows_write_into_one_file(tmp_path):
    path = tmp_path/"results.sqlite"
    one, other = Results(path), Results(path)
    one.put(Try("golf", 1, None, {}))
    other.put(Try("cup", 2, None, {}))
    one.put(Try("halt", 3, None, {}))
    found = Results(path)
    assert [found.stars(name) for name in ("golf", "cup", "halt")] == [1, 2, 3]


def test_a_file_of_the_first_version_is_read_and_goes_on_with_names(tmp_path):
    path = tmp_path/"results.sqlite"
    with sqlite3.connect(path) as base:
        base.execute(OF_VERSION_1)
        base.execute("PRAGMA user_version = 1")
        base.execute("INSERT INTO tries VALUES ('golf', 2, 0.002, '{}', '[]', 12.0, 1.5e9)")
    base.close()
    anna = Results(path, "Anna")
    assert anna.stars("golf") == 0 and [one.best.nickname for one in anna.standings] == [""]
    anna.put(Try("golf", 3, 1e-4, {}))
    again = Results(path)
    assert (again.stars("golf"), again.best("golf").measured, again.best("golf").at) == (2, 0.002, 1.5e9)
    again.player = "Anna"
    assert again.stars("golf") == 3 and again.trouble == anna.trouble == ""
    with sqlite3.connect(path) as base:
        assert base.execute("SELECT nickname FROM tries ORDER BY rowid").fetchall() == [("",), ("Anna",)]


@pytest.mark.parametrize(("text", "name"), [
    ("  Anna   B. ", "Anna B."), ("<b>Eve</b>", "<b>Eve</b>"), ("\u202eevE\u200b", "evE"), ("a\nb\tc", "abc"),
    ("Чебышёв", "Чебышёв"), ("e\u0301", "é"), ("", ""), ("\x00\u2028\u00a0", "")])
def test_a_name_is_one_line_of_what_can_be_seen(text, name):
    assert nickname_of(text) == name and nickname_of(name) == name


def test_a_name_is_at_most_24_letters():
    assert nickname_of("x"*24) == "x"*24
    with pytest.raises(BadValue, match="needs at most 24"):
        nickname_of("x"*10_000)


def test_the_table_of_a_class_is_put_together_from_its_computers(tmp_path):
    one, other = Results(tmp_path/"1.sqlite", "Anna"), Results(tmp_path/"2.sqlite", "=Bob")
    one.put(Try("golf", 1, 0.004, {"vx": 0.1}, (), 12.0))
    other.put(Try("golf", 2, 0.001, {"vx": 0.2, "vy": -0.5}))
    other.player = "Anna"
    other.put(Try("golf", 3, 1e-4, {"vx": 0.25}))
    copy = tmp_path/"copy of 1.sqlite"
    copy.write_bytes((tmp_path/"1.sqlite").read_bytes())
    found = read_standings([tmp_path/"1.sqlite", tmp_path/"2.sqlite", copy])
    assert [(each.best.nickname, each.best.stars, each.tries) for each in found] == [("=Bob", 2, 1), ("Anna", 3, 2)]
    rows = list(csv.DictReader(csv_of(found).splitlines()))
    assert [row["name"] for row in rows] == ["'=Bob", "Anna"]         # a spreadsheet would calculate "=Bob"
    assert (rows[0]["stars"], float(rows[0]["measured"]), rows[0]["values"]) == ("2", 0.001, "vx=0.2; vy=-0.5")
    assert rows[1]["at"].endswith("Z") and rows[1]["tries"] == "2"


@pytest.mark.parametrize("content", [None, b"nonsense"*500])
def test_a_file_of_somebody_that_cannot_be_read_is_one_sentence_and_stays(tmp_path, content):
    path = tmp_path/"other.sqlite"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadValue, match=r"other\.sqlite"):
        read_standings([path])
    assert content is None or path.read_bytes() == content


@pytest.mark.parametrize("built", ["{", "{}", "null", "["*100_000, None, 3])
def test_rows_whose_parts_are_no_list_are_left_out_and_parts_are_kept(tmp_path, built):
    path, parts = tmp_path/"results.sqlite", (["wall 2", "support", {"word": "On", "with": []}, None],)
    Results(path).put(Try("machine", 1, None, {}, built=parts))
    with sqlite3.connect(path) as base:
        base.execute("INSERT INTO tries VALUES ('golf', 3, NULL, '{}', '[]', 1.0, 0, '', ?)", (built,))
    found = Results(path)
    assert found.best("machine").built == parts and found.best("golf") is None and found.trouble == ""

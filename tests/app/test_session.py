"""A window that ended badly is told of once, whatever it left; one that runs is left alone."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from sandbox.app import session
from sandbox.app.session import Left, Session, logs_being_written, take_left

ROOT = Path(__file__).resolve().parents[2]
RUNNING = ("import sys; from pathlib import Path; from sandbox.app.session import Session\n"
           "session = Session(Path(sys.argv[1])).begin(); session.note(scene='turntable', log='run.sqlite')\n"
           "print(flush=True); input()\n")


def start(folder, program=RUNNING):
    process = subprocess.Popen([sys.executable, "-c", program, str(folder)], cwd=ROOT, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, text=True)
    process.stdout.readline()
    return process


def test_a_killed_window_is_told_once_with_what_it_showed(tmp_path):
    process = start(tmp_path)
    assert take_left(tmp_path) == []
    process.kill()
    process.communicate()
    [left] = take_left(tmp_path)
    assert (left.scene, left.log) == ("turntable", "run.sqlite") and left.start
    assert take_left(tmp_path) == [] and list(tmp_path.iterdir()) == []


def test_an_end_in_order_leaves_nothing(tmp_path):
    one = Session(tmp_path).begin()
    one.note(scene="turntable", preset="x"*100)
    one.note(scene="globe", preset="")
    [path] = tmp_path.iterdir()
    assert json.loads(path.read_text())["scene"] == "globe"      # nothing of the longer text before is left
    one.close()
    assert list(tmp_path.iterdir()) == []
    one.note(scene="late")
    one.close()
    assert list(tmp_path.iterdir()) == []


def test_two_windows_do_not_take_one_another_for_dead(tmp_path):
    processes = [start(tmp_path) for _count in range(3)]
    assert take_left(tmp_path) == []
    assert logs_being_written(tmp_path) == {"run.sqlite"}
    assert len(list(tmp_path.glob("window-*.json"))) == 3
    for process in processes:
        process.kill()
        process.communicate()
    assert logs_being_written(tmp_path) == set()
    assert len(take_left(tmp_path)) == 3


def test_tests_of_the_program_are_no_loss(tmp_path):
    program = RUNNING.replace("Path(sys.argv[1]))", "Path(sys.argv[1]), is_test=True)")
    process = start(tmp_path, program)
    process.kill()
    process.communicate()
    assert take_left(tmp_path) == [] and list(tmp_path.iterdir()) == []


def test_two_starts_at_once_share_what_is_left(tmp_path):
    """40 files that were left, three starts: each file is told once."""
    for number in range(40):
        (tmp_path / f"window-{number}.json").write_text(json.dumps({"scene": f"s{number}"}))
    program = ("import sys; from pathlib import Path; from sandbox.app.session import take_left\nprint(flush=True)\n"
               "input(); print(*(left.scene for left in take_left(Path(sys.argv[1]))))")
    starts = [start(tmp_path, program) for _count in range(3)]
    for one in starts:
        one.stdin.write("\n")
        one.stdin.flush()
    told = [scene for one in starts for scene in one.communicate()[0].split()]
    assert sorted(told) == sorted(f"s{number}" for number in range(40))


GOOD = {"id": 7, "start": "2026-01-02T03:04:05", "scene": "turntable", "preset": "Fast", "log": "/runs/a.sqlite",
        "parameters": {"rate": 3.5, "shell": True}}
TOLD = Left("2026-01-02T03:04:05", "turntable", "Fast", "/runs/a.sqlite", {"rate": 3.5, "shell": True})
# what may be left: content of the file, and what is told of it
ODD = {
    "whole": (json.dumps(GOOD).encode(), TOLD),
    "with the tail of a longer text": (json.dumps(GOOD).encode() + b'e": 1}}', TOLD),
    "empty": (b"", Left()),
    "blank": (b"\0"*4096, Left()),
    "half": (json.dumps(GOOD).encode()[:60], Left()),
    "list": (b"[1, 2]", Left()),
    "null": (b"null", Left()),
    "number": (b"7", Left()),
    "UTF-16": (json.dumps(GOOD).encode("utf-16"), Left()),
    "bytes": (bytes(range(256))*10, Left()),
    "deep": (b'{"parameters": '*50_000, Left()),
    "huge": (b" "*5_000_000, Left()),
    "long number": (b'{"id": ' + b"9"*10_000 + b"}", Left()),
    "wrong types": (json.dumps({"scene": 3, "preset": [], "log": None, "start": {}, "parameters": "x"}).encode(),
                    Left()),
    "no numbers": (b'{"parameters": {"a": NaN, "b": 1e999, "c": null, "d": [1], "e": 2}}', Left(parameters={"e": 2})),
    "long text": (json.dumps({"scene": "x"*50_000, "preset": "p"}).encode(), Left(preset="p")),
    "own number": (json.dumps({**GOOD, "id": os.getpid()}).encode(), TOLD),
    "the future": (json.dumps({**GOOD, "start": "9999-01-01"}).encode(), replace(TOLD, start="9999-01-01")),
}


@pytest.mark.parametrize("kind", ODD)
def test_whatever_was_left_is_told_once(tmp_path, kind):
    content, told = ODD[kind]
    (tmp_path / f"window-{os.getpid()}.json").write_bytes(content)
    assert take_left(tmp_path) == [told]
    assert take_left(tmp_path) == []
    own = Session(tmp_path).begin()
    assert len(list(tmp_path.glob("window-*.json"))) == 1
    own.close()


@pytest.mark.skipif(os.name == "nt", reason="files of Unix")
def test_what_is_no_file_is_left_alone(tmp_path):
    """A folder, pipes and links in the place of the file: nothing waits, nothing is told for ever."""
    (tmp_path / "window-1.json").mkdir()
    os.mkfifo(tmp_path / "window-2.json")
    (tmp_path / "window-3.json").symlink_to("nothing")
    (tmp_path / "window-4.json").symlink_to("window-4.json")
    (tmp_path / "other").write_text(json.dumps(GOOD))
    (tmp_path / "window-5.json").symlink_to("other")
    os.mkfifo(tmp_path / "session-1.log")
    assert take_left(tmp_path) == [] and logs_being_written(tmp_path) == set()
    assert (tmp_path / "other").exists()


def test_what_can_not_be_removed_is_not_told(tmp_path, monkeypatch):
    (tmp_path / "window-1.json").write_text(json.dumps(GOOD))

    def refuse(*_arguments):
        raise PermissionError(13, "Permission denied")
    monkeypatch.setattr("os.unlink", refuse)
    assert take_left(tmp_path) == []


def test_twenty_ends_are_one_list_newest_first(tmp_path):
    for number in range(20):
        (tmp_path / f"window-{number}.json").write_text(json.dumps({**GOOD, "start": f"2026-01-{number + 1:02}"}))
    starts = [left.start for left in take_left(tmp_path)]
    assert len(starts) == 20 and starts == sorted(starts, reverse=True)


def test_a_folder_that_can_not_be_written_means_no_session(tmp_path):
    one = Session(tmp_path / "missing").begin()
    one.note(scene="turntable")
    one.close()


def test_a_full_disk_stops_nothing(tmp_path, monkeypatch):
    one = Session(tmp_path).begin()

    def full(*_arguments, **_options):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(session.json, "dumps", full)
    one.note(scene="turntable")
    one.close()

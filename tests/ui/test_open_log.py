"""File > Open log: the run of a log comes back from its start, and is said to be the same or not."""

import sqlite3

import pytest

from sandbox.run.logs.logfile import read_log
from sandbox.run.logs.recorder import Recorder
from sandbox.run.replay import replayed
from sandbox.run.simulation import Simulation
from tests.ui.made_up import turntable


@pytest.fixture
def log(tmp_path):
    """The log of a run of two seconds that was steered, from a start of its own."""
    run = Simulation(turntable(), {"x": 0.1}, preset="Plain",
                     open_log=lambda header: Recorder(tmp_path / "earlier.sqlite", header))
    run.advance(120)
    run.set("rate", 9.0)
    run.advance(360)
    run.recorder.close()
    return tmp_path / "earlier.sqlite"


def opened(b, qtbot, path):
    b.window.open_log.open(str(path))
    qtbot.waitUntil(lambda: not b.window.open_log.is_busy)


def test_a_log_comes_back_from_its_start_and_is_the_same(bench, qtbot, log):
    b = bench()
    before = b.run
    opened(b, qtbot, log)
    assert b.run is not before and not before.recorder.is_active
    assert b.run.step == 0 and b.run.preset == "Plain" and b.run.start_values["x"] == 0.1
    assert "earlier.sqlite: the same, bit by bit: 121 rows, 0 events" in b.window.message.text
    assert b.window.message.kind == "event"
    b.player.step(480)
    end = read_log(log).bodies["centre"][-1, 0]
    assert b.player.snapshot.bodies[0].centre.tobytes() == end.tobytes()
    assert b.run.recorder is None and b.run.snapshot().live["rate"] == 9.0


def test_play_stops_at_its_end_and_goes_on_as_a_new_run(bench, qtbot, log):
    b = bench(playing=True)
    opened(b, qtbot, log)
    b.frames(140)
    assert b.run.step == 480 and not b.player.is_playing
    assert "The log ends here, at t = 2.000 s" in b.window.message.text
    logs = len(b.recorders)
    b.player.play()
    b.frames(60)
    assert b.run.step > 600 and b.player.is_playing and len(b.recorders) == logs + 1
    b.player.close()
    beyond = read_log(b.recorders[-1].path)
    assert beyond.trouble == "" and beyond.header["forked_from"] == str(log)
    assert beyond.header["forked_at_step"] == 480 and beyond.rows["step"][0] == 484 and len(beyond.commands) == 1
    assert replayed(b.recorders[-1].path, lambda _name: turntable())[0].is_same


def test_another_future_gets_a_log_of_its_own(bench, qtbot, log):
    b = bench()
    opened(b, qtbot, log)
    b.player.step(60)
    logs = len(b.recorders)
    b.player.change("rate", 1.0)
    b.frames(2)
    b.player.step(240)
    assert len(b.recorders) == logs + 1 and [c.value for c in b.run.commands] == [1.0]
    b.player.close()
    verdict, again = replayed(b.recorders[-1].path, lambda _name: turntable())
    assert verdict.is_same and again.step == 300


def test_a_damaged_log_opens_up_to_its_damage(bench, qtbot, log):
    with sqlite3.connect(log) as connection:
        connection.execute("UPDATE rows SET t = 7 WHERE step = 240")
    connection.close()
    b = bench()
    opened(b, qtbot, log)
    assert b.run.latest == 236 and b.window.message.kind == "error"
    assert "is damaged" in b.window.message.text and "the same, bit by bit: 60 rows" in b.window.message.text


def test_what_is_no_log_leaves_the_run_as_it_is(bench, qtbot, tmp_path):
    b = bench()
    before = b.run
    for content in (b"", b"nothing"):
        (tmp_path / "no.sqlite").write_bytes(content)
        opened(b, qtbot, tmp_path / "no.sqlite")
        assert b.run is before and b.window.message.kind == "error" and "cannot be read" in b.window.message.text


def test_closing_forgets_a_log_on_its_way(bench, qtbot, log):
    b = bench()
    b.window.open_log.open(str(log))
    b.window.close()
    assert not b.window.open_log.is_busy


def test_export_says_what_is_missing(bench, qtbot, tmp_path):
    """The log of the present run was given up, or a row of it is damaged."""
    b = bench(playing=True)
    b.frames(120)
    b.player.pause()
    b.frames(30)
    recorder = b.run.recorder
    recorder.commit()
    with sqlite3.connect(recorder.path) as other:
        other.execute("UPDATE rows SET drift = 0.5 WHERE step = 80")
    other.close()
    b.window.export.write(str(tmp_path / "a.csv"))
    qtbot.waitUntil(lambda: "was saved" in b.window.message.text)
    assert "20 of " in b.window.message.text and "is damaged" in b.window.message.text
    assert b.window.message.kind == "error"
    assert len((tmp_path / "a.csv").read_text(encoding="utf-8").splitlines()) == 21

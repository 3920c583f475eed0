"""File > Export > the run: the sheet, the process beside the window, what is said."""

import os
import sys
from pathlib import Path

import numpy as np
import pytest

from sandbox.cli.common import scene_named
from sandbox.exports.span import Span
from sandbox.ui.window.files.export_sheet import ExportSheet, Wanted

PROGRAM = (sys.executable, str(Path(__file__).parents[2] / "main.py"))


@pytest.fixture
def b(bench, tmp_path):
    return bench([scene_named("turntable")], films=(tmp_path / "films", tmp_path, PROGRAM))


def files(folder) -> list[str]:
    """What is there, besides the log of the run in the window."""
    return sorted(name for name in os.listdir(folder) if ".sqlite" not in name)


def written(b, qtbot, wanted, path):
    b.window.export_run.write(wanted, str(path))
    qtbot.waitUntil(lambda: not b.window.export_run.is_busy)


def test_what_was_played_is_written_as_it_was(b, qtbot, tmp_path):
    b.player.step(60)
    b.player.change("rate", 6.0)
    b.frames(2)
    b.player.step(180)
    centre = b.player.snapshot.bodies[0].centre.tolist()
    written(b, qtbot, Wanted(Span(0.0, 1.0, 240.0), ".npz"), tmp_path / "a")
    assert "Saved as" in b.window.message.text and "241 instants" in b.window.message.text
    with np.load(tmp_path / "a.npz") as arrays:
        assert arrays["centre"][-1, 0].tolist() == centre
    assert b.window.export_run.strip.isHidden() and files(tmp_path) == ["a.npz"]


def test_nothing_is_replaced_unasked(b, qtbot, tmp_path):
    (tmp_path / "a.csv").write_text("mine")
    wanted = Wanted(Span(0.0, 0.5, 10.0), ".csv")
    written(b, qtbot, wanted, tmp_path / "a.csv")
    assert "is there already" in b.window.message.text and (tmp_path / "a.csv").read_text() == "mine"
    b.window.message.button.click()
    qtbot.waitUntil(lambda: not b.window.export_run.is_busy)
    assert "Saved as" in b.window.message.text and (tmp_path / "a.csv").read_text() != "mine"
    written(b, qtbot, wanted, tmp_path / "none" / "a.csv")
    assert "there is no folder" in b.window.message.text


def test_it_can_be_stopped_and_leaves_nothing(b, qtbot, tmp_path):
    b.window.export_run.write(Wanted(Span(0.0, 500.0, 60.0), ".html"), tmp_path / "a.html")
    strip = b.window.export_run.strip
    qtbot.waitUntil(lambda: strip.bar.value() > 0)
    assert "a.html" in strip.text.text()
    strip.stop.click()
    qtbot.waitUntil(lambda: not b.window.export_run.is_busy)
    assert "stopped" in b.window.message.text and files(tmp_path) == []


def test_why_it_could_not_be_is_said(b, qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(b.window.export_run, "_command", (sys.executable, "-c", "raise SystemExit('no reason to')"))
    written(b, qtbot, Wanted(Span(0.0, 0.5, 10.0), ".csv"), tmp_path / "a.csv")
    assert "could not be written: no reason to." in b.window.message.text
    monkeypatch.setattr(b.window.export_run, "_command", ("no such program",))
    written(b, qtbot, Wanted(Span(0.0, 0.5, 10.0), ".csv"), tmp_path / "a.csv")
    assert "could not be written" in b.window.message.text


def test_closing_the_window_ends_it(b, qtbot, tmp_path):
    b.window.export_run.write(Wanted(Span(0.0, 500.0, 60.0), ".html"), tmp_path / "a.html")
    qtbot.waitUntil(lambda: b.window.export_run.strip.bar.value() > 0)
    b.window.close()
    assert not b.window.export_run.is_busy and files(tmp_path) == []


def test_the_sheet_says_how_much_it_will_be(b, qtbot):
    sheet = ExportSheet(b.window, 4.0)
    qtbot.addWidget(sheet)
    asked = []
    sheet.wanted.connect(asked.append)
    assert sheet.kind.currentData() == ".html" and sheet.end.value() == 4.0 and "241 instants" in sheet.note.text()
    sheet.begin.setValue(5.0)
    assert not sheet.go.isEnabled() and "needs 0 <= from < to" in sheet.note.text()
    sheet.begin.setValue(1.0)
    sheet.end.setValue(2000.0)
    assert not sheet.go.isEnabled() and "at most 36000" in sheet.note.text()
    sheet.kind.setCurrentIndex(sheet.kind.findData(".csv"))
    sheet.kind.activated.emit(0)
    sheet.rate.setValue(100.0)
    assert sheet.go.isEnabled()
    sheet.go.click()
    assert asked == [Wanted(Span(1.0, 2000.0, 100.0), ".csv")]


def test_without_a_program_there_is_no_entry(bench):
    assert not bench().window.commands["export_run"].isEnabled()

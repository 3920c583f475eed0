"""A curve drawn with the mouse or the keys: what the run gets, that it can be made again, what the sheet says."""

from pathlib import Path

import numpy as np
import pytest
from PyQt5.QtCore import QEvent, Qt
from PyQt5.QtGui import QMouseEvent
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication

from sandbox.run.headless import simulate
from sandbox.run.logs.logfile import read_log
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_scene
from sandbox.scene.drawn_curve import curve_points, smooth_curve
from sandbox.ui.panels.curve_pad import ticks
from tests.ui.made_up import turntable

INTEGRAPH = load_scene(Path(__file__).parents[2] / "scenes" / "integraph.py")


@pytest.fixture
def sheet_of(bench):
    """The bench on the integraph, and its open sheet."""
    def make(**options):
        b = bench([INTEGRAPH, turntable()], scene_id="integraph", **options)
        b.act("draw")
        return b, b.window.drawing.sheet
    return make


def draw(pad, x, y):
    """Drag along points of the curve."""
    points = [pad.place(a, b) for a, b in zip(x, y, strict=True)]
    QTest.mousePress(pad, Qt.MouseButton.LeftButton, pos=points[0].toPoint())
    for point in points[1:]:
        # the pointer itself stays: no other window may lie in its way
        QApplication.sendEvent(pad, QMouseEvent(QEvent.Type.MouseMove, point, Qt.MouseButton.NoButton,
                                                Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier))
    QTest.mouseRelease(pad, Qt.MouseButton.LeftButton, pos=points[-1].toPoint())


def run_with_it(b, sheet) -> str:
    """Press the button; the curve that then runs."""
    sheet.run.click()
    b.now += 1.0
    b.settle()
    return b.run.values["curve"]


def test_what_is_drawn_is_run_and_can_be_made_again(sheet_of):
    """Bit by bit, from the log and from the command line; the pencil stays on the exact integral."""
    b, sheet = sheet_of()
    x = np.linspace(-0.5, 0.5, 200)
    draw(sheet.pad, x, 0.6*np.cos(7*x))
    text = run_with_it(b, sheet)
    assert b.player.is_playing and text == sheet.pad.text and len(curve_points(text)[0]) == 41
    # [1] a pixel is 0.01, and the hand's steps are smoothed
    np.testing.assert_allclose(smooth_curve(text)(x), 0.6*np.cos(7*x), atol=0.02)

    b.player.pause()
    b.window.step(960)
    here = b.run.snapshot()
    again = Simulation(INTEGRAPH, {"curve": text})
    again.advance(b.run.step)
    assert again.snapshot().bodies[0].centre.tobytes() == here.bodies[0].centre.tobytes()
    b.recorders[-1].close()
    header = read_log(b.recorders[-1].path).header
    assert header["parameters"]["curve"] == text
    assert simulate(INTEGRAPH, header["parameters"], 1.0)["parameters"] == header["parameters"]

    exact = smooth_curve(text).integral(-0.5, here.bodies[0].centre[0])
    assert here.bodies[0].centre[1] == pytest.approx(exact, abs=1e-9)     # [m] it starts a nanometre inside
    assert b.run.ghost([b.run.t])[0] == pytest.approx(here.bodies[0].centre, abs=1e-13)
    assert b.run.meters[0].name == "y - F" and b.run.meters[0].drift < 1e-13


def test_undo_takes_the_curve_away(sheet_of):
    b, sheet = sheet_of()
    draw(sheet.pad, (-0.5, 0.5), (1.0, -1.0))
    text = run_with_it(b, sheet)
    assert text != "none" and b.row("curve").back.isEnabled()
    b.player.pause()
    b.act("undo")
    b.settle()
    assert b.run.values["curve"] == "none" == b.row("curve").value
    b.act("redo")
    b.settle()
    assert b.run.values["curve"] == text
    b.row("curve").back.click()
    b.settle()
    assert b.run.values["curve"] == "none"


def test_a_hand_that_goes_back_draws_a_function(sheet_of):
    """Loops and a stroke from right to left: the last height at each place counts."""
    _b, sheet = sheet_of()
    draw(sheet.pad, (-0.5, 0.3, -0.2, 0.5), (0.5, 0.5, -0.5, -0.5))
    x, y = curve_points(sheet.pad.text)
    assert np.all(np.diff(x) > 0.0)
    assert y[2] == pytest.approx(0.5, abs=0.05) and y[-3] == pytest.approx(-0.5, abs=0.05)
    before = sheet.pad.text
    draw(sheet.pad, (0.5, 0.45), (1.0, 1.0))
    after = curve_points(sheet.pad.text)[1]
    assert sheet.pad.text != before and after[-1] > 0.8
    np.testing.assert_allclose(after[:30], y[:30], atol=0.05)      # the rest stays


def test_a_part_is_continued_to_the_ends(sheet_of):
    _b, sheet = sheet_of()
    assert not sheet.run.isEnabled() and "Drag" in sheet.note.text()
    draw(sheet.pad, (-0.1, 0.1), (0.8, 0.8))
    np.testing.assert_allclose(curve_points(sheet.pad.text)[1], 0.8, atol=0.01)
    assert sheet.run.isEnabled()


def test_heights_end_at_the_range_and_that_is_said(sheet_of):
    _b, sheet = sheet_of()
    draw(sheet.pad, np.linspace(-0.5, 0.5, 50), np.linspace(-9.0, 9.0, 50))
    y = curve_points(sheet.pad.text)[1]
    assert (y.min(), y.max()) == (-2.0, 2.0)
    assert "end at -2 and 2" in sheet.note.text()
    draw(sheet.pad, (-0.5, 0.5), (0.0, 0.0))
    assert "end at" not in sheet.note.text()


def test_tremor_is_smoothed_and_waves_stay(sheet_of):
    _b, sheet = sheet_of()
    x = np.linspace(-0.5, 0.5, 400)
    draw(sheet.pad, x, np.sin(2*np.pi*3*x) + 0.1*np.sin(2*np.pi*40*x))
    np.testing.assert_allclose(smooth_curve(sheet.pad.text)(x[20:-20]), np.sin(2*np.pi*3*x)[20:-20], atol=0.04)


def test_the_keys_draw_too(sheet_of, qtbot):
    _b, sheet = sheet_of()
    sheet.level.click()
    for key, times in ((Qt.Key.Key_Left, 10), (Qt.Key.Key_Up, 3)):
        for _i in range(times):
            qtbot.keyClick(sheet.pad, key)
    assert smooth_curve(sheet.pad.text)(-0.25) == pytest.approx(0.3, abs=0.02)
    qtbot.keyClick(sheet.pad, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert smooth_curve(sheet.pad.text)(-0.25) == pytest.approx(0.28, abs=0.02)
    sheet.back.click()
    assert sheet.pad.text == "none"


def test_the_row_opens_the_sheet_with_its_curve(sheet_of):
    b, sheet = sheet_of(preset="Drawn by hand")
    sheet.close()
    assert b.window.drawing.sheet is None
    b.row("curve").draw.click()
    sheet = b.window.drawing.sheet
    assert sheet.pad.text == b.run.values["curve"] != "none" and sheet.run.isEnabled()
    assert not sheet.pad.grab().isNull() and not b.row("curve").grab().isNull()


def test_only_scenes_with_a_curve_are_drawn_for(sheet_of):
    b, _sheet = sheet_of()
    b.window.choose_scene("turntable")
    b.settle()
    assert b.window.drawing.sheet is None and not b.window.commands["draw"].isEnabled()
    b.window.drawing.open()
    assert b.window.drawing.sheet is None


def test_ticks_are_round():
    assert ticks(-0.5, 0.5, 5) == [-0.4, -0.2, 0.0, 0.2, 0.4]
    assert ticks(-2.0, 2.0, 4) == [-2.0, -1.0, 0.0, 1.0, 2.0]

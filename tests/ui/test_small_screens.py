"""Small windows: what is needed to use the program at all is there to the last."""

import pytest
from PyQt5.QtCore import QSize


@pytest.mark.parametrize("size", [(720, 460), (800, 600), (1024, 768), (1600, 900)])
def test_clock_and_play_are_always_there(bench, qtbot, size):
    b = bench()
    b.window.resize(QSize(*size))
    qtbot.waitUntil(lambda: b.window.size() == QSize(*size))
    top = b.window.top
    qtbot.waitUntil(lambda: all(part.isVisible() and part.geometry().right() < size[0]
                                for part in (top.time, top.speeds, top.play_button, top.scenes, top.presets)))
    # the clock is read in full, with more digits too
    top.show_time(1234.56)
    qtbot.waitUntil(lambda: top.time.isVisible() and top.time.width() >= top.time.minimumWidth())


def test_lists_have_their_room_again_in_a_wide_window(bench, qtbot):
    b = bench()
    for width in (720, 1400):
        b.window.resize(QSize(width, 700))
        qtbot.waitUntil(lambda width=width: b.window.width() == width)
    qtbot.waitUntil(lambda: b.window.top.presets.width() > 200)

"""Small windows: what is needed to use the program at all is there to the last."""

import pytest
from PyQt5.QtCore import QSize

from sandbox.ui.window import window


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


def test_the_picture_keeps_half_of_a_window_that_is_made_narrower(bench, qtbot):
    b = bench()
    for width in (1400, 1000, 800):
        b.window.resize(QSize(width, 600))
        qtbot.waitUntil(lambda width=width: b.window.width() == width
                        and b.window.centralWidget().width() >= 0.5*width - 8)
    # panels have what they need
    assert all(panel.width() >= panel.minimumSizeHint().width() for panel in b.window.docks.all.values()
               if panel.is_seen)


@pytest.mark.parametrize("width", [720, 800, 1400])
def test_a_message_with_two_ways_on_is_read_in_full(bench, qtbot, width):
    b = bench()
    b.window.resize(QSize(width, 700))
    qtbot.waitUntil(lambda: b.window.width() == width and b.window.centralWidget().width() >= 0.5*width - 8)
    message = b.window.message
    message.say("The program ended unexpectedly while it showed a scene; its log is kept.", "error",
                "Bring the last state back", lambda: None, (("Begin safely", lambda: None),))
    qtbot.waitUntil(lambda: message.label.height() >= message.label.heightForWidth(message.label.width()))
    buttons = (message.button, *message.more)
    assert all(button.width() >= button.sizeHint().width() for button in buttons)
    assert message.label.height() >= message.label.heightForWidth(message.label.width())
    places = [button.geometry() for button in buttons]
    assert not places[0].intersects(places[1])
    assert all(message.rect().contains(place) and not place.intersects(message.label.geometry()) for place in places)


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("size", [(800, 600), (1280, 800)])
def test_panels_at_the_sides_take_little_and_cut_nothing(bench, qtbot, size, code):
    """At most 280 pixels at first, and the rows of parameters are read in full there."""
    b = bench()
    b.window.resize(QSize(*size))
    b.window.set_language(code)
    panel = b.window.docks["parameters"]
    qtbot.waitUntil(lambda: b.window.size() == QSize(*size) and panel.width() <= 280)
    area = panel._area
    assert area.widget().minimumSizeHint().width() <= area.viewport().width()
    b.window.set_language("en")


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("size", [(800, 600), (1024, 768)])
def test_no_panel_makes_the_window_wider_than_the_screen(bench, qtbot, size, code):
    """Whichever panels are open: one after the other, each beside those that are open at first."""
    b = bench()
    b.window.set_language(code)
    try:
        for name, panel in b.window.docks.all.items():
            was_open = panel.is_seen
            b.window.docks.show(name, True)
            b.window.resize(QSize(*size))
            b.window.layout().activate()
            needed = b.window.minimumSizeHint()
            assert needed.width() <= size[0] and needed.height() <= size[1], (name, needed)
            qtbot.waitUntil(lambda: b.window.size() == QSize(*size))
            if not was_open:
                b.window.docks.show(name, False)
    finally:
        b.window.set_language("en")


def test_a_window_begins_no_larger_than_its_screen(monkeypatch):
    class Screen:
        def __init__(self, wide, high):
            self.availableSize = lambda: QSize(wide, high)

    for given, wanted in (((1024, 768), (1024, 768)), ((1920, 1080), (1280, 800)), ((1366, 728), (1280, 728))):
        monkeypatch.setattr(window.QGuiApplication, "primaryScreen", staticmethod(lambda given=given: Screen(*given)))
        assert window.first_size() == QSize(*wanted)


@pytest.mark.parametrize("code", ["en", "ru"])
def test_the_panel_of_the_bench_cuts_no_word_and_says_first_what_to_do(bench, qtbot, code):
    b = bench()
    b.window.resize(QSize(1024, 768))
    b.window.set_language(code)
    try:
        b.act("new_bench")
        b.settle()
        panel = b.window.docks["bench"]
        qtbot.waitUntil(lambda: panel.isVisible() and panel.width() <= 280)
        b.window.bench.select("steel ball")
        view = panel._scroll.viewport()
        qtbot.waitUntil(lambda: panel._scroll.widget().minimumSizeHint().width() <= view.width())
        for button in (*panel.buttons.values(), panel.copy, panel.many, panel.remove, panel.save):
            right = button.mapTo(view, button.rect().topRight()).x()
            assert right < view.width() and button.fontMetrics().horizontalAdvance(button.text()) < button.width(), \
                button.text()
    finally:
        b.window.set_language("en")

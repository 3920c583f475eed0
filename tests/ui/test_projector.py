"""Projector mode, black screen and colours."""

import re

import pytest
from PyQt5.QtCore import QSize, Qt
from PyQt5.QtWidgets import QDialog

from sandbox.ui.look import theme
from sandbox.ui.window.projector import PAUSE
from tests.ui.made_up import Settings


@pytest.fixture(autouse=True)
def dark():
    yield
    theme.use("dark")


def letters(widget) -> int:
    """Height of the letters of a label [px]."""
    widget.ensurePolished()
    return widget.font().pixelSize()


def test_nothing_but_the_picture_is_left(bench, qtbot):
    b = bench()
    window = b.window
    window.resize(QSize(1920, 1080))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    state = {name: dock.isVisible() for name, dock in window.docks.all.items()}
    qtbot.keyClick(b.view, Qt.Key.Key_P)
    assert window.projector.is_on
    hidden = [window.menuBar(), window.statusBar(), window.top, *window.docks.all.values()]
    assert not any(part.isVisible() for part in hidden)
    assert window.projector.clock.isVisible() and window.projector.strip.isVisible() and window.legend.isVisible()
    # what the last row reads, in a window of 1080 lines
    for label in (window.projector.clock, window.message.label, window.legend._entries["trail"][1]):
        assert letters(label) >= 24
    assert letters(window.projector.clock) >= 48
    assert window.legend._entries["trail"][0].width() > 50

    # keys go on working, and the clock follows
    qtbot.keyClick(b.view, Qt.Key.Key_Space)
    b.frames(60)
    assert b.player.is_playing and window.projector.clock.text().startswith("t = 0.9")
    qtbot.keyClick(b.view, Qt.Key.Key_BracketLeft)
    b.frames(6)
    assert "1/2×" in window.projector.clock.text()
    qtbot.keyClick(b.view, Qt.Key.Key_Escape)
    assert not window.projector.is_on and not window.projector.clock.isVisible()
    assert window.menuBar().isVisible() and window.statusBar().isVisible() and window.top.isVisible()
    assert {name: dock.isVisible() for name, dock in window.docks.all.items()} == state
    assert letters(window.message.label) < 20


def test_controls_fade_when_the_mouse_rests(bench):
    b = bench(settings=Settings(reduce_motion=True))
    b.act("projector")
    projector = b.window.projector
    for _k in range(PAUSE//100 + 1):
        projector._look()
    assert not projector.strip.isVisible()
    projector._place = None                  # the mouse has moved
    b.window.setGeometry(-50, -50, 5000, 5000)
    projector._look()
    assert projector.strip.isVisible()
    b.act("projector")
    assert not projector.strip.isVisible() and not projector._timer.isActive()


def test_a_black_screen_holds_the_run(bench, qtbot):
    b = bench(playing=True)
    b.frames(5)
    window = b.window
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(b.view, Qt.Key.Key_B)
    assert window.projector.cover.isVisible() and window.projector.cover.geometry() == window.rect()
    assert not b.player.is_playing
    qtbot.keyClick(b.view, Qt.Key.Key_B)
    assert b.player.is_playing and not window.projector.cover.isVisible()
    b.window.pause()
    b.act("black")
    qtbot.keyClick(b.view, Qt.Key.Key_Escape)
    assert not window.projector.cover.isVisible() and not b.player.is_playing


def test_escape_goes_one_step_at_a_time(bench):
    b = bench()
    b.act("projector")
    b.window.message.say("Something happened.", "event")
    b.act("black")
    escape = b.window.projector.escape
    assert escape() and not b.window.projector.is_black
    assert escape() and b.window.message.text == "" and b.window.projector.is_on
    assert escape() and not b.window.projector.is_on
    assert not escape()


def test_lines_get_thicker_for_the_last_row(bench):
    b = bench()
    told = []
    b.view.set_bold = told.append
    b.act("projector")
    b.act("projector")
    assert told == [True, False]


def test_a_window_closed_in_projector_mode_comes_back_whole(bench):
    settings = Settings()
    b = bench(settings=settings)
    b.act("projector")
    b.window.close()
    again = bench(settings=settings)
    assert again.window.docks["parameters"].isVisible() and again.window.menuBar().isVisible()


def luminance(colour: str) -> float:
    parts = [int(colour[i:i + 2], 16)/255 for i in (1, 3, 5)]
    r, g, b = (c/12.92 if c <= 0.03928 else ((c + 0.055)/1.055)**2.4 for c in parts)
    return 0.2126*r + 0.7152*g + 0.0722*b


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05)/(low + 0.05)


@pytest.mark.parametrize("name", theme.THEMES)
def test_texts_are_readable_in_every_theme(name):
    tones = theme.THEMES[name]
    for ground in ("NIGHT", "PANEL", "RAISED", "SELECTED"):
        assert contrast(tones["TEXT"], tones[ground]) > 7.0          # WCAG AAA
    for tone in ("DIM", "BLUE", "GREEN", "AMBER", "RED", "ROSE"):
        assert contrast(tones[tone], tones["PANEL"]) > 4.5           # WCAG AA
    assert set(tones) == set(theme.THEMES["dark"])
    theme.use(name)
    assert not re.search(r"\{[A-Za-z]+\}", theme.style_sheet())


def test_colours_are_chosen_and_remembered(bench):
    settings = Settings(theme="dark")
    b = bench(settings=settings)
    told = []
    b.view.set_theme = told.append
    b.act("theme:projector")
    assert settings["theme"] == "projector" == theme.present() and told == ["projector"]
    assert "#ffffff" in b.window.styleSheet() and b.window.commands["theme:projector"].isChecked()
    axis = b.window.docks["plots"].times[0].item.getAxis("left")
    assert axis.textPen().color().name() == theme.colour("TEXT")
    b.act("theme:dark")
    assert "#10151c" in b.window.styleSheet() and axis.textPen().color().name() == theme.colour("TEXT")
    with pytest.raises(ValueError, match="theme"):
        theme.use("pink")


def test_a_window_may_begin_on_white(bench):
    b = bench(colours="projector")
    assert "#ffffff" in b.window.styleSheet() and b.window.commands["theme:projector"].isChecked()


@pytest.mark.parametrize("is_on", [False, True])
def test_a_click_ends_the_black_screen_which_says_so_outside_the_projector_mode(bench, qtbot, is_on):
    b = bench()
    b.window.resize(1000, 700)
    if is_on:
        b.act("projector")
    b.act("black")
    cover, label = b.window.projector.cover, b.window.projector._way_back
    assert cover.isVisible() and label.isVisible() == (not is_on)
    if not is_on:
        assert "Esc" in label.text() and "click" in label.text()
        assert cover.rect().contains(label.geometry())
        image = cover.grab().toImage()
        # it can be read on the black
        assert max(image.pixelColor(x, y).lightness() for x in range(label.x(), label.geometry().right())
                   for y in range(label.y(), label.geometry().bottom(), 2)) > 100
    qtbot.mouseClick(cover, Qt.MouseButton.LeftButton)
    assert not cover.isVisible() and not b.window.commands["black"].isChecked()


@pytest.mark.parametrize("command", ["about", "units", "differs"])
def test_a_window_that_is_open_is_brought_to_the_front_not_opened_again(bench, qtbot, command):
    b = bench()

    def dialogs():
        return [one for one in b.window.findChildren(QDialog) if one.isVisible()]

    b.settle()
    b.act(command)
    b.act(command)
    first, = dialogs()
    first.close()
    assert dialogs() == []
    b.act(command)
    assert len(dialogs()) == 1
    dialogs()[0].close()

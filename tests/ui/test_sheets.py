"""Sheets over the window: scenes as a gallery of large pictures, and the list of keys; both found by typing."""

from itertools import pairwise

import pytest
from PyQt5.QtCore import QSize, Qt
from PyQt5.QtWidgets import QLabel

from sandbox.ui.window.sheets.gallery import NARROWEST, Gallery, Tile
from tests.shipped import shipped
from tests.ui.made_up import turntable
from tests.ui.playing import Player

SCENES = shipped()


def tiles(sheet):
    return [tile for tile in sheet.findChildren(Tile) if tile.isVisible()]


def test_one_click_opens_a_scene(bench, qtbot):
    b = bench([turntable(), turntable("Another table", id="other", topic="tables", level="school")])
    b.act("gallery")
    assert b.window.gallery.isVisible() and b.window.gallery.search.hasFocus() or not b.window.isActiveWindow()
    assert [tile.text() for tile in tiles(b.window.gallery)] == ["Another table", "Ball on a turntable"]
    qtbot.mouseClick(tiles(b.window.gallery)[0], Qt.MouseButton.LeftButton)
    b.settle()
    assert b.run.scene.id == "other" and b.window.gallery.isHidden()


@pytest.mark.parametrize("size", [(800, 600), (1280, 800)])
def test_pictures_are_large_at_every_size_of_the_window(bench, qtbot, size):
    b = bench()
    b.window.resize(QSize(*size))
    gallery = Gallery(b.window, SCENES, lambda _scene: None, lambda: "cone")
    gallery.open()
    qtbot.waitUntil(lambda: gallery.width() == size[0] and len({tile.width() for tile in tiles(gallery)}) == 1)
    shown = tiles(gallery)
    assert len(shown) == len(SCENES.scenes) and min(tile.width() for tile in shown) >= NARROWEST
    assert shown[0].width()*gallery.columns > 0.8*size[0]
    # none lies on another one, and none is cut at the side
    qtbot.waitUntil(lambda: all(tile.height() == tile.heightForWidth(tile.width()) for tile in shown))
    places = sorted((tile.y(), tile.x()) for tile in shown)
    assert all(a != b for a, b in pairwise(places))
    assert max(tile.geometry().right() for tile in shown) < gallery._area.viewport().width()
    gallery.search.setText("turntable")
    assert 0 < len(tiles(gallery)) < len(shown)
    gallery.search.setText("no such thing")
    assert not tiles(gallery) and gallery._nothing.isVisible()
    gallery.leave()


def test_keys_are_found_by_typing_and_esc_goes_back(bench, qtbot):
    b = bench()
    b.window.activateWindow()
    qtbot.waitUntil(b.window.isActiveWindow)
    b.act("keys")
    sheet = b.window.keys
    assert sheet.isVisible() and len(sheet.found) > 60
    qtbot.keyClicks(sheet.search, "undo")
    found = [" ".join(label.text() for label in line.findChildren(QLabel)) for line in sheet.found]
    assert found and all("undo" in text.casefold() for text in found) and len(found) < 10
    playing = b.player.is_playing
    qtbot.keyClicks(sheet.search, " ")
    assert b.player.is_playing == playing, "a key that is typed does nothing else"
    qtbot.keyClick(sheet.search, Qt.Key.Key_Escape)
    assert sheet.isHidden() and b.view.hasFocus()


def test_a_gallery_is_gone_through_by_keys(bench, qtbot):
    b = bench([turntable(), turntable("Another table", id="other", topic="tables", level="school")])
    b.window.activateWindow()
    qtbot.waitUntil(b.window.isActiveWindow)
    b.act("gallery")
    qtbot.keyClicks(b.window.gallery.search, "another")
    qtbot.keyClick(b.window.gallery.search, Qt.Key.Key_Return)
    b.settle()
    assert b.run.scene.id == "other"
    b.act("gallery")
    tile = tiles(b.window.gallery)[1]
    tile.setFocus()
    qtbot.keyClick(tile, Qt.Key.Key_Return)
    b.settle()
    assert b.run.scene.id == "turntable" and b.window.gallery.isHidden()
    b.act("gallery")
    qtbot.keyClick(tiles(b.window.gallery)[0], Qt.Key.Key_Escape)
    assert b.window.gallery.isHidden()


def test_arrow_keys_go_from_the_search_over_the_pictures_and_back(bench, qtbot):
    b = bench()
    b.window.activateWindow()
    qtbot.waitUntil(b.window.isActiveWindow)
    opened = []
    gallery = Gallery(b.window, SCENES, opened.append, lambda: "cone")
    gallery.open()
    qtbot.waitUntil(lambda: gallery.search.hasFocus() and gallery.columns > 1)
    shown = gallery.found

    def press(key):
        qtbot.keyClick(b.window.focusWidget(), key)
        return b.window.focusWidget()

    assert press(Qt.Key.Key_Down) is shown[0], "not the cross that closes it"
    assert press(Qt.Key.Key_Right) is shown[1] and press(Qt.Key.Key_Left) is shown[0]
    assert press(Qt.Key.Key_Left) is shown[0]
    below = press(Qt.Key.Key_Down)
    assert below.y() > shown[0].y() and below.x() == shown[0].x()
    while (focus := press(Qt.Key.Key_Down)) is not below:
        below = focus
    # the last row is in sight
    area = gallery._area.viewport()
    qtbot.waitUntil(lambda: 0 <= below.mapTo(area, below.rect().topLeft()).y() <= area.height() - below.height())
    while (focus := press(Qt.Key.Key_Up)) is not gallery.search:
        assert focus in shown
    gallery.search.setText("cone")
    assert press(Qt.Key.Key_Down) is gallery.found[0]
    press(Qt.Key.Key_Return)
    assert len(opened) == 1 and "cone" in opened[0]


def test_the_list_of_keys_is_scrolled_by_keys(bench, qtbot):
    b = bench()
    b.window.resize(QSize(720, 460))
    b.act("keys")
    bar = b.window.keys._area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    qtbot.keyClick(b.window.keys.search, Qt.Key.Key_Down)
    assert bar.value() > 0


def test_enter_opens_what_has_the_words_themselves_before_what_has_them_in_longer_ones(bench, qtbot, tmp_path):
    person = Player(bench, qtbot, tmp_path, more=("hoop",))
    person.act("challenges")
    sheet = person.play.sheet
    for words, title in (("hop", "A hoop that hops"), ("Dead", "Dead stop"), ("a hoop that", "A hoop that hops")):
        sheet.search.setText(words)
        assert sheet.best.text() == title
    assert len(sheet.found) >= 1
    sheet.search.setText("no such thing")
    assert sheet.best is None
    sheet.search.clear()
    assert sheet.best is None
    sheet.leave()

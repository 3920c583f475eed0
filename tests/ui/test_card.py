"""The card over the picture: it follows the run, does what it proposes, keeps clear of the body, and stays closed."""

import re
from pathlib import Path

import numpy as np
import pytest
from PyQt5.QtCore import QPoint, QRect, QSize, Qt
from PyQt5.QtGui import QColor, QTextDocument

from sandbox.scene import ANEW, Card, Number, Preset, Try
from sandbox.scene.catalogue import load_catalogue
from sandbox.ui.look.place import CORNERS, Placing
from sandbox.ui.look.theme import THEMES
from tests.markup import MARKUP
from tests.ui.made_up import EVIL, Settings, turntable
from tests.ui.playing import WIN, Player

CARD = Card("It circles.", "χΩ = {circling} at v = {r.speed}, Ω = {p.rate}", Try("[Turn it the other way]: so it does.",
                                                                                rate=lambda p: -p.rate),
            {"circling": Number("rad/s", lambda p, r: 2/7*p.rate)})
PRESETS = (Preset("Plain"), Preset("Fast", Card(see="Faster."), rate=10.0),
           Preset("Hollow", Card(try_=Try("[Start again] with another radius.", ANEW, radius=0.03)), shell=True),
           Preset("Other", Card(try_=Try("[Go there]", "Fast")), rate=5.0))


@pytest.fixture
def carded(bench):
    """carded(**options) -> bench of a scene with cards, in a window with room for one."""
    def make(**options):
        b = bench([turntable(card=CARD, presets=PRESETS)], **options)
        b.window.resize(1280, 900)
        b.frames(2, 1.0)
        return b
    return make


def choose(b, name):
    b.window.choose_preset(name)
    b.settle()
    b.frames(2, 1.0)


def plain(label):
    return label.text().replace("<b>", "").replace("</b>", "").replace("&nbsp;", " ")


def test_numbers_follow_the_run(carded):
    b = carded()
    card = b.window.card
    assert card.isVisible() and not card.opener.isVisible() and plain(card.see) == "It circles."
    assert plain(card.why) == "χΩ = 1 rad/s at v = 0.05 m/s, Ω = 3.5 rad/s"
    b.window.edits.change("rate", 7.0)
    b.window.play()
    b.frames(120)
    b.frames(2, 1.0)
    assert plain(card.why).startswith("χΩ = 2 rad/s") and "Ω = 7 rad/s" in plain(card.why)
    b.window.units.choose("rad/s", "rpm")
    b.window._show_units()
    b.frames(2, 1.0)
    assert plain(card.why).startswith("χΩ = 19.1 rpm")
    choose(b, "Fast")
    assert plain(card.see) == "Faster." and "2.86" in plain(card.why) or "27.3 rpm" in plain(card.why)


def test_it_does_what_it_proposes(carded):
    b = carded()
    b.window.card.attempt.linkActivated.emit("try")
    b.frames(30)
    assert b.run.values["rate"] == -3.5 and b.player.is_playing
    b.window.edits.stack.undo()
    b.frames(10)
    assert b.run.values["rate"] == 3.5
    choose(b, "Hollow")
    b.frames(60)
    before = b.run
    b.act("card_try")
    b.settle()
    assert b.run is not before and b.run.values["radius"] == 0.03 and b.run.values["shell"] is True
    assert b.run.preset == "Hollow"
    b.act("card_try")
    assert "so already" in b.window.status.currentMessage() + b.window.message.text
    choose(b, "Other")
    b.act("card_try")
    b.settle()
    assert b.run.preset == "Fast"


def test_it_stays_closed(carded, qtbot):
    settings = Settings(card=True)
    b = carded(settings=settings)
    card = b.window.card
    b.window.activateWindow()
    qtbot.waitUntil(b.window.isActiveWindow)
    qtbot.keyClick(b.view, Qt.Key.Key_A)
    assert not card.isVisible() and card.opener.isVisible() and settings["card"] is False
    choose(b, "Fast")
    assert not card.isVisible()
    qtbot.mouseClick(card.opener, Qt.MouseButton.LeftButton)
    assert card.isVisible() and b.window.commands["card"].isChecked() and settings["card"] is True
    qtbot.mouseClick(card._close, Qt.MouseButton.LeftButton)
    assert not card.isVisible() and settings["card"] is False
    again = carded(settings=settings)
    assert not again.window.card.isVisible() and again.window.card.opener.isVisible()


def test_it_survives_theme_language_projector_and_small_windows(carded, qtbot):
    b = carded()
    card, view = b.window.card, b.view
    for act in (lambda: b.window.set_theme("projector"), lambda: b.window.set_language("ru"),
                lambda: b.act("projector"), lambda: b.window.resize(1000, 700), lambda: b.act("projector")):
        act()
        b.frames(2, 1.0)
        assert card.isVisible() and view.rect().contains(card.geometry())
    assert card.heads[0].text() != "What you see" and plain(card.why).count("=") == 3
    b.window.resize(720, 460)
    qtbot.waitUntil(lambda: b.window.width() == 720)
    b.frames(2, 1.0)
    assert not card.isVisible() and card.opener.isVisible()         # it would hide most of so small a picture
    qtbot.mouseClick(card.opener, Qt.MouseButton.LeftButton)                    # ... unless one asks for it
    assert b.window.commands["card"].isChecked()


def test_it_has_the_colours_of_a_theme_that_was_chosen_while_there_was_none(bench):
    b = bench([turntable(id="bare"), turntable(card=CARD, presets=PRESETS)], scene_id="bare")
    card = b.window.card
    before = card.styleSheet(), card.opener.styleSheet()
    b.window.set_theme("projector")
    assert not card.isVisible()
    b.window.choose_scene("turntable")
    b.settle()
    panel, line = QColor(THEMES["projector"]["PANEL"]), THEMES["projector"]["LINE"]
    for widget, sheet in zip((card, card.opener), before, strict=True):
        assert widget.styleSheet() != sheet and f"solid {line}" in widget.styleSheet()
        assert f"rgba({panel.red()}, {panel.green()}, {panel.blue()}, 235)" in widget.styleSheet()


def test_a_scene_without_a_card_has_none(bench):
    b = bench()
    assert not b.window.card.isVisible() and not b.window.card.opener.isVisible()
    assert not b.window.commands["card_try"].isEnabled()
    b.window.commands["card"].trigger()
    b.window.commands["card"].trigger()
    assert not b.window.card.isVisible()


MARKS = [EVIL, *(mark for mark in MARKUP if not set(mark) & set("[]{}"))]


def test_markup_in_a_card_is_text(bench):
    """Of one scene after the other in a window."""
    scenes = [turntable(id=f"evil_{number}", presets=(), card=Card(
        mark, mark + " {r.speed}", Try("[" + mark + "]", rate=1.0))) for number, mark in enumerate(MARKS)]
    b = bench(scenes, scene_id="evil_0")
    b.window.resize(1280, 900)
    for scene, mark in zip(scenes, MARKS, strict=True):
        b.window.choose_scene(scene.id)
        b.settle()
        assert b.run.scene is scene
        b.frames(2, 1.0)
        for label in (b.window.card.see, b.window.card.why, b.window.card.attempt):
            tags = set(re.findall("<[^>]*>?", label.text()))
            assert all(re.fullmatch('</?b>|</a>|<a href="try" style="color: #[0-9a-f]{6}">', tag) for tag in tags), tags
            document = QTextDocument()
            document.setHtml(label.text())
            assert " ".join(mark.split()) in " ".join(document.toPlainText().split()), mark


def test_a_number_that_fails_is_told_in_the_card(bench):
    broken = Card("x", "k = {k}", Try("[Faster]", rate=1.0), {"k": Number("", lambda p, r: p.mass)})
    b = bench([turntable(card=broken, presets=())])
    b.window.resize(1280, 900)
    b.frames(2, 1.0)
    assert "AttributeError" in b.window.card.why.text() and b.window.message.text == ""


# ---- the corner -----------------------------------------------------------------------------------------------------

ROOM, SIZE = QSize(900, 600), QSize(300, 200)


def test_it_leaves_the_corner_to_the_body():
    placing = Placing()
    assert placing.choose(ROOM, SIZE, 12, None, ()) == QRect(12, 12, 300, 200)
    assert placing.choose(ROOM, SIZE, 12, QRect(500, 300, 40, 40), ()).topLeft() == QPoint(12, 12)
    body = QRect(100, 100, 40, 40)
    place = placing.choose(ROOM, SIZE, 12, body, ())
    assert not place.intersects(body) and CORNERS[placing.corner] == "top right"
    # it does not come back as long as nothing is in its way
    assert placing.choose(ROOM, SIZE, 12, QRect(450, 300, 40, 40), ()) == place


def test_it_stands_below_a_clock_and_above_a_strip():
    placing = Placing()
    clock = QRect(10, 10, 200, 50)
    place = placing.choose(ROOM, SIZE, 12, None, (clock,))
    assert not place.intersects(clock) and CORNERS[placing.corner] == "top left" and place.top() > clock.bottom()
    low = Placing(2)
    strip = QRect(0, 540, 900, 50)
    assert low.choose(ROOM, SIZE, 12, None, (strip,)).bottom() < strip.top()


def test_where_no_corner_is_free_it_hides_least():
    rng = np.random.default_rng(3)
    for _i in range(300):
        placing = Placing(int(rng.integers(4)))
        x, y, w, h = (int(v) for v in rng.integers((0, 0, 10, 10), (800, 500, 890, 590)))
        body = QRect(x, y, w, h)
        place = placing.choose(ROOM, SIZE, 12, body, ())
        corners = [QRect(QPoint(cx, cy), SIZE) for cx in (12, 588) for cy in (12, 388)]
        assert place in corners
        if place.intersects(body):
            # no corner that is 24 px away from the body was left
            assert all(c.adjusted(-24, -24, 24, 24).intersects(body) for c in corners)


@pytest.mark.parametrize("room", [QSize(1024, 768), QSize(1280, 800), QSize(1920, 1080)])
def test_it_lies_on_no_chart(room):
    """Wherever the body is, and in whatever corner the chart: of four corners one at least is free of it."""
    rng = np.random.default_rng(7)
    high = round(0.42*room.height())
    wide = round(1.2*high)
    card = QSize(min(360, room.width() - wide - 48), min(300, room.height() - high - 48))
    for corner in range(4):
        chart = QRect(10 + (corner % 2)*(room.width() - wide - 20), 10 + (corner//2)*(room.height() - high - 20), wide,
                      high)
        placing, hidden = Placing(), 0
        for _i in range(200):
            most = room.width() - 10, room.height() - 10, 500, 400
            body = QRect(*(int(v) for v in rng.integers((0, 0, 10, 10), most)))
            place = placing.choose(room, card, 12, body, (chart,))
            assert not place.intersects(chart)
            hidden += place.intersects(body)
        # bodies are up to half as large as the picture: seldom is no corner beside the chart free of them
        assert hidden < 40


def test_it_fades_where_the_body_is_behind_it(carded):
    b = carded()
    card, view = b.window.card, b.view
    whole = np.array([[0.0, 0.0], [view.width(), 0.0], [view.width(), view.height()], [0.0, view.height()]])
    card.keep_clear(whole)
    assert card.is_faded
    card.keep_clear(np.zeros((0, 2)))
    assert not card.is_faded
    at = card.geometry().center()
    card.keep_clear(np.array([[at.x(), at.y()], [at.x() + 5.0, at.y() + 5.0]]))
    assert not card.is_faded and not card.geometry().contains(at)
    card.keep_clear(np.full((3, 2), np.nan))
    assert not card.is_faded


def test_it_is_painted_anew_only_when_it_has_changed(carded, qtbot):
    """It lies over the picture, which is painted sixty times per second."""
    b = carded()
    card, look = b.window.card, b.window.card._look
    b.window.show()
    first = b.view.grab().toImage()
    before = look.pictures
    assert b.view.grab().toImage() == first and look.pictures == before
    card.see.setText("something else")
    b.frames(2, 1.0)
    qtbot.wait(20)          # a text reaches its widget as an event
    changed = b.view.grab().toImage()
    assert changed != first and look.pictures > before
    before = look.pictures
    assert b.view.grab().toImage() == changed and look.pictures == before
    card.keep_clear(np.array([[0.0, 0.0], [b.view.width(), b.view.height()], [0.0, b.view.height()]]))
    assert card.is_faded and b.view.grab().toImage() != changed


def test_another_formula_has_another_card(bench):
    b = bench([load_catalogue(Path(__file__).parents[2]/"scenes").get("own_surface")])
    b.window.resize(1280, 900)
    b.settle()
    b.frames(2, 1.0)
    assert "saddle" in plain(b.window.card.see)
    b.window.edits.change("surface", "h*sin(k*x)")
    b.settle()
    b.frames(2, 1.0)
    assert "that you typed" in plain(b.window.card.see) and "Ω" not in plain(b.window.card.why)


def test_a_newcomer_throws_then_goes_back_then_goes_on_otherwise(carded):
    """One thing at a time, each until it is done, and never again."""
    settings = Settings(card=True, first_steps=0)
    b = carded(settings=settings)
    card = b.window.card
    assert "Take the ball and throw it" in card.attempt.text()
    b.window.play()
    b.frames(60)
    b.player.grip.grab(0, np.zeros(3))
    b.player.grip.move(b.player.snapshot.bodies[0].centre)
    b.frames(30)
    b.frames(2, 0.2)
    assert "Take the ball" in card.attempt.text(), "it is still in the hand"
    b.player.grip.let_go()
    b.frames(30)
    b.frames(2, 0.2)
    assert "Go back in time" in card.attempt.text() and settings["first_steps"] == 1
    b.act("card_try")
    b.frames(3, 1.0)
    assert not b.player.is_playing and 0.0 < b.run.t < b.run.latest
    assert "Go on from here" in card.attempt.text()
    b.act("card_try")
    b.settle()
    b.frames(10, 0.3)
    assert b.player.travel.branches.all and settings["first_steps"] == 3
    # no challenges are there
    assert "Build your own" in card.attempt.text()
    b.act("card_try")
    b.settle()
    b.frames(60)
    assert b.window.bench.is_on and b.player.is_playing and settings["first_steps"] == 6
    assert len(b.run.bodies) == 3 and b.player.snapshot.bodies[2].velocity[0] > 0.05      # [m/s] it rolls
    assert "Turn it the other way" in carded(settings=settings).window.card.attempt.text()


def test_a_newcomer_wins_a_first_challenge_and_looks_at_all_of_them(bench, qtbot, tmp_path):
    settings = Settings(card=True, first_steps=3)
    person = Player(bench, qtbot, tmp_path, settings=settings)
    window, card = person.window, person.window.card
    assert "Throw it through a ring" in card.attempt.text()
    person.act("card_try")
    person.b.settle()
    assert person.session.challenge.id == "golf" and settings["first_steps"] == 3
    for name, value in WIN.items():
        person.session.set(name, value)
    person.act("play_go")
    person.finish()
    person.b.frames(2, 0.3)
    assert settings["first_steps"] == 4
    person.act("play_leave")
    person.b.settle()
    window.choose_scene("turntable")
    person.b.settle()
    assert "See all challenges" in card.attempt.text()
    person.act("card_try")
    assert window.challenges.sheet.isVisible()
    window.challenges.sheet.leave()
    window.play()
    person.b.frames(2, 0.3)
    assert settings["first_steps"] == 5


def test_who_has_no_settings_is_no_newcomer(carded):
    assert "Turn it the other way" in carded().window.card.attempt.text()


def test_it_leaves_a_corner_with_other_bodies_where_another_one_is_free():
    placing = Placing()
    left, right = QRect(60, 60, 40, 40), QRect(700, 60, 40, 40)
    place = placing.choose(ROOM, SIZE, 12, QRect(450, 300, 40, 40), (), (left, right))
    assert CORNERS[placing.corner].startswith("bottom") and not place.intersects(left) and not place.intersects(right)
    # the body that is looked at goes before the others
    low = [QRect(x, 500, 40, 40) for x in (60, 700)]
    placing = Placing()
    assert not placing.choose(ROOM, SIZE, 12, left, (), (right, *low)).intersects(left)

"""Challenges in the window: opened, tried, judged, tried again; what is locked, what leaves one, what is remembered."""

from dataclasses import replace

import numpy as np
import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QWidget

from sandbox.run.branches import EarlierTry
from sandbox.run.command import HAND
from sandbox.run.judge import Reading
from sandbox.ui.play.framing import Free, around, framed, largest_free, moved_into
from sandbox.ui.play.making import MakeSheet
from sandbox.ui.play.session import JUDGED, READY, RUNNING
from sandbox.ui.window.throwing import Throw
from sandbox.view.pick.eye import Eye, eye_of
from tests.ui.made_up import Settings
from tests.ui.playing import ROOT, SCENES, WIN, Player
from tests.ui.reached import LookedView, Mouse, ReachedView
from tests.ui.test_theory import ReadingView


@pytest.fixture
def person(bench, qtbot, tmp_path):
    return Player(bench, qtbot, tmp_path)


def test_a_challenge_is_lost_told_by_how_much_and_won(person):
    person.open("golf")
    assert person.session.state == READY and not person.b.player.is_playing and person.b.run.t == 0.0
    assert person.card.isVisible() and person.card.text.text() == "Throw the ball so that it rolls through the ring."
    person.act("play_go")
    assert person.session.state == RUNNING and person.b.player.is_playing
    person.finish()
    assert person.card.verdict.text() == "☆☆☆  It passed 142 mm from the middle of the ring, to the left of it."
    assert person.card.why.isHidden() and person.card.next.isHidden()
    for name, value in WIN.items():
        person.session.set(name, value)
    person.act("play_go")
    person.finish()
    assert person.session.verdict.stars == 3 and person.card.stars.text() == "★★★"
    assert person.card.why.text().startswith("The ball circles at two sevenths") and not person.card.next.isHidden()
    assert person.play.results.stars("golf") == 3


def test_the_picture_shines_through_all_of_the_card(person):
    """Its lower corners were square: what is in it was painted on a ground of its own."""
    person.open("golf")
    picture = person.card.grab().toImage()
    for x, y in ((1, 1), (1, picture.height() - 2), (picture.width() - 2, picture.height() - 2)):
        assert picture.pixelColor(x, y).alpha() < 255


def test_theory_is_hidden_until_the_first_star(person):
    person.open("golf")
    person.b.view.ghosts.clear()
    person.act("play_go")
    person.b.frames(40)
    assert all(ghost is None for ghost in person.b.view.ghosts) and not person.window.card.isVisible()
    for name, value in WIN.items():
        person.session.set(name, value)
    person.act("play_go")
    person.finish()
    person.act("play_go")
    person.b.frames(40)
    assert any(ghost is not None for ghost in person.b.view.ghosts)


@pytest.fixture
def reader(bench, qtbot, tmp_path):
    """A person beside whose picture the panels of theory and of charts are open."""
    one = Player(bench, qtbot, tmp_path, view=ReadingView)
    one.act("theory")
    one.theory, one.charts = one.window.docks["theory"], one.window.docks["charts"]
    one.charts.bring()
    one.qtbot.waitUntil(lambda: is_theory_seen(one))
    return one


def is_theory_seen(one) -> bool:
    one.b.frames(1)
    return one.theory.view is not None and one.theory.view.isVisible() and one.theory.trouble.isHidden() \
        and len(one.charts.charts) > 0


def told(one) -> set[str]:
    """What stands in place of theory in both panels."""
    one.b.frames(2)
    assert not one.theory.view.isVisible() and one.charts.chart is None and one.charts.view.painter_of is None
    assert not one.theory.save_button.isEnabled() and one.theory.trouble.isVisible()
    return {one.theory.trouble.text(), one.charts.foot.text}


WITHHELD = "The theory would give the solution away: it is shown after the first star of this challenge."


def test_panels_of_theory_and_charts_wait_for_the_first_star(reader):
    reader.charts.set_over(True)
    assert reader.window.inset.isVisible()
    reader.open("golf")
    assert told(reader) == {WITHHELD} and not reader.window.inset.isVisible()
    reader.window.export.ask_theory()
    assert reader.window.message.text == WITHHELD
    reader.act("play_go")
    reader.finish()
    assert told(reader) == {WITHHELD} and reader.card.theory.isHidden()
    for name, value in WIN.items():
        reader.session.set(name, value)
    reader.act("play_go")
    reader.finish()
    reader.qtbot.waitUntil(lambda: is_theory_seen(reader))
    assert reader.window.inset.isVisible() and reader.theory.save_button.isEnabled()
    # somebody else has not won it yet
    reader.play.set_player("Eve")
    assert told(reader) == {WITHHELD}
    ghosts = len(reader.b.view.ghosts)
    reader.act("play_go")
    reader.b.frames(40)
    assert all(ghost is None for ghost in reader.b.view.ghosts[ghosts:])


def test_theory_is_shown_again_where_a_challenge_is_left(reader):
    reader.open("golf")
    assert told(reader) == {WITHHELD}
    reader.session.leave()
    reader.qtbot.waitUntil(lambda: is_theory_seen(reader))
    reader.open("golf")
    assert told(reader) == {WITHHELD}
    reader.window.choose_scene("globe")
    reader.b.settle()
    assert not reader.session.is_on
    reader.qtbot.waitUntil(lambda: is_theory_seen(reader))


def test_who_has_won_opens_the_theory_from_the_card_by_keys(reader):
    reader.theory.hide()
    reader.open("golf")
    for name, value in WIN.items():
        reader.session.set(name, value)
    assert reader.card.theory.isHidden()
    reader.act("play_go")
    reader.finish()
    button = reader.card.theory
    assert not button.isHidden() and button.text() == "Show me the theory" and "F2" in button.toolTip()
    reader.window.activateWindow()
    reader.qtbot.waitUntil(reader.window.isActiveWindow)
    reader.card.go.setFocus()
    for _key in range(20):
        if button.hasFocus():
            break
        QTest.keyClick(reader.window.focusWidget(), Qt.Key.Key_Tab)
    assert button.hasFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    reader.qtbot.waitUntil(lambda: reader.theory.is_seen)
    reader.act("play_go")
    assert button.isHidden()


def assert_card_is_read_in_full(one):
    one.b.frames(3)
    card = one.card
    buttons = [card.theory, card.next, card.go, card.hint]
    assert all(button.isVisible() and button.width() >= button.sizeHint().width() for button in buttons)
    # by scrolling where the picture is low
    content = card.theory.parentWidget()
    assert all(content.rect().contains(button.geometry()) for button in buttons)
    assert content.width() <= card.width() <= one.b.view.width()


@pytest.mark.parametrize(("code", "words"), [("en", "after the first star"), ("ru", "после первой звезды")])
def test_the_card_is_read_in_full_on_a_small_screen_also_beside_the_theory(bench, qtbot, tmp_path, code, words):
    one = Player(bench, qtbot, tmp_path, view=ReadingView)
    theory = one.window.docks["theory"]
    one.window.set_language(code)
    try:
        one.window.resize(1024, 768)
        qtbot.waitUntil(lambda: one.window.width() == 1024)
        one.open("golf")
        for name, value in WIN.items():
            one.session.set(name, value)
        one.act("play_go")
        one.finish()
        assert_card_is_read_in_full(one)
        one.card.theory.click()
        qtbot.waitUntil(lambda: theory.is_seen and theory.view is not None)
        qtbot.wait(50)
        assert_card_is_read_in_full(one)
        one.play.set_player("Eve")
        one.b.frames(3)
        assert words in theory.trouble.text() and theory.trouble.isVisible()
        assert theory.trouble.height() >= theory.trouble.heightForWidth(theory.trouble.width())
    finally:
        one.window.set_language("en")


def test_the_best_try_goes_along_and_is_no_branch_of_the_time_line(person):
    person.open("golf")
    person.act("play_go")
    person.finish()
    person.session.set("vy", 0.2)
    person.act("play_go")
    person.b.frames(30)
    branches = person.b.player.travel.branches
    assert [type(branch) for branch in branches.all] == [EarlierTry] and branches.left == []
    ghost = branches.all[0].run
    assert ghost.start_values["vy"] == 0.05 and abs(ghost.step - person.b.run.step) < 240
    assert person.b.view.futures


def test_the_best_and_the_last_try_go_along_each_once(person):
    person.open("golf")
    for vy in (0.09, 0.3):
        person.session.set("vy", vy)
        person.act("play_go")
        person.finish()
    person.act("play_go")
    ways = person.b.player.travel.branches.all
    assert [branch.run.start_values["vy"] for branch in ways] == [0.09, 0.3] and [way.slot for way in ways] == [0, 1]
    # another challenge has no last try yet
    person.open("stay_put")
    assert person.b.player.travel.branches.all == []


def test_a_try_can_be_begun_again_while_it_runs(person):
    person.open("golf")
    person.act("play_go")
    person.b.frames(60)
    assert person.b.run.t > 0.5
    person.act("play_go")
    assert person.session.state == RUNNING and person.b.run.t == 0.0 and person.b.player.is_playing


def test_a_knob_is_turned_while_it_runs_and_stands_as_it_was_given_again(person):
    person.open("reverse")
    person.act("play_go")
    person.b.frames(60)
    person.session.set("rate", -3.4907)
    person.b.frames(2)
    assert [(one.name, one.value) for one in person.b.run.commands] == [("rate", -3.4907)]
    person.act("play_go")
    assert person.session.tried["rate"] == 3.4907 and person.b.run.commands == []


def test_a_guess_moves_the_flag_and_changes_nothing_in_the_run(person):
    marks = []
    person.session._show_marks = marks.append
    person.open("leave_flag")
    run = person.b.run
    person.session.set("flag", 56.4434)
    assert person.b.run is run and marks[-1][0].points != marks[0][0].points
    person.act("play_go")
    person.finish()
    assert person.session.verdict.stars == 3


def test_what_is_locked_leaves_the_challenge_or_is_refused(person):
    person.open("golf")
    person.act("play_go")
    person.b.frames(5)
    person.window.edits.change("rate", 2.0)
    person.b.frames(5)
    person.window.set_speed(8)

    def is_refused():
        person.b.frames()
        return "'rate' is locked; free are vx, vy" in person.window.message.text
    person.qtbot.waitUntil(is_refused)
    assert person.play.results.stars("golf") == 0
    person.window.choose_scene("bounce")
    person.b.settle()
    assert not person.session.is_on and person.card.isHidden() and person.window.card.isVisible()


def test_hints_come_one_by_one_and_the_next_challenge_follows(person):
    person.open("golf")
    person.act("play_hint")
    assert person.card.hints.text() == "It runs on a circle, whatever you do."
    person.act("play_hint")
    assert person.card.hints.text().count("\n") == 1 and not person.card.hint.isEnabled()
    person.act("play_next")
    person.b.settle()
    assert person.session.challenge.id == "golf_gates" and person.card.hints.isHidden()
    person.act("play_leave")
    assert not person.session.is_on and not person.window.commands["play_go"].isEnabled()


def test_the_list_has_all_that_can_be_played_and_says_what_cannot(person):
    """Of the challenges in the folder those of three scenes: the others are named with their reason."""
    person.act("challenges")
    sheet = person.play.sheet
    assert sheet.isVisible() and {tile.scene.id for tile in sheet.found if hasattr(tile, "scene")} == {
        "turntable", "globe", "bounce"}
    sheet.search.setText("sevenths golf")
    assert len(sheet.found) == 1
    sheet._enter()
    person.b.settle()
    assert not sheet.isVisible() and person.session.challenge.id == "golf"


def test_the_numbers_on_the_card_are_what_is_tried(person):
    person.open("golf")
    row = person.card._rows["vy"]
    row.box.setValue(0.1234)
    assert person.session.tried["vy"] == 0.1234 and person.b.run.start_values["vy"] == 0.1234
    row.slider.setValue(row.slider.maximum())
    assert person.session.tried["vy"] == 1.0 and row.box.value() == 1.0


def test_what_is_locked_is_locked_in_the_panel_and_what_is_free_is_taken_from_it(person):
    panel = person.window.docks["parameters"]
    person.open("golf")
    assert {name for name, row in panel.rows.items() if row.isEnabled()} == {"vx", "vy"}
    assert not panel.lock.isHidden() and not panel.start.isEnabled()
    panel.rows["vy"].changed.emit("vy", 0.2, 0)
    person.b.settle()
    assert person.session.tried["vy"] == 0.2 and person.card._rows["vy"].box.value() == 0.2
    person.act("play_leave")
    assert all(row.isEnabled() for row in panel.rows.values()) and panel.lock.isHidden() and panel.start.isEnabled()


def test_a_goal_that_holds_at_the_start_is_told_and_left(person, tmp_path):
    told = (ROOT / "challenges" / "golf.toml").read_text(encoding="utf-8")
    (tmp_path/"easy.toml").write_text(told.replace("ring = [-0.05, 0.12", "ring = [0.15, 0.0"), encoding="utf-8")
    person.play._folders = (tmp_path,)
    person.open("easy")

    def is_told():
        person.b.frames()
        return "'easy': its goal holds before anything has moved" in person.window.message.text
    person.qtbot.waitUntil(is_told)
    assert not person.session.is_on and person.card.isHidden()


def test_card_and_verdict_have_the_units_that_were_chosen(person):
    person.open("golf")
    person.window.units.choose("m/s", "cm/s")
    person.window.units.choose("m", "cm")
    person.window._show_units()
    row = person.card._rows["vy"]
    assert row.box.value() == 5.0 and row.slider.maximum() == 2000
    row.box.setValue(12.5)
    assert person.session.tried["vy"] == 0.125 == person.window.docks["parameters"].rows["vy"].value
    person.session.set("vy", 0.05)
    person.act("play_go")
    person.finish()
    assert person.card.verdict.text() == "☆☆☆  It passed 14.2 cm from the middle of the ring, to the left of it."


def test_texts_follow_the_language(person):
    person.open("golf")
    person.window.set_language("ru")
    assert person.card.title.text() == "Гольф двух седьмых" and person.card.go.text() == "Пуск (Enter)"
    person.window.set_language("en")


# ---- by the mouse ---------------------------------------------------------------------------------------------------

@pytest.fixture
def aimer(bench, qtbot, tmp_path):
    """A person with a mouse over a picture that can be reached into, and the mouse."""
    found = Player(bench, qtbot, tmp_path, view=ReachedView)
    return found, Mouse(found.b)


def test_a_throw_is_aimed_by_a_drag_from_the_body_and_won(aimer):
    person, mouse = aimer
    person.open("golf")
    person.b.frames(10)
    mouse.press(mouse.body)
    mouse.drag(mouse.of((0.15 + WIN["vx"], WIN["vy"], 0.02)), 10)
    person.b.frames(2)
    # while it is drawn nothing has begun anew, and the arrow is seen
    assert person.session.tried["vy"] == 0.05 and isinstance(person.window.hand.gesture, Throw)
    assert any(getattr(item, "is_arrow", False) for item in person.window.hand.gesture.sketch())
    mouse.release()
    person.b.frames(2)
    # a pixel is 1.2 mm, and each of these 1.2 mm/s
    assert abs(person.session.tried["vx"] - WIN["vx"]) < 3e-3 and abs(person.session.tried["vy"] - WIN["vy"]) < 3e-3
    assert person.session.state == READY and person.b.run.start_values["vx"] == person.session.tried["vx"]
    person.act("play_go")
    person.finish()
    assert person.session.verdict.stars >= 1
    person.card.back.click()
    assert person.session.state == READY and person.b.run.t == 0.0 and not person.b.player.is_playing


def test_the_mouse_changes_nothing_that_is_locked(aimer):
    person, mouse = aimer
    person.open("leave_flag")
    person.b.frames(10)
    run = person.b.run
    mouse.press(mouse.body)
    mouse.drag(mouse.of((0.1, 0.1, 0.1)), 5)
    mouse.release()
    person.b.frames(5)
    assert person.session.is_on and person.b.run is run and run.start is None
    assert "Locked while a challenge is played" in person.window.message.text


# ---- what is seen ---------------------------------------------------------------------------------------------------

def test_all_that_a_challenge_is_about_fills_the_free_part_of_the_picture():
    """Of eyes that look from elsewhere, over deep and wide things; the answer is checked by projecting it."""
    first = eye_of([0.3, 0.1, 0.0, 0.0, 0.82, -0.57, 0.0, 0.57, 0.82, 2.0, 900, 500])
    free, random = Free(50.0, 220.0, 700.0, 460.0, 0.15), np.random.default_rng(5)
    for _cloud in range(40):
        places = random.normal(size=(4, 3))*random.uniform(0.1, 2.0, size=3)
        points = around(places, random.uniform(0.01, 0.3, size=4))
        middle, size = framed(first, points, 0.61, free)
        c, s = np.cos(0.61), np.sin(0.61)
        seen = eye_of([*middle, 0.0, c, -s, 0.0, s, c, size, 900, 500]).project(points)
        (left, top), (right, bottom) = seen.min(axis=0), seen.max(axis=0)
        # [px] of 900 by 500
        assert left > 49.0 and right < 701.0 and top > 219.0 and bottom < 461.0
        assert max((right - left)/650.0, (bottom - top)/240.0) == pytest.approx(1.0, abs=0.01)


@pytest.mark.parametrize("name", ["on_top", "leave_flag", "dead_stop"])
def test_a_challenge_shows_its_body_and_marks_and_its_card_hides_none(bench, qtbot, tmp_path, name):
    person = Player(bench, qtbot, tmp_path, view=LookedView)
    person.open(name)
    # a second time, when the picture has its own size
    person.play._want_all()
    person.b.frames(30)
    view, card = person.b.view, person.card.geometry()
    seen = [view.reach.outline(0), *person.play._outlines(view.reach.eye)]
    for left, top, right, bottom in ((*points.min(axis=0), *points.max(axis=0)) for points in seen):
        assert left >= 0.0 and top >= 0.0 and right <= view.width() and bottom <= view.height()
        assert right < card.left() or left > card.right() or bottom < card.top() or top > card.bottom()


def test_a_body_that_has_left_the_picture_is_seen_again_until_the_next_try(bench, qtbot, tmp_path, monkeypatch):
    person = Player(bench, qtbot, tmp_path, view=LookedView)
    view, put = person.b.view, person.b.view.set_look

    def set_look(mode, at):
        view.look = {"mode": mode, "at": list(at)}
        put(mode, at)
    monkeypatch.setattr(view, "set_look", set_look)
    # shown at once, without slow motion
    person.window.settings["reduce_motion"] = True
    person.open("dead_stop")
    person.play._want_all()
    person.b.frames(30)
    first = view.look
    person.session.set("back", -10.0)
    person.act("play_go")
    person.finish()
    person.b.frames(5)
    eye = eye_of([*first["at"][:3], 0.0, np.cos(first["at"][4]), -np.sin(first["at"][4]), 0.0, np.sin(first["at"][4]),
                  np.cos(first["at"][4]), first["at"][5], view.width(), view.height()])
    centre = np.array(person.b.run.snapshot().bodies[0].centre)
    assert eye.project(centre)[0][0] > view.width(), "it has rolled out of the first picture"
    x, y = view.reach.eye.project(centre)[0]
    # where the card's last line had all framed anew the body is there already, else it is looked at for itself
    assert 0.0 < x < view.width() and 0.0 < y < view.height()
    assert person.play.slow.is_on or view.look["at"] != pytest.approx(first["at"], abs=2e-3)
    person.act("play_go")
    person.b.settle()
    # [m, rad] framed anew below a card that has a line more
    assert view.look["at"] == pytest.approx(first["at"], abs=2e-3) and not person.play.slow.is_on


def test_a_try_that_rests_is_judged_as_at_its_end_and_nobody_is_told_that_nothing_moves(person):
    person.open("zeno")
    # the last bounce at 3 s: nine times the fall, sqrt(2 h/g)
    person.session.set("height", 0.5*9.81*(3.0/9.0)**2)
    person.act("play_go")
    person.finish(1/60)
    session, challenge = person.session, person.session.challenge
    assert session.verdict.stars == 3 and session.verdict.seconds == pytest.approx(challenge.until, abs=0.02)
    # it rests from 3 s on; at this speed 3 s of the run as it is shown are 24 s
    assert challenge.until <= person.b.run.t < challenge.until + 0.2 and person.window.message.kind != "offer"
    person.act("play_go")
    person.window.set_speed(1)
    limit = 1000
    while session.state == RUNNING and limit:
        person.b.frames()
        limit -= 1
    assert 6.0 <= person.b.run.t < 6.5 < challenge.until and not person.b.player.is_playing
    person.qtbot.waitUntil(lambda: person.b.frames() or session.state == JUDGED)
    assert session.verdict.stars == 3 and session.verdict.seconds == pytest.approx(challenge.until, abs=0.02)
    assert person.window.message.kind != "offer" or not person.window.message.text
    # where a person may still do something, a rest ends nothing
    person.open("reverse")
    person.act("play_go")
    person.b.frames(10)
    assert session.rest() and session.state == RUNNING and person.b.player.is_playing
    session.leave()
    assert not session.rest()


def test_a_challenge_tells_nothing_of_its_camera(person):
    told = []
    person.window.switches.noted.connect(told.append)
    person.open("dead_stop")
    person.b.frames(5)
    assert not [text for text in told if text.startswith("camera")]
    person.window.switches.turn("camera")
    assert [text for text in told if text.startswith("camera")]


def test_a_row_that_grows_longer_stays_in_the_picture_until_somebody_turns_it(bench, qtbot, tmp_path, monkeypatch):
    person, told = Player(bench, qtbot, tmp_path, more=("dominoes",), view=LookedView), []
    view, put = person.b.view, person.b.view.set_look

    def set_look(mode, at):
        told.append(list(at))
        view.look = {"mode": mode, "at": list(at)}
        put(mode, at)
    monkeypatch.setattr(view, "set_look", set_look)
    person.open("dominoes")
    person.play._want_all()
    person.b.frames(30)
    first = told[-1]

    def outermost() -> tuple[float, float]:
        outlines = np.vstack([view.reach.outline(k) for k in (0, 21)])
        return outlines[:, 0].min(), outlines[:, 0].max()
    person.session.set("pitch", 0.65)
    person.b.settle()
    person.b.frames(60)
    left, right = outermost()
    assert person.b.run.start_values["pitch"] == 0.65 and left > 0.0 and right < view.width()
    # half heights [m]; how much of the growth there was room for before hangs on how high the card is
    assert told[-1][5] > 1.2*first[5]
    # what somebody has turned stays
    view.look = {"mode": "free", "at": [*told[-1][:5], 0.5*told[-1][5]]}
    count = len(told)
    person.session.set("pitch", 0.42)
    person.b.settle()
    person.b.frames(60)
    assert person.b.run.start_values["pitch"] == 0.42 and len(told) == count


def test_while_a_try_runs_the_card_has_what_can_be_done_then(person):
    person.open("golf")
    whole = person.card.height()
    assert all(row.isVisible() for row in person.card._rows.values()) and person.card.text.isVisible()
    person.act("play_go")
    person.b.frames(2)
    assert not any(row.isVisible() for row in person.card._rows.values()) and person.card.text.isHidden()
    assert person.card.height() < 0.6*whole and person.card.go.isVisible()
    person.open("reverse")
    person.act("play_go")
    person.b.frames(2)
    assert person.card._rows["rate"].isVisible()        # a knob is turned meanwhile


def test_no_card_is_cut_where_there_is_room_for_it(person):
    """Whatever its width: a bar would take the width that makes it needed."""
    for wide in range(900, 1100, 7):
        person.window.resize(wide, 760)
        person.open("reverse")
        bar = person.card._scroll.verticalScrollBar()
        assert not bar.isVisible() and bar.maximum() == 0, wide


def test_a_message_stands_beside_what_is_needed(person):
    """Beside the pad or the card at the foot, above where the width there is too little, over them where nothing is."""
    message, view = person.window.message, person.b.view
    pads = [QWidget(view) for _pad in range(2)]
    message.others = lambda: pads
    pads[0].setGeometry(view.width() - 118, view.height() - 118, 104, 104)
    pads[1].setGeometry(12, view.height() - 200, 200, 188)
    for pad in pads:
        pad.show()
    message.say("Something happened that takes a few words to say, so that it is long. "*2, "event")
    place = message.geometry()
    assert view.rect().contains(place) and place.bottom() > view.height() - 40
    assert not any(place.intersects(pad.geometry()) for pad in pads)
    pads[1].resize(view.width() - 200, 188)
    message.say("Another one.", "event")
    assert message.geometry().top() < 40
    pads[1].setGeometry(view.rect())
    message.say("Another one.", "event")
    assert message.geometry().bottom() > view.height() - 40


# ---- with the cue ---------------------------------------------------------------------------------------------------

def test_a_blow_of_the_cue_is_a_try_and_the_next_one_waits_for_another(bench, qtbot, tmp_path):
    """By mouse, then by keys; a challenge that is not played with it has none."""
    b = bench([SCENES["billiards"]], settings=Settings(), challenges=(ROOT / "challenges",), view=ReachedView,
              results=tmp_path/"results.sqlite")
    session, play, case = b.window.challenges.session, b.window.challenges, b.window.cue_case
    good, mouse = play.load().good, Mouse(b)
    play.open(good["stun"])
    b.settle()
    assert not case.can_hit and not b.window.cue_disc.isVisible()
    assert "Press the white ball" not in play.card.text.text()
    play.open(good["cue_draw"])
    b.settle()
    assert "Press the white ball, draw back, let go." in play.card.text.text()
    qtbot.waitUntil(lambda: b.player.grip._is_ready())
    assert case.can_hit and b.window.cue_disc.isVisible() and not play.card.go.isVisible()
    case.put(0.0, -0.4)
    mouse.press(mouse.body)
    mouse.drag(mouse.of((-0.8, 0.0, 0.0286)), 5)
    b.frames(1)
    mouse.release()
    b.frames(3)
    assert session.state == RUNNING and session.is_on and not case.can_hit
    assert [one.name for one in b.run.commands] == [HAND, HAND] and play.card.go.isVisible()
    b.window.commands["play_go"].trigger()
    assert session.state == READY and b.run.t == 0.0 and not b.player.is_playing and case.can_hit
    b.frames(2)
    b.window.commands["hand_hold"].trigger()
    QTest.keyClick(b.view.inner, Qt.Key.Key_Up)
    QTest.keyClick(b.view.inner, Qt.Key.Key_Return)
    b.frames(3)
    assert session.state == RUNNING and len(b.run.commands) == 2


@pytest.mark.parametrize("name", ["cue_stun", "cue_follow", "cue_draw"])
def test_there_is_room_in_the_picture_to_draw_the_cue_back(bench, qtbot, tmp_path, name):
    """The ball stood at the edge of the picture: a mouse could not draw as far as the winning blow needs."""
    b = bench([SCENES["billiards"]], settings=Settings(), challenges=(ROOT / "challenges",), view=ReachedView,
              results=tmp_path/"results.sqlite")
    b.window.resize(1024, 768)
    b.window.challenges.open(b.window.challenges.load().good[name])
    b.settle()
    b.frames(5)
    eye, ball = b.view.reach.eye, b.player.snapshot.bodies[0].centre
    # 1.5 m/s of 6 m/s, drawn back along the table; those that win need 0.85 to 1.16 m/s
    far = b.run.bodies[0].size + 0.25*b.window.cue_case.cue.drawn*b.view.reach.span
    x, y = eye.project(np.asarray(ball) - (far, 0.0, 0.0))[0]
    assert 0.0 <= x <= eye.width and 0.0 <= y <= eye.height


# ---- a miss, shown slowly -------------------------------------------------------------------------------------------

def test_a_miss_is_shown_slowly_from_the_side_and_ends_with_the_next_try(aimer):
    person, _mouse = aimer
    person.open("golf")
    slow = person.play.slow
    person.act("play_go")
    person.finish()
    reading = person.session.verdict.reading
    body, middle = map(np.array, reading.apart)
    assert middle.tolist() == [-0.05, 0.12, 0.02] and np.linalg.norm(body - middle) == pytest.approx(reading.found)
    assert slow.is_on and person.b.player.is_playing and person.b.player.pace.speed == 1/8
    assert reading.t - 0.51 < person.b.run.t < reading.t
    limit = 2000
    while person.b.player.is_playing and limit:
        person.b.frames()
        limit -= 1
    assert abs(person.b.run.t - reading.t) < 0.02 and person.session.state == JUDGED
    person.act("play_go")
    assert not slow.is_on and person.b.player.pace.speed == 8 and person.session.state == RUNNING
    person.session.set_all(WIN)
    person.act("play_go")
    person.finish()
    assert person.session.verdict.stars == 3 and not slow.is_on and not person.b.player.is_playing


def test_a_miss_without_a_mark_is_shown_slowly_up_to_the_instant_of_its_number(aimer):
    person, _mouse = aimer
    person.open("zeno")
    slow, seen = person.play.slow, []
    slow._sights = replace(slow._sights, look_at=lambda *look: seen.append(look))
    # the last bounce at 4 s, where 3 s are asked for: nine times the fall, sqrt(2 h/g)
    person.session.set("height", 0.5*9.81*(4.0/9.0)**2)
    person.act("play_go")
    person.finish()
    t, body = person.session.verdict.reading.moment
    assert person.session.verdict.stars == 0 and body == 0 and 3.5 < t < 4.1
    assert slow.is_on and person.b.player.is_playing and person.b.player.pace.speed == 1/8
    assert t - 0.51 < person.b.run.t < t and len(seen) == 1
    limit = 2000
    while person.b.player.is_playing and limit:
        person.b.frames()
        limit -= 1
    assert abs(person.b.run.t - t) < 0.02 and person.session.state == JUDGED
    assert np.linalg.norm(seen[0][0] - person.b.run.snapshot().bodies[0].centre) < seen[0][3]
    person.act("play_go")
    assert not slow.is_on and person.b.player.pace.speed == 8 and person.session.state == RUNNING


@pytest.mark.parametrize("angle", [0.0, 40.0, 90.0, 200.0, 300.0])
def test_a_miss_lies_across_the_part_of_the_picture_that_its_card_leaves(aimer, angle):
    person, _mouse = aimer
    slow, seen = person.play.slow, []
    slow._sights = replace(slow._sights, look_at=lambda *look: seen.append(look))
    middle = np.array((0.1, 0.05, 0.02))
    body = middle + 0.15*np.array((np.cos(np.radians(angle)), np.sin(np.radians(angle)), 0.0))
    slow.begin(Reading(False, 0.0, apart=(body, middle)), (), 0.05)
    (at, azimuth, elevation, size), = seen
    assert at.tolist() == (0.5*(body + middle)).tolist() and size == pytest.approx(0.225)      # [m]
    wide, high = 670.0, 450.0
    free = largest_free(wide, high, (20.0, 180.0, 280.0, 440.0))
    assert (free.left, free.right) == (280.0, wide)
    at, size = moved_into(free, wide, high, at, (azimuth, elevation, size))
    forward = np.array((np.sin(azimuth)*np.cos(elevation), np.cos(azimuth)*np.cos(elevation), -np.sin(elevation)))
    up = np.array((np.sin(azimuth)*np.sin(elevation), np.cos(azimuth)*np.sin(elevation), np.cos(elevation)))
    distance = size/0.25
    eye = Eye(at - distance*forward, forward, up, 0.25, distance, round(wide), round(high))
    one, other = eye.project(np.array((middle, body)))
    # from left to right, a third of what is free, in its middle
    assert abs(one[1] - other[1]) < 3.0 and 0.5*(one + other) == pytest.approx((475.0, 225.0), abs=3.0)      # [px]
    assert other[0] - one[0] == pytest.approx((wide - 280.0)/3, rel=0.03)
    slow.end()


def test_a_miss_is_not_shown_where_motions_are_unwanted(aimer):
    person, _mouse = aimer
    person.window.settings["reduce_motion"] = True
    person.open("golf")
    person.act("play_go")
    person.finish()
    assert person.session.verdict.stars == 0 and not person.play.slow.is_on and not person.b.player.is_playing


# ---- challenges of one's own ----------------------------------------------------------------------------------------

def test_a_run_is_made_a_challenge_kept_found_in_the_list_and_played(person, tmp_path):
    person.b.window.edits.change("vy", 0.12)
    person.b.settle()
    person.window.play()
    person.b.frames(120)
    person.act("play_make")
    sheet = person.window.findChild(MakeSheet)
    assert not person.b.player.is_playing and sheet.free.count() == 1 and sheet.free.currentData() == "vy"
    sheet.title.setText("<b>Mine</b>")
    sheet.done_button.click()
    path = tmp_path/"challenges"/"b_mine_b.toml"
    assert path.exists() and sheet.trouble.isHidden()
    person.open("b_mine_b")
    assert person.card.title.text() == "<b>Mine</b>" and person.session.tried == {"vy": 0.05}
    person.session.set("vy", 0.12)
    person.act("play_go")
    person.finish()
    assert person.session.verdict.stars == 3


def test_a_run_as_the_preset_has_it_is_no_challenge(person, tmp_path):
    person.act("play_make")
    assert "Change a number of the start" in person.window.message.text
    assert person.window.findChild(MakeSheet) is None and not (tmp_path/"challenges").exists()


def test_a_broken_file_of_ones_own_is_told_in_the_list(person, tmp_path):
    (tmp_path/"challenges").mkdir()
    (tmp_path/"challenges"/"bad.toml").write_text("title = ", encoding="utf-8")
    assert "bad.toml" in person.play.load().broken["bad"] and "golf" in person.play.load().good


def test_what_is_to_be_found_out_is_not_shown_while_it_is_played(bench, qtbot, tmp_path):
    person = Player(bench, qtbot, tmp_path, more=("incline",))
    person.open("detective")
    rows = person.window.docks["parameters"].rows
    assert rows["mu"].isHidden() and not rows["slope"].isHidden() and rows["slope"].isEnabled()
    person.session.set("slope", 40.0)
    person.session.set("coefficient", 0.4135)
    person.act("play_go")
    person.finish()
    assert person.session.verdict.stars == 3
    person.act("play_leave")
    person.b.frames(2)
    assert not person.window.docks["parameters"].rows["mu"].isHidden()


def test_a_run_that_is_made_to_measure_is_not_judged(bench, qtbot, tmp_path):
    """Nothing was said yet, so nothing is wrong: it is told what to do next, and is a try."""
    person = Player(bench, qtbot, tmp_path, more=("incline",))
    person.open("detective")
    session = person.session
    session.set("slope", 40.0)
    person.act("play_go")
    person.finish()
    verdict = session.verdict
    assert verdict.stars == 0 and verdict.sentence.startswith("Measured.") and "Try 1" in verdict.sentence
    assert not verdict.reading.side and not person.play.slow.is_on
    assert session.results.tries("detective", {"case": 0.0}) == 1
    session.set("coefficient", 0.4135)
    person.act("play_go")
    person.finish()
    assert session.verdict.stars == 3


def test_tries_of_a_case_cost_stars_and_another_case_begins_anew(bench, qtbot, tmp_path):
    person = Player(bench, qtbot, tmp_path, more=("incline",))
    person.open("detective")
    session = person.session
    session.set("slope", 40.0)
    session.set("case", 12.3)
    assert session.case == {"case": 12.0}
    hidden = session.challenge.with_values(session.case)[0]["mu"]
    person.b.frames(2)
    assert session.run.start_values["mu"] == hidden != session.challenge.values["mu"]
    for number, stars in enumerate((0, 0, 0, 2), 1):
        session.set("coefficient", hidden if stars else 0.06)
        person.act("play_go")
        # what is hidden in a run stays
        session.set("case", 5.0)
        person.finish()
        assert session.verdict.stars == stars and (f"ry {number}" in session.verdict.sentence), session.verdict.sentence
    session.set("case", 13.0)
    session.set("coefficient", session.challenge.with_values(session.case)[0]["mu"])
    person.act("play_go")
    person.finish()
    assert session.verdict.stars == 3

"""Results of challenges in the window: who plays, the table, a try seen again; challenges in share codes."""

import sqlite3
from dataclasses import replace

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication

from sandbox.errors import BadValue
from sandbox.ui.play.session import JUDGED, READY
from sandbox.ui.play.standings_sheet import CHALLENGE, STARS, WHO, StandingsSheet
from sandbox.workspace.results import Results, Try
from sandbox.workspace.share_code import code_of, setup_of_code
from tests.ui.playing import WIN, Player


@pytest.fixture
def person(bench, qtbot, tmp_path):
    return Player(bench, qtbot, tmp_path)


def sheet_of(person) -> StandingsSheet:
    person.act("play_results")
    # one that was closed is there until the event loop takes it away
    return next(one for one in person.window.findChildren(StandingsSheet) if one.isVisible())


def lines(sheet) -> list[tuple[str, str, str]]:
    table = sheet.table
    return [tuple(table.topLevelItem(k).text(column) for column in (WHO, CHALLENGE, STARS))
            for k in range(table.topLevelItemCount())]


def win(person, name="golf"):
    person.open(name)
    for key, value in WIN.items():
        person.session.set(key, value)
    person.act("play_go")
    person.finish()
    assert person.session.verdict.stars == 3


def given_code(person, text: str):
    """Opens a share code, as a person does who pastes it."""
    person.window.filing.menu.open_code(text)
    person.qtbot.waitUntil(lambda: not person.window.filing.menu.is_busy)
    person.b.frames()


def test_stars_are_those_of_who_plays(person):
    win(person)
    sheet = sheet_of(person)
    assert lines(sheet) == [("(no name)", "Two sevenths golf", "★★★")]
    sheet.name.setFocus()
    sheet.name.setText("  Anna \u202e B. ")
    QTest.keyClick(sheet.name, Qt.Key.Key_Return)
    assert sheet.isVisible() and sheet.name.text() == person.play.results.player == "Anna B."
    assert person.window.settings["nickname"] == "Anna B." and person.card.stars.text() == "☆☆☆"
    person.act("play_go")
    person.session.set("vy", 0.3)
    person.act("play_go")
    person.finish()
    sheet.close()
    assert lines(sheet_of(person)) == [("(no name)", "Two sevenths golf", "★★★"),
                                       ("Anna B.", "Two sevenths golf", "☆☆☆")]


def test_a_name_that_is_too_long_is_told_and_the_old_one_stays(person):
    sheet = sheet_of(person)
    sheet.name.setText("x"*25)
    sheet.name.editingFinished.emit()
    assert "needs at most 24" in sheet.trouble.text() and not sheet.trouble.isHidden()
    assert person.play.results.player == ""


def test_a_try_is_seen_again_and_is_no_try_of_who_sees_it(person, qtbot, tmp_path):
    win(person)
    person.session.leave()
    person.play.set_player("Bob")
    sheet = sheet_of(person)
    assert not sheet.again.isEnabled()
    sheet.table.setCurrentItem(sheet.table.topLevelItem(0))
    sheet.again.click()
    qtbot.waitUntil(lambda: not person.window.filing.menu.is_busy and person.session.is_on)
    assert person.b.run.t == 0.0 and person.b.run.start_values["vx"] == WIN["vx"] and person.session.state == READY
    person.window.play()
    person.b.frames(2)
    person.finish()
    assert person.session.verdict.stars == 3
    assert person.play.results.stars("golf") == 0 and len(person.play.results.standings) == 1
    with sqlite3.connect(tmp_path/"results.sqlite") as base:
        assert base.execute("SELECT count(*) FROM tries").fetchone() == (1,)


def test_the_files_of_a_class_are_put_together_and_saved_as_a_table(person, qtbot, tmp_path):
    other = Results(tmp_path/"other.sqlite", "Eve")
    other.put(Try("golf", 2, 0.0012, {"vx": 0.05}))
    other.put(Try("of_a_later_version", 1, None, {}))
    win(person)
    sheet = sheet_of(person)
    sheet.add_file(str(tmp_path/"other.sqlite"))
    assert lines(sheet) == [("(no name)", "Two sevenths golf", "★★★"), ("Eve", "Two sevenths golf", "★★☆"),
                            ("Eve", "of_a_later_version", "★☆☆")]
    # what is not known here can't be seen again
    sheet.table.setCurrentItem(sheet.table.topLevelItem(2))
    assert not sheet.again.isEnabled()
    bad = tmp_path/"bad.sqlite"
    bad.write_bytes(b"no database"*100)
    sheet.add_file(str(bad))
    assert "bad.sqlite" in sheet.trouble.text() and len(lines(sheet)) == 3
    sheet.table.sortByColumn(STARS, Qt.SortOrder.DescendingOrder)
    assert [line[2] for line in lines(sheet)] == ["★★★", "★★☆", "★☆☆"]
    from sandbox.workspace.results import csv_of
    person.play._write_table(csv_of(sheet.standings), tmp_path/"class.csv")
    qtbot.waitUntil((tmp_path/"class.csv").exists)
    assert (tmp_path/"class.csv").read_text(encoding="utf-8-sig").startswith("name,challenge,stars")


# ---- challenges that go along ---------------------------------------------------------------------------------------

def test_a_share_code_carries_the_challenge_and_who_opens_it_plays(person, bench, qtbot, tmp_path):
    person.open("golf")
    person.act("copy_code")
    code = QApplication.clipboard().text()
    person.session.leave()
    given_code(person, code)
    assert person.session.challenge.id == "golf" and person.session.state == READY and person.card.isVisible()
    assert person.session.challenge == person.play.load().good["golf"] and not person.play.is_foreign
    person.act("play_go")
    person.finish()
    assert [one.best.challenge for one in person.play.results.standings] == ["golf"]


def test_a_challenge_of_somebody_is_played_kept_and_found_in_the_list(person, tmp_path):
    person.open("golf")
    setup = person.window.filing.documents.setup()
    table = {**setup.others["challenge"]["table"], "title": "Golf of Eve", "until": 11.0}
    told = replace(setup, others={**setup.others, "challenge": {"id": "golf", "table": table, "guesses": {}}})
    given_code(person, code_of(told))
    name = person.session.challenge.id
    # golf is another one here
    assert name.startswith("golf_") and person.card.title.text() == "Golf of Eve" and person.play.is_foreign
    person.act("play_keep")
    assert (tmp_path/"challenges"/"golf_of_eve.toml").exists()
    again, played = person.play.load().good["golf_of_eve"], person.session.challenge
    assert (again.until, again.goal, again.marks) == (11.0, played.goal, played.marks)


def test_a_guess_goes_along(person):
    person.open("leave_flag")
    person.session.set("flag", 40.0)
    code = code_of(person.window.filing.documents.setup())
    person.session.leave()
    given_code(person, code)
    assert person.session.tried["flag"] == 40.0


def test_a_try_that_is_over_is_judged_at_once(person):
    win(person)
    code = code_of(person.window.filing.documents.setup())
    person.session.leave()
    given_code(person, code)

    def is_judged():
        person.b.frames()
        return person.session.state == JUDGED
    person.qtbot.waitUntil(is_judged)
    assert person.session.verdict.stars == 3 and person.play.results.standings[0].tries == 1


@pytest.mark.parametrize("told", [5, {}, {"id": "golf"}, {"id": "Go LF", "table": {}}, {"id": "golf", "table": {}},
                                  {"id": "golf", "table": {"goal": "1 < "*100}}, {"id": "golf", "table": []},
                                  {"id": "golf", "table": {}, "guesses": {"x": "y"}}])
def test_a_code_with_a_broken_challenge_shows_its_run_and_says_why(person, told):
    person.open("golf")
    setup = person.window.filing.documents.setup()
    person.session.leave()
    good = setup.others["challenge"]["table"]
    if isinstance(told, dict) and isinstance(told.get("table"), dict):
        told = {**told, "table": {**good, **told["table"]} if told["table"] else {}}
    others = {**setup.others, "challenge": told}
    given_code(person, code_of(replace(setup, others=others)))
    assert not person.session.is_on and person.b.run.scene.id == "turntable"
    assert "challenge" in person.window.message.text or "file name" in person.window.message.text
    with pytest.raises(BadValue):
        person.play.carried.load(told)


def test_a_run_with_something_locked_changed_is_no_try_of_the_challenge_in_its_code(person):
    person.open("golf")
    setup = person.window.filing.documents.setup()
    person.session.leave()
    given_code(person, code_of(replace(setup, values={**setup.values, "rate": 1.0})))
    assert not person.session.is_on and "locked" in person.window.message.text


def test_without_a_challenge_nothing_of_one_stands_in_a_code(person):
    person.act("copy_code")
    assert "challenge" not in setup_of_code(QApplication.clipboard().text()).others

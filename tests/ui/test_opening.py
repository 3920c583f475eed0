"""What a window says when it opens: how the last one ended, which scenes can't be used, what could not be read."""

import json

import pytest

from sandbox.app.session import Left
from sandbox.cli.window import opening
from sandbox.text import set_language
from tests.patience import MISSING
from tests.ui.made_up import Settings, turntable

LEFT = Left("2026-01-02", "other", "Fast", "", {"rate": 7.0, "x": -0.1, "gone": 3.0})


@pytest.fixture
def b(bench):
    return bench([turntable(), turntable("Another table", id="other")], {"torn": "line 3: invalid syntax"})


def buttons(b) -> list[str]:
    message = b.window.message
    return [button.text() for button in (message.button, *message.more) if not button.isHidden()]


def test_nothing_to_say_is_no_message(b):
    opening.report_opening(b.window, [], [], lambda: None)
    assert b.window.message.text == ""


def test_a_broken_scene_is_told_with_its_reason(b):
    opening.report_opening(b.window, [], opening.words_of_broken(b.window.catalogue.broken), None)
    assert b.window.message.text == "The scene 'torn' can't be used: line 3: invalid syntax."
    assert buttons(b) == [] and b.window.message.is_urgent


def test_many_broken_scenes_are_three_and_a_number(b):
    words = opening.words_of_broken({f"s{number}": "reason" for number in range(12)})
    assert len(words) == 4 and words[-1] == "9 more scenes can't be used; the list of scenes has the reasons."


def test_a_bad_end_is_told_once_with_the_ways_on(b):
    asked = []
    opening.report_opening(b.window, [LEFT, Left(), Left()], ["folder: full"], lambda: asked.append("safely"))
    assert b.window.message.text == ("The program ended unexpectedly while it showed 'Another table'. "
                                     "This happened 3 times since it was last opened.\nfolder: full")
    assert buttons(b) == ["Open the last scene", "Start safely"]
    b.window.message.more[0].click()
    assert asked == ["safely"] and b.window.message.text == ""


def test_the_last_scene_comes_back_with_its_values(b):
    opening.report_opening(b.window, [LEFT], [], lambda: None)
    b.window.message.button.click()
    b.settle()
    assert (b.run.scene.id, b.run.preset) == ("other", "Fast")
    assert (b.run.values["rate"], b.run.values["x"], b.run.values["radius"]) == (7.0, -0.1, 0.02)


@pytest.mark.parametrize("parameters", [{"rate": 1e9}, {"rate": "fast"}, {"shell": 7.5}])
def test_values_that_are_none_are_refused_in_words(b, parameters):
    opening.report_opening(b.window, [Left(scene="other", parameters=parameters)], [], lambda: None)
    b.window.message.button.click()
    b.settle()
    assert b.run.scene.id == "turntable" and "parameter" in b.window.message.text


@pytest.mark.parametrize("left", [Left(), Left(scene="gone"), Left(scene="torn"), Left(scene="../../x")])
def test_without_a_scene_to_open_there_is_the_safe_start(b, left):
    opening.report_opening(b.window, [left], [], lambda: None)
    assert b.window.message.text == "The program ended unexpectedly." and buttons(b) == ["Start safely"]
    opening.report_opening(b.window, [left], [], None)
    assert buttons(b) == []


def test_the_next_message_has_no_ways_on_of_the_last(b):
    opening.report_opening(b.window, [LEFT], [], lambda: None)
    b.window.message.say("something else", "error")
    assert buttons(b) == []


def test_the_log_that_was_left_is_named(b, tmp_path):
    (tmp_path / "a.sqlite").touch()
    opening.report_opening(b.window, [Left(log=str(tmp_path / "a.sqlite")), Left()], [], None)
    assert f"The log of that run is '{tmp_path / 'a.sqlite'}'." in b.window.message.text


def test_it_is_said_in_russian(b):
    set_language("ru")
    opening.report_opening(b.window, [LEFT], [], lambda: None)
    assert "неожиданно" in b.window.message.text and all(ord(text[0]) > 127 for text in buttons(b))


def test_a_scene_that_never_returns_holds_up_neither_another_one_nor_the_end(bench, monkeypatch):
    """Its work goes on unseen; the end of the program waits for it only so long."""
    from dataclasses import replace
    from threading import Event

    from sandbox.ui.playback import loading, task
    returns, has_begun = Event(), Event()

    def build(p):
        has_begun.set()
        returns.wait()
        return turntable().build(p)

    b = bench([turntable(), turntable("Another table", id="other")])
    b.window.catalogue.scenes["endless"] = replace(turntable(), id="endless")
    object.__setattr__(b.window.catalogue.scenes["endless"], "build", build)
    assert b.window.choose_scene("endless") and has_begun.wait(MISSING)
    b.window.choose_scene("other")
    b.frames(20)
    assert b.run.scene.id == "turntable"        # so far it may only be slow
    monkeypatch.setattr(loading, "PATIENCE", 0.0)
    b.window.choose_scene("other")
    b.settle()
    assert b.run.scene.id == "other"
    assert not task.are_done(0.1)
    returns.set()
    assert task.are_done(60.0)


def test_the_last_state_is_restored(b, tmp_path):
    """Of three generations the newest that can be read."""
    from sandbox.run.simulation import Simulation
    from sandbox.workspace.kept_work import KeptWork
    from sandbox.workspace.setup import setup_from
    run, work = Simulation(turntable("Another table", id="other"), {"x": 0.1}), KeptWork(tmp_path, 12)
    for _k in range(4):
        run.advance(60)
        work.keep(setup_from(run))
    assert len(list(tmp_path.glob("work-12-*"))) == 3
    work.newest.write_text("torn")
    opening.report_opening(b.window, [Left(scene="other", work=str(work.newest))], [], lambda: None)
    assert buttons(b) == ["Restore the last state", "Start safely"]
    assert "Its state of " in b.window.message.text
    b.window.message.button.click()
    b._qtbot.waitUntil(lambda: not b.window.filing.menu.is_busy)
    assert (b.run.scene.id, b.run.step) == ("other", 180) and b.window.windowTitle().startswith("*")


@pytest.mark.parametrize("work", ["gone/work-1-1.jacobi.json", "../../etc/passwd", "\0", "work-1-1.jacobi.json/.."])
def test_without_a_kept_state_there_is_the_last_scene(b, work):
    opening.report_opening(b.window, [Left(scene="other", work=work)], [], lambda: None)
    assert buttons(b) == ["Open the last scene", "Start safely"]


def test_the_start_offers_what_one_did_last(bench, tmp_path):
    file = tmp_path/"mine.scene.json"
    file.write_text("{}")
    settings = Settings(scene="other", preset="Fast", recent=json.dumps([str(tmp_path/"gone.scene.json"), str(file)]))
    b = bench([turntable(), turntable("Another table", id="other")], settings=settings)
    opening.report_opening(b.window, [], [], None, "turntable")
    assert b.window.message.text == "Last time: Another table." and b.run.scene.id == "turntable"
    assert buttons(b) == ["Go on with it", "Open mine.scene.json", "All scenes"]
    b.window.message.button.click()
    b.settle()
    assert (b.run.scene.id, b.run.preset) == ("other", "Fast")
    opening.offer_last(b.window, "turntable")
    b.window.message.more[1].click()
    assert b.window.gallery.isVisible()


def test_a_newcomer_is_offered_nothing_and_trouble_goes_before(bench):
    b = bench(settings=Settings(scene="", preset=""))
    opening.offer_last(b.window, "turntable")
    assert b.window.message.text == ""
    b = bench(settings=Settings(scene="turntable", preset="Fast"))
    opening.report_opening(b.window, [], ["The disk is full."], None, "turntable")
    assert b.window.message.text == "The disk is full."

"""Set-ups in the window: opened by every way there is, saved without replacing anything unasked, shared as codes."""

import json
import os

import pytest
from PyQt5.QtCore import QMimeData, QPoint, Qt, QUrl
from PyQt5.QtGui import QDragEnterEvent, QDropEvent
from PyQt5.QtWidgets import QApplication

from sandbox.errors import BadValue
from sandbox.workspace.digest import digest_of
from sandbox.workspace.setup import Setup, setup_from
from sandbox.workspace.setup_file import read_setup, write_setup
from sandbox.workspace.share_code import code_of
from tests.ui.made_up import Settings, turntable


@pytest.fixture
def other(tmp_path):
    """A set-up of another scene, played with, taken back a little."""
    from sandbox.run.simulation import Simulation
    run = Simulation(turntable("Another table", id="other"), {"x": 0.1}, preset="Plain")
    run.advance(100)
    run.set("rate", 7.5)
    run.advance(140)
    run.go_to(200)
    setup = setup_from(run, {"mode": "follow"}, {"arrows": ["normal"], "trail": "short", "chalk": "long"},
                       {"lesson": ["drift"], "magnet": 1.5})
    write_setup(tmp_path / "lesson.jacobi.json", setup)
    return tmp_path / "lesson.jacobi.json"


@pytest.fixture
def b(bench):
    return bench([turntable(), turntable("Another table", id="other")], settings=Settings(recent=""))


def done(b, qtbot):
    qtbot.waitUntil(lambda: not b.window.filing.menu.is_busy)


def opened(b, qtbot, path):
    b.window.filing.menu.open(str(path))
    done(b, qtbot)


def looked(b):
    b.window.filing.documents.look()
    return b.window.windowTitle()


def test_it_opens_at_the_instant_that_was_looked_at_with_all_that_was_shown(b, qtbot, other):
    b.player.play()
    opened(b, qtbot, other)
    kept = read_setup(other)
    assert (b.run.scene.id, b.run.step, b.run.latest, b.run.preset) == ("other", 200, 240, "Plain")
    assert digest_of(b.run.snapshot()) == kept.digest and not b.player.is_playing
    assert b.run.values["rate"] == 7.5 and b.run.start_values["x"] == 0.1
    assert b.view.arrows == {"velocity": False, "angular_velocity": False, "normal": True, "friction": False}
    assert b.view.trail == "short" and ("chalk", "long") in b.view.told and ("camera", "follow") in b.view.told
    assert b.window.windowTitle() == "lesson.jacobi.json — Another table — Jacobi Sandbox"
    assert b.window.message.text == "'lesson.jacobi.json' at t = 0.833 s."
    # how it started, the way that it went and what plots show of it
    centre = [field.value for field in b.window.docks["parameters"].start.fields[0]]
    assert centre == pytest.approx(b.run.origin.bodies[0].centre, abs=1e-12) and b.run.origin.t == 0.0
    assert b.run.recording.trace.trajectory(0.0, b.run.t).t[0] == 0.0 and b.run.watch().states().t[0] == 0.0


def test_what_is_played_from_there_on_gets_a_log(b, qtbot, other):
    opened(b, qtbot, other)
    logs = len(b.recorders)
    b.player.step(41)
    b.player.step(60)
    assert len(b.recorders) == logs + 1 and b.run.recorder is b.recorders[-1]


def test_changes_show_a_star_and_saving_takes_it_away(b, qtbot, other):
    opened(b, qtbot, other)
    b.player.step(100)
    assert not looked(b).startswith("*")          # that it was played is no change
    b.player.change("rate", 2.0)
    b.frames(2)
    assert looked(b).startswith("*lesson.jacobi.json")
    b.act("save")
    done(b, qtbot)
    assert not b.window.windowTitle().startswith("*")
    stored = json.loads(other.read_text(encoding="utf-8"))
    assert stored["commands"][-1] == [b.run.step, "rate", 2.0] and stored["magnet"] == 1.5
    assert stored["lesson"] == ["drift"] and os.listdir(other.parent).count(other.name) == 1


def test_another_scene_is_another_document(b, qtbot, other):
    opened(b, qtbot, other)
    b.window.choose_scene("turntable")
    b.settle()
    assert b.window.windowTitle() == "Ball on a turntable — Jacobi Sandbox"
    assert b.window.filing.documents.present.path is None


def test_parts_of_the_window_keep_their_own(b, qtbot, other):
    got = []
    b.window.filing.documents.register("lesson", lambda: ["mine"], got.append)
    b.window.filing.documents.register("marks", list, got.append)
    opened(b, qtbot, other)
    assert got == [["drift"]]
    setup = b.window.filing.documents.setup()
    assert {name: setup.others[name] for name in ("lesson", "marks", "magnet")} == {
        "lesson": ["mine"], "marks": [], "magnet": 1.5}


def test_save_as_replaces_nothing_unasked(b, qtbot, tmp_path):
    taken = tmp_path / "taken.jacobi.json"
    taken.write_text("mine")
    b.window.filing.menu.save_as(str(tmp_path / "taken"))
    done(b, qtbot)
    assert "is there already" in b.window.message.text and taken.read_text() == "mine"
    b.window.message.button.click()
    done(b, qtbot)
    assert read_setup(taken).scene == "turntable" and b.window.filing.documents.present.path == taken
    b.window.filing.menu.save_as(str(tmp_path / "none" / "x"))
    assert "there is no folder" in b.window.message.text


def test_a_file_that_another_program_changed_is_not_replaced_unasked(b, qtbot, other):
    opened(b, qtbot, other)
    other.write_text("theirs")
    os.utime(other, ns=(1, 1))
    b.act("save")
    done(b, qtbot)
    assert "was changed by another program" in b.window.message.text and other.read_text() == "theirs"


def test_a_newer_file_is_not_written_to(b, qtbot, other):
    stored = {**json.loads(other.read_text(encoding="utf-8")), "jacobi": 7, "program": "9.1"}
    other.write_text(json.dumps(stored))
    opened(b, qtbot, other)
    assert "Made by version 9.1" in b.window.message.text and "'magnet'" in b.window.message.text
    asked = []
    b.window.filing.menu.ask_save = lambda: asked.append(True)
    b.window.filing.menu.save()
    assert asked == [True] and json.loads(other.read_text()) == stored


@pytest.mark.parametrize("content, said", [
    (b"", "cannot be read"), (b"{}", "no set-up"), (b"[" * 10_000, "cannot be read"), (b"\xff\xfe", "cannot be read"),
    (b'{"jacobi": 1, "scene": "gone"}', "gone"), (b'{"jacobi": 1, "scene": "other", "values": {"rate": 1e9}}', "rate"),
    (b'{"jacobi": 1, "scene": "other", "shown": {"arrows": {}, "trail": 5}}', "shown")])
def test_what_is_none_leaves_the_run_as_it_is(b, qtbot, tmp_path, content, said):
    before = b.run
    (tmp_path / "a.jacobi.json").write_bytes(content)
    opened(b, qtbot, tmp_path / "a.jacobi.json")
    assert b.run is before and b.window.message.kind == "error" and said in b.window.message.text


def test_a_log_is_opened_too_and_a_missing_file_is_said_and_dropped(b, qtbot, tmp_path, other):
    from sandbox.run.logs.recorder import Recorder
    from sandbox.run.simulation import Simulation
    run = Simulation(turntable(), open_log=lambda header: Recorder(tmp_path / "r.sqlite", header))
    run.advance(240)
    run.recorder.close()
    opened(b, qtbot, tmp_path / "r.sqlite")
    assert "the same, bit by bit" in b.window.message.text
    opened(b, qtbot, other)
    menu = b.window.commands.menus["recent"]
    assert [action.text() for action in menu.actions()] == ["lesson.jacobi.json", "r.sqlite"]
    other.unlink()
    menu.actions()[0].trigger()
    assert "is not there any more" in b.window.message.text
    assert [action.text() for action in menu.actions()] == ["r.sqlite"]
    assert json.loads(b.window.settings["recent"]) == [str(tmp_path / "r.sqlite")]


def test_no_more_than_ten_are_remembered(b, qtbot, tmp_path):
    for number in range(12):
        write_setup(tmp_path / f"{number}.jacobi.json", Setup("other"))
        opened(b, qtbot, tmp_path / f"{number}.jacobi.json")
    names = [action.text() for action in b.window.commands.menus["recent"].actions()]
    assert names == [f"{number}.jacobi.json" for number in range(11, 1, -1)]


def test_codes_go_by_the_clipboard(b, qtbot):
    b.player.change("rate", 2.0)
    b.player.step(30)
    b.act("copy_code")
    code = QApplication.clipboard().text()
    assert code.startswith("JS1:") and f"{len(code)} letters" in b.window.message.text
    state = digest_of(b.run.snapshot())
    b.window.choose_scene("other")
    b.settle()
    b.act("paste_code")
    done(b, qtbot)
    assert b.run.scene.id == "turntable" and digest_of(b.run.snapshot()) == state
    assert b.window.windowTitle().startswith("*")          # it is in no file yet
    QApplication.clipboard().setText(code[:-3])
    before = b.run
    b.act("paste_code")
    done(b, qtbot)
    assert b.run is before and "damaged or not whole" in b.window.message.text


def dropped(b, mime) -> bool:
    """Whether the window takes what is dragged over it and dropped."""
    enter = QDragEnterEvent(QPoint(300, 300), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
                            Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(b.window, enter)
    drop = QDropEvent(QPoint(300, 300), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
                      Qt.KeyboardModifier.NoModifier)
    drop.ignore()
    QApplication.sendEvent(b.window, drop)
    return enter.isAccepted() and drop.isAccepted()


def test_files_and_codes_are_dropped_on_the_window(b, qtbot, other):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(other))])
    assert dropped(b, mime)
    done(b, qtbot)
    assert b.run.scene.id == "other"
    mime = QMimeData()
    mime.setText("\n " + code_of(Setup("turntable", values={"rate": 1.25})))
    assert dropped(b, mime)
    done(b, qtbot)
    assert b.run.values["rate"] == 1.25
    mime = QMimeData()
    mime.setText("hello")
    mime.setUrls([QUrl("http://example.org/a.jacobi.json")])
    assert not dropped(b, mime)


def test_a_long_run_can_be_given_up(b, qtbot, tmp_path):
    before = b.run
    write_setup(tmp_path / "long.jacobi.json", Setup("other", reached=90_000_000))
    b.window.filing.menu.open(tmp_path / "long.jacobi.json")
    qtbot.waitUntil(lambda: b.window.message.button.text() == "Cancel" and b.window.message.kind == "busy")
    b.window.message.button.click()
    assert not b.window.filing.menu.is_busy and "was not opened" in b.window.message.text and b.run is before


def test_it_is_what_the_window_opens_with(bench, qtbot, other):
    b = bench([turntable(), turntable("Another table", id="other")], file=str(other))
    done(b, qtbot)
    assert (b.run.scene.id, b.run.step) == ("other", 200)


@pytest.mark.parametrize("options", [{"file": "none.jacobi.json"}, {"code": "JS1:abc"}])
def test_without_it_the_first_scene_is_shown(bench, qtbot, options):
    b = bench(**options)
    done(b, qtbot)
    b.settle()
    assert b.run.scene.id == "turntable" and b.window.message.kind == "error" and b.window.message.text


def test_work_is_kept_and_forgotten(b, qtbot, tmp_path):
    from sandbox.workspace.kept_work import KeptWork, newest_of
    work = KeptWork(tmp_path, 7)
    b.window.filing.keep_work(work.keep, work.forget)
    saver = b.window.filing._autosave
    saver.tick()
    qtbot.waitUntil(lambda: newest_of(str(work.newest)) is not None)
    b.player.step(30)
    state = digest_of(b.run.snapshot())
    b.window.choose_scene("other")
    b.settle()
    qtbot.waitUntil(lambda: newest_of(str(work.newest))[0].digest == state)
    b.window.close()
    assert not list(tmp_path.glob("work-*"))


def test_work_that_cannot_be_kept_is_said_once(b, qtbot):
    def keep(_setup):
        raise OSError(28, "No space left on device")

    b.window.filing.keep_work(keep, lambda: None)
    saver = b.window.filing._autosave
    for _time in range(3):
        b.player.step(10)
        saver.tick()
        saver._task.result if saver._task is None else saver._task._thread.join()
    saver.tick()
    assert "No space left" in b.window.message.text


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), ValueError("nonsense"),
                                   KeyError("no such thing")])
def test_work_that_cannot_be_kept_is_said_though_nothing_more_happens_and_is_tried_again(b, qtbot, fault):
    kept = []

    def keep(setup):
        if len(kept) < 2:
            kept.append(None)
            raise fault
        kept.append(setup)

    b.window.filing.keep_work(keep, lambda: None)
    saver = b.window.filing._autosave
    for _time in range(4):
        saver.tick()
        qtbot.waitUntil(lambda: saver._task is None or saver._task.is_done)
    assert "could not be kept" in b.window.message.text and b.window.message.kind == "error"
    assert len(kept) == 3 and kept[2].scene == "turntable"


def test_a_set_up_of_a_preset_that_is_gone_is_shown_with_a_note(b, qtbot, other):
    stored = json.loads(other.read_text())
    other.write_text(json.dumps({**stored, "preset": "Once there"}))
    opened(b, qtbot, other)
    assert (b.run.scene.id, b.run.step, b.run.start_values["x"]) == ("other", 200, 0.1)
    assert "has no preset 'Once there' any more: its values are used" in b.window.message.text


def changed(b, qtbot, other):
    """A file that was opened and changed, and the window asked to close."""
    opened(b, qtbot, other)
    b.player.step(60)
    b.player.change("rate", 2.0)
    b.frames(2)
    b.window.close()
    assert b.window.isVisible() and b.window.message.text == "'lesson.jacobi.json' was changed and not saved."


def test_a_changed_file_is_saved_before_the_window_closes(b, qtbot, other):
    changed(b, qtbot, other)
    b.window.message.button.click()
    qtbot.waitUntil(lambda: not b.window.isVisible())
    assert read_setup(other).commands[-1][1:] == ("rate", 2.0)


@pytest.mark.parametrize("again", [True, False])
def test_a_changed_file_is_left_as_it_is_when_told_so(b, qtbot, other, again):
    """By the button, or by closing once more, as a request to end the program does."""
    before = other.read_bytes()
    changed(b, qtbot, other)
    if again:
        b.window.close()
    else:
        b.window.message.more[0].click()
    assert not b.window.isVisible() and other.read_bytes() == before


def test_a_part_that_refuses_is_heard_and_the_rest_opens(b, qtbot, other):
    def load(_value):
        raise BadValue("lesson: got 'drift', needs a plot")

    b.window.filing.documents.register("lesson", list, load)
    opened(b, qtbot, other)
    assert b.run.scene.id == "other" and b.window.message.text.endswith("lesson: got 'drift', needs a plot.")
    assert b.window.message.kind == "event"


def test_a_part_that_gives_what_no_file_can_hold_is_refused_in_words(b, qtbot, tmp_path):
    b.window.filing.documents.register("lesson", lambda: [float("nan")], lambda _value: None)
    b.window.filing.menu.save_as(str(tmp_path / "a"))
    assert "'lesson': got [nan], needs values of JSON" in b.window.message.text
    b.act("copy_code")
    assert "'lesson': got [nan]" in b.window.message.text and not (tmp_path / "a.jacobi.json").exists()


def test_plots_and_pins_come_back(b, qtbot, tmp_path):
    """A pinned run, and what was plotted, in a window that has since shown something else."""
    b.player.step(240)
    board, plots = b.window.docks["compare"].ports.pinboard, b.window.docks["plots"]
    board.pin(b.run, "mine")
    before = plots.save(), board.to_json()
    b.window.filing.menu.save_as(str(tmp_path / "a"))
    done(b, qtbot)
    assert not looked(b).startswith("*")
    board.clear()
    plots.load({"shown": ""})
    assert looked(b).startswith("*a.jacobi.json")
    opened(b, qtbot, tmp_path / "a.jacobi.json")
    assert (plots.save(), board.to_json()) == before and [pin.name for pin in board.pins] == ["mine"]
    assert not looked(b).startswith("*")

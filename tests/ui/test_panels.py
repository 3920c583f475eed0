"""The panels around the picture: scenes, meters, plots, events, the start in numbers, and their places."""

from threading import Event

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QLabel

from sandbox.ui.panels.meter_panel import MeterPanel
from sandbox.ui.panels.scene_panel import summary
from sandbox.ui.window.files import export
from tests.patience import MISSING
from tests.ui.made_up import turntable


def seen(bench, qtbot, name):
    """Bring a panel to the front."""
    if not bench.window.docks.all[name].is_seen:
        bench.act(name)
    qtbot.waitUntil(lambda: bench.window.docks.all[name].is_seen)
    return bench.window.docks.all[name]


def two_scenes():
    return [turntable(about="Ball on a turntable: why it circles.\n\nMore."),
            turntable("Skater", id="skate", about="A blade on ice.")]


def test_scenes_are_found_by_typing_and_opened_by_enter(bench, qtbot):
    b = bench(two_scenes(), {"torn": "line 3: invalid syntax"})
    dock = seen(b, qtbot, "scenes")
    assert [item.text() for item in dock.list.items()] == ["Ball on a turntable", "Skater", "torn (broken)"]
    assert not dock.list.item(2).flags() & Qt.ItemFlag.ItemIsEnabled and "invalid syntax" in dock.list.item(2).toolTip()
    qtbot.keyClicks(dock.search, "ICE")
    assert [item.isHidden() for item in dock.list.items()] == [True, False, True]
    qtbot.keyClick(dock.search, Qt.Key.Key_Return)
    b.settle()
    assert b.run.scene.id == "skate" and dock.list.currentItem().text() == "Skater"
    qtbot.keyClicks(dock.search, " zzz")
    assert not dock.nothing.isHidden()
    qtbot.keyClick(dock.search, Qt.Key.Key_Escape)
    assert dock.search.text() == "" and not any(item.isHidden() for item in dock.list.items())


def test_broken_scenes_cannot_be_chosen_from_the_list(bench):
    b = bench(two_scenes(), {"torn": "line 3: invalid syntax"})
    b.window.docks["scenes"].list.choose(b.window.docks["scenes"].list.item(2))
    b.settle()
    assert b.run.scene.id == "turntable" and b.window.message.text == ""


def test_presets_of_the_open_scene_are_listed_with_their_keys(bench, qtbot):
    b = bench()
    presets = seen(b, qtbot, "scenes").presets
    assert [item.text() for item in presets.items()] == ["1  Plain", "2  Fast", "3  Off the edge"]
    assert presets.currentRow() == 0
    presets.setCurrentRow(1)
    qtbot.keyClick(presets, Qt.Key.Key_Return)
    b.settle()
    assert b.run.preset == "Fast"


def test_the_wanted_scene_is_named_while_it_is_prepared(bench):
    b = bench(two_scenes(), scene_id="skate")
    assert b.named_first == "skate"


def test_the_first_line_of_a_scene_says_what_it_is():
    assert summary(two_scenes()[0]) == "why it circles."
    assert summary(two_scenes()[1]) == "A blade on ice." and summary(turntable()) == ""


def test_meters_show_value_drift_and_reason(bench, qtbot):
    b = bench([turntable(conserved=("E_J", "plane_K_x", "spin_omega_n"))], playing=True)
    dock = seen(b, qtbot, "meters")
    b.frames(60)
    assert list(dock.rows) == ["E_J", "plane_K_x", "spin_omega_n"]
    row = dock.rows["E_J"]
    assert row.value.text().endswith(" J") and row.drift.property("state") == "good" and row.reason.isHidden()
    assert float(row.drift.text()) < 1e-12
    b.player.change("rate", 15.0)
    b.frames(30)
    assert row.reason.text().startswith("not conserved: ") and row.bar.isHidden() and row.drift.isHidden()
    b.frames(120)
    assert row.reason.isHidden() and not row.bar.isHidden()
    reads = dock.reads
    b.frames(60)
    assert 4 <= dock.reads - reads <= 6            # 5 per second


def test_hidden_and_covered_panels_do_nothing(bench, qtbot):
    b = bench(preset="Off the edge", playing=True)
    docks = b.window.docks
    b.frames(120)
    assert docks["meters"].reads == 0 and docks["events"].list.count() == 0
    seen(b, qtbot, "events")
    assert docks["events"].list.count() == 1 and not b.window.commands["parameters"].isChecked()
    seen(b, qtbot, "meters")
    assert docks["meters"].reads == 1
    b.act("meters")
    assert docks["meters"].isHidden() and not b.window.commands["meters"].isChecked()


def test_a_click_on_an_event_takes_the_run_there(bench, qtbot):
    b = bench(preset="Off the edge", playing=True)
    b.frames(120)
    end = b.run.ended
    b.window.step(-60)
    events = seen(b, qtbot, "events").list
    assert end.sentence in events.item(0).data(Qt.ItemDataRole.UserRole + 1) and "rim" in events.item(0).text()
    qtbot.mouseClick(events.viewport(), Qt.MouseButton.LeftButton, pos=events.visualItemRect(events.item(0)).center())
    assert 0.0 <= end.t - b.run.t < b.run.h and not b.player.is_playing
    b.act("forward")
    assert b.run.ended == end


def test_an_export_replaces_a_file_only_when_told_so(bench, qtbot, tmp_path):
    b = bench(playing=True)
    b.frames(60)
    out, window = tmp_path / "plots.csv", b.window
    out.write_text("mine")
    for write in (window.export.write_plots, window.export.write):
        write(str(out))
        assert "is there already" in window.message.text and window.message.button.text() == "Replace"
        assert out.read_text() == "mine" and not window.export._writing.is_busy
    window.message.button.click()
    qtbot.waitUntil(lambda: "saved" in window.message.text)
    assert out.read_text().startswith("step,") and [path.name for path in tmp_path.glob("*.csv")] == ["plots.csv"]


def test_two_exports_at_once_keep_both(bench, qtbot, tmp_path, monkeypatch):
    """The second is asked for while the first is still being written, however fast the disk is."""
    b = bench(playing=True)
    b.frames(60)
    both, write = Event(), export.write_curves
    monkeypatch.setattr(export, "write_curves", lambda *given: both.wait(MISSING) and write(*given))
    for _k in range(2):
        b.window.export.write_plots(str(tmp_path / "plots.csv"))
    both.set()
    qtbot.waitUntil(lambda: not b.window.export._writing.is_busy)
    assert sorted(path.name for path in tmp_path.glob("*.csv")) == ["plots-2.csv", "plots.csv"]


def test_where_no_export_can_go_is_said_at_once(bench, tmp_path):
    b = bench(playing=True)
    b.frames(5)
    for name, said in (("x"*300 + ".csv", "too long"), ("nowhere/a.csv", "no folder"), ("", "is a folder")):
        b.window.export.write_plots(str(tmp_path / name))
        assert said in b.window.message.text and b.window.message.kind == "error"


def test_the_start_is_shown_in_numbers(bench):
    b = bench()
    fields = b.window.docks["parameters"].start.fields
    assert [[field.value for field in row] for row in fields] == [[0.15, 0.0, 0.02], [0.0, 0.05, 0.0]]
    b.type("vx", "-0.5")
    b.settle()
    assert fields[1][0].value == -0.5 and b.window.docks["parameters"].start.numbers[0].text() != ""


def test_a_start_is_typed(bench):
    """Off the surface it is brought onto it and that is said; parameters of the start take over again."""
    b = bench()
    panel = b.window.docks["parameters"].start

    def enter(field, text):
        field.setFocus()
        field.setText(text)
        field.setModified(True)
        field.editingFinished.emit()
        b.settle()

    enter(panel.fields[0][2], "0.05")
    run = b.window.simulation
    assert run.start is not None and run.snapshot().bodies[0].centre[2] == pytest.approx(0.02, abs=1e-15)
    assert "0.03 m" in b.window.message.text
    enter(panel.fields[1][1], "0.2")
    assert b.window.simulation.start.velocity == (0.0, 0.2, 0.0) and not panel.own.isHidden()
    enter(panel.fields[0][0], "far")
    assert panel.fields[0][0].property("wrong") and b.window.simulation.start.velocity == (0.0, 0.2, 0.0)
    panel.fields[0][0].setModified(False)
    enter(panel.fields[0][0], "0.9")
    assert "beyond an edge" in b.window.message.text and b.window.simulation.start.at[0] == 0.15
    b.type("vx", "0.1")
    b.settle()
    assert b.window.simulation.start is None and b.window.simulation.values["vx"] == 0.1
    b.window.edits.stack.undo()
    b.settle()
    assert b.window.simulation.start is not None and b.window.simulation.values["vx"] == 0.0
    panel.own.click()
    b.settle()
    assert b.window.simulation.start is None and panel.own.isHidden()


def test_parameters_are_grouped_live_ones_first(bench):
    b = bench()
    assert list(b.window.docks["parameters"].rows) == ["rate", "radius", "shell", "grip", "x", "vx"]
    headings = [label.text() for label in b.window.docks["parameters"].findChildren(QLabel, "heading")]
    assert headings == ["System", "Start"]
    abouts = [label.full_text for label in b.row("vx").findChildren(QLabel, "about")]
    assert abouts == ["speed outwards"] and "start: speed outwards" in b.row("vx").toolTip()


def test_the_default_layout_leaves_room_for_the_picture(bench, qtbot):
    b = bench()
    docks, before = b.window.docks, b.view.size()
    assert b.view.width() >= 0.55*b.window.width() and b.view.height() >= 0.6*b.window.height()
    for name in ("scenes", "plots", "meters"):
        b.act(name)
    docks["parameters"].setFloating(True)
    b.act("layout")
    qtbot.waitUntil(lambda: b.view.size() == before)
    assert docks["scenes"].isHidden() and docks["parameters"].is_seen and not docks["parameters"].isFloating()


def test_panels_come_back_as_they_were(bench, qtbot):
    settings = type("Settings", (dict,), {"save": lambda self: True})(
        window="", text_scale=1.0, plots="drift", quality="low")
    b = bench(settings=settings)
    seen(b, qtbot, "scenes")
    b.act("plots")
    b.window.close()
    again = bench(settings=settings)
    assert not again.window.docks["scenes"].isHidden() and again.window.docks["plots"].isHidden()
    assert again.view.told == [("quality", "low")]


def test_hiding_the_parameters_gives_their_place_to_the_picture(bench, qtbot):
    b = bench()
    width = b.view.width()
    b.act("parameters")
    qtbot.waitUntil(lambda: b.view.width() > width + 250)
    b.act("meters")
    qtbot.waitUntil(lambda: b.window.docks["meters"].is_seen)
    b.act("meters")
    qtbot.waitUntil(lambda: b.view.width() > width + 250)
    b.act("parameters")
    qtbot.waitUntil(lambda: b.window.docks["parameters"].is_seen)


def test_meters_say_nothing_of_a_scene_before_it_is_there(bench):
    """While it compiles nobody knows whether it has a conserved quantity."""
    b = bench([turntable(conserved=()), turntable("With", id="with")])
    b.settle()
    panel = MeterPanel(b.window.docks["meters"].ports)
    panel.retranslate()
    assert panel._nothing.isHidden()
    panel.begin(b.run)
    assert not panel._nothing.isHidden() and "no conserved quantity" in panel._nothing.text()
    b.window.choose_scene("with")
    b.settle()
    panel.begin(b.run)
    assert panel._nothing.isHidden()

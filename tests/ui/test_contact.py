"""The dock of the contact, and what the status bar says of it."""

import numpy as np
from PyQt5.QtCore import Qt

from sandbox.mechanics import layout as lay
from sandbox.scene import (
    Ball,
    Contact,
    Coulomb,
    Disk,
    Parameter,
    Plane,
    Preset,
    Rough,
    Scene,
    Start,
    Still,
    precession,
)
from sandbox.text import set_language
from sandbox.ui.look import theme
from tests.ui.made_up import turntable


def sliding(**more):
    """A ball that slides and then rolls."""
    return Scene("Ball that slides", (Parameter("mu", 0.2, low=0, high=1, live=True, about="friction"),),
                 lambda p: (Ball(0.1), Plane(rim=9.0), Still(), Contact(Coulomb(p.mu))),
                 lambda p: Start(at=(0.0, 0.0), velocity=(3.0, 0.0, 0.0), omega=(0.0, 0.0, 0.0)),
                 presets=(Preset("Plain"),), id="sliding", **more)


def two_futures():
    """A thick coin in class A2."""
    coin = precession.homogeneous(0.25, 0.05, 0.02)

    def build(p):
        body = Disk(0.05, coin.m, 0.04, inertia=((coin.A, 0, 0), (0, coin.A, 0), (0, 0, coin.C)))
        return body, Plane(rim=0.3), Still(), Contact(Rough(), branch="flight" if p.release else "history")

    def start(p):
        theta, tau = np.radians(62.08), 164.9
        n = precession.rolling_spin(coin, theta, tau)
        omega = (0.0, tau*np.cos(theta) - n*np.sin(theta), tau*np.sin(theta) + n*np.cos(theta))
        return Start(at=(0.0, 0.0), omega=omega, orientation=(np.cos(theta/2), np.sin(theta/2), 0.0, 0.0))
    return Scene("Coin", (Parameter("release", False, live=True, about="let go"),), build, start,
                 presets=(Preset("Plain"),), id="coin")


def brought(b, qtbot):
    b.act("contact")
    qtbot.waitUntil(lambda: b.window.docks["contact"].is_seen)
    return b.window.docks["contact"]


def test_the_contact_is_read_in_words_and_numbers(bench, qtbot):
    b = bench([sliding()], scene_id="sliding", playing=True)
    dock = brought(b, qtbot)
    b.frames(12)
    assert dock.mode.text() == "sliding" and dock.group.text() == "class B2"
    assert "only staying in contact" in dock.meaning.text() and dock.values["ratio"].text() == "0.200, at most 0.2"
    assert dock.values["U"].text() == "-9.810 m/s²" and dock.values["slip"].text().endswith("m/s")
    assert b.window.status.field("mode").text() == "sliding" and dock.button.isHidden()
    b.frames(60)
    assert dock.mode.text() == "rolling" and b.window.status.field("mode").text() == "rolling"
    reads = dock.reads
    b.frames(60)
    assert 8 <= dock.reads - reads <= 16            # 10 per second, and 5 looks
    b.act("contact")
    reads = dock.reads
    b.frames(30)
    assert dock.reads == reads                      # hidden, it does nothing


def test_a_scene_without_a_law_of_contact_hides_the_dock(bench, qtbot):
    b = bench([sliding(), turntable()], scene_id="sliding")
    dock = brought(b, qtbot)
    b.window.choose_scene("turntable")
    b.settle()
    assert dock.isHidden() and dock.waits and not b.window.commands["contact"].isEnabled()
    b.window.choose_scene("sliding")
    b.settle()
    assert not dock.isHidden() and b.window.commands["contact"].isEnabled()


def test_let_go_and_hold(bench, qtbot):
    b = bench([two_futures()], scene_id="coin", playing=True)
    dock = brought(b, qtbot)
    b.frames(12)
    assert dock.group.text() == "class A2" and dock.button.isEnabled() and dock.button.text() == "Let go"
    dock.button.click()
    b.frames(12)
    assert b.run.values["release"] is True and [e.kind for e in b.run.events] == ["detach", "impact"]
    assert dock.button.text() == "Hold" and b.row("release").value is True
    dock.button.click()
    b.frames(8)         # it is read ten times per second
    assert b.run.values["release"] is False and not dock.button.isEnabled()
    b.window.edits.stack.undo()
    b.frames(2)
    assert b.run.values["release"] is True


def lines(item) -> list[tuple[str, str]]:
    """What stands below a mode: pairs of a guard with its value and what may follow."""
    return [(item.child(k).text(0), item.child(k).text(1)) for k in range(item.childCount())]


def lit(table) -> list[str]:
    """The modes that are lit."""
    modes = [table.topLevelItem(k) for k in range(table.topLevelItemCount())]
    return [item.text(0) for item in modes if item.background(0).color().name() == theme.colour("SELECTED")
            and item.font(0).bold() and item.isExpanded()]


def test_the_table_of_modes_has_the_present_one_lit(bench, qtbot):
    b = bench([sliding()], scene_id="sliding", playing=True)
    dock = brought(b, qtbot)
    b.frames(12)
    table = dock.table
    modes = {table.topLevelItem(k).text(0): table.topLevelItem(k) for k in range(table.topLevelItemCount())}
    assert list(modes) == ["in flight", "sliding", "slip begins", "slip ends", "rolling"]
    assert lit(table) == ["sliding"] and table.present == "sliding"
    shown = lines(modes["sliding"])
    assert shown[:2] == [
        ("detachment", "323 N"), ("→ in flight, sliding, slip begins, rolling, or the end", "")]
    # [m/s] the slip that is read at the same instant loses 2e-3 in a millisecond of friction
    assert abs(float(dict(shown)["slip about to end"].split()[0]) - float(dock.values["slip"].text().split()[0])) < 0.01
    assert shown[[guard for guard, _value in shown].index("slip about to end") + 1] == (
        "→ slip ends, in flight, sliding, slip begins, rolling, or the end", "")
    assert "normal force [N]; where it falls to zero: detachment" in modes["sliding"].child(0).toolTip(0)
    assert "The normal force has gone to zero" in modes["sliding"].child(1).toolTip(0)
    assert modes["sliding"].toolTip(0).count("slides: its touching point slips") == 1
    before = len(b.run.events)
    while b.run.present[0] != "rolling":
        b.frames(1)
    b.frames(8)         # it is read ten times per second
    assert len(b.run.events) > before and lit(table) == ["rolling"] and not modes["sliding"].isExpanded()
    assert {value for _guard, value in lines(modes["sliding"])} == {""}
    assert ("breakaway", f"{b.run.present[1][lay.GUARD_CONE]:.3g} N") in lines(modes["rolling"])


def test_the_table_is_as_high_as_what_it_shows_and_unfolds_by_keys(bench, qtbot):
    b = bench([sliding()], scene_id="sliding", playing=True)
    table = brought(b, qtbot).table
    b.frames(12)
    height, flight = table.height(), table.topLevelItem(0)
    last = table.visualItemRect(table.topLevelItem(4))
    assert last.bottom() < height < last.bottom() + 12 and not flight.isExpanded()
    table.setCurrentItem(flight)
    qtbot.keyClick(table, Qt.Key.Key_Right)
    assert flight.isExpanded() and table.height() > height
    b.frames(12)
    assert flight.isExpanded() and lit(table) == ["sliding"]       # what was unfolded stays so
    qtbot.keyClick(table, Qt.Key.Key_Left)
    assert table.height() == height


def test_the_table_takes_theme_and_language(bench, qtbot):
    b = bench([sliding()], scene_id="sliding", playing=True)
    dock = brought(b, qtbot)
    b.frames(12)
    b.act("theme:projector")
    assert lit(dock.table) == ["sliding"]
    set_language("ru")
    b.window.retranslate()
    b.frames(12)
    assert dock.heading.text().startswith("Режимы") and dock.table.topLevelItem(1).text(0) == "скольжение"
    assert lines(dock.table.topLevelItem(1))[:2] == [
        ("отрыв", "323 Н"), ("→ полёт, скольжение, проскальзывание начинается, качение, или конец", "")]


def test_a_table_that_nobody_sees_costs_nothing(bench, qtbot, monkeypatch):
    b = bench([sliding()], scene_id="sliding", playing=True)
    dock, shown = brought(b, qtbot), []
    b.frames(12)
    monkeypatch.setattr(dock.table, "show_values", shown.append)
    monkeypatch.setattr(dock.table, "show_table", shown.append)
    b.act("contact")
    b.frames(30)
    assert shown == []

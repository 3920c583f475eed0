"""Bars of energy: the parts of the present state, their sum, and what the ledger has counted."""

from pathlib import Path

import numpy as np
from PyQt5.QtGui import QColor, QImage

from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_scene
from sandbox.ui.look import theme
from sandbox.ui.panels.energy_bars import energies_of
from sandbox.ui.panels.meter_panel import MeterPanel, beside
from sandbox.ui.window.wiring import ports
from sandbox.workspace import side_by_side
from sandbox.workspace.bench import scene_of


def shown(bench, qtbot, **options):
    b = bench(**options)
    b.act("meters")
    qtbot.waitUntil(lambda: b.window.docks["meters"].is_seen)
    b.frames(4, 0.3)
    return b, b.window.docks["meters"].energies


def test_the_parts_are_those_of_the_instant_that_is_shown(bench, qtbot):
    b, bars = shown(bench, qtbot, playing=True)
    b.frames(120)
    b.window.step(-100)
    b.frames(2, 1.0)
    found, snapshot = bars.energies, b.player.snapshot
    assert abs(found.total - snapshot.E_J) < 1e-14*b.run.scale          # [J]
    ball, body = b.run.system.body, snapshot.bodies[0]
    u = np.cross([0.0, 0.0, 3.5], body.centre)
    assert abs(found.parts["translation"] - 0.5*ball.m*np.sum((body.velocity - u)**2)) < 1e-3*b.run.scale    # 1/60 s
    assert found.ledger == {"impacts": 0.0, "work": 0.0}


def test_the_ledger_counts_what_the_support_does(bench, qtbot):
    b, bars = shown(bench, qtbot, playing=True)
    b.player.change("rate", 8.0)
    b.frames(180)
    found = energies_of(b.run)
    assert found.ledger["work"] != 0.0 and abs(found.total - found.first - found.ledger["work"]) < 1e-13*found.scale
    b.frames(4, 0.3)
    assert bars.energies is not None


def test_bars_are_painted_in_both_themes(bench, qtbot):
    b, bars = shown(bench, qtbot, playing=True)
    b.frames(60)
    for name in theme.THEMES:
        b.act(f"theme:{name}")
        b.frames(4, 0.3)
        qtbot.waitUntil(lambda: bars.width() > 100 and bars.height() > 60)
        image = bars.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        y = 12 + 13
        colours = {QColor(image.pixel(x, y)).name() for x in range(image.width())}
        assert {theme.colour("BLUE"), theme.colour("GREEN")} <= colours
    assert bars.sizeHint().height() >= bars.fontMetrics().height()*len(bars.energies.parts)


def test_hidden_bars_cost_nothing(bench, qtbot, monkeypatch):
    b, _bars = shown(bench, qtbot, playing=True)
    b.act("meters")
    reads = b.window.docks["meters"].reads
    b.frames(60)
    assert b.window.docks["meters"].reads == reads


def test_what_is_far_below_the_others_is_read_as_zero(bench, qtbot):
    b, bars = shown(bench, qtbot, playing=True)
    b.frames(30)
    assert [bars.number(x, 0.06) for x in (0.0, 1.39e-8, -1.39e-8, 3e-6, 0.05)] == ["0", "0", "0", "3e-06", "0.05"]


def test_nothing_is_said_of_a_scene_that_is_not_ready(bench):
    """A panel that has seen no run yet does not know whether there is a conserved quantity."""
    panel = MeterPanel(ports.ports(bench().window))
    panel.retranslate()
    panel.show()
    assert panel.energies.energies is None and panel._nothing.isHidden() and not panel.rows
    panel.close()


def test_what_runs_side_by_side_has_a_row_of_its_own(bench, qtbot):
    """Each has an energy book: that of the other is shown, too, and it closes."""
    sleigh = load_scene(Path(__file__).parents[2]/"scenes/sleigh.py")
    both = scene_of(side_by_side.another(sleigh, sleigh.values(), 0, (1.0, 0.0, 0.0))[0])
    b, _bars = shown(bench, qtbot, scenes=[both], playing=True)
    b.frames(60)
    rows = b.window.docks["meters"].rows
    row, run = rows["beside 1"], b.run
    (_first, _scale), (value, scale) = run.energies
    assert row.title.text() == "energy book of system 2" and row.value.text().endswith("J")
    assert row._largest >= max(abs(value), scale)
    assert row.drift.property("state") == "good" and run.drifts[1] < 1e-12      # [1] rounding of a second
    assert not beside(Simulation(sleigh))

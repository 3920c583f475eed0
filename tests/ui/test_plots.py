"""Plots: any quantity over time or against another, what they remember, how they follow a run that is taken back."""

import csv

import numpy as np
import pytest
from numpy.testing import assert_allclose
from PyQt5.QtCore import QEvent, QPointF, Qt
from PyQt5.QtGui import QMouseEvent
from PyQt5.QtSvg import QSvgRenderer

from sandbox.app.settings import KNOWN
from sandbox.errors import BadValue
from sandbox.ui.panels.plots.choice import PlotChoice
from sandbox.ui.panels.plots.limits import decades, round_limits, time_axis
from sandbox.ui.panels.plots.series import thinned
from tests.ui.made_up import Settings


@pytest.fixture
def plots(bench):
    """plots(**options) -> bench and its plots, two seconds into the run."""
    def make(**options):
        b = bench(playing=True, **{"settings": Settings(plots="drift"), **options})
        b.frames(120)
        return b, b.window.docks["plots"]
    return make


def curve(plot):
    """Times and values that a plot has drawn."""
    return plot._curve.getData()


def test_a_hidden_plot_does_nothing_and_has_missed_nothing(plots):
    b, panel = plots()
    b.act("plots")
    drawn = panel.draws
    b.frames(60)
    assert panel.isHidden() and panel.draws == drawn
    b.act("plots")
    panel.choose(0, "speed")
    t, _speed = curve(panel.times[0])
    assert t[0] == 0.0 and t[-1] > 2.9 and np.diff(t).max() < 0.04         # [s] 60 states per second, two a block


def test_any_quantity_is_plotted_over_time(plots):
    b, panel = plots()
    for slot, key in enumerate(("x", "wn", "live:rate", "energy:rotation")):
        panel.choose(slot, key)
    b.window.pause()
    b.frames(2, 1.0)
    body = b.player.snapshot.bodies[0]
    inertia = b.run.system.body.I
    spin = body.angular_velocity - [0.0, 0.0, 3.5]
    expected = (body.centre[0], body.angular_velocity @ body.normal, 3.5, 0.5*inertia*spin @ spin)
    assert_allclose([curve(plot)[1][-1] for plot in panel.times], expected, rtol=1e-12, atol=1e-15)
    assert panel.shown == ["x", "wn", "live:rate", "energy:rotation"] and not panel.has_room()
    assert [button.text() for button in panel.slots.times] == ["x ▾", "ω_n ▾", "rate ▾", "rotation ▾"]
    panel.choose(1, "")
    assert panel.shown == ["x", "live:rate", "energy:rotation"] and panel.has_room()
    panel.choose(0, "live:rate")
    assert panel.shown == ["live:rate", "x", "energy:rotation"]


def test_the_first_plot_is_of_the_motion(bench):
    """Who has chosen nothing sees how fast it goes, not how well it is computed."""
    assert KNOWN["plots"].default == "speed"
    assert bench().window.docks["plots"].shown == ["speed"]


def test_what_is_plotted_is_remembered(bench):
    settings = Settings(plots="drift speed nonsense")
    b = bench(settings=settings)
    panel = b.window.docks["plots"]
    assert panel.shown == ["drift", "speed"]
    panel.choose(2, "normal")
    panel.choose_plane("x", "vx")
    panel.set_span(600.0)
    b.window.close()
    assert settings["plots"].split() == ["drift", "speed", "normal", "nonsense", "plane=x,vx", "span=600"]
    again = bench(settings=settings).window.docks["plots"]
    assert again.shown == ["drift", "speed", "normal"] and again.choice.plane == ("x", "vx")
    again.load({"shown": "E_J"})
    assert again.shown == ["E_J"] and again.save() == {"shown": "E_J"}
    with pytest.raises(BadValue, match="shown"):
        again.load(["E_J"])


def test_a_choice_is_read_whatever_stands_there():
    for text in ("", "plane=x", "plane=,", "span=7 span=", "= =", "x "*3000, "x\ny\tx"):
        choice = PlotChoice(text)
        assert choice.plane == ("", "") and choice.span == 60.0 and len(set(choice.keys)) == len(choice.keys)
    assert PlotChoice("drift plane=x,y span=10").save() == "drift plane=x,y span=10"


def test_the_plane_has_equal_scales_where_units_are_the_same(plots, qtbot):
    b, panel = plots()
    panel.choose_plane("x", "y")
    b.frames(1, 1.0)
    x, y = curve(panel.plane)
    radius = 0.05/(2/7*3.5)                      # [m] v/(chi Omega): the circle of a solid ball
    assert_allclose(np.hypot(x - (0.15 - radius), y), radius, rtol=1e-9)
    qtbot.waitUntil(lambda: panel.plane.item.vb.width() > 50)
    box = panel.plane.item.vb
    pixel = box.viewPixelSize()
    assert_allclose(pixel[0], pixel[1], rtol=1e-6)
    panel.choose_plane("x", "vx")
    assert box.state["aspectLocked"] is False and panel.plane.name.text == "v_x [m/s]"
    panel.choose_plane("", "")
    assert panel.choice.in_plane(panel.curves.known) is None


def test_curves_stay_whole_when_the_run_is_taken_back(plots):
    b, panel = plots()
    panel.choose(0, "x")
    b.frames(1, 1.0)
    t_before, x_before = (part.copy() for part in curve(panel.times[0]))
    b.window.step(-240)
    b.frames(1, 1.0)
    t, x = curve(panel.times[0])
    assert_allclose(t, t_before, rtol=0.0)
    assert_allclose(x, x_before, rtol=0.0)
    # the cursor stands where the picture is
    assert panel.times[0]._lines[1].isVisible() and abs(panel.times[0]._lines[1].value() - b.run.t) < 0.01   # [s]
    b.window.play()
    b.frames(20)
    assert_allclose(curve(panel.times[0])[1][:len(x_before)], x_before, rtol=0.0)      # the same bits again


def test_curves_forget_a_future_that_is_given_up(plots):
    b, panel = plots()
    panel.choose(0, "live:rate")
    b.window.step(-240)
    t = b.run.t
    b.player.change("rate", 5.0)
    b.frames(2, 1.0)
    assert curve(panel.times[0])[0][-1] <= t + 1e-9
    b.window.play()
    b.frames(60)
    t, rate = curve(panel.times[0])
    assert (np.diff(t) > 0.0).all() and rate[0] == 3.5 and rate[-1] == 5.0


def test_a_press_on_a_plot_takes_the_run_there(plots, qtbot):
    b, panel = plots()
    panel.choose(0, "x")
    b.frames(1, 1.0)
    qtbot.waitUntil(lambda: panel.times[0].item.vb.width() > 50)
    place = panel.times[0].item.vb.mapViewToScene(QPointF(1.0, 0.15))
    viewport = panel._area.viewport()
    spot = QPointF(panel._area.mapFromScene(place))
    for button in (Qt.MouseButton.RightButton, Qt.MouseButton.LeftButton):
        t = b.run.t
        event = QMouseEvent(QEvent.Type.MouseButtonPress, spot, button, button, Qt.KeyboardModifier.NoModifier)
        panel.eventFilter(viewport, event)
        assert (b.run.t == t) == (button == Qt.MouseButton.RightButton)
    assert abs(b.run.t - 1.0) < 0.06 and not b.player.is_playing        # [s] a pixel, and the nearest state


def test_the_cursor_reads_the_values(plots):
    _b, panel = plots()
    panel.choose(1, "speed")
    place = panel.times[0].item.vb.mapViewToScene(QPointF(1.5, -14.0))
    panel._point(place)
    assert panel.reading.text().startswith(("t = 1.5", "t = 1.4"))
    assert "drift" in panel.reading.text() and "v 0.05 m/s" in panel.reading.text()
    panel._point(QPointF(-5.0, -5.0))
    assert panel.reading.text() == "" and not panel.times[0]._lines[0].isVisible()


def test_the_list_of_quantities_is_searched(plots, qtbot):
    b, panel = plots()
    panel.slots.ask(1)
    chooser = panel.slots.chooser
    qtbot.keyClicks(chooser.search, "normal force")
    shown = [chooser.list.item(i).text().strip() for i in range(chooser.list.count())
             if not chooser.list.item(i).isHidden()]
    assert shown == ["normal force N [N]", "friction over normal force |F|/N"]
    qtbot.keyClick(chooser.search, Qt.Key.Key_Return)
    assert panel.shown == ["drift", "normal"]
    b.window.set_language("ru")
    panel.slots.ask(0)
    texts = [panel.slots.chooser.list.item(i).text() for i in range(panel.slots.chooser.list.count())]
    assert any("скорость" in text and "[м/с]" in text for text in texts)
    panel.slots.chooser.close()


def test_values_are_shown_in_the_units_that_were_chosen(plots):
    b, panel = plots()
    panel.choose(0, "spin")
    b.window.units.choose("rad/s", "rpm")
    b.window._show_units()
    b.window.pause()
    b.frames(2, 1.0)
    spin = np.linalg.norm(b.player.snapshot.bodies[0].angular_velocity)
    assert_allclose(curve(panel.times[0])[1][-1], spin*30/np.pi, rtol=1e-12)
    assert panel.times[0].name.text == "ω [rpm]"
    quantities, values = panel.table()
    assert [quantity.unit for quantity in quantities] == ["s", "rad/s"]
    assert_allclose(values[1][-1], spin, rtol=1e-12)


def test_the_plots_are_exported_as_table_and_picture(plots, qtbot, tmp_path):
    b, panel = plots()
    panel.choose(1, "speed")
    panel.choose_plane("x", "y")
    out = {kind: tmp_path/f"plots.{kind}" for kind in ("csv", "png", "svg")}
    b.window.export.write_plots(str(out["csv"]))
    for kind in ("png", "svg"):
        b.window.export.write_picture(str(out[kind]), kind)
    qtbot.waitUntil(lambda: all(path.exists() for path in out.values()) and not b.window.export._writing.is_busy)
    rows = list(csv.reader(out["csv"].read_text(encoding="utf-8").splitlines()))
    assert rows[0] == ["t [s]", "drift [1]", "speed [m/s]", "x [m]", "y [m]"]
    numbers = np.array(rows[1:], float)
    assert_allclose(np.diff(numbers[:, 0]), 1/60, atol=1e-12)               # [s] every state
    kept = b.run.watch().states()
    assert (numbers[:, 3] == kept.rows.centre[:len(numbers), 0, 0]).all()   # the same bits
    assert out["png"].read_bytes().startswith(b"\x89PNG")
    assert QSvgRenderer(out["svg"].read_bytes()).isValid() and b"path" in out["svg"].read_bytes()


def test_the_menu_has_all_of_it(plots):
    b, panel = plots()
    menu = panel.open_menu(panel.mapToGlobal(panel.rect().center()))
    texts = [action.text() for action in menu.actions() if action.text()]
    assert texts[1:4] == ["One more plot…", "Quantity against quantity…", "Time span"] and len(texts) == 9
    menu.close()
    for name in ("export_plots", "export_plots_png", "export_plots_svg", "freeze", "pin", "measure", "units"):
        assert b.window.commands[name].isEnabled()


def test_axes_move_in_leaps_and_are_round():
    assert [time_axis(t, 60.0) for t in (0.0, 10.1, 59.0, 61.0, 65.1)] == [(0, 10), (0, 20), (0, 60), (5, 65), (10, 70)]
    assert time_axis(300.0, 60.0, 100.0) == (100.0, 160.0) and time_axis(605.0, 600.0) == (50.0, 650.0)
    assert time_axis(12.0, 10.0)[1] >= 12.0
    for low, high in ((0.0, 0.26), (-3.0, 7.1), (1234.0, 1300.0), (5.0, 5.0), (-1e-9, 1e-9)):
        a, b = round_limits(low, high)
        assert a <= low and high <= b and b > a and b - a <= max(2.5*(high - min(low, 0.0)), 1e-11, 0.01*abs(high))
        assert round_limits(low, high, (a, b)) == (a, b)                   # they stay
    assert round_limits(float("nan"), float("nan")) == (0.0, 1.0)
    # of what rests nobody wants to read 5e-13
    assert round_limits(0.0, 0.0) == round_limits(0.0, 0.0, (0.0, 3.0)) == (-1.0, 1.0)
    assert decades(0.0) == (-17.0, -12.0) and decades(3e-9) == (-17.0, -8.0)


def test_thinning_keeps_every_peak():
    values = np.sin(np.linspace(0.0, 40.0, 20_000))
    values[7777], values[12_345], values[5000:5100] = 9.0, -9.0, np.nan
    places = thinned(values, 200)
    assert len(places) <= 2*200 + 256 and (np.diff(places) >= 0).all()
    assert {7777, 12_345} <= set(places.tolist())
    # blocks stay where they are while values come at the end, or go at the beginning
    later = thinned(values[100:], 200, 100) + 100
    assert len(set(later.tolist()) & set(places[places > 300].tolist())) > 0.9*len(places[places > 300])
    assert (thinned(np.arange(50.0), 100) == np.arange(50)).all()

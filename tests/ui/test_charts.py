"""The panel of charts: the present motion, zoom, a click that begins a run, what takes long, pictures of it."""

import threading
import time

import numpy as np
import pytest
from PyQt5.QtCore import QEvent, QPoint, QPointF, Qt
from PyQt5.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QWheelEvent
from PyQt5.QtSvg import QSvgRenderer
from PyQt5.QtWidgets import QLabel

from sandbox.scene import BadValue, Chart, Curve, Differs, Dots, Mark, Track
from sandbox.ui.window.differs import differs_window
from tests.patience import MISSING
from tests.ui.made_up import EVIL, turntable


def place(path):
    return path.centre[0], path.centre[1]


def circle(**more):
    s = np.linspace(0.0, 2*np.pi, 100)
    return Chart("x", "y", (Curve("rim", 0.3*np.cos(s), 0.3*np.sin(s)),), place, "m", "m", title="Seen from above",
                 **more)


def over_time(**more):
    def speed(path):
        return path.t, np.hypot(path.velocity[0], path.velocity[1])
    return Chart("time t", "speed", point=speed, x_unit="s", y_unit="m/s", title="Speed", tracks=(Track("v", speed),),
                 **more)


@pytest.fixture
def charts(bench, made):
    """charts(chart, ...) -> bench on a scene with these charts, and its panel."""
    def make(*found, **options):
        b = bench([turntable(chart=found, **options.pop("scene", {})), turntable(id="plain", title="Plain")],
                  playing=True, **options)
        b.frames(60)
        made(b)
        return b, b.window.docks["charts"]
    return make


@pytest.fixture
def made(qtbot):
    """made(bench): waits until another run is there and its charts are made."""
    def wait(b):
        b.settle()
        qtbot.waitUntil(lambda: not b.window.docks["charts"].is_making)
        b.frames(2)
    return wait


def test_the_present_motion_is_on_the_chart_with_its_trail(charts):
    b, panel = charts(circle())
    body, now = b.player.snapshot.bodies[0], panel.view.now
    assert np.hypot(now.x - body.centre[0], now.y - body.centre[1]) < 0.02      # [m] a glance ago
    assert len(now.trail_x) > 30 and now.trail_x[-1] == now.x
    assert panel.is_seen and panel.chart.name == "Seen from above"


def test_a_scene_without_charts_hides_the_panel(charts, made):
    b, panel = charts(circle())
    b.window.choose_scene("plain")
    b.settle()
    assert panel.isHidden() and panel.waits and not b.window.commands["charts"].isEnabled()
    b.window.choose_scene("turntable")
    b.settle()
    assert not panel.isHidden()


def test_charts_are_chosen_by_list_menu_and_key(charts):
    b, panel = charts(circle(), over_time())
    assert [panel.list.itemText(k) for k in range(panel.list.count())] == ["Seen from above", "Speed"]
    b.act("next_chart")
    b.frames(12)
    assert panel.chart.title == "Speed" and panel.list.currentIndex() == 1
    line, = panel.view.now.tracks
    assert len(line.x) > 60 and np.allclose(line.y, line.y[0])          # the ball keeps its speed on a turntable
    menu = panel.open_menu(panel.mapToGlobal(panel.pos()))
    menu.actions()[0].trigger()
    assert panel.chart.title == "Seen from above"
    menu.close()


def test_a_run_that_is_taken_back_shows_no_line_from_the_future(charts):
    b, panel = charts(over_time())
    b.window.pause()
    last = panel.view.now.tracks[0].x[-1]
    b.window.step(-120)
    b.frames(12)
    now = panel.view.now
    assert now.tracks[0].x[-1] < last - 0.3 and now.x == pytest.approx(b.player.snapshot.t, abs=1e-9)


def test_a_chart_that_fails_is_told_and_the_scene_goes_on(bench):
    def bad(p):
        raise ValueError("no such curve")
    b = bench([turntable(chart=bad)], playing=True)
    b.frames(10)
    assert "no such curve" in b.window.message.text and b.run.t > 0.0
    assert b.window.docks["charts"].chart is None


def test_a_point_that_fails_leaves_the_curves(charts):
    def bad(path):
        return path.there_is_no_such_thing
    b, panel = charts(Chart("x", "y", (Curve("line", (0.0, 1.0), (0.0, 1.0)),), bad))
    assert "there_is_no_such_thing" in panel.foot.text and np.isnan(panel.view.now.x)
    assert b.run.t > 0.0


# ---- mouse and keys -------------------------------------------------------------------------------------------------

def wheel(view, place_, up: int):
    on_screen = QPointF(view.mapToGlobal(place_.toPoint()))
    view.wheelEvent(QWheelEvent(place_, on_screen, QPoint(), QPoint(0, 120*up), Qt.MouseButton.NoButton,
                                Qt.KeyboardModifier.NoModifier,
                                Qt.ScrollPhase.NoScrollPhase, False))


def mouse(view, kind, place_, button=Qt.MouseButton.LeftButton):
    event = QMouseEvent(kind, place_, button, button, Qt.KeyboardModifier.NoModifier)
    {QEvent.Type.MouseButtonPress: view.mousePressEvent, QEvent.Type.MouseMove: view.mouseMoveEvent,
     QEvent.Type.MouseButtonRelease: view.mouseReleaseEvent}[kind](event)


def drawn(view):
    view.grab()
    return view.painter_of.frame


def test_wheel_drag_and_keys_change_the_view_and_reset_shows_all(charts):
    b, panel = charts(circle())
    view = panel.view
    frame = drawn(view)
    whole, at = frame.view, QPointF(frame.plot.left() + 30.0, frame.plot.top() + 20.0)
    before = frame.point(at.x(), at.y())
    wheel(view, at, 3)
    frame = drawn(view)
    # the place under the mouse stays, up to a few pixels by which longer numbers at the side move the plane
    assert np.allclose(frame.point(at.x(), at.y()), before, atol=0.01)
    before = frame.point(at.x(), at.y())
    assert frame.view[0][1] - frame.view[0][0] < 0.6*(whole[0][1] - whole[0][0])
    mouse(view, QEvent.Type.MouseButtonPress, at)
    mouse(view, QEvent.Type.MouseMove, at + QPointF(40.0, 10.0))
    mouse(view, QEvent.Type.MouseButtonRelease, at + QPointF(40.0, 10.0))
    moved = drawn(view)
    assert np.allclose(moved.point(at.x() + 40.0, at.y() + 10.0), before, atol=1e-9)
    view.keyPressEvent(QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier))
    assert drawn(view).view[0][0] > moved.view[0][0]
    b.act("chart_in")
    b.act("chart_all")
    assert np.allclose(drawn(view).view, whole)
    for _turn in range(400):
        wheel(view, at, 1)
    assert np.isfinite(drawn(view).view).all()


def test_a_click_begins_the_run_there(charts, made):
    def start(x, y):
        if abs(x) > 0.25:
            raise BadValue("too far out")
        return {"x": x}
    b, panel = charts(circle(start=start))
    for x, expected in ((0.1, 0.1), (0.28, 0.1)):
        frame = drawn(panel.view)
        px, py = (float(value) for value in frame.pixels(x, 0.0))
        mouse(panel.view, QEvent.Type.MouseButtonPress, QPointF(px, py))
        mouse(panel.view, QEvent.Type.MouseButtonRelease, QPointF(px, py))
        made(b)
        assert b.run.values["x"] == pytest.approx(expected, abs=0.004)          # [m] a pixel
    assert panel.foot.text == "too far out"
    b.window.edits.stack.undo()
    b.settle()
    assert b.run.values["x"] == 0.15


# ---- what takes long ------------------------------------------------------------------------------------------------

def test_work_goes_on_beside_the_run_and_shows_what_it_has(charts, qtbot):
    go_on, threads = threading.Event(), []

    def work(report, is_cancelled):
        threads.append(threading.current_thread())
        report(0.5, (Mark("half", 0.0, 0.0),))
        go_on.wait(MISSING)
        return (Mark("whole", 0.1, 0.1), Dots("", np.zeros(100_000), np.linspace(-0.2, 0.2, 100_000)))
    b, panel = charts(circle(work=work, work_title="Count"))
    assert panel.foot.button.isVisibleTo(panel) and panel.foot.button.text() == "Count"
    b.act("chart_work")
    qtbot.waitUntil(lambda: panel.foot.text == "50 %")
    assert panel.view.painter_of.parts[0].label == "half" and panel.foot.button.text() == "Stop"
    t = b.run.t
    b.frames(30)
    assert b.run.t > t                      # the run goes on meanwhile
    go_on.set()
    qtbot.waitUntil(lambda: not panel.work.is_on)
    assert len(panel.view.painter_of.parts[1].x) == 100_000 and threads[0] is not threading.main_thread()
    panel.view.grab()


def test_work_is_stopped_and_a_failure_is_told(charts, qtbot):
    ended = threading.Event()

    def work(report, is_cancelled):
        report(0.1, (Mark("first", 0.0, 0.0),))
        end = time.monotonic() + MISSING
        while not is_cancelled() and time.monotonic() < end:
            time.sleep(0.001)
        ended.set()
        return ()

    def fails(report, is_cancelled):
        raise BadValue("it does not converge")
    b, panel = charts(circle(work=work), over_time(work=fails))
    panel.foot.button.click()
    qtbot.waitUntil(lambda: panel.foot.text == "10 %")
    panel.foot.button.click()
    qtbot.waitUntil(ended.is_set)
    assert panel.view.painter_of.parts[0].label == "first" and not panel.work.is_on
    panel.choose(1)
    panel.foot.button.click()
    qtbot.waitUntil(lambda: panel.foot.text == "it does not converge")
    assert not panel.work.is_on


def test_what_is_known_stays_when_the_run_begins_anew_on_the_same_chart(charts, made, qtbot):
    b, panel = charts(circle(key="one", work=lambda report, is_cancelled: (Mark("found", 0.0, 0.0),),
                             gathered=lambda path: (path.t[1:], path.centre[0][1:], path.centre[1][1:])))
    panel.foot.button.click()
    qtbot.waitUntil(lambda: bool(panel.view.painter_of.parts))
    n = len(panel.view.now.dots[0].x)
    assert n > 20
    b.window.reset()
    made(b)
    mark, dots = panel.view.painter_of.parts
    assert mark.label == "found" and len(dots.x) >= n


# ---- pictures -------------------------------------------------------------------------------------------------------

def test_the_chart_is_over_the_picture_in_projector_mode_and_on_saved_pictures(charts):
    b, panel = charts(circle())
    inset = b.window.inset
    assert not inset.isVisible()
    b.act("projector")
    assert inset.isVisible()
    b.frames(12)
    picture = QImage(400, 300, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.black)
    painter = QPainter(picture)
    inset.paint_over(painter, 400, 300)
    painter.end()
    tones = {picture.pixel(x, y) for x in range(200, 400, 3) for y in range(0, 150, 3)}
    assert len(tones) > 5
    b.act("projector")
    assert not inset.isVisible()
    b.act("chart_over")
    assert inset.isVisible() and panel.over.isChecked()
    b.window.choose_scene("plain")
    b.settle()
    assert not inset.isVisible()


def test_the_chart_is_saved_as_png_and_svg(charts, tmp_path, qtbot):
    b, panel = charts(circle(), scene={"title": EVIL})
    for kind in ("png", "svg"):
        out = tmp_path / f"chart.{kind}"
        b.window.export.write_chart(out, kind)
        qtbot.waitUntil(out.exists)
    image = QImage(str(tmp_path / "chart.png"))
    assert image.width() == 2*panel.view.width()
    assert QSvgRenderer(str(tmp_path / "chart.svg")).isValid()


def test_language_and_theme_change_at_once(charts, made):
    b, panel = charts(circle())
    panel.view.grab()
    before = panel.view.painter_of.look
    b.window.set_theme("projector")
    assert panel.view.painter_of.look != before
    b.window.set_theme("dark")
    b.window.set_language("ru")
    made(b)
    assert panel.windowTitle() == "Диаграмма" and panel.chart is not None
    b.window.set_language("en")


# ---- where a paper differs ------------------------------------------------------------------------------------------

def test_a_sign_tells_where_a_paper_differs(charts):
    place_ = Differs("Somebody 1999, (1)", f"It is printed {EVIL}.", "frequency", 24.0497, 26.3061, "rad/s")
    b, _panel = charts(circle(), scene={"differs": (place_,)})
    assert b.window.commands["differs"].isVisible()
    dialog = differs_window(b.window, b.run.scene)
    texts = [label.text() for label in dialog.findChildren(QLabel)]
    assert "24.0497 rad/s" in texts and "26.3061 rad/s" in texts and f"It is printed {EVIL}." in texts
    dialog.close()
    b.act("differs")
    b.window.choose_scene("plain")
    b.settle()
    assert not b.window.commands["differs"].isVisible()


def test_a_click_on_nothing_does_nothing(charts):
    b, panel = charts(circle())
    t = b.run.t
    frame = drawn(panel.view)
    middle = frame.plot.center()
    mouse(panel.view, QEvent.Type.MouseButtonPress, middle)
    mouse(panel.view, QEvent.Type.MouseButtonRelease, middle)
    b.frames(2)
    assert b.run.t >= t and panel.foot.text == ""


def test_what_is_said_below_a_narrow_chart_is_read_whole(qtbot):
    from PyQt5.QtWidgets import QVBoxLayout, QWidget

    from sandbox.ui.panels.charts.foot import ChartFoot
    dock, foot = QWidget(), ChartFoot()
    qtbot.addWidget(dock)
    column = QVBoxLayout(dock)
    column.addStretch(1)
    column.addWidget(foot)
    dock.resize(240, 300)
    dock.show()
    foot.show_work(None, False)
    foot.say("no orbit of this energy stays: the table throws all of them off. " * 2)
    label = foot._label
    qtbot.waitUntil(lambda: label.height() >= label.heightForWidth(label.width()) > 3*label.fontMetrics().height())
    foot.say("")
    assert not label.isVisible() and not foot.isVisible()

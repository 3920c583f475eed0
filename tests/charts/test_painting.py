"""A chart is painted at any size: what stands where, names beside their lines, dots once, decades, equal scales."""

from pathlib import Path

import numpy as np
import pytest
from PyQt5.QtCore import QRectF, QSize, QSizeF
from PyQt5.QtGui import QColor, QFont, QImage, QPainter

from sandbox.charts import strokes
from sandbox.charts.labels import Room, dense
from sandbox.charts.paint import ChartPainter, chart_file, paint_chart
from sandbox.charts.scales import Scale, frame_of, view_of
from sandbox.charts.style import look_of
from sandbox.run.readings.chart_now import ChartNow, Line
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_catalogue
from sandbox.scene.charts.chart import Chart, Curve, Dots, Mark, Note, Region, Track

pytestmark = pytest.mark.usefixtures("qapp")

POLL = look_of("dark")


def painted(chart: Chart, now: ChartNow | None = None, size=(400, 320), look=POLL, painter_of=None) -> QImage:
    image = QImage(*size, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setFont(QFont("DejaVu Sans"))
    box = QRectF(0.0, 0.0, *size)
    if painter_of is None:
        paint_chart(painter, box, chart, now or ChartNow(), look)
    else:
        painter_of.paint(painter, box, now or ChartNow())
    painter.end()
    return image


def count(image: QImage, colour: str) -> int:
    rgb = QColor(colour).rgb()
    return sum(image.pixel(x, y) == rgb for x in range(image.width()) for y in range(image.height()))


def test_what_was_found_is_looked_at_and_not_the_orbit_around_it():
    """Returns of an orbit to a section, which goes 7 times as far: they have the plot, and no less once they are there.

    With a trail the way to the present is part of the picture.
    """
    ring = Dots("", np.cos(np.arange(50.0)), np.sin(np.arange(50.0)), 0)
    # [m] half of what is shown: the ring and its room; at least the way, which it grows beyond
    for trail, least, most in ((0.0, 1.0, 1.3), (3.0, 7.0, np.inf)):
        painter_of = ChartPainter(Chart("x", "y", (), lambda path: path.centre[:2], "m", "m", trail=trail,
                                        work=lambda report, is_cancelled: ()), POLL)
        painted(painter_of.chart, ChartNow(7.0, 0.0), painter_of=painter_of)
        painter_of.parts = (ring,)
        for x, y in ((7.0, 0.0), (0.0, -7.0)):
            painted(painter_of.chart, ChartNow(x, y), painter_of=painter_of)
        (_x, (low, high)) = painter_of.whole
        assert least <= max(-low, high) < most, trail


def test_many_curves_have_each_their_line():
    curves = tuple(Curve(f"curve {k}", (0.0, 1.0), (float(k), float(k)), tone=k) for k in range(6))
    image = painted(Chart("x", "y", curves))
    for tone in POLL.tones:
        assert count(image, tone) > 200


@pytest.mark.parametrize("size", [(150, 110), (400, 320), (1920, 1080), (60, 40)])
@pytest.mark.parametrize("theme", ["dark", "projector"])
def test_it_is_painted_at_any_size(size, theme):
    chart = Chart("a rather long name of what is to the right", "upwards",
                  (Curve("line", (0.0, 1.0, np.nan, 2.0), (0.0, 1.0, 0.0, np.nan), "above"),
                   Region("region", (0.0, 1.0, 1.0), (0.0, 0.0, 1.0)), Mark("mark", 0.5, 0.5, "saddle", "more of it")),
                  lambda path: (0.0, 0.0), "m", "s")
    image = painted(chart, ChartNow(0.5, 0.6, np.linspace(0, 0.5, 9), np.linspace(0, 0.6, 9)), size, look_of(theme))
    assert count(image, look_of(theme).ground) < size[0]*size[1]


def test_the_present_point_and_its_trail_are_seen():
    chart = Chart("x", "y", (Curve("", (0.0, 1.0), (0.0, 0.0)),), lambda path: None, x_range=(0, 1), y_range=(0, 1))
    without = count(painted(chart), POLL.now)
    now = ChartNow(0.5, 0.5, np.array([0.1, 0.3, 0.5]), np.array([0.9, 0.7, 0.5]))
    assert count(painted(chart, now), POLL.now) > without + 60
    assert count(painted(chart, ChartNow(np.nan, 0.5)), POLL.now) == without


def test_a_hundred_thousand_dots_are_drawn_once():
    rng = np.random.default_rng(7)
    dots = Dots("", rng.random(100_000), rng.random(100_000), tone=1)
    chart = Chart("x", "y", (dots,), x_range=(0, 1), y_range=(0, 1))
    painter_of = ChartPainter(chart, POLL)
    first = count(painted(chart, painter_of=painter_of), POLL.tones[1])
    ink = painter_of._ink
    assert first > 20_000
    assert count(painted(chart, painter_of=painter_of), POLL.tones[1]) == first and painter_of._ink is ink
    assert ink._drawn[("dots", 0)] == 100_000


def test_thousands_of_dots_that_move_are_a_few_operations(monkeypatch):
    """Counted by the points that are made for Qt one by one, which was what a cloud cost."""
    rng = np.random.default_rng(7)
    chart, made = Chart("x", "y", moving=lambda _now: (), x_range=(0, 1), y_range=(0, 1)), []

    class Point(strokes.QPointF):
        def __init__(self, *place):
            made.append(place)
            super().__init__(*place)
    monkeypatch.setattr(strokes, "QPointF", Point)
    painter_of = ChartPainter(chart, POLL)
    for k in range(3):
        several = tuple(Dots("", rng.random(n), rng.random(n), tone) for n, tone in ((2000, 0), (500, 1)))
        image = painted(chart, ChartNow(parts=(*several, Mark("", 0.5, 0.5, "ring"))), painter_of=painter_of)
        assert len(made) < 10*(k + 1)
        # [px] squares of 2 by 2 on 340 by 270, of which some overlap; the other kind lies above
        first, second = count(image, POLL.tones[0]), count(image, POLL.tones[1])
        assert 0.8*4*2000 < first < 4*2000 and 0.9*4*500 < second <= 4*500
    # one by one in a file of lines
    svg = chart_file(painter_of, "svg", QSize(400, 320), ChartNow(parts=several))
    assert len(made) > 2500 and len(svg) > 2500*20


def note_on(width: int, text: str, lines: int) -> tuple[ChartPainter, np.ndarray, np.ndarray]:
    """A painter of a chart, and the places (n, 2) that a note changes: row and column."""
    chart = Chart("x", "y", (Curve("a name", (0.0, 1.0), (0.99, 0.99)),), x_range=(0, 1), y_range=(0, 1), lines=lines)
    painter_of = ChartPainter(chart, POLL)
    without = painted(chart, painter_of=painter_of, size=(width, 320))
    image = painted(chart, ChartNow(parts=(Note(text),)), painter_of=painter_of, size=(width, 320))
    changed = np.argwhere([[image.pixel(x, y) != without.pixel(x, y) for x in range(width)] for y in range(320)])
    return painter_of, changed.min(axis=0), changed.max(axis=0)


@pytest.mark.parametrize("width", [300, 400, 900])
def test_a_note_stands_above_the_plot_and_covers_nothing(width):
    painter_of, (top, left), (bottom, right) = note_on(
        width, "2000 starts\nvolume × 0.987\nmeasure × 0.998\n1234 have left\nat t = 12.34 s", 5)
    plot = painter_of.frame.plot
    # below the name of the upward axis
    assert painter_of._plane._high < top and bottom < plot.top() and 0 <= left and right < width
    # it needs no more than a fifth of a chart
    assert plot.height() > 0.6*320


def test_a_note_that_is_too_long_is_read_all_the_same():
    painter_of, _first, (bottom, right) = note_on(140, "a few words more than there is room for above it\nand more", 1)
    assert bottom > painter_of.frame.plot.top() and right < 140


def test_parts_of_a_note_stay_whole():
    """Where there is no room for both side by side the second one stands below."""
    one = [note_on(width, "measure × 0.998 and so on\nat t = 12.34 s and so on", 4)[2][0] for width in (500, 260)]
    assert one[1] > one[0] + 8


def test_tracks_that_grow_are_continued_and_those_that_shrink_drawn_anew():
    chart = Chart("x", "y", (Curve("", (0.0, 1.0), (0.0, 0.0)),), x_range=(0, 1), y_range=(0, 1))
    painter_of = ChartPainter(chart, POLL)

    def now(n, edition):
        s = np.linspace(0, 1, 101)[:n]
        return ChartNow(tracks=(Line("", s, s, 2),), edition=edition)
    half = count(painted(chart, now(50, 0), painter_of=painter_of), POLL.tones[2])
    whole = count(painted(chart, now(101, 0), painter_of=painter_of), POLL.tones[2])
    again = count(painted(chart, now(50, 1), painter_of=painter_of), POLL.tones[2])
    assert whole > 1.7*half and abs(again - half) <= 0.02*half


def test_the_range_grows_with_the_motion_and_does_not_shrink():
    chart = Chart("t", "v", point=lambda path: None)
    painter_of = ChartPainter(chart, POLL)
    painted(chart, ChartNow(1.0, 1.0, np.array([0.0, 1.0]), np.array([0.0, 1.0])), painter_of=painter_of)
    small = painter_of.whole
    painted(chart, ChartNow(5.0, -3.0), painter_of=painter_of)
    large = painter_of.whole
    painted(chart, ChartNow(0.5, 0.5), painter_of=painter_of)
    assert large[0][1] > 5.0 and large[1][0] < -3.0 and painter_of.whole == large and small != large


def test_lengths_are_as_long_on_both_axes():
    chart = Chart("x", "y", (Curve("", (0.0, 4.0), (0.0, 1.0)),), x_unit="m", y_unit="m")
    frame = frame_of(chart, QRectF(10.0, 10.0, 300.0, 200.0), view_of(chart))
    (x0, x1), (y0, y1) = frame.view
    assert (x1 - x0)/300.0 == pytest.approx((y1 - y0)/200.0) and x0 < 0.0 < 4.0 < x1
    assert not Chart("t", "y", (Curve("", (0.0, 4.0), (0.0, 1.0)),), x_unit="s", y_unit="m").has_equal_scales


def test_numbers_at_an_axis_are_round_and_rounding_is_0():
    texts = [text for _pixel, text in Scale(-0.3, 0.3, 0.0, 300.0).ticks(7)]
    assert texts == ["−0.3", "−0.2", "−0.1", "0.0", "0.1", "0.2", "0.3"]
    assert [text for _p, text in Scale(-1.0, 6.0, 0.0, 300.0, is_log=True).ticks(8)][:2] == ["10⁻¹", "10⁰"]
    assert [text for _p, text in Scale(-2e-7, 2e-7, 0.0, 300.0).ticks(4)][2] == "0"
    scale = Scale(-1.0, 3.0, 0.0, 100.0, is_log=True)
    assert scale.number(float(scale.pixels(50.0))) == pytest.approx(50.0)
    assert np.isnan(scale.pixels(-1.0))


def test_a_name_finds_a_place_on_nothing_else():
    room = Room(QRectF(0.0, 0.0, 200.0, 100.0))
    px, py = np.linspace(0.0, 200.0, 50), np.full(50, 50.0)
    room.take_line(px, py)
    box = room.along(px, py, QSizeF(60.0, 14.0), 13.0)
    assert box is not None and (box.bottom() < 50.0 or box.top() > 50.0)
    room.take(box)
    other = room.along(px, py, QSizeF(60.0, 14.0), 13.0)
    assert other is not None and not other.intersects(box)
    assert room.along(px, py, QSizeF(300.0, 14.0), 13.0) is None
    below = Room(QRectF(0.0, 0.0, 200.0, 100.0)).along(px, py, QSizeF(60.0, 14.0), 13.0, "below")
    assert below.top() > 50.0


def test_lines_are_followed_closely_and_interrupted_where_they_are():
    x, y = dense(np.array([0.0, 100.0, np.nan, 200.0, 220.0]), np.zeros(5))
    assert len(x) > 50 and not ((x > 101.0) & (x < 199.0)).any() and (y == 0.0).all()


def test_names_without_a_place_stand_in_the_key():
    curves = tuple(Curve(f"a curve with a long name, number {k}", np.linspace(0, 1, 50),
                         np.sin(np.linspace(0, 40, 50) + k)) for k in range(5))
    painter_of = ChartPainter(Chart("x", "y", curves), POLL)
    painted(painter_of.chart, size=(260, 200), painter_of=painter_of)
    assert len(painter_of._plane._key) == 5 and painter_of.frame.plot.top() > 5*12


def test_files_hold_what_is_seen():
    painter_of = ChartPainter(Chart("x <b>", "y & z", (Curve("line", (0.0, 1.0), (0.0, 1.0)),), title="T"), POLL)
    painted(painter_of.chart, painter_of=painter_of)
    png = QImage.fromData(chart_file(painter_of, "png", QSize(300, 200)))
    assert (png.width(), png.height()) == (600, 400)
    svg = chart_file(painter_of, "svg", QSize(300, 200)).decode()
    assert "x &lt;b&gt;" in svg and "y &amp; z" in svg and "<polyline" in svg


@pytest.mark.parametrize("most", [2, 3, 8])
@pytest.mark.parametrize(("low", "high"), [(0.031, 0.099), (0.011, 0.019), (-3.0, 11.0), (0.94, 1.06), (2e5, 2.3e5)])
def test_an_axis_has_two_numbers_at_least(low, high, most):
    pixels = [pixel for pixel, _text in Scale(low, high, 0.0, 300.0).ticks(most)]
    assert 2 <= len(pixels) <= most + 2
    assert np.ptp(np.diff(pixels)) < 1e-9 and 0.0 <= pixels[0] < pixels[-1] <= 300.0        # [px]


def test_a_chart_over_time_begins_at_0_and_goes_on():
    """All of a long run in one picture would be a solid block."""
    def track(path):
        return path.t, path.t

    chart = Chart("t", "y", tracks=(Track("", track),), point=track, trail=0.0, window=20.0)
    t = np.arange(0.0, 90.0, 0.1)
    painter_of = ChartPainter(chart, POLL)
    for now, begin in ((0.0, 0.0), (5.0, 0.0), (19.9, 0.0), (20.0, 10.0), (29.9, 10.0), (65.0, 50.0), (3.0, 0.0)):
        y = np.sin(9.0*t[t <= now])
        painted(chart, ChartNow(now, 0.0, tracks=(Line("", t[t <= now], y),)), painter_of=painter_of)
        assert painter_of.frame.view[0] == (begin, begin + 20.0)
        assert begin <= now <= begin + 20.0
    # heights have been seen, and stay
    assert painter_of.frame.view[1][0] < -0.9 and painter_of.frame.view[1][1] > 0.9


def test_the_energies_of_a_scene_are_seen_in_a_window():
    scene = load_catalogue(Path(__file__).parents[2]/"scenes").get("turntable")
    run = Simulation(scene)
    found = [chart for chart in run.charts() if chart.x_unit == "s"]
    assert found and all(chart.window == 20.0 for chart in found)

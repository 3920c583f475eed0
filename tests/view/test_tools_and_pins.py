"""Rulers, protractors and paths of pins in the picture: without a page, and on one."""

from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.systems import probe_points
from sandbox.systems.probe_points import ProbePoint, ShownTool, Tool
from sandbox.view.page import transport
from sandbox.view.palette import PINS
from sandbox.view.picture.lines.ink import Strokes
from sandbox.view.picture.lines.pins import COUNT, PinPaths
from sandbox.view.picture.lines.tools import MOST, PIECES, ToolPicture
from sandbox.view.view_state import ViewState

POSE = (np.zeros(3), np.eye(3))


class Flat:
    """A plane table of radius 1."""

    def project(self, points):
        return points*(1.0, 1.0, 0.0), np.broadcast_to((0.0, 0.0, 1.0), points.shape)

    def carries(self, points):
        return np.hypot(points[:, 0], points[:, 1]) <= 1.0


def pieces(strokes):
    """The pieces that are not shrunk to nothing."""
    return strokes._pieces[strokes._pieces.any(axis=1)]


@pytest.fixture
def canvas():
    transport.clear()
    yield transport.load().canvas()
    transport.clear()


def state(x=0.0):
    body = SimpleNamespace(centre=np.array((x, 0.0, 0.1)), quaternion=np.array((1.0, 0.0, 0.0, 0.0)))
    return SimpleNamespace(bodies=(body,), supports=())


def test_a_ruler_is_drawn_between_its_ends(canvas):
    strokes = Strokes("tools", MOST*PIECES, 0.01, (1, 1, 1))
    picture = ToolPicture(strokes, 1.0, (0, 0, 0), (1, 1, 1))
    ruler = ShownTool(Tool(probe_points.RULER,
                           (ProbePoint(probe_points.CENTRE), ProbePoint(probe_points.SPACE, 0, (1.0, 0.0, 0.1)))),
                      lambda value: f"{value:.2f} m")
    picture.show([ruler], state())
    drawn = pieces(strokes)
    assert_allclose(drawn[0, [0, 1, 2, 6, 7, 8]], [0.0, 0.0, 0.1, 1.0, 0.0, 0.1])
    assert abs(drawn[0, 3:6] @ drawn[1, 3:6]) < 1e-9 and len(drawn) == 2 + 6     # two bands, two crosses
    label, = picture._labels
    assert label.text == "1.00 m" and label.visible
    picture.show([ruler], state(0.5))
    assert label.text == "0.50 m"
    picture.show([], state())
    assert not pieces(strokes).any() and not label.visible


def test_a_protractor_has_an_arc(canvas):
    strokes = Strokes("tools", MOST*PIECES, 0.01, (1, 1, 1))
    picture = ToolPicture(strokes, 1.0, (0, 0, 0), (1, 1, 1))
    probes = tuple(ProbePoint(probe_points.SPACE, 0, point)
                   for point in ((1.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 1.0, 0.0)))
    tools = [ShownTool(Tool(probe_points.PROTRACTOR, probes), str)]*(MOST + 2)
    picture.show(tools, state())
    drawn = pieces(strokes)
    assert len(drawn) == MOST*PIECES
    arc = drawn[4 + 9:PIECES]
    assert_allclose(np.hypot(arc[:, 6], arc[:, 7]), 0.35, rtol=1e-6)
    assert_allclose(arc[-1, 6:8], [0.0, 0.35], atol=1e-6)
    # a side without a length has no angle, and stops nothing
    same = ShownTool(Tool(probe_points.PROTRACTOR, (probes[0], probes[1], probes[1])), str)
    picture.show([same], state())
    assert np.isfinite(pieces(strokes)).all()


def test_paths_lie_on_the_support_up_to_its_edge():
    paths = PinPaths(1.0)
    x = np.linspace(0.0, 2.0, 200)
    paths.show([(np.stack((x, 0*x, 0.05 + 0*x), axis=1), 2, "dashes")], Flat(), POSE)
    drawn = pieces(paths.strokes[2])
    assert 5 < len(drawn) <= COUNT and drawn[:, [0, 6]].max() <= 1.0 and np.abs(drawn[:, [2, 8]]).max() == 0.0
    gap = np.stack((x/2, 0*x, 0*x), axis=1)
    gap[80:120] = np.nan
    paths.show([(gap, 2, "dashes")], Flat(), POSE)
    drawn = pieces(paths.strokes[2])
    assert len(drawn) > 10 and not ((drawn[:, 6] > 0.405) & (drawn[:, 0] < 0.6)).any()
    paths.show([], Flat(), POSE)
    assert not any(pieces(strokes).any() for strokes in paths.strokes)


def test_measured_points_are_dots_on_the_support():
    paths = PinPaths(1.0)
    points = np.array(((0.1, 0.2, np.nan), (0.3, 0.4, np.nan), (9.0, 9.0, np.nan)))
    paths.show([(points, 1, "dots")], Flat(), POSE)
    drawn = pieces(paths.strokes[1])
    assert_allclose(0.5*(drawn[:, 0:3] + drawn[:, 6:9]), [[0.1, 0.2, 0.0], [0.3, 0.4, 0.0]], atol=1e-6)
    many = np.random.default_rng(1).uniform(-0.5, 0.5, (5000, 3))*(1.0, 1.0, 0.0)
    paths.show([(many, 1, "dots")], Flat(), POSE)
    assert len(pieces(paths.strokes[1])) == COUNT


def test_a_line_that_rests_is_not_told_again():
    strokes = Strokes("pin0", 10, 0.01, PINS[0])
    strokes.changes()
    assert not strokes.has_changes
    strokes.put(0, (0, 0, 0), (0, 1, 0), (1, 0, 0), (0, 1, 0), 0.0, 0.0)
    assert strokes.has_changes
    strokes.changes()
    assert not strokes.has_changes
    strokes.width *= 2
    assert strokes.has_changes


@pytest.mark.parametrize("paths", [[([(0, 0)], 0, "dots")], [([(0, 0, float("inf"))], 0, "dots")],
                                   [([(0, 0, 0)], 0, "waves")]])
def test_wrong_pins_are_refused(paths):
    with pytest.raises(ValueError, match="got"):
        ViewState().show_pins(paths)


def test_on_a_page(run_page):
    found = run_page("tools", "look_tools.py")
    assert found["pins"] > 200 and found["dots"] > 50                     # [px]
    assert found["ruler"] > 150 and found["moved"] > 150 and found["label"]
    assert found["left"] == 0 and found["errors"] == []
    assert found["after theme"] > 150                                      # a new page has all of it again

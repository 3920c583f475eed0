"""Where a path leaves its support it is drawn no further."""

from math import pi
from types import SimpleNamespace

import numpy as np
import pytest

from sandbox.scene.supports.surface import Edge, Surface
from sandbox.scene.supports.surfaces import Board, Cone, EllipsoidSurface, Sphere
from sandbox.view.page import transport
from sandbox.view.picture.supports.support import Support
from sandbox.view.quality import LOW


@pytest.fixture
def supported():
    """supported(surface) -> what is drawn of it."""
    transport.clear()
    transport.load().canvas()
    yield lambda surface, ball=0.02, start=None: Support(surface, LOW, ball, start)
    transport.clear()


@pytest.mark.parametrize("surface, height", [(SimpleNamespace(rim=0.3), lambda r: 0*r),
                                             (Cone(0.5, rim=0.3), lambda r: r*np.tan(0.5)),
                                             (Sphere(0.5, rim=0.3), lambda r: -np.sqrt(0.25 - r*r))])
def test_a_path_is_kept_up_to_the_rim(supported, surface, height):
    x = np.linspace(0.0, 0.45, 91)
    path = np.column_stack((x, 0*x, height(x)))
    kept = supported(surface).clipped(path)
    # [m] the meridian is drawn in straight pieces
    assert kept[-1, 0] == pytest.approx(0.3, abs=2e-4) and (kept[:-1] == path[:len(kept) - 1]).all()


def test_what_comes_back_from_beyond_the_rim_is_not_drawn(supported):
    a = np.linspace(0.0, 2*pi, 200)
    path = np.column_stack((0.2 + 0.2*np.cos(a - pi/2), 0.2*np.sin(a - pi/2) + 0.2, 0*a))
    kept = supported(SimpleNamespace(rim=0.3)).clipped(path)
    assert 10 < len(kept) < 100 and np.hypot(*kept[-1, :2]) == pytest.approx(0.3, abs=1e-5)
    assert len(supported(SimpleNamespace(rim=0.3)).clipped(path + np.array((1.0, 0.0, 0.0)))) == 0


def test_closed_surfaces_keep_every_path(supported):
    a = np.linspace(0.0, 2*pi, 50)
    path = np.column_stack((0.25*np.cos(a), 0*a, 0.25*np.sin(a)))
    assert len(supported(Sphere(0.25, inside=False)).clipped(path)) == 50
    path = np.column_stack((0.35*np.cos(a), 0.25*np.sin(a), 0*a))
    assert len(supported(EllipsoidSurface(0.35, 0.25, 0.2, inside=False), start=(0.0, 0.0, 0.2)).clipped(path)) == 50


def test_a_path_ends_where_a_formula_has_its_edge(supported):
    rim = Edge(lambda x, y, z, *s: 0.1 - x, "rim", "")
    support = supported(Surface(lambda x, y, z: z - 0.3*x, edges=(rim,)), start=np.zeros(3))
    x = np.linspace(0.0, 0.2, 41)
    kept = support.clipped(np.column_stack((x, 0*x, 0.3*x)))
    assert kept[-1, 0] == pytest.approx(0.1, abs=1e-5)


def test_a_path_is_kept_on_a_board(supported):
    support = supported(Board(0.6, 0.4))
    x = np.linspace(0.0, 0.45, 91)
    assert support.clipped(np.column_stack((x, 0*x, 0*x)))[-1, 0] == pytest.approx(0.3, abs=1e-5)
    assert support.clipped(np.column_stack((0*x, -x, 0*x)))[-1, 1] == pytest.approx(-0.2, abs=1e-5)
    on, normals = support.project(np.array(((0.1, 0.05, 0.15),)))
    assert on.tolist() == [[0.1, 0.05, 0.0]] and normals.tolist() == [[0.0, 0.0, 1.0]]

"""The picture of a surface from a formula: its points lie on it, lines are laid on it, it ends where it is said to."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.scene import GraphSurface
from sandbox.view.palette import THEMES
from sandbox.view.picture.mesh import Mesh
from sandbox.view.picture.supports.pen import Pen
from sandbox.view.picture.supports.support import shape_of
from sandbox.view.quality import HIGH

TEXT = "0.02*sin(30*x)*cos(25*y) - x*y"


def f(x, y):
    return 0.02*np.sin(30*x)*np.cos(25*y) - x*y


def slopes(x, y):
    return (0.6*np.cos(30*x)*np.cos(25*y) - y, -0.5*np.sin(30*x)*np.sin(25*y) - x)


@pytest.fixture(params=[{"rim": 0.3}, {"length": 0.6, "width": 0.3}], ids=["disc", "rectangle"])
def sheet(request):
    level = HIGH
    return shape_of(GraphSurface(TEXT, **request.param), level, 0.01, np.zeros(3)), request.param


def test_its_points_and_normals_are_those_of_the_formula(sheet):
    shape, ends = sheet
    x, y, z = np.moveaxis(shape.points, -1, 0)
    assert_allclose(z, f(x, y), atol=1e-14)
    n = np.stack((-slopes(x, y)[0], -slopes(x, y)[1], np.ones_like(x)), axis=-1)
    assert_allclose(shape.normals, n/np.linalg.norm(n, axis=-1, keepdims=True), atol=1e-12)
    if "rim" in ends:
        assert_allclose(np.hypot(x[-1], y[-1]), 0.3)
    else:
        assert np.abs(x).max() == pytest.approx(0.3) and np.abs(y).max() == pytest.approx(0.15)
    mesh = Mesh()
    shape.draw(mesh, Pen(THEMES["dark"], shape.points.shape[1] - 1))
    assert len(mesh.corners) > shape.points.shape[0]*(shape.points.shape[1] - 1)*0.9


def test_lines_are_laid_on_it_and_end_where_it_ends(sheet):
    shape, ends = sheet
    x, y = np.random.default_rng(2).uniform(-0.14, 0.14, (2, 50))
    p, q = slopes(x, y)
    n = np.stack((-p, -q, np.ones_like(p)), axis=1)
    n /= np.linalg.norm(n, axis=1, keepdims=True)
    on = np.stack((x, y, f(x, y)), axis=1)
    found, normals = shape.project(on + 0.003*n)
    # [m] a few steps of Gauss and Newton from 3 mm above
    assert_allclose(found, on, atol=2e-5)
    assert_allclose(normals, n, atol=2e-3)
    assert shape.carries(on).all()
    beyond = np.array([[0.35, 0.0, f(0.35, 0.0)], [0.0, -0.35, f(0.0, -0.35)]])
    assert not shape.carries(beyond).any()
    if "rim" not in ends:
        assert not shape.carries(np.array([[0.0, 0.2, f(0.0, 0.2)]])).any()

"""A groove that is drawn as a rail: as the surface has it, as far as bodies get, and no other physics."""

from pathlib import Path

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import find_scene
from sandbox.view.materials import coat_of
from sandbox.view.palette import THEMES
from sandbox.view.picture.mesh import Mesh
from sandbox.view.picture.supports.groove import Groove
from sandbox.view.picture.supports.pen import Pen
from sandbox.view.picture.supports.support import shape_of
from sandbox.view.quality import HIGH

SCENE = find_scene("cradle", Path(__file__).parents[2]/"scenes")


@pytest.fixture
def surface():
    return surface_of({})


def surface_of(values: dict):
    found = Simulation(SCENE, values).surfaces
    return found[0] if isinstance(found, tuple) else found


@pytest.fixture
def rail(surface):
    return shape_of(surface, HIGH, 0.02, None)


def test_what_is_drawn_lies_on_the_surface(surface, rail):
    assert isinstance(rail, Groove)
    points = rail.points.reshape(-1, 3)
    assert max(abs(surface.phi(*point, *surface.parameters)) for point in points.tolist()) < 1e-15       # [m] rounding
    # the normals against the formula's own slopes: across y/0.08, along u/bend beyond the level part
    level, bend, across = surface.parameters
    u = np.sign(points[:, 0])*np.maximum(np.abs(points[:, 0]) - level, 0.0)
    wanted = np.stack((-u/bend, -points[:, 1]/across, np.ones(len(points))), axis=1)
    wanted /= np.linalg.norm(wanted, axis=1, keepdims=True)
    assert np.abs(rail.normals.reshape(-1, 3) - wanted).max() < 1e-6   # [1] differences
    on, normals = rail.project(np.array(((0.05, 0.01, 0.3), (2.0, 0.5, 0.0))))
    assert on[:, 2] == pytest.approx([0.01**2/0.16, (2.0 - level)**2/(2*bend) + 0.25/0.16])
    assert np.linalg.norm(normals, axis=1) == pytest.approx(1.0)


def test_it_grows_where_a_body_goes_beyond_it(rail):
    half = rail.half.copy()
    assert not rail.grow((0.9*half[0], 0.0, 0.0)) and not rail.carries(np.array(((0.0, 2.0*half[1], 0.0),)))[0]
    assert rail.grow((0.0, 2.0*half[1], 0.0)) and rail.half[0] == half[0] and rail.half[1] > 2.0*half[1]
    assert rail.carries(np.array(((0.0, 2.0*half[1], 0.0),)))[0]
    assert not rail.grow((0.0, 2.0*half[1], 0.0))


def test_its_mesh_has_as_many_pieces_when_it_has_grown(surface, rail):
    counts = []
    for _turn in range(2):
        mesh = Mesh()
        rail.draw(mesh, Pen(THEMES["dark"], 48, coat_of(surface)))
        counts.append(len(mesh.corners))
        assert np.isfinite(np.asarray(mesh.corners, dtype=float)).all()
        rail.grow((3.0*rail.half[0], 0.0, 0.0))
    assert counts[0] == counts[1] > 1000


def test_its_posts_stand_on_one_floor_below_it(rail):
    mesh = Mesh()
    base = rail.stand(mesh, THEMES["dark"], np.eye(3))
    assert np.ptp(base[:, 2]) == 0.0 and base[0, 2] < rail.points[..., 2].min()
    assert (np.abs(base[:, :2]) <= rail.half).all()


@pytest.mark.parametrize("speed", [0.5, 1.5])
def test_balls_climb_no_farther_than_it_is_drawn(speed):
    run = Simulation(SCENE, {"speed": speed})
    far = [0.0]
    while run.t < 1.5:
        run.advance(run.step_rate//20)
        far.append(max(abs(float(body.contact[0])) for body in run.snapshot().bodies))
    level, _bend, _across = surface_of({"speed": speed}).parameters
    assert level + 0.05 < max(far) < surface_of({"speed": speed}).rail[0]         # [m] they do climb

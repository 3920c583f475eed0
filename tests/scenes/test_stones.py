"""Bodies from meshes in motion: the ellipsoid that a mesh was made of, integrals, other bodies, and the document."""

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from sandbox.scene import (
    Ball,
    Contact,
    Coulomb,
    Ellipsoid,
    On,
    Parameter,
    Placed,
    Plane,
    Rough,
    Scene,
    Sphere,
    Spin,
    Start,
    Still,
    World,
    body_from_mesh,
)
from sandbox.scene.built.read import read
from tests.scenes.riding import CATALOGUE

SCENE = CATALOGUE.get("stones")
EXACT = "The egg without triangles"


def path(times=(1.0, 2.0, 4.0), **changes):
    run = Simulation(SCENE, {**SCENE.preset(EXACT).values, **changes})
    return np.array([run.peek(t).bodies[0].centre for t in times])


def test_the_egg_of_triangles_comes_to_the_ellipsoid_as_its_degree_rises():
    """The file has six decimals, 2e-8 m of 0.04: that is what remains; before, each two degrees gain a factor."""
    exact = path()
    off = {degree: np.abs(path(shape=3, degree=degree) - exact).max() for degree in (2, 4, 6, 8, 12)}
    assert off[2] > 3*off[4] > 9*off[6] > 27*off[8]
    # 3e-7 m of the support, 22 mm of radii of curvature, ten swings
    assert off[8] < 2e-5 and off[12] < 1e-5                         # [m]


@pytest.mark.parametrize("preset", [preset.name for preset in SCENE.presets])
def test_jacobi_integral_of_any_mesh_stays(preset):
    run = Simulation(SCENE, SCENE.preset(preset).values)
    kept = run.watch()
    run.advance(10*240)
    rows = kept.states().rows
    assert run.t == 10.0 and np.ptp(rows.E_J) < 2e-13*run.scale


def test_the_same_bits_twice():
    assert np.array_equal(path(shape=1), path(shape=1))


def test_the_mass_is_that_of_the_triangles():
    body = Simulation(SCENE, SCENE.preset(EXACT).values).system.body
    whole = 4/3*np.pi*0.04*0.03*0.03*2600.0
    # 24 by 48 facets lie within the ellipsoid by a share of (pi/24)^2/4 and more
    assert 0.985*whole < body.mass < 0.996*whole


def world_of(body):
    table = On(Plane(rim=1.0), Spin("z", 1.0), Contact(Coulomb(0.3), restitution=0.5))
    law = Contact(Coulomb(0.2), restitution=0.8)
    found = [Placed(body, Start(at=(0.1, 0.0))),
             Placed(Ball(0.02, 2500.0), Start(at=(-0.2, 0.0), velocity=(0.6, 0.0)))]
    kinds = {placed.kind for placed in found}
    return World({"table": table}, found, {(one, two): law for one in kinds for two in kinds})


def test_a_mesh_meets_a_ball_in_a_world_as_the_ellipsoid_does():
    """A marble hits the egg of triangles, and the ellipsoid it was made of: the same hit to what the fit allows."""
    ends = []
    for exact in (False, True):
        egg = body_from_mesh("egg", 1000.0, unit=(0.04, 0.03, 0.03), degree=10)
        if exact:
            egg = Ellipsoid(0.04, 0.03, 0.03, egg.mass, egg.inertia)
        scene = Scene("A hit", (), lambda p, egg=egg: world_of(egg))
        run = Simulation(scene)
        run.advance(144)
        bodies = run.snapshot().bodies
        assert any(event.kind == "impact" for event in run.events)
        ends.append(np.array([part for body in bodies for part in (body.centre, body.velocity)]))
        assert abs(run.drift) < 1e-10
    assert np.abs(ends[0] - ends[1]).max() < 1e-5                     # [m], [m/s]


def test_a_body_of_few_corners_rolls_and_keeps_its_energy(tmp_path):
    """A pyramid as a norm of its corners, in a bowl at rest."""
    file = tmp_path/"pyramid.obj"
    file.write_text("v -30 -30 0\nv 30 -30 0\nv 30 30 0\nv -30 30 0\nv 0 0 50\nf 4 3 2 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\n"
                    "f 4 1 5\n", encoding="utf-8")
    body = body_from_mesh(str(file), 500.0, unit="mm", degree=4)
    scene = Scene("Pyramid", (Parameter("x", 0.1, "m", low=0, high=1),), lambda p: (
        body, Sphere(1.5, rim=1.0), Still(), Contact(Rough())), lambda p: Start(at=(p.x, 0.05)))
    run = Simulation(scene)
    run.advance(480)
    assert run.t == 2.0 and abs(run.drift) < 1e-11


def test_a_scene_with_a_mesh_is_a_document():
    assert "body_from_mesh" in repr(read(SCENE).document)

"""Bodies that are drawn as models: as large as what touches, in one call, and drawn all the same without their file."""

import logging
import subprocess
import sys
from base64 import b64decode
from pathlib import Path

import numpy as np
import pytest
import trimesh

from sandbox.run.simulation import Simulation
from sandbox.scene import BadValue, Body, Disk, Ellipsoid, Look, Puck, mesh
from sandbox.scene.catalogue import find_scene
from sandbox.scene.drawn import meshes
from sandbox.view.page import transport
from sandbox.view.picture.bodies import PLATE, BodyPicture, readable, shape_of, solid
from tests.patience import HANGING

ROOT = Path(__file__).parents[2]
SCENES = ("coin", "coin_funnel", "coin_on_turntable", "curling", "egg_in_bowl", "hoop", "painleve_rod", "rattleback",
          "smooth_top", "tippe_top")


@pytest.fixture
def page():
    transport.clear()
    yield
    transport.clear()


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A folder of models of its own."""
    meshes.read.cache_clear()
    monkeypatch.setattr(meshes, "folder", lambda: tmp_path)
    yield tmp_path
    meshes.read.cache_clear()


def box_of(body: Body):
    """Lowest and highest corner of what touches, from the mass centre [m], by h."""
    far = np.array([[body.h(*(side*e).tolist(), *body.parameters) for e in np.eye(3)] for side in (-1, 1)])
    return -far[0] - body.mass_centre, far[1] - body.mass_centre


@pytest.mark.parametrize("body", [
    Disk(0.05, 0.1, thickness=0.02).drawn_as("coin"), Disk(0.05, 0.1, 0.08).drawn_as("smooth_top"),
    Ellipsoid(0.1, 0.03, 0.02, 0.3).drawn_as("rattleback"), Ellipsoid(0.04, 0.03, 0.03, 0.1).drawn_as("egg"),
    Ellipsoid(0.02, 0.02, 0.02, 0.03, np.eye(3)*5e-6, (0.0, 0.0, -0.005)).drawn_as("tippe_top")])
def test_a_drawn_body_is_as_large_as_what_touches(body):
    vertices, _quads = shape_of(body, 24)
    low, high = box_of(body)
    assert np.abs(vertices.min(axis=0) - low).max() < 1e-6*body.size      # [m] numbers of 32 bits
    assert np.abs(vertices.max(axis=0) - high).max() < 1e-6*body.size
    # nothing sticks out anywhere: h bounds the drawing in every direction
    rng = np.random.default_rng(1)
    normals = rng.normal(size=(300, 3))
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    far = ((vertices + body.mass_centre) @ normals.T).max(axis=0)
    assert all(x < body.h(*nu, *body.parameters) + 1e-6*body.size
               for x, nu in zip(far.tolist(), normals.tolist(), strict=True))


def test_a_coin_without_thickness_is_drawn_with_the_least_one():
    vertices, _quads = shape_of(Disk(0.05, 0.1).drawn_as("coin"), 24)
    assert vertices.max(axis=0) == pytest.approx([0.05, 0.05, PLATE*0.05], rel=1e-6)


def test_the_handle_of_a_curling_stone_stands_above_what_slides():
    vertices, _quads = shape_of(Puck(0.14, 0.114, 19.0).drawn_as("curling_stone", (0.14, 0.14, 0.057)), 24)
    assert vertices.min(axis=0) == pytest.approx([-0.14, -0.14, -0.057], rel=1e-6)
    assert np.abs(vertices[vertices[:, 2] > 0.058, :2]).max() < 0.6*0.14


@pytest.mark.parametrize("name", SCENES)
def test_scenes_draw_their_bodies_in_one_call(name, page):
    scene = find_scene(name, ROOT / "scenes")
    body = Simulation(scene, scene.presets[0].values).bodies[0]
    assert isinstance(body.drawn, meshes.Model)
    picture = BodyPicture(body)
    assert list(transport.meshes) == [picture.compound.idx]


def test_the_page_gets_the_colours_of_the_faces(page):
    vertices, quads, colours = mesh("rod", (1.0, 0.1, 0.1))(24)
    compound = solid(vertices, quads, colours)
    sent = np.frombuffer(b64decode(transport.meshes[compound.idx]["color"]), "<f4").reshape(-1, 4, 3)
    assert np.abs(sent - colours[:, None]).max() < 1e-7        # [1] numbers of 32 bits


def test_words_refuse_what_they_do_not_know():
    with pytest.raises(BadValue, match=r"mesh 'teapot': there is no such model; there are coin, curling_stone"):
        mesh("teapot", (1.0, 1.0, 1.0))
    for half in ((1.0, 1.0), (1.0, 1.0, 0.0), (1.0, np.nan, 1.0), (1.0, np.inf, 1.0)):
        with pytest.raises(BadValue, match=r"got half lengths \[1.0, .* m, needs three finite numbers each"):
            mesh("coin", half)
    with pytest.raises(BadValue, match=r"middle \[0.0, nan, 0.0\] m, needs"):
        mesh("coin", (1.0, 1.0, 1.0), (0.0, np.nan, 0.0))


@pytest.mark.parametrize(("content", "found"), [
    (None, "the file coin.ply is missing"), (b"", "damaged"), (b"ply\nformat ascii 1.0\n", "damaged"),
    (b"\0"*100, "damaged"), (bytes(meshes.LARGEST + 1), "damaged: more than 100000 bytes"),
    ((ROOT / "meshes" / "coin.ply").read_bytes()[:20_000], "damaged"),
    ((ROOT / "meshes" / "coin.ply").read_bytes().replace(b"element face 2328", b"element face 4000000000"), "damaged"),
    ((ROOT / "meshes" / "coin.ply").read_bytes().replace(b"property float x", b"property float q"), "damaged"),
    (b"ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
     b"property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 nan 0\n3 0 1 2\n", "damaged"),
    (b"ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
     b"property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 7\n", "damaged")])
def test_without_its_file_a_body_is_drawn_as_what_touches(files, caplog, content, found):
    if content is not None:
        (files / "coin.ply").write_bytes(content)
    body = Disk(0.05, 0.1, thickness=0.02)
    with pytest.raises(BadValue, match=f"mesh 'coin': .*{found}"):
        meshes.read("coin")
    with caplog.at_level(logging.WARNING):
        drawn = readable(body.drawn_as("coin"))
    assert drawn.drawn is None and "mesh 'coin'" in caplog.text
    assert np.array_equal(shape_of(drawn, 24)[0], shape_of(body, 24)[0])
    # a puck touches by less than is seen: its cylinder is drawn
    puck = Puck(0.1, 0.05, 1.0)
    assert readable(puck.drawn_as("coin", (0.1, 0.1, 0.025))).drawn is puck.drawn
    assert readable(Look(0.1, mesh("coin", (0.1, 0.1, 0.1)))).drawn is not None


@pytest.mark.parametrize("name", meshes.NAMES)
def test_what_is_read_is_what_a_reader_of_others_finds(name):
    vertices, quads, colours = meshes.read(name)
    found = trimesh.load_mesh(meshes.folder() / f"{name}.ply", process=False)
    assert np.array_equal(vertices, found.vertices) and np.array_equal(colours, found.visual.face_colors[:, :3]/255.0)
    assert np.array_equal(quads[:, :3], found.faces) and np.array_equal(quads[:, 3], quads[:, 0])
    assert vertices.dtype == colours.dtype == float and quads.dtype == int


def test_a_file_in_another_form_is_read_as_well(files):
    """Text instead of bytes, as another program writes a model."""
    (files / "coin.ply").write_bytes(trimesh.load_mesh(ROOT / "meshes" / "rod.ply", process=False).export(
        file_type="ply", encoding="ascii"))
    read = meshes.read("coin")
    own = meshes.as_written((ROOT / "meshes" / "rod.ply").read_bytes())
    assert all(np.allclose(one, other, rtol=0.0, atol=1e-6) for one, other in zip(read, own, strict=True))


def test_our_own_files_are_read_without_the_reader_of_others():
    """It takes three quarters of a second, for which the window would stand still when a coin is first seen."""
    program = ("import sys; from sandbox.scene import mesh; from sandbox.scene.drawn.meshes import NAMES; "
               "[mesh(name, (1, 1, 1))(8) for name in NAMES]; assert 'trimesh' not in sys.modules")
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT, timeout=HANGING)

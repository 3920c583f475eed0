"""Bodies from files of meshes: the formats as other programs write them, limits, what is wrong in a sentence each.

files/: box.stl by numpy-stl 4.1, box_ascii.stl, box.obj, box.ply, box_ascii.ply by meshio 5.3, box.glb by pygltflib
1.16, all of a box of 20 x 30 x 40 mm with a corner at the origin; pyramid.obj by hand.
"""

import json
import logging
from pathlib import Path
from struct import pack

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.errors import BadValue
from sandbox.scene import Body, body_from_mesh
from sandbox.scene.catalogue import load_scene
from sandbox.scene.solids import prepared, reading
from sandbox.scene.solids.pictured import thinned
from sandbox.scene.solids.triangles import Triangles

FILES = Path(__file__).parent/"files"
BOX = tuple(f"box{rest}" for rest in (".stl", "_ascii.stl", ".obj", ".ply", "_ascii.ply", ".glb"))


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """A folder of fits of its own, and nothing known from before."""
    monkeypatch.setattr(prepared, "own_folders", lambda: {"cache": tmp_path/"cache"})
    prepared._prepared.cache_clear()
    yield tmp_path/"cache"/"meshes"
    prepared._prepared.cache_clear()


def box_of(path, **more):
    return Body.from_mesh(str(path), 1000.0, **{"unit": None if str(path).endswith("glb") else "mm", **more})


@pytest.mark.parametrize("name", BOX)
def test_every_format_gives_the_box(name):
    body = box_of(FILES/name)
    # numbers of 32 bits in a GLB
    near = 1e-6 if name.endswith("glb") else 1e-12
    assert body.mass == pytest.approx(0.024, rel=near)
    assert_allclose(body.mass_centre, (0.01, 0.015, 0.02), rtol=near)
    assert_allclose(body.inertia, np.diag([25.0, 20.0, 13.0])*1e-4*0.024/12, rtol=near, atol=1e-17)
    far = [body.h(*e, *body.parameters) for e in np.eye(3).tolist()]
    assert_allclose(far, (0.02, 0.03, 0.04), atol=0.002)
    vertices, quads = body.drawn(24)[:2]
    assert_allclose(np.ptp(vertices, axis=0), (0.02, 0.03, 0.04), rtol=near)
    assert_allclose(vertices.mean(axis=0), 0.0, atol=1e-8) and len(quads) == 12


def test_polygons_of_a_pyramid():
    body = box_of(FILES/"pyramid.obj")
    assert body.mass == pytest.approx(0.06**3/3*1000, rel=1e-12)
    assert_allclose(body.mass_centre, (0.0, 0.0, 0.015), atol=1e-16)


def test_units():
    assert box_of(FILES/"box.stl", unit="cm").mass == pytest.approx(24.0)
    assert box_of(FILES/"box.stl", unit=(1e-3, 2e-3, 1e-3)).mass == pytest.approx(0.048)
    with pytest.raises(BadValue, match=r"mesh 'box.stl': its file says no unit; give unit= one of m, cm, mm, in, or a"):
        box_of(FILES/"box.stl", unit=None)
    for wrong in ("ft", 0.0, -1.0, float("nan"), (1.0, 1.0), "1"):
        with pytest.raises(BadValue, match=r"mesh 'box.stl', unit: "):
            box_of(FILES/"box.stl", unit=wrong)


def test_a_ball_of_the_same_inertia_has_the_inertia_of_the_mesh():
    body = box_of(FILES/"box.stl", contact="ball")
    assert_allclose(body.inertia, np.diag([25.0, 20.0, 13.0])*1e-4*0.024/12, rtol=1e-12, atol=1e-17)
    assert body.h(0.0, 0.0, 2.0, *body.parameters) == pytest.approx(2.0*np.sqrt(2.5*58e-4/36))
    assert body.mass_centre == (0.0, 0.0, 0.0)


def test_a_shell_and_a_given_inertia():
    body = box_of(FILES/"box.stl", shell=1e-4)
    assert body.mass == pytest.approx(1000.0*1e-4*2*(6e-4 + 12e-4 + 8e-4))
    given = (0.5, np.diag([2e-4, 2e-4, 3e-4]).tolist(), (0.01, 0.01, 0.01))
    body = Body.from_mesh(str(FILES/"box.stl"), unit="mm", inertia=given)
    assert body.mass == 0.5 and body.mass_centre == (0.01, 0.01, 0.01)
    for wrong in (0.0, -1.0, 1.0, float("nan")):
        with pytest.raises(BadValue, match=r"mesh 'box.stl', shell: got a thickness of .* m, needs one above 0"):
            box_of(FILES/"box.stl", shell=wrong)
    with pytest.raises(BadValue, match=r"mesh 'box.stl', inertia: needs the mass \[kg\]"):
        Body.from_mesh(str(FILES/"box.stl"), unit="mm", inertia=(1.0, 2.0))
    for wrong in (None, 0.0, float("inf")):
        with pytest.raises(BadValue, match=r"mesh 'box.stl', density: got .*, needs a finite number above 0"):
            Body.from_mesh(str(FILES/"box.stl"), wrong, unit="mm")


# ---- what is wrong in a file ----------------------------------------------------------------------------------------

PLY = ("ply\nformat binary_little_endian 1.0\nelement vertex {points}\nproperty float x\nproperty float y\n"
       "property float z\nelement face {faces}\nproperty list uchar int vertex_indices\nend_header\n")


def triangle_of_stl(*corners):
    return pack("<12fH", *np.zeros(3), *np.ravel(corners), 0)


def box_with(place, value) -> bytes:
    """The binary STL of the box with one coordinate changed."""
    content = bytearray((FILES/"box.stl").read_bytes())
    content[84 + 12 + 4*place:84 + 16 + 4*place] = pack("<f", value)
    return bytes(content)


def glb_of(tree) -> bytes:
    text = json.dumps(tree).encode()
    text += b" "*(-len(text) % 4)
    return b"glTF" + pack("<II", 2, 20 + len(text)) + pack("<I", len(text)) + b"JSON" + text


WRONG = {
    "promises.stl": (b" "*80 + pack("<I", 4_000_000_000), r"promises 4000000000 triangles, but holds 84 bytes"),
    "promises.ply": (PLY.format(points=8, faces=4_000_000_000).encode(), "promises 4000000000 triangles, but holds"),
    "points.ply": (PLY.format(points=4_000_000_000, faces=1).encode(), "promises 1 triangles, but holds"),
    "promises.glb": (glb_of({"accessors": [{"count": 12_000_000_000}]}), "promises 4000000000 triangles, but holds"),
    "elsewhere.glb": (glb_of({"buffers": [{"uri": "http://x/y", "byteLength": 1}]}), "refers to other files"),
    "other.glb": (b"glTX", "the file is damaged: no header of a GLB"),
    "cut.glb": ((FILES/"box.glb").read_bytes()[:600], "the file is damaged|holds 600 bytes"),
    "cut.ply": ((FILES/"box.ply").read_bytes()[:400], "the file is damaged|holds 400 bytes"),
    "empty.stl": (b"", "promises 0 triangles, but holds 0 bytes"),
    "empty.obj": (b"", "has no triangles|the file is damaged"),
    "other.ply": (b"plx", "the file is damaged: no header of a PLY"),
    "other.txt": (b"", r"needs a file of the kind \.stl, \.obj, \.ply, \.glb"),
    "nan.stl": (box_with(0, float("nan")), "a corner has a place that is not finite"),
    "torn.stl": (box_with(0, 1.0), r"is not closed, \d+ of its edges are open"),
    "many.obj": (b"v 0 0 0\nv 1 0 0\nv 0 1 0\n" + b"f 1 2 3\n"*500_001, "promises 500001 triangles, at most 500000"),
    "flat.stl": (b" "*80 + pack("<I", 2) + triangle_of_stl((0, 0, 0), (1, 0, 0), (0, 1, 0))
                 + triangle_of_stl((0, 0, 0), (0, 1, 0), (1, 0, 0)), "its volume is zero|lie in a plane"),
    "large.stl": (bytes(20_000_001), "has 20000001 bytes, at most 20000000 are read")}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_is_one_sentence(name, tmp_path):
    content, said = WRONG[name]
    (tmp_path/name).write_bytes(content)
    with pytest.raises(BadValue, match=said) as refused:
        Body.from_mesh(str(tmp_path/name), 1000.0, unit="mm")
    assert str(refused.value).count("\n") == 0 and len(str(refused.value)) < 400


def test_a_file_that_is_inside_out_is_turned_and_told(tmp_path, caplog):
    content = (FILES/"pyramid.obj").read_text(encoding="utf-8").splitlines()
    turned = [f"f {' '.join(line.split()[:0:-1])}" if line.startswith("f ") else line for line in content]
    (tmp_path/"tent.obj").write_text("\n".join(turned), encoding="utf-8")
    with caplog.at_level(logging.INFO, prepared.__name__):
        body = box_of(tmp_path/"tent.obj")
    assert body.mass == pytest.approx(0.072) and "mesh 'tent.obj': was inside out and is turned" in caplog.text
    assert "smallest radius of curvature" in caplog.text


def test_many_triangles_are_drawn_as_fewer():
    a = np.linspace(0.0, 2*np.pi, 201)[:-1]
    t, f = (x.ravel() for x in np.meshgrid(a, a, indexing="ij"))
    far = 0.5 + 0.2*np.cos(t)
    corners = np.stack((far*np.cos(f), far*np.sin(f), 0.2*np.sin(t)), axis=1)
    i, k = (x.ravel() for x in np.meshgrid(np.arange(200), np.arange(200), indexing="ij"))
    quads = [(i + p) % 200*200 + (k + q) % 200 for p, q in ((0, 0), (0, 1), (1, 1), (1, 0))]
    a, b, c, d = quads
    torus = Triangles.welded(corners, np.vstack((np.stack((a, b, c), axis=1), np.stack((a, c, d), axis=1))))
    assert len(torus.faces) == 80_000 and torus.open_edges == 0
    fewer = thinned(torus)
    assert 10_000 < len(fewer.faces) <= 20_000
    assert_allclose(np.abs(fewer.corners).max(axis=0), (0.7, 0.7, 0.2), rtol=0.02)
    assert thinned(fewer) is fewer


# ---- paths, and files that are kept ---------------------------------------------------------------------------------

SCENE = '''"""A box."""
from sandbox.scene import Body, Plane, Scene, Start, Still

def build(p):
    return Body.from_mesh("{path}", 1000.0, unit="mm"{more}), Plane(), Still()

SCENE = Scene("A box", (), build, lambda p: Start(at=(0.0, 0.0)))
'''


def scene_with(folder, path, more=""):
    file = folder/"boxes.py"
    file.write_text(SCENE.format(path=path, more=more), encoding="utf-8")
    return load_scene(file)


def test_a_path_begins_at_the_scene_s_file(tmp_path, monkeypatch):
    (tmp_path/"parts").mkdir()
    (tmp_path/"parts"/"box.stl").write_bytes((FILES/"box.stl").read_bytes())
    monkeypatch.chdir("/")
    body = scene_with(tmp_path, "parts/box.stl").models({})[0][0]
    assert body.mass == pytest.approx(0.024)
    # outside of a scene nobody knows where it would begin
    with pytest.raises(BadValue, match="its path begins at the scene's file, which is not known here"):
        Body.from_mesh("parts/box.stl", 1000.0, unit="mm")


def test_a_file_that_is_gone_replaced_or_larger(tmp_path):
    file = tmp_path/"box.stl"
    file.write_bytes((FILES/"box.stl").read_bytes())
    digest = reading.mesh_file(file).digest
    scene = scene_with(tmp_path, "box.stl", f', digest="{digest}"')
    assert scene.models({})[0][0].mass == pytest.approx(0.024)
    file.write_bytes(box_with(0, 0.0) + b"")
    file.write_bytes((FILES/"box_ascii.stl").read_bytes())
    with pytest.raises(BadValue, match=rf"mesh 'box.stl': was replaced, its hash is [0-9a-f]{{16}}, not {digest}"):
        scene.models({})
    file.write_bytes(bytes(20_000_001))
    with pytest.raises(BadValue, match=r"mesh 'box.stl': has 20000001 bytes, at most 20000000 are read"):
        scene.models({})
    file.unlink()
    with pytest.raises(BadValue, match=r"mesh 'box.stl': there is no such file in"):
        scene.models({})


def test_a_fit_is_kept_by_the_hash_of_its_file(cache):
    first = box_of(FILES/"box.stl")
    kept = list(cache.glob("*.json"))
    assert len(kept) == 1
    content = kept[0].read_bytes()
    prepared._prepared.cache_clear()
    again = box_of(FILES/"box.stl")
    assert again.h == first.h and again.h is not first.h and again == first
    # another degree, another unit, another file: fits of their own
    box_of(FILES/"box.stl", degree=8)
    box_of(FILES/"box.stl", unit="cm")
    assert len(list(cache.glob("*.json"))) == 3
    assert kept[0].read_bytes() == content


@pytest.mark.parametrize("harm", [lambda text: b"", lambda text: text[:-30], lambda text: text.replace(b"0", b"1"),
                                  lambda text: b"[" * 5000, lambda text: b" "*300_000])
def test_a_kept_fit_that_is_damaged_is_found_anew(harm, cache):
    first = box_of(FILES/"box.stl")
    (kept,) = cache.glob("*.json")
    content = kept.read_bytes()
    kept.write_bytes(harm(content))
    prepared._prepared.cache_clear()
    assert box_of(FILES/"box.stl").h == first.h
    assert kept.read_bytes() == content


def test_without_a_folder_nothing_is_kept_and_all_is_well(monkeypatch, tmp_path):
    (tmp_path/"file").write_text("", encoding="utf-8")
    monkeypatch.setattr(prepared, "own_folders", lambda: {"cache": tmp_path/"file"})
    assert box_of(FILES/"box.stl").mass == pytest.approx(0.024)


def test_a_model_is_known_by_its_name_and_keeps_its_colours():
    body = body_from_mesh("drop", 1000.0, unit=(0.045, 0.03, 0.03))
    vertices, quads, colours = body.drawn(24)
    assert_allclose(np.ptp(vertices, axis=0), (0.09, 0.06, 0.06), rtol=1e-6)
    assert len(np.unique(colours, axis=0)) >= 3 and len(quads) == len(colours)
    # the origin of the drawing is the mass centre, which lies behind the middle of the drop
    assert body.mass_centre[0] < -0.005 and vertices[:, 0].max() > 0.05


def test_what_touches_is_a_net_over_what_is_drawn():
    body = body_from_mesh("stone", 1000.0, unit=(0.04, 0.03, 0.02), degree=6)
    plain, netted = body.drawn(24), body.with_net().drawn(24)
    more = netted[0][len(plain[0]):] + body.mass_centre
    assert len(netted[1]) > len(plain[1]) and len(netted[2]) == len(netted[1])
    # its points lie on what touches, 0.4 % of the size outside, and half a line aside
    far = (more @ (nu := np.eye(3)).T).max(axis=0)
    assert_allclose(far, [body.h(*e) for e in nu.tolist()], atol=0.01*body.size)
    with pytest.raises(BadValue, match="only a body from a mesh with contact=\"smooth\" has a net"):
        box_of(FILES/"box.stl", contact="ball").with_net()

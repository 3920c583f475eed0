"""The file of a mesh as a part of the bench."""

from pathlib import Path

import pytest

from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from sandbox.scene.built.mesh_item import item_of_mesh
from sandbox.scene.solids import prepared
from sandbox.workspace.bench import new_bench, put, scene_of

FILES = Path(__file__).parent/"files"


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setattr(prepared, "own_folders", lambda: {"cache": tmp_path/"cache"})
    prepared._prepared.cache_clear()
    yield
    prepared._prepared.cache_clear()


def test_a_file_becomes_a_body_on_the_bench(tmp_path):
    file = tmp_path/"die.stl"
    file.write_bytes((FILES/"box.stl").read_bytes())
    item, told = item_of_mesh(file, "mm", 1200.0)
    assert item.name == "die" and "0.0288 kg" in item.about
    assert any("smallest radius of curvature" in sentence for sentence in told)
    bench = new_bench()
    support = next(part.name for part in bench.parts if part.family == "support")
    document, name = put(bench, item, (0.05, 0.05, 0.0), support)
    run = Simulation(scene_of(document))
    run.advance(24)
    mesh = next(body for body in run.bodies if getattr(body, "name", "") == "die")
    assert name and mesh.mass == pytest.approx(0.0288)
    # another file in its place is told, not taken
    file.write_bytes((FILES/"box_ascii.stl").read_bytes())
    with pytest.raises(BadValue, match=r"mesh 'die.stl': was replaced"):
        scene_of(document).models({})


def test_a_file_that_is_none_is_a_sentence(tmp_path):
    (tmp_path/"die.stl").write_bytes(b"")
    with pytest.raises(BadValue, match=r"mesh 'die.stl': promises 0 triangles, but holds 0 bytes"):
        item_of_mesh(tmp_path/"die.stl", "mm")
    with pytest.raises(BadValue, match=r"mesh 'box.stl': its file says no unit"):
        item_of_mesh(FILES/"box.stl")

"""The models of the folder meshes/: what their scripts write, small, closed, with a licence, packed."""

import json
from pathlib import Path

import numpy as np
import pytest
import trimesh

from bundle import meshes
from bundle.drawing import LICENCE
from sandbox.scene.drawn.meshes import LARGEST, NAMES
from sandbox.scene.solids import prepared
from tests.shipped import shipped

ROOT = Path(__file__).parents[2]
# parts that nothing touches, above what slides
ABOVE = {"curling_stone": "z", "curling_stone_yellow": "z"}


def model(name: str):
    return trimesh.load_mesh(meshes.FOLDER / f"{name}.ply", process=False)


def test_each_file_has_its_script_and_its_name():
    files = sorted(path.stem for path in meshes.FOLDER.glob("*.ply"))
    assert files == meshes.scripts() == sorted(NAMES)
    assert len(files) >= 10


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_what_its_script_writes(name):
    content = (meshes.FOLDER / f"{name}.ply").read_bytes()
    assert content == meshes.content_of(name)
    assert len(content) < LARGEST
    header = content.partition(b"end_header")[0].decode("ascii").splitlines()
    assert f"comment {LICENCE}" in header
    assert "SPDX-License-Identifier: GPL-3.0-or-later" in (meshes.FOLDER / f"{name}.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_a_model_is_closed_and_no_part_is_inside_out(name):
    found = model(name)
    assert found.is_watertight and found.is_winding_consistent
    assert all(part.volume > 0.0 for part in found.split())
    # turning shows: more than one colour
    assert len(np.unique(found.visual.face_colors, axis=0)) >= 3


@pytest.mark.parametrize("name", NAMES)
def test_a_model_fills_the_box_of_what_is_touched_and_no_more(name):
    low, high = model(name).bounds
    assert (low >= -1.0 - 1e-6).all()                       # [1] numbers of 32 bits
    if name in ABOVE:
        assert high[2] > 1.5 and (high[:2] <= 1.0 + 1e-6).all()
    else:
        assert (high <= 1.0 + 1e-6).all()
    # a hoop is narrower than the ball whose tread it has; its tread is not
    across = (0, 2) if name.startswith("hoop") else (0, 1, 2)
    assert np.abs(low[list(across)] + 1.0).max() < 1e-6
    if name not in ABOVE:
        assert np.abs(high[list(across)] - 1.0).max() < 1e-6


def test_turning_shows_on_every_model():
    """The colours about its axis have a first harmonic: turned by any part of a full turn it is not itself."""
    for name in NAMES:
        found = model(name)
        axis = {"rod": 0, "rattleback": 0, "egg": 0}.get(name, 1 if name.startswith("hoop") else 2)
        one, other = [k for k in range(3) if k != axis]
        middles = found.triangles_center
        angle = np.arctan2(middles[:, other], middles[:, one])
        weight = found.area_faces[:, None]*found.visual.face_colors[:, :3]/255.0
        # the first harmonic of its colours about the axis
        first = np.abs((weight*np.exp(1j*angle)[:, None]).sum(axis=0)).max()/weight.sum()
        assert first > 1e-4, name


def test_the_command_writes_the_file_anew(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["meshes", "rod"])
    monkeypatch.setattr(meshes, "FOLDER", tmp_path)
    (tmp_path / "rod.py").write_text("", encoding="utf-8")
    assert meshes.main() == 0
    assert (tmp_path / "rod.ply").read_bytes() == (ROOT / "meshes" / "rod.ply").read_bytes()
    monkeypatch.setattr("sys.argv", ["meshes", "teapot"])
    assert meshes.main() == 2
    assert "no script teapot; there are rod" in capsys.readouterr().err


def test_the_folder_is_packed():
    """The program's folder by build.spec, the archive of sources; of the wheel see tests/setup/test_installed.py."""
    spec = (ROOT / "build.spec").read_text(encoding="utf-8")
    assert '"meshes") for path in sorted(here.glob("meshes/*.ply"))' in spec
    assert '"meshes") for path in sorted(here.glob("meshes/*.json"))' in spec


@pytest.mark.parametrize("asked", meshes.FITS)
def test_a_fit_is_what_is_found_anew(asked):
    name, text = prepared.text_of_fit(*asked)
    found, kept = json.loads(text), json.loads((meshes.FOLDER / name).read_text(encoding="utf-8"))
    assert (found["asked"], found["kind"]) == (kept["asked"], kept["kind"])
    # coefficients are rounded, the same on each machine; the four numbers that only sentences say are not
    assert found["numbers"][4:] == kept["numbers"][4:] and len(found["numbers"]) > 20
    assert found["numbers"][:4] == pytest.approx(kept["numbers"][:4], rel=1e-9)


def test_fits_of_all_presets_come_with_the_program(monkeypatch):
    """And are no files that nobody asks for."""
    def refuse(*_asked):
        raise AssertionError("looked for")

    scene, read = shipped().get("stones"), []
    monkeypatch.setattr(prepared, "hull_of", refuse)
    monkeypatch.setattr(prepared, "_read_fit", lambda path, asking, of=prepared._read_fit: (
        read.append(path) or of(path, asking)))
    for preset in scene.presets:
        prepared._prepared.cache_clear()
        scene.models({one.name: one.default for one in scene.parameters} | preset.values)
    assert {path.name for path in read} == {path.name for path in meshes.FOLDER.glob("*.json")}
    assert {path.parent for path in read} == {meshes.FOLDER} and len(read) >= 4
    assert "graft meshes" in (ROOT / "MANIFEST.in").read_text(encoding="utf-8").splitlines()

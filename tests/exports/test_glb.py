"""Models that move: valid glTF, the picture's surfaces, the run's motion."""

import json
import os
import shutil
import subprocess

import numpy as np
import pytest

from sandbox.exports.moving import export_glb
from sandbox.exports.span import Span
from sandbox.run.simulation import Simulation
from tests.exports.reading_glb import Glb, turned
from tests.patience import HANGING
from tests.shipped import shipped

CATALOGUE = shipped()


@pytest.mark.parametrize("scene_id", sorted(CATALOGUE.scenes))
def test_every_scene_is_a_whole_file(scene_id, tmp_path):
    out = tmp_path / "a.glb"
    run = Simulation(CATALOGUE.get(scene_id))
    count = export_glb(run, Span(0.0, 0.5, 60.0), out)
    file = Glb(out)
    names = [node["name"] for node in file.json["nodes"][1:]]
    beside = [name for name in names if name.startswith("beside ")]
    held = [name for name in names if name.startswith(("arm ", "spring ", "string ", "hinge ", "motor "))]
    assert bool(held) == any(getattr(run.system, kind, ()) for kind in ("joints", "hinges"))
    names = [name for name in names if name not in held]
    # a block stands by itself
    foot = ["foot"] if scene_id not in ("bowling", "marble_machine") else []
    assert names == ["support", *foot, *beside, *(f"body {k + 1}" for k in range(len(run.bodies)))]
    assert len(beside) <= len(run.surfaces) - 1
    times, _places = file.motion("body 1", "rotation")
    assert 1 <= len(times) <= count and out.stat().st_size < 3_000_000


def test_the_motion_is_that_of_the_run(tmp_path):
    """Places to the last bit that 32-bit numbers have; a mark on the ball goes where the run turns it."""
    run = Simulation(CATALOGUE.get("turntable"), {"vy": 0.1})
    assert export_glb(run, Span(0.25, 2.25, 50.0), tmp_path / "a.glb") == 101
    file, again = Glb(tmp_path / "a.glb"), Simulation(CATALOGUE.get("turntable"), {"vy": 0.1})
    times, places = file.motion("body 1", "translation")
    _times, rotations = file.motion("body 1", "rotation")
    mark = turned(rotations.astype(float), (0.0, 0.02, 0.0))
    table = turned(file.motion("support", "rotation")[1].astype(float), (1.0, 0.0, 0.0))
    assert np.allclose(times, np.arange(101)/50, atol=1e-6)      # [s] 32-bit numbers
    rate = again.values["rate"]
    for k, rows in enumerate(row for part in again.rows_at(0.25 + np.arange(101)/50) for row in
                             (part[i:i + 1] for i in range(len(part)))):
        assert places[k].tolist() == rows.centre[0, 0].astype("<f4").tolist()
        w, x, y, z = rows.quaternion[0, 0]
        expected = 0.02*np.array((2*(x*y - w*z), 1 - 2*(x*x + z*z), 2*(y*z + w*x)))
        np.testing.assert_allclose(mark[k], expected, atol=1e-8)      # [m] 32-bit numbers of 0.02 m
        angle = rate*rows.t[0]
        np.testing.assert_allclose(table[k], (np.cos(angle), np.sin(angle), 0.0), atol=1e-6)      # [1] 32-bit numbers
    # neighbours are on one sheet: what is between them is the short way
    assert ((rotations[1:]*rotations[:-1]).sum(axis=1) > 0.0).all()
    size = np.linalg.norm(file.points("body 1"), axis=1)
    np.testing.assert_allclose(size, 0.02, atol=1e-8)      # [m] the ball's radius


def test_z_is_up_in_programs_whose_y_is_up(tmp_path):
    export_glb(Simulation(CATALOGUE.get("turntable")), Span(0.0, 0.1, 10.0), tmp_path / "a.glb")
    root = np.array([Glb(tmp_path / "a.glb").json["nodes"][0]["rotation"]])
    np.testing.assert_allclose(turned(root, (0.0, 0.0, 1.0)), [[0.0, 1.0, 0.0]], atol=1e-15)
    np.testing.assert_allclose(turned(root, (1.0, 0.0, 0.0)), [[1.0, 0.0, 0.0]], atol=1e-15)


@pytest.mark.skipif(not os.environ.get("GLTF_VALIDATOR") and not shutil.which("gltf_validator"),
                    reason="Khronos' validator is not there (GLTF_VALIDATOR names it)")
def test_khronos_validator_has_nothing_to_say(tmp_path):
    validator = os.environ.get("GLTF_VALIDATOR") or shutil.which("gltf_validator")
    for scene_id in CATALOGUE.scenes:
        out = tmp_path / f"{scene_id}.glb"
        export_glb(Simulation(CATALOGUE.get(scene_id)), Span(0.0, 1.0, 60.0), out)
        done = subprocess.run([validator, "-o", str(out)], capture_output=True, text=True, timeout=HANGING)
        issues = json.loads(done.stdout)["issues"]
        assert (issues["numErrors"], issues["numWarnings"]) == (0, 0), (scene_id, issues["messages"][:3])

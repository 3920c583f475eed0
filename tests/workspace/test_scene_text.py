"""A scene is read as a document, written as a text, and loaded again: what runs is the same to the last bit."""

from hashlib import blake2b
from pathlib import Path

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from sandbox.scene.built.read import read
from sandbox.scene.catalogue import load_catalogue, load_scene
from sandbox.scene.scene import Scene
from sandbox.workspace.scene_text import scene_text
from tests.golden.runs import flat, passed

SCENES = load_catalogue(Path(__file__).parents[2] / "scenes").scenes
STEPS, STEPS_OF_PRESETS = 480, 60


def digest(scene: Scene, values: dict, steps: int) -> str:
    """Hash of time and motion of every model after every step."""
    simulation = Simulation(scene, values)
    found = blake2b(flat(simulation.system, simulation.states).tobytes())
    for _step, t, state in passed(simulation, steps):
        found.update(np.float64(t).tobytes())
        found.update(state.tobytes())
    found.update(repr([(event.kind, event.t) for event in simulation.events]).encode())
    return found.hexdigest()


@pytest.fixture
def written(tmp_path):
    """Writes the document of a scene and loads the file."""
    def write(document, name: str) -> Scene:
        path = tmp_path / f"{name}.py"
        path.write_text(scene_text(document), encoding="utf-8")
        return load_scene(path)
    return write


@pytest.mark.parametrize("name", list(SCENES))
def test_there_and_back(name, written):
    """The run has the same bits; parameters, presets, parts and the text itself are the same the second time."""
    scene = SCENES[name]
    document = read(scene).document
    again = written(document, name)
    assert digest(again, {}, STEPS) == digest(scene, {}, STEPS)
    for preset in document.presets:
        assert digest(again, again.preset(preset.name).values, STEPS_OF_PRESETS) == digest(
            scene, scene.preset(preset.name).values, STEPS_OF_PRESETS), preset.name
    # what is taken along is what the scene has
    assert again.parameters == tuple(one for one in scene.parameters if one.name in {p.name for p in again.parameters})
    second = read(again).document
    assert (second.parts, second.parameters, second.presets) == (document.parts, document.parameters, document.presets)
    assert scene_text(second) == scene_text(document)

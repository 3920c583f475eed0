"""A scene is read as a document, written as a text, and loaded again: what runs is the same to the last bit."""

from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from sandbox.scene.built import kinds
from sandbox.scene.built.read import read
from sandbox.scene.catalogue import load_catalogue, load_scene, scene_of_text, source_digest
from sandbox.scene.scene import Scene
from sandbox.workspace.scene_text import scene_text, write_scene
from tests.effort import tries
from tests.golden.runs import flat, passed

SCENES = load_catalogue(Path(__file__).parents[2] / "scenes").scenes
STEPS, STEPS_OF_PRESETS = tries(120, 480), tries(12, 60)


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


def test_a_file_that_is_there_stays(tmp_path):
    """A person may have changed it; what can't be written, or is no scene, is a sentence."""
    document, path = read(SCENES["turntable"]).document, tmp_path / "mine.py"
    write_scene(document, path)
    assert digest(load_scene(path), {}, STEPS_OF_PRESETS) == digest(SCENES["turntable"], {}, STEPS_OF_PRESETS)
    path.write_text("# mine", encoding="utf-8")
    with pytest.raises(BadValue, match="is there"):
        write_scene(document, path)
    assert path.read_text(encoding="utf-8") == "# mine"
    write_scene(document, path, replaces=True)
    assert path.read_text(encoding="utf-8") == scene_text(document)
    with pytest.raises(BadValue, match="cannot be written"):
        write_scene(document, tmp_path / "nowhere" / "mine.py")
    without_a_ball = replace(document, parts=tuple(part for part in document.parts if part.family != kinds.BODY))
    with pytest.raises(BadValue, match="has no body"):
        write_scene(without_a_ball, tmp_path / "empty.py")
    assert not (tmp_path / "empty.py").exists()


def test_what_has_no_words_is_refused_with_its_place():
    """A formula without a name in the scene's file has no place in a document."""
    source = SCENES["hoop"].source.replace("Body(round_tread,", "Body(lambda x, y, z, r: round_tread(x, y, z, r),")
    scene = scene_of_text("hoop_without_a_name", source, source_digest(source))
    with pytest.raises(BadValue, match="body 'hoop': has a formula that has no name in the scene's file"):
        read(scene)


def test_marble_run_reads_as_if_written_by_hand():
    """Its ramps are one slab put twice, its law has a name, and its sliders stand where they act."""
    text = scene_text(read(SCENES["marble_run"]).document)
    for line in ('    surface = Slab(0.6, 0.1, 0.012).of("wood")',
                 "    law = Contact(Coulomb(p.friction), restitution=p.restitution)",
                 '    return World(supports, bodies, {("ball", "ball"): law})'):
        assert line in text.split("\n")
    assert "Ball(p.radius, shell=p.shells)" in text and "+ 2*p.apart" in text


def test_written_scenes_have_no_long_lines():
    """Each line has room in a window; none ends in blanks."""
    for scene in SCENES.values():
        for line in scene_text(read(scene).document).split("\n"):
            assert len(line) <= 120 and line == line.rstrip(), (scene.id, line)


@pytest.mark.parametrize("name", list(SCENES))
def test_what_is_left_out_is_said(name):
    """Each parameter and preset is in the document or in a sentence, and no other one is."""
    scene, reading = SCENES[name], read(SCENES[name])
    document, notes = reading.document, " ".join(reading.notes)
    for parameter in scene.parameters:
        is_in = parameter in document.parameters
        assert is_in or f"parameter '{parameter.name}'" in notes, parameter.name
    for preset in scene.presets:
        is_in = any(one.name == preset.name for one in document.presets)
        assert is_in != (f"preset '{preset.name}'" in notes), preset.name

"""Scenes of the program, two presets of each, for a release all: kept after a third of a second, opened again, the same
bits.
"""

import pytest

from sandbox.run.simulation import Simulation
from sandbox.scene.parameter import Parameter
from sandbox.workspace.rebuild import rebuilt
from sandbox.workspace.setup import setup_from, setup_of
from sandbox.workspace.setup_file import read_setup, write_setup
from sandbox.workspace.share_code import code_of, setup_of_code
from tests.effort import some_presets
from tests.shipped import shipped

CATALOGUE = shipped()
ALL = [(scene.id, preset) for scene in CATALOGUE.scenes.values() for preset in some_presets(scene)]


def other(parameter: Parameter, value):
    """Another value that is allowed: a switch turned, a number moved by a part that no binary number has."""
    if parameter.is_switch:
        return not value
    middle = 0.5*(parameter.low + parameter.high)
    return value + (middle - value)/300.0 if middle != value else value + (parameter.high - value)/300.0


@pytest.mark.parametrize("scene_id, preset", ALL, ids=[f"{name}-{preset.name}" for name, preset in ALL])
def test_it_comes_back_bit_by_bit(scene_id, preset, tmp_path):
    scene = CATALOGUE.get(scene_id)
    run = Simulation(scene, preset.values, preset=preset.name)
    run.advance(30)
    if run.ended is None:
        for name in sorted(run.live):
            run.set(name, other(scene.parameter(name), run.values[name]))
    run.advance(50)
    kept = setup_from(run, camera={"mode": "free", "look": (0.1,)*6}, others={"pins": [1.5]})
    write_setup(tmp_path / "a.jacobi.json", kept)
    read = read_setup(tmp_path / "a.jacobi.json")
    assert read == kept == setup_of_code(code_of(kept)) == setup_of(kept.plain())
    assert read.values == run.start_values and len(read.commands) == len(run.commands)

    again, notes = rebuilt(read, CATALOGUE)
    assert notes == []
    assert (again.step, again.t, again.values, again.start) == (run.step, run.t, run.values, run.start)
    assert again.commands == run.commands
    assert [y.tobytes() for y in again.states] == [y.tobytes() for y in run.states]

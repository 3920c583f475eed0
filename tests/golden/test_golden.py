"""Scenes and presets give the pinned bits, on another machine the pinned numbers; tables know all of their jumps.

Of scenes whose runs take seconds each (HEAVY) the defaults, the first preset and a drawn one are run at each change; a
change that only another preset of them shows is seen in a release.
"""

import numpy as np
import pytest

from tests.golden.file import read
from tests.golden.jumps import unknown, watched
from tests.golden.machine import fingerprint
from tests.golden.runs import golden_run, labels, names, scenes, start_of
from tests.shipped import HEAVY, played_presets

SCENES = scenes()
PINNED = read()
# the last run, from its start: a preset that is the defaults begins with the same bits, and is the same run
last: dict[tuple, dict] = {}


def is_run(scene: str, preset: str) -> bool:
    """Whether a preset is run: at each change not all of those that take seconds."""
    found = SCENES[scene]
    return scene not in HEAVY or preset == "0" or found.presets[int(preset) - 1] in played_presets(found)


def found_of(scene: str, preset: str) -> dict:
    """The run of a preset, whose jumps the tables know, unless it is the last one again."""
    start = start_of(SCENES[scene], preset)
    if start not in last:
        last.clear()
        with watched() as jumps:
            found = golden_run(SCENES[scene], preset).as_json
        assert unknown(jumps) == []
        last[start] = found
    return last[start]


def test_each_scene_and_preset_is_pinned():
    assert {"/".join(name) for name in names(SCENES)} == set(PINNED.runs)


@pytest.mark.parametrize(("scene", "preset"), [name for name in names(SCENES) if is_run(*name)])
def test_bits_are_the_pinned_ones(scene, preset):
    pinned, found = PINNED.runs[f"{scene}/{preset}"], found_of(scene, preset)
    if fingerprint() == PINNED.machine:
        assert found == pinned
        return
    early, there = np.array(found["early"]), np.array(pinned["early"])
    # which of two walls carries what rests against both, whether it rolls or slips there at no speed, and how many hits
    # of no size there were on the way is decided by the last bit
    are_labels = np.isin(np.arange(early.size), labels(SCENES[scene], preset))
    # [size of the state] one second of rounding, grown by a contact that slips or bounces
    scale = max(1.0, np.abs(there).max())
    np.testing.assert_allclose(early[~are_labels], there[~are_labels], rtol=0.0, atol=1e-9*scale)
    assert found["changes"] == pinned["changes"]


def test_a_last_bit_that_differs_is_seen():
    scene = SCENES["turntable"]
    one = golden_run(scene, "1")
    values = scene.presets[0].values
    scene.presets[0].values = {**values, "x": np.nextafter(scene.values(values)["x"], 1.0)}
    try:
        assert golden_run(scene, "1").digest != one.digest
    finally:
        scene.presets[0].values = values

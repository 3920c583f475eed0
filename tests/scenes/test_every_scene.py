"""What each file in scenes/ has to fulfil, without anybody writing a test for it."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_catalogue

CATALOGUE = load_catalogue(Path(__file__).parents[2] / "scenes")
SCENES = list(CATALOGUE.scenes.values())
PRESETS = [(scene, preset.name) for scene in SCENES for preset in scene.presets]
NONSENSE = [float("nan"), float("inf"), -float("inf"), 1e308, -1e308, "", "1e", None, [], "x"*1_000_000, {}, object()]


def test_no_scene_is_broken():
    assert CATALOGUE.broken == {} and SCENES


@pytest.mark.parametrize(("scene", "preset"), PRESETS, ids=lambda x: getattr(x, "id", x))
def test_a_thousand_steps_twice(scene, preset):
    """Finite, bit by bit the same through slips, impacts and flights; what is called conserved is."""
    runs = []
    for _i in range(2):
        run = Simulation(scene, scene.preset(preset).values)
        run.advance(1000)
        runs.append(run)
    one, two = (run.snapshot() for run in runs)
    assert one.t == two.t and one.ended == two.ended and runs[0].events == runs[1].events
    for a, b in zip(one.bodies, two.bodies, strict=True):
        for name in ("centre", "velocity", "angular_velocity", "quaternion", "F"):
            assert getattr(a, name).tobytes() == getattr(b, name).tobytes()
            assert np.all(np.isfinite(getattr(a, name)))
    # every slip that begins takes thousands of steps in its own time: they round, too
    assert runs[0].drift < (3e-12 if one.contacts else 1e-12)
    for meter in runs[0].meters:
        if not meter.reason:
            assert meter.drift <= 1e-9*max(abs(runs[0].first_invariants[meter.name]), 1.0), meter.name


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_corners_of_the_parameters(scene):
    """At every corner (up to 64) the scene runs finite, or refuses the start in words."""
    corners = list(product(*(p.corners for p in scene.parameters)))
    for corner in corners[::max(1, len(corners)//64)]:
        changes = dict(zip((p.name for p in scene.parameters), corner, strict=True))
        try:
            run = Simulation(scene, changes)
        except BadValue as error:
            assert len(str(error)) > 20
            continue
        run.advance(240)
        assert np.all(np.isfinite(run.snapshot().bodies[0].centre))


@pytest.mark.parametrize("scene", [s for s in SCENES if s.exact], ids=lambda scene: scene.id)
def test_closed_form(scene):
    for preset in scene.presets:
        run = Simulation(scene, preset.values)
        while run.t < 20.0 and run.ended is None:
            run.advance(240)
        ghost = run.ghost([run.t])
        if ghost is None:
            continue                             # no closed form for these values
        distance = np.abs(ghost[0] - run.snapshot().bodies[0].centre).max()
        # [m] rounding of 4,800 steps; angles of blades are sums of equal increments, which round the same way
        assert distance < (1e-11 if hasattr(run.system, "coordinates") else 1e-12), preset.name


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_presets_there_and_back(scene):
    first = Simulation(scene, scene.presets[0].values)
    first.advance(300)
    for preset in scene.presets:
        Simulation(scene, preset.values).advance(10)
    again = Simulation(scene, scene.presets[0].values)
    again.advance(300)
    assert first.snapshot().bodies[0].centre.tobytes() == again.snapshot().bodies[0].centre.tobytes()


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_nonsense_is_refused_in_words(scene):
    for parameter in scene.parameters:
        for value in NONSENSE:
            with pytest.raises(BadValue) as refused:
                scene.values({parameter.name: value})
            assert scene.id in str(refused.value) and parameter.name in str(refused.value)
            assert len(str(refused.value)) < 300

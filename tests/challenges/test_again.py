"""Beginning a try again: what was worked out for the first one is not worked out again."""

import pytest

from sandbox.compiling import formula
from sandbox.run.simulation import Simulation
from tests.challenges.test_every_challenge import FOUND, SCENES


@pytest.mark.parametrize("scene", sorted({challenge.scene for challenge in FOUND.good.values()}))
def test_no_formula_is_followed_again(scene, monkeypatch):
    """Following one takes some 10 ms; a labyrinth has ten surfaces, and Enter is to show a moving picture at once."""
    challenge = next(one for one in FOUND.good.values() if one.scene == scene)
    followed, follow = [], formula.trace

    def note(function, parameters):
        followed.append(function)
        return follow(function, parameters)
    Simulation(SCENES.get(scene), challenge.values, preset=challenge.preset)
    monkeypatch.setattr(formula, "trace", note)
    Simulation(SCENES.get(scene), challenge.values, preset=challenge.preset)
    assert followed == []

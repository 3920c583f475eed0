"""The page that plays a run moves all supports of it, and has the shadows of all balls."""

from base64 import b64decode

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.exports.reel import recorded
from sandbox.exports.span import Span
from sandbox.run.simulation import Simulation
from sandbox.view.picture.mesh import pose_of
from sandbox.view.picture.stage import Stage
from tests.shipped import shipped

pytestmark = pytest.mark.window
CATALOGUE = shipped()


@pytest.mark.parametrize("name", ["marble_run", "turntable"])
def test_supports_beside_the_first_stand_where_the_run_has_them(name, monkeypatch):
    stages = []
    begun = Stage.__init__
    monkeypatch.setattr(Stage, "__init__", lambda self, *args, **more: (stages.append(self),
                                                                        begun(self, *args, **more))[1])
    run = Simulation(CATALOGUE.get(name))
    plain = recorded(run, Span(0.0, 1.0, 30.0), "dark", lambda _t: None).plain()
    beside = stages[-1]._beside.compounds
    solids = plain["objects"]["solids"]
    assert all(compound.idx in solids for _what, _k, compound in beside) and len(set(solids)) == len(solids)
    moves = np.frombuffer(b64decode(plain["frames"]["moves"]), "<f4").reshape(plain["count"], -1, 9)
    last = run.snapshot()
    turned = 0
    for _what, k, compound in beside:
        position, axes = pose_of(last.supports[k])
        shown = moves[-1, solids.index(compound.idx)]
        # [m], [1] what is shown has 32 bits
        assert_allclose(shown[:3], position, atol=1e-6) and assert_allclose(shown[3:6], axes[:, 0], atol=1e-6)
        turned += bool(np.abs(moves[0, solids.index(compound.idx)] - shown).max() > 0.1)
    assert bool(beside) == (name == "marble_run") and turned == (name == "marble_run")

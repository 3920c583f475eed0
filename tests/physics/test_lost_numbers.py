"""A number that is lost anywhere at any step, or in an author's formula: the run ends with its last good state.

All places of some scenes stand in test_lost_runs.py; here are random places, steps and presets of all scenes.
"""

import random

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.run.logs.logfile import read_log
from sandbox.run.logs.recorder import Recorder
from sandbox.run.simulation import Simulation
from sandbox.scene import At, Constrained, Row, Scene
from sandbox.view.picture.finite import is_finite
from tests.effort import tries
from tests.run.test_same_bits import bits
from tests.shipped import shipped

SCENES = list(shipped().scenes.values())
EACH = tries(88, 500)//len(SCENES) + 1
MISSING = ("F_over_N", "max_F_over_N", "meridian_u", "meridian_w")
ARRAYS = ("p", "y", "memory", "settings")


def array_of(simulation: Simulation, name: str) -> np.ndarray:
    run = simulation._run
    return getattr(run.data if name in ("p", "y") else run, name)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_a_number_is_lost_at_a_random_step(scene, tmp_path):
    dice = random.Random(scene.id)
    for number in range(EACH):
        path, values = tmp_path / f"{number}.sqlite", dice.choice([{}, *(preset.values for preset in scene.presets)])
        run = Simulation(scene, values, open_log=lambda header, path=path: Recorder(path, header))
        run.advance(dice.randrange(1, 300))
        if run.ended is not None:
            continue
        step, good, seen = run.step, bits(run), run.snapshot()
        name = dice.choice(ARRAYS)
        array = array_of(run, name)
        # of parameters one that holds: what a frame only works in may be anything
        places = np.arange(array.size)[run.system.given if name == "p" else slice(None)]
        array[dice.choice(places.tolist())] = np.nan
        run.advance(1)
        assert run.step == step and run.ended.kind in ("stop", "drift") and len(run.ended.sentence) > 10
        now = run.snapshot()
        assert is_finite(now) and now.bodies[0].centre.tobytes() == seen.bodies[0].centre.tobytes()
        assert run.advance(5) == 0
        run.recorder.close()

        # nothing but numbers in the log, which goes on to the last good state; it begins anew as if nothing had been
        log = read_log(path)
        assert log.trouble == "" and log.rows["t"][-1] == run.t
        for values_of in (log.rows, log.bodies, log.supports, log.live, log.invariants):
            # a body in the air has no |F|/N and none of the integrals of rolling along a meridian, and worlds and rows
        # don't watch the largest |F|/N
            assert all(np.isfinite(column).all() for name, column in values_of.items()
                       if column.dtype == float and name not in MISSING)
        again = Simulation(scene, values)
        again.advance(step)
        assert bits(again) == good


# ---- formulas of an author that stop being numbers ------------------------------------------------------------------

def until(t):
    """About 1, and from t = 0.1 s on no number."""
    return 1.0 + 1e-3*(0.1 - t)**0.5


def broken(where: str) -> Scene:
    """A point on a line that is pulled and guided, one of whose formulas ends at 0.1 s."""
    def kinetic(t, q, v, p):
        energy = 0.5*(v[0]**2 + v[1]**2)
        return energy*until(t) if where == "M" else energy

    def potential(t, q, p):
        return 9.81*q[1]*until(t) if where == "f" else 9.81*q[1]

    def guide(t, q, p):
        return (until(t), -1.0) if where == "A" else (1.0, -1.0)

    def speed(t, q, p):
        return 0.1*until(t) if where == "b" else 0.1

    row = Row("guide", A=guide, b=speed)
    system = Constrained(("x", "y"), kinetic, (row,), potential=potential, name="point")
    return Scene("Point", (), lambda p: system, lambda p: At((0.0, 0.0), (0.1, 0.0)), id=f"point_{where}")


@pytest.mark.parametrize("where", ["M", "f", "A", "b"])
def test_a_formula_that_stops_being_a_number(where):
    run = Simulation(broken(where))
    run.advance(240)
    assert run.ended is not None and run.t <= 0.1 + run.h and run.t > 0.05, run.t
    assert len(run.ended.sentence) > 10 and is_finite(run.snapshot())
    assert run.go_to(3) and run.advance(2) == 2 and is_finite(run.snapshot())


def test_a_formula_that_never_was_a_number_is_refused():
    scene = broken("M")
    bad = Scene(scene.title, (), scene.build, lambda p: At((np.nan, 0.0), (0.0, 0.0)), id="nan")
    with pytest.raises(BadValue, match=r"finite|number"):
        Simulation(bad)

"""Nothing goes on for ever within an instant: blades that hold nothing slide freely, and jumps have a bound."""

import time

import numpy as np
import pytest

from sandbox.integration import arrays
from sandbox.run.simulation import Simulation
from sandbox.scene import Ball, Contact, Coulomb, Plane, Start, Still
from sandbox.scene.constrained import At, Row
from sandbox.scene.models.sleigh import Blade
from sandbox.scene.realisation import Breakable
from sandbox.systems.integration import MOST_JUMPS, MOST_SUBSTEPS
from sandbox.systems.protocol import Jump
from tests.physics.constrained_runs import point, run_of, sleigh
from tests.physics.contact_runs import run_of as contact_run_of
from tests.shipped import shipped


@pytest.mark.parametrize("spin", [0.0, 4.0])
@pytest.mark.parametrize("beside", [False, True])
def test_a_blade_that_holds_nothing_slides_freely(spin, beside):
    """No constraint is left: the mass centre goes straight on and the spin stays."""
    blades = [Blade((-0.08, 0.0), realisation=Breakable(0.0, 0.0))]
    if beside:
        blades.append(Blade((0.0, 0.03), name="other", realisation=Breakable(0.0, 0.0)))
    declared = sleigh(*blades, motion=Still())
    run = run_of(declared.constrained(), declared.start(0.1, 0.0, 0.0, 0.05, spin, 0.0))
    q, v = run.coordinates
    run.advance(240)
    assert run.k == 240 and run.ended is None and run.news() == []
    assert set(run.mode.split(", ")) == {"slide"}
    np.testing.assert_allclose(run.coordinates[0], q + v, rtol=0, atol=1e-14)
    assert run.drift < 1e-15


@pytest.mark.parametrize("force", [0.0, 3.0])
def test_a_row_that_holds_nothing_and_is_pushed(force):
    edge = Row("edge", lambda t, q, p: (0.0, 1.0), 0.0, Breakable(0.0, 0.0))
    run = run_of(point(edge, force=lambda t, q, v, p: (0.0, -force)), At((0.0, 0.0), (0.0, 0.7)), 1.0)
    assert run.k == 240 and run.y[3] == pytest.approx(0.7 - force, abs=1e-14) and run.news() == []


@pytest.mark.parametrize("smallest", [5e-324, 1e-300, 1e-12])
def test_forces_as_small_as_numbers_get(smallest):
    blade = Blade((-0.08, 0.0), realisation=Breakable(smallest, smallest))
    declared = sleigh(blade, motion=Still())
    for spin in (0.0, 3.0):
        run = run_of(declared.constrained(), declared.start(0.1, 0.0, 0.0, 0.05, spin, 0.0), 1.0)
        assert run.k == 240 and run.ended is None


def test_jumps_without_end_end_the_run(monkeypatch):
    """A system that only ever jumps where it is, as any system may by mistake."""
    run = contact_run_of(Ball(0.02), Plane(), Still(), Contact(Coulomb(0.3), restitution=0.5),
                         Start((0.0, 0.0), height=0.01))
    monkeypatch.setattr(type(run.system), "jump", lambda self, data, status, count: Jump(data.mode, data.y))
    begin = time.thread_time()
    run.advance(240)
    assert run.ended.kind == "stop" and f"more than {MOST_JUMPS} events in one step" in run.ended.sentence
    assert time.thread_time() - begin < 5.0           # [s] some tenths


def test_what_can_not_be_computed_ends_the_run(monkeypatch):
    run = contact_run_of(Ball(0.02), Plane(), Still(), Contact(Coulomb(0.3), restitution=0.5),
                         Start((0.0, 0.0), height=0.01))

    def broken(self, data, status, count):
        raise ArithmeticError("impact: the normal velocity never opens")

    monkeypatch.setattr(type(run.system), "jump", broken)
    run.advance(240)
    assert run.ended.kind == "stop" and "could not be computed (impact: the normal velocity" in run.ended.sentence
    assert np.all(np.isfinite(run.y))


def test_a_slip_that_jams_by_its_resistance_ends_with_little_work():
    """A rim under a light resistance, with a friction of 4.4: its slip went on without end in its own time."""
    values = {"thickness": 0.0, "theta": 8.6, "tau": 12.5, "radius": 0.01, "resistance": 0.0001,
              "wobble": -6.129371083537931, "mu": 4.426991231769696, "slips": True}
    run = Simulation(shipped().get("coin"), values)
    run.advance(40)
    before = run._run.watch[arrays.SUBSTEPS]
    run.advance(1)
    # [sub-steps] of one frame
    assert run._run.watch[arrays.SUBSTEPS] - before < 0.01*MOST_SUBSTEPS
    assert run.drift < 1e-12

"""Ends of many orbits of a sleigh: as each is alone, as another integrator has them, as the engine runs them."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from sandbox.theory import ends, section
from sandbox.theory.analysis import sleigh_on_table
from sandbox.theory.ends import find_ends
from sandbox.theory.poincare import Until, energy, find_returns, seeds_at
from tests.run.test_replay import CATALOGUE

SEEDS = seeds_at(25.0, 14.0, *np.meshgrid(np.linspace(-7.0, 7.0, 9), np.linspace(-6.0, 6.0, 7)))


def rates(_t, y, ratio):
    """The equations, written down once more (Borisov, Mamaev, Bizyaev 2015, (2.10))."""
    v1, w, x1, x2 = y
    return [(w + 1.0)**2 + x1, (x2 - (w + 2.0)*v1)/ratio, v1 + w*x2, -w*x1]


def test_each_is_bit_by_bit_what_it_is_alone(monkeypatch):
    """In blocks, broken off in between, on two threads, beside others of other parameters."""
    ratios = np.where(np.arange(len(SEEDS)) % 2 == 0, 25.0, 3.0)
    monkeypatch.setattr(ends, "BLOCK", 16)
    monkeypatch.setattr(ends, "STEPS_AT_ONCE", 40)
    together = find_ends(ratios, SEEDS, 20.0, workers=2)
    for i, (ratio, seed) in enumerate(zip(ratios, SEEDS, strict=True)):
        alone = find_ends(ratio, seed, 20.0, workers=1)
        assert alone.states[0].tobytes() == together.states[i].tobytes()
        assert (alone.outcome[0], alone.t[0]) == (together.outcome[i], together.t[i])
    assert set(together.outcome) == {section.ESCAPED, section.OUT_OF_TIME}


def test_another_integrator_comes_to_the_same_ends():
    """scipy's 8th-order method with an event; differences grow as the orbits part, a hundredfold in this time."""
    found = find_ends(25.0, SEEDS, 12.0, 60.0)

    def gone(_t, y, _ratio):
        return y[2]**2 + y[3]**2 - 3600.0
    gone.terminal = True
    for i, seed in enumerate(SEEDS[::4]):
        run = solve_ivp(rates, (0.0, 12.0), seed, "DOP853", args=(25.0,), rtol=1e-13, atol=1e-13, events=gone)
        assert found.outcome[4*i] == (section.ESCAPED if run.status == 1 else section.OUT_OF_TIME)
        assert found.t[4*i] == pytest.approx(run.t[-1], abs=1e-9)
        np.testing.assert_allclose(found.states[4*i], run.y[:, -1], rtol=0, atol=1e-9)
    gone_ones = found.outcome == section.ESCAPED
    assert 0 < gone_ones.sum() < len(SEEDS)
    np.testing.assert_allclose(np.hypot(*found.states[gone_ones, 2:].T), 60.0, rtol=1e-14)


def test_the_engine_runs_them_to_the_same_ends():
    """One run of the scene each, at 240 steps a second: a place to 1e-12 of the way, the spin and the energy too."""
    changes = {"rate": 1.5, "offset": 0.04, "inertia": 0.024, "rim": 10.0, "v1": 0.01}
    for x1, x2, spin in ((0.19, 0.02, -2.6), (0.1, -0.05, -1.2), (-0.15, 0.1, 0.4)):
        values = CATALOGUE.get("sleigh").values(changes | {"x1": x1, "x2": x2, "spin": spin})
        found = sleigh_on_table(CATALOGUE.get("sleigh"), values)
        run = Simulation(CATALOGUE.get("sleigh"), values)
        run.advance(480)
        end = find_ends(found.ratio, found.without_dimension(), 2.0*1.5).states[0]
        body = run.snapshot().bodies[0]
        far = np.hypot(end[2] + 1.0, end[3])*0.04
        assert far == pytest.approx(np.hypot(*body.centre[:2]), rel=1e-12)
        assert end[1]*1.5 == pytest.approx(body.angular_velocity[2] - 1.5, rel=1e-12, abs=1e-12)


def test_less_accuracy_is_still_close():
    exact, rough = (find_ends(25.0, SEEDS, 20.0, accuracy=accuracy) for accuracy in (1e-16, 1e-10))
    assert exact.outcome.tolist() == rough.outcome.tolist()
    apart = np.abs(exact.states - rough.states).max(axis=1)
    assert 0.0 < np.median(apart) < 1e-7
    stayed = exact.outcome == section.OUT_OF_TIME
    np.testing.assert_allclose(energy(25.0, exact.states[stayed]), 14.0, atol=1e-8)
    assert (exact.t[stayed] == 20.0).all()


def test_the_end_of_an_orbit_lies_on_it():
    """Where a return is the end in time, both are the same point."""
    seed = seeds_at(25.0, 14.0, 7.0)
    point = find_returns(25.0, seed, until=Until(1)).points[0]
    end = find_ends(25.0, seed, float(point[0]))
    np.testing.assert_allclose(end.states[0], point[1:], rtol=0, atol=1e-12)


def test_what_was_ended_before_is_told():
    told = []
    found = find_ends(25.0, np.repeat(SEEDS, 40, axis=0), 20.0, workers=1, progress=told.append,
                      is_cancelled=lambda: told[-1] > 0.3)
    done = found.outcome != section.ON
    assert told == sorted(told) and 0 < done.sum() < len(done)
    assert (found.t[done] > 0.0).all() and (found.t[~done] == 0.0).all()


@pytest.mark.parametrize(("call", "sentence"), [
    (lambda: find_ends(0.5, SEEDS, 1.0), "got A^2 = 0.5"), (lambda: find_ends(25.0, [(0, 0, 0)], 1.0), "four finite"),
    (lambda: find_ends(25.0, SEEDS, 0.0), "ends, t_end: got 0.0"),
    (lambda: find_ends(25.0, SEEDS, 1.0, np.inf), "ends, distance: got inf"),
    (lambda: find_ends(25.0, SEEDS, 1.0, accuracy=1.0), "ends, accuracy: got 1.0")])
def test_what_has_no_end_is_refused(call, sentence):
    with pytest.raises(BadValue) as error:
        call()
    assert sentence in str(error.value)

"""Many runs at once are the runs that each would be alone, whatever happens to them."""

import numpy as np
import pytest

import sandbox
from sandbox.api.run import Run
from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from sandbox.systems.foreseen import Asked, Foreseen, foresee

# scene, values of the runs, seconds: smooth ones; a rim and an apex that end runs; a ball that lets go of its globe and
# lands on the floor; slips; rows; models side by side, bounces; a world, which has no lanes
MANY = [
    ("turntable", [{"rate": 2.0, "x": 0.1}, {"vy": 0.3, "x": 0.25}, {"shell": True, "radius": 0.03}], 2.0),
    ("sleigh", [{"spin": -3.0}, {"spin": 2.0, "rate": 1.5}, {"x1": 0.3}], 3.0),
    ("cone", [{"across": 0.2}, {"across": 0.0}, {"slope": 0.6}], 1.5),
    ("globe", [{}, {"rate": 4.0}], 1.5),
    ("coin", [{"theta": 50.0}, {"slips": True, "mu": 0.1}], 0.6),
    ("incline", [{"slope": 12.0}, {"slope": 40.0, "hoop": True}], 1.0),
    ("slipping_turntable", [{}, {"rate": 2.0}], 1.0),
    ("suslov", [{}], 1.0), ("billiard", [{}], 1.0), ("springs", [{}], 0.5),
    ("many_balls", [{"count": 4, "seed": 1}, {"count": 3, "seed": 2}], 0.3)]


def bits(run: Run) -> tuple:
    """All that a run says of itself, as bytes and texts."""
    arrays = [*run.log.rows.values(), *run.invariants.values(), *run.live.values(), *run.bodies.values(),
              *run.supports.values()]
    return ([array.tobytes() for array in arrays], [(e.t, e.kind, e.sentence) for e in run.events], run.ended,
            repr((run.drift, run.scale, run.lost_in_impacts)), run.step_rate, run.parameters)


@pytest.mark.parametrize(("scene", "rows", "seconds"), MANY, ids=[one[0] for one in MANY])
def test_many_runs_are_the_single_ones_bit_by_bit(scene, rows, seconds):
    """Sixty rows a second; instants on the grid of steps and beside it, in any order; in long frames."""
    for how in ({"duration": seconds}, {"at": [0.71*seconds, 0.1234, 0.1]}, {"at": [seconds], "step_rate": "auto"}):
        many = sandbox.simulate_many(scene, rows, workers=2, **how)
        assert [bits(one) for one in many] == [bits(sandbox.simulate(scene, **how, **row)) for row in rows]


def taken_in(monkeypatch) -> list[int]:
    """Steps that runs take from what was foreseen, from now on."""
    taken, own = [], Foreseen.taken

    def watched(self, run, steps, every):
        found = own(self, run, steps, every)
        taken.append(0 if found is None else found.steps)
        return found
    monkeypatch.setattr(Foreseen, "taken", watched)
    return taken


def test_runs_without_events_are_foreseen_to_their_ends(monkeypatch):
    taken = taken_in(monkeypatch)
    rows = {"rate": np.linspace(1.0, 5.0, 21), "x": np.linspace(0.05, 0.2, 21)}
    one, two = (sandbox.simulate_many("turntable", rows, at=[6.5], workers=n) for n in (1, 2))
    assert sum(taken) == 2*21*6.5*240
    assert [bits(run) for run in one] == [bits(run) for run in two]
    # a row for each run, in their order
    assert [run.parameters["rate"] for run in one] == rows["rate"].tolist()


def test_an_event_is_met_by_the_run_itself(monkeypatch):
    """The sleigh is at the rim before its end: what was foreseen ends there, and it goes on beyond by itself."""
    taken = taken_in(monkeypatch)
    found, = sandbox.simulate_many("sleigh", [{}], at=[5.0])
    alone = sandbox.simulate("sleigh", at=[5.0])
    rim = found.events[0]
    assert rim.kind == "rim" and found.events == alone.events and sum(taken) == int(rim.t*240)
    assert np.array_equal(found.centre, alone.centre)


def test_what_is_not_what_was_foreseen_is_not_taken():
    """Another state, or other parameters, and pieces of other lengths: the run steps for itself, to the same bits."""
    def begun(**values):
        return Simulation(sandbox.scene_named("turntable"), values, is_shown=False)
    plain = begun()
    plain.advance(100)
    for change in ("state", "parameters", "pieces"):
        run = begun()
        integration = run._run
        foresee([Asked(integration, 100, 10)])
        if change == "state":
            integration.data.y[0] += 1e-9
        elif change == "parameters":
            integration.data.p[0] += 1e-9
        found = integration.foreseen.taken(integration, 33, 0)
        assert found is None
        if change == "pieces":
            # to a step that was kept, then to one that was not, and on
            assert integration.foreseen.taken(integration, 30, 10).steps == 30
            integration.k, integration.data.t = 30, 30*integration.h
            integration.advance(7)
            integration.advance(63)
            assert integration.y.tobytes() == plain._run.y.tobytes()


@pytest.mark.parametrize(("rows", "how", "sentence"), [
    ([{"x": 0.1}, {"x": 5.0}], {}, "row 1: .*'x'"), ([{"q": 1.0}], {}, "row 0: .*q"),
    ([3.0], {}, "row 0: got 3.0, needs values by name"),
    ({"x": [0.1, 0.2], "vy": [0.1]}, {}, r"rows: needs as many values of each name, got x: \(2,\), vy: \(1,\)"),
    ({}, {}, "rows: needs as many"), ([{}], {"workers": 0}, "workers: got 0"),
    ([{}], {"at": [float("nan")]}, "got nan"), ([{}], {"step_rate": 17}, "17")])
def test_what_are_no_runs_is_refused(rows, how, sentence):
    with pytest.raises(BadValue, match=sentence):
        sandbox.simulate_many("turntable", rows, **how)


def test_no_rows_are_no_runs():
    assert sandbox.simulate_many("turntable", []) == []

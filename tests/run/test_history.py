"""Key states and ways that are kept: how much, for how long, and what two runs share of them."""

import numpy as np
import pytest

from sandbox.run import history
from sandbox.run.branches import twin
from sandbox.run.history import BLOCK, KEY_EVERY, History
from sandbox.run.simulation import Simulation
from tests.run.test_branches import CATALOGUE, TURNTABLE, bits


def filled(steps: int, width: int = 3, rate: int = 240) -> History:
    kept = History(width, rate)
    k = np.arange(0, steps + 1, KEY_EVERY)
    for part in np.array_split(k, 7):
        kept.put(part, np.column_stack([part + 0.5*i for i in range(width)]))
    return kept


def test_the_last_ten_minutes_are_kept_and_the_start():
    kept = filled(240*1500)
    newest = 240*1500
    for step in (0, newest, newest - 240*600, newest - 3):
        at, state = kept.find(step)
        assert at == step - step % KEY_EVERY and state[0] == at
    assert kept.find(newest - 240*640) is None and kept.find(8) is None and kept.find(newest + 8) is None
    assert newest - 240*640 < kept.oldest <= newest - 240*600
    assert filled(240).oldest == 0


@pytest.mark.parametrize("rate", [240, 960])
def test_however_wide_it_takes_no_more_than_it_may(monkeypatch, rate):
    monkeypatch.setattr(history, "MOST_BYTES", 4_000_000)
    kept = filled(rate*700, width=50, rate=rate)
    assert 2_000_000 < kept.bytes <= 4_000_000 + 8*BLOCK*51
    assert kept.find(rate*700) is not None and kept.find(rate*100) is None and kept.find(0) is not None


def test_what_comes_last_is_not_given_up_for_what_is_passed_again():
    run = Simulation(TURNTABLE)
    run.advance(240*700)
    last = bits(run)
    run.go_to(0)
    run.advance(240*60)
    again = bits(run)
    assert run.go_to(run.step - 240*3) and run.go_to(240*700) and bits(run) == last
    assert run.go_to(0)
    run.advance(240*60)
    assert bits(run) == again


def test_no_state_is_kept_of_a_future_that_was_given_up():
    kept, other = filled(5000), filled(5000)
    shared = kept.shared()
    kept.forget_after(2003)
    assert kept.find(2003)[0] == 2000 and kept.find(2008) is None and kept.find(4000) is None
    # the other one has all of it, whatever is put into the first
    kept.put(np.array([2008, 2016]), np.full((2, 3), -1.0))
    assert kept.find(2016)[1][0] == -1.0 and shared.find(2016)[1][0] == 2016
    assert all((shared.find(step)[1] == other.find(step)[1]).all() for step in range(0, 5001, 8))


def test_a_way_is_kept_once_and_for_ten_minutes():
    run = Simulation(TURNTABLE)
    run.recording.keep_trace()
    trace = run.recording.trace
    run.advance(4*100)
    run.go_to(4*50)
    run.advance(4*80)           # passed again, and on
    way = trace.trajectory(0.0, 10.0)
    assert way.t.tolist() == (4*np.arange(131)*run.h).tolist() and not way.is_aloft.any()
    assert trace.trajectory(0.5, 0.6).t.tolist() == pytest.approx([30/60, 31/60, 32/60, 33/60, 34/60, 35/60, 36/60])
    other = twin(run).recording.trace
    run.go_to(4*60)
    run.fork()
    assert trace.trajectory(0.0, 10.0).t[-1] == 1.0 and other.trajectory(0.0, 10.0).t[-1] == 520*run.h
    for _k in range(24):
        run.advance(60*run.step_rate)
    t = trace.trajectory(0.0, 1e9).t
    assert 600*60 <= len(t) <= 1.5*600*60 and (np.diff(t) > 0.0).all() and len(trace.trajectory(5.0, 4.0).t) == 0
    assert t[-1] == run.t and len(trace.trajectory(run.t + 1.0, run.t + 2.0).t) == 0


def test_a_way_holds_the_places_of_impacts_between_rows():
    """A ball that falls on a plate: its way touches the plate at each impact, once, also where it is told again."""
    scene = CATALOGUE.get("bounce")
    run = Simulation(scene, scene.preset("Superball").values)
    run.recording.keep_trace()
    run.advance(3*run.step_rate)
    impacts = [event.t for event in run.events if event.kind == "impact" and event.body == 0]
    way = run.recording.trace.trajectory(0.0, run.t)
    assert len(impacts) > 3 and (np.diff(way.t) > 0.0).all()
    at = np.searchsorted(way.t, impacts)
    assert (way.t[at] == impacts).all() and not way.is_aloft[at].any() and way.is_aloft.any()
    between = way.t[at]*60 % 1.0
    assert ((between > 1e-6) & (between < 1.0 - 1e-6)).any()        # rows alone would not have them
    part = run.recording.trace.trajectory(impacts[1], impacts[2])
    assert part.t[0] == impacts[1] and part.t[-1] == impacts[2]
    # in another future none of the first one are left
    run.go_to(int(0.5*(impacts[1] + impacts[2])*run.step_rate))
    run.fork()
    assert run.recording.trace.trajectory(0.0, 9.0).t[-1] <= run.t < impacts[2]
    assert {impacts[0], impacts[1]} <= {*run.recording.trace.trajectory(0.0, 9.0).t.tolist()}


def test_a_way_is_that_of_the_first_body():
    run = Simulation(CATALOGUE.get("tilted_turntable"))
    run.recording.keep_trace()
    run.advance(200)
    way = run.recording.trace.trajectory(0.0, 1.0)
    run.go_to(100)
    shot = run.snapshot()
    k = int(np.searchsorted(way.t, shot.t - 1e-9))
    assert way.t[k] == shot.t and way.contact[k].tobytes() == shot.bodies[0].contact.tobytes()
    assert (way.normal[k] == shot.bodies[0].normal).all() and (way.position[k] == shot.supports[0].position).all()
    assert (way.quaternion[k] == shot.supports[0].quaternion).all()

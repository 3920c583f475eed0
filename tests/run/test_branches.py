"""Futures side by side: each keeps its bits, goes on for itself, and can be the live one again."""


import numpy as np
import pytest

from sandbox.run.branches import MOST, Branches, difference, parted, twin
from sandbox.run.command import Command
from sandbox.run.logs.recorder import Recorder
from sandbox.run.replay import replayed
from sandbox.run.simulation import Simulation
from sandbox.systems.protocol import Event
from tests.shipped import shipped

CATALOGUE = shipped()
TURNTABLE = CATALOGUE.get("turntable")


def bits(run) -> tuple:
    """All that a snapshot shows of every model."""
    shown = run.snapshot()
    return (run.t, shown.E_J, shown.ledger, *(state.tobytes() for state in run.states),
            *(body.centre.tobytes() + body.quaternion.tobytes() for body in shown.bodies))


def passed(run, until: int, kept: dict):
    """Goes on step by step and keeps the bits of each."""
    while run.step < until and run.ended is None:
        kept[run.step] = bits(run)
        run.advance(1)
    if run.ended is None:
        kept[run.step] = bits(run)


def random_command(run, random):
    name = str(random.choice(sorted(run.live)))
    parameter = run.scene.parameter(name)
    if isinstance(run.values[name], bool):
        return name, not run.values[name]
    return name, float(random.uniform(parameter.low, parameter.high))


@pytest.mark.parametrize("scene", ["turntable", "hoop", "tilted_turntable", "integraph", "coin"])
def test_every_state_of_every_branch_comes_back_bit_by_bit(scene):
    random = np.random.default_rng(7)
    run, branches, kept = Simulation(CATALOGUE.get(scene)), Branches(), {1: {}}
    branches.begin(run)
    passed(run, 500, kept[1])
    for _k in range(3):
        at = int(random.integers(1, run.latest))
        run.go_to(at)
        before = branches.number
        if run.live:
            run.set(*random_command(run, random))
        else:
            run.fork()
        kept[branches.number] = {step: kept[before][step] for step in range(at)}
        passed(run, at + 400, kept[branches.number])
    assert [branch.number for branch in branches.all] == [1, 2, 3] and branches.number == 4
    for number, one in [(4, run), *((branch.number, branch.run) for branch in branches.all)]:
        steps = random.integers(0, one.latest + 1, 100)
        for step in steps.tolist():
            assert one.go_to(step) and bits(one) == kept[number][step], (number, step)


def test_models_side_by_side_part_too():
    run = Simulation(CATALOGUE.get("slope_skate"))
    branches, kept = Branches(), {}
    branches.begin(run)
    passed(run, 300, kept)
    run.go_to(100)
    run.fork()
    run.advance(50)
    other = branches.all[0].run
    assert len(other.states) > 1
    for step in (299, 100, 150, 7):
        assert other.go_to(step) and bits(other) == kept[step]
    # what was not done in either of them is the same in both
    assert run.go_to(140) and bits(run) == kept[140]


def test_a_branch_goes_along_past_the_step_where_it_was_left():
    run, branches, alone = Simulation(TURNTABLE), Branches(), Simulation(TURNTABLE)
    branches.begin(run)
    run.advance(240)
    run.go_to(100)
    run.set("rate", 9.0)
    branch = branches.all[0]
    for step in (101, 105, 300, 700, 699, 120, 1200):
        run.advance(step - run.step) if step >= run.latest else run.go_to(step)
        branch.follow(step)
        alone.go_to(step) if step < alone.latest else alone.advance(step - alone.step)
        assert branch.is_here and bits(branch.run) == bits(alone), step


def test_a_branch_takes_its_time():
    run, branches = Simulation(TURNTABLE), Branches()
    branches.begin(run)
    run.advance(100)
    run.go_to(50)
    run.fork()
    run.advance(5000)
    branch = branches.all[0]
    branch.follow(run.step, 0.0)
    assert not branch.is_here and 100 < branch.run.step < 300
    while not branch.is_here:
        branch.follow(run.step, 0.0)
    assert branch.run.step == run.step


def to_the_apex() -> Simulation:
    """A run that ends: into the apex of a cone."""
    cone = CATALOGUE.get("cone")
    return Simulation(cone, cone.preset("Straight to the apex").values)


def test_a_branch_that_ends_stays_at_its_end():
    run, branches = to_the_apex(), Branches()
    branches.begin(run)
    run.advance(4800)
    end, t = bits(run), run.t
    run.go_to(3)
    run.set("rate", 0.0)
    branch = branches.all[0]
    run.set("rate", -1.0)
    while run.ended is None and run.step < 2000:
        run.advance(10)
    branch.follow(run.step)
    assert branch.is_here and branch.run.ended is not None and branch.run.t == t and bits(branch.run) == end
    assert difference(run.snapshot(), branch).has_ended


def test_where_two_futures_part():
    run, branches = Simulation(TURNTABLE), Branches()
    run.recording.keep_trace()
    branches.begin(run)
    run.advance(100)
    run.set("rate", 5.0)
    run.advance(100)
    run.go_to(150)
    run.fork()
    branches.follow(run.step)
    branch = branches.all[0]
    assert branch.parted is None and branch.begin == float("inf") and len(branch.trajectory(0, 0.0, 9.0).t) == 0
    run.advance(20)
    run.set("rate", 1.0)
    run.advance(200)
    branches.follow(run.step)
    assert branch.parted == 170
    found = difference(run.snapshot(), branch)
    away = run.snapshot().bodies[0].centre - branch.run.snapshot().bodies[0].centre
    assert found.since == pytest.approx(200/240) and found.distance == np.linalg.norm(away) > 1e-4
    # rows, 60 per second
    assert branch.trajectory(0, 0.0, run.t).t[[0, -1]].tolist() == pytest.approx([172/240, 368/240])
    assert found.energy == branch.run.snapshot().E_J - run.snapshot().E_J != 0.0
    # one that parts earlier takes the parting of all others with it
    run.go_to(50)
    run.set("rate", 2.0)
    branches.follow(run.step)
    assert [one.parted for one in branches.all] == [50, 50]
    assert parted(branches.all[0].run, branches.all[1].run) == 170
    assert parted(run, run) is None


def test_the_oldest_branch_is_given_up_with_a_word():
    told = []
    run, branches = Simulation(TURNTABLE), Branches(told.append)
    branches.begin(run)
    for k in range(MOST + 2):
        run.advance(50)
        run.go_to(run.step - 10)
        run.set("rate", 1.0 + k)
    assert told == [1, 2] and [branch.number for branch in branches.all] == [3, 4, 5] and branches.number == 6
    branches.remove(branches.all[1])
    assert [branch.number for branch in branches.all] == [3, 5]
    again = Simulation(TURNTABLE)
    branches.begin(again)
    assert branches.all == [] and branches.number == 1 and run.on_fork is None


def test_a_branch_becomes_the_live_one_and_its_log_goes_on(tmp_path):
    logs = []

    def open_log(header):
        logs.append(Recorder(tmp_path / f"{len(logs)}.sqlite", header))
        return logs[-1]

    run, branches, kept = Simulation(TURNTABLE, open_log=open_log), Branches(), {}
    branches.begin(run)
    passed(run, 300, kept)
    run.go_to(100)
    run.set("rate", 9.0)
    run.advance(100)
    assert len(logs) == 2 and not logs[0].is_active and logs[1].is_active
    chosen = branches.choose(branches.all[0], open_log)
    assert chosen is branches.live and chosen is not run and branches.number == 1 and branches.all[0].number == 2
    assert chosen.step == 200 and bits(chosen) == kept[200] and chosen.values["rate"] == TURNTABLE.values()["rate"]
    assert not logs[1].is_active and len(logs) == 2
    chosen.advance(99)
    assert len(logs) == 2
    chosen.advance(200)
    assert len(logs) == 3
    chosen.recorder.close()
    for number, log in enumerate(logs):
        verdict, again = replayed(log.path, CATALOGUE.get)
        assert verdict.is_same and not verdict.trouble and verdict.rows > 10, number
    assert chosen.go_to(again.step) and bits(again) == bits(chosen)
    # and back again
    assert bits(branches.choose(branches.all[0], open_log)) == bits(run) and branches.live is run


def test_two_runs_share_what_they_have_in_common():
    run = Simulation(TURNTABLE)
    run.advance(240*300)
    alone = run.recording.history.bytes
    other = twin(run)
    run.go_to(240*299)
    run.set("rate", 1.0)
    run.advance(240)
    shared = {id(block) for block in run.recording.history.blocks} \
        & {id(block) for block in other.recording.history.blocks}
    assert len(shared) >= len(other.recording.history.blocks) - 2
    assert run.recording.history.bytes <= 1.1*alone


def test_an_end_in_a_future_that_was_given_up_does_not_come_back():
    """Of models side by side one may have ended there."""
    run = Simulation(CATALOGUE.get("slope_skate"))
    models = run._models._parallel_models
    run.advance(100)
    models._runs[0].ended = models._ends[0] = Event(100/240, 0, "stop", "it stopped")
    run.go_to(10)
    assert models._ends[0] is not None and run.snapshot().t == 10/240
    run.fork()
    run.advance(200)
    run.go_to(150)
    assert models._ends == [None]*3 and all(one.ended is None for one in models._runs)


def test_a_twin_of_a_run_at_its_end_stands_there_too():
    run = to_the_apex()
    run.advance(4800)
    assert run.ended is not None
    other = twin(run)
    assert other.ended == run.ended and bits(other) == bits(run) and other.events == run.events


def test_where_futures_part_is_found_anew_when_a_slider_moves_within_a_step():
    """The last word within a step counts: it may part two futures, or bring them together again."""
    run, branches = Simulation(TURNTABLE), Branches()
    branches.begin(run)
    run.advance(20)
    run.set("rate", 2.0)
    run.advance(20)
    run.go_to(20)
    found = []
    for rate in (3.0, 2.0, 4.0):
        run.set("rate", rate)
        branches.follow(run.step)
        found.append(branches.all[0].parted)
    assert found == [20, None, 20]


def test_what_futures_have_in_common_is_not_compared_again(monkeypatch):
    """A hand gives a command at each step: each is compared once, however many there were before."""
    run, branches, count = Simulation(TURNTABLE), Branches(), [0]
    branches.begin(run)
    for k in range(100):
        run.set("rate", 2.0 + 0.01*k)
        run.advance(1)
    run.go_to(90)
    run.set("rate", 7.0)
    branches.follow(run.step)

    def equal(one, other):
        count[0] += 1
        return (one.step, one.name, one.value) == (other.step, other.name, other.value)

    monkeypatch.setattr(Command, "__eq__", equal)
    for k in range(50):
        run.set("rate", 1.0 + 0.01*k)
        run.advance(1)
        branches.follow(run.step)
    assert branches.all[0].parted == 90 and count[0] <= 50

"""What is drawn ahead is what comes, bit by bit; looking ahead changes nothing and has a bound."""

from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.run.ahead import MOST_WORK, Ahead
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_scene
from sandbox.workspace import bench, under_way

SCENES = Path(__file__).parents[2] / "scenes"


def looked(run: Simulation, seconds: float = 3.0) -> Ahead:
    """All that is looked for, however long it takes."""
    found = Ahead(run, seconds, now=lambda: 0.0)
    while not found.is_done:
        found.go_on(1.0)
    return found


@pytest.mark.parametrize("step", [0, 200])
def test_the_ways_are_those_that_the_run_goes(step):
    """Through impacts, and after a slider was moved; the run itself stays where it is."""
    run = Simulation(load_scene(SCENES / "marble_run.py"))
    run.advance(step//2)
    run.set("rate", 1.0)
    run.advance(step - step//2)
    before, commands = run._models.key(), list(run.commands)
    found = looked(run)
    assert np.array_equal(run._models.key(), before) and run.commands == commands
    way = [[body.centre for body in run.snapshot().bodies]]
    for _row in range(180):
        run.advance(4)
        way.append([body.centre for body in run.snapshot().bodies])
    assert np.array_equal(found.ways, np.moveaxis(way, 0, 1))
    between = [event for event in run.events if event.kind == "impact" and event.other >= 0 and event.t >= step*run.h]
    assert len(found.meetings) == len(between)


def test_two_balls_meet_where_they_touch():
    """Towards each other at 0.3 m/s each along x, from 0.1 m on either side: they touch in the middle."""
    document = bench.new_bench()
    for name, x in zip(bench.Made(document, {}).bodies, (-0.1, 0.1), strict=True):
        part = document.part(name)
        start = bench.word("Start", at=(x, 0.05), velocity=(-3.0*x, 0.0))
        document = bench._with(document, bench.replace(part, value=part.value.changed("start", start)))
    run = Simulation(bench.scene_of(document))
    found = looked(run)
    x, y, z = found.meetings[0]
    # the middle of the line between their points of contact with the table is the middle of the table; [m] rounding of
    # unlike radii: they touch at the same height above the table as the smaller one's side
    assert_allclose((x, y), (0.0, 0.05), atol=0.02)
    assert z > bench.HEIGHT and len(found.ways) == 2


def test_it_costs_what_it_may_and_no_more():
    """By a clock that says that each piece takes 0.1 s: it ends when its share is used up."""
    ticks = iter(np.arange(0.0, 1e3, 0.05))
    found = Ahead(Simulation(load_scene(SCENES / "marble_run.py")), now=lambda: next(ticks))
    pieces = 0
    while not found.is_done:
        before = found.ways.shape[1]
        found.go_on(0.004)
        assert found.ways.shape[1] == before + 1
        pieces += 1
    assert 1 <= pieces <= MOST_WORK/0.05 + 1


def test_what_ends_a_run_ends_its_ways_and_edits_to_come_end_them_too():
    run = Simulation(bench.scene_of(bench.new_bench()))
    run.advance(60)
    now = under_way.made_now(run)
    under_way.build(run, now.document, under_way.without(run, now, "table"))
    run.advance(60)
    assert looked(run).ways.shape == (2, 181, 3)
    run.go_to(20)
    # 40 steps to the edit, a row for every 4 of them
    assert looked(run).ways.shape[1] <= 12

"""Maps without runs, and maps that are refined: the numbers of single runs, whoever finds them and in which order."""

from dataclasses import replace
from time import monotonic, sleep

import numpy as np
import pytest

from sandbox import scene_named
from sandbox.errors import BadValue
from sandbox.run.headless import finished
from sandbox.run.simulation import Simulation
from sandbox.sweeps.block import DONE, REFUSED, run_block
from sandbox.sweeps.crew import Crew
from sandbox.sweeps.escape import escape_time, escape_times
from sandbox.sweeps.map_file import Part, part_in, resumed
from sandbox.sweeps.plan import plan_of
from sandbox.sweeps.space import REFINED, coarse_first
from sandbox.sweeps.sweep import How, run_sweep
from sandbox.systems.rim import RIM
from tests.patience import MISSING
from tests.sweeps.small import WORDS, plan

SCENE = scene_named("sleigh")
FIXED = {"rate": 1.0, "offset": 0.1, "ratio": 25.0, "rim": 10.0}


def points(n=5, **more):
    return [FIXED | more | {"x1": x1, "spin": spin} for x1 in np.linspace(-0.8, 0.8, n) for spin in
            np.linspace(-8.0, 6.0, n)]


def test_runs_of_the_engine_end_at_the_same_instants():
    """Both are exact to rounding, which the orbits stretch a thousandfold until they leave: 1e-9 s."""
    found = 0
    for values in points(4) + points(3, rate=-1.5, ratio=3.0, offset=-0.08, x2=0.1):
        run = Simulation(SCENE, values, is_shown=False, until=RIM)
        ended = finished(run, 12.0)
        t = escape_time(SCENE, values, 12.0)
        assert t == pytest.approx(12.0 if ended is None else ended.t, abs=1e-9)
        found += ended is not None and ended.kind == "rim"
    assert found >= 10


def test_each_is_bit_by_bit_what_it_is_alone():
    refused, together = escape_times(SCENE, [*points(), *points(4, ratio=3.0), *points(3, rim=2.0)], 15.0)
    alone = [escape_time(SCENE, values, 15.0) for values in [*points(), *points(4, ratio=3.0), *points(3, rim=2.0)]]
    assert refused == [] and np.array(alone).tobytes() == together.tobytes()
    assert 0 < (together < 15.0).sum() < len(together)


@pytest.mark.parametrize(("values", "sentence"), [
    ({"rate": 0.0}, "its table has to turn"), ({"offset": 0.0, "ratio": 0.0}, "ahead of the blade"),
    ({"x1": 4.0, "rim": 3.0}, "beyond the rim"), ({"ratio": 60.0}, "parameter 'ratio': got 60.0")])
def test_what_has_no_end_is_marked_and_said(values, sentence):
    with pytest.raises(BadValue, match=sentence):
        escape_time(SCENE, FIXED | values, 10.0)
    refused, found = escape_times(SCENE, [FIXED | values, FIXED], 10.0)
    assert [place for place, _reason in refused] == [0] and np.isnan(found[0]) and found[1] > 0.0


def test_its_sweep_has_the_numbers_of_single_points(tmp_path):
    made = plan_of(SCENE, "", {name: value for name, value in FIXED.items() if name != "rim"} | {"rim": 0.5},
                   {"x1": (-0.8, 0.8, 5), "spin": (-8.0, 6.0, 4)}, ["t_escape"], duration=15.0)
    told = run_sweep(made, tmp_path / "map.nc", How(1))
    with resumed(tmp_path / "map.nc", part_in(tmp_path / "map.nc")) as file:
        values, status = file.read("t_escape", 0, 20), file.read("status", 0, 20)
    # beyond the rim nothing begins
    assert told.counts[REFUSED] == 8 and told.counts[DONE] == 12
    for k, point in enumerate(point for number in range(made.space.blocks) for point in made.space.points(number)):
        assert (status[k] == REFUSED) == (abs(point["x1"]) > 0.5) == np.isnan(values[k])
        if status[k] == DONE:
            assert escape_time(SCENE, dict(made.values) | point, 15.0) == values[k]


def test_a_file_with_several_set_values_is_read_again(tmp_path):
    """In whatever order they were said."""
    made = plan_of(SCENE, "", {"rim": 2.0, "offset": 0.1}, {"x1": (0.0, 0.1, 2)}, ["t_escape"], duration=1.0)
    run_sweep(made, tmp_path / "map.nc", How(1))
    with resumed(tmp_path / "map.nc", part_in(tmp_path / "map.nc")) as file:
        assert list(file.missing()) == []


@pytest.mark.parametrize("shape", [(1, 1), (5, 9), (129, 129), (7, 4), (2, 3, 4)])
def test_all_places_come_once_and_coarse_ones_first(shape):
    order = coarse_first(shape)
    assert sorted(order.tolist()) == list(range(int(np.prod(shape))))
    for stride in (2, 4, 8):
        coarse = sum(1 for _place in np.ndindex(*(-(-count//stride) for count in shape)))
        assert all(index % stride == 0 for place in order[:coarse] for index in np.unravel_index(place, shape))


def refined(made):
    return replace(made, space=replace(made.space, kind=REFINED))


def gathered(made, blocks):
    """Outcomes and status in the order of the map."""
    found = {name: np.zeros(len(made.space)) for name in (*(one.name for one in made.outcomes), "status")}
    for block in blocks:
        places = made.space.places(*made.space.span(block.number))
        for name, values in (*block.outcomes.items(), ("status", block.status)):
            found[name][places] = values
    return {name: values.tobytes() for name, values in found.items()}


def by_crew(made, count, first=None):
    crew, found = Crew(WORDS, count), []
    try:
        if first is not None:
            crew.want(first, range(first.space.blocks))
        crew.want(made, range(made.space.blocks))
        end = monotonic() + MISSING
        while len(found) < made.space.blocks and monotonic() < end:
            found += crew.taken()
            sleep(0.01)
    finally:
        crew.end()
    return found


def test_refined_by_any_number_of_processes_it_is_the_same_map():
    made = plan(12)
    whole = gathered(made, [run_block(made, number) for number in range(made.space.blocks)])
    for count in (1, 3):
        found = by_crew(refined(made), count, first=refined(plan(30)))
        # nothing of the map that was dropped comes along
        assert len(found) == refined(made).space.blocks and gathered(refined(made), found) == whole


def test_why_processes_cannot_run_it_is_told():
    other = replace(refined(plan(3)), engine="other")
    found = by_crew(other, 1)
    assert isinstance(found[0], BadValue) and "another engine" in str(found[0])


def test_a_program_that_is_not_there_is_told():
    crew = Crew(["/nowhere/at/all"], 1)
    crew.want(refined(plan(3)), [0])
    end = monotonic() + MISSING
    found = []
    while not found and monotonic() < end:
        found = crew.taken()
        sleep(0.01)
    crew.end()
    assert "no process could be started" in str(found[0])


def test_the_layout_of_its_file_is_that_of_the_grid():
    """What a refined map is saved as."""
    made = plan(3)
    assert Part(replace(refined(made), space=made.space).described).plan.text == Part(made.described).plan.text

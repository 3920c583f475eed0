"""Exports of a run in which one built: what comes and goes is in every file, each body under its own name or number."""

import base64
import csv
import json
from itertools import pairwise

import numpy as np
import pytest
from scipy.io import netcdf_file

import sandbox
from sandbox.exports.formats import written
from sandbox.exports.span import Span
from sandbox.film.filmed_run import recipe_of, run_of
from sandbox.film.recipe import read_recipe, write_recipe
from sandbox.run.cast import cast_of
from sandbox.run.simulation import Simulation
from sandbox.scene.built import kinds
from sandbox.scene.built.parts import numbers_of
from sandbox.workspace import bench, under_way
from tests.exports.reading_glb import Glb, turned
from tests.run.test_building import ITEMS, TOP, bench_run, put, remove, scene, state

SPAN = Span(0.0, 0.75, 60.0)
# steps at which is built: after them there are 3, 2 and 3 bodies
PUT, TAKE, AGAIN = 40, 80, 122


@pytest.fixture(scope="module")
def built():
    """A run in which a ball comes, one goes, a table comes and one more ball; and its bodies by the steps of 1/60 s."""
    document = bench.put(bench.new_bench(), ITEMS["motor plate"], (-0.15, 0.1, TOP), "table")[0]
    marble = document.part("marble")
    rolls = next(one for one in numbers_of(marble) if one.field.title == "velocity along x")
    run, states = Simulation(bench.scene_of(bench.with_number(document, "marble", rolls, 0.1))), {}

    def pass_to(step):
        while run.step < step:
            run.advance(4 - run.step % 4 if run.step % 4 else min(4, step - run.step))
            if run.step % 4 == 0 and run.step not in (PUT, TAKE):
                states[run.step] = seen(run)

    states[0] = seen(run)
    pass_to(PUT)
    put(run, "steel ball", (-0.1, -0.1, TOP), "table")
    states[PUT] = seen(run)
    pass_to(TAKE)
    remove(run, under_way.made_now(run).bodies[0])
    put(run, "turning plate", (0.15, -0.12, TOP), "table")
    states[TAKE] = seen(run)
    pass_to(AGAIN)
    put(run, "egg", (0.0, 0.2, TOP), "table")
    pass_to(180)
    return run, states


def seen(run) -> dict:
    return {name: body.centre.copy() for name, body in zip(under_way.made_now(run).bodies, run.snapshot().bodies,
                                                           strict=True)}


def make_of(run):
    def make():
        again = Simulation(run.scene)
        again.replay(run.commands)
        return again
    return make


def names_of(states) -> list[str]:
    return list(dict.fromkeys(name for step in sorted(states) for name in states[step]))


def expected(states) -> np.ndarray:
    """Centres (rows, bodies, 3), nan of those that are not there."""
    names = names_of(states)
    return np.array([[states[step].get(name, np.full(3, np.nan)) for name in names] for step in sorted(states)])


def test_tables_have_every_body_in_a_column_of_its_own(built, tmp_path):
    run, states = built
    wanted = expected(states)
    assert wanted.shape == (46, 4, 3)
    for ending in (".csv", ".npz", ".nc"):
        assert written(make_of(run), SPAN, tmp_path / f"a{ending}")[0] == 46
    with open(tmp_path / "a.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    from_csv = np.array([[[float(row[f"centre_{k}_{letter} [m]"]) for letter in "xyz"] for k in range(4)]
                         for row in rows])
    with np.load(tmp_path / "a.npz", allow_pickle=False) as arrays:
        from_npz, mode = arrays["centre"], arrays["mode"]
    with netcdf_file(tmp_path / "a.nc", mmap=False) as file:
        from_nc = np.array(file.variables["centre"][:], float)
        assert file.variables["centre"].dimensions[:2] == ("t", "body")
    for found in (from_csv, from_npz, from_nc):
        assert np.array_equal(found, wanted, equal_nan=True)
    assert np.array_equal(mode == "", np.isnan(wanted[..., 0]))


def test_a_model_that_moves_shows_each_while_it_is_there(built, tmp_path):
    run, states = built
    wanted = expected(states)
    assert written(make_of(run), SPAN, tmp_path / "a.glb")[0] == 46
    file = Glb(tmp_path / "a.glb")
    for k in range(4):
        scale = file.motion(f"body {k + 1}", "scale")[1] if np.isnan(wanted[:, k]).any() else np.ones((46, 3))
        is_there = np.isfinite(wanted[:, k, 0])
        assert np.array_equal(scale, np.repeat(is_there[:, None], 3, axis=1).astype(float))
        places = file.motion(f"body {k + 1}", "translation")[1]
        places = np.broadcast_to(places, (46, 3))
        assert np.array_equal(places[is_there].astype("<f4"), wanted[is_there, k].astype("<f4"))
    # the plate of the motor is there all the time, the other from when it was put on
    plate = file.motion("beside 4", "scale")[1]
    assert np.array_equal(plate[:, 0] > 0.0, np.arange(46) >= TAKE/4)
    nodes = [node["name"] for node in file.json["nodes"]]
    assert any(name.startswith("motor 1 arrow") for name in nodes)


def run_data(path) -> dict:
    """What a page has of its run."""
    text = path.read_text(encoding="utf-8")
    begin = text.index("const RUN = ") + len("const RUN = ")
    return json.loads(text[begin:text.index("\n", begin)])


def numbers(text: str) -> np.ndarray:
    return np.frombuffer(base64.b64decode(text), "<f4")


def test_a_page_moves_what_is_there_and_keeps_the_rest_out_of_sight(built, tmp_path):
    run, states = built
    wanted = expected(states)
    assert written(make_of(run), SPAN, tmp_path / "a.html")[0] == 46
    data = run_data(tmp_path / "a.html")
    solids, arrows = len(data["objects"]["solids"]), len(data["objects"]["arrows"])
    moves = numbers(data["frames"]["moves"]).reshape(46, solids + arrows, 9)
    bodies = moves[:, solids - 4:solids, :3]
    there = np.isfinite(wanted)
    # [m] 32-bit numbers
    np.testing.assert_allclose(bodies[there], wanted[there], atol=1e-7)
    assert (bodies[~there].reshape(-1, 3)[:, 2] < -900.0).all()
    near = numbers(data["frames"]["near"]).reshape(46, -1, 4)
    assert (near[..., 2] > -900.0).all()
    # the arrows of the motor are drawn, and go along
    first, last = (numbers(data["keys"]["arms"][k]["pieces"]).reshape(-1, 15) for k in (0, -1))
    assert len(first) == len(last) == 25 and np.abs(first - last).max() > 0.01


def test_a_film_of_building_is_known_by_its_recipe_alone(built, tmp_path):
    run, _states = built
    write_recipe(tmp_path / "a.json", recipe_of(run, 0.0, run.t))
    recipe = read_recipe(tmp_path / "a.json")
    again = run_of(recipe, None)      # compares the state at its end
    cast = cast_of(again, run.step, lambda ahead, step: ahead.advance(step - ahead.step))
    assert len(cast.bodies) == 4 and again.step == 0
    for step in (0, PUT - 1, PUT, TAKE, AGAIN + 3):
        again.advance(step - again.step)
        again.settle()
        shown = cast.seen(again.snapshot(), again.edits)
        assert len(shown.bodies) == 4 and len(shown.supports) == len(cast.surfaces) == 4
        for k, body in enumerate(shown.bodies):
            assert (body.centre[2] < -900.0) == (k in shown.away)
        here = [body.centre for k, body in enumerate(shown.bodies) if k not in shown.away]
        assert np.array_equal(here, [body.centre for body in again.snapshot().bodies])


def test_a_run_from_python_takes_edits(built):
    run, states = built
    live = [(command.step/240, "build", command.value) for command in run.commands]
    times = np.arange(46)/60
    again = sandbox.simulate(run.scene, live=live, at=times)
    assert np.array_equal(again.log.bodies["centre"], expected(states), equal_nan=True)
    # documents will do as well
    first = Simulation(run.scene).document
    part = run.document.of_family(kinds.BODY)[-1]
    more = bench.added(first, part)
    found = sandbox.simulate(run.scene, live=[(0.25, "build", more), (0.5, "build", first)], at=times)
    there = np.isfinite(found.log.bodies["centre"][:, 2, 0])
    assert there.tolist() == [15 <= k < 30 for k in range(46)]
    with pytest.raises(sandbox.BadValue, match="no part is called"):
        sandbox.simulate(run.scene, live=[(0.1, "build", {"parts": ["nothing"]})])
    with pytest.raises(sandbox.BadValue, match="only a world"):
        sandbox.simulate("sleigh", live=[(0.1, "build", {"parts": []})])


@pytest.mark.parametrize(("values", "kind"), [({}, "spring"), ({"string": True, "throw": 3.2}, "string")])
def test_springs_and_strings_are_in_models_that_move(values, kind, tmp_path):
    """The ends of what is stretched are those of the run; a string is as long as it is, taut or slack."""
    run = Simulation(scene("springs"), values)
    written(lambda: Simulation(scene("springs"), values), Span(0.0, 1.0, 60.0), tmp_path / "a.glb")
    file, links = Glb(tmp_path / "a.glb"), []
    for step in range(0, 241, 4):
        run.advance(step - run.step)
        links.append(run.snapshot().links[0])
    length = links[0].length
    parts = [f"{kind} 1"] if kind == "spring" else [f"string 1 piece {k}" for k in range(1, 17)]
    begin = np.array([np.broadcast_to(file.motion(part, "translation")[1], (61, 3)) for part in parts])
    reach = np.array([np.broadcast_to(file.motion(part, "scale")[1], (61, 3)) for part in parts])[..., 2]
    ways = np.array([reach[k][:, None]*turned(np.broadcast_to(file.motion(part, "rotation")[1], (61, 4)).astype(float),
                                              (0.0, 0.0, 1.0)) for k, part in enumerate(parts)])
    # [m] 32-bit numbers
    np.testing.assert_allclose(begin[0], [link.point for link in links], atol=1e-6)
    np.testing.assert_allclose(begin[-1] + ways[-1], [link.other for link in links], atol=1e-6)
    for (one, way), (other, _way) in pairwise(zip(begin, ways, strict=True)):
        np.testing.assert_allclose(one + way, other, atol=1e-6)
    if kind == "string":
        taut = np.linalg.norm([link.other - link.point for link in links], axis=1) > (1.0 - 1e-9)*length
        assert taut.any() and not taut.all()
        np.testing.assert_allclose(reach.sum(axis=0)[taut], length, rtol=1e-6)
        # a parabola is nearly as long as a string that hangs so
        assert (reach.sum(axis=0)[~taut] < 1.1*length).all()


def test_a_log_of_the_bench_is_replayed_from_the_disk_alone(tmp_path):
    from sandbox.run.logs.recorder import Recorder
    from sandbox.run.replay import replayed
    from sandbox.workspace.bench import scene_of_plain
    path = tmp_path / "run.sqlite"
    run = bench_run(open_log=lambda header: Recorder(path, header))
    run.advance(21)
    put(run, "marble", (-0.1, 0.0, TOP), "table")
    run.advance(30)
    remove(run, under_way.made_now(run).bodies[0])
    run.advance(40)
    run.recorder.close()
    verdict, again = replayed(path, None, scene_built=scene_of_plain)
    assert verdict.is_same and verdict.rows > 20 and not verdict.trouble and not verdict.changed
    assert np.array_equal(state(again), state(run))

"""Edits of a run that has begun: what stays goes on bit by bit, what is changed is booked, undo is the state before."""

import json
import shutil
import sqlite3
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.errors import BadValue
from sandbox.run.branches import twin
from sandbox.run.building import edit_between
from sandbox.run.command import BUILD, Command
from sandbox.run.logs.logfile import read_log
from sandbox.run.logs.recorder import Recorder
from sandbox.run.replay import replayed
from sandbox.run.simulation import Simulation
from sandbox.scene.built import kinds
from sandbox.scene.built.parts import PARTS, TOOLS, numbers_of, word
from sandbox.scene.catalogue import load_scene
from sandbox.workspace import bench, under_way
from sandbox.workspace.rebuild import rebuilt
from sandbox.workspace.setup import setup_from, setup_of, text_of
from sandbox.workspace.share_code import code_of, setup_of_code
from tests.effort import tries
from tests.run.between_bodies import Watched

SCENES = Path(__file__).parents[2] / "scenes"
ITEMS = {item.name: item for item in PARTS}
TOP = bench.HEIGHT + 0.5*bench.THICKNESS      # [m] of the table
G = 9.81
AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def scene(name: str):
    return load_scene(SCENES / f"{name}.py")


def bench_run(*parts, **options) -> Simulation:
    """A run of the new bench with more parts: (name of the palette, x, y)."""
    document = bench.new_bench()
    for name, x, y in parts:
        document = bench.put(document, ITEMS[name], (x, y, TOP), "table")[0]
    return Simulation(bench.scene_of(document), **options)


def state(run: Simulation) -> np.ndarray:
    """All bodies, one after the other."""
    return np.concatenate([np.concatenate((body.centre, body.velocity, body.angular_velocity, body.quaternion))
                           for body in run.snapshot().bodies])


def put(run: Simulation, item: str, place, on: str):
    now = under_way.made_now(run)
    after, name = bench.put(now.document, ITEMS[item], place, on)
    under_way.build(run, now.document, after)
    return name


def change(run: Simulation, name: str, title: str, value: float):
    now = under_way.made_now(run)
    number = next(one for one in numbers_of(now.document.part(name)) if one.field.title == title)
    under_way.build(run, now.document, bench.with_number(now.document, name, number, value))


def remove(run: Simulation, name: str):
    now = under_way.made_now(run)
    under_way.build(run, now.document, under_way.without(run, now, name))


# ---- what stays -----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("step", [0, 120, 333, 721])
@pytest.mark.parametrize(("name", "values"), [
    ("marble_run", {}), ("chain", {}), ("springs", {}), ("springs", {"string": True, "throw": 3.2})],
    ids=["marble_run", "chain", "springs", "string"])
def test_what_nothing_is_done_to_goes_on_bit_by_bit(name, values, step):
    """An empty edit, and a ball put where it meets nothing: in flights, hits, joints, on springs and on a string that
    is taut and slack in turn; 2 s later too."""
    alone, empty, more = (Simulation(scene(name), values) for _ in range(3))
    for run in (alone, empty, more):
        run.advance(step)
    document = empty.document
    empty.build(edit_between(document, document))
    floor = document.of_family(kinds.SUPPORT)[-1].name
    start = word("Start", at=(9.0, 9.0, 30.0), velocity=(0.0, 0.0, 0.0), omega=(0.0, 0.0, 0.0))
    body = word("Placed", body=word("Ball", radius=0.01, density=1000.0), start=start, on=floor, name="another")
    after = bench.added(document, bench.Part("another", kinds.BODY, body))
    under_way.build(more, document, after)
    for _half_second in range(4):
        one, other = (state(run).reshape(-1, 13) for run in (alone, more))
        assert np.array_equal(one, state(empty).reshape(-1, 13))
        # places, velocities and spins; of attitudes the last bit, which is another one in a world that is begun with
        # one more ball, too
        assert np.array_equal(one[:, :9], other[:-1, :9])
        assert_allclose(other[:-1, 9:], one[:, 9:], rtol=0, atol=1e-15)
        for run in (alone, empty, more):
            run.advance(120)
    assert more.drift < 1e-10 and empty.drift == alone.drift


def test_a_heap_at_rest_is_not_woken_by_what_is_put_far_away():
    alone, more = (Simulation(scene("many_balls"), {"count": 30} if any(
        one.name == "count" for one in scene("many_balls").parameters) else {}) for _ in range(2))
    for run in (alone, more):
        run.advance(480)
    now = under_way.made_now(more)
    floor = now.supports[0]
    start = word("Start", at=(0.0, 0.0, 40.0), velocity=(0.0, 0.0, 0.0), omega=(0.0, 0.0, 0.0))
    body = word("Placed", body=word("Ball", radius=0.002, density=1000.0), start=start, on=floor, name="another")
    under_way.build(more, now.document, bench.added(now.document, bench.Part("another", kinds.BODY, body)))
    for run in (alone, more):
        run.advance(120)
    assert np.array_equal(state(alone), state(more)[:len(state(alone))])


# ---- what is changed, and the books ---------------------------------------------------------------------------------

def test_work_of_who_puts_a_ball_there_and_takes_it_away():
    """By hand: a ball at rest brings m g z above the laboratory's zero, a falling one takes m g z + m v^2/2 away."""
    run = bench_run()
    run.advance(24)
    before = run.row().ledger[0]
    name = put(run, "steel ball", (-0.1, 0.0, TOP), "table")
    item = run.snapshot().bodies[-1]
    m = run.bodies[-1].m
    # table and laboratory are at rest: E_J is the energy
    assert_allclose(run.row().ledger[0] - before, m*G*item.centre[2], rtol=1e-12)
    assert "the work of the builder" in run.meters[0].reason
    remove(run, "table")
    run.advance(48)
    falling = run.snapshot().bodies[-1]
    # 0.2 s of free fall from rest
    assert_allclose(falling.centre[2], item.centre[2] - 0.5*G*0.2**2, rtol=1e-12)
    assert_allclose(falling.velocity, (0.0, 0.0, -G*0.2), atol=1e-12)
    before = run.row().ledger[0]
    remove(run, name)
    assert_allclose(before - run.row().ledger[0], m*(G*falling.centre[2] + 0.5*(G*0.2)**2), rtol=1e-12)
    run.advance(24)
    assert run.drift < 1e-13 and "builder" not in run.meters[0].reason


def test_what_falls_is_moved_and_goes_on_as_fast_as_it_was():
    run = bench_run()
    remove(run, "table")
    run.advance(24)
    now = under_way.made_now(run)
    name = now.bodies[0]
    before = run.snapshot().bodies
    under_way.build(run, now.document, bench.moved(now, name, (0.02, -0.03, 0.05)))
    after = run.snapshot().bodies
    # places are written with 12 digits, velocities too
    assert_allclose(after[0].centre - before[0].centre, (0.02, -0.03, 0.05), atol=1e-9)
    assert_allclose(after[0].velocity, before[0].velocity, atol=1e-12)
    assert np.array_equal(after[1].centre, before[1].centre)


def test_a_table_that_is_made_to_turn_faster_goes_on_from_its_angle():
    """A plate that turns at 2 rad/s for 0.5 s, then at 3 rad/s: after another 0.5 s it has turned by 2.5 rad."""
    run = bench_run(("turning plate", -0.1, 0.0))
    name = run.document.of_family(kinds.SUPPORT)[-1].name
    change(run, name, "rate", 2.0)
    run.advance(120)
    change(run, name, "rate", 3.0)
    run.advance(120)
    place = under_way.made_now(run).supports.index(name)
    q = run.snapshot().supports[place].quaternion
    assert_allclose(2.0*np.arctan2(q[3], q[0]) % (2.0*np.pi), 2.5, atol=1e-12)
    assert run.drift < 1e-12


def test_a_ball_on_a_support_whose_friction_is_changed_slips_from_then_on():
    """It rolls down; without friction it keeps its spin."""
    run = bench_run(("ramp", -0.1, 0.0))
    ramp = run.document.of_family(kinds.SUPPORT)[-1].name
    name = put(run, "marble", (*_above(run, ramp), 0.0), ramp)
    run.advance(30)
    assert run.snapshot().bodies[-1].mode == "rolling"
    now = under_way.made_now(run)
    part = now.document.part(ramp)
    smooth = part.value.changed("contact", word("Contact", friction=word("Smooth"), restitution=0.0))
    after = bench._with(now.document, bench.replace(part, value=smooth))
    spin = run.snapshot().bodies[-1].angular_velocity
    under_way.build(run, now.document, after)
    assert run.snapshot().bodies[-1].mode == "sliding"
    run.advance(10)
    assert_allclose(run.snapshot().bodies[-1].angular_velocity, spin, rtol=1e-12)
    assert name in run.document.part(name).name and run.drift < 1e-12


def _above(run: Simulation, support: str):
    """A point of a support: the middle of what is drawn of it."""
    return np.mean(bench.parts.points_of(under_way.made_now(run).surface(support)), axis=0)[:2]


# ---- the way back ---------------------------------------------------------------------------------------------------

def test_undo_and_redo_are_bit_equal_and_every_step_is_found_again():
    run = bench_run(("turning plate", -0.1, -0.1))
    keys, edits = [], []
    for i, item in enumerate(("marble", "steel ball", "egg", "funnel", "rolling coin")):
        run.advance(13)
        keys.append((run.step, run._models.key()))
        place = (0.1, -0.15, TOP) if item == "funnel" else (0.06*i - 0.15, 0.18, TOP)
        put(run, item, place, "table")
        edits.append(run.commands[-1])
    run.advance(50)
    end, passed = state(run), {}
    for step in (70, 13, 65, 64, 14, 39, 100, 0, 52, 115):
        assert run.go_to(step)
        assert passed.setdefault(step, len(run.snapshot().bodies)) == len(run.snapshot().bodies)
    assert np.array_equal(state(run), end)
    for (step, key), edit in zip(reversed(keys), reversed(edits), strict=True):
        assert run.unbuild() and run.step == step
        assert np.array_equal(run._models.key(), key) and edit not in run.commands
    assert not run.unbuild()
    for (step, key), edit in zip(keys, edits, strict=True):
        run.advance(step - run.step)
        assert np.array_equal(run._models.key(), key)
        run.build(edit.value)
    run.advance(50)
    assert np.array_equal(state(run), end)


def test_a_twin_and_a_run_that_is_told_the_same_have_the_same_bits():
    run = bench_run()
    run.advance(20)
    put(run, "marble", (-0.1, 0.0, TOP), "table")
    put(run, "egg", (-0.1, 0.1, TOP), "table")
    run.advance(30)
    remove(run, "marble")
    other, again = twin(run), Simulation(run.scene)
    again.replay(run.commands)
    again.advance(50)
    again.go_to(50)
    for one in (run, other, again):
        one.advance(77)
    assert np.array_equal(state(run), state(other)) and np.array_equal(state(run), state(again))
    other.go_to(30)
    assert len(other.snapshot().bodies) == 4
    run.go_to(20)
    assert len(run.snapshot().bodies) == 4
    # another future from there on: what was built at step 20 stays
    remove(run, "egg")
    assert [command.step for command in run.commands] == [20, 20, 20] and len(run.snapshot().bodies) == 3


def random_deed(rng, run: Simulation, also=()):
    """Something that a person might do now, `also` names further deeds; BadValue where it can't be."""
    now = under_way.made_now(run)
    document, kind = now.document, rng.choice(["put", "put", "support", "move", "move", "remove", "number", *also])
    names = [*now.bodies, *(name for name in now.supports if not now.is_floor(name))]
    name = str(rng.choice(names))
    if kind in ("put", "support"):
        family = kinds.BODY if kind == "put" else kinds.SUPPORT
        items = [item for item in PARTS if item.family == family]
        place = (*rng.uniform(-0.2, 0.2, 2), TOP)
        return now, bench.put(document, items[rng.integers(len(items))], place, now.supports[0])[0]
    if kind == "move":
        return now, bench.moved(now, name, (*rng.uniform(-0.05, 0.05, 2), float(rng.choice([0.0, 0.02]))))
    if kind == "remove":
        return now, under_way.without(run, now, name)
    if kind == "turn":
        return now, bench.turned(now, name, AXES[rng.integers(3)], float(rng.choice([-0.26, 0.26])))
    if kind == "join":
        # arms, hinges, springs and strings, of points as a click meets them
        tool, other = TOOLS[rng.integers(len(TOOLS))], str(rng.choice(names))
        ends = [(one, _point(rng, now, run, one)) for one in (name, other)]
        return now, bench.with_joint(now, tool, *ends)
    if kind == "part":
        return now, bench.unjoined(document, name)
    numbers = [one for one in numbers_of(document.part(name)) if isinstance(one.value, float)]
    if not numbers:
        raise BadValue("no number")
    number = numbers[rng.integers(len(numbers))]
    value = float(np.clip(number.value*rng.choice([0.8, 1.1, 1.3]), number.field.low, number.field.high))
    return now, bench.with_number(document, name, number, value)


def _point(rng, now, run: Simulation, name: str) -> np.ndarray:
    """A point (3,) of a part: the centre of a body, one of what is drawn of a support [m]."""
    if name in now.bodies:
        return np.array(run.snapshot().bodies[now.bodies.index(name)].centre)
    points = bench.parts.points_of(now.surface(name))
    return points[rng.integers(len(points))]


@pytest.mark.parametrize("seed", range(tries(8, 500)))
def test_random_edits_of_a_run_with_undo_and_redo(seed):
    """40 deeds each, of every part of the palette, joints and what is done to parts among them."""
    rng, run = np.random.default_rng(seed), bench_run()
    done, undone, made = [], [], 0
    for _edit in range(40):
        if not undone or rng.random() < 0.5:
            run.advance(int(rng.choice([0, 3, 8, 17, 40])))
            undone = []
        assert run.ended is None
        what = rng.random()
        if what < 0.2 and done:
            step, key, edit = done.pop()
            assert run.unbuild() and run.step == step and np.array_equal(run._models.key(), key)
            undone.append((step, edit))
        elif what < 0.6 and undone:
            step, edit = undone.pop()
            assert run.go_to(step) or run.step == step
            done.append((run.step, run._models.key(), edit))
            run.build(edit)
        else:
            try:
                now, after = random_deed(rng, run, ("turn", "join", "join", "join", "part"))
                edit, key = edit_between(now.document, after), run._models.key()
                run.build(json.loads(json.dumps(edit)))
            except BadValue:
                continue
            done.append((run.step, key, edit))
            undone, made = [], made + 1
    run.advance(60)
    assert made > 10 and run.drift < 1e-10
    again = Simulation(run.scene)
    again.replay(run.commands)
    again.advance(run.step)
    assert np.array_equal(again._models.key(), run._models.key())


def watched_through_edits(seed: int) -> tuple[Watched, int]:
    """A run on which random edits were made while it went on, and how many of them."""
    rng, run = np.random.default_rng(seed), bench_run()
    # an overlap of 1e-9 of a body's size is none, as at a start
    watched, made = Watched(run, 1e-9), 0
    for _edit in range(15):
        watched.advance(int(rng.choice([3, 8, 17, 40])))
        assert run.ended is None
        try:
            now, after = random_deed(rng, run)
            run.build(edit_between(now.document, after))
            made += 1
        except BadValue:
            continue
    watched.advance(60)
    return watched, made


@pytest.mark.parametrize("seed", [100, 105, 115, 120])
def test_random_edits_leave_nothing_in_anything_and_nothing_pulled(seed):
    watched, made = watched_through_edits(seed)
    assert watched.deep == [] and watched.least_force == 0.0
    assert made > 3 and watched.looks > 200 and watched.touches > 200 and watched.run.drift < 1e-10


def test_many_random_edits_leave_nothing_in_anything_and_nothing_pulled():
    """Seed by seed; a part of them touches little, so that how much was looked at is asked of all together."""
    seeds = range(121, 121 + tries(2, 80))
    looks = touches = edits = 0
    for seed in seeds:
        watched, made = watched_through_edits(seed)
        assert watched.deep == [] and watched.least_force == 0.0 and watched.run.drift < 1e-10, seed
        looks, touches, edits = looks + watched.looks, touches + watched.touches, edits + made
    assert min(looks, touches) > 150*len(seeds) and edits > 3*len(seeds)


# ---- what can't be --------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("edit", [
    None, 3, {}, {"parts": 3}, {"parts": []}, {"parts": ["nothing"]}, {"parts": [["a", "b"]]}, {"parts": ["table"]*2},
    {"parts": ["table", "floor"]}, {"parts": ["marble"]}, {"more": 1, "parts": []}, {"parts": ["table"]*2000},
    {"parts": ["table", ["x", "body", {"word": "open", "with": [["file", "/etc/passwd"]]}, None]]},
    {"parts": ["table", "floor", ["x", "body", {"word": "Placed", "with": [["on", "gone"]]}, None]]}])
def test_a_bad_edit_is_refused_and_nothing_has_changed(edit):
    run = bench_run()
    run.advance(9)
    before = run._models.key()
    with pytest.raises(BadValue):
        run.build(edit)
    assert run.commands == [] and np.array_equal(run._models.key(), before) and run.edits == 0
    # of a file it is known when its step is come to: the run ends there, in a sentence
    other = bench_run()
    other._take(Command(5, BUILD, edit))
    other.advance(20)
    assert other.step == 5 and "can't be there" in other.ended.sentence


def test_no_world_and_a_held_body_are_refused_in_words():
    run = Simulation(scene("sleigh"))
    with pytest.raises(BadValue, match="only a world"):
        run.build({"parts": []})
    run = bench_run()
    run.grab(0)
    with pytest.raises(BadValue, match="let go"):
        run.build({"parts": ["table"]})


def test_a_ball_in_another_is_refused():
    run = bench_run()
    run.advance(5)
    with pytest.raises(BadValue, match="overlap"):
        put(run, "steel ball", [*run.snapshot().bodies[0].centre[:2].tolist(), TOP], "table")
    assert run.edits == 0


# ---- logs -----------------------------------------------------------------------------------------------------------

def built_log(tmp_path) -> tuple[Simulation, Path]:
    """A run that was built at while it was logged."""
    path = tmp_path / "run.sqlite"
    run = bench_run(open_log=lambda header: Recorder(path, header))
    run.advance(21)
    put(run, "marble", (-0.1, 0.0, TOP), "table")
    run.advance(30)
    put(run, "funnel", (0.0, -0.15, TOP), "table")
    run.advance(40)
    run.recorder.close()
    return run, path


def test_a_log_with_edits_gives_the_same_bits_and_its_rows_say_what_there_was(tmp_path):
    run, path = built_log(tmp_path)
    verdict, again = replayed(path, lambda _name: run.scene)
    assert verdict.is_same and verdict.rows > 20 and not verdict.trouble
    assert np.array_equal(state(again), state(run))
    log = read_log(path)
    bodies = log.bodies["centre"]
    assert bodies.shape[1] == 3 and np.isnan(bodies[0, 2]).all() and np.isfinite(bodies[0, :2]).all()
    assert [command.name for command in log.commands] == ["build"]*len(run.commands)


def test_a_log_cut_at_any_record_opens(tmp_path):
    run, path = built_log(tmp_path)
    tables = ("rows", "commands", "events", "ends")
    with sqlite3.connect(path) as whole:
        count = max(whole.execute(f"SELECT max(number) FROM {table}").fetchone()[0] or 0 for table in tables)
    opened = 0
    for last in range(1, count, 2):
        cut = shutil.copy(path, tmp_path / f"{last}.sqlite")
        with sqlite3.connect(cut) as part:
            for table in tables:
                part.execute(f"DELETE FROM {table} WHERE number > {last}")
        if not read_log(cut).good_rows:
            continue
        verdict, again = replayed(cut, lambda _name: run.scene)
        assert verdict.is_same and again.ended is None
        opened += 1
    assert opened > 10


def test_what_is_watched_has_the_bodies_of_now_by_their_names():
    run = bench_run()
    kept = run.watch()
    run.advance(20)
    put(run, "steel ball", (-0.1, 0.0, TOP), "table")
    run.advance(20)
    remove(run, run.document.of_family(kinds.BODY)[0].name)
    run.advance(20)
    rows = kept.states().rows
    assert rows.bodies.shape[1] == 2
    # the second ball was there all the time, the third from step 20 on
    assert np.isfinite(rows.centre[:, 0]).all()
    assert np.array_equal(np.isfinite(rows.centre[:, 1, 0]), rows.step > 20)
    assert run.go_to(10) and kept.states().rows.bodies.shape[1] == 2
    assert np.isfinite(kept.states().rows.centre[:5]).all()


def test_a_set_up_and_a_share_code_carry_what_was_built(tmp_path):
    """Written, read by a stranger's eyes and run again: the same bits."""
    run = bench_run()
    run.advance(21)
    put(run, "marble", (-0.1, 0.0, TOP), "table")
    run.advance(30)
    remove(run, "table")
    run.advance(9)
    for told in (setup_of(json.loads(text_of(setup_from(run)))), setup_of_code(code_of(setup_from(run)))):
        again, notes = rebuilt(told, None)
        assert not notes and again.step == run.step and again.edits == 2
        assert np.array_equal(state(again), state(run))
    # an edit at a step that the run never reached: a sentence, and it is done there
    late = setup_of({**setup_from(run).plain(), "commands": [[500, *setup_from(run).plain()["commands"][0][1:]]],
                     "digest": ""})
    again, notes = rebuilt(late, None)
    assert notes == ["What was done at step 500 lies behind the end at step 60: it is done when the run gets there."]
    again.advance(500)
    assert again.edits == 1
    with pytest.raises(BadValue, match="commands"):
        setup_of({**setup_from(run).plain(), "commands": [[3, "build", {"parts": [["a", "b"]]}]]})

"""Marks on the bench: put, moved, turned, written and read, measured, and the world knows nothing of them."""

from math import pi

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.run.mark_readings import readings_of
from sandbox.run.simulation import Simulation
from sandbox.scene import Ball, Contact, Coulomb, On, Placed, Plane, Start, Still, World
from sandbox.scene.built.edits import renamed
from sandbox.scene.built.parts import MARKS, numbers_of
from sandbox.scene.built.plain import document_of_plain, plain_of
from sandbox.scene.built.read import read
from sandbox.scene.marks import MOST, Flag, Gate, Ring, Timer, Zone
from sandbox.scene.scene import Scene
from sandbox.workspace import bench
from sandbox.workspace.scene_text import scene_text

TOP = bench.HEIGHT + 0.5*bench.THICKNESS      # [m] of the table
ITEMS = {item.name: item for item in MARKS}
BALL = 0.012                                  # [m] radius of the first ball of a new bench, at (0.1, 0)
SPEED = 0.23                                  # [m/s] at which it rolls along -x


def with_marks(**places):
    """A new bench whose first ball rolls along -x, and marks at these x [m]; gates and timers across its way."""
    document = bench.new_bench()
    along = next(one for one in numbers_of(document.part("steel ball")) if one.path[-2:] == ("velocity", 0))
    document = bench.with_number(document, "steel ball", along, -SPEED)
    for name, x in places.items():
        document, name = bench.put(document, ITEMS[name], (x, 0.0, TOP), "table", BALL)
        if name in ("gate", "timer"):
            document = bench.turned(bench.Made(document, {}), name, (0.0, 0.0, 1.0), 0.5*pi)
    return document


def test_a_bench_with_all_marks_is_written_read_and_sent_as_it_is():
    document = with_marks(ring=0.0, gate=-0.05, timer=-0.1, flag=-0.12, circle=0.2)
    scene = bench.scene_of(document)
    assert read(scene).document.parts == document.parts
    assert document_of_plain(plain_of(document)).parts == document.parts
    assert scene_text(read(scene).document) == scene_text(document)
    assert [mark.kind for mark in scene.marks] == ["ring", "gate", "timer", "flag", "zone"]


def test_a_mark_feels_nothing():
    """The same bits with marks and without."""
    bare, marked = (Simulation(bench.scene_of(document)) for document in (
        with_marks(), with_marks(ring=0.0, gate=-0.05, timer=-0.1, flag=-0.12, circle=0.2)))
    for run in (bare, marked):
        run.advance(480)
    assert np.array_equal(bare.row().bodies, marked.row().bodies)


def test_marks_measure_a_ball_that_rolls_straight_on():
    """Uniform rolling from x = 0.1: it is at x after (0.1 - x)/v, in a ring of 20 mm 20 mm earlier."""
    run = Simulation(bench.scene_of(with_marks(ring=0.0, gate=-0.05, timer=-0.1, flag=-0.12)))
    run.advance(240)
    ring, gate, timer, flag = (row[0] for row in readings_of(run, run.scene.marks))
    found = np.array((ring.t, gate.t, timer.t, flag.t))
    way = np.array((0.1 - 0.02, 0.15, 0.2, 0.22 - 0.03))
    # [s] where a gate is crossed is exact for even motion; into a circle it comes within 1/1024 of a step
    assert np.allclose(found, way/SPEED, atol=5e-6) and np.allclose(found[1:3], way[1:3]/SPEED, atol=1e-12)
    # [m] rounding: it passes through the middles
    assert max(one.distance for one in (ring, gate, timer, flag)) < 1e-12 and all(
        one.is_met for one in (ring, gate, timer, flag))
    other = readings_of(run, run.scene.marks)[1][1]
    assert other.distance == np.inf and not other.is_met


def test_marks_are_moved_copied_called_otherwise_and_taken_away():
    document = with_marks(ring=0.0, gate=-0.05)
    moved = bench.moved(bench.Made(document, {}), "ring", (0.01, 0.0, 0.02))
    # [m] places are written to a nanometre
    assert np.allclose(bench.Made(moved, {}).marks["ring"].middle, (0.01, 0.0, TOP + BALL + 0.02), atol=1e-9)
    copied, name = bench.copied(bench.Made(document, {}), "gate", (0.0, 0.1, 0.0))
    assert name == "gate 2" and np.allclose(bench.Made(copied, {}).marks[name].middle, (-0.05, 0.1, TOP), atol=1e-12)
    called = bench.Made(renamed(document, "ring", "the hole"), {}).marks
    assert called["the hole"].name == "the hole"
    left = bench.without(bench.Made(document, {}), "ring", {})
    assert [part.name for part in left.parts] == [part.name for part in document.parts if part.name != "ring"]
    with pytest.raises(BadValue, match="only gates and timers are turned"):
        bench.turned(bench.Made(document, {}), "ring", (0.0, 0.0, 1.0), 0.1)
    with pytest.raises(BadValue, match="only gates and timers are turned"):
        bench.turned(bench.Made(document, {}), "gate", (1.0, 0.0, 0.0), 0.1)
    with pytest.raises(BadValue, match="no sliders"):
        bench.sliding(document, numbers_of(document.part("ring"))[0])


def test_more_marks_than_can_be_drawn_are_refused():
    document = with_marks()
    for k in range(MOST):
        document, _name = bench.put(document, ITEMS["ring"], (0.01*k, 0.1, TOP), "table")
    with pytest.raises(BadValue, match=f"at most {MOST} marks"):
        bench.put(document, ITEMS["flag"], (0.0, 0.0, TOP), "table")
    with pytest.raises(BadValue, match=f"at most {MOST} marks"):
        bench.copied(bench.Made(document, {}), "ring", (0.0, 0.1, 0.0))


@pytest.mark.parametrize(("make", "words"), [
    (lambda: Ring("", (0, 0, 0)), "needs 1 to 40 letters"), (lambda: Ring("a\nb", (0, 0, 0)), "needs 1 to 40 letters"),
    (lambda: Flag("a", (0, 0)), "needs three numbers"),
    (lambda: Flag("a", (0, 0, float("nan"))), "needs three numbers"),
    (lambda: Gate("a", (0, 0, 0), 0.0), "needs 1e-06 to 1000 m"),
    (lambda: Timer("a", (0, 0, 0), angle=float("inf")), "needs a number"),
    (lambda: Scene("s", (), lambda p: None, marks=("x",)), "needs Ring, Zone, Gate, Flag or Timer"),
    (lambda: Scene("s", (), lambda p: None, marks=(Ring("a", (0, 0, 0)),)*2), "two have one name"),
    (lambda: Scene("s", (), lambda p: None, marks=tuple(Ring(f"a{k}", (0, 0, 0)) for k in range(MOST + 1))),
     f"at most {MOST}")])
def test_marks_that_are_none_are_refused(make, words):
    with pytest.raises(BadValue, match=words):
        make()


@pytest.mark.parametrize("kind", [Gate, Timer, Zone, Flag])
@pytest.mark.parametrize(("height", "is_met"), [(0.7, False), (0.0, True)])
def test_what_falls_from_a_table_does_not_come_by_below_its_marks(kind, height, is_met):
    """A ball in free fall from the end of a table flies through below a mark, which stands on it or on the floor."""
    mark = kind("mark", (0.2, 0.0, height), 0.1, **({"angle": 0.5*pi} if kind in (Gate, Timer) else {}))
    floor = On(Plane(), Still(), Contact(Coulomb(0.3)))
    thrown = Placed(Ball(0.01), Start(at=(0.0, 0.0, 0.5), velocity=(1.0, 0.0, 0.0), omega=(0.0, 0.0, 0.0)))
    scene = Scene("Thrown", (), lambda p: World({"floor": floor}, [thrown]), marks=(mark,))
    run = Simulation(scene)
    run.advance(run.step_rate)
    (seen,), = readings_of(run, scene.marks)
    assert seen.is_met == is_met
    # 0.2 s after its start it is 0.196 m lower, as deep below the table's mark as that tells
    assert seen.distance >= 0.196 or is_met

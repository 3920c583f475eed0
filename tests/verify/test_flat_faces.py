"""What the bench tells of flat faces beside their cost is true: overlaps against bounded least squares, books, rest."""

import numpy as np
import pytest
from scipy.optimize import lsq_linear

from sandbox.compiling.rotation import matrix_of
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.patches import layout as pl
from sandbox.systems.integration import Integration
from sandbox.verify.flat_faces import (
    STEP_RATE,
    MixedOverlaps,
    Overlaps,
    Task,
    boxes_on_a_table,
    flat_faces_cost,
    mixed_heap,
    row_of_dominoes,
)
from tests.shipped import shipped

SIDE, ROUNDING = 0.04, 0.001


def distance(one, other):
    """Of the cores of two boxes [m]: the least |c2 + R2 v - c1 - R1 u| over u and v within half their edges."""
    half = np.full(6, 0.5*SIDE - ROUNDING)
    turns = [np.reshape(matrix_of(*state[at.Q:at.Q + 4]), (3, 3)) for state in (one, other)]
    found = lsq_linear(np.hstack([turns[0], -turns[1]]), other[at.X:at.X + 3] - one[at.X:at.X + 3], (-half, half),
                       method="bvls", tol=1e-14)
    return np.sqrt(2.0*found.cost)


def test_overlaps_of_rounded_boxes_are_those_of_bounded_least_squares():
    chance, measured, seen = np.random.default_rng(2), Overlaps(boxes_on_a_table(2, 1)), 0
    for _i in range(150):
        states = np.zeros((2, at.STATE))
        states[:, at.Q:at.Q + 4] = chance.normal(size=(2, 4))
        # one far above the table, the other around it where cores just meet or do not
        away = chance.normal(size=3)
        states[:, at.X:at.X + 3] = (0.0, 0.0, 1.0)
        states[1, at.X:at.X + 3] += away/np.linalg.norm(away)*chance.uniform(1.0, 1.6)*SIDE
        apart = distance(*states)
        if apart < 1e-9:
            continue        # cores that overlap have no distance
        expected = max(0.0, 2.0*ROUNDING - apart)
        seen += expected > 0.0
        # [m] both are sums of some numbers of 0.1 m
        assert measured.deepest(states) == pytest.approx(expected, abs=1e-12)
    assert seen > 5


def test_overlaps_of_any_hulls_are_those_of_boxes():
    """Of boxes both measures are there: by faces and edges, and by differences of corners."""
    system = boxes_on_a_table(2, 1)
    chance, one, other, seen = np.random.default_rng(3), Overlaps(system), MixedOverlaps(system), 0
    for _i in range(60):
        states = np.zeros((2, at.STATE))
        states[:, at.Q:at.Q + 4] = chance.normal(size=(2, 4))
        away = chance.normal(size=3)
        states[:, at.Q:at.Q + 4] /= np.linalg.norm(states[:, at.Q:at.Q + 4], axis=1)[:, None]
        states[:, at.X:at.X + 3] = (0.0, 0.0, 1.0)
        states[1, at.X:at.X + 3] += away/np.linalg.norm(away)*chance.uniform(1.0, 1.6)*SIDE
        if distance(*states) < 1e-9:
            continue
        # [m] least squares without negative unknowns end at rounding of the squares
        assert other.deepest(states) == pytest.approx(one.deepest(states), abs=1e-10)
        seen += one.deepest(states) > 0.0
    assert seen > 1


def test_a_mixed_heap_comes_down_the_same_each_time():
    task = Task(lambda: mixed_heap(6, 1), 0.3)
    found, again = flat_faces_cost(task), flat_faces_cost(task)
    assert found["simulated_s"] == pytest.approx(0.3, abs=1e-9) and found["drift"] < 1e-9
    # [m] what rounding, and the search for the nearest points, leave of a touch
    assert found["deepest_m"] < 1e-9
    assert all(found[name] == again[name] for name in ("drift", "deepest_m", "asleep"))


def test_what_is_below_the_table_is_told():
    states = np.zeros((2, at.STATE))
    states[:, at.Q] = 1.0
    states[:, at.X:at.X + 3] = [(0.0, 0.0, 0.5*SIDE - 1e-5), (1.0, 0.0, 0.5*SIDE)]
    assert Overlaps(boxes_on_a_table(2, 1)).deepest(states) == pytest.approx(1e-5, abs=1e-12)


def test_a_row_falls_and_sleeps_and_its_books_close():
    task = Task(lambda: row_of_dominoes(shipped().get("dominoes"), 3), 2.0)
    found, again = flat_faces_cost(task), flat_faces_cost(task)
    assert found["simulated_s"] == pytest.approx(2.0, abs=1e-9)
    assert found["asleep"] == 1.0 and 0.1 < found["asleep_at_s"] < 2.0
    # of the energy; [m] what rounding leaves of a touch
    assert found["drift"] < 1e-9 and found["deepest_m"] < 1e-9
    # all but times are the same each time
    assert all(found[name] == again[name] for name in ("drift", "deepest_m", "asleep", "asleep_at_s"))


def test_boxes_that_come_down_on_a_turning_table_sleep_there():
    found = flat_faces_cost(Task(lambda: boxes_on_a_table(4, 1), 1.0))
    # they fall a centimetre, 45 ms, and clap down within the next tenth of a second
    assert found["asleep"] == 1.0 and found["asleep_at_s"] < 0.5
    assert found["drift"] < 1e-12 and found["deepest_m"] < 1e-12


def test_what_many_contacts_do_is_found_in_few_rounds():
    """Rounds of opening and closing contacts in a frame, of twelve dominoes that lean on each other: what overlaps is
    lifted with all that goes in closed at once, and not one after the other."""
    run, rounds = Integration(row_of_dominoes(shipped().get("dominoes"), 12), 1.0/STEP_RATE), []
    run.advance(100)
    for _frame in range(24):
        before = run.y[run.system.room.ledger_at + at.MERGED]
        run.advance(1)
        if run.y[run.system.room.ledger_at + at.MERGED] > before:
            rounds.append(run.system.room.pile_in(run.data.p)[pl.ROUNDS])
    assert len(rounds) > 5
    assert np.median(rounds) < 30

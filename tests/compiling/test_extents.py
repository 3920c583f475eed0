"""Compiled functions keep within the rooms and records that they are given, as far as their sources say."""

import pytest

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import traced, vector_at
from sandbox.mechanics.world.met import met_at
from sandbox.mechanics.world.patches import touching
from tests.compiling.extents import Reader, Span, all_functions


@compiled
def fill(numbers, first, count):
    for i in range(count):
        numbers[first + i] = 0.0


@traced
def summed(numbers):
    return sum(vector_at(numbers, 3*i)[0] for i in range(2))


@compiled
def fills(y):
    numbers = room(5)
    fill(part(numbers, 1), 2, 3)


@compiled
def reads_before(y):
    a, b = room(2), room(7)
    return part(b, 1)[-2] + a[1]


@compiled
def sums(y):
    numbers = room(5)
    return summed(numbers)


@compiled
def touches_next(met, k):
    met_at(met, k)[40] = 1.0


@compiled
def keeps_within(y):
    numbers, n = room(6), 3
    if y[0] > 0.0:
        n = 4
    fill(numbers, 0, n)
    return summed(numbers)


def outside(function) -> list[tuple[int, Span]]:
    found = Reader().read_all([function.py_func]).outside
    return [(known.count, span) for known, span in found.items()]


@pytest.mark.parametrize(("function", "count", "span"), [
    (fills, 5, (3, 5)), (reads_before, 7, (-1, -1)), (sums, 5, (0, 5))])
def test_what_reaches_outside_is_found(function, count, span):
    assert outside(function) == [(count, Span(*span))]


def test_a_record_ends_before_the_next():
    (count, span), = outside(touches_next)
    assert count <= 40 and span == Span(40, 40)


def test_what_keeps_within_is_not_found():
    assert not outside(keeps_within)


def test_a_room_of_contacts_that_was_too_small_would_be_found(monkeypatch):
    """Two boxes need 31 numbers; a room of 29 was written over."""
    assert not outside(touching.fill_contacts)
    monkeypatch.setattr(touching, "WORK", 29)
    assert (29, Span(0, 30)) in outside(touching.fill_contacts)


def test_all_compiled_functions_keep_within_their_rooms():
    reader = Reader().read_all(all_functions())
    assert not reader.outside
    # it has looked: into rooms of functions, and records, most of them up to their last number
    full = [known for known, span in reader.reached.items() if span.high == known.count - 1]
    assert len(reader.reached) > 1000 and len(full) > 100

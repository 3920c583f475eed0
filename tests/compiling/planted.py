"""A program that touches what is not its own, for test_audit.py; `python -m tests.compiling.planted`."""

import numpy as np

from sandbox.compiling.compiled import call_mode, compiled, numbers_at, part, room
from sandbox.compiling.entries import entry, mode_function
from sandbox.compiling.signature import Numbers, Wholes, address_of
from sandbox.compiling.traced import traced
from sandbox.mechanics.world.met import MET, met_at


@compiled
def fill(numbers, count):
    for i in range(count):
        numbers[i] = 1.0*i                      # behind a room


@traced
def put(x, out):
    out[2] = x
    return out[0]


@mode_function
def mode(t, h, y, p, calls, out):
    return part(y, 1)[2] + part(p, 2)[-3]       # behind and before what is handed on


@entry
def inside(count: int, y: Numbers) -> float:
    numbers = room(3)
    fill(numbers, count)
    return put(5.0, numbers) + numbers[2] + part(y, 1)[2]


@entry
def outside(address: int, of_y: int, y: Numbers, calls: Wholes) -> float:
    numbers, more = room(4), room(1)
    fill(part(numbers, 2), 3)
    put(5.0, part(numbers, 2))                  # by a formula
    met = room(MET)
    for i in range(MET):
        met[i] = 0.0
    more[0] = met_at(met, 0)[-1]                # before a record
    return more[0] + numbers_at(of_y)[4] + call_mode(address, 0.0, 0.0, room(3), y, calls, numbers)


if __name__ == "__main__":
    four = np.arange(5.0)[:4].copy()
    print(inside(3, four))
    outside(mode.address, address_of(four), four, np.zeros(1, np.int64))

"""Records: flat arrays that compiled entries fill, and that Python reads by name.

    class Touch(Record):
        size = TOUCH
        n, speed = Values(NORMAL, 3), Value(SPEED)

An entry gets the addresses of its records: they are looked up once, an array would be looked up at each call.
"""

import numpy as np

from sandbox.compiling.signature import address_of


class Record:
    """numbers (SIZE,) float64, and their address."""

    SIZE = 0
    __slots__ = ("address", "numbers")

    def __init__(self) -> None:
        self.numbers = np.zeros(self.SIZE)
        self.address = address_of(self.numbers)


class Value:
    """A number of a record."""

    def __init__(self, place: int):
        self.place = place

    def __get__(self, record: Record, kind: type | None = None) -> float:
        return record.numbers.item(self.place)


class Values:
    """Numbers of a record from a place on: a vector, or a matrix row by row."""

    def __init__(self, place: int, *shape: int):
        self.part, self.shape = slice(place, place + int(np.prod(shape))), shape

    def __get__(self, record: Record, kind: type | None = None) -> np.ndarray:
        part = record.numbers[self.part]
        return part if len(self.shape) == 1 else part.reshape(self.shape)

"""netCDF-3 files whose numbers are written piece by piece, in any order: header, and where each variable begins.

The libraries that write such files hold all numbers in memory first. The format ("64-bit offset", CDF-2; the NetCDF
Classic Format Specification of Unidata): big-endian, names and texts padded to four bytes with zeros,

    CDF 2, 0 records, dimensions (10, n: name, size), attributes (12, n: name, type, n, values),
    variables (11, n: name, n dimensions: numbers, attributes, type, bytes, where it begins)
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import prod
from struct import pack
from typing import BinaryIO

import numpy as np

DIMENSION, VARIABLE, ATTRIBUTE = 10, 11, 12
CHAR = 2
TYPES = {"i1": 1, "S1": CHAR, "i2": 3, "i4": 4, "f4": 5, "f8": 6}
LARGEST = 2**32 - 4      # [bytes] that a size can say
PIECE = 1 << 17          # points that are read or filled at once


@dataclass(frozen=True)
class Variable:
    """A variable: kind one of TYPES, names of its dimensions, and attributes (texts, numbers, arrays of numbers)."""

    name: str
    kind: str
    dimensions: tuple[str, ...]
    attributes: Mapping = field(default_factory=dict)


@dataclass(frozen=True)
class Layout:
    """Where things are in a file: its header, the first byte of each variable, and how many bytes it has."""

    header: bytes
    begins: dict[str, int]
    size: int


def layout_of(dimensions: Mapping[str, int], attributes: Mapping, variables: list[Variable]) -> Layout:
    """Returns the header of a file and where its variables are."""
    sizes = {variable.name: prod(dimensions[name] for name in variable.dimensions)*np.dtype(variable.kind).itemsize
             for variable in variables}
    begins = dict.fromkeys(sizes, 0)
    # the places are of one size, so that the header is as long with zeros
    at = len(_header(dimensions, attributes, variables, sizes, begins))
    for name, size in sizes.items():
        begins[name] = at
        at += size + -size % 4
    return Layout(_header(dimensions, attributes, variables, sizes, begins), begins, at)


class Netcdf:
    """The numbers of a file that is open: variables of a shape, and what stands where nothing is known.

    fills   name -> what a new file is filled with; variables that are not named are written whole
    """

    def __init__(self, file: BinaryIO, dimensions: Mapping[str, int], attributes: Mapping, variables: list[Variable],
                 fills: Mapping[str, float]):
        self._file, self._layout, self._fills = file, layout_of(dimensions, attributes, variables), fills
        self._kinds = {one.name: np.dtype(">" + one.kind) for one in variables}
        self._sizes = {one.name: prod(dimensions[name] for name in one.dimensions) for one in variables}
        self.flush, self.close = file.flush, file.close

    def put(self, name: str, at: int, values: np.ndarray):
        """Writes values of the points from `at` on."""
        kind = self._kinds[name]
        self._file.seek(self._layout.begins[name] + at*kind.itemsize)
        self._file.write(np.asarray(values).astype(kind).tobytes())

    def read(self, name: str, begin: int, end: int) -> np.ndarray:
        """Returns values of points."""
        kind = self._kinds[name]
        self._file.seek(self._layout.begins[name] + begin*kind.itemsize)
        return np.frombuffer(self._file.read((end - begin)*kind.itemsize), kind).astype(kind.newbyteorder("="))

    def begin(self, known: Callable[[], object]):
        """Writes a file of which no point is known yet, and by known() what is known from the start."""
        self._file.write(self._layout.header)
        for name, fill in self._fills.items():
            for at in range(0, self._sizes[name], PIECE):
                self.put(name, at, np.full(min(PIECE, self._sizes[name] - at), fill, self._kinds[name]))
        known()
        # variables are padded to four bytes; what no one wrote is zero
        self._file.truncate(self._layout.size)
        self.sync()

    def sync(self):
        """What was written is on the disk when this returns."""
        self._file.flush()
        os.fsync(self._file.fileno())


def _header(dimensions: Mapping[str, int], attributes: Mapping, variables: list[Variable], sizes: Mapping[str, int],
            begins: Mapping[str, int]) -> bytes:
    numbers = {name: number for number, name in enumerate(dimensions)}
    parts = [b"CDF\x02", pack(">i", 0)]
    parts += _list(DIMENSION, [_name(name) + pack(">i", size) for name, size in dimensions.items()])
    parts += _attributes(attributes)
    parts += _list(VARIABLE, [b"".join((
        _name(variable.name), pack(">i", len(variable.dimensions)),
        *(pack(">i", numbers[name]) for name in variable.dimensions), *_attributes(variable.attributes),
        pack(">i", TYPES[variable.kind]), pack(">I", min(sizes[variable.name] + -sizes[variable.name] % 4, LARGEST)),
        pack(">q", begins[variable.name]))) for variable in variables])
    return b"".join(parts)


def _list(tag: int, items: list[bytes]) -> list[bytes]:
    return [pack(">ii", tag if items else 0, len(items)), *items]


def _padded(content: bytes) -> bytes:
    return content + bytes(-len(content) % 4)


def _name(name: str) -> bytes:
    content = name.encode("utf-8")
    return pack(">i", len(content)) + _padded(content)


def _attributes(attributes: Mapping) -> list[bytes]:
    return _list(ATTRIBUTE, [_name(name) + _value(value) for name, value in attributes.items()])


def _value(value) -> bytes:
    if isinstance(value, str):
        # a text of no letters is one that some readers do not take
        content = value.encode("utf-8", "replace") or b" "
        return pack(">ii", CHAR, len(content)) + _padded(content)
    numbers = np.atleast_1d(np.asarray(value))
    kind = numbers.dtype.str[1:] if numbers.dtype.str[1:] in TYPES else "i4" if numbers.dtype.kind in "iub" else "f8"
    return pack(">ii", TYPES[kind], numbers.size) + _padded(numbers.astype(">" + kind).tobytes())

"""Rows of a log packed together: columns, their differences, the bytes of like weight side by side, deflated.

A motion is smooth: the bits of a number, read as a whole number, hardly change from row to row, and their differences
of a higher order even less. Of each column those of the order are kept that need the fewest bits,

    d_0 = x,    d_k[i] = d_(k-1)[i] - d_(k-1)[i - 1]  modulo 2^64,    x[-1] = 0,

which sums undo to the last bit. A sign goes to the lowest bit (0, -1, 1, -2, ... become 0, 1, 2, 3, ...), so that the
high bytes are zeros. Numbers in JSON texts are columns, too; what is left of the texts is kept once.

    data    zlib of: length of the head (4 bytes, little-endian), the head (JSON), eight bytes for each number, column
            by column, in each column the lowest bytes of all rows first
    head    orders: of each column; bodies, supports: how many of their numbers a row has; texts: of live, invariants
            and mode what is left of them, holes as NUL

Columns: number and step; t, E_J, ... of records.py; bodies; supports; of live, invariants and mode which text, then the
numbers in it.
"""

import json
import re
import struct
import zlib
from collections.abc import Iterator

import numpy as np

from sandbox.run.logs.records import COLUMNS, SCALARS

HIGHEST = 8                # order of differences
LARGEST = 1 << 26          # [bytes] of a block before it is deflated
HOLE = "\0"
NUMBER = re.compile(r"(?<=: )-?\d+\.\d+(?:e[-+]\d+)?(?=[,}])|(?<=: )-?\d+e[-+]\d+(?=[,}])")
TEXTS = ("live", "invariants", "mode")
AT = {name: place for place, name in enumerate(COLUMNS["rows"])}
NULL = float("nan")        # a number that is none is NULL in SQLite


def pack(numbers: list[int], rows: list[tuple]) -> bytes | None:
    """Returns the data of records of rows (COLUMNS["rows"]) and their numbers, None where they cannot be packed.

    What is returned gives the same records back: that was tried.
    """
    (bodies, supports), *others = {(len(row[AT["bodies"]]), len(row[AT["supports"]])) for row in rows}
    if others or bodies % 8 or supports % 8 or len(rows)*(bodies + supports) > LARGEST//2:
        return None
    texts, holes = {}, []
    for name in TEXTS:
        texts[name], filled = _without_numbers([row[AT[name]] for row in rows])
        holes.append(filled)
    scalars = [[NULL if row[AT[name]] is None else row[AT[name]] for name in SCALARS] for row in rows]
    items = [np.frombuffer(b"".join(row[AT[name]] for row in rows), "<i8").reshape(len(rows), -1)
             for name in ("bodies", "supports")]
    counts = np.array([numbers, [row[AT["step"]] for row in rows]], np.int64).T
    table = np.hstack([counts, np.array(scalars, float).view(np.int64), *items, *holes])
    orders, differences = _differences(np.ascontiguousarray(table.T))
    head = json.dumps({"orders": orders, "bodies": bodies//8, "supports": supports//8, "texts": texts}).encode()
    data = zlib.compress(struct.pack("<I", len(head)) + head + _shuffled(differences))
    try:
        return data if unpack(data, len(rows)) == (numbers, rows) else None
    except (ValueError, zlib.error):
        return None


def unpack(data: bytes, count: int) -> tuple[list[int], list[tuple]]:
    """Returns the numbers and the records of `count` rows; inverse of `pack`.

    Of other data it raises what chain.NONSENSE names, IndexError, struct.error or zlib.error.
    """
    inflating = zlib.decompressobj()
    raw = inflating.decompress(data, LARGEST)
    if count < 1 or not inflating.eof or inflating.unused_data:
        raise ValueError(len(raw))
    end = 4 + struct.unpack("<I", raw[:4])[0]
    head = json.loads(raw[4:end])
    orders, texts = head["orders"], head["texts"]
    if any(order not in range(HIGHEST + 1) for order in orders):
        raise ValueError(orders)
    table = _summed(_together(raw[end:], len(orders), count), orders).T
    # which columns are whose
    width, first = 2 + len(SCALARS), head["bodies"]
    scalars = np.ascontiguousarray(table[:, 2:width]).view(float).tolist()
    bodies, supports = (np.ascontiguousarray(part).astype("<i8") for part in (
        table[:, width:width + first], table[:, width + first:width + first + head["supports"]]))
    place, found = width + first + head["supports"], []
    for name in TEXTS:
        with_holes, most = texts[name], max(text.count(HOLE) for text in texts[name])
        found.append(_with_numbers(with_holes, table[:, place].tolist(), np.ascontiguousarray(
            table[:, place + 1:place + 1 + most]).view(float).tolist()))
        place += 1 + most
    if place != table.shape[1]:
        raise ValueError(place)
    steps = table[:, 1].tolist()
    return table[:, 0].tolist(), [
        (steps[i], *(None if value != value else value for value in scalars[i]), found[0][i], found[1][i], found[2][i],
         bodies[i].tobytes(), supports[i].tobytes()) for i in range(count)]


def rows_in(number: int, count: int, digests: bytes, data: bytes) -> Iterator[tuple]:
    """Yields (number, values, digest) of the rows of a block as it stands in a log; raises what `unpack` does."""
    numbers, rows = unpack(data, count)
    if numbers[0] != number or len(digests) != 8*count:
        raise ValueError(number)
    for i, values in enumerate(rows):
        yield numbers[i], values, digests[8*i:8*i + 8]


# ---- texts --------------------------------------------------------------------------------------------------------

def _without_numbers(texts: list[str]) -> tuple[list[str], np.ndarray]:
    """Returns the different texts with holes instead of numbers, and columns (n, 1 + holes): which, and the numbers."""
    found = [NUMBER.findall(text) for text in texts]
    with_holes = [NUMBER.sub(HOLE, text) for text in texts]
    # a text whose numbers are written otherwise, or that has holes of its own, is kept as it stands
    if len({len(one) for one in found}) > 1 or any(HOLE in text or _filled(left, map(float, numbers)) != text for
                                                   text, left, numbers in zip(texts, with_holes, found, strict=True)):
        with_holes, found = texts, [[] for _text in texts]
    places = {text: place for place, text in enumerate(dict.fromkeys(with_holes))}
    which = np.array([places[text] for text in with_holes], np.int64)[:, None]
    return list(places), np.hstack([which, np.array(found, float).reshape(len(texts), -1).view(np.int64)])


def _with_numbers(with_holes: list[str], which: list[int], numbers: list[list[float]]) -> list[str]:
    if min(which) < 0:
        raise ValueError(which)
    return [_filled(with_holes[place], values) if values else with_holes[place]
            for place, values in zip(which, numbers, strict=True)]


def _filled(with_holes: str, values) -> str:
    parts = with_holes.split(HOLE)
    return parts[0] + "".join(repr(value) + part for value, part in zip(values, parts[1:], strict=True))


# ---- numbers ------------------------------------------------------------------------------------------------------

def _differences(columns: np.ndarray) -> tuple[list[int], np.ndarray]:
    """Takes columns (m, n) and returns the order of differences of each, and these as numbers without a sign (m, n)."""
    best, orders = _folded(columns), np.zeros(len(columns), int)
    least, difference = _bits(best), columns
    for order in range(1, HIGHEST + 1):
        difference = np.diff(difference, axis=1, prepend=0)
        folded = _folded(difference)
        bits = _bits(folded)
        better = bits < least
        best[better], least[better], orders[better] = folded[better], bits[better], order
    return orders.tolist(), best


def _summed(folded: np.ndarray, orders: list[int]) -> np.ndarray:
    """Returns the columns (m, n) of their differences; inverse of _differences."""
    columns = (folded >> np.uint64(1)).view(np.int64) ^ -(folded & np.uint64(1)).view(np.int64)
    chosen = np.array(orders)
    for order in range(HIGHEST, 0, -1):
        again = chosen >= order
        columns[again] = np.cumsum(columns[again], axis=1)
    return columns


def _folded(differences: np.ndarray) -> np.ndarray:
    """0, -1, 1, -2, ... as 0, 1, 2, 3, ..."""
    return ((differences << 1) ^ (differences >> 63)).view(np.uint64)


def _bits(folded: np.ndarray) -> np.ndarray:
    """How many bits each column (m, n) needs, about."""
    return np.log2(folded.astype(float) + 1.0).sum(axis=1)


def _shuffled(columns: np.ndarray) -> bytes:
    """The bytes of columns (m, n), in each column those of like weight side by side."""
    return columns.astype("<u8").view(np.uint8).reshape(*columns.shape, 8).transpose(0, 2, 1).tobytes()


def _together(raw: bytes, m: int, n: int) -> np.ndarray:
    """Returns the columns (m, n) of their bytes; inverse of _shuffled."""
    apart = np.frombuffer(raw, np.uint8).reshape(m, 8, n)
    return np.ascontiguousarray(apart.transpose(0, 2, 1)).view("<u8").reshape(m, n).astype(np.uint64)

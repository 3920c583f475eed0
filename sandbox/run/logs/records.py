"""What a log holds: tables of records in one chain of hashes, and how values become records.

Records of rows (the state), commands, events and the end share one count 1, 2, 3, ... and one chain:

    digest(n) = hash(digest(n - 1), table, n, values),    digest(0) = hash(header)

so a reader knows the last undamaged record. Packed values count as their lengths, and as their bytes behind all others.
A log without an end was not closed.
"""

import json
import platform
from datetime import UTC, datetime
from hashlib import blake2b
from math import isfinite

import numpy as np

from sandbox.mechanics import shown_layout as shown_at
from sandbox.run.rows import Rows
from sandbox.version import VERSION

SCHEMA = 2
PACKED = 3         # rows lie in the table `blocks`, see blocks.py

# besides them `bodies` and `supports` of a row hold 64-bit little-endian numbers, item by item as in mechanics/shown.py
SCALARS = ("t", "E_J", "ledger", "drift", "scale", "max_F_over_N")

COLUMNS = {"rows": ("step", *SCALARS, "live", "invariants", "mode", "bodies", "supports"),
           "commands": ("step", "name", "value"),
           "events": ("t", "body", "kind", "sentence"),
           "ends": ("t",)}
TYPES = {"step": "INTEGER", "body": "INTEGER", "live": "TEXT", "invariants": "TEXT", "mode": "TEXT", "bodies": "BLOB",
         "supports": "BLOB", "name": "TEXT", "value": "TEXT", "kind": "TEXT", "sentence": "TEXT"}     # others: REAL

KINDS = {"INTEGER": int, "TEXT": str, "BLOB": bytes}      # as SQLite gives them back; others: float


def columns_of(table: str) -> str:
    """Returns the columns of a table of records as SQL defines them."""
    typed = ", ".join(f"{name} {TYPES.get(name, 'REAL')}" for name in COLUMNS[table])
    return f"number INTEGER PRIMARY KEY, {typed}, digest BLOB"


def describe(header: dict) -> dict:
    """Returns the header with versions, time of the start, machine and layout of the packed columns added."""
    return {"schema": SCHEMA, "program": VERSION, "start": datetime.now(UTC).isoformat(timespec="seconds"),
            "machine": f"{platform.platform()}, {platform.machine()}, Python {platform.python_version()}",
            "bodies": list(shown_at.BODY), "supports": list(shown_at.SUPPORT), **header}


def digest_of_header(texts: dict) -> bytes:
    """Returns digest(0), the hash of the header."""
    return blake2b(repr(sorted(texts.items())).encode(), digest_size=8).digest()


def next_digest(digest: bytes, table: str, count: int, values: tuple) -> bytes:
    """Returns digest(n) of record n = `count`; `values` as SQLite gives them back: int, float, str, bytes, None."""
    blobs = [value for value in values if type(value) is bytes]
    # the bytes of a thousand balls would be a million letters
    texts = repr((table, count, [len(value) if type(value) is bytes else value for value in values]))
    found = blake2b(digest + texts.encode(), digest_size=8)
    for blob in blobs:
        found.update(blob)
    return found.digest()


def is_written(table: str, values: tuple) -> bool:
    """Returns whether the values of a record are of the kinds that a run writes, whatever their hash says."""
    kinds = [KINDS.get(TYPES.get(name, ""), float) for name in COLUMNS[table]]
    # a number that was none is NULL; a time always was one
    return len(values) == len(kinds) and all(
        type(value) is kind or (value is None and kind is float and name != "t")
        for name, kind, value in zip(COLUMNS[table], kinds, values, strict=True))


def number(value) -> float | None:
    """Returns a float as SQLite stores it: None for nan (NULL), 0.0 for -0.0."""
    value = float(value) + 0.0
    return None if value != value else value


def plain(value) -> float | bool | None:
    """Returns a number or a switch for JSON; None where it is not finite."""
    if isinstance(value, bool | np.bool_):
        return bool(value)
    return float(value) if isfinite(value) else None


def records(rows: Rows) -> list[tuple]:
    """Returns the values of rows in the order of the columns."""
    scalars = [[number(value) for value in getattr(rows, name).tolist()] for name in SCALARS]
    return list(zip(rows.step.tolist(), *scalars, as_json(rows.live, len(rows)), as_json(rows.invariants, len(rows)),
                    _modes(rows), packed(rows.bodies), packed(rows.supports), strict=True))


def as_json(columns: dict, n: int) -> list[str]:
    """Returns numbers and switches by name as JSON in full precision, for each of n rows."""
    if not columns:
        return ["{}"]*n
    if all(column.tobytes() == column[:1].tobytes()*n for column in columns.values()):
        return [json.dumps({name: plain(column[0]) for name, column in columns.items()})]*n
    table = zip(*(column.tolist() for column in columns.values()), strict=True)
    return [json.dumps(dict(zip(columns, map(plain, row), strict=True))) for row in table]


def _modes(rows: Rows) -> list[str]:
    texts: dict[tuple, str] = {}
    for words in map(tuple, rows.mode):
        if words not in texts:
            texts[words] = json.dumps(words)
    return [texts[words] for words in map(tuple, rows.mode)]


def packed(items: np.ndarray) -> list[bytes]:
    """Returns the numbers of bodies or supports (n, items, numbers) as bytes for each row, bit by bit as they are."""
    return [numbers.tobytes() for numbers in items.astype("<f8")]

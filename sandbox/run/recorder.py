"""The log of a run: one SQLite file that survives a killed process and shows where it is damaged.

Three tables of records - rows (the state), commands and events - share one count 1, 2, 3, ... and one chain of hashes:

    digest(n) = hash(digest(n - 1), table, n, values),    digest(0) = hash(header)

so a reader knows the last undamaged record. What was committed survives the process, what was
checkpointed survives the computer.
"""

import json
import platform
import sqlite3
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import blake2b
from math import isfinite

import numpy as np

from sandbox.mechanics.shown import BODY, SUPPORT
from sandbox.run.command import Command
from sandbox.run.rows import Rows
from sandbox.systems.protocol import Event
from sandbox.text import _
from sandbox.version import VERSION

SCHEMA = 1
COMMIT_EVERY = 0.25        # [s] wall time: what a killed process may lose
CHECKPOINT_EVERY = 1.0     # [s] wall time: what a power cut may lose

# besides them `bodies` and `supports` of a row hold 64-bit little-endian numbers, item by item as in mechanics/shown.py
SCALARS = ("t", "E_J", "ledger", "drift", "scale", "max_F_over_N")

COLUMNS = {"rows": ("step", *SCALARS, "live", "invariants", "mode", "bodies", "supports"),
           "commands": ("step", "name", "value"),
           "events": ("t", "body", "kind", "sentence")}
TYPES = {"step": "INTEGER", "body": "INTEGER", "live": "TEXT", "invariants": "TEXT", "mode": "TEXT", "bodies": "BLOB",
         "supports": "BLOB", "name": "TEXT", "value": "TEXT", "kind": "TEXT", "sentence": "TEXT"}     # others: REAL


class Recorder:
    """Writes the log of one run through one connection; a failure ends the log with a sentence, never the run.

    path     file to make; an existing one is refused
    header   scene, preset, parameters, step_rate, source (hash of the scene's text), units {name: unit}, ...;
             anything that JSON can hold
    """

    def __init__(self, path, header: dict):
        self.path = str(path)
        self.trouble = ""          # why nothing is written any more, or ""
        self.rows = 0              # rows written
        self._connection: sqlite3.Connection | None = None
        self._number = 0
        self._last_commit: float | None = None
        self._last_checkpoint = 0.0
        try:
            self._open(describe(header))
        except (sqlite3.Error, OSError) as error:
            self._fail(error)

    @property
    def is_active(self) -> bool:
        return self._connection is not None

    def _open(self, header: dict):
        with open(self.path, "xb"):
            pass
        connection = self._connection = sqlite3.connect(self.path, isolation_level=None, timeout=0.1)
        run = connection.execute
        run("PRAGMA journal_mode=WAL")
        run("PRAGMA synchronous=NORMAL")
        run("PRAGMA wal_autocheckpoint=0")
        run(f"PRAGMA user_version={SCHEMA}")
        run("BEGIN")
        run("CREATE TABLE header (key TEXT PRIMARY KEY, value TEXT)")
        for table, columns in COLUMNS.items():
            typed = ", ".join(f"{name} {TYPES.get(name, 'REAL')}" for name in columns)
            run(f"CREATE TABLE {table} (number INTEGER PRIMARY KEY, {typed}, digest BLOB)")
        texts = {key: json.dumps(value) for key, value in header.items()}
        self._digest = digest_of_header(texts)
        run("INSERT INTO header VALUES ('digest', ?)", (self._digest.hex(),))
        connection.executemany("INSERT INTO header VALUES (?, ?)", texts.items())
        run("COMMIT")

    def write(self, rows: Rows):
        """Writes the states of instants one after the other."""
        if self.is_active and self._write("rows", records(rows)):
            self.rows += len(rows)

    def command(self, command: Command):
        """Writes a command that a person or a script gave the run."""
        self._write("commands", [(int(command.step), command.name, json.dumps(plain(command.value)))])

    def event(self, event: Event):
        """Writes an event of a body."""
        self._write("events", [(number(event.t), int(event.body), event.kind, event.sentence)])

    def _write(self, table: str, records: list[tuple]) -> bool:
        connection = self._connection
        if connection is None or not records:
            return False
        count, digest, lines = self._number, self._digest, []
        for values in records:
            count += 1
            digest = next_digest(digest, table, count, values)
            lines.append((count, *values, digest))
        marks = ", ".join("?"*len(lines[0]))
        try:
            if not connection.in_transaction:
                connection.execute("BEGIN")
            connection.executemany(f"INSERT INTO {table} VALUES ({marks})", lines)
        except (sqlite3.Error, OSError) as error:
            self._fail(error)
            return False
        self._number, self._digest = count, digest
        return True

    def tick(self, now: float):
        """Commits and checkpoints when they are due; `now` is the wall time [s]."""
        connection = self._connection
        if connection is None:
            return
        if self._last_commit is None or now < self._last_commit:       # first look, or the clock was set back
            self._last_commit = self._last_checkpoint = now
        try:
            checkpoint_due = now - self._last_checkpoint >= CHECKPOINT_EVERY
            if checkpoint_due or now - self._last_commit >= COMMIT_EVERY:
                self._last_commit = now
                _commit(connection)
            if checkpoint_due:       # only possible between transactions
                self._last_checkpoint = now
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except (sqlite3.Error, OSError) as error:
            self._fail(error)

    def close(self):
        """Writes what is left and leaves one ordinary file, readable from a read-only place too."""
        connection = self._connection
        if connection is None:
            return
        try:
            _commit(connection)
            with suppress(sqlite3.OperationalError):      # somebody reads it just now: it stays as it is
                connection.execute("PRAGMA journal_mode=DELETE")
            connection.close()
            self._connection = None
        except (sqlite3.Error, OSError) as error:
            self._fail(error)

    def _fail(self, error: Exception):
        connection, self._connection = self._connection, None
        reason = getattr(error, "strerror", None) or error
        self.trouble = _("run log '{path}': cannot be written, {reason}; the run goes on without it").format(
            path=self.path, reason=reason)
        if connection is not None:
            with suppress(sqlite3.Error, OSError):
                connection.close()


def _commit(connection: sqlite3.Connection):
    if connection.in_transaction:
        connection.execute("COMMIT")


def describe(header: dict) -> dict:
    """Returns the header with versions, time of the start, machine and layout of the packed columns added."""
    return {"schema": SCHEMA, "program": VERSION, "start": datetime.now(UTC).isoformat(timespec="seconds"),
            "machine": f"{platform.platform()}, {platform.machine()}, Python {platform.python_version()}",
            "bodies": list(BODY), "supports": list(SUPPORT), **header}


def digest_of_header(texts: dict) -> bytes:
    """Returns digest(0), the hash of the header."""
    return blake2b(repr(sorted(texts.items())).encode(), digest_size=8).digest()


def next_digest(digest: bytes, table: str, count: int, values: tuple) -> bytes:
    """Returns digest(n) of record n = `count`; `values` as SQLite gives them back: int, float, str, bytes, None."""
    return blake2b(digest + repr((table, count, values)).encode(), digest_size=8).digest()


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

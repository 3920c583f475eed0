"""Writes the log of a run: one SQLite file that survives a killed process and shows where it is damaged.

What was committed survives the process, what was checkpointed survives the computer.
"""

import errno
import json
import os
import sqlite3
from contextlib import suppress

from sandbox.files import private, sync_folder
from sandbox.run.command import OF_NO_PARAMETER, Command, plain_value
from sandbox.run.logs.records import (
    COLUMNS,
    SCHEMA,
    columns_of,
    describe,
    digest_of_header,
    next_digest,
    number,
    plain,
    records,
)
from sandbox.run.logs.views import views
from sandbox.run.rows import Rows
from sandbox.systems.protocol import Event
from sandbox.text import _

COMMIT_EVERY = 0.25        # [s] wall time: what a killed process may lose
CHECKPOINT_EVERY = 1.0     # [s] wall time: what a power cut may lose


class Recorder:
    """Writes the log of one run through one connection; a failure ends the log with a sentence, never the run.

    path     file to make; an existing one is refused
    header   scene, preset, parameters, step_rate, source (hash of the scene's text), units {name: unit}, ...;
             anything that JSON can hold
    taken    the file was made empty for this log before

    An exception that comes from outside in the middle of a write, as Ctrl-C does, leaves a log that can be closed.
    """

    def __init__(self, path, header: dict, taken: bool = False):
        self.path = str(path)
        self.trouble = ""          # why nothing is written any more, or ""
        self.rows = 0              # rows written
        self.t = 0.0               # time of the last of them [s]
        self._connection: sqlite3.Connection | None = None
        self._number = 0
        self._next: tuple[int, int, bytes, int, float] | None = None
        self._last_commit: float | None = None
        self._last_checkpoint = 0.0
        try:
            self._open(describe(header), taken)
        except (sqlite3.Error, OSError) as error:
            self._fail(error)

    @property
    def is_active(self) -> bool:
        return self._connection is not None

    def _open(self, header: dict, taken: bool):
        if not taken:
            with open(self.path, "xb", opener=private):
                pass
        elif os.path.getsize(self.path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        connection = self._connection = sqlite3.connect(self.path, isolation_level=None, timeout=0.1)
        run = connection.execute
        run("PRAGMA journal_mode=WAL")
        run("PRAGMA synchronous=NORMAL")
        run("PRAGMA wal_autocheckpoint=0")
        run(f"PRAGMA user_version={SCHEMA}")
        run("BEGIN")
        run("CREATE TABLE header (key TEXT PRIMARY KEY, value TEXT)")
        for table in COLUMNS:
            run(f"CREATE TABLE {table} ({columns_of(table)})")
        for view in views():
            run(view)
        texts = {key: json.dumps(value) for key, value in header.items()}
        self._digest = digest_of_header(texts)
        run("INSERT INTO header VALUES ('digest', ?)", (self._digest.hex(),))
        connection.executemany("INSERT INTO header VALUES (?, ?)", texts.items())
        run("COMMIT")

    def write(self, rows: Rows):
        """Writes the states of instants one after the other."""
        if self.is_active:
            self.copy("rows", records(rows))

    def command(self, command: Command):
        """Writes a command that a person or a script gave the run."""
        self.copy("commands", [(int(command.step), command.name, json.dumps(
            plain_value(command.value) if command.name in OF_NO_PARAMETER else plain(command.value)))])

    def event(self, event: Event):
        """Writes an event of a body."""
        self.copy("events", [(number(event.t), int(event.body), event.kind, event.sentence)])

    def copy(self, table: str, records: list[tuple]) -> bool:
        """Writes records of a table as they are; returns whether that went well."""
        connection = self._connection
        if connection is None or not records:
            return False
        try:
            self._settle(connection)
            count, digest, lines = self._number, self._digest, []
            for values in records:
                count += 1
                digest = next_digest(digest, table, count, values)
                lines.append((count, *values, digest))
            marks = ", ".join("?"*len(lines[0]))
            if not connection.in_transaction:
                connection.execute("BEGIN")
            rows, t = (self.rows + len(lines), records[-1][1]) if table == "rows" else (self.rows, self.t)
            self._next = (connection.total_changes + len(lines), count, digest, rows, t)
            connection.executemany(f"INSERT INTO {table} VALUES ({marks})", lines)
            self._settle(connection)
        except (sqlite3.Error, OSError) as error:
            self._fail(error)
            return False
        return True

    def _settle(self, connection: sqlite3.Connection):
        """Goes on behind the records of the last write, if it took place: it may have been cut short by Ctrl-C."""
        if self._next is not None and connection.total_changes >= self._next[0]:
            _changes, self._number, self._digest, self.rows, self.t = self._next
        self._next = None

    def tick(self, now: float):
        """Commits and checkpoints when they are due; `now` is the wall time [s]."""
        if self._last_commit is not None and now < self._last_commit:       # the clock was set back
            self._last_commit = self._last_checkpoint = now
        if self._last_commit is None or now - self._last_commit >= COMMIT_EVERY:
            self.commit(now)

    def commit(self, now: float | None = None):
        """Hands over what was written, and checkpoints when that is due; `now` is the wall time [s], if it is known."""
        connection = self._connection
        if connection is None:
            return
        try:
            if connection.in_transaction:
                connection.execute("COMMIT")
            if now is None:
                return
            if self._last_commit is None:
                self._last_checkpoint = now
            self._last_commit = now
            if now - self._last_checkpoint >= CHECKPOINT_EVERY:
                self._last_checkpoint = now
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except (sqlite3.Error, OSError) as error:
            self._fail(error)

    def close(self):
        """Writes what is left and the end, and leaves one ordinary file, readable from a read-only place too."""
        if self._connection is None or not self.copy("ends", [(self.t,)]):
            return
        connection = self._connection
        try:
            connection.execute("COMMIT")
            with suppress(sqlite3.OperationalError):      # somebody reads it just now: it stays as it is
                connection.execute("PRAGMA journal_mode=DELETE")
            connection.close()
            self._connection = None
        except (sqlite3.Error, OSError) as error:
            self._fail(error)
            return
        # the name too outlasts a power cut
        sync_folder(os.path.dirname(self.path) or ".")

    def _fail(self, error: Exception):
        connection, self._connection = self._connection, None
        reason = getattr(error, "strerror", None) or error
        self.trouble = _("run log '{path}': cannot be written, {reason}; the run goes on without it").format(
            path=self.path, reason=reason)
        if connection is not None:
            with suppress(sqlite3.Error, OSError):
                connection.close()

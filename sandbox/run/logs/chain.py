"""The records of a log one after the other, from the header to the first that is missing or not as it was written."""

import heapq
import json
import shutil
import sqlite3
import struct
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sandbox.run.logs.blocks import rows_in
from sandbox.run.logs.records import COLUMNS, PACKED, SCHEMA, digest_of_header, is_written, next_digest
from sandbox.schema import refuse_halves
from sandbox.text import _

# what JSON, numbers and sizes that no run wrote may lead to
NONSENSE = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError, MemoryError)


class NoLog(ValueError):
    """A file of which nothing can be read as a log; the text says why.

    header   the facts in the header, where it could be read
    """

    def __init__(self, sentence: str, header: dict | None = None):
        super().__init__(sentence)
        self.header = header or {}


class Chain:
    """The undamaged records of a log, once; what is known of the others stands when they are through.

    path, header   the file, facts of the run
    rows, t        undamaged rows so far, and the time of the last one [s]
    stored_rows    rows in the file, damaged ones too
    is_closed      whether the log was brought to its end (one of an old version never says)
    is_damaged     whether there are records that cannot be trusted
    trouble        why it was not read to an end, or ""
    """

    def __init__(self, connection: sqlite3.Connection, shown: Path):
        self._connection, self.path = connection, shown
        texts = dict(connection.execute("SELECT key, value FROM header"))
        stored_digest = texts.pop("digest", "")
        self._digest = digest_of_header(texts)
        if self._digest.hex() != stored_digest:
            raise NoLog(_("log '{path}': the header is damaged").format(path=shown))
        self.header = {key: json.loads(value) for key, value in texts.items()}
        try:
            refuse_halves(self.header)
        except ValueError as error:
            raise NoLog(f"{shown}: {error}") from None
        if self.header.get("schema") not in (SCHEMA, PACKED):
            raise NoLog(_("log '{path}': got schema {found}, needs {allowed}").format(
                path=shown, found=self.header.get("schema"), allowed=SCHEMA), self.header)
        names = {name for name, in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        self._tables = [table for table in COLUMNS if table in names]
        self._has_blocks = "blocks" in names
        self.rows, self.t, self.trouble = 0, 0.0, ""
        self.is_closed = "ends" not in names
        self.is_damaged = False

    @property
    def stored_rows(self) -> int:
        count = "SELECT count(*) FROM rows"
        if self._has_blocks:
            count = f"SELECT ({count}) + (SELECT coalesce(sum(count), 0) FROM blocks)"
        try:
            stored, = self._connection.execute(count).fetchone()
        except sqlite3.Error:
            return self.rows
        return max(self.rows, stored if type(stored) is int else 0)

    def __iter__(self) -> Iterator[tuple[str, tuple]]:
        """Yields (table, values) in the order in which they were written."""
        reasons: list[str] = []
        count, digest = 0, self._digest
        for found, table, values, stored_digest in heapq.merge(
                *(self._read(table, reasons) for table in self._tables),
                *([self._read_blocks(reasons)] if self._has_blocks else []), key=lambda record: record[0]):
            if found != count + 1:
                reasons.append(_("it is missing"))
                break
            count += 1
            digest = next_digest(digest, table, count, values)
            if digest != stored_digest:
                reasons.append(_("its hash does not fit"))
                count -= 1
                break
            if not is_written(table, values):
                reasons.append(_("it is not what a run writes"))
                count -= 1
                break
            if table == "rows":
                self.rows, self.t = self.rows + 1, values[1]
            elif table == "ends":
                self.is_closed = True
            yield table, values
        if reasons:
            self.is_damaged = True
            self.trouble = _("log '{path}': record {number} is damaged ({reason}); read {rows} rows, to t = {t} s"
                             ).format(path=self.path, number=count + 1, reason=reasons[0], rows=self.rows, t=self.t)
        elif not self.is_closed:
            self.trouble = _("log '{path}': ended without being closed, at t = {t} s: its run was killed, or "
                             "still goes on").format(path=self.path, t=self.t)

    def _read(self, table: str, reasons: list[str]) -> Iterator[tuple]:
        """Yields the readable records of a table in the order of their numbers: (number, table, values, digest)."""
        try:
            for record in self._connection.execute(f"SELECT * FROM {table} ORDER BY number"):
                if type(record[0]) is not int:
                    reasons.append(_("it is not what a run writes"))
                    return
                yield record[0], table, record[1:-1], record[-1]
        except sqlite3.Error as error:
            reasons.append(str(error))
        except (MemoryError, UnicodeDecodeError):
            # a record says that it is larger than any memory, or Python finds no text in the name of a column
            reasons.append(_("it is not what a run writes"))

    def _read_blocks(self, reasons: list[str]) -> Iterator[tuple]:
        """Yields the same of rows that lie packed together; those of a block that cannot be unpacked are lost."""
        try:
            for number, count, digests, data in self._connection.execute(
                    "SELECT number, count, digests, data FROM blocks ORDER BY number"):
                for row, values, digest in rows_in(number, count, digests, data):
                    yield row, "rows", values, digest
        except sqlite3.Error as error:
            reasons.append(str(error))
        except (*NONSENSE, IndexError, zlib.error, struct.error):
            reasons.append(_("it is not what a run writes"))


@contextmanager
def opened(path) -> Iterator[Chain]:
    """Opens a log without changing it, one of a killed or running process too; NoLog where nothing can be read."""
    path = Path(path)
    if not path.is_file():
        raise NoLog(_("log '{path}': there is no such file").format(path=path))
    with ExitStack() as stack:
        try:
            chain = _opened(path, stack)
        except NoLog:
            raise
        except (sqlite3.Error, OSError, *NONSENSE) as error:
            raise unreadable(path, error) from error
        yield chain


def unreadable(path, reason) -> NoLog:
    """Returns the refusal of a file that cannot be read."""
    return NoLog(_("log '{path}': cannot be read, {reason}").format(path=path, reason=reason))


def _opened(path: Path, stack: ExitStack) -> Chain:
    """Opens a database file, or a copy of it: a read-only folder has no place for the files of a write-ahead log."""
    try:
        return _chain(path, path, stack)
    except sqlite3.OperationalError:
        folder = stack.enter_context(TemporaryDirectory())
        copy = shutil.copy(path, folder)
        journal = path.with_name(path.name + "-wal")
        if journal.exists():
            shutil.copy(journal, folder)
        return _chain(Path(copy), path, stack)


def _chain(path: Path, shown: Path, stack: ExitStack) -> Chain:
    connection = stack.enter_context(closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)))
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    # all tables at one moment, while a run goes on writing
    connection.execute("BEGIN")
    return Chain(connection, shown)

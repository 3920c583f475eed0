"""The undamaged records of a log as a packed one: a fifth to a twentieth of the size, the same to the last bit.

A log that is being written has plain rows: what a killed process leaves is read up to its last commit, and other
programs read its views, which SQL could not make of deflated blocks. Put away it may lie packed: a table `blocks`
instead of `rows`, which has what could not be packed, no views, all else alike.

    blocks    number of the first row, count of rows, digests (8 bytes for each row), data (blocks.py)
"""

import errno
import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing

from sandbox.files import private, sync_folder, temporary
from sandbox.run.logs.blocks import pack
from sandbox.run.logs.chain import Chain, opened
from sandbox.run.logs.records import COLUMNS, PACKED, columns_of, digest_of_header, next_digest

ROWS = 60            # of a block: what one damaged byte may cost, a second


def pack_log(source, out, tell: Callable[[int], object] = lambda _rows: None
             ) -> tuple[Chain, int, int]:
    """Writes the undamaged records of a log as a packed one, which replaces `out` when it is whole.

    tell      tell(rows so far), called now and then
    returns   the chain of `source`, read through, rows of it that cannot be trusted, rows that were not packed
    raises    NoLog where nothing can be read; OSError where nothing can be written: `out` is as it was
    """
    with opened(source) as chain, temporary(out) as passing:
        with open(passing, "xb", opener=private):
            pass
        try:
            lost, plain = _write(chain, passing, {"packed_from": str(source)}, tell)
        except sqlite3.Error as error:
            raise OSError(errno.EIO, str(error)) from error
        with open(passing, "rb+") as file:
            os.fsync(file.fileno())
        os.replace(passing, out)
    sync_folder(os.path.dirname(out) or ".")
    return chain, lost, plain


def _write(chain: Chain, path, more: dict, tell: Callable[[int], object]) -> tuple[int, int]:
    """Writes all records to an empty file; returns how many rows were lost, and how many were not packed."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        run = connection.execute
        # a block fills whole pages: of the usual ones, 4 kB, a quarter would be empty
        run("PRAGMA page_size=512")
        # it gets its name when it is whole: nobody goes on with a half of it
        run("PRAGMA journal_mode=OFF")
        run(f"PRAGMA user_version={PACKED}")
        run("BEGIN")
        texts = {key: json.dumps(value) for key, value in {**chain.header, "schema": PACKED, **more}.items()}
        digest = digest_of_header(texts)
        run("CREATE TABLE header (key TEXT PRIMARY KEY, value TEXT)")
        connection.executemany("INSERT INTO header VALUES (?, ?)", [("digest", digest.hex()), *texts.items()])
        for table in COLUMNS:
            run(f"CREATE TABLE {table} ({columns_of(table)})")
        run("CREATE TABLE blocks (number INTEGER PRIMARY KEY, count INTEGER, digests BLOB, data BLOB)")
        plain = 0
        for rows in _written(connection, chain, digest):
            plain += _write_block(connection, rows)
            tell(chain.rows)
        run("COMMIT")
    return chain.stored_rows - chain.rows, plain


def _written(connection: sqlite3.Connection, chain: Chain, digest: bytes) -> Iterator[list[tuple]]:
    """Writes all records but rows, and an end; yields rows as they belong together: (number, values, digest)."""
    waiting: list[tuple] = []
    for count, (table, values) in enumerate(_with_end(chain), 1):
        digest = next_digest(digest, table, count, values)
        if table == "rows":
            if waiting and (len(waiting) == ROWS or not _are_alike(waiting[-1][1], values)):
                yield waiting
                waiting = []
            waiting.append((count, values, digest))
        else:
            _insert(connection, table, [(count, *values, digest)])
    if waiting:
        yield waiting


def _with_end(chain: Chain) -> Iterator[tuple[str, tuple]]:
    # one that was not closed is closed now, as by `recover`
    for table, values in chain:
        if table != "ends":
            yield table, values
    yield "ends", (float(chain.t),)


def _are_alike(row: tuple, other: tuple) -> bool:
    """Whether two rows have as many bodies and supports."""
    return [len(packed) for packed in row[-2:]] == [len(packed) for packed in other[-2:]]


def _write_block(connection: sqlite3.Connection, rows: list[tuple]) -> int:
    """Writes rows as a block; where that cannot be as they are. Returns how many it did not pack."""
    numbers, values, digests = zip(*rows, strict=True)
    data = pack(list(numbers), list(values))
    if data is None:
        _insert(connection, "rows", [(number, *one, digest) for number, one, digest in rows])
        return len(rows)
    connection.execute("INSERT INTO blocks VALUES (?, ?, ?, ?)", (numbers[0], len(rows), b"".join(digests), data))
    return 0


def _insert(connection: sqlite3.Connection, table: str, records: list[tuple]):
    marks = ", ".join("?"*len(records[0]))
    connection.executemany(f"INSERT INTO {table} VALUES ({marks})", records)

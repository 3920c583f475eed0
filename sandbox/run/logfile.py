"""Reads the log of a run up to its last undamaged record, and exports it as tables for other programs."""

import csv
import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from sandbox.files import replaced
from sandbox.mechanics.shown import BODY, SUPPORT
from sandbox.run.command import Command
from sandbox.run.recorder import COLUMNS, SCALARS, SCHEMA, digest_of_header, next_digest
from sandbox.systems.protocol import Event
from sandbox.text import _

UNITS = {"t": "s", "E_J": "J", "ledger": "J", "scale": "J", "centre": "m", "velocity": "m/s", "position": "m",
         "angular_velocity": "rad/s", "contact": "m", "N": "N", "F": "N"}
AXES = {1: ("",), 3: ("_x", "_y", "_z"), 4: ("_w", "_x", "_y", "_z")}


@dataclass(frozen=True)
class Log:
    """The content of a log file up to its last undamaged record.

    rows      name -> array over the rows: step, t, E_J, ...
    live      name -> values of a live parameter over the rows; nan where a row has none
    bodies    name -> array (rows, bodies[, components]): centre, velocity, ..., N, F, F_over_N, mode
    supports  name -> array (rows, supports, components)
    trouble   why the file was not read to its end, or ""
    """

    header: dict = field(default_factory=dict)
    rows: dict = field(default_factory=dict)
    live: dict = field(default_factory=dict)
    invariants: dict = field(default_factory=dict)
    bodies: dict = field(default_factory=dict)
    supports: dict = field(default_factory=dict)
    commands: tuple = ()
    events: tuple = ()
    good_rows: int = 0
    trouble: str = ""


def read_log(path) -> Log:
    """Reads a log without changing it, a damaged one up to its last undamaged record.

    Logs of killed and of running processes are read too. A file that is no log gives an empty Log with its trouble.
    """
    path = Path(path)
    if not path.is_file():
        return Log(trouble=_("log '{path}': there is no such file").format(path=path))
    try:
        try:
            return read_database(path)
        except sqlite3.OperationalError:
            # a read-only folder has no place for the files that go with a write-ahead log: read a copy
            with TemporaryDirectory() as folder:
                copy = shutil.copy(path, folder)
                journal = path.with_name(path.name + "-wal")
                if journal.exists():
                    shutil.copy(journal, folder)
                return read_database(Path(copy), shown=path)
    except (sqlite3.Error, OSError, ValueError, TypeError, KeyError) as error:
        return Log(trouble=_("log '{path}': cannot be read, {reason}").format(path=path, reason=error))


def read_database(path: Path, shown: Path | None = None) -> Log:
    """Reads a database file, which may be a copy; sentences name the file `shown`."""
    shown = shown or path
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        texts = dict(connection.execute("SELECT key, value FROM header"))
        stored_digest = texts.pop("digest", "")
        digest = digest_of_header(texts)
        if digest.hex() != stored_digest:
            return Log(trouble=_("log '{path}': the header is damaged").format(path=shown))
        header = {key: json.loads(value) for key, value in texts.items()}
        if header.get("schema") != SCHEMA:
            return Log(header, trouble=_("log '{path}': got schema {found}, needs {allowed}").format(
                path=shown, found=header.get("schema"), allowed=SCHEMA))
        found: dict[int, tuple] = {}
        reasons: list[str] = []
        for table in COLUMNS:
            records, reason = read_table(connection, table)
            found |= {record[0]: (table, record[1:-1], record[-1]) for record in records}
            reasons += [reason] if reason else []

    # follow the chain from the header to the first record that is missing or not as it was written
    good: dict[str, list] = {table: [] for table in COLUMNS}
    count = 0
    while count + 1 in found:
        table, values, stored_digest = found[count + 1]
        if next_digest(digest, table, count + 1, values) != stored_digest:
            reasons.append(_("its hash does not fit"))
            break
        good[table].append(values)
        digest, count = stored_digest, count + 1
    trouble = ""
    if reasons or count < len(found):
        rows = good["rows"]
        trouble = _("log '{path}': record {number} is damaged ({reason}); read {rows} rows, to t = {t} s").format(
            path=shown, number=count + 1, reason=reasons[0] if reasons else _("it is missing"), rows=len(rows),
            t=rows[-1][1] if rows else 0.0)
    return log_of_records(header, good, trouble)


def read_table(connection, table: str) -> tuple[list, str]:
    """Returns the readable records of a table in the order of their numbers, and why reading ended early, or ""."""
    records = []
    try:
        for record in connection.execute(f"SELECT * FROM {table} ORDER BY number"):
            records.append(record)
    except sqlite3.Error as error:
        return records, str(error)
    return records, ""


def log_of_records(header: dict, good: dict, trouble: str) -> Log:
    """Returns a Log of checked records, one column for each quantity."""
    records = dict(zip(COLUMNS["rows"], zip(*good["rows"], strict=True), strict=True)) if good["rows"] else {}
    column = {name: records.get(name, ()) for name in COLUMNS["rows"]}
    bodies = unpack(column["bodies"], BODY)
    with np.errstate(divide="ignore", invalid="ignore"):
        bodies["F_over_N"] = np.linalg.norm(bodies["F"], axis=-1)/bodies["N"]
    bodies["mode"] = np.array([json.loads(text) for text in column["mode"]], dtype=str).reshape(bodies["N"].shape)
    return Log(header=header,
               rows={"step": np.array(column["step"], dtype=np.int64),
                     **{name: np.array(column[name], dtype=float) for name in SCALARS}},
               live=columns_by_name(column["live"]), invariants=columns_by_name(column["invariants"]),
               bodies=bodies, supports=unpack(column["supports"], SUPPORT),
               commands=tuple(Command(step, name, json.loads(value)) for step, name, value in good["commands"]),
               events=tuple(Event(*values) for values in good["events"]),
               good_rows=len(good["rows"]), trouble=trouble)


def unpack(blobs: tuple, layout: tuple) -> dict:
    """Returns name -> array (rows, items[, components]) of packed bodies or supports; inverse of recorder.packed."""
    width = sum(size for _name, size in layout)
    table = np.empty((0, 0, width))
    if blobs:
        table = np.array([np.frombuffer(blob, dtype="<f8") for blob in blobs]).reshape(len(blobs), -1, width)
    parts = np.split(table, np.cumsum([size for _name, size in layout])[:-1], axis=-1)
    return {name: part[..., 0] if size == 1 else part for (name, size), part in zip(layout, parts, strict=True)}


def columns_by_name(texts: tuple) -> dict:
    """Returns name -> array (rows,) from one JSON object for each row; nan where a row has no such name."""
    objects = [json.loads(text) for text in texts]
    names = list(dict.fromkeys(name for values in objects for name in values))
    return {name: np.array([values.get(name) for values in objects], dtype=float) for name in names}


# ---- for other programs -------------------------------------------------------------------------------------------

def flat_columns(log: Log) -> dict:
    """Returns each quantity of a log as a column, named with its unit: "t [s]", "live rate [rad/s]", "centre_x [m]"."""
    units = UNITS | log.header.get("units", {})
    columns = {}

    def add(name, quantity, values):
        columns[f"{name} [{units[quantity]}]" if units.get(quantity) else name] = values

    for kind, group in (("", log.rows), ("live", log.live), ("invariant", log.invariants)):
        for name, values in group.items():
            add(f"{kind} {name}".strip(), name, values)
    for prefix, items in (("body", log.bodies), ("support", log.supports)):
        for quantity, values in items.items():
            several = values.shape[1] > 1 or prefix == "support"
            axes = AXES[values.shape[2]] if values.ndim == 3 else ("",)
            for i in range(values.shape[1]):
                for k, axis in enumerate(axes):
                    add(f"{prefix}{i} {quantity}{axis}" if several else quantity + axis, quantity,
                        values[:, i, k] if values.ndim == 3 else values[:, i])
    return columns


def export_csv(source, out):
    """Writes the rows of a log (a path or a Log) as a table: UTF-8, decimal points, digits that give the same bits."""
    columns = flat_columns(source if isinstance(source, Log) else read_log(source))
    with replaced(out) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*(values.tolist() for values in columns.values()), strict=True))


def export_npz(source, out):
    """Writes the arrays of a log (a path or a Log): t, ..., live.rate, ..., bodies.centre (rows, bodies, 3), ..."""
    log = source if isinstance(source, Log) else read_log(source)
    groups = {"": log.rows, "live.": log.live, "invariants.": log.invariants, "bodies.": log.bodies,
              "supports.": log.supports}
    with replaced(out, binary=True) as file:
        np.savez_compressed(file, **{kind + name: values for kind, group in groups.items()
                                     for name, values in group.items()})

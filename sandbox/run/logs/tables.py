"""A log as tables for other programs: CSV and NPZ, and what of the log is missing in them."""

import csv
from collections.abc import Callable, Iterable

import numpy as np

from sandbox.files import replaced
from sandbox.run.logs.chain import NoLog, opened
from sandbox.run.logs.logfile import Log, log_parts, read_log
from sandbox.text import _

UNITS = {"t": "s", "E_J": "J", "ledger": "J", "scale": "J", "centre": "m", "velocity": "m/s", "position": "m",
         "angular_velocity": "rad/s", "contact": "m", "N": "N", "F": "N"}
AXES = {1: ("",), 3: ("_x", "_y", "_z"), 4: ("_w", "_x", "_y", "_z")}


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


def export_csv(source, out, tell: Callable[[int], object] = lambda _rows: None) -> str:
    """Writes the rows of a log (a path or a Log) as a table: UTF-8, decimal points, digits that give the same bits.

    tell      tell(rows so far), called now and then
    returns what of the log is missing in it, in a sentence, or "";  raises NoLog where nothing can be read
    """
    if isinstance(source, Log):
        _write_csv([source], out, tell)
        return missing(source.good_rows, source.lost_rows, source.trouble)
    # part by part: the log of a long run is larger than the memory
    with opened(source) as chain:
        _write_csv(log_parts(chain), out, tell)
        return missing(chain.rows, chain.stored_rows - chain.rows, chain.trouble)


def _write_csv(parts: Iterable[Log], out, tell: Callable[[int], object]):
    with replaced(out) as file:
        writer, names, rows = csv.writer(file, lineterminator="\n"), None, 0
        for part in parts:
            columns = flat_columns(part)
            if names is None:
                names = list(columns)
                writer.writerow(names)
            if part.good_rows:
                writer.writerows(zip(*(columns[name].tolist() for name in names), strict=True))
            rows += part.good_rows
            tell(rows)


def export_npz(source, out) -> str:
    """Writes the arrays of a log (a path or a Log): t, ..., live.rate, ..., bodies.centre (rows, bodies, 3), ...

    returns what of the log is missing in them, in a sentence, or "";  raises NoLog where nothing can be read
    """
    log = source if isinstance(source, Log) else read_log(source)
    if not log.rows:
        raise NoLog(log.trouble, log.header)
    groups = {"": log.rows, "live.": log.live, "invariants.": log.invariants, "bodies.": log.bodies,
              "supports.": log.supports}
    with replaced(out, binary=True) as file:
        np.savez_compressed(file, **{kind + name: values for kind, group in groups.items()
                                     for name, values in group.items()})
    return missing(log.good_rows, log.lost_rows, log.trouble)


def missing(good: int, lost: int, trouble: str) -> str:
    """Returns what is missing of a log with `good` readable rows and `lost` ones behind a damage, or ""."""
    if lost:
        return _("{good} of {all} rows: {trouble}").format(good=good, all=good + lost, trouble=trouble)
    return trouble

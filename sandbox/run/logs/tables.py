"""A log as tables for other programs: CSV and NPZ, and what of the log is missing in them."""

import csv
from collections.abc import Callable, Iterable

import numpy as np

from sandbox.files import replaced
from sandbox.run.logs.chain import NoLog, opened
from sandbox.run.logs.logfile import Log, log_parts, read_log
from sandbox.run.logs.names import columns, named, units_of
from sandbox.text import _


def flat_columns(log: Log) -> dict:
    """Returns each quantity of a log as a column, named with its unit: "t [s]", "live_rate [rad/s]", "centre_x [m]"."""
    units = units_of(log)
    return {f"{name} [{units[one.quantity]}]" if units.get(one.quantity) else name: values
            for name, one, values in columns(log)}


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
            found = flat_columns(part)
            if names is None:
                names = list(found)
                writer.writerow(names)
            if part.good_rows:
                writer.writerows(zip(*(found[name].tolist() for name in names), strict=True))
            rows += part.good_rows
            tell(rows)


def export_npz(source, out) -> str:
    """Writes the arrays of a log (a path or a Log): t, ..., live_rate, ..., centre (rows, bodies, 3), ... (names.py)

    returns what of the log is missing in them, in a sentence, or "";  raises NoLog where nothing can be read
    """
    log = source if isinstance(source, Log) else read_log(source)
    if not log.rows:
        raise NoLog(log.trouble, log.header)
    with replaced(out, binary=True) as file:
        np.savez_compressed(file, **{one.name: one.values for one in named(log)})      # type: ignore[arg-type]
    return missing(log.good_rows, log.lost_rows, log.trouble)


def missing(good: int, lost: int, trouble: str) -> str:
    """Returns what is missing of a log with `good` readable rows and `lost` ones behind a damage, or ""."""
    if lost:
        return _("{good} of {all} rows: {trouble}").format(good=good, all=good + lost, trouble=trouble)
    return trouble

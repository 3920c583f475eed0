"""A run as a table at any rate: CSV, NPZ, netCDF-3."""

from collections.abc import Callable, Iterator

from sandbox.exports.span import MOST_ROWS, Span
from sandbox.run.logs.netcdf import export_netcdf
from sandbox.run.logs.tables import export_csv, export_npz
from sandbox.run.record import record_of
from sandbox.run.rows import Rows, concatenated
from sandbox.run.simulation import Simulation

AT_ONCE = 512            # instants between two looks whether somebody still waits

WRITERS = {".csv": export_csv, ".npz": export_npz, ".nc": export_netcdf}


def rows_of(run: Simulation, span: Span, tell: Callable[[float], object]) -> Iterator[Rows]:
    """Takes a run at its start and yields the rows of a span; `tell(t)` may raise."""
    times = span.times()
    for k in range(0, len(times), AT_ONCE):
        tell(run.t)
        if run.ended is not None:
            return
        yield from run.rows_at(times[k:k + AT_ONCE])


def export_table(run: Simulation, span: Span, out, tell: Callable[[float], object] = lambda _t: None) -> int:
    """Takes a run at its start, writes a table of a span of it and returns the number of its rows.

    tell     tell(t) [s], called now and then; whatever it raises ends the work before a file is there
    raises   BadValue for too many rows; OSError reaches the caller
    """
    span.check(MOST_ROWS)
    parts = [run.row()[:0], *rows_of(run, span, tell)]
    record = record_of(run, concatenated(parts))
    tell(run.t)
    WRITERS[out.suffix](record, out)
    return record.good_rows

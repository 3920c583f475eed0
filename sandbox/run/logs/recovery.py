"""The undamaged records of a log, a packed one too, as a whole new log."""

from collections.abc import Callable
from itertools import groupby, islice

from sandbox.run.logs.chain import opened
from sandbox.run.logs.recorder import Recorder
from sandbox.run.logs.records import SCHEMA

AT_ONCE = 4096       # records


def recover(source, open_log: Callable, tell: Callable[[int], object] = lambda _rows: None
            ) -> tuple[Recorder, int, str]:
    """Copies the undamaged records of a log to a new one, which names where they come from, and closes it.

    open_log   open_log(header) -> Recorder;  tell  tell(rows so far), called now and then
    returns    recorder of the new log, rows that cannot be trusted, why the log was not read to an end or ""
    raises     NoLog where nothing can be read
    """
    with opened(source) as chain:
        recorder = open_log({**chain.header, "schema": SCHEMA, "recovered_from": str(source)})
        try:
            for table, records in groupby(chain, key=lambda record: record[0]):
                values = (record[1] for record in records)
                # the new log has an end of its own
                while table != "ends" and (part := list(islice(values, AT_ONCE))) and recorder.copy(table, part):
                    recorder.commit()
                    tell(recorder.rows)
        finally:
            recorder.close()
        return recorder, chain.stored_rows - chain.rows, chain.trouble

"""The log of a run as arrays, up to its last undamaged record."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from sandbox.mechanics import shown_layout as shown_at
from sandbox.run.command import command_of
from sandbox.run.logs.chain import NONSENSE, Chain, NoLog, opened, unreadable
from sandbox.run.logs.records import COLUMNS, SCALARS
from sandbox.run.rows import end_to_end
from sandbox.systems.protocol import Event

PART = 4096       # rows


@dataclass(frozen=True)
class Log:
    """The content of a log file up to its last undamaged record.

    rows      name -> array over the rows: step, t, E_J, ...
    live      name -> values of a live parameter over the rows; nan where a row has none
    bodies    name -> array (rows, bodies[, components]): centre, velocity, ..., N, F, F_over_N, mode
    supports  name -> array (rows, supports, components)
    trouble   why the file was not read to its end, or has none, or ""
    is_closed, lost_rows   whether the run was logged to an end; rows in the file that cannot be trusted
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
    is_closed: bool = True
    lost_rows: int = 0


def read_log(path) -> Log:
    """Reads a log without changing it, a damaged one up to its last undamaged record.

    Logs of killed and of running processes are read too. A file that is no log gives an empty Log with its trouble.
    """
    try:
        with opened(path) as chain:
            parts = list(log_parts(chain))
            return replace(concatenated(parts), header=chain.header, trouble=chain.trouble, is_closed=chain.is_closed,
                           lost_rows=chain.stored_rows - chain.rows)
    except NoLog as reason:
        return Log(header=reason.header, trouble=str(reason), is_closed=False)


def log_parts(chain: Chain) -> Iterator[Log]:
    """Yields the undamaged records of a log in parts of at most PART rows, at least one."""
    good: dict[str, list] = {table: [] for table in COLUMNS}
    has_part = False
    for table, values in chain:
        good[table].append(values)
        if len(good["rows"]) == PART:
            yield _part(chain, good)
            good, has_part = {name: [] for name in COLUMNS}, True
    if not has_part or any(good.values()):
        yield _part(chain, good)


def _part(chain: Chain, good: dict) -> Log:
    try:
        return log_of_records(chain.header, good)
    except NONSENSE as error:      # hashed as it should be, and still not what a run writes
        raise unreadable(chain.path, error) from error


def concatenated(parts: list[Log]) -> Log:
    """Returns the parts of a log as one; there is at least one."""
    if len(parts) == 1:
        return parts[0]

    def columns(group: str) -> dict:
        found = [getattr(part, group) for part in parts]
        names = dict.fromkeys(name for values in found for name in values)
        return {name: np.concatenate([values.get(name, np.full(part.good_rows, np.nan))
                                      for part, values in zip(parts, found, strict=True)]) for name in names}

    # a last part may hold no row, and then no bodies either
    with_rows = [part for part in parts if part.good_rows]

    def items(group: str) -> dict:
        return {name: end_to_end([getattr(part, group)[name] for part in with_rows])
                for name in getattr(parts[0], group)}

    return Log(header=parts[0].header, rows=columns("rows"), live=columns("live"), invariants=columns("invariants"),
               bodies=items("bodies"), supports=items("supports"),
               commands=tuple(command for part in parts for command in part.commands),
               events=tuple(event for part in parts for event in part.events),
               good_rows=sum(part.good_rows for part in parts))


def log_of_records(header: dict, good: dict) -> Log:
    """Returns a Log of checked records, one column for each quantity."""
    records = dict(zip(COLUMNS["rows"], zip(*good["rows"], strict=True), strict=True)) if good["rows"] else {}
    column = {name: records.get(name, ()) for name in COLUMNS["rows"]}
    bodies = unpack(column["bodies"], shown_at.BODY)
    with np.errstate(divide="ignore", invalid="ignore"):
        bodies["F_over_N"] = np.linalg.norm(bodies["F"], axis=-1)/bodies["N"]
    bodies["mode"] = _modes(column["mode"], bodies["N"].shape)
    return Log(header=header,
               rows={"step": np.array(column["step"], dtype=np.int64),
                     **{name: np.array(column[name], dtype=float) for name in SCALARS}},
               live=columns_by_name(column["live"]), invariants=columns_by_name(column["invariants"]),
               bodies=bodies, supports=unpack(column["supports"], shown_at.SUPPORT),
               commands=tuple(command_of(step, name, json.loads(value)) for step, name, value in good["commands"]),
               events=tuple(Event(*values) for values in good["events"]),
               good_rows=len(good["rows"]))


def _modes(texts: tuple, shape: tuple[int, ...]) -> np.ndarray:
    """What bodies did (rows, bodies), "" of those that were not there."""
    lists = [json.loads(text) for text in texts]
    if len(shape) == 2 and any(len(modes) != shape[1] for modes in lists):
        lists = [[*modes, *[""]*(shape[1] - len(modes))] for modes in lists]
    return np.array(lists, dtype=str).reshape(shape)


def unpack(blobs: tuple, layout: tuple) -> dict:
    """Returns name -> array (rows, items[, components]) of packed bodies or supports; inverse of recorder.packed.

    What is not there in a row has nan.
    """
    width = sum(size for _name, size in layout)
    table = np.empty((0, 0, width))
    if blobs:
        flat = [np.frombuffer(blob, dtype="<f8") for blob in blobs]
        most = max(map(len, flat))
        if any(len(one) < most for one in flat):
            # what is built while a run goes on is not there before
            if any(len(one) % width for one in flat):
                raise ValueError(width)
            flat = [np.concatenate((one, np.full(most - len(one), np.nan))) for one in flat]
        table = np.array(flat).reshape(len(blobs), -1, width)
    parts = np.split(table, np.cumsum([size for _name, size in layout])[:-1], axis=-1)
    return {name: part[..., 0] if size == 1 else part for (name, size), part in zip(layout, parts, strict=True)}


def columns_by_name(texts: tuple) -> dict:
    """Returns name -> array (rows,) from one JSON object for each row; nan where a row has no such name."""
    objects = [json.loads(text) for text in texts]
    names = list(dict.fromkeys(name for values in objects for name in values))
    return {name: np.array([values.get(name) for values in objects], dtype=float) for name in names}

"""Logs with wrong content: bytes, records, values whose hashes fit. Each is read up to a place or refused in words.

Recipes of films stand in tests/film/test_recipe_schema.py.
"""

import json
import random
import sqlite3
import time
from contextlib import closing

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.run.logs.chain import NoLog
from sandbox.run.logs.logfile import read_log
from sandbox.run.logs.recorder import Recorder
from sandbox.run.logs.recovery import recover
from sandbox.run.replay import replayed
from sandbox.run.simulation import Simulation
from tests.effort import tries
from tests.film.test_recipe_schema import mutated
from tests.run.test_replay import CATALOGUE, forge

LONGEST = 2.0            # [s] processor time of one file
ODD = (None, -1, 0, 1, 2**62, -2**63, 1e308, -1e308, 5e-324, float("inf"), float("nan"), "", "x", "\0", "[", "[]", "{}",
       "null", '{"rate": NaN}', '{"rate": 1e999}', "["*5000, "../../x", "x"*5000, b"", b"\0"*7, b"\xff"*10_000)
TABLES = {"rows": ("step", "t", "E_J", "live", "invariants", "mode", "bodies", "supports"),
          "commands": ("step", "name", "value"), "events": ("t", "body", "kind", "sentence"), "ends": ("t",),
          "header": ("value",)}


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> bytes:
    """A log of a second with commands and an event."""
    path = tmp_path_factory.mktemp("whole") / "a.sqlite"
    run = Simulation(CATALOGUE.get("turntable"), CATALOGUE.get("turntable").preset("Off the edge").values,
                     open_log=lambda header: Recorder(path, header))
    for step in (3, 60, 61):
        run.advance(step - run.step)
        run.set("rate", 0.1*step)
    run.advance(240)
    run.recorder.close()
    return path.read_bytes()


def look(path, finite: bool = True):
    """Reads, recovers and repeats a log, whatever it is: it is read up to a place, or refused in a sentence."""
    begin = time.thread_time()
    log = read_log(path)
    assert isinstance(log.trouble, str) and log.good_rows >= 0
    for name, values in log.rows.items():
        assert len(values) == log.good_rows, name
        assert not finite or values.dtype != float or np.isfinite(values).all(), name
    try:
        verdict, _again = replayed(path, CATALOGUE.get)
        assert all(isinstance(sentence, str) for sentence in verdict.sentences())
    except (NoLog, BadValue) as refused:
        assert len(str(refused)) > 5
    assert time.thread_time() - begin < LONGEST, path
    return log


@pytest.mark.parametrize(("table", "column"), [("rows", b"max_F_over_N"), ("events", b"sentence")])
def test_columns_whose_names_are_no_text(whole, tmp_path, table, column):
    """Python translates the names of columns: no error of SQLite, and damage there all the same, no fault."""
    path = tmp_path / "a.sqlite"
    path.write_bytes(whole.replace(column, column[:-1] + b"\xff"))
    with closing(sqlite3.connect(path)) as connection, pytest.raises(UnicodeDecodeError):
        connection.execute(f"SELECT * FROM {table}")
    log = look(path)
    assert log.trouble.endswith(f"is damaged (it is not what a run writes); read {log.good_rows} rows, to t = "
                                f"{log.rows['t'][-1] if log.good_rows else 0.0} s")
    assert log.good_rows < 60 and (log.good_rows > 0) == (table == "events")


def test_bytes(whole, tmp_path):
    """Flipped, cut, filled, put in, taken out."""
    dice, path = random.Random(27), tmp_path / "a.sqlite"
    for _file in range(tries(250, 30_000)):
        data = bytearray(whole)
        for _place in range(dice.randint(1, 4)):
            at, size = dice.randrange(len(data)), dice.choice((1, 1, 1, 4, 100, 4096))
            kind = dice.random()
            if kind < 0.5:
                data[at] = dice.randrange(256)
            elif kind < 0.7:
                data[at:at + size] = dice.choice((b"\0", b"\xff"))*len(data[at:at + size])
            elif kind < 0.9:
                del data[at:at + size]
            else:
                data[at:at] = bytes(dice.randrange(256) for _k in range(size))
        path.write_bytes(data)
        look(path)


def test_records(whole, tmp_path):
    """Values that the hashes do not fit: nothing behind the first of them is believed."""
    dice, path = random.Random(28), tmp_path / "a.sqlite"
    path.write_bytes(whole)
    count = read_log(path).good_rows
    for number in range(tries(150, 20_000)):
        path.write_bytes(whole)
        connection = sqlite3.connect(path)
        table = dice.choice(sorted(TABLES))
        column = dice.choice(TABLES[table])
        row = dice.choice([rowid for rowid, in connection.execute(f"SELECT rowid FROM {table}")])
        kind = dice.random()
        if kind < 0.7:
            connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (dice.choice(ODD), row))
        elif kind < 0.9:
            connection.execute(f"DELETE FROM {table} WHERE rowid = ?", (row,))
        else:
            connection.execute(f"DROP TABLE {table}")
        connection.commit()
        connection.close()
        log = look(path)
        assert log.good_rows <= count
        target = tmp_path / f"{number}.sqlite"
        try:
            recorder, _lost, _why = recover(path, lambda header, target=target: Recorder(target, header))
            assert recorder.trouble == "" and read_log(target).trouble == ""
            target.unlink()
        except NoLog as refused:
            assert str(refused)


def test_values_whose_hashes_fit(whole, tmp_path):
    """A log that somebody made: header, rows and commands of other kinds and sizes."""
    dice, path = random.Random(29), tmp_path / "a.sqlite"
    path.write_bytes(whole)
    header = read_log(path).header
    names = ("scene", "preset", "parameters", "step_rate", "source", "units", "start_state")
    header = {key: header[key] for key in names if key in header}
    for _file in range(tries(150, 20_000)):
        path.write_bytes(whole)
        if dice.random() < 0.6:
            wrong = mutated(dice, header)
            try:
                json.dumps(wrong)
                forge(path, header=wrong if isinstance(wrong, dict) else {"scene": wrong})
            except (sqlite3.Error, UnicodeEncodeError, AssertionError, ValueError, OverflowError):
                continue
        else:
            at, column, value = dice.randrange(60), dice.choice(TABLES["rows"]), dice.choice(ODD)
            forge(path, lambda row, at=at, column=column, value=value: (
                {**row, column: value} if row["step"] == 4*at else row))
        if path.exists():
            look(path, finite=False)

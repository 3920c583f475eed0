"""The views of a log: what other programs read of it by SQL alone."""

import shutil
import sqlite3
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import sandbox
from sandbox.mechanics.shown_layout import BODY_SIZE, SUPPORT_SIZE
from sandbox.run.logs.logfile import read_log
from sandbox.run.logs.names import columns
from sandbox.run.logs.recorder import Recorder
from sandbox.run.logs.views import views
from tests.run.made_up import HEADER, rows_of, snapshot, write


def read(path, sql: str) -> list[tuple]:
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def test_every_pattern_of_bits_is_the_number_that_it_stands_for(tmp_path):
    """Random bits, the least and largest numbers, powers of 2 and their neighbours; numpy reads the same bytes."""
    random = np.random.default_rng(34)
    bits = random.integers(0, 2**64, 2*BODY_SIZE*40, dtype=np.uint64)
    powers = 2.0**np.arange(-1074, 1024)
    numbers = np.concatenate((bits.view(float), powers, -powers, np.nextafter(powers, np.inf)[:-1], [0.0, -0.0],
                              [np.finfo(float).max, np.finfo(float).tiny, 5e-324, 0.1, np.inf, np.nan]))
    numbers = np.resize(numbers, (-(-numbers.size//(2*BODY_SIZE)), 2, BODY_SIZE))
    path = tmp_path/"bits.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE rows (number INTEGER PRIMARY KEY, step, t, E_J, ledger, drift, scale, "
                       "max_F_over_N, live, invariants, mode, bodies BLOB, supports BLOB)")
    for view in views():
        connection.execute(view)
    supports = bytes(8*SUPPORT_SIZE)
    connection.executemany("INSERT INTO rows VALUES (?, 0, 0.0, 0, 0, 0, 0, 0, '{}', '{}', '[\"a\", \"b\"]', ?, ?)",
                           [(i, row.astype("<f8").tobytes(), supports) for i, row in enumerate(numbers)])
    connection.commit()
    found = connection.execute("SELECT * FROM run_bodies ORDER BY number, body").fetchall()
    connection.close()
    assert [row[4] for row in found[:2]] == ["a", "b"]
    expected = np.where(np.isfinite(numbers), numbers, np.nan).reshape(-1, BODY_SIZE)
    # NULL where there is no number; SQLite has one zero
    assert_array_equal(np.array([row[5:] for row in found], float), expected)


def test_views_have_what_tables_of_the_program_have(log_path):
    write(log_path, 20, 2)
    log = read_log(log_path)
    expected = {name: values for name, _one, values in columns(log)}
    rows = read(log_path, "SELECT step, t, E_J, scale FROM run_rows ORDER BY step")
    assert rows == list(zip(*(expected[name].tolist() for name in ("step", "t", "E_J", "scale")), strict=True))
    for body in (0, 1):
        seen = read(log_path, "SELECT mode, centre_x, F_z, quaternion_w FROM run_bodies "
                              f"WHERE body = {body} ORDER BY t")
        assert seen == list(zip(*(expected[name].tolist() for name in (
            f"mode_{body}", f"centre_{body}_x", f"F_{body}_z", f"quaternion_{body}_w")), strict=True))
    assert len(read(log_path, "SELECT * FROM run_bodies")) == 40
    supports = read(log_path, "SELECT support_quaternion_w, support_position_z FROM run_supports WHERE support = 0")
    assert supports == list(zip(expected["support_quaternion_0_w"].tolist(),
                                expected["support_position_0_z"].tolist(), strict=True))
    for name in ("live_rate", *(key for key in log.invariants if key != "E_J")):
        assert [value for value, in read(log_path, f"SELECT value FROM run_values WHERE name = '{name}' ORDER BY step")
                ] == expected[name].tolist()


def test_a_log_that_was_never_closed_has_its_views(log_path, tmp_path):
    """What a killed process leaves: the file and what was committed beside it."""
    recorder = Recorder(log_path, HEADER)
    recorder.write(rows_of([snapshot(k, 2) for k in range(6)]))
    recorder.commit()
    recorder.write(rows_of([snapshot(6, 2)]))
    for end in ("", "-wal"):
        shutil.copy(log_path.with_name(log_path.name + end), tmp_path/f"cut.sqlite{end}")
    recorder.close()
    found = read(tmp_path/"cut.sqlite", "SELECT centre_y FROM run_bodies WHERE body = 1 ORDER BY t")
    assert found == [(snapshot(k, 2).bodies[1].centre[1],) for k in range(6)]


def test_definitions_are_short():
    """Each opening of a log reads them all."""
    assert sum(len(view) for view in views()) < 8000


def test_a_log_without_views_is_read_as_before(log_path):
    write(log_path, 5)
    connection = sqlite3.connect(log_path)
    for name in ("run_double", "run_rows", "run_values", "run_bodies", "run_supports"):
        connection.execute(f"DROP VIEW {name}")
    connection.commit()
    connection.close()
    log = read_log(log_path)
    assert log.good_rows == 5 and log.trouble == "" and log.is_closed


def test_duckdb_opens_a_log(tmp_path):
    duckdb = pytest.importorskip("duckdb")
    found = find_spec("duckdb_extension_sqlite_scanner")
    if found is None or found.submodule_search_locations is None:
        pytest.skip("DuckDB's reader of SQLite files is not installed")
    folder = Path(next(iter(found.submodule_search_locations)))
    extension = folder/"extensions"/f"v{duckdb.__version__}"/"sqlite_scanner.duckdb_extension"
    run = sandbox.simulate("turntable", duration=1.0, log=tmp_path/"run.sqlite")
    with duckdb.connect() as connection:
        connection.execute(f"LOAD '{extension.as_posix()}'")
        connection.execute(f"ATTACH '{(tmp_path/'run.sqlite').as_posix()}' AS log (TYPE sqlite, READ_ONLY)")
        rows = connection.execute("SELECT t, E_J FROM log.run_rows ORDER BY t").fetchall()
        assert_array_equal(np.array(rows), np.column_stack((run.t, run.E_J)))
        # columns that are computed come as texts of 15 digits
        far = connection.execute("SELECT max(CAST(centre_x AS DOUBLE)), count(*) FROM log.run_bodies").fetchone()
        assert abs(far[0] - run.centre[:, 0].max()) < 1e-15 and far[1] == len(run)
        K = connection.execute("SELECT avg(CAST(value AS DOUBLE)) FROM log.run_values WHERE name = 'plane_K_x'")
        assert abs(K.fetchone()[0] - run.invariants["plane_K_x"].mean()) < 1e-14

"""A log gives back the bits that went in, and commits them every quarter second."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from sandbox.run.command import Command
from sandbox.run.logs.logfile import read_log
from sandbox.run.logs.recorder import Recorder
from sandbox.systems.protocol import Event
from tests.run.made_up import HEADER, rows_of, snapshot, write


@pytest.mark.parametrize("bodies", [0, 1, 3])
def test_what_went_in_comes_out_bit_for_bit(log_path, bodies):
    assert write(log_path, 100, bodies).trouble == ""
    log = read_log(log_path)
    assert (log.trouble, log.good_rows) == ("", 100)
    assert log.header["parameters"] == HEADER["parameters"]
    for k in (0, 1, 57, 99):
        state = snapshot(k, bodies)
        assert log.rows["step"][k] == state.step
        assert (log.rows["t"][k], log.rows["E_J"][k], log.rows["ledger"][k]) == (state.t, state.E_J, state.ledger)
        assert (log.live["rate"][k], log.live["shell"][k]) == (state.live["rate"], state.live["shell"])
        assert log.invariants["plane_K_x"][k] == state.invariants["plane_K_x"]
        assert_array_equal(log.supports["quaternion"][k, 0], state.supports[0].quaternion)
        for i, body in enumerate(state.bodies):
            for name in ("centre", "velocity", "angular_velocity", "quaternion", "contact", "normal", "F", "N", "mode"):
                assert_array_equal(log.bodies[name][k, i], getattr(body, name))
    assert log.commands == tuple(Command(4*k, "rate", k/9) for k in range(3, 100, 10))
    assert log.events == (Event(100/60, 0, "stop", "Стоит"),)


def test_odd_numbers_are_kept(log_path):
    state = snapshot(1)
    state.live.update(rate=float("nan"), minus=-0.0)
    object.__setattr__(state, "drift", float("nan"))
    object.__setattr__(state, "scale", float("inf"))
    state.bodies[0].centre[:] = np.nan, -np.inf, -0.0
    recorder = Recorder(log_path, HEADER)
    recorder.write(rows_of([state]))
    recorder.command(Command(0, "shell", np.True_))
    recorder.close()
    log = read_log(log_path)
    assert (log.trouble, log.good_rows) == ("", 1)
    assert np.isnan(log.rows["drift"][0]) and np.isnan(log.live["rate"][0]) and log.rows["scale"][0] == np.inf
    assert log.bodies["centre"][0, 0].tobytes() == state.bodies[0].centre.tobytes()
    assert log.commands[0].value is True


def test_an_empty_log_reads(log_path):
    Recorder(log_path, HEADER).close()
    log = read_log(log_path)
    assert (log.trouble, log.good_rows, len(log.rows["t"])) == ("", 0, 0)


def test_a_closed_log_is_one_file(log_path):
    write(log_path)
    assert [path.name for path in log_path.parent.iterdir()] == [log_path.name]
    read_log(log_path)
    assert [path.name for path in log_path.parent.iterdir()] == [log_path.name]


def test_commits_come_every_quarter_second(log_path):
    recorder = Recorder(log_path, HEADER)
    seen = []
    for k in range(61):
        recorder.write(rows_of([snapshot(k)]))
        recorder.tick(1000.0 + k/60)
        seen.append(read_log(log_path).good_rows)
    assert all(k + 1 - rows <= 16 for k, rows in enumerate(seen))       # [rows] a quarter second and the one at hand
    assert len(set(seen)) == 5
    recorder.tick(3.0)        # a clock set back
    recorder.write(rows_of([snapshot(61)]))
    recorder.tick(3.3)
    assert read_log(log_path).good_rows == 62
    recorder.close()


def test_a_checkpoint_between_two_commits_finds_no_open_transaction(log_path):
    recorder = Recorder(log_path, HEADER)
    for k in range(300):
        recorder.write(rows_of([snapshot(k)]))
        recorder.tick(k*0.0173)
    assert recorder.trouble == ""
    recorder.close()

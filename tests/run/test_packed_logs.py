"""A packed log is the same log in a fifth of the room: every reader reads it, damage costs a second."""

import json
import os
import random
import sqlite3
from contextlib import closing

import numpy as np
import pytest

from sandbox.run.logs.blocks import HIGHEST, LARGEST, _differences, _summed, pack, unpack
from sandbox.run.logs.chain import opened
from sandbox.run.logs.logfile import read_log
from sandbox.run.logs.packing import pack_log
from sandbox.run.logs.recorder import Recorder
from sandbox.run.logs.recovery import recover
from sandbox.run.replay import replayed
from sandbox.run.simulation import Simulation
from tests.effort import tries
from tests.run.made_up import HEADER, rows_of, snapshot, write
from tests.run.test_replay import CATALOGUE


def records(path) -> list[tuple]:
    with opened(path) as chain:
        found = list(chain)
        assert chain.trouble == "", chain.trouble
        return found


def logged(path, scene: str, preset: str, seconds: int, rates=()):
    """A run of a scene with a log, steered at whole seconds."""
    run = Simulation(CATALOGUE.get(scene), CATALOGUE.get(scene).preset(preset).values if preset else {},
                     open_log=lambda header: Recorder(path, header))
    for rate in rates:
        run.advance(240)
        run.set("rate", rate)
    run.advance(240*seconds - run.step)
    run.recorder.close()
    return path


@pytest.mark.parametrize(("scene", "preset", "rates", "times"), [
    # by how much smaller at least: 7 when this was written, of a log that hardly grows 3; many events; several bodies
    ("turntable", "", (), 5.0), ("turntable", "Off the edge", (2.0, -3.0), 3.0), ("bounce", "", (), 5.0),
    ("balls_on_free_turntable", "", (), 3.0)])
def test_the_same_records_in_less_room(tmp_path, scene, preset, rates, times):
    """20 seconds; every record, every bit, and a replay; back again it is the log that it was."""
    plain, packed = logged(tmp_path/"a.sqlite", scene, preset, 20, rates), tmp_path/"b.sqlite"
    _chain, lost, left = pack_log(plain, packed)
    assert (lost, left) == (0, 0) and records(packed) == records(plain)
    assert plain.stat().st_size > times*packed.stat().st_size
    verdict, _run = replayed(packed, CATALOGUE.get)
    assert verdict.is_same and verdict.rows == read_log(plain).good_rows and verdict.trouble == ""
    recover(packed, lambda header: Recorder(tmp_path/"c.sqlite", header))
    assert records(tmp_path/"c.sqlite") == records(plain)
    with closing(sqlite3.connect(tmp_path/"c.sqlite")) as one, closing(sqlite3.connect(plain)) as other:
        # what other programs read is there again
        query = "SELECT t, centre_x, F_z FROM run_bodies ORDER BY number, body"
        assert one.execute(query).fetchall() == other.execute(query).fetchall()


@pytest.mark.parametrize("bodies", [0, 1, 3])
def test_odd_rows_are_kept_bit_by_bit(log_path, tmp_path, bodies):
    """What is no number, both zeros, infinity, switches, names and texts that look like numbers or holes."""
    states = [snapshot(k, bodies) for k in range(100)]
    odd = [float("nan"), -0.0, float("inf"), 5e-324, 1e22, 1.0, 0.1]
    for k, state in enumerate(states):
        state.live.update({"a: 1.5,": odd[k % 7], "\0": k % 2 == 0, "whole": odd[(k + 3) % 7]})
        object.__setattr__(state, "drift", odd[k % 7])
        for body in state.bodies:
            body.centre[:] = odd[k % 3], odd[(k + 1) % 7], np.frombuffer(os.urandom(8))[0]
    recorder = Recorder(log_path, HEADER)
    recorder.write(rows_of(states))
    recorder.close()
    pack_log(log_path, tmp_path/"b.sqlite")
    assert records(tmp_path/"b.sqlite") == records(log_path)


def test_whatever_the_numbers_differences_give_them_back():
    random_bits = np.random.default_rng(34).integers(-2**63, 2**63 - 1, (40, 60), dtype=np.int64)
    smooth = np.sin(np.arange(60)/60.0 + np.arange(40)[:, None]).view(np.int64)
    for columns in (random_bits, smooth, random_bits[:, :1], np.full((3, 5), -2**63)):
        orders, folded = _differences(columns.copy())
        assert np.array_equal(_summed(folded, orders), columns) and max(orders) <= HIGHEST
    assert min(_differences(smooth)[0]) > 1


def test_a_log_of_a_killed_process_is_packed_up_to_there(log_path, tmp_path):
    recorder = Recorder(log_path, HEADER)
    recorder.write(rows_of([snapshot(k) for k in range(70)]))
    recorder.commit()
    chain, lost, _plain = pack_log(log_path, tmp_path/"b.sqlite")
    assert chain.rows == 70 and lost == 0 and "ended without being closed" in chain.trouble
    recorder.close()
    log = read_log(tmp_path/"b.sqlite")
    assert (log.trouble, log.good_rows, log.header["packed_from"]) == ("", 70, str(log_path))


def test_a_damaged_block_costs_its_second_and_no_more(log_path, tmp_path):
    """Whichever byte of the file it is, what is read is what was written, and the rest is told."""
    write(log_path, 300)
    pack_log(log_path, tmp_path/"b.sqlite")
    good, data, path = read_log(log_path), (tmp_path/"b.sqlite").read_bytes(), tmp_path/"damaged.sqlite"
    dice, stops = random.Random(7), set()
    for _trial in range(tries(150, 10_000)):
        damaged = bytearray(data)
        damaged[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        path.write_bytes(damaged)
        log = read_log(path)
        stops.add(log.good_rows)
        assert np.array_equal(log.bodies["centre"], good.bodies["centre"][:log.good_rows]) if log.good_rows else True
        assert log.good_rows == 300 or log.trouble
    assert {60, 120, 180, 240} <= stops
    with closing(sqlite3.connect(tmp_path/"b.sqlite")) as connection:
        number, = connection.execute("SELECT number FROM blocks ORDER BY number LIMIT 1 OFFSET 2").fetchone()
        connection.execute("UPDATE blocks SET data = substr(data, 1, 100) WHERE number = ?", (number,))
        connection.commit()
    with opened(tmp_path/"b.sqlite") as chain:
        assert sum(table == "rows" for table, _values in chain) == 120 and chain.is_damaged
        assert chain.stored_rows == 300 and f"record {number} is damaged (it is not what a run writes)" in chain.trouble


def test_blocks_with_nonsense_are_read_to_a_place_or_refused(log_path, tmp_path):
    """Data that unpack to something: other counts, heads, sizes, and a megabyte that says it is a thousand."""
    import struct
    import zlib
    write(log_path, 60)
    pack_log(log_path, tmp_path/"b.sqlite")
    with closing(sqlite3.connect(tmp_path/"b.sqlite")) as connection:
        count, digests, data = connection.execute("SELECT count, digests, data FROM blocks").fetchone()
    raw = zlib.decompress(data)
    end = 4 + struct.unpack("<I", raw[:4])[0]
    head = json.loads(raw[4:end])

    def made(more: dict, rest: bytes = raw[end:]) -> bytes:
        text = json.dumps(head | more).encode()
        return zlib.compress(struct.pack("<I", len(text)) + text + rest)
    texts = head["texts"]
    cases = [(count, made({})), (0, data), (-1, data), (2**62, data), ("x", data), (count + 1, data), (count, b""),
             (count, "text"), (count, zlib.compress(b"")), (count, zlib.compress(b"\xff"*40)), (None, None),
             *((count, made(more)) for more in (
                 {"orders": []}, {"orders": [99]*len(head["orders"])}, {"orders": "x"}, {"bodies": -1}, {"bodies": 1e9},
                 {"supports": None}, {"texts": {}}, {"texts": texts | {"mode": []}}, {"texts": texts | {"mode": [1]}},
                 {"texts": texts | {"live": ["\0"]}})),
             (count, zlib.compress(bytes(LARGEST + 10)))]
    for number, (says, content) in enumerate(cases):
        path = tmp_path/f"{number}.sqlite"
        path.write_bytes((tmp_path/"b.sqlite").read_bytes())
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("UPDATE blocks SET count = ?, data = ?", (says, content))
            connection.commit()
        log = read_log(path)
        assert (log.good_rows, log.trouble) == (60, "") if number == 0 else log.good_rows == 0 and log.trouble, number


def test_rows_that_do_not_fit_together_stay_as_they_are(log_path, tmp_path):
    """Bodies that come while a run goes on begin another block; a packet that holds no numbers is not packed."""
    recorder = Recorder(log_path, HEADER)
    recorder.write(rows_of([snapshot(k, 1) for k in range(10)]))
    recorder.write(rows_of([snapshot(k, 2) for k in range(10, 30)]))
    recorder.close()
    pack_log(log_path, tmp_path/"b.sqlite")
    assert records(tmp_path/"b.sqlite") == records(log_path)
    with closing(sqlite3.connect(tmp_path/"b.sqlite")) as connection:
        assert [count for count, in connection.execute("SELECT count FROM blocks ORDER BY number")] == [10, 20]
    one = next(values for table, values in records(log_path) if table == "rows")
    assert unpack(pack([1], [one]), 1) == ([1], [one])
    assert pack([1], [(*one[:-2], b"1234567", one[-1])]) is None


def test_a_full_disk_leaves_the_file_that_was_there(log_path, tmp_path, monkeypatch):
    write(log_path, 60)
    out = tmp_path/"b.sqlite"
    out.write_text("mine")

    def full(*_anything):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr("sandbox.run.logs.packing._write_block", full)
    with pytest.raises(OSError, match="No space"):
        pack_log(log_path, out)
    assert out.read_text() == "mine" and sorted(path.name for path in tmp_path.iterdir()) == sorted(
        {log_path.name, out.name} if log_path.parent == tmp_path else {out.name})

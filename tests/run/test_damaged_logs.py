"""A damaged log is read up to its damage, which is told in words."""

import random
import sqlite3

import pytest
from numpy.testing import assert_array_equal

from sandbox.run.logs.logfile import read_log
from sandbox.run.logs.records import digest_of_header
from tests.run.made_up import write


def test_flipped_bits_stop_the_reader_at_the_right_row(log_path):
    write(log_path, 60)
    good, data = read_log(log_path), log_path.read_bytes()
    dice, stops = random.Random(7), []
    for _trial in range(300):
        damaged = bytearray(data)
        place = dice.randrange(len(data))
        damaged[place] ^= 1 << dice.randrange(8)
        log_path.write_bytes(damaged)
        log = read_log(log_path)
        stops.append(log.good_rows)
        for name in ("step", "t", "E_J"):
            assert_array_equal(log.rows.get(name, [])[:], good.rows[name][:log.good_rows])
        if log.good_rows:
            assert_array_equal(log.bodies["centre"], good.bodies["centre"][:log.good_rows])
        assert log.good_rows == 60 or log.trouble
    assert len(set(stops)) > 30         # not simply given up at the first sign of damage


def test_a_changed_value_names_the_record_and_the_time(log_path):
    write(log_path, 60)
    connection = sqlite3.connect(log_path)
    connection.execute("UPDATE rows SET t = t + 1e-15 WHERE step = 4*30")
    connection.commit()
    connection.close()
    log = read_log(log_path)
    assert log.good_rows == 30
    assert log.trouble.endswith(f"record 34 is damaged (its hash does not fit); read 30 rows, to t = {29/60} s")


def test_a_missing_record_ends_the_log(log_path):
    write(log_path, 60)
    connection = sqlite3.connect(log_path)
    connection.execute("DELETE FROM commands WHERE step = 4*23")
    connection.commit()
    connection.close()
    log = read_log(log_path)
    assert log.good_rows == 24
    assert "it is missing" in log.trouble


def test_a_changed_header_is_no_log(log_path):
    write(log_path, 5)
    connection = sqlite3.connect(log_path)
    connection.execute("UPDATE header SET value = '480' WHERE key = 'step_rate'")
    connection.commit()
    connection.close()
    assert "the header is damaged" in read_log(log_path).trouble


def test_a_log_cut_off_anywhere_is_read_or_refused_in_words(log_path):
    write(log_path, 60)
    good, data = read_log(log_path), log_path.read_bytes()
    for size in range(0, len(data), 997):
        log_path.write_bytes(data[:size])
        log = read_log(log_path)
        assert log.trouble
        assert_array_equal(log.rows.get("t", []), good.rows["t"][:log.good_rows])


@pytest.mark.parametrize("content", [b"", b"\0"*5000, b"SQLite format 3\0", "текст".encode()*1000])
def test_what_is_no_log_is_refused_in_words(log_path, content):
    assert "there is no such file" in read_log(log_path).trouble
    log_path.write_bytes(content)
    assert read_log(log_path).trouble
    assert "there is no such file" in read_log(log_path.parent).trouble


def test_a_log_of_another_version_is_named_and_not_read(log_path, monkeypatch):
    monkeypatch.setattr("sandbox.run.logs.records.SCHEMA", 99)
    write(log_path, 5)
    log = read_log(log_path)
    assert log.good_rows == 0 and "got schema 99, needs " in log.trouble and str(log_path) in log.trouble


def test_a_header_with_half_a_letter_is_no_log_also_when_its_hash_is_right(log_path):
    write(log_path, 5)
    connection = sqlite3.connect(log_path)
    connection.execute("UPDATE header SET value = '\"\\ud800\"' WHERE key = 'scene'")
    texts = {key: value for key, value in connection.execute("SELECT key, value FROM header") if key != "digest"}
    connection.execute("UPDATE header SET value = ? WHERE key = 'digest'", (digest_of_header(texts).hex(),))
    connection.commit()
    connection.close()
    assert "'scene': got '\\ud800', needs text of whole letters" in read_log(log_path).trouble

"""Measurements from tables of Tracker, phyphox and others: signs, heads and units are found out, gaps stay gaps."""

import math

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from sandbox.errors import BadValue
from sandbox.run.readings import measurement
from sandbox.run.readings.measurement import ChosenColumn, guess, measured, read_table, table_of
from sandbox.run.readings.pins import MEASUREMENT

SI = {"t": "s", "x": "m", "y": "m", "z": "m", "wx": "rad/s", "speed": "m/s"}
NAN = math.nan

# as Tracker exports: the mass above, a tab, decimal commas, an empty field
TRACKER = "mass A\t\t\nt\tx\ty\n0,000\t1,50\t2,5\n0,033\t\t2,6\n0,067\t1,7E0\t2,7\n"
PHYPHOX = '"Time (s)","Gyroscope x (rad/s)","Absolute (rad/s)"\n0.0,1.0E-3,2.5\n1.0E-2,NaN,2.6\n2.0E-2,-1,2.7\n'
COMMA_SEMICOLON = "t [s];x [cm];note\n0,0;10;\n0,1;11,5;\n"


def test_tracker():
    table = table_of(TRACKER)
    assert table.names == ("t", "x", "y") and table.symbols == ("", "", "") and table.note == ""
    assert_array_equal(table.columns, [[0.0, 0.033, 0.067], [1.5, NAN, 1.7], [2.5, 2.6, 2.7]])
    pin, note = measured(table, guess(table, SI), "A", 1, offset=-0.5)
    assert note == "" and pin.kind == MEASUREMENT and pin.colour == 1
    assert_array_equal(pin.t, [-0.5, 0.033 - 0.5, 0.067 - 0.5])
    assert_array_equal(pin.path, [[1.5, 2.5, NAN], [NAN, 2.6, NAN], [1.7, 2.7, NAN]])


def test_phyphox():
    table = table_of(PHYPHOX)
    assert table.names == ("Time", "Gyroscope x", "Absolute") and table.symbols == ("s", "rad/s", "rad/s")
    assert_array_equal(table.columns[1], [0.001, NAN, -1.0])
    assert guess(table, SI) == [ChosenColumn(0, "t", "s", "s"), ChosenColumn(1, "wx", "rad/s", "rad/s")]


def test_units_of_heads_are_taken():
    table = table_of(COMMA_SEMICOLON)
    choices = guess(table, SI)
    assert choices == [ChosenColumn(0, "t", "s", "s"), ChosenColumn(1, "x", "m", "cm")]
    pin, _note = measured(table, choices, "b", 0)
    assert_array_equal(pin.values["x"], [0.1, 0.115])
    minutes = [ChosenColumn(0, "t", "s", "ms"), choices[1]]
    assert_array_equal(measured(table, minutes, "b", 0)[0].t, [0.0, 0.0001])


@pytest.mark.parametrize(("text", "columns"), [
    ("1 2\n2 3\n", [[1, 2], [2, 3]]), ("1;2\r\n2;3\r\n", [[1, 2], [2, 3]]), ("a\n\n1,2\n\n2,3", [[1, 2], [2, 3]]),
    ("1\t2\n2\tx\n3\t4\n", [[1, 2, 3], [2, NAN, 4]]), ('"1","2"\n"2","3"\n', [[1, 2], [2, 3]]),
    ("0,5 1,5\n1,0 2,5\n", [[0.5, 1.0], [1.5, 2.5]]), ("1,2\n3\n4,5\n", [[1, 3, 4], [2, NAN, 5]]),
    ("1,2\n3,4,5\n4,5\n", [[1, NAN, 4], [2, NAN, 5]])])
def test_signs_are_found_out(text, columns):
    assert_array_equal(table_of(text).columns, columns)


@pytest.mark.parametrize("text", ["", "hello\nworld\n", "1\n2\n3\n", "a,b\nc,d\n", "nan,nan\nnan,nan\n", ",,,\n"*50])
def test_what_is_no_table_is_said(text):
    with pytest.raises(BadValue, match="no columns of numbers"):
        table_of(text, "a.csv")


def test_files(tmp_path):
    with pytest.raises(BadValue, match=r"'none.csv': cannot be read"):
        read_table(tmp_path/"none.csv")
    (tmp_path/"b.csv").write_bytes(bytes(range(256))*10)
    with pytest.raises(BadValue, match="no table"):
        read_table(tmp_path/"b.csv")
    for encoding in ("utf-8-sig", "utf-16", "cp1251"):
        (tmp_path/"c.csv").write_bytes("время (с);x (см)\n0;1\n1;2\n".encode(encoding))
        table = read_table(tmp_path/"c.csv")
        assert table.names == ("время", "x") and guess(table, SI)[1] == ChosenColumn(1, "x", "m", "cm")


def test_a_table_has_an_end(monkeypatch):
    monkeypatch.setattr(measurement, "ROWS", 1000)
    monkeypatch.setattr(measurement, "MEASURED", 100)
    table = table_of("t,x\n" + "".join(f"{i},{i % 7}\n" for i in range(1200)))
    assert table.columns.shape == (2, 1000) and "200 rows" in table.note
    pin, note = measured(table, guess(table, SI), "long", 0)
    assert len(pin.t) == 100 and "every 10th row" in note and "200 rows" in note


def test_the_choice_of_columns_is_checked():
    table = table_of("t,x,y\n2,1,5\n,7,7\n1,2,6\n")
    t, x = ChosenColumn(0, "t", "s", "s"), ChosenColumn(1, "x", "m", "m")
    for choices, offset, said in (([t], 0.0, "one more"), ([x], 0.0, "one more"), ([t, x, x], 0.0, "same quantity"),
                                  ([t, x], math.inf, "finite")):
        with pytest.raises(BadValue, match=said):
            measured(table, choices, "a", 0, offset)
    # rows without a time are left out, the others are in order
    pin, _note = measured(table, [t, x], "a", 0)
    assert_array_equal(pin.t, [1.0, 2.0])
    assert_array_equal(pin.values["x"], [2.0, 1.0])
    assert pin.path.shape == (0, 3)
    empty = table_of("t,x\nnan,1\nnan,2\n")
    with pytest.raises(BadValue, match="no row has a time"):
        measured(empty, [t, x], "a", 0)


def test_the_first_column_that_grows_is_the_time():
    table = table_of("a,b,c\n3,0.0,1\n2,0.1,1\n5,0.2,1\n")
    assert guess(table, SI) == [ChosenColumn(1, "t", "s", "s")]
    assert np.isfinite(table.columns).all()

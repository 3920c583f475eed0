"""Units in which people type and read: exact factors, many ways to write them, sentences for what is none."""

from math import pi

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.run.readings.units import TABLE, Shown, from_si, kinds, to_si, typed, unit_of, units_of
from sandbox.text import set_language


@pytest.mark.parametrize(("text", "si", "value"), [
    ("12 cm", "m", 0.12), ("1,5", "m", 1.5), ("-3e-2", "m", -0.03), ("− 3 мм", "m", -0.003), (" .5 ", "m", 0.5),
    ("33 rpm", "rad/s", 33*pi/30), ("33об/мин", "rad/s", 33*pi/30), ("1 turn/s", "rad/s", 2*pi),
    ("90 deg", "rad", pi/2), ("90°", "rad", pi/2), ("0,25 turns", "rad", pi/2), ("180 deg/s", "rad/s", pi),
    ("36 km/h", "m/s", 10.0), ("250 g", "kg", 0.25), ("1 000,5 mm", "m", 1.0005), ("1\u202f000 mm", "m", 1.0),
    ("5 rad/s^2", "rad/s²", 5.0), ("3 N·m", "N m", 3.0), ("2 kg m^2", "kg m²", 2.0), ("7", "", 7.0), ("7", "1/m", 7.0),
    ("45 град", "deg", 45.0), ("1 rad", "deg", 180/pi), ("3 мкДж", "J", 3e-6), ("5 µJ", "J", 5e-6),
    ("1 мин", "s", 60.0)])
def test_what_is_typed_is_understood(text, si, value):
    assert typed(text, si) == value            # the same double: factors are exact where they are decimal


def test_a_bare_number_is_in_the_unit_that_is_shown():
    assert typed("12", "m", "cm") == 0.12 and typed("12 m", "m", "cm") == 12.0
    assert typed("60", "rad/s", "rpm") == 60*pi/30


@pytest.mark.parametrize(("text", "si", "said"), [
    ("5 kg", "m", "'kg' is no unit of this quantity, needs one of m, cm, mm, km"), ("abc", "m", "needs a number"),
    ("", "rad/s", "rpm"), ("5 MN", "N", "'MN' is no unit"), ("1e999", "m", "needs a number"), ("nan", "m", "a number"),
    ("7 m", "", "needs one of (none)"), ("1"*70, "m", "needs a number"), ("1__0", "m", "no unit"),
    ("1,2,3", "m", "',3'"), ("2 m/s", "m", "'m/s' is no unit")])
def test_what_is_not_understood_is_said(text, si, said):
    with pytest.raises(BadValue) as error:
        typed(text, si)
    assert said in str(error.value)


def test_every_unit_goes_there_and_back():
    for si, table in TABLE.items():
        assert next(iter(table)) == si and units_of(si) == tuple(table)
        for name in table:
            assert unit_of(name, si) == name
            for value in (1.0, 0.12, -3.7e-3, 1e6):
                assert from_si(to_si(value, name, si), name, si) == pytest.approx(value, rel=4e-16)
    assert (from_si(np.array([0.5, 1.0]), "cm", "m") == [50.0, 100.0]).all()
    assert units_of("1/m") == ("1/m",)


def test_choices_are_remembered_and_shown_in_the_language():
    shown = Shown("rad/s=rpm;m=cm;N=nonsense;;=;kg")
    assert shown["rad/s"] == "rpm" and shown["m"] == "cm" and shown["N"] == "N" and shown["1/m"] == "1/m"
    assert shown.values("m", 0.12) == 12.0 and shown.text("rad/s") == "rpm" and shown.text("1") == ""
    shown.choose("m", "")
    shown.choose("deg", "rad")
    assert shown.save() == "rad/s=rpm;deg=rad" and Shown(shown.save()).save() == shown.save()
    with pytest.raises(BadValue, match="needs one of"):
        shown.choose("m", "inch")
    set_language("ru")
    assert shown.text("rad/s") == "об/мин" and shown.text("J") == "Дж"
    assert kinds()[0][0] == "длина"

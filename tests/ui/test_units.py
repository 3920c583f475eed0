"""Units where one types and where one reads: fields, rows, meters; files stay SI."""

import math

from PyQt5.QtCore import Qt

from sandbox.text import set_language
from tests.ui.made_up import Settings


def choose(b, si, unit):
    b.act("units")
    sheet = next(child for child in b.window.children() if type(child).__name__ == "UnitSheet")
    combo = sheet.combos[si]
    combo.setCurrentIndex(combo.findData(unit))
    combo.activated.emit(combo.currentIndex())
    sheet.close()


def test_a_number_is_typed_in_any_unit(bench):
    b = bench()
    for text, rate in (("60 rpm", 60*math.pi/30), ("180 deg/s", math.pi), ("1,5", 1.5), ("2 рад/с", 2.0)):
        b.type("rate", text)
        b.frames(2, 0.5)
        assert b.run.values["rate"] == rate and not b.row("rate").field.property("wrong")
    b.type("x", "12 cm")
    b.settle()
    assert b.run.values["x"] == 0.12


def test_what_is_no_unit_is_said_and_nothing_changes(bench):
    b = bench()
    b.type("rate", "5 kg")
    panel = b.window.docks["parameters"]
    assert b.row("rate").field.property("wrong") and b.run.values["rate"] == 3.5
    assert "'kg' is no unit of this quantity, needs one of rad/s, rpm, deg/s, turn/s" in panel.trouble.text()
    b.type("rate", "1000 rpm")
    assert "[-20, 20] rad/s" in panel.trouble.text()
    b.type("rate", "10 rpm")
    assert panel.trouble.isHidden()


def test_everything_is_shown_in_the_chosen_unit(bench, qtbot):
    settings = Settings()
    b = bench(settings=settings)
    choose(b, "rad/s", "rpm")
    choose(b, "m", "cm")
    row = b.row("rate")
    assert row.unit.text() == "rpm" and row.field.text() == "33.4225" and b.row("x").field.text() == "15"
    assert b.row("radius").unit.text() == "cm" and b.row("grip").unit.text() == ""
    b.type("rate", "45")
    b.frames(2, 0.5)
    assert b.run.values["rate"] == 45*math.pi/30 and row.field.text() == "45"
    # arrows step by round numbers of the unit that is shown
    b.row("x").field.setFocus()
    qtbot.keyClick(b.row("x").field, Qt.Key.Key_Up)
    assert b.row("x").field.text() == "15.1"
    b.settle()
    assert abs(b.run.values["x"] - 0.151) < 1e-15          # [m]
    assert "r [cm]" in [label.text() for label in b.window.docks["parameters"].start._names]
    b.window.close()
    assert settings["units"] == "rad=deg;rad/s=rpm;m=cm"
    again = bench(settings=settings)
    assert again.row("rate").unit.text() == "rpm"
    choose(again, "rad/s", "")
    assert again.row("rate").unit.text() == "rad/s" and again.row("rate").field.text() == "3.5"


def test_units_are_named_in_the_language(bench):
    b = bench()
    choose(b, "rad/s", "rpm")
    b.window.set_language("ru")
    assert b.row("rate").unit.text() == "об/мин" and "рад/с" in b.row("rate").toolTip()
    set_language("en")


def test_meters_follow(bench, qtbot):
    b = bench()
    b.act("meters")
    qtbot.waitUntil(lambda: b.window.docks["meters"].is_seen)
    b.frames(2, 1.0)
    meters = b.window.docks["meters"]
    joules = meters.rows["E_J"].value.text()
    choose(b, "J", "mJ")
    b.frames(2, 1.0)
    milli = meters.rows["E_J"].value.text()
    assert joules.endswith(" J") and milli.endswith(" mJ")
    assert abs(float(milli.split()[0])/float(joules.split()[0]) - 1000.0) < 1e-3

"""Each challenge that is set by numbers, won by keys alone: numbers are typed into its card, as they can be there."""

import tomllib
from zlib import crc32

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication

from sandbox.run.readings.units import from_si
from sandbox.ui.play.session import READY, RUNNING
from tests.challenges.scripts import BY_NUMBERS, WINS
from tests.effort import IS_RELEASE
from tests.ui.playing import ROOT, Player


def type_in(row, value: float, then: Qt.Key):
    """Types a number, in the unit in which the card shows it and with the decimals that it takes, and a key."""
    box = row.box
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, f"{from_si(value, row._unit, row._own):.{box.decimals()}f}")
    QTest.keyClick(box, then)


def some_by_numbers() -> list[str]:
    """Those that are set by numbers; at each change one of three, drawn by their texts."""
    return [name for name in BY_NUMBERS
            if IS_RELEASE or crc32((ROOT/"challenges"/f"{name}.toml").read_bytes())%3 == 0]


@pytest.mark.parametrize("name", some_by_numbers())
def test_numbers_typed_into_the_card_win_all_stars(bench, qtbot, tmp_path, name):
    """Enter in the last number begins the try."""
    values = WINS[name]().values
    scene = tomllib.loads((ROOT/"challenges"/f"{name}.toml").read_text(encoding="utf-8"))["scene"]
    person = Player(bench, qtbot, tmp_path, more=[scene])
    person.window.show()
    # a box takes its number when the keys go elsewhere, which they do in the active window only
    QApplication.setActiveWindow(person.window)
    person.open(name)
    assert set(values) <= set(person.card._rows) and person.session.state == READY
    for place, (one, value) in enumerate(values.items(), 1):
        type_in(person.card._rows[one], value, Qt.Key.Key_Return if place == len(values) else Qt.Key.Key_Tab)
    assert person.session.state == RUNNING
    person.finish()
    assert person.session.verdict.stars == 3, person.session.verdict.sentence
    assert person.play.results.stars(name) == 3

"""The live numbers of a sheet of theory, as texts in the units that a person chose."""

from collections.abc import Mapping
from math import isfinite
from typing import Any

from sandbox.errors import BadValue
from sandbox.run.readings.card_numbers import CardNumbers
from sandbox.run.readings.quantities import quantities_of
from sandbox.run.readings.units import Shown
from sandbox.scene.presentation.card import Card
from sandbox.sheet.sheet import TheorySheet
from sandbox.text import _

DIGITS = 4
NOTHING = 1e-9        # a reading below that in the SI is one of rounding
MISSING = "—"
OWN = "…"             # in place of a curve, which is no number


class SheetNumbers:
    """The numbers that the theory of a run shows: parameters, and readings of the body that is looked at."""

    def __init__(self, run: Any, sheet: TheorySheet, focus: int = 0):
        self._run, self._sheet = run, sheet
        known = {f"r.{quantity.key}" for quantity in quantities_of(run, focus)}
        self._fields = [name for name in sheet.fields if name in known or "." not in name]
        numbers = sheet.scene.card.numbers if sheet.scene.card is not None else {}
        card = Card(why=" ".join("{" + name + "}" for name in self._fields), numbers=numbers)
        self._card = CardNumbers(run, card, focus)

    def at(self, t: float, units: Shown) -> dict[str, str]:
        """Returns the text of each number by its name at an instant [s]."""
        # what this run does not have is shown as missing, and what it has all the same
        found = dict.fromkeys((name for name in self._sheet.fields if not name.startswith("p.")), MISSING)
        values = self._card.values_at(t)
        found |= parameter_texts(self._sheet, values, units)
        try:
            for name, (value, si) in self._card.at(t).items():
                found[name] = number_text(0.0 if abs(value) < NOTHING else value, si, units)
        except BadValue:
            return found
        return found


def parameter_texts(sheet: TheorySheet, values: Mapping, units: Shown) -> dict[str, str]:
    """Returns the values of all parameters of a scene as texts by their names, "p.rate"."""
    found = {}
    for parameter in sheet.scene.parameters:
        value = values[parameter.name]
        if isinstance(value, str):
            text = OWN
        elif parameter.is_switch:
            text = _("yes") if value else _("no")
        else:
            text = number_text(float(value), parameter.unit, units)
        found[f"p.{parameter.name}"] = text
    return found


def number_text(value: float, si: str, units: Shown) -> str:
    """Returns a number with its unit, on one line: "−3.49 rad/s"."""
    if not isfinite(value):
        return MISSING
    text = f"{float(units.values(si, value)) + 0.0:.{DIGITS}g}".replace("-", "\u2212")
    return f"{text} {units.text(si)}".strip().replace(" ", "\u00a0")

"""Units in which people type and read: factors to the SI, exact where they are decimal; files and logs stay SI.

    typed("33 rpm", "rad/s")  ->  33*pi/30;     shown_in(0.12, "cm")  ->  12.0
"""

import re
from math import isfinite, pi
from typing import NamedTuple

from sandbox.errors import BadValue
from sandbox.text import _, unit_text

LONGEST = 64        # letters of what is typed


class Unit(NamedTuple):
    """1 unit = times/over of the SI unit; two numbers, so that a decimal unit is one exact division."""

    times: float = 1.0
    over: float = 1.0


# SI unit -> its kind, in which people choose, and its units by their symbols; the first is that of the SI
TABLE: dict[str, dict[str, Unit]] = {
    "m": {"m": Unit(), "cm": Unit(1.0, 100.0), "mm": Unit(1.0, 1000.0), "km": Unit(1000.0)},
    "s": {"s": Unit(), "ms": Unit(1.0, 1000.0), "min": Unit(60.0)},
    "kg": {"kg": Unit(), "g": Unit(1.0, 1000.0), "mg": Unit(1.0, 1e6)},
    "rad": {"rad": Unit(), "deg": Unit(pi, 180.0), "turn": Unit(2.0*pi), "mrad": Unit(1.0, 1000.0)},
    "deg": {"deg": Unit(), "rad": Unit(180.0, pi), "turn": Unit(360.0)},
    "rad/s": {"rad/s": Unit(), "rpm": Unit(pi, 30.0), "deg/s": Unit(pi, 180.0), "turn/s": Unit(2.0*pi)},
    "rad/s²": {"rad/s²": Unit(), "deg/s²": Unit(pi, 180.0)},
    "m/s": {"m/s": Unit(), "cm/s": Unit(1.0, 100.0), "mm/s": Unit(1.0, 1000.0), "km/h": Unit(1.0, 3.6)},
    "m/s²": {"m/s²": Unit(), "cm/s²": Unit(1.0, 100.0)},
    "N": {"N": Unit(), "mN": Unit(1.0, 1000.0), "kN": Unit(1000.0)},
    "N m": {"N m": Unit(), "mN m": Unit(1.0, 1000.0)},
    "J": {"J": Unit(), "mJ": Unit(1.0, 1000.0), "µJ": Unit(1.0, 1e6), "kJ": Unit(1000.0)},
    "kg m²": {"kg m²": Unit(), "g cm²": Unit(1.0, 1e7), "g m²": Unit(1.0, 1000.0)},
    "g m²": {"g m²": Unit(), "kg m²": Unit(1000.0), "g cm²": Unit(1.0, 1e4)},
    "Hz": {"Hz": Unit(), "rpm": Unit(1.0, 60.0)},
}
# SI units that people choose together: what is an angle to them is one whether a scene counts radians or degrees
TOGETHER = (("m",), ("m/s",), ("rad", "deg"), ("rad/s",), ("kg",), ("N",), ("J",), ("kg m²", "g m²"))
# other ways to write a symbol, in both languages; compared without blanks, dots and powers signs
ALIASES = {
    "м": "m", "см": "cm", "мм": "mm", "км": "km", "с": "s", "сек": "s", "sec": "s", "мс": "ms", "мин": "min",
    "кг": "kg", "г": "g", "мг": "mg", "рад": "rad", "мрад": "mrad", "град": "deg", "°": "deg", "degrees": "deg",
    "degree": "deg", "об": "turn", "rev": "turn", "turns": "turn", "оборот": "turn", "rev/min": "rpm", "1/min": "rpm",
    "об/мин": "rpm", "рад/с": "rad/s", "град/с": "deg/s", "°/s": "deg/s", "°/с": "deg/s", "об/с": "turn/s",
    "rev/s": "turn/s", "rps": "turn/s", "рад/с2": "rad/s2", "град/с2": "deg/s2", "°/s2": "deg/s2", "м/с": "m/s",
    "см/с": "cm/s", "мм/с": "mm/s", "км/ч": "km/h", "kmh": "km/h", "м/с2": "m/s2", "см/с2": "cm/s2", "н": "n",
    "мн": "mn", "кн": "kn", "нм": "nm", "мнм": "mnm", "дж": "j", "мдж": "mj", "мкдж": "µj", "uj": "µj", "μj": "µj",
    "кдж": "kj", "кгм2": "kgm2", "гсм2": "gcm2", "гм2": "gm2", "гц": "hz",
}
NUMBER = re.compile(r"[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?")


def kinds() -> list[tuple[str, tuple[str, ...]]]:
    """Returns kinds of quantities by their names in the language of the moment, with their SI units."""
    names = (_("length"), _("speed"), _("angle"), _("angular velocity"), _("mass"), _("force"), _("energy"),
             _("moment of inertia"))
    return list(zip(names, TOGETHER, strict=True))


def units_of(si: str) -> tuple[str, ...]:
    """Returns the symbols of the units that a quantity of this SI unit can be typed and shown in."""
    return tuple(TABLE.get(si, {si: Unit()}))


def _plain(symbol: str) -> str:
    """A symbol without blanks, dots and signs of powers, small."""
    plain = re.sub(r"[\s·*^]", "", symbol).replace("²", "2").lower()
    return ALIASES.get(plain, plain)


def unit_of(symbol: str, si: str) -> str | None:
    """Returns the unit of TABLE[si] that a person means by a symbol, or None."""
    if symbol[:1] in ("M", "М"):
        # mega is not milli
        return None
    meant = _plain(symbol)
    return next((name for name in units_of(si) if _plain(name) == meant), None)


def to_si(value: float, unit: str, si: str) -> float:
    """Returns a value in a unit of TABLE[si] in the SI unit."""
    found = TABLE.get(si, {}).get(unit, Unit())
    return value*found.times/found.over


def from_si(value, unit: str, si: str):
    """Returns a value (or an array) in the SI unit in a unit of TABLE[si]."""
    found = TABLE.get(si, {}).get(unit, Unit())
    return value if found == Unit() else value*found.over/found.times


def typed(text: str, si: str, unit: str = "") -> float:
    """Returns the number in the SI unit `si` that a person typed, with a unit or in `unit`.

    "1,5", "12 cm", "90°", "33 rpm", "−3e-2" are understood; BadValue says in a sentence what is not.
    """
    shown = repr(text if len(text) <= 40 else text[:37] + "...")
    # blanks between digits are those of thousands
    clean = re.sub(r"(?<=\d)\s+(?=\d)", "", text.strip().replace("\u2212", "-"))
    clean = re.sub(r"^([+-])\s+", r"\1", clean)
    found = NUMBER.match(clean) if len(text) <= LONGEST else None
    if found is None:
        raise BadValue(_("got {found}, needs a number, with one of the units {units} or without").format(
            found=shown, units=_names(si)))
    rest = clean[found.end():].strip()
    value = float(found[0].replace(",", "."))
    if rest:
        name = unit_of(rest, si)
        if name is None:
            raise BadValue(_("got {found}: {unit!r} is no unit of this quantity, needs one of {units}").format(
                found=shown, unit=rest, units=_names(si)))
        unit = name
    value = to_si(value, unit or si, si)
    if not isfinite(value):
        raise BadValue(_("got {found}, needs a number, with one of the units {units} or without").format(
            found=shown, units=_names(si)))
    return value


def has_unit(text: str) -> bool:
    """Returns whether letters stand behind a number."""
    found = NUMBER.match(re.sub(r"\s", "", text.replace("\u2212", "-")))
    rest = re.sub(r"\s", "", text.replace("\u2212", "-"))[found.end():] if found is not None else ""
    return rest[:1].isalpha() or rest[:1] in ("°", "µ")


def _names(si: str) -> str:
    return ", ".join(unit_text(name) for name in units_of(si)) if si not in ("", "1") else _("(none)")


class Shown:
    """The units in which quantities are shown: SI unit -> unit; the SI where nothing was chosen.

    One object for a window: its parts read it whenever they write a number.
    """

    def __init__(self, chosen: str = ""):
        self._chosen: dict[str, str] = {}
        for pair in chosen.split(";"):
            si, _equals, unit = pair.partition("=")
            if unit in TABLE.get(si, {}):
                self._chosen[si] = unit

    def __getitem__(self, si: str) -> str:
        return self._chosen.get(si, si)

    def choose(self, si: str, unit: str):
        """Shows quantities of this SI unit in `unit` from now on, "" in the SI unit itself."""
        if unit and unit not in TABLE.get(si, {}):
            raise BadValue(_("got {found!r}, needs one of {units}").format(found=unit, units=_names(si)))
        self._chosen.pop(si, None)
        if unit:
            self._chosen[si] = unit

    def chosen(self, si: str) -> str:
        """Returns what was chosen for this SI unit, or ""."""
        return self._chosen.get(si, "")

    def values(self, si: str, values):
        """Returns numbers of the SI unit in the unit in which they are shown."""
        return from_si(values, self[si], si)

    def text(self, si: str) -> str:
        """Returns the unit in which they are shown, in the language of the moment; "" for pure numbers."""
        return unit_text(self[si]) if si not in ("", "1") else ""

    def save(self) -> str:
        """Returns the choices as a text, for the settings."""
        return ";".join(f"{si}={unit}" for si, unit in self._chosen.items())

"""Realisations of a constraint row: ideal, viscous, elastic, one that gives way, a stop, one that goes with a stop."""

from dataclasses import dataclass
from math import isfinite

from sandbox.errors import BadValue
from sandbox.text import N_, _


def _at_least_zero(word: str, **numbers):
    for name, value in numbers.items():
        if not (isinstance(value, int | float) and isfinite(value) and value >= 0.0):
            raise BadValue(_("{word}, {name}: got {found!r}, needs a finite number, at least 0").format(
                word=word, name=name, found=value))


def words_of(realisation) -> tuple[str, tuple[tuple[str, float | str], ...]]:
    """Returns what a realisation is called beside others: text and values of a Label (scene/drawn/shapes.py)."""
    if isinstance(realisation, Viscous):
        return N_("viscous, {c:g} {unit}"), (("c", realisation.c), ("unit", "N s/m"))
    if isinstance(realisation, Penalty):
        return N_("elastic, {k:g} {unit}"), (("k", realisation.k), ("unit", "N/m"))
    if isinstance(realisation, Breakable):
        return N_("holds {hold:g} {unit}"), (("hold", realisation.hold), ("unit", "N"))
    return N_("ideal"), ()


@dataclass(frozen=True)
class Ideal:
    """A row that always holds: its force is a multiplier."""


@dataclass(frozen=True)
class Viscous:
    """A row that slips: force -c (A v - b); c_b of a blade in a very viscous medium [N s/m]."""

    c: float

    def __post_init__(self):
        _at_least_zero("Viscous", c=self.c)


@dataclass(frozen=True)
class Penalty:
    """A row on a spring and a damper: force -k s - c (A v - b), s' = A v - b [N/m, N s/m]."""

    k: float
    c: float = 0.0

    def __post_init__(self):
        _at_least_zero("Penalty", k=self.k, c=self.c)


@dataclass(frozen=True)
class Breakable:
    """A row that holds forces up to `hold` and, when it gave way, slides against the force `slide` <= hold [N].

    One with hold = 0 does nothing: it slides freely from the start.
    """

    hold: float
    slide: float

    def __post_init__(self):
        _at_least_zero("Breakable", slide=self.slide)
        if not self.hold >= self.slide:
            raise BadValue(_("Breakable: got hold = {hold} N, slide = {slide} N, needs slide <= hold").format(
                hold=self.hold, slide=self.slide))


@dataclass(frozen=True)
class Unilateral:
    """A row whose gap can't become negative: a stop, a wall. Open it does nothing, closed it pushes and does not pull.

    restitution   e in [0, 1]: the share of the speed at which the gap closed that it opens with
    others_hold   whether the other rows hold during the impact; or the stop acts alone, the others slip and grip again
                  right after it (mechanics/rows/impacts.py)
    closed        its gap is closed at the start
    open_word     what a person reads as the mode while it is open, "" for nothing
    """

    restitution: float = 0.0
    others_hold: bool = True
    closed: bool = False
    open_word: str = ""

    def __post_init__(self):
        e = self.restitution
        if not (isinstance(e, int | float) and 0.0 <= e <= 1.0):
            raise BadValue(_("Unilateral, restitution: got {found!r}, needs a number in [0, 1]").format(found=e))


@dataclass(frozen=True)
class With:
    """A row that holds while the unilateral row of the name `row` is closed: rolling on what may be left.

    It lets go as that one opens, and grips at the instant at which that one closes.
    """

    row: str

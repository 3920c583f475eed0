"""The card over the picture: what one sees, why, with live numbers, and one thing to try that really changes something.

    Card("The ball runs on a circle.", "χΩ = {circling}, and its speed {r.speed} stays.",
         Try("[Turn the table the other way]: the circle is run backwards.", rate=lambda p: -p.rate),
         {"circling": Number("rad/s", lambda p, r: 2/7*p.rate)})
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import SimpleNamespace

from sandbox.errors import BadValue
from sandbox.text import _

# readings of a run that every body or run has (run/readings/quantities.py); a system need not have the forces
READINGS = ("t", "x", "y", "z", "radius", "azimuth", "speed", "vx", "vy", "vz", "spin", "wx", "wy", "wz", "wn", "tilt",
            "heading", "cx", "cy", "cz", "normal", "friction", "Fx", "Fy", "Fz", "ratio", "drift", "E_J", "ledger",
            "E_0", "max_ratio", "support_spin", "support_x", "support_y", "support_z", "slip")
KINDS = ("live", "integral", "energy")      # "integral:ell": of what a run or its scene names itself
HAND, ANEW = "hand", "anew"                 # deeds of a Try: the hand takes the body; the run begins again
LONGEST = 400                               # letters of a text
FIELD = re.compile(r"\{([^{}]*)\}")
LINK = re.compile(r"\[([^\[\]]+)\]")


@dataclass(frozen=True)
class Number:
    """A number of a card that is neither a parameter nor a reading.

    unit   of the SI, "" for a pure number
    of     of(p, r): from the values that hold now, p.rate, and the readings of the run, r.speed or r["integral:ell"];
           nan where it has none
    """

    unit: str
    of: Callable


class Try:
    """What a person may try.

    text     what to do, in [brackets], and what comes of it
    deed     "" changes the values in the run as it goes, as sliders do; ANEW begins the run again with them; HAND takes
             the body with the hand; else the name of a preset
    values   parameters and their values, or functions of p that give them
    """

    def __init__(self, text: str, deed: str = "", /, **values):
        self.text, self.deed, self.values = text, deed, values

    def __repr__(self):
        return f"Try({self.text!r}, {self.deed!r}, {self.values})"

    def wanted(self, values: Mapping) -> dict:
        """Returns the values that it wants where `values` hold."""
        present = SimpleNamespace(**values)
        return {name: value(present) if callable(value) else value for name, value in self.values.items()}


@dataclass(frozen=True)
class Card:
    """What stands beside the picture.

    see      what one sees
    why      one formula, with live numbers: {p.rate} of a parameter, {r.speed} of a reading, {name} of `numbers`
    try_     one thing to try
    numbers  further numbers by their names

    A preset's card needs to say only what differs from that of its scene.
    """

    see: str = ""
    why: str = ""
    try_: Try | None = None
    numbers: Mapping[str, Number] = field(default_factory=dict)

    def over(self, other: "Card | None") -> "Card":
        """Returns this card with what it does not say from another one."""
        if other is None:
            return self
        return replace(self, see=self.see or other.see, why=self.why or other.why, try_=self.try_ or other.try_,
                       numbers={**other.numbers, **self.numbers})

    @property
    def fields(self) -> tuple[str, ...]:
        """The live numbers that `why` shows."""
        return tuple(FIELD.findall(self.why))


def check_card(card: Card, where: str, scene, values: Mapping):
    """Raises BadValue where a card shows what there is not, or proposes what cannot be done or changes nothing.

    where    of which preset it is, for the sentence;  values  those that hold in it
    """
    def refuse(what: str, found, needed: str):
        return BadValue(_("scene '{scene}', card{where}, {what}: got {found}, needs {needed}").format(
            scene=scene.id or scene.title, where=where, what=what, found=repr(found)[:60], needed=needed))

    for name, text in (("see", card.see), ("why", card.why)):
        if not isinstance(text, str) or not 0 < len(text) <= LONGEST:
            raise refuse(name, text, _("a text of at most {most} letters").format(most=LONGEST))
    for name, number in card.numbers.items():
        if not isinstance(number, Number) or not callable(number.of) or not isinstance(number.unit, str):
            raise refuse(f"numbers, {name!r}", number, "Number(unit, of)")
    known = [*card.numbers, *(f"p.{p.name}" for p in scene.parameters), *(f"r.{name}" for name in READINGS)]
    for name in card.fields:
        kind, _colon, rest = name.removeprefix("r.").partition(":")
        if name not in known and not (name.startswith("r.") and kind in KINDS and rest):
            raise refuse("why", "{" + name + "}", _("one of {known}").format(known=", ".join(known)))
    if not isinstance(card.try_, Try) or not isinstance(card.try_.text, str) or len(card.try_.text) > LONGEST:
        raise refuse("try_", card.try_, "Try(text, ...)")
    for name, text in (("see", card.see), ("try_", card.try_.text)):
        if found := FIELD.findall(text):
            raise refuse(name, "{" + found[0] + "}", _("a text without live numbers: they stand in `why`"))
    if len(LINK.findall(card.try_.text)) != 1:
        raise refuse("try_", card.try_.text, _("one part in [brackets]: what is done"))
    _check_deed(card.try_, scene, values, refuse)


def _check_deed(proposal: Try, scene, values: Mapping, refuse: Callable):
    deed = proposal.deed
    if deed not in ("", ANEW, HAND) and deed not in [preset.name for preset in scene.presets]:
        raise refuse("try_", deed, _("one of {known}").format(
            known=", ".join(("ANEW", "HAND", *(repr(preset.name) for preset in scene.presets)))))
    if deed not in ("", ANEW):
        if proposal.values or deed != HAND and scene.values(scene.preset(deed).values) == values:
            raise refuse("try_", proposal, _("something that changes the run, and one thing only"))
        return
    try:
        wanted = proposal.wanted(values)
    except Exception as error:
        raise refuse("try_", proposal, f"{type(error).__name__}: {error}") from error
    if all(scene.parameter(name).check(value, scene.id or scene.title) == values[name]
           for name, value in wanted.items()):
        raise refuse("try_", proposal, _("something that changes the run, and one thing only"))

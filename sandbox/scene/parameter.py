"""One number (or switch) of a scene that a person may change."""

from dataclasses import dataclass
from math import isfinite

from sandbox.errors import BadValue
from sandbox.scene.presentation.names import NAMES
from sandbox.text import _, unit_text

ROLES = ("", "start")     # what a parameter may belong to: the system, or the start of a run
WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}      # of a switch
LONGEST = 64              # letters of a number or such a word


@dataclass(frozen=True)
class Parameter:
    """A named quantity with its unit and range.

    name      identifier used in scenes, logs and commands
    default   start value; a bool makes the parameter a switch
    unit      SI unit as text, "" for a pure number
    low high  closed range of allowed values
    live      may change while the scene runs; otherwise a change restarts the scene
    about     one line for tooltips and lists
    role      "start" where it says how a run starts, "" where it says what the system is
    title, symbol   what people call it, "" for what NAMES (scene/presentation/names.py) has for its name
    """

    name: str
    default: float | bool | str
    unit: str = ""
    low: float | None = None
    high: float | None = None
    live: bool = False
    about: str = ""
    role: str = ""
    title: str = ""
    symbol: str = ""

    def __post_init__(self):
        if not self.name.isidentifier():
            raise BadValue(_("parameter name {name!r}: needs a Python identifier").format(name=self.name))
        if self.has_range and (self.low is None or self.high is None or not self.low < self.high):
            raise BadValue(_("parameter '{name}': needs low < high, got {low} and {high}").format(
                name=self.name, low=self.low, high=self.high))
        if self.role not in ROLES:
            raise BadValue(_("parameter '{name}', role: got {found!r}, needs one of {known}").format(
                name=self.name, found=self.role, known=", ".join(map(repr, ROLES))))
        self.check(self.default, scene="")

    @property
    def shown_name(self) -> str:
        """What people call it, in the chosen language: "friction coefficient μ"."""
        title, symbol = NAMES.get(self.name, (self.name.replace("_", " "), ""))
        return f"{_(self.title or title)} {self.symbol or ('' if self.title else symbol)}".strip()

    @property
    def is_of_start(self) -> bool:
        """Whether it says how a run starts; such a parameter and a typed start exclude each other."""
        return self.role == "start"

    @property
    def is_switch(self) -> bool:
        return isinstance(self.default, bool)

    @property
    def has_range(self) -> bool:
        """Whether its values lie between `low` and `high`."""
        return not self.is_switch

    @property
    def corners(self) -> tuple:
        """The two values at the ends of what is allowed."""
        return (self.default, not self.default) if self.is_switch else (self.low, self.high)

    @property
    def allowed(self) -> str:
        """The allowed values in words."""
        if self.is_switch:
            return _("true or false")
        unit = f" {unit_text(self.unit)}" if self.unit else ""
        return _("a number in [{low:g}, {high:g}]{unit}").format(low=self.low, high=self.high, unit=unit)

    def check(self, value, scene: str = ""):
        """The value as float or bool, or BadValue with a sentence."""
        if self.is_switch:
            word = value.strip().lower() if isinstance(value, str) and len(value) <= LONGEST else ""
            if word in WORDS:
                return WORDS[word]
        if isinstance(value, bool) and not self.is_switch or value is None:
            raise self._refuse(value, scene)
        if isinstance(value, str) and len(value) > LONGEST:
            raise self._refuse(value, scene)
        try:
            number = float(value)
        except (TypeError, ValueError, OverflowError):
            raise self._refuse(value, scene) from None
        if self.is_switch and number in (0.0, 1.0):
            return number == 1.0
        low, high = self.low, self.high
        if self.is_switch or not isfinite(number) or low is None or high is None or not low <= number <= high:
            raise self._refuse(value, scene)
        return number

    def _refuse(self, value, scene: str) -> BadValue:
        found = repr(value)
        found = found if len(found) <= 40 else found[:37] + "..."
        where = _("scene '{scene}', ").format(scene=scene) if scene else ""
        return BadValue(_("{where}parameter '{name}': got {found}, needs {allowed}").format(
            where=where, name=self.name, found=found, allowed=self.allowed))

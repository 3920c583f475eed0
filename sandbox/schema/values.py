"""What may stand in a file that anybody may have written: its kinds of values, declared, and the sentence that refuses.

    Rate = Whole(1, 120)
    Rate.take(500, "film, 'fps'")      BadValue: film, 'fps': got 500, needs a whole number in [1, 120]

`take` returns the value in the shape that the program works with (lists become tuples) or raises BadValue; whatever
JSON can hold, it raises nothing else.
"""

import unicodedata
from dataclasses import dataclass
from re import fullmatch
from reprlib import Repr
from typing import Protocol

from sandbox.errors import BadValue
from sandbox.text import _

shorten = Repr()
shorten.maxstring = shorten.maxother = 60
shorten.maxlong, shorten.maxlevel = 24, 2


class Kind(Protocol):
    """A kind of value."""

    @property
    def allowed(self) -> str:
        """The allowed values in words."""

    def take(self, value, where: str):
        """Returns the value; raises BadValue, which names `where`."""


def refusal(where: str, value, allowed: str) -> BadValue:
    """Returns the error that says what was found and what is allowed."""
    return BadValue(_("{where}: got {found}, needs {allowed}").format(
        where=where, found=shorten.repr(value), allowed=allowed))


def is_a_number(value) -> bool:
    # a switch is a number to Python, not to a person
    return isinstance(value, int | float) and not isinstance(value, bool)


@dataclass(frozen=True)
class Number:
    """A finite number in [low, high]."""

    low: float
    high: float

    @property
    def allowed(self) -> str:
        return _("a number in [{low:g}, {high:g}]").format(low=self.low, high=self.high)

    def take(self, value, where: str):
        # comparisons, which nan and the infinite fail, and which no whole number is too large for
        if not (is_a_number(value) and self.low <= value <= self.high):
            raise refusal(where, value, self.allowed)
        return value


@dataclass(frozen=True)
class Whole:
    """A whole number in [low, high], a multiple of `step`."""

    low: int
    high: int
    step: int = 1

    @property
    def allowed(self) -> str:
        text = _("an even number in [{low}, {high}]") if self.step == 2 else _("a whole number in [{low}, {high}]")
        return text.format(low=self.low, high=self.high)

    def take(self, value, where: str):
        if type(value) is not int or not self.low <= value <= self.high or value % self.step:
            raise refusal(where, value, self.allowed)
        return value


@dataclass(frozen=True)
class Switch:
    """True or false."""

    @property
    def allowed(self) -> str:
        return _("true or false")

    def take(self, value, where: str):
        if not isinstance(value, bool):
            raise refusal(where, value, self.allowed)
        return value


@dataclass(frozen=True)
class Text:
    """Text of at most so many letters; `pattern` is a regular expression for all of it, `words` say what that means."""

    longest: int
    pattern: str = ""
    words: str = ""

    @property
    def allowed(self) -> str:
        return self.words or _("text of at most {longest} letters").format(longest=self.longest)

    def take(self, value, where: str):
        if not isinstance(value, str) or len(value) > self.longest or (
                self.pattern and not fullmatch(self.pattern, value)) or not is_sendable(value):
            raise refusal(where, value, self.allowed)
        return value


@dataclass(frozen=True)
class Plain:
    """Text of at most so many letters as it stands in a list beside others: nothing in it steers a terminal or turns
    the direction of writing; with `breaks` it may have lines.
    """

    longest: int
    breaks: bool = False

    @property
    def allowed(self) -> str:
        return _("text of at most {longest} letters, none of which steers what shows it").format(longest=self.longest)

    def take(self, value, where: str):
        text = Text(self.longest).take(value, where)
        # what steers cannot be printed: of most texts no sign needs to be looked at
        if not text.isprintable() and any(is_steering(sign) and not (self.breaks and sign in "\n\t") for sign in text):
            raise refusal(where, value, self.allowed)
        return text


# classes of what turns the direction of writing of all that follows
TURNS = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")


def is_steering(sign: str) -> bool:
    """Whether a sign is none that is read: of control, an end of a line, or one that turns the direction of writing."""
    return unicodedata.category(sign) in ("Cc", "Zl", "Zp") or unicodedata.bidirectional(sign) in TURNS


def is_sendable(text: str) -> bool:
    """Returns whether a text can be written to a file: JSON may hold halves of letters, UTF-8 may not."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


@dataclass(frozen=True)
class Choice:
    """One of some values."""

    values: tuple

    @property
    def allowed(self) -> str:
        return _("one of {known}").format(known=", ".join(map(str, self.values)))

    def take(self, value, where: str):
        if not any(type(value) is type(known) and value == known for known in self.values):
            raise refusal(where, value, self.allowed)
        return value

"""A table of scalar terms: every operation once, zeros and ones gone, written out as straight code."""

import math


class Terms:
    """Table of scalar terms in the order of their making; equal terms get the same name, `letter` and a number."""

    def __init__(self, letter: str = "t"):
        self._letter = letter
        self._names: dict[str, str] = {}
        self._lines: list[tuple[str, str, tuple]] = []      # (name, text, names it needs)
        # name -> (operation, *operands) where it is known, in the order of their making
        self.made: dict[str, tuple] = {}

    def make(self, text: str, needs: tuple, made: tuple = ()) -> "Term":
        """Takes a text and the names it needs and returns its term; `made` is its operation and operands (rates.py)."""
        if text not in self._names:
            self._names[text] = f"{self._letter}{len(self._names)}"
            self._lines.append((self._names[text], text, needs))
            self.made[self._names[text]] = made
        return Term(self, self._names[text])

    def lines(self, wanted: list) -> list:
        """Returns the assignments that the wanted terms need, in order."""
        needed = {term.name for term in wanted}
        lines = []
        for name, text, needs in reversed(self._lines):
            if name in needed:
                needed.update(needs)
                lines.append(f"{name} = {text}")
        return lines[::-1]


class Term:
    """A scalar in the table: a symbol, a number or an operation."""

    def __init__(self, table, name, number=None):
        self.table, self.name, self.number = table, name, number

    def of(self, value) -> "Term":
        return value if isinstance(value, Term) else Term(self.table, repr(float(value)), float(value))

    def _do(self, sign, other):
        # a number in front of a product or sum keeps equal terms equal
        if sign in "+*" and self.number is None and (other.number is not None or other.name < self.name):
            if other.number is None:
                return other._do(sign, self)
            return self._with(f"{other.name} {sign} {self.name}", (sign, other, self))
        return self._with(f"{self.name} {sign} {other.name}", (sign, self, other))

    def _with(self, text, made):
        needs = tuple(term.name for term in made[1:] if isinstance(term, Term) and term.number is None)
        return self.table.make(text, needs, made)

    def __add__(self, other):
        other = self.of(other)
        if self.number is not None and other.number is not None:
            return self.of(self.number + other.number)
        if self.number == 0.0:
            return other
        return self if other.number == 0.0 else self._do("+", other)

    def __sub__(self, other):
        other = self.of(other)
        if self.number is not None and other.number is not None:
            return self.of(self.number - other.number)
        if other.number == 0.0:
            return self
        if self.number == 0.0:
            return other*-1.0
        return self.of(0.0) if self.name == other.name else self._with(
            f"{self.name} - {other.name}", ("-", self, other))

    def __mul__(self, other):
        other = self.of(other)
        if self.number is not None and other.number is not None:
            return self.of(self.number*other.number)
        for a, b in ((self, other), (other, self)):
            if a.number == 0.0:
                return a
            if a.number == 1.0:
                return b
        return self._do("*", other)

    def __truediv__(self, other):
        other = self.of(other)
        if self.number is not None and other.number is not None:
            return self.of(self.number/other.number)
        if self.number == 0.0 or other.number == 1.0:
            return self
        return self._with(f"{self.name} / {other.name}", ("/", self, other))

    def call(self, function: str) -> "Term":
        if self.number is not None:
            return self.of(getattr(math, function)(self.number))
        return self._with(f"{function}({self.name})", (function, self))

    def power(self, exponent: float) -> "Term":
        if self.number is not None:
            return self.of(self.number**exponent)
        return self._with(f"{self.name} ** {exponent!r}", ("**", self, exponent))

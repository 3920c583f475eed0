"""Two numbers to be in one register: a formula (traced.py) that is written down for two states at once.

The generic instruction set has registers of two numbers, and one instruction that adds or multiplies both, each for
itself: bit by bit what it is alone, in the time of one.
"""

from llvmlite import ir

from sandbox.compiling.types import DOUBLE, Number, Pointer

TWO = ir.VectorType(DOUBLE, 2)


class TwoNumbers(Number):
    """Two numbers side by side, for + - * / with others and with known numbers; without comparisons and functions."""

    __slots__ = ()

    def _of(self, operation, left, right):
        if self.builder is None:
            return self
        return TwoNumbers(self.builder, getattr(self.builder, operation)(_register(left), _register(right)))

    def __neg__(self):
        return self if self.builder is None else TwoNumbers(self.builder, self.builder.fneg(self.value))

    def part(self, number: int) -> Number:
        """The first (0) or second (1) of them."""
        if self.builder is None:
            return Number(None, None)
        return Number(self.builder, self.builder.extract_element(self.value, _place(number)))


class TwoRows:
    """Two rows of numbers behind each other, by their places in a row: reads and writes the numbers of both at once.

    length   of a row, known or to be; 0: there is one row, which is both
    """

    def __init__(self, rows: Pointer, length: int):
        self.rows, self.length = rows, length

    def __getitem__(self, place: int) -> TwoNumbers:
        return side_by_side(self.rows[place], self.rows[self.length + place])

    def __setitem__(self, place: int, numbers: TwoNumbers):
        if numbers.builder is not None:
            self.rows[place], self.rows[self.length + place] = numbers.part(0), numbers.part(1)


def side_by_side(one: Number, other: Number) -> TwoNumbers:
    """Two numbers in one register."""
    if one.builder is None:
        return TwoNumbers(None, None)
    numbers = ir.Constant(TWO, ir.Undefined)
    for number, value in enumerate((one.value, other.value)):
        numbers = one.builder.insert_element(numbers, value, _place(number))
    return TwoNumbers(one.builder, numbers)


def _register(number):
    """The register of two numbers; a known number is both."""
    return number.value if isinstance(number, TwoNumbers) else ir.Constant(TWO, [float(number)]*2)


def _place(number: int):
    return ir.Constant(ir.IntType(32), number)

"""Numbers, conditions, places and parameters to be: what a formula (traced.py) computes with while it is written down.

Each holds the builder of the code and the register of its value. Without a builder nothing is written: then only the
kinds of results are asked for.
"""

from llvmlite import ir

DOUBLE = ir.DoubleType()


def register(number):
    """The LLVM value of a number."""
    return number.value if isinstance(number, Number) else ir.Constant(DOUBLE, float(number))


class Number:
    """A number."""

    __slots__ = ("builder", "value")

    def __init__(self, builder, value):
        self.builder, self.value = builder, value

    def _registers(self, left, right):
        return register(left), register(right)

    def _of(self, operation, left, right):
        if self.builder is None:
            return self
        return Number(self.builder, getattr(self.builder, operation)(*self._registers(left, right)))

    @staticmethod
    def _binary(operation):
        def method(self, other):
            return self._of(operation, self, other) if isinstance(other, (Number, float, int)) else NotImplemented

        def mirrored(self, other):
            return self._of(operation, other, self) if isinstance(other, (float, int)) else NotImplemented
        return method, mirrored

    __add__, __radd__ = _binary("fadd")
    __sub__, __rsub__ = _binary("fsub")
    __mul__, __rmul__ = _binary("fmul")
    __truediv__, __rtruediv__ = _binary("fdiv")

    @staticmethod
    def _comparison(sign):
        # nan differs from every number, and no other comparison with it holds
        compare = "fcmp_unordered" if sign == "!=" else "fcmp_ordered"

        def method(self, other):
            if not isinstance(other, (Number, float, int)):
                return NotImplemented
            if self.builder is None:
                return Condition(None, None)
            return Condition(self.builder, getattr(self.builder, compare)(sign, *self._registers(self, other)))
        return method

    __eq__, __ne__, __lt__, __gt__ = _comparison("=="), _comparison("!="), _comparison("<"), _comparison(">")

    def __neg__(self):
        return self if self.builder is None else Number(self.builder, self.builder.fneg(self.value))

    def __bool__(self):
        raise TypeError("a traced formula can't branch")

    def _function(self, name):
        if self.builder is None:
            return self
        function = self.builder.module.declare_intrinsic(name, [DOUBLE])
        return Number(self.builder, self.builder.call(function, [self.value]))

    def sqrt(self):
        return self._function("llvm.sqrt")

    def sin(self):
        return self._function("llvm.sin")

    def cos(self):
        return self._function("llvm.cos")

    def __abs__(self):
        return self._function("llvm.fabs")


class Condition:
    """Something that will be true or false: for `branching.choose`, never for an `if`."""

    __slots__ = ("builder", "value")
    __bool__ = Number.__bool__

    def __init__(self, builder, value):
        self.builder, self.value = builder, value

    def __or__(self, other):
        return self if self.builder is None else Condition(self.builder, self.builder.or_(self.value, other.value))

    def __and__(self, other):
        return self if self.builder is None else Condition(self.builder, self.builder.and_(self.value, other.value))


class WholeNumber:
    """A whole number: a place in an array, an address."""

    __slots__ = ("builder", "value")

    def __init__(self, builder, value):
        self.builder, self.value = builder, value

    def __add__(self, places: int):
        return self if self.builder is None else WholeNumber(self.builder, self.builder.add(self.value, _whole(places)))


def _whole(number: int):
    return ir.Constant(ir.IntType(64), number)


def whole(builder, number: int) -> WholeNumber:
    """A whole number that is known."""
    return WholeNumber(builder, _whole(number))


class Pointer:
    """Parameters, or whole numbers, by their places; what is written to them is written in the order of the formula."""

    def __init__(self, builder, value, part=Number):
        self.builder, self.value, self.part = builder, value, part

    def at(self, place):
        """The register of the address of p[place]."""
        return self.builder.gep(self.value, [place.value if isinstance(place, WholeNumber) else _whole(place)])

    def __getitem__(self, place):
        return self.part(self.builder, None if self.builder is None else self.builder.load(self.at(place)))

    def __setitem__(self, place, number):
        if self.builder is not None:
            self.builder.store(register(number), self.at(place))

"""Formulas of numbers and vectors that become machine code without the compiler's front end reading them.

A traced function is plain Python over numbers, triples and tuples, without branches. Called from compiled code it runs
once, at translation, on stand-ins that write down each operation as it happens; the compiled code then holds those
operations and nothing else. Translating a page of vector formulas so takes milliseconds where inferring the type of
each intermediate result takes seconds, and a formula can be written with vectors at no cost.

    @traced
    def slip(v, w, rho, ws, x):              # triples arrive as Vector
        return v + cross(w, rho) - cross(ws, x)

It returns a number, a Vector or a tuple of such things. Parameters arrive as a bare pointer: p[MASS].
"""

from inspect import Parameter, signature

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from sandbox.mechanics import rotation

DOUBLE = ir.DoubleType()


class Number:
    """A number to be: the builder of the code and the register that holds it; without a builder only its place."""

    __slots__ = ("builder", "value")

    def __init__(self, builder, value):
        self.builder, self.value = builder, value

    def _of(self, operation, left, right):
        if self.builder is None:
            return self
        registers = [x.value if isinstance(x, Number) else ir.Constant(DOUBLE, float(x)) for x in (left, right)]
        return Number(self.builder, getattr(self.builder, operation)(*registers))

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

    def __abs__(self):
        return self._function("llvm.fabs")


class Pointer:
    """Parameters by their places."""

    def __init__(self, builder, value):
        self.builder, self.value = builder, value

    def __getitem__(self, place: int) -> Number:
        if self.builder is None:
            return Number(None, None)
        at = self.builder.gep(self.value, [ir.Constant(ir.IntType(64), place)])
        return Number(self.builder, self.builder.load(at))


class Vector(tuple):
    """Three numbers with + - and multiplication by a number."""

    def __new__(cls, x, y, z):
        return super().__new__(cls, (x, y, z))

    def __add__(self, other):
        return Vector(self[0] + other[0], self[1] + other[1], self[2] + other[2])

    def __sub__(self, other):
        return Vector(self[0] - other[0], self[1] - other[1], self[2] - other[2])

    def __rmul__(self, number):
        return Vector(number*self[0], number*self[1], number*self[2])

    def __truediv__(self, number):
        return Vector(self[0]/number, self[1]/number, self[2]/number)

    def __neg__(self):
        return Vector(-self[0], -self[1], -self[2])

    def __matmul__(self, other):
        return self[0]*other[0] + self[1]*other[1] + self[2]*other[2]


def cross(a, b) -> Vector:
    """a x b."""
    return Vector(*rotation.cross.py_func(*a, *b))


def turn(matrix, v) -> Vector:
    """R v for a rotation of nine numbers, row by row."""
    return Vector(*rotation.turn.py_func(matrix, *v))


def turn_back(matrix, v) -> Vector:
    """R^T v for a rotation of nine numbers, row by row."""
    return Vector(*rotation.turn_back.py_func(matrix, *v))


def sqrt(x):
    """Square root of a number to be."""
    return x.sqrt()


def length(v):
    """|v|."""
    return sqrt(v @ v)


def _stand_in(kind, builder, value):
    """What a formula computes with, for an argument of a numba type."""
    if isinstance(kind, types.UniTuple):
        parts = [None]*kind.count if builder is None else cgutils.unpack_tuple(builder, value, kind.count)
        parts = [_stand_in(kind.dtype, builder, part) for part in parts]
        return Vector(*parts) if kind.count == 3 else tuple(parts)
    if isinstance(kind, types.Tuple):
        parts = [None]*len(kind) if builder is None else cgutils.unpack_tuple(builder, value, len(kind))
        return tuple(_stand_in(part, builder, x) for part, x in zip(kind.types, parts, strict=True))
    if isinstance(kind, types.CPointer):
        return Pointer(builder, value)
    if kind is not types.float64:
        raise TypeError(f"a traced formula takes numbers, tuples of them and parameters, got {kind}")
    return Number(builder, value)


def _kind_of(result):
    """The numba type of what a formula returns."""
    if isinstance(result, tuple):
        return types.Tuple.from_types([_kind_of(part) for part in result])
    return types.float64


def _registers(context, builder, kind, result):
    """The LLVM value of what a formula returns."""
    if isinstance(result, tuple):
        return context.make_tuple(builder, kind, [
            _registers(context, builder, part, x) for part, x in zip(kind, result, strict=True)])
    return result.value if isinstance(result, Number) else ir.Constant(DOUBLE, float(result))


def traced(formula):
    """For compiled callers: the operations of `formula`, written down once; see the head of this file."""
    def definition(typingctx, *kinds):
        returned = _kind_of(formula(*[_stand_in(kind, None, None) for kind in kinds]))

        def codegen(context, builder, sig, args):
            stand_ins = [_stand_in(kind, builder, value) for kind, value in zip(sig.args, args, strict=True)]
            return _registers(context, builder, sig.return_type, formula(*stand_ins))
        return returned(*kinds), codegen

    # numba counts the parameters
    asked = signature(formula)
    context = Parameter("typingctx", Parameter.POSITIONAL_OR_KEYWORD)
    definition.__signature__ = asked.replace(parameters=[context, *asked.parameters.values()])
    definition.__name__ = definition.__qualname__ = formula.__name__
    definition.__module__, definition.__doc__ = formula.__module__, formula.__doc__
    operation = intrinsic(definition)
    operation.formula = formula
    return operation

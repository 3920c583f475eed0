"""Formulas of numbers and vectors that become machine code without the compiler's front end reading them.

A traced function is plain Python over numbers, triples and tuples, without `if` (see branching.py). Called from
compiled code it runs once, at translation, on stand-ins that write down each operation as it happens; the compiled code
then holds those operations and nothing else. Translating a page of vector formulas so takes milliseconds where
inferring the type of each intermediate result takes seconds, and a formula can be written with vectors at no cost.

    @traced
    def slip(v, w, rho, ws, x):              # triples arrive as Vector
        return v + cross(w, rho) - cross(ws, x)

It returns a number, a Vector, or a tuple of such things, with names (NamedTuple) where there are many: they are read by
name in the compiled code, too, and cost nothing. Parameters arrive as a bare pointer: p[MASS] reads,
out[3] = x writes. Within another formula it is called as `slip.formula(...)`.
"""

from dataclasses import dataclass
from inspect import Parameter, signature

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from sandbox.compiling import rotation
from sandbox.compiling.compiled import data_of
from sandbox.compiling.types import Condition, Number, Place, Pointer, register


@dataclass(frozen=True)
class Translation:
    """What a formula is written down for: numba's typing and, once the kinds are known, its target and a builder."""

    typing: object
    context: object = None
    builder: object = None


TRIPLE = types.UniTuple(types.float64, 3)

# translations under way, the present one last: a formula may call a compiled function that has formulas itself
_under_way = []


def translation() -> Translation:
    """The translation under way."""
    return _under_way[-1]


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


def multiply(p, q):
    """Quaternion product p o q."""
    return rotation.multiply.py_func(*p, *q)


def quaternion_rate(w, q):
    """q' = 1/2 q o (0, w) for an angular velocity w in the axes q maps from."""
    return rotation.quaternion_rate_body.py_func(*w, *q)


def matrix_of(q):
    """Rotation matrix of the quaternion q/|q| as nine numbers, row by row."""
    return rotation.matrix_of.py_func(*q)


def vector_at(p, at):
    """p[at:at + 3]."""
    return Vector(p[at], p[at + 1], p[at + 2])


def sqrt(x):
    """Square root of a number to be."""
    return x.sqrt()


def length(v):
    """|v|."""
    return sqrt(v @ v)


def sin(x):
    """Sine of a number to be."""
    return x.sin()


def cos(x):
    """Cosine of a number to be."""
    return x.cos()


def stand_in(kind, now: Translation, value=None):
    """What a formula computes with, for an argument of a numba type."""
    builder = now.builder
    if isinstance(kind, types.BaseTuple):
        parts = [None]*len(kind) if builder is None else cgutils.unpack_tuple(builder, value, len(kind))
        parts = [stand_in(part, now, x) for part, x in zip(kind.types, parts, strict=True)]
        if isinstance(kind, types.BaseNamedTuple):
            return kind.instance_class(*parts)
        return Vector(*parts) if kind == TRIPLE else tuple(parts)
    if isinstance(kind, types.CPointer):
        return Pointer(builder, value, kind)
    if isinstance(kind, types.Array) and kind.layout == "C":
        data = None if builder is None else data_of(now.context, builder, kind, value)
        return Pointer(builder, data, types.CPointer(kind.dtype))
    if isinstance(kind, types.IntegerLiteral):
        return kind.literal_value
    if isinstance(kind, types.Dispatcher):
        return kind.dispatcher
    if kind is types.none:
        return None
    for numba_kind, part in ((types.float64, Number), (types.int64, Place), (types.boolean, Condition)):
        if kind is numba_kind:
            return part(builder, value)
    raise TypeError(f"a traced formula takes numbers, tuples of them, parameters and functions, got {kind}")


def name_of(result: tuple) -> type | None:
    """The class of a named tuple, None for any other."""
    return type(result) if hasattr(result, "_fields") else None


def kind_of(result):
    """The numba type of what a formula returns or hands on."""
    if isinstance(result, tuple):
        return types.BaseTuple.from_types([kind_of(part) for part in result], name_of(result))
    if isinstance(result, Pointer):
        return result.kind
    return {Place: types.int64, Condition: types.boolean, type(None): types.none}.get(type(result), types.float64)


def registers(now: Translation, result):
    """The LLVM value of what a formula returns or hands on."""
    if isinstance(result, tuple):
        return now.context.make_tuple(now.builder, kind_of(result), [registers(now, part) for part in result])
    if result is None:
        return now.context.get_dummy_value()
    return result.value if isinstance(result, (Pointer, Place, Condition)) else register(result)


def traced(formula):
    """For compiled callers: the operations of `formula`, written down once; see the head of this file."""
    def written(now, kinds, values):
        _under_way.append(now)
        try:
            return formula(*[stand_in(kind, now, value) for kind, value in zip(kinds, values, strict=True)])
        finally:
            _under_way.pop()

    def definition(typingctx, *kinds):
        returned = kind_of(written(Translation(typingctx), kinds, [None]*len(kinds)))

        def codegen(context, builder, sig, args):
            now = Translation(context.typing_context, context, builder)
            return registers(now, written(now, sig.args, args))
        return returned(*kinds), codegen

    # numba counts the parameters
    asked = signature(formula)
    context = Parameter("typingctx", Parameter.POSITIONAL_OR_KEYWORD)
    definition.__signature__ = asked.replace(parameters=[context, *asked.parameters.values()])
    definition.__name__ = definition.__qualname__ = formula.__name__
    definition.__module__, definition.__doc__ = formula.__module__, formula.__doc__
    # whole numbers are asked for as the numbers they are where they are known
    operation = intrinsic(prefer_literal=True)(definition)
    operation.formula = formula
    return operation

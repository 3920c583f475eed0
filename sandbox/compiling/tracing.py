"""How a formula (traced.py) is written down: stand-ins for its arguments, and the operation that it becomes."""

from dataclasses import dataclass
from inspect import Parameter, signature
from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from sandbox.compiling.traced import Vector
from sandbox.compiling.types import Condition, Number, Pointer, WholeNumber, register


@dataclass(frozen=True)
class Translation:
    """What a formula is written down for: numba's typing and, once the kinds are known, its target and a builder."""

    # of numba, which says nothing of types
    typing: Any
    context: Any = None
    builder: Any = None


TRIPLE = types.UniTuple(types.float64, 3)

# translations under way, the present one last: a formula may call a compiled function that has formulas itself
_under_way: list[Translation] = []


def translation() -> Translation:
    """The translation under way."""
    return _under_way[-1]


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
        return Pointer(builder, value, Number if kind.dtype is types.float64 else WholeNumber)
    if isinstance(kind, types.IntegerLiteral):
        return kind.literal_value
    if isinstance(kind, types.Dispatcher):
        return kind.dispatcher
    if kind is types.none:
        return None
    for numba_kind, part in ((types.float64, Number), (types.int64, WholeNumber), (types.boolean, Condition)):
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
        return types.CPointer(types.float64 if result.part is Number else types.int64)
    return {WholeNumber: types.int64, Condition: types.boolean, type(None): types.none}.get(type(result), types.float64)


def registers(now: Translation, result):
    """The LLVM value of what a formula returns or hands on."""
    if isinstance(result, tuple):
        return now.context.make_tuple(now.builder, kind_of(result), [registers(now, part) for part in result])
    if result is None:
        return now.context.get_dummy_value()
    return result.value if isinstance(result, (Pointer, WholeNumber, Condition)) else register(result)


def intrinsic_of(formula):
    """Returns the operation of compiled code that the operations of a formula are."""
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

    # numba counts the parameters, by what types of functions do not know
    asked = signature(formula)
    context = Parameter("typingctx", Parameter.POSITIONAL_OR_KEYWORD)
    definition.__signature__ = asked.replace(    # type: ignore[attr-defined]
        parameters=[context, *asked.parameters.values()])
    definition.__name__ = definition.__qualname__ = formula.__name__
    definition.__module__, definition.__doc__ = formula.__module__, formula.__doc__
    # whole numbers are asked for as the numbers they are where they are known
    return intrinsic(prefer_literal=True)(definition)

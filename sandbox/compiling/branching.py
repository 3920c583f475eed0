"""What a formula (traced.py) may do besides arithmetic: choose, call compiled functions, evaluate a field."""

from sandbox.compiling.compiled import FIELD_SIZE
from sandbox.compiling.traced import Vector
from sandbox.compiling.types import Condition, Number, Pointer, register, whole


def choose(condition: Condition, then, other):
    """then() where the condition holds, else other(), formulas of one kind; only the one needed is computed."""
    if not isinstance(condition, Condition):
        return then() if condition else other()
    builder = condition.builder
    if builder is None:
        from sandbox.compiling.tracing import kind_of
        result, unlike = then(), other()
        if kind_of(result) != kind_of(unlike):
            raise TypeError(f"two kinds to choose from: {kind_of(result)} and {kind_of(unlike)}")
        return result
    with builder.if_else(condition.value) as (yes, no):
        with yes:
            first = then()
            end_first = builder.block
        with no:
            second = other()
            end_second = builder.block
    return _either(builder, first, end_first, second, end_second)


def _either(builder, first, end_first, second, end_second):
    """What was computed in the one block or in the other."""
    if isinstance(first, tuple):
        parts = [_either(builder, a, end_first, b, end_second) for a, b in zip(first, second, strict=True)]
        has_name = isinstance(first, Vector) or hasattr(first, "_fields")
        return type(first)(*parts) if has_name else tuple(parts)
    if first is None:
        return None
    part = Condition if isinstance(first, Condition) else Number
    values = [x.value if part is Condition else register(x) for x in (first, second)]
    phi = builder.phi(values[0].type)
    phi.add_incoming(values[0], end_first)
    phi.add_incoming(values[1], end_second)
    return part(builder, phi)


def greater(a, b):
    """max(a, b)."""
    return choose(b > a, lambda: b, lambda: a)


def call(function, *args):
    """Result of a compiled function; a whole number is handed on as one."""
    from sandbox.compiling.tracing import kind_of, registers, stand_in, translation
    now = translation()
    handed = [whole(now.builder, x) if type(x) is int else x for x in args]
    kind = now.typing.resolve_value_type(function)
    signature = kind.get_call_type(now.typing, tuple(kind_of(x) for x in handed), {})
    if now.builder is None:
        return stand_in(signature.return_type, now)
    made = now.context.get_function(kind, signature)
    return stand_in(signature.return_type, now, made(now.builder, [registers(now, x) for x in handed]))


def field_values(address, x, y, z, p: Pointer, at: int):
    """The ten numbers of the field at `address` for a point and the parameters p[at:], see compiled.call_field."""
    builder = p.builder
    if builder is None:
        return tuple(Number(None, None) for _ in range(FIELD_SIZE))
    from sandbox.compiling.operations import field_numbers
    numbers = field_numbers(builder, address.value, register(x), register(y), register(z), p.at(at))
    return tuple(Number(builder, number) for number in numbers)

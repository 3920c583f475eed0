"""Pointers of compiled code that know how many numbers stand before and behind them, for audit.py.

Only a program that is watched loads this, in the place of what types and operations are otherwise: a pointer is three
registers, each number that is read or written is looked at, and what is called through its address finds in the table
of audit.py how long the arrays are that it gets.
"""

import operator
import os
import sys
from functools import cache
from importlib import import_module

from llvmlite import ir
from numba import types
from numba.core import cgutils, lowering
from numba.core.datamodel import models
from numba.extending import intrinsic

from sandbox.compiling import operations, tracing, translator
from sandbox.compiling import types as written
from sandbox.compiling.audit import AT_ADDRESS, HANDED, LOOK_UP, REPORT, TABLE
from sandbox.compiling.cache import PROGRAM
from sandbox.compiling.compiled import Compiled

# functions that find a record within an array, and how many numbers one has: a record is as good as an array. NEXT: the
# head of the array says where the next one begins, up to the last place that is named here
WORLD, NEXT = "sandbox.mechanics.world.", "next"
RECORDS = {
    "patches.known": {"numbers_of": "layout.BALL", "shape_of": "layout.SHAPE_SIZE", "body_of": "patches.layout.BODY",
                      "contact_of": "patches.layout.CONTACT", "touch_of": "island.layout.TOUCH",
                      "array_of": (NEXT, "patches.layout.FACTORS_AT")},
    "patches.frame": {"ledger_of": "layout.LEDGER_SIZE", "lasting_of": "patches.layout.ENTRY",
                      "kept_ride_of": "patches.layout.RIDING"},
    "patches.riding": {"ride_of": "patches.layout.RIDING"},
    "corners.known": {"numbers_of": "layout.BALL", "shape_of": "layout.SHAPE_SIZE",
                      "contact_of": "corners.layout.CONTACT", "touch_of": "island.layout.TOUCH"},
    "corners.frame": {"ledger_of": "layout.LEDGER_SIZE", "rest_of": "corners.layout.REST"},
    "neighbours": {"turning_of": "layout.FREE_WORKING"},
    "segments.segment": {"ball_of": "layout.BALL", "state_of": "layout.STATE", "working_of": "layout.WORKING"},
    "events.events": {"event_at": "layout.EVENT"},
    "pair_laws": {"law_between": "layout.LAW_ROW", "body_numbers": "layout.BALL"},
    "island.ends": {"numbers_of": "layout.JOINT_SIZE"},
    "island.lone": {"place_numbers": "layout.SUPPORT_STATE"},
    "island.known": {"ball_numbers": "layout.BALL", "contact_of": "island.layout.CONTACT",
                     "touch_of": "island.layout.TOUCH", "free_numbers": "layout.TURNING",
                     "array_of": (NEXT, "island.layout.SHIFT")},
    "met": {"met_at": "met._SIZE"},
    "groups.groups": {"entry_of": "layout.ENTRY", "joint_of": "layout.JOINT_SIZE"},
    "shaped": {"shape_of": "layout.SHAPE_SIZE"},
}

whole, double, byte = ir.IntType(64), ir.DoubleType(), ir.IntType(8).as_pointer()


class Bounded(models.StructModel):
    """A pointer, how many numbers stand before it, and of how many."""

    def __init__(self, manager, kind):
        super().__init__(manager, kind, [("place", types.voidptr), ("before", types.int64), ("count", types.int64)])


class Bare(types.CPointer):
    """A pointer without all that."""


class OfArray(models.StructModel):
    """A table that stands in a source, as numba has it, which points to its numbers in its own way."""

    def __init__(self, manager, kind):
        sizes = types.UniTuple(types.intp, kind.ndim)
        super().__init__(manager, kind, [
            ("meminfo", types.MemInfoPointer(kind.dtype)), ("parent", types.pyobject), ("nitems", types.intp),
            ("itemsize", types.intp), ("data", Bare(kind.dtype)), ("shape", sizes), ("strides", sizes)])


def model_of(manager, kind):
    return (Bounded if kind.dtype in (types.float64, types.int64) else models.PointerModel)(manager, kind)

struct = ir.LiteralStructType([byte, whole, whole])


def number(value):
    return value if isinstance(value, ir.Value) else ir.Constant(whole, value)


def bounded(builder, pointer, before, count):
    made = ir.Constant(struct, ir.Undefined)
    for i, part in enumerate((builder.bitcast(pointer, byte), number(before), number(count))):
        made = builder.insert_value(made, part, i)
    return made


def taken_apart(builder, value, kind):
    pointer = builder.bitcast(builder.extract_value(value, 0), kind.as_pointer())
    return pointer, builder.extract_value(value, 1), builder.extract_value(value, 2)


def moved(builder, value, place):
    pointer, before, count = taken_apart(builder, value, double)
    return bounded(builder, builder.gep(pointer, [place]), builder.add(before, place), count)


def in_table(builder, place):
    return builder.inttoptr(ir.Constant(whole, TABLE + 8*place), whole.as_pointer())


def answer(builder, place, arguments):
    kind = ir.FunctionType(ir.VoidType(), [x.type for x in arguments])
    builder.call(builder.inttoptr(builder.load(in_table(builder, place)), kind.as_pointer()), arguments)


def site() -> str:
    """Returns where in the sources what is being written stands."""
    frame, formula = sys._getframe(1), ""
    own = str(PROGRAM/"compiling")
    while frame is not None:
        lower = frame.f_locals.get("self")
        if isinstance(lower, lowering.BaseLower):
            name = lower.func_ir.func_id.func_name
            return f"{short(lower.loc.filename)}:{lower.loc.line} {name}{formula}"
        name = frame.f_code.co_filename
        if not formula and name.startswith(str(PROGRAM)) and not name.startswith(own):
            formula = f" ({short(name)}:{frame.f_lineno} {frame.f_code.co_name})"
        frame = frame.f_back
    return f"?{formula}"


def short(name: str) -> str:
    return name.removeprefix(f"{PROGRAM.parent}{os.sep}")


def checked(builder, value, place, kind):
    """Returns the pointer to a number of the array, having looked whether it is one."""
    pointer, before, count = taken_apart(builder, value, kind)
    outside = builder.icmp_unsigned(">=", builder.add(before, place), count)
    with builder.if_then(outside, likely=False):
        text = cgutils.make_bytearray(site().encode() + b"\0")
        where = cgutils.global_constant(builder, "audit.site", text)
        answer(builder, REPORT, [builder.bitcast(where, byte), place, before, count])
    return builder.gep(pointer, [place])


def llvm(kind):
    return double if kind.dtype is types.float64 else whole


def getitem(context, builder, sig, args):
    return builder.load(checked(builder, args[0], args[1], llvm(sig.args[0])))


def setitem(context, builder, sig, args):
    builder.store(args[2], checked(builder, args[0], args[1], llvm(sig.args[0])))


class Pointer(written.Pointer):
    """Parameters by their places, looked at."""

    def _place(self, place):
        return place.value if isinstance(place, written.WholeNumber) else ir.Constant(whole, place)

    def _at(self, place):
        kind = double if self.part is written.Number else whole
        return checked(self.builder, self.value, self._place(place), kind)

    def at(self, place):
        """The register of p from a place on."""
        return moved(self.builder, self.value, self._place(place))

    def __getitem__(self, place):
        return self.part(self.builder, None if self.builder is None else self.builder.load(self._at(place)))

    def __setitem__(self, place, value):
        if self.builder is not None:
            self.builder.store(written.register(value), self._at(place))


# -- what crosses from one function to another by its address --


def hand_over(builder, values):
    """Says how long the arrays are that the next call through an address gets; returns the bare pointers."""
    pointers = []
    for slot, (value, kind) in enumerate(values):
        pointer, before, count = taken_apart(builder, value, kind)
        parts = builder.ptrtoint(pointer, whole), before, count
        for i, part in enumerate(parts):
            builder.store(part, in_table(builder, HANDED + 3*slot + i))
        pointers.append(pointer)
    return pointers


def from_table(builder, slot, pointer, is_asked_for):
    """Returns a bare pointer with the length that was said of it, or that Python knows."""
    address = builder.ptrtoint(pointer, whole)
    places = [in_table(builder, HANDED + 3*slot + i) for i in range(3)]
    differs = builder.icmp_signed("!=", builder.load(places[0]), address)
    if is_asked_for:
        differs = ir.Constant(ir.IntType(1), 1)
    with builder.if_then(differs):
        answer(builder, LOOK_UP, [number(slot), address])
    made = bounded(builder, pointer, builder.load(places[1]), builder.load(places[2]))
    builder.store(number(0), places[0])
    return made


def create_cfunc_wrapper(self, library, fndesc, env, call_helper, **_options):
    module = self.create_module("cfunc_wrapper")
    inner = ir.Function(module, self.call_conv.get_function_type(fndesc.restype, fndesc.argtypes),
                        fndesc.llvm_func_name)
    kinds = [llvm(kind).as_pointer() if isinstance(kind, types.CPointer) else self.get_value_type(kind)
             for kind in fndesc.argtypes]
    outer = ir.Function(module, ir.FunctionType(self.get_value_type(fndesc.restype), kinds),
                        fndesc.llvm_cfunc_wrapper_name)
    builder = ir.IRBuilder(outer.append_basic_block("entry"))
    arguments, slot = [], 0
    for kind, value in zip(fndesc.argtypes, outer.args, strict=True):
        if isinstance(kind, types.CPointer):
            arguments.append(from_table(builder, slot, value, False))
            slot += 1
        else:
            arguments.append(value)
    status, out = self.call_conv.call_function(builder, inner, fndesc.restype, fndesc.argtypes, arguments)
    if fndesc.restype == types.float64:
        out = builder.select(status.is_error, ir.Constant(out.type, float("nan")), out)
    builder.ret(out)
    library.add_ir_module(module)


# -- operations, as in operations.py --

numbers = types.CPointer(types.float64)


@intrinsic
def room(typingctx, count):
    def codegen(context, builder, sig, args):
        return bounded(builder, builder.alloca(double, args[0]), 0, args[0])
    return numbers(types.int64), codegen


def pointer_at(kind):
    @intrinsic
    def at(typingctx, address):
        def codegen(context, builder, sig, args):
            pointer = builder.inttoptr(args[0], llvm(types.CPointer(kind)).as_pointer())
            return from_table(builder, AT_ADDRESS, pointer, True)
        return types.CPointer(kind)(types.int64), codegen
    return at


@intrinsic
def part(typingctx, numbers, place):
    def codegen(context, builder, sig, args):
        return moved(builder, *args)
    return numbers(numbers, types.int64), codegen


def field_numbers(builder, address, x, y, z, data):
    out = cgutils.alloca_once(builder, double, size=operations.FIELD_SIZE)
    kind = ir.FunctionType(ir.VoidType(), [double, double, double, double.as_pointer(), double.as_pointer()])
    pointers = hand_over(builder, [(data, double), (bounded(builder, out, 0, operations.FIELD_SIZE), double)])
    builder.call(builder.inttoptr(address, kind.as_pointer()), [x, y, z, *pointers])
    return [builder.load(builder.gep(out, [number(i)])) for i in range(operations.FIELD_SIZE)]


@intrinsic
def call_field(typingctx, address, x, y, z, p, at):
    signature = types.UniTuple(types.float64, operations.FIELD_SIZE)(
        types.int64, types.float64, types.float64, types.float64, p, types.int64)

    def codegen(context, builder, sig, args):
        address, x, y, z, p, at = args
        return context.make_tuple(builder, sig.return_type,
                                  field_numbers(builder, address, x, y, z, moved(builder, p, at)))
    return signature, codegen


@intrinsic
def call_mode(typingctx, address, t, h, y, p, calls, out):
    signature = types.float64(types.int64, types.float64, types.float64, y, p, calls, out)

    def codegen(context, builder, sig, args):
        address, t, h, *arrays = args
        kinds = double, double, whole, double
        kind = ir.FunctionType(double, [double, double, *(x.as_pointer() for x in kinds)])
        pointers = hand_over(builder, list(zip(arrays, kinds, strict=True)))
        return builder.call(builder.inttoptr(address, kind.as_pointer()), [t, h, *pointers])
    return signature, codegen


# -- records --


@intrinsic
def narrowed(typingctx, numbers, count):
    """The same numbers, with so many of them from here on and none before."""
    def codegen(context, builder, sig, args):
        return bounded(builder, taken_apart(builder, args[0], double)[0], 0, args[1])
    return numbers(numbers, types.int64), codegen


def number_of(name: str) -> int:
    """Returns a number of a layout of worlds."""
    module, _, place = name.rpartition(".")
    return getattr(import_module(WORLD + module), place)


def record_finder(function, size):
    """Takes a function that finds a record and returns one that gives it its own length."""
    found, many = Compiled(function), function.__code__.co_argcount
    found.__name__ += " itself"         # to dispatcher_of a function as any other
    if isinstance(size, tuple):
        last = number_of(size[1])

        def array(whole, place):
            start = found(whole, place)
            return narrowed(start, int(whole[place + 1]) - int(whole[place])) if place < last else start
        return array
    count = number_of(size)
    return {1: lambda a: narrowed(found(a), count), 2: lambda a, b: narrowed(found(a, b), count),
            3: lambda a, b, c: narrowed(found(a, b, c), count)}[many]


plain_dispatcher_of = translator.dispatcher_of


@cache
def dispatcher_of(compiled: Compiled):
    """Returns what the compiler knows a function by; one that finds a record gives it its length."""
    size = RECORDS.get(compiled.__module__.removeprefix(WORLD), {}).get(compiled.__name__)
    if size is None:
        return plain_dispatcher_of(compiled)
    function = record_finder(compiled.py_func, size)
    return translator.Inner(function, targetoptions=dict(translator.INNER_OPTIONS), pipeline_class=translator.Pipeline)


@cache
def change_compiler():
    """Puts all this in the place of what the compiler has."""
    for name, operation in {"room": room, "numbers_at": pointer_at(types.float64), "wholes_at": pointer_at(types.int64),
                            "part": part, "call_field": call_field, "call_mode": call_mode,
                            "field_numbers": field_numbers}.items():
        setattr(operations, name, operation)
    tracing.Pointer, translator.dispatcher_of = Pointer, dispatcher_of
    translator.Context.create_cfunc_wrapper = create_cfunc_wrapper
    context = translator.TARGET.target_context
    context.refresh()
    context.data_model_manager = context.data_model_manager.copy()
    context.data_model_manager.register(types.CPointer, model_of)
    context.data_model_manager.register(Bare, models.PointerModel)
    context.data_model_manager.register(types.Array, OfArray)
    for key, kinds, new in ((operator.getitem, (types.CPointer, types.Integer), getitem),
                            (operator.setitem, (types.CPointer, types.Integer, types.Any), setitem)):
        known = context._defns[key]
        known.versions[:] = [version for version in known.versions if version[0] != kinds]
        known.append(new, kinds)

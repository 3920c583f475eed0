"""Machine code from Python: a decorator for functions, one for entries of tables, a loader for generated text.

A system is a handful of functions found by their addresses (a step, an observation, a field of a surface). Calling
through an address costs 4 ns, needs no recompilation of the caller, and passing it from Python costs nothing, where
a first-class function object costs 20 us per call.
"""

import importlib.util
import os
import sys
from hashlib import blake2b
from tempfile import NamedTemporaryFile
from typing import Any

from llvmlite import ir
from numba import cfunc, njit, types
from numba.core import cgutils
from numba.core.compiler import Compiler
from numba.extending import intrinsic

from sandbox.compiling.cache import CACHE_FOLDER


def holds_pointer(kind) -> bool:
    """Whether a value of the numba type is a bare pointer or a tuple with one in it."""
    return isinstance(kind, types.CPointer) or (isinstance(kind, types.BaseTuple) and any(map(holds_pointer, kind)))


class Translator(Compiler):
    """numba's way from Python to machine code; a function of pointers gets no way in from Python.

    Nothing in Python can be handed to it, and that way in would take as long to make as the function itself.
    """

    def define_pipelines(self):
        if any(map(holds_pointer, self.state.args)):
            self.state.flags.no_cpython_wrapper = True
        return super().define_pipelines()


# no fast-math: it would make isnan(nan) false; the numpy error model gives inf and nan instead of raising mid-run
OPTIONS: dict[str, Any] = {"error_model": "numpy", "cache": True, "no_cfunc_wrapper": True,
                           "pipeline_class": Translator}

FIELD_SIZE = 10     # value or gradient and Hessian, padded

_double = types.float64
_pointer = types.CPointer(types.float64)
# field(x, y, z, parameters, out)
FIELD = types.void(_double, _double, _double, _pointer, _pointer)
# mode function(t, h, y, p, calls, out) -> a number (the error of a step; 0 else)
MODE = _double(_double, _double, _pointer, _pointer, types.CPointer(types.int64), _pointer)


def compiled(function):
    """Returns a function of numbers and arrays as machine code; no fast-math, IEEE inf and nan, cached on disk."""
    return njit(**OPTIONS)(function)


def unlocked(function):
    """Returns machine code as `compiled` does that lets other Python threads run meanwhile: for long work."""
    return njit(nogil=True, **OPTIONS)(function)


class Entry:
    """A function for a table of addresses, compiled or loaded from the cache when its address is first read."""

    def __init__(self, signature, function):
        self._signature, self._function, self._compiled = signature, function, None

    @property
    def address(self) -> int:
        if self._compiled is None:
            self._compiled = cfunc(self._signature, **OPTIONS)(self._function)
        return self._compiled.address


def field(function) -> Entry:
    """Returns the entry of a table for a function(x, y, z, s, out) that fills out (10,) from a point and parameters s.

    Arrays arrive as bare pointers: an array object would be counted in and out at every inlined call.
    """
    return Entry(FIELD, function)


def mode_function(function) -> Entry:
    """Returns the entry of a table for a function(t, h, y, p, calls, out) -> number, see hybrid.py."""
    return Entry(MODE, function)


def data_of(context, builder, kind, value):
    """Returns the pointer to the numbers of an array, or the pointer that was given."""
    return context.make_array(kind)(context, builder, value).data if isinstance(kind, types.Array) else value


@intrinsic
def pointer(typingctx, array):
    """Returns the address of an array's numbers; only for arrays from Python: they live until the call ends."""
    def codegen(context, builder, sig, args):
        return data_of(context, builder, sig.args[0], args[0])

    return types.CPointer(array.dtype)(array), codegen


@intrinsic
def room(typingctx, count):
    """Returns memory for `count` numbers until the calling function returns; never to be called in a loop."""
    def codegen(context, builder, sig, args):
        return builder.alloca(ir.DoubleType(), args[0])

    return _pointer(types.int64), codegen


@intrinsic
def part(typingctx, numbers, place):
    """Returns the bare pointer to the numbers from a place on."""
    def codegen(context, builder, sig, args):
        return builder.gep(args[0], [args[1]])

    return numbers(numbers, types.int64), codegen


def field_numbers(builder, address, x, y, z, data):
    """Returns the registers of the ten numbers of the field at `address`; data has the address of its parameters."""
    double, pointer = ir.DoubleType(), ir.PointerType(ir.DoubleType())
    function = builder.inttoptr(address, ir.PointerType(ir.FunctionType(
        ir.VoidType(), [double, double, double, pointer, pointer])))
    out = cgutils.alloca_once(builder, double, size=FIELD_SIZE)
    builder.call(function, [x, y, z, data, out])
    return [builder.load(builder.gep(out, [ir.Constant(ir.IntType(64), i)])) for i in range(FIELD_SIZE)]


@intrinsic
def call_field(typingctx, address, x, y, z, p, at):
    """Returns the ten numbers of the field at `address` for the point x, y, z and the parameters p[at:]."""
    signature = types.UniTuple(types.float64, FIELD_SIZE)(
        types.int64, types.float64, types.float64, types.float64, p, types.int64)

    def codegen(context, builder, sig, args):
        address, x, y, z, p, at = args
        data = builder.gep(data_of(context, builder, sig.args[4], p), [at])
        return context.make_tuple(builder, sig.return_type, field_numbers(builder, address, x, y, z, data))

    return signature, codegen


@intrinsic
def call_mode(typingctx, address, t, h, y, p, calls, out):
    """Returns the result of the mode function at `address`; y, p, out are float64 arrays, calls an int64 array."""
    signature = types.float64(types.int64, types.float64, types.float64, y, p, calls, out)

    def codegen(context, builder, sig, args):
        address, t, h, *arrays = args
        double, pointer = ir.DoubleType(), ir.PointerType(ir.DoubleType())
        integers = ir.PointerType(ir.IntType(64))
        function = builder.inttoptr(address, ir.PointerType(ir.FunctionType(
            double, [double, double, pointer, pointer, integers, pointer])))
        data = [data_of(context, builder, kind, array) for kind, array in zip(sig.args[3:], arrays, strict=True)]
        return builder.call(function, [t, h, *data])

    return signature, codegen


def load_generated(stem: str, source: str):
    """Takes a source text and returns its module, a file named by its content so that numba can cache it."""
    name = f"{stem}_{blake2b(source.encode(), digest_size=8).hexdigest()}"
    full = f"sandbox_generated.{name}"
    if full in sys.modules:
        return sys.modules[full]

    # replaced whole: another copy of the program may be writing the same text
    path = CACHE_FOLDER / f"{name}.py"
    if not path.exists():
        with NamedTemporaryFile("w", dir=CACHE_FOLDER, suffix=".tmp", delete=False, encoding="utf-8") as file:
            file.write(source)
        os.replace(file.name, path)

    spec = importlib.util.spec_from_file_location(full, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} could not be imported")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules[full] = module
    return module

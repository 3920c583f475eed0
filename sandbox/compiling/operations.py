"""Operations of compiled code that Python has no word for: pointers, memory, calls through an address."""

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from sandbox.compiling.compiled import FIELD_SIZE

_pointer = types.CPointer(types.float64)


@intrinsic
def room(typingctx, count):
    """Returns memory for `count` numbers until the calling function returns; never to be called in a loop."""
    def codegen(context, builder, sig, args):
        return builder.alloca(ir.DoubleType(), args[0])

    return _pointer(types.int64), codegen


def _pointer_at(kind):
    """Returns the operation that takes the address of an array and returns the bare pointer to its parts."""
    @intrinsic
    def at(typingctx, address):
        def codegen(context, builder, sig, args):
            return builder.inttoptr(args[0], context.get_value_type(sig.return_type))

        return types.CPointer(kind)(types.int64), codegen
    return at


numbers_at, wholes_at = _pointer_at(types.float64), _pointer_at(types.int64)


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
        return context.make_tuple(builder, sig.return_type,
                                  field_numbers(builder, address, x, y, z, builder.gep(p, [at])))

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
        return builder.call(function, [t, h, *arrays])

    return signature, codegen

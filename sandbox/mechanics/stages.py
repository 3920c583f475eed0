"""Sums over the stages of a step, for vectors held as tuples of numbers; written as machine code without loops.

The same sums as formulas of the generated step would be thousands of operations for the compiler's front end, which
took ten times as long to read them as to translate them.
"""

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


def _sums(builder, weights, slopes):
    """w_0 k_0[i] + w_1 k_1[i] + ... for every component i; weights and slopes are LLVM tuples."""
    weights = cgutils.unpack_tuple(builder, weights)
    slopes = [cgutils.unpack_tuple(builder, slope) for slope in cgutils.unpack_tuple(builder, slopes)]
    totals = []
    for terms in zip(*slopes, strict=True):
        total = builder.fmul(weights[0], terms[0])
        for weight, term in zip(weights[1:], terms[1:], strict=True):
            total = builder.fadd(total, builder.fmul(weight, term))
        totals.append(total)
    return totals


@intrinsic
def advanced(typingctx, h, y, weights, slopes):
    """y + h sum_s weights[s] slopes[s], component by component: y and each of slopes a tuple of the same length."""
    signature = y(types.float64, y, weights, slopes)

    def codegen(context, builder, sig, args):
        h, y, weights, slopes = args
        values = [builder.fadd(start, builder.fmul(h, total)) for start, total in
                  zip(cgutils.unpack_tuple(builder, y), _sums(builder, weights, slopes), strict=True)]
        return context.make_tuple(builder, sig.return_type, values)

    return signature, codegen


@intrinsic
def scaled_square(typingctx, weights, slopes, scales):
    """sum_i (scales[i] sum_s weights[s] slopes[s][i])^2."""
    signature = types.float64(weights, slopes, scales)

    def codegen(context, builder, sig, args):
        weights, slopes, scales = args
        result = ir.Constant(ir.DoubleType(), 0.0)
        for i, (total, scale) in enumerate(zip(_sums(builder, weights, slopes), cgutils.unpack_tuple(builder, scales),
                                               strict=True)):
            term = builder.fmul(total, scale)
            square = builder.fmul(term, term)
            result = square if i == 0 else builder.fadd(result, square)
        return result

    return signature, codegen

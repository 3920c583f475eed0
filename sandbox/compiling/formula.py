"""From a plain Python formula to compiled value, gradient and Hessian.

A scene writes phi(x, y, z, b) with ordinary arithmetic and functions of `math` or numpy. It is called once with
symbols that carry value, gradient and Hessian (jets.py); every operation leaves a term in a table (terms.py), and the
terms that the result needs are written out as straight code. Extra arguments (b) stay parameters of that code, so
another value needs no new compilation.
"""

from sandbox.compiling.generated import load_generated
from sandbox.compiling.jets import Jet
from sandbox.compiling.symbol import NotTraceable, followed
from sandbox.compiling.terms import Term, Terms


def trace(function, parameters: int):
    """Takes function(x, y, z, *parameters) and returns its jet and the table of its terms."""
    table = Terms()
    zero, one = Term(table, "0.0", 0.0), Term(table, "1.0", 1.0)
    coordinates = [Jet(Term(table, name), [one if i == k else zero for i in range(3)], [zero]*6)
                   for k, name in enumerate("xyz")]
    constants = [Jet(table.make(f"s[{i}]", ()), [zero]*3, [zero]*6) for i in range(parameters)]

    copy = followed(function)
    where = f"formula '{function.__name__}'"
    try:
        result = copy(*coordinates, *constants)
    except NotTraceable as error:
        raise NotTraceable(f"{where}: {error}") from None
    except Exception as error:
        raise NotTraceable(f"{where}: {type(error).__name__}: {error}") from error
    if not isinstance(result, Jet):
        result = coordinates[0].lift(result)
    if result is NotImplemented:
        raise NotTraceable(f"{where}: needs one number as its result")
    return result, table


_HEAD = """\
from math import *
from sandbox.compiling.entries import field
from sandbox.mechanics.revolution import profile_slopes


"""


def _entry(name: str, table: Terms, wanted: list, first: int) -> str:
    body = table.lines([term for term in wanted if term.number is None])
    body += [f"out[{first + i}] = {term.name}" for i, term in enumerate(wanted)]
    return (f"@field\ndef {name}(x, y, z, s, out):\n"
            "    " + "\n    ".join(body) + "\n    return\n\n\n")


def derivatives_source(function, parameters: int) -> str:
    """Returns the source of a field `slopes`: gradient (3) and Hessian (xx, xy, xz, yy, yz, zz) of a formula."""
    jet, table = trace(function, parameters)
    return _entry("slopes", table, [*jet.gradient, *jet.hessian], 0)


def profile_source(function, parameters: int) -> str:
    """Returns the source of the field `slopes` of phi = z - f(r), r^2 = x^2 + y^2, from a formula f(r, *parameters).

    f is even in r (a smooth surface on the axis), so f'/r -> f'' on the axis.
    """
    jet, table = trace(lambda x, y, z, *s: function(x, *s), parameters)
    first, second = jet.gradient[0], jet.hessian[0]
    body = table.lines([term for term in (first, second) if term.number is None])
    return ("@field\ndef slopes(px, py, pz, s, out):\n"
            "    x = sqrt(px*px + py*py)\n    "
            + "\n    ".join(body)
            + f"\n    profile_slopes(px, py, x, {first.name}, {second.name}, out)\n    return\n\n\n")


def values_source(functions: list, parameters: int) -> str:
    """Returns the source of a field `values`: those of up to five formulas; missing ones are 1 (never an edge)."""
    text = "@field\ndef values(x, y, z, s, out):\n"
    for index in range(5):
        if index < len(functions):
            jet, table = trace(functions[index], parameters)
            lines = table.lines([jet.value] if jet.value.number is None else [])
            text += "".join(f"    {line}\n" for line in lines) + f"    out[{index}] = {jet.value.name}\n"
        else:
            text += f"    out[{index}] = 1.0\n"
    return text + "    return\n\n\n"


def load_fields(stem: str, *sources: str):
    """Returns the module of the given sources; its entries compile when first used."""
    return load_generated(stem, _HEAD + "".join(sources))

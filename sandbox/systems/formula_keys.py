"""What a formula means, as a key: formulas of equal keys have the same fields, whichever functions they are.

A scene makes its functions anew in each run. What a function does hangs on its code, its defaults, what it has
enclosed, and the names of its module that it reads; all of that goes into the key, functions that it calls with theirs.
The names of the program's own modules stay what they are. What might change unseen (a list, an object of a class of
somebody's own, a module beside math and numpy) has no key.
"""

import math
from array import array
from types import BuiltinFunctionType, CodeType, FunctionType, SimpleNamespace

import numpy as np

from sandbox.scene.solids.smooth import Fit

PLAIN = (bool, int, str, bytes, type(None))
NO_DEFAULTS = None, ()
OWN = "sandbox."        # begins the names of the program's own modules
# what never changes is known by where it is
CONSTANT = (BuiltinFunctionType, type, np.ufunc)


class NoKey(Exception):
    """Something that might change unseen."""


def key_of(function) -> tuple | None:
    """Returns the key of what a function means, or None where nobody can say."""
    try:
        return _key(function, [])
    except (NoKey, RecursionError):
        return None


def meaning(value) -> tuple:
    """Returns the key of a value, a function or not; raises NoKey."""
    return _key(value, [])


def _key(value, above: list) -> tuple:
    if isinstance(value, FunctionType):
        return _of_function(value, above)
    if isinstance(value, float):
        # -0.0 and nan are numbers of their own
        return float, float(value).hex()
    if isinstance(value, PLAIN):
        return type(value), value
    if type(value) is tuple:
        return (tuple, *(_key(part, above) for part in value))
    if type(value) is SimpleNamespace:
        return (SimpleNamespace, *((name, _key(part, above)) for name, part in vars(value).items()))
    if type(value) is Fit:
        return Fit, value.kind, array("d", value.numbers).tobytes()
    if isinstance(value, CONSTANT) or value is math or value is np:
        return "is", value
    raise NoKey


def _of_function(function: FunctionType, above: list) -> tuple:
    if function in above:
        return "above", above.index(function)
    above = [*above, function]
    cells = []
    for cell in function.__closure__ or ():
        try:
            cells.append(_key(cell.cell_contents, above))
        except ValueError:
            cells.append(("empty",))      # not filled yet, and so not used
    defaults = function.__defaults__, tuple((function.__kwdefaults__ or {}).items())
    words = () if defaults == NO_DEFAULTS else tuple(_key(one, above) for one in defaults)
    return FunctionType, function.__code__, tuple(cells), words, _names_read(function, above)


def _names_read(function: FunctionType, above: list) -> tuple:
    """What the names mean that a function reads of its module."""
    space = function.__globals__
    if str(space.get("__name__", "")).startswith(OWN):
        return ()
    return tuple((name, _key(space[name], above)) for name in _names(function.__code__) if name in space)


def _names(code: CodeType) -> list[str]:
    """Names that a code and those within it may read of their module."""
    found = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found += _names(constant)
    return found

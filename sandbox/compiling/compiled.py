"""The decorator for functions that other compiled code calls, and the operations that Python has no word for.

Nothing here knows the compiler: that is loaded only where something has to be compiled (translator.py).
"""

FIELD_SIZE = 10     # value or gradient and Hessian, padded


class Compiled:
    """A function for compiled callers; called from Python it runs as the Python that it is written in."""

    def __init__(self, function):
        self.py_func = function
        self.__name__, self.__doc__, self.__module__ = function.__name__, function.__doc__, function.__module__

    def __call__(self, *args):
        return self.py_func(*args)


def compiled(function) -> Compiled:
    """Returns a function of numbers and pointers for compiled callers; no fast-math, IEEE inf and nan."""
    return Compiled(function)


class Operation:
    """An operation of compiled code that Python has no word for, defined in operations.py."""

    def __init__(self, name: str):
        self.name = name


# room(count): memory for `count` numbers until the calling function returns; never to be called in a loop
room = Operation("room")
# numbers_at(address), wholes_at(address): the bare pointer to an array of either
numbers_at, wholes_at = Operation("numbers_at"), Operation("wholes_at")
# part(numbers, place): the bare pointer to the numbers from a place on
part = Operation("part")
# call_field(address, x, y, z, p, at): the ten numbers of the field at `address` for a point and the parameters p[at:]
call_field = Operation("call_field")
# call_mode(address, t, h, y, p, calls, out): the result of the mode function at `address`
call_mode = Operation("call_mode")

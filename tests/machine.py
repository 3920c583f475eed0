"""Compiled functions called from a test: what they return is written out number by number."""

import numpy as np

from sandbox.compiling import signature as letters
from sandbox.compiling.entries import Entry
from sandbox.compiling.signature import Signature

PLACES = "abcdefghijklmn"


def letter(value) -> str:
    """The letter of a signature for a value."""
    if isinstance(value, np.ndarray):
        return letters.NUMBERS if value.dtype == float else letters.WHOLES
    return letters.WHOLE if isinstance(value, int) else letters.NUMBER


def numbers_of(result, text: str = "result") -> list[str]:
    """The expression for each number of a result that is built like this one."""
    if isinstance(result, tuple):
        return [one for i, part in enumerate(result) for one in numbers_of(part, f"{text}[{i}]")]
    return [] if result is None else [text]


def rebuilt(result, numbers):
    """Numbers in the form of a result."""
    if isinstance(result, tuple):
        parts = [rebuilt(part, numbers) for part in result]
        return type(result)(*parts) if hasattr(result, "_fields") else tuple(parts)
    return None if result is None else next(numbers)


def run_compiled(function, *args, like):
    """What a compiled or traced function returns as machine code; `like` is a result of the same form."""
    wanted, names = numbers_of(like), PLACES[:len(args)]
    lines = [f"def called({', '.join([*names, 'out'])}):", f"    result = function({', '.join(names)})",
             *(f"    out[{i}] = {text}" for i, text in enumerate(wanted)), "    return"]
    place = {"function": function, "__name__": __name__}
    exec("\n".join(lines), place)
    out = np.full(max(1, len(wanted)), np.nan)
    Entry(Signature("".join(map(letter, args)) + letters.NUMBERS), place["called"])(*args, out)
    return rebuilt(like, iter(out.tolist()))

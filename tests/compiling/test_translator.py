"""Code that would need an interpreter is refused, and instructions that only look like a name of its are not."""

import pytest

from sandbox.compiling.entries import entry
from sandbox.compiling.translator import OF_PYTHON, translated


def test_what_needs_an_interpreter_is_refused():
    @entry
    def makes_a_list(x: float) -> float:
        numbers = [x]
        numbers.append(2.0*x)
        return sum(numbers)

    with pytest.raises(TypeError, match="makes_a_list: compiled code calls the interpreter"):
        translated(makes_a_list)


@pytest.mark.parametrize(("code", "is_one"), [
    (b"\0PyErr_SetString\0", True), (b"\0_Py_NoneStruct\0", True), (b"\0NRT_Allocate\0", True),
    (b"\0numba_gil_ensure\0", True), (b"\0Py\x8b\x45\xf0\x0f", False), (b"\0PyX\x90\0", False)])
def test_names_are_told_from_instructions(code, is_one):
    assert bool(OF_PYTHON.search(code)) == is_one

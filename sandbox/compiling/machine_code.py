"""The way from entries to machine code in memory: loaded from its file, or compiled and kept there.

Of the compiler this knows that it is there, and loads it only where something has to be compiled.
"""

import ctypes
import sys
from collections.abc import Iterable
from functools import cache

from sandbox.compiling import code_files

# functions of C that compiled formulas end in
OF_C = ("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "log", "pow", "hypot",
        "fmod", "memset", "memcpy", "memmove")


# what was needed so far, in its order: module and name of an entry, and whether it had to be compiled
needed: list[tuple[str, str, bool]] = []


def address_of(entry) -> int:
    """Takes an entry (entries.py) and returns the address of its machine code, loaded or compiled."""
    kept = code_files.is_kept(entry.py_func)
    there = code_files.found(entry) if kept else None
    is_new = there is None
    others = sys.modules.get("sandbox.compiling.ahead")
    if there is None and kept and others is not None and others.AHEAD.wait_for(code_files.file_of(entry)):
        there = code_files.found(entry)
    if there is None:
        from sandbox.compiling.translator import translated
        there = translated(entry)
        if kept:
            code_files.keep(entry, *there)
    needed.append((entry.__module__, entry.__name__, is_new))
    return load(*there)


def ahead(entries: Iterable):
    """Takes entries that are about to be needed, in this order, and has the missing ones compiled elsewhere."""
    missing = {code_files.file_of(entry): entry for entry in entries
               if not entry.is_made and code_files.is_kept(entry.py_func) and not _is_there(entry)}
    if missing:
        from sandbox.compiling.ahead import AHEAD
        AHEAD.want(missing)


def _is_there(entry) -> bool:
    """Whether an entry has, or had, a file: one that has gone by then is made when it is needed."""
    if not entry.had_file:
        entry.had_file = code_files.is_there(entry)
    return entry.had_file


def compile_ahead(entries: Iterable):
    """Has the missing ones of all these entries compiled beside this process, and returns when that is done."""
    ahead(entries)
    others = sys.modules.get("sandbox.compiling.ahead")
    if others is not None:
        others.AHEAD.wait_for_all()


@cache
def _linker():
    """Returns LLVM's loader of objects, with the functions of C that it may be asked for."""
    from llvmlite import binding
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    c = ctypes.CDLL("ucrtbase" if sys.platform == "win32" else None)
    for name in OF_C:
        if binding.address_of_symbol(name) is None and hasattr(c, name):
            binding.add_symbol(name, ctypes.cast(getattr(c, name), ctypes.c_void_p).value)
    machine = binding.Target.from_triple(binding.get_process_triple()).create_target_machine(jit=True)
    return binding.create_mcjit_compiler(binding.parse_assembly(""), machine)


def load(name: str, code: bytes) -> int:
    """Returns the address of the function `name` of an object."""
    from llvmlite import binding
    linker = _linker()
    linker.add_object_file(binding.ObjectFileRef.from_data(code))
    linker.finalize_object()
    return linker.get_function_address(name)

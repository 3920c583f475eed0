"""Machine code on disk, one file for each entry, and the way from there into memory; knows LLVM's loader only.

A file is a line with the hash of what follows, a line with the name of the function, and an object as linkers know it.
It is checked before it is run; a damaged one is made again. Where it can't be written the code is made at each start.
"""

import ctypes
import os
import sys
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from tempfile import NamedTemporaryFile

from sandbox.compiling.cache import CACHE_FOLDER

# functions of C that compiled formulas end in
OF_C = ("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "log", "pow", "hypot",
        "fmod", "memset", "memcpy", "memmove")


# the first error that kept code from being kept
troubles: list[OSError] = []
# what was needed so far, in its order: module and name of an entry, and whether it had to be compiled
needed: list[tuple[str, str, bool]] = []


def address_of(entry) -> int:
    """Takes an entry (compiled.py) and returns the address of its machine code, loaded or compiled."""
    path = file_of(entry)
    found = read(path) if is_kept(entry) else None
    is_new = found is None
    others = sys.modules.get("sandbox.compiling.ahead")
    if found is None and others is not None and others.AHEAD.wait_for(path):
        found = read(path)
    if found is None:
        from sandbox.compiling.translator import translated
        found = translated(entry)
        if is_kept(entry):
            keep(path, *found)
    needed.append((entry.__module__, entry.__name__, is_new))
    return load(*found)


def ahead(entries: Iterable):
    """Takes entries that are about to be needed, in this order, and has the missing ones compiled elsewhere."""
    missing = {file_of(entry): entry for entry in entries if not entry.is_made and is_kept(entry)}
    missing = {path: entry for path, entry in missing.items() if not path.exists()}
    if missing:
        from sandbox.compiling.ahead import AHEAD
        AHEAD.want(missing)


def compile_ahead(entries: Iterable):
    """Has the missing ones of all these entries compiled beside this process, and returns when that is done."""
    ahead(entries)
    others = sys.modules.get("sandbox.compiling.ahead")
    if others is not None:
        others.AHEAD.wait_for_all()


def keep(path: Path, name: str, code: bytes):
    """Writes a file if that can be; what stood in the way stands in `troubles`."""
    try:
        write(path, name, code)
    except OSError as error:
        if not troubles:
            troubles.append(error)


def is_kept(function) -> bool:
    """Returns whether code is kept for later starts: only of sources that stand in the hash of the folder's name."""
    return function.__module__.split(".")[0] in ("sandbox", "sandbox_generated")


def file_of(entry) -> Path:
    """Returns the file for the machine code of an entry; one module has no two entries of a name on one line."""
    code = entry.py_func.__code__
    return CACHE_FOLDER / entry.__module__ / f"{code.co_name}-{code.co_firstlineno}.code"


def read(path: Path) -> tuple[str, bytes] | None:
    """Returns name and object of a file, None if there is none or it is not as it was written."""
    try:
        digest, content = path.read_bytes().split(b"\n", 1)
    except (OSError, ValueError):
        return None
    if digest != digest_of(content):
        return None
    name, code = content.split(b"\n", 1)
    return name.decode(), code


def write(path: Path, name: str, code: bytes):
    """Writes a file whole: another copy of the program may be reading or writing it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    content = name.encode() + b"\n" + code
    with NamedTemporaryFile(dir=path.parent, suffix=".tmp", delete=False) as file:
        try:
            file.write(digest_of(content) + b"\n" + content)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            os.unlink(file.name)
            raise
    os.replace(file.name, path)


def digest_of(content: bytes) -> bytes:
    """Returns the hash of a file's content in hexadecimal digits."""
    return blake2b(content, digest_size=16).hexdigest().encode()


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

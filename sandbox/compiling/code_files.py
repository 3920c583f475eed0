"""Files of machine code, one for each entry and each state of the sources that it was made from.

A file is a line with the hash of what follows, a line with the name of the function, and an object as linkers know it;
those that come with a program are packed, which takes a third of the room and a hundredth of a second for a scene.
It is checked before it is run; a damaged one is made again. Where it can't be written the code is made at each start.
"""

import os
import time
import zlib
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from tempfile import NamedTemporaryFile

from sandbox.compiling.cache import CACHE_FOLDER, SHIPPED_FOLDER, forget_unused
from sandbox.compiling.generated import is_generated
from sandbox.compiling.sources import SOURCES

USED_AGAIN = 86_400.0      # [s] after which a file that is used is marked as used

PACKED = b"packed\n"       # begins the content of a packed file; no function is named so

# the first error that kept code from being kept
troubles: list[OSError] = []


def is_kept(function) -> bool:
    """Returns whether code is kept for later starts: only of sources that are known as they were read."""
    name = function.__module__
    return (name.startswith("sandbox.") or is_generated(name)) and SOURCES.key(name) is not None


def name_of(function) -> str:
    """Returns module, name and key of a function's sources, as a path below a folder of code."""
    return f"{function.__module__}/{function.__qualname__}-{SOURCES.key(function.__module__)}"


def file_of(entry) -> Path:
    """Returns the file that the machine code of an entry is written to."""
    return CACHE_FOLDER / f"{name_of(entry.py_func)}.code"


def found(entry) -> tuple[str, bytes] | None:
    """Returns name and object of an entry, from where the program writes or from what came with it; None if missing."""
    for folder in (CACHE_FOLDER, SHIPPED_FOLDER):
        path = folder / f"{name_of(entry.py_func)}.code"
        there = read(path)
        if there is not None:
            if folder == CACHE_FOLDER:
                _mark_used(path)
            return there
    return None


def is_there(entry) -> bool:
    """Returns whether an entry has a file; what is in it was not looked at."""
    return any((folder / f"{name_of(entry.py_func)}.code").exists() for folder in (CACHE_FOLDER, SHIPPED_FOLDER))


def keep(entry, name: str, code: bytes):
    """Writes the file of an entry if that can be; what stood in the way stands in `troubles`."""
    try:
        write(file_of(entry), name, code)
    except OSError as error:
        if not troubles:
            troubles.append(error)
        return
    _look_for_room()


def read(path: Path) -> tuple[str, bytes] | None:
    """Returns name and object of a file, None if there is none or it is not as it was written."""
    try:
        digest, content = path.read_bytes().split(b"\n", 1)
    except (OSError, ValueError):
        return None
    if digest != digest_of(content):
        return None
    if content.startswith(PACKED):
        content = zlib.decompress(content.removeprefix(PACKED))
    name, code = content.split(b"\n", 1)
    return name.decode(), code


def pack(path: Path):
    """Packs a file of code where it stands; one that is not whole is refused with ValueError."""
    there = read(path)
    if there is None:
        raise ValueError(f"{path} is damaged")
    name, code = there
    content = PACKED + zlib.compress(name.encode() + b"\n" + code, 9)
    path.write_bytes(digest_of(content) + b"\n" + content)


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


def _mark_used(path: Path):
    with suppress(OSError):
        if path.stat().st_mtime < time.time() - USED_AGAIN:
            os.utime(path)


@cache
def _look_for_room():
    """Once for each start that compiles: old code of sources that were edited since may fill the folder."""
    with suppress(OSError):
        forget_unused(CACHE_FOLDER)

"""Files of a running process: each is locked until that ends, however it ends; what is left is known by that.

The number of a process is no proof that it lives: numbers are used again.
"""

import os
import stat
from contextlib import suppress
from io import FileIO
from pathlib import Path

from sandbox.files import private

MOST = 65_536        # [bytes] that are read of a file that was left


def make(path: Path) -> FileIO:
    """Makes such a file and returns it open for writing; OSError if it can't be made."""
    if os.name == "nt":
        return FileIO(path, "w", opener=private)        # as long as it is open it can't be renamed
    # it gets its name when it is locked: another start may be looking
    temporary = path.with_name(f".{path.name}.new")
    file = FileIO(temporary, "w", opener=private)
    try:
        _lock(file.fileno())
        temporary.replace(path)
    except OSError:
        file.close()
        with suppress(OSError):
            temporary.unlink()
        raise
    return file


def end(file: FileIO | None):
    """Removes a file of this process."""
    if file is None or file.closed:
        return
    if os.name == "nt":
        file.close()
    with suppress(OSError):
        os.unlink(file.name if os.name == "nt" else _own_name(file))
    file.close()


def _own_name(file: FileIO) -> Path:
    """Returns the name that a file got when it was locked."""
    made = Path(os.fsdecode(file.name))
    return made.with_name(made.name.removeprefix(".").removesuffix(".new"))


def is_held(path: Path) -> bool:
    """Whether the process that made an ordinary file still runs."""
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return False
        if os.name == "nt":
            os.rename(path, path)
            return False
        number = _open(path)
        try:
            return not _lock(number)
        finally:
            os.close(number)
    except OSError:
        return os.name == "nt" and path.exists()


def take_left(path: Path) -> bytes | None:
    """Removes a file whose process is gone and returns the end of what stood in it.

    None where the process runs, where the file is no ordinary one or can't be removed, and where another start has
    just taken it: what was left is told once.
    """
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return None
        if os.name == "nt":
            taken = path.with_name(f"{path.name}.{os.getpid()}")
            os.rename(path, taken)
            path = taken
        number = _open(path)
        try:
            if not _lock(number) or os.fstat(number).st_nlink == 0:
                return None
            size = os.fstat(number).st_size
            os.lseek(number, max(0, size - MOST), os.SEEK_SET)
            content = os.read(number, MOST)
            if os.name != "nt":
                os.unlink(path)
        finally:
            os.close(number)
        if os.name == "nt":
            os.unlink(path)
    except OSError:
        return None
    return content


def _open(path: Path) -> int:
    return os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
                   | getattr(os, "O_BINARY", 0))


def _lock(number: int) -> bool:
    """Locks an open file until it is closed; returns whether that was possible. Windows does so by itself."""
    if os.name == "nt":
        return True
    import fcntl
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True

"""Files that are replaced whole, and names that are taken: after a crash or on a full disk the old file or the new one
stands, never a half, and what somebody else put there meanwhile is not lost.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path


def private(path, flags: int) -> int:
    """An opener of open(): a file that is made is this user's own (mode 600)."""
    return os.open(path, flags, 0o600)


@contextmanager
def replaced(path, binary: bool = False, is_private: bool = False):
    """Opens a temporary file that replaces `path` at the end of the block; on an error `path` stays as it was.

    Text is UTF-8 with "\\n" at line ends on every system. OSError of any step reaches the caller.
    """
    with temporary(path) as passing:
        opener = private if is_private else None
        with open(passing, "xb", opener=opener) if binary else open(passing, "x", encoding="utf-8", newline="\n",
                                                                    opener=opener) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(passing, path)
    sync_folder(Path(path).parent)


@contextmanager
def temporary(path):
    """Gives the name of a file beside `path`; what is still there at the end of the block is removed."""
    passing = Path(path).parent / f".{secrets.token_hex(6)}.new"
    try:
        yield passing
    finally:
        with suppress(OSError):
            passing.unlink()


def place(source, target, replaces: bool = False):
    """Gives a finished file its name; FileExistsError when something is there that it may not replace."""
    if replaces:
        os.replace(source, target)
    elif os.name == "nt":
        # refuses there what is taken
        os.rename(source, target)
    else:
        try:
            os.link(source, target)
        except FileExistsError:
            raise
        except OSError:
            # a disk without links, as of a camera: take the name, then replace what is one's own
            os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            os.replace(source, target)
        else:
            os.unlink(source)
    sync_folder(Path(target).parent)


def place_beside(source, target) -> Path:
    """Gives a finished file its name, or the next free one, a-2.mp4 for a.mp4, where that is taken; returns it."""
    for name in names_like(target):
        with suppress(FileExistsError):
            place(source, name)
            return name
    raise AssertionError


def names_like(path) -> Iterator[Path]:
    """Yields a.mp4, a-2.mp4, a-3.mp4, ..."""
    path = Path(path)
    yield path
    for number in count(2):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")


def sync_folder(folder):
    """Makes a rename in `folder` outlast a power cut, where the system can do that (Windows cannot)."""
    if os.name == "nt":
        return
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)

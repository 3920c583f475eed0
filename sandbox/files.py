"""Files that are replaced whole: after a crash or on a full disk the old one or the new one stands, never a half."""

import os
import secrets
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def replaced(path, binary: bool = False):
    """Opens a temporary file that replaces `path` at the end of the block; on an error `path` stays as it was.

    Text is UTF-8 with "\\n" at line ends on every system. OSError of any step reaches the caller.
    """
    path = Path(path)
    temporary = path.parent / f".{secrets.token_hex(6)}.new"
    options = {"mode": "xb"} if binary else {"mode": "x", "encoding": "utf-8", "newline": "\n"}
    try:
        with open(temporary, **options) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(path.parent)


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

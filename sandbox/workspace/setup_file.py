"""Set-ups on disk, as `.jacobi.json` files."""

import os
from pathlib import Path

from sandbox.errors import BadValue
from sandbox.files import replaced
from sandbox.schema import read_object
from sandbox.text import _
from sandbox.workspace.setup import ENDING, MAX_BYTES, Setup, setup_of, text_of


def is_setup_name(path) -> bool:
    """Returns whether a file is a set-up by its name."""
    return str(path).lower().endswith(ENDING)


def with_ending(path) -> Path:
    """Returns a name that a person gave, with the ending of set-ups."""
    path = Path(path)
    return path if is_setup_name(path) else path.with_name(path.name.removesuffix(".json").rstrip(". ") + ENDING)


def read_setup(path) -> Setup:
    """Returns the set-up in a file; BadValue when it cannot be read."""
    try:
        return setup_of(read_object(path, MAX_BYTES))
    except (OSError, ValueError) as error:
        raise BadValue(_("'{path}' cannot be read: {reason}").format(
            path=path, reason=getattr(error, "strerror", None) or error)) from None


def write_setup(path, setup: Setup, is_private: bool = False):
    """Writes a set-up; what is there is replaced whole. OSError reaches the caller."""
    text = text_of(setup)
    with replaced(path, is_private=is_private) as file:
        file.write(text)


def write_whole(path, setup: Setup):
    """Writes a set-up to a passing file, down to the disk. OSError reaches the caller."""
    with open(path, "x", encoding="utf-8", newline="\n") as file:
        file.write(text_of(setup))
        file.flush()
        os.fsync(file.fileno())

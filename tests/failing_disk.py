"""A disk that fails at one chosen call of those that change it, as SQLite's own tests do it."""

import builtins
import io
import os
from contextlib import contextmanager
from pathlib import Path

import pytest

WRITING = set("wax+")
# calls of os that change a disk
CALLS = ("fsync", "replace", "rename", "link", "mkdir", "truncate", "ftruncate")


class Disk:
    """Counts the calls that change files under a folder; the one number `fails` and, if `stays`, all later ones fail.

    fails   number of the call from 0, or None
    """

    def __init__(self, folder, fails: int | None, error: int, stays: bool):
        self.folder, self.fails, self.error, self.stays = str(folder), fails, error, stays
        self.calls: list[str] = []

    def call(self, what: str):
        number = len(self.calls)
        self.calls.append(what)
        if self.fails is not None and (number >= self.fails if self.stays else number == self.fails):
            raise OSError(self.error, os.strerror(self.error))

    def is_here(self, place) -> bool:
        return isinstance(place, str | bytes | os.PathLike) and os.fsdecode(place).startswith(self.folder)


class File:
    """A file whose writing fails when the disk says so; everything else is passed on."""

    def __init__(self, file, disk: Disk):
        self._file, self._disk = file, disk

    def write(self, data):
        self._disk.call("write")
        return self._file.write(data)

    def flush(self):
        self._disk.call("flush")
        return self._file.flush()

    def truncate(self, *size):
        self._disk.call("truncate")
        return self._file.truncate(*size)

    def __getattr__(self, name):
        return getattr(self._file, name)

    def __enter__(self):
        self._file.__enter__()
        return self

    def __exit__(self, *error):
        return self._file.__exit__(*error)

    def __iter__(self):
        return iter(self._file)


@contextmanager
def failing_disk(folder, fails: int | None = None, error: int = 28, stays: bool = True):
    """Within the block the disk under `folder` fails at a call; yields the Disk."""
    disk, opened, opened_low = Disk(Path(folder), fails, error, stays), io.open, os.open

    def open_file(file, mode="r", *arguments, **options):
        if not disk.is_here(file) or not WRITING & set(mode):
            return opened(file, mode, *arguments, **options)
        disk.call("open")
        return File(opened(file, mode, *arguments, **options), disk)

    def open_low(path, flags, *arguments, **options):
        if disk.is_here(path) and flags & (os.O_WRONLY | os.O_RDWR):
            disk.call("open")
        return opened_low(path, flags, *arguments, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(builtins, "open", open_file)
        patch.setattr(io, "open", open_file)
        patch.setattr(os, "open", open_low)
        for name in CALLS:
            real = getattr(os, name)

            def call(*arguments, name=name, real=real, **options):
                if not isinstance(arguments[0], str | bytes | os.PathLike) or disk.is_here(arguments[0]):
                    disk.call(name)
                return real(*arguments, **options)
            patch.setattr(os, name, call)
        yield disk

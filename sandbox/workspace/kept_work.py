"""The present work of a window, kept now and then in three files, so that a crash costs half a minute at most."""

import os
import re
import time
from contextlib import suppress
from pathlib import Path

from sandbox.errors import BadValue
from sandbox.workspace.setup import ENDING, Setup
from sandbox.workspace.setup_file import read_setup, write_setup

GENERATIONS = 3
NAME = re.compile(r"work-(\d+)-\d" + re.escape(ENDING))
FORGOTTEN = 30*86400.0       # [s] after which work that nobody asked for goes


class KeptWork:
    """The files of one window: the newest is number 1; each is written whole, so one of them can always be read."""

    def __init__(self, folder: Path, number: int | None = None):
        self._folder, self._number = Path(folder), os.getpid() if number is None else number

    def _path(self, generation: int) -> Path:
        return self._folder / f"work-{self._number}-{generation}{ENDING}"

    @property
    def newest(self) -> Path:
        return self._path(1)

    def keep(self, setup: Setup):
        """Writes a set-up as the newest; OSError leaves those that are there."""
        passing = self._folder / f"work-{self._number}-new.tmp"
        try:
            write_setup(passing, setup, is_private=True)
            for generation in range(GENERATIONS - 1, 0, -1):
                with suppress(FileNotFoundError):
                    os.replace(self._path(generation), self._path(generation + 1))
            os.replace(passing, self.newest)
        finally:
            with suppress(OSError):
                passing.unlink()

    def forget(self):
        """Removes the files: the window was closed in order."""
        for generation in range(1, GENERATIONS + 1):
            with suppress(OSError):
                self._path(generation).unlink()


def newest_of(newest: str) -> tuple[Setup, Path] | None:
    """Returns the newest set-up that can be read of the window whose newest file has this path, and where it is."""
    path = Path(newest)
    if not NAME.fullmatch(path.name):
        return None
    for generation in range(1, GENERATIONS + 1):
        one = path.with_name(path.name.replace(f"-1{ENDING}", f"-{generation}{ENDING}"))
        with suppress(BadValue):
            return read_setup(one), one
    return None


def forget_old(folder: Path):
    """Removes work that windows left long ago."""
    with suppress(OSError):
        for path in Path(folder).iterdir():
            if NAME.fullmatch(path.name) and time.time() - path.lstat().st_mtime > FORGOTTEN:
                path.unlink()

"""The file that a run's log goes to: looked at and taken before the run begins, not refused after it."""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from sandbox import targets
from sandbox.errors import BadValue
from sandbox.files import private
from sandbox.run.logs.recorder import Recorder
from sandbox.run.logs.tables import export_csv
from sandbox.text import _


def check_target(path, suffixes: Iterable[str], force: bool = False, name: str = "log"):
    """Raises BadValue where a new file cannot be written at `path`; `name` is what asks for it."""
    path, suffixes = Path(path), tuple(suffixes)
    if path.suffix not in suffixes:
        raise BadValue(_("{name} '{path}': needs a name that ends in {known}").format(
            name=name, path=path, known=_(" or ").join(suffixes)))
    targets.check_target(path, f"{name} '{targets.shown(path)}'", force, has_force=name.startswith("--"))


class Target:
    """A log file for one run: taken at once, so that no other run gets it, and given back where there is no run.

    path   .sqlite, or .csv: then the log is kept in a .sqlite file beside it until it is written out at the end
    force  an existing file is replaced: its log when the run begins, its table when the new one is whole
    name   what asks for it
    """

    def __init__(self, path, force: bool = False, name: str = "log", suffixes: Iterable[str] = (".sqlite",)):
        self.path, self._name = Path(path), name
        check_target(self.path, suffixes, force, name)
        self.is_table = self.path.suffix == ".csv"
        self.log = Path(f"{self.path}.sqlite") if self.is_table else self.path
        if self.is_table:
            check_target(self.log, (".sqlite",), force, name)
        self.recorder: Recorder | None = None
        self._is_taken = False
        if not os.path.lexists(self.log):
            self._take()

    def _take(self):
        try:
            with open(self.log, "xb", opener=private):
                self._is_taken = True
        except OSError as error:
            raise BadValue(_("{name} '{path}': cannot be written ({reason})").format(
                name=self._name, path=self.log, reason=error.strerror)) from None

    def open(self, header: dict) -> Recorder:
        """Returns the recorder of the run that begins now."""
        if not self._is_taken:
            with suppress(OSError):
                self.log.unlink()
            self._take()
        self.recorder = Recorder(self.log, header, taken=True)
        return self.recorder

    @property
    def trouble(self) -> str:
        """Why the log was given up, or ""."""
        return self.recorder.trouble if self.recorder is not None else ""

    def finish(self, tell: Callable[[int], object] = lambda _rows: None) -> str:
        """Writes the table, of a closed log, where one is wanted; returns why that could not be, or ""."""
        if not self.is_table or self.recorder is None:
            return ""
        try:
            export_csv(self.log, self.path, tell)
        except (OSError, ValueError) as error:
            return _("{name} '{path}': cannot be written ({reason}); the rows are in '{log}'").format(
                name=self._name, path=self.path, reason=getattr(error, "strerror", None) or error, log=self.log)
        if not self.trouble:
            for path in (self.log, f"{self.log}-wal", f"{self.log}-shm"):
                with suppress(OSError):
                    os.unlink(path)
        return ""

    def __enter__(self) -> "Target":
        return self

    def __exit__(self, *_error):
        if self._is_taken and self.recorder is None:
            with suppress(OSError):
                self.log.unlink()

"""The logs of runs in the window: which runs leave one, and how many are kept."""

import re
from contextlib import suppress
from pathlib import Path

from sandbox.app.paths import Folders
from sandbox.app.session import Session, logs_being_written
from sandbox.run.logs.recorder import Recorder
from sandbox.run.rows import Rows

SHORTEST = 2.0           # [s] of simulated time: a shorter run leaves no log
MEGABYTE = 1_000_000     # [bytes]
MOST_TRIES = 100         # to find a name that nobody else takes at the same time
NAME = re.compile(r"\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d_[a-z0-9_]+\.sqlite")      # a log that was given another name is kept
BESIDE = ("", "-wal", "-shm", "-journal")      # files of one database


class RunRecorder(Recorder):
    """A recorder whose file goes at its end when the run was short."""

    def __init__(self, path: Path, header: dict, taken: bool = False):
        super().__init__(path, header, taken)
        self._is_ours = self.is_active       # an existing file was refused
        if taken and not self.is_active:
            remove(path)
        self._first: float | None = None
        self._last = 0.0

    def write(self, rows: Rows):
        if len(rows):
            self._first = float(rows.t[0]) if self._first is None else self._first
            self._last = float(rows.t[-1])
        super().write(rows)

    def close(self):
        super().close()
        if self._is_ours and not self.is_active and self._last - (self._first or 0.0) < SHORTEST:
            remove(Path(self.path))
        # by now another run may have the name
        self._is_ours = False


class RunLogs:
    """Makes a log for each run and removes old ones.

    most, megabytes   how many are kept, and how much; the oldest go first
    session           tells other windows which log is in use
    """

    def __init__(self, folders: Folders, session: Session, most: float, megabytes: float):
        self._folders, self._session, self._most, self._size = folders, session, int(most), megabytes*MEGABYTE
        self._own: list[RunRecorder] = []

    def open(self, header: dict) -> RunRecorder:
        """Returns the recorder of a run that begins now."""
        # the run that this one left may have been too short
        if "forked_from" in header and not Path(header["forked_from"]).exists():
            header = {name: value for name, value in header.items() if name != "forked_from"}
        path, taken = self._take_name(header["scene"])
        self._session.note(log=str(path))
        recorder = RunRecorder(path, header, taken)
        self._own = [one for one in self._own if one.is_active] + [recorder]
        self.prune()
        return recorder

    def _take_name(self, scene: str) -> tuple[Path, bool]:
        """Returns an unused name, and whether an empty file holds it now: another window may begin in this second."""
        for _again in range(MOST_TRIES):
            path = self._folders.new_run_file(scene)
            try:
                with open(path, "xb"):
                    return path, True
            except FileExistsError:
                continue
            except OSError:
                # whoever writes there says why that can't be
                break
        return path, False

    def prune(self):
        """Removes the oldest logs beyond what is kept, never one that is being written, here or by another window."""
        used = {Path(path).name for path in logs_being_written(self._folders.log)}
        used |= {Path(one.path).name for one in self._own if one.is_active}
        count, size = 0, 0
        with suppress(OSError):
            for path in sorted((path for path in self._folders.runs.iterdir() if NAME.fullmatch(path.name)),
                               reverse=True):
                count, size = count + 1, size + size_of(path)
                if (count > self._most or size > self._size) and path.name not in used:
                    remove(path)


def size_of(path: Path) -> int:
    """Returns the bytes of a database and the files beside it."""
    total = 0
    for end in BESIDE:
        with suppress(OSError):
            total += path.with_name(path.name + end).lstat().st_size
    return total


def remove(path: Path):
    """Removes a database with the files beside it; one that somebody holds stays."""
    for end in BESIDE:
        with suppress(OSError):
            path.with_name(path.name + end).unlink()

"""Unfinished films of killed processes: they can be played and get names of their own, with their recipes."""

import os
import time
from contextlib import suppress
from pathlib import Path

from sandbox.files import names_like, place

try:
    import fcntl
except ImportError:          # Windows, where a file that is open cannot get another name
    fcntl = None         # type: ignore[assignment]

STILL_WRITTEN = 120.0        # [s] where the disk knows no locks, a file changed more recently counts as being written
ENDINGS = (".part.mp4", ".part.webm", ".part.mkv", ".part.mov", ".part.gif", ".part.json")
LONGER = len("-unfinished-99")


def mark_as_written(file):
    """Marks an open file as being written by this process, until it is closed or the process ends in whatever way."""
    if fcntl is not None:
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_written(path) -> bool:
    """Returns whether a living process writes a part file."""
    if fcntl is None:
        # where that is so, the new name is refused
        return False
    with open(path, "rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            return time.time() - os.fstat(file.fileno()).st_mtime < STILL_WRITTEN
    return False


def unfinished(part) -> Path:
    """Returns the name that a part file gets when it stays one: demo-unfinished.mp4 for demo.part.mp4."""
    part = Path(part)
    return part.with_name(part.name.removesuffix(".part" + part.suffix) + "-unfinished" + part.suffix)


def parts_of(film) -> list[Path]:
    """Returns the part files of a film, of whatever kind."""
    film = Path(film)
    parts = [film.with_name(film.stem + ending) for ending in ENDINGS]
    return [path for path in parts if os.path.isfile(path)]


def keep_of(film) -> list[Path]:
    """Renames the part files of a film, demo.part.mp4 to demo-unfinished.mp4, and returns their new names.

    OSError (BlockingIOError, PermissionError) when a living process writes one of them.
    """
    film, parts = Path(film), parts_of(film)
    for path in parts:
        if is_written(path):
            raise BlockingIOError(0, "", str(path))
    for path in [path for path in parts if path.suffix == ".json" and not path.stat().st_size]:
        # a name that was taken, no more
        path.unlink()
        parts.remove(path)
    # film and recipe keep one name
    for name in names_like(film.with_name(film.stem + "-unfinished.film")):
        targets = [name.with_suffix(path.suffix) for path in parts]
        if not any(map(os.path.lexists, targets)):
            break
    for path, target in zip(parts, targets, strict=True):
        place(path, target)
    return targets


def keep(folder) -> list[Path]:
    """Renames the unfinished films of a folder that nobody writes any more; returns the new names of the films."""
    kept = []
    with suppress(OSError):
        names = {path.name.removesuffix(ending) for path in Path(folder).iterdir() for ending in ENDINGS
                 if path.name.endswith(ending)}
        for name in sorted(names):
            with suppress(OSError):
                # the ending is that of no film: only the name before it counts
                kept += [path for path in keep_of(Path(folder) / f"{name}.film") if path.suffix != ".json"]
    return kept

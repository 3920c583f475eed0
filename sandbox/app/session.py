"""What a running window shows, kept in a file of its own, so that the next start knows of one that ended badly."""

import json
import os
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from io import FileIO
from math import isfinite
from pathlib import Path

from sandbox.app import alive

NAME = "window-{number}.json"
PATTERN = "window-*.json"
LONGEST = 1000           # letters of a text


@dataclass(frozen=True)
class Left:
    """What a window that ended badly left; "" is unknown.

    start       when it was opened;  log  file of its last run
    parameters  values by name, as the file has them;  work  where its present work was kept
    """

    start: str = ""
    scene: str = ""
    preset: str = ""
    log: str = ""
    parameters: dict = field(default_factory=dict)
    work: str = ""


class Session:
    """The file of this window, from `begin` to `close`; without one where it can't be written."""

    def __init__(self, folder: Path, **facts):
        self._folder = folder
        self._facts = {"id": os.getpid(), "start": datetime.now().isoformat(timespec="seconds"), **facts}
        self._file: FileIO | None = None

    def begin(self):
        """Makes the file; what earlier ones left is looked for before."""
        with suppress(OSError):
            self._file = alive.make(self._folder / NAME.format(number=os.getpid()))
        self._write()
        return self

    def note(self, **facts):
        """Keeps what holds now."""
        changed = {**self._facts, **facts}
        if changed != self._facts:
            self._facts = changed
            self._write()

    def close(self):
        """Ends it in order."""
        alive.end(self._file)
        self._file = None

    def _write(self):
        if self._file is None:
            return
        # the new text is written before the rest of a longer old one goes: a killed process leaves one or the other
        with suppress(OSError, ValueError, TypeError):
            text = json.dumps(self._facts).encode()
            self._file.seek(0)
            self._file.write(text)
            self._file.truncate()


def take_left(folder: Path) -> list[Left]:
    """Returns what windows left that ended badly, newest first, and forgets it; tests of the program are no loss."""
    contents = [alive.take_left(path) for path in sorted(folder.glob(PATTERN))]
    found = [facts_of(content) for content in contents if content is not None]
    return sorted((left_of(facts) for facts in found if not facts.get("is_test")), key=lambda left: left.start,
                  reverse=True)


def logs_being_written(folder: Path) -> set[str]:
    """Returns the logs that windows have open now."""
    logs = set()
    for path in folder.glob(PATTERN):
        with suppress(OSError):
            if alive.is_held(path):
                with open(path, "rb") as file:
                    logs.add(left_of(facts_of(file.read(alive.MOST))).log)
    return logs - {""}


def facts_of(content: bytes) -> dict:
    """Returns the first JSON object of a file, {} where there is none."""
    try:
        facts, _end = json.JSONDecoder().raw_decode(content.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}
    return facts if isinstance(facts, dict) else {}


def left_of(facts: dict) -> Left:
    """Returns the facts that can be understood."""
    texts = {name: facts[name] for name in ("start", "scene", "preset", "log", "work")
             if isinstance(facts.get(name), str) and len(facts[name]) <= LONGEST}
    stored = facts.get("parameters")
    parameters = {name: value for name, value in stored.items() if _is_value(value)} if isinstance(stored, dict) else {}
    return Left(**texts, parameters=parameters)


def _is_value(value) -> bool:
    return isinstance(value, bool | str) or (isinstance(value, int | float) and abs(value) < 1e300 and isfinite(value))

"""What was reached in challenges: a small database beside the settings, which may be missing, locked or broken.

What this session reached is known in any case; a sentence in `trouble` says why it will not be known in the next one.
"""

import json
import os
import sqlite3
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from sandbox.run.command import HAND, Command, Hold, command_of, plain_value
from sandbox.text import _

SCHEMA = 1
WAIT = 1.0               # [s] for another window that writes
LONGEST = 1_000_000      # letters of a try
CREATE = ("CREATE TABLE IF NOT EXISTS tries (challenge TEXT, stars INTEGER, measured REAL, values_ TEXT, "
          "commands TEXT, seconds REAL, at REAL)")


@dataclass(frozen=True)
class Try:
    """A try of a challenge.

    stars      0 to 3;  measured  what the goal measures, the less the better, None where it measures nothing
    values     free parameters and guesses;  commands  what was done to the run;  seconds  how long it ran
    """

    challenge: str
    stars: int
    measured: float | None
    values: dict
    commands: tuple[Command, ...] = ()
    seconds: float = 0.0

    def is_better_than(self, other: "Try | None") -> bool:
        """Whether it has more stars, or as many and is nearer."""
        if other is None or self.stars != other.stars:
            return other is None or self.stars > other.stars
        return self.measured is not None and (other.measured is None or self.measured < other.measured)


class Results:
    """The best try of each challenge; all tries stand in the file.

    path   of the file, None for none;  trouble  why it is not kept, in a sentence, or ""
    """

    def __init__(self, path: Path | None):
        self.path, self.trouble = path, ""
        self._best: dict[str, Try] = {}
        if path is not None:
            self._read()

    def best(self, challenge: str) -> Try | None:
        """Returns the best try of a challenge so far."""
        return self._best.get(challenge)

    def stars(self, challenge: str) -> int:
        """Returns how many stars it has so far."""
        return self._best[challenge].stars if challenge in self._best else 0

    def put(self, tried: Try):
        """Keeps a try."""
        if tried.is_better_than(self._best.get(tried.challenge)):
            self._best[tried.challenge] = tried
        if self.path is None or self.trouble:
            return
        commands = json.dumps([(one.step, one.name, plain_value(one.value)) for one in tried.commands])
        try:
            with closing(sqlite3.connect(self.path, timeout=WAIT)) as base, base:
                base.execute(CREATE)
                base.execute(f"PRAGMA user_version = {SCHEMA}")
                base.execute("INSERT INTO tries VALUES (?, ?, ?, ?, ?, ?, ?)", (
                    tried.challenge, tried.stars, tried.measured, json.dumps(tried.values), commands, tried.seconds,
                    time.time()))
        except (sqlite3.Error, OSError) as error:
            self._say(error)

    def _say(self, error: Exception):
        self.trouble = _("results '{path}' are not kept: {reason}; what is reached now is known until the end").format(
            path=self.path, reason=str(error)[:100])

    def _read(self):
        """Reads what there is; what cannot be understood is put aside, under its name with .bak."""
        path = self.path
        if path is None or not path.exists():
            return
        try:
            with closing(sqlite3.connect(path, timeout=WAIT)) as base:
                version, = base.execute("PRAGMA user_version").fetchone()
                if version > SCHEMA:
                    self.trouble = _("results '{path}' are those of a later version: they stay as they are, and what "
                                     "is reached now is known until the end").format(path=path)
                    return
                if base.execute("PRAGMA quick_check").fetchone() != ("ok",):
                    raise sqlite3.DatabaseError(_("it is damaged"))
                rows = base.execute(
                    "SELECT challenge, stars, measured, values_, commands, seconds FROM tries").fetchall()
        except sqlite3.OperationalError as error:
            # locked, read-only, or without its table: nothing is wrong with what it holds
            if "no such table" not in str(error):
                self._say(error)
            return
        except (sqlite3.Error, OSError) as error:
            self._put_aside(error)
            return
        for row in rows:
            with suppress(ValueError, TypeError, KeyError, RecursionError):
                tried = _try_of(*row)
                if tried.is_better_than(self._best.get(tried.challenge)):
                    self._best[tried.challenge] = tried

    def _put_aside(self, error: Exception):
        path = Path(str(self.path))
        aside = path.with_name(path.name + ".bak")
        try:
            os.replace(path, aside)
        except OSError:
            self._say(error)


def _try_of(challenge, stars, measured, values, commands, seconds) -> Try:
    """Returns the try of a row; ValueError or TypeError where it is none."""
    if not isinstance(challenge, str) or len(str(commands)) > LONGEST or stars not in (0, 1, 2, 3):
        raise ValueError(challenge)
    told = tuple(command_of(int(step), str(name), value) for step, name, value in json.loads(commands))
    if any(isinstance(one.value, Hold) and one.name != HAND for one in told):
        raise ValueError(challenge)
    found = {str(name): float(value) for name, value in json.loads(values).items()}
    return Try(challenge, int(stars), None if measured is None else float(measured), found, told, float(seconds))

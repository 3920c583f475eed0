"""What was reached in challenges: a small database beside the settings, which may be missing, locked or broken.

What this session reached is known in any case; a sentence in `trouble` says why it will not be known in the next one.
"""

import csv
import io
import json
import os
import sqlite3
import time
import unicodedata
from collections.abc import Iterable
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from sandbox.errors import BadValue
from sandbox.run.command import Command, command_of, plain_value
from sandbox.scene.catalogue import ID
from sandbox.schema import Either, Maybe, Number, Plain, Switch, Table, Text
from sandbox.schema.structures import is_kept
from sandbox.text import _

SCHEMA = 3
WAIT = 1.0               # [s] for another window that writes
LONGEST = 1_000_000      # letters of a try
MOST = 200_000           # tries that are read of a file, the newest
LONGEST_NAME = 24        # letters of who plays
DEEPEST = 60             # levels of brackets in what was built
CREATE = ("CREATE TABLE IF NOT EXISTS tries (challenge TEXT, stars INTEGER, measured REAL, values_ TEXT, "
          "commands TEXT, seconds REAL, at REAL, nickname TEXT DEFAULT '', built TEXT DEFAULT '[]')")
# columns of later schemas, with what earlier rows have in them
LATER = {"nickname": "''", "built": "'[]'"}
# what a spreadsheet would take for a formula
FORMULA = "=+-@"
# what may stand in a row: others may have written it, and it is printed, reckoned with and played again
_ID, _NICKNAME = Text(40, ID, "[a-z0-9_]{1,40}"), Plain(4*LONGEST_NAME)
_MEASURED = Maybe(Number(-1e300, 1e300))
_VALUES = Table(Either((Number(-1e300, 1e300), Switch())), 100)
# [s] how long it ran; [s since 1970] of years that calendars have
_SECONDS, _AT = Number(0, 1e9), Number(0, 1e11)
_NAME, LAST_STEP, DEEPEST_VALUE = Text(40, "[A-Za-z_][A-Za-z_0-9]*"), 10**9, 20


@dataclass(frozen=True)
class Try:
    """A try of a challenge.

    stars      0 to 3;  measured  what the goal measures, the less the better, None where it measures nothing
    values     free parameters and guesses;  commands  what was done to the run;  seconds  how long it ran
    built      rows of the parts that were put there, where one builds
    nickname   who tried, or "";  at  when it was kept [s since 1970], 0 where it is not known
    """

    challenge: str
    stars: int
    measured: float | None
    values: dict
    commands: tuple[Command, ...] = ()
    seconds: float = 0.0
    nickname: str = ""
    at: float = 0.0
    built: tuple = ()

    @property
    def way(self) -> tuple:
        """What was done: tries of the same way run the same bits."""
        return self.challenge, self.values, self.commands, self.built

    def is_better_than(self, other: "Try | None") -> bool:
        """Whether it has more stars, or as many and is nearer."""
        if other is None or self.stars != other.stars:
            return other is None or self.stars > other.stars
        return self.measured is not None and (other.measured is None or self.measured < other.measured)


@dataclass(frozen=True)
class Standing:
    """How far somebody has come in a challenge: the best try, and how many there were."""

    best: Try
    tries: int


def nickname_of(text: str) -> str:
    """Returns a name as it is kept, of what a person wrote; BadValue where it is too long.

    What has no width or turns the direction of writing is left out: names stand in tables beside other names.
    """
    plain = "".join(sign for sign in unicodedata.normalize("NFC", text[:1000])
                    if unicodedata.category(sign)[0] not in "CZM" or sign == " "
                    or unicodedata.category(sign) in ("Mn", "Mc"))
    name = " ".join(plain.split())
    if len(name) > LONGEST_NAME:
        raise BadValue(_("a name of {found} letters: needs at most {most}").format(found=len(name), most=LONGEST_NAME))
    return name


class Results:
    """The best try of each challenge and who plays; all tries stand in the file.

    path      of the file, None for none;  trouble   why it is not kept, in a sentence, or ""
    player    who plays now: best tries are those of the player
    """

    def __init__(self, path: Path | None, player: str = ""):
        self.path, self.trouble, self.player = path, "", player
        self._standings: dict[tuple[str, str], Standing] = {}
        self._tries: list[Try] = []
        if path is not None:
            self._read()

    def best(self, challenge: str) -> Try | None:
        """Returns the best try of a challenge so far, of who plays now."""
        found = self._standings.get((self.player, challenge))
        return None if found is None else found.best

    def stars(self, challenge: str) -> int:
        """Returns how many stars it has so far, by who plays now."""
        found = self.best(challenge)
        return 0 if found is None else found.stars

    def tries(self, challenge: str, values: dict) -> int:
        """Returns how many tries of a challenge with some values who plays now has made."""
        return sum(one.nickname == self.player and one.challenge == challenge and values.items() <= one.values.items()
                   for one in self._tries)

    @property
    def standings(self) -> list[Standing]:
        """How far everybody has come, by name and challenge."""
        return in_order(self._standings)

    def put(self, tried: Try):
        """Keeps a try of who plays now."""
        tried = replace(tried, nickname=self.player, at=time.time())
        self._tries.append(tried)
        _count(self._standings, tried)
        if self.path is None or self.trouble:
            return
        try:
            with closing(sqlite3.connect(self.path, timeout=WAIT, isolation_level=None)) as base:
                # of two windows that bring a file up to date at once one waits for the other
                base.execute("BEGIN IMMEDIATE")
                base.execute(CREATE)
                for name in LATER.keys() - _columns(base):
                    base.execute(f"ALTER TABLE tries ADD COLUMN {name} TEXT DEFAULT {LATER[name]}")
                base.execute(f"PRAGMA user_version = {SCHEMA}")
                base.execute("INSERT INTO tries (challenge, stars, measured, values_, commands, seconds, at, nickname, "
                             "built) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", _row_of(tried))
                base.execute("COMMIT")
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
            found = _tries_in(path)
        except _Newer:
            self.trouble = _("results '{path}' are those of a later version: they stay as they are, and what "
                             "is reached now is known until the end").format(path=path)
            return
        except sqlite3.OperationalError as error:
            # locked or read-only: nothing is wrong with what it holds
            self._say(error)
            return
        except (sqlite3.Error, OSError) as error:
            self._put_aside(error)
            return
        self._tries.extend(found)
        for tried in found:
            _count(self._standings, tried)

    def _put_aside(self, error: Exception):
        path = Path(str(self.path))
        aside = path.with_name(path.name + ".bak")
        try:
            os.replace(path, aside)
        except OSError:
            self._say(error)


class _Newer(Exception):
    """A later version wrote the file."""


def read_standings(paths: Iterable[Path]) -> list[Standing]:
    """Returns how far everybody has come by the files of several computers, by name and challenge.

    A name that stands in two files is one person; a try that stands in both, as in a copy of a file, counts once.
    BadValue where a file cannot be read.
    """
    found: dict[tuple[str, str], Standing] = {}
    seen = set()
    for path in paths:
        if not Path(path).is_file():
            raise BadValue(_("'{path}' cannot be read: {reason}").format(path=path, reason=_("there is no such file")))
        try:
            tries = _tries_in(Path(path))
        except _Newer:
            raise BadValue(_("results '{path}' are those of a later version").format(path=path)) from None
        except (sqlite3.Error, OSError) as error:
            raise BadValue(_("'{path}' cannot be read: {reason}").format(path=path, reason=error)) from None
        for tried in tries:
            key = _row_of(tried)
            if key not in seen:
                seen.add(key)
                _count(found, tried)
    return in_order(found)


def in_order(standings: dict[tuple[str, str], Standing]) -> list[Standing]:
    """Returns them by name, then by challenge."""
    return [standings[key] for key in sorted(standings, key=lambda key: (key[0].casefold(), key))]


HEADINGS = ("name", "challenge", "stars", "measured", "tries", "seconds", "values", "at")


def csv_of(standings: Iterable[Standing]) -> str:
    """Returns a table for spreadsheets and programs: who, challenge, stars and numbers of the best try, when (UTC)."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(HEADINGS)
    for one in standings:
        best = one.best
        name = "'" + best.nickname if best.nickname[:1] in FORMULA and best.nickname else best.nickname
        told = "; ".join(f"{key}={value!r}" for key, value in sorted(best.values.items()))
        table.writerow((name, best.challenge, best.stars, "" if best.measured is None else repr(best.measured),
                        one.tries, f"{best.seconds:.4f}", told, _when(best.at)))
    return text.getvalue()


def _when(at: float) -> str:
    """An instant [s since 1970] as ISO 8601 has it, "" where it is not known or none."""
    try:
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at)) if at > 0.0 else ""
    except (OverflowError, ValueError, OSError):
        return ""


def _count(standings: dict[tuple[str, str], Standing], tried: Try):
    """Adds a try to how far somebody has come."""
    key = tried.nickname, tried.challenge
    before = standings.get(key)
    best = tried if before is None or tried.is_better_than(before.best) else before.best
    standings[key] = Standing(best, 1 + (before.tries if before is not None else 0))


def _columns(base: sqlite3.Connection) -> set[str]:
    return {row[1] for row in base.execute("PRAGMA table_info(tries)")}


def _tries_in(path: Path) -> list[Try]:
    """Returns the tries that a file holds, the newest MOST of them; rows that are none are left out."""
    with closing(sqlite3.connect(path, timeout=WAIT)) as base:
        version, = base.execute("PRAGMA user_version").fetchone()
        if version > SCHEMA:
            raise _Newer
        if base.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise sqlite3.DatabaseError(_("it is damaged"))
        columns = _columns(base)
        if not columns:
            return []
        later = ", ".join(name if name in columns else missing for name, missing in LATER.items())
        rows = base.execute(f"SELECT challenge, stars, measured, values_, commands, seconds, at, {later} FROM tries "
                            f"ORDER BY rowid DESC LIMIT {MOST}").fetchall()
    found = []
    for row in reversed(rows):
        with suppress(ValueError, TypeError, KeyError, RecursionError, OverflowError):
            found.append(_try_of(*row))
    return found


def _row_of(tried: Try) -> tuple:
    commands = json.dumps([(one.step, one.name, plain_value(one.value)) for one in tried.commands])
    return (tried.challenge, tried.stars, tried.measured, json.dumps(tried.values), commands, tried.seconds, tried.at,
            tried.nickname, json.dumps(tried.built, allow_nan=False))


def _try_of(challenge, stars, measured, values, commands, seconds, at, *later) -> Try:
    """Returns the try of a row; ValueError, TypeError or OverflowError where it is none."""
    nickname, built = later
    if max(len(str(told)) for told in (values, commands, built)) > LONGEST or stars not in (0, 1, 2, 3):
        raise ValueError(stars)
    rows, found = json.loads(built), _VALUES.take(json.loads(values), "values")
    if not isinstance(rows, list) or not is_kept(rows, DEEPEST):
        raise ValueError(challenge)
    told = _commands_of(json.loads(commands))
    return Try(_ID.take(challenge, "challenge"), int(stars), _MEASURED.take(measured, "measured"),
               {name: float(value) for name, value in found.items()}, told, float(_SECONDS.take(seconds, "seconds")),
               nickname_of(_NICKNAME.take(nickname, "nickname")), float(_AT.take(at, "at")), tuple(rows))


def _commands_of(rows) -> tuple[Command, ...]:
    """Returns the commands of rows of data; ValueError or TypeError where they are none.

    There may be thousands of them in a try: each is looked at by comparisons, each name once.
    """
    for name in {name for _step, name, _value in rows}:
        _NAME.take(name, "commands")
    for step, _name, value in rows:
        if type(step) is not int or not 0 <= step <= LAST_STEP or not is_kept(value, DEEPEST_VALUE):
            raise ValueError(step)
    return tuple(command_of(step, name, value) for step, name, value in rows)

"""Settings that are kept between two starts, in one JSON file that can be damaged without stopping the program."""

import json
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from sandbox.files import replaced
from sandbox.schema import read_object
from sandbox.text import _

MAX_SIZE = 1_000_000     # [bytes] a larger file is not ours


@dataclass(frozen=True)
class Setting:
    """One setting: its default, a test of its values, and the allowed values in words."""

    default: object
    is_allowed: Callable[[object], bool]
    allowed: str


def switch(default: bool) -> Setting:
    return Setting(default, lambda value: isinstance(value, bool), "true, false")


def choice(default, *others) -> Setting:
    values = (default, *others)
    return Setting(default, lambda value: type(value) is type(default) and value in values,
                   ", ".join(repr(value) for value in values))


def amount(default: float, low: float, high: float) -> Setting:
    def is_allowed(value):
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return is_number and low <= value <= high and isfinite(value)
    return Setting(default, is_allowed, f"[{low:g}, {high:g}]")


def text(longest: int, default: str = "") -> Setting:
    return Setting(default, lambda value: isinstance(value, str) and len(value) <= longest, f"text <= {longest}")


KNOWN = {
    "language": choice("", "en", "ru"),            # "" is the language of the system
    "theme": choice("dark", "projector"),
    "quality": choice("auto", "fine", "high", "low"),
    "film": text(2000),                            # options of films, as the window writes them
    "shot": choice("1", "2", "4"),                 # pixels of a picture per pixel of the screen, in each direction
    "scene": text(40),                             # the scene shown last
    "preset": text(100),
    "window": text(20_000),                        # geometry and docks, as the window writes them
    "recent": text(20_000),                        # files that were used last, as the window writes them
    "plots": text(1000, "speed"),                  # quantities in the plots, as the window writes them
    "units": text(400, "rad=deg"),                 # in which quantities are shown: "rad/s=rpm;m=cm"
    "tools": text(2000),                           # ruler, large number, ..., as the window writes them
    "first_steps": amount(0, 0, 6),                # what a newcomer is shown to try: how much of it is done
    "card": switch(True),                          # the card over the picture
    "slow_near_mouse": switch(True),               # the run slows down while the mouse is near a moving body
    "safe_graphics": switch(False),
    "reduce_motion": switch(False),
    "sound": switch(False),
    "record_runs": switch(True),                   # logs of runs in the window
    "runs_kept": amount(200, 1, 1e6),              # logs of runs that are kept, and their size together [MB]
    "runs_megabytes": amount(500, 1, 1e6),
    "tour_seen": switch(False),
    "nickname": text(24),                          # who plays challenges
    "text_scale": amount(1.0, 0.75, 2.0),
}


class Settings:
    """The settings of this person.

    A file that cannot be understood is kept under its name with .bak and everything starts from the defaults; of a
    file with a few bad values only those are reset. `notes` says in sentences what was reset or could not be saved.
    Keys of another version are kept as they are.
    """

    def __init__(self, path, known: dict[str, Setting] = KNOWN):
        self.path = Path(path)
        self.notes: list[str] = []
        self._known = known
        self._values = {}
        stored = self._load()
        bad = [key for key in known if key in stored and not known[key].is_allowed(stored[key])]
        if bad:
            self._keep_backup()
        for key in bad:
            found = repr(stored.pop(key))[:40]
            self.notes.append(_("settings, '{key}': got {found}, needs {allowed}; reset to {default!r}").format(
                key=key, found=found, allowed=known[key].allowed, default=known[key].default))
        self._values = stored

    def __getitem__(self, key: str):
        return self._values.get(key, self._known[key].default)

    def __setitem__(self, key: str, value):
        setting = self._known[key]
        if not setting.is_allowed(value):
            raise ValueError(_("settings, '{key}': got {found}, needs {allowed}").format(
                key=key, found=repr(value)[:40], allowed=setting.allowed))
        self._values[key] = value

    def reset(self):
        """Sets everything to its default; `save` makes it last."""
        self._values = {}

    def save(self) -> bool:
        """Writes the file; returns False and adds a note when that is not possible."""
        try:
            with replaced(self.path) as file:
                json.dump(self._values, file, indent=1, ensure_ascii=False, allow_nan=False, sort_keys=True)
        except (OSError, ValueError) as error:
            self.notes.append(_("settings '{path}': cannot be saved, {reason}").format(
                path=self.path, reason=getattr(error, "strerror", None) or error))
            return False
        return True

    def _load(self) -> dict:
        try:
            return read_object(self.path, MAX_SIZE)
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            self._keep_backup()
            self.notes.append(_("settings '{path}': cannot be read ({reason}); starting with the defaults").format(
                path=self.path, reason=str(error)[:100]))
            return {}

    def _keep_backup(self):
        backup = self.path.with_name(self.path.name + ".bak")
        with suppress(OSError):
            if self.path.is_dir():
                os.replace(self.path, backup)
            else:
                shutil.copyfile(self.path, backup)

"""The names of one film, taken before the work begins: its recipe is kept beside it, and for it room on the disk."""

import os
from contextlib import suppress
from pathlib import Path

from sandbox.errors import BadValue
from sandbox.files import place, place_beside
from sandbox.film.encoding import leftovers
from sandbox.film.encoding.names import check_names
from sandbox.film.recipe import Recipe, recipe_text
from sandbox.targets import shown
from sandbox.text import _

FACTS = 8192             # [bytes] kept free for what is known about a film when it is made


class Claim:
    """Takes the names a.mp4 and a.json, by the file a.part.json; BadValue when they cannot be had.

    What an earlier, killed recording of this name left is kept under other names.

    kept   these names
    """

    def __init__(self, film, replaces: bool = False):
        self.film, self._replaces = Path(film), replaces
        self.part = self.film.with_name(self.film.stem + ".part.json")
        check_names(film, replaces)
        try:
            self.kept = leftovers.keep_of(self.film)
            self._file = open(self.part, "xb")  # noqa: SIM115
        except (BlockingIOError, FileExistsError, PermissionError):
            raise BadValue(_("--out {found}: another recording is writing this film").format(
                found=shown(self.film))) from None
        except OSError as error:
            raise BadValue(_("'{path}' could not be written: {reason}").format(
                path=shown(self.film), reason=error.strerror)) from None
        leftovers.mark_as_written(self._file)

    def promise(self, recipe: Recipe):
        """Writes the recipe as it is planned, with room for what is not known yet; OSError reaches the caller.

        A film whose process is killed so keeps its recipe, and a disk that is full afterwards still has room for it.
        """
        self._write(recipe_text(recipe).encode() + b" "*FACTS)

    def fulfil(self, film: Path, recipe: Recipe, **facts) -> Path:
        """Writes the recipe of what was made and gives it its name, beside that of the film; returns it."""
        target = film.with_suffix(".json")
        self._write(recipe_text(recipe, **facts).encode())
        self._file.close()
        if self._replaces:
            place(self.part, target, replaces=True)
            return target
        return place_beside(self.part, target)

    def _write(self, data: bytes):
        file = self._file
        file.seek(0)
        file.write(data)
        file.flush()
        file.truncate()
        os.fsync(file.fileno())

    def give_up(self):
        """Lets go of the names; what has not got its own is removed."""
        if self._file.closed:
            return
        with suppress(OSError):
            self._file.close()
        with suppress(OSError):
            self.part.unlink()

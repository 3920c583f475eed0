"""Names of files that a person gave: refused in words before the work begins, not when it is done."""

import errno
import os
import secrets
from contextlib import suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from sandbox.errors import BadValue
from sandbox.text import _

# names that Windows gives to devices, in every folder and with every ending
DEVICES = {"con", "prn", "aux", "nul", "conin$", "conout$", *(f"{name}{n}" for name in ("com", "lpt")
                                                             for n in "123456789¹²³")}
RESERVED = '<>:"|?*'


def check_target(path, what: str, replaces: bool = False, longer: int = 0, has_force: bool = True):
    """Raises BadValue when no file can be written at `path`, or one is there that may not be replaced.

    what        how a sentence names it: "--out a.mp4"
    longer      letters by which the names of passing files are longer
    has_force   whether there is a --force to speak of
    """
    path = Path(path)
    trouble = (trouble_of_name(path.name) or trouble_of_place(path, replaces, has_force)
               or trouble_of_folder(path, longer))
    if trouble:
        raise BadValue(f"{what}: {trouble}")


def shown(path) -> str:
    """Returns a path as text for a sentence; a very long name is cut in its middle."""
    text = str(path)
    return text if len(text) <= 200 else f"{text[:90]}…{text[-60:]}"


def trouble_of_name(name: str, is_windows: bool | None = None) -> str:
    """Returns why no system file may have this name, or ""."""
    if name in ("", ".", "..") or "\0" in name:
        return _("needs the name of a file")
    if os.name == "nt" if is_windows is None else is_windows:
        if name.partition(".")[0].strip().lower() in DEVICES:
            return _("is the name of a device, not of a file")
        if any(letter in RESERVED or letter < " " for letter in name) or name[-1] in ". ":
            return _("has a letter that file names cannot have here: {letters}").format(letters=RESERVED)
    return ""


def trouble_of_place(path: Path, replaces: bool, has_force: bool = True) -> str:
    """Returns why what is there now is in the way, or ""."""
    try:
        mode = os.lstat(path).st_mode
    except (OSError, ValueError):
        return ""
    if S_ISDIR(mode):
        return _("is a folder, needs a file")
    with suppress(OSError):
        # a link is what it leads to
        mode = os.stat(path).st_mode
        if not S_ISREG(mode):
            return _("is a device or a folder, needs an ordinary file")
    if replaces:
        return ""
    return (_("is there already; --force replaces it, another name keeps both") if has_force else
            _("is there already; another name keeps both"))


def trouble_of_folder(path: Path, longer: int = 0) -> str:
    """Returns why no file of such a name can be made in its folder, or ""; tries it with a passing one."""
    folder = path.parent
    if not os.path.isdir(folder):
        return _("there is no folder '{folder}'").format(folder=shown(folder))
    length = len(os.fsencode(path.name) if os.name != "nt" else path.name) + longer
    trial = folder / f".{secrets.token_hex(6)}".ljust(length, "~")
    try:
        os.close(os.open(trial, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        os.unlink(trial)
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            return _("its name is too long, needs at most {most} bytes").format(most=longest_name(folder) - longer)
        return _("cannot be written: {reason}").format(reason=error.strerror or error)
    return ""


def longest_name(folder) -> int:
    """Returns how many bytes a name in this folder may have."""
    try:
        return os.pathconf(folder, "PC_NAME_MAX")
    except (AttributeError, OSError, ValueError):
        return 255

"""The folder of compiled code on disk, named by the versions that decide what the compiler makes of a source.

In it each file is named by the sources that it was made from (sources.py).
"""

import os
import platform
import shutil
import sys
import tempfile
from errno import EACCES
from functools import partial
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from re import fullmatch

from sandbox.ending import at_end
from sandbox.folders import own_folders

OVERRIDE = "JACOBI_SANDBOX_COMPILED"     # environment variable: where the folder is made
FORMAT = "3"             # of names and contents of the files
LIBRARIES = ("numba", "llvmlite")
# of folders of other versions the two used last stay: somebody may go to and fro
OTHERS = 2
MOST = 1_000_000_000     # [bytes] in a folder; what was not used for the longest time goes first
LEAVES = 0.7             # part of that which stays then

# a place where nothing can lie, wherever the program is started
NOWHERE = Path(os.devnull) / "nothing shipped"
PROGRAM = Path(__file__).resolve().parents[1]
# machine code by its system: it asks for the C library alone, and whatever loads it, none of its instructions is newer
# than the processors of that name
SYSTEM = f"{sys.platform}-{platform.machine()}-{sys.maxsize.bit_length() + 1}"


def hash_of_versions() -> str:
    """Returns the hash (16 hexadecimal digits) of the versions of Python and of what compiles."""
    digest = blake2b(digest_size=8)
    for text in (FORMAT, *map(version, LIBRARIES), sys.version):
        digest.update(text.encode() + b"\n")
    return digest.hexdigest()


def _cache_folder() -> Path:
    """Returns the folder of these versions' compiled code: in the given place, the user's cache, or a temporary one."""
    asked = os.environ.get(OVERRIDE)
    root = Path(asked) if asked else own_folders()["cache"] / "compiled"
    if root.name == CACHE_KEY:
        root = root.parent       # said by the program that started this one
    try:
        return _made(root)
    except OSError:
        try:
            root = Path(tempfile.mkdtemp(prefix="jacobi-sandbox-"))
            at_end(partial(shutil.rmtree, root, ignore_errors=True))
            return _made(root)
        except OSError:
            return root / CACHE_KEY       # nothing can be kept: each start compiles


def is_trusted(folder: Path) -> bool:
    """Returns whether a folder can be read, and only this user or the system's own can write to it and to those in it.

    What stands there as machine code is run as it is. Windows has no owners of this kind.
    """
    if os.name == "nt":
        return True
    try:
        for one in (folder, *(Path(entry.path) for entry in os.scandir(folder) if entry.is_dir())):
            status = one.stat()
            if status.st_uid not in (os.geteuid(), 0) or status.st_mode & 0o022:
                return False
    except OSError:
        return False
    return True


def _made(root: Path) -> Path:
    """Returns the folder of these versions in `root`, made where it was missing; OSError if it can't be used."""
    folder = root / CACHE_KEY
    if not folder.is_dir():
        root.mkdir(parents=True, exist_ok=True)
        # of this user alone, whatever others may do to the folders around it
        folder.mkdir(mode=0o700, exist_ok=True)
        _forget_others(root)
    if not is_trusted(folder):
        untrusted.append(folder)
        raise PermissionError(EACCES, os.strerror(EACCES))
    with tempfile.TemporaryFile(dir=folder):
        return folder


def _forget_others(root: Path):
    """Removes the folders of all other versions but those used last."""
    others = [path for path in root.iterdir() if fullmatch("[0-9a-f]{16}", path.name) and path.name != CACHE_KEY]
    for path in sorted(others, key=lambda path: path.stat().st_mtime)[:-OTHERS]:
        shutil.rmtree(path, ignore_errors=True)


def _shipped_folder() -> Path:
    """Returns the folder of code that came with the program; NOWHERE in a checkout, which compiles.

    A packaged program holds one for its own versions, with what more code is made of. What pip installs holds machine
    code alone, for any Python and compiler; it is as safe as the sources beside it, which run as they stand, too.
    """
    if getattr(sys, "frozen", False):
        folder = PROGRAM.parent / "compiled" / CACHE_KEY
        return folder if is_trusted(folder) else NOWHERE
    folder = PROGRAM / "compiled" / SYSTEM
    return folder if folder.is_dir() else NOWHERE


def forget_unused(folder: Path, most: int = MOST):
    """Removes files of a folder, those not used for the longest time first, where they take more than `most` bytes."""
    files = []
    for path in folder.rglob("*"):
        try:
            status = path.stat()
        except OSError:
            continue       # another copy of the program may be doing the same
        if path.is_file():
            files.append((status.st_mtime, status.st_size, path))
    total = sum(size for _used, size, _path in files)
    if total <= most:
        return
    for _used, size, path in sorted(files):
        path.unlink(missing_ok=True)
        total -= size
        if total <= LEAVES*most:
            return


# the folder that was passed over because others may write to it, until that is told
untrusted: list[Path] = []
CACHE_KEY = hash_of_versions()
CACHE_FOLDER = _cache_folder()
SHIPPED_FOLDER = _shipped_folder()

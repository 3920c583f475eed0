"""The folder of compiled code on disk, named by a hash of the sources that are compiled.

An edit in any of them begins a new folder.
"""

import os
import shutil
import sys
import tempfile
import time
from functools import partial
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from re import fullmatch

from sandbox.ending import at_end
from sandbox.folders import own_folders

# rooms whose functions are compiled, or write what is compiled
COMPILED_ROOMS = ("compiling", "integration", "mechanics", "theory")


def hash_of_sources(root: Path, rooms: tuple[str, ...], libraries: tuple[str, ...]) -> str:
    """Returns the hash (16 hexadecimal digits) of Python, the named libraries, and every source of the rooms."""
    digest = blake2b(digest_size=8)
    for text in (*map(version, libraries), sys.version):
        digest.update(text.encode())
    for room in rooms:
        for path in sorted((root / room).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _cache_folder() -> Path:
    """Returns the folder of these sources' compiled code: in the given place, the user's cache, or a temporary one."""
    asked = os.environ.get(OVERRIDE)
    root = Path(asked) if asked else own_folders()["cache"] / "compiled"
    if root.name == CACHE_KEY:
        root = root.parent       # said by the program that started this one
    try:
        return _filled(root)
    except OSError:
        try:
            root = Path(tempfile.mkdtemp(prefix="jacobi-sandbox-"))
            at_end(partial(shutil.rmtree, root, ignore_errors=True))
            return _filled(root)
        except OSError:
            return root / CACHE_KEY       # nothing can be kept: each start compiles


def _filled(root: Path) -> Path:
    """Returns the folder of these sources in `root`, a new one with what came compiled; OSError if it can't be written.

    It gets its name when it is whole: another copy of the program may be starting at the same moment.
    """
    folder = root / CACHE_KEY
    if not folder.is_dir():
        root.mkdir(parents=True, exist_ok=True)
        whole = Path(tempfile.mkdtemp(prefix="new-", dir=root))
        _copy(SHIPPED / CACHE_KEY, whole)
        try:
            whole.rename(folder)
        except OSError:
            shutil.rmtree(whole, ignore_errors=True)
            if not folder.is_dir():
                raise
        _forget_old(root, keep=3)
    with tempfile.TemporaryFile(dir=folder):
        return folder


def _copy(shipped: Path, folder: Path):
    """Copy what came compiled, if anything did; without the modes, for it may be read-only."""
    for path in sorted(shipped.rglob("*")):
        target = folder / path.relative_to(shipped)
        if path.is_dir():
            target.mkdir()
        else:
            shutil.copyfile(path, target)


def _forget_old(root: Path, keep: int):
    """Remove the compiled code of all other sources but the `keep` used last, and what a killed start left unnamed."""
    others = [path for path in root.iterdir() if fullmatch("[0-9a-f]{16}", path.name) and path.name != CACHE_KEY]
    old = sorted(others, key=lambda path: path.stat().st_mtime)[:-keep]
    old += [path for path in root.glob("new-*") if path.stat().st_mtime < time.time() - ABANDONED]
    for path in old:
        shutil.rmtree(path, ignore_errors=True)


OVERRIDE = "JACOBI_SANDBOX_COMPILED"     # environment variable: where the folder is made
ABANDONED = 3600.0       # [s] after which a folder without its name is taken for left behind

# in a packaged program: <hash>/..., compiled before it was packed; elsewhere there is no such folder
SHIPPED = Path(__file__).resolve().parents[2] / "compiled" if getattr(sys, "frozen", False) else Path("nothing shipped")
PROGRAM = Path(__file__).resolve().parents[1]
CACHE_KEY = hash_of_sources(PROGRAM, COMPILED_ROOMS, ("numba", "llvmlite"))
CACHE_FOLDER = _cache_folder()

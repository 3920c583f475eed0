"""Numbers: compiled mechanics. Arrays in, arrays out; nothing here knows scenes, files of the user, Qt or vpython.

Importing this package prepares numba before its first import: one generic instruction set, so that the same machine
code (hence the same bits) runs on every x86-64, and a cache of compiled code keyed by the sources of this package.
"""

import os
import shutil
import sys
import tempfile
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from re import fullmatch

import platformdirs


def _engine_hash() -> str:
    """Hash of everything that decides the machine code: these sources, numba, Python, the generator of each file."""
    digest = blake2b(digest_size=8)
    for text in (version("numba"), version("llvmlite"), sys.version):
        digest.update(text.encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _cache_folder() -> Path:
    """The folder of this engine's compiled code: as asked, else the user's cache, else a temporary one."""
    asked = os.environ.get("NUMBA_CACHE_DIR")
    root = Path(asked) if asked else Path(platformdirs.user_cache_dir("jacobi-sandbox")) / "compiled"
    folder = root / ENGINE_HASH
    if not _writable(folder):
        return Path(tempfile.mkdtemp(prefix="jacobi-sandbox-"))
    _forget_old(root, keep=3)
    return folder


def _forget_old(root: Path, keep: int):
    """Remove the compiled code of all other engines but the `keep` used last."""
    others = [path for path in root.iterdir() if fullmatch("[0-9a-f]{16}", path.name) and path.name != ENGINE_HASH]
    for path in sorted(others, key=lambda path: path.stat().st_mtime)[:-keep]:
        shutil.rmtree(path, ignore_errors=True)


ENGINE_HASH = _engine_hash()
CACHE_FOLDER = _cache_folder()

os.environ["NUMBA_CACHE_DIR"] = str(CACHE_FOLDER)
os.environ["NUMBA_CACHE_LOCATOR_CLASSES"] = "sandbox.mechanics.cachelocator.Locator"
os.environ.setdefault("NUMBA_CPU_NAME", "generic")

"""Intermediate code of functions for compiled callers, kept on disk by numba's cache of functions at our own place.

What comes with a program lies in one archive there: a function holds those that it calls, and packed one after the
other they take a third of the room that they take each for itself. It is taken out when something has to be compiled,
once, to where this program keeps its own.
"""

import io
import os
import tarfile
import zlib
from contextlib import suppress
from functools import cache
from hashlib import file_digest
from lzma import LZMAError
from pathlib import Path, PurePosixPath
from tempfile import NamedTemporaryFile

from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.serialize import dumps, loads

from sandbox.compiling.cache import CACHE_FOLDER, SHIPPED_FOLDER
from sandbox.compiling.code_files import digest_of, name_of


class Locator(_CacheLocator):
    """Where intermediate code is kept: <folder>/<module>, each state of the sources under a name of its own.

    numba's own locators look only at the file of the function itself: they miss an edit in a called file.
    """

    def __init__(self, folder: Path, function):
        self._place = folder / name_of(function)

    def get_cache_path(self):
        return str(self._place.parent)

    def get_source_stamp(self):
        return self._place.name

    def get_disambiguator(self):
        return None


class CacheImplementation(CompileResultCacheImpl):
    """numba's, at our place."""

    folder = CACHE_FOLDER

    def __init__(self, function):
        self._lineno = 0       # of no meaning: the name has the key of the sources
        self._locator = Locator(self.folder, function)
        self._filename_base = self._locator.get_source_stamp()

    def reduce(self, cres):
        """Returns what is kept, packed to half of its size, after its hash."""
        content = zlib.compress(dumps(super().reduce(cres)))
        return digest_of(content) + content

    def rebuild(self, target_context, payload):
        """Returns what was kept; ValueError where it is not as it was written."""
        size = len(digest_of(b""))
        if digest_of(payload[size:]) != payload[:size]:
            raise ValueError("damaged")
        return super().rebuild(target_context, loads(zlib.decompress(payload[size:])))


class Cache(FunctionCache):
    """What is damaged, or can't be written, is compiled again."""

    _impl_class = CacheImplementation

    def __init__(self, function):
        super().__init__(function)
        take_out(SHIPPED_FOLDER, CACHE_FOLDER)

    def load_overload(self, sig, target_context):
        """Returns what was compiled for a signature, None if there is nothing of use."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig, data):
        """Keeps what was compiled, where there is room for it."""
        with suppress(OSError):
            super().save_overload(sig, data)


# ---- what comes with a program --------------------------------------------------------------------------------------

KINDS = ".nbi", ".nbc"                        # numba's endings of an index and of the code of one signature
ARCHIVE = "intermediate-{}.tar.xz"            # named by the hash of what is in it


def pack(folder: Path):
    """Puts the intermediate code in a folder of compiled code into one archive there; its files go."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in KINDS)
    new = folder / ARCHIVE.format("new")
    with tarfile.open(new, "w:xz", preset=9) as archive:
        for path in files:
            content = path.read_bytes() if path.suffix == ".nbi" else _loosely_packed(path.read_bytes())
            member = tarfile.TarInfo(path.relative_to(folder).as_posix())
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    with new.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()[:16]
    new.rename(folder / ARCHIVE.format(digest))
    for path in files:
        path.unlink()


def _loosely_packed(kept: bytes) -> bytes:
    """Returns a file of code as CacheImplementation reads it, with its content as it is, for an archive to pack."""
    payload, size = loads(kept), len(digest_of(b""))
    content = zlib.compress(zlib.decompress(payload[size:]), 0)
    return dumps(digest_of(content) + content)


@cache
def take_out(shipped: Path, folder: Path):
    """Writes what an archive in `shipped` holds into `folder`, if that was not done before; what fails is compiled."""
    for archive in shipped.glob(ARCHIVE.format("*")):
        mark = folder / f"{archive.name}.here"
        if mark.exists():
            continue
        with suppress(OSError, EOFError, LZMAError, tarfile.TarError), tarfile.open(archive) as members:
            for member in members:
                place, file = PurePosixPath(member.name), members.extractfile(member)
                if file is not None and len(place.parts) == 2 and place.suffix in KINDS:
                    _put(folder / place, file.read())
            mark.touch()


def _put(path: Path, content: bytes):
    """Writes a file whole, unless there is one: another copy of the program may be doing the same."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, suffix=".tmp", delete=False) as file:
        try:
            file.write(content)
        except OSError:
            os.unlink(file.name)
            raise
    os.replace(file.name, path)

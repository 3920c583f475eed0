"""Intermediate code of functions for compiled callers, kept on disk by numba's cache of functions at our own place."""

import zlib
from contextlib import suppress
from pathlib import Path

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


class ShippedImplementation(CacheImplementation):
    """numba's, at the place of what came compiled with the program."""

    folder = SHIPPED_FOLDER


class Shipped(FunctionCache):
    """What came with the program; nothing is written there."""

    _impl_class = ShippedImplementation


class Cache(FunctionCache):
    """What is damaged, or can't be written, is compiled again."""

    _impl_class = CacheImplementation

    def __init__(self, function):
        super().__init__(function)
        self._shipped = Shipped(function) if SHIPPED_FOLDER.is_dir() else None

    def load_overload(self, sig, target_context):
        """Returns what was compiled for a signature, None if there is nothing of use."""
        try:
            found = super().load_overload(sig, target_context)
        except Exception:
            found = None
            with suppress(OSError):
                self.flush()
        if found is None and self._shipped is not None:
            with suppress(Exception):
                found = self._shipped.load_overload(sig, target_context)
        return found

    def save_overload(self, sig, data):
        """Keeps what was compiled, where there is room for it."""
        with suppress(OSError):
            super().save_overload(sig, data)

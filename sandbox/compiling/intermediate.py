"""Intermediate code of functions for compiled callers, kept on disk by numba's cache of functions at our own place."""

from contextlib import suppress

from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.serialize import dumps, loads

from sandbox.compiling.cache import CACHE_FOLDER, CACHE_KEY
from sandbox.compiling.machine_code import digest_of


class Locator(_CacheLocator):
    """Where intermediate code is kept: CACHE_FOLDER/<module>, fresh as long as no source of the engine changed.

    numba's own locators look only at the file of the function itself: they miss an edit in a called file.
    """

    def __init__(self, function):
        self._folder, self._line = CACHE_FOLDER / function.__module__, function.__code__.co_firstlineno

    def get_cache_path(self):
        return str(self._folder)

    def get_source_stamp(self):
        return CACHE_KEY

    def get_disambiguator(self):
        return str(self._line)


class CacheImplementation(CompileResultCacheImpl):
    """numba's, at our place."""

    def __init__(self, function):
        self._lineno = function.__code__.co_firstlineno
        self._locator = Locator(function)
        self._filename_base = f"{function.__name__.strip('<>')}-{self._lineno}"

    def reduce(self, cres):
        """Returns what is kept, after its hash."""
        content = dumps(super().reduce(cres))
        return digest_of(content) + content

    def rebuild(self, target_context, payload):
        """Returns what was kept; ValueError where it is not as it was written."""
        size = len(digest_of(b""))
        if digest_of(payload[size:]) != payload[:size]:
            raise ValueError("damaged")
        return super().rebuild(target_context, loads(payload[size:]))


class Cache(FunctionCache):
    """What is damaged, or can't be written, is compiled again."""

    _impl_class = CacheImplementation

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

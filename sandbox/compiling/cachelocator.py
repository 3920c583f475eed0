"""Where numba keeps compiled code: one folder per engine, fresh as long as no source of the engine changed.

numba's own locators look only at the file of the function itself: they miss an edit in a called file, and inside a
packaged application they ignore the chosen folder. This one leaves both to the hash in the folder's name.
The base class is private to numba, hence the exact pin of its version and tests/compiling/test_cache.py.
"""

import os

from numba.core.caching import _CacheLocator

from sandbox.compiling.cache import CACHE_FOLDER, CACHE_KEY


class Locator(_CacheLocator):
    """Cache of one function in CACHE_FOLDER/<module>."""

    def __init__(self, py_func, py_file):
        # two rooms may have files of one name
        name = py_func.__module__ or os.path.basename(py_file)
        self._folder = os.path.join(CACHE_FOLDER, name)
        self._line = py_func.__code__.co_firstlineno

    def get_cache_path(self):
        return self._folder

    def get_source_stamp(self):
        return CACHE_KEY

    def get_disambiguator(self):
        return str(self._line)

    @classmethod
    def from_function(cls, py_func, py_file):
        locator = cls(py_func, py_file)
        locator.ensure_cache_path()
        return locator

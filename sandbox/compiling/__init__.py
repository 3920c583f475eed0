"""Formulas to machine code: symbols, derivatives, traced formulas, compiled entries, and the cache on disk.

Importing this package prepares numba before its first import, see cache.py.
"""

from sandbox.compiling import cache as cache

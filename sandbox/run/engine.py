"""Which engine made a run: a hash of all that decides its bits."""

from functools import cache
from pathlib import Path

from sandbox.compiling.cache import hash_of_sources

# rooms that decide the bits of a run: what is compiled, what a scene's words become, what a run does with it
ROOMS = ("compiling", "integration", "mechanics", "scene", "schema", "systems", "theory", "run")
LIBRARIES = ("numba", "llvmlite", "numpy", "scipy")


@cache
def engine_hash() -> str:
    """Returns the hash of the sources of ROOMS and of the versions of LIBRARIES; every log holds it."""
    return hash_of_sources(Path(__file__).resolve().parents[1], ROOMS, LIBRARIES)

"""Which engine made a run: a hash of all that decides its bits."""

import sys
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

# rooms that decide the bits of a run: what is compiled, what a scene's words become, what a run does with it
ROOMS = ("compiling", "integration", "mechanics", "scene", "schema", "systems", "theory", "run")
LIBRARIES = ("numba", "llvmlite", "numpy", "scipy")


@cache
def engine_hash() -> str:
    """Returns the hash of the sources of ROOMS and of the versions of LIBRARIES; every log holds it."""
    return hash_of_sources(Path(__file__).resolve().parents[1], ROOMS, LIBRARIES)


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

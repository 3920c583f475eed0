"""What every command needs: its folders, its scenes, a way to say what is wrong."""

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]


def this_program() -> list[str]:
    """The words that start this program."""
    return [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, str(HERE / "main.py")]


def fail(sentence) -> int:
    """Say what is wrong on the error channel; the exit code for it."""
    print(sentence, file=sys.stderr)
    return 2


def prepare_folders():
    """The program's folders; compiled mechanics goes to the cache among them."""
    from sandbox.app.paths import find_folders
    folders = find_folders()
    os.environ.setdefault("NUMBA_CACHE_DIR", str(folders.cache / "compiled"))
    return folders


def catalogue():
    from sandbox.scene.catalogue import load_catalogue
    return load_catalogue(HERE / "scenes")

"""What every command needs: its folders, its scenes, a way to say what is wrong."""

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]


def is_packaged() -> bool:
    """Whether this is the double-click program, which brings its own Python."""
    return getattr(sys, "frozen", False)


def this_program() -> list[str]:
    """The words that start this program."""
    return [sys.executable] if is_packaged() else [sys.executable, str(HERE / "main.py")]


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


def scene_folders() -> list[Path]:
    """Where scenes are looked for: ours, and for a packaged program the folder beside it that is its owner's."""
    if not is_packaged():
        return [HERE / "scenes"]
    program = Path(sys.executable).resolve()
    bundles = [folder for folder in program.parents if folder.suffix == ".app"]
    return [HERE / "scenes", (bundles or [program])[0].parent / "scenes"]


def catalogue():
    from sandbox.scene.catalogue import load_catalogue
    return load_catalogue(*scene_folders())

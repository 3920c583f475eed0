"""What every command needs: the program's folders, the scenes, a message when it fails."""

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]


def is_packaged() -> bool:
    """Returns whether this is the double-click program, which brings its own Python."""
    return getattr(sys, "frozen", False)


def this_program() -> list[str]:
    """Returns the command line that starts this program."""
    return [sys.executable] if is_packaged() else [sys.executable, str(HERE / "main.py")]


def fail(sentence) -> int:
    """Prints a sentence on stderr and returns the exit code of a failure."""
    print(sentence, file=sys.stderr)
    return 2


def prepare_folders():
    """Finds the program's folders, sends compiled mechanics to the cache among them and returns them."""
    from sandbox.app.paths import find_folders
    folders = find_folders()
    os.environ.setdefault("JACOBI_SANDBOX_COMPILED", str(folders.cache / "compiled"))
    return folders


def scene_folders() -> list[Path]:
    """Returns the folders of scenes: ours, and for a packaged program the user's own folder beside it."""
    if not is_packaged():
        return [HERE / "scenes"]
    program = Path(sys.executable).resolve()
    bundles = [folder for folder in program.parents if folder.suffix == ".app"]
    return [HERE / "scenes", (bundles or [program])[0].parent / "scenes"]


def catalogue():
    """Loads and returns the catalogue of scenes."""
    from sandbox.scene.catalogue import load_catalogue
    return load_catalogue(*scene_folders())

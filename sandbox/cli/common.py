"""What every command needs: the program's folders, the scenes, a message when it fails."""

import os
import sys
from pathlib import Path

from sandbox.beside import COMPILER
from sandbox.sweeps import WORKER

__all__ = ("COMPILER", "WORKER")
PACKAGE = Path(__file__).resolve().parents[1]
HERE = PACKAGE.parent
TRIAL = "--try-scenes"       # option of the process in which unknown scene files are loaded first


def is_packaged() -> bool:
    """Returns whether this is the double-click program, which brings its own Python."""
    return getattr(sys, "frozen", False)


def is_installed() -> bool:
    """Returns whether this is a package among others, by pip: it brings the scenes inside it."""
    return (PACKAGE / "scenes").is_dir()


def program_name() -> str:
    """Returns the word by which people start the program."""
    return "jacobi-sandbox" if is_packaged() or is_installed() else "run"


def this_program() -> list[str]:
    """Returns the command line that starts this program."""
    if is_packaged():
        return [sys.executable]
    # -P: a folder `sandbox` where somebody happens to work is not this one
    return [sys.executable, *(["-P", "-m", "sandbox"] if is_installed() else [str(HERE / "main.py")])]


def fail(sentence) -> int:
    """Prints a sentence on stderr, of a formula the place of the fault, and returns the exit code of a failure."""
    print(sentence, file=sys.stderr)
    if hasattr(sentence, "marked"):
        print(sentence.marked(), file=sys.stderr)
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
        return [(PACKAGE if is_installed() else HERE) / "scenes"]
    program = Path(sys.executable).resolve()
    bundles = [folder for folder in program.parents if folder.suffix == ".app"]
    return [HERE / "scenes", (bundles or [program])[0].parent / "scenes"]


def challenge_folders() -> list[Path]:
    """Returns the folders of challenges: ours, for a packaged program the folder beside it, and a person's own."""
    from sandbox.app.paths import standard_folders
    return [*(folder.parent / "challenges" for folder in scene_folders()), standard_folders()["config"] / "challenges"]


def lesson_folders() -> list[Path]:
    """Returns the folders of lessons: ours, and for a packaged program the user's own folder beside it."""
    return [folder.parent / "lessons" for folder in scene_folders()]


def judge():
    """Returns who loads unknown scene files in a process of their own before they are loaded here."""
    from sandbox.app.paths import standard_folders
    from sandbox.came import NOTE
    from sandbox.scene.trials.judge import Trials
    return Trials([*this_program(), TRIAL], standard_folders()["cache"] / "scenes.json", scene_folders()[0] / NOTE)


def catalogue(is_safe: bool = False):
    """Loads and returns the catalogue of scenes; for a safe start without a person's own folder of scenes."""
    from sandbox.scene.catalogue import load_catalogue
    return load_catalogue(*scene_folders()[:1 if is_safe else None], judge=judge())


def scene_named(scene_id: str):
    """Loads and returns one scene, of the program or of a file whose name ends in .py, or raises BadValue."""
    from sandbox.scene.catalogue import find_scene, load_judged
    if scene_id.endswith(".py"):
        return load_judged(Path(scene_id), judge())
    return find_scene(scene_id, *scene_folders(), judge=judge())


def scene_path(scene_id: str) -> Path | None:
    """Returns the file of a scene of the program, or None."""
    from sandbox.scene.catalogue import path_of
    return path_of(scene_id, *scene_folders())


def compiled_trouble() -> str:
    """Returns why the code that is compiled is not kept for later starts, or ""; says it once."""
    code_files = sys.modules.get("sandbox.compiling.code_files")
    if code_files is None:
        return ""
    from sandbox.compiling.cache import untrusted
    from sandbox.text import _
    if untrusted:
        return _("compiled mechanics in '{folder}' is not run, because others may write there: it is compiled anew at "
                 "each start").format(folder=untrusted.pop())
    if not code_files.troubles:
        return ""
    error = code_files.troubles.pop()
    sentence = _("compiled mechanics could not be kept in '{folder}' ({reason}): the next start compiles them again")
    return sentence.format(folder=code_files.CACHE_FOLDER, reason=error.strerror or error)

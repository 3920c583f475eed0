"""The folders in which the program keeps its files on this computer."""

import os
import re
import shutil
import tempfile
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from sandbox.ending import at_end
from sandbox.folders import NAME, own_folders
from sandbox.text import _

OVERRIDE = "JACOBI_SANDBOX_HOME"     # environment variable: one folder for everything, for tests and for USB sticks


@dataclass(frozen=True)
class Folders:
    """Folders that exist and can be written, or as near to that as this computer allows.

    config    settings.json
    cache     what can be made again: compiled code, thumbnails
    log       messages and crash reports
    runs      logs of runs
    troubles  one sentence for each folder that had to be replaced by a temporary one
    """

    config: Path
    cache: Path
    log: Path
    runs: Path
    troubles: tuple[str, ...] = ()

    def new_run_file(self, scene: str, now: datetime | None = None) -> Path:
        """Returns an unused path for the log of a run that starts now."""
        stamp = (now or datetime.now()).strftime("%Y-%m-%d_%H-%M-%S")
        scene = re.sub(r"[^a-z0-9_]", "_", scene.lower())[:40] or "run"
        path, count = self.runs / f"{stamp}_{scene}.sqlite", 1
        while path.exists():
            count += 1
            path = self.runs / f"{stamp}_{scene}_{count}.sqlite"
        return path


def standard_folders() -> dict[str, Path]:
    """Returns name -> folder: the standard places of this system, or those in the folder that OVERRIDE names."""
    home = os.environ.get(OVERRIDE)
    if home:
        return {name: Path(home).absolute() / name for name in ("config", "cache", "log", "runs")}
    own = own_folders()
    return {"config": own["config"], "cache": own["cache"], "log": own["log"], "runs": own["data"] / "runs"}


def media_folders() -> tuple[Path, Path]:
    """Returns the folders for films and for pictures; they are made when something is saved."""
    home = os.environ.get(OVERRIDE)
    if home:
        return Path(home).absolute() / "films", Path(home).absolute() / "pictures"
    # of the window only: commands without one do with less
    import platformdirs
    return platformdirs.user_videos_path(), platformdirs.user_pictures_path()


def find_folders() -> Folders:
    """Makes the folders; one that cannot be written is replaced by a temporary one, with a sentence in `troubles`."""
    chosen, troubles = {}, []
    for name, path in standard_folders().items():
        reason = reason_unwritable(path)
        if reason:
            path, trouble = replacement(name, path, reason)
            troubles.append(trouble)
        chosen[name] = path
    return Folders(**chosen, troubles=tuple(troubles))


def reason_unwritable(path: Path) -> str:
    """Makes the folder `path` and tries to write there; returns why that fails, or ""."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path) as file:
            file.write(b"x")
    except (OSError, ValueError) as error:
        return getattr(error, "strerror", None) or str(error)
    return ""


def replacement(name: str, path: Path, reason: str) -> tuple[Path, str]:
    """Returns a temporary folder instead of `path`, or `path` itself when there is none, and a sentence about it."""
    try:
        temporary = Path(tempfile.mkdtemp(prefix=f"{NAME}-{name}-"))
    except OSError:
        return path, _("folder '{path}': cannot be written ({reason}), and there is no temporary folder either; "
                       "nothing will be saved there").format(path=path, reason=reason)
    at_end(partial(shutil.rmtree, temporary, ignore_errors=True))
    return temporary, _("folder '{path}': cannot be written ({reason}); using '{temporary}', which goes with the end "
                        "of the program").format(path=path, reason=reason, temporary=temporary)

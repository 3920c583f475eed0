"""Where this system wants a program to keep the files of a person; needs no library."""

import os
import sys
from pathlib import Path

NAME = "jacobi-sandbox"

# name -> (variable that names another place, place below the home folder); what follows the place is the program's name
UNIX = {"config": ("XDG_CONFIG_HOME", ".config"), "cache": ("XDG_CACHE_HOME", ".cache"),
        "log": ("XDG_STATE_HOME", ".local/state"), "data": ("XDG_DATA_HOME", ".local/share")}
MACOS = {"config": ("XDG_CONFIG_HOME", "Library/Application Support"), "cache": ("XDG_CACHE_HOME", "Library/Caches"),
         "log": ("", "Library/Logs"), "data": ("XDG_DATA_HOME", "Library/Application Support")}

# one folder on Windows, and what is kept apart in it
WINDOWS = {"config": "", "cache": "Cache", "log": "Logs", "data": ""}


def own_folders() -> dict[str, Path]:
    """Returns the program's folders for "config", "cache", "log" and "data" of this person; none of them is made."""
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
        return {name: Path(local) / NAME / inner for name, inner in WINDOWS.items()}
    places = MACOS if sys.platform == "darwin" else UNIX
    folders = {name: base_folder(variable, place) / NAME for name, (variable, place) in places.items()}
    if places is UNIX:
        folders["log"] /= "log"
    return folders


def base_folder(variable: str, place: str) -> Path:
    """Returns the folder that an environment variable names, if that is an absolute path, else the place at home."""
    named = os.environ.get(variable, "").strip()
    return Path(named) if os.path.isabs(named) else Path.home() / place

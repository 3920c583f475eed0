"""Films as numbered pictures: a folder of PNG files, which any program for films takes in with what is clear in them.
"""

import os
import re
import shutil
from pathlib import Path

import av

from sandbox.errors import BadValue
from sandbox.files import names_like, sync_folder
from sandbox.targets import shown
from sandbox.text import _

DIGITS = 5
PASSING = ".part"        # what the folder's name ends in while it is being filled


def folder_of(path) -> Path:
    """Returns the folder of the pictures of a film: film for film.png."""
    return Path(path).with_suffix("")


def is_of_pictures(folder: Path) -> bool:
    """Returns whether there is nothing but pictures of a film in a folder."""
    name = re.compile(re.escape(folder.name) + rf"-\d{{{DIGITS},}}\.png")
    return folder.is_dir() and not folder.is_symlink() and all(name.fullmatch(entry.name)
                                                               for entry in os.scandir(folder))


def check_folder(path, replaces: bool):
    """Raises BadValue where the folder of a film's pictures is there already, or holds something else."""
    folder = folder_of(path)
    if not os.path.lexists(folder):
        return
    if not replaces:
        raise BadValue(_("--out {path}: the folder '{folder}' is there already; --force replaces it").format(
            path=shown(path), folder=shown(folder)))
    if not is_of_pictures(folder):
        raise BadValue(_("--out {path}: '{folder}' holds something else than pictures of a film").format(
            path=shown(path), folder=shown(folder)))


def write_stills(source: Path, path, replaces: bool) -> Path:
    """Writes the frames of a film of PNG pictures as files; returns their folder, the next free one where it is taken.
    """
    folder = folder_of(path)
    passing = folder.with_name(folder.name + PASSING)
    shutil.rmtree(passing, ignore_errors=True)
    passing.mkdir()
    try:
        with open(source, "rb") as file, av.open(file, "r") as film:
            done = 0
            for packet in film.demux(video=0):
                if packet.size:
                    done += 1
                    (passing / f"{folder.name}-{done:0{DIGITS}d}.png").write_bytes(bytes(packet))
        if replaces and is_of_pictures(folder):
            shutil.rmtree(folder)
        for name in names_like(folder):
            if not os.path.lexists(name):
                os.rename(passing, name)
                sync_folder(name.parent)
                return name
    finally:
        shutil.rmtree(passing, ignore_errors=True)
    raise AssertionError

"""The note of a finished program that says of its own scenes that they were tried: no first start does so again.

Tests load every scene; a text that somebody changes afterwards has another hash and is tried.
"""

import json
from pathlib import Path

from sandbox.came import NOTE, digest_of


def write_known(scenes: Path, folder: Path) -> Path:
    """Takes the folder of the scenes and the one where the note shall lie, which is made; returns the note."""
    folder.mkdir(parents=True, exist_ok=True)
    good = {digest_of(path.read_bytes()): 0.0 for path in sorted(scenes.glob("*.py"))}
    note = folder / NOTE
    note.write_text(json.dumps({"good": good}), encoding="utf-8")
    return note

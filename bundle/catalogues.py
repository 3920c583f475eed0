"""Finished translations for programs that are handed on, which then need no Babel."""

from pathlib import Path

from sandbox.text import FOLDER, finished_catalogue


def write_catalogues(folder: Path) -> list[Path]:
    """Writes <language>/sandbox.mo into a folder for each translation and returns their paths."""
    written = []
    for source in sorted(FOLDER.glob("*/sandbox.po")):
        path = folder / source.parent.name / "sandbox.mo"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(finished_catalogue(source))
        written.append(path)
    return written

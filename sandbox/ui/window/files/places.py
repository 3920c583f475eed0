"""Where dialogs for files begin."""

from pathlib import Path

from sandbox.qt.core import QStandardPaths


def documents() -> Path:
    """Returns the folder of this person's documents, their home where there is none."""
    found = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return Path(found) if found and Path(found).is_dir() else Path.home()

"""Unfinished films of killed processes: they can be played and get a name of their own."""

import time
from contextlib import suppress
from pathlib import Path

STILL_WRITTEN = 120.0        # [s] a file changed more recently may belong to another running program
ENDINGS = (".part.mp4", ".part.webm", ".part.mkv")


def keep(folder, now: float | None = None) -> list[Path]:
    """Renames the unfinished films of a folder, demo.part.mp4 to demo-unfinished.mp4; returns their new names."""
    kept, now = [], time.time() if now is None else now
    with suppress(OSError):
        for path in sorted(Path(folder).iterdir()):
            ending = next((ending for ending in ENDINGS if path.name.endswith(ending)), "")
            with suppress(OSError):
                if ending and path.is_file() and now - path.stat().st_mtime > STILL_WRITTEN:
                    target = path.with_name(path.name.removesuffix(ending) + "-unfinished" + path.suffix)
                    if not target.exists():
                        kept.append(path.rename(target))
    return kept

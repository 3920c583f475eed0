"""What the window shows at first."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Opening:
    """What the window shows at first.

    scene_id, preset   number or name, None for the scene's own values;  playing  the run goes on at once
    colours            one of theme.THEMES;  now  the wall clock [s], None for the real one
    file, code         a set-up or a log, or a share code, that is shown instead, or ""
    challenges, lessons   folders of them;  results  the file of what was reached in them, None for none
    own_scenes         the folder that scenes of a person's own go to, None for none
    """

    scene_id: str = "turntable"
    preset: str | None = None
    playing: bool = True
    colours: str = "dark"
    now: Callable[[], float] | None = None
    file: str = ""
    code: str = ""
    challenges: tuple[Path, ...] = ()
    lessons: tuple[Path, ...] = ()
    own_scenes: Path | None = None
    results: Path | None = None

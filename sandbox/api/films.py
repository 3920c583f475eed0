"""Films made by a script: the command `record` in a process of its own."""

import subprocess
from pathlib import Path

from sandbox.cli.common import this_program
from sandbox.errors import BadValue
from sandbox.text import _


def record(scene: str, out: str | Path, preset: str = "", *, options: tuple[str, ...] = (), duration: float = 10.0,
           **parameters) -> Path:
    """Makes a film of a scene, frame by frame exact, without a window, and returns its path.

    out         film.mp4, film.webm or film.gif;  duration  simulated time [s]
    options     further words of the command, as `jacobi-sandbox record --help` lists them: ("--camera", "top")
    parameters  values by name
    raises      BadValue with the sentence of the command where it failed; a film that is there already is replaced with
                the option "--force" only
    """
    words = [*this_program(), "record", scene, "--out", str(out), "--duration", repr(float(duration)), *options]
    if preset:
        words += ["--preset", preset]
    if parameters:
        words += ["--set", *(f"{name}={value}" for name, value in parameters.items())]
    done = subprocess.run(words, text=True, capture_output=True, encoding="utf-8", errors="replace")
    if done.returncode != 0:
        raise BadValue(done.stderr.strip() or _("the film was not made: code {code}").format(code=done.returncode))
    return Path(out)

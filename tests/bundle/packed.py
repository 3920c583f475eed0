"""One copy of the packaged program, and ways to start it."""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from tests.patience import HANGING

PROGRAM = Path(os.environ.get("JACOBI_SANDBOX_BUNDLE", ""))
SCREEN = ["xvfb-run", "-a", "-s", "-screen 0 1400x900x24"] if sys.platform.startswith("linux") else []


class Packed:
    """One copy of the program with a home of its own."""

    def __init__(self, program: Path, home: Path):
        self.program, self.home = program, home

    @property
    def inner(self) -> Path:
        return self.program.parent / "program"

    def environment(self, **changes) -> dict:
        """What a person's session has, and nothing of this one's Python or compiled code."""
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("PYTHON", "NUMBA", "JACOBI", "XDG", "QT", "VIRTUAL_ENV"))}
        return kept | {"HOME": str(self.home), "LANG": "C.UTF-8"} | changes

    def start(self, *arguments, before=(), screen=False, **changes) -> subprocess.Popen:
        """Start the program, under a virtual screen if it is to show something.

        before    words in front of the command (a namespace, a tracer)
        """
        words = [*before, *(SCREEN if screen else []), self.program, *arguments]
        return subprocess.Popen([str(word) for word in words], text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, cwd=self.home, env=self.environment(**changes),
                                start_new_session=True)

    def run(self, *arguments, patience=HANGING, **more) -> subprocess.CompletedProcess:
        process = self.start(*arguments, **more)
        try:
            out, err = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            # what it has started, too: the processes that draw pages would go on for ever
            process.kill() if os.name == "nt" else os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def scenes(self) -> dict:
        """What the program knows of itself."""
        return json.loads(self.run("list", "--json").stdout)

    def processes(self) -> list[str]:
        """Processes that run from its folder."""
        found = []
        for entry in Path("/proc").glob("[0-9]*/exe"):
            try:
                target = os.readlink(entry)
            except OSError:
                continue
            if target.startswith(str(self.program.parent)):
                found.append(f"{entry.parent.name} {target}")
        return found


def twin(folder: Path) -> Path:
    """The program in another folder: links to the same data, which cost no place; on another disk copies."""
    shutil.copytree(PROGRAM.parent, folder, symlinks=True, copy_function=_link_or_copy)
    return folder / PROGRAM.name


def _link_or_copy(source: str, target: str):
    try:
        os.link(source, target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        shutil.copy2(source, target)

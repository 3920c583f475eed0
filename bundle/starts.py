"""What first starts cost: processor time to the first number of a scene, and to the first picture that moves.

Processor time, and not that of a clock, because whoever builds does other things, too. It is counted on Linux alone.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bundle import NAME

TICK = 100               # [1/s] of the times that /proc tells, the same on every Linux
SCREEN = ("xvfb-run", "-a", "-s", "-screen 0 1400x900x24")
# who shows the screen is no part of the program
OF_THE_SCREEN = {"Xvfb", "xvfb-run"}
PICTURES = 3             # first starts of the window, of which the median is told
HANGING = 300.0          # [s] after which a start has failed
# what a person's session does not have
NOT_THEIRS = ("PYTHON", "NUMBA", "JACOBI", "XDG", "QT", "VIRTUAL_ENV")


@dataclass(frozen=True)
class Starts:
    """Processor times [s]: to the first number of each scene; to the moving picture, at a first start and a later one.
    """

    numbers: tuple[float, ...]
    picture: float
    later: float


def starts_of(program: Sequence[str | Path], names: Sequence[str], **environment: str) -> Starts:
    """Returns what starts of a program cost, each in a home of its own.

    program   words that start it
    names     of the scenes
    """
    numbers = []
    for name in names:
        with new_home(environment) as there:
            numbers.append(to_the_first_number([*program, "simulate", name, "--duration", "0.01"], there))
    pictures = []
    for _time in range(PICTURES):
        with new_home(environment) as there:
            pictures.append([to_the_moving_picture([*program, "--measure-window"], there) for _start in range(2)])
    first, later = (median(times) for times in zip(*pictures, strict=True))
    return Starts(tuple(numbers), first, later)


@contextmanager
def installed(wheel: Path) -> Iterator[tuple[list[str | Path], dict[str, str]]]:
    """Within it a wheel is installed beside the libraries of this Python: words that start it, and its environment."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target",
                        folder, wheel], check=True)
        yield [sys.executable, "-P", Path(folder) / "bin" / NAME], {"PYTHONPATH": folder}


@contextmanager
def new_home(more: dict[str, str]) -> Iterator[dict[str, str]]:
    """Within it there is a home that is new; the environment of somebody who lives there."""
    with tempfile.TemporaryDirectory() as home:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(NOT_THEIRS)}
        yield kept | {"HOME": home, "LANG": "C.UTF-8"} | more


def to_the_first_number(words: Sequence[str | Path], environment: dict[str, str]) -> float:
    """Returns the processor time [s] of a command that says a number and ends, and of all that it started."""
    process = subprocess.Popen(words, env=environment, cwd=environment["HOME"], stdout=subprocess.DEVNULL)
    _id, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, list(map(str, words)))
    return used.ru_utime + used.ru_stime


def to_the_moving_picture(words: Sequence[str | Path], environment: dict[str, str]) -> float:
    """Returns the processor time [s] of all processes of a window, when its picture has begun to move."""
    with subprocess.Popen([*SCREEN, "timeout", str(HANGING), *words], env=environment, cwd=environment["HOME"],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
                          ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        used = of_a_session(process.pid)
        process.stdout.read()
    if not line or process.returncode:
        raise subprocess.CalledProcessError(process.returncode, list(map(str, words)))
    return used


def of_a_session(number: int) -> float:
    """Returns the processor time [s] of the processes of a session, with that of their children that have ended."""
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = path.read_text()
        except OSError:
            continue      # it has ended since
        name, found = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 1:].split()
        # the words after the name: state, parent, group, session; from the twelfth on times, then those of children
        if int(found[3]) == number and name not in OF_THE_SCREEN:
            ticks += sum(map(int, found[11:15]))
    return ticks/TICK


def can_be_measured() -> bool:
    """Whether this system has what the measurement needs."""
    return sys.platform.startswith("linux") and all(map(shutil.which, ("xvfb-run", "timeout")))

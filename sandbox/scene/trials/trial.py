"""Loads scene files in processes of their own, several one after the other, and says how each of them ended."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from secrets import token_hex
from tempfile import TemporaryDirectory
from threading import Thread
from typing import IO, cast

from sandbox.text import _, language

LIMIT = 10.0         # [s] for one file
PATIENCE = 1.0       # [s] after which the other files no longer wait for one
STARTING = 60.0      # [s] for the process itself, on a busy machine
MARK = "JACOBI_SANDBOX_TRIAL"        # environment variable by which processes of a trial are known
POLL = 0.05          # [s] between looks at the clock


@dataclass(frozen=True)
class Outcome:
    """How a file loaded.

    reason   why it did not, or ""
    is_tame  it may be loaded anywhere, be it with an error;  is_slow  it did not come to an end
    """

    reason: str
    is_tame: bool = False
    is_slow: bool = False


def too_slow() -> str:
    return _("did not finish loading in {limit:g} s").format(limit=LIMIT)


def tried(command: Sequence[str], paths: Sequence[Path]) -> list[Outcome | None]:
    """Returns how each file loads, None where no process could be had to try it in."""
    with ExitStack() as stack:
        environment = dict(os.environ)
        # what they put among the temporary files goes with them, however they end
        with suppress(OSError):
            folder = stack.enter_context(TemporaryDirectory(prefix="jacobi-sandbox-", ignore_cleanup_errors=True))
            environment |= dict.fromkeys(("TMPDIR", "TEMP", "TMP"), folder)
        # more threads of the library for matrices reserve more address space than there is
        environment |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        environment[MARK] = token_hex(16)
        try:
            return _tried([*command, "--lang", language()], paths, environment)
        finally:
            _kill_those_with(f"{MARK}={environment[MARK]}".encode())


def _kill_those_with(mark: bytes):
    """Ends processes whose environment has the mark: a file may have started them in sessions of their own.

    Where the system does not show environments, only those of the sessions of the trials have been ended.
    """
    is_new, seen = True, set()
    while is_new:
        is_new = False
        for place in Path("/proc").glob("[0-9]*/environ"):
            with suppress(OSError):
                if mark in place.read_bytes().split(b"\0") and place.parent.name not in seen:
                    # what it started in the meantime is found in another round
                    seen.add(place.parent.name)
                    is_new = True
                    os.kill(int(place.parent.name), signal.SIGKILL)


def _tried(command: list[str], paths: Sequence[Path], environment: dict[str, str]) -> list[Outcome | None]:
    outcomes: list[Outcome | None] = [None]*len(paths)
    news: Queue = Queue()
    children: list[_Child] = []

    def begin(places: Iterable[int]):
        places = list(places)
        if places:
            with suppress(OSError):      # no process to be had
                children.append(_Child(command, places, paths, environment, news))

    begin(range(len(paths)))
    try:
        while children:
            with suppress(Empty):
                child, line = news.get(timeout=POLL)
                if child not in children:
                    continue
                if line:
                    child.take(json.loads(line), outcomes)
                else:
                    children.remove(child)
                    if child.end(outcomes):
                        begin(child.rest())
            for child in list(children):
                seconds = time.monotonic() - child.since
                if seconds > (STARTING if child.now is None else LIMIT):
                    children.remove(child)
                    if child.end(outcomes, Outcome(too_slow(), is_slow=True)):
                        begin(child.rest())
                elif child.now is not None and seconds > PATIENCE:
                    begin(child.rest())
                elif child.is_over:
                    children.remove(child)
                    child.kill()
    finally:
        for child in children:
            child.kill()
    return outcomes


class _Child:
    """A process that loads files one after the other.

    now     place of the file that is being loaded, None before the first, -1 between files;  since  [s] when that began
    """

    def __init__(self, command: list[str], places: list[int], paths: Sequence[Path], environment: dict[str, str],
                 news: Queue):
        self.now: int | None = None
        self._places, self.since = deque(places), time.monotonic()
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         stderr=subprocess.DEVNULL, env=environment, start_new_session=os.name != "nt")
        wanted = json.dumps([[place, os.fspath(paths[place].absolute())] for place in places])
        # the pipe stays open: at its end the process knows that nobody waits for it any more
        # both are pipes
        self._asks, self._told = cast(IO[bytes], self._process.stdin), cast(IO[bytes], self._process.stdout)
        with suppress(OSError):
            self._asks.write(wanted.encode() + b"\n")
            self._asks.flush()
        Thread(target=self._listen, args=(news,), name="trial", daemon=True).start()

    def _listen(self, news: Queue):
        with suppress(OSError, ValueError):
            for line in self._told:
                news.put((self, line))
        news.put((self, b""))

    @property
    def is_over(self) -> bool:
        """Whether its last file is done."""
        return self.now == -1 and not self._places

    def take(self, told: dict, outcomes: list):
        """Takes what it tells: a file that begins, or how one ended."""
        place, self.since = told["place"], time.monotonic()
        if "reason" in told:
            outcomes[place] = Outcome(told["reason"], told["is_tame"])
            self.now = -1
        elif place in self._places:
            self._places.remove(place)
            self.now = place
        # otherwise another process has that file, and this one is done
        else:
            self.now = -1

    def rest(self) -> list[int]:
        """Returns the files that it has not begun; they are no longer its own."""
        rest = list(self._places)
        self._places.clear()
        return rest

    def end(self, outcomes: list, outcome: Outcome | None = None) -> bool:
        """Ends the process and says why its present file failed; returns whether it ever got to a file."""
        if outcome is None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(1.0)
        self.kill()
        if self.now is not None and self.now >= 0:
            outcomes[self.now] = outcome or Outcome(_how_it_ended(self._process.returncode))
        return self.now is not None

    def kill(self):
        """Ends the process and those that it started."""
        with suppress(OSError):
            if os.name == "nt":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        with suppress(OSError):
            self._asks.close()


def _how_it_ended(code: int) -> str:
    if code < 0 and sys.platform != "win32":
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = str(-code)
        return _("ended the process while loading, by the signal {name}").format(name=name)
    return _("ended the process while loading, with the code {code}").format(code=code)

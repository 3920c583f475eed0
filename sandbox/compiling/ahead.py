"""Other processes compile what will be wanted next while this one compiles what is wanted now.

A run says what it is about to need, in that order (machine_code.ahead). What is not on disk yet is compiled from the
end by one process for each further core, so that they and this one meet on the way. An entry that one of them has begun
is waited for. Where no process can be had all is compiled here.
"""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread
from typing import IO, Any, cast

from sandbox.beside import COMPILER
from sandbox.compiling.cache import CACHE_FOLDER, OVERRIDE, PROGRAM
from sandbox.compiling.generated import GENERATED, is_generated, source_of, stem_of

MOST = 3            # processes: more find nothing to do
SWITCH = "JACOBI_SANDBOX_COMPILERS"      # environment variable: how many processes at most
POLL = 0.1          # [s] between looks whether a process that is waited for is still there
PATIENCE = 300.0    # [s] for one entry: the longest takes 25 s of a quiet core
IMPORTED = re.compile(rf"^from ({GENERATED}\.\w+) import", re.MULTILINE)
START = "import sys; sys.path.insert(0, sys.argv[1]); from sandbox.compiling.worker import serve; serve()"


class Ahead:
    """What is to be compiled, and who is at it."""

    def __init__(self):
        self._changed = Condition()
        self._waiting: dict[Path, Any] = {}       # path of its machine code -> entry, what is wanted first in front
        self._under_way: dict[Path, _Worker] = {}
        self._workers: list[_Worker] = []

    def want(self, entries: Mapping[Path, Any]):
        """Puts entries by the paths of their machine code in front of what waits, and begins."""
        if processes() == 0:
            return
        with self._changed:
            self._waiting = {**entries, **self._waiting}
            for path in self._under_way:
                self._waiting.pop(path, None)
            while self._waiting and len(self._workers) < processes():
                try:
                    self._workers.append(_Worker(self))
                except OSError:
                    return       # no process to be had

    def take(self, worker: "_Worker"):
        """Returns path and entry of the last that waits, for a worker; None where there is nothing left to do."""
        with self._changed:
            if not self._waiting:
                self._workers.remove(worker)
                return None
            path, entry = self._waiting.popitem()
            self._under_way[path] = worker
            return path, entry

    def end(self, path: Path):
        """A worker is done with it, well or not."""
        with self._changed:
            self._under_way.pop(path, None)
            self._changed.notify_all()

    def give_up(self, worker: "_Worker"):
        """A worker is gone."""
        with self._changed:
            if worker in self._workers:
                self._workers.remove(worker)
            for path in [path for path, who in self._under_way.items() if who is worker]:
                del self._under_way[path]
            self._changed.notify_all()

    def wait_for(self, path: Path) -> bool:
        """Takes what is wanted now from those that wait, or waits for who has begun it; returns whether it waited."""
        with self._changed:
            self._waiting.pop(path, None)
            waited, end = path in self._under_way, time.monotonic() + PATIENCE
            while path in self._under_way:
                self._changed.wait(POLL)
                if time.monotonic() > end:
                    self._under_way[path].kill()
                    self.give_up(self._under_way[path])
            return waited

    def wait_for_all(self):
        """Waits until nothing waits or is under way."""
        with self._changed:
            left, end = self._left, time.monotonic() + PATIENCE
            while self._workers and left:
                self._changed.wait(POLL)
                if self._left != left:
                    left, end = self._left, time.monotonic() + PATIENCE
                elif time.monotonic() > end:
                    return

    @property
    def _left(self) -> int:
        return len(self._waiting) + len(self._under_way)


class _Worker:
    """A process that compiles, and the thread that feeds it."""

    def __init__(self, ahead: Ahead):
        environment = {**os.environ, OVERRIDE: str(CACHE_FOLDER), SWITCH: "0"}
        self._ahead = ahead
        self._known: set[str] = set()
        # Windows would open a terminal for it beside a program that has a window
        self._process = subprocess.Popen(words(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         stderr=subprocess.DEVNULL, env=environment,
                                         creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
                                         start_new_session=sys.platform != "win32")
        # both are pipes
        self._orders, self._answers = cast(IO[bytes], self._process.stdin), cast(IO[bytes], self._process.stdout)
        Thread(target=self._feed, name="compiler", daemon=True).start()

    def kill(self):
        """Ends the process at once."""
        self._process.kill()

    def _feed(self):
        try:
            while (found := self._ahead.take(self)) is not None:
                path, entry = found
                self._orders.write(json.dumps(self._order(entry)).encode() + b"\n")
                self._orders.flush()
                if not self._answers.readline():
                    break
                self._ahead.end(path)
        except (OSError, ValueError):
            pass
        finally:
            self._ahead.give_up(self)
            with suppress(OSError):
                self._orders.close()
            self._process.wait()
            self._answers.close()

    def _order(self, entry) -> dict:
        """Returns what the process is told: generated modules may name each other, they go along in their order."""
        modules: dict[str, str] = {}
        _add_source(entry.__module__, modules, self._known)
        self._known |= set(modules)
        return {"modules": [(stem_of(name), source) for name, source in modules.items()], "module": entry.__module__,
                "name": entry.__name__}


def _add_source(name: str, modules: dict[str, str], known: set[str]):
    """Adds the source of a generated module, behind those that it imports; of any other there is a file."""
    if not is_generated(name) or name in modules or name in known:
        return
    source = source_of(name)
    for imported in IMPORTED.findall(source):
        _add_source(imported, modules, known)
    modules[name] = source


def words() -> list[str]:
    """Returns the words that start a process which compiles; a packaged program holds no other Python than itself."""
    if getattr(sys, "frozen", False):
        return [sys.executable, COMPILER]
    return [sys.executable, "-P", "-c", START, str(PROGRAM.parent)]


def processes() -> int:
    """Returns how many processes may compile beside this one."""
    if not sys.executable:
        return 0
    try:
        asked = int(os.environ.get(SWITCH, MOST))
    except ValueError:
        asked = MOST
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(0, min(asked, MOST, cores - 1))


AHEAD = Ahead()
if hasattr(os, "register_at_fork"):
    # a copy of this process has none of its threads: nobody tells it when something is done
    os.register_at_fork(after_in_child=lambda: Ahead.__init__(AHEAD))

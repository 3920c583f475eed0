"""Blocks run by other processes of this machine: each reads numbers of blocks on its standard input and answers.

They are this program once more, joined by pipes; nobody opens a port. One that ends is replaced, its block run anew.
"""

import base64
import json
import os
import queue
import signal
import subprocess
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from sandbox.errors import BadValue
from sandbox.sweeps.block import Block, block_elsewhere, block_of
from sandbox.sweeps.plan import Plan
from sandbox.text import _

TRIES = 3        # processes that may end at one block before that is given up
GENTLE = 10      # priority of processes that give way
WAITING = 2      # answers for each process that may wait to be written


class Ended(Exception):
    """A process has ended before it answered."""


class Worker:
    """A process that runs blocks."""

    def __init__(self, command: Sequence[str], text: str):
        # a group of its own: Ctrl-C is for the one who asked
        self._process = subprocess.Popen(list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         process_group=None if os.name == "nt" else 0)
        self.send({"plan": text})

    def give_way(self):
        """Lets what else this machine does come first, where the system can be told so."""
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, self._process.pid, GENTLE)

    def send(self, message: dict):
        """Tells it something; raises Ended where the process is no more."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise Ended from None

    def run(self, number: int) -> dict:
        """Returns the answer for a block; raises Ended where the process is no more."""
        self.send({"block": number})
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line.endswith(b"\n"):
            raise Ended
        return _from_text(json.loads(line))

    def kill(self):
        """Ends it now, whatever it is at."""
        with suppress(OSError):
            self._process.kill()

    def close(self):
        """Ends it and waits until it is gone."""
        self.kill()
        with suppress(OSError, ValueError):
            self._process.communicate()


def _as_text(answer: dict) -> dict:
    """Returns an answer whose bytes are letters."""
    return {name: base64.b64encode(value).decode() if isinstance(value, bytes) else
            _as_text(value) if isinstance(value, dict) and name == "outcomes" else value
            for name, value in answer.items()}


def _from_text(answer: dict) -> dict:
    for name in ("status", "outcomes"):
        value = answer.get(name)
        if isinstance(value, str):
            answer[name] = base64.b64decode(value)
        elif isinstance(value, dict):
            answer[name] = {key: base64.b64decode(text) for key, text in value.items()}
    return answer


def serve() -> int:
    """Runs blocks for the process that has started this one, until its end."""
    with suppress(ValueError, OSError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    asked, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # what a scene prints or waits for is nobody's
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1):
        os.dup2(nothing, number)
    lines: queue.Queue[bytes] = queue.Queue()

    def listen():
        for line in asked:
            lines.put(line)
        # who asked is gone, and nobody waits for what is being run
        os._exit(0)

    threading.Thread(target=listen, name="asked", daemon=True).start()
    text = ""
    while True:
        message = json.loads(lines.get())
        if "plan" in message:
            text = message["plan"]
            continue
        try:
            answer = _as_text(block_elsewhere(text, message["block"]))
        except BadValue as error:
            answer = {"error": str(error)}
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


class _Crew:
    """Threads that each keep a process at work."""

    def __init__(self, plan: Plan, blocks: Iterable[int], count: int, command: Sequence[str]):
        self._plan, self._blocks, self._command = plan, iter(blocks), command
        self._lock, self._is_over, self._first_is_done = threading.Lock(), False, threading.Event()
        self._workers: set[Worker] = set()
        self.answers: queue.Queue = queue.Queue(WAITING*count)
        self.threads = [threading.Thread(target=self._work, args=(place == 0,), name=f"sweep {place}", daemon=True)
                        for place in range(count)]
        for thread in self.threads:
            thread.start()

    def _next(self) -> int | None:
        with self._lock:
            return None if self._is_over else next(self._blocks, None)

    def _started(self) -> Worker:
        worker = Worker(self._command, self._plan.text)
        with self._lock:
            self._workers.add(worker)
            if self._is_over:
                worker.kill()
        return worker

    def _work(self, is_first: bool):
        worker = None
        try:
            if not is_first:
                # what has to be compiled is compiled once
                self._first_is_done.wait()
            while (number := self._next()) is not None:
                worker, answer = self._answered(worker, number)
                self._put(answer)
                self._first_is_done.set()
                if isinstance(answer, BadValue):
                    break
        except BaseException as error:
            self._put(error)
        finally:
            self._first_is_done.set()
            if worker is not None:
                worker.close()
            self._put(None)

    def _answered(self, worker: Worker | None, number: int):
        """Returns the process that answered, and its answer."""
        for _try in range(TRIES):
            try:
                worker = worker or self._started()
                return worker, worker.run(number)
            except Ended:
                if worker is not None:
                    worker.close()
                worker = None
                if self._is_over:
                    return None, None
        return None, BadValue(_("sweep: {count} processes ended at block {number}, the points {begin} to {end}").format(
            count=TRIES, number=number, begin=self._plan.space.span(number)[0],
            end=self._plan.space.span(number)[1] - 1))

    def _put(self, answer):
        while not self._is_over:
            with suppress(queue.Full):
                self.answers.put(answer, timeout=0.1)
                return

    def end(self):
        """Ends all processes."""
        with self._lock:
            self._is_over = True
            workers = list(self._workers)
        for worker in workers:
            worker.kill()
        self._first_is_done.set()
        for thread in self.threads:
            thread.join(1.0)


def by_processes(plan: Plan, blocks: Iterable[int], count: int, command: Sequence[str]) -> Iterator[Block]:
    """Yields blocks as `count` processes have run them, in any order; raises BadValue where they cannot.

    command   words that start this program so that it calls `serve`
    """
    crew = _Crew(plan, blocks, count, command)
    left = count
    try:
        while left:
            answer = crew.answers.get()
            if answer is None:
                left -= 1
            elif isinstance(answer, BaseException):
                raise answer
            elif "error" in answer:
                raise BadValue(answer["error"])
            elif "refused" in answer:
                raise BadValue(refusal(plan, _("a process of this machine"), answer["refused"]))
            else:
                yield block_of(plan, answer)
    finally:
        crew.end()


def refusal(plan: Plan, who: str, found: dict) -> str:
    """Returns why somebody may not run blocks of a plan."""
    if found["program"] != plan.program:
        return _("sweep: {who} has version {found} of the program, needs {wanted}").format(
            who=who, found=found["program"], wanted=plan.program)
    return _("sweep: {who} has another engine: its hash is {found}, needs {wanted}").format(
        who=who, found=found["engine"], wanted=plan.engine)

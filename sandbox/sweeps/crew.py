"""Processes that stay, and run blocks of the sweep that is wanted now: maps that are looked at while they are made."""

import queue
import threading
import time
from collections.abc import Iterable, Sequence

from sandbox.errors import BadValue
from sandbox.sweeps.block import Block, block_of
from sandbox.sweeps.plan import Plan
from sandbox.sweeps.processes import TRIES, Ended, Worker, refusal
from sandbox.text import _

STUCK = 2.0      # [s] a block that nobody wants any more is waited for


class _Job:
    """Blocks of one plan; `is_first_done`: what has to be compiled is compiled."""

    def __init__(self, plan: Plan, blocks: Iterable[int]):
        self.plan, self.blocks, self.is_first_done, self.is_begun = plan, iter(blocks), False, False


class Crew:
    """Processes of this machine that give way to all else, and run blocks of one plan after the other.

    command   words that start this program so that it calls `processes.serve`;  count  how many processes

    `want` is called as often as one likes: what was wanted before is dropped.
    """

    def __init__(self, command: Sequence[str], count: int):
        self._command = list(command)
        self._state = threading.Condition()
        self._job: _Job | None = None
        self._is_over = False
        self._busy: dict[Worker, float] = {}         # since when each is at a block [s]
        self._found: queue.Queue = queue.Queue()
        self._threads = [threading.Thread(target=self._work, name=f"map {place}", daemon=True)
                         for place in range(count)]
        for thread in self._threads:
            thread.start()

    def want(self, plan: Plan | None, blocks: Iterable[int] = ()):
        """Runs these blocks of a plan, in their order, from now on; nothing of a plan None."""
        with self._state:
            self._job = None if plan is None else _Job(plan, blocks)
            late = [worker for worker, since in self._busy.items() if time.monotonic() - since > STUCK]
            self._state.notify_all()
        for worker in late:
            # a run may take for ever
            worker.kill()

    def taken(self) -> list[Block | BadValue]:
        """Returns what has been run of the present plan since the last time, or why it cannot be run."""
        found: list[Block | BadValue] = []
        while True:
            try:
                job, answer = self._found.get_nowait()
            except queue.Empty:
                return found
            if job is self._job:
                found.append(answer)

    def end(self):
        """Ends all processes."""
        with self._state:
            self._is_over, self._job = True, None
            workers = list(self._busy)
            self._state.notify_all()
        for worker in workers:
            worker.kill()

    # ---- one thread for each process --------------------------------------------------------------------------------

    def _next(self) -> tuple[_Job, int] | None:
        """Returns the next block and whose it is, as soon as there is one; None at the end."""
        with self._state:
            while not self._is_over:
                job = self._job
                if job is not None and (job.is_first_done or not job.is_begun):
                    number = next(job.blocks, None)
                    if number is not None:
                        job.is_begun = True
                        return job, number
                self._state.wait()
            return None

    def _work(self):
        worker, known = None, None
        try:
            while (wanted := self._next()) is not None:
                job, number = wanted
                worker, answer = self._answered(worker, known, job, number)
                known = job
                if answer is not None:
                    self._found.put((job, answer))
                with self._state:
                    job.is_first_done = True
                    self._state.notify_all()
        finally:
            if worker is not None:
                worker.close()

    def _answered(self, worker: Worker | None, known: _Job | None, job: _Job, number: int):
        """Returns the process that is left, and the block, a refusal, or None where nobody waits for it."""
        for _try in range(TRIES):
            if job is not self._job:
                return worker, None
            try:
                if worker is None:
                    worker = Worker(self._command, job.plan.text)
                    worker.give_way()
                elif known is not job:
                    worker.send({"plan": job.plan.text})
                known = job
                with self._state:
                    self._busy[worker] = time.monotonic()
                return worker, _block(job.plan, worker.run(number))
            except (Ended, ValueError):
                if worker is not None:
                    worker.close()
            except OSError as error:
                return None, BadValue(_("the map cannot be computed: no process could be started ({reason})").format(
                    reason=error.strerror or error))
            finally:
                with self._state:
                    if worker is not None:
                        self._busy.pop(worker, None)
                    is_over = self._is_over
            worker = None
            if is_over:
                break
        begin, end = job.plan.space.span(number)
        return None, BadValue(_("sweep: {count} processes ended at block {number}, the points {begin} to {end}").format(
            count=TRIES, number=number, begin=begin, end=end - 1))


def _block(plan: Plan, answer: dict) -> Block | BadValue:
    """Returns what a process has answered."""
    if "error" in answer:
        return BadValue(answer["error"])
    if "refused" in answer:
        return BadValue(refusal(plan, _("a process of this machine"), answer["refused"]))
    return block_of(plan, answer)

"""Blocks run by a cluster: one future of dask.distributed for each; the only place of the program that opens a port.

The text of the scene travels with each block. What a killed worker was at, the scheduler gives to another one.
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from itertools import islice

from sandbox.errors import BadValue
from sandbox.sweeps.block import Block, block_elsewhere, block_of, facts
from sandbox.sweeps.plan import Plan
from sandbox.sweeps.processes import refusal
from sandbox.text import _

LOCAL = "local"
ANSWER = 5.0             # [s] that a scheduler at work may take to say that it is there
PATIENCE = 10.0          # [s] that a scheduler may take to answer
ARRIVAL = 10.0           # [s] that it may take then to have a worker
GOODBYE = 0.5            # [s] that it may take to let go of who asked it
# what a future says that lost its worker, and how often a block may do so
LOST, MOST_LOST = {"KilledWorker", "CancelledError", "FutureCancelledError", "FuturesCancelledError"}, 5
AHEAD, FEWEST = 4, 8     # blocks for each thread that are asked for at once; in all at least


def on_worker(text: str, number: int) -> dict:
    """Runs a block on a worker; the answer says on which."""
    from distributed import get_worker
    return block_elsewhere(text, number) | {"worker": get_worker().address}


class _Cluster:
    """A client of a scheduler, and which workers may not run this plan."""

    def __init__(self, plan: Plan, client, tell: Callable[[str], object]):
        self._plan, self._client, self._tell = plan, client, tell
        self._refused: set[str] = set()
        self._tries: dict[int, int] = {}

    def look_at_workers(self) -> int:
        """Refuses workers with another engine; returns how many threads the others have, or raises BadValue."""
        try:
            self._client.wait_for_workers(1, timeout=ARRIVAL)
        except (TimeoutError, OSError):
            raise BadValue(_("--dask {address}: the scheduler has no worker after {seconds:g} s; "
                             "`dask worker {address} --nthreads 1` starts one").format(
                                 address=self._client.scheduler.address, seconds=ARRIVAL)) from None
        for address, found in self._client.run(facts, on_error="return").items():
            if isinstance(found, dict):
                if found != {"engine": self._plan.engine, "program": self._plan.program}:
                    self.refuse(address, found)
            else:
                self._refused.add(address)
                self._tell(_("sweep: the worker {address} cannot run the program: {error}").format(
                    address=address, error=found))
        threads = sum(worker["nthreads"] for address, worker in self._workers().items()
                      if address not in self._refused)
        if not threads:
            raise BadValue(_("--dask: none of the {count} workers may run this sweep").format(
                count=len(self._refused)))
        return threads

    def _workers(self) -> dict:
        return self._client.scheduler_info(n_workers=-1)["workers"]

    def refuse(self, address: str, found: dict):
        """Says once why a worker may not run blocks."""
        if address not in self._refused:
            self._refused.add(address)
            self._tell(refusal(self._plan, _("the worker {address}").format(address=address), found))

    def ask(self, number: int):
        """Returns the future of a block."""
        allowed = [address for address in self._workers() if address not in self._refused] if self._refused else None
        if allowed == []:
            raise BadValue(_("--dask: none of the {count} workers may run this sweep").format(
                count=len(self._refused)))
        try:
            future = self._client.submit(on_worker, self._plan.text, number, pure=False, workers=allowed)
        except (OSError, RuntimeError) as error:
            raise gone() from error
        future.block = number
        return future

    def answer(self, future) -> Block | None:
        """Returns the block of a future that is done, None where it has to be asked for again; or raises BadValue."""
        found, error = self._result_of(future)
        if found is not None:
            if "refused" in found:
                self.refuse(found["worker"], found["refused"])
                return None
            return block_of(self._plan, found)
        if isinstance(error, BadValue):
            raise error
        if not self._answers():
            raise gone()
        # a worker that went took an answer with it that was not fetched yet, or ended at the block
        is_lost = type(error).__name__ in LOST
        self._tries[future.block] = self._tries.get(future.block, 0) + 1
        if is_lost and self._tries[future.block] < MOST_LOST:
            return None
        raise BadValue(_("--dask: block {number} failed: {kind}: {error}").format(
            number=future.block, kind=type(error).__name__, error=error))

    def _answers(self) -> bool:
        """Whether the scheduler is still there: futures are given up before the client knows that it is not."""
        try:
            self._client.sync(self._client.scheduler.identity, callback_timeout=ANSWER)
        except Exception:
            return False
        return self._client.status == "running"

    @staticmethod
    def _result_of(future) -> tuple[dict | None, BaseException | None]:
        """Returns the result of a future that is done, or why it has none."""
        try:
            return future.result(), None
        except KeyboardInterrupt:
            raise
        # that of a future that was lost is no Exception
        except BaseException as error:
            return None, error


def gone() -> BadValue:
    """Returns the refusal of a scheduler that is no more."""
    return BadValue(_("--dask: the scheduler is gone; what came before is kept, --resume goes on with it"))


def by_dask(plan: Plan, blocks: Iterable[int], address: str, count: int, tell: Callable[[str], object]
            ) -> Iterator[Block]:
    """Yields blocks as the workers of a scheduler have run them, in any order; raises BadValue where they cannot.

    address   of the scheduler, or LOCAL: a cluster on 127.0.0.1 with `count` workers, without a dashboard
    tell      tell(sentence) of workers that are refused
    """
    try:
        from dask import config
        from distributed import Client, LocalCluster, as_completed
    except ModuleNotFoundError as error:
        raise BadValue(_('--dask needs {library}: pip install "jacobi-sandbox[cluster]"').format(
            library=error.name)) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with ExitStack() as stack:
        stack.enter_context(config.set({"distributed.comm.timeouts.connect": PATIENCE,
                                        "distributed.scheduler.allowed-failures": 10}))
        try:
            target = address if address != LOCAL else stack.enter_context(LocalCluster(
                n_workers=count, threads_per_worker=1, host="127.0.0.1", dashboard_address=None,
                silence_logs=logging.CRITICAL))
            client = _patient(lambda: _asked(Client, target))
        except (OSError, TimeoutError, ValueError) as error:
            raise BadValue(_("--dask {address}: no scheduler answers there within {seconds:g} s ({error})").format(
                address=address, seconds=PATIENCE, error=str(error).split("\n")[0][:200])) from None
        stack.callback(_close, client)
        cluster = _Cluster(plan, client, tell)
        waiting = iter(blocks)
        window = max(FEWEST, AHEAD*cluster.look_at_workers())
        done = as_completed([cluster.ask(number) for number in islice(waiting, window)], loop=client.loop,
                            raise_errors=False)
        for future in done:
            block = cluster.answer(future)
            if block is None:
                done.add(cluster.ask(future.block))
                continue
            future.release()
            number = next(waiting, None)
            if number is not None:
                done.add(cluster.ask(number))
            yield block


def _patient(connect):
    """What connect() returns. The library gives its own thread ten seconds to begin, which on a busy machine is too
    few: it is begun again, for as long as a scheduler may take to answer."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return connect()
        except AssertionError:
            if time.monotonic() > end:
                raise TimeoutError(_("its thread does not begin")) from None


def _asked(kind, target):
    """Returns a client of this kind. One that comes to nothing is left as closed: it would close itself as it is
    collected, and wait 20 s for an answer."""
    client = object.__new__(kind)
    try:
        kind.__init__(client, target, timeout=PATIENCE, set_as_default=False)
    except BaseException:
        client.status = "closed"
        raise
    return client


def _close(client):
    """Leaves the scheduler without waiting for what was asked of it.

    A client that is not closed by then would try again as it is collected: in whatever thread that is, and for ever
    where that thread begins a loop of the library just then, whose lock closing takes too.
    """
    with suppress(Exception):
        client.close(timeout=GOODBYE)
    client.status = "closed"

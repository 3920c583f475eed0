"""A sweep from its plan to its file: blocks that are not done yet are run, here, by processes or by a cluster."""

import os
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from shutil import rmtree

import numpy as np

from sandbox.errors import BadValue
from sandbox.sweeps.block import NOT_RUN, Block, empty_block, run_points
from sandbox.sweeps.map_file import MapFile, Part, begun, check_parts, is_store, merge, part_in, resumed
from sandbox.sweeps.plan import Plan
from sandbox.text import _

MOST_WORKERS = 1024
MOST_REASONS = 5         # that are told of a sweep


@dataclass(frozen=True)
class How:
    """By whom a sweep is run.

    workers   processes of this machine, None: one for each core;  command  words that start one
    dask      address of a scheduler, "local", or "" for none
    number, of   share of the blocks that is run, from 1
    resume    go on with a file of the same sweep that is there
    """

    workers: int | None = None
    command: Sequence[str] = ()
    dask: str = ""
    number: int = 1
    of: int = 1
    resume: bool = False

    def __post_init__(self):
        if self.workers is not None and not (isinstance(self.workers, int) and 1 <= self.workers <= MOST_WORKERS):
            raise BadValue(_("--workers: got {found}, needs a whole number in [1, {most}]").format(
                found=self.workers, most=MOST_WORKERS))
        if not 1 <= self.number <= self.of:
            raise BadValue(_("--shard: got {found}, needs I/N with 1 <= I <= N, as 3/64").format(
                found=f"{self.number}/{self.of}"))


@dataclass
class Told:
    """How far a sweep is, and what became of its points.

    points, done   of the file; those that are known
    counts         status -> points, at the end;  reasons  (point, sentence) of the first points that failed
    seconds        wall time [s];  ran  points that were run now
    """

    points: int
    done: int = 0
    ran: int = 0
    seconds: float = 0.0
    counts: dict[int, int] = field(default_factory=dict)
    reasons: list[tuple[int, str]] = field(default_factory=list)

    @property
    def left(self) -> float:
        """How long it will take yet [s]."""
        return (self.points - self.done)*self.seconds/self.ran if self.ran else float("inf")

    @property
    def rate(self) -> float:
        """Points per second."""
        return self.ran/self.seconds if self.seconds > 0.0 else 0.0

    def take(self, block: Block):
        """Counts the points of a block."""
        known = int((block.status != NOT_RUN).sum())
        self.done, self.ran = self.done + known, self.ran + known
        self.reasons = sorted([*self.reasons, *block.reasons])[:MOST_REASONS]


def run_sweep(plan: Plan, path: Path, how: How, look: Callable[[Told], object] = lambda _told: None,
              tell: Callable[[str], object] = lambda _sentence: None) -> Told:
    """Runs what is not done of a sweep, writes it to a file, and returns what became of the points; or raises BadValue.

    look   look(told), called after each block;  tell  tell(sentence) of workers that are refused

    Whatever ends it, Ctrl-C too, what was run stays in the file; where nothing was, as nobody could run it, there is
    none.
    """
    # shares of a store are written into the same one, which the first of them begins
    part = Part(plan.described, how.number, how.of, is_within=is_store(path) and how.of > 1)
    workers = _workers(plan, how)
    goes_on = (how.resume or part.is_within) and path.exists()
    told = None
    try:
        with (resumed if goes_on else begun)(path, part) as file:
            missing = np.fromiter(file.missing(), np.int32)
            told = Told(part.points, part.points - _points(plan, missing))
            begin = time.perf_counter()
            with closing(_blocks(plan, missing.tolist(), how, workers, file, tell)) as blocks:
                for block in blocks:
                    file.write(block)
                    told.take(block)
                    told.seconds = time.perf_counter() - begin
                    look(told)
            told.seconds, told.counts = time.perf_counter() - begin, file.counts()
    except BadValue:
        if told is not None and told.ran == 0 and not goes_on and not part.is_within:
            _remove(path)
        raise
    return told


def _remove(path: Path):
    """Removes a map in which nothing is yet."""
    if path.is_dir():
        rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _workers(plan: Plan, how: How) -> int:
    """Returns how many processes are to run the plan, 1 for this one; BadValue where others are wanted and cannot."""
    elsewhere = bool(how.dask) or (how.workers or 1) > 1
    if elsewhere and plan.refusal:
        raise BadValue(plan.refusal)
    return how.workers or (os.cpu_count() or 1 if plan.goes_elsewhere and how.command else 1)


def _points(plan: Plan, blocks: np.ndarray) -> int:
    """How many points blocks have."""
    size = plan.space.block*len(blocks)
    short = plan.space.blocks*plan.space.block - len(plan.space)
    return size - (short if len(blocks) and blocks[-1] == plan.space.blocks - 1 else 0)


def _blocks(plan: Plan, missing: list[int], how: How, workers: int, file: MapFile, tell
            ) -> Generator[Block, None, None]:
    """Yields the blocks as they are run."""
    if how.dask:
        # a library of the cluster's: most sweeps need none
        from sandbox.sweeps.cluster import by_dask
        yield from by_dask(plan, missing, how.dask, workers, tell)
    elif min(workers, len(missing)) > 1:
        from sandbox.sweeps.processes import by_processes
        yield from by_processes(plan, missing, min(workers, len(missing)), how.command)
    else:
        yield from _here(plan, missing, file)


def _here(plan: Plan, missing: list[int], file: MapFile) -> Generator[Block, None, None]:
    """Runs blocks in this process; what was run of one that is cut short is kept."""
    for number in missing:
        block = empty_block(plan, number)
        try:
            run_points(plan, block)
        except KeyboardInterrupt:
            file.write(block)
            raise
        yield block


def run_merge(paths: Sequence[Path], path: Path) -> Told:
    """Makes one file of the shares of a sweep; returns what became of its points, or raises BadValue."""
    parts = {}
    for one in paths:
        parts[one] = part_in(one)
    if not parts:
        raise BadValue(_("merge: needs the files of the shares"))
    check_parts(parts)
    if path in parts:
        raise BadValue(_("merge: '{path}' is one of the shares").format(path=path))
    first = next(iter(parts.values()))
    # all are looked at before anything is written
    for one, part in parts.items():
        with _checked(one, Part(first.plan, part.number, part.of)):
            pass
    parts = {one: Part(first.plan, part.number, part.of) for one, part in parts.items()}
    whole = Part(first.plan)
    with begun(path, whole) as file:
        merge(parts, file)
        counts = file.counts()
    return Told(whole.points, whole.points - counts[NOT_RUN], counts=counts)


def _checked(path: Path, part: Part) -> MapFile:
    return resumed(path, part)

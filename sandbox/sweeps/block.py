"""A block of points of a sweep, run one after the other; what other processes and machines are asked for."""

from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock

import numpy as np

from sandbox.errors import BadValue
from sandbox.run.engine import engine_hash
from sandbox.run.frames import in_frames
from sandbox.run.headless import finished, passed
from sandbox.run.simulation import Simulation
from sandbox.sweeps.outcomes import Played, missing_of
from sandbox.sweeps.plan import Plan, plan_of_text
from sandbox.systems.rim import RIM
from sandbox.version import VERSION

# what is known of a point
NOT_RUN, DONE, OUTCOME_FAILED, REFUSED = range(4)
MOST_REASONS = 3         # that are told of a block
# engines are made for one run at a time
_ONE_AT_A_TIME = Lock()


@dataclass
class Block:
    """What became of the points of a block.

    number     of the block;  status  (n,) int8;  outcomes  name -> (n,)
    reasons    (point, sentence) of the first points that failed
    """

    number: int
    status: np.ndarray
    outcomes: dict[str, np.ndarray]
    reasons: list[tuple[int, str]] = field(default_factory=list)


def empty_block(plan: Plan, number: int) -> Block:
    """Returns a block of which no point was run."""
    begin, end = plan.space.span(number)
    return Block(number, np.full(end - begin, NOT_RUN, np.int8), dict(missing_of(plan.outcomes, end - begin)))


def run_points(plan: Plan, block: Block):
    """Runs the points of an empty block, which holds what was run whatever ends it."""
    begin = plan.space.span(block.number)[0]
    if all(one.many for one in plan.outcomes):
        _find_all(plan, block)
        return
    for place, point in enumerate(plan.space.points(block.number)):
        _run_point(plan, point, block, place, begin)


def _find_all(plan: Plan, block: Block):
    """Finds what needs no run, of all points of a block at once."""
    points = [dict(plan.values) | point for point in plan.space.points(block.number)]
    for outcome in plan.outcomes:
        assert outcome.many is not None
        block.reasons, block.outcomes[outcome.name][:] = outcome.many(plan.scene, points, plan.duration)
    refused = [point for point, _reason in block.reasons]
    begin = plan.space.span(block.number)[0]
    block.status[:] = DONE
    block.status[refused] = REFUSED
    block.reasons = [(begin + point, reason[:500]) for point, reason in block.reasons[:MOST_REASONS]]


def run_block(plan: Plan, number: int) -> Block:
    """Returns what became of the points of a block."""
    block = empty_block(plan, number)
    run_points(plan, block)
    return block


def _run_point(plan: Plan, point: dict, block: Block, place: int, begin: int):
    """Runs one point; the status is written last: one that is broken off stays NOT_RUN."""
    def told(error: Exception | SystemExit, what: str = ""):
        if len(block.reasons) < MOST_REASONS:
            text = str(error) if isinstance(error, BadValue) else f"{type(error).__name__}: {error}"
            block.reasons.append((begin + place, f"{what}{text}"[:500]))

    try:
        # rows are for functions of one's own; a map is one of the equations that the scene declares, up to their rim
        has_rows = any(one.is_own for one in plan.outcomes)
        run, (rows, ended) = in_frames(
            lambda rate: Simulation(plan.scene, dict(plan.values) | point, rate, plan.preset, is_shown=False,
                                    until=RIM),
            plan.step_rate, plan.duration, has_rows,
            lambda run, tell: (passed(run, plan.duration, tell=tell) if has_rows else
                               (None, finished(run, plan.duration, tell))))
    except (Exception, SystemExit) as error:
        # a start that cannot be, or an author's mistake, sys.exit() too: this point has no run, the others have
        told(error)
        block.status[place] = REFUSED
        return
    played, status = Played(run, rows, ended, plan.duration), DONE
    for outcome in plan.outcomes:
        try:
            block.outcomes[outcome.name][place] = outcome.of(played)
        except (Exception, SystemExit) as error:
            told(error, f"{outcome.name}: ")
            status = OUTCOME_FAILED
    block.status[place] = status


# ---- elsewhere -------------------------------------------------------------------------------------------------------

@lru_cache(maxsize=2)
def _plan(text: str) -> Plan:
    return plan_of_text(text)


def facts() -> dict[str, str]:
    """Returns what decides whether this process may run blocks of another one."""
    return {"engine": engine_hash(), "program": VERSION}


def block_elsewhere(text: str, number: int) -> dict:
    """Takes the text of a plan and runs a block of it; returns the bytes of a Block, or {"refused": facts()}."""
    with _ONE_AT_A_TIME:
        plan = _plan(text)
        mine = facts()
        if (plan.engine, plan.program) != (mine["engine"], mine["program"]):
            return {"refused": mine}
        block = run_block(plan, number)
    return {"number": number, "status": block.status.tobytes(), "reasons": block.reasons,
            "outcomes": {name: values.tobytes() for name, values in block.outcomes.items()}}


def block_of(plan: Plan, found: dict) -> Block:
    """Returns the block of such bytes."""
    kinds = {outcome.name: outcome.kind for outcome in plan.outcomes}
    return Block(found["number"], np.frombuffer(found["status"], np.int8),
                 {name: np.frombuffer(values, kinds[name]) for name, values in found["outcomes"].items()},
                 [(point, text) for point, text in found["reasons"]])

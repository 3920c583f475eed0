"""Arrays that the integrator computes with: their places, and their pointers by name."""

from typing import NamedTuple

from sandbox.compiling.places import Places
from sandbox.compiling.signature import Numbers, Wholes
from sandbox.integration import observation as obs

# places in the table of mode functions
_table = Places()
STEP, OBSERVE, SETTLE, REPORT_STATE = _table.take(), _table.take(), _table.take(), _table.take()
TABLE = _table.size

# places in the memory: what a sub-step hands to the next one besides y; part of the state
_memory = Places()
LEVEL = _memory.take()                  # sub-steps are h/2^level
SPAN = _memory.take()                   # length of the last sub-step [s], 0 at the start
GUARDS_BEFORE = _memory.take(obs.GUARDS)    # guards at its start
MEMORY = _memory.size

# places in the watch: running extremes of a run, updated after every sub-step
_watch = Places()
REFERENCE = _watch.take()       # E_J - ledger at the start [J]
WORST_DEFECT = _watch.take()    # max |E_J - ledger - reference| [J]
MAX_KINETIC = _watch.take()     # largest kinetic energy [J]
MAX_FRICTION = _watch.take()    # largest |F|/N [1]
SUBSTEPS = _watch.take()        # sub-steps made
REJECTED = _watch.take()        # trials refused
FORCED = _watch.take()          # sub-steps taken at the finest level with an error above the tolerance
LOST = _watch.take()            # energy lost in impacts, less what they gained [J]
WATCH = _watch.size

# places in a kept state: what is measured of an instant, and what a run goes on from
_kept = Places()
KEPT_TIME = _kept.take()                # [s]
KEPT_DEFECT = _kept.take()              # E_J - ledger [J]
KEPT_MEMORY = _kept.take(MEMORY)
KEPT_WATCH = _kept.take(WATCH)
KEPT_Y = _kept.size                     # the state, as many numbers as the mode has


class Model(NamedTuple):
    """What a mode is computed from, as pointers; nothing here is written to by a step."""

    table: Wholes       # addresses of its mode functions (TABLE,)
    p: Numbers          # parameters
    calls: Wholes       # addresses of fields
    settings: Numbers   # of the integrator (SETTINGS,)


class Run(NamedTuple):
    """What a step changes, as pointers."""

    y: Numbers          # state (size,)
    size: int
    memory: Numbers     # (MEMORY,)
    watch: Numbers      # (WATCH,)


class Room(NamedTuple):
    """Room to work, as pointers; `observed` is the observation of the present state, kept up to date."""

    new: Numbers        # (size,) a trial
    observed: Numbers   # (OBSERVATION,)
    spare: Numbers      # (size,) another trial
    again: Numbers      # (OBSERVATION,) of that
    before: Numbers     # (GUARDS,) guards at the start of a sub-step

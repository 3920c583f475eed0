"""Many starts of one mode in long strides, for what is looked at: dots, and the volume that they fill (cloud.py).

A stride is of several frame steps. The same compiled step makes it at once, or halved as often as its embedded error is
above ROUGH. That is far more than a run allows, and far less than dots show: each start is off by less than 1e-6 of how
far it goes (tests/theory/test_strides.py), but for what a chaotic motion makes of it in the end. Next to nothing else
is done: guards are looked at once for each sub-step, and nothing is kept on the way.

Where a guard may end the mode, the engine goes on in its own steps (frame.py) from the beginning of the stride, and
finds the instant: a guard that is broken, that dips, or that would break if it went on falling. So does it where an
error is too large even for sub-steps of a frame's length, and where other supports are near.
"""

from math import inf

import numpy as np

from sandbox.compiling.compiled import call_mode, compiled, part, room
from sandbox.compiling.entries import entry
from sandbox.compiling.signature import Numbers, Wholes
from sandbox.integration import arrays
from sandbox.integration import observation as obs
from sandbox.integration.arrays import Model, Room
from sandbox.integration.frame import COARSEN, accept, frame, note_guards
from sandbox.integration.guards import broken_guard, dip, observe_state
from sandbox.integration.hybrid import keep, prepared
from sandbox.integration.many import BEFORE, COUNT, STEPS, WIDTH, Members, take
from sandbox.integration.status import DONE

# accepted embedded error of a sub-step, relative to the scales of each component
ROUGH = 2e-8
# frame steps of a stride at most, and how often it may be halved: to frame steps again
LONGEST, DEEPEST = 8, 3


@compiled
def may_break(before, observed):
    """Whether a guard that was positive is broken, or would be if it went on falling as it did."""
    for i in range(obs.GUARDS):
        now = observed[obs.FIRST_GUARD + i]
        if not now > before[i] - now:
            return True
    return False


@compiled
def stride(model, run, place, t, t_next, near, seen):
    """Advance run.y in place from t to t_next; returns whether that was for strides: y is anything where it was not.

    near, seen   a mode function that tells whether other supports are too far away to be touched, and its room
    """
    y, size, memory, watch = run
    new, observed, spare, again, now = place
    full = 1 << DEEPEST
    unit, level, done = (t_next - t)/full, int(memory[arrays.LEVEL]), 0
    observe_state(model, t, y, observed)
    while done < full:
        length = full >> level
        span, start = unit*length, t + unit*done
        # what the mode itself knows nothing of: how other supports are watched
        for i in range(size):
            new[i] = y[i]
        error = call_mode(model.table[arrays.STEP], start, span, y, model.p, model.calls, new)
        if not error <= ROUGH:
            level += 1
            if level > DEEPEST:
                return False
            continue

        note_guards(observed, now)
        end = t_next if done + length == full else start + span
        call_mode(model.table[arrays.SETTLE], end, 0.0, new, model.p, model.calls, new)
        observe_state(model, end, new, observed)
        if broken_guard(new, size, observed) != DONE or may_break(now, observed) or dip(memory, now, observed,
                                                                                        span) > 0.0:
            return False
        accept(run, place, span)
        done += length
        if level > 0 and error < COARSEN*ROUGH and done % (2*length) == 0:
            level -= 1
    memory[arrays.LEVEL] = level
    return near == 0 or call_mode(near, t_next, t_next - t, y, model.p, model.calls, seen) > 0.0


@compiled
def engine(model, run, place, k, steps, h):
    """As many frame steps as a run makes them; returns (status, time reached [s])."""
    for i in range(arrays.MEMORY):
        run.memory[i] = 0.0
    t = k*h
    observe_state(model, t, run.y, place.observed)
    # what strides were off by is no drift of this motion, which begins here
    run.watch[arrays.REFERENCE] = place.observed[obs.DEFECT]
    for i in range(k, k + steps):
        status, t = frame(model, run, place, i*h, (i + 1)*h, h, inf)
        if status != DONE:
            return status, t
    for i in range(arrays.MEMORY):
        run.memory[i] = 0.0
    return DONE, t


@entry
def _advance(places: Wholes, table: Wholes, near: int, members: Numbers, statuses: Wholes, shape: Wholes, h: float,
             seen: Numbers):
    model, run = prepared(places)
    whole = Model(table, model.p, model.calls, model.settings)
    place = Room(room(run.size), room(obs.OBSERVATION), room(run.size), room(obs.OBSERVATION), room(obs.GUARDS))
    k, steps = shape[BEFORE], shape[STEPS]
    for j in range(shape[COUNT]):
        if statuses[j] != DONE:
            continue
        row = part(members, j*shape[WIDTH])
        take(run, row)
        if stride(model, run, place, k*h, (k + steps)*h, near, seen):
            keep(run, (k + steps)*h, place.observed, row)
        else:
            take(run, row)
            statuses[j], t = engine(whole, run, place, k, steps, h)
            keep(run, t, place.observed, row)


class Strides(Members):
    """Starts of one mode, as `Members`, in strides.

    own      functions (TABLE,) of the mode itself, where the model's watch other supports, too
    near     address of a mode function that tells by a number above 0 that no other support can be touched within the
             span h before the instant t, nor after it; 0 where there are none
    seen     what it remembers of all members, zeros at first
    """

    def __init__(self, model: tuple, starts: np.ndarray, h: float, own: np.ndarray, near: int, seen: np.ndarray):
        whole, *others = model
        super().__init__((own, *others), starts, h)
        self._whole, self._near, self.seen = whole, near, seen

    def advance(self, steps: int):
        """Makes so many frame steps with each that is still in its mode."""
        n, width = self._rows.shape
        begin, parts = self.k, -(-steps//LONGEST)
        for i in range(1, parts + 1):
            end = begin + steps*i//parts
            _advance(self._places, self._whole, self._near, self._rows, self.statuses,
                     np.array((n, width, self.k, end - self.k)), self.h, self.seen)
            self.k = end

"""Guards: which one is broken, and at which instant it broke.

The zero of a broken guard is located on partial re-steps from the start of its sub-step, not on an interpolant, so the
state at the event is as exact as any other.
"""

from sandbox.compiling.compiled import call_mode, compiled
from sandbox.integration import arrays
from sandbox.integration import observation as obs
from sandbox.integration.settings import CLOCK, DRIFT, FRAME_END, LEAST_ENERGY
from sandbox.integration.status import DONE, NOT_FINITE

# where numbers get lost, as at the end of a square root, the last stretch is known no better than this [limit of drift]
ROUGHLY = 1e4


@compiled
def broken_guard(y, size, observed):
    """Returns the first guard that is not positive, NOT_FINITE for a state that is not finite, DONE if all is well."""
    total = 0.0
    for i in range(size):
        total += y[i] - y[i]
    total += observed[obs.DEFECT] - observed[obs.DEFECT]
    # a difference with itself is 0 for every number, nan for inf and nan
    if not total == 0.0:  # noqa: SIM201
        return NOT_FINITE
    for i in range(obs.GUARDS):
        if not observed[obs.FIRST_GUARD + i] > 0.0:
            return i
    return DONE


@compiled
def open_guards(observed):
    """Set all guards of an observation: a mode fills those that it has."""
    for i in range(obs.GUARDS):
        observed[obs.FIRST_GUARD + i] = 1.0


@compiled
def observe_state(model, t, y, observed):
    """Fill the observation of y at t, with the integrator's own guard."""
    open_guards(observed)
    call_mode(model.table[arrays.OBSERVE], t, 0.0, y, model.p, model.calls, observed)
    clock = int(model.settings[CLOCK])
    if clock >= 0:
        observed[obs.FIRST_GUARD + obs.CLOCK_GUARD] = model.settings[FRAME_END] - y[clock]


@compiled
def has_drifted(model, watch, observed, at_singularity):
    """Whether more energy got lost or appeared than the settings allow; also where it is no number."""
    allowed = model.settings[DRIFT]*(ROUGHLY if at_singularity else 1.0)
    if allowed == 0.0:
        return False
    energy = max(abs(watch[arrays.REFERENCE]), model.settings[LEAST_ENERGY])
    energy = max(energy, max(watch[arrays.MAX_KINETIC], observed[obs.KINETIC_ENERGY]))
    return not abs(observed[obs.DEFECT] - watch[arrays.REFERENCE]) <= allowed*energy


@compiled
def trial(model, t, h, y, size, new, observed):
    """One settled step of size h from y into new, and its observation; returns the broken guard or DONE."""
    call_mode(model.table[arrays.STEP], t, h, y, model.p, model.calls, new)
    call_mode(model.table[arrays.SETTLE], t + h, 0.0, new, model.p, model.calls, new)
    observe_state(model, t + h, new, observed)
    return broken_guard(new, size, observed)


@compiled
def locate(model, run, room, t, h, guard):
    """The largest partial step from run.y on which no guard breaks, given that one is broken at h.

    Illinois' variant of the secant rule on partial re-steps, bisection where a value is missing or useless; it ends
    when the bracket is as narrow as time itself can be told. room.new and room.observed hold the state there.

    room     as in `frame`, room.before with the guards of run.y
    guard    the one that is broken where room.new and room.observed are those of a trial of h, DONE where they are not
    returns (partial step [s], guard)
    """
    y, size, new, observed = run.y, run.size, room.new, room.observed
    low, high, is_at_low = 0.0, h, False
    if guard == DONE:
        guard = trial(model, t, high, y, size, new, observed)
    at_high = observed[obs.FIRST_GUARD + guard] if guard < obs.GUARDS else 0.0
    at_low = room.before[guard] if guard < obs.GUARDS else 0.0
    kept = 0
    for _ in range(120):
        if high - low <= 2.5e-16*(abs(t) + h):
            break
        middle = 0.5*(low + high)
        if guard < obs.GUARDS and at_low > 0.0 and at_high <= 0.0:
            secant = low + (high - low)*at_low/(at_low - at_high)
            if low < secant < high:
                middle = secant
        broken = trial(model, t, middle, y, size, new, observed)
        is_at_low = broken < 0
        if is_at_low:
            low = middle
            at_low = observed[obs.FIRST_GUARD + guard] if guard < obs.GUARDS else 0.0
            at_high = 0.5*at_high if kept == 1 else at_high
            kept = 1
        else:
            high = middle
            if broken in (guard, NOT_FINITE):
                at_low = 0.5*at_low if kept == -1 else at_low
                kept = -1
            else:
                # another guard breaks earlier: it takes over the search
                kept = 0
                trial(model, t, low, y, size, new, observed)
                at_low = observed[obs.FIRST_GUARD + broken]
                trial(model, t, high, y, size, new, observed)
            guard = broken
            at_high = observed[obs.FIRST_GUARD + guard] if guard < obs.GUARDS else 0.0
    if low > 0.0:
        if not is_at_low:
            trial(model, t, low, y, size, new, observed)
    else:
        for i in range(size):
            new[i] = y[i]
        observe_state(model, t, y, observed)
    return low, guard


@compiled
def dip(memory, now, observed, h):
    """Where inside a sub-step with good ends a guard may dip through zero [s], or 0.0.

    A parabola through the guard at the last three instants tells whether its deepest point lies inside and near zero.
    """
    span = memory[arrays.SPAN]
    if span == 0.0:
        return 0.0
    for i in range(obs.GUARDS):
        # it has to fall first; most guards never do, and the divisions below would be half of the search
        if now[i] >= memory[arrays.GUARDS_BEFORE + i]:
            continue
        left = (now[i] - memory[arrays.GUARDS_BEFORE + i])/span
        right = (observed[obs.FIRST_GUARD + i] - now[i])/h
        curvature = (right - left)/(span + h)
        slope = left + curvature*span
        if slope < 0.0 < slope + 2.0*curvature*h:
            deepest = -0.5*slope/curvature
            if now[i] + 0.5*slope*deepest < 0.5*min(now[i], observed[obs.FIRST_GUARD + i]):
                return deepest
    return 0.0

"""Resets of a system with rows: what follows when a guard has broken, each under the name of its guard.

The guards' formulas stand under the same names in mechanics/rows/guards.py. Velocities jump by
mechanics/rows/impacts.py; the work of the impulses goes into the ledger, so that the meter watches it.
"""

from collections.abc import Iterable, Mapping
from typing import cast

import numpy as np

from sandbox.integration.status import NOT_FINITE
from sandbox.mechanics.rows import guards as row_guards
from sandbox.mechanics.rows.guards import Guard
from sandbox.mechanics.rows.impacts import plastic_impact, stop_impact, work_of_impulses
from sandbox.mechanics.rows.matrices import Matrices
from sandbox.scene.realisation import Breakable, Ideal, Unilateral
from sandbox.systems.protocol import Data, Event, Jump, instant, stop_event
from sandbox.systems.rows.assembled import Assembled, Reset, Transition
from sandbox.systems.rows.ends import lost_rank, not_finite
from sandbox.systems.rows.modes import Switches
from sandbox.text import _

# jumps within one frame step before the rest of a sequence of impacts is taken as one, and before the end
MOST_IMPACTS, MOST_JUMPS = 8, 32
# impacts below this part of a typical speed are not reported, losses below this part of the energy are rounding
REPORTED_SPEED, ROUNDED_LOSS = 1e-6, 1e-12
# whether the switch of a row or line is other than 0
OFF, ON = False, True


def transitions(guards: Iterable[Guard], switches: Switches) -> Mapping[tuple[str, int], Transition]:
    """Takes the guards and the switches of a system and returns the table (mode, place of the guard) -> Transition."""
    table = {}
    for mode in switches.modes:
        on = switches.on(mode)
        table[mode, NOT_FINITE] = Transition(Reset(end_without_numbers), 0)
        for place, guard in enumerate(guards):
            name = guard.name(guard.switch is not None and on[guard.switch])
            table[mode, place] = Transition(RESETS[name], guard.number, guard, name)
    return table


def jump(system: Assembled, data: Data, status: int, count: int) -> Jump:
    """Returns what follows when the integrator stopped; `count` jumps were made in this step before."""
    if (data.mode, status) not in system.transitions:
        return Jump(data.mode, data.y, ended=stop_event(data, status))
    reset, number, *_which = system.transitions[data.mode, status]
    if reset.may_race and count >= MOST_JUMPS:
        return Jump(data.mode, data.y, ended=Event(data.t, 0, "stop", _(
            "The simulation stopped {when}: more than {most} events in one step.").format(
                when=instant(data.t, data.h), most=MOST_JUMPS)))
    return reset.apply(system, number, data, count)


# ---- rows that give way ----------------------------------------------------------------------------------------------

def break_away(system: Assembled, k: int, data: Data, count: int) -> Jump:
    """The force on a breakable row has reached its bound: the row slides against the force that held it."""
    row, place, t, y = system.declared.rows[k], system.state.signs[k], data.t, data.y.copy()
    force = system.read(data.at(t, y)).lam[k]
    y[place] = -np.sign(force)
    event = Event(t, row.body, "breakaway", _(
        "'{row}' gave way {when}: the force on it reached {force:.4g} {unit}.").format(
            row=row.name, when=instant(t), force=abs(force), unit=row.unit))
    return Jump(system.mode_of(y), y, (event,))


def end_slip(system: Assembled, k: int, data: Data, count: int) -> Jump:
    """The slip of a breakable row has ended: the force that would hold the row decides whether it holds or reverses."""
    row, place, t, y = system.declared.rows[k], system.state.signs[k], data.t, data.y.copy()
    y[place] = 0.0
    force = system.read(data.at(t, y)).lam[k]
    # such a guard is a breakable row's only
    if abs(force) <= cast(Breakable, row.realisation).hold:
        event = Event(t, row.body, "regrip", _("'{row}' holds again {when}.").format(row=row.name, when=instant(t)))
        return Jump(system.mode_of(y), y, (event,))
    y[place] = -np.sign(force)
    event = Event(t, row.body, "slip_reversal", _("'{row}' slides the other way {when}.").format(
        row=row.name, when=instant(t)))
    return Jump(system.mode_of(y), y, (event,))


# ---- stops -----------------------------------------------------------------------------------------------------------

def detach(system: Assembled, k: int, data: Data, count: int) -> Jump:
    """The force on a closed unilateral row has gone to zero: the row opens."""
    row, t, y = system.declared.rows[k], data.t, data.y.copy()
    y[system.state.signs[k]] = 1.0
    event = Event(t, row.body, "detach", _("'{row}' lets go {when}: nothing presses on it any more.").format(
        row=row.name, when=instant(t)))
    return Jump(system.mode_of(y), y, (event,))


def strike_stop(system: Assembled, k: int, data: Data, count: int) -> Jump:
    """The gap of a unilateral row has closed: an impact, after which it opens again or stays closed."""
    row, place, t, y = system.declared.rows[k], system.state.signs[k], data.t, data.y.copy()
    here, before = system.matrices(t, y, data.p), system.velocity(y)
    # such a guard is a unilateral row's only
    law = cast(Unilateral, row.realisation)
    e = law.restitution if count < MOST_IMPACTS else 0.0
    held = holding_rows(system, y) + [i for i, of in system.state.follows if of == k]
    after, opens = stop_impact(here.M, here.A, here.b, before, held, k, e, law.others_hold)
    lost = -_apply_impulse(system, here, y, after)
    lost = lost if abs(lost) > ROUNDED_LOSS*(before @ here.M @ before) else 0.0
    speed = here.b[k] - here.A[k] @ before
    if not opens:
        y[place] = 0.0
        # it stays where it is pressed on, else it goes on by itself
        opens = not system.read(data.at(t, y)).lam[k] > 0.0
        y[place] = float(opens)
    sentence = (_("Impact on '{row}' at t = {t:.4f} s with {speed:.3g} m/s, {gained:.2g} J gained.") if lost < 0.0 else
                _("Impact on '{row}' at t = {t:.4f} s with {speed:.3g} m/s, {lost:.2g} J lost.") if opens else
                _("Impact on '{row}' at t = {t:.4f} s with {speed:.3g} m/s, {lost:.2g} J lost; it stays there."))
    event = Event(t, row.body, "impact", sentence.format(row=row.name, t=t, speed=speed, lost=lost, gained=-lost),
                  float(speed), float(lost))
    typical = np.abs(here.A[k]) @ system.velocity(system.scales)
    is_reported = speed > REPORTED_SPEED*typical or not opens or lost < 0.0
    return Jump(system.mode_of(y), y, (event,) if is_reported else (), lost=lost)


# ---- lines and edges -------------------------------------------------------------------------------------------------

def cross_line(system: Assembled, i: int, data: Data, count: int) -> Jump:
    """A line was reached: the rows of its other side hold at once."""
    line, place, t, y = system.declared.crossings[i], system.state.sides[i], data.t, data.y.copy()
    y[place] = 1.0 - y[place]
    here, held = system.matrices(t, y, data.p), holding_rows(system, y)
    work = _apply_impulse(system, here, y, plastic_impact(here.M, here.A[held], here.b[held], system.velocity(y)).v)
    event = Event(t, 0, line.kind, _("The body {what} {when}.").format(
        what=line.entered if y[place] else line.left, when=instant(t)))
    return Jump(system.mode_of(y), y, (event,), lost=-work)


def reach_edge(system: Assembled, i: int, data: Data, count: int) -> Jump:
    """An edge of the system's domain was reached: the body goes on beyond it, or the motion ends."""
    edge, beyond = system.declared.edges[i], system.declared.beyond
    if beyond is not None and system.go_beyond is not None and not system.ends_at_rim:
        return system.go_beyond(system, beyond, system.values, data, edge.kind, edge.sentence)
    return Jump(data.mode, data.y, ended=Event(data.t, 0, edge.kind, _("The body {what} {when}.").format(
        what=edge.sentence, when=instant(data.t, data.h))))


# ---- equations without a solution ------------------------------------------------------------------------------------

def end_without_rank(system: Assembled, number: int, data: Data, count: int) -> Jump:
    """The rows that hold, or the kinetic matrix, have lost their rank: the motion ends."""
    return Jump(data.mode, data.y, ended=Event(data.t, 0, "stop", lost_rank(system, data, instant(data.t, data.h))))


def end_without_numbers(system: Assembled, number: int, data: Data, count: int) -> Jump:
    """The equations have no finite numbers: the motion ends."""
    return Jump(data.mode, data.y, ended=Event(data.t, 0, "stop", not_finite(system, data, instant(data.t, data.h))))


RESETS = {
    row_guards.RANK: Reset(end_without_rank),
    row_guards.BREAKAWAY: Reset(break_away, (ON,), may_race=True),
    row_guards.SLIP_END: Reset(end_slip, (OFF, ON), may_race=True),
    row_guards.DETACH: Reset(detach, (ON,), may_race=True),
    row_guards.IMPACT: Reset(strike_stop, (OFF, ON), may_race=True),
    row_guards.ENTER: Reset(cross_line, (ON,), may_race=True),
    row_guards.LEAVE: Reset(cross_line, (OFF,), may_race=True), row_guards.EDGE: Reset(reach_edge),
}


def holding_rows(system: Assembled, y: np.ndarray) -> list[int]:
    """Takes a state and returns the numbers of the independent rows that hold in it."""
    signs = system.state.switches
    return [k for k, row in enumerate(system.declared.rows) if k not in system.dependent and (
        isinstance(row.realisation, Ideal) or (k in signs and y[signs[k]] == 0.0))]


def _apply_impulse(system: Assembled, here: Matrices, y: np.ndarray, after: np.ndarray) -> float:
    """Writes the velocities after an impulse into a state and its work into the ledger; returns that work [J]."""
    work = work_of_impulses(here.M, here.Y, system.velocity(y), after)
    y[system.state.v] = after
    y[system.state.ledger] += work
    return work

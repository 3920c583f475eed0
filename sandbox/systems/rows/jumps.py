"""What happens to a system with rows at an instant: a row gives way, a stop is struck or left, a line is crossed.

Velocities jump by mechanics/rows/impacts.py; what that costs is booked in the ledger, so that the meter watches it.
"""

import numpy as np

from sandbox.mechanics.rows.impacts import gripped, struck, work
from sandbox.scene.realisation import Ideal
from sandbox.systems.protocol import Event, Jump, instant
from sandbox.text import _

# jumps within one frame step before the rest of a sequence of blows is taken as one, and before the end
MOST_BLOWS, MOST_JUMPS = 8, 32
# a closing speed below this part of a typical one is no news, energy below this part of the kinetic one none at all
UNTOLD, NOTHING = 1e-6, 1e-12


def holding(system, y: np.ndarray) -> list[int]:
    """Numbers of the independent rows that hold in a state."""
    return [k for k, row in enumerate(system.declared.rows) if k not in system.dependent and (
        isinstance(row.realisation, Ideal) or (k in system.signs and y[system.signs[k]] == 0.0))]


def give_way(system, k: int, t: float, y: np.ndarray) -> Jump:
    """What a breakable row does whose guard broke: the force that holds it, or would hold it, decides."""
    row, place, when, y = system.declared.rows[k], system.signs[k], instant(t), y.copy()
    held, y[place] = y[place] == 0.0, 0.0
    force = system.read(system.mode_of(y), t, y)["lam"][k]
    if not held and abs(force) <= row.realisation.hold:
        event = Event(t, row.body, "regrip", _("'{row}' holds again {when}.").format(row=row.name, when=when))
        return Jump(system.mode_of(y), y, (event,))
    # the sliding force keeps the sign of the one that held
    y[place] = -np.sign(force)
    if held:
        event = Event(t, row.body, "breakaway", _(
            "'{row}' gave way {when}: the force on it reached {force:.4g} {unit}.").format(
                row=row.name, when=when, force=abs(force), unit=row.unit))
    else:
        event = Event(t, row.body, "slip_reversal", _("'{row}' slides the other way {when}.").format(
            row=row.name, when=when))
    return Jump(system.mode_of(y), y, (event,))


def strike(system, k: int, t: float, y: np.ndarray, count: int) -> Jump:
    """The gap of a unilateral row has closed, or what closed it has gone."""
    row, place, when, y = system.declared.rows[k], system.signs[k], instant(t), y.copy()
    if y[place] == 0.0:
        y[place] = 1.0
        event = Event(t, row.body, "detach", _("'{row}' lets go {when}: nothing presses on it any more.").format(
            row=row.name, when=when))
        return Jump(system.mode_of(y), y, (event,))
    here, before, law = system.matrices(t, y, system.p), system.velocity(y), row.realisation
    e = law.restitution if count < MOST_BLOWS else 0.0
    after, opens = struck(here["M"], here["A"], here["b"], before, holding(system, y), k, e, law.others_hold)
    lost = -_jump_to(system, here, y, after)
    lost = lost if abs(lost) > NOTHING*(before @ here["M"] @ before) else 0.0
    speed = here["b"][k] - here["A"][k] @ before
    if not opens:
        y[place] = 0.0
        # it stays where it is pressed on, else it goes on by itself
        opens = not system.read(system.mode_of(y), t, y)["lam"][k] > 0.0
        y[place] = float(opens)
    sentence = (_("Impact on '{row}' at t = {t:.4f} s with {speed:.3g} m/s, {lost:.2g} J lost.") if opens else
                _("Impact on '{row}' at t = {t:.4f} s with {speed:.3g} m/s, {lost:.2g} J lost; it stays there."))
    event = Event(t, row.body, "impact", sentence.format(row=row.name, t=t, speed=speed, lost=lost))
    typical = np.abs(here["A"][k]) @ system.velocity(system.scales)
    is_news = speed > UNTOLD*typical or not opens
    return Jump(system.mode_of(y), y, (event,) if is_news else ())


def cross(system, i: int, t: float, y: np.ndarray) -> Jump:
    """A line was reached: the rows of its other side hold at once."""
    crossing, place, y = system.declared.crossings[i], system.sides[i], y.copy()
    y[place] = 1.0 - y[place]
    here, held = system.matrices(t, y, system.p), holding(system, y)
    after, _impulse = gripped(here["M"], here["A"][held], here["b"][held], system.velocity(y))
    _jump_to(system, here, y, after)
    event = Event(t, 0, crossing.kind, _("The body {what} {when}.").format(
        what=crossing.entered if y[place] else crossing.left, when=instant(t)))
    return Jump(system.mode_of(y), y, (event,))


def too_many(system, mode: str, t: float, y: np.ndarray) -> Jump:
    """More jumps in one frame step than a motion that goes on can have."""
    return Jump(mode, y, ended=Event(t, 0, "stop", _(
        "The simulation stopped {when}: more than {most} events in one step.").format(
            when=instant(t, system.h), most=MOST_JUMPS)))


def _jump_to(system, here, y: np.ndarray, after: np.ndarray) -> float:
    """Write the velocities after an impulse, and what it did into the ledger; that work [J]."""
    done = work(here["M"], here["Y"], system.velocity(y), after)
    first = system.declared.numbers
    y[first:first + after.size] = after
    y[-1] += done
    return done

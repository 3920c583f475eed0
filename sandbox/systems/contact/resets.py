"""What follows when a guard of a contact with a law has broken: it lands, slips, grips, leaves or comes to rest.

A table names each transition once: the modes and the guard that it belongs to, and its reset. What an impulse does is
booked in the ledger, so that the meter watches impacts, too.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from sandbox.integration.status import ENDLESS, ENERGY_JUMP
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.mode import HELD, SLIPPING
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.contact.slip.sliding import CREEPS, TURNS_OFF
from sandbox.mechanics.contact.slip.slip_onset import BEGUN, STOPPED
from sandbox.mechanics.contact.state import ANGULAR_VELOCITY, BIAS, MOVING_SIZE, ROLLING_SIZE
from sandbox.mechanics.impact.detachment import analyse
from sandbox.mechanics.impact.impact import impact_of, moreau_jean
from sandbox.systems.contact.impacts import bounce, impact_event, loss_of, stay
from sandbox.systems.contact.next_mode import (
    DECIDED,
    HOLDING,
    START,
    grip_event,
    holding_mode,
    impact_without_collision,
    jam_event,
    may_slip,
    next_mode,
)
from sandbox.systems.contact.rebounds import CLOSED, MOST_BOUNCES, bounces_end_in, flies_on
from sandbox.systems.contact.states import AT_REST, Held, write_flight, write_rolling, write_sliding
from sandbox.systems.contact.system import passed_unseen
from sandbox.systems.contact.transition import Transition, by_mode
from sandbox.systems.contact.unturned import TURNS, UNTURNED, held_from_turning, held_spin, turning_size
from sandbox.systems.protocol import Event, Jump, instant
from sandbox.text import N_, _

# jumps of one contact within one frame step before time-stepping decides, and such decisions before the end
MOST_JUMPS, MOST_FALL_BACKS = 32, 8
# time that a time-stepping solve lasts: only its impulse is wanted [s]
INSTANT = 1e-9
# V* of this share of V makes forces of twenty times what they are without friction
NEARLY_JAMMED = 5e-2
# a slip that its friction would end within this time is over [s]
AT_ONCE = 1e-5
# what a guard is at its zero, over what it is compared with
ROUNDED = 1.0 + 1e-6
# a slip of so many biases has a direction of its own
OWN_DIRECTION = 100.0


def begin(held: Held, gap: float) -> Jump:
    """Returns the jump into the mode of a start; gap [m]."""
    if gap > 0.0:
        return Jump("flight", write_flight(held))
    touch = held.touch
    if abs(touch.u_n) <= held.no_speed:
        return next_mode(held.closed(), START)
    if touch.u_n > 0.0:
        return Jump("flight", write_flight(held.lifted()))
    return land(held, 0)


# ---- resets: of a body, after so many jumps within the frame step before --------------------------------------------

def land(held: Held, count: int) -> Jump:
    """The gap has closed: an impact, then flight again or contact."""
    t, speed = held.t, -held.touch.u_n
    if not speed > 0.0 or abs(held.gap) > CLOSED*held.touch.size:
        # no impact: another point has become the nearest one, when it was inside the body already
        return Jump("flight", held.data.y, ended=passed_unseen(held.data))
    impact = bounce(held)
    after = held.after(impact)
    more: tuple[Event, ...] = ()
    left = after.touch
    if left.u_n > held.no_speed:
        ends_in = bounces_end_in(left.u_n, left.U, held.contact.restitution)
        if flies_on(ends_in, count):
            loss = loss_of(held, impact)
            return Jump("flight", write_flight(after), (impact_event(t, speed, loss.said),), lost=loss.booked)
        # the rest of the bounces in one plastic impact; their end is the sum of a geometric series, where it lies
        # within a frame step: what comes after that may be quite another motion
        end = t + ends_in if ends_in <= held.data.h else t
        more = (Event(end, 0, "grip", _("Bouncing ends at t = {t:.6f} s.").format(t=end)),)
    if more or held.contact.tangential != 0.0:
        impact = stay(held)
        after = held.after(impact)
    if may_slip(held) and (after.touch.u_n > held.no_speed or count >= MOST_BOUNCES):
        # to stop the slip opens it, or lets what pulls open it, again and again
        impact = stay(held, slips=True)
        after = held.after(impact)
    lost, N_ = loss_of(held, impact)
    events = (impact_event(t, speed, N_), *more)
    if after.touch.u_n > held.no_speed:
        # stopping the slip opened the contact: a rough impact that gives no normal impulse
        return Jump("flight", write_flight(after), events, lost=lost)
    jump = next_mode(after.closed(), "flight", events=events)
    return replace(jump, lost=jump.lost + lost)


def to_slip_time(held: Held, count: int) -> Jump:
    """A slip that is about to end goes on in slip time; one that creeps by implicit steps."""
    y, touch, p = held.data.y, held.touch, held.data.p
    if held.data.mode == "turn_end":
        # it is stepped in a time of its own, too
        y = y[:MOVING_SIZE]
    # slip and spin of the patch as the guard has them
    size = np.hypot(touch.speed, p.item(lay.PATCH)*float(touch.n @ touch.wr))
    if size > ROUNDED*CREEPS*p.item(lay.SLIP_SCALE):
        return _as_before(Jump("slip_end", np.append(y, held.t)), held)
    if touch.speed == 0.0:
        # a patch that spins, where a hand lets go: there is no slip yet that implicit steps could follow
        return next_mode(held, START, slips=True)
    return _as_before(Jump("slip_onset", _without_bias(y)), held)


def _as_before(jump: Jump, held: Held) -> Jump:
    """The jump into a slip; one without turning goes on without."""
    return replace(jump, mode=UNTURNED[jump.mode]) if held.data.mode in TURNS else jump


def grow_or_fade(held: Held, count: int) -> Jump:
    """A slip that began has grown, or fades again: friction was exceeded for a short while, or for an instant."""
    y, touch = held.data.y, held.touch
    if touch.speed > 0.5*BEGUN*held.data.p[lay.SLIP_SCALE]:
        return _as_before(Jump("sliding", _without_bias(y)), held)
    if touch.speed > max(OWN_DIRECTION*np.linalg.norm(y[BIAS:BIAS + 3]), 2.0*STOPPED*held.data.p.item(lay.SLIP_SCALE)):
        return _as_before(Jump("slip_end", np.append(_without_bias(y), held.t)), held)
    return _stopped(held)


def _without_bias(y: np.ndarray) -> np.ndarray:
    y = y.copy()
    y[BIAS:BIAS + 3] = 0.0
    return y


def stop_slip(held: Held, count: int) -> Jump:
    """The slip has ended, or creeps on: by implicit steps, for which the time is no part of the state."""
    if held.touch.speed > held.no_speed:
        return _as_before(Jump("slip_onset", _without_bias(held.data.y[:-1])), held)
    return _stopped(held)


def _stopped(held: Held) -> Jump:
    """What follows when a slip has stopped: one that did not turn spins on the spot, or has come to rest."""
    spin = held_spin(held) if held.data.mode in TURNS else None
    return next_mode(held.without_slip(), "sliding") if spin is None else _still(held.turning(spin), "sliding")


def stop_turning(held: Held, count: int) -> Jump:
    """The turning of a body that slides has ended, or goes on."""
    y, spin = held.data.y[:MOVING_SIZE].copy(), held_spin(held)
    begins = held.touch.speed < 0.5*BEGUN*held.data.p.item(lay.SLIP_SCALE)
    slip = Jump("slip_onset", y) if begins else Jump("sliding", _without_bias(y))
    if spin is None:
        return slip
    jump = held_from_turning(slip, held)
    if jump.mode in TURNS:
        return jump
    # what friction turns the other way begins from none
    jump.y[ANGULAR_VELOCITY:ANGULAR_VELOCITY + 3] = held.touch.turning.T @ spin
    return jump if begins else replace(jump, mode="turn_onset")


def grow_or_end(held: Held, count: int) -> Jump:
    """A turning that began has grown, or is about to end again."""
    if _has_grown(held):
        return Jump("sliding", held.data.y)
    return to_turn_time(held, count) if held_spin(held) is None else stop_turning(held, count)


def to_turn_time(held: Held, count: int) -> Jump:
    """A turning that is about to end goes on in a time of its own."""
    return Jump("turn_end", np.append(held.data.y, held.t))


def _has_grown(held: Held) -> bool:
    return turning_size(held) > 0.5*TURNS_OFF*held.data.p.item(lay.SPIN_SCALE)


def begin_to_turn(held: Held, count: int) -> Jump:
    """What keeps a body that slides from turning has reached its bound."""
    mode = TURNS[held.data.mode]
    return Jump("turn_onset" if mode == "sliding" else mode, held.data.y)


def to_roll_time(held: Held, count: int) -> Jump:
    """A roll that is about to end goes on in a time of its own."""
    return Jump("rest_end", np.append(held.data.y, held.t))


def grow_roll(held: Held, count: int) -> Jump:
    """A roll that began has grown, or is about to end again."""
    if _has_grown(held):
        return Jump("resisted", held.data.y)
    ending = turning_size(held) > AT_REST*held.data.p.item(lay.SPIN_SCALE)
    return to_roll_time(held, count) if ending else end_roll(held, count)


def end_roll(held: Held, count: int) -> Jump:
    """What resistance leaves: rest, or the spin or the roll that it does not resist; or the roll does not end."""
    if turning_size(held) > AT_REST*held.data.p.item(lay.SPIN_SCALE):
        return Jump("resisted", held.data.y[:ROLLING_SIZE])
    return _still(held, "rolling")


def _still(held: Held, before: str) -> Jump:
    """What follows a slip or a roll where nothing moves any more that resistance holds."""
    touch, law = held.touch, held.contact.law
    spin = float(touch.n @ touch.wr)
    roll = touch.wr - spin*touch.n
    none = AT_REST*held.data.p[lay.SPIN_SCALE]
    if law.k_s == 0.0 and abs(spin) > none:
        events = (grip_event(held),) if MODES[before].kind == SLIPPING else ()
        return Jump("pivot", write_rolling(held.turning(touch.ws + spin*touch.n)), events)
    if law.k_r == 0.0 and np.sqrt(roll @ roll) > none:
        return Jump("rubber", write_rolling(held.turning(touch.ws + roll)))
    return next_mode(held.turning(touch.ws), before)


def go_on(held: Held, count: int) -> Jump:
    """Rest, pivot or rubber has ended: the contact decides anew."""
    return next_mode(held, held.data.mode)


def lose_normal_force(held: Held, count: int) -> Jump:
    """The normal force has gone to zero."""
    return next_mode(held, held.data.mode, lost=True)


def exceed_friction(held: Held, count: int) -> Jump:
    """Static friction has reached its bound."""
    return next_mode(held, held.data.mode, slips=True)


def jam(held: Held, count: int) -> Jump:
    """V* has gone to zero: Painleve's paradox."""
    return impact_without_collision(held, held.touch)


def jams(held: Held) -> bool:
    """Returns whether a slip is so near to Painleve's paradox that its force stops it within no time."""
    touch, slides = held.touch, analyse(held.touch, held.contact.law, slip=True)
    presses = float(touch.n @ np.linalg.solve(touch.G, touch.u)) < 0.0
    if not (presses and slides.U_star < 0.0 < slides.V_star):
        return False
    fading = -float((touch.c_free + touch.G @ (slides.N*touch.n + slides.F)) @ touch.sigma)
    return slides.V_star <= NEARLY_JAMMED*slides.V or touch.speed*touch.speed <= AT_ONCE*fading


def jam_before(held: Held, count: int) -> Jump:
    """V* is about to go to zero: a contact that stays closed loses its slip, u = 0, by P = -G^-1 u alone."""
    u = held.touch.u
    P = -np.linalg.solve(held.touch.G, u)
    jump = next_mode(held.without_slip(), "sliding", events=(jam_event(held),), jammed=True)
    return replace(jump, lost=jump.lost - 0.5*float(P @ u))


def fall_back(held: Held, count: int) -> Jump:
    """Too many events in one step: one solve of Moreau and Jean decides what the contact does; then the end."""
    t, touch = held.t, held.touch
    if count >= MOST_JUMPS + MOST_FALL_BACKS:
        y = write_flight(held.lifted())
        return Jump("flight", y, ended=Event(t, 0, "stop", _(
            "The simulation stopped {when}: more than {most} events in one step.").format(
                when=instant(t, held.data.h), most=MOST_JUMPS)))
    step = moreau_jean(touch, held.contact.law, 0.0, INSTANT)
    impact = impact_of(touch, step.P)
    after, (lost, N_) = held.lifted().after(impact), loss_of(held, impact)
    sentence = _("More than {most} events within one step at t = {t:.4f} s: taken in one time-stepping solve.")
    events: tuple[Event, ...] = (Event(t, 0, "impact", sentence.format(most=MOST_JUMPS, t=t)),)
    if lost < 0.0:
        events += (impact_event(t, -touch.u_n, N_),)
    if step.phase == "open":
        return Jump("flight", write_flight(after), events, lost=lost)
    after = after.stopped().closed()
    if step.phase == "stick":
        return Jump(holding_mode(held), write_rolling(after.without_slip()), events, lost=lost)
    return Jump("sliding", write_sliding(after), events, lost=lost)


# ---- the table ------------------------------------------------------------------------------------------------------

SLIPS = tuple(name for name, mode in MODES.items() if mode.kind == SLIPPING)
# what more than a point carries has jumps of its own (faces.py)
SPREAD = ("lying", "standing")
HOLDS = tuple(name for name, mode in MODES.items() if mode.kind == HELD and name not in SPREAD)

# the last and the first moments of a slip
ENDINGS, ONSETS = (("slip_end", UNTURNED["slip_end"]), ("slip_onset", UNTURNED["slip_onset"]))

TRANSITIONS = (
    Transition(N_("landing"), ("flight",), lay.GUARD_END, N_("gap"), "m", land, DECIDED, ends=True),
    Transition(N_("slip about to end"), ("sliding", "unturned", "turn_onset", "turn_end"),
               lay.GUARD_END, N_("slip that is left a moment later"), "m/s",
               to_slip_time, (*ENDINGS, *DECIDED), ends=True),
    Transition(N_("slip grown or fading"), ONSETS, lay.GUARD_END,
               N_("slip, and what it lacks to be large"), "m/s", grow_or_fade, (*ENDINGS, *DECIDED), ends=True),
    Transition(N_("end of slip"), ENDINGS, lay.GUARD_END, N_("slip above rounding"), "1", stop_slip, DECIDED,
               ends=True),
    Transition(N_("turning about to end"), ("sliding", "slip_onset"), lay.GUARD_TURNING,
               N_("turning that is left a moment later"),
               "rad/s", to_turn_time, ("turn_end",)),
    Transition(N_("end of turning"), ("turn_end",), lay.GUARD_TURNING, N_("turning above rounding"), "1", stop_turning,
               ("sliding", "slip_onset", "unturned", "unturned_onset", "turn_onset")),
    Transition(N_("turning grown or about to end"), ("turn_onset",), lay.GUARD_TURNING,
               N_("turning that is left, and what it lacks to be large"), "rad/s", grow_or_end,
               ("sliding", "slip_onset", "unturned", "unturned_onset", "turn_onset", "turn_end")),
    Transition(N_("begins to turn"), tuple(TURNS), lay.GUARD_TURNING, N_("resistance in hand"), "N", begin_to_turn,
               ("turn_onset", "slip_onset", "slip_end")),
    Transition(N_("roll about to end"), ("resisted",), lay.GUARD_END, N_("roll that is left a moment later"),
               "rad/s", to_roll_time, ("rest_end",)),
    Transition(N_("roll grown or about to end"), ("roll_onset",), lay.GUARD_END,
               N_("roll that is left, and what it lacks to be large"), "rad/s", grow_roll,
               ("resisted", "rest_end", *DECIDED), ends=True),
    Transition(N_("end of roll"), ("rest_end",), lay.GUARD_END, N_("roll above rounding"), "1", end_roll, DECIDED,
               ends=True),
    Transition(N_("end of rest"), ("rest", "pivot", "rubber"), lay.GUARD_END, N_("resistance in hand"), "N", go_on,
               DECIDED, ends=True),
    Transition(N_("detachment"), (*HOLDS, *SLIPS), lay.GUARD_NORMAL, N_("normal force"), "N", lose_normal_force,
               DECIDED, ends=True),
    Transition(N_("breakaway"), HOLDS, lay.GUARD_CONE, N_("static friction in hand"), "N", exceed_friction,
               ONSETS, ends=True),
    Transition(N_("Painleve's paradox"), SLIPS, lay.GUARD_CONE, N_("V*/V"), "1", jam, DECIDED, ends=True),
)
RESETS = by_mode(TRANSITIONS)
# what may follow any of them when there were too many within a step
FALLS_BACK = ("flight", "sliding", *HOLDING)


def reset_of(held: Held, status: int, count: int) -> Callable[[Held, int], Jump] | None:
    """Returns the reset of a broken guard, None where nothing follows: the motion ends."""
    if status == ENDLESS and held.data.mode in ENDINGS and held.touch.speed < held.no_speed:
        status = lay.GUARD_END
    if status == ENDLESS and held.data.mode == "turn_end":
        # a spin that is hardly resisted keeps what is left of a roll alive
        status = lay.GUARD_TURNING
    if status == ENERGY_JUMP and MODES[held.data.mode].kind == SLIPPING and count < MOST_JUMPS and jams(held):
        return jam_before
    found = RESETS.get((held.data.mode, status))
    if found is None:
        return None
    return fall_back if count >= MOST_JUMPS else found.reset

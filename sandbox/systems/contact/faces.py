"""A body that comes down on a flat face of its own, or on its side: it stays, rocks over, and gets up again.

Flat faces are across the third axis k of a body, its side is along k. What comes down so meets its support all along:
to go on about another point of the rim would be a motion that jumps. The impulse that leaves no motion but the roll
s k of a side is spread over what touches; with P and, about the mass centre, L its centre is at

    e = rho_t + n x (L - rho x P)/(P.n)

from the mass centre. Where that is within the face, or the side, the body stays (mechanics/contact/lying.py); else it
rocks over onto the edge next to e, which strikes alone. Rocking that has become GENTLE is over. What comes down gives
nothing back. A face counts as flat within TILT: where it tips up the body is turned by so much, and what that costs
stands in the ledger.
"""

from typing import NamedTuple

import numpy as np

from sandbox.compiling.rotation import multiply
from sandbox.integration import hybrid
from sandbox.integration import observation as obs
from sandbox.integration.status import DONE, ENDLESS, ENERGY_JUMP
from sandbox.mechanics import held as held_at
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.geometry import FLATTEST
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.probe import motion_at
from sandbox.systems.contact.impacts import impact_event
from sandbox.systems.contact.next_mode import DECIDED, next_mode
from sandbox.systems.contact.rebounds import MOST_BOUNCES
from sandbox.systems.contact.resets import HOLDS, MOST_JUMPS, SLIPS, SPREAD, land
from sandbox.systems.contact.states import Held, read, write_flight, write_rolling
from sandbox.systems.contact.transition import Transition, by_mode
from sandbox.systems.protocol import Data, Event, Jump, instant
from sandbox.text import N_, _

LYING, STANDING = SPREAD
# tilt at which a body that tips up begins to roll about its rim: twice that at which it lies [rad]
TILT = 2.0/FLATTEST
# curvature radius in sizes of the body from which a motion that jumps is that of a face [1]
NEARLY = 0.1*FLATTEST
# how far the axis of a body that passes from one edge of its side to the other is from lying along its support [rad]
UPRIGHT = 1e-5
# a support that bends by less than this share of 1/size is a plane [1]
PLANE = 1e-9
# what a motion stops with where another point comes to touch
PASSES = (lay.GUARD_FLAT, ENERGY_JUMP, ENDLESS)
# speed of a rocking that is over, and that is said to be no impact [of the slip scale]
GENTLE = 1e-4


class Pressure(NamedTuple):
    """What presses a face or a side.

    N  its normal force, or impulse;  F  along the support;  centre (3,)  N e [N m or N m s]
    """

    N: float
    F: float
    centre: np.ndarray


def pressure_of(held: Held, force: np.ndarray, moment: np.ndarray) -> Pressure:
    """Returns the Pressure of a force (3,) on the body and a moment (3,) about its mass centre, or impulses."""
    n, rho = held.touch.n, held.touch.rho
    N = float(force @ n)
    M = moment - np.cross(rho, force)
    return Pressure(N, float(np.linalg.norm(force - N*n)), N*_along(rho, n) + np.cross(n, M))


def presses_within(held: Held, pressed: Pressure) -> bool:
    """Returns whether what presses the body presses it within what touches."""
    along = direction_of(held, pressed)
    return pressed.N > 0.0 and float(pressed.centre @ along) < pressed.N*float(leaning(held, along).touch.rho @ along)


def direction_of(held: Held, pressed: Pressure) -> np.ndarray:
    """Returns the unit vector (3,) along the support from the mass centre to where it is pressed; in the middle, to the
    contact."""
    touch = held.touch
    aimed = pressed.centre + 1e-9*abs(pressed.N)*_along(touch.rho, touch.n)
    far = float(np.linalg.norm(aimed))
    rho_t = _along(touch.rho, touch.n)
    return aimed/far if far > 0.0 else rho_t/float(np.linalg.norm(rho_t))


def _along(vector: np.ndarray, n: np.ndarray) -> np.ndarray:
    return vector - float(vector @ n)*n


# ---- turned a little ------------------------------------------------------------------------------------------------

def leaning(held: Held, along: np.ndarray) -> Held:
    """Returns the body with the point of its face or side in the direction `along` (3,) as the lowest one, by TILT."""
    k, n = held.touch.turning[:, 2], held.touch.n
    if is_flat(held):
        # of the face that is below
        return turned(held, -k if float(k @ n) > 0.0 else k, -n - TILT*along)
    return turned(held, k, _along(k, n) - np.copysign(TILT, float(k @ along))*n)


def mirrored(held: Held) -> Held:
    """Returns a body on one edge of its side turned onto the other edge: its side is as good as down."""
    k, n = held.touch.turning[:, 2], held.touch.n
    return turned(held, k, k - 2.0*float(k @ n)*n)


def turned(held: Held, one: np.ndarray, other: np.ndarray) -> Held:
    """Returns the body turned a little from the direction `one` to `other` (3,), in contact with what is lowest then.

    Its mass centre is where it was but for its height, its velocities are the same. What that costs is booked.
    """
    touch = held.touch
    turn = np.array((1.0, *(0.5*np.cross(one, other/np.linalg.norm(other)))))
    there = held._copy()
    there.numbers[held_at.QUATERNION:held_at.QUATERNION + 4] = multiply(*(turn/np.linalg.norm(turn)), *held.q)
    moved = there.touch.rho - touch.rho
    found = there._copy()
    found.c[:] = held.c + _along(moved, touch.n)
    found.w[:] = there.touch.turning.T @ touch.w
    found.v[:], found.numbers[held_at.HAS_VELOCITY] = touch.v, 1.0
    found.numbers[held_at.HAS_CENTRE] = 0.0
    found.numbers[held_at.LEDGER] += _energy(found) - _energy(held)
    return found


def _energy(held: Held) -> float:
    """E_J [J] of a body that touches its support."""
    touch = held.touch
    m, r, ws = touch.m, touch.c - touch.rho, touch.ws
    carried = np.cross(ws, r)
    v_rel = touch.v - carried
    # that of a touch has the force of a hand, which is no part of E_J
    ge = motion_at(held.t, held.data.p)[2]
    return (0.5*(m*float(v_rel @ v_rel) + float(touch.wr @ touch.J @ touch.wr) - m*float(carried @ carried)
                 - float(ws @ touch.J @ ws)) - m*float(ge @ r))


# ---- what comes down ------------------------------------------------------------------------------------------------

def is_flat(held: Held) -> bool:
    """Returns whether a body touches with a face, not with its side."""
    return float(np.trace(held.touch.S)) >= NEARLY*held.data.p.item(lay.LENGTH_SCALE)


def face_jump(data: Data, status: int, count: int) -> Jump | None:
    """Returns what follows a status of a body that has faces; None where it is not about these."""
    if data.mode in SPREAD:
        return get_up(read(data), status, count)
    if status not in PASSES or data.mode == "flight":
        return None
    held = read(data)
    touch = held.touch
    if float(np.abs(touch.W).max())*touch.size > PLANE:
        return None
    if is_flat(held):
        return lie_down(held, count)
    return come_down(held, STANDING, count) if abs(float(touch.turning[:, 2] @ touch.n)) < UPRIGHT else None


def lie_down(held: Held, count: int) -> Jump | None:
    """A face has come down."""
    return come_down(held, LYING, count)


def come_down(held: Held, mode: str, count: int) -> Jump | None:
    """A face or a side has come down: the body stays on it in a mode, or rocks over."""
    touch, roll = held.touch, _roll_left(held, mode)
    v_rel, turning = touch.v - np.cross(touch.ws, touch.c - touch.rho), roll*touch.turning[:, 2]
    P, L = touch.m*(-np.cross(turning, touch.rho) - v_rel), touch.J @ (turning - touch.wr)
    pressed, after = pressure_of(held, P, L), held.turning(touch.ws + turning)
    gained = _energy(after) - _energy(held)
    over = mirrored(held) if mode == STANDING else leaning(held, direction_of(held, pressed))
    speed = -over.touch.u_n
    scale = held.data.p.item(lay.SLIP_SCALE)
    ends = speed <= GENTLE*scale or count >= MOST_BOUNCES
    if not ends and not presses_within(held, pressed):
        # the other edge strikes alone
        return land(over.lifted(), count)
    if pressed.F > held.data.p.item(lay.STATIC_FRICTION)*pressed.N and not ends:
        return Jump(held.data.mode, held.data.y, ended=_slips(held))
    after.numbers[held_at.LEDGER] += gained
    events: tuple[Event, ...] = (impact_event(held.t, speed, -gained),) if speed > GENTLE*scale else ()
    down = replace_mode(held.data, mode, write_rolling(after))
    status = broken(down)
    if status != DONE:
        more = get_up(read(down), status, count + 1)
        if more is None:
            return None
        return Jump(more.mode, more.y, (*events, *more.events), more.ended, more.lost - gained)
    sentence = (_("It lies flat on its face at t = {t:.4f} s.") if mode == LYING else
                _("It stands on its side at t = {t:.4f} s."))
    return Jump(mode, down.y, (*events, Event(held.t, 0, "grip", sentence.format(t=held.t))), lost=-gained)


def _roll_left(held: Held, mode: str) -> float:
    """s of the roll s k that an impulse across k leaves [rad/s]; none of a face."""
    if mode == LYING:
        return 0.0
    touch = held.touch
    k, rho = touch.turning[:, 2], touch.rho
    v_rel = touch.v - np.cross(touch.ws, touch.c - rho)
    return float(k @ (touch.J @ touch.wr - touch.m*np.cross(rho, v_rel)))/_about_contact(held)


def _about_contact(held: Held) -> float:
    """k.(J + m(|rho|^2 1 - rho rho^T)) k [kg m^2]."""
    touch = held.touch
    k, rho = touch.turning[:, 2], touch.rho
    return float(k @ touch.J @ k) + touch.m*(float(rho @ rho) - float(k @ rho)**2)


def replace_mode(data: Data, mode: str, y: np.ndarray) -> Data:
    """Returns a run in another mode, in the state y."""
    other = data.at(data.t, y)
    other.mode = mode
    return other


# ---- what gets up ---------------------------------------------------------------------------------------------------

def broken(data: Data) -> int:
    """Returns the guard of a body on its face or side that is broken, DONE where it stays."""
    seen = np.zeros(obs.OBSERVATION)
    return hybrid.observe(MODES[data.mode].table, data.t, data.y, data.p, data.calls, seen)


def get_up(held: Held, status: int, count: int) -> Jump | None:
    """What was on its face or side is so no longer."""
    t, h = held.t, held.data.h
    if status == lay.GUARD_NORMAL:
        return Jump("flight", write_flight(held.lifted()), (Event(t, 0, "detach", _(
            "Detached: the normal force reached 0 {when}.").format(when=instant(t, h))),))
    if status == lay.GUARD_END and count >= MOST_JUMPS:
        return Jump(held.data.mode, held.data.y, ended=Event(t, 0, "stop", _(
            "The simulation stopped {when}: more than {most} events in one step.").format(
                when=instant(t, h), most=MOST_JUMPS)))
    if status == lay.GUARD_END:
        tips = Event(t, 0, "detach", _("It tips up over an edge at t = {t:.4f} s.").format(t=t))
        over = leaning(held, direction_of(held, pressed_now(held)))
        jump = next_mode(over.closed(), held.data.mode)
        return Jump(jump.mode, jump.y, (tips, *jump.events), jump.ended, jump.lost)
    if status == lay.GUARD_CONE:
        return Jump(held.data.mode, held.data.y, ended=_slips(held))
    return None


def _slips(held: Held) -> Event:
    return Event(held.t, 0, "stop", _(
        "The body slips on its face, or its side, {when}: how its friction is spread is not known.").format(
            when=instant(held.t, held.data.h)))


def pressed_now(held: Held) -> Pressure:
    """Returns what presses a body that lies on its face or rolls on its side on a support that moves."""
    touch = held.touch
    m, rho, r, ws, as_ = touch.m, touch.rho, touch.c - touch.rho, touch.ws, touch.as_
    k = touch.turning[:, 2]
    s = float(touch.wr @ k) if held.data.mode == STANDING else 0.0
    force = m*(np.cross(as_, r) + np.cross(ws, np.cross(ws, r)) - 2.0*s*np.cross(ws, np.cross(k, rho)) - touch.ge)
    moment = touch.J @ (as_ + s*np.cross(ws, k)) + np.cross(touch.w, touch.J @ touch.w) - touch.hand_moment
    if held.data.mode == STANDING:
        rate = -float(k @ (moment - np.cross(rho, force)))/_about_contact(held)
        force, moment = force - m*rate*np.cross(k, rho), moment + rate*(touch.J @ k)
    return pressure_of(held, force, moment)


# ---- the table ------------------------------------------------------------------------------------------------------

TRANSITIONS = (
    Transition(N_("lies on a flat face"), (*HOLDS, *SLIPS), lay.GUARD_FLAT,
               N_("how far from a flat face the contact is"), "1", lie_down, (*SPREAD, *DECIDED), ends=True),
    Transition(N_("detachment"), SPREAD, lay.GUARD_NORMAL, N_("normal force"), "N", get_up, ("flight",)),
    Transition(N_("tips up over an edge"), SPREAD, lay.GUARD_END,
               N_("room between the centre of pressure and the edge, times N"), "N", get_up, DECIDED, ends=True),
    Transition(N_("breakaway"), SPREAD, lay.GUARD_CONE, N_("static friction in hand"), "N", get_up, (), ends=True),
)
OF_FACES = by_mode(TRANSITIONS)

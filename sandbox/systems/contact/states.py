"""States of the modes of a body with a law of contact, read into one form and written from it."""

from __future__ import annotations

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.compiling.signature import address_of
from sandbox.mechanics import held as held_at
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.flight.passing import from_flight, to_flight
from sandbox.mechanics.contact.mode import FREE, HELD, SLIPPING
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.contact.state import LINES, LINES_ALOFT, MOVING_SIZE, ROLLING_SIZE, VELOCITY
from sandbox.mechanics.impact import layout as touch_at
from sandbox.mechanics.impact.contact_state import Touch, skew, touch_of
from sandbox.mechanics.impact.impact import Impact
from sandbox.mechanics.impact.impulses import close, stop_normal, stop_slip, strike_body
from sandbox.mechanics.probe import motion_at
from sandbox.mechanics.record import Record, Value, Values
from sandbox.scene.contact import Contact
from sandbox.systems.contact.inside import Inside
from sandbox.systems.protocol import Data

# a normal velocity below this is none [m/s over the slip scale]
AT_REST = 1e-9
# numbers that a state of sliding begins with
SLIDING_PART = VELOCITY + 3


class Held(Record):
    """A body near or on a support at an instant, in support axes; never changed, `after...` and the like make another.

    data     of the run (systems/protocol.py): the instant, parameters, the law of the contact
    c        (3,) contact point, or nearest point, local coordinates [m]
    q        (4,) body -> support;  w (3,) absolute angular velocity, body axes [rad/s]
    ledger   [J]
    v        (3,) velocity of the mass centre relative to the axis point [m/s], where it is known: else there is no slip
    centre   (3,) mass centre, local coordinates, where it is known: else from the contact
    """

    SIZE = held_at.HELD
    __slots__ = ("_addresses", "_touch", "data")

    c, q, w = Values(held_at.POINT, 3), Values(held_at.QUATERNION, 4), Values(held_at.ANGULAR_VELOCITY, 3)
    ledger, v, centre = Value(held_at.LEDGER), Values(held_at.VELOCITY, 3), Values(held_at.CENTRE, 3)

    def __init__(self, data: Data, addresses: tuple[int, int] | None = None):
        super().__init__()
        self.data = data
        # of p and calls
        self._addresses = addresses or (address_of(data.p), address_of(data.calls))
        self._touch: Touch | None = None

    @property
    def t(self) -> float:
        """The instant [s]."""
        return self.data.t

    @property
    def contact(self) -> Contact:
        """The law of the contact."""
        assert isinstance(self.data.contact, Contact)
        return self.data.contact

    @property
    def no_speed(self) -> float:
        """A velocity below this is none [m/s]."""
        return AT_REST*self.data.p.item(lay.SLIP_SCALE)

    @property
    def touch(self) -> Touch:
        """Everything about the contact."""
        if self._touch is None:
            self._touch = touch_of(self.data.t, self.address, *self._addresses)
        return self._touch

    @property
    def gap(self) -> float:
        """Distance of a body in flight from its nearest point [m]."""
        touch = self.touch
        return float(touch.n @ (self.centre + touch.rho - self.c))

    def _copy(self) -> Held:
        other = Held(self.data, self._addresses)
        other.numbers[:] = self.numbers
        return other

    def after(self, impact: Impact, moment: np.ndarray | None = None) -> Held:
        """With the velocities after an impact and its impulsive moment, the energy gained by it [J] booked."""
        other = self._copy()
        strike_body(self.touch.address, impact.address, other.address)
        if moment is not None and moment.any():
            _v, other.numbers[held_at.ANGULAR_VELOCITY:held_at.ANGULAR_VELOCITY + 3] = self.touch.after_impulse(
                impact.P, moment)
        return other

    def stopped(self) -> Held:
        """After the impulse that takes the normal velocity."""
        other = self._copy()
        stop_normal(self.touch.address, other.address)
        return other

    def closed(self) -> Held:
        """Without what rounding left of the normal velocity."""
        other = self._copy()
        close(self.touch.address, other.address)
        return other

    def without_slip(self) -> Held:
        """After the impulse that stops what is left of a slip."""
        other = self._copy()
        stop_slip(self.touch.address, other.address)
        return other

    def turning(self, w, gained: float = 0.0) -> Held:
        """Without slip at the angular velocity w (3,), support axes, the energy gained [J] booked."""
        other = self._copy()
        other.numbers[held_at.ANGULAR_VELOCITY:held_at.ANGULAR_VELOCITY + 3] = self.touch.turning.T @ w
        other.numbers[held_at.LEDGER] += gained
        other.numbers[held_at.HAS_VELOCITY] = 0.0
        return other

    def lifted(self, gap: float = 0.0) -> Held:
        """With its mass centre where a gap [m] asks for it."""
        other, touch = self._copy(), self.touch
        other.numbers[held_at.CENTRE:held_at.CENTRE + 3] = self.c + gap*touch.n - touch.rho
        other.numbers[held_at.HAS_CENTRE] = 1.0
        # a contact knows nothing of the mass centre's place
        other._touch = touch
        return other

    def take_flight(self, y: np.ndarray):
        """Takes a state of flight y(17), laboratory frame, in the place of its own."""
        from_flight(self.t, address_of(y), self._addresses[0], self.address)

    def lines_from(self, y: np.ndarray, at: int):
        """Takes what a state y has of masses inside at y[at:]: there are none."""

    def written(self, y: np.ndarray) -> np.ndarray:
        """Returns a state that begins with y: nothing follows."""
        return y

    def flight(self) -> np.ndarray:
        """Returns the state of flight y(17), laboratory frame."""
        y, known = np.empty(MOVING_SIZE), self._whole()
        # an address does not keep its record: another thread may take the room of one that nobody holds
        to_flight(self.t, known.address, self._addresses[0], address_of(y))
        return y

    def _whole(self) -> Held:
        """With mass centre and velocity known."""
        known = self if self.numbers[held_at.HAS_CENTRE] != 0.0 else self.lifted()
        if known.numbers[held_at.HAS_VELOCITY] == 0.0:
            known = known._copy()
            known.numbers[held_at.VELOCITY:held_at.VELOCITY + 3] = self.touch.v
            known.numbers[held_at.HAS_VELOCITY] = 1.0
        return known


class LoadedHeld(Held):
    """A Held that carries masses; lines (4,) are places and speeds of those that slide along lines of it."""

    __slots__ = ("_inside", "lines")

    def __init__(self, data: Data, addresses: tuple[int, int] | None = None):
        super().__init__(data, addresses)
        self.lines = np.zeros(2*lay.SLIDERS)
        self._inside: Inside | None = None

    @property
    def touch(self) -> Touch:
        """Everything about the contact, as body and load answer together."""
        is_new, touch = self._touch is None, super().touch
        if is_new:
            force = touch.m*(touch.ge - motion_at(self.t, self.data.p)[2])
            a, w_rate = self.inside.free(touch.w, force, touch.hand_moment)
            touch.c_free[:] += a - force/touch.m + np.cross(w_rate - touch.turning_free, touch.rho)
            touch.turning_free[:] = w_rate
            answer = self.inside.answer(touch.rho)
            touch.G[:] = np.hstack([np.eye(3), -skew(touch.rho)]) @ answer
            touch.numbers[touch_at.FREE_OPENING] = touch.n @ touch.c_free + touch.n_dot @ touch.u
        return touch

    @property
    def inside(self) -> Inside:
        """Body and load, support axes."""
        if self._inside is None:
            turning = np.array(matrix_of(*self.q.tolist())).reshape(3, 3)
            self._inside = Inside(self.t, self.data.p, self.lines, turning)
        return self._inside

    def _copy(self) -> LoadedHeld:
        other = LoadedHeld(self.data, self._addresses)
        other.numbers[:], other.lines = self.numbers, self.lines
        return other

    def _pushed(self, P, gained: float) -> LoadedHeld:
        """After an impulse P (3,) at the contact that gains energy [J], besides the work of the motors."""
        other, touch = self._copy(), self.touch
        dV, dw = np.split(self.inside.answer(touch.rho) @ P, 2)
        other.v[:], other.w[:] = touch.v + dV, self.w + touch.turning.T @ dw
        other.lines = self.inside.pushed(dV, dw)
        other.numbers[held_at.LEDGER] += gained + self.inside.work(dV, dw)
        other.numbers[held_at.HAS_VELOCITY] = 1.0
        return other

    def after(self, impact: Impact, moment: np.ndarray | None = None) -> Held:
        """With the velocities after an impact, the energy gained by it [J] booked; nothing here has a moment."""
        return self._pushed(impact.P, impact.energy)

    def stopped(self) -> Held:
        """After the impulse that takes the normal velocity."""
        touch = self.touch
        V = touch.n @ touch.G @ touch.n
        return self._pushed(-touch.u_n/V*touch.n, -0.5*touch.u_n*touch.u_n/V)

    def without_slip(self) -> Held:
        """After the impulse that stops what is left of a slip."""
        touch = self.touch
        P = np.linalg.solve(touch.G, -touch.u)
        other = self._pushed(P, 0.5*float(P @ touch.u))
        other.numbers[held_at.HAS_VELOCITY] = 0.0
        return other

    def written(self, y: np.ndarray) -> np.ndarray:
        """Returns a state that begins with y: the lines follow."""
        return np.concatenate([y, self.lines])

    def lines_from(self, y: np.ndarray, at: int):
        """Takes the lines from a state y that has them at y[at:]."""
        self.lines = y[at:at + 2*lay.SLIDERS].copy()


def carries(data: Data) -> bool:
    """Returns whether the body of a run carries masses."""
    return data.calls.item(lay.CALL_STAGE) != 0


def held_of(data: Data, c, q, w, v, centre) -> Held:
    """Returns a body from its contact point, orientation, velocities and mass centre."""
    held = Held(data)
    held.numbers[:] = (*c, *q, *w, 0.0, *v, *centre, 1.0, 1.0)
    return held


def read(data: Data) -> Held:
    """Returns the present state of a mode."""
    held, kind = LoadedHeld(data) if carries(data) else Held(data), MODES[data.mode].kind
    held.lines_from(data.y, LINES if kind == HELD else LINES_ALOFT)
    if kind == FREE:
        held.take_flight(data.y)
    elif kind == SLIPPING:
        held.numbers[:SLIDING_PART] = data.y[:SLIDING_PART]
        held.numbers[held_at.HAS_VELOCITY] = 1.0
    else:
        held.numbers[:ROLLING_SIZE] = data.y[:ROLLING_SIZE]
    return held


def write_rolling(held: Held) -> np.ndarray:
    """y(11) of the modes without slip."""
    return held.written(held.numbers[:ROLLING_SIZE].copy())


def write_sliding(held: Held, bias=0.0) -> np.ndarray:
    """y(17) of sliding; bias (3,) is the direction of a slip that starts from rest, as a tiny velocity [m/s]."""
    y = np.empty(MOVING_SIZE)
    y[:ROLLING_SIZE] = held.numbers[:ROLLING_SIZE]
    y[VELOCITY:SLIDING_PART] = held.touch.v
    y[SLIDING_PART:] = bias
    return held.written(y)


def write_flight(held: Held) -> np.ndarray:
    """y(17) of flight, in the laboratory frame."""
    return held.written(held.flight())

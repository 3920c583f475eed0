"""The incremental process of an impact: Routh's, in three dimensions, with the normal impulse p as its clock.

    du/dp = G (n - mu e)      slip, e = u_t/|u_t|
    du/dp = G (n + b)         no slip, b = -G_tt^-1 G_tn, |b| <= mu
    du/dp = G (n - mu e*)     slip resumed along an isoclinic direction e* where |b| > mu

While slip turns, u_t = r (cos th, sin th) obeys r' = r R(th), th' = T(th), p' = r in the scaled time dp/r, with R and T
the parts of a = G_tn - mu G_tt e along and across e: r falls off exponentially and th runs into an isoclinic, so that
the end of slip is a straight piece p = r/(-R) of no size. Everything else is piecewise linear and closed. When the
impact ends is a question of its own (restitution.py). Source: contact.md 8.1; Routh 1905; Stronge 2000; Batlle 1996.
"""

from math import atan2, cos, exp, hypot, inf, sin, sqrt
from typing import NamedTuple

import numpy as np

from sandbox.compiling.signature import address_of
from sandbox.mechanics.impact import restitution, turning_slip
from sandbox.mechanics.impact.detachment import PAINLEVE_SHARE
from sandbox.mechanics.impact.restitution import Impulse
from sandbox.mechanics.impact.slip_direction import isoclinic

# slip below this share of the impact's speed is none
NO_SLIP = 1e-14
# a direction that turns slower than this share of the acceleration does not turn
STRAIGHT = 1e-14
# phases of one impact; three are usual
MOST_PHASES = 20
# what the end of an impact is counted in, and what may happen while slip turns
LEFT_PLACES = {restitution.NEWTON: turning_slip.LEFT_U_N, restitution.POISSON: turning_slip.LEFT_P,
               restitution.STRONGE: turning_slip.LEFT_W}
HAPPENED = {turning_slip.FREED: restitution.RELEASED, turning_slip.COMPRESSED: restitution.MAX_COMPRESSION,
            turning_slip.ENDED: restitution.END, turning_slip.CLOSED: restitution.CLOSING}


class Process(Impulse):
    """An impact whose slip is stopped, turned or resumed by the friction mu."""

    def __init__(self, G, u, e, mu, ending, hold):
        super().__init__(G, u, e, ending, hold)
        self.mu = mu

    def stop_slip(self):
        """End the slip: the friction impulse becomes the one that makes it zero to the last digit."""
        self.P[:2] = -np.linalg.solve(self.G[:2, :2], self.u0[:2] + self.G[:2, 2]*self.P[2])
        self.sequence.append(restitution.SLIP_END)
        self.release()

    def turn(self, angle):
        """Returns R and T at the slip direction `angle`."""
        c, s = cos(angle), sin(angle)
        G, mu = self.G, self.mu
        ax = G[0, 2] - mu*(G[0, 0]*c + G[0, 1]*s)
        ay = G[1, 2] - mu*(G[1, 0]*c + G[1, 1]*s)
        return ax*c + ay*s, ay*c - ax*s

    def slip(self):
        """Advance through slip from its present direction until it or the impact ends."""
        for _ in range(MOST_PHASES):
            if self.ended:
                return
            u = self.u
            r, angle = hypot(u[0], u[1]), atan2(u[1], u[0])
            R, T = self.turn(angle)
            if abs(T) <= STRAIGHT*(abs(R) + abs(T)) or self.mu == 0.0:
                friction = (-self.mu*u[0]/r, -self.mu*u[1]/r)
                self.straight(friction, r/-R if R < 0.0 and self.mu > 0.0 else inf)
                if not self.ended:
                    self.stop_slip()
                return
            if self._curved(r, angle):
                self.stop_slip()
                return
        raise ArithmeticError("impact: slip and normal velocity keep changing their sense")

    def _curved(self, r, angle) -> bool:
        """Advance through slip that turns; returns True at its end, False where the normal velocity changes."""
        asked, y, G = np.zeros(turning_slip.ASKED), np.zeros(turning_slip.SIZE), self.G
        asked[turning_slip.RESPONSE:turning_slip.RESPONSE + 9] = G.ravel()
        asked[[turning_slip.MU, turning_slip.SLIP, turning_slip.NORMAL_VELOCITY]] = self.mu, r, self.u[2]
        asked[turning_slip.SHARE] = PAINLEVE_SHARE
        # the clock runs in units of the friction it takes to stop the slip
        asked[turning_slip.SPAN] = 1e4*(1.0 + turning_slip.FALL)/(self.mu*np.linalg.eigvalsh(G[:2, :2])[0])
        asked[turning_slip.LEFT] = self.remaining(self.P[2], self.W, 0.0)
        asked[LEFT_PLACES[self.ending]] = 1.0
        y[turning_slip.ANGLE] = angle
        stage = (turning_slip.RESTORING if not self.is_compressing else
                 turning_slip.PRESSED if self.hold else turning_slip.COMPRESSING)
        what = turning_slip.follow(turning_slip.STEP.address, address_of(asked), stage, address_of(y))
        if what == turning_slip.LOST:
            raise ArithmeticError("impact: the turning of slip could not be followed")

        impulse = slice(turning_slip.IMPULSE, turning_slip.IMPULSE + 3)
        self.P, self.W = self.P + y[impulse], self.W + y[turning_slip.WORK]
        if what == turning_slip.FADED:
            R, _T = self.turn(y[turning_slip.ANGLE])
            rest, u_n = r*exp(y[turning_slip.LOG_R])/-R, self.u[2]
            self.W += u_n*rest
            self.P[2] += rest
            return True
        self.happen(HAPPENED[what])
        return False

    def after_slip(self):
        """Advance to the end of the impact, without slip where friction can hold it, else with slip that resumes."""
        b = -np.linalg.solve(self.G[:2, :2], self.G[:2, 2])
        if hypot(b[0], b[1]) <= self.mu:
            self.straight(b, inf)
            return
        e = isoclinic(self.G, self.mu, -b)
        if e is None:
            raise ArithmeticError("impact: slip has no direction to resume in")
        self.straight(-self.mu*e, inf)


class Processed(NamedTuple):
    """The end of an impact: impulse P (3,) [N s] along t1, t2, n, its p_c [N s], and the sequence of its phases."""

    P: np.ndarray
    p_c: float
    sequence: tuple[str, ...]


def process(G, u, e, mu, ending, hold=False) -> Processed:
    """Runs the incremental process of an impact to its end.

    G (3, 3) [1/kg], u (3,) [m/s]   in the axes t1, t2, n
    e, mu    restitution 0..1, friction (inf: slip stops at once, before any normal impulse)
    ending   newton, poisson or stronge
    hold     the contact stays closed while V* is below PAINLEVE_SHARE of V: a small V* > 0 counts as its limit 0
    """
    speed, response = sqrt(u @ u), G[2, 2]
    if speed == 0.0:
        return Processed(np.zeros(3), 0.0, (restitution.END,))
    run = Process(G/response, u/speed, e, mu, ending, hold)
    if hypot(u[0], u[1]) > NO_SLIP*speed:
        if mu == inf:
            run.stop_slip()
        else:
            run.slip()
    if not run.ended:
        run.after_slip()
    scale = speed/response
    return Processed(scale*run.P, scale*run.p_c, tuple(run.sequence))

"""The incremental process of an impact: Routh's, in three dimensions, with the normal impulse p as its clock.

    du/dp = G (n - mu e)      slip, e = u_t/|u_t|
    du/dp = G (n + b)         no slip, b = -G_tt^-1 G_tn, |b| <= mu
    du/dp = G (n - mu e*)     slip resumed along an isoclinic direction e* where |b| > mu

While slip turns, u_t = r (cos th, sin th) obeys r' = r R(th), th' = T(th), p' = r in the scaled time dp/r, with R and T
the parts of a = G_tn - mu G_tt e along and across e: r falls off exponentially and th runs into an isoclinic, so that
the end of slip is a straight piece p = r/(-R) of no size. Everything else is piecewise linear and closed. When the
impact ends is a question of its own (restitution.py). Source: contact.md 8.1; Routh 1905; Stronge 2000; Batlle 1996.
"""

from math import atan2, cos, hypot, inf, sin, sqrt
from typing import NamedTuple

import numpy as np

from sandbox.mechanics.impact.detachment import PAINLEVE_SHARE
from sandbox.mechanics.impact.restitution import (
    CLOSING,
    END,
    MAX_COMPRESSION,
    NEWTON,
    POISSON,
    RELEASED,
    SLIP_END,
    STRONGE,
    Impulse,
)
from sandbox.mechanics.impact.slip_direction import isoclinic

# slip below this share of the impact's speed is none
NO_SLIP = 1e-14
# a direction that turns slower than this share of the acceleration does not turn
STRAIGHT = 1e-14
# the turning is followed until slip has fallen by exp(-FALL)
FALL = 30.0
# phases of one impact; three are usual
MOST_PHASES = 20
# places in the state of slip that turns: ln(r/r0), th, P - P0 along t1, t2, n, W - W0
LOG_R, ANGLE, IMPULSE, NORMAL_IMPULSE, WORK = 0, 1, slice(2, 5), 4, 5


class Process(Impulse):
    """An impact whose slip is stopped, turned or resumed by the friction mu."""

    def __init__(self, G, u, e, mu, ending, hold):
        super().__init__(G, u, e, ending, hold)
        self.mu = mu

    def stop_slip(self):
        """End the slip: the friction impulse becomes the one that makes it zero to the last digit."""
        self.P[:2] = -np.linalg.solve(self.G[:2, :2], self.u0[:2] + self.G[:2, 2]*self.P[2])
        self.sequence.append(SLIP_END)
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
        # asked for by few impacts, and slow to load
        from scipy.integrate import solve_ivp
        start, mu, G, W0 = self.P.copy(), self.mu, self.G, self.W
        first = self.u
        begin = np.array((0.0, angle, 0.0, 0.0, 0.0, 0.0))

        def rhs(_s, y):
            R, T = self.turn(y[ANGLE])
            size = r*np.exp(y[LOG_R])
            c, s = mu*size*cos(y[ANGLE]), mu*size*sin(y[ANGLE])
            return np.array((R, T, -c, -s, size, (first[2] + G[2] @ y[IMPULSE])*size))

        def opening(_s, y):
            return first[2] + G[2] @ y[IMPULSE]

        def faded(_s, y):
            return y[LOG_R] + FALL

        def left(_s, y):
            return self.left(start[2] + y[NORMAL_IMPULSE], W0 + y[WORK], opening(_s, y))

        def freed(_s, y):
            return G[2, 2] - mu*(G[2, 0]*cos(y[ANGLE]) + G[2, 1]*sin(y[ANGLE])) - PAINLEVE_SHARE*G[2, 2]

        events, kinds, freed.direction = [faded, freed], ["", RELEASED], 1.0
        if not self.is_compressing:
            events, kinds, opening.direction = [faded, left, opening], ["", END, CLOSING], -1.0
        elif not self.hold:
            events, kinds, opening.direction = [faded, opening], ["", MAX_COMPRESSION], 1.0
        for event in events:
            event.terminal = True
        faded.direction = left.direction = -1.0
        # the clock runs in units of the friction it takes to stop the slip
        rates = {"rtol": 1e-13, "atol": 1e-16, "method": "DOP853"}
        span = 1e4*(1.0 + FALL)/(mu*np.linalg.eigvalsh(G[:2, :2])[0])
        path = solve_ivp(rhs, (0.0, span), begin, events=events, **rates)
        if path.status != 1:
            raise ArithmeticError(f"impact: the turning of slip could not be followed: {path.message}")
        which = next(i for i, times in enumerate(path.t_events) if times.size)
        y = path.y[:, -1]

        # the event was found on an interpolant: step there, then one Newton step
        if which > 0:
            y = solve_ivp(rhs, (path.t[-2], path.t[-1]), path.y[:, -2], **rates).y[:, -1]
            slope = rhs(0.0, y)
            change = G[2] @ slope[IMPULSE]
            if kinds[which] == RELEASED:
                # the direction alone decides, and it is as exact as it needs to be
                change = 0.0
            elif kinds[which] == END:
                change = -{NEWTON: change, POISSON: slope[NORMAL_IMPULSE], STRONGE: slope[WORK]}[self.ending]
            if change != 0.0:
                y = y - events[which](0.0, y)/change*slope
        self.P, self.W = start + y[IMPULSE], W0 + y[WORK]
        if which == 0:
            R, _T = self.turn(y[ANGLE])
            rest, u_n = r*np.exp(y[LOG_R])/-R, self.u[2]
            self.W += u_n*rest
            self.P[2] += rest
            return True
        self.happen(kinds[which])
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
        return Processed(np.zeros(3), 0.0, (END,))
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

"""When an impact ends: its impulse and work so far, its compression and restitution.

    W = integral of u_n dp    work of the normal force, p the normal impulse

Compression ends where u_n = 0 (p = p_c, W = W_c), the impact where its hypothesis says so:

    newton    u_n = -e u_n(0)        poisson    p = (1 + e) p_c        stronge    W = (1 - e^2) W_c

Along a constant friction u_n is linear in p and W quadratic: all instants are closed. What the friction is, and slip
that turns, is in routh.py. Source: contact.md 8.1, 8.2; Stronge 2000.
"""

from math import inf, sqrt

import numpy as np

NEWTON, POISSON, STRONGE = "newton", "poisson", "stronge"
SLIP_END, MAX_COMPRESSION, CLOSING, END = "slip_end", "max_compression", "closing", "end"
# a contact held closed is let go when V* grows beyond PAINLEVE_SHARE of V
RELEASED = "released"
# pieces of a phase with constant friction: compression, closing again, compression, restitution are all that it has
MOST_PIECES = 8


class Impulse:
    """The progress of one impact, in the axes t1, t2, n, in units of its own speed.

    G (3, 3), u (3,)   response and relative velocity before, scaled
    P (3,), p, W       impulse so far, its normal part, the normal work;  p_c, W_c  at the end of compression
    """

    def __init__(self, G, u, e, ending, hold):
        self.G, self.u0, self.e, self.ending = G, u, e, ending
        self.P, self.W = np.zeros(3), 0.0
        self.p_c, self.W_c = 0.0, 0.0
        self.is_compressing, self.hold = True, hold
        self.sequence: list[str] = []

    @property
    def u(self):
        return self.u0 + self.G @ self.P

    @property
    def ended(self) -> bool:
        return bool(self.sequence) and self.sequence[-1] == END

    def compressed(self):
        """End the compression, and the impact where no restitution follows."""
        self.is_compressing = False
        self.p_c, self.W_c = self.P[2], self.W
        self.sequence.append(MAX_COMPRESSION)
        if self.remaining(self.P[2], self.W, 0.0) <= 0.0:
            self.sequence.append(END)

    def remaining(self, p, W, u_n) -> float:
        """Returns what is left until the end, positive before it, at the impulse p, the work W and the speed u_n."""
        if self.ending == NEWTON:
            return self.e*abs(min(self.u0[2], 0.0)) - u_n
        if self.ending == POISSON:
            return (1.0 + self.e)*self.p_c - p
        return (1.0 - self.e*self.e)*self.W_c - W

    def straight(self, friction, length):
        """Advance through a phase in which each newton second along n brings friction (2,), `length` of p long."""
        rate = np.array((friction[0], friction[1], 1.0))
        v = self.G[2] @ rate
        if length == inf:
            self.hold = False
        for _ in range(MOST_PIECES):
            if not length > 0.0 or self.ended:
                return
            u_n = self.u[2]
            if self.is_compressing and self.hold:
                event, kind = inf, ""
            elif self.is_compressing:
                event, kind = (max(-u_n, 0.0)/v if v > 0.0 else inf), MAX_COMPRESSION
            else:
                event, kind = self._time_left(u_n, v), END
                if v < 0.0 and max(u_n, 0.0)/-v < event:
                    event, kind = max(u_n, 0.0)/-v, CLOSING
            step = min(event, length)
            if step == inf:
                raise ArithmeticError("impact: the normal velocity never opens")
            self.W += u_n*step + 0.5*v*step*step
            self.P = self.P + step*rate
            if event <= length:
                self.happen(kind)
            length -= step
        raise ArithmeticError("impact: the normal velocity keeps changing its sense")

    def happen(self, kind):
        """Apply an event that was reached in a straight or a turning phase."""
        if kind == MAX_COMPRESSION:
            self.compressed()
        elif kind == END:
            self.sequence.append(END)
        elif kind == RELEASED:
            self.release()
        else:
            self.is_compressing = True

    def release(self):
        """Let the contact open: it is no longer held closed, and what has opened already ends its compression."""
        self.hold = False
        if self.is_compressing and self.u[2] >= 0.0:
            self.compressed()

    def _time_left(self, u_n, v) -> float:
        """Returns the length of p until the end at a constant du_n/dp = v, inf if it is not reached."""
        remaining = self.remaining(self.P[2], self.W, u_n)
        if remaining <= 0.0:
            return 0.0
        if self.ending == NEWTON:
            return remaining/v if v > 0.0 else inf
        if self.ending == POISSON:
            return remaining
        root = u_n*u_n + 2.0*v*remaining
        return 2.0*remaining/(u_n + sqrt(root)) if root >= 0.0 and u_n + sqrt(root) > 0.0 else inf

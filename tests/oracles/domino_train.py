"""The leaning train of dominoes as one degree of freedom: pivoting, frictionless, plastic hits.

n dominoes whose front edges do not slip, each leaning on the next one. With the rounding r the feet roll: the
foot of a domino at the angle a (from upright) stands at r a. The upper front edge of each touches the rear face of the
next one, which gives the next angle; all follow from the first one, so that

    T = (1/2) omega^2 S,  S = sum_k I_k (da_k/da_1)^2,     V = m g sum_k z_k

keep their sum between hits, and a hit on one that stands leaves omega+ = omega- S_-/S_+ (the moment about each foot
passes through the chain). D. G. Stronge and D. Shu, "The domino effect: successive destabilization by cooperative
neighbours", Proc. R. Soc. A 418, 1988; here with rolling edges.
"""

from math import cos, sin

import numpy as np
from scipy.integrate import quad
from scipy.optimize import brentq


class DominoTrain:
    """A row of equal dominoes of `height`, `thick`, at `pitch`, with edges of the radius `rounding` [m].

    mass [kg], inertia about the mass centre across the row [kg m^2], gravity [m/s^2]
    """

    def __init__(self, height, thick, pitch, rounding, mass, inertia, gravity):
        self.a, self.b, self.r = 0.5*thick - rounding, 0.5*height - rounding, rounding
        self.pitch, self.m, self.J, self.g = pitch, mass, inertia, gravity

    def centre(self, angle):
        """x and z of a mass centre, x from where it stands upright."""
        return np.array((self.a + self.r*angle - self.a*cos(angle) + self.b*sin(angle),
                         self.r + self.a*sin(angle) + self.b*cos(angle)))

    def gap(self, angle, other):
        """Of the upper front edge of one and the rear face of the next [m]."""
        out = np.array((self.a*cos(angle) + self.b*sin(angle), self.b*cos(angle) - self.a*sin(angle)))
        corner = self.centre(angle) + out
        off = corner - self.centre(other) - (self.pitch, 0.0)
        return -off[0]*cos(other) + off[1]*sin(other) - self.a - 2.0*self.r

    def touches_at(self):
        """The angle at which one reaches the next that stands."""
        return brentq(lambda angle: self.gap(angle, 0.0), 0.0, 1.0, xtol=1e-16)

    def angles(self, first, n):
        """Angles (n,) of a train whose rear one is at `first`."""
        found = [first]
        for _k in range(n - 1):
            angle = found[-1]
            found.append(brentq(lambda other, angle=angle: self.gap(angle, other), -0.2, angle, xtol=1e-16))
        return np.array(found)

    def first_for(self, front, n):
        """The angle of the rear one of n where that in front is at `front`, and all the angles, from the front."""
        found = [front]
        for _k in range(n - 1):
            other = found[-1]
            found.append(brentq(lambda angle, other=other: self.gap(angle, other), other, 1.55, xtol=1e-16))
        return np.array(found)

    def ratio(self, angle, other):
        """d other/d angle while they touch, by the velocity of the edge along the face's normal."""
        e = 1e-6
        by_angle = (self.gap(angle + e, other) - self.gap(angle - e, other))/(2*e)
        return -by_angle/((self.gap(angle, other + e) - self.gap(angle, other - e))/(2*e))

    def inertia(self, angle):
        """About the line of contact of one [kg m^2]."""
        x, z = self.centre(angle)
        return self.J + self.m*((x - self.a - self.r*angle)**2 + z*z)

    def weighed(self, angles):
        """S of angles from the front one back, against the rate of the front one; the potential energy [J]."""
        rate, total = 1.0, 0.0
        for k, angle in enumerate(angles):
            if k > 0:
                rate /= self.ratio(angle, angles[k - 1])
            total += self.inertia(angle)*rate*rate
        return total, self.m*self.g*sum(self.centre(angle)[1] for angle in angles)

    def hits(self, n, start):
        """Times (n - 1,) from hit to hit: [t_2 - t_1, ...] of a row whose first one falls from rest at `start` [s].

        The train's length is that of all that has fallen: nothing at its rear has come to lie yet.
        """
        end, times = self.touches_at(), []
        S, V = self.weighed([end])
        energy = self.m*self.g*self.centre(start)[1] - V        # kinetic, as the second one is hit
        for k in range(2, n + 1):
            standing = self.first_for(0.0, k)
            before, V = self.weighed(standing[1:])
            rate = self.ratio(standing[1], 0.0)
            after = before/rate**2 + self.inertia(0.0)
            # the momentum that belongs to the chain is kept: T+ = T- S-/S+
            energy *= before/rate**2/after
            V += self.m*self.g*self.centre(0.0)[1]
            if k == n:
                break
            total = energy + V

            def slowness(front, k=k, total=total):
                S, V = self.weighed(self.first_for(front, k))
                return (S/(2.0*(total - V)))**0.5
            times.append(quad(slowness, 0.0, end, epsabs=1e-10, epsrel=1e-8)[0])
            S, V = self.weighed(self.first_for(end, k))
            energy = total - V
        return np.array(times)

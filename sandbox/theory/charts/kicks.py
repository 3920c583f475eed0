"""Whether a kick lifts a disk in steady precession off a smooth plane.

The spin n about the axis and P = A tau sin(theta) + C n cos(theta) stay, and with them the energy leaves at each tilt

    (A + m h'^2) theta'^2 = 2 (E - A tau^2/2 - C n^2/2 - m g h),        tau = (P - C n cos theta)/(A sin theta),

so that the free acceleration of the gap U (precession.free_acceleration) is a function of the tilt, without a run. A
kick adds eps m g a to the energy of steady precession. Ivanov 2008, section 4.1, and contact.md 7, which refutes it.
"""

from math import degrees, pi, radians

import numpy as np

from sandbox.mechanics import precession
from sandbox.mechanics.precession import Coin
from sandbox.scene.charts.chart import Chart, ChartElement, Curve, Mark, Region
from sandbox.text import _
from sandbox.theory.charts.coin import tilted_disk
from sandbox.theory.charts.situation import Situation

POINTS = 4000           # tilts between flat and the last one
FLATTEST = 1e-3         # of the tilt of steady precession: from where tilts are looked at
HALVINGS = 60           # of the interval in which the tilt turns
KICKS = np.linspace(0.0, 1.5, 76)       # energies in m g a that are drawn
LEAST_U = -2.0          # [g] lowest U that is drawn, at least
MOST_U = 1.0


class Swing:
    """Motions of a disk on a smooth plane with the angular momenta of steady precession, with more energy."""

    def __init__(self, coin: Coin, theta: float, tau: float):
        n = precession.smooth_spin(coin, theta, tau)
        self.coin, self.theta, self.n = coin, theta, n
        self.momentum = coin.A*tau*np.sin(theta) + coin.C*n*np.cos(theta)
        self.least = self._potential(theta)
        # a thin disk may go on over its upright, a thick one would come down on its other rim
        self.last = 0.5*pi if coin.b > 0.0 else pi - FLATTEST*theta

    def _height(self, theta):
        a, b = self.coin.a, self.coin.b
        return a*np.sin(theta) + b*np.cos(theta), a*np.cos(theta) - b*np.sin(theta)

    def _tau(self, theta):
        return (self.momentum - self.coin.C*self.n*np.cos(theta))/(self.coin.A*np.sin(theta))

    def _potential(self, theta):
        return 0.5*self.coin.A*self._tau(theta)**2 + self.coin.m*self.coin.g*self._height(theta)[0]

    def _left(self, theta, energy):
        """What is left of the energy [J] for theta'."""
        return self.least + energy - self._potential(theta)

    def free_acceleration(self, theta, energy):
        """Returns U [m/s^2] at tilts (n,) [rad] of the motion with that much energy [J] more than steady precession."""
        coin, tau = self.coin, self._tau(theta)
        h, slope = self._height(theta)
        square = 2.0*np.maximum(self._left(theta, energy), 0.0)/(coin.A + coin.m*slope*slope)
        return -coin.g + h*square - slope/coin.A*tau*(coin.A*tau/np.tan(theta) - coin.C*self.n)

    def largest(self, energy: float) -> float:
        """Returns the largest U [m/s^2] on the swing with that much energy [J] more than steady precession."""
        sides = [np.geomspace(self.theta, FLATTEST*self.theta, POINTS), np.linspace(self.theta, self.last, POINTS)]
        reached = []
        for tilts in sides:
            beyond = np.flatnonzero(self._left(tilts[1:], energy) < 0.0)
            if not len(beyond):
                reached.append(tilts)
                continue
            k = int(beyond[0])
            reached.append(np.append(tilts[:k + 1], self._turned(tilts[k], tilts[k + 1], energy)))
        return float(self.free_acceleration(np.concatenate(reached), energy).max())

    def _turned(self, inside: float, outside: float, energy: float) -> float:
        """The tilt between these two at which the swing turns."""
        for _halving in range(HALVINGS):
            middle = 0.5*(inside + outside)
            if self._left(middle, energy) < 0.0:
                outside = middle
            else:
                inside = middle
        return inside


def draw_kicks(word, situation: Situation) -> Chart | None:
    """Returns the chart of the largest U over the energy of a kick, with the present U."""
    disk = tilted_disk(situation)
    if disk is None:
        return None
    coin, (theta, tau, kick) = disk.coin, (float(situation.values[name]) for name in word.names)
    tilt, unit = radians(theta), coin.m*coin.g*coin.a
    swing = Swing(coin, tilt, tau)
    most = np.array([swing.largest(share*unit) for share in KICKS.tolist()])/coin.g
    here = swing.largest(kick*unit)/coin.g
    low = min(LEAST_U, 1.2*float(most.min()))
    ends = (float(KICKS[0]), float(KICKS[-1]))
    parts: list[ChartElement] = [
        Region(_("takes off"), (*ends, *ends[::-1]), (0.0, 0.0, 2.0*MOST_U, 2.0*MOST_U), tone=3),
        Curve(_("largest U of the swing about θ = {theta:.3g}°").format(theta=degrees(tilt)), KICKS, most, tone=0),
        Mark(_("this kick: {U:.4g} g").format(U=here).replace("-", "−"), kick, min(here, MOST_U), "point")]

    def moving(snapshot) -> tuple[ChartElement, ...]:
        contact = snapshot.contacts[0] if snapshot.contacts else None
        if contact is None or not np.isfinite(contact.U) or contact.gap > 1e-9:
            return ()
        return (Mark(_("now"), kick, float(np.clip(contact.U/coin.g, low, MOST_U)), "stable"),)

    return Chart("energy of the kick over m g a", "U/g", tuple(parts), x_range=(ends[0] - 0.05, ends[1]),
                 y_range=(low, MOST_U), moving=moving, title="Kicks", trail=0.0,
                 key=("kicks", *sorted(situation.values.items())))

"""A thick disk that rolls nearly flat: how fast it oscillates as its tilt goes to 0, and what a kick does to it.

For a spin n that is kept, steady precession tends to psi' = -g/(b n) (Ivanov 2008, (4.11)). The rolling equations
linearised about it (mechanics/precession.py) have to leading order in theta

    (A + m a^2 + m b^2) theta'' = -(m a b n/theta) (K - psi') (theta - theta_0),    K = d tau/d theta + psi'
    w^2 theta -> m a b n (C (C + m a^2) n/D - 2 psi')/(A + m (a^2 + b^2)),  D = A C + A m a^2 + C m b^2

for tau theta' s part comes of (tau sin theta)' = theta' sin theta C (C + m a^2) n/D. So w grows as theta^(-1/2), where
(4.12) has it bounded.

A kick gives the tilt a rate in steady precession. Rolling keeps two linear relations along the tilt, for
u = tau sin theta and n,

    du/d theta = (C (C + m a^2) n sin theta - C m a b u)/D,    dn/d theta = m a (A a u/sin theta + C b n)/D

and the energy M theta'^2/2 + Pi, M = A + m a^2 + m b^2. So the normal force of the swing is a function of the tilt:

    N = m (g + h' theta'' + h'' theta'^2),    M theta'' = -Pi'(theta)
"""

from collections.abc import Callable
from math import degrees, pi, radians

import numpy as np

from sandbox.mechanics import precession
from sandbox.mechanics.precession import Coin
from sandbox.scene.bodies import Body
from sandbox.scene.charts.chart import Chart, ChartElement, Curve, Mark, Region
from sandbox.scene.contact import Contact
from sandbox.scene.friction import Rough
from sandbox.scene.start import Start
from sandbox.scene.world import on_its_support
from sandbox.systems.contact.assembly import assemble_contact
from sandbox.systems.integration import Integration
from sandbox.text import _
from sandbox.theory.charts.coin import moment, tilted_disk
from sandbox.theory.charts.situation import Situation

TILTS = np.geomspace(1e-5, 0.5, 141)    # [rad] of the frequency
FLATTEST = 1e-3         # of the tilt of steady precession: from where a swing is looked at
STEEPEST = 0.5*pi       # [rad] a thick disk would come down on its other rim
POINTS = 1500           # tilts to each side
NEAREST = 1e-5          # of a side: the first tilt beside that of steady precession
LOOSE = 1e-10           # relative tolerance of the relations along the tilt
RATES = 101             # kicks that are drawn
MOST = 1.2              # largest energy of a kick that is drawn [m g a]
RUN = (0.01, 0.05, 0.15, 0.3, 0.5, 0.7, 0.9)        # kicks that are run, over the largest one that is drawn
SECONDS, RUN_RATE = 0.3, 960            # length of such a run [s] and its steps per second


# ---- the frequency --------------------------------------------------------------------------------------------------

def flat_limit(coin: Coin, n: float) -> float:
    """Returns the limit [1/s^2] of w^2 theta as theta goes to 0, of steady rolling with the spin n [rad/s]."""
    m, a, b, A, C = coin.m, coin.a, coin.b, coin.A, coin.C
    D = A*C + A*m*a*a + C*m*b*b
    rate = -coin.g/(b*n)
    return m*a*b*n*(C*(C + m*a*a)*n/D - 2.0*rate)/moment(coin)


def slow_tau(coin: Coin, theta: float, n: float) -> float:
    """Returns tau [rad/s] of that steady rolling with the spin n whose precession stays finite as theta goes to 0."""
    # the other root has tau and n of one sign, and psi' grows as 1/theta
    return precession.rolling_rates(coin, theta, -abs(n))[-1]


def scaled_frequencies(coin: Coin, tilts: np.ndarray, n: float) -> np.ndarray:
    """Returns w^2 theta (k,) [1/s^2] of steady rolling with the spin n at tilts (k,) [rad]."""
    return np.array([precession.rolling_nutation(coin, theta, slow_tau(coin, theta, n), -abs(n))**2*theta
                     for theta in tilts.tolist()])


def draw_frequency(_word, situation: Situation) -> Chart | None:
    """Returns the chart of w^2 theta over theta for the spin of the present disk; None for a thin or another body."""
    disk = tilted_disk(situation)
    if disk is None or disk.coin.b == 0.0:
        return None
    coin, theta = disk.coin, disk.theta
    n = precession.rolling_spin(coin, theta, disk.tau)
    if n == 0.0:
        return None
    tilts, limit = TILTS, flat_limit(coin, n)
    scaled = scaled_frequencies(coin, tilts, n)
    ends = (degrees(float(tilts[0])), degrees(float(tilts[-1])))
    parts: list[ChartElement] = [
        Curve(_("w² θ at n = {n:.4g} rad/s").format(n=n).replace("-", "−"), np.degrees(tilts), scaled, tone=0),
        Curve(_("limit: {limit:.6g} 1/s²").format(limit=limit), ends, (limit, limit), style="dashes", tone=2)]
    if disk.tau*n < 0.0:
        here = precession.rolling_nutation(coin, theta, disk.tau, n)
        parts += [Curve(_("if w stayed bounded, (4.12)"), np.degrees(tilts), here**2*tilts, style="dots", tone=3),
                  Mark(_("this disk: w = {w:.5g} rad/s").format(w=here), degrees(theta), here**2*theta, "point")]
    return Chart("tilt θ", "w² θ, θ in radians", tuple(parts), None, "deg", "1/s²", x_log=True, x_range=ends,
                 y_range=(0.0, 2.0*limit), title="Nearly flat: the frequency", trail=0.0,
                 key=("flat", *sorted(situation.values.items())))


# ---- the kick -------------------------------------------------------------------------------------------------------

class RollingSwing:
    """Motions of a rolling disk that was kicked in its steady precession, along the tilt.

    tilts   two arrays of tilts [rad], from that of steady precession down and up
    """

    def __init__(self, coin: Coin, theta: float, tau: float):
        self.coin, self.theta, self.tau = coin, theta, tau
        self.n = precession.rolling_spin(coin, theta, tau)
        # closer and closer to the steady tilt: small kicks swing little
        down, up = np.log(1.0/FLATTEST), STEEPEST - theta
        near = np.concatenate(((0.0,), np.geomspace(NEAREST, 1.0, POINTS)))
        sides = (theta*np.exp(-down*near), theta + up*near)
        self.tilts = sides
        self._spins = [self._spins_along(tilts) for tilts in sides]
        self._potentials = [self._potential(tilts, *spins) for tilts, spins in zip(sides, self._spins, strict=True)]
        self.least = float(self._potentials[0][0])

    def _spins_along(self, tilts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """tau and n (k,) at tilts (k,) that begin with that of steady precession."""
        from scipy.integrate import solve_ivp
        m, a, b, A, C = self.coin.m, self.coin.a, self.coin.b, self.coin.A, self.coin.C
        D = A*C + A*m*a*a + C*m*b*b

        def slopes(theta, y):
            u, n = y
            s = np.sin(theta)
            return (C*(C + m*a*a)*n*s - C*m*a*b*u)/D, m*a*(A*a*u/s + C*b*n)/D

        found = solve_ivp(slopes, (tilts[0], tilts[-1]), (self.tau*np.sin(self.theta), self.n), "DOP853",
                          t_eval=tilts, rtol=LOOSE, atol=LOOSE*1e-3*abs(self.tau))
        return found.y[0]/np.sin(tilts), found.y[1]

    def _potential(self, theta, tau, n):
        """Pi (k,) [J] at tilts (k,)."""
        coin = self.coin
        h = coin.a*np.sin(theta) + coin.b*np.cos(theta)
        return 0.5*(coin.A*tau**2 + coin.C*n**2 + coin.m*(coin.a*n - coin.b*tau)**2) + coin.m*coin.g*h

    def _normal_force(self, theta, tau, n, square):
        """N (k,) [N] at tilts (k,), with theta'^2 = square."""
        m, a, b, A, C, g = (self.coin.m, self.coin.a, self.coin.b, self.coin.A, self.coin.C, self.coin.g)
        s, c = np.sin(theta), np.cos(theta)
        f = (((A + m*b*b)*tau - m*a*b*n)*tau*c/s + m*a*b*tau*tau - (C + m*a*a)*n*tau - m*g*(a*c - b*s))
        return m*(g + (a*c - b*s)*f/moment(self.coin) - (a*s + b*c)*square)

    def least_force(self, rate: float) -> float:
        """Returns the least N/(m g) on the swing that begins with that rate of tilt [rad/s]."""
        energy, least = 0.5*moment(self.coin)*rate*rate, np.inf
        for tilts, (tau, n), potential in zip(self.tilts, self._spins, self._potentials, strict=True):
            left = self.least + energy - potential
            # the turning point itself lies between the last tilt and the first beyond
            beyond = np.flatnonzero(left[1:] < 0.0)
            end = int(beyond[0]) + 2 if len(beyond) else len(tilts)
            square = 2.0*np.maximum(left[:end], 0.0)/moment(self.coin)
            force = self._normal_force(tilts[:end], tau[:end], n[:end], square)
            if len(beyond):
                share = left[end - 2]/(left[end - 2] - left[end - 1])
                force[-1] = force[-2] + share*(force[-1] - force[-2])
            least = min(least, float(force.min()))
        return least/(self.coin.m*self.coin.g)


def least_force_of_run(situation: Situation, name: str, rate: float) -> float:
    """Returns the least N/(m g) of an exact run without any slip that begins with that rate of tilt [rad/s].

    name   of the scene's parameter for the rate;  0 where rolling ends within SECONDS, its force being used up
    """
    values = {**situation.values, name: rate}
    found = on_its_support(situation.scene.models(values)[0])
    assert found is not None and isinstance(found.body, Body)
    body, surface, motion, _contact = found
    start = situation.scene.started(values)
    assert isinstance(start, Start)
    run = Integration(assemble_contact(body, surface, motion, Contact(Rough()), start, values), 1.0/RUN_RATE)
    assert found.body.mass is not None
    weight, least = found.body.mass*float(np.linalg.norm(motion.gravity)), np.inf
    for _step in range(round(SECONDS*RUN_RATE)):
        seen = run.system.picture(run.data)
        least = min(least, float(seen.contacts[0].N)/weight)
        if not run.advance(1):
            return 0.0
    return least


def draw_kicked(word, situation: Situation) -> Chart | None:
    """Returns the chart of the least N/(m g) over the rate of tilt of a kick, with the present N."""
    disk = tilted_disk(situation)
    if disk is None or disk.coin.b == 0.0:
        return None
    coin, (theta, tau, rate) = disk.coin, (float(situation.values[name]) for name in word.names)
    swing, weight = RollingSwing(coin, radians(theta), tau), coin.m*coin.g
    most = float(np.sqrt(2.0*MOST*weight*coin.a/moment(coin)))
    rates = np.linspace(0.0, most, RATES)
    least = np.array([swing.least_force(x) for x in rates.tolist()])
    kick, here = abs(rate), swing.least_force(rate)
    low = -0.25
    parts: list[ChartElement] = [
        Region(_("rolling would need a pull: class B1"), (0.0, most, most, 0.0), (0.0, 0.0, low, low), tone=3),
        Curve(_("least N of the swing about θ = {theta:.4g}°").format(theta=theta), rates, least, tone=0),
        Mark(_("this kick: {N:.4g}").format(N=here).replace("-", "−"), kick, max(here, low), "point")]
    ends = np.flatnonzero(least < 0.0)
    if len(ends):
        k = int(ends[0])
        edge = rates[k - 1] + (rates[k] - rates[k - 1])*least[k - 1]/(least[k - 1] - least[k])
        energy = 0.5*moment(coin)*edge**2/(weight*coin.a)
        parts.append(Mark(_("up to {rate:.4g} rad/s, {share:.3g} m g a").format(rate=edge, share=energy), edge, 0.0,
                          "unstable"))

    def moving(snapshot) -> tuple[ChartElement, ...]:
        contact = snapshot.contacts[0] if snapshot.contacts else None
        if contact is None or not np.isfinite(contact.N):
            return ()
        return (Mark(_("now"), kick, float(contact.N)/weight, "stable"),)

    def work(report: Callable, is_cancelled: Callable) -> tuple[ChartElement, ...]:
        marks: tuple[ChartElement, ...] = ()
        for k, share in enumerate(RUN):
            if is_cancelled():
                break
            found = least_force_of_run(situation, word.names[2], share*most)
            marks = (*marks, Mark("", share*most, found, "stable", _("exact run: {N:.4g}").format(N=found)))
            report((k + 1)/len(RUN), marks)
        return marks

    return Chart("rate of tilt that the kick gives", "least N/(m g)", tuple(parts), x_unit="rad/s",
                 x_range=(-0.02*most, most), y_range=(low, 1.1), moving=moving, title="Kicks while rolling",
                 work=work, work_title=_("Run the kicks"), trail=0.0,
                 key=("rolling kicks", *sorted(situation.values.items())))

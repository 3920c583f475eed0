"""Charts of a disk that precesses on a plane: which shapes may take off, and how it oscillates about its precession.

A rolling disk keeps, along its tilt theta, two linear relations d(tau, n)/d theta (mechanics/precession.py), and its
energy E = (A + m a^2 + m b^2) theta'^2/2 + Pi(theta) with

    Pi = (A tau^2 + C n^2 + m (a n - b tau)^2)/2 + m g h(theta),

the potential of its oscillations. Source: Ivanov 2008, section 4 and figure 3; contact.md 7 corrects (4.9).
"""

from math import atan2, cos, degrees, hypot, pi, sin, sqrt
from typing import NamedTuple

import numpy as np

from sandbox.mechanics import precession
from sandbox.mechanics.precession import Coin
from sandbox.scene.bodies import Body
from sandbox.scene.charts.chart import Chart, ChartElement, Curve, Mark, Region
from sandbox.scene.contact import Contact
from sandbox.scene.friction import Smooth
from sandbox.scene.world import on_its_support
from sandbox.text import _
from sandbox.theory.charts.situation import Situation

WIDE = 0.6              # [rad] how far to each side the potential is followed
POINTS = 161            # of the potential on each side
THINNEST, STEEPEST = 0.02, 1.55     # [rad] tilts that are shown
STEPS = 2               # of Runge and Kutta from one point to the next
MOST = 2.0              # largest mu and sigma of the map
LEVELS = (0.1, 0.5, 2.0)    # of m h'^2/A on a smooth plane
THIN = 0.1              # b/a up to which the formula for a thin disk is drawn beside that for any


class Tilted(NamedTuple):
    """A disk with its tilt [rad], the rate of it, tau and n [rad/s]."""

    coin: Coin
    theta: float
    rate: float
    tau: float
    n: float


def tilted_disk(situation: Situation) -> Tilted | None:
    """Returns the disk of a run as it lies now; None for any other body, or one that lies flat."""
    run = situation.run
    body, motion = run.system.body, run.system.motion
    if not isinstance(body, Body) or body.name != "disk":
        return None
    radius, half = body.parameters[:2] if len(body.parameters) > 1 else (*body.parameters, 0.0)
    state = run.system.picture(run.data).bodies[0]
    w, x, y, z = state.quaternion
    axis = np.array([2*(x*z + w*y), 2*(y*z - w*x), 1 - 2*(x*x + y*y)])
    if axis[2] < 0.0:
        axis = -axis
    across = hypot(axis[0], axis[1])
    if across < 1e-9:
        return None
    e_1 = np.array([-axis[1], axis[0], 0.0])/across
    e_2 = np.cross(axis, e_1)
    omega = np.asarray(state.angular_velocity)
    J = np.asarray(body.inertia, float)
    g = float(np.linalg.norm(np.asarray(motion.gravity, float)))
    coin = Coin(float(body.mass), float(radius), float(half), float(J[0][0]), float(J[2][2]), g)
    return Tilted(coin, atan2(across, axis[2]), float(omega @ e_1), float(omega @ e_2), float(omega @ axis))


# ---- small oscillations ---------------------------------------------------------------------------------------------

def slopes(coin: Coin, theta: float, tau: float, n: float) -> tuple[float, float]:
    """Returns d tau/d theta and d n/d theta of rolling."""
    m, a, b, A, C = coin.m, coin.a, coin.b, coin.A, coin.C
    D = A*C + A*m*a*a + C*m*b*b
    return (-tau*cos(theta)/sin(theta) + C*(C*n + m*a*a*n - m*a*b*tau)/D, m*a*(A*a*tau + C*b*n)/D)


def potential(disk: Tilted) -> tuple[np.ndarray, np.ndarray]:
    """Returns tilts (n,) [rad] and Pi (n,) [J] about the present tilt."""
    sides = []
    for direction in (-1.0, 1.0):
        far = min(WIDE, (disk.theta - THINNEST) if direction < 0.0 else (STEEPEST - disk.theta))
        thetas = disk.theta + direction*np.linspace(0.0, max(far, 1e-6), POINTS)
        y, values = np.array([disk.tau, disk.n]), [_energy(disk.coin, disk.theta, disk.tau, disk.n)]
        for begin, end in zip(thetas[:-1].tolist(), thetas[1:].tolist(), strict=True):
            h = (end - begin)/STEPS
            for k in range(STEPS):
                y = _stepped(disk.coin, begin + k*h, y, h)
            values.append(_energy(disk.coin, end, *y))
        sides.append((thetas, np.array(values)))
    (low, down), (high, up) = sides
    return np.concatenate((low[::-1], high[1:])), np.concatenate((down[::-1], up[1:]))


def _stepped(coin: Coin, theta: float, y: np.ndarray, h: float) -> np.ndarray:
    def f(at, values):
        return np.array(slopes(coin, at, *values))
    a = f(theta, y)
    b = f(theta + 0.5*h, y + 0.5*h*a)
    c = f(theta + 0.5*h, y + 0.5*h*b)
    d = f(theta + h, y + h*c)
    return y + h/6.0*(a + 2.0*b + 2.0*c + d)


def _energy(coin: Coin, theta: float, tau: float, n: float) -> float:
    """Pi [J]."""
    h = precession.height(coin, theta)[0]
    return 0.5*(coin.A*tau*tau + coin.C*n*n + coin.m*(coin.a*n - coin.b*tau)**2) + coin.m*coin.g*h


def moment(coin: Coin) -> float:
    """Returns A + m a^2 + m b^2 [kg m^2], which belongs to theta'."""
    return coin.A + coin.m*(coin.a**2 + coin.b**2)


def printed_frequency(coin: Coin, theta: float, tau: float, n: float) -> float:
    """Returns the frequency [rad/s] of a thin rolling disk as (4.9) is printed, the weight's dimension mended.

    printed:   (A + m a^2) w^2 = psi'^2 (A (1 + cos^2) + m a^2 sin^2) - n psi' cos (3 C + m a^2)
                                 + n^2 (C/A)(C + m a^2) - m g a sin
    """
    A, C, maa, s, c = coin.A, coin.C, coin.m*coin.a**2, sin(theta), cos(theta)
    rate = precession.precession_of(theta, tau)
    square = (rate**2*(A*(1.0 + c*c) + maa*s*s) - n*rate*c*(3.0*C + maa) + n*n*C/A*(C + maa)
              - coin.m*coin.g*coin.a*s)/(A + maa)
    return sqrt(square) if square >= 0.0 else float("nan")


def draw_oscillations(_word, situation: Situation) -> Chart | None:
    """Returns the potential of small oscillations with parabolas of the printed and of the right frequency."""
    disk = tilted_disk(situation)
    if disk is None:
        return None
    coin, theta = disk.coin, disk.theta
    n = precession.rolling_spin(coin, theta, disk.tau)
    tilts, Pi = potential(disk._replace(n=n))
    right, bottom = precession.rolling_nutation(coin, theta, disk.tau, n), _energy(coin, theta, disk.tau, n)
    parts: list[ChartElement] = [Curve(_("potential Π"), np.degrees(tilts), Pi, tone=0)]
    found = [(right, _("small oscillations: {w:.4f} rad/s"), 2)]
    if coin.b <= THIN*coin.a:
        found.append((printed_frequency(coin, theta, disk.tau, n), _("as (4.9) is printed: {w:.4f} rad/s"), 3))
    depth = 0.5*moment(coin)*max(disk.rate**2, (0.04*max(np.nan_to_num(right), 1.0))**2)
    top, reach = bottom + 4.0*depth, 0.0
    for frequency, text, tone in found:
        if np.isfinite(frequency) and frequency > 0.0:
            parabola = bottom + 0.5*moment(coin)*frequency**2*(tilts - theta)**2
            parts.append(Curve(text.format(w=frequency), np.degrees(tilts), parabola, style="dashes", tone=tone))
            reach = max(reach, sqrt(8.0*depth/moment(coin))/frequency)
    energy = bottom + 0.5*moment(coin)*disk.rate**2
    reach = reach or 0.2
    span = (degrees(theta - 1.1*reach), degrees(theta + 1.1*reach))
    if disk.rate:
        parts.append(Curve(_("energy"), span, (energy, energy), style="dots", tone=1))
    return Chart("tilt θ", "potential of small oscillations Π", tuple(parts), lambda path: (tilt_of(path), energy),
                 "deg", "J", title="Small oscillations", x_range=span, y_range=(bottom - 0.6*depth, top), trail=0.0)


def tilt_of(path) -> np.ndarray:
    """Returns the tilt [deg] of a disk's axis, of the end that is up."""
    w, x, y, z = path.quaternion
    across = np.hypot(2*(x*z + w*y), 2*(y*z - w*x))
    return np.degrees(np.arctan2(across, abs(1 - 2*(x*x + y*y))))


# ---- shapes ---------------------------------------------------------------------------------------------------------

def draw_precessions(_word, situation: Situation) -> Chart | None:
    """Returns the map of shapes mu = b/a and tilts sigma = cot theta of steady precession, on a rough or smooth plane.
    """
    disk = tilted_disk(situation)
    shape = disk.coin.b/disk.coin.a if disk is not None else 0.0
    found = on_its_support(situation.scene.models(situation.values)[0])
    law = situation.run.data.contact if found is None else found.contact
    is_smooth = isinstance(law, Contact) and law.friction == Smooth()
    parts, sigma = (_smooth_shapes(), "σ = cot θ; it never takes off") if is_smooth else (
        _rolling_shapes(), "σ = cot θ; on a smooth plane it never takes off")

    def point(path):
        tilt = np.radians(tilt_of(path))
        return np.full_like(tilt, shape), 1.0/np.tan(np.maximum(tilt, 1e-3))

    return Chart("shape μ = half thickness over radius", sigma, parts, point if disk is not None else None,
                 title="Steady precession", x_range=(0.0, MOST), y_range=(0.0, MOST), is_equal=True, trail=1.0)


def _borders() -> tuple[np.ndarray, np.ndarray, ChartElement]:
    """mu, the other border 6 mu/(3 + 4 mu^2) of the shapes that may leave a rough plane, and where it meets sigma = mu.
    """
    mu = np.linspace(0.0, MOST, 201)
    cross = 0.5*sqrt(3.0)
    return mu, 6.0*mu/(3.0 + 4.0*mu*mu), Mark(
        _("θ = {angle:.1f}°").format(angle=degrees(pi/2 - atan2(cross, 1.0))), cross, cross, "point", "μ = σ = √3/2")


def _rolling_shapes() -> tuple[ChartElement, ...]:
    mu, other, cross = _borders()
    return (Curve("σ = μ", mu, mu, tone=0), Curve("σ = 6μ/(3 + 4μ²)", mu, other, tone=1),
            _between(_("rolling it may take off"), mu, np.minimum(mu, other), np.maximum(mu, other)), cross)


def smooth_level(mu, pressed: float) -> tuple[np.ndarray, np.ndarray]:
    """Returns the two sigma (n,) at which U = -(1 + pressed) g in smooth steady precession, nan where there is none.

    m h'^2/A = (sigma - mu)^2/((1 + sigma^2)(1/4 + mu^2/3)) for a disk of even density; equal to `pressed` that is

        (1 - k) sigma^2 - 2 mu sigma + mu^2 - k = 0,    k = pressed (1/4 + mu^2/3)
    """
    mu = np.asarray(mu, float)
    k = pressed*(0.25 + mu*mu/3.0)
    root = np.sqrt(np.maximum(k*(1.0 + mu*mu - k), 0.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        low, high = (mu - root)/(1.0 - k), (mu + root)/(1.0 - k)
    # neither where the root is none, nor beyond the upright
    is_there = k <= 1.0 + mu*mu
    return np.where(is_there & (low >= 0.0), low, np.nan), np.where(is_there & (high >= 0.0), high, np.nan)


def _smooth_shapes() -> tuple[ChartElement, ...]:
    """Lines of equal U of smooth steady precession, which is below -g everywhere, with the borders of a rough plane."""
    mu, other, cross = _borders()
    parts: list[ChartElement] = [Curve("U = −g", mu, mu, tone=0)]
    for k, pressed in enumerate(LEVELS):
        text = _("U = −{U:g} g").format(U=1.0 + pressed)
        for sigma in smooth_level(mu, pressed)[::-1]:
            seen = sigma[np.isfinite(sigma)]
            if len(seen) and seen.min() < MOST:
                parts.append(Curve(text, mu, sigma, style="dashes", tone=2 + k))
                text = ""
    return (*parts, Curve(_("rough: may take off up to here"), mu, other, style="dots", tone=1), cross)


def _between(label: str, x: np.ndarray, low: np.ndarray, high: np.ndarray) -> ChartElement:
    """The region between two curves."""
    return Region(label, np.concatenate((x, x[::-1])), np.concatenate((low, high[::-1])), tone=2)

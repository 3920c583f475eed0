"""Disks that precess steadily on a plane: spin, detachment, the frequency of their wobble.

theta is the angle of the axis k' to the vertical, e1 horizontal across it, e2 = k' x e1, w = theta' e1 + tau e2 + n k'
with tau = psi' sin theta for the precession psi'. A disk touches with its lower rim, its mass centre at the height

    h = a sin theta + b cos theta,   contact from the mass centre  xi e2 + zeta k',  xi = -a, zeta = -b

(a radius, b half thickness, A equatorial and C axial moment of inertia). The bare numbers are those of Ivanov 2008;
contact.md 7 corrects them.
"""

from dataclasses import dataclass
from math import cos, inf, nan, sin, sqrt, tan


@dataclass(frozen=True)
class Coin:
    """A disk on a horizontal plane: mass [kg], radius, half thickness [m], moments A, C [kg m^2], gravity [m/s^2]."""

    m: float
    a: float
    b: float
    A: float
    C: float
    g: float = 9.81


def homogeneous(m, a, b=0.0) -> Coin:
    """A coin of even density: A = m a^2/4 + m b^2/3, C = m a^2/2."""
    return Coin(m, a, b, m*a*a/4.0 + m*b*b/3.0, m*a*a/2.0)


def height(coin: Coin, theta):
    """h(theta) and its two derivatives [m, m/rad, m/rad^2]."""
    s, c = sin(theta), cos(theta)
    h = coin.a*s + coin.b*c
    return h, coin.a*c - coin.b*s, -h


def free_acceleration(coin: Coin, theta, rate, tau, n) -> float:
    """U = -g - h'' theta'^2 - (h'/A) tau (A tau cot theta - C n) [m/s^2] of a free body in contact, (3.4)."""
    _h, h1, h2 = height(coin, theta)
    return -coin.g - h2*rate*rate - h1/coin.A*tau*(coin.A*tau/tan(theta) - coin.C*n)


# steady precession -----------------------------------------------------------------------------------------------

def smooth_spin(coin: Coin, theta, tau) -> float:
    """n of steady precession on a smooth plane [rad/s]:  A tau^2 cot theta - C tau n = m g h',  (3.5)."""
    _h, h1, _h2 = height(coin, theta)
    return (coin.A*tau/tan(theta) - coin.m*coin.g*h1/tau)/coin.C


def _rolling(coin, theta):
    """P, Q, R of P tau^2 - Q tau n = R, steady rolling (3.7)."""
    h, h1, _h2 = height(coin, theta)
    return (coin.A/tan(theta) + coin.m*coin.b*h/sin(theta), coin.C + coin.m*coin.a*h/sin(theta), coin.m*coin.g*h1)


def rolling_spin(coin: Coin, theta, tau) -> float:
    """n of steady rolling [rad/s]:  (A - m zeta h/cos) tau^2 cot - (C - m xi h/sin) tau n = m g h',  (3.7)."""
    P, Q, R = _rolling(coin, theta)
    return (P*tau - R/tau)/Q


def rolling_rates(coin: Coin, theta, n) -> tuple[float, ...]:
    """The values of tau > 0 at which the coin rolls steadily with the spin n [rad/s], largest first, (3.7)."""
    P, Q, R = _rolling(coin, theta)
    room = (Q*n)**2 + 4.0*P*R
    if room < 0.0:
        return ()
    return tuple(tau for tau in ((Q*n + sqrt(room))/(2.0*P), (Q*n - sqrt(room))/(2.0*P)) if tau > 0.0)


def precession_of(theta, tau) -> float:
    """psi' = tau/sin theta [rad/s]."""
    return tau/sin(theta)


def centre_force(coin: Coin, theta, tau, n) -> float:
    """Horizontal force of steady rolling along e_z x e1 [N]: F = m psi' (n xi - tau zeta), N = m g (contact.md 7)."""
    return coin.m*precession_of(theta, tau)*(tau*coin.b - n*coin.a)


# detachment ------------------------------------------------------------------------------------------------------

def kappa(coin: Coin, theta) -> tuple[float, float]:
    """k0 [m/s^2] and k1 [m] of U = k0 + k1 tau^2 in steady rolling, (3.8).

        k0 = -g - m g C h'^2 sin/(A (C sin - m xi h)),   k1 = (m h h'/(A sin)) (A xi cos - C zeta sin)/(C sin - m xi h)
    """
    m, a, b, A, C, g = coin.m, coin.a, coin.b, coin.A, coin.C, coin.g
    h, h1, _h2 = height(coin, theta)
    s, c = sin(theta), cos(theta)
    room = C*s + m*a*h
    return -g - m*g*C*h1*h1*s/(A*room), m*h*h1/(A*s)*(C*b*s - A*a*c)/room


def critical_tau(coin: Coin, theta) -> float:
    """tau above which a steadily rolling coin may leave the plane, sqrt(-k0/k1); inf where it never may [rad/s]."""
    k0, k1 = kappa(coin, theta)
    return sqrt(-k0/k1) if k1 > 0.0 else inf


def may_detach(mu, sigma) -> bool:
    """k1 > 0 for a homogeneous coin with mu = b/a at cot theta = sigma: sigma between mu and 6 mu/(3 + 4 mu^2)."""
    other = 6.0*mu/(3.0 + 4.0*mu*mu)
    return min(mu, other) < sigma < max(mu, other)


def rolling_response(coin: Coin, theta, tau, n) -> tuple[float, float, float, float]:
    """alpha [N], beta [1], U* [m/s^2], V* [1/kg] of rolling with theta' = 0; friction alpha + beta N along e_z x e1.

        alpha + beta N = (m A/(A + m h^2)) (psi' (n xi - tau zeta) - (h/A) tau (A tau cot - C n) + (h h'/A) N)
        V* = 1/m + h'^2/(A + m h^2),   U* = -m g V* in steady rolling                                       (E7.1)
    """
    m, A, C = coin.m, coin.A, coin.C
    h, h1, _h2 = height(coin, theta)
    turning = tau*(A*tau/tan(theta) - C*n)
    share = m*A/(A + m*h*h)
    alpha = share*(precession_of(theta, tau)*(tau*coin.b - n*coin.a) - h/A*turning)
    beta = share*h*h1/A
    # the friction acts on the gap with W = -h h'/A
    U_star = free_acceleration(coin, theta, 0.0, tau, n) - h*h1/A*alpha
    return alpha, beta, U_star, 1.0/m + h1*h1/(A + m*h*h)


# small wobbling --------------------------------------------------------------------------------------------------

def _frequency(square) -> float:
    return sqrt(square) if square >= 0.0 else nan


def smooth_nutation(coin: Coin, theta, tau, n) -> float:
    """Frequency of small nutation about steady precession on a smooth plane [rad/s]; nan where it is unstable.

        omega^2 = (m g h'' + (A^2 tau^2 + C^2 n^2)/A + 3 m g h' cot theta)/(A + m h'^2),  (4.3) with h' for h
    """
    _h, h1, h2 = height(coin, theta)
    weight = coin.m*coin.g
    stiffness = (weight*h2 + (coin.A**2*tau**2 + coin.C**2*n**2)/coin.A + 3.0*weight*h1/tan(theta))
    return _frequency(stiffness/(coin.A + coin.m*h1*h1))


def thin_nutation(coin: Coin, theta, tau, n) -> float:
    """Frequency of small nutation of a thin disk about steady rolling [rad/s]; nan where it is unstable, (E7.2).

        (A + m a^2) w^2 = psi'^2 (A (1 + 2 cos^2) + m a^2 sin^2) - n psi' cos (3 C + m a^2)
                          + n^2 (C/A)(C + m a^2) - m g a sin
    """
    A, C, maa, s, c = coin.A, coin.C, coin.m*coin.a**2, sin(theta), cos(theta)
    rate = precession_of(theta, tau)
    stiffness = (rate**2*(A*(1.0 + 2.0*c*c) + maa*s*s) - n*rate*c*(3.0*C + maa) + n*n*C/A*(C + maa)
                 - coin.m*coin.g*coin.a*s)
    return _frequency(stiffness/(A + maa))


def rolling_nutation(coin: Coin, theta, tau, n) -> float:
    """Frequency of small nutation of any disk about steady rolling [rad/s]; nan where it is unstable.

    The rolling equations (A + m a^2 + m b^2) theta'' = f(theta, tau, n), tau' = theta' tau_1, n' = theta' n_1 make
    omega^2 = -(f_theta + f_tau tau_1 + f_n n_1)/(A + m a^2 + m b^2). Source: contact.md 7, "rolling equations".
    """
    m, a, b, A, C, g = coin.m, coin.a, coin.b, coin.A, coin.C, coin.g
    s, c = sin(theta), cos(theta)
    cot, maa, mab, mbb = c/s, m*a*a, m*a*b, m*b*b
    D = A*C + A*maa + C*mbb
    f_theta = -((A + mbb)*tau*tau - mab*n*tau)/(s*s) + m*g*(a*s + b*c)
    f_tau = 2.0*tau*((A + mbb)*cot + mab) - n*(C + maa + mab*cot)
    f_n = -tau*(C + maa + mab*cot)
    tau_1 = -tau*cot + C*(C*n + maa*n - mab*tau)/D
    n_1 = m*a*(A*a*tau + C*b*n)/D
    return _frequency(-(f_theta + f_tau*tau_1 + f_n*n_1)/(A + maa + mbb))

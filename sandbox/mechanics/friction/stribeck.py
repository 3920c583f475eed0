"""Stribeck's law: dry friction that falls from its static value to the kinetic one as the slip grows.

    F = -mu(u) N e,     mu(u) = mu + (mu_s - mu) exp(-(u/v)^d),     u = |u_t|

v is the slip velocity over which the film forms or the asperities lose their time to bond, d = 2 Gauss' form, d = 1
Tustin's. Friction that falls with the slip feeds a slip that has begun: chatter, squeal, stick and slip. At an impact
the slip is large and mu holds. Sources: Stribeck 1902; Armstrong-Helouvry, Dupont, Canudas de Wit, Automatica 30
(1994).
"""

from math import exp

from sandbox.compiling.entries import field
from sandbox.compiling.places import Places
from sandbox.mechanics.friction import law as laws
from sandbox.mechanics.friction.law import Law, check_number, check_static

# the parameters s of the law
_s = Places()
S_KINETIC, S_STATIC, S_VELOCITY, S_EXPONENT = (_s.take() for _ in range(4))


@field
def stribeck_numbers(slip, w_n, _, s, out):
    """Fill out (NUMBERS,) from the slip speed [m/s] and the parameters s; the spin has no part in it."""
    out[laws.CONSTANT] = out[laws.VISCOUS] = out[laws.ARM] = 0.0
    out[laws.MU] = s[S_KINETIC] + (s[S_STATIC] - s[S_KINETIC])*exp(-(slip/s[S_VELOCITY])**s[S_EXPONENT])


def stribeck_law(mu: float, mu_s: float, velocity: float, exponent: float = 2.0) -> Law:
    """Returns the Law with kinetic and static friction mu, mu_s [1], the velocity v > 0 [m/s] and the exponent d."""
    for name, value in (("mu", mu), ("velocity", velocity), ("exponent", exponent)):
        check_number(name, value)
    check_static(mu_s, mu)
    return Law(stribeck_numbers, (mu, mu_s, velocity, exponent), mu_s, mu_impact=mu, is_dry=mu_s > 0.0)

"""A contact realised by a spring and a damper: how long it lasts, how deep it goes, how much it gives back.

    N = k delta + c delta',   m delta'' = -N,   delta(0) = 0, delta'(0) = v           (no gravity)

for the depth delta of penetration. With w0 = sqrt(k/m), zeta = c/(2 k) w0 and, for zeta < 1, phi = asin zeta,
w = w0 cos phi,

    delta = (v/w) exp(-zeta w0 t) sin(w t),   depth = (v/w0) exp(-tan phi (pi/2 - phi))
    until delta = 0   w t = pi,           e = exp(-pi tan phi)
    until N = 0       w t = pi - 2 phi,   e = exp(-(pi - 2 phi) tan phi)

Beyond critical damping phi turns into i arcosh(zeta): delta no longer comes back to zero, but N does. The contact that
can't pull ends at N = 0. Source: contact.md 9 (its k^2 is the stiffness k here); Ivanov 2008, appendix D.1.
"""

from dataclasses import dataclass
from math import acosh, asin, cos, exp, inf, log, pi, sqrt, tan

# an explicit step follows the contact while h < STABLE sqrt(m/k)
STABLE = 0.2


@dataclass(frozen=True)
class Collision:
    """One collision of a mass with a penalty contact.

    zeta      share of critical damping [1];  depth  largest penetration [m]
    t_closed, e_closed   duration [s] and restitution if the contact ends at delta = 0; inf and 0 if it never does
    t_pressed, e_pressed the same if it ends at N = 0, that is without pulling
    """

    zeta: float
    depth: float
    t_closed: float
    e_closed: float
    t_pressed: float
    e_pressed: float


def damping_ratio(m, stiffness, damping) -> float:
    """zeta = c/(2 sqrt(k m)) [1]; m [kg], stiffness k [N/m], damping c [N s/m]. At a contact m is 1/V."""
    return damping/(2.0*sqrt(stiffness*m))


def damping_of(m, stiffness, e) -> float:
    """Damping c [N s/m] that gives back the share e of the speed to a contact that ends at delta = 0, 0 < e <= 1.

        zeta = -ln e/sqrt(pi^2 + ln^2 e)
    """
    loss = -log(e)
    return 2.0*sqrt(stiffness*m)*loss/sqrt(pi*pi + loss*loss)


def stiffness_of(m, v, depth) -> float:
    """Stiffness k = m (v/depth)^2 [N/m] at which a speed v [m/s] goes `depth` [m] deep without damping."""
    return m*(v/depth)**2


def longest_step(m, stiffness) -> float:
    """Longest step [s] of an explicit integrator that still follows the contact, 0.2 sqrt(m/k) (contact.md 9)."""
    return STABLE*sqrt(m/stiffness)


def collision(m, stiffness, damping, v) -> Collision:
    """The collision of a mass m [kg] at the speed v [m/s]; see the head of this file."""
    zeta, w0 = damping_ratio(m, stiffness, damping), sqrt(stiffness/m)
    if zeta < 1.0:
        phi = asin(zeta)
        slope, w = tan(phi), w0*cos(phi)
        depth = v/w0*exp(-slope*(0.5*pi - phi))
        return Collision(zeta, depth, pi/w, exp(-pi*slope), (pi - 2.0*phi)/w, exp(-slope*(pi - 2.0*phi)))
    if zeta == 1.0:
        return Collision(zeta, v/w0*exp(-1.0), inf, 0.0, 2.0/w0, exp(-2.0))
    turn, root = acosh(zeta), sqrt(zeta*zeta - 1.0)
    return Collision(zeta, v/w0*exp(-zeta/root*turn), inf, 0.0, 2.0*turn/(w0*root), exp(-2.0*zeta/root*turn))

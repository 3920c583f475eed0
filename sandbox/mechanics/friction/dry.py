"""Dry and viscous friction of a contact, also of a spinning patch: Coulomb, two-term, viscous, Coulomb and Contensou.

    F = -(c0 + mu f N) e - c1 u_t,     arm = mu b m

A patch of radius b that spins at w_n (Hertz pressure) has f and m of x = |u_t|/(b |w_n|):

    x <= 1:  f = 3 pi/32 x (4 - x^2),    m = 3 pi/16 (1 - x^2 + 3/8 x^4)
    x >= 1:  f = 3/16 ((4x - x^3) asin(1/x) + (x^2 + 2) sqrt(x^2 - 1)/x)
             m = 3/16 ((2 - 2x^2 + 3/4 x^4) asin(1/x) + (3/2 - 3/4 x^2) sqrt(x^2 - 1))

which cancels for large x, hence a series in 1/x from x = 4 on, exact to rounding. Without a patch f = 1, m = 0.
Sources: Contensou 1963; Zhuravlev, J. Appl. Math. Mech. 62 (1998).
"""

from math import asin, inf, pi, sqrt

from sandbox.compiling.compiled import compiled
from sandbox.compiling.entries import field
from sandbox.compiling.places import Places
from sandbox.mechanics.friction import law as laws
from sandbox.mechanics.friction.law import Law, check_number, check_static

# the parameters s of the law
_s = Places()
S_MU, S_CONSTANT, S_VISCOUS, S_PATCH = (_s.take() for _ in range(4))


@compiled
def patch_shares(slip, rim):
    """f and m of the head of this file [1] from the slip and the speed b |w_n| of the patch's rim [m/s]."""
    if slip >= 4.0*rim:
        if rim == 0.0:
            return 1.0, 0.0
        y = rim/slip
        q = y*y
        f = 1.0 - q*(1/10 + q*(3/280 + q*(1/336 + q*(5/4224 + q*(21/36608 + q*(21/66560 + q*(
            33/174080 + q*1287/10584064)))))))
        m = y*(1/5 + q*(1/70 + q*(1/280 + q*(5/3696 + q*(35/54912 + q*(63/183040 + q*(231/1131520 + q*(
            429/3307520 + q*6435/74088448))))))))
        return f, m
    x = slip/rim
    q = x*x
    if x <= 1.0:
        return 3.0*pi/32.0*x*(4.0 - q), 3.0*pi/16.0*(1.0 - q + 0.375*q*q)
    angle, root = asin(1.0/x), sqrt(q - 1.0)
    return (3.0/16.0*((4.0*x - x*q)*angle + (q + 2.0)*root/x),
            3.0/16.0*((2.0 - 2.0*q + 0.75*q*q)*angle + (1.5 - 0.75*q)*root))


@field
def dry_numbers(slip, w_n, _, s, out):
    """Fill out (NUMBERS,) from the slip speed [m/s], the spin [rad/s] and the parameters s."""
    out[laws.CONSTANT], out[laws.VISCOUS], out[laws.MU], out[laws.ARM] = s[S_CONSTANT], s[S_VISCOUS], s[S_MU], 0.0
    if s[S_PATCH] > 0.0:
        f, m = patch_shares(slip, s[S_PATCH]*abs(w_n))
        out[laws.MU] = s[S_MU]*f
        out[laws.ARM] = m*(s[S_MU]*s[S_PATCH])


def dry_law(mu: float = 0.0, mu_s: float | None = None, c0: float = 0.0, c1: float = 0.0, patch: float = 0.0,
            k_r: float = 0.0, k_s: float = 0.0) -> Law:
    """Returns the Law of these parameters; smooth when all are zero.

    mu       kinetic friction [1];  mu_s  static friction [1], mu if None, inf for an absolutely rough contact
    c0       constant friction [N];  c1  viscous friction [N s/m];  patch  radius b of the touching patch [m]
    k_r, k_s rolling and spinning resistance [m]
    """
    for name, value in (("mu", mu), ("c1", c1)):
        check_number(name, value)
    mu_s = mu if mu_s is None else mu_s
    check_static(mu_s, mu)
    return Law(dry_numbers, (mu, c0, c1, patch), mu_s, c0, inf if mu_s == inf else mu, mu > 0.0 or c0 > 0.0, patch,
               3.0*pi/16.0*mu*patch, k_r, k_s)

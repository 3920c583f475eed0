"""Laws of friction of one contact, affine in the normal force N: numbers of the law, not forces.

With s the slip [m/s], e = s/|s|, w the angular velocity relative to the support, w_n = w.n, w_t = w - w_n n,

    F = -(c0 + mu N f) e - c1 s                                          (Coulomb and two-term: f = 1)
    M = -N (mu b m sign(w_n) n + (k_s^2 w_n n + k_r^2 w_t)/k),   k = sqrt(k_s^2 w_n^2 + k_r^2 w_t^2)

A patch of radius b that spins (Coulomb and Contensou, Hertz pressure) has f and m of x = |s|/(b |w_n|):

    x <= 1:  f = 3 pi/32 x (4 - x^2),    m = 3 pi/16 (1 - x^2 + 3/8 x^4)
    x >= 1:  f = 3/16 ((4x - x^3) asin(1/x) + (x^2 + 2) sqrt(x^2 - 1)/x)
             m = 3/16 ((2 - 2x^2 + 3/4 x^4) asin(1/x) + (3/2 - 3/4 x^2) sqrt(x^2 - 1))

which cancels for large x, hence a series in 1/x from x = 4 on, exact to rounding. Without a patch f = 1, m = 0.
Rolling and spinning resistance make one law with an ellipse as its limit: k_r N against rolling, k_s N against spinning
alone, and smooth until both end at once. Two separate dry laws would stick and slip at every sign of w_n.
Sources: Contensou 1963; Zhuravlev, J. Appl. Math. Mech. 62 (1998); Le Saux, Leine, Glocker 2005 for k_r and k_s.
"""

from math import asin, pi, sqrt

from sandbox.compiling.compiled import compiled
from sandbox.mechanics.layout import (
    CONSTANT_FRICTION,
    KINETIC_FRICTION,
    MASS,
    PATCH,
    ROLLING_RESISTANCE,
    SLIP_SCALE,
    SPINNING_RESISTANCE,
    VISCOUS_FRICTION,
)

# a moment is none below this share of m g times the body's size
VANISHES = 1e-9


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


@compiled
def resistance(w_n, w_t, p):
    """Numbers of the moments against rolling and spinning, from w_n and |w_t| [rad/s].

    returns spin [m], roll [m s], k [m rad/s]:  M = -N (spin n + roll w_t), M.w = -N k; all 0 where k is exactly 0
    """
    k_r, k_s = p[ROLLING_RESISTANCE], p[SPINNING_RESISTANCE]
    k = sqrt(k_s*k_s*w_n*w_n + k_r*k_r*w_t*w_t)
    if k == 0.0:
        return 0.0, 0.0, 0.0
    return k_s*k_s*w_n/k, k_r*k_r/k, k


@compiled
def hold_in_hand(N, M_n, M_t, p):
    """What resistance has in hand at rest against a moment M_n about the normal and M_t across it [N m].

    Positive within the ellipse |M_t| <= k_r N, |M_n| <= k_s' N, k_s' = k_s + 3 pi/16 mu b with the patch at rest; a
    moment that nothing resists has to vanish, to rounding.
    """
    roll = p[ROLLING_RESISTANCE]*N
    spin = (p[SPINNING_RESISTANCE] + 3.0*pi/16.0*p[KINETIC_FRICTION]*p[PATCH])*N
    if roll > 0.0 and spin > 0.0:
        return min(roll, spin)*(1.0 - sqrt((M_t/roll)**2 + (M_n/spin)**2))
    rounding = VANISHES*p[MASS]*p[SLIP_SCALE]*p[SLIP_SCALE]
    return min((roll if roll > 0.0 else rounding) - M_t, (spin if spin > 0.0 else rounding) - abs(M_n))


@compiled
def friction_law(slip, w_n, w_t, p):
    """Numbers of the law of a sliding contact from |s| [m/s], w_n and |w_t| [rad/s].

    returns a0, a, spin, roll:  F = -(a0 + N a) s,  M = -N (spin n + roll w_t)
    """
    mu = p[KINETIC_FRICTION]
    spin, roll, _ = resistance(w_n, w_t, p)
    share = 1.0
    if p[PATCH] > 0.0:
        share, arm = patch_shares(slip, p[PATCH]*abs(w_n))
        arm *= mu*p[PATCH]
        spin += arm if w_n >= 0.0 else -arm
    along = 1.0/slip if slip > 0.0 else 0.0
    return p[CONSTANT_FRICTION]*along + p[VISCOUS_FRICTION], mu*share*along, spin, roll


@compiled
def is_dry(p):
    """Whether slip can come to an end: viscous friction alone only lets it fade."""
    return p[KINETIC_FRICTION] > 0.0 or p[CONSTANT_FRICTION] > 0.0


@compiled
def motion_of_contact(slip, slip_rate, w_n, w_n_rate, p):
    """hypot(|s|, b w_n) [m/s], which is 0 when slip and patch are at rest, and its rate [m/s^2]."""
    b = p[PATCH]
    if b == 0.0:
        return slip, slip_rate
    size = sqrt(slip*slip + b*b*w_n*w_n)
    return size, (slip*slip_rate + b*b*w_n*w_n_rate)/size if size > 0.0 else 0.0

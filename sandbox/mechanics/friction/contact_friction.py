"""What a law of friction (law.py) becomes in the equations of a contact: coefficients affine in the normal force N.

With s the slip [m/s], e = s/|s|, w the angular velocity relative to the support, w_n = w.n, w_t = w - w_n n,

    F = -(a0 + N a) s,     a0 = c0/|s| + c1,   a = mu/|s|
    M = -N (spin n + roll w_t),     spin = arm sign(w_n) + k_s^2 w_n/k,   roll = k_r^2/k
    k = sqrt(k_s^2 w_n^2 + k_r^2 |w_t|^2)

Rolling and spinning resistance make one law with an ellipse as its limit: k_r N against rolling, k_s N against spinning
alone, and smooth until both end at once. Two separate dry laws would stick and slip at every sign of w_n. So would k_s
alone where the contact slips, which goes on when the spin has ended: there it fades below a spin e = FADES sqrt(g/L),

    spin = k_s w_n/(w_n^2 + e^2)^(1/2)

Source: Le Saux, Leine, Glocker 2005 for k_r and k_s.
"""

from math import sqrt
from typing import NamedTuple

from sandbox.compiling.compiled import call_field, compiled
from sandbox.mechanics import layout as lay
from sandbox.mechanics.friction import law as laws

# spin below which a spinning resistance fades while the contact slips [of sqrt(g/L)]
FADES = 1e-3
# a moment is none below this share of m g times the body's size
VANISHES = 1e-9


class Resistance(NamedTuple):
    """M = -N (spin n + roll w_t), M.w = -N k; all 0 where k is exactly 0."""

    spin: float     # [m]
    roll: float     # [m s]
    k: float        # [m rad/s]


class Friction(NamedTuple):
    """F = -(a0 + N a) s, M = -N (spin n + roll w_t)."""

    a0: float       # [N s/m]
    a: float        # [s/m]
    spin: float     # [m]
    roll: float     # [m s]


@compiled
def resistance(w_n, w_t, p):
    """The moments against rolling and spinning, from w_n and |w_t| [rad/s]."""
    return resistance_of(w_n, w_t, p[lay.ROLLING_RESISTANCE], p[lay.SPINNING_RESISTANCE])


@compiled
def resistance_of(w_n, w_t, k_r, k_s):
    """`resistance` of these coefficients [m]."""
    k = sqrt(k_s*k_s*w_n*w_n + k_r*k_r*w_t*w_t)
    if k == 0.0:
        return Resistance(0.0, 0.0, 0.0)
    return Resistance(k_s*k_s*w_n/k, k_r*k_r/k, k)


@compiled
def hold_in_hand(N, M_n, M_t, p):
    """What resistance has in hand at rest against a moment M_n about the normal and M_t across it [N m]."""
    return within_ellipse(N, p[lay.SPINNING_RESISTANCE] + p[lay.PIVOT_FRICTION], M_n, M_t, p)


@compiled
def within_ellipse(N, k_s, M_n, M_t, p):
    """What is left within the ellipse |M_t| <= k_r N, |M_n| <= k_s N [N m].

    A moment that nothing resists has to vanish, to rounding.
    """
    roll, spin = p[lay.ROLLING_RESISTANCE]*N, k_s*N
    if roll > 0.0 and spin > 0.0:
        return min(roll, spin)*(1.0 - sqrt((M_t/roll)**2 + (M_n/spin)**2))
    rounding = VANISHES*p[lay.MASS]*p[lay.SLIP_SCALE]*p[lay.SLIP_SCALE]
    return min((roll if roll > 0.0 else rounding) - M_t, (spin if spin > 0.0 else rounding) - abs(M_n))


@compiled
def friction_law(slip, w_n, w_t, p, calls):
    """The Friction of a sliding contact from |s| [m/s], w_n and |w_t| [rad/s]."""
    spin, roll, _ = resistance(w_n, w_t, p)
    if p[lay.ROLLING_RESISTANCE] == 0.0 and p[lay.SPINNING_RESISTANCE] > 0.0:
        least = FADES*p[lay.SPIN_SCALE]
        spin = p[lay.SPINNING_RESISTANCE]*w_n/sqrt(w_n*w_n + least*least)
    numbers = call_field(calls[lay.CALL_FRICTION], slip, w_n, 0.0, p, lay.FRICTION)
    arm = numbers[laws.ARM]
    spin += arm if w_n >= 0.0 else -arm
    along = 1.0/slip if slip > 0.0 else 0.0
    return Friction(numbers[laws.CONSTANT]*along + numbers[laws.VISCOUS], numbers[laws.MU]*along, spin, roll)


@compiled
def motion_of_contact(slip, slip_rate, w_n, w_n_rate, p):
    """hypot(|s|, b w_n) [m/s], which is 0 when slip and patch are at rest, and its rate [m/s^2]."""
    b = p[lay.PATCH]
    if b == 0.0:
        return slip, slip_rate
    size = sqrt(slip*slip + b*b*w_n*w_n)
    return size, (slip*slip_rate + b*b*w_n*w_n_rate)/size if size > 0.0 else 0.0

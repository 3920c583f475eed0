"""Friction of what slips on a support whose law falls with the slip (mechanics/friction/stribeck.py).

    mu(u) = mu + (mu_s - mu) exp(-(u/v)^d),     u = |U_t|

At an impact the slip is large, and mu holds.
"""

from math import exp

from sandbox.compiling.compiled import compiled
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here


@compiled
def put_friction(block, touch):
    """Fills the coefficients of friction of a touch with a support, whose SLIP is known."""
    mu, mu_s = block[at.KINETIC], block[at.STATIC]
    touch[here.STATIC_MU] = mu_s
    if block[at.FADES_OVER] > 0.0:
        through = square = 0.0
        for i in range(3):
            through += touch[here.NORMAL + i]*touch[here.SLIP + i]
        for i in range(3):
            square += (touch[here.SLIP + i] - through*touch[here.NORMAL + i])**2
        mu += (mu_s - mu)*exp(-(square**0.5/block[at.FADES_OVER])**block[at.FADES_BY])
    touch[here.SLIP_MU] = mu

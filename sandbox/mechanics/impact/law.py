"""The law of a contact: friction and the moments that resist rolling and spinning.

    F = -(c0 + mu N f(x)) e - c1 u_t      sliding along e = u_t/|u_t|
    |F| <= c0 + mu_s N                    no slip
    M = -N ((k_s^2 w_n n + k_r^2 w_t)/hypot(k_s w_n, k_r |w_t|) + mu a_p m(x) sign(w_n) n)

on the body, with w the angular velocity relative to the support, f and m of friction.py at |u_t|/(a_p |w_n|). The same
law as there, as an object for what happens between the modes. Source: contact.md 4.
"""

from dataclasses import dataclass
from math import hypot, inf, isfinite, sqrt

import numpy as np

from sandbox.mechanics.contact.friction import patch_shares
from sandbox.mechanics.layout import (
    CONSTANT_FRICTION,
    KINETIC_FRICTION,
    PATCH,
    ROLLING_RESISTANCE,
    SPINNING_RESISTANCE,
    STATIC_FRICTION,
    VISCOUS_FRICTION,
)


@dataclass(frozen=True)
class Law:
    """Parameters of a contact; smooth when all are zero.

    mu       kinetic friction [1];  mu_s  static friction [1], mu if None, inf for an absolutely rough contact
    c0       constant friction [N];  c1  viscous friction [N s/m]
    patch    radius a_p of the touching patch [m];  k_r, k_s  rolling and spinning resistance [m]
    """

    mu: float = 0.0
    mu_s: float | None = None
    c0: float = 0.0
    c1: float = 0.0
    patch: float = 0.0
    k_r: float = 0.0
    k_s: float = 0.0

    def __post_init__(self):
        if self.mu_s is None:
            object.__setattr__(self, "mu_s", self.mu)
        for name in ("mu", "c0", "c1", "patch", "k_r", "k_s"):
            value = getattr(self, name)
            if not (isfinite(value) and value >= 0.0):
                raise ValueError(f"law of contact, {name}: got {value}, needs a finite number, at least 0")
        if not self.mu_s >= self.mu:
            raise ValueError(f"law of contact, mu_s: got {self.mu_s}, needs at least mu = {self.mu}")

    @classmethod
    def from_p(cls, p) -> "Law":
        """The law that the parameter array p holds (layout.py)."""
        return cls(*(float(p[at]) for at in (KINETIC_FRICTION, STATIC_FRICTION, CONSTANT_FRICTION, VISCOUS_FRICTION,
                                             PATCH, ROLLING_RESISTANCE, SPINNING_RESISTANCE)))

    def put(self, p):
        """Write the law to its places in the parameter array p."""
        p[KINETIC_FRICTION], p[STATIC_FRICTION] = self.mu, self.mu_s
        p[CONSTANT_FRICTION], p[VISCOUS_FRICTION] = self.c0, self.c1
        p[PATCH], p[ROLLING_RESISTANCE], p[SPINNING_RESISTANCE] = self.patch, self.k_r, self.k_s

    @property
    def is_rough(self) -> bool:
        """The contact can't slip."""
        return self.mu_s == inf

    @property
    def can_hold(self) -> bool:
        """Static friction can keep the contact from slipping."""
        return self.mu_s > 0.0 or self.c0 > 0.0

    @property
    def mu_impact(self) -> float:
        """Friction coefficient of an impact: mu, inf for an absolutely rough contact [1]."""
        return inf if self.is_rough else self.mu

    def bound(self, N) -> float:
        """Largest friction that holds at the normal force N [N]."""
        return inf if self.is_rough else self.c0 + self.mu_s*N

    def share(self, slip, w_n):
        """f and m at the slip speed [m/s] and the relative spin w_n about the normal [rad/s]; 1, 0 without a patch."""
        return patch_shares(float(slip), self.patch*abs(float(w_n)))

    def moment(self, n, wr, slip):
        """Moment on the body per newton of normal force (3,) [m].

        n (3,) normal;  wr (3,) angular velocity relative to the support [rad/s];  slip  |u_t| [m/s]
        """
        w_n = n @ wr
        _f, m = self.share(slip, w_n)
        moment = -self.mu*self.patch*m*np.sign(w_n)*n
        across = wr - w_n*n
        size = hypot(self.k_s*w_n, self.k_r*sqrt(across @ across))
        return moment - (self.k_s**2*w_n*n + self.k_r**2*across)/size if size > 0.0 else moment

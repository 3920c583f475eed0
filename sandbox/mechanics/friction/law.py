"""The law of a contact: friction, and the moments that resist rolling and spinning.

    F = -(c0 + mu N) e - c1 u_t           sliding along e = u_t/|u_t|
    |F| <= c0 + mu_s N                    no slip
    M = -N (arm sign(w_n) n + (k_s^2 w_n n + k_r^2 w_t)/hypot(k_s w_n, k_r |w_t|))

on the body, with w the angular velocity relative to the support. How c0, c1, mu and arm depend on the slip |u_t| and on
the spin w_n is a compiled function of a file of its own (dry.py, stribeck.py): `numbers(slip, w_n, _, s, out)` fills
out[CONSTANT], out[VISCOUS], out[MU], out[ARM] from its parameters s. Source: contact.md 4.
"""

from dataclasses import dataclass
from functools import cached_property
from math import inf, isfinite
from typing import NamedTuple

import numpy as np

from sandbox.compiling.entries import Entry
from sandbox.compiling.places import Places
from sandbox.mechanics import layout as lay
from sandbox.mechanics.probe import field_at

# what the function of a law fills
_numbers = Places()
CONSTANT = _numbers.take()      # c0 [N]
VISCOUS = _numbers.take()       # c1 [N s/m]
MU = _numbers.take()            # mu [1]
ARM = _numbers.take()           # moment about the normal per newton of N, not negative [m]
NUMBERS = _numbers.size


# a law as a flat array, for compiled callers that have no p (layout.py)
_law = Places()
LAW_S = _law.take(lay.FRICTION_SIZE)    # its parameters s
LAW_K_R = _law.take()               # k_r, k_s [m]
LAW_K_S = _law.take()
LAW_HOLDS = _law.take()             # 1.0 where static friction can hold
LAW = _law.size


class Numbers(NamedTuple):
    """A law at one slip and spin."""

    c0: float       # [N]
    c1: float       # [N s/m]
    mu: float       # [1]
    arm: float      # [m]


@dataclass(frozen=True)
class Law:
    """A law of friction with its parameters, and the resistances.

    numbers      compiled function of the head of this file;  s  its parameters
    mu_s, c0     static friction c0 + mu_s N [1, N]; mu_s is inf for an absolutely rough contact
    mu_impact    friction coefficient of an impact [1];  is_dry  slip comes to an end, it does not only fade
    patch        radius of a spinning patch [m];  pivot  moment about n that it bears at rest, per newton [m]
    k_r, k_s     rolling and spinning resistance [m]
    only_holds   it slips only where a hand, or what the body carries, pulls and no slip would need adhesion
    """

    numbers: Entry
    s: tuple[float, ...]
    mu_s: float
    c0: float = 0.0
    mu_impact: float = 0.0
    is_dry: bool = True
    patch: float = 0.0
    pivot: float = 0.0
    k_r: float = 0.0
    k_s: float = 0.0
    only_holds: bool = False

    def __post_init__(self):
        for name in ("c0", "patch", "pivot", "k_r", "k_s"):
            check_number(name, getattr(self, name))
        if len(self.s) > lay.FRICTION_SIZE:
            raise ValueError(f"law of contact: got {len(self.s)} parameters, takes at most {lay.FRICTION_SIZE}")

    def put(self, p, calls):
        """Write the law to its places in the parameters p and the addresses calls (layout.py)."""
        calls[lay.CALL_FRICTION] = self.numbers.address
        self.put_numbers(p)

    def put_numbers(self, p):
        """Write the law to its places in the parameters p."""
        p[lay.FRICTION:lay.FRICTION + lay.FRICTION_SIZE] = 0.0
        p[lay.FRICTION:lay.FRICTION + len(self.s)] = self.s
        p[lay.STATIC_FRICTION], p[lay.CONSTANT_FRICTION] = self.mu_s, self.c0
        p[lay.IS_DRY], p[lay.PATCH], p[lay.PIVOT_FRICTION] = float(self.is_dry), self.patch, self.pivot
        p[lay.ROLLING_RESISTANCE], p[lay.SPINNING_RESISTANCE] = self.k_r, self.k_s

    @cached_property
    def flat(self) -> np.ndarray:
        """The law (LAW,) as compiled code reads it."""
        law = np.zeros(LAW)
        law[LAW_S:LAW_S + len(self.s)] = self.s
        law[LAW_K_R], law[LAW_K_S], law[LAW_HOLDS] = self.k_r, self.k_s, float(self.can_hold)
        return law

    def at(self, slip: float, w_n: float) -> Numbers:
        """The law at the slip speed [m/s] and the relative spin w_n about the normal [rad/s]."""
        return Numbers(*field_at(self.numbers.address, float(slip), float(w_n), 0.0, self.flat, LAW_S)[:NUMBERS])

    @cached_property
    def at_rest(self) -> Numbers:
        """The law where slip begins, without spin."""
        return self.at(0.0, 0.0)

    @property
    def is_rough(self) -> bool:
        """The contact can't slip."""
        return self.mu_s == inf

    @property
    def can_hold(self) -> bool:
        """Static friction can keep the contact from slipping."""
        return self.mu_s > 0.0 or self.c0 > 0.0

    def bound(self, N) -> float:
        """Largest friction that holds at the normal force N [N]."""
        return inf if self.is_rough else self.c0 + self.mu_s*N


def check_static(mu_s: float, mu: float):
    """ValueError unless static friction is at least the kinetic one."""
    if not mu_s >= mu:
        raise ValueError(f"law of contact, mu_s: got {mu_s}, needs at least mu = {mu}")


def check_number(name: str, value: float):
    """ValueError unless a parameter of a law is finite and not negative."""
    if not (isfinite(value) and value >= 0.0):
        raise ValueError(f"law of contact, {name}: got {value}, needs a finite number, at least 0")

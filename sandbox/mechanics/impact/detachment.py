"""Ivanov's classes of one contact by its normal acceleration: the forces in it, and which future is consistent.

    Lambda'' = U           without contact          (Lambda the gap)
    Lambda'' = U* + V* N   with it,   N = -U*/V*,   F = alpha + beta N

    U = n.c_free + n'.u,   V = n.G n,   W = G n - V n
    smooth     alpha = beta = 0
    sliding    alpha = -c0 e - c1 sigma,         beta = -mu e       (friction/law.py)
    no slip    alpha = -G_tt^-1 c_t,             beta = -G_tt^-1 (G_tn + k_t)
    U* = U + W.alpha,   V* = V + W.beta + k_n

k = J^-1 M x rho is what the resisting moments M of one newton of normal force add to the relative acceleration; W and
the blocks of G belong to the tangent plane. Letter and digit of the class:

    A: U > 0, B: U < 0;   1: U* > 0, V* > 0;   2: U* < 0, V* > 0;   3: U* > 0, V* < 0;   4: U* < 0, V* < 0

Without contact is consistent for U > 0, contact for U* V* < 0. Source: Ivanov 2008, Table 1; contact.md 3 and 10.
"""

import numpy as np

from sandbox.mechanics.friction.law import Law
from sandbox.mechanics.impact import layout as record
from sandbox.mechanics.impact.contact_state import Touch
from sandbox.mechanics.impact.table_one import ALONG_SLIP, CLASSES, FROM_REST, HELD, fill_table
from sandbox.mechanics.record import Record, Value, Values, address_of

# below this share of V an impact without collision (Painleve) follows a V* of sliding: friction of the contact's own
# stops it; a little above where the mode of sliding ends
PAINLEVE_SHARE = 1.001e-3

GROUPS = ("A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4")
MEANINGS = ("detach", "both", "both", "detach", "none", "contact", "contact", "none")


class Analysis(Record):
    """The numbers of a contact in Table 1; see the head of this file. Vectors along the support axes.

    U, U_star [m/s^2];  V, V_star [1/kg];  W (3,) [1/kg];  alpha (3,) [N];  beta (3,) [1]
    group     A1 ... B4, or edge where |U| is below `edge` [m/s^2], too small to have a sign
    meaning   contact, detach, both or none
    N, F      normal force and friction (3,) in contact, 0 where contact is inconsistent [N];  M (3,) its moment [N m]
    N_stick, F_stick   what it takes to hold the contact without slip, whatever the sign of N_stick [N]
    unit_moment (3,)   resistance to rolling and spinning for one newton of normal force, on the body [m]
    k (3,)    what that adds to u' [1/kg]
    """

    SIZE = record.ANALYSIS
    __slots__ = ("group", "meaning")
    group: str
    meaning: str

    U, U_star, V, V_star = Value(record.U), Value(record.U_STAR), Value(record.V), Value(record.V_STAR)
    N, N_stick, edge = Value(record.N), Value(record.N_STICK), Value(record.EDGE)
    W, alpha, beta = Values(record.PULL, 3), Values(record.ALPHA, 3), Values(record.BETA, 3)
    F, M, F_stick = Values(record.FRICTION, 3), Values(record.MOMENT, 3), Values(record.F_STICK, 3)
    unit_moment, k = Values(record.UNIT_MOMENT, 3), Values(record.UNIT_K, 3)

    @property
    def is_contact(self) -> bool:
        """Lasting contact is consistent: N > 0."""
        return self.U_star*self.V_star < 0.0


def analyse(touch: Touch, law: Law, slip: bool, direction=None) -> Analysis:
    """Takes a contact, its law and whether it slips, and returns the coefficients of Table 1.

    direction   unit vector (3,) of a slip that is still zero, support axes
    """
    found = Analysis()
    # kept until the call is over
    e = np.array(touch.n if direction is None else direction, float)
    kind = HELD if not slip else ALONG_SLIP if direction is None else FROM_REST
    code = fill_table(touch.address, address_of(law.flat), law.numbers.address, kind, address_of(e), found.address)
    number = code % CLASSES
    found.group, found.meaning = GROUPS[number] if code < CLASSES else "edge", MEANINGS[number]
    return found

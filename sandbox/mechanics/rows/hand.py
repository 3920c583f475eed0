"""A hand on a body of a system with rows: its generalised force, as terms.

With the held point X = centre + R s in the support's rest axes, and pull.py's force F along these axes,

    Q_i = F.dX/dv_i       (dX along the coordinates' rates for the velocity v_i alone)
"""

from collections.abc import Sequence
from dataclasses import replace

from sandbox.compiling.elimination import dot
from sandbox.compiling.rates import rates
from sandbox.compiling.terms import Term
from sandbox.mechanics import layout as lay
from sandbox.mechanics.rows.pieces import Pieces


def with_hand(pieces: Pieces, body: Sequence[Term]) -> Pieces:
    """Takes pieces and the formula of a body, centre (3) and rotation (9); returns them with the force of a hand."""
    def number(place: int) -> Term:
        return pieces.table.make(f"p[{place}]", ())

    def vector(place: int) -> list[Term]:
        return [number(place + i) for i in range(3)]
    one, zero, n = pieces.t.of(1.0), pieces.zero, len(pieces.v)
    s = vector(lay.HAND_POINT)
    held = [body[i] + dot(list(body[3 + 3*i:6 + 3*i]), s) for i in range(3)]
    moving = {pieces.t.name: one, **_rates_by_name(pieces, pieces.v)}
    velocity = rates(held, moving)

    # the force, bounded
    since = pieces.t - number(lay.HAND_START)
    free = [number(lay.HAND_STIFFNESS)*(target + since*rate - x) - number(lay.HAND_DAMPING)*v
            for target, rate, x, v in zip(
        vector(lay.HAND_TARGET), vector(lay.HAND_RATE), held, velocity, strict=True)]
    strength = number(lay.HAND_STRENGTH)
    share = dot(free, free)/(strength*strength)
    size = (one + share*share).call("sqrt").call("sqrt")
    force = [x/size for x in free]

    Q = []
    for i in range(n):
        along = _rates_by_name(pieces, [one if j == i else zero for j in range(n)])
        Q.append(pieces.Q[i] + dot(force, rates(held, along)))
    return replace(pieces, Q=Q)


def _rates_by_name(pieces: Pieces, velocity: Sequence[Term]) -> dict[str, Term]:
    return {x.name: rate for x, rate in zip(pieces.q, pieces.coordinate_rates(list(velocity)), strict=True)}

"""What is shown of a pile: of each body the sum of its supports' forces, at the middle of their pressure.

Of supports that touch with other normals, as the wall beside a gutter, those with the normal of the one that presses
most: along one of them friction at the others could be told as a pull.
Where it touches none, in flight or on other bodies, the place of contact is that below its mass centre that is as low
as its lowest point: of a ball the same point as while it rolls, and it never jumps.
"""

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.entries import mode_function
from sandbox.compiling.traced import Vector, traced, turn, vector_at
from sandbox.mechanics import shown_layout as shown_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.forces import NO_SLIP
from sandbox.mechanics.world.corners.known import copy, gravity_scale, normal_part
from sandbox.mechanics.world.corners.shown import add_pressure, put_touching
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.patches import layout as pl
from sandbox.mechanics.world.patches.features import fill_corner, put_turned
from sandbox.mechanics.world.patches.forces import fill_rates
from sandbox.mechanics.world.patches.frame import load
from sandbox.mechanics.world.patches.hulls import along_3
from sandbox.mechanics.world.patches.islands import arrange
from sandbox.mechanics.world.patches.known import (
    array_of,
    body_of,
    contact_of,
    numbers_of,
    speed_scale,
    touch_of,
)
from sandbox.mechanics.world.shown import fill_supports, put_body, put_force
from sandbox.mechanics.world.supports import block_of, support_state_at

# [m g] a force that pulls by more than that is no rounding
ROUNDING = 1e-9
# normals whose cosine is more than that are one
SAME = 1.0 - 1e-9


@traced
def put_up(place, out):
    """The third axis of a support."""
    put(out, 0, turn(place.turning, Vector(0.0, 0.0, 1.0)))


@traced
def vector_3(v):
    """v."""
    return vector_at(v, 0)


@compiled
def lowest_along(body, n, corner):
    """How far along n (3,) the point of a body lies that is least far, from its mass centre [m]; corner: room (3,)."""
    least = 1e300
    for c in range(int(body[pl.CORNERS])):
        fill_corner(body, c, corner)
        put_turned(body, corner)
        least = min(least, along_3(corner, n))
    return least - body[pl.ROUNDING]


@compiled
def is_held_by_support(contact, b):
    """Whether a contact is one of the body b with a support."""
    return int(contact[pl.FIRST]) == b and contact[pl.OTHER] < 0.0


@compiled
def pressed(pile, k):
    """How much the contact k presses [N], a little at least."""
    return max(normal_part(touch_of(pile, k), part(contact_of(pile, k), of.FORCE)), 1e-300)


@compiled
def presses_most(pile, b):
    """The contact of the body b with a support that presses most, -1 where there is none."""
    which, most = -1, 0.0
    for k in range(int(pile[pl.ACTIVE])):
        if is_held_by_support(contact_of(pile, k), b) and pressed(pile, k) > most:
            which, most = k, pressed(pile, k)
    return which


@compiled
def fill_body(p, pile, t, b, work, out):
    """Fills what is shown of the body b; forces are known."""
    y, middle, force, n, total = part(array_of(pile, pl.STATE_AT), b*at.MOVING), part(work, 0), part(work, 3), \
        part(work, 6), 0.0
    for i in range(3):
        middle[i] = force[i] = 0.0
    put_up(support_state_at(t, block_of(p, int(body_of(pile, b)[pl.FRAME]))), n)
    strongest = presses_most(pile, b)
    for i in range(3):
        if strongest >= 0:
            n[i] = touch_of(pile, strongest)[here.NORMAL + i]
    for k in range(int(pile[pl.ACTIVE])):
        contact = contact_of(pile, k)
        if is_held_by_support(contact, b) and along_3(part(touch_of(pile, k), here.NORMAL), n) > SAME:
            N = pressed(pile, k)
            add_pressure(contact, N, middle, force)
            total += N
    if total == 0.0:
        total, low = 1.0, lowest_along(body_of(pile, b), n, middle)
        for i in range(3):
            middle[i] = low*n[i]
    put_body(y, vector_3(n), 0.0, out)
    put_touching(y, middle, 1.0/total, out)
    put_force(vector_3(force), vector_3(n), out)


@compiled
def take_carried(p, pile):
    """Replaces the forces [N] of islands in which one would pull by those of their last small step, which push.

    No rigid forces fit there, and small steps carry what touches.
    """
    for k in range(int(pile[pl.ACTIVE])):
        first = int(contact_of(pile, k)[pl.FIRST])
        least = -ROUNDING*gravity_scale(p)*numbers_of(p, first)[at.MASS]
        if normal_part(touch_of(pile, k), part(contact_of(pile, k), of.FORCE)) < least:
            for j in range(int(pile[pl.ACTIVE])):
                other = contact_of(pile, j)
                if body_of(pile, int(other[pl.FIRST]))[pl.ISLAND] == body_of(pile, first)[pl.ISLAND]:
                    copy(part(other, pl.CARRIES), 3, part(other, of.FORCE))


@mode_function
def report(t, h, y, p, calls, out):
    """Fills all bodies (BODY_SIZE each), then all supports but the laboratory (SUPPORT_SIZE each)."""
    work, pile = room(9), load(p, y)
    for b in range(int(p[at.BALLS])):
        # what rests is borne, too
        body_of(pile, b)[pl.ASLEEP] = 0.0
    arrange(p, pile)
    fill_rates(p, calls, pile, t, array_of(pile, pl.STATE_AT), NO_SLIP*speed_scale(p), array_of(pile, pl.NEW_AT))
    take_carried(p, pile)
    for b in range(int(p[at.BALLS])):
        fill_body(p, pile, t, b, work, part(out, b*shown_at.BODY_SIZE))
    fill_supports(p, y, t, part(out, int(p[at.BALLS])*shown_at.BODY_SIZE))
    return 0.0

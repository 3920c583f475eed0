"""An impact: all corners that touch at the instant as one problem.

Moreau's impact with Newton's e of each point that comes down: n.U+ >= -e n.U-, friction by Coulomb's law of impulses.
Where that would give energy it is done again with e = 0, which never does.

Where friction jams corners that slip (Painleve, modes.py) and they can't leave either, the same laws of impulses have
a second answer besides none at all, with n.U- = 0: what slips stops at once, an impact without a collision. Newton's
law gives nothing back of it, since nothing has come down.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import traced, vector_at
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.below import foot_below
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.decide import remove_contact
from sandbox.mechanics.world.corners.forces import fill_matrix, is_all_borne, solve_least, take_solution
from sandbox.mechanics.world.corners.known import (
    add_forces,
    contact_of,
    copy,
    fill_contacts,
    normal_part,
    numbers_of,
    put_corner,
    speed_scale,
    tangent_size,
    touch_of,
)
from sandbox.mechanics.world.corners.settle import energy_at, enter, put_minus
from sandbox.mechanics.world.corners.sweeps import sweep
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.log import log_event, log_impact
from sandbox.mechanics.world.supports import block_of, material_velocity, support_state_at, three

# corners whose gaps are below this share of the body's size at an instant come down together
TOGETHER = 1e-11
# velocity after an impact that is none, against a typical one
NONE = 1e-11
# a corner that sinks slower than this share of sqrt(g a) does not land: rounding; its gap counts as so much [m]
SINKS, NEARLY = 1e-12, 1e-18
# residual of impulses that solve their rows; energy against m U^2 that the end of a slip U takes at least
SOLVED, STOPS = 1e-12, 1e-9


@traced
def opening_speed(place, n, ball):
    """How fast a sphere leaves a support [m/s]."""
    return n @ (vector_at(ball, at.V) - material_velocity.formula(place, vector_at(ball, at.X)))


@compiled
def touches(body, corner, s):
    """Whether a corner is among the contacts with the support s."""
    for k in range(int(body[of.COUNT])):
        contact = contact_of(body, k)
        if int(contact[of.CORNER]) == corner and int(contact[of.SUPPORT]) == s:
            return True
    return False


@compiled
def add_contact(body, corner, s):
    """Notes that a corner touches a support, where there is room."""
    k = int(body[of.COUNT])
    if k == of.MOST_CONTACTS:
        return
    contact = contact_of(body, k)
    for i in range(of.CONTACT):
        contact[i] = 0.0
    contact[of.CORNER], contact[of.SUPPORT], contact[of.DOES] = float(corner), float(s), at.SLIPS
    body[of.COUNT] = float(k + 1)


@compiled
def look_around(p, calls, body, t, y, closer, fastest, ball, moving):    # noqa: PLR0913 - room to work
    """The least gap of all corners that do not touch [m], LANDS_CORNER and LANDS_SUPPORT say which.

    closer      gap below which corners that do not rise become contacts [m]; -inf for none
    fastest     at which those sink at most [m/s]
    ball, moving    room for a state of a ball and its rates
    """
    least, found, r = SINKS*speed_scale(p), 1e300, body[of.ROUNDING]
    for s in range(int(p[at.SUPPORTS]) - 1):
        place = support_state_at(t, block_of(p, s))
        for c in range(int(body[of.CORNERS])):
            if touches(body, c, s):
                continue
            put_corner(y, y, part(body, of.POINTS + 3*c), ball, moving)
            foot = foot_below(p, calls, s, place, three(ball, at.X), r)
            gap = foot.gap
            if not foot.edge > 0.0 or -gap > numbers_of(p)[at.RADIUS]:
                continue
            rate = opening_speed(place, foot.n, ball)
            if gap <= closer and -fastest <= rate <= least:
                add_contact(body, c, s)
                continue
            if not gap > 0.0 and rate > -least:
                gap = NEARLY
            if gap < found:
                found = gap
                body[of.LANDS_CORNER], body[of.LANDS_SUPPORT] = float(c), float(s)
    return found


@compiled
def want_velocities(p, body, gives):
    """Makes impulses and velocities what is asked for; `gives`: 1.0 with Newton's e, 0.0 without."""
    for k in range(int(body[of.COUNT])):
        contact, touch = contact_of(body, k), touch_of(body, k)
        copy(part(touch, here.SLIP), 3, part(contact, of.WANTED))
        through = normal_part(touch, part(touch, here.SLIP))
        block = block_of(p, int(contact[of.SUPPORT]))
        contact[of.TARGET] = -gives*block[at.RESTITUTION]*through if through < -p[at.CAPTURE] else 0.0
        contact[of.ROW], contact[of.ROW_COUNT], contact[of.FRICTION] = 3.0*k, 3.0, block[at.KINETIC]


@compiled
def stop_all(body, rows, moved, before):
    """Fills PUSH with the least impulses after which what has rows sticks."""
    for k in range(int(body[of.COUNT])):
        contact, touch = contact_of(body, k), touch_of(body, k)
        if contact[of.ROW_COUNT] == 3.0:
            row = of.RIGHT + int(contact[of.ROW])
            put_minus(1.0, part(contact, of.WANTED), part(body, row))
            for i in range(3):
                body[row + i] += contact[of.TARGET]*touch[here.NORMAL + i]
    fill_matrix(body, rows, moved, before)
    left = solve_least(body, rows)
    take_solution(body, of.PUSH)
    return left


@compiled
def is_stopped(body, moved, before):
    """Whether impulses that push, and that friction bears, stop all corners: PUSH has them then.

    They are looked for first: where friction jams sweeps may find others, one corner before the other.
    """
    count = int(body[of.COUNT])
    if stop_all(body, 3*count, moved, before) > SOLVED:
        return False
    pushes = True
    for k in range(count):
        pushes = pushes and normal_part(touch_of(body, k), part(contact_of(body, k), of.PUSH)) > 0.0
    return pushes and is_all_borne(body, of.PUSH)


@compiled
def collide(p, body, y, gives, moved, before):
    """Fills PUSH with the impulses of the impact; `gives`: 1.0 with Newton's e, 0.0 without."""
    want_velocities(p, body, gives)
    if not is_stopped(body, moved, before):
        for k in range(int(body[of.COUNT])):
            for i in range(3):
                contact_of(body, k)[of.PUSH + i] = 0.0
        sweep(body, moved, before)
        polish(p, body, moved, before)
    add_forces(p, body, of.PUSH, y)


@compiled
def polish(p, body, moved, before):
    """Solves the impact once more where all that takes part sticks: to rounding, by least impulses."""
    none, rows = NONE*speed_scale(p), 0
    for k in range(int(body[of.COUNT])):
        contact, touch = contact_of(body, k), touch_of(body, k)
        is_pressed = normal_part(touch, part(contact, of.PUSH)) > 0.0
        if is_pressed and tangent_size(touch, part(contact, of.LEAVES)) > none:
            return
        contact[of.ROW], contact[of.ROW_COUNT] = rows, 3.0 if is_pressed else 0.0
        rows += 3 if is_pressed else 0
    if rows > 0:
        stop_all(body, rows, moved, before)


@compiled
def note_left(p, calls, body, t, y):
    """Notes what corners do right after an impact, and takes out those that have left."""
    fill_contacts(p, calls, body, t, y)
    for k in range(int(body[of.COUNT]) - 1, -1, -1):
        touch = touch_of(body, k)
        # what is slower than that has come to rest with the impact
        is_slow = tangent_size(touch, part(touch, here.SLIP)) <= p[at.CAPTURE] or touch[here.STATIC_MU] == inf
        contact_of(body, k)[of.DOES] = at.ROLLS if is_slow else at.SLIPS
        if normal_part(touch, part(touch, here.SLIP)) > p[at.CAPTURE]:
            remove_contact(body, k)


@compiled
def hit(p, calls, body, t, y, kept):
    """The impact at t of all corners that touch or come down; kept: room for a state. Returns the energy lost [J]."""
    ball, moving, moved, before = room(at.MOVING), room(at.MOVING), room(3), room(3)
    first, first_support = int(body[of.LANDS_CORNER]), int(body[of.LANDS_SUPPORT])
    look_around(p, calls, body, t, y, TOGETHER*numbers_of(p)[at.RADIUS], inf, ball, moving)
    if not touches(body, first, first_support):
        add_contact(body, first, first_support)
    fill_contacts(p, calls, body, t, y)
    speed, together = 0.0, 0.0
    for k in range(int(body[of.COUNT])):
        touch = touch_of(body, k)
        through = -normal_part(touch, part(touch, here.SLIP))
        speed, together = max(speed, through), together + (1.0 if through > p[at.CAPTURE] else 0.0)
    energy = energy_at(p, body, t, y)
    copy(y, of.SIZE, kept)
    collide(p, body, y, 1.0, moved, before)
    if energy_at(p, body, t, y) > energy:
        copy(kept, of.SIZE, y)
        collide(p, body, y, 0.0, moved, before)
    lost = -enter(p, body, t, y, energy)
    note_left(p, calls, body, t, y)
    log_impact(p, t, at.STRUCK, 0, -2 - first_support, (speed, lost, max(together, 1.0), 0.0))
    return lost


@compiled
def jam(p, calls, body, t, y, kept):
    """Friction alone stops at t what slips; kept: room for a state. Returns the energy lost [J], 0.0 where it does not.

    Where not all corners can be stopped sweeps go on from what would: from no impulse at all they would find none.
    """
    moved, before, speed = room(3), room(3), 0.0
    fill_contacts(p, calls, body, t, y)
    for k in range(int(body[of.COUNT])):
        speed = max(speed, tangent_size(touch_of(body, k), part(touch_of(body, k), here.SLIP)))
    if not speed > p[at.CAPTURE]:
        return 0.0
    want_velocities(p, body, 0.0)
    if not is_stopped(body, moved, before):
        sweep(body, moved, before)
        polish(p, body, moved, before)
    energy, support = energy_at(p, body, t, y), int(contact_of(body, 0)[of.SUPPORT])
    copy(y, of.SIZE, kept)
    add_forces(p, body, of.PUSH, y)
    if not energy - energy_at(p, body, t, y) > STOPS*numbers_of(p)[at.MASS]*speed*speed:
        copy(kept, of.SIZE, y)
        return 0.0
    lost = -enter(p, body, t, y, energy)
    note_left(p, calls, body, t, y)
    log_event(p, t, at.JAMMED, 0, -2 - support, speed, lost)
    return lost

"""An impact: all contacts of the bodies that are joined at the instant as one problem.

Moreau's impact with Newton's e of each point that closes: n.U+ >= -e n.U-, friction by Coulomb's law of impulses. Where
that would give energy it is done again with e = 0, which never does. Where friction jams: corners/hit.py.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.hit import NONE, STOPS, TOGETHER
from sandbox.mechanics.world.corners.known import copy, normal_part, tangent_size
from sandbox.mechanics.world.corners.sweeps import STILL
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.log import log_event, log_impact
from sandbox.mechanics.world.patches import layout as pl
from sandbox.mechanics.world.patches.decide import find_by_trying, find_modes, is_alone, note_slips
from sandbox.mechanics.world.patches.features import add_contact, look_around, touches
from sandbox.mechanics.world.patches.forces import solve_rows
from sandbox.mechanics.world.patches.islands import arrange, end_of_island, remove_contact
from sandbox.mechanics.world.patches.known import (
    array_of,
    body_of,
    contact_of,
    numbers_of,
    size_of,
    speed_scale,
    touch_of,
)
from sandbox.mechanics.world.patches.settle import energy_at, enter
from sandbox.mechanics.world.patches.sweeps import MOST_SWEEPS, begin, fill_left, sweep
from sandbox.mechanics.world.patches.touching import add_forces, fill_contacts
from sandbox.mechanics.world.supports import block_of


@compiled
def restitution_of(p, contact):
    """e of a contact."""
    other = int(contact[pl.OTHER])
    return p[at.PAIR_RESTITUTION] if other >= 0 else block_of(p, -2 - other)[at.RESTITUTION]


@compiled
def friction_of(p, contact):
    """The coefficient of friction in an impact."""
    other = int(contact[pl.OTHER])
    return p[at.PAIR_FRICTION] if other >= 0 else block_of(p, -2 - other)[at.KINETIC]


@compiled
def want_velocities(p, pile, low, high, gives):
    """Makes impulses and velocities of the contacts low to high what is asked for.

    gives   1.0 with Newton's e, 0.0 without
    """
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        copy(part(touch, here.SLIP), 3, part(contact, of.WANTED))
        through = normal_part(touch, part(touch, here.SLIP))
        contact[of.TARGET] = -gives*restitution_of(p, contact)*through if through < -p[at.CAPTURE] else 0.0
        contact[of.FRICTION], contact[of.FOUND] = friction_of(p, contact), at.ROLLS
        if contact[of.FRICTION] == 0.0:
            contact[of.FOUND] = at.SLIPS
            copy(part(touch, here.NORMAL), 3, part(contact, of.THRUST))


@compiled
def collide(p, pile, low, high, y, gives):
    """Does the impact of an island; `gives`: 1.0 with Newton's e, 0.0 without."""
    want_velocities(p, pile, low, high, gives)
    if not find_by_trying(p, pile, low, high, 0.01*NONE*speed_scale(p), 0.0):
        want_velocities(p, pile, low, high, gives)
        for k in range(low, high):
            contact_of(pile, k)[of.ROW_COUNT] = 3.0
            for i in range(3):
                contact_of(pile, k)[of.PUSH + i] = 0.0
        sweep(p, pile, low, high, MOST_SWEEPS, STILL, 1.0)
        polish(p, pile, low, high)
    add_forces(p, pile, of.PUSH, low, high, y)


@compiled
def polish(p, pile, low, high):
    """Solves the impact once more for who is pressed and who slips which way: to rounding, by least impulses."""
    none = NONE*speed_scale(p)
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        size = normal_part(touch, part(contact, of.PUSH))
        contact[of.ROW_COUNT] = 0.0
        copy(part(contact, of.PUSH), 3, part(contact, of.AIMS))
        if size > 0.0:
            slides = tangent_size(touch, part(contact, of.LEAVES)) > none or contact[of.FRICTION] == 0.0
            contact[of.ROW_COUNT] = 1.0 if slides else 3.0
            for i in range(3):
                contact[of.THRUST + i] = contact[of.PUSH + i]/size
    solve_rows(p, pile, low, high, of.PUSH)
    if not obeys(p, pile, low, high, none):
        for k in range(low, high):
            copy(part(contact_of(pile, k), of.AIMS), 3, part(contact_of(pile, k), of.PUSH))


@compiled
def obeys(p, pile, low, high, none):
    """Whether the impulses at PUSH push only, and nothing goes in after them."""
    begin(p, pile, low, high)
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        fill_left(pile, k)
        if normal_part(touch, part(contact, of.LEAVES)) < contact[of.TARGET] - none \
                or normal_part(touch, part(contact, of.PUSH)) < 0.0:
            return False
    return True


@compiled
def note_speeds(p, pile, low, high):
    """The speed at which the fastest of an island's contacts closes, and how many do."""
    speed, together = 0.0, 0.0
    for k in range(low, high):
        through = -normal_part(touch_of(pile, k), part(touch_of(pile, k), here.SLIP))
        speed, together = max(speed, through), together + (1.0 if through > p[at.CAPTURE] else 0.0)
    return speed, together


@compiled
def take_after(p, pile, low, high):
    """Says what the contacts of an island do after an impact; takes out those that open."""
    for k in range(high - 1, low - 1, -1):
        touch = touch_of(pile, k)
        # what is slower than that has come to rest with the impact
        is_slow = tangent_size(touch, part(touch, here.SLIP)) <= p[at.CAPTURE] or touch[here.STATIC_MU] == inf
        contact_of(pile, k)[of.DOES] = at.ROLLS if is_slow else at.SLIPS
        if normal_part(touch, part(touch, here.SLIP)) > p[at.CAPTURE]:
            remove_contact(pile, k)


@compiled
def hit(p, calls, pile, t, y):
    """The impact at t of what comes together, with all that is joined to it. Returns the energy lost [J]."""
    i, j, kind = int(pile[pl.LANDS_FIRST]), int(pile[pl.LANDS_OTHER]), int(pile[pl.LANDS_KIND])
    feature, other, lost, kept = int(pile[pl.LANDS_FEATURE]), int(pile[pl.LANDS_FEATURE_OTHER]), 0.0, \
        array_of(pile, pl.KEPT_AT)
    look_around(p, calls, pile, t, y, TOGETHER*size_of(p), inf)
    if not touches(pile, i, j, kind, feature, other):
        add_contact(pile, i, j, kind, feature, other)
    arrange(p, pile)
    fill_contacts(p, calls, pile, t, y)
    low = 0
    while low < int(pile[pl.ACTIVE]):
        high = end_of_island(pile, low)
        speed, together = note_speeds(p, pile, low, high)
        if body_of(pile, int(contact_of(pile, low)[pl.FIRST]))[pl.ISLAND] == body_of(pile, i)[pl.ISLAND] \
                or speed > p[at.CAPTURE]:
            energy = energy_at(p, pile, t, y)
            copy(y, int(pile[pl.SIZE]), kept)
            collide(p, pile, low, high, y, 1.0)
            if energy_at(p, pile, t, y) > energy:
                copy(kept, int(pile[pl.SIZE]), y)
                collide(p, pile, low, high, y, 0.0)
            cost = -enter(p, pile, t, y, energy)
            lost += cost
            if body_of(pile, int(contact_of(pile, low)[pl.FIRST]))[pl.ISLAND] == body_of(pile, i)[pl.ISLAND]:
                log_impact(p, t, at.STRUCK, i, j, (speed, cost, max(together, 1.0), 0.0))
        low = high
    fill_contacts(p, calls, pile, t, y)
    take_after(p, pile, 0, int(pile[pl.ACTIVE]))
    return lost


@compiled
def fastest_slip(pile, low, high):
    """The contact of an island that slips fastest, -1 where none slips, and how fast [m/s]."""
    which, speed = -1, 0.0
    for k in range(low, high):
        size = tangent_size(touch_of(pile, k), part(touch_of(pile, k), here.SLIP))
        if size > speed:
            which, speed = k, size
    return which, speed


@compiled
def jam(p, calls, pile, t, y):
    """Friction alone stops at t the slip of single bodies on supports that no rigid forces fit. Returns the energy lost
    [J], 0.0 where it does not. Where several bodies touch, forces that were not found may be there: small steps go on.
    """
    kept, lost, low = array_of(pile, pl.KEPT_AT), 0.0, 0
    fill_contacts(p, calls, pile, t, y)
    while low < int(pile[pl.ACTIVE]):
        high = end_of_island(pile, low)
        which, speed = fastest_slip(pile, low, high)
        note_slips(p, pile, low, high)
        if speed > p[at.CAPTURE] and is_alone(pile, low, high) and not find_modes(p, pile, low, high):
            energy = energy_at(p, pile, t, y)
            i, j = int(contact_of(pile, which)[pl.FIRST]), int(contact_of(pile, which)[pl.OTHER])
            copy(y, int(pile[pl.SIZE]), kept)
            collide(p, pile, low, high, y, 0.0)
            if energy - energy_at(p, pile, t, y) > STOPS*numbers_of(p, i)[at.MASS]*speed*speed:
                cost = -enter(p, pile, t, y, energy)
                lost += cost
                log_event(p, t, at.JAMMED, i, j, speed, cost)
            else:
                copy(kept, int(pile[pl.SIZE]), y)
        low = high
    if lost > 0.0:
        fill_contacts(p, calls, pile, t, y)
        take_after(p, pile, 0, int(pile[pl.ACTIVE]))
    return lost

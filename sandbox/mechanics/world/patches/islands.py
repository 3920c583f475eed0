"""Which bodies of a pile are joined by contacts: islands, whose contacts stand together and are solved together."""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners.known import copy
from sandbox.mechanics.world.patches import layout as pl
from sandbox.mechanics.world.patches.known import body_of, contact_of


@compiled
def label(p, pile):
    """Fills ISLAND of all bodies: the least number among those that each is joined to."""
    for b in range(int(p[at.BALLS])):
        body_of(pile, b)[pl.ISLAND] = float(b)
    changed = True
    while changed:
        changed = False
        for k in range(int(pile[pl.COUNT])):
            i, j = int(contact_of(pile, k)[pl.FIRST]), int(contact_of(pile, k)[pl.OTHER])
            if j >= 0 and body_of(pile, i)[pl.ISLAND] != body_of(pile, j)[pl.ISLAND]:
                least = min(body_of(pile, i)[pl.ISLAND], body_of(pile, j)[pl.ISLAND])
                body_of(pile, i)[pl.ISLAND] = body_of(pile, j)[pl.ISLAND] = least
                changed = True


@compiled
def wake_neighbours(p, pile):
    """Wakes what rests and is joined to what does not."""
    for b in range(int(p[at.BALLS])):
        if body_of(pile, b)[pl.ASLEEP] != 0.0:
            continue
        for c in range(int(p[at.BALLS])):
            if body_of(pile, c)[pl.ISLAND] == body_of(pile, b)[pl.ISLAND]:
                body_of(pile, c)[pl.ASLEEP] = 0.0


@compiled
def key_of(pile, k):
    """What contacts are sorted by: those of what rests last, then by island, then by their bodies."""
    contact = contact_of(pile, k)
    i, j = contact[pl.FIRST], contact[pl.OTHER]
    body = body_of(pile, int(i))
    return 1e9*body[pl.ASLEEP] + 1e6*body[pl.ISLAND] + 1e3*max(i, j) + (min(i, j) if j >= 0.0 else i)


@compiled
def arrange(p, pile):
    """Labels bodies, wakes what is joined to what moves, sorts contacts; ACTIVE of them come first."""
    label(p, pile)
    wake_neighbours(p, pile)
    count, swap = int(pile[pl.COUNT]), part(pile, pl.SWAP)
    for k in range(1, count):
        key, l = key_of(pile, k), k
        while l > 0 and key_of(pile, l - 1) > key:
            l -= 1
        if l < k:
            copy(contact_of(pile, k), pl.CONTACT, swap)
            for m in range(k, l, -1):
                copy(contact_of(pile, m - 1), pl.CONTACT, contact_of(pile, m))
            copy(swap, pl.CONTACT, contact_of(pile, l))
    active = 0
    for k in range(count):
        if body_of(pile, int(contact_of(pile, k)[pl.FIRST]))[pl.ASLEEP] == 0.0:
            active = k + 1
    pile[pl.ACTIVE] = float(active)


@compiled
def end_of_island(pile, low):
    """The first contact behind the island whose contacts begin with `low`."""
    island = body_of(pile, int(contact_of(pile, low)[pl.FIRST]))[pl.ISLAND]
    for k in range(low, int(pile[pl.ACTIVE])):
        if body_of(pile, int(contact_of(pile, k)[pl.FIRST]))[pl.ISLAND] != island:
            return k
    return int(pile[pl.ACTIVE])


@compiled
def remove_contact(pile, k):
    """Takes the contact k out of the list; those behind it keep their order."""
    count = int(pile[pl.COUNT])
    for l in range(k, count - 1):
        copy(contact_of(pile, l + 1), pl.CONTACT, contact_of(pile, l))
    pile[pl.COUNT] = float(count - 1)
    if k < int(pile[pl.ACTIVE]):
        pile[pl.ACTIVE] -= 1.0

"""Contacts that close at one instant, as a list: those of balls with balls, and with supports."""

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.places import Places
from sandbox.mechanics.world.island.layout import MOST_HITS

COUNT = 0
_contact = Places()
ONE, OTHER = _contact.take(), _contact.take()       # ball; ball, or -2 - s for the support s
RESTITUTION, FRICTION = _contact.take(), _contact.take()    # e, mu
SPEED, LOST = _contact.take(), _contact.take()      # at which they meet [m/s]; energy lost in it [J]
_SIZE = _contact.size
# room for a list
MET = 1 + _SIZE*MOST_HITS


@compiled
def met_at(met, k):
    """The contact number k of a list."""
    return part(met, 1 + k*_SIZE)


@compiled
def add_met(met, i, other):
    """Adds a contact; returns False where there is no room. One that is there already is not added again."""
    count = int(met[COUNT])
    for k in range(count):
        contact = met_at(met, k)
        if (int(contact[ONE]) == i and int(contact[OTHER]) == other) \
                or (int(contact[ONE]) == other and int(contact[OTHER]) == i):
            return True
    if count == MOST_HITS:
        return False
    contact = met_at(met, count)
    for m in range(_SIZE):
        contact[m] = 0.0
    contact[ONE], contact[OTHER] = float(i), float(other)
    met[COUNT] = float(count + 1)
    return True


@compiled
def shares_ball(met, i, other):
    """Whether one of the contacts of a list has a ball of another contact."""
    for k in range(int(met[COUNT])):
        contact = met_at(met, k)
        one, two = int(contact[ONE]), int(contact[OTHER])
        if one in (i, other) or (two >= 0 and two in (i, other)):
            return True
    return False

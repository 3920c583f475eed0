"""Springs of an island: forces between two points, beside the hand's.

With d the place of the first end less that of the second, e = d/|d| and U the velocities alike, the force on the first
end is

    F = -(k (|d| - l) + c e.U) e,     l the length without force,

the opposite one on the second. What is stored, k (|d| - l)^2/2, is a part of the energy; what c takes goes to the
ledger.
"""

from sandbox.compiling.branching import choose
from sandbox.compiling.compiled import compiled
from sandbox.compiling.traced import length, traced, vector_at
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.contacts import add_at_end
from sandbox.mechanics.world.island.ends import fill_ends, numbers_of
from sandbox.mechanics.world.island.known import contact_of, first_ball, other_ball, touch_of
from sandbox.mechanics.world.supports import three


@traced
def spring_force(touch, spring):
    """The force on the first end of a spring [N]."""
    d = vector_at(touch, here.APART)
    size = length(d)
    e = choose(size > 0.0, lambda: 1.0/size, lambda: 0.0)*d
    lengthens = e @ vector_at(touch, here.SLIP)
    return -(spring[at.STIFFNESS]*(size - spring[at.JOINT_LENGTH]) + spring[at.DAMPING]*lengthens)*e


@traced
def stored_power(touch, spring):
    """The rate of what a spring stores [W]."""
    d = vector_at(touch, here.APART)
    size = length(d)
    share = choose(size > 0.0, lambda: 1.0/size, lambda: 0.0)
    return spring[at.STIFFNESS]*(size - spring[at.JOINT_LENGTH])*share*(d @ vector_at(touch, here.SLIP))


@traced
def stored(d, spring):
    """What a spring between two points that are d apart stores [J]."""
    stretched = length(d) - spring[at.JOINT_LENGTH]
    return 0.5*spring[at.STIFFNESS]*stretched*stretched


@compiled
def add_springs(p, island, y, out):
    """Adds the forces of the springs to the derivative of the state y; the supports are placed."""
    for k in range(int(island[here.NC])):
        contact = contact_of(island, k)
        if contact[here.KIND] != at.SPRING:
            continue
        fill_ends(p, island, y, out, k)
        touch, i, j = touch_of(island, k), first_ball(contact), other_ball(contact)
        force = spring_force(touch, numbers_of(p, contact))
        add_at_end(p, island, i, force, three(touch, here.ARM_ONE), 1.0, out)
        if j >= 0:
            add_at_end(p, island, j, force, three(touch, here.ARM_TWO), -1.0, out)


@compiled
def power_into_springs(p, island):
    """The rate of what all springs store, by their ends as they are known [W]."""
    total = 0.0
    for k in range(int(island[here.NC])):
        contact = contact_of(island, k)
        if contact[here.KIND] == at.SPRING:
            total += stored_power(touch_of(island, k), numbers_of(p, contact))
    return total


@compiled
def stored_in_springs(p, island, y):
    """What all springs of the state y store [J]; the supports are placed."""
    total = 0.0
    for k in range(int(island[here.NC])):
        contact = contact_of(island, k)
        if contact[here.KIND] == at.SPRING:
            # of the derivative nothing is asked for
            fill_ends(p, island, y, y, k)
            total += stored(three(touch_of(island, k), here.APART), numbers_of(p, contact))
    return total

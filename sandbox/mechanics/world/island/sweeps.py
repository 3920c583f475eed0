"""Forces or impulses of contacts by sweeps: projected Gauss-Seidel, contact after contact, until nothing changes.

Each contact takes what makes its own relative motion vanish, as far as its law lets it: nothing that pulls, friction
within its cone. With b its motion without contacts (BASE), d what contacts have changed so far and g, k the motion by a
unit force along and across n,

    N <- max(0, N - (n.(b + d) - allowed)/g),     F <- F - (b + d)_t/k, brought back to |F| <= mu N;

a joint L <- L - K^-1 (b + d), K its motion by its own force.

There may be more contacts than can be independent: what is found is one of the distributions that hold. Motion is that
of velocities, with impulses, or that of accelerations, with forces; where slip has a direction, forces have it, too.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import Vector, cross, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.contacts import couple_by_arms, mended, motion_by_arms
from sandbox.mechanics.world.island.free import add_at_contact
from sandbox.mechanics.world.island.known import (
    array_of,
    ball_numbers,
    contact_of,
    dot,
    first_ball,
    free_numbers,
    other_ball,
    touch_of,
)
from sandbox.mechanics.world.island.step import state_size
from sandbox.mechanics.world.supports import block_of, scaled, three

# sweeps at most where it matters that forces exist, and where time goes on; the change against the largest that is none
MOST_SWEEPS, ENOUGH_SWEEPS, STILL = 600, 150, 1e-14
# what a contact is in a sweep (its ROW_COUNT): absent, free to stick or slip, slipping along THRUST
INACTIVE, STICK_OR_SLIP, SLIPS_ALONG = 0.0, 3.0, 1.0


@traced
def of_ball(shift, a, n):
    """What a ball's point on the side of -n has of velocities."""
    return vector_at(shift, at.V) - a*cross(vector_at(shift, at.W), n)


@traced
def of_other(found, shift, a, n):
    """Less what the other ball's point has."""
    return found - vector_at(shift, at.V) - a*cross(vector_at(shift, at.W), n)


@traced
def of_free(found, lever, rate):
    """Less what the point of a free support has."""
    return found - rate*lever


@traced
def added(a, b):
    """a + b."""
    return a + b


@compiled
def motion_at(p, island, k):
    """BASE and what the contacts have added to it so far, at the contact k."""
    contact, touch, shift = contact_of(island, k), touch_of(island, k), array_of(island, here.SHIFT)
    if touch[here.ARMED] != 0.0:
        found = motion_by_arms(island, k, shift)
        if touch[here.FREE_OF] >= 0.0:
            found = of_free(found, three(touch, here.LEVER),
                            free_numbers(island, shift, int(touch[here.FREE_OF]))[at.RATE])
        return found
    n, i, j = three(touch, here.NORMAL), first_ball(contact), other_ball(contact)
    found = of_ball(part(shift, i*at.MOVING), ball_numbers(p, island, i)[at.RADIUS], n)
    if j >= 0:
        found = of_other(found, part(shift, j*at.MOVING), ball_numbers(p, island, j)[at.RADIUS], n)
    elif touch[here.FREE_OF] >= 0.0:
        found = of_free(found, three(touch, here.LEVER), free_numbers(island, shift, int(touch[here.FREE_OF]))[at.RATE])
    return added(three(touch, here.BASE), found)


@traced
def put_own(n, K, touch):
    """Fills K n, what of it is along n, and a bound of the motion across by a force across."""
    given = Vector(*(vector_at(K, 3*r) @ n for r in range(3)))
    into = given @ n
    put(touch, here.GIVES, given)
    touch[here.INTO], touch[here.ALONG] = into, K[0] + K[4] + K[8] - into


@compiled
def fill_own_by_arms(p, island, k):
    """As `fill_own` of what goes by arms: its motion across is bounded by the trace."""
    K = room(9)
    couple_by_arms(p, island, k, k, K)
    put_own(three(touch_of(island, k), here.NORMAL), K, touch_of(island, k))


@traced
def pushed_by_arms(u, n, thrust, force, gives, allowed):
    """As `pushed` where a force across moves the point along the normal, too."""
    return force @ n - (n @ u - allowed)/(gives @ thrust)


@compiled
def fill_own(p, island, k):
    """Fills how a contact moves by its own force, along its normal and across; at least so for a free support."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    if touch[here.ARMED] != 0.0:
        fill_own_by_arms(p, island, k)
        return
    j, ball = other_ball(contact), ball_numbers(p, island, first_ball(contact))
    into = 1.0/ball[at.MASS]
    along = into + ball[at.RADIUS]*ball[at.RADIUS]/ball[at.INERTIA]
    if j >= 0:
        ball = ball_numbers(p, island, j)
        into += 1.0/ball[at.MASS]
        along += 1.0/ball[at.MASS] + ball[at.RADIUS]*ball[at.RADIUS]/ball[at.INERTIA]
    elif touch[here.FREE_OF] >= 0.0:
        inertia = block_of(p, int(island[here.FREE_ID + int(touch[here.FREE_OF])]))[at.TABLE_INERTIA]
        across = dot(touch, here.LEVER, touch, here.LEVER)/inertia
        into, along = into + across, along + across
    touch[here.INTO], touch[here.ALONG] = into, along


@traced
def wanted(force, u, n, into, along, allowed):
    """Normal force and friction that make the motion u vanish: N, F and |F|^2."""
    u_n = n @ u
    N = force @ n
    F = force - N*n - (1.0/along)*(u - u_n*n)
    return N - (u_n - allowed)/into, F, F @ F


@traced
def limited(N, F, share, n):
    """N n + share F."""
    return N*n + share*F


@traced
def pushed(u, n, thrust, force, into, allowed):
    """The force along `thrust` that makes the normal motion vanish: its normal force."""
    return force @ n - (n @ u - allowed)/(into*(n @ thrust))


@traced
def less(a, b):
    """a - b, and its largest part."""
    d = a - b
    return d, abs(d[0]) + abs(d[1]) + abs(d[2]), abs(a[0]) + abs(a[1]) + abs(a[2])


@compiled
def better_force(p, island, k):
    """The force that the law of the contact k allows, given what all others do now."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    force, n, u = three(contact, here.FORCE), three(touch, here.NORMAL), motion_at(p, island, k)
    if contact[here.JOINT] != 0.0 and touch[here.KEPT] != 0.0:
        return mended(p, island, k, force, u)
    if touch[here.ROW_COUNT] == SLIPS_ALONG:
        if touch[here.ARMED] != 0.0:
            N = pushed_by_arms(u, n, three(touch, here.THRUST), force, three(touch, here.GIVES), touch[here.APPROACH])
        else:
            N = pushed(u, n, three(touch, here.THRUST), force, touch[here.INTO], touch[here.APPROACH])
        return scaled(max(N, 0.0), three(touch, here.THRUST))
    N, F, square = wanted(force, u, n, touch[here.INTO], touch[here.ALONG], touch[here.APPROACH])
    if touch[here.KEPT] != 0.0:
        return limited(N, F, 1.0, n)
    if not N > 0.0:
        return 0.0, 0.0, 0.0
    share = 1.0
    if touch[here.STATIC_MU] < inf and square > (touch[here.STATIC_MU]*N)**2:
        share = touch[here.SLIP_MU]*N/square**0.5
    return limited(N, F, share, n)


@compiled
def put_force(contact, force):
    """Writes the force of a contact down."""
    for r in range(3):
        contact[here.FORCE + r] = force[r]


@compiled
def sweep(p, island, scale, most):
    """Fills the forces of the contacts, see the head of this file, beginning with those that they have.

    SHIFT holds the motion that there would be without any contact (added to that of BASE), and what the forces add in
    the end; forces are not told apart better than to a share STILL of `scale`. most: sweeps at most.
    returns the change of the last sweep, relative to the largest force
    """
    count, shift = int(island[here.NC]), array_of(island, here.SHIFT)
    for k in range(count):
        if touch_of(island, k)[here.ROW_COUNT] == INACTIVE:
            put_force(contact_of(island, k), (0.0, 0.0, 0.0))
        else:
            fill_own(p, island, k)
            add_at_contact(p, island, k, three(contact_of(island, k), here.FORCE), shift)
    left = 0.0
    for _ in range(most):
        change, largest = 0.0, scale
        for k in range(count):
            if touch_of(island, k)[here.ROW_COUNT] == INACTIVE:
                continue
            contact = contact_of(island, k)
            force = better_force(p, island, k)
            step, moved_by, size = less(force, three(contact, here.FORCE))
            put_force(contact, force)
            add_at_contact(p, island, k, step, shift)
            change, largest = max(change, moved_by), max(largest, size)
        left = change/largest
        if not left > STILL:
            break
    return left


@compiled
def clear_shift(island):
    """No change so far."""
    shift = array_of(island, here.SHIFT)
    for i in range(state_size(island)):
        shift[i] = 0.0

"""What separates two hulls most: the direction along which they are furthest apart, by their corners alone.

The distance of two convex bodies is that of the origin from the differences of their points. The point of these that is
nearest to it is looked for within the hull of four of them at most, to which the furthest one against it is added turn
by turn (Gilbert, Johnson, Keerthi 1988, the nearest point of the few by Wolfe 1976). Any direction n proves

    distance >= min n.a - max n.b         over corners a of the one, b of the other,

so that what is returned holds however early the search ends. It begins anew each time and remembers nothing: the same
state gives the same bits.
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world.patches.hulls import along_3

# turns of the search; share of the distance that is left where it ends, and of a square that is none
MOST_TURNS, NEAR_ENOUGH, NONE = 40, 1e-12, 1e-14
# places in the room of the search: four differences, their weights and those that are tried, a system of equations,
# the nearest point, a unit vector along it
POINTS, WEIGHTS, TRIED, SYSTEM, NEAREST, ALONG = 0, 12, 16, 20, 32, 35
SEARCH = 38


@compiled
def lowest(points, count, n):
    """The number of the point (count, 3) that is least far along n."""
    least, which = 1e300, 0
    for k in range(count):
        far = along_3(part(points, 3*k), n)
        if far < least:
            least, which = far, k
    return which


@compiled
def highest(points, count, n):
    """The number of the one that is furthest."""
    most, which = -1e300, 0
    for k in range(count):
        far = along_3(part(points, 3*k), n)
        if far > most:
            most, which = far, k
    return which


@compiled
def fill_equations(work, count):
    """Fills the equations of the weights of the differences 1 ... count - 1 whose plane's nearest point that gives."""
    base, system = part(work, POINTS), part(work, SYSTEM)
    for i in range(1, count):
        one, row = part(work, POINTS + 3*i), part(system, 4*(i - 1))
        row[3] = 0.0
        for j in range(1, count):
            other = part(work, POINTS + 3*j)
            row[j - 1] = 0.0
            for k in range(3):
                row[j - 1] += (one[k] - base[k])*(other[k] - base[k])
        for k in range(3):
            row[3] -= (one[k] - base[k])*base[k]


@compiled
def try_weights(work, count):
    """Fills TRIED: weights, adding up to 1, of the point nearest to the origin on the plane through the differences."""
    system, tried, rows = part(work, SYSTEM), part(work, TRIED), count - 1
    fill_equations(work, count)
    for i in range(rows):
        pivot, own = system[4*i + i], 0.0
        for k in range(3):
            own += (work[POINTS + 3*(i + 1) + k] - work[POINTS + k])**2
        if not pivot > NONE*own:
            # it lies in the plane of those before
            for j in range(4):
                system[4*i + j] = 0.0
            system[4*i + i] = pivot = 1.0
        for l in range(i + 1, rows):
            share = system[4*l + i]/pivot
            for j in range(i, 4):
                system[4*l + j] -= share*system[4*i + j]
    tried[0] = 1.0
    for i in range(rows - 1, -1, -1):
        found = system[4*i + 3]
        for j in range(i + 1, rows):
            found -= system[4*i + j]*tried[j + 1]
        tried[i + 1] = found/system[4*i + i]
    for i in range(1, count):
        tried[0] -= tried[i]


@compiled
def drop(work, count, which):
    """Takes out a difference; returns how many are left."""
    for i in range(which, count - 1):
        work[WEIGHTS + i] = work[WEIGHTS + i + 1]
        for k in range(3):
            work[POINTS + 3*i + k] = work[POINTS + 3*(i + 1) + k]
    return count - 1


@compiled
def settle_weights(work, count):
    """Finds the point of the hull of the differences that is nearest; those it needs stay; returns how many."""
    for _turn in range(4):
        try_weights(work, count)
        share, which = 1.0, -1
        for i in range(count):
            tried, weight = work[TRIED + i], work[WEIGHTS + i]
            if tried <= 0.0 and weight <= share*(weight - tried):
                share, which = weight/max(weight - tried, 1e-300), i
        for i in range(count):
            work[WEIGHTS + i] += share*(work[TRIED + i] - work[WEIGHTS + i])
        if which < 0 or count == 1:
            return count
        count = drop(work, count, which)
    return count


@compiled
def is_known(work, count):
    """Whether the last difference, at the place `count`, is one of those before."""
    for i in range(count):
        if work[POINTS + 3*i] == work[POINTS + 3*count] and work[POINTS + 3*i + 1] == work[POINTS + 3*count + 1] \
                and work[POINTS + 3*i + 2] == work[POINTS + 3*count + 2]:
            return True
    return False


@compiled
def separate(points, m, others, n, found, work):
    """How far apart along a unit vector two hulls are, at least [m]; fills that vector, from the other to the one.

    points (m, 3), others (n, 3): corners, about the mass centre of the other; work (SEARCH,)
    """
    best, count, size = -1e300, 0, 0.0
    way, along = part(work, NEAREST), part(work, ALONG)
    for k in range(3):
        way[k] = points[k] - others[k]
        found[k] = 1.0 if k == 2 else 0.0
    for _turn in range(MOST_TURNS):
        size = along_3(way, way)**0.5
        if not size > 0.0:
            break
        for k in range(3):
            along[k] = way[k]/size
        a, b = part(points, 3*lowest(points, m, along)), part(others, 3*highest(others, n, along))
        far = along_3(a, along) - along_3(b, along)
        if far > best:
            best = far
            for k in range(3):
                found[k] = along[k]
        for k in range(3):
            work[POINTS + 3*count + k] = a[k] - b[k]
        if (count > 0 and size - far <= NEAR_ENOUGH*size) or count == 4 or is_known(work, count):
            break
        work[WEIGHTS + count] = 1.0 if count == 0 else 0.0
        count = settle_weights(work, count + 1)
        for k in range(3):
            way[k] = 0.0
            for i in range(count):
                way[k] += work[WEIGHTS + i]*work[POINTS + 3*i + k]
    return best

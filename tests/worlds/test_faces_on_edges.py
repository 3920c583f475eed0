"""A flat face or a straight side over the bent edge of a plate: its gap, its hits, and how it stands there.

The distance of coin and plate is found by their support functions alone: the least point of a simplex of outermost
points of their difference, which takes in another until none lies further out (Wolfe 1976). A coin is a disc widened by
the radius of its edge, a plate a box widened by (z/r)^2 + (x/2r)^4 + (y/2r)^4 = 1.
"""

from itertools import combinations

import numpy as np
import pytest

from sandbox.integration import hybrid
from sandbox.mechanics.world import apart
from sandbox.mechanics.world import layout as at
from sandbox.run.simulation import Simulation
from sandbox.scene import (
    Ball,
    Contact,
    Coulomb,
    Disk,
    Hinge,
    On,
    Placed,
    RoundSlab,
    Scene,
    Slab,
    Start,
    World,
    laboratory_floor,
)
from tests.worlds.test_hits_of_shapes import matrix

LAW = Contact(Coulomb(0.3), restitution=0.5)
# radius, mass, thickness, radius of the edge [m, kg]
COINS = {"coin": (0.015, 0.015, 0.0025, 0.00125), "disc": (0.03, 0.025, 0.012, 0.003)}
# how long, wide and thick plates are [m]
PLATES = {"seesaw": (0.4, 0.1, 0.012), "bar": (0.2, 0.03, 0.008)}
# poses that are compared, of each shape
POSES = 20
STANDS = (0.08166528437621756, 0.1307481986436566, 0.416)


def outermost_of_coin(radius, _mass, thickness, edge):
    """The outermost point along n of a coin less the radius of its edge, its own axes."""
    def point(n):
        across = np.hypot(n[0], n[1])
        rim = (radius - edge)/across*n[:2] if across > 0.0 else np.zeros(2)
        return np.array([*rim, np.copysign(0.5*thickness - edge, n[2])])
    return point


def outermost_of_plate(length, width, thickness):
    """The outermost point along n of a plate, its own axes.

    On the rounding X = (l |n_x|/4)^(1/3), Y likewise, Z = l |n_z|/4 in units of 2r, 2r and r, l by bisection.
    """
    r = 0.5*thickness

    def point(n):
        m = np.abs(n)
        low, high = -60.0, 60.0
        for _halving in range(70):
            middle = 0.5*(low + high)
            a, b, z = 0.25*np.exp(middle)*m
            x, y = a**(1/3), b**(1/3)
            low, high = (middle, high) if x**4 + y**4 + z*z < 1.0 else (low, middle)
        q = np.array([2*r*x + 0.5*length - 2*r, 2*r*y + 0.5*width - 2*r, r*z])
        return np.copysign(q, n)
    return point


def least_of(points):
    """The least vector of the convex hull of up to four points, and those of them that it needs."""
    best = None
    for count in range(1, len(points) + 1):
        for chosen in combinations(points, count):
            first = chosen[0]
            ways = np.array([p - first for p in chosen[1:]]).T
            shares = np.linalg.lstsq(ways, -first, rcond=None)[0] if count > 1 else np.zeros(0)
            if (shares < 0.0).any() or shares.sum() > 1.0:
                continue
            v = first + (ways @ shares if count > 1 else 0.0)
            if best is None or np.linalg.norm(v) < np.linalg.norm(best[0]):
                best = v, list(chosen)
    return best


def distance(coin, plate, x, turning):
    """Bounds of the distance [m] of two convex bodies that do not overlap, and the way between them."""
    v, points, low = np.array(x), [], 0.0
    for _point in range(200):
        n = v/np.linalg.norm(v)
        w = x + turning @ coin(-(turning.T @ n)) - plate(n)
        low = max(low, w @ n)
        # [m] rounding of the parts
        if np.linalg.norm(v) - low < 1e-13:
            break
        v, points = least_of([*points, w])
        if len(points) == 4:
            return 0.0, 0.0, v
    return low, np.linalg.norm(v), v


def simulation_of(plate, coin, start, hinge=None):
    """A coin that is thrown above a round table and a plate; a ball lies on the table."""
    supports = {"table": On(RoundSlab(0.3, 0.02).placed(origin=(0.0, 0.0, 0.4)), contact=LAW),
                "floor": laboratory_floor(0.0), "seesaw": On(Slab(*plate).placed(origin=STANDS), contact=LAW)}
    bodies = [Placed(Ball(0.012, mass=0.05), Start(at=(-0.2, 0.0, 0.422)), on="table"),
              Placed(Disk(*coin), start, on="table")]
    world = World(supports, bodies, {("ball", "ball"): LAW}, [hinge] if hinge else [])
    return Simulation(Scene("edge", (), lambda p: world))


def gap_of_engine(run, y):
    """Gap [m] of the coin and the plate."""
    data, supports, bodies = run._run.data, 3, 2
    found = np.full((bodies, supports + bodies), np.inf)
    hybrid.evaluate(apart.gaps.address, 0.0, y, data.p, data.calls, found.ravel())
    return found[1, 2]


@pytest.mark.parametrize("plate", PLATES)
@pytest.mark.parametrize("coin", COINS)
def test_gaps_near_corners_are_the_distance(coin, plate):
    rng, looked = np.random.default_rng(242), 0
    size, edge = COINS[coin][0], COINS[coin][3]
    aside = Start(mass_centre=(-0.1, 0.08, 0.8), orientation=(0.8, 0.6, 0.0, 0.0))
    run = simulation_of(PLATES[plate], COINS[coin], aside)
    one, two = outermost_of_coin(*COINS[coin]), outermost_of_plate(*PLATES[plate])
    half, y = 0.5*np.array(PLATES[plate]), run._run.data.y.copy()
    body = y[at.STATE:2*at.STATE]
    for _pose in range(100):
        if looked == POSES:
            break
        q = rng.normal(size=4)
        q /= np.linalg.norm(q)
        turning = matrix(q)
        x = np.array([*(rng.choice((-1, 1), size=2)*half[:2]*rng.uniform(0.8, 1.2, size=2)), rng.uniform(-0.03, 0.03)])
        low, high, v = distance(one, two, x, turning)
        if low < 1e-6:
            continue
        # close, or overlapping by less than the radius of the edge
        x = x + v/high*(rng.uniform(-0.5*edge, 0.003) + edge - high)
        low, high, v = distance(one, two, x, turning)
        body[at.X:at.X + 3], body[at.Q:at.Q + 4] = x + STANDS, q
        gap = gap_of_engine(run, y)
        # of the body's size: a search closes in to 1e-9 (flight/nearest.py: SHORT); on that way the normal of an edge
        # that bends 15 times as much as the body turns by 15 times as much, and a straight side with it
        assert low - edge - 2e-8*size <= gap <= high - edge + 2e-8*size, (x, q)
        looked += 1
    assert looked == POSES


def test_a_coin_that_lands_with_its_face_on_a_corner_does_not_sink_into_it():
    start = Start(mass_centre=(-0.11813883598087868, 0.0804470320485395, 0.4245946847817925),
                  orientation=(0.28941613441603675, 0.35842515624322197, 0.501010536985161, -0.7326378029705682),
                  velocity=(0.26763764543189655, 0.02193306117701484, -0.01956102599617902),
                  omega=(-1.8689637356126438, 16.872296604743724, -6.653226676034652))
    hinge = Hinge("seesaw", 0.005, axis="y", point=STANDS, friction=0.002, angle=-0.0009793961797147869,
                  rate=-0.025109470355191715)
    run = simulation_of(PLATES["seesaw"], COINS["coin"], start, hinge)
    one, two = outermost_of_coin(*COINS["coin"]), outermost_of_plate(*PLATES["seesaw"])
    radius, edge, touched = COINS["coin"][0], COINS["coin"][3], 0
    for _frame in range(40):
        assert run.advance(1) == 1, run.ended
        y = run._run.data.y
        body, angle = y[at.STATE:2*at.STATE], y[2*at.STATE]
        support = np.array([[np.cos(angle), 0.0, np.sin(angle)], [0.0, 1.0, 0.0], [-np.sin(angle), 0.0, np.cos(angle)]])
        low, high, _v = distance(one, two, support.T @ (body[at.X:at.X + 3] - STANDS),
                                 support.T @ matrix(body[at.Q:at.Q + 4]))
        # of the radius: small steps, which carry it where no rigid forces fit, leave what the bend makes of a step
        assert low - edge > -1e-6*radius
        touched += high - edge < 1e-6*radius
    assert touched > 0 and sum("seesaw" in e.sentence for e in run.events) > 2
    # of the energy: what its steps leave
    assert run.drift < 1e-12

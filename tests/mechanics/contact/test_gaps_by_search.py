"""Gaps of bodies in random poses over every kind of support, against a search of 20,000 points of the body.

The points are those that are outermost along 20,000 directions; the distance of each from the support is a closed form,
for the paraboloid the root of a cubic. The least of them is not below the gap, and above it by rounding of the grid.
"""

import numpy as np
import pytest

from sandbox.compiling.rotation import matrix_of
from sandbox.integration import arrays, hybrid
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.probe import field_at
from sandbox.scene import Cone, Disk, Paraboloid, Plane, Sphere, Start, Still
from tests.effort import tries
from tests.mechanics.contact.setup_modes import Case, Run, ball
from tests.mechanics.contact.test_flight import AT_REST, PEBBLE
from tests.mechanics.contact.test_nearest import torus

DIRECTIONS = 20_000
NEAR, FAR = 1e-3, 0.12          # [m] gaps that are looked at
# a coin in a bowl may have two points of its rim that are nearly equally near: from a guess that is far off the other
# one may be found, so much farther (in sizes of the body) and so often
SECOND, SHARE = 1e-3, 0.005
BODIES = {"ball": ball(0.03, 0.1, 4e-5), "ellipsoid": PEBBLE, "torus": torus(0.04, 0.01, 0.1),
          "coin": Disk(0.04, 0.1, 0.02, 0.004)}


def above_paraboloid(x, p):
    """Distance from z = r^2/(2 p), positive inside: the foot has r^3/(2 p^2) + r (1 - z/p) = |x|, its largest root."""
    radius, z = np.hypot(x[:, 0], x[:, 1]), x[:, 2]
    # Newton from above a convex function comes down to the root
    foot = np.cbrt(2*p*p*radius) + np.sqrt(2*p*np.maximum(z, 0.0)) + radius
    for _step in range(25):
        foot -= (foot**3/(2*p*p) + foot*(1 - z/p) - radius)/(1.5*foot**2/(p*p) + 1 - z/p)
    distance = np.hypot(foot - radius, foot**2/(2*p) - z)
    return np.where(z > radius**2/(2*p), distance, -distance)


# surface, a point to start from, where centres may be, distance of points (n, 3)
SUPPORTS = {
    "plane": (Plane(), (0.1, 0.05), ((-1, -1, 0), (1, 1, 0.2)), lambda x: x[:, 2]),
    "inside a sphere": (Sphere(0.5), (0.0, 0.0, -0.5), ((-0.5,)*3, (0.5,)*3),
                        lambda x: 0.5 - np.linalg.norm(x, axis=1)),
    "on a globe": (Sphere(0.6, inside=False), (0.05, 0.0, np.sqrt(0.36 - 0.0025)), ((-0.75,)*3, (0.75,)*3),
                   lambda x: np.linalg.norm(x, axis=1) - 0.6),
    "in a bowl": (Paraboloid(0.3), (0.1, 0.05), ((-0.3, -0.3, 0.0), (0.3, 0.3, 0.3)),
                  lambda x: above_paraboloid(x, 0.3)),
    "in a cone": (Cone(0.5), (0.3, 0.1), ((-0.5, -0.5, 0.0), (0.5, 0.5, 0.4)),
                  lambda x: x[:, 2]*np.cos(0.5) - np.hypot(x[:, 0], x[:, 1])*np.sin(0.5)),
}


def directions(n: int) -> np.ndarray:
    """(n, 3) unit vectors, evenly spread: Fibonacci's spiral."""
    k = np.arange(n) + 0.5
    z, angle = 1 - 2*k/n, np.pi*(1 + 5**0.5)*k
    r = np.sqrt(1 - z*z)
    return np.stack((r*np.cos(angle), r*np.sin(angle), z), axis=1)


def outermost(case: Case, is_flat: bool) -> np.ndarray:
    """(n, 3) points of the body from its mass centre, body axes [m].

    A torus is what a support function says: convex, its hole covered by two faces.
    """
    nu = directions(DIRECTIONS)
    found = np.array([field_at(case.calls[lay.CALL_SHAPE], *one, case.p, lay.SHAPE)[:3] for one in nu])
    if is_flat:
        # a face is outermost along one direction only: its circle drawn together to its centre
        circle = found[np.abs(nu[:, 2]) > 0.995]
        found = np.vstack((found, *(circle*(share, share, 1.0) for share in np.linspace(0.0, 1.0, 40))))
    return found - case.p[lay.MASS_CENTRE:lay.MASS_CENTRE + 3]


def gap_of(case: Case, y: np.ndarray) -> float:
    """The gap that the program finds, from a nearest point that may be far off."""
    hybrid.evaluate(MODES["flight"].table[arrays.SETTLE], 0.0, y, case.p, case.calls, y)
    return Run(case, "flight", y).guards()[lay.GUARD_END]


@pytest.mark.parametrize("support", SUPPORTS)
@pytest.mark.parametrize("body", BODIES)
def test_gap_of_random_poses(body, support):
    surface, at, (low, high), distance = SUPPORTS[support]
    case = Case(BODIES[body], surface, Still((0.0, 0.0, 0.0)), Start(at, **AT_REST))
    points, random = outermost(case, body in ("coin", "torus")), np.random.default_rng(28)
    size = np.linalg.norm(points, axis=1).max()
    first, checked, second = case.flight(0.05), 0, 0
    wanted = tries(480, 20_000)//(len(BODIES)*len(SUPPORTS))
    for _pose in range(200*wanted):
        centre, q = random.uniform(low, high), random.normal(size=4)
        q /= np.linalg.norm(q)
        placed = centre + points @ np.array(matrix_of(*q)).reshape(3, 3).T
        searched = distance(placed).min()
        if not NEAR < searched < FAR:
            continue
        y = first.copy()
        y[:3], y[3:7] = centre, q
        gap = gap_of(case, y)
        # [m] half a spacing of 0.025 rad on the sharpest side, squared
        assert searched - 2e-3*size < gap < searched + SECOND*size, (centre, q, gap, searched)
        second += gap > searched + 1e-12

        # turned about the axis of the support, as a whole, it is the same gap
        half = random.uniform(0, np.pi)
        c, s = np.cos(2*half), np.sin(2*half)
        turned = y.copy()
        turned[:3] = [c*centre[0] - s*centre[1], s*centre[0] + c*centre[1], centre[2]]
        a, b = np.cos(half), np.sin(half)
        turned[3:7] = [a*q[0] - b*q[3], a*q[1] - b*q[2], a*q[2] + b*q[1], a*q[3] + b*q[0]]
        assert gap_of(case, turned) == pytest.approx(gap, abs=1e-9*size)
        checked += 1
        if checked == wanted:
            break
    assert checked == wanted and second <= SHARE*wanted


@pytest.mark.parametrize("is_edge_on", [True, False])
def test_gap_of_a_coin_that_stands_or_lies_over_a_globe(is_edge_on):
    """Where the straight part of the side, or a face, is nearest, the gap is that from a cylinder or from a plane.

    Along a side that is nearest the body's point jumps from one end to the other, while around it the search goes on.
    """
    radius, thickness, rounding, globe = 0.04, 0.02, 0.004, 0.6
    surface, at, _range, _distance = SUPPORTS["on a globe"]
    case = Case(BODIES["coin"], surface, Still((0.0, 0.0, 0.0)), Start(at, **AT_REST))
    first, random = case.flight(0.05), np.random.default_rng(29)
    for _pose in range(tries(40, 2000)):
        q = random.normal(size=4)
        q /= np.linalg.norm(q)
        gap, angle = random.uniform(NEAR, FAR), random.uniform(0.0, 2.0*np.pi)
        # of the globe's centre as the coin has it: along its axis, and away from that
        if is_edge_on:
            across, along = globe + radius + gap, random.uniform(-1.0, 1.0)*(0.5*thickness - rounding)
        else:
            across = random.uniform(0.0, radius - rounding)
            along = random.choice([-1.0, 1.0])*(globe + 0.5*thickness + gap)
        place = np.array((across*np.cos(angle), across*np.sin(angle), along))
        y = first.copy()
        y[:3], y[3:7] = -np.array(matrix_of(*q)).reshape(3, 3) @ place, q
        # a corner of the jump is closed in on up to 1e-9 of the body's size
        assert gap_of(case, y) == pytest.approx(gap, abs=1e-9*radius), (q, place)

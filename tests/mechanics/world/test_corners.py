"""A box on supports: it tips, rocks, slides, hits and rests by laws that can be integrated or written down.

Oracles: quadratures of the fall about an edge, with the rounding in it; the angular momentum about the edge that comes
down (Housner); thresholds of sliding and tipping; conservation laws; slices of a rounded box.
"""

from math import atan, cos, hypot, nan, pi, sin, sqrt

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import brentq

from sandbox.compiling.rotation import matrix_of
from sandbox.errors import BadValue
from sandbox.mechanics.world import layout as at
from sandbox.scene import (
    Ball,
    Box,
    Contact,
    Coulomb,
    Motion,
    On,
    Placed,
    Plane,
    Rough,
    Signal,
    Smooth,
    Spin,
    Start,
    Still,
    World,
)
from sandbox.scene.supports.surfaces import Board, Sphere
from sandbox.systems.integration import Integration
from sandbox.systems.world.assembly import assemble_world

G, STEP, DEPTH = 9.81, 1/240, 0.2
NODES, WEIGHTS = np.polynomial.legendre.leggauss(60)


def run_of(body, start, law=None, motion=None, surface=None) -> Integration:
    """A body on one support, rough unless a law is given."""
    on = On(surface or Plane(), motion or Still(), law)
    return Integration(assemble_world(World({"table": on}, [Placed(body, start)]), {}), STEP)


def tilted(angle):
    """About y, standing."""
    return cos(angle/2), 0.0, sin(angle/2), 0.0


def mode(run):
    return run.y[at.MODE]


# ---- mass -----------------------------------------------------------------------------------------------------------


def sliced(x, y, z, r):
    """Volume of a rounded box and its integral of x^2, by the areas of its slices across x."""
    a, b, c = 0.5*x - r, y - 2*r, z - 2*r
    s = np.pi/4*(NODES + 1)                       # in the round part x = a + r sin s
    radius, places = r*np.cos(s), a + r*np.sin(s)
    areas, widths = b*c + 2*radius*(b + c) + np.pi*radius**2, np.pi/4*WEIGHTS*radius
    full = b*c + 2*r*(b + c) + pi*r*r
    return 2*a*full + 2*widths @ areas, 2*a**3/3*full + 2*widths @ (areas*places**2)


@pytest.mark.parametrize("lengths, r", [((0.1, 0.2, 0.3), 0.02), ((0.1, 0.1, 0.1), 0.05), ((0.3, 0.04, 0.04), 0.02),
                                        ((0.1, 0.2, 0.3), 0.0)])
def test_mass_and_inertia_are_those_of_the_rounded_box(lengths, r):
    x, y, z = lengths
    body = Box(x, y, z, r, density=500.0)
    volume, xx = sliced(x, y, z, r)
    _volume, yy = sliced(y, z, x, r)
    _volume, zz = sliced(z, x, y, r)
    assert_allclose(body.mass, 500.0*volume, rtol=1e-13)
    assert_allclose(np.diag(body.inertia), 500.0*np.array((yy + zz, zz + xx, xx + yy)), rtol=1e-13)


def test_a_box_that_is_all_rounding_is_a_ball():
    body, ball = Box(0.1, 0.1, 0.1, 0.05, mass=2.0), Ball(0.05, mass=2.0)
    assert_allclose(np.diag(body.inertia), ball.I, rtol=1e-14)


# ---- tipping and rocking --------------------------------------------------------------------------------------------


def numbers(width, height, r):
    """Half width and half height to the middle of the rounding, mass, moment about the middle."""
    body = Box(width, DEPTH, height, r, density=1000.0)
    return width/2 - r, height/2 - r, body.mass, body.inertia[1][1]


def inertia_at(theta, width, height, r):
    """Moment about the line of contact: the edge is a cylinder that rolls."""
    a, b, m, J = numbers(width, height, r)
    return J + m*((b*np.sin(theta) - a*np.cos(theta))**2 + (b*np.cos(theta) + a*np.sin(theta) + r)**2)


def fall_time(theta, width, height, r):
    """From rest at the tilt to flat: dt = sqrt(I/(2 m g (H_0 - H))) d theta with theta = theta_0 - s^2."""
    a, b, m, _J = numbers(width, height, r)
    s = 0.5*sqrt(theta)*(NODES + 1)
    down = s*s
    middle = theta - 0.5*down
    drop = np.sin(0.5*down)/down*(a*np.cos(middle) - b*np.sin(middle))
    return 0.5*sqrt(theta)*float(WEIGHTS @ np.sqrt(inertia_at(theta - down, width, height, r)/(m*G*drop)))


def hits(run, count):
    """The first impacts of a run."""
    found = []
    while len(found) < count and run.t < 5.0:
        run.advance(1)
        found += [event for event in run.news() if event.kind == "impact"]
    return found


BLOCKS = [(0.1, 0.3, 0.0, 0.1), (0.1, 0.3, 0.002, 0.1), (0.1, 0.3, 0.02, 0.2), (0.0075, 0.048, 0.0005, 0.05)]


@pytest.mark.parametrize("width, height, r, theta", BLOCKS)
def test_a_box_tips_over_its_edge_as_the_quadrature_has_it(width, height, r, theta):
    run = run_of(Box(width, DEPTH, height, r, density=1000.0), Start(at=(0.0, 0.0), orientation=tilted(theta)))
    first, = hits(run, 1)
    assert abs(first.t - fall_time(theta, width, height, r)) < 1e-12
    assert run.drift < 1e-13


@pytest.mark.parametrize("width, height, r, theta", BLOCKS)
def test_a_rocking_block_keeps_housners_share(width, height, r, theta):
    run = run_of(Box(width, DEPTH, height, r, density=1000.0), Start(at=(0.0, 0.0), orientation=tilted(theta)))
    first, second = hits(run, 2)
    a, b, m, J = numbers(width, height, r)
    flat = inertia_at(0.0, width, height, r)
    ratio = (J + m*((b + r)**2 - a*a))/flat
    if r == 0.0:
        assert ratio == pytest.approx(1 - 1.5*sin(atan(width/height))**2, rel=1e-14)
    fallen = m*G*(b*cos(theta) + a*sin(theta) - b)
    assert first.lost/fallen == pytest.approx(1 - ratio**2, rel=1e-13, abs=1e-13)
    # it rises to where what is left of the energy is, and falls again
    top = brentq(lambda x: (b*cos(x) + a*sin(x) - b)*m*G - ratio**2*fallen, 0.0, theta, xtol=1e-16, rtol=1e-15)
    assert abs(second.t - first.t - 2*fall_time(top, width, height, r)) < 1e-10


def test_a_rocking_block_comes_to_rest_on_its_face():
    run = run_of(Box(0.1, DEPTH, 0.3, 0.002, density=1000.0), Start(at=(0.0, 0.0), orientation=tilted(0.1)))
    run.advance(3*240)
    assert mode(run) == at.RESTS
    assert abs(run.y[at.X + 2] - 0.15) < 1e-15
    assert run.drift < 1e-13


# ---- thresholds -----------------------------------------------------------------------------------------------------


def on_slope(width, height, r, mu, angle):
    """A box on a plane that gravity leans on, one second later; and where it was at first."""
    law = Contact(Coulomb(mu), restitution=0.0)
    run = run_of(Box(width, DEPTH, height, r, density=1000.0), Start(at=(0.0, 0.0)), law,
                 Still(gravity=(G*sin(angle), 0.0, -G*cos(angle))))
    before = run.y[:at.MOVING].copy()
    run.advance(240)
    return run, before


@pytest.mark.parametrize("mu", [0.2, 0.3, 0.5])
def test_it_slides_where_the_slope_is_steeper_than_friction(mu):
    run, before = on_slope(0.1, 0.1, 0.002, mu, atan(mu)*(1 - 1e-9))
    assert mode(run) == at.RESTS and np.array_equal(run.y[:at.MOVING], before)
    angle = atan(mu)*(1 + 1e-9)
    run, before = on_slope(0.1, 0.1, 0.002, mu, angle)
    assert mode(run) == at.SLIPS
    assert run.y[at.X] == pytest.approx(0.5*G*(sin(angle) - mu*cos(angle)), rel=1e-4)


@pytest.mark.parametrize("width, height, r", [(0.1, 0.3, 0.0), (0.1, 0.3, 0.002), (0.05, 0.2, 0.01)])
def test_it_tips_where_the_weight_leaves_its_foot(width, height, r):
    angle = atan((width/2 - r)/(height/2))
    run, before = on_slope(width, height, r, 2.0, angle*(1 - 1e-9))
    assert mode(run) == at.RESTS and np.array_equal(run.y[:at.MOVING], before)
    run, before = on_slope(width, height, r, 2.0, angle*(1 + 1e-9))
    assert mode(run) == at.ROLLS and 1e-8 < run.y[at.W + 1] < 1e-4


def test_it_slides_down_evenly():
    run, before = on_slope(0.1, 0.1, 0.002, 0.3, 0.4)
    assert_allclose(run.y[:3] - before[:3], (0.5*G*(sin(0.4) - 0.3*cos(0.4)), 0.0, 0.0), atol=1e-13)
    assert run.drift < 1e-13


@pytest.mark.parametrize("side, does", [(-1e-9, at.RESTS), (1e-9, at.SLIPS)])
def test_on_a_turning_table_it_slips_where_friction_is_not_enough(side, does):
    far, mu = 0.2, 0.3
    run = run_of(Box(0.1, 0.1, 0.1, 0.002, density=1000.0), Start(at=(far, 0.0)), Contact(Coulomb(mu)),
                 Spin("z", sqrt(mu*G/far)*(1 + side)))
    run.advance(24)
    assert mode(run) == does
    assert (hypot(*run.y[:2]) > far + 1e-12) == (does == at.SLIPS)


def test_a_table_that_begins_to_turn_carries_it_until_the_rate_is_too_large():
    far, mu, growth = 0.2, 0.3, 2.0
    run = run_of(Box(0.04, 0.04, 0.02, 0.001, density=1000.0), Start(at=(far, 0.0)), Contact(Coulomb(mu)),
                 Motion("z", Signal((0.0, 0.0, 0.5*growth))))
    while mode(run) == at.RESTS and run.t < 3.0:
        run.advance(1)
    # far (W^4 + W'^2)^(1/2) = mu g, but for the moment of friction that turns the box
    rate = ((mu*G/far)**2 - growth**2)**0.25
    assert run.t == pytest.approx(rate/growth, abs=0.01)


# ---- rest -----------------------------------------------------------------------------------------------------------


def test_a_minute_at_rest_moves_nothing():
    run = run_of(Box(0.1, 0.1, 0.2, 0.002, density=1000.0), Start(at=(0.1, 0.0)), Contact(Coulomb(0.3)))
    run.advance(1)
    before = run.y.copy()
    run.advance(60*240 - 1)
    assert np.array_equal(run.y, before)


def test_at_rest_on_a_turning_table_its_place_there_stays_to_the_last_bit():
    run = run_of(Box(0.1, 0.1, 0.2, 0.002, density=1000.0), Start(at=(0.1, 0.0)), Contact(Coulomb(0.3)), Spin("z", 2.0))
    rest = run.y[run.system.room.rest_at:].copy()
    run.advance(60*240)
    assert np.array_equal(run.y[run.system.room.rest_at:], rest)
    assert_allclose(run.y[:2], (0.1*cos(120.0), 0.1*sin(120.0)), atol=1e-13)
    assert run.drift < 1e-13


# ---- flight and impacts ---------------------------------------------------------------------------------------------


def spin_of(body, y):
    """Energy of rotation and angular momentum of a state."""
    turning = np.array(matrix_of(*y[at.Q:at.Q + 4])).reshape(3, 3)
    w, J = y[at.W:at.W + 3], turning @ np.array(body.inertia) @ turning.T
    return 0.5*w @ J @ w, J @ w


def test_tumbling_keeps_energy_and_angular_momentum():
    body = Box(0.1, 0.2, 0.3, 0.002, density=1000.0)
    run = run_of(body, Start(at=(0.0, 0.0), height=500.0, velocity=(0.1, 0.0, 0.0), omega=(1.0, 11.0, 0.5)))
    energy, momentum = spin_of(body, run.y)
    run.advance(8*240)
    after, turned = spin_of(body, run.y)
    assert after == pytest.approx(energy, rel=1e-12)
    assert_allclose(turned, momentum, atol=1e-12*np.linalg.norm(momentum))


def least_gap(body, y):
    """Of all corners over the plane z = 0."""
    turning = np.array(matrix_of(*y[at.Q:at.Q + 4])).reshape(3, 3)
    return float((np.array(body.corners) @ turning.T)[:, 2].min()) + y[at.X + 2] - body.rounding


@pytest.mark.parametrize("restitution, law", [(0.0, Coulomb(0.1)), (0.5, Coulomb(0.5)), (0.3, Smooth()),
                                              (0.0, Rough())])
def test_what_is_thrown_never_gains_energy_nor_sinks_in(restitution, law):
    random = np.random.default_rng(5)
    body = Box(0.1, 0.2, 0.3, 0.002, density=1000.0)
    for _throw in range(5):
        q = random.normal(size=4)
        run = run_of(body, Start(at=(0.0, 0.0), height=0.1, velocity=tuple(random.normal(size=3)*0.5),
                                 omega=tuple(random.normal(size=3)*5), orientation=tuple(q)),
                     Contact(law, restitution=restitution))
        lost = 0.0
        for _frame in range(60):
            run.advance(8)
            assert run.lost_in_impacts >= lost - 1e-14
            lost = run.lost_in_impacts
            assert least_gap(body, run.y) > -1e-12
        assert run.t == pytest.approx(2.0)
        assert run.drift < 1e-12


def some_throw(seed) -> Integration:
    """A random box, its friction often more than 1, thrown on a table that stands, leans or turns."""
    random = np.random.default_rng(seed)
    body = Box(*random.uniform(0.03, 0.3, 3), random.choice([0.0005, 0.002, 0.005]), density=700.0)
    law = Contact(Coulomb(random.uniform(0.1, 3.0)), restitution=random.choice([0.0, 0.0, 0.3, 0.7]))
    slope, q = random.choice([0.0, 0.0, 0.2]), random.normal(size=4)
    start = Start(at=(0.0, 0.0), height=random.uniform(0.0, 0.2), velocity=tuple(random.normal(size=3)),
                  omega=tuple(random.normal(size=3)*8), orientation=tuple(q/np.linalg.norm(q)))
    stands = random.random() < 0.7
    return run_of(body, start, law, Still(gravity=(G*sin(slope), 0.0, -G*cos(slope))) if stands else
                  Spin("z", random.uniform(-4, 4)))


@pytest.mark.parametrize("seed", [4, 31, 47, 58])
def test_slip_that_begins_where_friction_turns_it_fast_is_followed(seed):
    """Steps that were too long for that made energy, and the runs ended before 1.4 s."""
    run = some_throw(seed)
    run.advance(480)
    # [1] of the energy, as of what is thrown above
    assert run.ended is None and run.drift < 1e-12


def test_a_corner_meets_a_bowl():
    """On what bends corners are spheres: let go above the axis it comes down on four of them at once, stays level."""
    body = Box(0.1, 0.1, 0.1, 0.01, density=1000.0)
    run = run_of(body, Start(at=(0.0, 0.0), height=0.02), Contact(Coulomb(0.5)), surface=Sphere(0.5))
    run.advance(240)
    assert mode(run) == at.RESTS
    assert np.abs(run.y[at.Q + 1:at.Q + 3]).max() < 1e-12
    assert run.drift < 1e-12


# ---- what is refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments, word", [
    ((0.1, 0.1, 0.0), "z"), ((0.1, nan, 0.1), "y"), ((0.1, 0.1, 0.1, 0.06), "half"), ((0.1, 0.1, 0.1, -1.0), "least"),
    ((0.1, 0.1, 0.1, nan), "rounding"), ((0.1, 0.1, 0.1, 0.0, 1.0, 1.0), "both"), ((0.1, 0.1, 0.1, 0.0, nan), "mass")])
def test_boxes_that_are_none_are_refused_in_words(arguments, word):
    with pytest.raises(BadValue, match=word):
        Box(*arguments)


def test_worlds_that_a_box_is_not_yet_followed_in_are_refused():
    box, start = Box(0.1, 0.1, 0.1, 0.01), Start(at=(0.0, 0.0))
    with pytest.raises(BadValue, match="rounded"):
        assemble_world(World({"t": On(Sphere(0.5))}, [Placed(Box(0.1, 0.1, 0.1), start)]), {})
    # its corners let go beyond an edge, and its faces would pass through that
    for surface in (Plane(rim=1.0), Board(1.0, 1.0), Sphere(0.5, rim=0.4), Sphere(0.5, inside=False)):
        with pytest.raises(BadValue, match="no edge"):
            assemble_world(World({"t": On(surface)}, [Placed(box, start)]), {})
    with pytest.raises(BadValue, match="overlaps"):
        run_of(box, Start(mass_centre=(0.0, 0.0, 0.04)))

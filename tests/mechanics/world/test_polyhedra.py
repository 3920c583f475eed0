"""Prisms, hulls and dice on supports that stand, turn, lean and shake, by laws that can be written down.

Oracles: the angular momentum about the edge that comes down, and so the limit cycle of a polygon that rolls down a
slope; quadratures of the fall about an edge; thresholds of sliding, tipping and lifting; a smooth disk.
"""

from math import atan, cos, pi, sin, sqrt

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.mechanics.world import layout as at
from sandbox.scene import (
    Box,
    Contact,
    Coulomb,
    Die,
    Disk,
    Hull,
    Motion,
    On,
    Placed,
    Plane,
    Prism,
    Rough,
    Signal,
    Spin,
    Start,
    Still,
    World,
)
from sandbox.systems.integration import Integration
from sandbox.systems.world.assembly import assemble_world

G, STEP = 9.81, 1/240
NODES, WEIGHTS = np.polynomial.legendre.leggauss(60)
CUBE = [(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]


def run_of(body, start, law=None, motion=None) -> Integration:
    """A body on a plane, rough unless a law is given."""
    return Integration(assemble_world(World({"table": On(Plane(), motion or Still(), law)}, [Placed(body, start)]), {}),
                       STEP)


def mode(run):
    return run.y[at.MODE]


def product(p, q):
    (a, b), (c, d) = (p[0], np.array(p[1:])), (q[0], np.array(q[1:]))
    return a*c - b @ d, *(a*d + c*b + np.cross(b, d))


def lying(angle):
    """A prism whose axis is along y, turned about that by an angle; at 0 one of an even number of sides is on a face.
    """
    return product((cos(angle/2), 0.0, sin(angle/2), 0.0), (sqrt(0.5), sqrt(0.5), 0.0, 0.0))


class Polygon:
    """A prism that rolls on its edges: half of a face, height of its middle above that, moment about its line."""

    def __init__(self, n, R, r):
        self.n, self.r, self.body = n, r, Prism(n, R, 0.08, r, density=1000.0)
        self.m, self.J, self.far = self.body.mass, self.body.inertia[2][2], R - r
        self.a, self.b = self.far*sin(pi/n), self.far*cos(pi/n) + r
        self.I = self.J + self.m*(self.a**2 + self.b**2)
        self.share = (self.J + self.m*(self.b**2 - self.a**2))/self.I
        self.turn = 0.0 if n % 4 == 2 else pi/n if n % 2 == 0 else pi/2

    def inertia_at(self, theta):
        """Moment about the line of contact at the tilt theta from a face: the edge is a cylinder that rolls."""
        b = self.b - self.r
        x, z = b*np.sin(theta) - self.a*np.cos(theta), b*np.cos(theta) + self.a*np.sin(theta) + self.r
        return self.J + self.m*(x*x + z*z)

    def fall_time(self, theta):
        """From rest at a tilt to flat: dt = sqrt(I/(2 m g (H_0 - H))) d theta with theta = theta_0 - s^2."""
        s = 0.5*sqrt(theta)*(NODES + 1)
        down = s*s
        middle, b = theta - 0.5*down, self.b - self.r
        drop = np.sin(0.5*down)/down*(self.a*np.cos(middle) - b*np.sin(middle))
        return 0.5*sqrt(theta)*float(WEIGHTS @ np.sqrt(self.inertia_at(theta - down)/(self.m*G*drop)))


def hits(run, count, seconds=6.0):
    """The first impacts of a run."""
    found = []
    while len(found) < count and run.t < seconds:
        run.advance(1)
        found += [event for event in run.news() if event.kind == "impact"]
    return found


# ---- over edges -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n, r", [(6, 0.0), (6, 0.002), (10, 0.005), (4, 0.001)])
def test_a_prism_tips_over_its_edge_as_the_quadrature_has_it(n, r):
    one, theta = Polygon(n, 0.05, r), 0.05
    run = run_of(one.body, Start(at=(0.0, 0.0), orientation=lying(one.turn + theta)))
    first, second = hits(run, 2)
    assert abs(first.t - one.fall_time(theta)) < 1e-12       # [s]
    # it rocks on its face: Housner's share with the moments of the polygon
    fallen = one.m*G*((one.b - one.r)*(cos(theta) - 1) + one.a*sin(theta))
    assert first.lost/fallen == pytest.approx(1 - one.share**2, rel=1e-12)
    assert second.t > first.t and run.drift < 1e-13


@pytest.mark.parametrize("n, r, slope, speed", [(6, 0.0, 0.25, 8.0), (6, 0.002, 0.25, 8.0), (10, 0.005, 0.1, 6.0),
                                                (14, 0.001, 0.06, 3.0)])
def test_a_polygon_rolls_down_a_slope_into_its_limit_cycle(n, r, slope, speed):
    """E_{j+1} = k^2 E_j + m g s sin(slope) before impacts, s the way from face to face; k by the angular momentum."""
    one = Polygon(n, 0.05, r)
    run = run_of(one.body, Start(at=(0.0, 0.0), orientation=lying(one.turn + 0.01), omega=(0.0, speed, 0.0),
                                 velocity=(speed*one.b, 0.0, speed*one.a)),
                 Contact(Rough()), Still(gravity=(G*sin(slope), 0.0, -G*cos(slope))))
    found = hits(run, 14)
    energies = np.array([hit.lost for hit in found])/(1 - one.share**2)
    gain = one.m*G*(2*one.a + 2*pi/n*r)*sin(slope)
    assert len(found) == 14
    assert_allclose(energies[2:], one.share**2*energies[1:-1] + gain, rtol=1e-12)
    cycle = gain/(1 - one.share**2)
    assert abs(energies[-1] - cycle) < abs(energies[1] - cycle)*one.share**20
    assert run.drift < 1e-12


def test_a_hull_of_the_corners_of_a_box_moves_as_the_box():
    """Its numbers differ in the last bit: so may what follows, until impacts make more of it."""
    box = Box(0.1, 0.2, 0.3, 0.002, density=1000.0)
    hull = Hull(np.array(CUBE)*(0.048, 0.098, 0.148), 0.002, density=1000.0)
    start = Start(at=(0.0, 0.0), height=0.1, velocity=(0.3, 0.2, 0.0), omega=(2.0, 1.0, 3.0))
    first, second = (run_of(body, start, Contact(Coulomb(0.4), restitution=0.3)) for body in (box, hull))
    for run in (first, second):
        run.advance(72)
    assert_allclose(first.y[:at.MOVING], second.y[:at.MOVING], atol=1e-10)
    assert mode(first) == mode(second)


# ---- thresholds -----------------------------------------------------------------------------------------------------


def on_slope(one, mu, slope):
    run = run_of(one.body, Start(at=(0.0, 0.0), orientation=lying(one.turn)), Contact(Coulomb(mu)),
                 Still(gravity=(G*sin(slope), 0.0, -G*cos(slope))))
    before = run.y[:at.MOVING].copy()
    run.advance(240)
    return run, before


@pytest.mark.parametrize("n, r", [(6, 0.0), (6, 0.003), (8, 0.001), (12, 0.002)])
def test_a_prism_tips_or_slides_where_it_must(n, r):
    one = Polygon(n, 0.05, r)
    tips = one.a/one.b
    for tangent, mu in ((tips, 2.0), (0.5*tips, 0.5*tips)):
        run, before = on_slope(one, mu, atan(tangent)*(1 - 1e-9))
        assert mode(run) == at.RESTS and np.array_equal(run.y[:at.MOVING], before)
        run, before = on_slope(one, mu, atan(tangent)*(1 + 1e-9))
        assert mode(run) == (at.ROLLS if mu == 2.0 else at.SLIPS)
        assert np.linalg.norm(run.y[:3] - before[:3]) > 1e-10


@pytest.mark.parametrize("side, does", [(-1e-9, at.RESTS), (1e-9, at.SLIPS)])
def test_on_a_table_that_speeds_up_it_stays_until_friction_is_not_enough(side, does):
    mu = 0.3
    run = run_of(Die(0.02), Start(at=(0.0, 0.0)), Contact(Coulomb(mu)),
                 Motion(shift=(Signal((0.0, 0.0, 0.5*mu*G*(1 + side))), Signal(), Signal())))
    run.advance(60)
    assert mode(run) == does


@pytest.mark.parametrize("side, does", [(-1e-9, at.RESTS), (1e-9, at.OPEN)])
def test_on_a_table_that_falls_it_stays_until_that_falls_faster(side, does):
    run = run_of(Die(0.02), Start(at=(0.0, 0.0)), Contact(Coulomb(0.3)),
                 Motion(shift=(Signal(), Signal(), Signal((0.0, 0.0, -0.5*G*(1 + side))))))
    run.advance(60)
    assert mode(run) == does


@pytest.mark.parametrize("side, does", [(-1e-9, at.RESTS), (1e-9, at.ROLLS)])
def test_on_a_table_that_speeds_up_it_tips_where_it_is_slender(side, does):
    one = Polygon(6, 0.05, 0.002)
    run = run_of(one.body, Start(at=(0.0, 0.0), orientation=lying(one.turn)), Contact(Rough()),
                 Motion(shift=(Signal((0.0, 0.0, 0.5*G*one.a/one.b*(1 + side))), Signal(), Signal())))
    run.advance(60)
    assert mode(run) == does


@pytest.mark.parametrize("mu, nu", [(0.3, 50.0), (0.3, 120.0), (0.1, 17.3)])
def test_on_a_shaken_table_it_stays_while_the_peaks_are_within_friction(mu, nu):
    """The peaks lie between frames: the rest is asked for there."""
    def changes_in(side, frames):
        size = mu*G/nu**2*(1 + side)
        run = run_of(Die(0.02), Start(at=(0.0, 0.0), velocity=(size*nu, 0.0, 0.0)), Contact(Coulomb(mu)),
                     Motion(shift=(Signal(sine=size, nu=nu), Signal(), Signal())))
        assert mode(run) == at.RESTS
        place = run.system.room.rest_at
        before = run.y[place:].copy()
        for _frame in range(frames):
            run.advance(1)
            if not np.array_equal(run.y[place:], before):
                return True
        return False

    assert not changes_in(-1e-9, 240)
    # two periods
    assert changes_in(1e-7, round(4*pi/nu/STEP))


@pytest.mark.parametrize("growth", [0.05, 0.5])
def test_on_a_table_that_leans_over_it_slides_when_gravity_says_so(growth):
    """At the angle growth t, rate growth: the body at the axis point's foot, in the table's axes.

    Its mass centre is b above the axis: along the table g sin(a) pulls, across it g cos(a) - b growth^2 presses.
    """
    mu, b = 0.3, 0.01
    run = run_of(Die(0.02), Start(at=(0.0, 0.0)), Contact(Coulomb(mu)), Motion("y", Signal((0.0, growth))))
    low, high = 0.0, 1.0
    for _halving in range(60):
        middle = 0.5*(low + high)
        along, pressing = G*sin(middle), G*cos(middle) - b*growth**2
        low, high = (middle, high) if along < mu*pressing else (low, middle)
    while mode(run) == at.RESTS and run.t < 10.0:
        run.advance(1)
    # in the frame that has it
    assert run.t - STEP - 1e-9 <= low/growth <= run.t + 1e-9


def test_at_rest_on_a_turning_table_all_shapes_stay_to_the_last_bit():
    for body in (Prism(32, 0.05, 0.01, 0.0005, density=1000.0), Die(0.02, load=0.001),
                 Hull([(0, 0, 0), (0.1, 0, 0), (0, 0.1, 0), (0.02, 0.02, 0.05)], 0.001, density=1000.0)):
        run = run_of(body, Start(at=(0.1, 0.0)), Contact(Coulomb(0.3)), Spin("z", 2.0))
        assert mode(run) == at.RESTS
        rest = run.y[run.system.room.rest_at:].copy()
        run.advance(480)
        assert np.array_equal(run.y[run.system.room.rest_at:], rest)
        assert run.drift < 1e-13


# ---- many corners tend to what is round -----------------------------------------------------------------------------


def test_a_prism_of_many_sides_loses_as_little_as_it_must():
    """On a level plane k^2 of the energy is left at each edge; -n ln k^(2n) tends to 4 pi^2 m R^2/(J + m R^2)."""
    lost = []
    for n in (8, 16, 32):
        one = Polygon(n, 0.05, 0.0)
        run = run_of(one.body, Start(at=(0.0, 0.0), orientation=lying(one.turn + 0.001), omega=(0.0, 10.0, 0.0),
                                     velocity=(10.0*one.b, 0.0, 10.0*one.a)), Contact(Rough()))
        found = hits(run, 3)
        assert found[2].lost/found[1].lost == pytest.approx(one.share**2, rel=1e-11)
        lost.append(-n*n*np.log(found[2].lost/found[1].lost))
    assert_allclose(lost[2], 4*pi**2/1.5, rtol=0.02)
    assert 3.5 < (lost[0] - 4*pi**2/1.5)/(lost[1] - 4*pi**2/1.5) < 5.5


def test_a_rolling_disk_as_a_hull_of_64_corners_tends_to_the_smooth_one():
    """Nearly upright it rolls in a curve; what it loses at n corners a turn goes as 1/n, and so does its way."""
    R, r, thickness, lean = 0.05, 0.0005, 0.002, pi/2 - 0.1
    q, spin = (cos(lean/2), sin(lean/2), 0.0, 0.0), (0.0, -15.0*sin(lean), 15.0*cos(lean) - 2.0)
    errors = []
    for n in (8, 16, 32):
        prism = Prism(n, R, thickness, r, density=1000.0)
        disk = Disk(R, prism.mass, thickness, r, inertia=prism.inertia)
        smooth = run_of(disk, Start(at=(0.0, 0.0), orientation=q, omega=spin), Contact(Rough()))
        run = run_of(prism, Start(mass_centre=tuple(smooth.y[:3]), velocity=tuple(smooth.y[at.V:at.V + 3]),
                                  orientation=q, omega=spin), Contact(Rough()))
        assert_allclose(run.y[:at.MOVING], smooth.y[:at.MOVING], atol=1e-13)
        for one in (run, smooth):
            one.advance(36)
        errors.append(float(np.linalg.norm(run.y[:3] - smooth.y[:3]))/R)
    assert 1.6 < errors[0]/errors[1] < 2.4 and 1.6 < errors[1]/errors[2] < 2.4
    assert errors[2] < 0.2

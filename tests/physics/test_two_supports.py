"""A lone ball that begins in contact with two or three supports: grooves and corners, against closed forms."""

from math import cos, pi, radians, sin, tan

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.spatial.transform import Rotation

from sandbox.scene import Ball, Contact, Coulomb, On, Placed, Plane, Rough, Smooth, Start, Still, TwoTerm, World
from tests.physics.test_supports import A, G, body, simulation


def groove(law, half, slope=0.0, shell=False, **start):
    """A ball in a groove along x that falls by `slope`; `half` the angle of the sides to its middle plane."""
    def side(sign):
        across, along = Rotation.from_rotvec((sign*(pi/2 - half), 0.0, 0.0)), Rotation.from_rotvec((0.0, slope, 0.0))
        turned = (along*across).as_rotvec()
        angle = float(np.linalg.norm(turned))
        return Plane().placed((0.0, 0.0, 0.0), tuple((turned/angle).tolist()), angle)

    far = A/tan(half)
    return World({"left": On(side(1), Still(), law), "right": On(side(-1), Still(), law)},
                 [Placed(Ball(A, shell=shell), Start(at=(far*cos(half)*sin(slope), far*sin(half)), **start))])


@pytest.mark.parametrize("shell", [False, True])
@pytest.mark.parametrize("law", [Contact(Rough()), Contact(Coulomb(0.5))])
@pytest.mark.parametrize("half", [20.0, 45.0, 80.0])
def test_a_ball_rolls_down_a_groove(half, law, shell):
    """Rolling about the line through both points, A sin(half) from the centre: a = g sin(slope)/(1 + k/sin^2(half))."""
    half, slope = radians(half), radians(10.0)
    run = simulation(lambda p: groove(law, half, slope, shell))
    begin = body(run).centre
    run.advance(240)
    down = np.array((cos(slope), 0.0, -sin(slope)))
    a = G*sin(slope)/(1.0 + (2/3 if shell else 2/5)/sin(half)**2)
    here = body(run)
    assert run.ended is None
    assert_allclose(here.velocity, a*down, rtol=0, atol=1e-13)                     # [m/s]
    assert_allclose(here.centre - begin, 0.5*a*down, rtol=0, atol=1e-13)            # [m]
    assert run.drift < 1e-13


@pytest.mark.parametrize("half", [20.0, 45.0, 80.0])
def test_both_sides_of_a_groove_press_from_the_first_instant_on(half):
    """On ice 2 N sin(half) = m g cos(slope); a rough ball is carried by the least forces, half of the weight each."""
    half, slope = radians(half), radians(10.0)
    weight = Ball(A).m*G*cos(slope)
    # of rough sides rigid bodies leave open how hard they squeeze: least forces are known to what is added to the
    # diagonal for them, 1e-7 and its square
    for law, N, F, share in ((Contact(Smooth()), 0.5*weight/sin(half), 0.0, 1e-12),
                             (Contact(Rough()), 0.5*weight*sin(half), 0.5*weight*cos(half), 1e-8)):
        run = simulation(lambda p, law=law: groove(law, half, slope))
        at_first = body(run)
        along = np.array((cos(slope), 0.0, -sin(slope)))
        across = at_first.F - (at_first.F @ along)*along
        assert_allclose((at_first.N, np.linalg.norm(across)), (N, F), rtol=0, atol=share*weight)      # [N]
        run.advance(1)
        assert_allclose(body(run).N, N, rtol=0, atol=share*weight)          # [N]


@pytest.mark.parametrize("beneath", [0.9, 1.1])
def test_a_ball_in_a_wedge_jams_where_friction_holds_it(beneath):
    """A ball in a wedge of the half angle b that opens sideways, without weight but for a pull out of it.

    Walls that press with N each push it out with 2 N sin(b) and friction holds it with 2 mu N cos(b): where mu is
    above tan(b) there are forces that hold it whatever pulls, but a pull out gives none of them; it leaves with it.
    Pressed in by a force P it rests, 2 (N sin(b) + F cos(b)) = P, on any mu.
    """
    half, pull = radians(12.0), 2.0
    law = Contact(Coulomb(beneath*tan(half)))
    for inward in (1.0, -1.0):
        motion = Still(gravity=(0.0, 0.0, -inward*pull))
        run = simulation(lambda p, motion=motion: wedge(law, half, motion))
        begin = body(run).centre
        run.advance(48)
        moved = body(run).centre - begin
        if inward > 0.0:
            assert_allclose(moved, 0.0, rtol=0, atol=1e-15)        # [m]
        else:
            assert_allclose(moved, (0.0, 0.0, 0.5*pull*run.t**2), rtol=0, atol=1e-13)      # [m]
        assert run.ended is None and run.drift < 1e-13


def wedge(law, half, motion):
    """A ball between two walls that stand at `half` to the vertical plane between them, and do not move."""
    def side(sign):
        return Plane().placed((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), sign*(pi/2 - half))

    return World({"left": On(side(1), motion, law), "right": On(side(-1), motion, law)},
                 [Placed(Ball(A), Start(at=(0.0, A*cos(half))))])


def test_a_ball_that_spins_in_a_groove_takes_off_and_rolls():
    """m v = P, I (w0 - w) = P rho, v = w rho with rho = A sin(half); until then v = mu g t/sin(half)."""
    half, mu, w0 = radians(35.0), 0.2, 40.0
    run = simulation(lambda p: groove(Contact(Coulomb(mu)), half, velocity=(0.0, 0.0, 0.0),
                                       omega=(0.0, w0, 0.0)))
    rho, k = A*sin(half), 0.4*A*A
    v = w0*rho*k/(k + rho*rho)
    until = v*sin(half)/(mu*G)
    run.advance(int(240*until))
    # [m/s] the second side is met 1e-10 s after the first, with the slip of the spin
    assert_allclose(body(run).velocity, (mu*G*run.t/sin(half), 0.0, 0.0), rtol=0, atol=2e-9)
    run.advance(60)
    assert_allclose(body(run).velocity, (v, 0.0, 0.0), rtol=0, atol=1e-8)      # [m/s] what a slip ends with
    assert run.ended is None and run.drift < 1e-12


def test_a_ball_stays_in_a_corner():
    """Three planes at right angles, turned so that none is level: it is held, whatever friction there is."""
    turned = Rotation.from_rotvec((0.2, 0.1, 0.0))*Rotation.align_vectors([(0.0, 0.0, 1.0)], [(1.0, 1.0, 1.0)])[0]
    sides = {}
    for name, axis in (("first", (1.0, 0.0, 0.0)), ("second", (0.0, 1.0, 0.0)), ("third", (0.0, 0.0, 1.0))):
        to = turned.apply(axis)
        rotation = Rotation.align_vectors([to], [(0.0, 0.0, 1.0)])[0].as_rotvec()
        angle = float(np.linalg.norm(rotation))
        sides[name] = On(Plane().placed((0.0, 0.0, 0.0), tuple((rotation/angle).tolist()), angle), Still(),
                         Contact(Coulomb(0.3), restitution=0.4))
    x, y, _z = turned.apply((A, A, A)) - A*turned.apply((0.0, 0.0, 1.0))
    run = simulation(lambda p: World(sides, [Placed(Ball(A), Start(at=(x, y)), on="third")]))
    begin = body(run).centre
    run.advance(480)
    assert run.ended is None
    assert_allclose(body(run).centre, begin, rtol=0, atol=1e-15)        # [m]


def test_a_law_that_islands_lack_ends_in_a_sentence():
    """What is not followed is said at the instant from which it is not."""
    run = simulation(lambda p: groove(Contact(TwoTerm(0.3, 0.1)), radians(40.0), radians(10.0)))
    run.advance(24)
    assert run.ended is not None and "leans on" in run.ended.sentence

"""Balls held together by joints: pendulums, chains and dumbbells against closed forms and multipliers."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import ellipj, ellipk

from sandbox.mechanics.world import layout as at
from sandbox.scene import BallJoint, Motion, Placed, Plane, Signal, Spin, Start, World
from tests.oracles.jointed_balls import UP, JointedBalls, Link
from tests.worlds.made import MASS, RADIUS, G, Run, ball, law, numbers, table

LENGTH = 0.3
TOP = np.array([0.0, 0.0, 1.0])
I_OF_BALL = 0.4*MASS*RADIUS**2


def hung(r, omega, **others):
    """A ball that hangs at r from TOP on an arm that is fixed to it, and turns about TOP at omega."""
    v = np.cross(omega, r)
    start = Start(at=tuple(TOP + r), velocity=tuple(v), omega=tuple(omega))
    return World({"floor": table(0.3, 0.5, **others)}, [Placed(ball(), start, name="bob")],
                 joints=[BallJoint("bob", at=tuple(-r), other_at=tuple(TOP))])


def energy_of(run):
    """E_J less the ledger [J]."""
    seen = run.simulation.snapshot()
    return seen.E_J - seen.ledger


def test_a_small_swing_has_the_moment_of_inertia_of_ball_and_arm():
    """theta'' = -m g l/(m l^2 + 2/5 m a^2) theta, to the third order of 1e-5 rad."""
    theta = 1e-5
    run = Run(hung(LENGTH*np.array([np.sin(theta), 0.0, -np.cos(theta)]), np.zeros(3)))
    rate = np.sqrt(MASS*G*LENGTH/(MASS*LENGTH**2 + I_OF_BALL))
    run.advance(2.0)
    # the period of a swing of theta is longer by theta^2/16: 2e-14 of what is swung in 2 s
    assert_allclose(run.x[0, 0], LENGTH*np.sin(theta*np.cos(rate*2.0)), atol=1e-14)


@pytest.mark.parametrize("theta", [1.0, 2.5])
def test_a_large_swing_is_jacobis_sine(theta):
    """sin(phi/2) = k sn(K - w t, k), k = sin(theta/2), and one whole period by the complete integral."""
    run = Run(hung(LENGTH*np.array([np.sin(theta), 0.0, -np.cos(theta)]), np.zeros(3)))
    rate, k = np.sqrt(MASS*G*LENGTH/(MASS*LENGTH**2 + I_OF_BALL)), np.sin(theta/2)
    first = energy_of(run)
    run.advance(3.0)
    phi = 2.0*np.arcsin(k*ellipj(ellipk(k*k) - rate*3.0, k*k)[0])
    arm = run.x[0] - TOP
    assert_allclose(np.arctan2(arm[0], -arm[2]), phi, atol=2e-12)       # [rad]
    assert abs(np.linalg.norm(arm) - LENGTH) < 1e-15                    # [m]
    assert abs(energy_of(run) - first) < 1e-12*MASS*G*LENGTH


def test_a_spherical_pendulum_keeps_energy_and_vertical_angular_momentum():
    r = LENGTH*np.array([0.6, 0.0, -0.8])
    run = Run(hung(r, np.array([0.3, -1.0, 4.0])))

    def momentum():
        return float((MASS*np.cross(run.x[0] - TOP, run.v[0]) + I_OF_BALL*run.w[0])[2])

    energy, first = energy_of(run), momentum()
    for _ in range(5):
        run.advance(2.0)
        assert abs(energy_of(run) - energy) < 1e-12*MASS*G*LENGTH
        assert abs(momentum() - first) < 1e-12*abs(first)
        assert abs(np.linalg.norm(run.x[0] - TOP) - LENGTH) < 1e-15


def chain(count, turned=0.0, rate=0.0, spins=True):
    """A chain of balls that hangs from TOP, horizontally at first: each arm ends in the centre of the ball before.

    rate   of a table from whose point below TOP it hangs instead, as (rad/s)
    """
    random = np.random.default_rng(count)
    bodies, joints, links, x, v, w = [], [], [], [], [], []
    start = TOP + np.array((0.2, 0.0, 0.0))
    speed = rate*np.cross(UP, start)
    for i in range(count):
        e = np.array([np.cos(turned*i), np.sin(turned*i), 0.0])
        omega = random.normal(0.0, 2.0, 3) if spins else np.zeros(3)
        r = LENGTH*e
        centre, moves = start + r, speed + np.cross(omega, r)
        bodies.append(Placed(ball(mass=MASS*(1.0 + 0.5*i), shell=i % 2 == 1),
                             Start(at=tuple(centre), velocity=tuple(moves), omega=tuple(omega)), name=f"b{i}"))
        joints.append(BallJoint(f"b{i}", "floor" if i == 0 else f"b{i - 1}", at=tuple(-r),
                                other_at=tuple(start) if i == 0 else (0.0, 0.0, 0.0)))

        def held(t, at=start):
            c, s = np.cos(rate*t), np.sin(rate*t)
            return rate*np.array([-s*at[0] - c*at[1], c*at[0] - s*at[1], 0.0*t])

        links.append(Link(i, -r, velocity=held) if i == 0 else Link(i, -r, i - 1, np.zeros(3)))
        x.append(centre)
        v.append(moves)
        w.append(omega)
        start, speed = centre, moves
    motion = Spin("z", rate) if rate else None
    world = World({"floor": table(0.3, 0.5, motion)}, bodies, joints=joints)
    m, inertia, a = numbers(world)
    oracle = JointedBalls(m, inertia, a, links)
    return world, oracle, oracle.start(x, v, w)


@pytest.mark.parametrize(("count", "turned", "rate"), [(2, 0.0, 0.0), (3, 0.5, 0.0), (2, 0.3, 3.0)])
def test_chains_go_as_multipliers_say(count, turned, rate):
    """Double and triple pendulums with spin, from a point at rest and from one of a turning table: 1e-9 after 1 s."""
    world, oracle, y = chain(count, turned, rate)
    run = Run(world)
    energy = energy_of(run)
    run.advance(1.0)
    y = oracle.run(y, 1.0)
    assert_allclose(run.x, oracle.centres(y), atol=1e-9)    # [m] the triple one doubles errors in 0.05 s
    v, w = oracle.velocities(y)
    assert_allclose(run.v, v, atol=1e-8)                    # [m/s]
    assert_allclose(run.w, w, atol=1e-6)                    # [rad/s]
    assert abs(energy_of(run) - energy) < 1e-12*max(run.kinetic, MASS*G*LENGTH)
    # joints are closed to rounding
    distances = np.linalg.norm(np.diff(run.x, axis=0), axis=1)
    assert_allclose(distances, LENGTH, rtol=0, atol=4e-16)


def dumbbell(rate, apart=0.1, e=1.0, free=()):
    """Two balls on a table that turns, joined halfway between them; each rolls as it starts."""
    r = np.array([0.5*apart, 0.0, 0.0])
    centres = [np.array([0.05, 0.1, RADIUS]), np.array([0.05 + apart, 0.1, RADIUS])]
    velocities = [rate*np.cross(UP, x) + (0.0, 0.3, 0.0) for x in centres]
    bodies, x, v, w = [], [], [], []
    # spins for which the joint's points move alike: both balls turn about the same axis with the same arms apart
    for i, (centre, moves) in enumerate(zip(centres, velocities, strict=True)):
        roll = np.cross(UP, moves - rate*np.cross(UP, centre))/RADIUS
        omega = roll + np.array([0.0, 0.0, rate])
        bodies.append(Placed(ball(), Start(at=tuple(centre), velocity=tuple(moves), omega=tuple(omega)), on="table",
                             name=f"b{i}"))
        x.append(centre)
        v.append(moves)
        w.append(omega)
    joints = [BallJoint("b0", "b1", at=tuple(r), other_at=tuple(-r))]
    world = World({"table": table(motion=Spin("z", rate))}, [*bodies, *free], {("ball", "ball"): law(0.0, e)}, joints)
    return world, r, np.array(x), np.array(v), np.array(w)


@pytest.mark.parametrize("rate", [0.0, 2.0])
def test_a_dumbbell_rolls_on_a_turning_table_as_multipliers_say(rate):
    world, r, x, v, w = dumbbell(rate)
    oracle = JointedBalls([MASS]*2, [I_OF_BALL]*2, [RADIUS]*2, [Link(0, r, 1, -r)], rolls=(0, 1), rate=rate)
    run = Run(world)
    energy = energy_of(run)
    run.advance(1.0)
    y = oracle.run(oracle.start(x, v, w), 1.0)
    assert_allclose(run.x, oracle.centres(y), atol=1e-9)            # [m]
    assert_allclose(run.w, oracle.velocities(y)[1], atol=1e-7)      # [rad/s]
    assert abs(energy_of(run) - energy) < 1e-12*max(run.kinetic, 1e-3)
    assert (run.modes[:2] == at.ROLLS).all()


def flying(e, rough=False):
    """A ball that flies at one of two joined ones at rest in weightlessness, beside the line of their centres."""
    still = {"velocity": (0.0, 0.0, 0.0), "omega": (0.0, 0.0, 0.0)}
    two = [np.array([0.0, 0.0, 1.0]), np.array([0.1, 0.05, 1.02])]
    third = np.array([-0.1, -0.02, 0.97])
    r = 0.5*(two[1] - two[0]) + (0.0, 0.01, 0.0)
    bodies = [Placed(ball(), Start(at=tuple(start), **still), name=f"b{i}") for i, start in enumerate(two)]
    bodies.append(Placed(ball(0.02, 0.1), Start(at=tuple(third), velocity=(1.0, 0.1, 0.2), omega=(3.0, 0.0, 1.0)),
                         name="free"))
    from sandbox.scene import Still
    world = World({"wall": table(0.0, 1.0, motion=Still((0.0, 0.0, 0.0)), surface=Plane().placed((0.0, 0.0, -5.0)))},
                  bodies, {("ball", "ball"): law(0.0, e)}, [BallJoint("b0", "b1", at=tuple(r))])
    return world, r, two, third


@pytest.mark.parametrize("e", [1.0, 0.4, 0.0])
def test_a_hit_on_a_dumbbell_goes_through_the_joint(e):
    """Velocities after it are those of one linear system; energy is lost by (1 - e^2) u^2/(2 c M^-1 c^T)."""
    world, r, two, third = flying(e)
    run = Run(world)
    first = run.kinetic
    for _ in range(200):
        if run.impacts:
            break
        before = run.states.copy()
        run.advance(run.h)
    assert run.impacts == 1
    m, inertia, a = numbers(world)
    oracle = JointedBalls(m, inertia, a, [Link(0, r, 1, two[0] + r - two[1])], gravity=(0.0, 0.0, 0.0))
    # the instant of the hit is in the last step: the free ball flew straight till then
    x, v = before[2, at.X:at.X + 3], before[2, at.V:at.V + 3]
    d, reach = x - two[0], a[0] + a[2]
    s = (-(d @ v) - np.sqrt((d @ v)**2 - (v @ v)*(d @ d - reach**2)))/(v @ v)
    n = (x + s*v - two[0])/reach
    column = np.zeros(18)
    column[12:15], column[:3] = n, -n
    still = np.zeros((2, 3))
    y = oracle.start([*two, x + s*v], [*still, v], [*still, before[2, at.W:at.W + 3]])
    after = oracle.after_hit(y, column, e).reshape(3, 6)
    # the free ball flies straight on: its velocity is that after the hit
    assert_allclose(run.v[2], after[2, :3], atol=1e-12)
    assert_allclose(run.w[2], after[2, 3:], atol=1e-12)
    # what the joined two have as a whole stays, too
    assert_allclose(m[:2] @ run.v[:2], m[:2] @ after[:2, :3], atol=1e-13)
    lost = 0.5*(oracle.mass @ (y[oracle.nq:]**2 - after.ravel()**2))
    assert_allclose(run.lost, lost, atol=1e-14)
    assert_allclose(first - run.kinetic, lost, atol=1e-13)


def test_a_falling_dumbbell_bounces_through_its_joint():
    """One end of an oblique dumbbell meets a smooth floor: what is lost is told by one linear system."""
    e = 0.7
    a, b = np.array([0.0, 0.0, 0.1]), np.array([0.08, 0.0, 0.16])
    r = b - a
    still = {"velocity": (0.0, 0.0, 0.0), "omega": (0.0, 0.0, 0.0)}
    world = World({"floor": table(0.0, e)}, [Placed(ball(), Start(at=tuple(a), **still), name="a"),
                                             Placed(ball(), Start(at=tuple(b), **still), name="b")],
                  joints=[BallJoint("a", "b", at=tuple(r), other_at=(0.0, 0.0, 0.0))])
    run = Run(world)
    first = energy_of(run)
    while not run.impacts:
        run.advance(run.h)
    assert run.impacts == 1
    oracle = JointedBalls([MASS]*2, [I_OF_BALL]*2, [RADIUS]*2, [Link(0, r, 1, np.zeros(3))])
    fall = np.array([0.0, 0.0, -np.sqrt(2*G*(a[2] - RADIUS))])
    y = oracle.start([a, b], [fall, fall], [np.zeros(3)]*2)
    column = np.zeros(12)
    column[2] = 1.0
    after = oracle.after_hit(y, column, e)
    assert_allclose(run.lost, 0.5*(oracle.mass @ (y[oracle.nq:]**2 - after**2)), rtol=1e-12)
    run.advance(3.0)
    assert abs(energy_of(run) - first) < 1e-12*2*MASS*G*0.16
    assert abs(np.linalg.norm(run.x[0] - run.x[1]) - np.linalg.norm(r)) < 1e-15


def test_a_ball_hits_a_dumbbell_that_rolls():
    """The floor that never lets slip and the joint answer at once; the floor lets go where it would have to pull."""
    hit = Placed(ball(), Start(at=(-0.1, 0.115, RADIUS), velocity=(0.8, 0.0, 0.0)), on="table", name="cue")
    world, r, x, _v, _w = dumbbell(0.0, e=0.5, free=[hit])
    world = World(world.supports, [*(Placed(ball(), Start(at=tuple(start), velocity=(0.0, 0.0)), name=f"b{i}")
                                     for i, start in enumerate(x)), hit], world.contacts, world.joints)
    run = Run(world)
    first = energy_of(run)
    for _ in range(100):
        if run.impacts:
            break
        before = run.states.copy()
        run.advance(run.h)
    assert run.impacts == 1
    oracle = JointedBalls([MASS]*3, [I_OF_BALL]*3, [RADIUS]*3, [Link(0, r, 1, -r)], rolls=(0, 1, 2))
    place, v = before[2, at.X:at.X + 3], before[2, at.V:at.V + 3]
    d = place - x[0]
    s = (-(d @ v) - np.sqrt((d @ v)**2 - (v @ v)*(d @ d - 4*RADIUS**2)))/(v @ v)
    n = (d + s*v)/(2*RADIUS)
    column = np.zeros(18)
    column[12:15], column[:3] = n, -n
    still = np.zeros((2, 3))
    y = oracle.start([*x, place + s*v], [*still, v], [*still, before[2, at.W:at.W + 3]])
    after = oracle.after_hit(y, column, 0.5)
    # on a table at rest the free ball rolls straight on
    assert_allclose(run.v[2], after.reshape(3, 6)[2, :3], atol=1e-12)
    assert_allclose(run.lost, 0.5*(oracle.mass @ (y[oracle.nq:]**2 - after**2)), rtol=1e-11)
    run.advance(1.0)
    assert abs(energy_of(run) - first) < 1e-12*MASS
    slip = run.v[:2] - RADIUS*np.cross(run.w[:2], UP)
    assert np.abs(slip).max() < 1e-13


def test_same_bits_at_once_and_step_by_step():
    one, two = Run(chain(3, 0.5)[0]), Run(chain(3, 0.5)[0])
    one.advance(0.5)
    for _ in range(120):
        two.advance(two.h)
    assert (one.y == two.y).all()


@pytest.mark.parametrize("mu", [0.3, 1.5, np.inf])
@pytest.mark.parametrize(("lean", "speed"), [(30.0, 2.0), (30.0, -2.0), (60.0, 5.0)])
def test_slip_that_an_arm_leaves_to_no_impulse_stays(mu, lean, speed):
    """An arm pushed against a table that moves past: the angle is all that can change, theta' -> -e theta'.

    No impulse along the arm moves anything, however much friction asks for; with a rough table it asked for 1e12 J.
    """
    e, first, last, inertia = 0.5, np.radians(lean + 5.0), np.radians(lean), MASS*LENGTH**2 + I_OF_BALL
    r = LENGTH*np.array([np.sin(first), 0.0, -np.cos(first)])
    floor = table(mu, e, Motion(shift=(Signal((0.0, speed)), Signal(), Signal())),
                  Plane().placed((0.0, 0.0, TOP[2] - LENGTH*np.cos(last) - RADIUS)))
    run = Run(World({"floor": floor}, [Placed(ball(), Start(at=tuple(TOP + r)), name="bob")],
                    joints=[BallJoint("bob", at=tuple(-r), other_at=tuple(TOP))]))
    for _ in range(100):
        run.advance(run.h)
        if run.impacts:
            break
    assert run.impacts == 1
    arm, turn = run.x[0] - TOP, run.w[0]
    before = MASS*G*LENGTH*(np.cos(last) - np.cos(first))                      # [J] of the swing when it hits
    after = 0.5*inertia*turn[1]**2 - MASS*G*LENGTH*(-arm[2]/LENGTH - np.cos(last))
    assert_allclose(after, e*e*before, rtol=1e-11)
    # it swings in its plane still
    assert_allclose((arm[1], turn[0], turn[2]), 0.0, rtol=0, atol=1e-14)
